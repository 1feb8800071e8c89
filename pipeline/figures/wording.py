"""Numbers in the words of the charts."""


def said(value: float | None) -> str:
    """A number with thousands apart and at most three significant digits: 4.5, 1,234, 0.369."""
    if value is None:
        return "undefined"
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def percent(share: float | None) -> str:
    """A share from 0 to 1 as percent with one decimal: 11.1 %; all and nothing without."""
    if share is None:
        return "undefined"
    return f"{100 * share:.0f} %" if share in (0, 1) else f"{100 * share:.1f} %"


def count(n: int, one: str, many: str | None = None) -> str:
    """How many of a thing: 1 read, 31 reads."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def quantity(value: float | None, one: str) -> str:
    """A number of a thing that need not be whole: 1 day, 2.5 days."""
    return f"{said(value)} {one if value == 1 else one + 's'}"


def listed(parts: list[str]) -> str:
    """Parts as one phrase: a, b and c."""
    return " and ".join([*([", ".join(parts[:-1])] if parts[:-1] else []), *parts[-1:]])
