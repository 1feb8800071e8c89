"""An audit as JUnit XML: one case a claim, well-formed whatever the ledger's text holds."""

from xml.etree import ElementTree as Xml

from pipeline.audit.audit import audit_print
from pipeline.audit.junit import junit
from pipeline.audit.ledger import Ledger


def test_failed_skipped_and_hostile_text() -> None:
    common = {
        "printed": "</testcase> & \x00\x1b ]]>",
        "computable": "never",
        "not_computable_because": "<b>no</b>",
    }
    rows = [
        {"id": "wrong", "statement": "\x07 \ufffe", "value": 12.5, "made_of": {"kind": "count"}, **common},
        {"id": "silent", "statement": "s", "value": 1, **common},
    ]
    ledger = Ledger.model_validate({"schema": 1, "synthetic": True, "claims": rows})
    top = Xml.fromstring(junit([audit_print(ledger, "a & b")]))
    suite = top[0]

    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("2", "1", "1")
    assert [case.get("name") for case in suite.iter("testcase")] == ["wrong", "silent"]
    assert suite.find("testcase/failure") is not None
    assert suite.find("testcase/skipped").get("message") == "not_computable: <b>no</b>"  # type: ignore[union-attr]
    assert "no evidence" in (suite.findtext("system-out") or "")
