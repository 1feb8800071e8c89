"""The figures of the Cursor project whose export changed its form."""

from tests.corpora.counted import Counted, Figure
from tests.corpora.figures import cursor_markdown, repository

SAMPLES = (
    "2025-08-25_16-51Z-improving-chef-chopski-s-product-quality.md",
    "2025-09-25_19-36Z-get-all-frontend-unit-tests-passing.md",
    "2025-10-02_21-03Z-feature-production-deployment.md",
    "2025-10-03_21-09Z-investigate-agent-response-issues.md",
    "2025-10-04_03-09Z-how-to-fill-out-the-form.md",
)


def figures(counted: Counted) -> dict[str, Figure]:
    starts = cursor_markdown.starts(counted)
    calls = cursor_markdown.of_calls(counted)
    reads = counted.reads[counted.reads["of"] == "read"]
    nameless = counted.calls[counted.calls["tool"] == "unknown"]
    made = {
        **repository.of_histories(counted),
        **repository.of_repository(counted, starts),
        **calls,
        **cursor_markdown.of_memory(counted, starts),
        "first start": repository.minutes(min(starts.values())),
        "last start": repository.minutes(max(starts.values())),
        "characters of all histories": repository.characters(counted),
        "failed calls without a name": int((nameless["status"] == "error").sum()),
        "reads": counted.per_history("reads", reads),
        "failed reads": int((~reads["status"].isin(["ok", "unknown"])).sum()),
        "reads without a path": counted.per_history("reads without a path", reads[reads["path"].isna()]),
        "memory reads less those before a failed call without a name": _less_those_before_a_failed(counted),
    }
    for name in SAMPLES:
        made |= counted.sample(name, starts, counted.memory_reads, calls["calls"].counts)
    return made


def _less_those_before_a_failed(counted: Counted) -> int:
    nameless = counted.calls[counted.calls["tool"] == "unknown"]
    failed = set()
    for name, seq in zip(nameless["conversation_id"], nameless["seq"], strict=True):
        same = counted.calls[counted.calls["conversation_id"] == name]
        failed.add((name, same.loc[same["seq"] < seq, "seq"].max()))
    reads = counted.memory_reads
    return sum(key not in failed for key in zip(reads["conversation_id"], reads["seq"], strict=True))
