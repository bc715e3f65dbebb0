"""The sample robots are what they claim to be: tidy descriptions of robots that could be built."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
SAMPLES = REPOSITORY / "src" / "bodyplan" / "samples"
FACET = np.dtype([("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])

robots = pytest.mark.parametrize("name", ["arm", "rover", "quadruped"])
meshes = pytest.mark.parametrize(
    "mesh",
    sorted(SAMPLES.glob("*/meshes/*.stl")),
    ids=lambda path: f"{path.parent.parent.name}-{path.stem}",
)


def path_of(name):
    return SAMPLES / name / f"{name}.urdf"


def robot(name):
    return ET.parse(path_of(name)).getroot()


def numbers(text):
    return np.array((text or "0 0 0").split(), dtype=float)


def rotation(element):
    """R = Rz(yaw) Ry(pitch) Rx(roll) of an element's rpy."""
    roll, pitch, yaw = numbers(element.get("rpy"))

    def about(axis, angle):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        turn = np.eye(3)
        turn[i, i] = turn[j, j] = np.cos(angle)
        turn[j, i], turn[i, j] = np.sin(angle), -np.sin(angle)
        return turn

    return about(2, yaw) @ about(1, pitch) @ about(0, roll)


def facets(stl):
    data = stl.read_bytes()
    assert len(data) == 84 + 50 * int.from_bytes(data[80:84], "little")
    return np.frombuffer(data, FACET, offset=84)


def extent(urdf, part):
    """The bounds (2, 3) of one visual or collision in its link's frame."""
    shape, origin = part.find("geometry/*"), part.find("origin")
    turn = np.eye(3) if origin is None else rotation(origin)
    move = np.zeros(3) if origin is None else numbers(origin.get("xyz"))
    if shape.tag == "mesh":
        corners = facets(urdf.parent / shape.get("filename"))["corners"].reshape(-1, 3) @ turn.T
        return np.array([corners.min(axis=0), corners.max(axis=0)]) + move
    radius, length = float(shape.get("radius", "0")), float(shape.get("length", "0"))
    if shape.tag == "box":
        reach = np.abs(turn) @ numbers(shape.get("size")) / 2.0
    elif shape.tag == "cylinder":
        z = turn[:, 2]
        reach = np.abs(z) * length / 2.0 + radius * np.sqrt(np.maximum(0.0, 1.0 - z * z))
    else:
        assert shape.tag in {"sphere", "capsule"}
        reach = np.abs(turn[:, 2]) * length / 2.0 + radius
    return np.array([move - reach, move + reach])


def extent_of_all(urdf, parts):
    every = [extent(urdf, part) for part in parts]
    return np.array([np.min(every, axis=0)[0], np.max(every, axis=0)[1]])


def inertia_matrix(inertia):
    xx, xy, xz, yy, yz, zz = (
        float(inertia.get(k)) for k in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def moving(root):
    return [joint for joint in root.iterfind("joint") if joint.get("type") != "fixed"]


def test_the_generator_would_write_the_files_that_are_there():
    tool = REPOSITORY / "tools" / "make_samples.py"
    run = subprocess.run(
        [sys.executable, tool, "--check"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_all_samples_together_stay_small():
    sizes = [path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()]
    assert sum(sizes) < 640_000


@robots
def test_a_sample_is_a_tree_with_one_root(name):
    root = robot(name)
    links = {link.get("name") for link in root.iterfind("link")}
    children = [joint.find("child").get("link") for joint in root.iterfind("joint")]
    parents = {joint.find("parent").get("link") for joint in root.iterfind("joint")}
    assert max(Counter(children).values()) == 1
    assert parents | set(children) == links
    assert len(links - set(children)) == 1


@robots
def test_links_and_joints_share_no_name_and_use_snake_case(name):
    root = robot(name)
    names = [element.get("name") for tag in ("link", "joint") for element in root.iterfind(tag)]
    assert max(Counter(names).values()) == 1
    assert all(re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", each) for each in names)


@robots
def test_shapes_carry_names_that_no_other_shape_of_their_kind_has(name):
    for kind in ("visual", "collision"):
        names = Counter(e.get("name") for e in robot(name).iter(kind) if e.get("name"))
        assert not [each for each, count in names.items() if count > 1]


@robots
def test_every_material_is_defined_once_before_its_use_and_used(name):
    root = robot(name)
    shared = [material.get("name") for material in root.iterfind("material")]
    known, used = set(shared), set()
    assert len(known) == len(shared)
    for material in root.iterfind("link/visual/material"):
        label = material.get("name")
        if material.find("color") is not None:
            assert label not in known
            known.add(label)
        assert label in known
        used.add(label)
    assert used == known
    assert all(visual.find("material") is not None for visual in root.iter("visual"))


@robots
def test_transmissions_controllers_sensors_and_gazebo_refer_to_what_exists(name):
    root = robot(name)
    links = {link.get("name") for link in root.iterfind("link")}
    joints = {joint.get("name") for joint in moving(root)}
    for path in ("transmission/joint", "ros2_control/joint"):
        assert {joint.get("name") for joint in root.iterfind(path)} <= joints
    assert {e.get("link") for e in root.iterfind("sensor/parent")} <= links
    references = {block.get("reference") for block in root.iterfind("gazebo")} - {None}
    assert references <= links | joints
    for path in ("gazebo/plugin/left_joint", "gazebo/plugin/right_joint"):
        assert {element.text for element in root.iterfind(path)} <= joints


@robots
def test_every_mesh_is_named_relative_to_the_description_and_used(name):
    folder = SAMPLES / name
    used = {mesh.get("filename") for mesh in robot(name).iter("mesh")}
    assert used == {f"meshes/{path.name}" for path in (folder / "meshes").iterdir()}


@robots
def test_moving_joints_have_unit_axes_and_limits_that_hold_zero(name):
    for joint in moving(robot(name)):
        limit = joint.find("limit")
        assert np.linalg.norm(numbers(joint.find("axis").get("xyz"))) == 1.0
        assert 0.0 < float(limit.get("effort")) <= 150.0
        assert 0.0 < float(limit.get("velocity")) <= 20.0
        if joint.get("type") == "continuous":
            assert limit.get("lower") is None is limit.get("upper")
            continue
        lower, upper = float(limit.get("lower")), float(limit.get("upper"))
        assert lower <= 0.0 <= upper
        assert 0.0 < upper - lower <= 2.0 * np.pi
        soft = joint.find("safety_controller")
        if soft is not None:
            assert lower < float(soft.get("soft_lower_limit"))
            assert float(soft.get("soft_upper_limit")) < upper


@robots
def test_a_mimic_joint_can_go_wherever_its_mimicked_joint_sends_it(name):
    limits = {joint.get("name"): joint.find("limit") for joint in moving(robot(name))}
    for joint in moving(robot(name)):
        if (mimic := joint.find("mimic")) is not None:
            leader, own = limits[mimic.get("joint")], joint.find("limit")
            factor, offset = float(mimic.get("multiplier")), float(mimic.get("offset"))
            ends = sorted(factor * float(leader.get(end)) + offset for end in ("lower", "upper"))
            assert float(own.get("lower")) <= ends[0]
            assert ends[1] <= float(own.get("upper"))
            assert abs(factor) * float(leader.get("velocity")) <= float(own.get("velocity"))


@robots
def test_a_link_has_mass_exactly_when_it_has_shapes(name):
    for link in robot(name).iterfind("link"):
        present = {bool(link.findall(tag)) for tag in ("inertial", "visual", "collision")}
        assert len(present) == 1, link.get("name")


@robots
def test_inertias_are_those_of_real_bodies_with_their_centre_inside(name):
    for link in robot(name).iterfind("link[inertial]"):
        inertial = link.find("inertial")
        principal = np.linalg.eigvalsh(inertia_matrix(inertial.find("inertia")))
        assert float(inertial.find("mass").get("value")) > 0.0
        assert principal[0] > 0.0
        assert principal[0] + principal[1] > principal[2], link.get("name")
        centre = numbers(inertial.find("origin").get("xyz"))
        for kind in ("visual", "collision"):
            low, high = extent_of_all(path_of(name), link.findall(kind))
            assert (low < centre).all(), link.get("name")
            assert (centre < high).all(), link.get("name")


@robots
def test_collision_shapes_are_as_large_as_what_one_sees(name):
    for link in robot(name).iterfind("link[collision]"):
        seen = extent_of_all(path_of(name), link.findall("visual"))
        felt = extent_of_all(path_of(name), link.findall("collision"))
        assert np.abs(seen - felt).max() <= 0.0061, link.get("name")


@meshes
def test_a_mesh_is_closed_and_looks_outward(mesh):
    data = facets(mesh)
    corners = data["corners"].astype(float)
    points, index = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    triangles = index.reshape(-1, 3)
    edges = Counter((int(a), int(b)) for t in triangles for a, b in pairwise([*t, t[0]]))
    assert max(edges.values()) == 1
    assert all((b, a) in edges for a, b in edges)
    assert len(points) < len(corners)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert np.linalg.norm(across, axis=1).min() > 1e-9
    assert (np.einsum("ni,ni->n", across, data["normal"]) > 0.0).all()
    for shell in shells(triangles):
        part = corners[shell]
        assert np.einsum("ni,ni->", part[:, 0], np.cross(part[:, 1], part[:, 2])) > 0.0


def shells(triangles):
    """Groups of triangles that hang together."""
    group = np.arange(triangles.max() + 1)
    while True:
        lowest = group[triangles].min(axis=1)
        before = group.copy()
        for column in triangles.T:
            np.minimum.at(group, column, lowest)
        if (group == before).all():
            return [group[triangles[:, 0]] == g for g in np.unique(group)]


@meshes
def test_a_mesh_is_a_small_binary_file(mesh):
    assert mesh.stat().st_size < 60_000
    assert not mesh.read_bytes().startswith(b"solid")


def test_the_quadruped_shows_what_version_1_1_added():
    root = robot("quadruped")
    assert root.get("version") == "1.1"
    assert len(root.findall("link/collision/geometry/capsule")) == 4
    quaternions = [e.get("quat_xyzw") for e in root.iter("origin") if e.get("quat_xyzw")]
    assert len(quaternions) == 1
    assert np.linalg.norm([float(x) for x in quaternions[0].split()]) == pytest.approx(1.0)


@robots
def test_pinocchio_finds_the_written_mass_and_positive_definite_inertias(name):
    pin = pytest.importorskip("pinocchio")
    model = pin.buildModelFromUrdf(str(path_of(name)), pin.JointModelFreeFlyer())
    written = sum(float(m.get("value")) for m in robot(name).iterfind("link/inertial/mass"))
    assert pin.computeTotalMass(model) == pytest.approx(written)
    data = model.createData()
    moved = pin.crba(model, data, pin.neutral(model))
    assert np.linalg.eigvalsh(np.triu(moved) + np.triu(moved, 1).T).min() > 0.0
    for body in list(model.inertias)[1:]:
        assert np.linalg.eigvalsh(body.matrix()).min() > 0.0


@robots
def test_no_two_links_touch_at_zero_nor_when_one_joint_moves(name):
    pin = pytest.importorskip("pinocchio")
    model, shapes, _ = pin.buildModelsFromUrdf(str(path_of(name)), str(SAMPLES / name))
    shapes.addAllCollisionPairs()
    data, shape_data = model.createData(), shapes.createData()

    def touching(q):
        pin.computeCollisions(model, data, shapes, shape_data, q, False)
        pairs = zip(shapes.collisionPairs, shape_data.collisionResults, strict=True)
        both = [
            [shapes.geometryObjects[i].parentJoint for i in (pair.first, pair.second)]
            for pair, result in pairs
            if result.isCollision()
        ]
        return [[model.names[i] for i in pair] for pair in both if pair[0] != pair[1]]

    for joint in list(model.joints)[1:]:
        for share in np.linspace(0.0, 1.0, 9):
            q = pin.neutral(model)
            if joint.nq == 1:
                lower, upper = (
                    limit[joint.idx_q]
                    for limit in (model.lowerPositionLimit, model.upperPositionLimit)
                )
                q[joint.idx_q] = lower + share * (upper - lower)
            assert not touching(q), (name, q)


def test_the_arm_can_hold_itself_with_half_of_its_strength():
    pin = pytest.importorskip("pinocchio")
    model = pin.buildModelFromUrdf(str(path_of("arm")))
    data, still = model.createData(), np.zeros(model.nv)
    for lift in np.linspace(-1.9, 1.9, 39):
        for elbow in np.linspace(-2.6, 0.7, 34):
            q = pin.neutral(model)
            q[1:3] = lift, elbow
            effort = pin.rnea(model, data, q, still, still)
            assert (np.abs(effort) < 0.5 * model.effortLimit).all()
