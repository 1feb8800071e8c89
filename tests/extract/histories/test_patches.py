"""Which files a patch touches, and how."""

from pipeline.extract.histories import patches


def test_a_patch_adds_updates_deletes_and_moves() -> None:
    """A file that moves is taken from where it lay and written where it goes."""
    patch = (
        "*** Begin Patch\n*** Add File: a.md\n+a\n*** Update File: b.md\n@@\n-b\n+c\n"
        "*** Update File: c.md\n*** Move to: d.md\n@@\n-x\n+y\n*** Delete File: e.md\n*** End Patch"
    )

    assert list(patches.files(patch)) == [
        ("write", "a.md"), ("write", "b.md"), ("move", "c.md"), ("write", "d.md"), ("delete", "e.md"),
    ]  # fmt: skip


def test_a_text_without_marks_touches_nothing() -> None:
    assert list(patches.files("+ Move to: a.md")) == []
