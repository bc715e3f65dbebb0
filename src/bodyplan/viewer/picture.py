"""The content of a picture, and the frames of an animation: a turn, a sweep, or configurations."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple, get_args

from bodyplan.core import quoted
from bodyplan.diag import did_you_mean
from bodyplan.model import Joint, Robot
from bodyplan.model.joint import JOINT_TYPES

Camera = Literal["iso", "front", "back", "left", "right", "top", "bottom"]
Animation = Literal["turntable", "sweep"]
Theme = Literal["light", "dark"]
Values = Mapping[str, float | Sequence[float]]
Rows = Sequence[Sequence[float]]
"""The configurations of an animation, (nq,) each."""
CAMERAS: tuple[Camera, ...] = get_args(Camera)
SHOWN = (
    *("visual", "collision", "frames", "axes", "inertia", "com", "bounds", "spheres"),
    "overshoot",
    *("skeleton", "names", "pairs", "disabled", "grid", "shadows"),
)
"""Names of the parts of a scene that a picture can show; the viewer page uses the same names."""
SIZE = (1200, 900)
"""Width and height of a picture [pixels]."""
LEAST_PIXELS, MOST_PIXELS = 16, 8192
"""Smallest and largest width and height."""
MOST_SECONDS = 120.0
"""The longest duration of an animation [s]."""
MOST_FPS = 50.0
"""The largest number of pictures per second."""
_UNLIMITED = math.pi
"""In a sweep, the range of a joint without limits, in both directions [rad]; for prismatic joints,
a tenth of this number [m].
"""


class Frame(NamedTuple):
    """One picture.

    Args:
        q: values of joints by name; empty for the values of the scene.
        camera: the camera, as ``window.bodyplan.setCamera`` accepts it; empty for the camera of the
            page.
    """

    q: Mapping[str, float | Sequence[float]] = {}
    camera: Mapping[str, Any] = {}


class Picture(NamedTuple):
    """The content and the appearance of pictures.

    Args:
        size: width and height [pixels].
        camera: name of a camera preset, such as "front" or "iso".
        is_transparent: whether the background is transparent.
        show: names of the parts of the scene that are shown, as in the page; empty for visuals,
            grid and shadows.
        theme: "light" or "dark".
    """

    size: tuple[int, int] = SIZE
    camera: str = ""
    is_transparent: bool = False
    show: tuple[str, ...] = ()
    theme: str = "light"

    def check(self) -> None:
        """Check all values.

        Raises:
            ValueError: a value is invalid; the message begins with the name of the value.
        """
        if not all(LEAST_PIXELS <= length <= MOST_PIXELS for length in self.size):
            raise ValueError(
                f"size: expected width and height of {LEAST_PIXELS} to {MOST_PIXELS:,} pixels, got "
                f"{'x'.join(map(str, self.size))}"
            )
        for name in self.show:
            if name not in SHOWN:
                hint = did_you_mean(name, SHOWN) or f"names are {', '.join(SHOWN)}"
                raise ValueError(f"show: {quoted(name)} cannot be shown; {hint}")
        for what, value, known in (
            ("camera", self.camera or "iso", CAMERAS),
            ("theme", self.theme, get_args(Theme)),
        ):
            if value not in known:
                raise ValueError(f"{what} must be {' or '.join(known)}, got {quoted(value)}")


def checked_animation(
    form: str, animation: Animation | Rows | None, seconds: float | None, fps: float
) -> Animation | Rows | None:
    """Return the animation for a file: "turntable" by default for a GIF, None for a PNG picture.

    Args:
        form: "png" or "gif".
        animation: the animation, or its configurations.
        seconds: the duration of the animation [s].
        fps: pictures per second.

    Raises:
        ValueError: a value is invalid, or does not apply to a PNG picture; the message begins with
            the name of the value.
    """
    if seconds is not None and not 0.0 < seconds <= MOST_SECONDS:
        raise ValueError(
            f"seconds must be more than 0 and at most {MOST_SECONDS:g}, got {seconds:g}"
        )
    if not 1.0 <= fps <= MOST_FPS:
        raise ValueError(f"fps must be at least 1 and at most {MOST_FPS:g}, got {fps:g}")
    if isinstance(animation, str) and animation not in get_args(Animation):
        raise ValueError(
            f"animation must be {' or '.join(get_args(Animation))}, got {quoted(animation)}"
        )
    if form == "gif":
        return "turntable" if animation is None else animation
    if animation is None and seconds is None:
        return None
    what = "seconds" if animation is None else "configurations"
    what = animation if isinstance(animation, str) else what
    raise ValueError(f"{what} requires an animation: a file with the ending .gif")


def turntable(count: int, q: Values, camera: str) -> list[Frame]:
    """Return frames in which the camera turns once around the robot.

    Args:
        count: number of frames.
        q: values of joints by name.
        camera: the camera preset of the first frame.
    """
    turn = 2.0 * math.pi / count
    return [Frame(q, {"preset": camera, "turn": turn * number}) for number in range(count)]


def sweep(robot: Robot, count: int, q: Values) -> list[Frame]:
    """Return frames in which each joint in turn moves through its range.

    Joints with several variables do not move.

    Args:
        robot: the robot.
        count: number of frames.
        q: values of joints by name, at which each joint starts and ends.
    """
    start = robot.positions(robot.q(q))
    joints = [joint for joint in robot.independent_joints if len(joint.variables) == 1]
    frames = []
    for number in range(count):
        place = number / count * len(joints)
        index = min(int(place), len(joints) - 1)
        values = dict(q)
        if joints:
            joint = joints[index]
            values[joint.name] = _through(joint, start[joint.name][0], place - index)
        frames.append(Frame(values))
    return frames


def swept_joints(robot: Robot) -> int:
    """Return the number of joints that ``sweep`` moves."""
    return sum(len(joint.variables) == 1 for joint in robot.independent_joints)


def _through(joint: Joint, start: float, phase: float) -> float:
    """Return a value on the path from start to upper limit, lower limit, and back to start.

    The phase is 0 at the beginning and 1 at the end of this path.
    """
    lower, upper = _range(joint, start)
    stops = (start, upper, lower, start)
    lengths = [abs(two - one) for one, two in pairwise(stops)]
    total = sum(lengths)
    rest = phase * total
    for one, two, length in zip(stops, stops[1:], lengths, strict=False):
        if rest <= length and length > 0.0:
            return one + (two - one) * 0.5 * (1.0 - math.cos(math.pi * rest / length))
        rest -= length
    return start


def _range(joint: Joint, start: float) -> tuple[float, float]:
    limit = joint.limit
    reach = _UNLIMITED if JOINT_TYPES[joint.type].units[0] == "rad" else 0.1 * _UNLIMITED
    lower = limit.lower if math.isfinite(limit.lower) else start - reach
    upper = limit.upper if math.isfinite(limit.upper) else start + reach
    return min(lower, start), max(upper, start)


def configurations(robot: Robot, rows: Rows) -> list[Frame]:
    """Return one frame for each configuration.

    Args:
        robot: the robot.
        rows: the configurations, (nq,) each.
    """
    found = []
    for row in rows:
        positions = robot.positions(row)
        found.append(
            Frame({joint.name: positions[joint.name] for joint in robot.independent_joints})
        )
    return found
