"""One thread of a session while it is read: its events in order, and its calls without a result so far."""

import zlib
from datetime import datetime

from msgspec import Raw

from pipeline.extract.histories.claude_code import calls
from pipeline.extract.histories.claude_code.lines import Body, Part
from pipeline.extract.histories.claude_code.person import interrupts, written
from pipeline.extract.histories.possible import is_moment
from pipeline.extract.histories.records import Attachment, Call, Message, Role, Status, TimeBasis
from pipeline.extract.paths import Locator

_MADE_UP = "<synthetic>"


class Thread:
    """The main thread of a session, or one sub-agent's.

    In a sub-agent's thread the user's turns are its tasks, which an agent wrote: messages of role system.
    """

    def __init__(self, locator: Locator, *, subagent: bool) -> None:
        self.locator = locator
        self.subagent = subagent
        self.events: list[Message | Call] = []
        self.attachments: list[Attachment] = []
        self.uuids: set[str] = set()
        self.model: str | None = None
        self.at: datetime | None = None
        self.basis: TimeBasis = "none"
        self.first_at: datetime | None = None
        self._open: dict[str, calls.Open] = {}
        self._stopped = False
        self._ahead: list[Message] = []
        self._said: tuple[str | None, Message] | None = None

    def is_new(self, uuid: str | None) -> bool:
        """Whether a line is here for the first time; long sessions write lines again."""
        if uuid is None:
            return True
        if uuid in self.uuids:
            return False
        self.uuids.add(uuid)
        return True

    def moment(self, stamp: str | None) -> None:
        """Sets the time of the next events: the line's own, else the line's before."""
        try:
            self.at = datetime.fromisoformat(stamp) if stamp else self.at
            self.basis = "message" if stamp else ("neighbour" if self.at else "none")
        except ValueError:
            self.basis = "neighbour" if self.at else "none"
        if self.at and (self.at.tzinfo is None or not is_moment(self.at)):
            self.at, self.basis = None, "none"
        self.first_at = self.first_at or self.at

    def assistant(self, body: Body, key: str | None, folder: str | None) -> None:
        """The agent's parts: what it said, and the calls it made."""
        if body.model and body.model != _MADE_UP:
            self.model = self.model or body.model
        for place, part in enumerate(_parts(body)):
            if part.type == "tool_use":
                self._call(body, part, _key(key, body, part, place), folder)
            elif part.type == "text" and part.text and part.text.strip():
                self._say(body, part.text, _key(key, body, part, place))

    def user(self, body: Body, key: str | None, *, result: Raw, denied: str | None, injected: bool) -> None:
        """A turn of the user's side: results of calls, or text of a person, or neither."""
        parts = _parts(body)
        results = [part for part in parts if part.type == "tool_result"]
        for part in results:
            opened = self._open.pop(part.tool_use_id or "", None)
            if opened:
                calls.close(opened, part, result if len(results) == 1 else Raw(b""), denied, self.locator)
        texts = [part.text for part in parts if part.type == "text" and part.text]
        if interrupts(texts):
            self._leave("cancelled")
        if injected or results or result:
            return
        text = written(texts)
        if text:
            role: Role = "system" if self.subagent else "human"
            self.events.append(Message(role, text, self.at, self.basis, _key(key, body, None, 0)))

    def typed_ahead(self, text: str, key: str | None) -> None:
        """A message that a person typed while the agent worked."""
        own = written([text])
        if own and not self.subagent:
            message = Message("human", own, self.at, self.basis, key)
            self._ahead.append(message)
            self.events.append(message)

    def attach(self, attachment: Attachment) -> None:
        """A file given without a call, beside the last event."""
        attachment.after = len(self.events) - 1 if self.events else None
        attachment.at = self.at
        self.attachments.append(attachment)

    def end(self) -> None:
        """No more lines come: calls left open are pending, a message typed ahead counts once."""
        self._leave("pending")
        turns = {e.text for e in self.events if isinstance(e, Message) and not _among(e, self._ahead)}
        for message in self._ahead:
            if message.text in turns:
                self._drop(message)
        for event in self.events:
            if event.at is None and self.first_at is not None:
                event.at, event.time_basis = self.first_at, "neighbour"

    def _say(self, body: Body, text: str, key: str | None) -> None:
        # A part that is written while it streams comes again, longer, under another line's id.
        if self._said and body.id and self._said[0] == body.id and text.startswith(self._said[1].text):
            self._said[1].text = text
            return
        message = Message("agent", text, self.at, self.basis, key)
        self._said = (body.id, message)
        self.events.append(message)

    def _call(self, body: Body, part: Part, key: str | None, folder: str | None) -> None:
        name, arguments = part.id or "", calls.arguments_of(part)
        before = self._open.get(name)
        if before and body.id is not None and before.message_id == body.id:
            before.arguments = arguments or before.arguments
            return
        if before:
            calls.leave(before, "pending", self.locator)
        call = calls.new_call(part, arguments)
        call.at, call.time_basis, call.key = self.at, self.basis, key
        self._open[name] = calls.Open(call, arguments, body.id, folder)
        self.events.append(call)

    def _leave(self, status: Status) -> None:
        for opened in self._open.values():
            calls.leave(opened, status, self.locator)
        self._open.clear()

    def _drop(self, message: Message) -> None:
        place = next(at for at, event in enumerate(self.events) if event is message)
        del self.events[place]
        for attachment in self.attachments:
            if attachment.after is not None and attachment.after >= place:
                attachment.after = attachment.after - 1 if attachment.after else None


def _among(message: Message, messages: list[Message]) -> bool:
    return any(message is one for one in messages)


def _parts(body: Body) -> list[Part]:
    if isinstance(body.content, str):
        return [Part("text", body.content)]
    return body.content or []


def _key(line: str | None, body: Body, part: Part | None, place: int) -> str | None:
    """The id of a part, shared by its copies: of its line, else of its message, else of its call."""
    if line:
        return f"{line}:{place}"
    if body.id:
        own = (part.id or str(zlib.crc32((part.text or "").encode("utf-8", "replace")))) if part else "0"
        return f"{body.id}:{own}"
    return part.id if part else None
