"""Comparisons of large robots and meshes: what is computed has a bound, and verdicts stay."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

import bodyplan  # noqa: E402
from bodyplan.compare import _joints, _kinematics, _shapes  # noqa: E402
from bodyplan.geometry.mesh.mesh import TriangleMesh  # noqa: E402
from bodyplan.model import Robot  # noqa: E402


def star(count: int, x: float = 1.0) -> Robot:
    """A robot with many links on one."""
    links = "".join(f'<link name="l{i}"/>' for i in range(count))
    joints = "".join(
        f'<joint name="j{i}" type="revolute"><origin xyz="{x} 0 0"/><parent link="l0"/>'
        f'<child link="l{i}"/><axis xyz="0 0 1"/>'
        '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
        for i in range(1, count)
    )
    return bodyplan.load(f'<robot name="r">{links}{joints}</robot>')


def test_poses_do_not_depend_on_how_many_are_computed_at_once(monkeypatch):
    whole = bodyplan.diff(star(9), star(9, 1.5))
    monkeypatch.setattr(_kinematics, "_AT_ONCE", 20)
    assert bodyplan.diff(star(9), star(9, 1.5)).motion == whole.motion


def test_very_many_links_are_compared_at_fewer_configurations(monkeypatch):
    monkeypatch.setattr(_joints, "_MOST_POSES", 90)
    assert bodyplan.diff(star(9), star(9)).motion.configurations == 10


def test_the_positions_of_a_robot_are_counted_once(monkeypatch):
    counted = []
    own = Robot.nq.fget
    monkeypatch.setattr(Robot, "nq", property(lambda robot: counted.append(1) or own(robot)))
    few = bodyplan.diff(star(5), star(5)) and len(counted)
    counted.clear()
    many = bodyplan.diff(star(50), star(50)) and len(counted)
    assert many == few


@pytest.mark.parametrize("most", [1, 10_000_000])
def test_large_meshes_are_compared_at_fewer_points(most, monkeypatch):
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0.5, 0.5, 0]], float)
    two = TriangleMesh(square, np.array([[0, 1, 2], [0, 2, 3]]))
    four = TriangleMesh(square, np.array([[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]))
    asked = []
    measured = _shapes.field
    monkeypatch.setattr(_shapes, "_MOST_DISTANCES", most)
    monkeypatch.setattr(
        _shapes, "field", lambda t, p, *a: asked.append(len(p)) or measured(t, p, *a)
    )
    assert _shapes.compare_meshes(two, four, tolerance=1e-9).outcome == "same"
    assert {*asked} == {16 if most == 1 else 256}
