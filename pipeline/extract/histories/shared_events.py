"""Events that several conversations hold: forks and resumed sessions repeat what an older one said."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from pipeline.extract.histories.records import Attachment, Conversation, Message, Relation

RESUMES = frozenset({"claude-code"})
"""Sources whose files repeat single events of older files; all others repeat a beginning or nothing."""

_LATEST = datetime.max.replace(tzinfo=UTC)
_LEAST_SHARED = 2


def leave_to_the_oldest(conversations: Sequence[Conversation]) -> None:
    """Keep each event that several conversations hold in the oldest of them only.

    Two files of one id are no fork of each other. The younger ones get `relation` and `parent_id`
    where their reader gave no relation, and a start of their own.
    """
    by_source: defaultdict[str, list[Conversation]] = defaultdict(list)
    for conversation in conversations:
        by_source[conversation.source].append(conversation)
    for source, members in by_source.items():
        if source in RESUMES:
            _resumed(members)
        else:
            _forked(members)


def _forked(members: Iterable[Conversation]) -> None:
    """A shared beginning of two or more keys makes the younger a fork of whom it shares most with."""
    alike: defaultdict[tuple[str, ...], list[Conversation]] = defaultdict(list)
    for conversation in members:
        first = _first_keys(conversation)
        if len(first) == _LEAST_SHARED:
            alike[first].append(conversation)
    for group in alike.values():
        group.sort(key=lambda c: (c.created_at or _LATEST, c.started_at or _LATEST, c.conversation_id))
        keys = [_leading_keys(conversation) for conversation in group]
        shared = [_most_shared(nth, group, keys) for nth in range(len(group))]
        for conversation, (length, parent) in zip(group, shared, strict=True):
            if parent is not None:
                _say(conversation, "fork", parent.conversation_id)
                _drop(conversation, set(range(length)))


def _first_keys(conversation: Conversation) -> tuple[str, ...]:
    """The first two different keys; fewer where an event without a key comes before."""
    first: dict[str, None] = {}
    for event in conversation.events:
        if event.key is None or len(first) == _LEAST_SHARED:
            break
        first[event.key] = None
    return tuple(first)


def _leading_keys(conversation: Conversation) -> list[str]:
    keys: list[str] = []
    for event in conversation.events:
        if event.key is None:
            break
        keys.append(event.key)
    return keys


def _most_shared(
    nth: int, group: Sequence[Conversation], keys: Sequence[Sequence[str]]
) -> tuple[int, Conversation | None]:
    """How many events it shares with which older one; the oldest of equals."""
    best: tuple[int, Conversation | None] = (0, None)
    for other in range(nth):
        if group[other].conversation_id != group[nth].conversation_id:
            length = _common(keys[other], keys[nth])
            best = (length, group[other]) if length > best[0] else best
    return best


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _resumed(members: list[Conversation]) -> None:
    """Of each key the first stays, files by their first time; equals by what is known of a parent, id."""
    owners: dict[str, str] = {}
    heads: dict[str, str] = {}
    for conversation in sorted(members, key=_age):
        own_id = conversation.conversation_id
        repeated = {
            nth: owner
            for nth, event in enumerate(conversation.events)
            if event.key is not None and (owner := owners.setdefault(event.key, own_id)) != own_id
        }
        if repeated:
            owner = next(iter(repeated.values()))
            head = heads[own_id] = heads.get(owner, owner)
            left = (e for nth, e in enumerate(conversation.events) if nth not in repeated)
            # The first stamp of such a file is a repeated line's, and says nothing of its own making.
            conversation.created_at = next((event.at for event in left if event.at), None)
            _drop(conversation, set(repeated))
            if not conversation.events:
                _forget(conversation)
            _say(conversation, "resumed" if conversation.human_messages else "copy", head)


def _age(conversation: Conversation) -> tuple[datetime, bool, str, str]:
    first = next((event.at for event in conversation.events if event.at), None)
    told = conversation.parent_id is not None
    return first or _LATEST, told, conversation.conversation_id, conversation.source_file


def _say(conversation: Conversation, relation: Relation, parent: str) -> None:
    if conversation.relation is None:
        conversation.relation, conversation.parent_id = relation, parent


def _drop(conversation: Conversation, places: set[int]) -> None:
    """Take the events at `places` out, with what came with them; a start that lay there is found anew."""
    opening = _opening(conversation)
    kept = [nth for nth in range(len(conversation.events)) if nth not in places]
    now = {was: nth for nth, was in enumerate(kept)}
    conversation.events = [conversation.events[nth] for nth in kept]
    conversation.attachments = [
        _moved(attachment, now) for attachment in conversation.attachments if attachment.after not in places
    ]
    if _opening(conversation) is not opening:
        _restart(conversation)


def _moved(attachment: Attachment, now: dict[int, int]) -> Attachment:
    if attachment.after is not None:
        attachment.after = now.get(attachment.after, attachment.after)
    return attachment


def _opening(conversation: Conversation) -> Message | None:
    """The message that a start is taken from: a person's first, a sub-agent's task."""
    said = [message for message in conversation.messages() if message.text.strip()]
    first = next((m for m in said if m.role == "human"), None)
    if first is None and conversation.relation == "subagent":
        first = next((m for m in said if m.role == "system"), None)
    return first


def _restart(conversation: Conversation) -> None:
    """The start of what is left: its first message, else what the store says of its making."""
    first = _opening(conversation)
    if first is not None and first.at is not None:
        conversation.started_at, conversation.time_basis = first.at, first.time_basis
    elif conversation.created_at is not None:
        conversation.started_at, conversation.time_basis = conversation.created_at, "session"
    else:
        conversation.started_at, conversation.time_basis = None, "none"


def _forget(conversation: Conversation) -> None:
    """A file without an event of its own says nothing of itself but where it lies."""
    conversation.title = conversation.model = None
    conversation.ended_at = None
