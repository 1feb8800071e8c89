"""The article's twin, written as raw files: databases, transcripts, a repository, a study file, the truth."""

from pathlib import Path

from pipeline.twin.article import others, truth
from pipeline.twin.article.commits import commits
from pipeline.twin.article.conversations import threads
from pipeline.twin.article.solution import STORED, solution
from pipeline.twin.article.streams import Streams
from pipeline.twin.article.study_file import write_study_file
from pipeline.twin.cursor_database import write_cursor_database
from pipeline.twin.repository import write_repository
from pipeline.twin.transcripts import write_transcripts

LEDGERS = ("claims.yaml", "context-bank.yaml")
"""Ledgers that are written beside the study file: of the twin's article, and of one on memory banks."""
_IN_LOG = 3
"""Newest conversations whose rows have not left the write-ahead log."""
_NULL = 1999
"""The number of a thread of which the store keeps an empty row."""
_README = """\
# Synthetic twin

Nobody wrote these conversations and no agent ran. The study was made so that every printed number of an
article about a memory that can hold does hold in it. It shows that the numbers can hold together and what
each rule counts. It is no evidence about the article's own data.

`truth/` holds what the generator planned, row by row. `claims.yaml` is the article's ledger;
`context-bank.yaml` is that of another article, whose print alone can be checked.
"""


def write_article(folder: Path, tables: Path = STORED) -> None:
    """Write the twin: `study.toml`, `claims.yaml`, `README.md`, `repo/`, `history/` and `truth/`.

    `tables` is the folder of the solved tables that it is written from. The same call gives the same bytes,
    but for Git's own index. Raises RereadError where git cannot run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    solved = solution(tables)
    streams = Streams(solved)
    left = others.logs_of_others(solved)
    own = threads(solved, streams, others.children(left))
    excluded = others.excluded(left, own, streams)
    (folder / "README.md").write_bytes(_README.encode())
    write_study_file(folder)
    for name in LEDGERS:
        (folder / name).write_bytes(Path(__file__).with_name(name).read_bytes())
    made = commits(solved, streams)
    write_repository(folder / "repo", made)
    history = folder / "history"
    settled = [*own[:-_IN_LOG], *excluded]
    write_cursor_database(history / "today" / "User", settled, own[-_IN_LOG:], _NULL)
    write_transcripts(history / ".cursor" / "projects", others.copies(own))
    truth.write(folder / "truth", solved, own, left)
