"""The figures of SpecStory's oldest form, whose names have no zone."""

from tests.corpora.counted import Counted, Figure
from tests.corpora.figures import cursor_markdown, repository

SAMPLES = (
    "2025-04-26_22-29-task-management-command-design.md",
    "2025-04-28_19-10-starting-work-on-project-#004.md",
    "2025-04-30_01-13-task-011-progress-and-updates.md",
    "2025-04-30_21-54-available-tasks-inquiry.md",
    "2025-05-02_18-34-task-021-status-inquiry.md",
)


def figures(counted: Counted) -> dict[str, Figure]:
    starts = cursor_markdown.starts(counted)
    calls = cursor_markdown.of_calls(counted)
    made = {
        **repository.of_histories(counted),
        **repository.of_repository(counted, starts),
        **calls,
        **cursor_markdown.of_memory(counted, starts),
        "histories with a time": len(starts),
        "first start": repository.minutes(min(starts.values())),
        "last start": repository.minutes(max(starts.values())),
        "characters of all histories": repository.characters(counted),
        "snapshot at the first start": _first_snapshot(counted),
    }
    for name in SAMPLES:
        made |= counted.sample(name, starts, counted.memory_reads, calls["calls"].counts)
    return made


def _first_snapshot(counted: Counted) -> str:
    snapshots = counted.derived.table("snapshots")
    snapshots = snapshots[snapshots["axis"] == "first-parent"].set_index("conversation_id")
    files = snapshots.loc[counted.main["started_at"].idxmin(), "files"]
    return "none" if files is snapshots["files"].dtype.na_value else str(files)
