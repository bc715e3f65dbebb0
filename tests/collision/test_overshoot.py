"""How far each sphere and each collision shape extends beyond what it approximates."""

from __future__ import annotations

import math

import pytest

np = pytest.importorskip("numpy")

from bodyplan import model  # noqa: E402
from bodyplan.collision import overshoot  # noqa: E402
from bodyplan.collision.overshoot import overshoots  # noqa: E402
from bodyplan.model.planning.semantics import BoundingSphere  # noqa: E402
from bodyplan.model.transform import Transform  # noqa: E402

CUBE = model.Box((1.0, 1.0, 1.0))


def robot_of(collisions=(), visuals=()):
    """A robot of one link with these shapes."""
    parts = [[model.Geometry(one) for one in shapes] for shapes in (collisions, visuals)]
    return model.Robot(
        "one", [model.Link("a", collisions=tuple(parts[0]), visuals=tuple(parts[1]))]
    )


def of_spheres(*spheres):
    """The overshoots of spheres beyond a cube."""
    (found,) = overshoots(robot_of([CUBE]), [[BoundingSphere(*one) for one in spheres]])
    return found.spheres


def test_the_overshoot_of_a_sphere_is_the_distance_of_its_farthest_point_from_the_link():
    above, beside, inside = of_spheres(
        ((0.0, 0.0, 0.4), 0.3), ((0.9, 0.9, 0.0), 0.05), ((0.0, 0.0, -0.2), 0.2)
    )
    assert above == pytest.approx(0.2, abs=0.002)
    assert beside == pytest.approx(math.hypot(0.4, 0.4) + 0.05, abs=0.002)
    assert inside == 0.0


def test_what_is_inside_of_another_sphere_does_not_count():
    hidden, around = of_spheres(((0.0, 0.0, 0.55), 0.1), ((0.0, 0.0, 0.5), 0.4))
    assert hidden == 0.0
    assert around == pytest.approx(0.4, abs=0.004)


def test_a_sphere_without_radius_and_a_link_without_shapes_have_no_overshoot():
    assert of_spheres(((0.0, 0.0, 0.0), 0.0), ((0.0, 0.0, 0.0), 0.1)) == (None, 0.0)
    (found,) = overshoots(robot_of(), [[BoundingSphere((0.0, 0.0, 0.0), 1.0)]])
    assert found.spheres == (None,)


def test_what_would_take_too_long_is_unknown(monkeypatch):
    monkeypatch.setattr(overshoot, "_MOST_SECONDS", -1.0)
    (found,) = overshoots(robot_of([CUBE], [model.Sphere(2.0)]), [[BoundingSphere((0, 0, 0), 1)]])
    assert (found.spheres, found.collisions) == ((None,), (None,))


def test_spheres_beyond_the_limit_have_no_overshoot(monkeypatch):
    monkeypatch.setattr(overshoot, "_MOST_COMPARED", 3)
    assert of_spheres(((0.0, 0.0, 0.0), 0.1), ((0.0, 0.0, 0.1), 0.1)) == (None, None)


@pytest.mark.parametrize(
    ("collision", "expected"),
    [
        (model.Box((1.0, 1.0, 1.0)), 0.0),
        (model.Box((0.5, 0.5, 0.5)), 0.0),
        (model.Box((1.2, 1.0, 1.0)), 0.1),
        (model.Box((1.2, 1.4, 1.6)), math.hypot(0.1, 0.2, 0.3)),  # at its corners
        (model.Sphere(0.7), 0.2),
    ],
)
def test_the_overshoot_of_a_collision_shape_is_that_beyond_the_visuals(collision, expected):
    (found,) = overshoots(robot_of([collision], [CUBE]), [()])
    around = 0.007 if isinstance(collision, model.Sphere) else 0.0  # its triangles are around it
    assert found.collisions[0] == pytest.approx(expected, abs=0.004 + around)


def test_a_collision_shape_that_is_a_visual_is_not_measured(monkeypatch):
    monkeypatch.setattr(overshoot, "solid_of", lambda *_: pytest.fail("it was measured"))
    (found,) = overshoots(robot_of([CUBE], [CUBE, model.Sphere(3.0)]), [()])
    assert found.collisions == (0.0,)


def test_a_collision_shape_of_a_link_without_visuals_has_no_overshoot():
    (found,) = overshoots(robot_of([CUBE]), [()])
    assert found.collisions == (None,)


def test_overshoots_of_rotated_shapes_are_those_of_trimesh():
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("rtree")
    turned = Transform.from_rpy((0.3, -0.5, 0.8), (0.2, 0.1, 0.0))
    spheres = [BoundingSphere((0.3, 0.2, 0.1), 0.45), BoundingSphere((0.1, -0.3, 0.2), 0.35)]
    part = model.Geometry(model.Box((0.8, 0.5, 0.9)), origin=turned)
    robot = model.Robot("one", [model.Link("a", collisions=(part,))])
    (found,) = overshoots(robot, [spheres])
    mesh = trimesh.creation.box((0.8, 0.5, 0.9), np.array(turned.matrix))
    for number, own in enumerate(spheres):
        other = spheres[1 - number]
        ball = trimesh.creation.icosphere(subdivisions=4).vertices * own.radius + own.center
        outer = ball[np.linalg.norm(ball - other.center, axis=1) >= other.radius]
        beyond = -trimesh.proximity.signed_distance(mesh, outer)
        assert found.spheres[number] == pytest.approx(max(beyond.max(), 0.0), abs=0.01)
