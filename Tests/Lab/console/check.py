"""Checks the files of the console's pages without a browser.

python3 -m console.check    exits with 1 where text could become markup, a word is missing in a language, or the pages
                            weigh too much
"""

import re
import sys
from pathlib import Path

SITE = Path(__file__).parents[3] / "Sources/Console/Site"
LANGUAGES = ["en.js", "de.js"]
# A first visit to one page, in one language.
MOST_BYTES = 150_000
FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\(\"style\""
    r"|\sstyle=|<script(?! type=\"module\" src=)|\son[a-z]+=\"|https?://(?!www\.w3\.org/2000/svg)")


def keys(language: str) -> dict[str, str]:
    """The keys of a language with the names of the values that their texts take."""
    text = (SITE / language).read_text()
    pairs = re.findall(r'(?:^| |\{)(?:"([^"]+)"|([a-z]\w*)): ("(?:[^"\\]|\\.)*"|\{ one: .*? \})', text)
    return {quoted or bare: " ".join(sorted(set(re.findall(r"\{(\w+)\}", value)))) for quoted, bare, value in pairs}


def phrases() -> set[str]:
    """The keys of the sentences that the console writes in English, which other languages have to have."""
    text = "".join(path.read_text() for path in sorted(SITE.parent.glob("*/*.swift")))
    kinds = "verdict|accounts|store|broker|worker|queue|ride|vehicles|payment|letters|event|why|effect"
    return {f"say.{key}" for key in re.findall(rf'"((?:{kinds})\.[A-Za-z]+)"', text)}


def findings() -> list[str]:
    """All that is wrong."""
    found = []
    sources = {path.name: path.read_text() for path in sorted(SITE.iterdir())
               if path.suffix in (".js", ".html", ".css")}
    for name, text in sources.items():
        found += [f"{name}:{text[:hit.start()].count(chr(10)) + 1}: {hit.group()}" for hit in FORBIDDEN.finditer(text)]
    words = {language: keys(language) for language in LANGUAGES}
    english, *others = words.values()
    for language, other in zip(LANGUAGES[1:], others):
        found += [f"{language}: {key}: differs from {LANGUAGES[0]}" for key in sorted(english.keys() | other.keys())
                  if english.get(key) != other.get(key) and not key.startswith("say.")]
        found += [f"{language}: {key}: differs from the phrases of the console"
                  for key in sorted({key for key in other if key.startswith("say.")} ^ phrases())]
    used = {key for name, text in sources.items() if name not in LANGUAGES
            for key in re.findall(r"\bt\(\"([^\"]+)\"", text)}
    found += [f"{key}: is in no language" for key in sorted(used - english.keys())]
    for page in re.findall(r"\$/, \"([\w-]+)\"", sources["app.js"]):
        weight = sum(len(sources[name].encode()) for name in files(f"{page}.js", sources))
        if weight > MOST_BYTES:
            found.append(f"{page} weighs {weight} bytes, more than {MOST_BYTES}")
    return found


def files(page: str, sources: dict[str, str]) -> set[str]:
    """What a browser loads for a page: the document, its style, English, and modules with what they import."""
    wanted, loaded = ["index.html", "console.css", "app.js", LANGUAGES[0], page], set()
    while wanted:
        name = wanted.pop()
        if name not in loaded:
            loaded.add(name)
            wanted += re.findall(r"from \"\./([\w.-]+)\"", sources[name])
    return loaded


if __name__ == "__main__":
    problems = findings()
    print("\n".join(problems) or "no findings")
    sys.exit(1 if problems else 0)
