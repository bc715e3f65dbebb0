"""The collision matrix of robots with very many links."""

from __future__ import annotations

import random
import time
from itertools import combinations

import pytest

import bodyplan.native
from bodyplan.collision import CollisionModel, _relative, matrix
from bodyplan.collision.evidence import CHECKED
from bodyplan.collision.matrix import Options, compute_matrix
from bodyplan.collision.samples import GIVEN_UP, Effort
from bodyplan.core import replace
from bodyplan.model import Joint, Limit, Link, Mesh, Robot
from bodyplan.model.shape import Box, Geometry, Sphere
from bodyplan.model.transform import Transform
from tests.growth import HANG_GUARD, lines

np = pytest.importorskip("numpy")


USUAL = ("revolute", "revolute", "prismatic", "fixed", "continuous")


def limbs(count, *, seed=1, chain=False, kinds=USUAL):
    """A random tree of links, or a chain of them."""
    dice = random.Random(seed)
    links, joints = [], []
    for number in range(count):
        one = Sphere(dice.uniform(0.02, 0.08)) if dice.random() < 0.5 else Box((0.1, 0.05, 0.05))
        links.append(Link(f"l{number:04}", collisions=(Geometry(one),)))
        if number:
            parent = number - 1 if chain else dice.randrange(number)
            place = Transform(p=tuple(dice.uniform(-0.2, 0.2) for _ in range(3)))
            kind = dice.choice(kinds)
            limit = Limit(0.0, 0.1) if kind == "prismatic" else Limit(-0.5, 0.5)
            ends = links[parent].name, links[number].name
            axis = dice.choice([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
            joints.append(Joint(f"j{number:04}", kind, *ends, place, axis, limit))
    return Robot("limbs", links, joints)


def test_the_work_for_a_pair_does_not_grow_with_the_joints_between():
    options = Options(samples=0, proof=False)
    few, many = (limbs(count, chain=True) for count in (30, 60))
    compute_matrix(few, options)  # what is computed once
    growth = lines(lambda: compute_matrix(many, options)) / lines(
        lambda: compute_matrix(few, options)
    )
    assert growth < 5.0  # there are 4 times as many pairs


def test_a_robot_has_one_budget_and_pairs_with_few_joints_between_come_first(monkeypatch):
    robot = limbs(24)
    monkeypatch.setattr(matrix, "_WAVE", 10)
    whole = compute_matrix(robot, Options(samples=300, budget=500))
    monkeypatch.setattr(matrix, "_SHARE", 10)
    parts = [compute_matrix(robot, Options(samples=300, budget=500), threads=n) for n in (1, 2)]
    assert parts[0] == parts[1]
    left_out = [row for row in parts[0].rows if row.evidence == "sampled" and row.cells is None]
    assert left_out
    for row in left_out:
        assert row.reason == "Never"
    same = [row for row in parts[0].rows if row not in left_out]
    assert all(whole.row(row.link1, row.link2) == row for row in same)
    assert any(row.evidence == "proved" for row in same)
    motions = _relative.Motions(robot)

    def count(row):
        return len(motions.between(row.link1, row.link2).variables)

    proofs = [row for row in same if row.cells is not None]
    assert max(map(count, proofs)) <= min(map(count, left_out))


@pytest.mark.parametrize("seed", range(6))
def test_what_lies_between_two_links_is_what_moves_them(seed):
    kinds = (*USUAL, "floating", "ball", "planar", "universal", "screw")
    robot = limbs(14, seed=seed, kinds=kinds)
    motions = _relative.Motions(robot, robot.random(0, batch=2))
    names = robot.link_names
    for link in names:
        found = dict(motions.courses(link, {*names} - {link}))
        assert found.keys() == {name for name in names if motions.between(link, name)} - {link}
        for other, course in found.items():
            motion = motions.between(link, other)
            columns = [n for n in range(robot.nq) if course.columns >> n & 1]
            assert columns == [one.column for one in motion.variables]
            assert course.open_joints == motion.open_joints


def test_the_key_of_a_pair_depends_on_states_but_not_on_their_order_or_number():
    robot = limbs(6, chain=True)
    q = robot.random(0, batch=3)

    def keys(states):
        motions = _relative.Motions(robot, states)
        return {name: course.key for name, course in motions.courses("l0000", robot.link_names)}

    assert keys(q) == keys(q[[2, 0, 1, 1]])
    changed = q.copy()
    changed[0, -1] += 0.1
    before, after = keys(q), keys(changed)
    assert before["l0005"] != after["l0005"]
    assert {name for name in before if before[name] == after[name]} == {*before} - {"l0005"}


def test_a_witness_of_very_many_joints_is_left_out(monkeypatch):
    robot = limbs(8, chain=True)
    joints = [
        replace(one, type="continuous", origin=Transform(p=(0.05, 0.0, 0.0)))
        for one in robot.joints
    ]
    monkeypatch.setattr(matrix, "_MOST_POSITIONS", 3)
    found = compute_matrix(Robot("coil", robot.links, joints), Options(samples=300))
    met = [row for row in found.rows if row.evidence == "met" and row.reason == CHECKED]
    far = [row for row in met if int(row.link2[1:]) - int(row.link1[1:]) > 3]
    assert far
    assert all((row.witness is None) == (row in far) or row.cells is not None for row in met)


@pytest.mark.long
@pytest.mark.parametrize("chain", [False, True])
def test_1000_links_end(chain):
    before = time.process_time()
    found = compute_matrix(limbs(1000, chain=chain))
    assert len(found.rows) == 499_500
    assert time.process_time() - before < HANG_GUARD


def nested(count):
    """Shells of triangles in each other, a millimetre apart, on joints with different axes."""
    from bodyplan.geometry.tessellation import tessellated

    shell = tessellated(Sphere(0.1), 24)
    names = [f"s{number}" for number in range(count)]
    links = [Link("base")] + [
        Link(name, collisions=(Geometry(Mesh(f"{number}.obj")),))
        for number, name in enumerate(names)
    ]
    joints = [
        Joint(name, "revolute", "base", name, axis=axis, limit=Limit(-1.0, 1.0))
        for name, axis in zip(names, 9 * ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), strict=False)
    ]

    def write(folder):
        for number in range(count):
            corners = shell.vertices * (1.0 + 0.01 * number)
            lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in corners.tolist()]
            lines += ["f {} {} {}".format(*face) for face in (shell.faces + 1).tolist()]
            (folder / f"{number}.obj").write_text("\n".join(lines) + "\n", encoding="ascii")
        return Robot("shells", links, joints).with_files(lambda uri, _: folder / uri)

    return write


@pytest.mark.skipif(bodyplan.native.Scene is None, reason="no extension here")
def test_pairs_that_take_too_many_tests_are_checked_and_say_why(tmp_path, monkeypatch):
    robot = nested(3)(tmp_path)
    options = Options(samples=300, strict_adjacent=True)
    whole = compute_matrix(robot, options)
    assert all(row.reason != CHECKED or row.evidence == "met" for row in whole.rows)
    monkeypatch.setattr(matrix, "TESTS", 20_000)
    parts = [compute_matrix(robot, options, threads=n) for n in (1, 2)]
    assert parts[0] == parts[1]
    given_up = [row for row in parts[0].rows if row.why == GIVEN_UP]
    assert given_up
    for row in given_up:
        assert (row.reason, row.evidence, row.key) == (CHECKED, "sampled", None)
        assert row.samples < 500
    assert compute_matrix(robot, options, previous=parts[0]) == parts[0]


@pytest.mark.skipif(bodyplan.native.Scene is None, reason="no extension here")
@pytest.mark.parametrize("query", ["touching", "first"])
def test_a_limit_that_suffices_for_all_pairs_together_gives_the_same_results(query):
    robot = limbs(12)
    model = CollisionModel(robot, combinations([link.name for link in robot.links], 2))
    X = model.poses(robot.random(0, batch=200))
    ask = getattr(model.scene, query)
    left = np.full(len(model.pair_numbers), 10**12)
    expected = ask(X, model.pair_numbers, 1, left)
    used = int((10**12 - left).sum())
    assert np.array_equal(expected, ask(X, model.pair_numbers))
    # Pairs that need more than their share get what the other pairs have left.
    found, is_whole = Effort(4 * used, 1).ask(ask, X, model.pair_numbers)
    assert np.array_equal(found[..., is_whole], expected[..., is_whole])
    assert is_whole.mean() > 0.9
    found, is_whole = Effort(0, 1).ask(ask, X, model.pair_numbers)
    assert not is_whole.all()
    assert np.array_equal(found[..., is_whole], expected[..., is_whole])
