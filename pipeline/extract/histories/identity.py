"""What conversations are to each other: copies, forks, resumed ones; and which of them are independent."""

from pipeline.extract.histories.records import Conversation


def settle(conversations: list[Conversation], *, told_repository: bool = False) -> list[Conversation]:
    """The conversations with relation, parent and `excluded_because` set, as far as no study is needed."""
    return conversations
