"""Transcripts in plain text."""

from pipeline.extract.histories.cursor_transcript.text_turns import is_transcript, turns
from pipeline.extract.histories.cursor_transcript.turns import Used

WHOLE = """user:
<user_query>
Keep this:
A:
[Tool call] Read
  path: no.md
</user_query>

A:
I look.
[Thinking] which file
second thought
[Tool call] Read
  path: docs/memory/status.md
  offset: 2
  limit: 3

[Tool result] Read
A line of the file

[Tool call] Shell
  command: cat docs/a.md
    && cat docs/b.md

A:
Done.
"""


def test_markers_inside_a_persons_tags_are_the_persons_words() -> None:
    found = turns(WHOLE)

    assert [turn.person for turn in found] == [True, False, False]
    assert "[Tool call] Read" in str(found[0].parts[0])


def test_calls_have_their_arguments_and_thoughts_are_left_out() -> None:
    parts = turns(WHOLE)[1].parts

    assert [part for part in parts if isinstance(part, Used)] == [
        Used("Read", {"path": "docs/memory/status.md", "offset": "2", "limit": "3"}),
        Used("Shell", {"command": "cat docs/a.md\n&& cat docs/b.md"}),
    ]
    assert parts[0] == "I look."
    assert not any("thought" in str(part) for part in parts)


def test_windows_line_ends_change_nothing() -> None:
    assert turns(WHOLE.replace("\n", "\r\n")) == turns(WHOLE)


def test_a_note_that_begins_with_a_speaker_is_no_transcript() -> None:
    assert not is_transcript("user:\n  name: admin\n")
    assert is_transcript(WHOLE)
