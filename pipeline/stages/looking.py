"""Looking at a repository and its histories before a study of them is made."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from pipeline.errors import RereadError
from pipeline.extract.histories.collection import opened_stores, read_store
from pipeline.extract.histories.formats import Context, Format
from pipeline.extract.histories.former_roots import FormerRoot, former_roots
from pipeline.extract.histories.identity import settle
from pipeline.extract.histories.records import Conversation, Gap
from pipeline.extract.histories.usual_places import usual_places
from pipeline.extract.memory_layouts import Recognised, given, recognised
from pipeline.extract.odd_names import is_text
from pipeline.extract.paths import Locator
from pipeline.extract.repository import Repository, tracked_paths


@dataclass(frozen=True, slots=True)
class Store:
    """One store looked at: its format, where it lies, its conversations, and how many are the study's."""

    declaration: Format
    path: Path
    conversations: list[Conversation]
    gaps: list[Gap]

    @property
    def matched(self) -> list[Conversation]:
        """The conversations that belong to this repository, copies and sub-agents among them."""
        elsewhere = {"other_repository", "no_workspace"}
        return [c for c in self.conversations if c.excluded_because not in elsewhere]


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found: the stores, other roots of the repository, and the memory given or recognised."""

    repository: Path
    places: list[Path]
    stores: list[Store]
    roots: list[FormerRoot]
    memory: list[Recognised]

    @property
    def matched(self) -> int:
        """How many conversations belong to this repository."""
        return sum(len(store.matched) for store in self.stores)

    @property
    def histories(self) -> list[Path]:
        """What a study file names: the stores that hold a conversation of this repository; where such a path
        is no UTF-8, the nearest folder above it that is."""
        stores = [store.path.resolve() for store in self.stores if store.matched]
        nearest = (next(place for place in (one, *one.parents) if is_text(str(place))) for one in stores)
        named = dict.fromkeys(nearest)
        return [place for place in named if named.keys().isdisjoint(place.parents)]


def look(
    repository: Path,
    histories: Sequence[Path],
    aliases: Sequence[str],
    memory: Sequence[tuple[str, str | None]],
    zone: ZoneInfo | None,
    *,
    tell: Callable[[str], None] = lambda _: None,
) -> Seen:
    """Look at the histories (none given: those in the usual places) and at the repository's memory (no globs
    given: that of known layouts).

    Raises RereadError where the repository or a history given is not there.
    """
    tracked = tracked_paths(Repository(repository))
    places = list(histories) or usual_places(repository)
    locator = Locator(str(repository.resolve()), aliases)
    known = Context(locator, zone)
    found = []
    for declaration, store in opened_stores(places):
        tell(f"Looking at {store}")
        reading, _ = read_store(declaration, store, known)
        found.append(Store(declaration, store, reading.conversations, reading.gaps))
    settle([row for store in found for row in store.conversations], locator=locator)
    return Seen(
        repository,
        places,
        found,
        former_roots((row for store in found for row in store.conversations), tracked),
        given(tracked, memory) if memory else recognised(tracked),
    )


def require(seen: Seen) -> None:
    """Raises RereadError, with what was looked at, where nothing of it belongs to the repository."""
    if not seen.matched:
        looked = "; ".join(f"{store.path}: {len(store.conversations)} conversations" for store in seen.stores)
        remedy = "give --histories, or --alias for a place where the repository lay"
        if seen.roots:
            remedy = f"try --alias {seen.roots[0].path}"
        raise RereadError(
            "no_conversations",
            "no conversation belongs to this repository",
            looked or f"no histories in {', '.join(map(str, seen.places)) or 'the usual places'}",
            remedy,
        )
    if not any(rule.files for rule in seen.memory):
        given_globs = ", ".join(repr(rule.glob) for rule in seen.memory)
        raise RereadError(
            "no_memory",
            f"no file of this repository matches --memory {given_globs}"
            if given_globs
            else "no memory files are recognised in this repository",
            str(seen.repository),
            "name them with --memory 'notes/**/*.md=notes'",
        )
