"""The stages that make tables of tables, and the charts."""

from pathlib import Path

from pipeline import tables
from pipeline.errors import RereadError
from pipeline.extract.layout import Layout
from pipeline.named_file import Sort, content
from pipeline.stages.stage import Frames, Made, Place
from pipeline.transform.label_files import LabelFile

_LABELS = Sort("labels", "label file", 1 << 26, "correct `requests.labels` in the study file")
_WRITES = ("conversations", "tool_calls", "accesses", "memory_names", "committed_versions")
_READS = (
    "conversations", "messages", "tool_calls", "accesses", "attachments", "memory_versions", "memory_blobs",
    "memory_names", "memory_writes", "requests", "snapshots",
)  # fmt: skip


def chosen(frames: Frames, names: tuple[str, ...]) -> Frames:
    """Some tables of all."""
    return {name: frames[name] for name in names}


def requests(place: Place, frames: Frames) -> Made:
    """Labels of first requests, by rules and by label files."""
    from pipeline.transform.requests import requests as labelled

    files = [LabelFile(name, _label_bytes(place.folder, name)) for name in place.study.requests.labels]
    made, skipped = labelled(frames["conversations"], files)
    return Made({"requests": made}, list(skipped.itertuples(index=False, name=None)))


def label_inputs(place: Place) -> str:
    """The bytes of the label files."""
    from pipeline.stages import fingerprints

    names = place.study.requests.labels
    return fingerprints.of(*(_label_bytes(place.folder, name).hex() for name in names))


def writes(place: Place, frames: Frames) -> Made:
    """What conversations wrote to memory, who wrote each version, and the worktree axis."""
    from pipeline.transform.attribution import attribute
    from pipeline.transform.other_names import by_own_names
    from pipeline.transform.worktree import with_worktree
    from pipeline.transform.writes import memory_writes

    section_of, readings = Layout(place.study).section, place.study.readings
    versions = tables.frame("memory_versions", frames["committed_versions"])
    made = {**by_own_names(chosen(frames, _WRITES)), "memory_versions": versions}
    logged = memory_writes(made, section_of, readings)
    attributed, landed = attribute(versions, logged, frames["conversations"], readings)
    return Made(
        {
            "memory_versions": with_worktree(attributed, landed, section_of),
            "memory_writes": landed,
        }
    )


def snapshots(place: Place, frames: Frames) -> Made:
    """The starting memory of each conversation on every axis, summed."""
    from pipeline.transform.snapshots import snapshots as summed

    return Made({"snapshots": summed(frames, Layout(place.study).is_main, place.study)})


def reads(place: Place, frames: Frames) -> Made:
    """What was read of memory, and the sums of it by conversation."""
    from pipeline.transform.other_names import by_own_names
    from pipeline.transform.reads import memory_reads
    from pipeline.transform.reads_by_conversation import reads_by_conversation
    from pipeline.transform.start_set import start_files

    layout, study = Layout(place.study), place.study
    start = start_files(frames, study)
    made = by_own_names(chosen(frames, _READS))
    read = memory_reads(made, layout.section, study.readings, start)
    made["memory_reads"] = read
    summed = reads_by_conversation(made, layout.is_main, study, start)
    return Made({"memory_reads": read, "reads_by_conversation": summed})


def activity(place: Place, frames: Frames) -> Made:
    """Conversations by day."""
    from pipeline.transform.activity import activity as by_day

    made = by_day(frames["conversations"], frames["messages"], frames["requests"], place.study)
    return Made({"activity": made})


def growth(place: Place, frames: Frames) -> Made:
    """Memory at each start and at the end, by section."""
    from pipeline.transform.growth import growth as by_section

    axis = place.study.readings.time_axis
    made = by_section(frames["conversations"], frames["memory_versions"], frames["repository"], axis)
    return Made({"growth": made})


def cases(place: Place, frames: Frames) -> Made:
    """The cases of the study file."""
    from pipeline.extract.memory import texts
    from pipeline.stages.extracting import repository_path
    from pipeline.transform.cases import cases as of_study

    paths = [repository_path(place, one) for one in place.study.repositories]
    with texts(paths) as text_of:
        return Made({"cases": of_study(frames, place.study, text_of)})


def figures(place: Place, frames: Frames) -> Made:
    """Every chart, with the table under it."""
    from pipeline.figures.write import write_all
    from pipeline.measures.evidence import Evidence

    write_all(Evidence(frames, place.study), place.figures)
    return Made({})


def _label_bytes(folder: Path, name: str) -> bytes:
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise RereadError(
            "labels_outside",
            "a label file leads out of the study's folder",
            str(path),
            "copy it into the folder",
        )
    return content(path, _LABELS)
