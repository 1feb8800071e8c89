"""What a chart is, and what it becomes for one study."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pandas as pd
from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart of one study: the table under it, the picture, what to see in it, and its text alternative.

    `table` holds the numbers drawn, one row a mark or a point; `sees` is one sentence with the finding.
    """

    table: pd.DataFrame
    figure: Figure
    sees: str
    alt: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, declared once: the name of its files, its title, and the function that draws it.

    `draw` takes the evidence, the title and the `arguments`; the first line of its docstring is the question
    that the chart answers. `measures` are the named measures whose values it shows.
    """

    name: str
    title: str
    draw: Callable[..., Drawing]
    measures: tuple[str, ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)

    @property
    def question(self) -> str:
        """The question that the chart answers."""
        return (inspect.getdoc(self.draw) or "").split("\n\n")[0].replace("\n", " ")
