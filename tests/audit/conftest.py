"""The twin, taken through the stages once, for what is audited."""

from tests.twin.article.conftest import tables, twin

__all__ = ["tables", "twin"]
