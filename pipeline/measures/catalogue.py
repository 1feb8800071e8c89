"""All named measures, in the order in which they are listed."""

import re
from functools import cache

from pipeline import tables
from pipeline.measures import (
    activity,
    cases,
    corpus,
    correlation,
    crossings,
    growth,
    reads,
    reuse,
    shares,
    sources,
    start_cost,
)
from pipeline.measures.registry import Declared, direct, of_series
from pipeline.measures.series import EARLY, LATE
from pipeline.measures.statistics import (
    COUNT,
    FIRST,
    LAST,
    MAXIMUM,
    MEAN,
    MEDIAN,
    P90,
    POSITIVE,
    POSITIVE_MEDIAN,
    SHARE,
    SUM,
    WHOLE,
    at_least,
    in_unit,
    share_at_least,
)
from pipeline.study import Study

OWN = "Independent conversations."
STARTS = "Independent conversations with a starting snapshot that holds a file."


def declared(study: Study | None) -> dict[str, Declared]:
    """Every named measure by name: those of all studies, and those of the study's own cases."""
    return {one.name: one for one in (*common(), *(_of_cases(study) if study else ()))}


def of_a_case(name: str) -> bool:
    """Whether the name can be a measure's of some study's case."""
    return re.fullmatch(rf"case\..+\.({'|'.join(cases.FIGURES)})", name) is not None


@cache
def common() -> tuple[Declared, ...]:
    """The measures that every study has."""
    return (
        *_corpus(), *_activity(), *_growth(), *_shares(), *_stretches(), *_reads(), *_crossings(),
        *_reuse(), *_costs(), *_axes(),
    )  # fmt: skip


def _corpus() -> list[Declared]:
    return [
        direct("study_window.first_day", corpus.first_day, OWN),
        direct("study_window.last_day", corpus.last_day, OWN),
        direct("study_window.calendar_days", corpus.calendar_days, OWN),
        of_series("conversations.found", corpus.found, COUNT),
        of_series("conversations.independent", corpus.independent, COUNT),
        of_series("conversations.excluded", corpus.excluded, COUNT),
        *(
            of_series(f"conversations.excluded.{reason}", corpus.excluded, COUNT, reason=reason)
            for reason in tables.EXCLUSIONS
        ),
        of_series("first_message_human.count", corpus.first_message_human, COUNT),
        *(of_series(f"conversation_kind.{kind}", corpus.of_kind, COUNT, kind=kind) for kind in tables.KINDS),
        of_series("conversation_kind.other", corpus.of_other_kinds, COUNT),
        *(
            of_series(f"first_request_recap.{recap}", corpus.work_with_recap, SUM, recaps=(recap,))
            for recap in tables.RECAPS
        ),
        of_series(
            "first_request_recap.not_detailed", corpus.work_with_recap, SUM, recaps=corpus.NOT_DETAILED
        ),
        of_series("first_request_recap.share_none", corpus.work_with_recap, SHARE, recaps=("none",)),
        of_series(
            "first_request_recap.share_not_detailed",
            corpus.work_with_recap,
            SHARE,
            recaps=corpus.NOT_DETAILED,
        ),
    ]


def _activity() -> list[Declared]:
    several = (2, 3, 5)
    return [
        of_series("activity.active_days", activity.new_work, in_unit(COUNT, "days")),
        of_series("activity.new_work_sum", activity.new_work, in_unit(SUM, "conversations")),
        of_series("activity.new_work_mean", activity.new_work, MEAN),
        of_series("activity.new_work_median", activity.new_work, MEDIAN),
        of_series("activity.new_work_max", activity.new_work, MAXIMUM),
        *(of_series(f"activity.days_{n}", activity.new_work, at_least(n)) for n in several),
        *(of_series(f"activity.share_{n}", activity.new_work, share_at_least(n)) for n in several),
        direct("activity.counts_new_alone", activity.counts_new_alone, "Active days."),
        of_series("activity.any_mean", activity.any_kind, MEAN),
        of_series("activity.any_median", activity.any_kind, MEDIAN),
        of_series("activity.any_max", activity.any_kind, MAXIMUM),
    ]


_WHAT = {"files": "Files", "chars": "Characters"}
_PART = {
    "all": "the whole memory", "main": "the memory's main sections", "dialogs": "the logs of conversations",
    "register": "the top of the memory folder, section register",
}  # fmt: skip
_POINT = {"first": "at the first start that had any", "final": "at the last commit"}


def _growth() -> list[Declared]:
    points = (
        ("first", "all", "files"), ("first", "all", "chars"), ("final", "all", "files"),
        ("final", "all", "chars"), ("final", "main", "files"), ("final", "main", "chars"),
        ("final", "dialogs", "files"), ("final", "dialogs", "chars"), ("final", "register", "files"),
    )  # fmt: skip
    return [
        *(
            direct(
                f"growth.{'' if part == 'all' else part + '_'}{what}_{point}",
                growth.at,
                "Memory files alive.",
                said=f"{_WHAT[what]} of {_PART[part]} {_POINT[point]}.",
                point=point,
                part=part,
                what=what,
            )
            for point, part, what in points
        ),
        direct("growth.dialogs_share_final", growth.dialogs_share_final, "Memory files alive at the end."),
        direct("growth.main_growth_factor", growth.main_growth_factor, "Files of the main sections."),
    ]


def _shares() -> list[Declared]:
    return [
        of_series("share_read.n", shares.share_read, in_unit(COUNT, "conversations")),
        of_series("share_read.median", shares.share_read, MEDIAN),
        of_series("share_read.p90", shares.share_read, P90),
        of_series("share_read.max", shares.share_read, MAXIMUM),
        direct("share_read.argmax", shares.largest_share_at, STARTS),
        of_series("share_read.whole", shares.share_read, WHOLE),
        of_series("share_read.median_early", shares.share_read, MEDIAN, EARLY),
        direct("share_read.median_late", shares.file_share_late, STARTS),
        of_series("share_read_chars.median", shares.share_read_chars, MEDIAN),
        of_series("share_read_chars.p90", shares.share_read_chars, P90),
        of_series("share_read_chars.max", shares.share_read_chars, MAXIMUM),
        of_series("main_share_read.median", shares.main_share_read, MEDIAN),
        of_series("main_share_read.median_early", shares.main_share_read, MEDIAN, EARLY),
        of_series("main_share_read.median_late", shares.main_share_read, MEDIAN, LATE),
        direct("main_available_vs_read.pearson", correlation.available_vs_read_pearson, STARTS),
        direct("main_available_vs_read.spearman", correlation.available_vs_read_spearman, STARTS),
    ]


def _stretches() -> list[Declared]:
    return [
        of_series("files_available.median_early", shares.files_available, MEDIAN, EARLY),
        of_series("files_available.median_late", shares.files_available, MEDIAN, LATE),
        of_series("files_read.median_early", shares.files_read, MEDIAN, EARLY),
        of_series("files_read.median_late", shares.files_read, MEDIAN, LATE),
        of_series("main_chars_available.first", shares.main_chars_available, FIRST),
        of_series("main_chars_available.median_early", shares.main_chars_available, MEDIAN, EARLY),
        of_series("main_chars_available.median_late", shares.main_chars_available, MEDIAN, LATE),
        of_series("main_chars_read.median_late", shares.main_chars_read, MEDIAN, LATE),
        of_series("main_chars_read.readers_early", shares.main_chars_read, POSITIVE, EARLY),
        of_series("main_chars_read.readers_late", shares.main_chars_read, POSITIVE, LATE),
        of_series("main_chars_read.median_readers_early", shares.main_chars_read, POSITIVE_MEDIAN, EARLY),
        of_series("main_chars_read.median_readers_late", shares.main_chars_read, POSITIVE_MEDIAN, LATE),
        direct("main_stretch.early_readers", shares.main_share_early_readers, STARTS),
        direct("main_stretch.late_readers", shares.main_share_late_readers, STARTS),
        direct("main_stretch.late", shares.main_share_late, STARTS),
    ]


def _reads() -> list[Declared]:
    return [
        of_series("memory_reads.count", reads.memory_reads, COUNT),
        of_series("memory_reads.conversations", reads.readers, COUNT),
        of_series("memory_reads.files", reads.files, COUNT),
        of_series("memory_reads.not_in_snapshot", reads.not_in_snapshot, COUNT),
        of_series("memory_reads.by_subagents", reads.by_subagents, COUNT),
        of_series("memory_reads.unknown_file", reads.of_unknown_file, COUNT),
        of_series("memory_reads.status_unknown", reads.of_unknown_status, COUNT),
        direct("memory_reads.in_both_groups", reads.in_both_groups, OWN),
        direct("memory_reads.one_row_per_access", reads.one_row_per_access, OWN),
        of_series("memory_searches.count", reads.searches, COUNT),
        of_series("attachments.count", reads.attachments, COUNT),
        *(of_series(f"found_by.{how}", reads.found_by, COUNT, how=how) for how in tables.FOUND_BY),
        of_series("inferred.times", reads.with_inferred_time, COUNT),
        of_series("inferred.characters", reads.with_inferred_characters, COUNT),
    ]


def _crossings() -> list[Declared]:
    scales = (("conversations", crossings.distance_conversations), ("days", crossings.distance_days))
    statistics = (("n", in_unit(COUNT, "reads")), ("median", MEDIAN), ("p90", P90), ("max", MAXIMUM))
    sections = ("errors", "decisions")
    return [
        of_series("cross_reads.count", crossings.cross_reads, COUNT),
        of_series("cross_reads.conversations", crossings.crossing_conversations, COUNT),
        of_series("cross_reads.by_work", crossings.crossing_conversations, COUNT, kind="work"),
        of_series("cross_reads.by_other", crossings.crossing_conversations, COUNT, kind="other"),
        *(
            of_series(f"cross_distance_{scale}.{name}", family, statistic)
            for scale, family in scales
            for name, statistic in statistics
        ),
        direct(
            "cross_distance_conversations.recent_more_often",
            crossings.recent_more_often,
            "Cross-conversation reads with a distance in conversations.",
        ),
        *(
            of_series(f"undetermined.{reason}", crossings.undetermined, COUNT, reason=reason)
            for reason in tables.UNDETERMINED
        ),
        *(of_series(f"kind_reads.{one}", crossings.of_section, COUNT, section=one) for one in sections),
        *(
            of_series(f"kind_records.{one}", crossings.records_of_section, SUM, section=one)
            for one in sections
        ),
    ]


def _reuse() -> list[Declared]:
    population = "Updates of memory files that left a text."
    return [
        direct("reuse.versions", reuse.versions, population),
        direct("reuse.read_again", reuse.read_again, population),
        direct("reuse.never_read_share", reuse.never_read_share, population),
        direct("reuse.median_days", reuse.median_days, population),
        direct("reuse.median_conversations", reuse.median_conversations, population),
    ]


def _costs() -> list[Declared]:
    families = (("tokens_estimated", start_cost.estimated_tokens), ("tokens", start_cost.tokens))
    statistics = (("first", FIRST), ("median", MEDIAN), ("last", LAST))
    return [
        *(
            of_series(f"start_cost.{tokens}_{name}", family, statistic)
            for tokens, family in families
            for name, statistic in statistics
        ),
        direct(
            "start_cost.characters_a_token", start_cost.characters_a_token, "Conversations with a start set."
        ),
        direct("start_set.named_files", start_cost.named_files, "The study file."),
        direct("start_set.newest_files", start_cost.newest_files, "The study file."),
        direct("start_set.files", start_cost.stated_files, "The study file."),
        direct("start_set.obeyed", start_cost.start_set_obeyed, "Conversations with a start set."),
        direct("start_set.share_obeyed", start_cost.start_set_share, "Conversations with a start set."),
        direct("end_set.obeyed", start_cost.end_set_obeyed, OWN),
        direct("end_set.share_obeyed", start_cost.end_set_share, OWN),
        direct("source_lines.final", sources.source_lines, "Files of the last commit."),
    ]


def _axes() -> list[Declared]:
    return [
        *(
            direct(f"share_read_by_axis.{_word(axis)}.median", shares.median_on_axis, STARTS, axis=axis)
            for axis in tables.AXES
        ),
        *(
            direct(
                f"not_in_snapshot_by_axis.{_word(axis)}.count",
                shares.not_in_snapshot_on_axis,
                "Memory reads of independent conversations.",
                axis=axis,
            )
            for axis in tables.AXES
        ),
    ]


def _word(axis: str) -> str:
    return axis.replace("-", "_")


def _of_cases(study: Study) -> list[Declared]:
    made = []
    for case in study.cases:
        for figure, said in cases.FIGURES.items():
            one = direct(
                f"case.{case.name}.{figure}", cases.of_case, "The case.", case=case.name, figure=figure
            )
            made.append(Declared(one.name, one.take, f"The case {case.title or case.name}.", said.sentence))
    return made
