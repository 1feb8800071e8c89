"""Installing the wheel into a fresh environment without a network."""

import os
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

CHECKOUT = Path(__file__).parents[2]


def build_wheel(folder: Path) -> Path:
    """The wheel of this checkout, built into the folder by the build tools that are installed."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """The `reread` of a fresh environment in the folder that holds the wheel and nothing else."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, capture_output=True)
    command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "bin" / "reread"


def show(environment: Path, packages: Path) -> None:
    """Let an environment see the packages that lie in another folder."""
    (site,) = environment.glob("lib/python*/site-packages")
    (site / "shown.pth").write_text(f"{packages}\n", "utf-8")


def link_base_dependencies(folder: Path) -> None:
    """Link what `pip install reread` would bring, and what that needs, into a folder, and nothing else."""
    installed = Path(sysconfig.get_path("purelib"))
    folder.mkdir()
    for name in _with_their_own(_required()):
        for top in {file.parts[0] for file in distribution(name).files or ()} - {"..", "__pycache__"}:
            if not (folder / top).exists():
                (folder / top).symlink_to(installed / top)


def run(reread: Path, *arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run an installed `reread` in a folder, with nothing of this process' environment but its path."""
    home = folder.with_name(f"{folder.name}-home")
    home.mkdir(exist_ok=True)
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8"}
    command = [str(reread), *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def _required() -> list[str]:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    return [Requirement(line).name for line in project["dependencies"]]


def _with_their_own(names: list[str]) -> Iterator[str]:
    seen: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name.lower() in seen:
            continue
        seen.add(name.lower())
        yield name
        needed = map(Requirement, distribution(name).requires or ())
        waiting += [one.name for one in needed if one.marker is None or one.marker.evaluate({"extra": ""})]
