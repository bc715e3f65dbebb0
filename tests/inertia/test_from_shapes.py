"""Masses from shapes: known solids, meshes against trimesh, and meshes that are not closed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bodyplan import inertia
from bodyplan.geometry import solids
from bodyplan.model import (
    Box,
    Capsule,
    Cylinder,
    Geometry,
    Link,
    Mesh,
    Sphere,
    Transform,
)
from tests.inertia.test_mass import matrix

trimesh = pytest.importorskip("trimesh")

UP = Transform.from_rpy((0.3, -0.4, 0.5), (1.0, 2.0, 3.0))


def link(*shapes, visuals=()):
    return Link(
        "l",
        collisions=tuple(Geometry(shape, X) for shape, X in shapes),
        visuals=tuple(Geometry(shape) for shape in visuals),
    )


def close(found, wanted):
    largest = max(map(abs, wanted.inertia))
    assert found.mass == pytest.approx(wanted.mass, rel=1e-12)
    assert found.p_BC == pytest.approx(wanted.p_BC, abs=1e-12)
    assert found.inertia == pytest.approx(wanted.inertia, abs=1e-12 * largest)


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        (Box((1.0, 2.0, 3.0)), solids.box((1.0, 2.0, 3.0), 500.0)),
        (Sphere(0.3), solids.sphere(0.3, 500.0)),
        (Cylinder(0.2, 0.7), solids.cylinder(0.2, 0.7, 500.0)),
        (Capsule(0.2, 0.7), solids.capsule(0.2, 0.7, 500.0)),
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("origin", ["collision", "hull"])
def test_a_primitive_has_the_mass_of_its_solid(shape, wanted, origin):
    found = inertia.computed(link((shape, UP)), density=500.0, origin=origin)
    close(found, wanted.moved(UP))
    of_mass = inertia.computed(link((shape, UP)), mass=3.0, origin=origin)
    close(of_mass, found.scaled(3.0 / found.mass))


def test_shapes_add_up_and_the_visuals_do_not_count():
    one, two = (Box((0.1, 0.1, 0.1)), UP), (Sphere(0.2), Transform())
    found = inertia.computed(link(one, two, visuals=[Sphere(5.0)]), density=100.0)
    wanted = inertia.combined(
        [solids.box((0.1, 0.1, 0.1), 100.0).moved(UP), solids.sphere(0.2, 100.0)]
    )
    assert wanted is not None
    close(found, wanted)
    seen = inertia.computed(link(one, visuals=[Sphere(0.2)]), density=100.0, origin="visual")
    close(seen, solids.sphere(0.2, 100.0))
    hull = inertia.computed(link(visuals=[Sphere(0.2)]), density=100.0, origin="hull")
    close(hull, solids.sphere(0.2, 100.0))


@pytest.fixture
def meshes(tmp_path):
    """A knot, the same with a hole, and what finds them."""
    knot = trimesh.creation.annulus(r_min=0.05, r_max=0.1, height=0.06)
    knot.export(tmp_path / "ring.stl")
    open_ = knot.copy()
    open_.update_faces(np.arange(len(open_.faces)) > 3)
    open_.export(tmp_path / "open.stl")

    def resolve(uri):
        path = tmp_path / uri
        return path if path.exists() else None

    return knot, open_, resolve


@pytest.mark.parametrize("scale", [(1.0, 1.0, 1.0), (2.0, 0.5, 1.0), (1.0, -1.0, 3.0)])
def test_a_closed_mesh_has_the_mass_that_trimesh_finds(meshes, scale):
    ring, _, resolve = meshes
    there = ring.copy()
    there.apply_transform(np.diag([*scale, 1.0]))
    there.density = 1200.0
    found = inertia.computed(
        link((Mesh("ring.stl", scale), Transform())), density=1200.0, resolve=resolve
    )
    assert found.mass == pytest.approx(there.mass, rel=1e-6)
    assert found.p_BC == pytest.approx(there.center_mass, abs=1e-7)
    tensor = there.moment_inertia
    assert matrix(found.inertia) == pytest.approx(tensor, abs=1e-6 * np.abs(tensor).max())


def test_an_open_mesh_is_said_to_be_open_and_its_hull_is_closed(meshes):
    _, open_, resolve = meshes
    body = link((Mesh("open.stl"), UP))
    with pytest.raises(inertia.ShapeError, match=r"open\.stl is not watertight"):
        inertia.computed(body, density=1000.0, resolve=resolve)
    found = inertia.computed(body, density=1000.0, origin="hull", resolve=resolve)
    assert found.mass == pytest.approx(1000.0 * open_.convex_hull.volume, rel=1e-6)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (Link("l"), "it has no shape"),
        (link((Mesh("none.stl"), UP)), "'none.stl' not found"),
        (link((None, UP)), "one of its shapes cannot be read"),
        (link((Box((1.0, 0.0, 1.0)), UP)), "one of its shapes has no volume"),
        (link((Sphere(math.inf), UP)), "one of its shapes has no volume"),
    ],
)
def test_what_has_no_volume_is_said(meshes, body, reason):
    with pytest.raises(inertia.ShapeError, match=reason):
        inertia.computed(body, density=1.0, resolve=meshes[2])


@pytest.mark.parametrize(
    "amounts", [{}, {"density": 1, "mass": 1}, {"density": 0}, {"mass": -1}, {"mass": math.nan}]
)
def test_amounts_that_make_no_sense_are_refused(amounts):
    with pytest.raises(ValueError, match=r"density or (a )?mass"):
        inertia.computed(link((Sphere(1.0), UP)), **amounts)


def test_the_density_is_that_of_the_first_shapes_that_make_sense():
    box, tiny = Box((1.0, 1.0, 1.0)), Sphere(0.001)
    plain = Link("l", collisions=(Geometry(box),), visuals=(Geometry(Box((2.0, 1.0, 1.0))),))
    mass = inertia.Mass(500.0, inertia=(83.0, 0.0, 0.0, 83.0, 0.0, 83.0))
    found = inertia.density_of(plain, mass, None, lambda _: None)
    assert (found.density, found.origin, found.odd) == (pytest.approx(500.0), "collision", "")
    marked = Link("l", collisions=(Geometry(tiny),), visuals=(Geometry(box),))
    found = inertia.density_of(marked, mass, None, lambda _: None)
    assert (found.density, found.origin) == (pytest.approx(500.0), "visual")
    assert inertia.density_of(Link("l"), mass, None, lambda _: None).unknown == "no shape"


def test_a_correction_keeps_mass_and_centre_and_what_is_possible():
    flat = inertia.Mass(2.0, (0.1, 0.0, 0.0), (1.0, 0.0, 0.0, 1.0, 0.0, 5.0))
    after = inertia.corrected(flat)
    assert (after.mass, after.p_BC) == (2.0, (0.1, 0.0, 0.0))
    assert inertia.is_possible(after)
    assert inertia.corrected(after) is after
    with pytest.raises(inertia.ShapeError, match="its mass is negative"):
        inertia.corrected(inertia.Mass(-1.0, inertia=flat.inertia))
