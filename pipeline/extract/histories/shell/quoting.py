"""The escapes of ``$'…'``, as bash reads them."""

import re

_ESCAPE = re.compile(
    r"x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|(.)", re.DOTALL
)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}


def ansi_c(text: str, at: int) -> tuple[str, int]:
    """The text that begins at `at`, behind ``$'``, and the place behind its closing quote."""
    found: list[str] = []
    while at < len(text) and text[at] != "'":
        escape = _ESCAPE.match(text, at + 1) if text[at] == "\\" else None
        if escape is None:
            found.append(text[at])
            at += 1
            continue
        number = escape[1] or escape[2] or escape[3]
        if number or escape[4]:
            code = int(number, 16) if number else int(escape[4], 8)
            found.append(chr(code) if code < 0x110000 else "\N{REPLACEMENT CHARACTER}")
        else:
            found.append(_LETTERS.get(escape[5], escape[5]))
        at = escape.end()
    return "".join(found), at + 1
