"""The planted study: raw files of a plan small enough that every measure of it is known by hand."""

from pathlib import Path

from pipeline.twin.cursor_database import write_cursor_database
from pipeline.twin.cursor_inline import write_cursor_inline
from pipeline.twin.plan import Store, Thread
from pipeline.twin.planted_commits import COMMITS
from pipeline.twin.planted_threads import NEWEST, THREADS
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
    today = _of("today")
    settled = [thread for thread in today if thread.number != NEWEST]
    write_cursor_database(
        history / "today" / "User", settled, [thread for thread in today if thread.number == NEWEST]
    )
    write_cursor_inline(history / "inline" / "User", _of("inline"))
    write_transcripts(history / ".cursor" / "projects", _of("transcript"))


def _of(store: Store) -> list[Thread]:
    return [thread for thread in THREADS if thread.store == store]
