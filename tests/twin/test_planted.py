"""The planted study as a whole: labelled, repeatable, what its plan says."""

import csv
import subprocess
from collections import Counter
from pathlib import Path

from pipeline.study import Readings, load
from pipeline.tables import EXCLUSIONS
from pipeline.twin.plan import instant
from pipeline.twin.planted import write_planted
from pipeline.twin.planted_threads import THREADS

HERE = Path(__file__).parent / "planted"


def rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as held:
        return list(csv.DictReader(held))


def files(folder: Path) -> dict[str, bytes]:
    kept = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts]
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


def head(folder: Path) -> str:
    asked = ["git", "-C", str(folder / "repo"), "rev-parse", "main"]
    return subprocess.run(asked, capture_output=True, check=True, text=True).stdout.strip()


def test_the_same_plan_gives_the_same_bytes(planted: Path, tmp_path: Path) -> None:
    write_planted(tmp_path)
    assert files(tmp_path) == files(planted)
    assert head(tmp_path) == head(planted)


def test_the_study_file_is_valid_and_says_synthetic(planted: Path) -> None:
    study = load(planted)
    assert study.synthetic
    assert "Synthetic" in study.title
    assert all((planted / history.path).is_dir() for history in study.histories)
    assert all((planted / repository.path).is_dir() for repository in study.repositories)


def test_its_readme_says_synthetic(planted: Path) -> None:
    assert b"Synthetic" in (planted / "README.md").read_bytes()
    assert b"Synthetic" in (planted / "repo" / "README.md").read_bytes()


def test_independent_threads_are_numbered_by_their_start() -> None:
    starts = [instant(t.events[0].at) for t in sorted(THREADS[:34], key=lambda thread: thread.number)]
    assert starts == sorted(set(starts))
    assert [t.number for t in THREADS[:34]] == list(range(1, 35))


def test_every_planned_read_of_memory_is_expected_once() -> None:
    planned = [
        (str(thread.number), str(place), event.path)
        for thread in THREADS[:34]
        for place, event in enumerate(thread.events)
        if event.act in ("read", "cat", "sed") and event.status == "completed"
    ]
    expected = [(row["ordinal"], row["seq"], row["path"]) for row in rows("expected_tables/reads.csv")]
    assert sorted(planned) == sorted(expected)


def test_expected_reads_hold_the_characters_that_the_plan_returns() -> None:
    planned = {
        (str(thread.number), str(place)): str(len(event.text))
        for thread in THREADS[:34]
        for place, event in enumerate(thread.events)
    }
    for row in rows("expected_tables/reads.csv"):
        assert planned[row["ordinal"], row["seq"]] == row["chars_read"], row


def test_expected_measures_agree_with_the_expected_reads() -> None:
    measures = {row["name"]: row["value"] for row in rows("expected_measures.csv")}
    reads = rows("expected_tables/reads.csv")
    why = Counter(row["undetermined_because"] for row in reads)
    found = Counter(row["found_by"] for row in reads)
    assert int(measures["memory_reads.count"]) == len(reads)
    assert int(measures["cross_reads.count"]) == sum(row["cross"] == "1" for row in reads)
    assert int(measures["cross_distance_conversations.n"]) == why[""]
    for reason in ("excluded_thread", "outside_conversations", "later_conversation", "no_update"):
        assert int(measures[f"undetermined.{reason}"]) == why[reason]
    for way, count in found.items():
        assert int(measures[f"found_by.{way}"]) == count


def test_every_reason_of_exclusion_has_an_expected_count() -> None:
    measures = {
        row["name"]: int(row["value"]) for row in rows("expected_measures.csv") if "excl" in row["name"]
    }
    counts = [measures[f"conversations.excluded.{reason}"] for reason in EXCLUSIONS]
    assert sum(counts) == measures["conversations.excluded"]


def test_measures_are_named_once() -> None:
    names = [row["name"] for row in rows("expected_measures.csv")]
    assert len(names) == len(set(names))


def test_every_reading_moves_some_expected_measure() -> None:
    measures = {row["name"]: row["value"] for row in rows("expected_measures.csv")}
    moved = rows("readings.csv")
    assert {row["reading"] for row in moved} == set(Readings.model_fields)
    for row in moved:
        assert float(row["expected"]) != float(measures[row["measure"]]), row
        value = int(row["value"]) if row["reading"] == "attribution_days" else row["value"]
        Readings.model_validate({row["reading"]: value})


def test_every_thread_is_titled_synthetic() -> None:
    assert all(thread.title.startswith("Synthetic") for thread in THREADS)
