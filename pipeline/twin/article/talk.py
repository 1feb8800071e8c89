"""What else is said in the twin's conversations: replies, later messages, titles, subjects of commits."""

import random

from pipeline.twin.article import words as w

_REPLIES = (
    "I looked at the {part}; the {field} comes from the {other}.",
    "Done: the {screen} of the {part} has the {field} now.",
    "The tests of the {part} pass.",
    "I will start with the {part} and then look at the {screen}.",
    "The {field} was missing on one path of the {part}; it is there now.",
    "Two files changed, both in the {part}.",
    "Сделано: {part} проверяет {field}.",
)
_LATER = (
    "Good. Now the {screen}.",
    "Check the {field} as well.",
    "Please keep the {screen} as it is.",
    "And the same for the {other}.",
    "Хорошо, теперь {screen}.",
    "Run it once more and show me the {field}.",
)


def reply(seed: str) -> str:
    """A sentence or two of an agent."""
    return _filled(_REPLIES, f"reply {seed}")


def later(seed: str) -> str:
    """A later message of the person."""
    return _filled(_LATER, f"later {seed}")


def subject(seed: str) -> str:
    """The subject of a commit."""
    rng = random.Random(f"subject {seed}")
    return (
        f"{rng.choice(w.DONE).capitalize()}: {rng.choice(w.FIELDS)} of the {rng.choice(w.PARTS)} (synthetic)"
    )


def about(seed: str) -> str:
    """What a conversation's title says after the word that it is synthetic."""
    rng = random.Random(f"title {seed}")
    return f"{rng.choice(w.PARTS)}, {rng.choice(w.SCREENS)}"


def _filled(templates: tuple[str, ...], seed: str) -> str:
    rng = random.Random(seed)
    part, other = rng.sample(w.PARTS, 2)
    return rng.choice(templates).format(
        part=part, other=other, field=rng.choice(w.FIELDS), screen=rng.choice(w.SCREENS)
    )
