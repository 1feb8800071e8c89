"""Names that are no UTF-8, made readable: what a file system allows and no table can hold."""

import os

from pipeline.extract.histories.records import Call, Conversation, Reading


def readable(path: bytes) -> str:
    """A path as text, no two alike: each byte that is no UTF-8 as `<byte E9>`, and the sign `<` of what is
    written so in a name as `<byte 3C>`."""
    try:
        return path.replace(b"<byte ", b"<byte 3C>byte ").decode()
    except UnicodeDecodeError:
        escaped = path.replace(b"<byte ", b"<byte 3C>byte ").decode("utf-8", "surrogateescape")
        return "".join(
            f"<byte {ord(sign) - 0xDC00:02X}>" if "\udc80" <= sign <= "\udcff" else sign for sign in escaped
        )


def readable_text(text: str) -> str:
    """A name that Python holds as text: as `readable` where bytes of it are no UTF-8, else as it is; a half
    of a surrogate pair that stands for no byte becomes U+FFFD."""
    if is_text(text):
        return text
    try:
        return readable(os.fsencode(text))
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def is_text(name: str) -> bool:
    """Whether UTF-8 can hold the name."""
    if name.isascii():
        return True
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def with_readable_names(reading: Reading) -> Reading:
    """The reading with every name and path in it readable; it is changed in place."""
    for conversation in reading.conversations:
        _mend(conversation)
    for gap in reading.gaps:
        gap.where = readable_text(gap.where)
    return reading


def _mend(conversation: Conversation) -> None:
    for field in Conversation.__slots__:
        held = getattr(conversation, field)
        if isinstance(held, str):
            setattr(conversation, field, readable_text(held))
    conversation.folders = tuple(map(readable_text, conversation.folders))
    for attachment in conversation.attachments:
        attachment.path = readable_text(attachment.path)
    for call in conversation.calls():
        _mend_call(call)


def _mend_call(call: Call) -> None:
    if call.hits:
        call.hits = tuple(map(readable_text, call.hits))
    for access in call.accesses:
        if access.path is not None:
            access.path = readable_text(access.path)
