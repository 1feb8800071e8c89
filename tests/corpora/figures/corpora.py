"""The four corpora: what each calls memory, its figures, and the plain count of one of its histories."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.corpora.counted import Counted, Figure
from tests.corpora.figures import chef_chopsky, cipher_box, getspecstory, minsky
from tests.corpora.plain import agent_markdown, cursor_markdown, session_lines

IsMemory = Callable[[str], bool]


@dataclass(frozen=True)
class Corpus:
    """One corpus; `plain` counts a history by its name and bytes, `histories` is the folder of the names."""

    name: str
    memory: str
    histories: str
    figures: Callable[[Counted], dict[str, Figure]]
    plain: Callable[[str, bytes, IsMemory], "Counter[str]"]


def _markdown(root: str) -> Callable[[str, bytes, IsMemory], "Counter[str]"]:
    return lambda _, content, is_memory: cursor_markdown.counted(content.decode(), is_memory, root)


def _agents(name: str, content: bytes, is_memory: IsMemory) -> "Counter[str]":
    folder = "specstory-cli" if name.startswith("specstory-cli/") else ""
    return agent_markdown.counted(content.decode(), is_memory, folder)


CORPORA = (
    Corpus(
        "chef-chopsky",
        r"^(docs|documentation|product|ai|\.cursor/rules|\.cursor/hooks)/.*\.(md|mdc)$|^[^/]+\.md$",
        "repo",
        chef_chopsky.figures,
        _markdown("/chef-chopsky/"),
    ),
    Corpus(
        "cipher-box",
        r"^\.planning/.*\.md$|^\.learnings/.*\.md$|^docs/.*\.md$|^\.claude/(CLAUDE|claude)\.md$"
        r"|^[^/]+\.md$|^apps/[^/]+/CLAUDE\.md$",
        "histories/claude-code",
        cipher_box.figures,
        lambda _, content, is_memory: session_lines.counted(content, is_memory),
    ),
    Corpus(
        "getspecstory",
        r"^specstory-cli/(docs|\.claude)/.*\.md$|^specstory-cli/[^/]+\.md$|^lore/[^/]+\.md$"
        r"|^workthreads/(docs/)?[^/]+\.md$|^[^/]+\.md$",
        "repo",
        getspecstory.figures,
        _agents,
    ),
    Corpus(
        "minsky",
        r"^(\.cursor/rules|process|docs|\.ai|rules)/.*\.(md|mdc)$|^[^/]+\.md$",
        "repo",
        minsky.figures,
        _markdown("/minsky/"),
    ),
)
