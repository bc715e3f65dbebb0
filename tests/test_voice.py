"""The language of bodyplan: words and phrases that must not come back.

Looked at are the texts that users read: strings and docstrings of the package, the pages of the
documentation. ``python -m tests.test_voice [PATH ...]`` prints what is found, with file and line.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PHRASES = {
    r"told|tells?|telling": "is, reports, defines, is expressed in",
    r"stands?|standing|stood": "is, is defined, is written",
    r"hangs? (?:on|from|off|behind|below)|hanging|hung": "is attached to; the parent is",
    r"heed(?:s|ed|ing)?": "respects, applies",
    r"whoever|nobody": "name who does it",
    r"readers|reference reader": "name the parser: urdfdom, libsdformat, srdfdom, MoveIt",
    r"(?:is|are|be|as) none(?! of (?:these|them|the))": "does not exist, is missing, is not a",
    r"(?:is|are|be|was) no (?!longer|more|less|larger|smaller|slower)": "is not a; does not exist",
    r"no known": "unknown",
    r"is not there|not there": "does not exist, is missing",
    r"without a word": "silently",
    r"way out|wayout": "fix",
    r"ha(?:s|ve) no use for": "is ignored by",
    r"weigh(?:s|ed|ing)?": "compute the mass; has a mass of",
    r"stances?": "default configuration",
    r"(?<!degrees of )(?<!degree of )freedoms?": "degree of freedom, DOF",
    r"(?<!inertia )(?<!inertia)tensors?": "inertia tensor, inertia",
    r"speak(?:s|ing)?|spoken": "says, is about",
    r"wants?|wanted": "requires, expects, requested",
    r"caps": "limits",
    r"takes? (?:it|them|this|that) (?:for|as)": "assumes, interprets as",
    r"stands? again|again in": "duplicate",
    r"(?<!file or )director(?:y|ies)": "folder",
    r"thereof|therein|whereof|whereby": "plain English",
}
PATTERN = re.compile(rf"\b(?:{'|'.join(PHRASES)})\b", re.IGNORECASE)
QUOTED = re.compile(r"```.*?```|`[^`\n]*`|<!--.*?-->|\]\([^)]*\)", re.DOTALL)
EXCEPTIONS = re.compile(
    r"if v is None|stands? for|there (?:is|are) no fix|understand|out of the box|JSON-RPC|standard|torch tensors?|tensors? of Torch",
    re.IGNORECASE,
)


def _strings(path: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            for number, line in enumerate(node.value.split("\n")):
                yield node.lineno + number, line


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    text = path.read_text("utf-8")
    text = QUOTED.sub(lambda found: "\n" * found[0].count("\n"), text)
    yield from enumerate(text.split("\n"), 1)


def pages() -> list[Path]:
    """The pages in git; the others are made from the package."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def sources() -> list[Path]:
    return sorted((ROOT / "src" / "bodyplan").rglob("*.py"))


def found_in(path: Path) -> list[str]:
    """The words of a file that must not be in it, each with its line."""
    parts = _strings(path) if path.suffix == ".py" else _lines(path)
    found = []
    for number, line in parts:
        for match in PATTERN.finditer(EXCEPTIONS.sub(lambda m: "_" * len(m[0]), line)):
            around = line[max(0, match.start() - 40) : match.end() + 40].strip()
            found.append(f"{name(path)}:{number}: {match[0]!r} in '{around}'")
    return found


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_texts_are_in_plain_english():
    found = [one for path in (*pages(), *sources()) for one in found_in(path)]
    assert found == []


def test_no_page_or_source_has_a_mark_of_a_conflict():
    marks = re.compile("^(<{7}|>{7}) ", re.MULTILINE)
    found = [name(path) for path in (*pages(), *sources()) if marks.search(path.read_text("utf-8"))]
    assert found == []


if __name__ == "__main__":
    chosen = [Path(word).resolve() for word in sys.argv[1:]]
    for path in (*pages(), *sources()):
        if not chosen or any(path == one or one in path.parents for one in chosen):
            print(*found_in(path), sep="\n", end="\n" if found_in(path) else "")
