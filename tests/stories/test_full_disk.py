"""A workspace without room: one sentence that names the place, and the next run with room is whole."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stories.command import refused, reread
from tests.stories.inputs import repository, session, study

pytestmark = pytest.mark.usefixtures("one_chart")

REMEDY = "see that this place can be used and has room"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A study in the workspace `work`, its tables to lie in a file system of their own."""
    repo = repository(tmp_path / "repo")
    for number in range(1, 4):
        session(tmp_path / "sessions", number, root=str(repo))
    study(tmp_path / "work", "small", repo=repo, histories=(tmp_path / "sessions",))
    (tmp_path / "work" / "data" / "derived" / "small").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def disk(home: Path) -> Iterator[Path]:
    """A file system of 256 kB where the tables of the study lie."""
    place = home / "work" / "data" / "derived" / "small"
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)]
    try:
        made = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        made = False
    if not made:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill(place: Path, left: int) -> None:
    """Fill the file system but for so many bytes."""
    free = os.statvfs(place)
    (place / "filling").write_bytes(bytes(free.f_bavail * free.f_frsize - left))


@pytest.mark.parametrize("left", [0, 4096, 16384])
def test_a_disk_that_is_full_at_the_cache(home: Path, disk: Path, left: int) -> None:
    fill(disk, left)

    error = refused("run", at=home / "work")

    assert (error["code"], error["remedy"]) == ("machine", REMEDY)
    assert error["where"].startswith(str(disk))
    (disk / "filling").unlink()
    assert reread("run", at=home / "work").code == 0


def test_a_disk_that_is_full_after_the_cache(home: Path, disk: Path) -> None:
    fill(disk, 65536)

    error = reread("run", "--json", at=home / "work").document["error"]

    assert (error["code"], error["message"]) == ("machine", "the system says: No space left on device")
    assert Path(error["where"]).parent == disk
    assert Path(error["where"]).suffix in {".parquet", ".json"}
    assert {path.name for path in disk.glob(".*")} == {".cache"}


def test_a_file_that_may_not_grow_is_told_with_its_place(home: Path) -> None:
    """Through a real process whose files may have 4 kB each."""
    limited = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); "
        "from pipeline.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited, "run", "--workspace", str(home / "work")],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip

    place = home / "work" / "data" / "derived" / "small" / ".cache" / "units.sqlite"
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith(f"({place}): {REMEDY}")
    assert "Traceback" not in done.stderr
