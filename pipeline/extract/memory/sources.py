"""Lines of source code at one commit."""

import re

from pipeline.extract.layout import Layout
from pipeline.extract.repository import Objects, read_object

_CODE = frozenset(
    """
    adb ads asm astro bash bat c cc cjs clj cljs cpp cs css cu cxx d dart elm erl ex exs f90 fs fsx go
    gradle groovy h hh hpp hrl hs html htm hxx java jl js jsx kt kts less lua m mjs ml mli mm nim nix
    php pl pm ps1 py pyi r rb rs sass scala scss sh sol sql svelte swift tcl tf ts tsx v vb vhd vue xsl
    zig zsh
    """.split()
)
_LEFT_OUT = re.compile(
    r"(?:^|/)(?:node_modules|vendor|vendored|third_party|third-party|bower_components|dist|build|out|target|"
    r"\.next|\.venv|venv|site-packages|__generated__|generated|coverage)/|"
    r"\.min\.(?:js|css)$|[._-](?:generated|pb|gen)\.\w+$|_pb2(?:_grpc)?\.pyi?$|\.d\.ts$|\.bundle\.js$",
    re.IGNORECASE,
)
LARGEST = 2_000_000
"""Bytes above which a file is generated or data, whatever its name."""


def source_lines(objects: Objects, commit: str, layout: Layout) -> int:
    """Lines of source files by their names' endings; memory, vendored, generated, lock and binary files and
    links left out."""
    blobs = [blob for path, blob in _files(objects, commit) if _is_source(path, layout)]
    given = "".join(f"{blob}\n" for blob in blobs).encode()
    total = 0
    with objects.stream("cat-file", "--batch", "--buffer", given=given) as stream:
        for _ in blobs:
            content = read_object(stream)
            if content and b"\0" not in content[:8000]:
                total += content.count(b"\n") + (not content.endswith(b"\n"))
    return total


def _files(objects: Objects, commit: str) -> list[tuple[str, str]]:
    found = []
    for entry in objects.output("ls-tree", "-r", "-z", "--long", commit).split(b"\0"):
        meta, tab, path = entry.partition(b"\t")
        if not tab:
            continue
        mode, _, blob, size = meta.split()
        if mode.startswith(b"100") and size.isdigit() and int(size) <= LARGEST:
            found.append((path.decode("utf-8", "replace"), blob.decode()))
    return found


def _is_source(path: str, layout: Layout) -> bool:
    ending = path.rsplit(".", 1)[-1].lower() if "." in path.rsplit("/", 1)[-1] else ""
    return ending in _CODE and not _LEFT_OUT.search(path) and layout.section(path) is None
