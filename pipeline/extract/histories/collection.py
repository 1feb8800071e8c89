"""All histories at or below some paths: stores found, units read, conversations settled."""

from collections.abc import Sequence
from pathlib import Path

from pipeline.errors import RereadError
from pipeline.extract.histories.formats import Context, declared
from pipeline.extract.histories.identity import settle
from pipeline.extract.histories.records import Conversation, Gap, Reading


def collect(paths: Sequence[Path], context: Context) -> Reading:
    """Everything the histories at `paths` hold, settled.

    A store that cannot be used is a gap where others can be. Raises RereadError where a path does not
    exist, and where no store gave a conversation because one cannot be used.
    """
    conversations: list[Conversation] = []
    gaps: list[Gap] = []
    unusable: list[RereadError] = []
    for path in paths:
        if not path.exists():
            raise RereadError(
                "histories_missing", "there are no histories", str(path), "give an existing path"
            )
        for declaration in declared():
            for store in declaration.stores(path):
                try:
                    for unit in declaration.units(store, context):
                        reading = unit.read()
                        conversations += reading.conversations
                        gaps += reading.gaps
                except RereadError as error:
                    unusable.append(error)
                    gaps.append(Gap(error.problem.where, error.problem.code))
    if unusable and not conversations:
        raise unusable[0]
    return Reading(settle(conversations, locator=context.locator), gaps)
