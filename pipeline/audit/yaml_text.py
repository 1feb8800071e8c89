"""YAML as data and nothing else: no tags, no aliases, no key twice, dates as text."""

from typing import Any

import yaml

from pipeline.errors import RereadError

_DEEPEST = 40


class _Plain(yaml.SafeLoader):
    """The safe loader without what a ledger has no need of: aliases, tags, merges, times, doubled keys."""

    depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise _refused("it repeats a part by an alias", self.peek_event().start_mark)
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _refused("it nests too deeply", self.peek_event().start_mark)
        made = super().compose_node(parent, index)
        self.depth -= 1
        return made

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        seen = set()
        for key, _ in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else None
            if name is None:
                raise _refused("a key is no text", key.start_mark)
            if name in seen:
                raise _refused(f"the key {name!r} stands twice", key.start_mark)
            seen.add(name)
        return super().construct_mapping(node, deep)


_LEFT_OUT = {"tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:merge"}
_Plain.yaml_implicit_resolvers = {
    first: [(tag, rule) for tag, rule in rules if tag not in _LEFT_OUT]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _refused(said: str, mark: Any) -> yaml.YAMLError:
    return yaml.constructor.ConstructorError(None, None, said, mark)


def parse(content: bytes, where: str) -> Any:
    """The document that the bytes say. Raises RereadError naming the line where they say none."""
    try:
        return yaml.load(content.decode("utf-8-sig"), Loader=_Plain)
    except UnicodeDecodeError:
        raise RereadError("ledger_syntax", "the file is not UTF-8", where, "save it as UTF-8") from None
    except RecursionError:
        raise RereadError("ledger_syntax", "the file nests too deeply", where, "flatten it") from None
    except (yaml.YAMLError, ValueError) as fault:
        mark = getattr(fault, "problem_mark", None)
        place = f"{where}, line {mark.line + 1}" if mark else where
        said = getattr(fault, "problem", None) or str(fault).splitlines()[0]
        raise RereadError(
            "ledger_syntax", f"the file is not plain YAML: {said}", place, "mend that place"
        ) from None
