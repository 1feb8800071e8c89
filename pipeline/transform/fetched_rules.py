"""Rules the agent fetched by name, as the accesses they are where the study reads them so."""

import pandas as pd

from pipeline.transform.memory_accesses import Sections, Tables


def fetched_rules(made: Tables, section_of: Sections, accesses: pd.DataFrame) -> pd.DataFrame:
    """The attached rules that came with a call or an agent's message, in the columns of `accesses`.

    A rule that came with a person's message, or at no place, was loaded by the editor: no read in any
    reading. They are whole reads, their characters those of the version alive, numbered after the last
    access of their call. Made of conversations, messages, tool_calls, attachments and all accesses.
    """
    rules = made["attachments"].query("how == 'rule' and seq.notna()")
    events = pd.concat([_spoken(made["messages"]), _called(made["tool_calls"])])
    fetched = rules.drop(columns="at").merge(events, on=["conversation_id", "seq"])
    starts = made["conversations"].set_index("conversation_id")
    counting = starts.index[starts["excluded_because"].ne("copy").fillna(True)]
    fetched = fetched[fetched["conversation_id"].isin(counting)]
    began = starts["started_at"].reindex(fetched["conversation_id"]).set_axis(fetched.index)
    borrowed = fetched["at"].isna() & began.notna()
    sections = {path: section_of(path) for path in fetched["path"].unique()}
    rows = fetched.assign(
        at=fetched["at"].fillna(began),
        time_basis=fetched["time_basis"].mask(borrowed, "session"),
        section=fetched["path"].map(sections).astype("str"),
        nth=_numbers(fetched, made["accesses"]),
        action="read",
        counts=True,
        chars_basis="none",
        flags="rule",
    )
    return rows[rows["section"].notna()].reindex(columns=accesses.columns).astype(accesses.dtypes)


def _spoken(messages: pd.DataFrame) -> pd.DataFrame:
    said = messages[messages["role"] != "human"]
    return said[["conversation_id", "seq", "at", "time_basis"]].assign(status="ok")


def _called(calls: pd.DataFrame) -> pd.DataFrame:
    counted = calls[calls["status"].isin(["ok", "unknown"])]
    return counted[["conversation_id", "seq", "at", "time_basis", "status"]]


def _numbers(fetched: pd.DataFrame, accesses: pd.DataFrame) -> "pd.Series[int]":
    key = ["conversation_id", "seq"]
    last = accesses.groupby(key)["nth"].max()
    used = last.reindex(pd.MultiIndex.from_frame(fetched[key])).fillna(-1).set_axis(fetched.index)
    return used + 1 + fetched.groupby(key).cumcount()
