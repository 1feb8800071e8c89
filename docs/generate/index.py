"""docs/README.md: the pages that lie in docs/, each with its purpose."""

from pathlib import Path

from docs.generate.markdown import page

SECTIONS: dict[str, dict[str, str]] = {
    "Using Reread": {
        "study.md": "every key of a study file: what to write there, and what it is unless you do",
        "claims.md": "ledgers of published claims: how one is written, audited and explained",
        "cli.md": "every command and its options",
        "json.md": "what each command prints with `--json`, key by key",
        "histories.md": "which histories of which programs are read, and what each cannot tell",
        "safety.md": "what is never written, run or followed, whatever a history or a repository holds",
    },
    "Reading its results": {
        "method.md": "what is counted, and how: the rule behind each number",
        "measures.md": "every named measure: unit, population, definition",
        "tables.md": "every table and column that a run writes",
        "figures.md": "every chart: the question it answers, the table under it, the measures it shows",
    },
    "How it is built": {
        "architecture.md": "the floors, the stages and the tables between them",
        "stages.md": "each stage: what it reads, what it writes, when it runs again",
        "faults.md": "faults put into the package on purpose, and what catches each",
        "performance.md": "how fast it must be, and what was measured",
    },
    "Adding something": {
        "adding-a-format.md": "a history format, worked through with all code",
        "adding-a-chart.md": "a chart, worked through with all code",
        "adding-a-measure.md": "a measure, worked through with all code",
    },
}
"""Every page by section, with its purpose. One that is not there yet is left out of the index."""


def index_page(folder: Path) -> str:
    """The index of the pages in the folder. Raises ValueError for a page that has no purpose here."""
    known = {name for section in SECTIONS.values() for name in section}
    found = {path.name for path in folder.glob("*.md")} - {"README.md"}
    if found - known:
        raise ValueError(f"docs/generate/index.py says no purpose for {min(found - known)}")
    parts = [_section(title, names, found) for title, names in SECTIONS.items()]
    return page("Documentation", "docs/generate/index.py", *parts)


def _section(title: str, names: dict[str, str], found: set[str]) -> str:
    lines = [f"- [{name}]({name}): {purpose}" for name, purpose in names.items() if name in found]
    return "\n".join([f"## {title}", "", *lines])
