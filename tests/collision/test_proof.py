"""Proofs that links never touch are sound: no configuration contradicts one."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import bodyplan
from bodyplan.collision import CollisionModel
from bodyplan.collision._relative import relative_motion
from bodyplan.collision._shapes import shapes_of
from bodyplan.collision._surfaces import surface_of
from bodyplan.collision.matrix import Options, compute_matrix
from bodyplan.collision.proof import decide, native_motion
from bodyplan.geometry.tessellation import tessellated
from bodyplan.kinematics import forward_kinematics
from bodyplan.model import Joint, Limit, Link, Mimic, Robot
from bodyplan.model.shape import Box, Capsule, Cone, Cylinder, Ellipsoid, Geometry, Sphere
from bodyplan.model.transform import Transform
from tests.oracles import urdfdom

np = pytest.importorskip("numpy")
native = pytest.importorskip("bodyplan.native")
if native.prove_apart is None:
    pytest.skip("the extension is not there", allow_module_level=True)

SAMPLES = 2_000
"""Of each proved pair in the short run."""
MANY = 10_000
"""Of each proved pair in the long one, which also descends from the nearest of others."""
ROBOTS = {
    "panda": "panda_description/urdf/panda.urdf",
    "solo": "solo_description/robots/solo12.urdf",
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "go1": "go1_description/urdf/go1.urdf",
    "anymal": "anymal_b_simple_description/robots/anymal.urdf",
    "hyq": "hyq_description/robots/hyq_no_sensors.urdf",
}


def example(path):
    return Path(urdfdom.example_robots()[0]).parents[2] / path


def random_chain(dice):
    """A base and four links in a chain, of random shapes, joints and limits."""
    shapes = (
        lambda: Box(tuple(dice.uniform(0.02, 0.2, 3))),
        lambda: Sphere(dice.uniform(0.02, 0.1)),
        lambda: Capsule(dice.uniform(0.02, 0.05), dice.uniform(0.05, 0.3)),
        lambda: Cylinder(dice.uniform(0.02, 0.05), dice.uniform(0.05, 0.3)),
        lambda: Cone(dice.uniform(0.02, 0.05), dice.uniform(0.05, 0.3)),
        lambda: Ellipsoid(tuple(dice.uniform(0.02, 0.1, 3))),
    )
    links, joints = [], []
    for number in range(5):
        pose = Transform.from_rpy(tuple(dice.uniform(-3, 3, 3)), tuple(dice.uniform(-0.1, 0.1, 3)))
        shape = shapes[dice.integers(len(shapes))]()
        links.append(Link(f"l{number}", collisions=(Geometry(shape, pose),)))
        if not number:
            continue
        kind = ("revolute", "prismatic", "continuous", "revolute", "screw")[dice.integers(5)]
        axis = dice.normal(size=3)
        lower, upper = np.sort(
            dice.uniform(-0.4, 0.4, 2) if kind == "prismatic" else dice.uniform(-2, 2, 2)
        )
        mimic = None
        if number == 3 and dice.random() < 0.5 and kind != "continuous":
            mimic = Mimic("j1", dice.uniform(-1, 1), dice.uniform(-0.1, 0.1))
        joints.append(
            Joint(
                f"j{number}", kind, f"l{number - 1}", f"l{number}",
                Transform.from_rpy(tuple(dice.uniform(-3, 3, 3)), tuple(dice.uniform(-0.3, 0.3, 3))),
                tuple(axis / np.linalg.norm(axis)), Limit(lower, upper), mimic,
                pitch=0.05 if kind == "screw" else 0.0,
            )
        )  # fmt: skip
    return Robot("chain", links, joints)


def surfaces(robot, row):
    """The surfaces of two links that proofs are about, and their motion."""
    links = [robot.link(name) for name in (row.link1, row.link2)]
    _, shapes = shapes_of(robot, links, [])
    one, two = (surface_of(shapes, body) for body in (0, 1))
    return one, two, native_motion(relative_motion(robot, row.link1, row.link2))


def descents(robot, row):
    """The smallest distance that descents from the 20 nearest of random configurations find."""
    return native.nearest_approach(*surfaces(robot, row), 11, 500, 20)[0]


def check(robot, samples, budget):
    """Compare every proof with samples of the joints between its links; return how many there are."""
    matrix = compute_matrix(robot, Options(samples=200, budget=budget))
    dice = np.random.default_rng(7)
    proofs = 0
    for row in matrix.rows:
        if row.evidence != "proved":
            continue
        proofs += 1
        q = np.tile(robot.q(), (samples, 1))
        for one in relative_motion(robot, row.link1, row.link2).variables:
            q[:, one.column] = dice.uniform(one.lower, one.upper, samples)
            ends = dice.random(samples) < 0.1  # closest configurations are often at limits
            q[ends, one.column] = np.where(dice.random(ends.sum()) < 0.5, one.lower, one.upper)
        model = CollisionModel(robot, [(row.link1, row.link2)])
        assert not model.touching(q).any(), row
        if row.contained is None:
            distances = model.distances(q[: samples // 10])
            assert distances.min() >= row.clearance - 1e-9, row
        if samples >= MANY:
            assert descents(robot, row) >= row.clearance, row
    for row in matrix.rows:
        if row.evidence == "met" and row.contained is None:
            model = CollisionModel(robot, [(row.link1, row.link2)])
            assert model.touching(robot.q(row.witness)).all(), row
    return proofs


@pytest.mark.parametrize("seed", range(12))
def test_no_sample_of_a_random_chain_contradicts_a_proof(seed):
    check(random_chain(np.random.default_rng(seed)), SAMPLES, 3_000)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12, 512))
def test_no_sample_of_many_random_chains_contradicts_a_proof(seed):
    check(random_chain(np.random.default_rng(seed)), MANY, 20_000)


@pytest.mark.parametrize("name", ["panda"])
def test_no_sample_of_a_robot_contradicts_a_proof(name):
    assert check(bodyplan.load(example(ROBOTS[name])), SAMPLES // 4, 30_000)


@pytest.mark.long
@pytest.mark.parametrize("name", ROBOTS)
def test_no_sample_of_many_robots_contradicts_a_proof(name):
    assert check(bodyplan.load(example(ROBOTS[name])), MANY, 150_000)


def test_shapes_grown_by_the_nearest_distance_are_no_longer_proved():
    """A proof is not one of something else: with a little more, the search finds the contact."""

    def arm(radius):
        links = [
            Link("base", collisions=(Geometry(Sphere(0.1)),)),
            Link("rod", collisions=(Geometry(Capsule(0.02, 0.3), Transform(p=(0.2, 0.0, 0.0))),)),
            Link("tip", collisions=(Geometry(Sphere(radius), Transform(p=(0.1, 0.0, 0.0))),)),
        ]
        joints = [
            Joint("a", "revolute", "base", "rod", Transform(), (0.0, 1.0, 0.0), Limit(-2.0, 2.0)),
            Joint("b", "revolute", "rod", "tip", Transform(p=(0.35, 0.0, 0.0)), (0.0, 0.0, 1.0),
                  Limit(-2.5, 2.5)),
        ]  # fmt: skip
        return compute_matrix(Robot("arm", links, joints)).row("base", "tip")

    proved = arm(0.05)
    assert (proved.reason, proved.evidence) == ("Never", "proved")
    assert 0.0 < proved.clearance <= proved.nearest
    grown = arm(0.05 + proved.nearest + 1e-5)
    assert grown.evidence == "met"
    shrunk = arm(0.05 + proved.clearance)
    assert shrunk.evidence == "proved"


PANDA_NEVER = [
    ("panda_link0", "panda_link2"), ("panda_link0", "panda_link3"), ("panda_link0", "panda_link4"),
    ("panda_link1", "panda_link3"), ("panda_link1", "panda_link4"), ("panda_link2", "panda_link4"),
    ("panda_link3", "panda_link5"), ("panda_link3", "panda_link6"), ("panda_link3", "panda_link7"),
    ("panda_link4", "panda_link6"), ("panda_link4", "panda_link7"),
]  # fmt: skip


@pytest.mark.long
def test_rows_of_the_panda_are_proved_and_the_wrong_one_is_refuted():
    """MoveIt's SRDF of the panda calls link2 and link6 Never; example-robot-data has the same arm."""
    matrix = compute_matrix(bodyplan.load(example(ROBOTS["panda"])))
    assert {matrix.row(*pair).evidence for pair in PANDA_NEVER} == {"proved"}
    assert matrix.row("panda_link2", "panda_link6").evidence == "met"


def decided(path, link, other, budget):
    robot = bodyplan.load(example(path))
    motion = relative_motion(robot, link, other)
    _, shapes = shapes_of(robot, [robot.link(link), robot.link(other)], [])
    one, two = (surface_of(shapes, body) for body in (0, 1))
    model = CollisionModel(robot, [(link, other)])

    def touches(positions):
        values = {one.name: at for one, at in zip(motion.variables, positions, strict=True)}
        return bool(model.touching(robot.q(values))[0])

    return decide(motion, one, two, budget=budget, seed=0, touches=touches)


UR10 = "ur_description/urdf/ur10_robot.urdf"


@pytest.mark.parametrize("other", ["wrist_1_link", "wrist_2_link"])
def test_joints_that_turn_fully_next_to_a_link_take_few_cells(other):
    """What turns next to a link sweeps a known solid: 150,000 cells of small turns were too few."""
    assert decided(UR10, "shoulder_link", other, 3_000).verdict == "apart"


def test_a_contact_that_is_rarely_met_is_found_by_descents():
    found = decided(UR10, "base_link", "wrist_2_link", 2_000)
    assert (found.verdict, found.nearest) == ("met", 0.0)


@pytest.mark.parametrize("seed", range(8))
def test_bounds_hold_for_wide_cells_of_every_order_of_joints(seed):
    """One cell is the whole box of joint positions, so that nothing hides a bound that is too small."""
    dice = np.random.default_rng(1000 + seed)
    robot = random_chain(dice)
    for link, other in (("l0", "l2"), ("l0", "l3"), ("l0", "l4"), ("l1", "l4")):
        far = dice.normal(size=3)
        apart = Transform(p=tuple(dice.uniform(0.5, 2.0) * far / np.linalg.norm(far)))
        motion = relative_motion(robot, link, other)
        end = motion.end @ apart
        moved = motion._replace(end=end)
        _, shapes = shapes_of(robot, [robot.link(link), robot.link(other)], [])
        one, two = (surface_of(shapes, body) for body in (0, 1))
        moving = native_motion(moved)
        verdict, _, _, clearance, _ = native.prove_apart(one, two, moving, 1e-4, 1.0, 200)
        if verdict == "proved":
            assert native.nearest_approach(one, two, moving, seed, 60, 1)[0] >= clearance


def arm(*joints, box):
    """A base with a box, and a small ball beyond the joints and one more that hardly moves it."""
    ends = {joint.child for joint in joints}
    links = [Link("base", collisions=(Geometry(Box((0.1, 0.1, 0.1)), Transform(p=box)),))]
    links += [Link(name) for name in sorted(ends)]
    links.append(Link("tip", collisions=(Geometry(Sphere(0.05)),)))
    last = joints[-1]
    at = (0.3, 0.0, 0.0) if last.type == "revolute" else (0.0, 0.0, 0.0)
    tip = Joint("r", "revolute", last.child, "tip", Transform(p=at), (0.0, 1.0, 0.0), Limit(-1, 1))
    return Robot("arm", links, [*joints, tip])


WHEEL = Joint("m", "continuous", "base", "wheel", axis=(0.0, 0.0, 1.0))
BEYOND_A_TURN = {
    "a slide that follows an endless joint": (
        arm(
            WHEEL,
            Joint("c", "prismatic", "base", "cart", axis=(1.0, 0.0, 0.0), limit=Limit(0, 1), mimic=Mimic("m", 0.01, 0.0)),
            box=(0.5, 0.0, 0.0),
        ),
        {"m": 45.0},
    ),
    "half the angle of an endless joint": (
        arm(
            WHEEL,
            Joint("c", "revolute", "base", "cart", axis=(0.0, 0.0, 1.0), limit=Limit(-4, 4), mimic=Mimic("m", 0.5, 0.0)),
            box=(-0.3, 0.0, 0.0),
        ),
        {"m": 2.0 * np.pi},
    ),
    "a screw without limits": (
        arm(Joint("c", "screw", "base", "nut", axis=(0.0, 0.0, 1.0), pitch=0.01), box=(0.0, 0.0, 0.5)),
        {"c": 45.0},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BEYOND_A_TURN)
def test_motion_beyond_one_turn_is_not_proved_away(what):
    robot, values = BEYOND_A_TURN[what]
    assert CollisionModel(robot, [("base", "tip")]).touching(robot.q(values)).all()
    (row,) = compute_matrix(robot, Options(samples=50, strict_adjacent=True)).rows
    assert row.evidence != "proved"
    assert row.reason == "Not Disabled"


def test_the_search_for_near_configurations_ends_soon_for_shells_in_each_other():
    """All their triangles are nearly equally far apart, so that no box can be left out."""

    def shell(radius):
        mesh = tessellated(Sphere(radius), 100)
        corners = np.ascontiguousarray(np.asarray(mesh.vertices)[np.asarray(mesh.faces)])
        return native.ProofSurface(corners, np.zeros(len(corners)))

    links = [Link(name, collisions=(Geometry(Sphere(0.1)),)) for name in ("base", "one", "two")]
    axes = [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0)]
    joints = [
        Joint(name, "revolute", "base", name, Transform(), axis, Limit(-1.0, 1.0))
        for name, axis in zip(("one", "two"), axes, strict=True)
    ]
    motion = native_motion(relative_motion(Robot("shells", links, joints), "one", "two"))
    before = time.process_time()
    found, _ = native.nearest_approach(shell(0.1), shell(0.11), motion, 0, 300, 2)
    assert time.process_time() - before < 10.0
    assert 0.0098 < found < 0.0102


def reaching(joints, q, tip, gap):
    """A sphere on the last link that comes to within a gap of a wall on the first one, and no closer.

    Args:
        joints: of the chain, from link l0.
        q: where the sphere comes closest.
        tip: the centre of the sphere in the last link [m].
        gap: between sphere and wall there [m].
    """
    last = joints[-1].child

    def made(*wall):
        inner = [Link(joint.child) for joint in joints[:-1]]
        ball = Geometry(Sphere(0.125), Transform(p=tip))
        links = [Link("l0", collisions=wall), *inner, Link(last, collisions=(ball,))]
        return Robot("reaching", links, joints)

    free = made()
    (X,) = forward_kinematics(free, free.q(q), [free.link_index(last)])
    x = (X @ np.array((*tip, 1.0)))[0] + 0.125 + gap
    return made(Geometry(Box((1.0, 4.0, 4.0)), Transform(p=(x + 0.5, 0.0, 0.0))))


Z, ALONG = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)
FIXED = Joint("j1", "fixed", "l1", "l2")
TOUCHING = {
    "prismatic below revolute": (
        [Joint("j0", "revolute", "l0", "l1", axis=Z, limit=Limit(-1.0, 1.0)),
         Joint("j1", "prismatic", "l1", "l2", axis=ALONG, limit=Limit(0.0, 0.25))],
        {"j0": 0.0, "j1": 0.25}, (0.0, 0.0, 0.0),
    ),
    "mimic with a ratio": (
        [Joint("j0", "revolute", "l0", "l1", axis=Z, limit=Limit(-1.0, 1.0)),
         Joint("j1", "revolute", "l1", "l2", Transform(p=(0.5, 0.0, 0.0)), Z, Limit(-3.0, 3.0), Mimic("j0", -2.0, 0.0))],
        {"j0": 0.0}, (0.25, 0.0, 0.0),
    ),
    "continuous over the full turn": (
        [Joint("j0", "continuous", "l0", "l1", axis=Z), FIXED], {"j0": np.pi}, (-0.5, 0.0, 0.0),
    ),
    "screw": (
        [Joint("j0", "screw", "l0", "l1", axis=ALONG, limit=Limit(-1.0, 1.0), pitch=0.1), FIXED],
        {"j0": 1.0}, (0.0, 0.0, 0.0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", TOUCHING)
def test_what_touches_in_one_configuration_is_never_proved_apart(what):
    options = Options(samples=200, strict_adjacent=True)
    (row,) = compute_matrix(reaching(*TOUCHING[what], 0.0), options).rows
    assert (row.reason, row.evidence) != ("Never", "proved")
    (apart,) = compute_matrix(reaching(*TOUCHING[what], 1e-4), options).rows
    assert (apart.reason, apart.evidence) == ("Never", "proved")
    assert 0.0 < apart.clearance <= 1e-4


def test_a_planar_joint_has_no_limits_and_its_pairs_stay_checked():
    joints = [Joint("j0", "planar", "l0", "l1", axis=Z), FIXED]
    robot = reaching(joints, {"j0": (0.0, 0.0, 0.0)}, (0.0, 0.0, 0.0), gap=5.0)
    (row,) = compute_matrix(robot, Options(samples=20, strict_adjacent=True)).rows
    assert (row.reason, row.evidence) == ("Not Disabled", "sampled")
    assert "has no limits" in row.why
