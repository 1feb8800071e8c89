"""A repository read as data: objects through a private, empty Git directory, refs as text.

A repository's own configuration can make Git run programs, so it is never opened: Git runs in an empty
directory of ours whose alternates name the repository's objects. Nothing is fetched and nothing written.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO

import git

from pipeline.errors import RereadError
from pipeline.extract.plain_objects import require_plain

_HEX = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_FORMAT = re.compile(r"^\s*objectformat\s*=\s*\"?(\w+)", re.IGNORECASE | re.MULTILINE)
_SHA256_LENGTH = 64
_REF_FOLDERS = ("", "refs/", "refs/heads/", "refs/tags/", "refs/remotes/", "refs/remotes/origin/")


class Repository:
    """The refs of a repository, read as files; a context in which Git can be asked for its objects.

    `path` is a checkout, a linked worktree, a submodule's checkout or a bare repository. Raises RereadError
    where it is none of these.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.bundle = is_bundle(path)
        if self.bundle:
            self.folder = self.common = path
            return
        self.folder = _git_folder(path)
        self.common = _common(self.folder)
        if not (self.common / "objects").is_dir():
            raise _no_repository(path)
        if (self.common / "reftable").is_dir():
            raise RereadError(
                "reftable",
                "the repository keeps its refs in a reftable, which is not read",
                str(path),
                "clone it with `git clone --mirror --ref-format=files` and give the clone",
            )

    def tip(self, branch: str) -> str | None:
        """The commit or tag that a branch, tag, full ref or object id names; None where HEAD has no commit
        yet. Raises RereadError where there is no such branch."""
        if _HEX.fullmatch(branch):
            return branch
        if self.bundle:
            return self._bundled(branch)
        for folder in _REF_FOLDERS:
            found = self._ref(folder + branch)
            if found is not None:
                return found
        if branch == "HEAD":
            self._require_unborn()
            return None
        raise RereadError(
            "branch_unknown",
            f"there is no branch {branch!r}",
            str(self.path),
            "correct `branch` in the study file",
        )

    def shallow(self) -> tuple[str, ...]:
        """The commits at which a shallow clone was cut off."""
        return () if self.bundle else tuple(_HEX.findall(_text(self.common / "shallow") or ""))

    def object_format(self) -> str:
        """`sha1` or `sha256`, by the repository's config read as text, else by the length of its ids."""
        if self.bundle:
            return "sha256" if b"@object-format=sha256" in _head(self.path) else "sha1"
        said = _FORMAT.search(_text(self.common / "config") or "")
        if said:
            return said[1].lower()
        tip = self._ref("HEAD") or next(iter(self._packed().values()), "")
        return "sha256" if len(tip) == _SHA256_LENGTH else "sha1"

    @contextmanager
    def objects(self) -> Iterator["Objects"]:
        """Git in a private directory that sees this repository's objects and nothing else of it."""
        with tempfile.TemporaryDirectory(prefix="reread-git-") as folder:
            yield Objects(_private(Path(folder), self), self.path)

    def _bundled(self, branch: str) -> str:
        lines = (line.partition(" ") for line in _head(self.path).decode("utf-8", "replace").splitlines())
        refs = {name: commit for commit, _, name in lines if _HEX.fullmatch(commit)}
        for folder in _REF_FOLDERS:
            if folder + branch in refs:
                return refs[folder + branch]
        if branch == "HEAD" and len(refs) == 1:
            return next(iter(refs.values()))
        raise RereadError(
            "branch_unknown",
            f"there is no branch {branch!r}",
            str(self.path),
            "correct `branch` in the study file",
        )

    def _require_unborn(self) -> None:
        """Raise RereadError unless HEAD names a branch that has no commit yet."""
        kind, _, name = (_text(self.folder / "HEAD") or "").partition(":")
        name = name.strip()
        places = (self.folder / name, self.common / name)
        if kind == "ref" and name and _stays_inside(name) and not any(map(os.path.lexists, places)):
            return
        raise RereadError(
            "head_broken",
            "the repository's HEAD names no commit and no new branch",
            str(self.folder / "HEAD"),
            "mend it with `git symbolic-ref HEAD refs/heads/BRANCH`, or name a `branch` in the study file",
        )

    def _ref(self, name: str, depth: int = 5) -> str | None:
        for folder in (self.folder, self.common):
            text = _text(folder / name) if _stays_inside(name) else None
            if text is None:
                continue
            if text.startswith("ref:"):
                return self._ref(text[4:].strip(), depth - 1) if depth else None
            if _HEX.fullmatch(text.strip()):
                return text.strip()
        return self._packed().get(name)

    def _packed(self) -> dict[str, str]:
        lines = (line.split(" ", 1) for line in (_text(self.common / "packed-refs") or "").splitlines())
        return {parts[1]: parts[0] for parts in lines if len(parts) == 2 and _HEX.fullmatch(parts[0])}


class Objects:
    """Git commands over a repository's objects."""

    def __init__(self, private: Path, repository: Path) -> None:
        self._handle = git.Git(str(private))
        self._private = private
        self._repository = repository
        self._environment = _environment(private)

    def output(self, *arguments: str, given: bytes | None = None) -> bytes:
        """All a command prints, fed with `given`. Raises RereadError where it fails."""
        with self.stream(*arguments, given=given) as stream:
            return stream.read()

    @contextmanager
    def stream(self, *arguments: str, given: bytes | None = None) -> Iterator[IO[bytes]]:
        """What a command prints, as it comes. `given` is spooled, so that no pipe can fill up."""
        with tempfile.TemporaryFile(dir=self._private) as feed, tempfile.TemporaryFile() as errors:
            feed.write(given or b"")
            feed.seek(0)
            process = subprocess.Popen(
                self._command(arguments), stdin=feed, stdout=subprocess.PIPE, stderr=errors,
                cwd=self._private, env=self._environment,
            )  # fmt: skip
            assert process.stdout is not None
            try:
                with process.stdout:
                    yield process.stdout
                    process.stdout.read()
            except BaseException:
                process.kill()
                process.wait()
                raise
            if process.wait():
                errors.seek(0)
                raise self._failed(errors.read())

    def reader(self) -> "BlobReader":
        """A process that gives texts of blobs one by one."""
        process = subprocess.Popen(
            self._command(("cat-file", "--batch")), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, cwd=self._private, env=self._environment,
        )  # fmt: skip
        return BlobReader(process)

    def _command(self, arguments: tuple[str, ...]) -> list[str]:
        return [str(self._handle.GIT_PYTHON_GIT_EXECUTABLE or "git"), "--no-replace-objects", *arguments]

    def _failed(self, said: bytes) -> RereadError:
        line = said.decode("utf-8", "replace").strip().splitlines()
        why = line[-1].removeprefix("fatal: ") if line else "git failed"
        return RereadError(
            "repository_unreadable",
            f"the repository's objects cannot be read: {why}",
            str(self._repository),
            "fetch what is missing, or run `git fsck` on a copy",
        )


class BlobReader:
    """Blobs by id, one at a time; a context manager."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    def __enter__(self) -> "BlobReader":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def get(self, blob: str) -> bytes | None:
        """The bytes of the blob; None where the repository lacks it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(blob.encode() + b"\n")
        self._process.stdin.flush()
        return read_object(self._process.stdout)


def tracked_paths(repository: Repository, branch: str = "HEAD") -> list[str]:
    """The paths of all files of the branch's last commit; none where it has no commit."""
    tip = repository.tip(branch)
    if tip is None:
        return []
    with repository.objects() as objects:
        told = objects.output("ls-tree", "-r", "-z", "--name-only", "--full-tree", tip)
    return [path.decode("utf-8", "replace") for path in told.split(b"\0") if path]


def read_object(stream: IO[bytes]) -> bytes | None:
    """The next object of `git cat-file --batch`; None where it is missing or no blob."""
    head = stream.readline().split()
    if len(head) != 3:
        return None
    content = stream.read(int(head[2]))
    stream.read(1)
    return content if head[1] == b"blob" else None


def is_bundle(path: Path) -> bool:
    """Whether a path is a Git bundle, by how it begins."""
    return path.is_file() and _head(path).startswith((b"# v2 git bundle\n", b"# v3 git bundle\n"))


def write_bundle(repository: Repository, target: Path, branch: str = "HEAD") -> None:
    """Write all that a branch reaches as a Git bundle. Raises RereadError where it has no commit."""
    tip = repository.tip(branch)
    if tip is None:
        raise RereadError(
            "no_commits", "the repository has no commit yet", str(repository.path), "commit first"
        )
    with repository.objects() as objects:
        objects.output("update-ref", "--no-deref", "HEAD", tip)
        objects.output("bundle", "create", "--quiet", str(target.resolve()), "HEAD")


def _head(path: Path) -> bytes:
    """The lines before the pack of a bundle."""
    with path.open("rb") as stream:
        begun = stream.read(1 << 20)
    return begun.partition(b"\n\n")[0] + b"\n"


def _git_folder(path: Path) -> Path:
    dot = path / ".git"
    if dot.is_dir():
        return dot
    if dot.is_file():
        named = (_text(dot) or "").strip()
        folder = path / named.removeprefix("gitdir:").strip()
        if named.startswith("gitdir:") and folder.is_dir():
            return folder
        raise RereadError(
            "repository_moved",
            "this checkout names a Git folder that is not there",
            str(dot),
            "give the repository itself, or mend the checkout with `git worktree repair`",
        )
    if (path / "HEAD").is_file() and (path / "objects").is_dir():
        return path
    raise _no_repository(path)


def _common(folder: Path) -> Path:
    said = _text(folder / "commondir")
    return folder / said.strip() if said else folder


def _no_repository(path: Path) -> RereadError:
    return RereadError(
        "no_repository", "this is no Git repository", str(path), "give the folder that holds `.git`"
    )


def _stays_inside(name: str) -> bool:
    return not name.startswith("/") and ".." not in name.split("/")


def _text(path: Path) -> str | None:
    """The text of a plain file; None where there is none, and where it is a pipe, a device or the like."""
    try:
        if not path.is_file():
            return None
        return path.read_text("utf-8", "surrogateescape")
    except OSError:
        return None


def _private(folder: Path, repository: Repository) -> Path:
    form = repository.object_format()
    if form not in {"sha1", "sha256"}:
        raise RereadError(
            "object_format", f"the object format {form!r} is unknown", str(repository.path), "convert a copy"
        )
    if repository.bundle:
        return _unpacked(folder, repository, form)
    objects = str((repository.common / "objects").resolve())
    if "\n" in objects:
        raise RereadError(
            "repository_path", "a line break in the repository's path cannot be read", objects, "move it"
        )
    require_plain(repository.common / "objects")
    _lay_out(folder, form)
    quoted = '"' + objects.replace("\\", "\\\\").replace('"', '\\"') + '"'
    (folder / "objects" / "info" / "alternates").write_bytes(os.fsencode(quoted) + b"\n")
    if repository.shallow():
        shutil.copyfile(repository.common / "shallow", folder / "shallow")
    return folder


def _lay_out(folder: Path, form: str) -> None:
    (folder / "objects" / "info").mkdir(parents=True)
    (folder / "refs").mkdir()
    (folder / "HEAD").write_text("ref: refs/heads/none\n")
    version, extension = ("1", f"[extensions]\n\tobjectformat = {form}\n") if form != "sha1" else ("0", "")
    (folder / "config").write_text(
        f"[core]\n\trepositoryformatversion = {version}\n\tbare = true\n{extension}"
    )


def _unpacked(folder: Path, repository: Repository, form: str) -> Path:
    _lay_out(folder, form)
    Objects(folder, repository.path).output("bundle", "unbundle", str(repository.path.resolve()))
    return folder


def _environment(private: Path) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(private),
        "LC_ALL": "C",
        "GIT_DIR": str(private),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_GRAFT_FILE": os.devnull,
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
    }
