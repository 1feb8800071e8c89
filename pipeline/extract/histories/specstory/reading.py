"""One SpecStory file to conversations: the main thread, and one thread for all its sub-agents."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.extract.histories.formats import Context
from pipeline.extract.histories.records import Attachment, Call, Conversation, Gap, Message, Reading, Role
from pipeline.extract.histories.specstory import markers
from pipeline.extract.histories.specstory.calls import Caller
from pipeline.extract.histories.specstory.clock import Time, clock
from pipeline.extract.histories.specstory.head import read_head
from pipeline.extract.histories.specstory.marked import of_envelope, of_marker
from pipeline.extract.histories.specstory.marks import Mark
from pipeline.extract.histories.specstory.scan import Part, Turn, scan


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file lies: its name, its path in the store, the folder that its conversation ran in.

    `folder` is None where that folder is the repository itself, wherever the repository lies now.
    """

    name: str
    source_file: str
    folder: str | None
    workspace: str | None


def read_text(text: str, place: Place, context: Context) -> Reading:
    """The conversations that the text of one file holds."""
    before, turns = scan(text.split("\n"))
    head = read_head(before)
    told = clock(head, place.name, context.unzoned_file_names)
    timed = list(zip(turns, told.times(turns), strict=True))
    main = Conversation(head.session or f"file:{place.name}", "specstory", place.source_file, head.title)
    main.created_at = told.made[0]
    main.started_at, main.time_basis = told.start(turns)
    aside = [(turn, time) for turn, time in timed if turn.mark.sidechain]
    threads = [(main, [(turn, time) for turn, time in timed if not turn.mark.sidechain])]
    if aside:
        threads.append((_subagent(main, aside[0][1]), aside))
    for thread, own in threads:
        thread.workspace, thread.names_folder = place.workspace, place.workspace is not None
        _fill(thread, own, Caller(context.locator, place.folder))
    gaps = []
    if main.started_at is None and told.unzoned:
        gaps.append(Gap(place.name, "time_without_zone"))
    if not head.generated:
        gaps.append(Gap(place.name, "no_generator"))
    return Reading([thread for thread, _ in threads], gaps)


def _subagent(main: Conversation, first: Time) -> Conversation:
    """The one thread of all sub-agents of a file, which does not tell them apart."""
    thread = Conversation(f"{main.conversation_id}#sidechain", main.source, main.source_file)
    thread.relation, thread.parent_id = "subagent", main.conversation_id
    thread.started_at, thread.time_basis = first
    thread.created_at = first[0]
    return thread


def _fill(thread: Conversation, turns: Sequence[tuple[Turn, Time]], caller: Caller) -> None:
    for turn, (at, basis) in turns:
        thread.model = thread.model or turn.mark.model
        for part in turn.parts:
            for event in _events(turn.mark, part, caller):
                event.at, event.time_basis = at, basis
                thread.events.append(event)
            if part.kind == "marker":
                thread.attachments += [
                    Attachment(path, "rule", max(0, len(thread.events) - 1), at)
                    for path in _rules(part, caller)
                ]
        if basis == "message" and at is not None:
            thread.ended_at = max(at, thread.ended_at or at)


def _events(mark: Mark, part: Part, caller: Caller) -> list[Message | Call]:
    """What one part of a turn is: a message, a call, or nothing."""
    if part.kind == "envelope":
        return [caller.call(of_envelope(part.lines))]
    if part.kind == "marker":
        return [] if markers.rule(part.lines[0]) else [caller.call(of_marker(part.lines))]
    if not mark.person and markers.lost_file(part.text):
        return [Call("unknown", "other", "error", answered=True)]
    text = _message(part.text)
    return [Message(_role(mark), text)] if text else []


def _message(text: str) -> str:
    """The text of a message, without the line that separates it from the next turn."""
    return text.removesuffix("---").rstrip() if text == "---" or text.endswith("\n---") else text


def _role(mark: Mark) -> Role:
    """Whose words they are: in a sub-agent's thread the words of no model are its task."""
    if mark.person:
        return "human"
    return "system" if mark.sidechain and mark.model is None else "agent"


def _rules(part: Part, caller: Caller) -> list[str]:
    """The files of the editor's rules whose text stands in a part."""
    said = next((line for line in part.lines[1:] if line.strip()), "")
    names = [markers.rule(line) for line in (part.lines[0], said)]
    return [caller.path(f".cursor/rules/{name}.mdc") for name in names if name]
