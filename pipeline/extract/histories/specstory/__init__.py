"""SpecStory: Markdown files that a recorder keeps in `.specstory/history/` of a repository."""

from pipeline.extract.histories.specstory.store import SPECSTORY

__all__ = ["SPECSTORY"]
