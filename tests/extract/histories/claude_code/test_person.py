"""Which text a person wrote."""

import pytest

from pipeline.extract.histories.claude_code.person import interrupts, written


@pytest.mark.parametrize(
    "text",
    [
        "<command-name>/clear</command-name>\n<command-args></command-args>",
        "<local-command-stdout>ok</local-command-stdout>",
        "<bash-input>ls</bash-input>",
        "<task-notification>done</task-notification>",
        "<system-reminder>x</system-reminder>",
        "Caveat: these messages were generated",
        "[Request interrupted by user]",
        "This session is being continued from a previous conversation.",
        "  \n",
    ],
)
def test_what_the_program_put_in_is_no_text_of_a_person(text: str) -> None:
    assert written([text]) == ""


def test_the_arguments_of_a_command_are_a_persons_text() -> None:
    for first, second in (("name", "message"), ("message", "name")):
        text = f"<command-{first}>x</command-{first}>\n<command-{second}>x</command-{second}>\n"
        assert written([text + "<command-args> plan the\nlamp </command-args>"]) == "plan the\nlamp"


def test_a_part_put_in_beside_a_persons_text_is_left_out() -> None:
    assert (
        written(["<ide_opened_file>a.md</ide_opened_file>", "Read it.", "And that."]) == "Read it.\nAnd that."
    )


def test_a_stop_is_known_in_any_part() -> None:
    assert interrupts(["Well.", "[Request interrupted by user for tool use]"])
    assert not interrupts(["He said [Request interrupted by user]"])
