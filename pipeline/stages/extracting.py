"""The stages that read raw bytes: histories, and memory from Git."""

from pathlib import Path
from zoneinfo import ZoneInfo

from pipeline.errors import RereadError
from pipeline.extract.histories.collection import read_all, read_unit
from pipeline.extract.histories.formats import Context, Format, Unit
from pipeline.extract.histories.identity import settle
from pipeline.extract.histories.records import Reading
from pipeline.extract.paths import Locator
from pipeline.extract.several import Locators
from pipeline.stages import fingerprints
from pipeline.stages.progress import Counting
from pipeline.stages.stage import Frames, Made, Place
from pipeline.stages.unit_cache import UnitCache, unit_cache
from pipeline.study import Repository

CACHE = ".cache"


def history_paths(place: Place) -> list[Path]:
    """The history files and folders that the study names. Raises RereadError where one is missing."""
    found = [(place.folder / histories.path).expanduser() for histories in place.study.histories]
    for path in found:
        if not path.exists():
            raise RereadError(
                "histories_missing",
                "there are no histories",
                str(path),
                "correct `histories` in the study file",
            )
    return found


def repository_path(place: Place, repository: Repository) -> Path:
    """Where a repository of the study lies. Raises RereadError where there is nothing."""
    path = (place.folder / repository.path).expanduser()
    if not path.exists():
        raise RereadError(
            "repository_missing",
            "there is no repository",
            str(path),
            "correct `repositories` in the study file",
        )
    return path


def context(place: Place) -> Context:
    """What readers may know of the study."""
    # A frozen copy of histories stands where the repository stood, for paths relative to them.
    copies = history_paths(place) if place.study.frozen else []
    located = [
        (
            one.prefix,
            Locator(
                str(repository_path(place, one).resolve()),
                (*one.aliases, *(str(path.resolve()) for path in copies)),
            ),
        )
        for one in place.study.repositories
    ]
    zone = place.study.unzoned_file_names
    locator = located[0][1] if len(located) == 1 and not located[0][0] else Locators(located)
    return Context(locator, ZoneInfo(zone) if zone else None)


def histories(place: Place, _: Frames) -> Made:
    """All conversations of the study's histories; units whose bytes are known are not read again."""
    from pipeline.transform.corpus import corpus

    known = context(place)
    about = fingerprints.of(fingerprints.code(), *known.locator.roots, str(known.unzoned_file_names))
    seen: list[str] = []
    counting = Counting(place.tell, "Reading histories")
    with unit_cache(place.derived / CACHE) as cache:

        def remembered(declaration: Format, unit: Unit) -> Reading:
            seen.append(fingerprints.of(about, declaration.name, unit.name, unit.fingerprint))
            counting.one()
            return _read(unit, seen[-1], cache)

        found = read_all(history_paths(place), known, remembered)
    settled = settle(found.conversations, locator=known.locator)
    made = corpus(Reading(settled, found.gaps), place.study)
    skipped = made.pop("skipped_inputs")
    return Made(made, list(skipped.itertuples(index=False, name=None)), fingerprints.of(*seen))


def history_inputs(place: Place) -> str:
    """How the histories stand on the disk."""
    return fingerprints.standing(history_paths(place))


def memory(place: Place, _: Frames) -> Made:
    """All versions of all memory files of the study's repositories."""
    from pipeline.extract.memory import read_memory
    from pipeline.transform.corpus import skipped
    from pipeline.transform.repositories import joined

    read = [
        read_memory(repository_path(place, one), place.study, branch=one.branch, prefix=one.prefix)
        for one in place.study.repositories
    ]
    gaps = [gap for one in read for gap in one.gaps]
    return Made(joined([one.frames for one in read]), list(skipped(gaps, "repository")))


def memory_inputs(place: Place) -> str:
    """The commits that the studied branches stand at."""
    from pipeline.extract.memory import tip_of

    return fingerprints.of(
        *(tip_of(repository_path(place, one), one.branch) for one in place.study.repositories)
    )


def _read(unit: Unit, fingerprint: str, cache: UnitCache) -> Reading:
    known = cache.get(fingerprint)
    if known is None:
        known = read_unit(unit)
        cache.put(fingerprint, known)
    return known
