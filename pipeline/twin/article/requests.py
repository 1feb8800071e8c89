"""First requests of the twin's conversations: what a person types, of every kind, none of them twice."""

import random
from collections.abc import Iterable

from pipeline.twin.article import words as w

Asked = tuple[str, str]
"""Kind and recap of a first request; the recap is empty where the kind is not work."""

SPECIAL = {
    157: "Build the portal for the head of sales. It needs the deals of the team and a start page.",
    176: "Review the plan in docs/plans/multitenancy-and-subdomains.md and implement its first two stages.",
    188: "Review the checklist for new portals and fix what contradicts the code. Write down every gap.",
    227: (
        "Rename what is left of Regions to Cities. Reminder: we agreed on the name Cities, and we already"
        " changed it in the admin; the portals still show the old one."
    ),
    249: (
        "The page and its elements still say Regions. We agreed earlier that it is Cities, and I told you"
        " twice; we decided to change every label, so fix the page and the element names now."
    ),
}
"""Requests of conversations that the cases speak of, by ordinal."""

_TEMPLATES: dict[Asked, tuple[str, ...]] = {
    ("work", "none"): (
        "Add {field} to the {screen} of the {part}.",
        "Fix the {part}: {cause}.",
        "Build a {screen} for the {part}. It should show the {field} and the {second}.",
        "The {screen} of the {part} loads slowly. Find the cause and make it faster.",
        "Write tests for the {part}, above all for the {field}.",
        "Move the {field} out of the {part} into the {other}.",
        "Refactor the {part} so that the {other} can use it too.",
        "Hide the {field} on the {screen} unless {person} is signed in.",
        "Validate the {field} in the {part} before it reaches the {other}.",
        "Create an endpoint for the {other} with the {field} of each row.\n\n- limit {rows}\n- by {second}",
        "Replace the {screen} of the {part} with a simple table.",
        "When I save the {screen} I get this:\n\nTypeError: cannot read '{field}' of undefined\n"
        "    at save (src/{slug}.ts:{rows})\n\nFix it.",
        "Make the {screen} of the {part} usable on a phone.",
        "Translate the {screen} of the {part} and check the long words.",
        "Добавь поле «{field}» на экран {screen} ({part}).",
        "Исправь {part}: {field} считается неправильно, ошибка около {rows} строк.",
        "Сделай проверку {field} перед отправкой в {other}.",
        "Напиши тесты на {part}, особенно на {field} и {second}.",
        "Убери {field} со страницы {screen}, оставь {second}.",
        "Перенеси {field} из {part} в {other}.",
        "Improve the error text of the {part}: {person} does not know what to do with it.",
        "Split the {part} into two modules, one for the {field} and one for the {second}.",
        "Cover the {screen} with a browser test that fills in {field} and {second}.",
        "Log every change of the {field} in the {part}, with who did it.",
        "Implement paging of {rows} rows in the {screen} of the {part}.",
    ),
    ("work", "link"): (
        "Implement the next item of docs/plans/{slug}.md: the {field} of the {part}.",
        "Do what docs/specs/{slug}.md says about the {screen}.",
        "Read docs/plans/{slug}.md and build the {screen} of the {part}.",
        "Check the {part} against docs/specs/{slug}.md and fix the differences.",
        "Here is the design: https://design.example.invalid/{slug}/{rows}. Build the {screen}.",
        "Add the {field} as described in docs/decisions/{slug}.md.",
        "Finish the open points in docs/plans/{slug}.md, first the {second}.",
        "Use @docs/plans/{slug}.md and write the migration for the {field}.",
        "Review docs/specs/{slug}.md and correct the part on the {screen}.",
        "Follow the ticket https://tracker.example.invalid/ERP-{rows} and change the {part}.",
        "Сделай по плану docs/plans/{slug}.md экран {screen} для {part}.",
        "Проверь {part} по документу docs/specs/{slug}.md и исправь отличия.",
        "Реализуй раздел про {field} из docs/plans/{slug}.md.",
        "Update docs/specs/{slug}.md and the code of the {part} so that both name the {field}.",
        "Turn docs/plans/{slug}.md into tasks and do the first one, the {screen}.",
        "Apply the wording of docs/texts/{slug}.docx to the {screen} of the {part}.",
    ),
    ("work", "brief"): (
        "Continue with the {part}: the {field} is still missing on the {screen}.",
        "Add the {field} to the {screen}, as agreed.",
        "The {part} is broken again: {cause}. Fix it.",
        "Go on with the {screen} of the {part}.",
        "Fix the {field} in the {part} like last time.",
        "Продолжи работу над {part}: проверь {field}.",
        "Исправь {screen}, как договаривались.",
        "Finish the {screen} of the {part} where we left off.",
    ),
    ("informational", ""): (
        "How does the {part} get the {field}?",
        "Why is the {field} empty on the {screen} of the {part}?",
        "Explain the difference between the {part} and the {other}.",
        "Where is the {field} of the {part} stored?",
        "What happens in the {other} when the {part} fails?",
        "Which portals use the {part}?",
        "Is the {field} shown anywhere besides the {screen}?",
        "Как работает {part} и откуда берётся {field}?",
        "Почему {field} не виден на {screen}?",
        "Объясни, зачем {part} хранит {field}.",
        "Tell me what {person} sees on the {screen} of the {part}.",
    ),
    ("administrative", ""): (
        "Commit the changes of the {part}.",
        "Push the branch with the {screen}.",
        "Run the tests of the {part}.",
        "Restart the server, the {part} does not answer.",
        "Create a branch for the {field} of the {part}.",
        "Закоммить изменения по {part}.",
        "Deploy the {part} to the test stand.",
        "Update the memory with what was done on the {part}.",
        "Запусти тесты для {part}.",
    ),
}


def requests(asked: Iterable[tuple[int, str, str]]) -> dict[int, str]:
    """By ordinal the first request of a conversation of that kind and recap. No two are equal."""
    found: dict[int, str] = {}
    used: dict[Asked, int] = {}
    for ordinal, kind, recap in asked:
        if ordinal in SPECIAL:
            found[ordinal] = SPECIAL[ordinal]
            continue
        templates = _TEMPLATES[kind, recap]
        turn = used.get((kind, recap), 0)
        used[kind, recap] = turn + 1
        made = _filled(templates[turn % len(templates)], ordinal)
        if made in found.values():
            raise AssertionError(f"the request of conversation {ordinal} stands twice")
        found[ordinal] = made
    return found


def _filled(template: str, ordinal: int) -> str:
    rng = random.Random(f"request {ordinal}")
    part, other = rng.sample(w.PARTS, 2)
    field, second = rng.sample(w.FIELDS, 2)
    return template.format(
        part=part,
        other=other,
        field=field,
        second=second,
        screen=rng.choice(w.SCREENS),
        cause=rng.choice(w.CAUSES),
        person=rng.choice(w.ROLES),
        slug=f"{part} {field}".replace(" ", "-").lower(),
        rows=rng.randrange(10, 900),
    )
