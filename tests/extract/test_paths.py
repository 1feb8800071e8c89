"""Every form of a path that histories hold."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.paths import Locator, normal

ROOT = "/srv/work/lumen"
ALIASES = ("c:/Users/dev/lumen", "wsl+ubuntu:/home/dev/lumen", "ssh-remote+buildbox:/srv/work/lumen")
LOCATOR = Locator(ROOT, ALIASES)
HEX = b'{"hostName":"buildbox"}'.hex()


@pytest.mark.parametrize(
    ("said", "form"),
    [
        ("file:///srv/work/lumen", "/srv/work/lumen"),
        ("file:///c%3A/Users/dev/lumen", "c:/Users/dev/lumen"),
        ("file:///srv/100%2525.md", "/srv/100%25.md"),
        (r"C:\Users\dev\lumen\docs\x.md", "c:/Users/dev/lumen/docs/x.md"),
        ("/c:/Users/dev", "c:/Users/dev"),
        (r"\\?\C:\Users", "c:/Users"),
        ("/mnt/c/Users/dev/lumen", "c:/Users/dev/lumen"),
        ("/c/Users/dev/lumen", "c:/Users/dev/lumen"),
        ("vscode-remote://wsl%2Bubuntu/home/dev/lumen", "wsl+ubuntu:/home/dev/lumen"),
        ("vscode-remote://wsl+Ubuntu/home/dev/lumen", "wsl+ubuntu:/home/dev/lumen"),
        ("vscode-remote://wsl+Ubuntu/mnt/c/Users", "c:/Users"),
        (r"\\wsl.localhost\Ubuntu\home\dev", "wsl+ubuntu:/home/dev"),
        (r"\\wsl$\Ubuntu\home\dev", "wsl+ubuntu:/home/dev"),
        ("file://wsl.localhost/Ubuntu/home/dev", "wsl+ubuntu:/home/dev"),
        ("vscode-remote://ssh-remote%2Bbuildbox/srv/work", "ssh-remote+buildbox:/srv/work"),
        (f"vscode-remote://ssh-remote%2B{HEX}/srv/work", "ssh-remote+buildbox:/srv/work"),
        ("/srv/work/./lumen/docs/../a.md", "/srv/work/lumen/a.md"),
        (r"docs\memory\a.md", "docs/memory/a.md"),
        ("/srv/back\\slash.md", "/srv/back\\slash.md"),
        ("untitled:Untitled-1", "untitled:Untitled-1"),
    ],
)
def test_each_form_has_one_normal_form(said: str, form: str) -> None:
    assert normal(said) == form


@given(st.text(min_size=1, max_size=40))
def test_the_normal_form_of_a_plain_path_is_its_own_normal_form(said: str) -> None:
    once = normal("/" + said)
    assert normal(once) == once


@pytest.mark.parametrize(
    ("said", "folder", "path"),
    [
        (ROOT, None, "."),
        ("docs/a.md", None, "docs/a.md"),
        ("./a.md", f"{ROOT}/docs", "docs/a.md"),
        ("../a.md", f"{ROOT}/docs", "a.md"),
        ("../out.md", None, "/srv/work/out.md"),
        ("/srv/work/lumen2/a.md", None, "/srv/work/lumen2/a.md"),
        (r"C:\USERS\dev\Lumen\docs\A.md", None, "docs/A.md"),
        ("/home/dev/lumen/a.md", "wsl+ubuntu:/home/dev/lumen", "a.md"),
        ("/home/dev/other/a.md", "wsl+ubuntu:/home/dev/lumen", "wsl+ubuntu:/home/dev/other/a.md"),
        (f"{ROOT}/.claude/worktrees/blue-fox/docs/a.md", None, "docs/a.md"),
        ("/home/u/.cursor/worktrees/lumen/ab12/docs/a.md", None, "docs/a.md"),
        ("/home/u/.cursor/worktrees/other/ab12/a.md", None, "/home/u/.cursor/worktrees/other/ab12/a.md"),
        ("~/.notes.md", None, "~/.notes.md"),
        ("docs/a:b.md", None, "docs/a:b.md"),
    ],
)
def test_a_path_inside_is_relative_and_one_outside_is_absolute(
    said: str, folder: str | None, path: str
) -> None:
    assert LOCATOR.resolve(said, folder) == path


def test_what_lies_outside_has_no_relative_path() -> None:
    assert LOCATOR.relative("/srv/work/other") is None
    assert not LOCATOR.holds("/srv/work/other/a.md")
    assert LOCATOR.holds("vscode-remote://wsl%2BUbuntu/home/dev/lumen/a.md")


def test_a_repository_on_disk_is_known_by_its_real_path_and_its_worktrees(tmp_path: Path) -> None:
    real, tree, link = tmp_path / "real", tmp_path / "tree", tmp_path / "link"
    (real / ".git" / "worktrees" / "tree").mkdir(parents=True)
    (real / ".git" / "worktrees" / "tree" / "gitdir").write_text(f"{tree}/.git\n")
    link.symlink_to(real)

    locator = Locator(str(link))

    assert [locator.resolve(f"{place}/a.md") for place in (link, real, tree)] == ["a.md"] * 3
