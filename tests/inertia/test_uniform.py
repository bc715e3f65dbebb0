"""Mass properties of 100 known solids, right and with one planted mistake each."""

import math

import numpy as np
import pytest

from bodyplan import model
from bodyplan.geometry.link_shapes import LinkShapes, ShapePart
from bodyplan.geometry.mesh.facts import MeshFacts
from bodyplan.geometry.mesh.mesh import TriangleMesh
from bodyplan.inertia.plausibility import appraised, mark_all_light

trimesh = pytest.importorskip("trimesh")
DENSITIES = (120.0, 600.0, 1050.0, 1400.0, 2700.0, 4500.0, 7850.0)


class Solid:
    """A link: its shapes, and its mass properties as trimesh computes them."""

    def __init__(self, random, number):
        shape, body = PRIMITIVES[number % 5](random) if number % 5 < 3 else mesh(random)
        R = trimesh.transformations.random_rotation_matrix(random.random(3))[:3, :3]
        p = random.uniform(-0.2, 0.3, 3)
        body.density = random.choice(DENSITIES)
        facts = MeshFacts(TriangleMesh(body.vertices, body.faces)) if number % 5 > 2 else None
        X_LG = model.Transform(tuple(map(tuple, R.tolist())), tuple(p.tolist()))
        self.shapes = LinkShapes([ShapePart(shape, X_LG, facts)], [])
        self.size = float(np.linalg.norm(body.extents))
        self.mass, self.density = float(body.mass), body.density
        self.centre = R @ body.center_mass + p
        self.inertia = R @ body.moment_inertia @ R.T

    def faults(self, *, mass=1.0, inertia=1.0, centre=1.0, axes=None):
        """What is found with factors on the numbers, which have six digits, and axes in another order."""
        J = self.inertia if axes is None else self.inertia[np.ix_(axes, axes)]
        numbers = (float(f"{v:.6g}") for v in (J * inertia)[np.triu_indices(3)])
        p = tuple(float(f"{v:.6g}") for v in self.centre * centre)
        inertial = model.Inertial(
            float(f"{self.mass * mass:.6g}"), model.Transform(p=p), tuple(numbers)
        )
        return appraised(model.Link("a", inertial), inertial, self.shapes)

    def is_other(self, axes):
        """Whether its inertia is another one after these axes are swapped: not of a cube."""
        other = self.inertia[np.ix_(axes, axes)]
        return np.linalg.norm(other - self.inertia) > 0.06 * np.linalg.norm(self.inertia)


def box(random):
    size = random.uniform(0.03, 0.4, 3)
    return model.Box(tuple(size.tolist())), trimesh.creation.box(size)


def cylinder(random):
    radius, length = random.uniform(0.03, 0.2, 2).tolist()
    body = trimesh.creation.cylinder(radius, length, sections=720)
    return model.Cylinder(radius, length), body


def ball(random):
    radius = random.uniform(0.03, 0.15)
    return model.Sphere(radius), trimesh.creation.icosphere(4, radius)


def mesh(random):
    """A hull of random points, a cone, a tube, or two boxes that make an angle."""
    body = [
        lambda: trimesh.convex.convex_hull(random.uniform(-0.1, 0.2, (20, 3)) * (1.0, 0.6, 1.5)),
        lambda: trimesh.creation.cone(0.08, 0.25),
        lambda: trimesh.creation.annulus(0.05, 0.09, 0.2),
        lambda: trimesh.util.concatenate(
            [
                trimesh.creation.box((0.3, 0.06, 0.05)),
                trimesh.creation.box(
                    (0.06, 0.2, 0.07),
                    trimesh.transformations.translation_matrix((0.12, 0.13, 0.02)),
                ),
            ]
        ),
    ][random.integers(4)]()
    body.apply_transform(trimesh.transformations.random_rotation_matrix(random.random(3)))
    body.apply_translation(random.uniform(-0.15, 0.25, 3))
    return model.Mesh("a.stl"), body


PRIMITIVES = (box, cylinder, ball)


@pytest.fixture(scope="module")
def solids():
    random = np.random.default_rng(2)
    return [Solid(random, number) for number in range(100)]


def test_at_least_98_of_100_solids_as_they_are_raise_no_alarm(solids):
    assert sum(not one.faults().faults for one in solids) >= 98


@pytest.mark.parametrize("axes", ["yxz", "zyx", "xzy", "yzx", "zxy"])
def test_swapped_axes_are_named(solids, axes):
    order = ["xyz".index(axis) for axis in axes]
    others = [one for one in solids if one.is_other(order)]
    assert len(others) > 60
    for one in others:
        found = one.faults(axes=order)
        assert found.faults == {"wrong-axes"}
        assert found.reason


@pytest.mark.parametrize("axes", ["x", "y", "z", "x and y", "x, y and z"])
def test_a_mirrored_centre_of_mass_is_named(solids, axes):
    signs = np.array([-1.0 if axis in axes.replace("and", "") else 1.0 for axis in "xyz"])
    far = [one for one in solids if math.dist(one.centre, one.centre * signs) > 0.06 * one.size]
    assert len(far) > 60
    for one in far:
        found = one.faults(centre=signs)
        assert found.faults == {"moved"}
        assert found.fit.centre.startswith("mirroring")
        assert found.fit.moved_to == pytest.approx(one.centre, abs=1e-3)


@pytest.mark.parametrize(
    ("planted", "fault", "factor"),
    [
        ({"mass": 1e3}, "dense", 1e-3),
        ({"mass": 1e3, "inertia": 1e3}, "dense", 1e-3),
        ({"mass": 1e-3}, "thin", 1e3),
        ({"mass": 1e-3, "inertia": 1e-3}, "thin", 1e3),
        ({"inertia": 1e3}, "large", 1e-3),
        ({"inertia": 1e4}, "large", 1e-4),
        ({"inertia": 1e6}, "large", 1e-6),
        ({"inertia": 1e7}, "large", 1e-7),
        ({"inertia": 1e9}, "large", 1e-9),
        ({"inertia": 1e-3}, "small", 1e3),
        ({"inertia": 1e-6}, "small", 1e6),
        ({"centre": 1e3}, "far", 1e-3),
    ],
)
def test_another_unit_is_named_with_its_factor(solids, planted, fault, factor):
    for one in solids:
        found = one.faults(**planted)
        assert found.faults == {fault}
        assert found.better[fault] == pytest.approx(factor)


def test_a_density_that_no_material_has_is_found(solids):
    for one in solids:
        density = one.shapes.volumes[1] and one.mass / one.faults().fit.density
        factor = 20_000.0 * density / one.mass
        assert one.faults(mass=factor, inertia=factor).faults == {"dense"}


def test_links_that_are_all_a_thousand_times_too_light_are_named_also_where_they_are_hollow(solids):
    light = [one.faults(mass=1e-3, inertia=1.4e-3) for one in solids[:20]]
    mark_all_light(light)
    assert all(one.better.get("thin") == 1e3 for one in light)


def test_a_light_link_beside_others_that_are_right_may_be_hollow(solids):
    found = [one.faults(mass=1e-3, inertia=1.4e-3) for one in solids if one.density > 1200.0][:5]
    mark_all_light([*found, solids[0].faults()])
    assert not any("thin" in one.faults for one in found)
