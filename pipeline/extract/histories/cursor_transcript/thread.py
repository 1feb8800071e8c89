"""One conversation from the turns of a transcript."""

from pipeline.extract.histories.cursor_agent import Asked
from pipeline.extract.histories.cursor_transcript.person import said
from pipeline.extract.histories.cursor_transcript.turns import Turn, Used
from pipeline.extract.histories.records import Attachment, Call, Conversation, Message, Role
from pipeline.extract.paths import Locator, is_absolute, normal

SOURCE = "cursor-transcript"
# What stands where the editor did not keep the agent's words.
_KEPT_BACK = "[REDACTED]"


class Thread:
    """A conversation while its turns are taken; `unknown` are the tools of which nothing is known."""

    def __init__(self, conversation: Conversation, locator: Locator) -> None:
        self.conversation = conversation
        self._locator = locator
        self._seen: str | None = None
        self.unknown: set[str] = set()

    def take(self, turn: Turn) -> None:
        """Adds the messages and calls of one turn."""
        if turn.person:
            self._person([part for part in turn.parts if isinstance(part, str)])
            return
        for part in turn.parts:
            if isinstance(part, Used):
                self._call(part)
            elif part.strip() and part.strip() != _KEPT_BACK:
                self.conversation.events.append(Message("agent", part))

    def end(self) -> Conversation:
        """The conversation with its times and its folder; calls take the time of the turn they are in."""
        conversation = self.conversation
        stamps = [event.at for event in conversation.events]
        following = next((at for at in stamps if at is not None), None)
        for event in conversation.events:
            if event.at is not None:
                following = event.at
            elif following is not None:
                event.at, event.time_basis = following, "neighbour"
        told = [at for at in stamps if at is not None]
        conversation.ended_at = max(told) if told else None
        opening = next((m for m in conversation.messages() if m.role != "agent" and m.text.strip()), None)
        if opening is not None and opening.at is not None:
            conversation.started_at, conversation.time_basis = opening.at, opening.time_basis
        else:
            conversation.time_basis = "file"
        if conversation.workspace is None:
            conversation.workspace = self._seen
        conversation.time_attachments()
        return conversation

    def _person(self, texts: list[str]) -> None:
        turn = said(texts)
        events = self.conversation.events
        if turn.text.strip():
            role: Role = "system" if self.conversation.relation == "subagent" else "human"
            events.append(Message(role, turn.text, turn.at, "message" if turn.at else "none"))
        after = max(0, len(events) - 1)
        self.conversation.attachments += [
            Attachment(self._locator.resolve(path, self._folder), "mentioned", after)
            for path in turn.attached
        ]

    @property
    def _folder(self) -> str | None:
        return self.conversation.workspace

    def _call(self, used: Used) -> None:
        asked = Asked(used.tool, used.arguments, self._locator, self._folder)
        call = Call(used.tool, asked.action, "unknown", accesses=asked.accesses("unknown"))
        self.conversation.events.append(call)
        if not asked.is_known:
            self.unknown.add(used.tool)
        if self._seen is None and isinstance(used.arguments, dict):
            self._look(used.arguments)

    def _look(self, arguments: dict[str, object]) -> None:
        """Notes the repository's place that an argument's absolute path lies in."""
        for told in arguments.values():
            plain = normal(told) if isinstance(told, str) and "\n" not in told else ""
            if plain and is_absolute(plain) and self._locator.holds(plain):
                lower = plain.lower()
                roots = self._locator.roots
                self._seen = next((r for r in roots if lower.startswith(r.lower())), roots[0])
                return
