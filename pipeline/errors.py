"""The one kind of error a user meets: what is wrong, where, and what to do."""

from typing import NamedTuple


class Problem(NamedTuple):
    """What a user is told about one fault: a stable code, a sentence, its place and the remedy."""

    code: str
    message: str
    where: str
    remedy: str

    def sentence(self) -> str:
        """The fault in one line: what is wrong, where, what to do."""
        place = f" ({self.where})" if self.where else ""
        return f"{self.message}{place}: {self.remedy}"


def of_machine(fault: OSError) -> Problem:
    """What a user is told where the system refuses to read or write."""
    said = (fault.strerror or str(fault) or type(fault).__name__).rstrip(".")
    place = "" if fault.filename is None else str(fault.filename)
    return Problem(
        "machine", f"the system says: {said}", place, "see that this place can be used and has room"
    )


class RereadError(Exception):
    """The request or its input cannot be used; the command line prints one sentence and ends with 2."""

    def __init__(self, code: str, message: str, where: str = "", remedy: str = "") -> None:
        self.problem = Problem(code, message, where, remedy)
        super().__init__(self.problem.sentence())
