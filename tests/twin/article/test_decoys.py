"""What must count nothing stands in the twin, and does."""

import pandas as pd


def reads_of(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    return tables["memory_reads"]


def test_failed_reads_of_memory(tables: dict[str, pd.DataFrame]) -> None:
    calls, accesses = tables["tool_calls"], tables["accesses"]
    failed = calls[calls["status"] == "error"].merge(accesses, on=["conversation_id", "seq"])

    assert len(failed) > 20
    assert not failed.merge(reads_of(tables), on=["conversation_id", "seq"]).size


def test_searches_attachments_and_rules(tables: dict[str, pd.DataFrame]) -> None:
    calls, attachments = tables["tool_calls"], tables["attachments"]
    found = calls[(calls["action"] == "search") & calls["hits"].map(len).gt(0)]
    shapes = attachments["how"].value_counts()

    assert len(found) > 50
    assert shapes["mentioned"] > 5
    assert shapes["rule"] >= 1
    assert not found.merge(reads_of(tables), on=["conversation_id", "seq"]).size


def test_reads_of_source_and_of_a_log_just_written(tables: dict[str, pd.DataFrame]) -> None:
    accesses, reads = tables["accesses"], reads_of(tables)
    source = accesses[
        (accesses["action"] == "read") & accesses["path"].str.match(r"(src|tests)/").fillna(False)
    ]
    own = reads[reads["undetermined_because"] == "no_update"]

    assert len(source) > 200
    assert len(own) > 20
    assert not own["cross"].any()


def test_shell_reads_are_some_of_the_reads(tables: dict[str, pd.DataFrame]) -> None:
    reads = reads_of(tables).merge(tables["tool_calls"], on=["conversation_id", "seq"])
    shell = reads[reads["cross"] & reads["tool"].str.contains("terminal")]

    assert len(shell) > 50


def test_a_subagents_reads_are_kept_apart(tables: dict[str, pd.DataFrame]) -> None:
    reads = reads_of(tables).merge(tables["conversations"], on="conversation_id")

    assert (reads["excluded_because"] == "subagent").sum() >= 1
    assert not reads.loc[reads["excluded_because"] == "subagent", "cross"].any()


def test_a_clock_is_not_believed_and_moves_nothing(tables: dict[str, pd.DataFrame]) -> None:
    commits = tables["repository"]

    assert (~commits[commits["axis"] == "first-parent"]["believed"]).sum() == 1
