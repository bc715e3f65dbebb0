"""What pictures show, and the frames of animations."""

from __future__ import annotations

import io
import math
from typing import Any

import pytest

import bodyplan
from bodyplan import model
from bodyplan.viewer.picture import configurations, sweep, swept_joints, turntable
from bodyplan.viewer.render import gif_of

pytest.importorskip("numpy")
INVALID: dict[str, tuple[str, dict[str, Any]]] = {
    "show: 'visuall' cannot be shown; did you mean 'visual'": ("png", {"show": ["visuall"]}),
    "size: expected width and height of 16 to 8,192": ("png", {"size": (1, 900)}),
    "camera must be iso or front": ("png", {"camera": "frnt"}),
    "theme must be light or dark, got 'red'": ("png", {"theme": "red"}),
    "sweep requires an animation": ("png", {"animation": "sweep"}),
    "configurations requires an animation": ("png", {"animation": [[0.0] * 7]}),
    "seconds requires an animation": ("png", {"seconds": 2.0}),
    "seconds must be more than 0 and at most 120, got -1": ("gif", {"seconds": -1.0}),
    "fps must be at least 1 and at most 50, got 0": ("gif", {"fps": 0}),
    "animation must be turntable or sweep, got 'turn'": ("gif", {"animation": "turn"}),
}


@pytest.mark.parametrize("message", INVALID)
def test_a_picture_that_cannot_be_drawn_is_refused_before_the_file_is_read(message):
    ending, choices = INVALID[message]
    with pytest.raises(ValueError, match=message):
        bodyplan.render("gone.urdf", f"picture.{ending}", **choices)


def test_a_turntable_is_one_turn_without_its_first_frame_twice():
    frames = turntable(4, {"elbow_joint": 0.5}, "front")
    turns = [frame.camera["turn"] for frame in frames]
    assert turns == pytest.approx([0.0, math.pi / 2, math.pi, 1.5 * math.pi])
    assert {frame.camera["preset"] for frame in frames} == {"front"}
    assert {frame.q["elbow_joint"] for frame in frames} == {0.5}


def test_a_sweep_moves_every_joint_to_both_limits_and_back():
    robot = bodyplan.load("sample:arm")
    frames = sweep(robot, 1400, {"elbow_joint": 0.5})
    assert swept_joints(robot) == 7
    for joint in robot.independent_joints:
        values = [frame.q[joint.name] for frame in frames if joint.name in frame.q]
        limit = joint.limit
        lower = limit.lower if math.isfinite(limit.lower) else -math.pi
        upper = limit.upper if math.isfinite(limit.upper) else math.pi
        size = upper - lower
        assert min(values) == pytest.approx(lower, abs=0.02 * size)
        assert max(values) == pytest.approx(upper, abs=0.02 * size)
    # the other joints stay where they are, or begin
    assert all(frame.q["elbow_joint"] == 0.5 for frame in frames[:400])
    assert frames[0].q["shoulder_pan_joint"] == pytest.approx(0.0)


def test_a_sweep_goes_half_a_turn_or_as_many_tenths_of_a_metre_where_nothing_limits_a_joint():
    links = [model.Link(name) for name in "abc"]
    joints = [
        model.Joint("t", "continuous", "a", "b"),
        model.Joint("s", "prismatic", "b", "c", limit=model.Limit()),
    ]
    frames = sweep(model.Robot("r", links, joints), 400, {})
    for name, reach in (("t", math.pi), ("s", 0.1 * math.pi)):
        values = [frame.q[name] for frame in frames if name in frame.q]
        assert max(values) == pytest.approx(reach, rel=0.01)
        assert min(values) == pytest.approx(-reach, rel=0.01)


def test_a_robot_without_joints_stays_as_it_is():
    robot = bodyplan.model.Robot("r", [bodyplan.model.Link("a")])
    assert [frame.q for frame in sweep(robot, 3, {})] == [{}, {}, {}]


def test_configurations_are_frames_without_mimic_joints():
    robot = bodyplan.load("sample:arm")
    (frame,) = configurations(robot, [[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.01]])
    assert frame.q["elbow_joint"] == (0.3,)
    assert list(frame.q) == [joint.name for joint in robot.independent_joints]


def test_a_gif_has_the_colors_of_a_small_robot_before_a_large_background():
    image = pytest.importorskip("PIL.Image")
    colors = [(10, 120, 110), (225, 220, 205), (200, 30, 40), (30, 32, 36)]
    pictures = []
    for shift in range(3):
        picture = image.linear_gradient("L").resize((320, 240)).convert("RGB")
        for number, color in enumerate(colors):
            picture.paste(color, (20 * number + shift, 100, 20 * number + shift + 8, 108))
        target = io.BytesIO()
        picture.save(target, "PNG")
        pictures.append(target.getvalue())
    with image.open(io.BytesIO(gif_of(pictures, 0.1))) as made:
        assert made.n_frames == 3
        shown = made.convert("RGB")
    for number, color in enumerate(colors):
        found = shown.getpixel((20 * number + 4, 104))
        assert max(abs(a - b) for a, b in zip(found, color, strict=True)) <= 8
