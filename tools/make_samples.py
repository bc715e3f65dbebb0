"""Makes the meshes of the sample robots and the inertial numbers in their URDFs.

The URDFs under ``src/bodyplan/samples`` are written by hand, except for what stands inside each
``<inertial>``: that is computed here from the link's visual shapes and the density of their
materials. The meshes are drawn here from a few profiles. The SRDFs are what `bodyplan srdf new` makes
of the URDFs. The arm in SDFormat is made of its URDF too; the world around it is written by hand.

    python tools/make_samples.py            write what differs
    python tools/make_samples.py --check    write nothing; exit 1 if something differs
"""

from __future__ import annotations

import argparse
import re
import struct
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.sample_sdf import sdf_of  # noqa: E402

from bodyplan.conversion.urdf.from_urdf import from_urdf  # noqa: E402
from bodyplan.edit.srdf_draft import draft_srdf  # noqa: E402
from bodyplan.formats.read import read_bytes  # noqa: E402

SAMPLES = ROOT / "src" / "bodyplan" / "samples"

Array = NDArray[np.float64]
Circle = tuple[float, float, float]  # x, y, radius
Section = tuple[float, Sequence[Circle]]  # height, circles whose convex hull is the outline
Shells = list[Array]  # closed surfaces; each is triangles (n, 3 corners, 3 coordinates)

# Effective densities [kg/m³] of what each material clothes: a housing is a hollow casting with
# motors, gears and cables inside, so it weighs less than its metal and more than its paint.
DENSITIES: dict[str, dict[str, float]] = {
    "arm": {"bone": 1500.0, "graphite": 2100.0, "teal": 1200.0, "rubber": 1100.0},
    "rover": {"sand": 520.0, "charcoal": 900.0, "aluminium": 1500.0, "tyre": 450.0, "dome": 600.0}
    | {"amber": 700.0, "lens": 1800.0, "circuit": 1900.0, "headlight": 1200.0},
    "quadruped": {"snow": 900.0, "slate": 1700.0, "cobalt": 700.0, "rubber": 1100.0},
}


# --- shapes -------------------------------------------------------------------------------------


def outline(circles: Sequence[Circle], count: int) -> Array:
    """The convex hull of some circles as ``count`` points (count, 2), counter-clockwise.

    Each point is the farthest one of the hull in its direction; half a step keeps both mirror
    symmetries of a symmetrical outline.
    """
    angle = (np.arange(count) + 0.5) * (2.0 * np.pi / count)
    direction = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    disc: Array = np.array(circles)
    reach = np.round(direction @ disc[:, :2].T + disc[:, 2], 9)
    best = np.argmax(reach, axis=1)
    points: Array = disc[best, :2] + disc[best, 2:] * direction
    return points


def join(rings: Sequence[Array], *, loop: bool = False) -> Array:
    """The closed surface through rings of equally many points; ``loop`` joins last to first."""
    triangles: list[Array] = []
    pairs = list(pairwise(rings))
    if loop:
        pairs.append((rings[-1], rings[0]))
    else:
        for ring, forward in ((rings[0], False), (rings[-1], True)):
            following = np.roll(ring, -1, axis=0)
            centre = np.broadcast_to(ring.mean(axis=0), ring.shape)
            edge = (ring, following) if forward else (following, ring)
            triangles.append(np.stack([centre, *edge], axis=1))
    for below, above in pairs:
        below_next, above_next = np.roll(below, -1, axis=0), np.roll(above, -1, axis=0)
        triangles.append(np.stack([below, below_next, above_next], axis=1))
        triangles.append(np.stack([below, above_next, above], axis=1))
    surface = np.concatenate(triangles)
    outward = np.einsum("ni,ni->", surface[:, 0], np.cross(surface[:, 1], surface[:, 2])) > 0.0
    return surface if outward else surface[:, ::-1]


def loft(sections: Sequence[Section], count: int = 24) -> Array:
    """A body along z through convex outlines."""
    rings = []
    for height, circles in sections:
        flat = outline(circles, count)
        rings.append(np.column_stack([flat, np.full(count, height)]))
    return join(rings)


def disc(radius: float, x: float = 0.0, y: float = 0.0) -> list[Circle]:
    """A round outline."""
    return [(x, y, radius)]


def rect(width: float, depth: float, corner: float, x: float = 0.0, y: float = 0.0) -> list[Circle]:
    """A rectangular outline (full sizes) with rounded corners."""
    dx, dy = width / 2.0 - corner, depth / 2.0 - corner
    return [(x + i * dx, y + j * dy, corner) for i in (1, -1) for j in (1, -1)]


def revolve(profile: Sequence[tuple[float, float]], count: int = 24) -> Array:
    """A body of revolution about z through (radius, height) points."""
    return loft([(height, disc(radius)) for radius, height in profile], count)


def plate(circles: Sequence[Circle], thickness: float, chamfer: float, count: int = 20) -> Array:
    """A plate with chamfered edges, centred on the xy plane."""
    small = [(x, y, radius - chamfer) for x, y, radius in circles]
    half = thickness / 2.0
    edge = half - chamfer
    return loft([(-half, small), (-edge, circles), (edge, circles), (half, small)], count)


def along_x(shell: Array, y: float = 0.0, z: float = 0.0) -> Array:
    """The shell turned so that its z points along x (its x along y, its y along z), then moved."""
    moved: Array = shell[..., [2, 0, 1]] + np.array([0.0, y, z])
    return moved


def along_y(shell: Array, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Array:
    """The shell turned so that its z points along y (its x along z, its y along x), then moved."""
    moved: Array = shell[..., [1, 2, 0]] + np.array([x, y, z])
    return moved


def both_sides(shell: Array) -> Shells:
    """The shell and its mirror image across the xz plane."""
    return [shell, shell[:, ::-1] * np.array([1.0, -1.0, 1.0])]


def cap(radius: float, height: float) -> Array:
    """A domed cover that stands on the xy plane."""
    rise = ((1.0, 0.0), (1.0, 0.35), (0.93, 0.65), (0.72, 0.9), (0.4, 1.0))
    return revolve([(radius * r, height * z) for r, z in rise])


def tyre() -> Shells:
    """A tyre about z with chevron lugs."""
    count = 60
    lug = np.where(np.arange(count) % 4 < 2, 0.0, 0.007)  # depth of the groove between two lugs
    profile = (  # height, radius, is lugged, steps by which the chevron runs ahead
        (-0.040, 0.066, False, 0.0),
        (-0.040, 0.092, False, 2.0),
        (-0.034, 0.106, True, 2.0),
        (0.0, 0.110, True, 0.0),
        (0.034, 0.106, True, 2.0),
        (0.040, 0.092, False, 2.0),
        (0.040, 0.066, False, 0.0),
    )
    rings = []
    for height, radius, lugged, ahead in profile:
        angle = (np.arange(count) + ahead) * (2.0 * np.pi / count)
        reach = radius - lug if lugged else np.full(count, radius)
        rings.append(
            np.stack([reach * np.cos(angle), reach * np.sin(angle), np.full(count, height)], axis=1)
        )
    return [join(rings, loop=True)]


def rim() -> Shells:
    """A dished wheel about z with five bolts; its face looks along +z."""
    boss = [(0.030, -0.040), (0.034, -0.034)]
    dish = [(0.060, -0.034), (0.066, -0.030), (0.066, 0.030), (0.061, 0.034), (0.055, 0.034)]
    hub = [(0.047, 0.014), (0.026, 0.011), (0.021, 0.028), (0.017, 0.032)]
    shells = [revolve(boss + dish + hub, 28)]
    for k in range(5):
        x, y = 0.037 * np.cos(0.4 * np.pi * k), 0.037 * np.sin(0.4 * np.pi * k)
        bolt = [(0.009, disc(0.005, x, y)), (0.016, disc(0.005, x, y)), (0.018, disc(0.003, x, y))]
        shells.append(loft(bolt, 8))
    return shells


# Several stations of a profile stand on one line.
# fmt: off


def arm_meshes() -> dict[str, Shells]:
    """The shells of the six-axis arm, each in the frame of its link."""
    flange_to_foot = [(0.095, 0.0), (0.095, 0.010), (0.090, 0.015), (0.078, 0.022), (0.072, 0.036)]
    column = [(0.068, 0.080), (0.070, 0.098), (0.074, 0.104), (0.074, 0.117), (0.071, 0.120)]
    plug = loft([(0.02, rect(0.04, 0.07, 0.006, -0.07)), (0.075, rect(0.03, 0.06, 0.006, -0.07))])
    turret = [
        (0.002, rect(0.132, 0.150, 0.040)), (0.006, rect(0.140, 0.158, 0.044)),
        (0.032, rect(0.140, 0.158, 0.044)), (0.044, rect(0.124, 0.142, 0.036)),
    ]
    shoulder_cheek = [(0.12, 0.0, 0.058), (0.03, 0.045, 0.014), (0.03, -0.045, 0.014)]
    upper_body = [
        (0.036, rect(0.090, 0.078, 0.020)), (0.080, rect(0.084, 0.076, 0.024)),
        (0.150, rect(0.066, 0.064, 0.024)), (0.225, rect(0.070, 0.070, 0.024)),
        (0.268, rect(0.076, 0.078, 0.020)),
    ]
    elbow_cheek = [(0.0, 0.0, 0.048), (0.0, 0.110, 0.036)]
    fore_body = [
        (0.098, rect(0.134, 0.066, 0.018)), (0.104, rect(0.146, 0.078, 0.022)),
        (0.130, rect(0.146, 0.080, 0.026)), (0.178, disc(0.050)), (0.211, disc(0.046)),
        (0.217, disc(0.041)),
    ]
    roll_body = [
        (0.002, disc(0.040)), (0.007, disc(0.044)), (0.030, disc(0.044)),
        (0.050, rect(0.098, 0.064, 0.022)), (0.062, rect(0.098, 0.058, 0.020)),
        (0.066, rect(0.090, 0.050, 0.016)),
    ]
    roll_cheek = [(0.0, 0.12, 0.032), (0.0, 0.05, 0.024)]
    pitch_body = [
        (0.020, rect(0.048, 0.048, 0.014)), (0.044, disc(0.029)), (0.064, disc(0.031)),
        (0.068, disc(0.028)),
    ]
    palm = [
        (0.0, disc(0.030)), (0.010, disc(0.030)), (0.020, rect(0.056, 0.070, 0.014)),
        (0.032, rect(0.056, 0.134, 0.014)), (0.057, rect(0.056, 0.134, 0.014)),
        (0.061, rect(0.048, 0.126, 0.010)),
    ]
    carriage = [
        (0.0, rect(0.036, 0.020, 0.004, 0.0, 0.014)),
        (0.020, rect(0.036, 0.020, 0.004, 0.0, 0.014)),
        (0.024, rect(0.028, 0.014, 0.002, 0.0, 0.011)),
    ]
    blade = [
        (0.018, rect(0.026, 0.013, 0.003, 0.0, 0.0105)),
        (0.055, rect(0.022, 0.010, 0.003, 0.0, 0.0090)),
        (0.088, rect(0.016, 0.006, 0.002, 0.0, 0.0070)),
    ]

    def cheeks(circles: list[Circle], thickness: float, y: float) -> Shells:
        return both_sides(along_y(plate(circles, thickness, 0.004), y=y))

    return {
        "pedestal": [revolve(flange_to_foot + column, 28), plug],
        "shoulder": [loft(turret, 32), *cheeks(shoulder_cheek, 0.026, 0.060)],
        "upper_arm": [
            along_y(plate(disc(0.056), 0.088, 0.006)),
            along_y(plate(disc(0.046), 0.088, 0.006), z=0.30),
            loft(upper_body),
        ],
        "forearm": [*cheeks(elbow_cheek, 0.026, 0.060), along_x(loft(fore_body))],
        "wrist_roll": [along_x(loft(roll_body)), *cheeks(roll_cheek, 0.017, 0.0405)],
        "wrist_pitch": [along_y(plate(disc(0.034), 0.060, 0.004)), along_x(loft(pitch_body))],
        "flange": [
            along_x(revolve([(0.028, 0.001), (0.031, 0.004), (0.031, 0.015), (0.028, 0.018)]))
        ],
        "palm": [loft(palm)],
        "finger": [loft(carriage, 16), loft(blade, 16)],
        "joint_caps": both_sides(along_y(cap(0.046, 0.010), y=0.073)),
    }


def rover_meshes() -> dict[str, Shells]:
    """The shells of the rover, each in the frame of its link."""
    hull = [
        (-0.030, rect(0.44, 0.20, 0.03)), (0.020, rect(0.54, 0.28, 0.04)),
        (0.030, rect(0.56, 0.30, 0.05)), (0.085, rect(0.56, 0.30, 0.05)),
        (0.120, rect(0.48, 0.25, 0.04)),
    ]
    fender = [(-0.010, 0.0, 0.016), (0.010, 0.0, 0.016)]
    mast = [(0.040, 0.0), (0.040, 0.006), (0.024, 0.014), (0.018, 0.030), (0.015, 0.284)]
    mast_top = [(0.022, 0.290), (0.022, 0.298)]
    yoke = [(0.0, disc(0.022)), (0.010, disc(0.022)), (0.022, rect(0.036, 0.120, 0.010))]
    yoke_top = [(0.030, rect(0.032, 0.120, 0.010))]
    yoke_arm = [(0.085, 0.0, 0.018), (0.022, 0.0, 0.016)]
    camera = [
        (-0.040, rect(0.080, 0.044, 0.012)), (-0.034, rect(0.092, 0.056, 0.014)),
        (0.028, rect(0.092, 0.056, 0.014)), (0.034, rect(0.096, 0.060, 0.014)),
        (0.042, rect(0.096, 0.060, 0.014)),
    ]
    lidar = [(0.036, 0.0), (0.036, 0.016), (0.033, 0.018), (0.033, 0.044), (0.036, 0.046)]
    lidar_top = [(0.036, 0.056), (0.031, 0.062)]
    yoke_side = along_y(plate(yoke_arm, 0.010, 0.002, 16), y=0.055)
    return {
        "hull": [loft(hull, 40)],
        "bumper": [along_y(plate(fender, 0.24, 0.006, 24))],
        "tyre": tyre(),
        "rim": rim(),
        "mast": [revolve(mast + mast_top)],
        "yoke": [loft(yoke + yoke_top), *both_sides(yoke_side)],
        "camera": [along_x(loft(camera))],
        "lidar": [revolve(lidar + lidar_top)],
    }


def quadruped_meshes() -> dict[str, Shells]:
    """The shells of the quadruped, each in the frame of its link."""
    trunk = [
        (-0.185, rect(0.130, 0.064, 0.020)), (-0.160, rect(0.176, 0.098, 0.030)),
        (0.130, rect(0.176, 0.098, 0.030)), (0.185, rect(0.130, 0.060, 0.020)),
    ]
    motor = [(0.140, disc(0.042)), (0.182, disc(0.042)), (0.187, disc(0.036))]
    head = [
        (0.175, rect(0.056, 0.066, 0.018)), (0.240, rect(0.056, 0.060, 0.018, 0.0, 0.003)),
        (0.268, rect(0.044, 0.036, 0.012, 0.0, 0.004)),
    ]
    panel = [
        (0.042, rect(0.270, 0.120, 0.030, -0.010)), (0.054, rect(0.262, 0.112, 0.028, -0.010)),
        (0.062, rect(0.220, 0.076, 0.020, -0.010)),
    ]
    front = both_sides(along_x(loft(motor), y=0.07))
    rear = [shell * np.array([-1.0, -1.0, 1.0]) for shell in front]
    knee = plate([(0.0, 0.0, 0.022), (-0.055, 0.0, 0.012)], 0.008, 0.002)
    shank = [
        (-0.042, rect(0.026, 0.055, 0.006)), (-0.058, rect(0.030, 0.055, 0.010)),
        (-0.085, disc(0.016)), (-0.140, disc(0.014)), (-0.186, disc(0.012)),
    ]
    return {
        "trunk": [along_x(loft(trunk)), *front, *rear, along_x(loft(head))],
        "panel": [loft(panel)],
        "hip": [
            along_y(revolve([(0.040, -0.005), (0.045, 0.000), (0.045, 0.037), (0.040, 0.042)], 32))
        ],
        "thigh": [along_y(plate([(0.0, 0.0, 0.046), (-0.20, 0.0, 0.024)], 0.034, 0.008, 32))],
        "shin": [*both_sides(along_y(knee, y=0.0235)), loft(shank)],
        "cap": [cap(0.034, 0.009)],
    }


# fmt: on

# --- files --------------------------------------------------------------------------------------


def stl_bytes(name: str, shells: Shells) -> bytes:
    """The shells as one binary STL, corners rounded to a micrometre so that every machine agrees."""
    corners = np.round(np.concatenate(shells), 6) + 0.0
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    facets = np.zeros(len(corners), dtype=[("numbers", "<f4", (12,)), ("attribute", "<u2")])
    facets["numbers"][:, :3] = np.round(normals, 4) + 0.0
    facets["numbers"][:, 3:] = corners.reshape(-1, 9)
    header = f"bodyplan sample mesh: {name}, metres".encode().ljust(80)
    return header + struct.pack("<I", len(facets)) + facets.tobytes()


class Body(NamedTuple):
    """Mass [kg], centre of mass (3,) [m] and inertia (3, 3) about it [kg m²], in link axes."""

    mass: float
    centre: Array
    inertia: Array

    @staticmethod
    def total(parts: Iterable[Body]) -> Body:
        """All parts as one body."""
        parts = list(parts)
        mass = sum(part.mass for part in parts)
        centre = sum((part.mass * part.centre for part in parts), np.zeros(3)) / mass
        inertia = np.zeros((3, 3))
        for part in parts:
            d = part.centre - centre
            inertia += part.inertia + part.mass * (d @ d * np.eye(3) - np.outer(d, d))
        return Body(mass, centre, inertia)


def mesh_body(stl: bytes, density: float) -> Body:
    """The solid inside a closed STL surface (sum over the tetrahedra between facet and origin)."""
    facet = np.dtype([("numbers", "<f4", (12,)), ("attribute", "<u2")])
    v = np.frombuffer(stl, facet, offset=84)["numbers"].astype(float).reshape(-1, 4, 3)[:, 1:]
    volume = np.einsum("ni,ni->n", v[:, 0], np.cross(v[:, 1], v[:, 2])) / 6.0
    corner_sum = v.sum(axis=1)
    centre = volume @ corner_sum / (4.0 * volume.sum())
    second = np.einsum("n,nki,nkj->ij", volume, v, v)
    second = (second + np.einsum("n,ni,nj->ij", volume, corner_sum, corner_sum)) / 20.0
    second -= volume.sum() * np.outer(centre, centre)
    return Body(density * volume.sum(), centre, density * (np.trace(second) * np.eye(3) - second))


def primitive_body(shape: ET.Element, density: float) -> Body:
    """The solid a box, cylinder or sphere element describes, in its own frame."""
    if shape.tag == "box":
        x, y, z = numbers(shape.get("size"))
        mass = density * x * y * z
        diagonal = mass / 12.0 * np.array([y * y + z * z, x * x + z * z, x * x + y * y])
    elif shape.tag == "cylinder":
        radius, length = float(shape.get("radius", "")), float(shape.get("length", ""))
        mass = density * np.pi * radius**2 * length
        across = mass * (3.0 * radius**2 + length**2) / 12.0
        diagonal = np.array([across, across, mass * radius**2 / 2.0])
    elif shape.tag == "sphere":
        radius = float(shape.get("radius", ""))
        mass = density * 4.0 / 3.0 * np.pi * radius**3
        diagonal = np.full(3, 0.4 * mass * radius**2)
    else:
        raise ValueError(f"no inertia known for a visual <{shape.tag}>")
    return Body(mass, np.zeros(3), np.diag(diagonal))


def numbers(text: str | None) -> Array:
    """The three numbers of an attribute; zeros when it is absent."""
    return np.array((text or "0 0 0").split(), dtype=float)


def rotation(rpy: Array) -> Array:
    """R = Rz(yaw) Ry(pitch) Rx(roll) as (3, 3)."""
    (sr, sp, sy), (cr, cp, cy) = np.sin(rpy), np.cos(rpy)
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def visual_body(visual: ET.Element, meshes: dict[str, bytes], density: dict[str, float]) -> Body:
    """The solid of one visual, in the frame of its link."""
    material, shape = visual.find("material"), visual.find("geometry/*")
    if material is None or shape is None:
        raise ValueError("every visual of a sample has a geometry and a material")
    weight = density[material.get("name", "")]
    if shape.tag == "mesh":
        body = mesh_body(meshes[shape.get("filename", "")], weight)
    else:
        body = primitive_body(shape, weight)
    origin = visual.find("origin")
    if origin is None:
        return body
    turn = rotation(numbers(origin.get("rpy")))
    centre = numbers(origin.get("xyz")) + turn @ body.centre
    return Body(body.mass, centre, turn @ body.inertia @ turn.T)


def inertial_text(body: Body, indent: str) -> str:
    """The <inertial> element: five digits, lengths to 10 µm, products of symmetrical parts 0."""
    floor = 1e-5 * float(np.trace(body.inertia))
    x, y, z = (f"{round(c, 5) + 0.0:g}" for c in body.centre)
    entries = []
    for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)):
        value = float(body.inertia[i, j])
        entries.append(f'i{"xyz"[i]}{"xyz"[j]}="{value if abs(value) > floor else 0.0:.5g}"')
    lines = [
        "<inertial>",
        f'  <origin xyz="{x} {y} {z}"/>',
        f'  <mass value="{body.mass:.4g}"/>',
        f"  <inertia {' '.join(entries)}/>",
        "</inertial>",
    ]
    return f"\n{indent}".join(lines)


def with_inertials(urdf: str, meshes: dict[str, bytes], density: dict[str, float]) -> str:
    """The URDF text with the content of every <inertial> computed anew."""
    links = {link.get("name"): link for link in ET.fromstring(urdf).iterfind("link")}

    def renew(match: re.Match[str]) -> str:
        visuals = links[match["name"]].iterfind("visual")
        body = Body.total(visual_body(visual, meshes, density) for visual in visuals)
        return match["head"] + inertial_text(body, match["indent"])

    pattern = (
        r'(?P<head><link name="(?P<name>[^"]+)">(?:(?!</link>).)*?\n(?P<indent> *))'
        r"<inertial>.*?</inertial>"
    )
    return re.sub(pattern, renew, urdf, flags=re.DOTALL)


def expected_files() -> dict[Path, bytes]:
    """Every file this tool owns, with the bytes it should have."""
    files: dict[Path, bytes] = {}
    for robot, shapes in (
        ("arm", arm_meshes()),
        ("rover", rover_meshes()),
        ("quadruped", quadruped_meshes()),
    ):
        meshes = {f"meshes/{name}.stl": stl_bytes(name, shells) for name, shells in shapes.items()}
        files |= {SAMPLES / robot / name: stl for name, stl in meshes.items()}
        urdf = SAMPLES / robot / f"{robot}.urdf"
        text = with_inertials(urdf.read_bytes().decode(), meshes, DENSITIES[robot])
        files[urdf] = text.encode()
        model = from_urdf(read_bytes(files[urdf], urdf.name).root).robot
        files[urdf.with_suffix(".srdf")] = draft_srdf(model).document().to_bytes()
        if robot == "arm":
            files[urdf.with_suffix(".sdf")] = sdf_of(text).encode()
    return files


def main() -> int:
    """The exit status: 0, or 1 when ``--check`` finds a difference."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    check: bool = parser.parse_args().check
    files = expected_files()
    stale = [path for path, data in files.items() if not path.exists() or path.read_bytes() != data]
    stray = sorted(set(SAMPLES.glob("*/meshes/*")) - set(files))
    for path in [*stale, *stray]:
        verdict = "belongs to no sample" if path in stray else "differs" if check else "written"
        print(f"{path.relative_to(SAMPLES)}: {verdict}")
        if path in stale and not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[path])
    return 1 if (stray or (check and stale)) else 0


if __name__ == "__main__":
    sys.exit(main())
