"""The study file: what it says, and what is told where it cannot be used."""

import json
from datetime import date
from pathlib import Path

import pytest

from pipeline.errors import RereadError
from pipeline.study import FILE_NAME, load, parse

LEAST = """
name = "s"
[[repositories]]
path = "repo"
[[memory]]
glob = "/docs/memory/**/*.md"
"""


def test_the_least_study_has_the_methods_defaults() -> None:
    study = parse(LEAST.encode(), "x")

    assert (study.zone, study.readings.time_axis, study.readings.attribution_days) == (
        "UTC",
        "first-parent",
        2,
    )
    assert (study.repositories[0].branch, study.memory[0].section) == ("HEAD", None)


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ("colour = 1", "study_key", "unknown key colour"),
        ("[readings]\nzeros = 'gone'", "study_value", "readings.zeros"),
        ("[readings]\nattribution_days = -1", "study_value", "readings.attribution_days"),
        (
            "[window]\nsince = 2026-02-01\nuntil = 2026-01-01",
            "study_value",
            "since 2026-02-01 lies after until",
        ),
        ("[window]\nuntil = 9999-12-31", "study_value", "leave it out where there is no end"),
        ("[[repositories]]\npath = 'b'", "study_value", "several repositories need a different prefix each"),
        ("[[repositories]]\npath = 'b'\nprefix = '../b'", "study_value", "leaves the repository"),
        ("[[memory]]\nglobe = 'x'\nglob = 'y'", "study_key", "unknown key memory[1].globe"),
        ("[[histories]]", "study_value", "histories[0].path"),
        ("x = [", "study_syntax", "not TOML"),
    ],
)
def test_a_fault_is_named_by_its_key(change: str, code: str, said: str) -> None:
    text = f"{change}\n{LEAST}" if "[" not in change or change == "x = [" else f"{LEAST}\n{change}"

    with pytest.raises(RereadError) as told:
        parse(text.encode(), "the/study.toml")

    assert told.value.problem.code == code
    assert said in told.value.problem.message
    assert told.value.problem.where == "the/study.toml"


CASE = "[[cases]]\nname = 'c'\npath = 'a.md'\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("[[histories]]\npath = ''", "histories[0].path: it is empty"),
        ("[[repositories]]\npath = ''\nprefix = 'b'", "repositories[1].path: it is empty"),
        (
            "[[repositories]]\npath = 'b'\nprefix = 'b'\naliases = ['/a', ' ']",
            "repositories[1].aliases[1]: it is empty",
        ),
        ("[start_set]\nfiles = ['[']", "start_set.files[0]: '[' matches no file"),
        ("[start_set]\nfiles = ['a/[]b']", "start_set.files[0]: 'a/[]b' matches no file"),
        ("[start_set]\nfiles = ['']", "start_set.files[0]: '' matches no file"),
        ("[start_set]\nfiles = ['# a']", "start_set.files[0]: '# a' matches no file"),
        ("[end_set]\ngroups = [['a'], []]", "end_set.groups[1]: it is empty"),
        ("[window]\nsince = 2026-02-01T00:00:00", "window.since: it is no day"),
        ("[window]\nuntil = '2026-02-01T00:00:00'", "window.until: it is no day"),
        ("[window]\nsince = 0", "window.since: it is no day"),
        ("[readings]\nattribution_days = 0.5", "readings.attribution_days: Input should be a valid integer"),
        ("[readings]\nattribution_days = true", "readings.attribution_days: Input should be a valid integer"),
        (f"{CASE}reader = -1", "cases[0].reader: it is no conversation"),
        (f"{CASE}reader = 0", "cases[0].reader: it is no conversation"),
        (f"{CASE}reader = true", "cases[0].reader: it is no conversation"),
        (f"{CASE}reader = ''", "cases[0].reader: it is no conversation"),
        (f"{CASE}reader = 1\nmentions = ['']", "cases[0].mentions[0]: it is empty"),
    ],
)
def test_a_value_that_can_mean_nothing_is_refused(change: str, said: str) -> None:
    with pytest.raises(RereadError) as told:
        parse(f"{LEAST}\n{change}".encode(), "x")

    assert told.value.problem.code == "study_value"
    assert told.value.problem.message.startswith(said)


def test_what_only_looks_odd_is_taken() -> None:
    files = ["!a/b.md", "[ab]*.md", "a\\[1].md", "[]x].md"]
    odd = f"[start_set]\nfiles = {json.dumps(files)}\n[window]\nsince = '2026-02-01'\n{CASE}reader = '7'"

    study = parse(f"{LEAST}\n{odd}".encode(), "x")

    assert study.start_set.files == tuple(files)
    assert (study.window.since, study.cases[0].reader) == (date(2026, 2, 1), "7")


def test_an_unknown_zone_is_told_with_an_example() -> None:
    with pytest.raises(RereadError, match=r"unknown time zone 'Mars/Base'; use a name such as Europe/Berlin"):
        parse(f'zone = "Mars/Base"\n{LEAST}'.encode(), "x")


def test_a_file_that_is_no_text_is_told() -> None:
    with pytest.raises(RereadError, match="not UTF-8"):
        parse(b"\xff\xfe\x00", "x")


def test_a_byte_order_mark_is_no_fault() -> None:
    assert parse(b"\xef\xbb\xbf" + LEAST.encode(), "x").name == "s"


def test_a_folder_without_a_study_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(RereadError) as told:
        load(tmp_path)

    assert told.value.problem.where == str(tmp_path / FILE_NAME)
    assert "reread new" in told.value.problem.remedy
