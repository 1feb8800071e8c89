"""The files that a search or a listing named in its result."""

from collections.abc import Iterator
from typing import Any

from pipeline.extract.histories.cursor_desktop.shapes import Result, value_of


def files(result: Result) -> Iterator[str]:
    """Paths as the result writes them, each as often as it stands there."""
    success = value_of(result.success)
    if isinstance(success, dict):
        for root, held in _items(success.get("workspaceResults")):
            yield from _of_workspace(root, held)
    internal = value_of(result.internal)
    if isinstance(internal, dict):
        yield from _named(internal.get("results"), ("resource",))
    yield from _named(value_of(result.files), ("relativeWorkspacePath", "path", "uri", "name"))
    for chunk in _dicts(value_of(result.code_results)):
        block = chunk.get("codeBlock")
        yield from _named([block or chunk], ("relativeWorkspacePath", "path", "file"))
    for folder in _dicts(value_of(result.directories)):
        for file in _dicts(folder.get("files")):
            if isinstance(file.get("relPath"), str):
                yield _below(folder.get("absPath"), file["relPath"])
    yield from _tree(value_of(result.directory_tree_root))


def _of_workspace(root: str, held: Any) -> Iterator[str]:
    if not isinstance(held, dict):
        return
    content, listed = held.get("content"), held.get("files")
    if isinstance(content, dict):
        yield from (_below(root, path) for path in _named(content.get("matches"), ("file",)))
    if isinstance(listed, dict):
        yield from (_below(root, path) for path in _named(listed.get("files"), ("path", "relPath", "file")))


def _tree(node: Any) -> Iterator[str]:
    if not isinstance(node, dict):
        return
    yield from (
        _below(node.get("absPath"), path) for path in _named(node.get("childrenFiles"), ("name", "relPath"))
    )
    for child in _dicts(node.get("childrenDirs")):
        yield from _tree(child)


def _named(items: Any, keys: tuple[str, ...]) -> Iterator[str]:
    for item in items if isinstance(items, list) else ():
        said = item if isinstance(item, str) else None
        if isinstance(item, dict):
            said = next((item[key] for key in keys if isinstance(item.get(key), str)), None)
        if said:
            yield said


def _items(value: Any) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, dict) else []


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _below(folder: Any, path: str) -> str:
    if not isinstance(folder, str) or not folder or path.startswith(("/", "\\")) or path[1:2] == ":":
        return path
    return f"{folder.rstrip('/')}/{path}"
