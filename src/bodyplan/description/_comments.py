"""Suppression in YAML: ``# bodyplan: ignore S811`` before a key, or after a value."""

from __future__ import annotations

import re

from bodyplan.diag import Diagnostic
from bodyplan.formats.ros_yaml import SettingsDocument
from bodyplan.lint.suppress import Suppression, Suppressions, unused_comments

_COMMENT = re.compile(r"#\s*bodyplan:\s*(ignore-file|ignore)\b([^#\n]*)")


def without_suppressed(
    document: SettingsDocument, diagnostics: list[Diagnostic]
) -> list[Diagnostic]:
    """Return the diagnostics that no comment suppresses, and one for each unused comment.

    A comment suppresses the diagnostics in a range of whole lines.
    """
    comments = _comments(document)
    if not comments:
        return diagnostics
    known = Suppressions(comments)
    kept = [one for one in diagnostics if not known.hold(one.where.line, one.code)]
    return kept + unused_comments(
        document.where_span, known.unused(), document.limits.max_diagnostics
    )


def _comments(document: SettingsDocument) -> list[Suppression]:
    text = document.source.text
    if "bodyplan:" not in text:
        return []
    lines = text.splitlines()
    found: list[Suppression] = []
    for match in _COMMENT.finditer(text):
        codes = tuple(code.upper() for code in re.split(r"[\s,]+", match[2].strip()) if code)
        number, column = document.source.position(match.start())
        if match[1] == "ignore-file":
            first, last = 1, len(lines)
        elif lines[number - 1][: column - 1].strip():  # after a value
            first = last = number
        else:
            first, last = _block_below(lines, number)
        found.append(Suppression(codes, first, last + 1, match.span()))
    return found


def _block_below(lines: list[str], number: int) -> tuple[int, int]:
    """Return the first and last line of the key below a line, with its indented block."""
    first = number + 1
    while first <= len(lines) and not lines[first - 1].partition("#")[0].strip():
        first += 1
    if first > len(lines):
        return number, number
    indent = _indent(lines[first - 1])
    last = first
    for after in range(first + 1, len(lines) + 1):
        line = lines[after - 1]
        if line.partition("#")[0].strip():
            is_item = _indent(line) == indent and line.lstrip().startswith("- ")
            if _indent(line) <= indent and not is_item:
                break
            last = after
    return first, last


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
