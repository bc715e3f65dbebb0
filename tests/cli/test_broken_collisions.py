"""Collision shapes that cannot be used: one clear message, and results for all other links."""

from __future__ import annotations

import json

import pytest

import bodyplan as library

pytest.importorskip("numpy")

LIMIT = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
BROKEN = {
    "vertices that are not finite": ("a.obj", b"v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"),
    "has no triangles": ("a.obj", b"v 0 0 0\n"),
    "vertex indices out of range": ("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"),
    "declares 100 triangles": ("a.stl", bytes(80) + (100).to_bytes(4, "little") + bytes(70)),
    "not found": ("a.stl", None),
}
INVALID = {
    "<box> size must be positive": ('size="1 1 1"', 'size="-1 1 1"'),
    "lower 3 exceeds upper 1": ('lower="-1"', 'lower="3"'),
    "has no <limit>": (LIMIT, ""),
}


def chain(shape):
    """Four links in a row, 2 m apart; the first one has the shape."""
    shapes = [shape, *['<box size="1 1 1"/>'] * 3]
    links = (
        f'<link name="l{i}"><collision><geometry>{one}</geometry></collision></link>'
        for i, one in enumerate(shapes)
    )
    joints = (
        f'<joint name="j{i}" type="revolute"><parent link="l{i}"/><child link="l{i + 1}"/>'
        f'<origin xyz="2 0 0"/><axis xyz="1 0 0"/>{LIMIT}</joint>'
        for i in range(3)
    )
    return f'<robot name="chain">{"".join((*links, *joints))}</robot>'


@pytest.mark.parametrize("why", BROKEN)
def test_pairs_of_a_broken_mesh_stay_checked_and_others_are_computed(tmp_path, bodyplan, why):
    name, content = BROKEN[why]
    if content is not None:
        (tmp_path / name).write_bytes(content)
    path = tmp_path / "arm.urdf"
    path.write_text(chain(f'<mesh filename="{name}"/>'))

    matrix = library.collision_matrix(path)
    rows = {(row.link1, row.link2): row for row in matrix.rows}
    assert [one.link for one in matrix.unchecked] == ["l0"]
    for other in ("l2", "l3"):
        assert rows["l0", other].reason == "Not Disabled"
        assert why in rows["l0", other].why
    assert (rows["l1", "l3"].reason, rows["l1", "l3"].evidence) == ("Never", "proved")

    status, _, err = bodyplan("srdf", "pairs", str(path), "--table")
    assert (status, err.count(why), err.count("\n")) == (0, 1, 1)
    status, out, _ = bodyplan("collisions", str(path), "--json")
    found = json.loads(out)
    assert (status, found["pairs"]) == (0, 3)
    assert why in found["unchecked"][0]["reason"]


@pytest.mark.parametrize("why", INVALID)
def test_numbers_of_no_robot_are_one_error(tmp_path, bodyplan, why):
    path = tmp_path / "arm.urdf"
    path.write_text(chain('<box size="1 1 1"/>').replace(*INVALID[why], 1))
    for command in (("srdf", "pairs"), ("collisions",)):
        status, out, err = bodyplan(*command, str(path))
        assert (status, out, err.count(why), err.count("\n")) == (2, "", 1, 1)
    with pytest.raises(library.DescriptionError, match=why):
        library.collision_matrix(path)


def test_a_configuration_that_is_not_finite_is_one_error(tmp_path, bodyplan):
    path, configurations = tmp_path / "arm.urdf", tmp_path / "q.csv"
    path.write_text(chain('<box size="1 1 1"/>'))
    configurations.write_text("j0,j1,j2\n0,0,0\n0,nan,0\n")
    status, out, err = bodyplan("collisions", str(path), "--configurations", str(configurations))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "nan" in err
    with pytest.raises(ValueError, match="finite"):
        library.collision.distance(library.load(path), [0.0, float("nan"), 0.0])
