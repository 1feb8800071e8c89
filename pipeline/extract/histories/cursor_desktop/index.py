"""What the lists of conversations say: heads, and the window each conversation belongs to."""

import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import Raw, Struct

from pipeline.errors import RereadError
from pipeline.extract.histories.cursor_desktop.database import Database
from pipeline.extract.histories.cursor_desktop.decoding import decode
from pipeline.extract.histories.cursor_desktop.shapes import Head, holds, lenient, value_of
from pipeline.extract.histories.cursor_desktop.windows import Window, of_identifier, of_storage
from pipeline.extract.histories.records import Gap
from pipeline.extract.histories.sqlite import opened
from pipeline.extract.histories.walking import is_plain

CHATS = "workbench.panel.aichat.view.aichat.chatdata"
_LIST = "composer.composerData"
_PANES = "workbench.panel.composerChatViewPane"
_VIEW = re.compile(r"workbench\.panel\.aichat\.view\.([^\"\\]+)")
_MEMBERS = "glass.localAgentProjectMembership.v1"
_TABLE = "composerHeaders"
_PROJECTS = "glass.localAgentProjects.v1"


class _List(Struct, rename="camel"):
    """A list of heads, or of ids that a window has open."""

    all_composers: list[Raw] | None = None
    selected_composer_ids: list[str] | None = None
    last_focused_composer_ids: list[str] | None = None
    selected_composer_id: str | None = None


@dataclass(slots=True)
class Chats:
    """The chat tabs that one window kept: their JSON, the window, and the name of its store."""

    data: bytes
    window: Window | None
    source_file: str


@dataclass(slots=True)
class Index:
    """Heads by conversation, windows by conversation, chat tabs, and what was not understood.

    Conversations and bubbles are enumerated from their own rows: the lists disagree and leave some out.
    """

    heads: dict[str, Head] = field(default_factory=dict)
    windows: dict[str, Window] = field(default_factory=dict)
    chats: list[Chats] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    _storage: dict[str, Window] = field(default_factory=dict)
    _by_table: dict[str, str] = field(default_factory=dict)

    def window(self, composer: str, said: Head | None) -> Window | None:
        """The window of a conversation: its own word, its head's, the table's, else a window's lists."""
        head = self.heads.get(composer)
        for source in (said, head):
            identifier = value_of(source.workspace_identifier) if source else None
            if identifier:
                window = of_identifier(identifier)
                stored = (
                    self._storage.get(str(identifier.get("id"))) if isinstance(identifier, dict) else None
                )
                if window or stored:
                    return window or stored
        return self._storage.get(self._by_table.get(composer, "")) or self.windows.get(composer)

    def add_global(self, database: Database) -> None:
        """Take the heads of the global store: its key first, then its table, which is newer.

        A list in a damaged page is a gap; the others are taken all the same.
        """
        for name, take in (("ItemTable", self._keys), (_TABLE, self._table), (_PROJECTS, self._projects)):
            try:
                take(database)
            except sqlite3.DatabaseError:
                self.gaps.append(Gap(name, "damaged_rows"))

    def add_window(self, folder: Path) -> None:
        """Take one folder of `workspaceStorage`: what it was opened on and which conversations it lists."""
        window = of_storage(folder)
        if window:
            self._storage[folder.name] = window
        store = folder / "state.vscdb"
        if not is_plain(store):
            return
        name = f"workspaceStorage/{folder.name}/{store.name}"
        try:
            with opened(store) as connection:
                self._add_items(Database(connection), window, name)
        except (RereadError, sqlite3.DatabaseError):
            self.gaps.append(Gap(name, "unusable_database"))

    def _add_items(self, database: Database, window: Window | None, name: str) -> None:
        self._heads(database.item(_LIST), window)
        for _, value in database.items(_PANES):
            for composer in _VIEW.findall(value.decode("utf-8", "replace")):
                self._belongs(composer, window)
        chats = database.item(CHATS)
        if chats:
            self.chats.append(Chats(chats, window, name))

    def _keys(self, database: Database) -> None:
        self._heads(database.item("composer.composerHeaders"), None)
        self._heads(database.item(_LIST), None)

    def _table(self, database: Database) -> None:
        for composer, workspace, value in database.head_rows():
            if workspace:
                self._by_table[composer] = workspace
            head = decode(Head, value)[0] if value else None
            self.heads[composer] = head or self.heads.get(composer) or Head(composer)

    def _heads(self, data: bytes | None, window: Window | None) -> None:
        listed = decode(_List, data)[0] if data else None
        if listed is None:
            return
        for raw in listed.all_composers or ():
            head = decode(Head, raw)[0]
            if head and head.composer_id:
                self.heads.setdefault(head.composer_id, head)
                self._belongs(head.composer_id, window)
        opened_ids = [*(listed.selected_composer_ids or ()), *(listed.last_focused_composer_ids or ())]
        for composer in (*opened_ids, listed.selected_composer_id):
            if composer:
                self._belongs(composer, window)

    def _belongs(self, composer: str, window: Window | None) -> None:
        if window:
            self.windows.setdefault(composer, window)

    def _projects(self, database: Database) -> None:
        members, projects = _object(database.item(_MEMBERS)), _object(database.item(_PROJECTS))
        places = dict(_places(projects))
        for composer, project in members.items() if isinstance(members, dict) else ():
            said = project.get("projectId") or project.get("id") if isinstance(project, dict) else project
            self._belongs(composer, places.get(str(said)))


def _object(data: bytes | None) -> Any:
    try:
        return lenient(data)[0] if data else None
    except ValueError:
        return None


def _places(projects: Any) -> Iterator[tuple[str, Window]]:
    """Projects by id, from a list of objects or an object of them, whichever the build keeps."""
    if isinstance(projects, dict):
        projects = projects.get("projects") or [{"id": key, **_dict(held)} for key, held in projects.items()]
    for project in projects if isinstance(projects, list) else ():
        window = of_identifier(_dict(project).get("workspaceIdentifier") or project)
        if window:
            yield str(project.get("id")), window


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {"uri": value}


def inline_heads(index: Index) -> Iterator[tuple[str, bytes]]:
    """Heads that carry their whole conversation, as the oldest lists did: id and JSON."""
    for composer, head in index.heads.items():
        if holds(head.conversation):
            yield composer, json.dumps(_whole(head), ensure_ascii=False).encode()


def _whole(head: Head) -> dict[str, Any]:
    return {
        "composerId": head.composer_id,
        "name": head.name,
        "createdAt": head.created_at,
        "conversation": value_of(head.conversation),
    }
