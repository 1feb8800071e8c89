"""Whatever form a repository has, its memory is read as its commits hold it, or one sentence says why not."""

import os
import shutil
from pathlib import Path

import pytest

from pipeline.errors import RereadError
from pipeline.extract.paths import Locator
from tests.extract.memory.read import gaps, memory, paths, times, unknown, versions
from tests.stories.command import seen
from tests.stories.inputs import commit, empty_repository, git

NOTE = "docs/memory/a.md"
WHOLE = [(NOTE, "create", 4), (NOTE, "update", 8), ("docs/memory/b.md", "create", 2)]


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """Three commits of memory on the branch main."""
    made = empty_repository(tmp_path / "repo")
    grow(made)
    return made


def grow(made: Path) -> None:
    commit(made, {NOTE: "one\n", "src/x.py": "x\n"}, "2026-03-01T08:00:00+0000")
    commit(made, {NOTE: "one\ntwo\n"}, "2026-03-02T08:00:00+0000")
    commit(made, {"docs/memory/b.md": "b\n"}, "2026-03-03T08:00:00+0000")


def clone(repo: Path, name: str, *more: str) -> Path:
    git(repo.parent, "clone", "-q", *more, repo.as_uri(), name)
    return repo.parent / name


def test_a_bare_repository(repo: Path) -> None:
    assert versions(clone(repo, "bare.git", "--bare")) == WHOLE


def test_packed_refs_and_packed_objects(repo: Path) -> None:
    git(repo, "gc", "-q", "--prune=now")
    assert not list((repo / ".git" / "refs" / "heads").iterdir())

    assert versions(repo) == WHOLE
    assert versions(repo, branch="main") == WHOLE


def test_a_ref_in_a_file_speaks_before_a_packed_one(repo: Path) -> None:
    git(repo, "pack-refs", "--all")
    git(repo, "update-ref", "refs/heads/main", "HEAD~1")

    assert versions(repo) == WHOLE[:2]


def test_a_detached_head(repo: Path) -> None:
    git(repo, "checkout", "-q", "--detach", "HEAD~1")

    assert versions(repo) == WHOLE[:2]
    assert versions(repo, branch="main") == WHOLE
    assert versions(repo, branch=git(repo, "rev-parse", "main~2")) == WHOLE[:1]


def test_tags_and_remote_branches_are_branches_to_study(repo: Path) -> None:
    git(repo, "tag", "-a", "v1", "-m", "one", "HEAD~2")
    git(repo, "branch", "feature/deep", "HEAD~1")
    copy = clone(repo, "copy")

    assert versions(copy, branch="v1") == WHOLE[:1]
    assert versions(copy, branch="feature/deep") == WHOLE[:2]
    assert versions(copy, branch="origin/feature/deep") == WHOLE[:2]


def test_a_head_without_a_commit(tmp_path: Path) -> None:
    made = empty_repository(tmp_path / "repo")

    assert (versions(made), gaps(made)) == ([], [("HEAD", "no_commits")])
    with pytest.raises(RereadError, match="there is no branch 'main'"):
        memory(made, branch="main")


def test_commits_without_files(tmp_path: Path) -> None:
    made = empty_repository(tmp_path / "repo")
    commit(made, {})

    assert (versions(made), gaps(made)) == ([], [])
    assert len(memory(made).frames["repository"]) == 2


def test_a_tag_of_a_tree_is_no_commit(repo: Path) -> None:
    git(repo, "tag", "tree", "HEAD^{tree}")

    with pytest.raises(RereadError, match="the repository's objects cannot be read"):
        memory(repo, branch="tree")


def test_a_shallow_clone_begins_where_it_was_cut_and_says_so(repo: Path) -> None:
    cut = clone(repo, "cut", "--depth", "2")

    assert versions(cut) == [(NOTE, "create", 8), ("docs/memory/b.md", "create", 2)]
    assert gaps(cut) == [(git(repo, "rev-parse", "HEAD~1"), "shallow")]


def test_a_partial_clone_without_texts_fetches_nothing_and_names_what_is_missing(repo: Path) -> None:
    git(repo, "config", "uploadpack.allowfilter", "true")
    part = clone(repo, "part", "--bare", "--filter=blob:none")
    before = seen(part)

    assert [(path, change) for path, change, _ in versions(part)] == [row[:2] for row in WHOLE]
    assert set(unknown(part).values()) == {"missing_object"}
    assert {reason for _, reason in gaps(part)} == {"missing_object"}
    assert seen(part) == before


def test_a_partial_clone_without_trees_is_one_sentence(repo: Path) -> None:
    git(repo, "config", "uploadpack.allowfilter", "true")
    part = clone(repo, "part", "--bare", "--filter=tree:0")

    with pytest.raises(
        RereadError, match=r"^the repository's objects cannot be read: .*: fetch what is missing"
    ):
        memory(part)


def test_a_missing_commit_or_a_damaged_pack_is_one_sentence(repo: Path) -> None:
    git(repo, "gc", "-q", "--prune=now")
    (pack,) = (repo / ".git" / "objects" / "pack").glob("*.pack")
    pack.chmod(0o644)
    content = bytearray(pack.read_bytes())
    content[20:-20] = bytes(len(content) - 40)
    pack.write_bytes(content)

    with pytest.raises(RereadError, match="the repository's objects cannot be read") as caught:
        memory(repo)
    assert "\n" not in str(caught.value)
    (repo / ".git" / "packed-refs").unlink()
    (repo / ".git" / "refs" / "heads" / "main").write_text("1" * 40 + "\n")
    with pytest.raises(RereadError, match="the repository's objects cannot be read"):
        memory(repo)


def test_a_submodule_is_no_file_and_its_checkout_is_a_repository(repo: Path) -> None:
    outer = empty_repository(repo.parent / "outer")
    git(outer, "submodule", "add", "-q", repo.as_uri(), "docs/memory/inner.md")
    commit(outer, {"docs/memory/own.md": "own\n"})

    assert versions(outer) == [("docs/memory/own.md", "create", 4)]
    assert versions(outer / "docs" / "memory" / "inner.md") == WHOLE


def test_a_linked_worktree_has_its_own_head_and_the_refs_of_all(repo: Path) -> None:
    git(repo, "worktree", "add", "-q", "-b", "other", "../tree", "HEAD~2")
    tree = repo.parent / "tree"
    commit(tree, {"docs/memory/c.md": "ccc\n"})

    assert versions(tree) == [*WHOLE[:1], ("docs/memory/c.md", "create", 4)]
    assert versions(tree, branch="main") == WHOLE
    assert versions(repo) == WHOLE
    shutil.rmtree(repo)
    with pytest.raises(RereadError, match="this checkout names a Git folder that is not there"):
        memory(tree)


def test_a_repository_of_sha256(tmp_path: Path) -> None:
    made = empty_repository(tmp_path / "repo", "--object-format=sha256")
    grow(made)

    assert versions(made) == WHOLE
    (made / ".git" / "config").unlink()
    assert versions(made) == WHOLE


def test_an_object_format_that_is_not_known_is_one_sentence(repo: Path) -> None:
    config = repo / ".git" / "config"
    config.write_text(config.read_text() + "[extensions]\n\tobjectformat = sha999\n")

    with pytest.raises(RereadError, match="the object format 'sha999' is unknown"):
        memory(repo)


def test_refs_kept_in_a_table_are_one_sentence(repo: Path) -> None:
    """Newer Git can keep all refs in one binary table; HEAD then names a branch that cannot be."""
    (repo / ".git" / "reftable").mkdir()
    (repo / ".git" / "reftable" / "tables.list").write_text("")
    (repo / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")
    shutil.rmtree(repo / ".git" / "refs")

    with pytest.raises(RereadError, match="keeps its refs in a reftable"):
        memory(repo)


def test_objects_borrowed_from_another_repository(repo: Path) -> None:
    git(repo.parent, "clone", "-q", "--shared", str(repo), "first")
    git(repo.parent, "clone", "-q", "--shared", "first", "second")
    second = repo.parent / "second"
    commit(second, {"docs/memory/c.md": "ccc\n"})

    assert versions(second) == [*WHOLE, ("docs/memory/c.md", "create", 4)]


def test_clocks_that_run_ahead_or_back_hide_nothing(tmp_path: Path) -> None:
    made = empty_repository(tmp_path / "repo")
    commit(made, {NOTE: "1\n"}, "2026-03-01T08:00:00+0000")
    ahead = commit(made, {NOTE: "12\n"}, "2099-01-01T00:00:00+0000")
    commit(made, {NOTE: "123\n"}, "2026-03-02T08:00:00+0000")
    back = commit(made, {NOTE: "1234\n"}, "1999-01-01T00:00:00+0000")
    commit(made, {NOTE: "12345\n"}, "2026-03-03T08:00:00+0000")

    assert times(made) == ["2026-03-01", "2026-03-01", "2026-03-02", "2026-03-02", "2026-03-03"]
    assert gaps(made) == [(ahead, "clock_runs_backwards"), (back, "clock_runs_backwards")]


@pytest.mark.parametrize(
    "said",
    ["committer A <a@b>", "committer A <a@b> soon", "committer A <a@b> -5 +0000", "nobody", "committer",
     "committer A <a@b> 99999999999999999999999 +0000"],
)  # fmt: skip
def test_a_commit_without_a_time_takes_that_of_the_one_before_it_and_is_named(said: str, repo: Path) -> None:
    odd = dated(repo, said)

    assert versions(repo) == [*WHOLE, ("docs/memory/c.md", "create", 4)]
    assert times(repo)[-1] == "2026-03-03"
    assert (odd, "unreadable_time") in gaps(repo)


def test_a_time_behind_the_last_date_is_the_last_date_and_is_named(repo: Path) -> None:
    odd = dated(repo, "committer A <a@b> 99999999999999 +0000")

    assert versions(repo)[-1] == ("docs/memory/c.md", "create", 4)
    assert (odd, "unreadable_time") in gaps(repo)


def dated(repo: Path, said: str) -> str:
    """Put a commit with such a line for its committer on the branch."""
    parent = git(repo, "rev-parse", "HEAD")
    commit(repo, {"docs/memory/c.md": "ccc\n"})
    tree = git(repo, "rev-parse", "HEAD^{tree}")
    text = f"tree {tree}\nparent {parent}\nauthor A <a@b> 1772352000 +0000\n{said}\n\nodd\n"
    odd = git(repo, "hash-object", "-t", "commit", "-w", "--literally", "--stdin", given=text.encode())
    git(repo, "update-ref", "refs/heads/main", odd)
    return odd


def test_neither_a_graft_nor_a_replaced_object_changes_what_was_committed(repo: Path) -> None:
    tip = git(repo, "rev-parse", "HEAD")
    (repo / ".git" / "info").mkdir(exist_ok=True)
    (repo / ".git" / "info" / "grafts").write_text(f"{tip}\n")
    git(repo, "checkout", "-q", "--orphan", "other")
    false = commit(repo, {NOTE: "false\n"})
    git(repo, "checkout", "-q", "-f", "main")
    git(repo, "replace", tip, false)
    git(repo, "replace", git(repo, "rev-parse", f"{tip}:{NOTE}"), git(repo, "rev-parse", f"{false}:{NOTE}"))

    assert versions(repo) == WHOLE
    assert versions(repo, "ancestry") == WHOLE


def test_a_merge_of_unrelated_histories(repo: Path) -> None:
    git(repo, "checkout", "-q", "--orphan", "other")
    git(repo, "rm", "-q", "-rf", ".")
    commit(repo, {"docs/memory/z.md": "zzz\n"}, "2026-03-02T12:00:00+0000")
    git(repo, "checkout", "-q", "main")
    git(
        repo,
        "merge",
        "-q",
        "--allow-unrelated-histories",
        "-m",
        "join",
        "other",
        at="2026-03-04T08:00:00+0000",
    )

    assert versions(repo) == [*WHOLE, ("docs/memory/z.md", "create", 4)]
    assert times(repo)[-1] == "2026-03-04"
    assert sorted(versions(repo, "ancestry")) == sorted([*WHOLE, ("docs/memory/z.md", "create", 4)])


@pytest.mark.parametrize("odd", ['re "po', "re\\po", "re po\t", "-repo", "ре́по", "re#po"])
def test_a_repository_below_an_odd_name(odd: str, repo: Path) -> None:
    repo.rename(repo.parent / odd)

    assert versions(repo.parent / odd) == WHOLE


def test_a_line_break_in_the_repository_s_path_is_one_sentence(repo: Path) -> None:
    repo.rename(repo.parent / "re\npo")

    with pytest.raises(RereadError, match="a line break in the repository's path cannot be read"):
        memory(repo.parent / "re\npo")


@pytest.mark.parametrize("name", ["HEAD", "packed-refs", "shallow", "config", "commondir"])
def test_a_pipe_in_place_of_a_file_of_git_is_not_waited_for(name: str, repo: Path) -> None:
    place = repo / ".git" / name
    place.unlink(missing_ok=True)
    os.mkfifo(place)

    if name == "HEAD":
        with pytest.raises(RereadError, match="HEAD names no commit and no new branch"):
            memory(repo)
    else:
        assert paths(repo) == [NOTE, "docs/memory/b.md"]


@pytest.mark.parametrize("target", ["../../../../../etc/passwd", "/etc/passwd", "refs/heads/loop"])
def test_a_ref_that_leads_out_of_the_repository_or_in_a_circle_is_none(target: str, repo: Path) -> None:
    (repo / ".git" / "HEAD").write_text(f"ref: {target}\n")
    (repo / ".git" / "refs" / "heads" / "loop").write_text("ref: refs/heads/loop\n")

    with pytest.raises(RereadError, match="HEAD names no commit and no new branch"):
        memory(repo)


def test_a_file_of_git_that_has_no_end_is_not_read_whole(repo: Path) -> None:
    (repo / ".git" / "packed-refs").symlink_to("/dev/zero")

    assert versions(repo) == WHOLE


@pytest.mark.parametrize("name", ["info/alternates", "info/commit-graph", "pack/pack-1.idx", "0a/1b"])
@pytest.mark.parametrize("kind", ["pipe", "link to a device"])
def test_a_pipe_or_a_device_among_the_objects_is_one_sentence(name: str, kind: str, repo: Path) -> None:
    place = repo / ".git" / "objects" / name
    place.parent.mkdir(exist_ok=True)
    if kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to("/dev/zero")

    with pytest.raises(RereadError) as refusal:
        memory(repo)

    assert refusal.value.problem.message == "a pipe or a device lies among the repository's objects"
    assert refusal.value.problem.where == str(place)


def test_a_link_to_nowhere_among_the_objects_is_no_fault(repo: Path) -> None:
    (repo / ".git" / "objects" / "info" / "alternates").symlink_to(repo / "gone")

    assert versions(repo) == WHOLE


def test_a_pipe_in_place_of_a_worktree_s_file_is_not_waited_for(repo: Path) -> None:
    listed = repo / ".git" / "worktrees" / "tree"
    listed.mkdir(parents=True)
    os.mkfifo(listed / "gitdir")

    assert Locator(str(repo)).roots == (str(repo),)


def test_a_pipe_among_borrowed_objects_is_one_sentence(repo: Path) -> None:
    lender = repo / "lender"
    (lender / "info").mkdir(parents=True)
    (repo / ".git" / "objects" / "info" / "alternates").write_text("# who lends\n\n../../lender\n")
    (lender / "info" / "alternates").write_text("../.git/objects\n../lender\n")
    assert versions(repo) == WHOLE

    os.mkfifo(lender / "info" / "commit-graph")

    with pytest.raises(RereadError, match="a pipe or a device lies among the repository's objects"):
        memory(repo)
