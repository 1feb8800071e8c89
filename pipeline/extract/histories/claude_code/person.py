"""Which text of a `user` line a person wrote."""

import re

# The list is open: what the program puts into a user's turn begins with one of these.
_INJECTED = (
    "<command-name>",
    "<command-message>",
    "<local-command-stdout>",
    "<local-command-stderr>",
    "<local-command-caveat>",
    "<bash-input>",
    "<bash-stdout>",
    "<bash-stderr>",
    "<system-reminder>",
    "<task-notification>",
    "<ide_opened_file>",
    "<ide_selection>",
    "<user-memory-input>",
    "Caveat:",
    "[Request interrupted",
    "This session is being continued from",
)
_INTERRUPTED = "[Request interrupted"
_ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)


def written(texts: list[str]) -> str:
    """What a person wrote in the text parts of one turn; empty where the program put all of it there.

    The arguments of a slash command are a person's text; the command alone is none.
    """
    own = []
    for text in texts:
        start = text.lstrip()
        if start.startswith(("<command-name>", "<command-message>")):
            arguments = _ARGUMENTS.search(start)
            own.append(arguments[1].strip() if arguments else "")
        elif not start.startswith(_INJECTED):
            own.append(text)
    return "\n".join(text for text in own if text.strip())


def interrupts(texts: list[str]) -> bool:
    """Whether the turn says that the person stopped the agent."""
    return any(text.lstrip().startswith(_INTERRUPTED) for text in texts)
