"""What pages name is there: other pages, headings, files, commands, targets; and they name no machine."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from pipeline.cli.group import COMMANDS

CHECKOUT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:tmp|work|root|var|opt|mnt|private)/|/home/(?!dev\b)|\bfile://")
REGISTRY = re.compile(
    r"\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|anaconda\.org|registry\.[a-z]|crates\.io|proxy\.golang)"
    r"|--index-url|--extra-index"
)
TICKET = re.compile(r"(?:^|[\s(])#\d+\b|\b(?:issue|ticket|pull request) \d+", re.IGNORECASE)
# Made in the page's own example; not files of this repository.
EXAMPLES = {
    "pipeline/extract/histories/chat_log.py",
    "pipeline/figures/still_unread.py",
    "pipeline/measures/pauses.py",
    "tests/extract/histories/test_chat_log.py",
    "tests/figures/test_still_unread.py",
    "tests/measures/test_pauses.py",
}


def _pages() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=CHECKOUT, capture_output=True, check=True, text=True,
    )  # fmt: skip
    return sorted(name for name in listed.stdout.split("\0") if name and (CHECKOUT / name).is_file())


PAGES = _pages()
WRITTEN = [name for name in PAGES if not name.startswith("tests/")]


@cache
def text(name: str) -> str:
    return (CHECKOUT / name).read_text("utf-8")


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def dead_links(page: Path, top: Path) -> list[str]:
    """The links of a page that lead to no file below `top`, or to no heading of it."""
    dead = []
    for target in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        if not (found.is_relative_to(top) and found.exists()) or (anchor and anchor not in anchors(found)):
            dead.append(target)
    return dead


@pytest.mark.parametrize("name", PAGES)
def test_no_relative_link_is_dead(name: str) -> None:
    assert dead_links(CHECKOUT / name, CHECKOUT) == []


@pytest.mark.parametrize("name", PAGES)
def test_no_page_names_a_path_of_one_machine_a_registry_or_a_ticket(name: str) -> None:
    found = [pattern.search(text(name)) for pattern in (MACHINE_PATH, REGISTRY, TICKET)]

    assert [one.group() for one in found if one] == []


@pytest.mark.parametrize("name", WRITTEN)
def test_files_that_a_page_names_are_there(name: str) -> None:
    named = re.findall(r"`((?:pipeline|tests|docs|notebooks|benchmarks)/[\w./-]*)`", text(name))

    assert [path for path in named if not (CHECKOUT / path).exists() and path not in EXAMPLES] == []


@pytest.mark.parametrize("name", WRITTEN)
def test_commands_that_a_page_names_are_there(name: str) -> None:
    named = re.findall(r"(?:`|bin/|^)reread ([a-z]+)", text(name), re.MULTILINE)

    assert [command for command in named if command not in COMMANDS] == []


@pytest.mark.parametrize("name", WRITTEN)
def test_targets_that_a_page_names_are_there(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    named = re.findall(r"(?:`|^)make ([a-z-]+)", text(name), re.MULTILINE)

    assert [target for target in named if target not in targets] == []


def test_every_page_of_docs_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), ["README.md"]
    while waiting:
        name = waiting.pop()
        if name in reached or not name.endswith(".md"):
            continue
        reached.add(name)
        links = [link.split("#")[0] for link in LINK.findall(text(name)) if ":" not in link]
        found = [(CHECKOUT / name).parent.joinpath(link).resolve() for link in links if link]
        waiting += [path.relative_to(CHECKOUT).as_posix() for path in found if path.is_file()]

    assert [
        page for page in WRITTEN if page.startswith(("docs/", "CONTRIBUTING")) and page not in reached
    ] == []


def test_the_checks_find_what_they_look_for() -> None:
    assert MACHINE_PATH.search("see /tmp/x")
    assert MACHINE_PATH.search("in /home/anna/work")
    assert not MACHINE_PATH.search("`c:/Users/dev/lumen`, `/srv/work/lumen`, `~/.config/Cursor/User`")
    assert REGISTRY.search("from https://pypi.org/simple")
    assert TICKET.search("as in #12")
    assert not TICKET.search("`ID#2`")


def test_a_link_to_a_missing_page_a_missing_heading_or_outside_the_checkout_is_dead(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("# The one heading\n", "utf-8")
    page = tmp_path / "a.md"
    page.write_text(
        "[b](b.md) [b](b.md#the-one-heading) [web](https://example.org/x)\n"
        "[c](c.md) [b](b.md#another) ![up](../x.png)\n```\n[d](d.md)\n```\n",
        "utf-8",
    )

    assert dead_links(page, tmp_path) == ["c.md", "b.md#another", "../x.png"]
