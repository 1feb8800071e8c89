"""What commands do to files, from the text of a command to its accesses."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.histories.records import Access, Status
from pipeline.extract.histories.shell import accesses
from pipeline.extract.paths import Locator

ROOT = "/srv/work/lumen"
LOCATOR = Locator(ROOT, ("c:/Users/dev/lumen",))
Row = tuple[str, str | None, int | None, int | None]


def rows(command: str, folder: str | None = ROOT) -> list[Row]:
    found = accesses(command, LOCATOR, folder)
    return [(a.action, a.path, a.line_from, a.line_to) for a in found]


def calls_of(history: Path) -> list[tuple[str, str]]:
    """The commands of a Claude Code history with what they printed."""
    lines = [json.loads(line) for line in history.read_text("utf-8").split("\n") if line]
    parts = [p for line in lines for p in line["message"]["content"] if isinstance(p, dict)]
    commands = {p["id"]: p["input"]["command"] for p in parts if p["type"] == "tool_use"}
    printed = {p["tool_use_id"]: p["content"] for p in parts if p["type"] == "tool_result"}
    return [(command, printed[name]) for name, command in commands.items()]


def test_a_shell_command_is_a_program(failing_inputs: Path, failing_right: dict[str, Any]) -> None:
    case = failing_right["B5"]
    calls = calls_of(failing_inputs / case["inputs"][0])

    found = [
        [
            {"action": a.action, "path": a.path, "line_from": a.line_from, "line_to": a.line_to}
            for a in accesses(command, LOCATOR, ROOT, output=output)
            if a.action in {"read", "write", "move", "delete"} and not str(a.path).startswith("/")
        ]
        for command, output in calls
    ]

    assert found == case["right"]["accesses_by_call"]


@pytest.mark.parametrize(
    ("command", "right"),
    [
        ("cat a.md | head -40", [("read", "a.md", 1, 40)]),
        ("head a.md", [("read", "a.md", 1, 10)]),
        ("tail -n 2 a.md", [("read", "a.md", -2, None)]),
        ("tail -n +5 a.md", [("read", "a.md", 5, None)]),
        ("head -20 a.md | tail -5", [("read", "a.md", 16, 20)]),
        ("tail -20 a.md | head -5", [("read", "a.md", -20, -16)]),
        ("nl -ba a.md | sed -n '1,80p'", [("read", "a.md", 1, 80)]),
        ("sed -n '3,$p' a.md", [("read", "a.md", 3, None)]),
        ("sed -n '/x/p' a.md", []),
        ("awk 'NR>=3 && NR<=9' a.md", [("read", "a.md", 3, 9)]),
        ("awk '/x/' a.md", [("search", "a.md", None, None)]),
        ("cat a.md | grep x", [("search", "a.md", None, None)]),
        ("cat a.md | wc -l", []),
        ("head -5 < a.md", [("read", "a.md", 1, 5)]),
        (
            "(cd docs && cat a.md); cat b.md",
            [("read", "docs/a.md", None, None), ("read", "b.md", None, None)],
        ),
        ("cd $(git rev-parse --show-toplevel) && cat a.md", [("read", "a.md", None, None)]),
        ("{ cat a.md; cat b.md; } > c.md", [("write", "c.md", None, None)]),
        ("x=$(cat a.md)", []),
        ("F=docs/a.md; cat $F", [("read", "docs/a.md", None, None)]),
        ("for f in a b; do cat $f.md; done", [("read", "a.md", None, None), ("read", "b.md", None, None)]),
        ("sudo -u me env A=b cat a.md", [("read", "a.md", None, None)]),
        ("cat a.md | tee b.md", [("write", "b.md", None, None), ("read", "a.md", None, None)]),
        ("mv a.md b.md", [("move", "a.md", None, None), ("write", "b.md", None, None)]),
        ("git -C docs rm a.md", [("delete", "docs/a.md", None, None)]),
        ("cp a.md b.md docs/", [("write", "docs/a.md", None, None), ("write", "docs/b.md", None, None)]),
        ("git show HEAD:a.md", []),
        ("ls", [("list", ".", None, None)]),
        ("cat a.md 2>/dev/null || true", [("read", "a.md", None, None)]),
        ("if [[ -f a && b > c ]]; then cat a.md; fi", [("read", "a.md", None, None)]),
        ("f() { cat no.md; }\ncat a.md", [("read", "a.md", None, None)]),
    ],
)
def test_a_form_of_a_posix_shell(command: str, right: list[Row]) -> None:
    assert rows(command) == right


@pytest.mark.parametrize(
    ("command", "right"),
    [
        (r"Get-Content .\docs\a.md -TotalCount 3", [("read", "docs/a.md", 1, 3)]),
        ("Get-Content -Path docs/a.md -Tail 5", [("read", "docs/a.md", -5, None)]),
        ("gc a.md | Select-Object -Skip 5 -First 10", [("read", "a.md", 6, 15)]),
        ("(Get-Content a.md)[0..4]", [("read", "a.md", 1, 5)]),
        (r"Get-Content 'docs\it''s.md' -Raw", [("read", "docs/it's.md", None, None)]),
        ("if (Test-Path a.md) { Get-Content a.md }", [("read", "a.md", None, None)]),
        ("$x = Get-Content a.md", []),
        ("'x' | Out-File -FilePath a.md -Encoding utf8", [("write", "a.md", None, None)]),
        ("Move-Item a.md b.md", [("move", "a.md", None, None), ("write", "b.md", None, None)]),
        (r"type docs\a.md", [("read", "docs/a.md", None, None)]),
        (r"cd /d C:\Users\dev\lumen && type docs\a.md", [("read", "docs/a.md", None, None)]),
        (r"del docs\a.md", [("delete", "docs/a.md", None, None)]),
        (r"cmd /c type docs\a.md", [("read", "docs/a.md", None, None)]),
        (r'powershell -Command "Get-Content docs\a.md"', [("read", "docs/a.md", None, None)]),
    ],
)
def test_a_form_of_windows(command: str, right: list[Row]) -> None:
    assert rows(command, "c:/Users/dev/lumen") == right


@pytest.mark.parametrize(
    ("command", "path", "flags"),
    [
        ("cat docs/*.md", "docs/*.md", ("glob",)),
        ('for f in docs/*.md; do cat "$f"; done', "docs/*.md", ("glob",)),
        ("find docs -name '*.md' -exec cat {} +", "docs/**/*.md", ("glob",)),
        ("ls docs/*.md | while read f; do cat $f; done", "docs/*.md", ("glob",)),
        ("find docs -name '*.md' | xargs cat", "docs/**/*.md", ("glob",)),
        ("sed -n '1,5p;9,12p' a.md", "a.md", ("merged_ranges",)),
        ('cat "$X/a.md"', None, ("unresolved",)),
        ('cd "$X" && cat a.md', None, ("unresolved",)),
    ],
)
def test_what_is_not_one_file_s_one_range_is_flagged(
    command: str, path: str | None, flags: tuple[str, ...]
) -> None:
    (read,) = (a for a in accesses(command, LOCATOR, ROOT) if a.action == "read")
    assert (read.path, read.flags) == (path, flags)


@pytest.mark.parametrize(
    ("command", "lines"),
    [
        ("sed -n '15,40p' a.md && echo && sed -n '90,115p' a.md", (15, 115)),
        ("head -5 a.md; tail -5 a.md", (1, None)),
        ("tail -5 a.md; tail -9 a.md", (-9, None)),
        ("head -5 a.md; cat a.md", (None, None)),
    ],
)
def test_ranges_of_one_file_are_one_read(command: str, lines: tuple[int | None, int | None]) -> None:
    (read,) = accesses(command, LOCATOR, ROOT)

    assert (read.line_from, read.line_to) == lines
    assert read.flags == ("merged_ranges",)


@pytest.mark.parametrize(
    ("command", "right"),
    [
        ("cat a.md; cat a.md", [("read", "a.md", None, None)]),
        ("grep x a.md; grep y a.md", [("search", "a.md", None, None)]),
        ("rm a.md; echo x > a.md; rm a.md", [("write", "a.md", None, None), ("delete", "a.md", None, None)]),
        ("cat a.md; echo x > a.md; cat a.md", [("read", "a.md", None, None), ("write", "a.md", None, None)]),
    ],
)
def test_what_a_command_does_to_a_file_twice_it_does_once(command: str, right: list[Row]) -> None:
    assert rows(command) == right


def test_files_that_cannot_be_told_stay_apart() -> None:
    assert rows('cat "$X"; cat "$Y"') == [("read", None, None, None)] * 2


def test_an_output_is_the_read_s_text_where_nothing_else_prints() -> None:
    (alone,) = accesses("cd docs && cat a.md", LOCATOR, ROOT, output="# A\n")
    first, _ = accesses("head -2 a.md && ls", LOCATOR, ROOT, output="# A\n\na.md\n")

    assert alone == Access("read", "docs/a.md", chars=4, chars_basis="log")
    assert first == Access("read", "a.md", 1, 2, chars_basis="range")


def test_line_numbers_are_no_text() -> None:
    output = "     1\t# A\n     2\t"
    (read,) = accesses("nl -ba a.md | sed -n '1,2p'", LOCATOR, ROOT, output=output)

    assert read == Access("read", "a.md", 1, 2, len("# A\n"), "log-stripped")


@pytest.mark.parametrize("status", ["error", "cancelled", "pending"])
def test_a_call_that_did_not_succeed_gave_no_text(status: Status) -> None:
    assert accesses("cat a.md", LOCATOR, ROOT, output="no", status=status) == [Access("read", "a.md")]


def test_a_list_of_arguments_holds_its_script_last() -> None:
    (read,) = accesses(["bash", "-lc", "cat 'docs/a b.md'"], LOCATOR, None)
    (windows,) = accesses(["powershell.exe", "-Command", r"Get-Content docs\a.md"], LOCATOR, None)

    assert (read.path, windows.path) == ("docs/a b.md", "docs/a.md")


@given(st.text(alphabet="ab ./'\"$(){}[]<>|&;\\\n`#*=-EOF", max_size=60))
def test_no_text_is_too_odd_for_a_command(text: str) -> None:
    for folder in (ROOT, "c:/Users/dev/lumen"):
        accesses(f"cat {text}", LOCATOR, folder)
        accesses(f"Get-Content {text}", LOCATOR, folder)
