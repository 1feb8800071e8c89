"""The figures that the corpus of Claude Code sessions states of its histories, from what the reader gives."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pipeline import study
from pipeline.extract.histories.collection import collect
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.records import Access, Action, Call, Conversation
from pipeline.extract.paths import Locator
from tests.corpora.oracle import Memory, minute

pytestmark = pytest.mark.slow

MEMORY = (
    r"^\.planning/.*\.md$|^\.learnings/.*\.md$|^docs/.*\.md$|^\.claude/(CLAUDE|claude)\.md$"
    r"|^[^/]+\.md$|^apps/[^/]+/CLAUDE\.md$"
)
NEITHER = ("<local-command", "<bash-", "<task-notification", "Caveat:", "[Request interrupted")
COMMAND = ("<command-name>", "<command-message>")

Touched = tuple[Conversation, Call, Access]


@dataclass(frozen=True)
class Corpus:
    """What the histories hold, settled, and the folder that holds them."""

    histories: Path
    memory: Memory
    main: list[Conversation]
    subagents: list[Conversation]
    gaps: int

    def touched(self, of: list[Conversation], action: Action) -> list[Touched]:
        """The accesses of memory by successful calls of one class."""
        ever = self.memory.ever()
        calls = ((x, call) for x in of for call in x.calls() if call.action == action and call.status == "ok")
        return [(x, call, a) for x, call in calls for a in call.accesses if a.path in ever]


@pytest.fixture(scope="module")
def corpus(corpus_study: Callable[[str], Path]) -> Corpus:
    folder = corpus_study("cipher-box")
    aliases = study.load(folder).repositories[0].aliases
    repository = folder / "repo"
    reading = collect([folder / "histories"], Context(Locator(str(repository), aliases)))
    main = [conversation for conversation in reading.conversations if conversation.relation is None]
    subagents = [conversation for conversation in reading.conversations if conversation not in main]
    return Corpus(folder / "histories", Memory(repository, MEMORY), main, subagents, len(reading.gaps))


@dataclass(frozen=True)
class Turn:
    """A user's line with text, read without the reader: what the corpus' own rules count from."""

    at: datetime
    text: str

    @property
    def is_command(self) -> bool:
        return self.text.lstrip().startswith(COMMAND)

    @property
    def has_arguments(self) -> bool:
        told = re.search(r"<command-args>(.*?)</command-args>", self.text, re.DOTALL)
        return bool(told and told[1].strip())


@pytest.fixture(scope="module")
def turns(corpus: Corpus) -> dict[str, list[Turn]]:
    files = sorted(corpus.histories.rglob("*.jsonl"))
    return {file.stem: list(_turns(file)) for file in files}


def _turns(file: Path) -> Iterator[Turn]:
    for line in file.read_bytes().split(b"\n"):
        if not line or b'"type":"user"' not in line:
            continue
        told: dict[str, Any] = json.loads(line)
        if told["type"] != "user" or told.get("isMeta") or told.get("isCompactSummary"):
            continue
        content = told["message"]["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        text = "\n".join(part["text"] for part in parts if part["type"] == "text")
        results = any(part["type"] == "tool_result" for part in parts)
        if text.strip() and not results and not text.lstrip().startswith(NEITHER):
            yield Turn(datetime.fromisoformat(told["timestamp"]), text)


def test_every_session_is_an_independent_conversation_and_nothing_is_left(corpus: Corpus) -> None:
    assert len(corpus.main) == 69
    assert {conversation.excluded_because for conversation in corpus.main} == {None}
    assert {conversation.excluded_because for conversation in corpus.subagents} == {"subagent"}
    assert len(corpus.subagents) == 104
    assert corpus.gaps == 0


def test_human_messages_are_the_stated_ones_and_commands_with_arguments(
    corpus: Corpus, turns: dict[str, list[Turn]]
) -> None:
    """The corpus counts no command as a message; here one with arguments is a person's text."""
    plain = {name: sum(not turn.is_command for turn in told) for name, told in turns.items()}
    asked = {
        name: sum(turn.is_command and turn.has_arguments for turn in told) for name, told in turns.items()
    }

    assert sum(plain.values()) == 364
    assert sum(asked.values()) == 30
    assert {x.conversation_id: x.human_messages for x in corpus.main} == {
        name: plain[name] + asked[name] for name in turns
    }


def test_starts_are_the_stated_ones_save_where_a_bare_command_came_first(
    corpus: Corpus, turns: dict[str, list[Turn]]
) -> None:
    """The corpus takes ``/clear`` for a start; here a conversation starts with what a person first wrote."""
    stated = {name: told[0].at for name, told in turns.items()}
    bare = {name for name, told in turns.items() if told[0].is_command and not told[0].has_arguments}
    ours = {x.conversation_id: x.started_at for x in corpus.main}
    right = {
        name: next(turn.at for turn in told if not turn.is_command or turn.has_arguments)
        for name, told in turns.items()
    }

    assert min(stated.values()) == minute("2026-02-11 17:07:51.981+00:00")
    assert max(stated.values()) == minute("2026-02-22 02:26:43.948+00:00")
    assert ours == right
    assert {name for name in ours if ours[name] != stated[name]} == bare
    assert {x.time_basis for x in corpus.main} == {"message"}


def test_calls_of_the_main_thread_and_of_sub_agents_by_name(corpus: Corpus) -> None:
    main = Counter(call.tool for x in corpus.main for call in x.calls())
    inside = Counter(call.tool for x in corpus.subagents for call in x.calls())

    assert main.total() == 5180
    assert dict(main.most_common(10)) == {
        "Bash": 1853,
        "Read": 1062,
        "Edit": 740,
        "Grep": 451,
        "TaskUpdate": 192,
        "AskUserQuestion": 133,
        "Task": 107,
        "Glob": 98,
        "TaskCreate": 92,
        "Write": 74,
    }
    assert inside.total() == 3416
    assert dict(inside.most_common(8)) == {
        "Read": 1521,
        "Bash": 773,
        "Grep": 403,
        "Glob": 276,
        "Edit": 161,
        "Write": 122,
        "WebFetch": 85,
        "WebSearch": 75,
    }


def test_failed_calls_of_the_main_thread(corpus: Corpus) -> None:
    """Refused calls are `cancelled` here; the corpus counts them with the failed ones."""
    failed = [c for x in corpus.main for c in x.calls() if c.answered and c.status in {"error", "cancelled"}]

    assert len(failed) == 221
    assert sum(call.tool == "Read" for call in failed) == 11


def test_memory_reads_of_the_main_thread(corpus: Corpus) -> None:
    reads = corpus.touched(corpus.main, "read")
    starts = {x.conversation_id: x.started_at for x in corpus.main}
    absent = sum(
        a.path not in corpus.memory.alive(starts[x.conversation_id] or x.events[0].at) for x, _, a in reads
    )

    assert len(reads) == 168
    assert len({x.conversation_id for x, _, _ in reads}) == 45
    assert len({access.path for _, _, access in reads}) == 65
    assert Counter(access.path for _, _, access in reads).most_common(3) == [
        (".planning/STATE.md", 39),
        (".planning/ROADMAP.md", 24),
        ("docs/METADATA_SCHEMAS.md", 6),
    ]
    assert absent == 59


def test_memory_reads_of_sub_agents(corpus: Corpus) -> None:
    reads = corpus.touched(corpus.subagents, "read")

    assert len(reads) == 316
    assert len({x.parent_id for x, _, _ in reads}) == 27


def test_memory_writes_of_the_main_thread(corpus: Corpus) -> None:
    writes = corpus.touched(corpus.main, "write")

    assert len(writes) == 164
    assert len({x.conversation_id for x, _, _ in writes}) == 43


@pytest.mark.parametrize(
    ("session", "reads", "distinct", "calls"),
    [
        ("6af70815-f797-419c-b957-abbc09f18bb3", 1, 1, 27),
        ("feecf209-783b-4812-8896-8c3f1b699ce1", 7, 5, 45),
        ("75415d18-faef-43b2-96de-47f46c43f815", 5, 5, 10),
        ("0ea9b4b6-40e9-407b-8bb5-a31903367d21", 7, 3, 91),
        ("14255944-5b59-48f2-a75c-0025d518c7ea", 5, 4, 74),
    ],
)
def test_a_session_of_the_sample(corpus: Corpus, session: str, reads: int, distinct: int, calls: int) -> None:
    found = next(x for x in corpus.main if x.conversation_id == session)
    touched = corpus.touched([found], "read")

    assert len(touched) == reads
    assert len({access.path for _, _, access in touched}) == distinct
    assert sum(1 for _ in found.calls()) == calls


def test_memory_reads_by_commands(corpus: Corpus) -> None:
    by_command = [
        (call, access)
        for x in corpus.main
        for call in x.calls()
        if call.action == "shell"
        for access in call.accesses
        if access.action == "read" and access.path in corpus.memory.ever()
    ]

    assert len(by_command) == 0
