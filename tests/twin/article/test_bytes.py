"""The twin is the same bytes wherever it is written."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path


def digest(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "index"
    }


def test_another_process_with_another_seed_zone_and_locale_writes_the_same_bytes(
    twin: Path, tmp_path: Path
) -> None:
    script = (
        "from pathlib import Path; import sys; from pipeline.twin.article.build import write_article;"
        " write_article(Path(sys.argv[1]))"
    )
    other = {
        "PYTHONHASHSEED": "4711",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "tr_TR.UTF-8",
        "LANG": "tr_TR.UTF-8",
    }
    folder = tmp_path / "again"
    subprocess.run([sys.executable, "-c", script, str(folder)], check=True, env={**os.environ, **other})

    assert digest(folder) == digest(twin)


def test_nothing_in_it_names_anybody(twin: Path) -> None:
    command = ["git", "-C", str(twin / "repo"), "log", "--all", "--format=%ae %ce"]
    emails = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()

    assert set(emails) == {"synthetic@example.invalid"}
    assert "synthetic" in (twin / "README.md").read_text("utf-8").lower()
    assert "synthetic = true" in (twin / "study.toml").read_text("utf-8")
