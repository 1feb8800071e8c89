"""The real corpora laid out as study folders: the bundle cloned, archives unpacked, our own files beside."""

import shutil
import subprocess
import tarfile
from pathlib import Path

HERE = Path(__file__).parent


def lay_out(corpora: Path, name: str, folder: Path) -> Path:
    """Makes `folder` the study of the corpus `name`: `study.toml`, `repo/`, and if there are any `histories/`
    and `claims.yaml`."""
    folder.mkdir(parents=True)
    for own in sorted((HERE / name).iterdir()):
        shutil.copy(own, folder)
    bundle, repository = corpora / name / "repo.bundle", folder / "repo"
    clone = ["git", "-c", "core.autocrlf=false", "clone", "--quiet", str(bundle), str(repository)]
    subprocess.run(clone, check=True, capture_output=True)
    for archive in sorted((corpora / name).glob("histories/*.tar.xz")):
        with tarfile.open(archive) as packed:
            packed.extractall(folder / "histories", filter="data")
    return folder
