"""A repository that names programs, or leads elsewhere, is studied and runs nothing."""

import contextlib
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.stories.command import refused, reread, seen
from tests.stories.inputs import ROOT, commit, git, repository, session, study

pytestmark = pytest.mark.usefixtures("one_chart")

SETTINGS = (
    "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "core.gitProxy",
    "core.alternateRefsCommand", "diff.external", "gpg.program", "gpg.ssh.program", "credential.helper",
    "sequence.editor", "uploadpack.packObjectsHook", "pager.log", "pager.diff", "diff.evil.textconv",
    "diff.evil.command", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process",
    "merge.evil.driver", "trailer.x.command", "interactive.diffFilter", "browser.x.cmd",
    "remote.origin.uploadpack", "alias.log", "alias.cat-file",
)  # fmt: skip
HOOKS = ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman", "pre-auto-gc",
         "post-update", "update", "pre-receive", "sendemail-validate")  # fmt: skip


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A program that leaves the file RAN beside it, whatever it is asked."""
    program = tmp_path / "trap"
    program.write_text(f"#!/bin/sh\n: > '{tmp_path}/RAN'\nexit 1\n")
    program.chmod(0o755)
    return program


@pytest.fixture
def hostile(tmp_path: Path, trap: Path) -> Path:
    """A repository whose every setting, hook and attribute that may name a program names the trap."""
    repo = repository(tmp_path / "repo")
    attributes = "*.md diff=evil filter=evil merge=evil\n"
    commit(repo, {".gitattributes": attributes, "docs/memory/status.md": "# Status\n"})
    for hook in HOOKS:
        (repo / ".git" / "hooks").mkdir(exist_ok=True)
        (repo / ".git" / "hooks" / hook).symlink_to(trap)
    (repo / ".git" / "info").mkdir(exist_ok=True)
    (repo / ".git" / "info" / "attributes").write_text(attributes)
    included = repo / ".git" / "more"
    included.write_text("".join(f"[{key.rpartition('.')[0]}]\n" for key in ()))
    for key in SETTINGS:
        git(repo, "config", "-f", str(included), key, f"!{trap}" if key.startswith("alias") else str(trap))
    git(repo, "config", "include.path", str(included))
    git(repo, "config", "remote.origin.url", f"ext::{trap} %S")
    git(repo, "config", "remote.origin.promisor", "true")
    git(repo, "config", "extensions.partialClone", "origin")
    git(repo, "config", "log.showSignature", "true")
    return repo


def studied(workspace: Path, repo: Path) -> dict[str, Any]:
    session(workspace / "sessions", 1)
    study(workspace, "trapped", repo=repo, histories=(workspace / "sessions",))
    told = reread("run", "--json", at=workspace)
    assert told.code == 0, told
    return {stage["name"]: stage["tables"] for stage in told.document["stages"]}


def test_no_program_that_a_repository_names_is_run(hostile: Path, tmp_path: Path) -> None:
    before = seen(hostile)

    rows = studied(tmp_path, hostile)

    assert rows["memory"]["committed_versions"] == 6
    for more in ((), ("--text", "docs/memory/status.md")):
        assert reread("show", "trapped", "1", *more, at=tmp_path).code == 0
    for freeze in ((), ("--freeze",)):
        told = reread(
            "new", f"new{len(freeze)}", "--repo", hostile, "--histories", tmp_path / "sessions",
            "--alias", ROOT, *freeze, at=tmp_path,
        )  # fmt: skip
        assert told.code == 0, told
    assert reread("run", "new1", at=tmp_path).code == 0
    assert not (tmp_path / "RAN").exists()
    assert seen(hostile) == before


def test_the_trap_springs_where_git_itself_is_asked(hostile: Path, tmp_path: Path) -> None:
    with contextlib.suppress(subprocess.CalledProcessError):
        git(hostile, "diff", "HEAD~1", "HEAD")

    assert (tmp_path / "RAN").exists()


def test_settings_of_the_person_and_of_the_surroundings_are_not_in_force(
    hostile: Path, trap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text((hostile / ".git" / "more").read_text())
    other = repository(tmp_path / "other")
    for name, value in {
        "HOME": str(home), "XDG_CONFIG_HOME": str(home), "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_EXTERNAL_DIFF": str(trap), "GIT_PAGER": str(trap), "PAGER": str(trap), "GIT_EDITOR": str(trap),
        "GIT_SSH_COMMAND": str(trap), "GIT_ASKPASS": str(trap), "GIT_TRACE": str(tmp_path / "TRACE"),
        "GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(other), "GIT_INDEX_FILE": "/dev/null",
        "GIT_OBJECT_DIRECTORY": str(other / ".git" / "objects"), "GIT_NAMESPACE": "elsewhere",
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.pager", "GIT_CONFIG_VALUE_0": str(trap),
        "GIT_DIFF_OPTS": "-u0", "GIT_REPLACE_REF_BASE": "refs/x",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": "/dev/null",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)

    rows = studied(tmp_path, hostile)

    assert rows["memory"]["committed_versions"] == 6
    assert not (tmp_path / "RAN").exists()
    assert not (tmp_path / "TRACE").exists()


def test_a_checkout_whose_files_lead_elsewhere_is_read_from_its_commits(tmp_path: Path) -> None:
    """Memory comes from commits: what lies in the working tree, links to the disk among it, is not opened."""
    repo = repository(tmp_path / "repo")
    (repo / "docs" / "memory" / "status.md").unlink()
    (repo / "docs" / "memory" / "status.md").symlink_to("/dev/zero")
    os.mkfifo(repo / "docs" / "memory" / "pipe.md")

    assert studied(tmp_path, repo)["memory"]["committed_versions"] == 4


def test_borrowed_objects_that_are_not_there_or_on_the_net_are_one_sentence(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    info = repo / ".git" / "objects" / "info"
    info.mkdir(exist_ok=True)
    (info / "alternates").write_text("/nowhere/objects\n../../../../../../..\n")
    (info / "http-alternates").write_text("http://192.0.2.1/objects\n")
    assert studied(tmp_path, repo)["memory"]["committed_versions"] == 4

    for folder in (repo / ".git" / "objects").glob("??"):
        for path in folder.iterdir():
            path.unlink()
    study(tmp_path, "empty", repo=repo, histories=(tmp_path / "sessions",))
    error = refused("run", "empty", at=tmp_path)
    assert error["message"].startswith("the repository's objects cannot be read")
