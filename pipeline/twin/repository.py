"""A Git repository from planned commits, its ids the same wherever it is made."""

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from pipeline.errors import RereadError
from pipeline.twin.plan import Change, Commit, instant

PERSON = "Synthetic <synthetic@example.invalid>"


def write_repository(folder: Path, commits: Iterable[Commit]) -> None:
    """The repository with its files checked out on `main`.

    Raises RereadError where git is missing or refuses.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _git(folder, "init", "--quiet", "--template=", "--initial-branch=main")
    _git(folder, "config", "core.autocrlf", "false")
    _git(folder, "config", "core.logAllRefUpdates", "false")
    stream = b"".join(_commit(commit) for commit in commits)
    _git(folder, "fast-import", "--quiet", "--force", given=stream + b"done\n")
    _git(folder, "reset", "--quiet", "--hard", "main")


def _commit(commit: Commit) -> bytes:
    at = f"{int(commit.instant.timestamp())} +0000"
    authored = f"{int(instant(commit.authored).timestamp())} +0000" if commit.authored else at
    lines = [f"commit refs/heads/{commit.branch}\nmark :{commit.mark}\n"]
    lines += [f"author {PERSON} {authored}\ncommitter {PERSON} {at}\n", _data(commit.subject)]
    lines += [f"from :{parent}\n" for parent in commit.parents[:1]]
    lines += [f"merge :{parent}\n" for parent in commit.parents[1:]]
    lines += [_change(change) for change in commit.changes]
    return "".join(lines).encode() + b"\n"


def _change(change: Change) -> str:
    if change.to:
        return f"R {change.path} {change.to}\n"
    if change.text is None:
        return f"D {change.path}\n"
    return f"M 100644 inline {change.path}\n{_data(change.text)}"


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}\n"


def _git(folder: Path, *arguments: str, given: bytes = b"") -> None:
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    try:
        subprocess.run(
            ["git", "-C", str(folder), *arguments],
            input=given, env=inherited | own, check=True, capture_output=True,
        )  # fmt: skip
    except FileNotFoundError:
        raise RereadError("git_missing", "git is not installed", "", "install git") from None
    except subprocess.CalledProcessError as fault:
        said = fault.stderr.decode(errors="replace").strip()
        raise RereadError(
            "git_failed", f"git {arguments[0]} failed: {said}", str(folder), "give an empty folder"
        ) from None
