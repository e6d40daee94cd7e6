"""Checks a built image: its configuration, the files in it, and that its list has each of them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from fleets.processes import SuiteError

from . import spdx
from .contents import CONSOLE, COPYRIGHT, SBOM, USER, WORKERS
from .facts import Facts, read
from .licenses import main_license

LABELS = "org.opencontainers.image."
LICENSE = "Apache-2.0"
# Names of shells, and of programs that have one in themselves.
SHELLS = {"sh", "ash", "bash", "dash", "zsh", "ksh", "csh", "tcsh", "fish", "busybox", "toybox", "perl", "python3"}
PROGRAMS = {"livery", CONSOLE, *WORKERS}
LIMIT = 80_000_000


def check(root: Path, archive: Path, listed: Path, facts: Path) -> str:
    """What the image is made of, in a line; anything wrong is an error with all that is."""
    document = json.loads(listed.read_text(encoding="utf-8"))
    image = config(archive)
    problems = [*configuration(image, read(facts)), *licenses(root, image, document), *files(root),
                *lists(root, document, listed)]
    unpacked = sum(path.lstat().st_size for path in walk(root))
    problems += [f"expected less than {LIMIT} bytes {what}, got {size}"
                 for what, size in (("packed", archive.stat().st_size), ("unpacked", unpacked)) if size >= LIMIT]
    if problems:
        raise SuiteError("\n".join(problems))
    return (f"{len(document['files'])} files of {len(document['packages']) - 1} packages, "
            f"{archive.stat().st_size / 1e6:.1f} MB packed, {unpacked / 1e6:.1f} MB unpacked")


def config(archive: Path) -> dict[str, Any]:
    """The configuration of the one image in an OCI archive."""
    with tarfile.open(archive) as opened:
        def blob(descriptor: dict[str, Any]) -> dict[str, Any]:
            return load(opened, "blobs/" + descriptor["digest"].replace(":", "/"))

        manifests = load(opened, "index.json")["manifests"]
        if len(manifests) != 1:
            raise SuiteError(f"expected one image in {archive}, got {len(manifests)}")
        return blob(blob(manifests[0])["config"])


def load(opened: tarfile.TarFile, name: str) -> dict[str, Any]:
    """A JSON file of an archive."""
    found = opened.extractfile(name)
    if found is None:
        raise SuiteError(f"expected a file {name} in the archive")
    value: dict[str, Any] = json.load(found)
    return value


def configuration(image: dict[str, Any], facts: Facts) -> Iterator[str]:
    """What is wrong with user, command, environment and labels."""
    settings = image["config"]
    expected: dict[str, Any] = {"User": f"{USER}:{USER}", "WorkingDir": "/var/lib/livery", "StopSignal": "SIGTERM",
                "Entrypoint": None, "Cmd": None, "ExposedPorts": {"8080/tcp": {}},
                "Env": ["PATH=/usr/bin", "LIVERY_CATALOGUE=/etc/livery/catalogue", "LIVERY_PROBE_PORT=8080"]}
    for name, value in expected.items():
        if settings.get(name) != value:
            yield f"expected {name} to be {value}, got {settings.get(name)}"
    labels = settings.get("Labels") or {}
    wanted = {"title": "Livery", "version": facts.version, "revision": facts.revision, "source": facts.source,
              "created": image["created"]}
    for name, value in wanted.items():
        if labels.get(LABELS + name) != value:
            yield f"expected the label {LABELS}{name} to be {value}, got {labels.get(LABELS + name)}"
    yield from (f"expected the label {LABELS}{name}" for name in ("description", "documentation")
                if not labels.get(LABELS + name))


def licenses(root: Path, image: dict[str, Any], document: dict[str, Any]) -> Iterator[str]:
    """Where the license of Livery is not said, and which copyright file points to a license that is not there."""
    programs = next(package for package in document["packages"] if package["SPDXID"] == spdx.PROGRAMS)
    found = {"label": (image["config"].get("Labels") or {}).get(LABELS + "licenses"),
             "list": programs["licenseDeclared"]}
    for file in sorted((root / "usr/share/doc").glob("*/copyright")):
        text = file.read_text(encoding="utf-8", errors="replace")
        if file.relative_to(root) == Path(COPYRIGHT):
            found["copyright"] = main_license(text)
        for pointed in sorted(set(re.findall(r"usr/share/common-licenses/[A-Za-z]+(?:-[0-9.]*[0-9])?", text))):
            if not (root / pointed).exists():
                yield f"/{file.relative_to(root)}: points to /{pointed}, which is not there"
    yield from (f"expected the license of Livery in the {place} to be {LICENSE}, got {found.get(place)}"
                for place in ("label", "list", "copyright") if found.get(place) != LICENSE)


def walk(root: Path) -> Iterator[Path]:
    """All that is in the image: files, links and folders."""
    for folder, folders, names in os.walk(root):
        yield from (Path(folder) / name for name in folders + names)


def files(root: Path) -> Iterator[str]:
    """Which files should not be there, or not so."""
    for path in walk(root):
        name, mode = f"/{path.relative_to(root)}", path.lstat().st_mode
        yield from (f"{name}: {problem}" for problem, is_so in DEFECTS.items() if is_so(path, mode))
        if path.is_symlink() and not inside(root, path).exists():
            yield f"{name}: a link to {os.readlink(path)}, which is not there"
    found = set(os.listdir(root / "usr/bin"))
    if found != PROGRAMS:
        yield f"expected the programs {sorted(PROGRAMS)}, got {sorted(found)}"


def inside(root: Path, link: Path) -> Path:
    """Where a link of the image leads."""
    target = os.readlink(link)
    return root / target.lstrip("/") if target.startswith("/") else link.parent / target


def is_owned_wrongly(path: Path, _: int) -> bool:
    """Whether a file belongs to neither root nor, for the state alone, to the user."""
    found, expected = path.lstat(), USER if path.match("var/lib/livery") else 0
    return (found.st_uid, found.st_gid) != (expected, expected)


DEFECTS: dict[str, Callable[[Path, int], bool]] = {
    "a shell or an interpreter": lambda path, _: path.name in SHELLS and not path.is_dir(),
    "setuid or setgid": lambda _, mode: bool(mode & (stat.S_ISUID | stat.S_ISGID)),
    "others may write to it": lambda path, mode: bool(mode & stat.S_IWOTH) and not stat.S_ISLNK(mode)
    and path.name != "tmp",
    "neither a file, a link nor a folder": lambda _, mode: stat.S_IFMT(mode)
    not in (stat.S_IFREG, stat.S_IFLNK, stat.S_IFDIR),
    "may be executed, and is neither a program nor a library": lambda path, mode: stat.S_ISREG(mode)
    and bool(mode & 0o111) and not re.search(r"/usr/bin/livery$|\.so(\.\d+)*$", str(path)),
    "of another owner": is_owned_wrongly,
}


def lists(root: Path, document: dict[str, Any], listed: Path) -> Iterator[str]:
    """Which files the list lacks or has otherwise, and which belong to no package of it."""
    inner = root / SBOM
    if not inner.is_file() or inner.read_bytes() != listed.read_bytes():
        yield f"expected the list beside the image to be that in the image, /{SBOM}"
    packages = {package["SPDXID"] for package in document["packages"]}
    owned = {related["relatedSpdxElement"] for related in document["relationships"]
             if related["relationshipType"] == "CONTAINS" and related["spdxElementId"] in packages}
    sums = {}
    for file in document["files"]:
        sums[file["fileName"]] = {one["algorithm"]: one["checksumValue"] for one in file["checksums"]}["SHA256"]
        if file["SPDXID"] not in owned:
            yield f"{file['fileName']}: of no package"
    present = {f"./{path.relative_to(root)}": path for path in walk(root)
               if path.is_file() and not path.is_symlink() and path != inner}
    yield from (f"{name}: in the list, not in the image" for name in sorted(sums.keys() - present.keys()))
    yield from (f"{name}: in the image, not in the list" for name in sorted(present.keys() - sums.keys()))
    for name in sorted(sums.keys() & present.keys()):
        if hashlib.sha256(present[name].read_bytes()).hexdigest() != sums[name]:
            yield f"{name}: other bytes than the list has"
