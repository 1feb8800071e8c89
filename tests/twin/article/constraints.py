"""Every number that solved tables of the twin must give, and every rule that their rows must keep.

`numbers` is counted anew from the plainest columns; `ROWS` finds rows that break a rule: none in good tables.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from fractions import Fraction

from tests.twin.article.printing import median, p90, pearson, percent, printed, spearman
from tests.twin.article.solved import Row, Solved, instant, is_main

EARLY = range(2, 21)
LATE = range(243, 273)
RULE = "docs/memory/rules/shared-authentication.md"
INTEGRATIONS = "docs/memory/decisions/crm-integrations.md"
EDITOR = "docs/memory/decisions/editor-rules.md"

Numbers = dict[str, object]

ARTICLE: Numbers = {
    "conversations": 272,
    "of work, others": (222, 50),
    "recaps none, link, brief, detailed": (113, 88, 19, 2),
    "detailed recaps": [227, 249],
    "first day, last day": ("2026-02-03", "2026-07-22"),
    "calendar days": 170,
    "active days": 45,
    "work on an active day: sum, mean, median, maximum": (222, "4.93", 3, 20),
    "days with 2, 3, 5 or more": (37, 25, 16),
    "their shares": ("82.2 %", "55.6 %", "35.6 %"),
    "files at the end, logs, main": (300, 263, 37),
    "characters at the end, of logs, main": (1_140_450, 996_507, 143_943),
    "registers": 3,
    "shares": 271,
    "share read, median": "1.99 %",
    "share read, 90th percentile": "12.82 %",
    "share read, largest": "44.44 %",
    "conversations with the largest share, files read, files": [(19, 8, 18)],
    "share read, early median": "27.78 %",
    "files over the last 30: there, read, share": (289, 4, "1.38 %"),
    "the ratio of these two medians": "1.38 %",
    "main characters at the first start with any": 14_539,
    "growth of the main characters": "9.90",
    "main characters early: median, readers, their median, share": ("20,800", 5, "4,400", "21 %"),
    "main characters late: median, readers, their median, share": ("136,000", 22, "5,400", "4.0 %"),
    "main characters read late, median over all": "4,260",
    "its share: median of ratios, over the end": ("2.96 %", "2.96 %"),
    "main characters, Pearson and Spearman": ("0.26", "0.27"),
    "cross-conversation reads, in conversations": (1_451, 240),
    "both kinds read": True,
    "reads with a distance": 1_384,
    "reads without one": {"excluded_thread": 58, "later_conversation": 5, "outside_conversations": 4},
    "distance: median, 90th percentile, largest": (4, 50, 191),
    "days: 90th percentile over all, over those with a distance, largest": (20, 20, 81),
    "recent read more often": True,
    "rule: written by, on, read by, on": (2, "2026-02-03", 157, "2026-04-23"),
    "rule: strictly between, full days": (154, 78),
    "rule: calls after the first read": "133",
    "integrations: read by 176 in, its recap": ("2026-05", "link"),
    "editor: a month and a half": True,
}
"""What the article prints, and what must be so for its cases."""


def numbers(solved: Solved) -> Numbers:
    """The same numbers, counted anew."""
    return {**_corpus(solved), **_archive(solved), **_main(solved), **_reads(solved), **_cases(solved)}


def _corpus(solved: Solved) -> Numbers:
    rows = solved.conversations
    kinds, recaps = Counter(one["kind"] for one in rows), Counter(one["recap"] for one in rows)
    days = sorted(one["started_at"][:10] for one in rows)
    work = list(solved.work_by_day.values())
    busy = [sum(count >= bound for count in work) for bound in (2, 3, 5)]
    return {
        "conversations": len(rows),
        "of work, others": (kinds["work"], kinds["informational"] + kinds["administrative"]),
        "recaps none, link, brief, detailed": tuple(
            recaps[recap] for recap in ("none", "link", "brief", "detailed")
        ),
        "detailed recaps": [int(one["ordinal"]) for one in rows if one["recap"] == "detailed"],
        "first day, last day": (days[0], days[-1]),
        "calendar days": (instant(days[-1]) - instant(days[0])).days + 1,
        "active days": len(work),
        "work on an active day: sum, mean, median, maximum": (
            sum(work), printed(Fraction(sum(work), len(work)), 2), median(work), max(work),
        ),
        "days with 2, 3, 5 or more": tuple(busy),
        "their shares": tuple(percent(Fraction(count, len(work)), 1) for count in busy),
    }  # fmt: skip


def _archive(solved: Solved) -> Numbers:
    end, shares = solved.end, solved.shares
    largest = max(shares.values())
    files = [solved.available[ordinal].files for ordinal in LATE]
    read = [len(solved.files_read[ordinal]) for ordinal in LATE]
    return {
        "files at the end, logs, main": (end.files, end.logs, end.main),
        "characters at the end, of logs, main": (end.chars, end.chars - end.main_chars, end.main_chars),
        "registers": sum(path.count("/") == 2 for path in solved.writes_of),
        "shares": len(shares),
        "share read, median": percent(median([*shares.values()])),
        "share read, 90th percentile": percent(p90([*shares.values()])),
        "share read, largest": percent(largest),
        "conversations with the largest share, files read, files": [
            (ordinal, len(solved.files_read[ordinal]), solved.available[ordinal].files)
            for ordinal, share in shares.items()
            if share == largest
        ],
        "share read, early median": percent(median([shares[ordinal] for ordinal in EARLY])),
        "files over the last 30: there, read, share": (
            median(files), median(read), percent(median([shares[ordinal] for ordinal in LATE])),
        ),
        "the ratio of these two medians": percent(median(read) / median(files)),
    }  # fmt: skip


def _main(solved: Solved) -> Numbers:
    there = {ordinal: one.main_chars for ordinal, one in solved.available.items()}
    read = solved.main_chars_read
    late = median([read[ordinal] for ordinal in LATE])
    ratios = [Fraction(read[ordinal], there[ordinal]) for ordinal in LATE]
    x, y = [*there.values()], [read[ordinal] for ordinal in there]
    return {
        "main characters at the first start with any": there[min(there)],
        "growth of the main characters": printed(Fraction(solved.end.main_chars, there[min(there)]), 2),
        "main characters early: median, readers, their median, share": _stretch(solved, EARLY, 0),
        "main characters late: median, readers, their median, share": _stretch(solved, LATE, 1),
        "main characters read late, median over all": printed(late),
        "its share: median of ratios, over the end": (
            percent(median(ratios)), percent(late / solved.end.main_chars),
        ),
        "main characters, Pearson and Spearman": (printed(pearson(x, y), 2), printed(spearman(x, y), 2)),
    }  # fmt: skip


def _stretch(solved: Solved, ordinals: range, decimals: int) -> tuple[str, int, str, str]:
    there = median([solved.available[ordinal].main_chars for ordinal in ordinals])
    read = [chars for ordinal in ordinals if (chars := solved.main_chars_read[ordinal])]
    return printed(there), len(read), printed(median(read)), percent(median(read) / there, decimals)


def _reads(solved: Solved) -> Numbers:
    distances = [one.distance for one in solved.updates if one.distance is not None]
    days = [one.days for one in solved.updates]
    known = [one.days for one in solved.updates if one.distance is not None]
    readers = {ordinal for ordinal, reads in solved.reads_of.items() if reads}
    kinds = {solved.by_ordinal[ordinal]["kind"] == "work" for ordinal in readers}
    near = sum(2 * distance <= max(distances) for distance in distances)
    return {
        "cross-conversation reads, in conversations": (len(solved.reads), len(readers)),
        "both kinds read": kinds == {True, False},
        "reads with a distance": len(distances),
        "reads without one": dict(Counter(one.because for one in solved.updates if one.because)),
        "distance: median, 90th percentile, largest": (median(distances), p90(distances), max(distances)),
        "days: 90th percentile over all, over those with a distance, largest": (
            p90(days), p90(known), max(days),
        ),
        "recent read more often": near > len(distances) - near,
    }  # fmt: skip


def _cases(solved: Solved) -> Numbers:
    (rule, *_), read = solved.writes_of[RULE], _first(solved, 157, RULE)
    between = instant(read["at"]) - instant(rule["at"])
    editor = _first(solved, 188, EDITOR)
    return {
        "rule: written by, on, read by, on": (int(rule["ordinal"]), rule["at"][:10], 157, read["at"][:10]),
        "rule: strictly between, full days": (157 - int(rule["ordinal"]) - 1, between.days),
        "rule: calls after the first read": solved.by_ordinal[157]["tool_calls_after_case"],
        "integrations: read by 176 in, its recap": (
            _first(solved, 176, INTEGRATIONS)["at"][:7], solved.by_ordinal[176]["recap"],
        ),
        "editor: a month and a half": 40 <= solved.update(editor).days <= 50,
    }  # fmt: skip


def _first(solved: Solved, ordinal: int, path: str) -> Row:
    return next(read for read in solved.reads_of[ordinal] if read["path"] == path)


def _out_of_order(solved: Solved) -> Iterator[object]:
    """Conversations are numbered by their starts, and none begins before the one before it has ended, but
    where that was taken up again later."""
    for number, one in enumerate(solved.conversations, 1):
        if int(one["ordinal"]) != number or not one["started_at"] < one["ended_at"]:
            yield one
    for one, following in zip(solved.conversations, solved.conversations[1:], strict=False):
        own = [read["at"] for read in solved.reads_of[int(one["ordinal"])]]
        resumed = bool(own) and max(own) > following["started_at"]
        if not (one["started_at"] < following["started_at"]):
            yield one
        if not resumed and one["ended_at"] >= following["started_at"]:
            yield one


def _dates_of_another_zone(solved: Solved) -> Iterator[object]:
    """Every date is the same from UTC-7 to UTC+3."""
    for one in solved.conversations:
        at = instant(one["started_at"])
        shifted = {(at + timedelta(hours=hours)).date().isoformat() for hours in (-7, 3)}
        if shifted != {one["date"]}:
            yield one


def _bad_versions(solved: Solved) -> Iterator[object]:
    """A file is created once and then only updated, each time later; it never shrinks, nothing is deleted."""
    for writes in solved.writes_of.values():
        for place, write in enumerate(writes):
            before = writes[place - 1] if place else None
            if write["action"] != ("update" if before else "create") or int(write["chars_after"]) <= 0:
                yield write
            if before and not (before["commit_at"] < write["at"] <= write["commit_at"]):
                yield write
            if before and int(before["chars_after"]) > int(write["chars_after"]):
                yield write


def _bad_commits(solved: Solved) -> Iterator[object]:
    """A conversation's writes share one commit, after its start and before the next conversation begins."""
    starts = [one["started_at"] for one in solved.conversations]
    commits: dict[str, set[str]] = {}
    for write in solved.writes:
        if (write["by"] == "conversation") != bool(write["ordinal"]):
            yield write
        if not write["ordinal"]:
            continue
        ordinal = int(write["ordinal"])
        commits.setdefault(write["ordinal"], set()).add(write["commit_at"])
        following = starts[ordinal] if ordinal < len(starts) else "9"
        if not starts[ordinal - 1] < write["at"] <= write["commit_at"] < following:
            yield write
    yield from (one for one in commits.items() if len(one[1]) > 1)


def _bad_logs(solved: Solved) -> Iterator[object]:
    """A log is written once: at most one by each conversation, and thirteen by excluded threads."""
    logs = [write for write in solved.writes if not is_main(write)]
    by = Counter(write["ordinal"] for write in logs)
    yield from (one for one in by.items() if one[0] and one[1] != 1)
    yield from (write for write in logs if write["action"] != "create")
    if by[""] != 13 or any(write["by"] == "outside" for write in logs):
        yield by
    for one in solved.conversations:
        if one["log_written"] != str(by[one["ordinal"]]):
            yield one


def _bad_edits_outside(solved: Solved) -> Iterator[object]:
    """Two edits outside any conversation, days after the last write; the file stays as long as it was."""
    edits = [write for write in solved.writes if write["by"] == "outside"]
    if len(edits) != 2:
        yield edits
    for edit in edits:
        writes = solved.writes_of[edit["path"]]
        before = writes[writes.index(edit) - 1]
        gap = instant(edit["at"]) - instant(before["commit_at"])
        if edit["chars_after"] != before["chars_after"] or gap < timedelta(days=3):
            yield edit


def _shrinking(solved: Solved) -> Iterator[object]:
    """The main sections never lose a character."""
    held = [one.main_chars for one in solved.available.values()]
    yield from (
        pair for pair in zip(held, [*held[1:], solved.end.main_chars], strict=True) if pair[0] > pair[1]
    )


def _wrong_conversations(solved: Solved) -> Iterator[object]:
    """The columns that state counts state what is counted anew."""
    for ordinal, one in solved.by_ordinal.items():
        reads = solved.reads_of[ordinal]
        with_distance = sum(solved.update(read).distance is not None for read in reads)
        stated = {"cross_reads": len(reads), "cross_reads_determinable": with_distance}
        stated |= {"has_snapshot": int(ordinal in solved.starting)}
        if there := solved.available.get(ordinal):
            files = solved.files_read[ordinal]
            stated |= {
                "files_available": there.files,
                "dialog_files_available": there.logs,
                "main_files_available": there.main,
                "chars_available": there.chars,
                "main_chars_available": there.main_chars,
                "files_read": len(files),
                "main_files_read": sum(is_main({"path": path}) for path in files),
                "main_chars_read": solved.main_chars_read[ordinal],
            }
        if {key: one[key] for key in stated} != {key: str(value) for key, value in stated.items()}:
            yield one
        share = f"{float(solved.shares[ordinal]):.6f}" if ordinal in solved.shares else ""
        if one["share_read"] != share or one["date"] != one["started_at"][:10]:
            yield one


def _wrong_reads(solved: Solved) -> Iterator[object]:
    """Who had updated the file last, how many conversations and days ago, or why that is not known."""
    for read, last in zip(solved.reads, solved.updates, strict=True):
        stated = {
            "writer_ordinal": last.write["ordinal"],
            "last_update_at": last.write["commit_at"],
            "distance_conversations": "" if last.distance is None else str(last.distance),
            "distance_days": str(last.days),
            "undetermined_because": last.because,
        }
        if {key: read[key] for key in stated} != stated:
            yield read


def _unclear_updates(solved: Solved) -> Iterator[object]:
    """Whether an update counts at its write or its commit, and a read at its call, at the start of its
    conversation or ten minutes after that, changes no distance and no day."""
    for read, last in zip(solved.reads, solved.updates, strict=True):
        written = solved.update(read, when="at")
        if (written.distance, written.days, written.because) != (last.distance, last.days, last.because):
            yield read
        if last.because == "later_conversation":
            continue
        start = instant(solved.by_ordinal[int(read["reader_ordinal"])]["started_at"])
        for at in (start, start + timedelta(minutes=10)):
            if (at - instant(last.write["commit_at"])).days != last.days:
                yield read


def _bad_reads(solved: Solved) -> Iterator[object]:
    """Reads follow each other inside their conversation, before it writes; all but those of a resumed one
    are of files that lay there at its start."""
    wrote: dict[str, str] = {}
    for write in solved.writes:
        wrote[write["ordinal"]] = min(write["at"], wrote.get(write["ordinal"], "9"))
    for ordinal, reads in solved.reads_of.items():
        one = solved.by_ordinal[ordinal]
        times = [read["at"] for read in reads]
        if [int(read["seq"]) for read in reads] != [*range(1, len(reads) + 1)] or times != sorted(set(times)):
            yield one
        for read in reads:
            later = read["undetermined_because"] == "later_conversation"
            inside = one["started_at"] < read["at"] <= one["ended_at"]
            if not inside or (read["path"] not in solved.starting[ordinal]) != later:
                yield read
            if not later and read["at"] >= wrote.get(str(ordinal), "9"):
                yield read


def _bad_lengths(solved: Solved) -> Iterator[object]:
    """A log is read whole; reads of one main file by one conversation fit beside each other into it."""
    for reads in solved.reads_of.values():
        held: Counter[str] = Counter()
        for read in reads:
            there = int(solved.version(read["path"], read["at"])["chars_after"])
            chars = int(read["chars_read"])
            held[read["path"]] += chars
            if is_main(read) and not 0 < chars <= held[read["path"]] <= there:
                yield read
            if not is_main(read) and chars != there:
                yield read


def _rule_touched(solved: Solved) -> Iterator[object]:
    """The rule rests from its introduction to the read that the case tells of, which is the first read."""
    read = solved.reads_of[157][0]
    yield from (write for write in solved.writes_of[RULE][1:] if write["at"] <= read["at"])
    if read["path"] != RULE:
        yield read


def _no_snapshot(solved: Solved) -> Iterator[object]:
    """Conversation 1 alone begins before any memory."""
    yield from solved.by_ordinal.keys() - solved.starting.keys() - {1}
    yield from solved.starting.keys() & {1}


ROWS: dict[str, Callable[[Solved], Iterator[object]]] = {
    "conversations in order, none inside another": _out_of_order,
    "dates the same in near zones": _dates_of_another_zone,
    "versions": _bad_versions,
    "one commit a conversation": _bad_commits,
    "logs": _bad_logs,
    "edits outside any conversation": _bad_edits_outside,
    "main sections only grow": _shrinking,
    "one conversation without a snapshot": _no_snapshot,
    "columns of conversations": _wrong_conversations,
    "columns of reads": _wrong_reads,
    "no update in doubt": _unclear_updates,
    "reads in their place": _bad_reads,
    "reads fit their files": _bad_lengths,
    "the rule rests": _rule_touched,
}
"""By rule what finds the rows that break it."""
