"""Where a link can be: known mechanisms, and that the same seed gives the same points."""

from __future__ import annotations

import json
import math
import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from bodyplan.core import replace
from bodyplan.description.load import load
from bodyplan.diag.json_schema import json_report, json_schema
from bodyplan.lie import so3
from bodyplan.model import Joint, Limit, Link, Mimic, Robot, Transform, UnknownNameError
from bodyplan.model.attachment import Frame
from bodyplan.report import (
    sample_workspace,
    workspace_to_svg,
)

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("distance", "radius", "x", "y", "z")


def planar_arm(*, first=1.0, second=0.5, bend=math.pi, kind="revolute"):
    """Two bars that turn in a plane."""
    bounds = Limit(-bend, bend) if kind == "revolute" else Limit()
    joints = [
        Joint("shoulder", "continuous", "base", "upper", axis=(0.0, 0.0, 1.0)),
        Joint(
            "elbow", kind, "upper", "lower", Transform(p=(first, 0.0, 0.0)), (0.0, 0.0, 1.0), bounds
        ),
        Joint("wrist", "fixed", "lower", "tip", Transform(p=(second, 0.0, 0.0))),
    ]
    links = [Link(name) for name in ("base", "upper", "lower", "tip", "other")]
    joints.append(Joint("side", "prismatic", "base", "other", limit=Limit(0.0, 1.0)))
    return Robot("planar", links, joints)


@pytest.fixture(scope="module")
def arm():
    """The workspace of the sample arm, and the arm."""
    robot = load("sample:arm")
    return robot, sample_workspace(robot, "grasp_frame", count=5_000)


def test_a_planar_arm_reaches_from_the_difference_to_the_sum_of_its_bars():
    found = sample_workspace(planar_arm(), "tip", count=2_000)
    assert found.distance.max == pytest.approx(1.5, abs=1e-9)
    assert found.distance.min == pytest.approx(0.5, abs=1e-9)
    assert found.radius.max == pytest.approx(1.5, abs=1e-9)
    for one in (found.x, found.y):
        assert (one.min, one.max) == pytest.approx((-1.5, 1.5), abs=1e-6)
    assert (found.z.min, found.z.max) == (0.0, 0.0)
    assert found.joints == ("shoulder", "elbow")
    assert found.endless == ()
    assert found.skeleton.tolist() == [[0, 0, 0], [0, 0, 0], [1, 0, 0], [1.5, 0, 0]]


def test_limits_bound_what_is_reached():
    found = sample_workspace(planar_arm(bend=0.5 * math.pi), "tip", count=2_000)
    assert found.distance.min == pytest.approx(math.hypot(1.0, 0.5), abs=1e-9)


def test_the_configurations_at_the_ends_lead_there(arm):
    robot, found = arm
    for name in NAMES:
        one = getattr(found, name)
        for q, value in ((one.q_min, one.min), (one.q_max, one.max)):
            p = robot.forward_kinematics(q, ["grasp_frame"])[0, :3, 3]
            lengths = dict(zip(NAMES, (math.hypot(*p), math.hypot(*p[:2]), *p), strict=True))
            assert lengths[name] == pytest.approx(value, abs=1e-12)
        assert not robot.out_of_bounds(one.q_max, tolerance=1e-12)
        assert one.q_max[robot.q_slice("left_finger_joint")] == robot.q()[-1]


def test_the_points_lie_between_the_ends_and_the_quantiles_in_order(arm):
    _, found = arm
    lengths = np.linalg.norm(found.points, axis=1)
    assert found.distance.min <= lengths.min()
    assert found.distance.max >= lengths.max()
    assert np.median(lengths) == pytest.approx(found.distance.median)
    for name in NAMES:
        one = getattr(found, name)
        assert one.min <= one.p5 <= one.median <= one.p95 <= one.max
        assert sum(one.histogram) == len(found.points)
    assert found.radius.max >= max(found.x.max, found.y.max) - 1e-12


def test_the_same_seed_gives_the_same_points_and_another_one_others(arm):
    robot, found = arm
    again = sample_workspace(robot, "grasp_frame", count=5_000)
    assert np.array_equal(found.points, again.points)
    assert json_report(found) == json_report(again)
    assert workspace_to_svg(found) == workspace_to_svg(again)
    other = sample_workspace(robot, "grasp_frame", count=5_000, seed=1)
    assert not np.array_equal(found.points, other.points)
    assert other.distance.max == pytest.approx(found.distance.max, abs=1e-3)


def test_a_workspace_is_seen_from_any_link():
    found = sample_workspace(planar_arm(), "base", "lower", count=2_000)
    assert found.distance.max == pytest.approx(1.0, abs=1e-9)
    assert found.distance.min == pytest.approx(1.0, abs=1e-9)


def test_a_frame_that_is_fixed_to_a_link_will_do():
    robot = planar_arm()
    frames = [Frame("pen", "lower", Transform(p=(0.25, 0.0, 0.0)))]
    robot = Robot("planar", robot.links, robot.joints, frames=frames)
    found = sample_workspace(robot, "pen", count=1_000)
    assert found.distance.max == pytest.approx(1.25, abs=1e-9)
    assert found.skeleton[-1].tolist() == [1.25, 0.0, 0.0]


def test_mimic_joints_move_with_their_leaders():
    robot = planar_arm()
    joints = [
        Joint(j.name, j.type, j.parent, j.child, j.origin, j.axis, j.limit, Mimic("shoulder", -1.0))
        if j.name == "elbow"
        else j
        for j in robot.joints
    ]
    found = sample_workspace(Robot("r", robot.links, joints), "tip", count=2_000)
    assert found.joints == ("shoulder",)
    assert (found.x.min, found.x.max) == pytest.approx((-0.5, 1.5), abs=1e-6)
    assert (found.y.min, found.y.max) == pytest.approx((-1.0, 1.0), abs=1e-6)


def with_extras(robot, count):
    """The robot, with many more links that move, and the leader of its elbow among these."""
    links, elbow = [*robot.links], Mimic("k1", 2.0, 0.25)
    joints = [replace(j, mimic=elbow) if j.name == "elbow" else j for j in robot.joints]
    for number in range(count):
        links.append(Link(f"e{number}"))
        above = "base" if number < 3 else f"e{number // 3 - 1}"
        mimic = Mimic("k0", 0.5, 0.1) if number == 1 else None
        bounds = Limit(-1.0, 1.0)
        joints.append(
            Joint(f"k{number}", "revolute", above, f"e{number}", limit=bounds, mimic=mimic)
        )
    return Robot("extras", links, joints)


@pytest.mark.parametrize("base", [None, "upper", "other"])
def test_what_is_elsewhere_counts_only_where_it_leads(base):
    robot = with_extras(planar_arm(), 30)
    found = sample_workspace(robot, "tip", base, count=2_000)
    leads = {"k0"}  # k1 follows it: elbow = 2 * (0.5 * k0 + 0.1) + 0.25
    assert set(found.joints) - {"side", "shoulder"} == leads
    for name in NAMES:
        one = getattr(found, name)
        for q, value in ((one.q_min, one.min), (one.q_max, one.max)):
            assert q.shape == (robot.nq,)
            X_RB, X_RF = robot.forward_kinematics(q, [base or "base", "tip"])
            p = (np.linalg.inv(X_RB) @ X_RF)[:3, 3]
            lengths = dict(zip(NAMES, (math.hypot(*p), math.hypot(*p[:2]), *p), strict=True))
            assert lengths[name] == pytest.approx(value, abs=1e-12)
            others = [i for i, one in enumerate(robot.q_names) if one not in found.joints]
            assert (q[others] == robot.q()[others]).all()
    elbow = (0.45 - 1.0, 0.45 + 1.0)
    if base == "upper":
        assert found.x.min == pytest.approx(1.0 + 0.5 * math.cos(elbow[1]), abs=1e-9)
        assert found.y.min == pytest.approx(0.5 * math.sin(elbow[0]), abs=1e-9)


def test_a_mimicked_joint_may_move_what_the_frame_is_seen_from():
    links = [Link(name) for name in ("root", "base", "tip")]
    joints = [
        Joint("lead", "prismatic", "root", "base", limit=Limit(0.0, 2.0)),
        Joint("j", "prismatic", "base", "tip", limit=Limit(), mimic=Mimic("lead", 0.5, 1.0)),
    ]
    found = sample_workspace(Robot("r", links, joints), "tip", "base", count=500)
    assert found.joints == ("lead",)
    assert (found.x.min, found.x.max) == pytest.approx((1.0, 2.0), abs=1e-9)
    assert found.x.q_max == pytest.approx([2.0], abs=1e-9)


def test_names_may_be_those_of_other_things():
    """A frame is called as the leader, and a joint as a variable of another one."""
    links = [Link(name) for name in ("root", "base", "tip")]
    joints = [
        Joint("j", "planar", "root", "base"),
        Joint("j/x", "prismatic", "base", "tip", limit=Limit(0.0, 2.0)),
        Joint("k", "prismatic", "tip", "end", limit=Limit(), mimic=Mimic("lead", 1.0)),
        Joint("lead", "prismatic", "root", "side", limit=Limit(3.0, 4.0)),
    ]
    frames = [Frame("lead", "end", Transform(p=(10.0, 0.0, 0.0)))]
    robot = Robot("r", [*links, Link("end"), Link("side")], joints, frames=frames)
    found = sample_workspace(robot, "lead", "base", count=500)
    assert (found.x.min, found.x.max) == pytest.approx((13.0, 16.0), abs=1e-9)
    assert found.x.q_max == pytest.approx([0.0, 0.0, 0.0, 2.0, 4.0], abs=1e-9)


def test_time_does_not_grow_with_what_is_elsewhere():
    robot = with_extras(planar_arm(), 3_000)
    found = sample_workspace(robot, "tip", count=200_000)  # 600 million numbers of all joints
    assert found.distance.max == pytest.approx(1.5, abs=1e-9)


def test_joints_without_limits_are_named():
    found = sample_workspace(planar_arm(kind="prismatic"), "tip", count=500)
    assert found.endless == ("elbow",)
    robot = planar_arm().floating_base()
    found = sample_workspace(robot, "tip", "world", count=500)
    assert found.endless == ("root_joint",)
    assert np.isfinite(found.points).all()


@pytest.mark.parametrize(
    ("frame", "base", "message"),
    [
        ("base", None, "link 'base' is its own base"),
        ("tip", "lower", "does not move relative to link 'lower': all joints between them are"),
        ("island", None, "link 'island' is not connected to link 'base'"),
    ],
)
def test_what_cannot_move_is_said_to_be_so(frame, base, message):
    robot = planar_arm()
    robot = Robot("planar", [*robot.links, Link("island")], robot.joints)
    with pytest.raises(ValueError, match=message):
        sample_workspace(robot, frame, base, count=10)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"count": 0}, ValueError, "count must be at least 1, not 0"),
        ({"count": "5"}, TypeError, "count must be a whole number, not str"),
        ({"count": 2.5}, TypeError, "count must be a whole number, not float"),
        ({"count": 10**13}, MemoryError, "no memory for an array of float64 with shape {}"),
        ({"seed": -1}, ValueError, "seed must be at least 0, not -1"),
        ({"seed": None}, TypeError, "seed must be a whole number, not NoneType"),
        ({"frame": 3}, TypeError, "expected the name of a link, not int"),
        ({"base": ["base"]}, TypeError, "expected the name of a link, not list"),
        ({"robot": "sample:arm"}, TypeError, "expected model.Robot, not str"),
    ],
)
def test_what_makes_no_workspace_is_refused_in_a_sentence(wrong, error, message):
    given = {"robot": planar_arm(), "frame": "tip", "count": 10, **wrong}
    with pytest.raises(error) as caught:
        sample_workspace(**given)
    assert str(caught.value) == message.format((given["count"], 3))


def test_the_only_tip_that_moves_is_the_frame_by_default():
    robot = planar_arm()
    with pytest.raises(
        ValueError, match="2 end links move; choose one as the frame: 'tip', 'other'"
    ):
        sample_workspace(robot, count=10)
    links = [link for link in robot.links if link.name != "other"]
    robot = Robot("planar", links, [joint for joint in robot.joints if joint.name != "side"])
    assert sample_workspace(robot, count=10).frame == "tip"


def test_an_unknown_link_is_answered_with_those_that_there_are():
    with pytest.raises(UnknownNameError, match="did you mean 'tip'"):
        sample_workspace(planar_arm(), "tipp", count=10)


def bars(count, *, bend, name="", kinds=("revolute",)):
    """Joints of a chain whose links are a tenth of a metre long."""
    kinds = [kinds[number % len(kinds)] for number in range(count)]
    return [
        Joint(
            f"{name}j{number}",
            kind,
            f"{name}{number - 1}" if number else "base",
            f"{name}{number}",
            Transform(p=(0.1 if number else 0.0, 0.0, 0.0)),
            (0.0, 0.0, 1.0) if kind == "revolute" else (1.0, 0.0, 0.0),
            Limit(-bend, bend) if kind == "revolute" else Limit(0.0, 0.05),
        )
        for number, kind in enumerate(kinds)
    ]


def robot_of(joints):
    return Robot("chain", [Link(n) for n in ("base", *(j.child for j in joints))], joints)


@pytest.mark.parametrize(("frame", "base"), [("b9", "a9"), ("a9", "b9"), ("base", "a9")])
def test_a_long_chain_leads_up_and_down(frame, base):
    robot = robot_of(bars(10, bend=1.7, name="a") + bars(10, bend=1.7, name="b"))
    found = sample_workspace(robot, frame, base, count=2_000)
    most = 0.9 if frame == "base" else 1.8
    assert found.distance.max == pytest.approx(most, rel=0.03)
    assert found.distance.max <= most + 1e-9
    q = found.y.q_max
    X_RB, X_RF = robot.forward_kinematics(q, [base, frame])
    assert (np.linalg.inv(X_RB) @ X_RF)[1, 3] == pytest.approx(found.y.max, abs=1e-12)


def crooked(count, *, room, seed, plane=False):
    """A chain that is straight at one configuration within its limits, and crooked at zero.

    Every joint has an axis, an angle and limits of its own; its bars are a tenth of a metre long.
    """
    dice = np.random.default_rng(seed)
    joints, straight = [], dice.uniform(-2.0, 2.0, count)
    for number in range(count):
        axis = np.array((0.0, 0.0, 1.0)) if plane else dice.standard_normal(3)
        R = so3.exp(-straight[number] * axis / np.linalg.norm(axis))
        X = Transform(tuple(map(tuple, R.tolist())), (0.1 if number else 0.0, 0.0, 0.0))
        lower, upper = straight[number] + dice.uniform(0.02, room, 2) * (-1.0, 1.0)
        ends = f"{number - 1}" if number else "base", f"{number}"
        axis = tuple((axis / np.linalg.norm(axis)).tolist())
        joints.append(Joint(f"j{number}", "revolute", *ends, X, axis, Limit(lower, upper)))
    return robot_of(joints)


@pytest.mark.parametrize("kind", ["universal", "revolute2"])
@pytest.mark.parametrize(("frame", "base"), [("39", None), ("0", "39")])
def test_joints_with_two_axes_are_two_joints_of_a_long_chain(kind, frame, base):
    behind = Transform(p=(0.0, 0.0, 0.02))
    joints = [
        replace(one, type=kind, axis2=(1.0, 0.0, 0.0), limit2=Limit(-1.0, 2.0), X_JC=behind)
        for one in bars(40, bend=1.4)
    ]
    robot = robot_of([*joints, Joint("j0'", "prismatic", "base", "j0", limit=Limit(0, 1))])
    found = sample_workspace(robot, frame, base, count=500)
    assert found.joints == tuple(f"j{n}" for n in (range(40) if base is None else range(39, 0, -1)))
    assert found.distance.max <= 40 * math.hypot(0.1, 0.02) + 1e-9
    q = found.z.q_max
    assert q.shape == (81,)
    X_RB, X_RF = robot.forward_kinematics(q, [base or "base", frame])
    assert (np.linalg.inv(X_RB) @ X_RF)[2, 3] == pytest.approx(found.z.max, abs=1e-9)
    assert not robot.out_of_bounds(q, tolerance=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_the_ends_are_those_of_all_configurations_of_a_small_robot(seed):
    robot = crooked(4, room=2.0, seed=seed)
    found = sample_workspace(robot, "3", count=300)
    grid = np.meshgrid(
        *(np.linspace(j.limit.lower, j.limit.upper, 31) for j in robot.joints), indexing="ij"
    )
    p = robot.forward_kinematics(np.stack(grid, -1).reshape(-1, 4), ["3"])[:, 0, :3, 3]
    lengths = dict(zip(NAMES, (np.linalg.norm(p, axis=1), np.hypot(*p.T[:2]), *p.T), strict=True))
    for name in NAMES:
        one, tried = getattr(found, name), lengths[name]
        assert one.min <= tried.min() + 1e-6
        assert one.max >= tried.max() - 1e-6
        assert (one.min, one.max) == pytest.approx((tried.min(), tried.max()), abs=0.02)


def test_the_table_is_plain_and_has_what_its_docstring_names(arm):
    table = json_report(arm[1])
    assert json.loads(json.dumps(table, allow_nan=False)) == table
    described = json_schema(type(arm[1]), title="workspace")
    measure = described["$defs"]["Measure"]["properties"]
    assert (set(table), set(table["distance"])) == ({*described["properties"]}, {*measure})
    assert all(one["description"] for one in (*described["properties"].values(), *measure.values()))


def test_the_table_fits_its_schema(arm):
    jsonschema = pytest.importorskip("jsonschema")
    schema = json_schema(type(arm[1]), title="workspace")
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json_report(arm[1]), schema)


# The picture


def test_the_picture_is_a_whole_svg_with_both_views(arm):
    root = ET.fromstring(workspace_to_svg(arm[1]))
    width, height = float(root.get("width")), float(root.get("height"))
    texts = ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]
    assert "from above" in texts
    assert "from the side" in texts
    assert "x [m]" in texts
    assert "y [m]" in texts
    assert "z [m]" in texts
    for one in root.iter(f"{SVG}rect"):
        assert 0 <= float(one.get("x")) <= float(one.get("x")) + float(one.get("width")) <= width
        assert 0 <= float(one.get("y")) <= float(one.get("y")) + float(one.get("height")) <= height


def test_circles_that_are_little_larger_than_the_cloud_are_seen_whole():
    joints = [Joint("j", "continuous", "a", "b", axis=(0, 0, 1))]
    tip = Transform(p=(1, 0, 0.2))
    joints.append(Joint("k", "continuous", "b", "c", origin=tip, axis=(0, 1, 0)))
    joints.append(Joint("l", "fixed", "c", "d", origin=tip))
    robot = Robot("r", [Link(name) for name in "abcd"], joints)
    root = ET.fromstring(workspace_to_svg(sample_workspace(robot, "d", count=200)))
    circles = root.findall(f".//{SVG}circle[@class='reach']")
    frames = root.findall(f"{SVG}rect[@class='frame']")

    assert len(circles) == len(frames) == 2
    for circle, frame in zip(circles, frames, strict=True):
        x, y, r = (float(circle.get(key)) for key in ("cx", "cy", "r"))
        left, top = float(frame.get("x")), float(frame.get("y"))
        assert left <= x - r <= x + r <= left + float(frame.get("width"))
        assert top <= y - r <= y + r <= top + float(frame.get("height"))


def test_the_picture_reports_what_its_circles_are(arm):
    found = arm[1]
    root = ET.fromstring(workspace_to_svg(found))
    texts = ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]
    facts = next(text for text in texts if "configurations" in text)
    assert " · max distance 1.098 m · max radius 0.858 m · " in facts
    assert "maximum distance, from above maximum radius" in texts
    above, side = (one for one in root.iter(f"{SVG}circle") if one.get("class") == "reach")
    ratio = float(above.get("r")) / float(side.get("r"))
    assert ratio == pytest.approx(found.radius.max / found.distance.max, abs=1e-3)


def test_every_point_is_in_a_coloured_cell():
    found = sample_workspace(planar_arm(), "tip", count=300)
    picture = workspace_to_svg(found)
    root = ET.fromstring(picture)
    frame = next(one for one in root.iter(f"{SVG}rect") if one.get("class") == "frame")
    left, top, width, height = (float(frame.get(k)) for k in ("x", "y", "width", "height"))
    clouds = re.findall(r'class="cloud"[^>]* d="([^"]*)"', picture)
    half = [runs for runs in clouds if runs]
    runs = [tuple(map(float, run)) for d in half for run in re.findall(r"M(\S+) (\S+)h([\d.]+)", d)]
    first = [(x, y, w) for x, y, w in runs if left <= x <= left + width]
    ticks = {
        float(one.text.replace("−", "-")): float(one.get("x"))  # noqa: RUF001
        for one in root.iter(f"{SVG}text")
        if one.get("text-anchor") == "middle" and one.get("class") == "tick"
        if float(one.get("x")) < left + width
    }
    (low, x_low), *_, (high, x_high) = sorted(ticks.items())
    scale = (x_high - x_low) / (high - low)
    middle = x_low - low * scale
    circle = next(one for one in root.iter(f"{SVG}circle") if one.get("class") == "reach")
    across, up = float(circle.get("cx")), float(circle.get("cy"))
    assert across == pytest.approx(middle, abs=0.11)
    assert float(circle.get("r")) == pytest.approx(1.5 * scale, rel=0.01)
    for x, y, _ in found.points[:50]:
        px, py = across + x * scale, up - y * scale
        assert any(abs(ry - py) <= 2.0 and rx - 1 <= px <= rx + w + 1 for rx, ry, w in first)
    assert top < up < top + height


@pytest.mark.parametrize("count", [1, 2])
def test_a_few_points_make_a_picture_too(count):
    assert ET.fromstring(workspace_to_svg(sample_workspace(planar_arm(), "tip", count=count)))


def test_a_workspace_of_one_point_makes_a_picture():
    robot = Robot("r", [Link("a"), Link("b")], [Joint("j", "continuous", "a", "b", axis=(0, 0, 1))])
    found = sample_workspace(robot, "b", count=100)
    assert found.distance.max == 0.0
    assert ET.fromstring(workspace_to_svg(found))


def test_names_do_not_break_the_picture():
    robot = Robot(
        "<&>",
        [Link("a<b"), Link("&c")],
        [Joint("j", "prismatic", "a<b", "&c", limit=Limit(0, 1))],
    )
    ET.fromstring(workspace_to_svg(sample_workspace(robot, "&c", count=10)))
