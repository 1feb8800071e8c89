"""The figures of Claude Code's sessions, of the main thread and of sub-agents."""

from functools import cache
from pathlib import Path

import pandas as pd

from tests.corpora.counted import Counted, Figure, PerHistory
from tests.corpora.figures import repository
from tests.corpora.plain.session_lines import COMMAND, Session

SAMPLES = (
    "6af70815-f797-419c-b957-abbc09f18bb3",
    "feecf209-783b-4812-8896-8c3f1b699ce1",
    "75415d18-faef-43b2-96de-47f46c43f815",
    "0ea9b4b6-40e9-407b-8bb5-a31903367d21",
    "14255944-5b59-48f2-a75c-0025d518c7ea",
)


def figures(counted: Counted) -> dict[str, Figure]:
    sessions = read(counted.derived.study)
    starts = {name: pd.Timestamp(session.start) for name, session in sessions.items()}
    calls = _of_calls(counted)
    made: dict[str, Figure] = {
        "histories": len(counted.main),
        "human messages": counted.per_history("human messages", _plain_messages(counted, sessions)),
        **repository.of_repository(counted, starts),
        **calls,
        **_of_memory(counted, starts),
        "lines": sum(len(session.lines) for session in sessions.values()),
        "first start": _milliseconds(min(starts.values())),
        "last start": _milliseconds(max(starts.values())),
        "last stamp of all": _milliseconds(pd.Timestamp(max(session.last for session in sessions.values()))),
    }
    reads = counted.memory_reads[~counted.memory_reads["by_agent"]]
    for name in SAMPLES:
        made |= counted.sample(name, starts, reads, calls["calls, main"].counts)
        made[f"sample {name}: start"] = f"{starts[f'{name}.jsonl']:%Y-%m-%d %H:%M:%S}"
    return made


@cache
def read(study: Path) -> dict[str, Session]:
    """The sessions by file; no table keeps lines that are no event, nor a slash command as a start."""
    files = sorted((study / "histories").rglob("*.jsonl"))
    return {file.name: Session(file.read_bytes()) for file in files}


def _plain_messages(counted: Counted, sessions: dict[str, Session]) -> pd.DataFrame:
    """A person's messages but for what stood behind a slash command, which the corpus does not count."""
    commands = {
        (name, pd.Timestamp(line["timestamp"]))
        for name, session in sessions.items()
        for line, text in session.turns
        if text.lstrip().startswith(COMMAND)
    }
    human = counted.messages[counted.messages["role"] == "human"]
    return human[[key not in commands for key in zip(human["history"], human["at"], strict=True)]]


def _of_calls(counted: Counted) -> dict[str, PerHistory]:
    made = {}
    for whose, rows in _by_thread(counted.calls):
        made[f"calls, {whose}"] = rows
        made |= {f"calls of {tool}, {whose}": of for tool, of in rows.groupby("tool")}
        # A refused call is `cancelled` in the tables; the corpus counts it with the failed ones.
        failed = rows[rows["status"].isin(["error", "cancelled"])]
        made[f"failed calls, {whose}"] = failed
        made[f"failed Read, {whose}"] = failed[failed["tool"] == "Read"]
    return {figure: counted.per_history(figure, rows) for figure, rows in made.items()}


def _of_memory(counted: Counted, starts: dict[str, pd.Timestamp]) -> dict[str, Figure]:
    made: dict[str, Figure] = {}
    for whose, rows in _by_thread(counted.memory_reads):
        made[f"memory reads, {whose}"] = counted.per_history(f"memory reads, {whose}", rows)
        made[f"sessions with a memory read, {whose}"] = rows["history"].nunique()
    _, reads = _by_thread(counted.memory_reads)[0]
    _, writes = _by_thread(counted.accesses("write"))[0]
    often = reads["path"].value_counts()
    return {
        **made,
        "distinct files read, main": reads["path"].nunique(),
        "memory reads of files not in the snapshot, main": len(counted.missing(reads, starts)),
        "memory reads by shell": int((~counted.shell_reads["by_agent"]).sum()),
        "memory writes, main": counted.per_history("memory writes, main", writes),
        "sessions with a memory write, main": writes["history"].nunique(),
        "most read files, main": " ".join(often.index[:3]),
        **{f"reads of {path}, main": int(times) for path, times in often.items()},
    }


def _by_thread(rows: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    return [("main", rows[~rows["by_agent"]]), ("sub-agents", rows[rows["by_agent"]])]


def _milliseconds(at: pd.Timestamp) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S}.{at.microsecond // 1000:03}"
