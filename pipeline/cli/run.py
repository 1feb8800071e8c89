"""`reread run`: every stage that is out of date."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli import options

if TYPE_CHECKING:
    from pipeline.stages.run import Ran


@click.command(name="run")
@click.argument("studies", nargs=-1)
@click.option(
    "--studies",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of study folders, where it is not data/raw.",
)
@click.option("--dask", "scheduler", help="Address of a Dask scheduler to run the studies on.")
@options.workspace
@options.as_json
def command(
    studies: tuple[str, ...], folder: Path | None, scheduler: str | None, workspace: Path, wants_json: bool
) -> None:
    """Run every stage that is out of date: of the STUDIES named, or of all."""
    from pipeline.stages.many import run_all
    from pipeline.stages.workspace import Workspace

    place = Workspace(workspace.resolve(), folder.resolve() if folder else None)
    with _telling() as tell:
        done, failed = run_all(place, studies or tuple(place.names()), tell, scheduler)
    for one in done:
        for live in one.moved_on:
            click.echo(f"{one.study}: the live {live} changed since the study was frozen", err=True)
    if failed and wants_json:
        raise failed
    if wants_json:
        shown = [one.as_json() for one in done]
        options.print_json(shown[0] if len(shown) == 1 else {"studies": shown})
        return
    for one in done:
        _print(one, place.figures(one.study))
    if failed:
        raise failed


def _print(ran: "Ran", figures: Path) -> None:
    for stage in ran.stages:
        rows = sum(stage.rows.values())
        shown = options.counted(rows, "row") if rows else ""
        click.echo(f"{ran.study}  {stage.name:<10} {stage.state:<8} {stage.seconds:7.2f} s  {shown}".rstrip())
    if ran.skipped_inputs:
        count = len(ran.skipped_inputs)
        click.echo(f"{ran.study}  {options.counted(count, 'input')} not understood: --json lists them")
    click.echo(f"{ran.study}  charts: {options.plain(figures)}")


class _telling:  # noqa: N801
    """Progress on standard error: one line that changes on a terminal, one line a stage elsewhere."""

    def __enter__(self) -> "_telling":
        from rich.console import Console

        self._console = Console(stderr=True)
        self._status = self._console.status("Starting") if self._console.is_terminal else None
        if self._status:
            self._status.start()
        return self

    def __call__(self, sentence: str) -> None:
        if self._status:
            self._status.update(sentence)
        else:
            click.echo(sentence, err=True)

    def __exit__(self, *_: object) -> None:
        if self._status:
            self._status.stop()
