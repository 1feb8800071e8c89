"""`python -m tests.faults`: try every fault and write down what catches it, in catchers.json."""

import json
import tempfile
from pathlib import Path

from tests.faults.run import CATCHERS, FAULTS, caught, prepare

if __name__ == "__main__":
    found = {}
    with tempfile.TemporaryDirectory() as name:
        studies = Path(name) / "studies"
        prepare(studies)
        for number, fault in enumerate(FAULTS):
            place = Path(name) / str(number)
            place.mkdir()
            found[fault.name] = caught(fault, studies, place)
            print(f"{fault.name}: {found[fault.name]}")
    CATCHERS.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
