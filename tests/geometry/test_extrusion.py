"""Polylines: the solid that even-odd outlines enclose, as trimesh and point tests measure it."""

import math
import random

import numpy as np
import pytest

from bodyplan.geometry import MeshError, mesh_of
from bodyplan.geometry._extrusion import extruded
from bodyplan.model import Polyline

trimesh = pytest.importorskip("trimesh")


def square(half, x=0.0, y=0.0):
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def star(seed, size=1.0, x=0.0, y=0.0):
    """A ring around a point, concave at random, in a random direction."""
    dice = random.Random(seed)
    count = dice.randint(3, 40)
    ring = []
    for number in range(count):
        angle = 2.0 * math.pi * number / count
        radius = size * dice.uniform(0.5, 1.0)
        ring.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return ring if dice.random() < 0.5 else ring[::-1]


def nested(seed):
    """A ring with holes, one of which has an island."""
    dice = random.Random(seed)
    outlines = [star(seed, 10.0)]
    for number in range(dice.randint(0, 6)):
        angle = 1.0 * number
        place = 2.8 * math.cos(angle), 2.8 * math.sin(angle)
        outlines.append(star(seed + 100 * number, 1.2, *place))
        if number % 2:
            outlines.append(star(seed + 7, 0.5, *place))
    dice.shuffle(outlines)
    return outlines


def area(ring):
    """The area of a ring, by its coordinates."""
    x, y = np.array(ring).T
    return abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2.0


def is_inside(outlines, x, y):
    """Whether a ray from a point crosses an odd number of edges."""
    crossings = 0
    for ring in outlines:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            crossings += (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
    return crossings % 2 == 1


@pytest.mark.parametrize("seed", range(60))
def test_the_solid_is_closed_and_contains_what_the_outlines_enclose(seed):
    outlines = nested(seed)
    mesh = extruded(outlines, 2.0)
    found = trimesh.Trimesh(mesh.vertices, mesh.faces, process=True)
    assert found.is_watertight
    assert found.is_winding_consistent
    section = 0.0
    for ring in outlines:
        is_hole = is_inside([other for other in outlines if other is not ring], *ring[0])
        section += -area(ring) if is_hole else area(ring)
    assert found.volume == pytest.approx(2.0 * section, rel=1e-9)
    top = np.asarray(mesh.faces)[(np.asarray(mesh.vertices)[mesh.faces][:, :, 2] > 1.0).all(axis=1)]
    corners = np.asarray(mesh.vertices)[top][:, :, :2]
    dice = random.Random(seed)
    for _ in range(50):
        x, y = dice.uniform(-10, 10), dice.uniform(-10, 10)
        a, b, c = (corners[:, k] - (x, y) for k in range(3))
        turns = [p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0] for p, q in ((a, b), (b, c), (c, a))]
        covered = np.count_nonzero((np.array(turns) > 0.0).all(axis=0))
        assert covered == is_inside(outlines, x, y), (x, y)


def test_holes_in_rows_whose_corners_are_in_one_line_are_holes():
    dice = random.Random(5)
    for _ in range(300):
        count = dice.choice((2, 3, 4))
        cell = 100.0 / count
        cells = [(i, j) for i in range(count) for j in range(count)]
        outlines = [[(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]]
        for i, j in dice.sample(cells, dice.randint(2, len(cells))):
            x, y = i * cell + cell / 2.0, j * cell + cell / 2.0
            r = cell * dice.choice((0.1, 0.2, 0.3, 0.4))
            diamond = [(x + r, y), (x, y + r), (x - r, y), (x, y - r)]
            outlines.append(dice.choice((diamond, [(x - r, y - r), (x + r, y), (x - r, y + r)])))
        mesh = extruded(outlines, 2.0)
        found = trimesh.Trimesh(mesh.vertices, mesh.faces, process=True)
        section = area(outlines[0]) - sum(map(area, outlines[1:]))
        assert found.volume == pytest.approx(2.0 * section, rel=1e-9), outlines


@pytest.mark.parametrize(
    ("outlines", "volume", "surface"),
    [
        ([square(1)], 8.0, 24.0),
        ([square(1)[::-1]], 8.0, 24.0),
        ([[*square(1), (-1.0, -1.0)]], 8.0, 24.0),
        ([square(2), square(1)], 24.0, 72.0),
        ([square(3), square(2), square(1)], 48.0, 144.0),
        ([square(1), square(1, 5)], 16.0, 48.0),
        ([square(1), [(0.0, 0.0), (1.0, 1.0)]], 8.0, 24.0),
    ],
)
def test_the_volume_and_area_are_those_of_the_solid(outlines, volume, surface):
    mesh = mesh_of(Polyline(outlines=tuple(map(tuple, outlines)), height=2.0))
    assert mesh.volume == pytest.approx(volume)
    assert mesh.area == pytest.approx(surface)
    assert mesh.bounds[0, 2] == 0.0
    assert mesh.bounds[1, 2] == 2.0


@pytest.mark.parametrize(
    ("outlines", "height", "words"),
    [
        ([], 1.0, "no outline with an area"),
        ([[(0, 0), (1, 0)]], 1.0, "no outline with an area"),
        ([[(0, 0), (1, 0), (2, 0)]], 1.0, "no outline with an area"),
        ([square(1)], 0.0, "height is not positive"),
        ([square(1)], math.nan, "height is not positive"),
        ([[(0, 0), (math.nan, 1), (1, 1)]], 1.0, "not finite"),
        ([square(1), square(1, 0.5, 0.3)], 1.0, "cross each other"),
        ([[(0, 0), (4, 0), (4, 3), (1, -1)]], 1.0, "cross each other"),
        ([square(0.4, n) for n in range(3000)], 1.0, "too many"),
    ],
)
def test_what_is_not_a_solid_has_a_reason(outlines, height, words):
    with pytest.raises(MeshError, match=words):
        extruded(outlines, height)
