"""The figures of the agents' sessions, of all files and of one file a session."""

from collections import Counter
from collections.abc import Mapping

import pandas as pd

from tests.corpora.counted import SUCCEEDED, Counted, Figure, PerHistory
from tests.corpora.figures import repository
from tests.corpora.plain import agent_markdown

ONE = " (one file a session)"
SAMPLES = (
    "2026-01-16_22-18-20Z-normally-when-doing-cloud.md",
    "2026-02-11_21-43-59Z-command-name-extra-usage.md",
    "2026-03-02_23-29-33Z-command-message-code-review.md",
    "2026-07-02_11-47-20Z.md",
    "2026-08-03_15-41-34Z-take-a-look-at.md",
)


def figures(counted: Counted) -> dict[str, Figure]:
    starts = first_stamps(counted)
    chosen = longest(counted)
    calls = _of_calls(counted)
    sums: dict[str, PerHistory] = {**calls, **_of_reads(counted), **_of_memory(counted, starts)}
    made: dict[str, Figure] = {
        **repository.of_histories(counted),
        **repository.of_repository(counted, starts),
        **_of_blocks(counted),
        **sums,
        **{figure + ONE: of.within(chosen) for figure, of in sums.items()},
        **_of_conversations(counted, chosen),
        **_of_starts(counted, starts, chosen),
        "characters of all histories": repository.characters(counted),
    }
    for name in SAMPLES:
        made |= counted.sample(name, starts, counted.memory_reads, calls["calls"].counts)
    return made


def first_stamps(counted: Counted) -> dict[str, pd.Timestamp]:
    """By history the first stamp of a person's message, else the start by the file's name."""
    rows = counted.main
    names = dict(zip(rows["source_file"], rows["started_at"], strict=True))
    said = counted.messages[(counted.messages["role"] != "agent") & ~counted.messages["by_agent"]]
    said = said[said["time_basis"] == "message"].groupby("history")["at"].first()
    return {name: said.get(name, at) for name, at in names.items()}


def longest(counted: Counted) -> frozenset[str]:
    """Of the histories of one session the longest, by its text."""
    chosen: dict[str, tuple[int, str]] = {}
    for name, history in sorted(counted.main["source_file"].items(), key=lambda row: row[1]):
        session = str(name).split("#")[0]
        length = len((counted.repository / history).read_bytes().decode("utf-8"))
        if session not in chosen or length > chosen[session][0]:
            chosen[session] = length, history
    return frozenset(history for _, history in chosen.values())


def _of_calls(counted: Counted) -> dict[str, PerHistory]:
    rows = counted.calls
    made = {
        "calls": rows,
        "calls by a sub-agent": rows[rows["by_agent"]],
        **{f"calls of {tool}": of for tool, of in rows.groupby("tool")},
    }
    return {figure: counted.per_history(figure, kept) for figure, kept in made.items()}


def _of_reads(counted: Counted) -> dict[str, PerHistory]:
    rows = counted.reads[counted.reads["tool"].isin(agent_markdown.READERS)]
    ended = rows["status"].isin(SUCCEEDED)
    outside = rows["path"].fillna("").str.startswith(("/", "~"))
    made = {
        "reads": rows,
        "failed reads": rows[~ended],
        "reads outside the repository": rows[ended & outside],
    }
    return {figure: counted.per_history(figure, kept) for figure, kept in made.items()}


def _of_memory(counted: Counted, starts: Mapping[str, pd.Timestamp]) -> dict[str, PerHistory]:
    rows = counted.memory_reads
    made = {
        "memory reads": rows,
        "memory reads by sub-agents": rows[rows["by_agent"]],
        "memory reads of files not in the snapshot": counted.missing(rows, starts),
        "memory reads by shell": counted.shell_reads,
    }
    return {figure: counted.per_history(figure, kept) for figure, kept in made.items()}


def _of_conversations(counted: Counted, chosen: frozenset[str]) -> dict[str, Figure]:
    reads = counted.memory_reads
    return {
        "conversations with a memory read": reads["history"].nunique(),
        "conversations with a memory read" + ONE: len(set(reads["history"]) & chosen),
        "conversations with a memory read by shell": counted.per_history(
            "memory reads by shell", counted.shell_reads
        ).histories,
        "distinct files read": reads["path"].nunique(),
        "histories" + ONE: len(chosen),
    }


def _of_blocks(counted: Counted) -> dict[str, Figure]:
    """Kinds of envelopes, which no table keeps: from the texts of the histories."""
    found: Counter[str] = Counter()
    for name in counted.histories:
        text = (counted.repository / name).read_bytes().decode("utf-8")
        found.update(agent_markdown.counted(text, lambda _: False, ""))
    kept = (figure for figure in found if figure.startswith("blocks") or figure == "calls outside a block")
    return {figure: found[figure] for figure in kept}


def _of_starts(
    counted: Counted, starts: Mapping[str, pd.Timestamp], chosen: frozenset[str]
) -> dict[str, Figure]:
    first = min(starts, key=lambda name: starts[name])
    told = dict(zip(counted.main["source_file"], counted.main["started_at"], strict=True))
    named = {name: pd.Timestamp(_stamp(name)) for name in told}
    apart = [name for name, at in starts.items() if abs(at - named[name]) > pd.Timedelta(minutes=1)]
    months = Counter(f"starts in {starts[name]:%Y-%m}{ONE}" for name in chosen)
    ends = {
        "first start": min(starts.values()),
        "last start": max(starts.values()),
        "first start" + ONE: min(starts[name] for name in chosen),
        "last start" + ONE: max(starts[name] for name in chosen),
    }
    return {
        **{figure: f"{at:%Y-%m-%d %H:%M:%S}" for figure, at in ends.items()},
        "first start is in the file named": first.rsplit("/", 1)[-1][:10],
        "starts a minute or more from the file's name": len(apart),
        **months,
    }


def _stamp(history: str) -> str:
    day, time = history.rsplit("/", 1)[-1].split("Z", maxsplit=1)[0].split("_")
    return f"{day}T{time.replace('-', ':')}Z"
