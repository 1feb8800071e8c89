"""The study file of the article's twin."""

from pathlib import Path

from pipeline.study import FILE_NAME
from pipeline.twin.plan import ROOT

_TEXT = f"""\
# Synthetic: every conversation, note and commit of this study was made up by a program. That a published
# number holds in it is no evidence about anybody's real data.
name = "twin"
title = "Synthetic twin of a published memory study"
synthetic = true
zone = "UTC"
claims = "claims.yaml"

[window]
since = 2026-02-03
until = 2026-07-22

[[repositories]]
path = "repo"
branch = "main"
aliases = ["{ROOT}"]

[[histories]]
path = "history/today/User"

[[histories]]
path = "history/.cursor/projects"

[[memory]]
glob = "/docs/memory/**/*.md"

[start_set]
files = ["docs/memory/PROJECT_STATUS.md", "docs/memory/DECISIONS.md"]
newest = {{ glob = "docs/memory/dialogs/**/*.md", n = 3 }}
states_protocol = true

[end_set]
groups = [["docs/memory/dialogs/**"]]

[[cases]]
name = "shared-auth"
title = "One login for all portals"
path = "docs/memory/rules/shared-authentication.md"
reader = 157
from = "introduction"
mentions = ["authentication", "login"]

[[cases]]
name = "multitenancy"
title = "Companies apart, integrations as agreed"
path = "docs/memory/decisions/crm-integrations.md"
reader = 176
from = "last_update"
mentions = ["integration"]
then = "prisma/schema.prisma"

[[cases]]
name = "plan-review"
title = "A plan checked against a known fault of the editor"
path = "docs/memory/decisions/editor-rules.md"
reader = 188
from = "last_update"
mentions = ["alwaysApply"]
"""


def write_study_file(folder: Path) -> None:
    """`study.toml` of the twin."""
    (folder / FILE_NAME).write_bytes(_TEXT.encode())
