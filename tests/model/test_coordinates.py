"""Configurations by name, by number and by chance."""

from __future__ import annotations

import math

import pytest

from bodyplan.model import Inertial, Joint, Limit, Link, NotATreeError, Robot, UnknownNameError
from bodyplan.model.joint import JOINT_TYPES
from tests.model.every_kind import every_kind
from tests.semantics.robots import robot_of

np = pytest.importorskip("numpy")

ARM = """
    j1: a -> b
    j2: b -> c prismatic
    j3: c -> d revolute 2*j1+0.5
    j4: d -> e fixed
    j5: e -> f continuous
"""


def test_a_configuration_is_given_by_name():
    robot = robot_of(ARM)
    assert robot.q_names == ("j1", "j2", "j5")
    assert robot.q(j2=0.25, j5=4).tolist() == [0.0, 0.25, 4.0]
    assert robot.q({"j1": 0.5}, j5=4).tolist() == [0.5, 0.0, 4.0]
    assert robot.positions([1.0, 2.0, 3.0]) == {
        "j1": (1.0,),
        "j2": (2.0,),
        "j3": (2.5,),
        "j5": (3.0,),
    }


def test_a_joint_is_given_once():
    with pytest.raises(TypeError, match=r"^joint 'j1' is given twice$"):
        robot_of(ARM).q({"j1": 0.5}, j1=0.5)


def test_joints_may_be_called_self_and_values():
    links = [Link("a"), Link("b"), Link("c")]
    joints = [Joint("self", "revolute", "a", "b"), Joint("values", "revolute", "b", "c")]
    assert Robot("r", links, joints).q(self=1.0, values=2.0).tolist() == [1.0, 2.0]


def test_wrong_names_and_shapes_are_refused():
    robot = robot_of(ARM)
    with pytest.raises(UnknownNameError, match="QQQ"):
        robot.q(QQQ=1.0)
    with pytest.raises(UnknownNameError, match="that is a link; its parent joint is 'j1'"):
        robot.q(**{robot.joint("j1").child: 1.0})
    with pytest.raises(ValueError, match="joint 'j3' mimics 'j1': set that joint instead"):
        robot.q(j3=1.0)
    with pytest.raises(TypeError, match="joint 'j1': expected a number or a list of numbers, got "):
        robot.q(j1=np.complex128(1j))
    with pytest.raises(ValueError, match="joint 'j1' is revolute and requires 1 value, got 2"):
        robot.q(j1=(1.0, 2.0))
    with pytest.raises(ValueError, match=r"'hand_made' has shape \(3,\), not \(2,\)"):
        robot.positions([1.0, 2.0])


def test_every_kind_goes_to_numbers_and_back():
    robot = every_kind()
    q = robot.random(3)
    found = robot.positions(q)
    own = {joint.name: found[joint.name] for joint in robot.independent_joints}
    assert robot.q(own).tolist() == q.tolist()
    assert set(found) == {joint.name for joint in robot.movable_joints}


def test_random_configurations_keep_to_the_bounds_and_fill_them():
    bounds = [Limit(), Limit(1.0), Limit(upper=-1.0), Limit(2.0, 3.0), Limit(1.0, -1.0)]
    links = [Link(f"l{i}") for i in range(11)]
    joints = [
        Joint(f"j{i}", ("revolute", "prismatic")[i % 2], f"l{i}", f"l{i + 1}", limit=bounds[i // 2])
        for i in range(10)
    ]
    q = Robot("r", links, joints).random(0, 2000)
    assert q.shape == (2000, 10)
    reach = [math.pi, 1.0]
    for i in range(10):
        one = reach[i % 2]
        expected = [(-one, one), (1.0, 1.0 + 2 * one), (-1.0 - 2 * one, -1.0), (2.0, 3.0), (-1, 1)]
        low, high = expected[i // 2]
        column = q[:, i]
        assert low <= column.min() <= low + 0.01 * (high - low)
        assert high - 0.01 * (high - low) <= column.max() <= high


@pytest.mark.parametrize("lower", [-math.inf, 0.0, math.inf])
@pytest.mark.parametrize("upper", [-math.inf, 0.0, math.inf])
def test_random_configurations_are_finite_whatever_the_bounds(lower, upper):
    joint = Joint("j", "revolute", "a", "b", limit=Limit(lower, upper))
    q = Robot("r", [Link("a"), Link("b")], [joint]).random(0, 100)
    assert np.abs(q).max() <= 2.0 * math.pi


def test_random_configurations_are_repeatable_and_have_unit_quaternions():
    robot = every_kind()
    q = robot.random(5, (2, 3))
    assert q.shape == (2, 3, robot.nq)
    assert (q == robot.random(np.random.default_rng(5), (2, 3))).all()
    for joint in robot.independent_joints:
        if JOINT_TYPES[joint.type].neutral[-1:] == (1.0,):
            four = q[..., robot.q_slice(joint.name)][..., -4:]
            assert np.allclose(np.linalg.norm(four, axis=-1), 1.0, rtol=0.0, atol=1e-15)


def test_neutral_is_zero_and_a_fresh_array():
    robot = every_kind()
    neutral = robot.neutral()
    assert neutral.sum() == 4.0  # quaternions of no rotation, two floating and two balls
    neutral[:] = 5.0
    assert robot.neutral().sum() == 4.0


def test_a_floating_base_is_above_the_root():
    robot = robot_of(ARM)
    flying = robot.floating_base()
    assert flying.root_link.name == "world"
    assert flying.joints[0].type == "floating"
    assert flying.link_names == ("world", *robot.link_names)
    assert (flying.nq, flying.nv) == (robot.nq + 7, robot.nv + 6)
    with pytest.raises(NotATreeError, match=r"has a link 'world' already: .*world='ground'"):
        flying.floating_base()
    assert flying.floating_base(world="w", joint="j").nq == robot.nq + 14
    with pytest.raises(ValueError, match="has no links"):
        Robot("r").floating_base()


def test_the_mass_is_that_of_all_links():
    links = [Link("a", Inertial(0.1)), Link("b"), Link("c", Inertial(0.2))]
    assert Robot("r", links).total_mass == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("q", "error", "message"),
    [
        ([1.0, 2.0], ValueError, "a configuration of robot 'hand_made' has shape (3,), not (2,)"),
        (
            np.zeros((1, 3)),
            ValueError,
            "a configuration of robot 'hand_made' has shape (3,), not (1, 3)",
        ),
        ([[1.0], [1.0, 2.0]], ValueError, "q must be a list of numbers"),
        (np.zeros(3, complex), TypeError, "q must contain real numbers, not complex128"),
        (np.zeros(3, bool), TypeError, "q must contain real numbers, not bool"),
        (["QQQ"] * 3, TypeError, "q must contain real numbers, not <U3"),
        (None, TypeError, "q must contain real numbers, not object"),
    ],
)
def test_positions_of_no_configuration_are_refused(q, error, message):
    with pytest.raises(error) as caught:
        robot_of(ARM).positions(q)
    assert str(caught.value) == message


def test_positions_of_any_real_numbers():
    robot = robot_of(ARM)
    expected = robot.positions([1.0, 2.0, 3.0])
    for dtype in (np.float32, np.float16, np.int8, ">f8"):
        assert robot.positions(np.array([1, 2, 3], dtype)) == expected
    assert math.isnan(robot.positions([math.nan, 0.0, 0.0])["j3"][0])


@pytest.mark.parametrize(
    ("batch", "error", "message"),
    [
        (-1, ValueError, "batch must have no negative numbers: (-1,)"),
        ((2, -1), ValueError, "batch must have no negative numbers: (2, -1)"),
        (1.5, TypeError, "batch must be a whole number, or a tuple of them, not 1.5"),
        ((2, 1.5), TypeError, "batch must be a whole number, or a tuple of them, not (2, 1.5)"),
        ("QQQ", TypeError, "batch must be a whole number, or a tuple of them, not 'QQQ'"),
        (None, TypeError, "batch must be a whole number, or a tuple of them, not None"),
        (10**12, MemoryError, f"no memory for an array of float64 with shape ({10**12}, 3)"),
        ((10**20,), MemoryError, f"no memory for an array of float64 with shape ({10**20}, 3)"),
    ],
)
def test_an_invalid_batch_size_is_rejected(batch, error, message):
    with pytest.raises(error) as caught:
        robot_of(ARM).random(1, batch)
    assert str(caught.value) == message


@pytest.mark.parametrize(("rng", "error"), [(-1, ValueError), ("QQQ", TypeError), (1.5, TypeError)])
def test_an_invalid_seed_is_rejected(rng, error):
    with pytest.raises(error) as caught:
        robot_of(ARM).random(rng)
    sentence = "rng must be a generator, a seed of at least 0 or None, not "
    assert str(caught.value) == sentence + repr(rng)


def test_values_without_names_are_refused():
    with pytest.raises(
        TypeError, match=r"^give the values of joints by name, as in .*, not as list$"
    ):
        robot_of(ARM).q([0.5])
    with pytest.raises(ValueError, match="because it has no SRDF; set one with load"):
        robot_of(ARM).state("home")
