"""`reread new`: look at a repository and its histories and write a study file."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import click

from pipeline.cli import options

if TYPE_CHECKING:
    from pipeline.stages.looking import Seen

_Day = click.DateTime(["%Y-%m-%d"])


@click.command(name="new")
@click.argument("name")
@click.option(
    "--repo", required=True, type=options.Place(exists=True, path_type=Path), help="The repository."
)
@click.option(
    "--histories",
    multiple=True,
    type=options.Place(path_type=Path),
    help="A history file or folder; repeatable. Without it the usual places are looked at.",
)
@click.option("--alias", "aliases", multiple=True, help="Another place where the repository lay; repeatable.")
@click.option("--memory", "rules", multiple=True, help="GLOB or GLOB=SECTION of memory files; repeatable.")
@click.option("--since", type=_Day, help="First day of the study.")
@click.option("--until", type=_Day, help="Last day of the study.")
@click.option("--zone", default="UTC", callback=options.zone, help="The zone in which a date is a day.")
@click.option("--unzoned-file-names", "unzoned", callback=options.zone, help="The zone of names without one.")
@click.option(
    "--freeze", is_flag=True, help="Copy what belongs to the study into its folder, with checksums."
)
@options.workspace
@options.as_json
def command(
    name: str,
    repo: Path,
    histories: tuple[Path, ...],
    aliases: tuple[str, ...],
    rules: tuple[str, ...],
    since: datetime | None,
    until: datetime | None,
    zone: ZoneInfo,
    unzoned: ZoneInfo | None,
    freeze: bool,
    workspace: Path,
    wants_json: bool,
) -> None:
    """Look at a repository and its histories, say what is found, and write the study file of NAME."""
    from pipeline.extract.odd_names import readable_text
    from pipeline.stages.looking import look, require
    from pipeline.stages.new_request import Request, require_possible
    from pipeline.stages.new_study import make
    from pipeline.stages.workspace import Workspace

    asked = Request(
        name, aliases, tuple(_rule(rule) for rule in rules), since.date() if since else None,
        until.date() if until else None, zone.key, unzoned.key if unzoned else None, freeze,
    )  # fmt: skip
    place = Workspace(workspace.resolve())
    require_possible(place, asked, repo, histories)
    seen = look(repo, histories, aliases, asked.memory, unzoned, tell=_tell)
    shown = _shape(seen)
    if not wants_json:
        _print(shown)
    require(seen)
    written = make(place, asked, seen)
    if wants_json:
        options.print_json({"study": name, "file": readable_text(str(written)), "frozen": freeze, **shown})
    else:
        click.echo(f"\nWrote {options.plain(written)}\nNext: reread run {name}")


def _tell(sentence: str) -> None:
    click.echo(options.plain(sentence), err=True)


def _rule(text: str) -> tuple[str, str | None]:
    glob, sign, section = text.partition("=")
    return glob, section if sign and section else None


def _shape(seen: "Seen") -> dict[str, Any]:
    from pipeline.extract.odd_names import readable_text

    return {
        "stores": [
            {
                "format": store.declaration.name,
                "path": readable_text(str(store.path)),
                "conversations": len(store.conversations),
                "matched": len(store.matched),
                "not_understood": len(store.gaps),
            }
            for store in seen.stores
        ],
        "roots": [
            {"path": root.path, "conversations": root.conversations, "files": root.files}
            for root in seen.roots
        ],
        "memory": [
            {"glob": rule.glob, "section": rule.section, "layout": rule.title, "files": rule.files}
            for rule in seen.memory
        ],
    }


def _print(shown: dict[str, Any]) -> None:
    click.echo(f"Histories: {options.counted(len(shown['stores']), 'store')}")
    for store in shown["stores"]:
        unread = store["not_understood"]
        counts = options.counted(store["conversations"], "conversation")
        counts += f", {store['matched']} of this repository"
        counts += f", {options.counted(unread, 'thing')} not understood" if unread else ""
        click.echo(f"  {store['format']:<18} {counts:<50} {options.plain(store['path'])}")
    if shown["roots"]:
        click.echo("Folders that look like this repository under another path:")
    for root in shown["roots"]:
        seen_in = f"{root['files']} of its files in {options.counted(root['conversations'], 'conversation')}"
        click.echo(f"  --alias {options.plain(root['path'])}   {seen_in}")
    click.echo("Memory:" if shown["memory"] else "No memory files recognised.")
    for rule in shown["memory"]:
        known_as = rule["layout"] or "given with --memory"
        files = options.counted(rule["files"], "file")
        click.echo(f"  {options.plain(rule['glob']):<32} {files:>11}   {known_as}")
