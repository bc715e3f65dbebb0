"""Which shapes of a link share space, against Coal."""

from __future__ import annotations

import numpy as np
import pytest

from bodyplan.inertia import overlap
from bodyplan.inertia.overlap import overlapping
from bodyplan.model import Geometry, Transform
from bodyplan.model.shape import Box, Capsule, Cone, Cylinder, Ellipsoid, Mesh, Plane, Sphere
from tests.geometry import written
from tests.geometry.polyhedra import SOLIDS

coal = pytest.importorskip("coal")


def at(shape, xyz=(0.0, 0.0, 0.0), rpy=(0.0, 0.0, 0.0)):
    return Geometry(shape, Transform.from_rpy(rpy, xyz))


def made(kind, a, b, c):
    """A shape of ours and the same one of Coal."""
    return {
        "box": (Box((a, b, c)), coal.Box(a, b, c)),
        "sphere": (Sphere(a), coal.Sphere(a)),
        "cylinder": (Cylinder(a, b), coal.Cylinder(a, b)),
        "capsule": (Capsule(a, b), coal.Capsule(a, b)),
        "ellipsoid": (Ellipsoid((a, b, c)), coal.Ellipsoid(a, b, c)),
        "cone": (Cone(a, b), coal.Cone(a, b)),
    }[kind]


KINDS = ("box", "sphere", "cylinder", "capsule", "ellipsoid", "cone")


@pytest.mark.parametrize("first", KINDS)
@pytest.mark.parametrize("second", KINDS)
def test_shapes_overlap_where_coal_finds_that_they_do(first, second):
    random = np.random.default_rng(KINDS.index(first) * 10 + KINDS.index(second))
    counts = {True: 0, False: 0}
    for _ in range(40):
        pairs = [made(kind, *random.uniform(0.02, 0.3, 3).tolist()) for kind in (first, second)]
        ours = [
            at(shape, random.uniform(-0.25, 0.25, 3).tolist(), random.uniform(-3, 3, 3).tolist())
            for shape, _ in pairs
        ]
        places = [coal.Transform3s(np.array(g.origin.R), np.array(g.origin.p)) for g in ours]
        (_, a), (_, b) = pairs
        distance = coal.distance(
            a, places[0], b, places[1], coal.DistanceRequest(), coal.DistanceResult()
        )
        if abs(distance) > 2e-3:
            found = list(overlapping(ours)) == [(0, 1)]
            assert found == (distance < 0.0)
            counts[found] += 1
    assert min(counts.values()) > 0


def test_shapes_that_touch_do_not_overlap():
    row = [at(Box((1, 1, 1)), (x, 0, 0)) for x in (0.0, 1.0, 2.0)]
    assert list(overlapping(row)) == []
    turned = [at(Cylinder(0.5, 1.0), (0, 0, z), (0, 0, z)) for z in (0.0, 1.0)]
    assert list(overlapping(turned)) == []


def test_the_first_thousand_shapes_are_compared(monkeypatch):
    compared = []
    monkeypatch.setattr(overlap, "_are_near", lambda *pair: compared.append(pair))
    row = [at(Sphere(0.3), (x, 0, 0)) for x in range(1200)]
    assert list(overlapping(row)) == []
    assert len(compared) == 1000 * 999 // 2


def test_pairs_are_reported_by_their_numbers():
    row = [at(Sphere(0.3), (x, 0, 0)) for x in (0.0, 2.0, 2.5, 9.0, 0.1)]
    assert list(overlapping(row)) == [(0, 4), (1, 2)]


def test_of_a_mesh_its_hull_counts(tmp_path):
    solid = SOLIDS["box"]
    path = tmp_path / "box.obj"
    path.write_bytes(written.obj(solid.vertices, solid.faces))
    low, high = np.min(solid.vertices, axis=0), np.max(solid.vertices, axis=0)
    mesh, edge = at(Mesh("box.obj")), float(high[0])
    ball = Sphere(0.1)
    middle = ((low + high) / 2.0).tolist()
    for x, wanted in ((edge + 0.09, [(0, 1)]), (edge + 0.12, [])):
        shapes = [mesh, at(ball, (x, middle[1], middle[2]))]
        assert list(overlapping(shapes, lambda _: path)) == wanted


def test_what_cannot_be_measured_overlaps_nothing():
    shapes = [at(Mesh("QQQ.stl")), at(Plane()), at(None), at(Sphere(1e200)), at(Sphere(1.0))]
    assert list(overlapping(shapes, lambda _: None)) == []
