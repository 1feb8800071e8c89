"""One session file: its own conversation, and those of the sub-agents that lie inside it."""

import re
from dataclasses import dataclass, field

import msgspec

from pipeline.extract.histories.claude_code.attached import given
from pipeline.extract.histories.claude_code.lines import Line, Progress, decode, nested, tells_nothing
from pipeline.extract.histories.claude_code.thread import Thread
from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.json_lines import gap, split
from pipeline.extract.histories.records import Attachment, Conversation, Gap, Message, Reading, Relation
from pipeline.extract.paths import normal

SOURCE = "claude-code"
_SESSION_ID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
# What the program asks a sub-agent of at its own start: no call of the session made it.
_WARM_UP = "Warmup"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a session file lies: its path below the store, and the session whose folder holds it."""

    source_file: str
    name: str
    parent: str | None = None

    @property
    def is_subagent(self) -> bool:
        """Whether the file holds one sub-agent and nothing else."""
        return self.name.startswith("agent-") or self.parent is not None


@dataclass(slots=True)
class Titles:
    """The titles told so far, and summaries by the message they end with."""

    custom: str | None = None
    made: str | None = None
    summaries: dict[str, str] = field(default_factory=dict)

    def note(self, line: Line) -> None:
        """Keeps what a line says of titles."""
        self.custom = line.custom_title or self.custom
        self.made = line.ai_title or self.made
        if line.type == "summary" and line.summary and line.leaf_uuid:
            self.summaries[line.leaf_uuid] = line.summary

    def of(self, uuids: set[str]) -> str | None:
        """The title of a thread with these messages."""
        told = [text for leaf, text in self.summaries.items() if leaf in uuids]
        return self.custom or self.made or (told[-1] if told else None)


def read_session(content: bytes, place: Place, context: Context, summaries: dict[str, str]) -> Reading:
    """Everything in one file's bytes; `summaries` are those of other files, by the message they end with."""
    session = _Session(place, context)
    session.titles.summaries.update(summaries)
    gaps: list[Gap] = []
    for number, line in split(content):
        if tells_nothing(line):
            continue
        try:
            session.take(decode(line))
        except msgspec.DecodeError as fault:
            gaps.append(gap(fault, place.source_file, number, content))
    return Reading(session.conversations(), gaps)


class _Session:
    """The threads of one file while its lines are taken."""

    def __init__(self, place: Place, context: Context) -> None:
        self.titles = Titles()
        self._place = place
        self._locator = context.locator
        self._main = Thread(context.locator, subagent=place.is_subagent)
        self._agents: dict[str, Thread] = {}
        self._roots: dict[str, str] = {}
        self._folder: str | None = None
        self._first_folder: str | None = None
        self._session_id: str | None = None
        self._forked_from: str | None = None
        self._holds_lines = False

    def take(self, line: Line) -> None:
        """One line, whatever it is; types that tell nothing are left out."""
        self._where(line)
        if line.type in {"user", "assistant"} and line.message is not None:
            self._message(line)
        elif line.type == "progress" and line.data is not None and line.data.type == "agent_progress":
            self._progress(line, line.data)
        elif line.type == "attachment" and line.attachment:
            self._attachment(line)
        elif line.type in {"summary", "ai-title", "custom-title"}:
            self.titles.note(line)

    def conversations(self) -> list[Conversation]:
        """The file's own conversation first, then its sub-agents' in the order of their first lines."""
        own = self._place.name
        if not self._place.is_subagent and not _SESSION_ID.fullmatch(own):
            own = self._session_id or own
        found = []
        if self._holds_lines:
            relation, parent = self._kinship()
            main = self._conversation(self._main, own, relation, parent)
            main.title = self.titles.of(self._main.uuids)
            found.append(main)
        for name, thread in self._agents.items():
            identity = name if name.startswith("agent-") else f"{own}#{name}"
            found.append(self._conversation(thread, identity, "subagent", own))
        return found

    def _where(self, line: Line) -> None:
        self._folder = line.relocated_cwd or line.cwd or self._folder
        self._first_folder = self._first_folder or line.cwd
        self._session_id = self._session_id or line.session_id

    def _message(self, line: Line) -> None:
        thread = self._thread(line)
        if line.message is None or not thread.is_new(line.uuid):
            return
        thread.moment(line.timestamp)
        key = line.uuid
        if line.forked_from:
            key = line.forked_from.message_uuid or key
            self._forked_from = line.forked_from.session_id or self._forked_from
        if line.type == "user":
            injected = bool(line.is_meta or line.is_compact_summary or line.is_visible_in_transcript_only)
            result, denied = line.tool_use_result, line.tool_denial_kind
            thread.user(line.message, key, result=result, denied=denied, injected=injected)
        elif not line.is_api_error_message:
            thread.assistant(line.message, key, self._folder)

    def _thread(self, line: Line) -> Thread:
        """The main thread, or that of the sub-agent a line belongs to by its id or by the lines before it."""
        if not line.is_sidechain or self._place.is_subagent:
            self._holds_lines = True
            return self._main
        if line.agent_id:
            return self._agent(f"agent-{line.agent_id}")
        root = self._roots.get(line.parent_uuid or "", line.uuid or "sidechain")
        if line.uuid:
            self._roots[line.uuid] = root
        return self._agent(root)

    def _agent(self, name: str) -> Thread:
        return self._agents.setdefault(name, Thread(self._locator, subagent=True))

    def _progress(self, line: Line, data: Progress) -> None:
        told = nested(data.message)
        thread = self._agent(f"agent-{data.agent_id}")
        if told.message is None or not thread.is_new(told.uuid):
            return
        thread.moment(told.timestamp or line.timestamp)
        if told.type == "assistant":
            thread.assistant(told.message, told.uuid, self._folder)
        elif told.type == "user":
            result, injected = told.tool_use_result, bool(told.is_meta)
            thread.user(told.message, told.uuid, result=result, denied=None, injected=injected)

    def _attachment(self, line: Line) -> None:
        thread = self._thread(line)
        if not thread.is_new(line.uuid):
            return
        thread.moment(line.timestamp)
        files, typed = given(line.attachment)
        for path, how in files:
            thread.attach(Attachment(self._locator.resolve(path, self._folder), how))
        if typed:
            thread.typed_ahead(typed, f"{line.uuid}:0" if line.uuid else None)

    def _kinship(self) -> tuple[Relation | None, str | None]:
        if self._place.is_subagent:
            first = next((e.text for e in self._main.events if isinstance(e, Message)), None)
            return "subagent", self._place.parent or (None if first == _WARM_UP else self._session_id)
        return ("fork", self._forked_from) if self._forked_from else (None, None)

    def _conversation(
        self, thread: Thread, identity: str, relation: Relation | None, parent: str | None
    ) -> Conversation:
        thread.end()
        opening: tuple[str, ...] = ("system", "human") if thread.subagent else ("human",)
        messages = (e for e in thread.events if isinstance(e, Message) and e.role in opening)
        first = next(messages, None)
        told = first is not None and first.at is not None
        last = next((e.at for e in reversed(thread.events) if e.at), thread.first_at)
        return Conversation(
            identity,
            SOURCE,
            self._place.source_file,
            created_at=thread.first_at,
            started_at=first.at if first and told else thread.first_at,
            ended_at=last,
            time_basis=first.time_basis if first and told else ("header" if thread.first_at else "none"),
            parent_id=parent,
            relation=relation,
            workspace=normal(self._first_folder) if self._first_folder else None,
            model=thread.model,
            events=thread.events,
            attachments=thread.attachments,
        )
