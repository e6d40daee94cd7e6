"""Packages as Debian ships them: those on this machine when they are as they were installed, else downloaded."""

from __future__ import annotations

import hashlib
import shutil
from functools import cache
from pathlib import Path

from fleets.processes import SuiteError, run

CACHE = Path(__file__).resolve().parents[3] / ".build/container/archives"
INSTALLED = Path("/")
# What a slim installation leaves out, and the image does, too.
LEFT_OUT = ("usr/share/doc/", "usr/share/man/", "usr/share/locale/", "usr/share/info/", "usr/share/lintian/")


@cache
def root(name: str) -> Path:
    """Where the files of a package are: `/`, or a folder into which a downloaded one was unpacked."""
    if is_intact(name):
        return INSTALLED
    folder = CACHE / name
    if not (folder / "control").exists():
        shutil.rmtree(folder, ignore_errors=True)
        unpack(download(name, folder), folder)
    return folder / "files"


def is_intact(name: str) -> bool:
    """Whether the installed files have the checksums of their packages."""
    info = Path("/var/lib/dpkg/info")
    lists = [file for file in (info / f"{name}.md5sums", *info.glob(f"{name}:*.md5sums")) if file.exists()]
    if not lists:
        raise SuiteError(f"expected the package {name} on this machine; deploy/packages assemble installs it")
    for line in lists[0].read_text(encoding="utf-8").splitlines():
        checksum, path = line.split(maxsplit=1)
        file = INSTALLED / path
        if not path.startswith(LEFT_OUT) and (
            not file.is_file() or hashlib.md5(file.read_bytes()).hexdigest() != checksum):
            return False
    return True


def download(name: str, folder: Path) -> Path:
    """Fetches a package in its newest version; apt checks its signature."""
    folder.mkdir(parents=True)
    command = ("env", "-C", folder, "apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", name)
    try:
        run(command)
    except SuiteError:
        run(["apt-get", "update", "-qq"])
        run(command)
    found = list(folder.glob("*.deb"))
    if len(found) != 1:
        raise SuiteError(f"expected one archive of {name}, got {len(found)}")
    return found[0]


def unpack(archive: Path, folder: Path) -> None:
    """Unpacks a package; its control file comes last, so that what was interrupted is done again."""
    run(["dpkg-deb", "--extract", archive, folder / "files"])
    (folder / "control").write_text(run(["dpkg-deb", "--field", archive]), encoding="utf-8")
