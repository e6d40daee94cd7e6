"""The list of what is in the image, as SPDX 2.3 in JSON."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timezone
from typing import Any

from .contents import COPYRIGHT, LIVERY, SBOM, Contents, Entry
from .debian import Package
from .facts import Facts
from .licenses import holder, main_license

NONE = "NOASSERTION"
IMAGE, PROGRAMS, SWIFT = "SPDXRef-Image", "SPDXRef-Package-livery", "SPDXRef-Package-swift"
EXAMPLE = "//livery.example"
SWIFT_PARTS = "its runtime and libdispatch, linked into the programs"


def identifier(entry: Entry) -> str:
    """The name of a file within the document."""
    return "SPDXRef-File-" + hashlib.sha256(entry.path.encode()).hexdigest()[:16]


def package_identifier(name: str) -> str:
    """The name of a package within the document; only letters, digits, dots and dashes are allowed."""
    return PROGRAMS if name == LIVERY else "SPDXRef-Package-deb-" + name.replace("+", "-plus")


def text(contents: Contents, facts: Facts) -> str:
    """The document; the same contents and facts make the same bytes."""
    return json.dumps(document(contents, facts), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def document(contents: Contents, facts: Facts) -> dict[str, Any]:
    """The document as JSON has it."""
    entries = [contents.files[path] for path in sorted(contents.files)]
    digest = hashlib.sha256("".join(entry.path + sha(entry, "sha256") for entry in entries).encode()).hexdigest()
    described = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"livery-{facts.version}",
        "documentNamespace": f"{facts.source}/spdx/livery-{facts.version}-{digest[:32]}",
        "creationInfo": {
            "created": datetime.fromtimestamp(facts.epoch, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: Livery", "Tool: deploy/container/assemble"],
        },
        "packages": [image(facts), programs(entries, facts), swift(facts)]
        + [debian_package(package, entries) for package in contents.packages],
        "files": [file(entry) for entry in entries],
        "relationships": relationships(contents, entries),
    }
    unlisted = [package for package in contents.packages if package.license is None]
    described["hasExtractedLicensingInfos"] = [
        {"licenseId": reference(package), "name": f"copyright of {package.name}", "extractedText": package.copyright}
        for package in unlisted]
    return described


def sha(entry: Entry, algorithm: str) -> str:
    """A checksum of a file."""
    return hashlib.new(algorithm, entry.content).hexdigest()


def reference(package: Package) -> str:
    """The name of a license that SPDX's list does not have."""
    return "LicenseRef-Debian-" + package.name.replace("+", "-plus")


def image(facts: Facts) -> dict[str, Any]:
    """The image itself, whose files are those of its packages."""
    return {
        "SPDXID": IMAGE, "name": "livery-image", "versionInfo": facts.version, "downloadLocation": NONE,
        "filesAnalyzed": False, "primaryPackagePurpose": "CONTAINER", "licenseConcluded": NONE,
        "licenseDeclared": NONE, "copyrightText": NONE,
    }


def programs(entries: list[Entry], facts: Facts) -> dict[str, Any]:
    """Livery's own part: the programs, and the few files that the build writes."""
    # An address that does not exist is no location to a validator.
    location = NONE if EXAMPLE in facts.source else f"git+{facts.source}@{facts.revision}"
    purl = f"pkg:generic/livery@{facts.version}?vcs_url=git%2B{facts.source}%40{facts.revision}"
    text = next(entry.content.decode() for entry in entries if entry.path == COPYRIGHT)
    return {
        "SPDXID": PROGRAMS, "name": "livery", "versionInfo": facts.version, "downloadLocation": location,
        "sourceInfo": f"built from commit {facts.revision}", "primaryPackagePurpose": "APPLICATION",
        "licenseConcluded": NONE, "licenseDeclared": main_license(text) or NONE, "copyrightText": holder(text),
        "externalRefs": [external(purl)], **analysed(LIVERY, entries),
        # The document cannot have its own checksum.
        "packageVerificationCode": verification(LIVERY, entries) | {
            "packageVerificationCodeExcludedFiles": [f"./{SBOM}"]},
    }


def swift(facts: Facts) -> dict[str, Any]:
    """What the programs have of Swift."""
    return {
        "SPDXID": SWIFT, "name": "swift", "versionInfo": facts.swift, "comment": SWIFT_PARTS,
        "downloadLocation": f"git+https://github.com/swiftlang/swift@swift-{facts.swift}-RELEASE",
        "filesAnalyzed": False, "primaryPackagePurpose": "LIBRARY", "licenseConcluded": NONE,
        "licenseDeclared": "Apache-2.0 WITH Swift-exception", "copyrightText": NONE,
        "externalRefs": [external(f"pkg:github/swiftlang/swift@swift-{facts.swift}-RELEASE")],
    }


def debian_package(package: Package, entries: list[Entry]) -> dict[str, Any]:
    """One of Debian's packages, of which the image has some files."""
    maintainer = package.maintainer.replace("<", "(").replace(">", ")")
    described = {
        "SPDXID": package_identifier(package.name), "name": package.name, "versionInfo": package.version,
        "downloadLocation": NONE, "supplier": f"Organization: {maintainer}",
        "sourceInfo": f"built by Debian from {package.source} {package.source_version}",
        "licenseConcluded": NONE, "licenseDeclared": package.license or reference(package),
        "licenseComments": f"that of `Files: *`; all are in /usr/share/doc/{package.name}/copyright",
        "copyrightText": NONE, "externalRefs": [external(package.purl)], **analysed(package.name, entries),
        "packageVerificationCode": verification(package.name, entries),
    }
    return described | ({"homepage": package.homepage} if package.homepage else {})


def external(purl: str) -> dict[str, str]:
    """A package URL as a reference."""
    return {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}


def analysed(name: str, entries: list[Entry]) -> dict[str, Any]:
    """The files of a package."""
    return {"filesAnalyzed": True, "licenseInfoFromFiles": [NONE],
            "hasFiles": [identifier(entry) for entry in entries if entry.package == name]}


def verification(name: str, entries: list[Entry]) -> dict[str, Any]:
    """The checksum over the checksums of a package's files, as SPDX 2.3 defines it (7.9)."""
    sums = sorted(sha(entry, "sha1") for entry in entries if entry.package == name)
    return {"packageVerificationCodeValue": hashlib.sha1("".join(sums).encode()).hexdigest()}


def file(entry: Entry) -> dict[str, Any]:
    """A file with its checksums."""
    return {
        "SPDXID": identifier(entry), "fileName": f"./{entry.path}", "licenseConcluded": NONE,
        "licenseInfoInFiles": [NONE], "copyrightText": NONE,
        "checksums": [{"algorithm": "SHA1", "checksumValue": sha(entry, "sha1")},
                      {"algorithm": "SHA256", "checksumValue": sha(entry, "sha256")}],
    }


def relationships(contents: Contents, entries: list[Entry]) -> list[dict[str, str]]:
    """The image has packages, packages have files, and the programs are linked to libraries."""
    names = [LIVERY] + [package.name for package in contents.packages]
    libraries = {entry.package for entry in entries if ".so" in entry.path}
    related = [("SPDXRef-DOCUMENT", "DESCRIBES", IMAGE), (SWIFT, "STATIC_LINK", PROGRAMS)]
    related += [(IMAGE, "CONTAINS", package_identifier(name)) for name in names]
    related += [(package_identifier(name), "DYNAMIC_LINK", PROGRAMS) for name in sorted(libraries)]
    related += [(package_identifier(entry.package), "CONTAINS", identifier(entry)) for entry in entries]
    return [{"spdxElementId": first, "relationshipType": kind, "relatedSpdxElement": second}
            for first, kind, second in related]
