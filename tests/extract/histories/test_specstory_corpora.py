"""The figures that each corpus states of its histories, computed from what the reader gives."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest

from pipeline import study
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.records import Conversation, Reading
from pipeline.extract.histories.specstory import SPECSTORY
from pipeline.extract.paths import Locator
from tests.corpora import oracle
from tests.corpora.oracle import Memory, as_the_oracle, memory_reads, minute, names, reads

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Corpus:
    """The histories of one corpus by source file, as their units give them: nothing is settled."""

    name: str
    folder: Path
    histories: dict[str, Reading]

    @property
    def repository(self) -> Path:
        return self.folder / "repo"

    def main(self, name: str) -> Conversation:
        return self.histories[name].conversations[0]

    def text(self, name: str) -> str:
        return (self.repository / name).read_bytes().decode("utf-8")

    def per_history(self, count: Callable[[Reading], int]) -> dict[str, int]:
        return {name: count(reading) for name, reading in self.histories.items()}

    def total(self, figure: str, count: Callable[[Reading], int]) -> int:
        return as_the_oracle(self.name, figure, self.per_history(count))


def read(name: str, corpus_study: Callable[[str], Path]) -> Corpus:
    folder = corpus_study(name)
    told = study.load(folder)
    locator = Locator(str((folder / "repo").resolve()), told.repositories[0].aliases)
    zone = study.ZoneInfo(told.unzoned_file_names) if told.unzoned_file_names else None
    histories = {
        unit.name: unit.read()
        for place in told.histories
        for store in SPECSTORY.stores(folder / place.path)
        for unit in SPECSTORY.units(store, Context(locator, zone))
    }
    return Corpus(name, folder, histories)


def human_messages(reading: Reading) -> int:
    return sum(conversation.human_messages for conversation in reading.conversations)


def with_a_person(corpus: Corpus) -> int:
    return sum(corpus.main(name).human_messages > 0 for name in corpus.histories)


def all_calls(reading: Reading) -> int:
    return sum(names(reading).values())


def missing(corpus: Corpus, memory: Memory, starts: dict[str, datetime]) -> dict[str, int]:
    """Reads, by history, of memory that the reader's starting snapshot lacks."""
    return {
        name: sum(path not in memory.alive(at) for path in memory_reads(corpus.histories[name], memory))
        for name, at in starts.items()
    }


def sample(corpus: Corpus, memory: Memory, starts: dict[str, datetime], name: str) -> tuple[int, ...]:
    """A row of the table of samples: place by start, reads, distinct, in the snapshot, files there."""
    (whole,) = (source for source in corpus.histories if source.endswith(f"/{name}"))
    place = sorted(starts, key=lambda source: (starts[source], source)).index(whole) + 1
    found = memory_reads(corpus.histories[whole], memory)
    alive = memory.alive(starts[whole])
    return place, len(found), len(set(found)), len(set(found) & alive), len(alive)


@pytest.fixture(scope="module")
def chef(corpus_study: Callable[[str], Path]) -> Corpus:
    return read("chef-chopsky", corpus_study)


CHEF_MEMORY = r"^(docs|documentation|product|ai|\.cursor/rules|\.cursor/hooks)/.*\.(md|mdc)$|^[^/]+\.md$"
OLDER = {"Edit file", "Read file", "Searched codebase", "Listed directory", "Listed current directory"}
UNMARKED = {"unknown", "MCP tool call", "Searched web", "Read lints", "Todo List", "Apply patch"}


def made(corpus: Corpus) -> dict[str, datetime]:
    """The time at which each history says its conversation was made."""
    starts = {name: corpus.main(name).created_at for name in corpus.histories}
    return {name: at for name, at in starts.items() if at is not None}


def test_chef_chopsky_holds_its_histories_and_messages(chef: Corpus) -> None:
    starts = made(chef)

    assert (len(chef.histories), with_a_person(chef)) == (61, 59)
    assert min(starts.values()) == minute("2025-06-21 12:09Z")
    assert max(starts.values()) == minute("2025-10-06 20:02Z")
    assert chef.total("human messages", human_messages) == 755
    assert sum(len(chef.text(name)) for name in chef.histories) == 16_374_957


def test_chef_chopsky_calls_its_tools_as_often_as_counted(chef: Corpus) -> None:
    by_name = sum((names(reading) for reading in chef.histories.values()), Counter[str]())

    def older(reading: Reading) -> int:
        return sum(count for name, count in names(reading).items() if name in OLDER | {"Grep search"})

    def marked(reading: Reading) -> int:
        return all_calls(reading) - older(reading) - sum(names(reading)[name] for name in UNMARKED)

    assert chef.total("calls with a marker", marked) == 2_736
    assert chef.total("calls by older markers", older) == 1_533
    assert [by_name[tool] for tool in ("run_terminal_cmd", "Edit file", "Read file", "search_replace")] == [
        960, 915, 538, 446,
    ]  # fmt: skip
    assert [by_name[tool] for tool in ("read_file", "todo_write", "write", "grep")] == [383, 346, 151, 103]
    assert [by_name[tool] for tool in ("list_dir", "delete_file", "codebase_search", "read_lints")] == [
        54, 44, 32, 31,
    ]  # fmt: skip
    assert [by_name[tool] for tool in ("apply_patch", "glob_file_search")] == [29, 21]
    assert by_name["Listed directory"] + by_name["Listed current directory"] == 25
    assert chef.total("Searched codebase", lambda reading: names(reading)["Searched codebase"]) == 54


def test_chef_chopsky_keeps_failed_calls_without_a_name_apart(chef: Corpus) -> None:
    lost = [
        (call.status, call.action, call.accesses)
        for reading in chef.histories.values()
        for _, call in oracle.calls(reading)
        if call.tool == "unknown"
    ]

    assert lost == [("error", "other", [])] * 38


def test_chef_chopsky_reads_its_memory_as_often_as_counted(chef: Corpus) -> None:
    memory = Memory(chef.repository, CHEF_MEMORY)
    every = [read for reading in chef.histories.values() for read in reads(reading)]
    found = {name: memory_reads(reading, memory) for name, reading in chef.histories.items()}

    assert len(every) == 921
    assert sum(call.status not in {"ok", "unknown"} for _, call, _ in every) == 0
    assert sum(access.path is None for _, _, access in every) == 485
    assert sum(map(len, found.values())) == 45
    assert sum(map(bool, found.values())) == 16
    assert len({path for paths in found.values() for path in paths}) == 31
    assert sum(missing(chef, memory, made(chef)).values()) == 13


@pytest.mark.parametrize(
    ("name", "row", "calls"),
    [
        ("2025-08-25_16-51Z-improving-chef-chopski-s-product-quality.md", (5, 2, 2, 2, 27), 100),
        ("2025-09-25_19-36Z-get-all-frontend-unit-tests-passing.md", (35, 2, 2, 2, 55), 172),
        ("2025-10-02_21-03Z-feature-production-deployment.md", (48, 1, 1, 1, 78), 24),
        ("2025-10-03_21-09Z-investigate-agent-response-issues.md", (54, 4, 4, 3, 78), 102),
        ("2025-10-04_03-09Z-how-to-fill-out-the-form.md", (59, 1, 1, 0, 89), 51),
    ],
)
def test_chef_chopsky_samples_agree(chef: Corpus, name: str, row: tuple[int, ...], calls: int) -> None:
    source = f".specstory/history/{name}"
    counted = {source: sum(n for tool, n in names(chef.histories[source]).items() if tool not in UNMARKED)}

    assert sample(chef, Memory(chef.repository, CHEF_MEMORY), made(chef), name) == row
    assert as_the_oracle("chef-chopsky", "calls of samples", counted, counted) == calls


@pytest.fixture(scope="module")
def minsky(corpus_study: Callable[[str], Path]) -> Corpus:
    return read("minsky", corpus_study)


MINSKY_MEMORY = r"^(\.cursor/rules|process|docs|\.ai|rules)/.*\.(md|mdc)$|^[^/]+\.md$"
MARKED = OLDER | {"Grep search", "Grep"}


def test_minsky_holds_its_histories_messages_and_times(minsky: Corpus) -> None:
    starts = made(minsky)

    assert (len(minsky.histories), with_a_person(minsky), len(starts)) == (61, 60, 60)
    assert min(starts.values()) == minute("2025-04-26 20:30Z")
    assert max(starts.values()) == minute("2025-05-02 18:34Z")
    assert {minsky.main(name).time_basis for name in starts} == {"name"}
    assert minsky.total("human messages", human_messages) == 477
    assert sum(len(minsky.text(name)) for name in minsky.histories) == 7_636_838


def test_minsky_makes_as_many_marked_calls_as_counted(minsky: Corpus) -> None:
    by_name = sum((names(reading) for reading in minsky.histories.values()), Counter[str]())

    assert by_name["Read file"] == 472
    assert by_name["Listed directory"] + by_name["Listed current directory"] == 138
    assert by_name["Grep search"] == 30
    assert minsky.total("Searched codebase", lambda reading: names(reading)["Searched codebase"]) == 173


def test_minsky_is_given_its_rules_without_a_read(minsky: Corpus) -> None:
    rules = {
        name: [given for conversation in reading.conversations for given in conversation.attachments]
        for name, reading in minsky.histories.items()
    }

    assert sum(map(len, rules.values())) == 64
    assert sum(map(bool, rules.values())) == 38
    assert {given.how for given_rules in rules.values() for given in given_rules} == {"rule"}


def test_minsky_reads_its_memory_as_often_as_counted(minsky: Corpus) -> None:
    memory = Memory(minsky.repository, MINSKY_MEMORY)
    found = {name: memory_reads(reading, memory) for name, reading in minsky.histories.items()}

    assert sum(map(len, found.values())) == 110
    assert sum(map(bool, found.values())) == 45
    assert len({path for paths in found.values() for path in paths}) == 31
    assert sum(missing(minsky, memory, made(minsky)).values()) == 11


@pytest.mark.parametrize(
    ("name", "row", "calls"),
    [
        ("2025-04-26_22-29-task-management-command-design.md", (2, 2, 2, 1, 1), 28),
        ("2025-04-28_19-10-starting-work-on-project-#004.md", (17, 5, 3, 3, 29), 27),
        ("2025-04-30_01-13-task-011-progress-and-updates.md", (35, 1, 1, 1, 44), 6),
        ("2025-04-30_21-54-available-tasks-inquiry.md", (46, 2, 2, 2, 51), 3),
        ("2025-05-02_18-34-task-021-status-inquiry.md", (60, 1, 1, 1, 74), 6),
    ],
)
def test_minsky_samples_agree(minsky: Corpus, name: str, row: tuple[int, ...], calls: int) -> None:
    source = f".specstory/history/{name}"
    counted = {source: sum(n for tool, n in names(minsky.histories[source]).items() if tool in MARKED)}

    assert sample(minsky, Memory(minsky.repository, MINSKY_MEMORY), made(minsky), name) == row
    assert as_the_oracle("minsky", "calls of samples", counted, counted) == calls


@pytest.fixture(scope="module")
def getspecstory(corpus_study: Callable[[str], Path]) -> Corpus:
    return read("getspecstory", corpus_study)


GETSPECSTORY_MEMORY = (
    r"^specstory-cli/(docs|\.claude)/.*\.md$|^specstory-cli/[^/]+\.md$|^lore/[^/]+\.md$"
    r"|^workthreads/(docs/)?[^/]+\.md$|^[^/]+\.md$"
)


def first_stamps(corpus: Corpus) -> dict[str, datetime]:
    """The start of each history: here no first stamp lies before its store's own start."""
    starts = {name: corpus.main(name).started_at for name in corpus.histories}
    return {name: at for name, at in starts.items() if at is not None}


def longest(corpus: Corpus) -> set[str]:
    """Of the histories of one session the longest, by its text."""
    chosen: dict[str, str] = {}
    for name in sorted(corpus.histories):
        session = corpus.main(name).conversation_id
        if session not in chosen or len(corpus.text(name)) > len(corpus.text(chosen[session])):
            chosen[session] = name
    return set(chosen.values())


def test_getspecstory_holds_its_histories_and_messages(getspecstory: Corpus) -> None:
    starts = first_stamps(getspecstory)

    assert (len(getspecstory.histories), with_a_person(getspecstory)) == (230, 229)
    assert len({getspecstory.main(name).conversation_id for name in getspecstory.histories}) == 139
    assert min(starts.values()) == minute("2025-08-18 14:14:40Z")
    assert max(starts.values()) == minute("2026-08-03 21:15:02Z")
    assert getspecstory.total("human messages", human_messages) == 2_754
    assert sum(len(getspecstory.text(name)) for name in getspecstory.histories) == 71_871_729


def test_getspecstory_starts_in_the_months_counted(getspecstory: Corpus) -> None:
    starts = first_stamps(getspecstory)
    months = Counter(f"{starts[name]:%Y-%m}" for name in longest(getspecstory))

    assert months == {
        "2025-08": 1, "2026-01": 29, "2026-02": 51, "2026-03": 10, "2026-04": 1, "2026-05": 3,
        "2026-06": 21, "2026-07": 21, "2026-08": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("tool", "every", "chosen"),
    [
        ("Read", 5_447, 3_051),
        ("Bash", 4_923, 3_011),
        ("Edit", 3_966, 2_395),
        ("Grep", 1_262, 675),
        ("TaskUpdate", 288, 162),
        ("Glob", 278, 161),
        ("Write", 221, 134),
        ("exec_command", 159, 159),
        ("TaskCreate", 143, 82),
        ("Task", 126, 70),
        ("AskUserQuestion", 77, None),
        ("ExitPlanMode", 48, None),
        ("Agent", 47, None),
        ("WebFetch", 37, None),
        ("apply_patch", 32, None),
    ],
)
def test_getspecstory_calls_its_tools_as_often_as_counted(
    getspecstory: Corpus, tool: str, every: int, chosen: int | None
) -> None:
    ours = getspecstory.per_history(lambda reading: names(reading)[tool])

    assert as_the_oracle("getspecstory", f"calls of {tool}", ours) == every
    if chosen is not None:
        assert as_the_oracle("getspecstory", f"calls of {tool}", ours, longest(getspecstory)) == chosen


def test_getspecstory_makes_as_many_calls_as_counted(getspecstory: Corpus) -> None:
    ours = getspecstory.per_history(all_calls)
    by_agents = [
        call
        for reading in getspecstory.histories.values()
        for conversation, call in oracle.calls(reading)
        if conversation.relation == "subagent"
    ]

    assert as_the_oracle("getspecstory", "calls", ours) == 17_153
    assert as_the_oracle("getspecstory", "calls", ours, longest(getspecstory)) == 10_148
    assert len(by_agents) == 2_809


def test_getspecstory_reads_as_often_as_counted(getspecstory: Corpus) -> None:
    def counted(reading: Reading) -> int:
        return sum(1 for _ in reads(reading))

    def failed(reading: Reading) -> int:
        return sum(call.status not in {"ok", "unknown"} for _, call, _ in reads(reading))

    def outside(reading: Reading) -> int:
        return sum(
            call.status in {"ok", "unknown"} and (access.path or "").startswith("/")
            for _, call, access in reads(reading)
        )

    assert getspecstory.total("reads", counted) == 5_449
    assert getspecstory.total("failed reads", failed) == 65
    assert getspecstory.total("reads outside", outside) == 861


def test_getspecstory_reads_its_memory_as_often_as_counted(getspecstory: Corpus) -> None:
    memory = Memory(getspecstory.repository, GETSPECSTORY_MEMORY)
    found = {name: memory_reads(reading, memory) for name, reading in getspecstory.histories.items()}
    lacking = missing(getspecstory, memory, first_stamps(getspecstory))
    chosen = longest(getspecstory)
    by_agents = [
        access.path
        for reading in getspecstory.histories.values()
        for conversation, call, access in reads(reading)
        if conversation.relation == "subagent"
        and access.path in memory.ever()
        and call.status in {"ok", "unknown"}
    ]

    assert sum(map(len, found.values())) == 176
    assert sum(map(bool, found.values())) == 53
    assert len({path for paths in found.values() for path in paths}) == 18
    assert len(by_agents) == 10
    assert sum(lacking.values()) == 120
    assert sum(len(found[name]) for name in chosen) == 107
    assert sum(bool(found[name]) for name in chosen) == 32
    assert sum(lacking.get(name, 0) for name in chosen) == 73


def test_getspecstory_reads_its_memory_by_commands_as_often_as_counted(getspecstory: Corpus) -> None:
    memory = Memory(getspecstory.repository, GETSPECSTORY_MEMORY)
    ours = getspecstory.per_history(lambda reading: len(memory_reads(reading, memory, by="shell")))

    assert as_the_oracle("getspecstory", "memory reads by commands", ours) == 64
    assert as_the_oracle("getspecstory", "memory reads by commands", ours, longest(getspecstory)) == 58


@pytest.mark.parametrize(
    ("name", "row", "calls"),
    [
        ("2026-01-16_22-18-20Z-normally-when-doing-cloud.md", (11, 1, 1, 1, 19), 29),
        ("2026-02-11_21-43-59Z-command-name-extra-usage.md", (74, 3, 1, 0, 22), 64),
        ("2026-03-02_23-29-33Z-command-message-code-review.md", (154, 1, 1, 1, 44), 28),
        ("2026-07-02_11-47-20Z.md", (198, 6, 1, 0, 53), 311),
        ("2026-08-03_15-41-34Z-take-a-look-at.md", (228, 1, 1, 1, 61), 46),
    ],
)
def test_getspecstory_samples_agree(
    getspecstory: Corpus, name: str, row: tuple[int, ...], calls: int
) -> None:
    (source,) = (source for source in getspecstory.histories if source.endswith(f"/{name}"))
    memory = Memory(getspecstory.repository, GETSPECSTORY_MEMORY)

    assert sample(getspecstory, memory, first_stamps(getspecstory), name) == row
    assert all_calls(getspecstory.histories[source]) == calls
