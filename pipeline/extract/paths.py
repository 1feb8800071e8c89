"""Paths of Windows, WSL, SSH and file URIs, resolved to paths of the repository."""

import json
import os
import posixpath
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

_URI = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://([^/?#]*)([^?#]*)")
_NO_FILE = re.compile(r"(?:untitled|output|vscode-(?!remote:)[a-z-]+|cursor[a-z-]*|git|https?|data):")
_HOSTED = re.compile(r"((?:wsl|ssh-remote|dev-container|attached-container|tunnel)\+[^/:\\]+):(/.*)")
_STANDS = re.compile(r"[a-z]:(?:/|$)|[\w+.-]+:/")
_DRIVE = re.compile(r"/?([A-Za-z]):(?=[\\/]|$)")
_LETTER_FOLDER = re.compile(r"/(?:mnt/)?([A-Za-z])(?=/|$)")
_WSL_SHARE = re.compile(r"[\\/]{2}(?:wsl\.localhost|wsl\$)[\\/]([^\\/]+)", re.IGNORECASE)
_AGENT_WORKTREE = re.compile(
    r"(?:(.*?)/)?\.(?:claude/worktrees/[^/]+|cursor/worktrees/([^/]+)/[^/]+)(?:/(.*))?"
)
_HOLDS = 1 << 17


@lru_cache(maxsize=1 << 16)
def normal(path: str) -> str:
    """The one form of a path, whichever program wrote it.

    ``/srv/work/lumen``, ``c:/Users/dev/lumen`` (drive in lower case), ``wsl+ubuntu:/home/dev/lumen``,
    ``ssh-remote+buildbox:/srv/work/lumen``; a relative path stays relative. A URI is percent-decoded
    once, `.` and `..` are collapsed, symbolic links are not followed. What names no file
    (``untitled:``) comes back as it is.
    """
    uri = _URI.match(path)
    if uri:
        return _from_uri(path, uri[1].lower(), uri[2], uri[3])
    hosted = _HOSTED.fullmatch(path)
    if hosted:
        return _on_host(hosted[1], hosted[2])
    return path if _NO_FILE.match(path) else _plain(path)


def _from_uri(whole: str, scheme: str, authority: str, path: str) -> str:
    place = unquote(path, errors="surrogateescape")
    if scheme == "vscode-remote":
        return _on_host(_authority(unquote(authority)), place)
    if scheme != "file":
        return whole
    if authority and authority.lower() != "localhost":
        return _plain(f"\\\\{unquote(authority)}{place}")
    return _plain(place)


def _authority(said: str) -> str:
    """`wsl+Ubuntu` or `ssh-remote+<hex>` as kind and name; hex holds JSON or a folder on the host."""
    kind, _, name = said.partition("+")
    name = name.split("@", 1)[0] if kind.endswith("container") else name
    if re.fullmatch(r"(?:[0-9a-fA-F]{2}){4,}", name):
        name = _unhexed(name)
    return f"{kind.lower()}+{name.lower() if kind.lower() == 'wsl' else name}"


def _unhexed(name: str) -> str:
    try:
        text = bytes.fromhex(name).decode()
        told = json.loads(text) if text.startswith("{") else text
    except ValueError:
        return name
    if isinstance(told, dict):
        keys = ("hostName", "containerName", "hostPath")
        told = next((told[key] for key in keys if isinstance(told.get(key), str)), name)
    return posixpath.basename(str(told).replace("\\", "/").rstrip("/")) or name


def _on_host(host: str, path: str) -> str:
    place = _collapsed(path or "/")
    if host.lower().startswith("wsl+") and place.startswith("/mnt/") and _LETTER_FOLDER.match(place):
        return _plain(place)
    return f"{_authority(host)}:{place}"


def _plain(path: str) -> str:
    share = _WSL_SHARE.match(path)
    if share:
        return _on_host(f"wsl+{share[1]}", path[share.end() :].replace("\\", "/"))
    path = path[4:] if path.startswith(("\\\\?\\", "//?/")) else path
    drive = _DRIVE.match(path)
    if drive:
        return drive[1].lower() + ":" + _collapsed("/" + path[drive.end() :].replace("\\", "/"))
    if path.startswith("\\\\"):
        return "/" + _collapsed(path.replace("\\", "/")[1:])
    letter = _LETTER_FOLDER.match(path)
    if letter:
        return letter[1].lower() + ":" + _collapsed("/" + path[letter.end() :])
    # In an absolute path of a POSIX system a backslash is a letter of the name.
    return _collapsed(path if path.startswith("/") else path.replace("\\", "/"))


def _collapsed(path: str) -> str:
    short = posixpath.normpath(path)
    return short[1:] if short.startswith("//") else short


def is_absolute(path: str) -> bool:
    """Whether a path in normal form stands by itself: rooted, on a drive, on a host, or below a home."""
    return path.startswith(("/", "~")) or bool(_STANDS.match(path) or _NO_FILE.match(path))


class Locator:
    """Turns any path a history holds into a path of the repository, or a normal absolute path.

    `root` is the repository, `aliases` are its former or other locations (as the study file tells them).
    Worktrees count as the repository: those Git lists, and those agents make below `.claude/worktrees`
    and `.cursor/worktrees`.
    """

    def __init__(self, root: str, aliases: Sequence[str] = ()) -> None:
        told = [normal(place) for place in (root, *aliases, *_on_disk(root))]
        self.roots: tuple[str, ...] = tuple(dict.fromkeys(told))
        # The longest first: a worktree may lie inside the repository.
        self._prefixes = sorted((_Prefix(place) for place in self.roots), key=lambda p: -len(p.place))
        self._names = {posixpath.basename(place).lower() for place in self.roots}
        self._known: dict[tuple[str, str | None], str] = {}

    def resolve(self, path: str, folder: str | None = None) -> str:
        """The path relative to the repository where it lies inside it or an alias, else absolute.

        `.` is the root itself. A relative path is seen from `folder`, the folder the call ran in
        (absolute; None is the repository). A rooted path is on the host that `folder` is on.
        """
        key = (path, folder)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _HOLDS:
                self._known.clear()
            found = self._known[key] = self._resolved(path, folder)
        return found

    def relative(self, path: str) -> str | None:
        """The path relative to the repository, `.` for the root itself; None where it lies outside."""
        whole = normal(path)
        inside = next((rest for p in self._prefixes if (rest := p.below(whole)) is not None), None)
        tree = _AGENT_WORKTREE.fullmatch(whole if inside is None else inside)
        if tree and (inside is not None or (tree[2] and tree[2].lower() in self._names)):
            return tree[3] or "."
        return inside

    def holds(self, path: str) -> bool:
        """Whether a path (any form, absolute) lies inside the repository, an alias or a worktree."""
        return self.relative(path) is not None

    def absolute(self, path: str, folder: str | None = None) -> str:
        """The path in absolute normal form, seen from `folder` (None is the repository)."""
        base = normal(folder) if folder else self.roots[0]
        if not is_absolute(base):
            base = joined(self.roots[0], base)
        whole = normal(path)
        host = _HOSTED.fullmatch(base)
        if host and whole.startswith("/"):
            return _on_host(host[1], whole)
        return whole if is_absolute(whole) else joined(base, whole)

    def _resolved(self, path: str, folder: str | None) -> str:
        plain = normal(path)
        whole = self.absolute(path, folder)
        inside = self.relative(whole)
        if inside is None and plain != whole and is_absolute(plain):
            inside = self.relative(plain)
        return whole if inside is None else inside


def joined(base: str, path: str) -> str:
    """A relative path below an absolute one, collapsed, both in normal form."""
    host, colon, place = base.rpartition(":")
    return f"{host}{colon}{_collapsed(f'{place}/{path}')}"


class _Prefix:
    """One root, with its way of comparing names."""

    def __init__(self, place: str) -> None:
        self.place = place.rstrip("/") or "/"
        self._any_case = bool(re.match(r"[a-z]:", place))
        self._folded = self.place.lower() if self._any_case else self.place
        self._start = self._folded.rstrip("/") + "/"

    def below(self, path: str) -> str | None:
        seen = path.lower() if self._any_case else path
        if seen.rstrip("/") == self._folded.rstrip("/"):
            return "."
        return path[len(self._start) :] if seen.startswith(self._start) else None


def _on_disk(root: str) -> list[str]:
    """Where a repository on this disk really lies, and its worktrees as Git lists them."""
    if not Path(root).is_absolute() or not Path(root).is_dir():
        return []
    found = [os.path.realpath(root)]
    for listed in sorted(Path(root, ".git", "worktrees").glob("*/gitdir")):
        if not listed.is_file():
            continue
        try:
            tree = Path(listed.read_text("utf-8", "surrogateescape").strip())
        except OSError:
            continue
        if tree.is_absolute():
            found.append(str(tree.parent))
    return found
