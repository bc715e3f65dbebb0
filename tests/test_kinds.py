"""Facts about kinds of joints and shapes are in tables: few files spell a kind."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bodyplan.core.record import field_names
from bodyplan.formats import sdf, urdf
from bodyplan.model.joint import JOINT_TYPES
from bodyplan.model.shape import PRIMITIVES

SOURCE = Path(__file__).resolve().parents[1] / "src" / "bodyplan"

OF_JOINT = {
    "revolute2": 4,
    "universal": 5,
    "gearbox": 4,
    "screw": 8,
    "prismatic": 14,
}
"""The most files that may spell a type of joint. The first three are what another type costs."""
OF_SHAPE = {"capsule": 28, "cone": 21, "polyline": 12}
"""The same of shapes; what another one costs is in `test_recipes.py`. These have more: exact
collisions, distances and fits, where a shape without them is computed from its triangles."""


@cache
def spelled() -> dict[str, set[str]]:
    """The files that spell each word in a string that is not a docstring, or as a name."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        for word in _words(ast.parse(path.read_text("utf-8"))):
            found[word].add(str(path.relative_to(SOURCE)))
    return found


def _words(tree: ast.Module) -> Iterator[str]:
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in texts:
            if isinstance(node.value, str | bytes):
                value = node.value
                yield value if isinstance(value, str) else value.decode("latin-1")
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name


@pytest.mark.parametrize(("kind", "most"), OF_JOINT.items())
def test_few_files_spell_a_type_of_joint(kind, most):
    assert kind in JOINT_TYPES
    files = spelled()[kind]
    assert len(files) <= most, sorted(files)


@pytest.mark.parametrize(("shape", "most"), OF_SHAPE.items())
def test_few_files_spell_a_shape(shape, most):
    files = spelled()[shape] | spelled()[shape.capitalize()]
    assert len(files) <= most, sorted(files)


def test_few_files_outside_of_conversion_name_a_format_that_is_only_converted():
    files = [name for name in spelled()["mjcf"] if not name.startswith("conversion/")]
    assert len(files) <= 5, sorted(files)


@pytest.mark.parametrize("format_", [urdf, sdf], ids=["urdf", "sdf"])
@pytest.mark.parametrize(("name", "cls"), PRIMITIVES.items(), ids=PRIMITIVES)
def test_lengths_of_primitive_shapes_are_called_alike_in_every_format(format_, name, cls):
    element = getattr(format_, cls.__name__, None)
    assert element is not None or (format_ is urdf and name in {"cone", "ellipsoid"})
    if element is not None:
        assert {*field_names(element)} - {"extra"} == {*field_names(cls)}


def test_codes_of_joint_types_count_up():
    assert sorted(facts.code for facts in JOINT_TYPES.values()) == [*range(len(JOINT_TYPES))]


@pytest.mark.parametrize("facts", JOINT_TYPES.values(), ids=JOINT_TYPES)
def test_each_variable_has_a_unit_and_a_neutral_value(facts):
    assert len(facts.variables) == len(facts.units) == len(facts.neutral)
