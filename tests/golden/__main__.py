"""`python -m tests.golden`: write the golden files anew, to be read and committed by a person."""

import tempfile
from pathlib import Path

from tests.golden.documents import FOLDER, printed, text_of

with tempfile.TemporaryDirectory() as folder:
    for name, document in printed(Path(folder)):
        (FOLDER / f"{name}.json").write_text(text_of(document), "utf-8")
