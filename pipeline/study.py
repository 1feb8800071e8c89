"""The study file: everything a count depends on, checked, with paths relative to its own folder."""

import re
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, available_timezones

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from pipeline.named_file import Sort, content, toml, unfit

FILE_NAME = "study.toml"
NAME = "[A-Za-z0-9][A-Za-z0-9._-]*"
"""How a study may be named, as a pattern of the whole name."""
_LAST_YEAR = 2200
SORT = Sort("study", "study file", 1 << 22, "make one with `reread new`")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _known_zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError(f"unknown time zone {name!r}; use a name such as Europe/Berlin or UTC")
    return name


def _inside(path: str) -> str:
    if path and (path.startswith("/") or ".." in path.split("/")):
        raise ValueError(f"{path!r} leaves the repository; give a path inside it, with /")
    return path


def _below(path: str) -> str:
    if not path or path.startswith(("/", "~")) or ".." in path.split("/"):
        raise ValueError(f"{path!r} leaves the study's folder; give a path inside it, with /")
    return path


def _pattern(glob: str) -> str:
    from pathspec import GitIgnoreSpec

    try:
        spec = GitIgnoreSpec.from_lines([glob])
    except (ValueError, re.error):
        raise ValueError(f"{glob!r} is no glob; give one such as docs/memory/**/*.md") from None
    if all(pattern.include is None for pattern in spec.patterns):
        raise ValueError(f"{glob!r} matches no file; give a glob such as docs/memory/**/*.md")
    return glob


def _including(glob: str) -> str:
    from pathspec import GitIgnoreSpec

    spec = GitIgnoreSpec.from_lines([_pattern(glob)])
    if not any(pattern.include for pattern in spec.patterns):
        raise ValueError(f"{glob!r} matches no file; give a glob such as docs/memory/**/*.md")
    return glob


def _some(text: str) -> str:
    if not text.strip():
        raise ValueError("it is empty; give a text or leave it out")
    return text


def _group(patterns: tuple[str, ...]) -> tuple[str, ...]:
    if not patterns:
        raise ValueError("it is empty; give one pattern or more, or leave it out")
    return patterns


def _day(value: object) -> object:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if isinstance(value, str) and _DAY.fullmatch(value):
        return value
    raise ValueError("it is no day; give one such as 2026-03-01")


def _reader(value: object) -> object:
    if isinstance(value, bool) or (isinstance(value, int) and value < 1) or value == "":
        raise ValueError("it is no conversation; give its id, or its number, 1 or more")
    return value


Zone = Annotated[str, AfterValidator(_known_zone)]
RepositoryPath = Annotated[str, AfterValidator(_inside)]
OwnPath = Annotated[str, AfterValidator(_below)]
Glob = Annotated[str, AfterValidator(_including)]
Pattern = Annotated[str, AfterValidator(_pattern)]
Group = Annotated[tuple[Pattern, ...], AfterValidator(_group)]
Text = Annotated[str, AfterValidator(_some)]
Day = Annotated[date, BeforeValidator(_day)]
Whole = Annotated[int, Field(strict=True)]
Reader = Annotated[str | int, BeforeValidator(_reader)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Window(_Part):
    """First and last day of the study, both included, in the study's zone; None: open."""

    since: Day | None = None
    until: Day | None = None

    @model_validator(mode="after")
    def _ordered(self) -> "Window":
        if self.until and self.until.year > _LAST_YEAR:
            raise ValueError(f"until {self.until} is no day of a study; leave it out where there is no end")
        if self.since and self.until and self.since > self.until:
            raise ValueError(f"since {self.since} lies after until {self.until}")
        return self


class Repository(_Part):
    """One repository: path, roots it had in the histories, branch, a prefix where there are several."""

    path: Text
    aliases: tuple[Text, ...] = ()
    branch: str = "HEAD"
    prefix: RepositoryPath = ""


class Histories(_Part):
    """One history file or folder."""

    path: Text


class MemoryRule(_Part):
    """Files that match `glob` (gitignore meaning) are memory of `section`; the first that matches speaks.

    `section` None: the first folder below the glob's fixed part, and `register` for files at its top.
    """

    glob: Glob
    section: str | None = None


class Newest(_Part):
    """The `n` newest files that match `glob`: by the last change of each in the snapshot, ties by path."""

    glob: Glob
    n: Whole = Field(ge=1)


class StartSet(_Part):
    """The files that the protocol tells an agent to read first."""

    files: tuple[Pattern, ...] = ()
    newest: Newest | None = None
    states_protocol: bool = False


class EndSet(_Part):
    """What the protocol tells to write at the end: of each group, one file that matches any of its globs."""

    groups: tuple[Group, ...] = ()


class Readings(_Part):
    """How the study is read where its words allow several ways; the defaults are those of docs/method.md."""

    time_axis: Literal["first-parent", "ancestry", "worktree"] = "first-parent"
    subagents: Literal["apart", "parent", "dropped"] = "apart"
    zeros: Literal["kept", "readers_only"] = "kept"
    percentile: Literal["type 7", "nearest rank", "type 6"] = "type 7"
    distance: Literal["difference", "strictly between"] = "difference"
    updated_by: Literal["last update", "first write"] = "last update"
    update_time: Literal["write", "commit"] = "write"
    own_updates: Literal["left aside", "end the crossing"] = "left aside"
    read_unit: Literal["access", "distinct file"] = "access"
    chars_read: Literal["distinct lines", "per access"] = "distinct lines"
    chars_of: Literal["starting snapshot", "any memory file"] = "starting snapshot"
    stretch_share: Literal["as stated", "median of ratios", "ratio of medians", "pooled", "final volume"] = (
        "as stated"
    )
    days_population: Literal["all cross reads", "with a conversation distance"] = "all cross reads"
    correlation_population: Literal["with snapshot", "readers only", "work only"] = "with snapshot"
    last_stretch: Literal["over all", "over work"] = "over all"
    numbering: Literal["all independent", "work only"] = "all independent"
    zone: Literal["study", "UTC"] = "study"
    rules_fetched: Literal["attached", "read"] = "attached"
    attribution_days: Whole = Field(default=2, ge=0)


class Requests(_Part):
    """Label files (CSV: conversation_id, kind, recap, labeller, ...); a later one wins."""

    labels: tuple[OwnPath, ...] = ()


class Case(_Part):
    """One case: a note, its reader (a conversation id or an ordinal), where its distance counts from, and a
    file of the repository that the reader is said to have opened afterwards."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    title: str = ""
    path: Text
    heading: str = ""
    reader: Reader
    counted_from: Literal["introduction", "last_update"] = Field(default="introduction", alias="from")
    mentions: tuple[Text, ...] = ()
    then: RepositoryPath = ""
    outcome: str = ""
    outcome_by: str = ""


class Redaction(_Part):
    """What a release may let through; everything else is left out."""

    times: Literal["kept", "shifted", "coarsened"] = "kept"
    conversations_with_text: tuple[str, ...] = ()


class Frozen(_Part):
    """When the inputs were copied into the study's folder, from where, and how the live ones then stood."""

    at: datetime
    repository: str
    histories: tuple[str, ...] = ()
    standing: str = ""


class Study(_Part):
    """One study, as its file says it."""

    name: str = Field(pattern=f"^{NAME}$")
    title: str = ""
    synthetic: bool = False
    zone: Zone = "UTC"
    unzoned_file_names: Zone | None = None
    seed: Whole = Field(default=20260203, ge=0)
    window: Window = Window()
    repositories: tuple[Repository, ...] = Field(min_length=1)
    histories: tuple[Histories, ...] = ()
    memory: tuple[MemoryRule, ...] = Field(min_length=1)
    dialogs: tuple[str, ...] = ("dialogs",)
    start_set: StartSet = StartSet()
    end_set: EndSet = EndSet()
    readings: Readings = Readings()
    requests: Requests = Requests()
    cases: tuple[Case, ...] = ()
    redaction: Redaction = Redaction()
    claims: OwnPath | None = None
    frozen: Frozen | None = None

    @model_validator(mode="after")
    def _distinct(self) -> "Study":
        prefixes = [repository.prefix for repository in self.repositories]
        if len(set(prefixes)) != len(prefixes):
            raise ValueError("several repositories need a different prefix each")
        names = [case.name for case in self.cases]
        if len(set(names)) != len(names):
            raise ValueError("two cases have one name")
        return self

    @property
    def zone_of_days(self) -> ZoneInfo:
        """The zone in which a date is a day, by the reading `zone`."""
        return ZoneInfo("UTC" if self.readings.zone == "UTC" else self.zone)


def load(folder: Path) -> Study:
    """The study in `folder`. Raises RereadError naming the key where the file cannot be used."""
    path = folder / FILE_NAME
    return parse(content(path, SORT), str(path))


def parse(held: bytes, where: str) -> Study:
    """The study that the bytes of a study file say; `where` names it in errors."""
    document = toml(held, SORT, where)
    try:
        return Study.model_validate(document)
    except ValidationError as broken:
        raise unfit(broken, SORT, where, "docs/study.md") from None
