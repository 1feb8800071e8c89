"""Rows printed in columns."""

import os
import sys

import pytest

from pipeline.cli.columns import print_columns

ROWS = [("a" * 36, 1_234, "short"), ("b", None, "日本語の長い題名がここに続きます" * 3)]


def test_nothing_is_cut_where_no_terminal_is(capsys: pytest.CaptureFixture[str]) -> None:
    print_columns(("id", "calls", "request"), ROWS, cut="request")

    first, second, third = capsys.readouterr().out.splitlines()
    assert first == f"{'id':<36}  calls  request"
    assert second == f"{'a' * 36}  1,234  short"
    assert third.endswith(ROWS[1][2])


def test_only_the_named_column_is_cut_to_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((70, 24)))

    print_columns(("id", "calls", "request"), ROWS, cut="request")

    lines = capsys.readouterr().out.splitlines()
    assert "a" * 36 in lines[1]
    assert "…" in lines[2]
    # Each of these letters takes two places of a terminal.
    assert len(lines[2]) + sum(character > "⺀" for character in lines[2]) <= 70


def test_what_could_steer_a_terminal_is_shown_as_codes(capsys: pytest.CaptureFixture[str]) -> None:
    print_columns(("path",), [("\x1b[31mred\u202e",)])

    assert capsys.readouterr().out == "path\n\\x1b[31mred\\x202e\n"
