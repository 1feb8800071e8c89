"""An audit as JUnit XML, which CI servers show."""

from collections.abc import Sequence
from xml.etree import ElementTree as Xml

from pipeline.audit.audit import SYNTHETIC, Audit
from pipeline.audit.verdict import Verdict

_BARE = dict.fromkeys((*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), " ")
"""Characters that XML cannot hold."""


def junit(audits: Sequence[Audit]) -> bytes:
    """A suite for each audit, a test case for each claim: failed where contradicted, skipped where not
    computable or ambiguous."""
    top = Xml.Element("testsuites")
    for one in audits:
        _suite(top, one)
    Xml.indent(top)
    made: bytes = Xml.tostring(top, encoding="utf-8", xml_declaration=True)
    return made + b"\n"


def _suite(top: Xml.Element, audit: Audit) -> None:
    counts = audit.counts
    suite = Xml.SubElement(
        top,
        "testsuite",
        name=_text(f"reread audit {audit.target}"),
        tests=str(len(audit.verdicts)),
        failures=str(counts["contradicted"]),
        errors="0",
        skipped=str(counts["ambiguous"] + counts["not_computable"]),
    )
    for one in audit.verdicts:
        _case(suite, one, audit.target)
    if audit.synthetic:
        Xml.SubElement(suite, "system-out").text = SYNTHETIC


def _case(suite: Xml.Element, one: Verdict, target: str) -> None:
    case = Xml.SubElement(suite, "testcase", name=_text(one.claim.id), classname=_text(f"reread.{target}"))
    if one.kind == "contradicted":
        failure = Xml.SubElement(case, "failure", message=_text(one.reason))
        failure.text = _text(f"{one.claim.statement}: printed {one.claim.printed}")
    elif one.kind != "confirmed":
        Xml.SubElement(case, "skipped", message=_text(f"{one.kind}: {one.reason}"))


def _text(said: str) -> str:
    return said.translate(_BARE)
