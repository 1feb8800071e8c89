"""A study under other readings: the tables that depend on them made anew, in memory."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from pipeline.measures.evidence import Evidence
from pipeline.stages.catalogue import STAGES
from pipeline.stages.stage import Frames, Place
from pipeline.study import Readings, Study

if TYPE_CHECKING:
    import pandas as pd

TRIED: dict[str, tuple[Any, ...]] = {
    key: (2, 1, 7, 30) if key == "attribution_days" else get_args(field.annotation)
    for key, field in Readings.model_fields.items()
}
"""By key of `[readings]` the values that the study is run under, the default first."""


OF_MEASURES = frozenset(
    {"zeros", "percentile", "stretch_share", "days_population", "correlation_population", "last_stretch"}
)
"""Keys of `[readings]` that measures alone look at: under them no table differs."""


class _Over(Mapping[str, "pd.DataFrame"]):
    """Tables of which some were made anew."""

    def __init__(self, below: Frames, made: dict[str, "pd.DataFrame"]) -> None:
        self._below, self._made = below, made

    def __getitem__(self, name: str) -> "pd.DataFrame":
        return self._made[name] if name in self._made else self._below[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._below)

    def __len__(self) -> int:
        return len(self._below)


def reread(place: Place, frames: Frames, changed: Mapping[str, Any]) -> Evidence:
    """What measures are taken from where these keys of `[readings]` have other values, without intervals."""
    study = with_readings(place.study, changed)
    if set(changed) <= OF_MEASURES:
        return Evidence(frames, study, intervals=False)
    made: dict[str, pd.DataFrame] = {}
    over = _Over(frames, made)
    for stage in STAGES:
        if "readings" in stage.settings and stage.writes:
            made.update(stage.make(replace(place, study=study), over).frames)
    return Evidence(over, study, intervals=False)


def with_readings(study: Study, changed: Mapping[str, Any]) -> Study:
    """The study with some keys of `[readings]` changed."""
    return study.model_copy(
        update={"readings": Readings.model_validate({**study.readings.model_dump(), **changed})}
    )
