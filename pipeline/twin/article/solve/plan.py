"""What the search is made of: conversations, writes, and what a read of a file would find."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

FOLDER = "docs/memory"
REGISTERS = ("PROJECT_STATUS", "DECISIONS", "TECH_DEBT")
RULE = f"{FOLDER}/rules/shared-authentication.md"
EDITOR = f"{FOLDER}/decisions/editor-rules.md"
INTEGRATIONS = f"{FOLDER}/decisions/crm-integrations.md"
NAMING = f"{FOLDER}/rules/naming.md"
AT_REST = f"{FOLDER}/status/signing.md"
"""The file that somebody edits by hand and no conversation writes again."""
OTHERS = (
    "architecture/data-flow architecture/modules architecture/overview decisions/calculator-engine "
    "decisions/files decisions/portal-template decisions/queue decisions/signing-chain "
    "decisions/tenancy decisions/theme-tokens errors/duplicate-login errors/estimate-rounding "
    "errors/pdf-fonts errors/permissions errors/prisma-migrate errors/stale-cache errors/timezones "
    "errors/webhooks rules/plan-review rules/testing status/billing status/calculators status/crm "
    "status/design-system status/estimates status/infrastructure status/migrations status/portals "
    "status/search"
).split()
"""The other files of the main sections, below the folder."""

RULE_READ, INTEGRATIONS_READ, EDITOR_READ = 157, 176, 188
"""Conversations of the three cases."""
DETAILED = (227, 249)
"""Conversations whose first request retells the past in detail."""
CONVERSATIONS = 272
LATE = range(243, 273)
"""The last 30."""
MIDDLE = range(21, 243)


@dataclass(frozen=True, slots=True)
class Conversation:
    """One independent conversation: `end` is when its writes are committed."""

    ordinal: int
    start: datetime
    end: datetime
    kind: str
    recap: str


@dataclass(frozen=True, slots=True)
class Write:
    """One write: `chars` are the file's after it, `ordinal` is 0 where no independent conversation wrote."""

    path: str
    ordinal: int
    at: datetime
    commit: datetime
    chars: int
    by: str = "conversation"

    @property
    def section(self) -> str:
        """The section of the file."""
        return section(self.path)


def section(path: str) -> str:
    """The folder below the memory's; `register` at its top."""
    parts = path.split("/")
    return parts[2] if len(parts) > 3 else "register"


def is_main(path: str) -> bool:
    """Whether a file is no log of a conversation."""
    return section(path) != "dialogs"


@dataclass(frozen=True, slots=True)
class Found:
    """What a conversation finds where it reads a file: the last write, how many conversations and full days
    ago; `distance` is 0 where no independent conversation wrote."""

    write: Write
    distance: int
    days: int

    @property
    def long(self) -> bool:
        """Whether the distance is above the 90th percentile of all."""
        return self.distance > 50


LONG_DAYS = 20
LARGEST_DISTANCE, LARGEST_DAYS = 191, 81


class Archive:
    """All writes, and what stands at each start."""

    def __init__(self, conversations: Sequence[Conversation], writes: Sequence[Write]) -> None:
        self.conversations = conversations
        self.writes = sorted(writes, key=lambda write: (write.commit, write.at))
        self._of: dict[str, list[Write]] = {}
        for write in self.writes:
            self._of.setdefault(write.path, []).append(write)
        self._standing = {one.ordinal: self._at(one.start) for one in conversations}

    def standing(self, ordinal: int) -> dict[str, Write]:
        """By path the last write before a conversation's start."""
        return self._standing[ordinal]

    def files(self, ordinal: int) -> int:
        """How many files stand at a start."""
        return len(self._standing[ordinal])

    def main_chars(self, ordinal: int) -> int:
        """Characters of the main sections at a start."""
        return sum(write.chars for path, write in self._standing[ordinal].items() if is_main(path))

    def found(self, ordinal: int, path: str) -> Found | None:
        """What a read would find; None where its full days depend on seconds, or one would be a new maximum,
        or only one of conversations and days is far."""
        write = self._standing[ordinal][path]
        start = self.conversations[ordinal - 1].start
        days = {
            (read - written).days
            for read in (start, start + timedelta(minutes=10))
            for written in (write.at, write.commit)
        }
        if len(days) > 1:
            return None
        found = Found(write, ordinal - write.ordinal if write.ordinal else 0, days.pop())
        if found.distance > LARGEST_DISTANCE or found.days > LARGEST_DAYS:
            return None
        if write.ordinal and found.long != (found.days > LONG_DAYS):
            return None
        return found

    def logs(self, ordinal: int) -> Iterator[tuple[str, Found]]:
        """The logs by independent conversations that may be read, the latest first."""
        for path, write in reversed(self._standing[ordinal].items()):
            if not is_main(path) and write.ordinal and (found := self.found(ordinal, path)):
                yield path, found

    def _at(self, instant: datetime) -> dict[str, Write]:
        held: dict[str, Write] = {}
        for write in self.writes:
            if write.commit <= instant:
                held[write.path] = write
        return held
