"""The twin's commits: one for each conversation that wrote, edits by hand, source code, and odd clocks."""

from collections import defaultdict
from datetime import datetime, timedelta

from pipeline.twin.article import sources, talk
from pipeline.twin.article.solution import Solution
from pipeline.twin.article.streams import Streams
from pipeline.twin.plan import Change, Commit

_BEGIN = "2026-02-02 09:00:00"
_REBASED_EACH = 40
_MERGED_AFTER, _CLOCK_AFTER = 60, 150
_FUTURE = "2027-05-01 00:00:00"


def commits(solved: Solution, streams: Streams) -> list[Commit]:
    """All commits, parents first: source code, then memory in order of time, with a merge of a side branch,
    commits whose author made them earlier, and one source commit with a clock in the future."""
    made = [
        Commit(1, _BEGIN, (), tuple(Change(p, t) for p, t in sources.files().items()), "Begin (synthetic)")
    ]
    for place, (at, changes) in enumerate(sorted(_by_time(solved, streams).items()), 1):
        if place == _MERGED_AFTER:
            made += _merge(made[-1], at)
        if place == _CLOCK_AFTER:
            made.append(_source(made[-1], _FUTURE, "price-list"))
        authored = _text(at - timedelta(hours=7)) if place % _REBASED_EACH == 0 else ""
        made.append(
            Commit(
                len(made) + 1, _text(at), (made[-1].mark,), tuple(changes), talk.subject(str(place)),
                authored=authored,
            )
        )  # fmt: skip
    return made


def _by_time(solved: Solution, streams: Streams) -> dict[datetime, list[Change]]:
    held: dict[datetime, dict[str, str]] = defaultdict(dict)
    for write in solved.writes:
        held[write.committed_at][write.path] = streams.text(write)
    return {at: [Change(path, text) for path, text in texts.items()] for at, texts in held.items()}


def _merge(last: Commit, before: datetime) -> list[Commit]:
    """A side branch of one source commit, and its merge, both before the next commit."""
    at = max(before - timedelta(minutes=5), last.instant)
    side = _source(last, _text(at), "tax-module", branch="side", mark=last.mark + 1)
    merged = _source(last, _text(at), "tax-module", mark=last.mark + 2)
    return [
        side,
        Commit(merged.mark, merged.at, (last.mark, side.mark), merged.changes, "Merge side (synthetic)"),
    ]


def _source(last: Commit, at: str, name: str, branch: str = "main", mark: int | None = None) -> Commit:
    path = f"src/{name}.ts"
    text = f"{sources.files()[path]}\n// Changed once.\n"
    return Commit(mark or last.mark + 1, at, (last.mark,), (Change(path, text),), talk.subject(name), branch)


def _text(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S}"
