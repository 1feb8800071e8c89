"""One stage: what it reads, what it writes, and the function between."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.stages.progress import Tell, quietly
from pipeline.study import Study

if TYPE_CHECKING:
    import pandas as pd

Frames = Mapping[str, "pd.DataFrame"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a study lies, where its results go, and who is told how far long work has come."""

    study: Study
    folder: Path
    derived: Path
    figures: Path
    tell: Tell = quietly


@dataclass(frozen=True, slots=True)
class Made:
    """What a stage made: tables by name, and rows of skipped_inputs as (source, where, reason, nth).

    `content` is a fingerprint of the raw bytes it read, where it knows a better one than its `inputs`: what
    follows is not made anew while that stays.
    """

    frames: Frames
    skipped: list[tuple[str, str, str, int]] = field(default_factory=list)
    content: str = ""


Function = Callable[[Place, Frames], Made]
"""From the place and the tables that the stage reads to what it makes."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage, declared once.

    `settings` are the keys of the study file that it depends on. `inputs` gives a fingerprint of raw bytes
    that it reads beside the tables; None where it reads none.
    """

    name: str
    title: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    settings: tuple[str, ...]
    make: Function
    inputs: Callable[[Place], str] | None = None
