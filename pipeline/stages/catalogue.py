"""Every stage, in the order in which they run."""

from pipeline import tables
from pipeline.stages import deriving, extracting
from pipeline.stages.stage import Stage

_READING = ("memory", "dialogs", "readings", "start_set", "end_set", "repositories")
_ALL = tuple(table.name for table in tables.TABLES if table.name not in {"skipped_inputs", "messages"})

STAGES: tuple[Stage, ...] = (
    Stage(
        "histories",
        "Reading histories",
        (),
        ("conversations", "messages", "tool_calls", "accesses", "attachments"),
        ("repositories", "histories", "window", "zone", "unzoned_file_names"),
        extracting.histories,
        extracting.history_inputs,
    ),
    Stage(
        "memory",
        "Reading memory from Git",
        (),
        ("committed_versions", "memory_blobs", "memory_names", "repository"),
        ("repositories", "memory", "dialogs", "start_set"),
        extracting.memory,
        extracting.memory_inputs,
    ),
    Stage(
        "requests",
        "Labelling first requests",
        ("conversations",),
        ("requests",),
        ("requests",),
        deriving.requests,
        deriving.label_inputs,
    ),
    Stage(
        "writes",
        "Finding who wrote what",
        ("conversations", "tool_calls", "accesses", "memory_names", "committed_versions"),
        ("memory_writes", "memory_versions"),
        _READING,
        deriving.writes,
    ),
    Stage(
        "snapshots",
        "Rebuilding memory at each start",
        ("conversations", "memory_versions", "memory_blobs", "repository"),
        ("snapshots",),
        _READING,
        deriving.snapshots,
    ),
    Stage(
        "reads",
        "Following reads",
        (
            "conversations",
            "messages",
            "tool_calls",
            "accesses",
            "attachments",
            "memory_versions",
            "memory_blobs",
            "memory_names",
            "memory_writes",
            "requests",
            "snapshots",
        ),
        ("memory_reads", "reads_by_conversation"),
        _READING,
        deriving.reads,
    ),
    Stage(
        "activity",
        "Counting days",
        ("conversations", "messages", "requests"),
        ("activity",),
        ("zone", "readings"),
        deriving.activity,
    ),
    Stage(
        "growth",
        "Measuring growth",
        ("conversations", "memory_versions", "repository"),
        ("growth",),
        ("readings",),
        deriving.growth,
    ),
    Stage(
        "cases",
        "Following cases",
        (
            "conversations",
            "messages",
            "tool_calls",
            "accesses",
            "memory_versions",
            "memory_writes",
            "memory_reads",
        ),
        ("cases",),
        ("cases", "readings", "repositories"),
        deriving.cases,
    ),
    Stage(
        "figures",
        "Drawing charts",
        (*_ALL, "messages"),
        (),
        tuple(
            key
            for key in (
                "name",
                "title",
                "synthetic",
                "zone",
                "seed",
                "window",
                "dialogs",
                "readings",
                "cases",
            )
        ),
        deriving.figures,
    ),
)
