"""What is in the image, and where each file comes from."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from fleets.processes import SuiteError, run

from . import archives, debian

# The package of what the build itself makes.
LIVERY = "livery"
PACKAGING = Path(__file__).resolve().parents[3] / "deploy/debian/packaging"
COPYRIGHT = "usr/share/doc/livery/copyright"
USER = 65532
# The console's own pages, and the library of its map.
SITE = Path(__file__).resolve().parents[3] / "Sources/Console/Site"
LEAFLET = "/usr/share/javascript/leaflet"
CONSOLE = "livery-console"
WORKERS = ("list-options-worker", "request-ride-worker", "status-query-worker", "dispatch-worker")
SBOM = "usr/share/sbom/livery.spdx.json"
# Mozilla's list has had more for many years; fewer are a broken package.
LEAST_AUTHORITIES = 100
AUTHORITIES = "etc/ssl/certs/ca-certificates.crt"
DIRECTORIES = {
    "dev": 0o755, "etc/livery/catalogue": 0o755, "proc": 0o555, "run/secrets": 0o755, "sys": 0o555, "tmp": 0o1777,
}
PASSWD = (f"root:x:0:0:root:/root:/usr/sbin/nologin\n"
          f"livery:x:{USER}:{USER}:Livery:/var/lib/livery:/usr/sbin/nologin\n")
GROUP = f"root:x:0:\nlivery:x:{USER}:\n"
# Without it glibc looks into no file before it asks the name servers.
NAMES = "passwd: files\ngroup: files\nhosts: files dns\nservices: files\nprotocols: files\n"


@dataclass(frozen=True)
class Entry:
    """A file of the image."""

    path: str
    package: str
    content: bytes
    mode: int = 0o644


@dataclass
class Contents:
    """All of the image: files and links by their paths, without the first slash, and the packages they are of."""

    files: dict[str, Entry] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)

    def add(self, path: str, package: str, content: bytes | str, mode: int = 0o644) -> None:
        """Adds a file."""
        data = content.encode() if isinstance(content, str) else content
        self.files[path] = Entry(path, package, data, mode)

    @property
    def packages(self) -> list[debian.Package]:
        """Debian's packages that files come from, by name."""
        names = {entry.package for entry in self.files.values()} - {LIVERY}
        return [debian.package(name) for name in sorted(names)]


def assemble(program: Path) -> Contents:
    """The contents of the image for a linked program, without the list of them."""
    contents = Contents()
    contents.add("usr/bin/livery", LIVERY, program.read_bytes(), 0o755)
    for name in (*WORKERS, CONSOLE):
        contents.links[f"usr/bin/{name}"] = "livery"
    contents.links |= {"lib": "usr/lib", "lib64": "usr/lib64", "etc/os-release": "../usr/lib/os-release"}
    contents.add("etc/passwd", LIVERY, PASSWD)
    contents.add("etc/group", LIVERY, GROUP)
    contents.add("etc/nsswitch.conf", LIVERY, NAMES)
    contents.add(COPYRIGHT, LIVERY, (PACKAGING / "copyright").read_bytes())
    for path in sorted(path for path in SITE.rglob("*") if path.is_file()):
        contents.add(f"usr/share/livery/console/{path.relative_to(SITE)}", LIVERY, path.read_bytes())
    add_folder(contents, "libjs-leaflet", LEAFLET)
    add_libraries(contents, program)
    # Zones are read while a worker runs; the copyright files point to the texts of the licenses.
    add_folder(contents, "tzdata", "/usr/share/zoneinfo")
    add_folder(contents, "base-files", "/usr/share/common-licenses")
    add_authorities(contents)
    add_release(contents)
    for package in contents.packages:
        add_facts(contents, package)
    return contents


def libraries(program: Path) -> Iterator[str]:
    """The paths of all libraries that a program is loaded with, the loader among them."""
    for line in run(["ldd", program]).splitlines():
        if "not found" in line:
            raise SuiteError(f"expected all libraries of {program.name}, but {line.strip()}")
        if found := re.search(r"(?:=>\s*)?(/\S+) \(0x", line):
            yield found[1]


def add_libraries(contents: Contents, program: Path) -> None:
    """Adds what the program is loaded with, and nothing more."""
    paths = sorted(libraries(program))
    owners = debian.owners(os.path.realpath(path) for path in paths)
    for path in paths:
        real = debian.merged(os.path.realpath(path))
        if archives.root(owners[os.path.realpath(path)]) != archives.INSTALLED:
            raise SuiteError(f"expected {real} as its package has it; install {owners[os.path.realpath(path)]} again")
        contents.add(real[1:], owners[os.path.realpath(path)], Path(real).read_bytes(), 0o755)
        shown = debian.merged(path)
        if shown != real:
            contents.links[shown[1:]] = os.path.relpath(real, os.path.dirname(shown))


def add_folder(contents: Contents, package: str, folder: str) -> None:
    """Adds what a package has below a folder; a link to this machine's own time zone is left out."""
    root = archives.root(package)
    for path in debian.files(package, folder):
        place = str(path.relative_to(root))
        if path.name == "localtime":
            continue
        if path.is_symlink():
            contents.links[place] = os.readlink(path)
        else:
            contents.add(place, package, path.read_bytes())


def add_authorities(contents: Contents) -> None:
    """Adds the bundle of the package's authorities, but none that this machine has beside them."""
    certificates = debian.files("ca-certificates", "/usr/share/ca-certificates/mozilla")
    if len(certificates) < LEAST_AUTHORITIES:
        raise SuiteError(f"expected {LEAST_AUTHORITIES} authorities in ca-certificates, found {len(certificates)}")
    texts = [path.read_text(encoding="ascii").strip() + "\n" for path in certificates]
    contents.add(AUTHORITIES, "ca-certificates", "".join(texts))


def add_release(contents: Contents) -> None:
    """Adds the file by which scanners know that the libraries are Debian's."""
    root = archives.root("base-files")
    contents.add("usr/lib/os-release", "base-files", (root / "usr/lib/os-release").read_bytes())


def add_facts(contents: Contents, package: debian.Package) -> None:
    """Adds a package's copyright, which has to go with it, and what scanners read of it."""
    contents.add(f"usr/share/doc/{package.name}/copyright", package.name, package.copyright)
    contents.add(f"var/lib/dpkg/status.d/{package.name}", package.name, package.stanza)
