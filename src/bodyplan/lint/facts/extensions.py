"""Helpers for URDF extensions such as ``<ros2_control>``: parse numbers, edit text, known plugins.

A custom plugin may export interfaces that the file does not list. A missing interface of a custom
plugin is therefore reported as information only.

Source: ros2_control hardware_interface and mock_components, the *_ros2_control packages of the
simulators, and the plugin descriptions of ros2_controllers and ros_controllers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Diagnostic, Safety
from bodyplan.lint.context import Context, FixMaker
from bodyplan.spec import change, parse_float
from bodyplan.spec.codec import LONGEST_NUMBER

TOLERANCE = 1e-6
"""Bounds with a smaller relative difference count as equal: they may be rounded to six digits."""


def number(text: str) -> float | None:
    """Return a text as a number, without surrounding whitespace; None if it is not a number."""
    try:
        return parse_float(text.strip())
    except ValueError:
        return None


def with_point(text: str) -> str | None:
    """Return the text with its decimal comma replaced by a point.

    None if the result is not a number.
    """
    pointed = text.strip().replace(",", ".", 1)
    return pointed if "," in text and number(pointed) is not None else None


def integer(text: str | None) -> int | None:
    """Return the value of an attribute as an integer; None if it is missing or not an integer."""
    stripped = (text or "").strip()
    digits = stripped[1:] if stripped[:1] in {"+", "-"} else stripped
    is_whole = digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER
    return int(stripped) if is_whole else None


def above(value: float, bound: float) -> bool:
    """Return whether a value exceeds a bound by more than a rounding error; False for nan."""
    return value > bound and not math.isclose(value, bound, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def at_text(
    ctx: Context,
    node: Node,
    message: str,
    *,
    hint: str | Callable[[], str | None] | None = None,
    fix: FixMaker | None = None,
) -> Diagnostic:
    """Return a diagnostic at the text of an element, or at its tag if it has no text."""
    part = "text" if (node.text or "").strip() else "tag"
    place = partial(ctx.document.where, node, part)  # type: ignore[arg-type]
    return Diagnostic(ctx.kind, message, place, hint=hint, fix=fix)


def fix_text(ctx: Context, title: str, safety: Safety, node: Node, text: str) -> FixMaker:
    """Return a fix that replaces the text of an element."""
    return ctx.fix(title, safety, lambda: [change.set_text(ctx.document.layout, node, text)])


_HARDWARE = frozenset(
    {
        "fake_components/GenericSystem",
        "gazebo_ros2_control/GazeboSystem",
        "gz_ros2_control/GazeboSimSystem",
        "ign_ros2_control/IgnitionSystem",
        "joint_state_topic_hardware_interface/JointStateTopicSystem",
        "mock_components/GenericSystem",
        "topic_based_ros2_control/TopicBasedSystem",
    }
)
_CONTROLLER_PACKAGES = frozenset(
    {
        "ackermann_steering_controller",
        "admittance_controller",
        "battery_state_broadcaster",
        "bicycle_steering_controller",
        "chained_filter_controller",
        "diff_drive_controller",
        "effort_controllers",
        "force_torque_sensor_broadcaster",
        "force_torque_sensor_controller",
        "forward_command_controller",
        "four_wheel_steering_controller",
        "gpio_controllers",
        "gps_sensor_broadcaster",
        "gripper_action_controller",
        "gripper_controllers",
        "imu_sensor_broadcaster",
        "imu_sensor_controller",
        "joint_state_broadcaster",
        "joint_state_controller",
        "joint_trajectory_controller",
        "mecanum_drive_controller",
        "omni_wheel_drive_controller",
        "parallel_gripper_action_controller",
        "pid_controller",
        "pose_broadcaster",
        "position_controllers",
        "range_sensor_broadcaster",
        "steering_controllers_library",
        "tricycle_controller",
        "tricycle_steering_controller",
        "velocity_controllers",
    }
)


def is_custom_hardware(plugin: str | None) -> bool:
    """Return whether a hardware plugin may export interfaces that its block does not list."""
    return bool(plugin) and (plugin or "").strip() not in _HARDWARE


def is_custom_controller(type_: str | None) -> bool:
    """Return whether a controller may export interfaces that other controllers claim."""
    return bool(type_) and (type_ or "").strip().partition("/")[0] not in _CONTROLLER_PACKAGES
