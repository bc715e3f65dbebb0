"""One record for one thing: no two records have the same fields without a reason."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src" / "bodyplan"
ALIKE = {
    ("Ball", "BoundingSphere"): "the first is one of several solids that enclose points",
    ("Limit", "LimitArrays"): "the second has an array of each for all joints",
    ("Capsule", "Cone", "Cylinder"): "shapes",
    ("Fix", "FixData"): "offsets in the text, and lines and columns for JSON",
    ("Argument", "ExpandedArgument"): "the number of an element, and its location for JSON",
    ("ConversionReport", "FixReport", "ReportData"): "what they have for each file differs",
    ("Overlays", "SceneOvershoot"): "what they have for each robot differs",
}
"""Classes with the same fields, and why."""


def fields() -> list[tuple[str, frozenset[str]]]:
    """The fields of each class outside of `formats`, where a class is an element of a format."""
    found = []
    for path in SOURCE.rglob("*.py"):
        if "formats" in path.relative_to(SOURCE).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                names = frozenset(
                    one.target.id
                    for one in node.body
                    if isinstance(one, ast.AnnAssign)
                    and isinstance(one.target, ast.Name)
                    and "ClassVar" not in ast.unparse(one.annotation)
                )
                found.append((node.name, names))
    return found


def test_no_two_records_have_the_same_fields():
    alike = defaultdict(list)
    for name, names in fields():
        if names:
            alike[names].append(name)
    assert {tuple(sorted(names)) for names in alike.values() if len(names) > 1} == {*ALIKE}
