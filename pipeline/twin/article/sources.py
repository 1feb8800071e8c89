"""Source files of the twin's repository: small modules, a schema, migrations; none of them is memory."""

import random

from pipeline.twin.article import words as w

SCHEMA = "prisma/schema.prisma"
"""The schema that the agent of one case opens after it has read a note."""


def files() -> dict[str, str]:
    """By path the text of every source file."""
    made = {SCHEMA: _schema(), "README.md": _README, "package.json": _PACKAGE}
    for number, part in enumerate(w.PARTS):
        slug = part.lower().replace(" ", "-")
        made[f"src/{slug}.ts"] = _module(part, number)
        if number % 2 == 0:
            made[f"tests/{slug}.spec.ts"] = _spec(part, number)
    return made


def _module(part: str, number: int) -> str:
    rng = random.Random(f"module {part}")
    name = part.title().replace(" ", "")
    lines = [
        f"// {part}: synthetic source.",
        "",
        f"export class {name} {{",
        "  private rows = new Map<string, number>();",
        "",
    ]
    for place in range(12 + number % 7):
        field = rng.choice(w.FIELDS).title().replace(" ", "")
        lines += [
            f"  {rng.choice(w.VERBS)}{field}{place}(key: string): number {{",
            f"    const held = this.rows.get(key) ?? {rng.randrange(1, 90)};",
            f"    this.rows.set(key, held + {place + 1});",
            "    return held;",
            "  }",
            "",
        ]
    return "\n".join([*lines, "}", ""])


def _spec(part: str, number: int) -> str:
    name = part.title().replace(" ", "")
    slug = part.lower().replace(" ", "-")
    return "\n".join(
        [
            f'import {{ {name} }} from "../src/{slug}";',
            "",
            f'test("{part} keeps rows", () => {{',
            f"  const one = new {name}();",
            f"  expect(one).toBeDefined(); // {number}",
            "});",
            "",
        ]
    )


def _schema() -> str:
    lines = ["// Synthetic schema.", 'generator client { provider = "prisma-client-js" }', ""]
    for part in w.PARTS:
        lines += [f"model {part.title().replace(' ', '')} {{", "  id       String @id", "  tenantId String"]
        rng = random.Random(f"model {part}")
        lines += [f"  {field.replace(' ', '_'):<12} String?" for field in sorted(rng.sample(w.FIELDS, 5))]
        lines += ["}", ""]
    return "\n".join(lines)


_README = """\
# Synthetic project

Nobody works on this project. Its files, commits and conversations were made up by a program, so that a
study of a memory can be run and checked by anybody. It is no evidence about any real project.
"""
_PACKAGE = """\
{
  "name": "synthetic-erp",
  "private": true,
  "description": "synthetic"
}
"""
