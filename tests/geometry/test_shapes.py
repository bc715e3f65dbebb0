"""Shapes measure what fine meshes of them tend to, and what formulas say of special ones."""

from __future__ import annotations

import math

import pytest

from bodyplan.geometry import shapes, solids
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.model.shape import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Mesh,
    OtherShape,
    Plane,
    Sphere,
)

pytest.importorskip("numpy")
trimesh = pytest.importorskip("trimesh")

from tests.geometry import written  # noqa: E402
from tests.geometry.polyhedra import SOLIDS  # noqa: E402

FINE = 400


def meshed(shape):
    match shape:
        case Box(size=size):
            return trimesh.creation.box(size)
        case Cylinder(radius=radius, length=length):
            return trimesh.creation.cylinder(radius, length, sections=FINE)
        case Cone(radius=radius, length=length):
            mesh = trimesh.creation.cone(radius, length, sections=FINE)
            mesh.apply_translation((0, 0, -length / 2))
            return mesh
        case Capsule(radius=radius, length=length):
            mesh = trimesh.creation.capsule(length, radius, count=(FINE, FINE))
            mesh.apply_translation(-mesh.bounds.mean(axis=0))
            return mesh
        case Sphere(radius=radius):
            radii = (radius,) * 3
        case Ellipsoid(radii=radii):
            pass
    mesh = trimesh.creation.icosphere(subdivisions=6)
    mesh.apply_scale(radii)
    return mesh


@pytest.mark.parametrize(
    "shape",
    [
        Box((0.3, 0.5, 0.7)),
        Cylinder(0.3, 0.9),
        Cone(0.4, 0.8),
        Capsule(0.2, 0.6),
        Sphere(0.7),
        Ellipsoid((0.3, 0.5, 0.9)),
        Ellipsoid((0.9, 0.2, 0.2)),
        Ellipsoid((0.2, 0.8, 0.8)),
    ],
    ids=repr,
)
def test_a_shape_measures_what_a_fine_mesh_of_it_does(shape):
    mesh = meshed(shape)
    measured = shapes.measure(shape)
    assert measured.volume == pytest.approx(mesh.volume, rel=1e-3)
    assert measured.area == pytest.approx(mesh.area, rel=1e-3)
    for own, other in zip(measured.bounds, mesh.bounds.tolist(), strict=True):
        assert own == pytest.approx(other, abs=1e-3)
    body = shapes.mass_of(shape, 850.0)
    assert body.mass == pytest.approx(850.0 * measured.volume, rel=1e-14)


@pytest.mark.parametrize("radius", [1e-3, 0.4, 50.0])
def test_the_area_of_ellipsoids_is_exact(radius):
    assert shapes.area(Ellipsoid((radius,) * 3)) == pytest.approx(
        4 * math.pi * radius**2, rel=1e-14
    )
    a, c = radius, radius / 3  # flat: the formula of oblate spheroids
    e = math.sqrt(1 - (c / a) ** 2)
    oblate = 2 * math.pi * a * a * (1 + (1 - e * e) / e * math.atanh(e))
    prolate = 2 * math.pi * c * c * (1 + a / (c * e) * math.asin(e))
    assert shapes.area(Ellipsoid((a, a, c))) == pytest.approx(oblate, rel=1e-13)
    assert shapes.area(Ellipsoid((c, a, c))) == pytest.approx(prolate, rel=1e-13)
    assert shapes.area(Ellipsoid((a, 2 * a, 0.0))) == pytest.approx(4 * math.pi * a * a, rel=1e-13)
    assert shapes.area(Ellipsoid((a, 0.0, 0.0))) == 0.0


def test_a_mesh_is_measured_where_it_is_found(tmp_path):
    solid = SOLIDS["prism"]
    (tmp_path / "a.obj").write_bytes(written.obj(solid.vertices, solid.faces))
    asked = []

    def resolve(uri):
        asked.append(uri)
        return tmp_path / "a.obj" if uri == "package://p/a.obj" else None

    mesh = Mesh("package://p/a.obj", (2.0, 2.0, -2.0))
    measured = shapes.measure(mesh, resolve)
    assert measured.volume == pytest.approx(8 * solid.volume, rel=1e-12)
    assert measured.area == pytest.approx(4 * solid.area, rel=1e-12)
    assert measured.bounds[1][2] == pytest.approx(1.9)
    assert shapes.mass_of(mesh, 2.0, resolve).mass == pytest.approx(16 * solid.volume, rel=1e-12)
    assert set(asked) == {"package://p/a.obj"}
    with pytest.raises(MeshError, match="mesh 'QQQ' not found"):
        shapes.volume(Mesh("QQQ"), resolve)
    with pytest.raises(MeshError, match="mesh 'QQQ' cannot be located; load the robot"):
        shapes.volume(Mesh("QQQ"))
    with pytest.raises(MeshError, match=r"a\.obj has no part 'QQQ'"):
        shapes.volume(Mesh("package://p/a.obj", part="QQQ"), resolve)


def test_a_mesh_with_a_hole_has_an_area_and_a_hull_but_no_volume(tmp_path):
    solid = SOLIDS["box"]
    (tmp_path / "a.obj").write_bytes(written.obj(solid.vertices, solid.faces[:-1]))
    mesh = Mesh("a.obj")
    measured = shapes.measure(mesh, tmp_path.joinpath)
    assert measured.volume is None
    assert measured.area == pytest.approx(22.0 - 1.0, rel=0.2)
    with pytest.raises(MeshError, match=r"a\.obj is not watertight: 3 open edges"):
        shapes.mass_of(mesh, 1.0, tmp_path.joinpath)
    hull = shapes.mass_of(mesh, 1.0, tmp_path.joinpath, of="hull")
    assert hull.mass == pytest.approx(6.0)
    assert hull.inertia == pytest.approx(solids.box((1.0, 2.0, 3.0), 1.0).inertia, abs=1e-12)


@pytest.mark.parametrize("shape", [Plane(), OtherShape("heightmap", "a.png")], ids=repr)
def test_what_has_no_volume_says_so(shape):
    kind = "plane" if isinstance(shape, Plane) else "heightmap"
    for ask in (shapes.volume, shapes.area, shapes.bounds, shapes.measure):
        with pytest.raises(MeshError, match=f"a {kind} has no"):
            ask(shape)
    with pytest.raises(MeshError, match=f"a {kind} has no volume"):
        shapes.mass_of(shape, 1.0)
