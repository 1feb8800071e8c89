"""Updates of memory files as the transforms count them."""

import pandas as pd

from pipeline.transform.updates import ends_a_file


def test_the_old_name_of_a_renamed_file_ends_nothing() -> None:
    at = pd.Timestamp("2026-01-11", tz="UTC")
    versions = pd.DataFrame(
        {"file_id": ["a", "a", "b"], "change": ["delete", "rename", "delete"], "valid_from": [at, at, at]}
    )

    assert ends_a_file(versions).tolist() == [False, False, True]
