"""The study file of the planted study."""

from pathlib import Path

from pipeline.study import FILE_NAME
from pipeline.twin.plan import ROOT, thread_id

_TEXT = f"""\
# Synthetic: every conversation, note and commit of this study was planned by hand.
name = "planted"
title = "Synthetic study, planted by hand"
synthetic = true
zone = "Europe/Moscow"

[window]
since = 2026-01-05
until = 2026-01-30

[[repositories]]
path = "repo"
branch = "main"
aliases = ["{ROOT}"]

[[histories]]
path = "history/today/User"

[[histories]]
path = "history/inline/User"

[[histories]]
path = "history/.cursor/projects"

[[memory]]
glob = "/docs/memory/**/*.md"

[[memory]]
glob = "/.cursor/rules/**/*.mdc"
section = "rules"

[start_set]
files = ["docs/memory/status/now.md", "docs/memory/REGISTER.md"]
newest = {{ glob = "docs/memory/dialogs/**/*.md", n = 1 }}
states_protocol = true

[end_set]
groups = [["docs/memory/dialogs/**"], ["docs/memory/decisions/**"]]

[[cases]]
name = "error-read-again"
title = "Synthetic: an error note is read a week later"
path = "docs/memory/errors/e1.md"
reader = "{thread_id(11)}"
from = "introduction"
mentions = ["cause"]

[[cases]]
name = "choice-read-again"
title = "Synthetic: a choice is read after it was told"
path = "docs/memory/REGISTER.md"
reader = 12
from = "last_update"
mentions = ["use toml"]
then = "docs/memory/errors/e1.md"
"""


def write_study_file(folder: Path) -> None:
    """`study.toml` of the planted study."""
    (folder / FILE_NAME).write_bytes(_TEXT.encode())
