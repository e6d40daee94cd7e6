"""Licenses of Debian's packages and of Livery's own, as SPDX names them."""

from __future__ import annotations

import re

# The short names of debian/copyright; a license that is not here is referred to by its text.
NAMES = {
    "apache-2.0": "Apache-2.0", "apache-2": "Apache-2.0", "bsd-2-clause": "BSD-2-Clause",
    "bsd-3-clause": "BSD-3-Clause", "bsd3": "BSD-3-Clause", "expat": "MIT", "mit": "MIT", "curl": "curl",
    "gpl-2+": "GPL-2.0-or-later", "gpl-3+": "GPL-3.0-or-later", "lgpl-2.1+": "LGPL-2.1-or-later",
    "lgpl-3+": "LGPL-3.0-or-later", "lgpl-3+ or gpl-2+": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "bsd-3-clause or gpl-2": "BSD-3-Clause OR GPL-2.0-only", "mpl-2.0": "MPL-2.0", "postgresql": "PostgreSQL",
    "zlib": "Zlib",
}


def main_license(text: str) -> str | None:
    """The license of `Files: *` in a machine-readable copyright; nothing where SPDX has no name for it."""
    return NAMES.get(of_all_files("License", text).lower())


def holder(text: str) -> str:
    """The copyright of `Files: *` in a machine-readable copyright."""
    return "Copyright " + of_all_files("Copyright", text)


def of_all_files(field: str, text: str) -> str:
    """A field of the stanza `Files: *`; empty where there is none."""
    if not text.startswith("Format:"):
        return ""
    for stanza in re.split(r"\n\s*\n", text):
        if re.search(r"^Files:\s*\*\s*$", stanza, re.MULTILINE):
            named = re.search(rf"^{field}:[ \t]*(.*)$", stanza, re.MULTILINE)
            return named[1].strip() if named else ""
    return ""
