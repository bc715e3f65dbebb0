"""Large robots and large files of semantics take time in proportion, and end."""

from __future__ import annotations

import random
import time

import pytest

import bodyplan
from bodyplan.conversion.chains import free
from bodyplan.conversion.sdf.from_sdf import from_sdf
from bodyplan.core import Limits
from bodyplan.formats import sdf, srdf
from bodyplan.model import Joint, Link, Mimic, Robot
from bodyplan.semantics.from_srdf import from_srdf
from tests.growth import HANG_GUARD

COUNT = 100_000


_URDF = '<joint name="j{0}" type="continuous"><parent link="l{1}"/><child link="l{0}"/>'
_SDF = '<joint name="j{0}" type="continuous"><parent>l{1}</parent><child>l{0}</child>'
TEXTS = {
    "urdf": (
        '<link name="l{0}"/>',
        _URDF + '<origin xyz="{2} 0 0"/></joint>',
        '<robot name="many">{}</robot>',
    ),
    "sdf": (
        '<link name="l{0}"><pose>{0} 0 0 0 0 0</pose><inertial><mass>1</mass></inertial></link>',
        _SDF + "<axis><xyz>0 0 1</xyz></axis></joint>",
        '<sdf version="1.9"><model name="many">{}</model></sdf>',
    ),
}
"""Of each format a link, a joint, and what is around them."""


@pytest.fixture(scope="module")
def chain() -> Robot:
    """A chain in which every joint but the first follows the one above it."""
    links = [Link(f"l{i}") for i in range(COUNT)]
    joints = [
        Joint(
            f"j{i}",
            "revolute",
            f"l{i - 1}",
            f"l{i}",
            mimic=Mimic(f"j{i - 1}") if i > 1 else None,
        )
        for i in range(1, COUNT)
    ]
    return Robot("long", links, joints)


@pytest.fixture(autouse=True)
def in_time():
    start = time.process_time()
    yield
    assert time.process_time() - start < HANG_GUARD


def test_mimic_joints_of_mimic_joints_are_resolved(chain):
    assert chain.mimics[f"j{COUNT - 1}"] == Mimic("j1")
    assert chain.configuration({"j1": 1.0})[f"j{COUNT - 1}"] == (1.0,)


def test_arrays_have_no_depth(chain):
    np = pytest.importorskip("numpy")
    arrays = chain.arrays
    assert (arrays.parent == np.arange(-1, COUNT - 1)).all()
    assert arrays.nq == 1


@pytest.mark.parametrize("kind", ["chain", "tree"])
@pytest.mark.parametrize("format", ["urdf", "sdf"])
def test_files_of_many_links_are_loaded(kind, format):  # noqa: A002
    pytest.importorskip("numpy")
    count, dice = (5_000 if kind == "chain" else 10_000), random.Random(1)
    above = [i - 1 if kind == "chain" else dice.randrange(i) for i in range(1, count)]
    link, joint, around = TEXTS[format]
    links = "".join(link.format(i) for i in range(count))
    joints = "".join(joint.format(i, p, i - p) for i, p in enumerate(above, 1))
    robot = bodyplan.load(around.format(links + joints), limits=Limits(max_elements=1_000_000))
    assert len(robot.links) == count
    assert robot.arrays.nq == count - 1
    X = robot.forward_kinematics(robot.neutral())
    assert X[robot.link_index(f"l{count - 1}"), 0, 3] == pytest.approx(count - 1)


def model_of(joints: list[tuple[str, str, str]]) -> sdf.Root:
    """A model of links with joints between them, each with its type."""
    names = dict.fromkeys(name for _, *ends in joints for name in ends)
    model = sdf.Model(
        name="many",
        links=tuple(sdf.Link(name=name) for name in names),
        joints=tuple(
            sdf.Joint(name=f"j{i}", type=kind, parent=parent, child=child)
            for i, (kind, parent, child) in enumerate(joints)
        ),
    )
    return sdf.Root(version="1.9", models=(model,))


def test_joints_that_lead_to_and_fro_make_one_tree():
    dice, count = random.Random(2), 20_000
    ends = [(f"l{i - 1}", f"l{i}") for i in range(1, count)]
    joints = [("fixed", *(pair if dice.random() < 0.5 else pair[::-1])) for pair in ends]
    dice.shuffle(joints)
    robot = from_sdf(model_of(joints)).robot
    assert (robot.loops, len(robot.joints), robot.nv) == ((), count - 1, 0)


def test_a_tree_that_cannot_be_turned_round_is_not_looked_through_for_each_joint():
    count = 20_000
    chain = [("fixed", f"l{i}", f"l{i + 1}") for i in range(count)]
    joints = [("ball", "top", "l0"), *chain, *(("fixed", f"l{i}", "first") for i in range(count))]
    root = model_of([("fixed", "main", "first"), *joints])
    robot = from_sdf(root).robot
    assert robot.root_link.name == "main"
    assert (len(robot.loops), robot.nv) == (count, 3 + 6)


def test_a_group_of_all_joints_and_a_state_of_it(chain):
    tip = f"l{COUNT - 1}"
    root = srdf.Robot(
        name="long",
        groups=(
            srdf.Group(name="all", chains=(srdf.Chain(base_link="l0", tip_link=tip),)),
            srdf.Group(name="again", subgroups=(srdf.Subgroup(name="all"),)),
        ),
        group_states=(
            srdf.GroupState(
                name="s",
                group="all",
                joints=tuple(srdf.StateJoint(name=f"j{i}", value=(0.5,)) for i in range(1, COUNT)),
            ),
        ),
        end_effectors=(srdf.EndEffector(name="e", group="all", parent_link="l5"),),
    )
    semantics = from_srdf(root, chain)
    group = semantics.groups["all"]
    assert len(group.joints) == len(group.links) == len(group.updated_links) == COUNT - 1
    assert group.contained_groups == ("again",)
    assert group.is_chain
    assert semantics.end_effectors["e"].parent_group == "again"
    assert semantics.states["s"].configuration()[f"j{COUNT - 1}"] == (0.5,)


def test_groups_in_groups_and_groups_in_a_circle(chain):
    groups = tuple(
        srdf.Group(name=f"g{i}", subgroups=(srdf.Subgroup(name=f"g{i + 1}"),)) for i in range(COUNT)
    )
    last = srdf.Group(name=f"g{COUNT}", links=(srdf.GroupLink(name="l1"),))
    semantics = from_srdf(srdf.Robot(name="long", groups=(*groups, last)), chain)
    assert len(semantics.groups) == COUNT + 1
    assert semantics.groups["g0"].joints == ("j1",)
    back = srdf.Group(name=f"g{COUNT}", subgroups=(srdf.Subgroup(name="g0"),))
    assert len(from_srdf(srdf.Robot(name="long", groups=(*groups, back)), chain).groups) == 0


def test_many_states_and_effectors_of_one_large_group(chain):
    tip = f"l{COUNT - 1}"
    states = tuple(srdf.GroupState(name=f"s{i}", group="all") for i in range(10_000))
    effectors = tuple(
        srdf.EndEffector(name=f"e{i}", group="hand", parent_link=f"l{i + 1}") for i in range(10_000)
    )
    root = srdf.Robot(
        name="long",
        groups=(
            srdf.Group(name="all", chains=(srdf.Chain(base_link="l0", tip_link=tip),)),
            srdf.Group(name="hand", links=(srdf.GroupLink(name=tip),)),
        ),
        group_states=states,
        end_effectors=effectors,
    )
    semantics = from_srdf(root, chain)
    assert len(semantics.states) == len(semantics.end_effectors) == 10_000
    assert semantics.end_effectors["e9"].parent_group == "all"


def test_very_many_equal_names_get_the_next_number_each():
    asked = 0

    class Taken(set):
        def __contains__(self, name):
            nonlocal asked
            asked += 1
            return super().__contains__(name)

    taken = Taken()
    names = [free("a", taken) for _ in range(5000)]
    assert names == ["a", *(f"a_{number}" for number in range(2, 5001))]
    assert asked < 100 * 5000
