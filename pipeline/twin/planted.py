"""The planted study: raw files of a plan small enough that every measure of it is known by hand."""

from pathlib import Path

from pipeline.twin.cursor_database import write_cursor_database
from pipeline.twin.cursor_inline import write_cursor_inline
from pipeline.twin.planted_commits import COMMITS
from pipeline.twin.planted_threads import THREADS
from pipeline.twin.repository import write_repository
from pipeline.twin.study_file import write_study_file
from pipeline.twin.transcripts import write_transcripts

_README = """\
# Synthetic study

Nobody wrote these conversations and no agent ran: the study was planned by hand, so that every value a
measurement should give is known before it runs.
"""


def write_planted(folder: Path) -> None:
    """Write the planted study: `study.toml`, `README.md`, `repo/` and `history/`.

    The same call gives the same bytes, but for Git's own index. Raises RereadError where git cannot run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.md").write_bytes(_README.encode())
    write_study_file(folder)
    write_repository(folder / "repo", COMMITS)
    history = folder / "history"
    write_cursor_database(history / "today" / "User", [t for t in THREADS if t.store == "today"])
    write_cursor_inline(history / "inline" / "User", [t for t in THREADS if t.store == "inline"])
    write_transcripts(history / ".cursor" / "projects", [t for t in THREADS if t.store == "transcript"])
