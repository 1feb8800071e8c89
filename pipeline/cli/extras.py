"""Packages that only some commands need, which a small installation leaves out."""

from pipeline.errors import Problem

STUDY = frozenset(
    {
        "bpe_openai",
        "jinja2",
        "matplotlib",
        "noto_cjk_sans_jp_regular",
        "numpy",
        "pandas",
        "pandera",
        "pyarrow",
        "scipy",
        "yaml",
    }
)
"""The packages that the extra `study` brings, by the names under which they are imported."""


def left_out(fault: ModuleNotFoundError) -> Problem | None:
    """What a user is told where a package of an extra is missing; None where it is another module."""
    package = (fault.name or "").split(".", 1)[0]
    if package not in STUDY:
        return None
    remedy = "run `pip install 'reread[study]'`"
    return Problem("extra_missing", f"this needs the package {package}, which is not installed", "", remedy)
