"""Conversations that are taken up again later and read a log of a later one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from pipeline.twin.article.solve.miss import MissError
from pipeline.twin.article.solve.plan import MIDDLE, Archive, Write, is_main
from pipeline.twin.article.solve.volumes import CASES

RESUMED = 5
_AFTER = timedelta(minutes=13)
_ROOM = timedelta(minutes=16)


@dataclass(frozen=True, slots=True)
class Resumed:
    """The read of a conversation that was taken up again."""

    ordinal: int
    write: Write
    at: datetime


def resumed(rng: Random, archive: Archive, files: Mapping[int, int]) -> list[Resumed]:
    """Five reads, each between two conversations. Raises MissError where there is no room for them."""
    able = [write for write in archive.writes if _has_room(archive, write)]
    if len(able) < RESUMED:
        raise MissError("nobody is taken up again")
    made: list[Resumed] = []
    for write in rng.sample(able, RESUMED):
        readers = _readers(write, files, [one.ordinal for one in made])
        if not readers:
            raise MissError("nobody is taken up again")
        made.append(Resumed(rng.choice(readers), write, write.commit + _AFTER))
    return made


def _readers(write: Write, files: Mapping[int, int], taken: Sequence[int]) -> list[int]:
    before = range(write.ordinal - 7, write.ordinal - 2)
    return [o for o in before if o in MIDDLE and files[o] and o not in CASES and o not in taken]


def _has_room(archive: Archive, write: Write) -> bool:
    if is_main(write.path) or write.ordinal not in MIDDLE:
        return False
    return archive.conversations[write.ordinal].start - write.commit > _ROOM
