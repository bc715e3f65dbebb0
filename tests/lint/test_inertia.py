"""Bounds of links, and the inertia rules on numbers that nobody would write."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bodyplan
from bodyplan import model
from bodyplan.geometry.link_shapes import ShapePart, hull_excess, shapes_of
from bodyplan.lint.context import Context
from bodyplan.lint.rules.robot.link_masses import moving_bodies
from tests.slices import amount


def link(*shapes, inertial=""):
    body = "".join(
        f'<{tag}><origin xyz="{xyz}" rpy="{rpy}"/><geometry>{shape}</geometry></{tag}>'
        for tag, xyz, rpy, shape in shapes
    )
    text = f'<robot name="r"><link name="l">{inertial}{body}</link></robot>'
    (parts,) = Context(bodyplan.read(text.encode())).parts
    return parts.links[0]


BOX = '<box size="2 4 6"/>'
BALL = '<sphere radius="1"/>'
MESH = '<mesh filename="package://a/b.stl"/>'


def test_bounds_are_around_visuals_and_collisions():
    found = shapes_of(
        link(
            ("visual", "0 0 1", "0 0 1.5707963267948966", BOX),
            ("collision", "10 0 0", "0 0 0", BALL),
        )
    ).bounds
    assert found.low == pytest.approx((-2, -1, -2))
    assert found.high == pytest.approx((11, 1, 4))


@pytest.mark.parametrize(
    "shape", [MESH, '<box size="1 0 1"/>', '<box size="1 1"/>', "<plane/>", ""]
)
def test_the_size_is_unknown_with_a_mesh_or_a_shape_without_size(shape):
    broken = link(("visual", "0 0 0", "0 0 0", BOX), ("collision", "0 0 0", "0 0 0", shape))
    assert shapes_of(broken) is None
    assert shapes_of(link()) is None


def test_volumes_are_those_of_the_largest_shape_and_of_the_larger_sum():
    found = shapes_of(
        link(
            ("visual", "0 0 0", "0 0 0", BOX),
            ("collision", "0 0 0", "0 0 0", BOX),
            ("collision", "0 0 0", "0 0 0", '<box size="1 1 1"/>'),
        )
    ).volumes
    assert found == (48, 49)


@pytest.mark.parametrize("seed", range(5))
def test_a_point_that_counts_as_inside_is_within_the_tolerance_of_the_hull(seed):
    random = np.random.default_rng(seed)
    points = random.normal(size=(40, 3)) * (1.0, 0.4, 0.2)
    X_LG = model.Transform(p=(1.0, 0.0, 0.0))
    parts = [ShapePart(model.Mesh("a.stl"), X_LG, cast("Any", SimpleNamespace(points=points)))]
    spared = 0
    for point in (random.normal(size=(200, 3)) * 1.5).tolist():
        away = hull_excess(parts, tuple(point))
        for least in (0.0, 0.1, 0.5):
            told = hull_excess(parts, tuple(point), least)
            assert told == away or (told == 0.0 and away <= least)
            spared += told != away
    assert spared > 0


def test_moving_bodies_are_what_fixed_joints_hold_together():
    def joint(kind, parent, child):
        return (
            f'<joint name="{child}_joint" type="{kind}"><parent link="{parent}"/>'
            f'<child link="{child}"/></joint>'
        )

    text = "".join(f'<link name="{name}"/>' for name in "abcdefg") + "".join(
        joint(*words)
        for words in (
            ("fixed", "a", "b"),
            ("continuous", "b", "c"),
            ("fixed", "c", "d"),
            ("fixed", "d", "e"),
            ("continuous", "e", "f"),
            ("fixed", "f", "f"),
            ("continuous", "f", "missing"),
        )
    )
    document = bodyplan.read(f'<robot name="r">{text}</robot>'.encode())
    (parts,) = Context(document).parts
    bodies = moving_bodies(parts)
    assert [[part.name for part in body.links] for body in bodies] == [["c", "d", "e"], ["f"]]


NUMBER = st.one_of(
    st.sampled_from(["0", "1", "-1", "x", "1e308", "-1e308", "5e-324", "1e-200", "1e200", "1000"]),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.floats(1e-3, 1e3).map(repr),
)


def numbers(count):
    return st.lists(NUMBER, min_size=count, max_size=count).map(" ".join)


SHAPE = st.one_of(
    numbers(3).map(lambda size: f'<box size="{size}"/>'),
    NUMBER.map(lambda radius: f'<sphere radius="{radius}"/>'),
    st.tuples(NUMBER, NUMBER).map(lambda p: f'<cylinder radius="{p[0]}" length="{p[1]}"/>'),
    st.just(MESH),
)


@given(NUMBER, st.tuples(*[NUMBER] * 6), st.tuples(numbers(3), numbers(3), numbers(3)), SHAPE)
@settings(max_examples=amount(150, short=40), deadline=None)
def test_no_number_makes_a_rule_stumble(mass, tensor, places, shape):
    xyz, rpy, at = places
    names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    inertia = " ".join(f'{name}="{value}"' for name, value in zip(names, tensor, strict=True))
    text = (
        f'<robot name="r" version="1.1"><link name="l"><inertial><origin xyz="{xyz}" rpy="{rpy}"/>'
        f'<mass value="{mass}"/><inertia {inertia}/></inertial><collision><origin xyz="{at}"/>'
        f"<geometry>{shape}</geometry></collision></link></robot>"
    )
    for found in bodyplan.check(text.encode()).diagnostics:
        if found.code.startswith("I"):
            assert "nan" not in found.message
            assert found.where.line == 1
            assert found.hint
            assert found.fix is None or found.fix.edits
