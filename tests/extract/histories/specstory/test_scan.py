"""How a file is cut into turns and parts, with fences balanced and unbalanced."""

from hypothesis import given
from hypothesis import strategies as st

from pipeline.extract.histories.specstory.scan import scan

USER, AGENT = "_**User**_", "_**Assistant**_"
OPEN = '<tool-use data-tool-type="read" data-tool-name="Read"><details>'
LINES = [
    "", "x", "---", "```", "````", "```go", "a```", USER, AGENT, OPEN, "</details></tool-use>", "<think>",
    "Read file: a", "### Rule: r", "Tool use: **x**",
]  # fmt: skip


def shape(text: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Whose turns they are, and the kind and first line of each part with something in it."""
    turns = scan(text.split("\n"))[1]
    return [
        (
            "person" if turn.mark.person else "agent",
            [
                (part.kind, next(line for line in part.lines if line.strip()))
                for part in turn.parts
                if any(line.strip() for line in part.lines)
            ],
        )
        for turn in turns
    ]


def test_what_stands_before_the_first_turn_is_the_head() -> None:
    head, turns = scan(["# Title", "", USER, "", "Hello"])

    assert (head, len(turns)) == (["# Title", ""], 1)


def test_a_person_marks_no_call() -> None:
    text = f"{USER}\n\nRead file: a.md\n\nTool use: **read_file**\n"

    assert shape(text) == [("person", [("text", "Read file: a.md")])]


def test_a_marker_in_a_fence_is_content() -> None:
    text = f"{AGENT}\n\n```markdown\nRead file: a.md\n```\n\nRead file: b.md\n"

    assert shape(text) == [("agent", [("text", "```markdown"), ("marker", "Read file: b.md")])]


def test_a_marker_in_a_thought_is_content() -> None:
    thought = "<think><details><summary>Thought Process</summary>\nRead file: a.md\n```\n</details></think>"

    assert shape(f"{AGENT}\n\n{thought}\n\nRead file: b.md\n") == [("agent", [("marker", "Read file: b.md")])]


def test_a_turn_printed_in_a_closed_fence_is_content() -> None:
    printed = f"```\n---\n\n{USER}\n\nHello\n\n---\n\n{AGENT}\n\nHi\n```"
    text = (
        f"{USER}\n\nShow it.\n\n---\n\n{AGENT}\n\n"
        f"Tool use: **run_terminal_cmd**\n\n{printed}\n\n---\n\n{USER}\n\nThanks\n"
    )

    assert [role for role, _ in shape(text)] == ["person", "agent", "person"]


def test_a_fence_that_nobody_closed_ends_with_its_turn() -> None:
    text = (
        f"{AGENT}\n\n```markdown\nKeep files small.```\n\n---\n\n{USER}\n\n"
        f"Thanks\n\n---\n\n{AGENT}\n\nRead file: a.md\n"
    )

    assert [role for role, _ in shape(text)] == ["agent", "person", "agent"]
    assert shape(text)[2][1] == [("marker", "Read file: a.md")]


def test_a_fence_that_nobody_closed_hides_no_later_call() -> None:
    text = (
        f"{AGENT}\n\n### Rule: small\n\n**Always**\n\n```markdown\nKeep.\n\n"
        "---\n\nRead file: a.md\n\n---\n\n```bash\nls\n```\n"
    )

    assert ("marker", "Read file: a.md") in shape(text)[0][1]


def test_a_rule_right_behind_a_rule_is_one_of_its_own() -> None:
    text = (
        f"{AGENT}\n\n### Rule: one\n\n**A**\n\n"
        "```markdown\nKeep.```\n### Rule: two\n\n**B**\n\n```markdown\nGo.```\n"
    )

    assert shape(text) == [("agent", [("marker", "### Rule: one"), ("marker", "### Rule: two")])]


def test_a_name_and_the_older_line_under_it_are_one_call() -> None:
    text = (
        f"{AGENT}\n\nTool use: **list_dir**\n\n"
        "<details>\n   <summary>Listed directory docs • **1** results</summary>\n</details>\n"
    )

    assert shape(text) == [("agent", [("marker", "Tool use: **list_dir**")])]


def envelope(name: str, body: str) -> str:
    head = f'<tool-use data-tool-type="shell" data-tool-name="{name}"><details>'
    return f"{head}\n<summary>Tool use: **{name}**</summary>\n{body}\n</details></tool-use>"


def test_marks_in_the_output_of_a_call_are_content() -> None:
    inner = envelope("Read", " `a.md`\n\n```text\n     1→x\n```")
    outer = envelope("Bash", f"`cat h.md`\n\n````text\n{USER}\n\n{inner}\n\n{AGENT}\n````")
    text = f"{AGENT}\n\n{outer}\n\n{USER}\n\nOk\n"

    assert [role for role, _ in shape(text)] == ["agent", "person"]
    assert [kind for kind, _ in shape(text)[0][1]] == ["envelope"]


def test_a_call_ends_although_its_output_broke_the_fence() -> None:
    broken = envelope("Bash", "`cat a.md`\n\n```text\nSee:\n```go\nx\n```")
    whole = envelope("Read", " `b.md`")
    text = f"{AGENT}\n\n{broken}\n\n{AGENT}\n\n{whole}\n"

    assert [parts for _, parts in shape(text)] == [
        [("envelope", '<tool-use data-tool-type="shell" data-tool-name="Bash"><details>')],
        [("envelope", '<tool-use data-tool-type="shell" data-tool-name="Read"><details>')],
    ]


def test_a_call_that_never_ends_stops_at_the_next_turn() -> None:
    cut = envelope("Bash", "`ls`").removesuffix("</details></tool-use>")

    assert [role for role, _ in shape(f"{AGENT}\n\n{cut}\n\n{USER}\n\nOk\n")] == ["agent", "person"]


@given(st.lists(st.sampled_from(LINES), max_size=40))
def test_every_line_is_kept_once_or_is_a_mark_a_separator_or_a_thought(lines: list[str]) -> None:
    head, turns = scan(lines)
    kept = head + [line for turn in turns for part in turn.parts for line in part.lines]

    remaining = iter(lines)
    assert all(any(line == other for other in remaining) for line in kept)
    assert kept.count("x") + kept.count("Read file: a") <= lines.count("x") + lines.count("Read file: a")
