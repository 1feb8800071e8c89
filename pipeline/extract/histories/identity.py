"""What conversations are to each other: copies, forks, resumed ones; and which of them are independent."""

from collections import defaultdict
from collections.abc import Sequence

from pipeline.extract.histories.catalogue import FORMATS
from pipeline.extract.histories.records import Conversation
from pipeline.extract.histories.retold import name_alike
from pipeline.extract.histories.shared_events import leave_to_the_oldest
from pipeline.extract.paths import Locator, is_absolute


def settle(
    conversations: list[Conversation], *, told_repository: bool = False, locator: Locator | None = None
) -> list[Conversation]:
    """The conversations, with relation, parent and `excluded_because` set; they are changed in place.

    An event that several conversations hold stays in the oldest only (forks, resumed sessions). Of one
    conversation in several stores or files one row speaks; each other becomes `ID#2`, `ID#3`, ...
    Exclusions are those of docs/method.md, but for those that need a window. Only with a `locator` is a
    conversation of another repository told; with `told_repository` the study has said whose histories
    these are, and none is excluded for a folder it does not name.
    """
    richness = {id(c): (sum(call.answered for call in c.calls()), _messages(c)) for c in conversations}
    name_alike(conversations)
    leave_to_the_oldest(conversations)
    _copies(conversations, richness)
    for conversation in conversations:
        conversation.excluded_because = _excluded(conversation, locator, told_repository)
    return conversations


def _messages(conversation: Conversation) -> int:
    return sum(1 for _ in conversation.messages())


def _copies(conversations: Sequence[Conversation], richness: dict[int, tuple[int, int]]) -> None:
    """Let one of each id speak: most answered calls, most messages (before any was left to an older one), the
    format that is declared first, the first path."""

    places = {declaration.name: place for place, declaration in enumerate(FORMATS)}

    def rank(conversation: Conversation) -> tuple[int, int, int, str]:
        answered, messages = richness[id(conversation)]
        place = places.get(conversation.source, len(places))
        return -answered, -messages, place, conversation.source_file

    alike: defaultdict[str, list[Conversation]] = defaultdict(list)
    for conversation in conversations:
        alike[conversation.conversation_id].append(conversation)
    for group in alike.values():
        if len(group) > 1:
            group.sort(key=rank)
            _speak(group)


def _speak(group: Sequence[Conversation]) -> None:
    """The first speaks, and is what any of them shows it to be: a sub-agent is one in every store."""
    speaker = group[0]
    if speaker.relation is None:
        related = next((other for other in group if other.relation not in (None, "copy")), None)
        if related is not None:
            speaker.relation, speaker.parent_id = related.relation, related.parent_id
    whole = speaker.conversation_id
    for number, other in enumerate(group[1:], 2):
        other.conversation_id = f"{whole}#{number}"
        other.relation, other.parent_id = "copy", whole


def _excluded(conversation: Conversation, locator: Locator | None, told_repository: bool) -> str | None:
    if conversation.relation is not None:
        return conversation.relation
    if not conversation.human_messages:
        return "empty"
    if locator is not None and _elsewhere(conversation, locator):
        return "other_repository"
    nameless = conversation.workspace is None and not conversation.folders
    return "no_workspace" if nameless and conversation.names_folder and not told_repository else None


def _elsewhere(conversation: Conversation, locator: Locator) -> bool:
    """Whether folder and calls lie outside the repository; a window of several folders goes by its calls."""
    folders = conversation.folders or ((conversation.workspace,) if conversation.workspace else ())
    if not folders:
        return False
    held = [locator.holds(folder) for folder in folders]
    if all(held):
        return False
    paths = [access.path for call in conversation.calls() for access in call.accesses if access.path]
    if paths:
        return all(is_absolute(path) and not locator.holds(path) for path in paths)
    return not any(held)
