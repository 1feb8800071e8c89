"""Small changes of the twin's raw files, each with the claims that must fall by it."""

import json
import re
import sqlite3
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from typing import Any

from pipeline.twin.article.commits import commits
from pipeline.twin.article.solution import solution
from pipeline.twin.article.streams import Streams
from pipeline.twin.plan import ROOT, Change, Commit, iso, milliseconds, thread_id
from pipeline.twin.repository import write_repository


@dataclass(frozen=True)
class RawChange:
    """One change: the family of claims that it is aimed at, and what it does."""

    family: str
    make: Callable[[Path], None]

    @property
    def name(self) -> str:
        return self.make.__name__

    @property
    def falls(self) -> set[str]:
        """The claims that must no longer be confirmed, as `falls.toml` says."""
        return set(FALLS[self.name])


FALLS: dict[str, list[str]] = tomllib.loads(Path(__file__).with_name("falls.toml").read_text("utf-8"))


CHANGES: list[RawChange] = []


def change(family: str) -> Callable[[Callable[[Path], None]], Callable[[Path], None]]:
    def declared(make: Callable[[Path], None]) -> Callable[[Path], None]:
        CHANGES.append(RawChange(family, make))
        return make

    return declared


@contextmanager
def store(folder: Path) -> Iterator[sqlite3.Connection]:
    path = folder / "history" / "today" / "User" / "globalStorage" / "state.vscdb"
    with closing(sqlite3.connect(path)) as base:
        yield base
        base.commit()


def bubbles(base: sqlite3.Connection, number: int) -> dict[str, dict[str, Any]]:
    """The messages and calls of a conversation in order, by key."""
    found = base.execute(
        "SELECT key, value FROM cursorDiskKV WHERE key LIKE ? ORDER BY key",
        (f"bubbleId:{thread_id(number)}:%",),
    )
    return {key: json.loads(value) for key, value in found}


def put(base: sqlite3.Connection, key: str, value: dict[str, Any]) -> None:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    base.execute("UPDATE cursorDiskKV SET value = ? WHERE key = ?", (text, key))


def asked(bubble: dict[str, Any]) -> str:
    """The parameters of a call as text; empty for a message."""
    return str(bubble.get("toolFormerData", {}).get("params", ""))


def drop_bubble(base: sqlite3.Connection, number: int, key: str) -> None:
    """Take a call out of a conversation: its row and its place in the list of headers."""
    base.execute("DELETE FROM cursorDiskKV WHERE key = ?", (key,))
    head = f"composerData:{thread_id(number)}"
    composer = json.loads(base.execute("SELECT value FROM cursorDiskKV WHERE key = ?", (head,)).fetchone()[0])
    own = key.rsplit(":", 1)[1]
    composer["fullConversationHeadersOnly"] = [
        one for one in composer["fullConversationHeadersOnly"] if one["bubbleId"] != own
    ]
    put(base, head, composer)


def drop_reads(folder: Path, number: int, *parts: str, first: bool = True) -> None:
    """Take the reads of a conversation that name all of these parts out: the first one, or every one."""
    with store(folder) as base:
        held = bubbles(base, number)
        keys = [
            key
            for key, bubble in held.items()
            if all(part in asked(bubble) for part in parts)
            and bubble["toolFormerData"]["name"] in ("read_file_v2", "run_terminal_command_v2")
            and bubble["toolFormerData"]["status"] == "completed"
        ]
        assert keys, (number, parts)
        for key in keys[:1] if first else keys:
            drop_bubble(base, number, key)


def reword(folder: Path, number: int, said: Callable[[str], str]) -> None:
    """Change a conversation's first message."""
    with store(folder) as base:
        key, bubble = next(iter(bubbles(base, number).items()))
        put(base, key, {**bubble, "text": said(bubble["text"])})


def recommit(folder: Path, changed: Callable[[list[Commit]], list[Commit]]) -> None:
    """Write the repository anew with its commits changed."""
    made = changed(commits(solution(), Streams(solution())))
    rmtree(folder / "repo")
    write_repository(folder / "repo", made)


def last_with(made: list[Commit], path: str) -> int:
    return max(place for place, one in enumerate(made) if any(each.path == path for each in one.changes))


def first_with(made: list[Commit], path: str) -> int:
    return min(place for place, one in enumerate(made) if any(each.path == path for each in one.changes))


def grown(made: list[Commit], place: int, path: str, more: str = "x") -> list[Commit]:
    """The commits with a text put before the last line end of a file in one of them."""
    texts = tuple(
        replace(each, text=f"{(each.text or '')[:-1]}{more}\n") if each.path == path else each
        for each in made[place].changes
    )
    return [*made[:place], replace(made[place], changes=texts), *made[place + 1 :]]


STATUS = "docs/memory/PROJECT_STATUS.md"
REGISTER = "docs/memory/DECISIONS.md"
RULE = "docs/memory/rules/shared-authentication.md"
LAST_LOG = "docs/memory/dialogs/2026-07-22-06.md"


@change("first requests")
def a_request_points_at_earlier_work(folder: Path) -> None:
    reword(folder, 70, lambda _: "Fix the portal shell as we agreed.")


@change("first requests")
def a_detailed_reminder_is_left_out(folder: Path) -> None:
    reword(folder, 249, lambda _: "Fix the element names of the page.")


@change("kinds")
def a_work_request_becomes_a_question(folder: Path) -> None:
    reword(folder, 70, lambda _: "How does the portal shell get the status?")


@change("case: shared authentication")
def the_request_of_the_case_gets_a_third_sentence(folder: Path) -> None:
    reword(folder, 157, lambda text: f"{text} Keep the colours.")


@change("case: shared authentication")
def the_request_of_the_case_speaks_of_the_login(folder: Path) -> None:
    reword(folder, 157, lambda text: text.replace("a start page", "a login page"))


@change("case: shared authentication")
def one_test_run_after_the_rule_is_gone(folder: Path) -> None:
    with store(folder) as base:
        key = next(key for key, one in bubbles(base, 157).items() if '"npm test -- 7"' in asked(one))
        drop_bubble(base, 157, key)


@change("case: shared authentication")
def the_rule_was_written_a_day_earlier(folder: Path) -> None:
    with store(folder) as base:
        key = next(
            key
            for key, one in bubbles(base, 2).items()
            if RULE in asked(one) and one["toolFormerData"]["name"] == "edit_file_v2"
        )
        bubble = bubbles(base, 2)[key]
        put(base, key, {**bubble, "createdAt": bubble["createdAt"].replace("02-03", "02-02")})


@change("case: multitenancy")
def the_schema_was_opened_before_the_note(folder: Path) -> None:
    with store(folder) as base:
        held = bubbles(base, 176)
        source = next(key for key, one in held.items() if "/src/" in asked(one) or "/tests/" in asked(one))
        schema = next(one for one in held.values() if "schema.prisma" in asked(one))
        put(base, source, {**held[source], "toolFormerData": schema["toolFormerData"]})


@change("case: plan review")
def the_request_of_the_review_names_the_defect(folder: Path) -> None:
    reword(folder, 188, lambda text: f"{text} Look at alwaysApply.")


@change("case: plan review")
def the_reviewed_note_was_touched_shortly_before(folder: Path) -> None:
    path = "docs/memory/decisions/editor-rules.md"

    def changed(made: list[Commit]) -> list[Commit]:
        note = next(
            one.text or "" for one in made[_before(made, path, "2026-05-01")].changes if one.path == path
        )
        place = next(at for at, one in enumerate(made) if one.at.startswith("2026-04-10"))
        touched = Change(path, note.replace("Rules that", "Rules, that", 1).replace("loads\n", "load\n", 1))
        mended = replace(made[place], changes=(*made[place].changes, touched))
        return [*made[:place], mended, *made[place + 1 :]]

    recommit(folder, changed)


def _before(made: list[Commit], path: str, day: str) -> int:
    return max(
        place
        for place, one in enumerate(made)
        if one.at < day and any(each.path == path for each in one.changes)
    )


@change("growth")
def a_log_grows_by_one_character(folder: Path) -> None:
    recommit(folder, lambda made: grown(made, last_with(made, LAST_LOG), LAST_LOG))


@change("growth")
def a_note_grows_by_one_character_at_the_end(folder: Path) -> None:
    path = "docs/memory/status/design-system.md"
    recommit(folder, lambda made: grown(made, last_with(made, path), path))


@change("growth")
def a_register_begins_one_character_longer(folder: Path) -> None:
    recommit(folder, lambda made: grown(made, first_with(made, STATUS), STATUS))


@change("growth")
def one_log_more_at_the_end(folder: Path) -> None:
    def changed(made: list[Commit]) -> list[Commit]:
        more = Change("docs/memory/dialogs/2026-07-22-07.md", "# Log\n")
        return [*made[:-1], replace(made[-1], changes=(*made[-1].changes, more))]

    recommit(folder, changed)


@change("layout")
def a_fourth_file_at_the_top(folder: Path) -> None:
    def changed(made: list[Commit]) -> list[Commit]:
        more = Change("docs/memory/IDEAS.md", "# Ideas\n")
        return [*made[:-1], replace(made[-1], changes=(*made[-1].changes, more))]

    recommit(folder, changed)


@change("protocol")
def the_protocol_asks_for_two_logs(folder: Path) -> None:
    path = folder / "study.toml"
    text = path.read_text("utf-8")
    path.write_text(re.sub(r"n = 3", "n = 2", text), "utf-8")


@change("share read")
def the_largest_reader_read_one_note_less(folder: Path) -> None:
    drop_reads(folder, 19, "2026-02-11-02.md")


@change("cross-conversation reads")
def the_farthest_read_is_gone(folder: Path) -> None:
    drop_reads(folder, 222, "2026-02-25-03.md")


@change("cross-conversation reads")
def the_read_after_the_longest_time_is_gone(folder: Path) -> None:
    drop_reads(folder, 173, "2026-02-08-01.md")


@change("calendar")
def a_conversation_began_the_evening_before(folder: Path) -> None:
    """The only conversation of 4 March, now begun on the evening of 3 March."""
    evening = datetime(2026, 3, 3, 23, 50, tzinfo=UTC)
    with store(folder) as base:
        key, bubble = next(iter(bubbles(base, 58).items()))
        put(base, key, {**bubble, "createdAt": iso(evening)})
        made_at(base, 58, milliseconds(evening))


def made_at(base: sqlite3.Connection, number: int, at: int) -> None:
    """Say that a conversation was made then, everywhere the store says it."""
    key = f"composerData:{thread_id(number)}"
    composer = json.loads(base.execute("SELECT value FROM cursorDiskKV WHERE key = ?", (key,)).fetchone()[0])
    first = composer["fullConversationHeadersOnly"][0]
    heads = [{**first, "createdAt": iso(datetime.fromtimestamp(at / 1000, UTC))}]
    heads += composer["fullConversationHeadersOnly"][1:]
    put(base, key, {**composer, "createdAt": at, "fullConversationHeadersOnly": heads})
    row = base.execute(
        "SELECT value FROM composerHeaders WHERE composerId = ?", (thread_id(number),)
    ).fetchone()
    head = json.dumps({**json.loads(row[0]), "createdAt": at})
    base.execute(
        "UPDATE composerHeaders SET createdAt = ?, value = ? WHERE composerId = ?",
        (at, head, thread_id(number)),
    )


@change("window")
def the_last_day_is_left_out(folder: Path) -> None:
    path = folder / "study.toml"
    path.write_text(path.read_text("utf-8").replace("2026-07-22", "2026-07-21"), "utf-8")


@change("corpus")
def the_last_conversation_is_gone(folder: Path) -> None:
    with store(folder) as base:
        own = thread_id(272)
        base.execute("DELETE FROM cursorDiskKV WHERE key LIKE ?", (f"%{own}%",))
        base.execute("DELETE FROM composerHeaders WHERE composerId = ?", (own,))


@change("share read")
def one_note_less_in_the_conversation_at_the_ninetieth_percent(folder: Path) -> None:
    drop_reads(folder, 37, "PROJECT_STATUS.md")


@change("share read")
def one_note_less_where_the_neighbours_print_the_same(folder: Path) -> None:
    drop_reads(folder, 131, "signing-chain.md")


@change("early stretch")
def an_early_reader_opened_no_main_section(folder: Path) -> None:
    drop_reads(folder, 12, "docs/memory/", "PROJECT_STATUS.md")


@change("late stretch")
def a_late_read_is_one_line_shorter(folder: Path) -> None:
    with store(folder) as base:
        held = bubbles(base, 270)
        key = next(
            key for key, one in held.items() if '"limit"' in asked(one) and "/dialogs/" not in asked(one)
        )
        call = held[key]["toolFormerData"]
        params = json.loads(call["params"])
        params["limit"] -= 1
        contents = json.loads(call["result"])["contents"].splitlines(keepends=True)[:-1]
        call |= {"params": json.dumps(params), "result": json.dumps({"contents": "".join(contents)})}
        put(base, key, {**held[key], "toolFormerData": call})


@change("late stretch")
def a_late_reader_opened_no_main_section(folder: Path) -> None:
    for part in MAIN:
        with_main(folder, 255, part)


MAIN = (
    "PROJECT_STATUS.md",
    "DECISIONS.md",
    "TECH_DEBT.md",
    "/status/",
    "/decisions/",
    "/errors/",
    "/rules/",
    "/architecture/",
)


def with_main(folder: Path, number: int, part: str) -> None:
    with store(folder) as base:
        for key, one in bubbles(base, number).items():
            if (
                f"docs/memory/{part.strip('/')}" in asked(one)
                and "edit_file" not in one["toolFormerData"]["name"]
            ):
                drop_bubble(base, number, key)


@change("main volume")
def a_large_reader_read_nothing_of_the_main_sections(folder: Path) -> None:
    for part in MAIN:
        with_main(folder, 242, part)


@change("cross-conversation reads")
def the_only_read_of_a_conversation_is_gone(folder: Path) -> None:
    drop_reads(folder, 3, "2026-02-03-02.md")


@change("archive")
def a_log_was_deleted_in_april(folder: Path) -> None:
    def changed(made: list[Commit]) -> list[Commit]:
        place = next(at for at, one in enumerate(made) if one.at > "2026-04-24 18" and at > 5)
        gone = Change("docs/memory/dialogs/2026-02-06-02.md")
        return [*made[:place], replace(made[place], changes=(*made[place].changes, gone)), *made[place + 1 :]]

    recommit(folder, changed)


@change("calendar")
def the_first_commit_was_made_after_the_second_start(folder: Path) -> None:
    """The second conversation then has no memory to begin with."""

    def changed(made: list[Commit]) -> list[Commit]:
        place = first_with(made, STATUS)
        late = replace(made[place], at="2026-02-03 14:20:00")
        return [*made[:place], late, *made[place + 1 :]]

    recommit(folder, changed)


@change("case: shared authentication")
def the_rule_was_never_read(folder: Path) -> None:
    drop_reads(folder, 157, RULE)


@change("case: shared authentication")
def nobody_is_known_to_have_written_the_rule(folder: Path) -> None:
    with store(folder) as base:
        key = next(
            key
            for key, one in bubbles(base, 2).items()
            if RULE in asked(one) and one["toolFormerData"]["name"] == "edit_file_v2"
        )
        drop_bubble(base, 2, key)


@change("case: multitenancy")
def the_integration_note_was_never_read(folder: Path) -> None:
    drop_reads(folder, 176, "crm-integrations.md", first=False)


@change("window")
def the_first_day_is_left_out(folder: Path) -> None:
    path = folder / "study.toml"
    path.write_text(path.read_text("utf-8").replace("2026-02-03", "2026-02-04"), "utf-8")


@change("calendar")
def one_task_less_on_the_busiest_day(folder: Path) -> None:
    reword(folder, 180, lambda _: "How does the price list get the unit?")


@change("share read")
def the_second_conversation_read_one_note_more(folder: Path) -> None:
    note = next(
        each.text
        for one in commits(solution(), Streams(solution()))
        for each in one.changes
        if each.path == STATUS
    )
    with store(folder) as base:
        held = bubbles(base, 2)
        key = next(key for key, one in held.items() if re.search(r"/(src|tests)/", asked(one)))
        call = held[key]["toolFormerData"]
        params = {**json.loads(call["params"]), "targetFile": f"{ROOT}/{STATUS}"}
        call |= {"params": json.dumps(params), "result": json.dumps({"contents": note})}
        put(base, key, {**held[key], "toolFormerData": call})


@change("archive")
def a_log_was_deleted_in_february(folder: Path) -> None:
    def changed(made: list[Commit]) -> list[Commit]:
        place = next(at for at, one in enumerate(made) if one.at > "2026-02-05" and at > 3)
        gone = Change("docs/memory/dialogs/2026-02-03-02.md")
        return [*made[:place], replace(made[place], changes=(*made[place].changes, gone)), *made[place + 1 :]]

    recommit(folder, changed)


@change("growth")
def a_note_grows_by_two_thousand_characters_at_the_end(folder: Path) -> None:
    path = "docs/memory/status/design-system.md"
    recommit(folder, lambda made: grown(made, last_with(made, path), path, "x" * 2000))


@change("early stretch")
def a_register_was_longer_in_the_middle_of_the_early_stretch(folder: Path) -> None:
    def changed(made: list[Commit]) -> list[Commit]:
        place = max(
            at
            for at, one in enumerate(made)
            if one.at < "2026-02-06 12" and any(each.path == STATUS for each in one.changes)
        )
        return grown(made, place, STATUS, "x" * 300)

    recommit(folder, changed)


@change("first requests")
def the_first_detailed_reminder_is_left_out(folder: Path) -> None:
    reword(folder, 227, lambda _: "Rename what is left of Regions to Cities.")
