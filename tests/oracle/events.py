"""What conversations did, and which memory files lay where, in plain loops."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor

from tests.oracle.memory import Chain, Change, Lying, State, Walker
from tests.oracle.patterns import names

DAY = 86_400


@dataclass(frozen=True)
class Thread:
    """One conversation: when it began, in seconds (None: not known); `excluded` and `parent` as its store
    tells."""

    name: str
    began: float | None
    excluded: bool = False
    parent: str | None = None


@dataclass(frozen=True)
class Act:
    """One read, write, move or deletion of a path by a conversation, at a time in seconds.

    `chars` are those that the log holds. With `pattern` the path names all files that lie there.
    """

    thread: str
    seq: int
    at: float
    path: str
    what: str = "read"
    chars: int | None = None
    nth: int = 0
    lines: tuple[int | None, int | None] = (None, None)
    pattern: bool = False

    @property
    def order(self) -> tuple[str, int, int]:
        return self.thread, self.seq, self.nth


class World:
    """One repository and its conversations; `reading` is the time axis on which the study reads them."""

    def __init__(
        self,
        walker: Walker,
        chains: dict[str, Chain],
        threads: list[Thread],
        acts: list[Act],
        reading: str = "first-parent",
    ) -> None:
        self.walker, self.chains, self.threads, self.reading = walker, chains, threads, reading
        self.told = acts
        self.thread = {thread.name: thread for thread in threads}
        independent = sorted((t.began, t.name) for t in threads if not t.excluded and t.began is not None)
        self.ordinal = {name: number for number, (_, name) in enumerate(independent, 1)}
        self._files: dict[tuple[str, Act], str] = {}

    @cached_property
    def writes(self) -> list[Act]:
        """Writes in the order of time, patterns as the files that lay there in the commits."""
        told = [act for act in self.told if act.what != "read"]
        written = self._named(told, lambda act: self.commits(self.reading).state(act.at))
        return sorted(written, key=lambda a: (a.at, *a.order))

    @cached_property
    def written(self) -> dict[str, list[Act]]:
        """By path its writes in the order of time."""
        found: dict[str, list[Act]] = {}
        for write in self.writes:
            found.setdefault(write.path, []).append(write)
        return found

    @cached_property
    def reads(self) -> list[Act]:
        """Reads in order, patterns as the files that lay there, without those that returned nothing of a
        text."""
        told = [act for act in self.told if act.what == "read"]
        found = self._named(sorted(told, key=lambda a: a.order), lambda act: self.state(self.reading, act.at))
        return [read for read in found if not self._returned_nothing(read)]

    def _named(self, acts: list[Act], state: Callable[[Act], State | None]) -> list[Act]:
        found = []
        for act in acts:
            if act.pattern:
                paths = sorted(path for path in state(act) or {} if names(act.path, path))
                chars = act.chars if len(paths) == 1 else None
                found += [replace(act, path=path, chars=chars, pattern=False) for path in paths]
            elif self.walker.is_memory(act.path):
                found.append(act)
        return found

    def _returned_nothing(self, read: Act) -> bool:
        lying = (self.state(self.reading, read.at) or {}).get(read.path)
        text = None if lying is None else self.walker.text(lying.blob)
        return read.chars == 0 and bool(text)

    def commits(self, axis: str) -> Chain:
        return self.chains["first-parent" if axis == "worktree" else axis]

    def at_start(self, axis: str, name: str) -> State | None:
        """What was alive when the conversation began."""
        began = self.thread[name].began
        return None if began is None else self.state(axis, began)

    def state(self, axis: str, moment: float) -> State | None:
        """What is alive at the instant."""
        chain = self.commits(axis)
        state = chain.state(moment)
        if axis != "worktree":
            return state
        disk = dict(state or {})
        begun = state is not None
        for path, writes in self.written.items():
            done = [write for write in writes if write.at <= moment]
            begun = begun or any(not self._was_committed(path, write.at, write.at) for write in done)
            if not done or self._was_committed(path, done[-1].at, moment):
                continue
            last = done[-1]
            disk.pop(path, None)
            if last.what == "write":
                blob = f"write {last.thread} {last.seq} {last.nth}"
                disk[path] = Lying(self.written_file(self.reading, last), blob, last.at)
        return disk if begun else None

    def _was_committed(self, path: str, since: float, until: float) -> bool:
        """Whether a commit changed the path in the second of `since` or later."""
        return any(floor(since) <= change.at <= until for change in self.commits("worktree").of(path))

    def written_file(self, axis: str, write: Act) -> str:
        """The file that a write touched: by what was committed at its path, else the path."""
        if (axis, write) not in self._files:
            self._files[axis, write] = self._written_file(axis, write)
        return self._files[axis, write]

    def _written_file(self, axis: str, write: Act) -> str:
        for other in (axis, "first-parent", "ancestry"):
            found = self._committed_file(self.commits(other), write.path, write.at)
            if found is not None:
                return found
        return write.path

    def _committed_file(self, chain: Chain, path: str, at: float) -> str | None:
        state = chain.state(at) or {}
        if path in state:
            return state[path].file
        set_here = self._alive_once(chain, path)
        after = [c for c in set_here if c.at > at]
        if after:
            return min(after, key=lambda c: (c.at, c.place)).file
        return max(set_here, key=lambda c: (c.at, c.place)).file if set_here else None

    def _alive_once(self, chain: Chain, path: str) -> list[Change]:
        """What was set at the path and lay there for any time at all."""
        set_here = chain.of(path)
        return [
            c
            for c in set_here
            if c.blob is not None and not any(d.place > c.place and d.at <= c.at for d in set_here)
        ]

    def read_file(self, axis: str, read: Act) -> str:
        """The file that lay at a read's path, else the path's next, else its last; else another axis's."""
        lying = (self.state(axis, read.at) or {}).get(read.path)
        if lying is not None:
            return lying.file
        found = self._laid_file(read) if axis == "worktree" else None
        for other in (axis, "first-parent", "ancestry", "worktree"):
            found = found or self._committed_file(self.commits(other), read.path, read.at)
            if other == "worktree":
                found = found or self._laid_file(read)
        return found or read.path

    def _laid_file(self, read: Act) -> str | None:
        """The next file that was written or committed at the path, else the last one."""
        laid = [w for w in self.uncommitted(read.path) if w.what == "write"]
        lay = self._alive_once(self.commits("worktree"), read.path)
        every = [(w.at, self.written_file(self.reading, w)) for w in laid] + [(c.at, c.file) for c in lay]
        following = [one for one in every if one[0] > read.at]
        return min(following)[1] if following else max(every)[1] if every else None

    def uncommitted(self, path: str) -> list[Act]:
        """Writes that lay on the disk before their path was committed."""
        return [w for w in self.written.get(path, []) if not self._was_committed(path, w.at, w.at)]

    def root(self, name: str) -> str:
        """The conversation that a sub-agent works for at last."""
        seen = {name}
        while (parent := self.thread[name].parent) is not None and parent not in seen:
            seen.add(parent)
            name = parent
        return name
