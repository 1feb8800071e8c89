"""The tables of a study, made by the command `reread run` in a process of its own."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from pipeline import storage


@dataclass(frozen=True)
class Derived:
    """What `reread run` left: derived tables, and what it told of inputs that it did not understand."""

    study: Path
    tables: Path
    skipped: list[dict[str, str]]

    def table(self, name: str) -> pd.DataFrame:
        return storage.read_table(self.tables, name)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """What `reread` with these words did, whether it ended well or not."""
    asked = [sys.executable, "-m", "pipeline", *words]
    return subprocess.run(asked, check=False, capture_output=True, text=True, encoding="utf-8")


def run_study(study: Path) -> Derived:
    """Runs the study in the folder `study`; fails where the command does not end with 0."""
    workspace = study.parent / f"{study.name}-workspace"
    done = command("run", study.name, "--studies", str(study.parent), "--workspace", str(workspace), "--json")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    skipped = json.loads(done.stdout)["skipped_inputs"]
    return Derived(study, workspace / "data" / "derived" / study.name, skipped)
