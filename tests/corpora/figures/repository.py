"""What every corpus states of its repository and of its histories' texts."""

from collections.abc import Mapping

import pandas as pd

from tests.corpora.counted import Counted, Figure


def of_repository(counted: Counted, starts: Mapping[str, pd.Timestamp]) -> dict[str, Figure]:
    """Commits, paths, versions, and what is alive at the first start, the last start and the end."""
    first, last = min(starts.values()), max(starts.values())
    alive = {"first start": counted.snapshot(first), "last start": counted.snapshot(last)}
    alive["end"] = counted.snapshot(None)
    return {
        "first-parent commits": len(counted.trunk),
        "memory paths ever": len(counted.ever),
        "versions": int((counted.versions["change"] != "delete").sum()),
        **{f"files at the {when}": files for when, (files, _) in alive.items()},
        **{f"characters at the {when}": chars for when, (_, chars) in alive.items()},
    }


def of_histories(counted: Counted) -> dict[str, Figure]:
    """How many histories there are, how many a person wrote in, and their messages."""
    human = counted.messages[counted.messages["role"] == "human"]
    return {
        "histories": len(counted.main),
        "histories with a human message": int((counted.main["human_messages"] > 0).sum()),
        "human messages": counted.per_history("human messages", human),
    }


def characters(counted: Counted) -> int:
    """Code points of all histories, which lie in the repository; no table holds whole texts."""
    texts = ((counted.repository / name).read_bytes().decode("utf-8") for name in counted.histories)
    return sum(map(len, texts))


def minutes(at: pd.Timestamp) -> str:
    return f"{at:%Y-%m-%d %H:%M}"
