"""Colliding pairs of links, compared with Pinocchio's geometry model of the same files."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from bodyplan.collision import CollisionModel, checked_pairs, colliding_pairs
from tests.oracles import urdfdom

np = pytest.importorskip("numpy")
pinocchio = pytest.importorskip("pinocchio")
pytest.importorskip("coal")

ROBOTS = {
    "panda": ("panda_description/urdf/panda.urdf", "panda_description/srdf/panda.srdf"),
    "ur3": ("ur_description/urdf/ur3_gripper.urdf", "ur_description/srdf/ur3_gripper.srdf"),
    "solo": ("solo_description/robots/solo12.urdf", "solo_description/srdf/solo.srdf"),
}
"""Meshes, meshes of a gripper, and an SRDF that disables no pair."""


def example(path):
    return Path(urdfdom.example_robots()[0]).parents[2] / path


class Peer:
    """Pinocchio's geometry model, with pairs of links."""

    def __init__(self, urdf, packages):
        self.model = pinocchio.buildModelFromUrdf(str(urdf), mimic=True)
        self.shapes = pinocchio.buildGeomFromUrdf(
            self.model, str(urdf), pinocchio.GeometryType.COLLISION, package_dirs=[str(packages)]
        )
        self.triangles = {}
        self.data, self.placed = self.model.createData(), self.shapes.createData()
        self.links = [
            self.model.frames[shape.parentFrame].name for shape in self.shapes.geometryObjects
        ]

    def colliding(self, robot, q, pairs):
        """The pairs that collide, of those asked for."""
        wanted = {frozenset(pair) for pair in pairs}
        shapes = self.shapes.copy()
        for i, j in np.argwhere(np.triu(np.ones((len(self.links),) * 2), 1)):
            if frozenset((self.links[i], self.links[j])) in wanted:
                shapes.addCollisionPair(pinocchio.CollisionPair(int(i), int(j)))
        data, own = self.model.createData(), shapes.createData()
        pinocchio.computeCollisions(self.model, data, shapes, own, self.q(robot, q), False)
        found = set()
        for pair, result in zip(shapes.collisionPairs, own.collisionResults, strict=True):
            if result.isCollision():
                found.add(frozenset((self.links[pair.first], self.links[pair.second])))
        return found

    def is_within(self, robot, q, pair):
        """Whether a shape of one link lies in a closed mesh of the other; Coal knows surfaces only."""
        pinocchio.updateGeometryPlacements(
            self.model, self.data, self.shapes, self.placed, self.q(robot, q)
        )
        shapes = [number for number, link in enumerate(self.links) if link in pair]
        return any(
            self.links[one] != self.links[other] and self._surrounds(one, other)
            for one in shapes
            for other in shapes
        )

    def _surrounds(self, one, other):
        """Whether the mesh ``one`` winds around a point of ``other``."""
        mesh, inner = (self.shapes.geometryObjects[number].geometry for number in (one, other))
        if not hasattr(mesh, "tri_indices"):
            return False
        if one not in self.triangles:
            sides = [mesh.tri_indices(i) for i in range(mesh.num_tris)]
            indices = np.array([[side[0], side[1], side[2]] for side in sides])
            self.triangles[one] = mesh.vertices()[indices]
        point = inner.vertices()[0] if hasattr(inner, "vertices") else np.zeros(3)
        point = self.placed.oMg[one].actInv(self.placed.oMg[other].act(point))
        a, b, c = np.moveaxis(self.triangles[one] - point, 1, 0)
        la, lb, lc = (np.linalg.norm(side, axis=1) for side in (a, b, c))
        dots = [np.sum(i * j, axis=1) * k for i, j, k in ((a, b, lc), (b, c, la), (c, a, lb))]
        volume = np.sum(a * np.cross(b, c), axis=1)
        return abs(np.sum(np.arctan2(volume, la * lb * lc + sum(dots)))) > np.pi

    def q(self, robot, q):
        """A configuration in Pinocchio's order, in which a continuous joint has two numbers."""
        found = pinocchio.neutral(self.model)
        for joint in robot.independent_joints:
            own = self.model.joints[self.model.getJointId(joint.name)]
            value = q[robot.q_slice(joint.name)]
            found[own.idx_q : own.idx_q + own.nq] = (
                value if own.nq == len(value) else (np.cos(value[0]), np.sin(value[0]))
            )
        return found


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("count", [25, pytest.param(1000, marks=pytest.mark.long)])
def test_the_same_pairs_collide_as_in_pinocchio(name, count):
    urdf, srdf = map(example, ROBOTS[name])
    robot = bodyplan.load(urdf, srdf=srdf, strict=False)
    peer = Peer(urdf, urdf.parents[4])
    model = CollisionModel(robot)
    every = CollisionModel(robot, pairs=_all_pairs(robot))
    assert model.skipped == ()
    hits = 0
    for q in robot.random(3, batch=count):
        found = set(map(frozenset, every.colliding_pairs(q)))
        gaps = dict(zip(map(frozenset, every.pairs), every.distances(q), strict=True))
        theirs = peer.colliding(robot, q, every.pairs)
        # Coal reports contact a little earlier.
        assert all(0.0 < gaps[pair] < 1e-5 for pair in theirs - found)
        assert all(peer.is_within(robot, q, pair) for pair in found - theirs)
        assert set(map(frozenset, model.colliding_pairs(q))) == found & set(
            map(frozenset, model.pairs)
        )
        hits += len(found)
    assert hits


def _all_pairs(robot):
    names = [link.name for link in robot.links if link.collisions]
    return [(one, two) for i, one in enumerate(names) for two in names[i + 1 :]]


def test_a_gripper_through_its_own_arm_collides_and_the_default_configuration_does_not():
    robot = bodyplan.load("sample:arm", srdf="sample:arm.srdf")
    assert colliding_pairs(robot) == ()
    bent = [0.02, 0.96, 0.42, -0.14, 1.31, 1.25, 0.01]
    assert colliding_pairs(robot, bent) == (("pedestal_link", "right_finger_link"),)


LINK = '<link name="{}"><collision><origin xyz="{} 0 0"/><geometry>{}</geometry></collision></link>'
SHAPES = {
    "box": '<box size="1 1 1"/>',
    "sphere": '<sphere radius="0.5"/>',
    "cylinder": '<cylinder radius="0.5" length="1"/>',
    "capsule": '<capsule radius="0.5" length="1"/>',
}


@pytest.mark.parametrize("shape", SHAPES)
def test_primitives_are_exact(shape):
    def pairs(gap):
        text = (
            '<robot name="r" version="1.2"><link name="a"/>'
            f"{LINK.format('b', 0, SHAPES[shape])}{LINK.format('c', 1 + gap, SHAPES['sphere'])}"
            '<joint name="ab" type="fixed"><parent link="a"/><child link="b"/></joint>'
            '<joint name="ac" type="floating"><parent link="a"/><child link="c"/></joint></robot>'
        )
        return colliding_pairs(bodyplan.load(text.encode(), strict=False), pairs=[("b", "c")])

    assert pairs(1e-4) == ()
    assert pairs(-1e-4) == (("b", "c"),)


ARM = """<robot name="arm"><link name="base"/>{}
<joint name="one" type="revolute"><parent link="base"/><child link="a"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="two" type="revolute"><parent link="a"/><child link="bare"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="three" type="fixed"><parent link="bare"/><child link="b"/></joint>
<joint name="four" type="fixed"><parent link="b"/><child link="c"/></joint>
<joint name="five" type="revolute"><parent link="c"/><child link="d"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<link name="bare"/></robot>"""
CHECKED = {
    "no SRDF": ("", [("a", "d")]),
    "a pair is disabled": ('<disable_collisions link1="a" link2="d" reason="Never"/>', []),
    "adjacent links are enabled": (
        '<enable_collisions link1="b" link2="a"/>',
        [("a", "b"), ("a", "d")],
    ),
    "a link is disabled": ('<disable_default_collisions link="d"/>', []),
    "a link is disabled and a pair enabled": (
        '<disable_default_collisions link="d"/><enable_collisions link1="a" link2="d"/>',
        [("a", "d")],
    ),
}


@pytest.mark.parametrize("case", CHECKED)
def test_which_pairs_are_checked(case):
    srdf, expected = CHECKED[case]
    links = "".join(LINK.format(name, 0, SHAPES["box"]) for name in "abcd")
    text = ARM.format(links).encode()
    overlay = f'<robot name="arm">{srdf}</robot>'.encode()
    robot = bodyplan.load(text, srdf=overlay if srdf else None)
    assert list(checked_pairs(robot)) == expected
    assert list(colliding_pairs(robot)) == expected  # all boxes are at one place


def test_meshes_that_cannot_be_read_are_left_out_and_listed(tmp_path):
    links = "".join(LINK.format(name, 0, SHAPES["box"]) for name in "bcd")
    mesh = LINK.format("a", 0, '<mesh filename="gone.stl"/>')
    (tmp_path / "arm.urdf").write_text(ARM.format(mesh + links))
    model = CollisionModel(bodyplan.load(tmp_path / "arm.urdf", strict=False))
    assert model.pairs == (("a", "d"),)
    assert model.colliding_pairs() == ()
    assert [(one.link, "gone.stl" in one.reason) for one in model.skipped] == [("a", True)]


WRONG = {
    "another number of joints": ([0.0] * 3, "nq = 7"),
    "not a number": ([float("nan")] * 7, "finite"),
    "several configurations": ([[0.0] * 7] * 2, "one configuration"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_configuration_that_does_not_fit_is_a_value_error(case):
    q, part = WRONG[case]
    robot = bodyplan.load("sample:arm")
    assert robot.nq == 7
    with pytest.raises(ValueError, match=part):
        colliding_pairs(robot, q)


NAMED = {
    "sphere": "<sphere><radius>0.5</radius></sphere>",
    "box": "<box><size>1 1 1</size></box>",
    "cylinder": "<cylinder><radius>0.5</radius><length>1</length></cylinder>",
    "capsule": "<capsule><radius>0.5</radius><length>1</length></capsule>",
    "cone": "<cone><radius>0.5</radius><length>1</length></cone>",
    "ellipsoid": "<ellipsoid><radii>0.5 0.5 0.5</radii></ellipsoid>",
    "polyline": "<polyline><point>-.5 -.5</point><point>.5 -.5</point><point>.5 .5</point>"
    "<point>-.5 .5</point><height>1</height></polyline>",
    "plane": "<plane><normal>-1 0 0</normal></plane>",
}
"""Shapes of SDFormat whose surface crosses x at 0.5 m, or at 0 for a plane."""


@pytest.mark.parametrize("shape", NAMED)
def test_every_shape_of_sdformat_has_its_distance(shape):
    def model(x):
        part = '<link name="{}"><pose>{} 0 0 0 0 0</pose><collision name="c">{}<geometry>{}</geometry></collision></link>'
        turned = "<pose>0 0 -.5 0 0 0</pose>" if shape in {"polyline", "cone"} else ""
        if shape == "cone":
            turned = "<pose>0 0 .5 0 0 0</pose>"
        return bodyplan.load(
            (
                '<sdf version="1.11"><model name="m"><link name="w"/>'
                + part.format("a", 0, turned, NAMED[shape])
                + part.format("b", x, "", "<box><size>.2 .2 .2</size></box>")
                + "".join(
                    f'<joint name="{name}" type="revolute"><parent>w</parent><child>{name}</child>'
                    "<axis><xyz>0 0 1</xyz></axis></joint>"
                    for name in "ab"
                )
                + "</model></sdf>"
            ).encode(),
            strict=False,
        )

    if shape == "plane":  # solid at positive x
        assert bodyplan.collision.distance(model(-0.35)) == pytest.approx(0.25)
        return
    found = bodyplan.collision.distance(model(0.85))
    assert found == pytest.approx(0.25, abs=0.02 if shape == "cone" else 1e-9)
    assert bodyplan.collision.is_free(model(0.601 if shape != "cone" else 0.65))
    assert not bodyplan.collision.is_free(model(0.45))


def test_queries_have_the_shape_of_the_batch():
    robot = bodyplan.load("sample:arm", srdf="sample:arm.srdf")
    q = robot.random(0, batch=12).reshape(3, 4, 7)
    pairs = checked_pairs(robot)[:5]
    assert bodyplan.collision.is_free(robot, q).shape == (3, 4)
    assert bodyplan.collision.distance(robot, q).shape == (3, 4)
    each = bodyplan.collision.distance(robot, q, pairs=pairs)
    assert each.shape == (3, 4, 5)
    assert np.array_equal(each[1, 2], bodyplan.collision.distance(robot, q[1, 2], pairs=pairs))
    assert bodyplan.collision.distance(robot).shape == ()
    assert bodyplan.collision.distance(robot, {"elbow_joint": 0.5}, pairs=pairs).shape == (5,)
    assert bodyplan.collision.is_free(robot, q[:0]).shape == (0, 4)
    none = bodyplan.collision.distance(robot, q, pairs=[("tool0", "palm_link")])
    assert np.isinf(none).all()


def test_a_link_inside_a_closed_mesh_collides_and_contacts_say_so(tmp_path):
    from bodyplan.geometry.tessellation import tessellated
    from bodyplan.model.shape import Sphere

    shell = tessellated(Sphere(0.5))
    corners = "".join(f"v {x} {y} {z}\n" for x, y, z in shell.vertices)
    faces = "".join(f"f {a} {b} {c}\n" for a, b, c in shell.faces + 1)
    (tmp_path / "shell.obj").write_text(corners + faces, encoding="ascii")
    for scale in ("1 1 1", "1 -1 1"):
        mesh = LINK.format("b", 0, f'<mesh filename="shell.obj" scale="{scale}"/>')
        links = mesh + LINK.format("c", 0, SHAPES["box"].replace("1 1 1", ".1 .1 .1"))
        (tmp_path / "r.urdf").write_text(
            f'<robot name="r"><link name="a"/>{links}'
            '<joint name="ab" type="fixed"><parent link="a"/><child link="b"/></joint>'
            '<joint name="ac" type="prismatic"><parent link="a"/><child link="c"/>'
            '<limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>'
        )
        robot = bodyplan.load(tmp_path / "r.urdf", strict=False)
        pairs = [("b", "c")]
        model = CollisionModel(robot, pairs)
        q = np.array([[0.0], [0.45], [0.7]])
        assert model.touching(q)[:, 0].tolist() == [False, True, False]
        assert model.collides(q)[:, 0].tolist() == [True, True, False]
        distance = bodyplan.collision.distance(robot, q, pairs=pairs)[:, 0]
        assert distance[0] == pytest.approx(-0.45 + 0.05 * 3**0.5 - 0.05, abs=0.05)
        assert distance[1] < 0.0 < distance[2]
        (contact,) = model.contacts(q[0])
        assert contact.inside == "c"
        assert colliding_pairs(robot, q[0], pairs=pairs) == (("b", "c"),)
        assert not bodyplan.collision.is_free(robot, q[0], pairs=pairs)


def test_the_twin_answers_where_the_extension_is_missing(monkeypatch):
    robot = bodyplan.load("sample:arm", srdf="sample:arm.srdf")
    q = [0.02, 0.96, 0.42, -0.14, 1.31, 1.25, 0.01]
    own = CollisionModel(robot)
    expected = own.colliding_pairs(q), own.distances(q)
    monkeypatch.setattr("bodyplan.native.Scene", None)
    twin = CollisionModel(robot)
    assert twin.colliding_pairs(q) == expected[0]
    assert twin.distances(q) == pytest.approx(expected[1], abs=1e-4)
