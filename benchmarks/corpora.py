"""The largest of the real corpora, where they lie beside the checkout."""

import os
from pathlib import Path

from tests.corpora.layout import lay_out

NAMES = ("chef-chopsky", "cipher-box", "getspecstory", "minsky")


def largest(folder: Path) -> Path | None:
    """The study folder of the corpus with the largest repository, laid out in `folder`; None without any."""
    beside = Path(__file__).parent.parent.parent / "shared"
    corpora = Path(os.environ.get("REREAD_SHARED", beside)) / "corpora"
    if not corpora.is_dir():
        return None
    name = max(NAMES, key=lambda one: (corpora / one / "repo.bundle").stat().st_size)
    return lay_out(corpora, name, folder / name)
