"""activity: how many conversations were begun and returned to on each date."""

from zoneinfo import ZoneInfo

import pandas as pd

from pipeline import tables
from pipeline.study import Study
from pipeline.transform.beginning import OWN_TIMES


def activity(
    conversations: pd.DataFrame, messages: pd.DataFrame, requests: pd.DataFrame, study: Study
) -> pd.DataFrame:
    """One row for each date, in the study's zone (under `zone = "UTC"` in UTC), with an independent
    conversation begun or returned to.

    `new_work` and `new_other` by the date of the start; `returned`: conversations begun on an earlier date
    with a message of its own time on this one. A conversation without a label is other.
    """
    zone = study.zone_of_days
    chosen = conversations[conversations["independent"]].set_index("conversation_id")
    begun = _dates(chosen["started_at"], zone)
    kinds = requests[requests["speaks"]].set_index("conversation_id")["kind"].reindex(chosen.index)
    work = kinds.eq("work").fillna(False).astype(bool)
    counts = pd.DataFrame(
        {
            "new_work": begun[work].value_counts(),
            "new_other": begun[~work].value_counts(),
            "returned": _returned(messages, begun, zone),
        }
    )
    dated = counts.fillna(0).sort_index().rename_axis("date").reset_index()
    return tables.frame("activity", dated)


def _returned(messages: pd.DataFrame, begun: "pd.Series[str]", zone: ZoneInfo) -> "pd.Series[int]":
    own = messages[messages["time_basis"].isin(OWN_TIMES) & messages["at"].notna()]
    own = own[own["conversation_id"].isin(begun.index)]
    days = pd.DataFrame({"conversation_id": own["conversation_id"], "date": _dates(own["at"], zone)})
    days = days.drop_duplicates()
    later = days["date"].to_numpy() > begun.reindex(days["conversation_id"]).to_numpy()
    return days[later]["date"].value_counts()


def _dates(at: "pd.Series[pd.Timestamp]", zone: ZoneInfo) -> "pd.Series[str]":
    return at.dt.tz_convert(zone).dt.strftime("%Y-%m-%d").astype("str")
