"""Debian's packages: who owns a file, and what is known of a package."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fleets.processes import SuiteError, run

from . import archives
from .licenses import main_license


@dataclass(frozen=True)
class Package:
    """A Debian package; `license` is an SPDX expression, or nothing when its main license is not in SPDX's list."""

    name: str
    version: str
    architecture: str
    maintainer: str
    homepage: str
    source: str
    source_version: str
    copyright: str
    license: str | None

    @property
    def purl(self) -> str:
        """The package URL by which scanners find what is known to be wrong with it."""
        version = self.version.replace("+", "%2B").replace("~", "%7E").replace(":", "%3A")
        return f"pkg:deb/debian/{self.name.replace('+', '%2B')}@{version}?arch={self.architecture}&distro=debian-12"

    @property
    def stanza(self) -> str:
        """What dpkg's status says of it, for scanners that look into the image."""
        return (f"Package: {self.name}\nStatus: install ok installed\nMaintainer: {self.maintainer}\n"
                f"Architecture: {self.architecture}\nSource: {self.source} ({self.source_version})\n"
                f"Version: {self.version}\n" + (f"Homepage: {self.homepage}\n" if self.homepage else ""))


def merged(path: str) -> str:
    """A path as it is where /lib is a link to /usr/lib."""
    return re.sub(r"^/(lib|lib64|bin|sbin)/", r"/usr/\1/", path)


def owners(paths: Iterable[str]) -> dict[str, str]:
    """The package of each file; a file without one is an error."""
    wanted = {merged(path): path for path in paths}
    names = [name for path in wanted for name in (path, path.removeprefix("/usr"))]
    # It ends with 1 when any name is unknown, and of two names of a file one always is.
    done = subprocess.run(["dpkg-query", "--search", *names], capture_output=True, text=True, timeout=60)
    found = {}
    for line in done.stdout.splitlines():
        owner, separator, path = line.partition(": ")
        if separator and merged(path) in wanted and not owner.startswith("diversion "):
            found[wanted[merged(path)]] = owner.split(",")[0].split(":")[0]
    if missing := set(wanted.values()) - set(found):
        raise SuiteError(f"expected a Debian package for each file, found none for {', '.join(sorted(missing))}")
    return found


@cache
def package(name: str) -> Package:
    """The facts of a package, of the version whose files are used."""
    root = archives.root(name)
    if root == archives.INSTALLED:
        control = fields(run(["dpkg-query", "--status", name]))
    else:
        control = fields((root.parent / "control").read_text(encoding="utf-8"))
    # `Source: NAME (VERSION)`, where either is left out when it is that of the package.
    source, _, version = control.get("Source", name).partition(" ")
    text = (root / "usr/share/doc" / name / "copyright").resolve().read_text(encoding="utf-8", errors="replace")
    return Package(name, control["Version"], control["Architecture"], control["Maintainer"],
                   control.get("Homepage", ""), source, version.strip("()") or control["Version"], text,
                   main_license(text))


def fields(text: str) -> dict[str, str]:
    """The fields of a control file that have one line."""
    return dict(re.findall(r"^([A-Za-z-]+): (.+)$", text, re.MULTILINE))


def files(name: str, folder: str) -> list[Path]:
    """What a package has below a folder: files and links, as they are found on this machine."""
    root = archives.root(name)
    if root == archives.INSTALLED:
        paths = [Path(path) for path in run(["dpkg-query", "--listfiles", name]).splitlines()]
    else:
        paths = [Path("/") / path.relative_to(root) for path in root.rglob("*")]
    found = [root / path.relative_to("/") for path in paths if path.is_relative_to(folder)]
    return sorted(path for path in found if path.is_symlink() or path.is_file())
