"""What conversations did, and what follows: updates, crossings, distances and shares, in plain loops."""

from dataclasses import dataclass
from math import floor

from tests.oracle.memory import Chain, Change, Lying, State, Walker

DAY = 86_400


@dataclass(frozen=True)
class Thread:
    """One conversation: when it began, in seconds; `excluded` and `parent` as its store tells."""

    name: str
    began: float
    excluded: bool = False
    parent: str | None = None


@dataclass(frozen=True)
class Act:
    """One read, write or deletion of a path by a conversation, at a time in seconds."""

    thread: str
    seq: int
    at: float
    path: str
    what: str = "read"
    chars: int | None = None


@dataclass(frozen=True)
class Update:
    """One update of a file; `by` None: nobody known."""

    file: str
    at: float
    by: str | None


@dataclass(frozen=True)
class Crossing:
    """What a read crossed."""

    file: str
    not_in_snapshot: bool
    cross: bool
    last_by: str | None
    last_at: float | None
    steps: int | None
    days: int | None
    why: str | None


class World:
    """One repository and its conversations, on one time axis."""

    def __init__(
        self, walker: Walker, chains: dict[str, Chain], threads: list[Thread], acts: list[Act]
    ) -> None:
        self.walker, self.chains, self.threads = walker, chains, threads
        self.reads = [act for act in acts if act.what == "read"]
        self.writes = sorted(
            (act for act in acts if act.what != "read"), key=lambda a: (a.at, a.thread, a.seq)
        )
        self.thread = {thread.name: thread for thread in threads}
        independent = sorted((t.began, t.name) for t in threads if not t.excluded)
        self.ordinal = {name: number for number, (_, name) in enumerate(independent, 1)}

    def commits(self, axis: str) -> Chain:
        return self.chains["first-parent" if axis == "worktree" else axis]

    def state(self, axis: str, moment: float) -> State | None:
        """What is alive at the instant."""
        chain = self.commits(axis)
        state = chain.state(moment)
        if axis != "worktree":
            return state
        disk = dict(state or {})
        written = False
        for path in {write.path for write in self.writes}:
            done = [write for write in self.writes if write.path == path and write.at <= moment]
            for write in done:
                lay = [
                    c for c in chain.all_changes() if c.path == path and floor(write.at) <= c.at <= write.at
                ]
                written = written or not lay
            last = done[-1] if done else None
            if last is None or any(
                c.path == path and floor(last.at) <= c.at <= moment for c in chain.all_changes()
            ):
                continue
            disk.pop(path, None)
            if last.what == "write":
                disk[path] = Lying(self.written_file(axis, last), f"write {last.thread} {last.seq}", last.at)
        return disk if written or state is not None else None

    def written_file(self, axis: str, write: Act) -> str:
        """The file that a write touched: by what was committed at its path, else the path."""
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
        set_here = [c for c in chain.all_changes() if c.path == path]
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
        if axis == "worktree":
            later = [
                w for w in self.uncommitted() if w.path == read.path and w.at > read.at and w.what == "write"
            ]
            coming = [c for c in self._alive_once(self.commits(axis), read.path) if c.at > read.at]
            following = [(w.at, self.written_file(axis, w)) for w in later] + [(c.at, c.file) for c in coming]
            if following:
                return min(following)[1]
            earlier = [w for w in self.uncommitted() if w.path == read.path and w.what == "write"]
            gone = self._alive_once(self.commits(axis), read.path)
            before = [(w.at, self.written_file(axis, w)) for w in earlier] + [(c.at, c.file) for c in gone]
            if before:
                return max(before)[1]
        for other in (axis, "first-parent", "ancestry"):
            found = self._committed_file(self.commits(other), read.path, read.at)
            if found is not None:
                return found
        return read.path

    def uncommitted(self) -> list[Act]:
        """Writes that lay on the disk before their path was committed."""
        chain = self.commits("worktree").all_changes()
        return [
            w for w in self.writes if not any(c.path == w.path and floor(w.at) <= c.at <= w.at for c in chain)
        ]

    def root(self, name: str) -> str:
        parent = self.thread[name].parent
        return name if parent is None else self.root(parent)

    def writer(self, axis: str, change: Change, bound: int) -> str | None:
        """The conversation that last wrote the file at or before the commit, in whole seconds."""
        wrote = [
            w
            for w in self.writes
            if self.written_file(axis, w) == change.file
            and change.at - bound * DAY <= floor(w.at) <= change.at
        ]
        return wrote[-1].thread if wrote else None

    def updates(self, axis: str, bound: int = 2) -> list[Update]:
        """All updates; at equal instants those by somebody known come last."""
        found = [Update(self.written_file(axis, w), w.at, w.thread) for w in self.writes]
        for change in self.commits(axis).all_changes():
            if self.writer(axis, change, bound) is None:
                found.append(Update(change.file, change.at, None))
        return sorted(found, key=lambda u: (u.at, u.by is not None))

    def crossing(self, axis: str, read: Act) -> Crossing:
        """What the read of a file crossed since others last updated it."""
        file = self.read_file(axis, read)
        mine = self.root(read.thread)
        last = None
        for update in self.updates(axis):
            others = update.by is None or self.root(update.by) != mine
            if update.file == file and update.at <= read.at and others:
                last = update
        ordinal = self.ordinal.get(read.thread)
        start = self.state(axis, self.thread[read.thread].began) or {}
        missing = all(lying.file != file for lying in start.values())
        why, steps = self._steps(ordinal, last)
        cross = ordinal is not None and last is not None
        return Crossing(
            file,
            missing,
            cross,
            last.by if last else None,
            last.at if last else None,
            steps if cross else None,
            floor((read.at - last.at) / DAY) if cross and last else None,
            why if ordinal is not None else None,
        )

    def _steps(self, ordinal: int | None, last: Update | None) -> tuple[str | None, int | None]:
        if last is None:
            return "no_update", None
        if last.by is None:
            return "outside_conversations", None
        theirs = self.ordinal.get(last.by)
        if theirs is None:
            return "excluded_thread", None
        if ordinal is not None and theirs >= ordinal:
            return "later_conversation", None
        return None, None if ordinal is None else ordinal - theirs

    def share(self, axis: str, name: str) -> tuple[int, int | None]:
        """Distinct files of the starting snapshot that the conversation read, and the snapshot's files."""
        start = self.state(axis, self.thread[name].began)
        files = {lying.file for lying in (start or {}).values()}
        read = {self.read_file(axis, r) for r in self.reads if r.thread == name}
        return len(read & files), None if start is None else len(start)
