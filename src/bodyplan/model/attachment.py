"""Parts of a robot other than links and joints: frames, sensors, transmissions."""

from __future__ import annotations

from collections.abc import Mapping

from bodyplan.core import Record
from bodyplan.model.transform import IDENTITY, Transform


class Frame(Record, instead={"pose": "origin", "X_LF": "origin", "attached_to": "link"}):
    """A named frame F that is fixed to a link.

    Args:
        name: unique among the frames of the robot.
        link: name of the link.
        origin: X_LF, the pose of the frame in the frame of the link.
    """

    name: str
    link: str
    origin: Transform = IDENTITY


OLDER_SENSORS: Mapping[str, str] = {
    "depth": "depth_camera",
    "rgbd": "rgbd_camera",
    "thermal": "thermal_camera",
    "segmentation": "segmentation_camera",
    "boundingbox": "boundingbox_camera",
    "wideanglecamera": "wide_angle_camera",
    "gps": "navsat",
    "ray": "lidar",
    "gpu_ray": "gpu_lidar",
}
"""Sensor types by their old names, which URDF files use and libsdformat still accepts.

Source: libsdformat Sensor.cc.
"""


class Sensor(Record, instead={"kind": "type", "pose": "origin", "X_LS": "origin"}):
    """A sensor with a frame S that is fixed to a link.

    Args:
        name: a label, not always unique.
        type: the type as named in the source format, such as "camera".
        link: name of the link.
        origin: X_LS, the pose of the sensor frame in the frame of the link.
        rate: the measurement rate [Hz]; None if unspecified.
        joint: name of the joint whose forces or motion the sensor measures; empty for none.
    """

    name: str
    type: str
    link: str
    origin: Transform = IDENTITY
    rate: float | None = None
    joint: str = ""


class Transmission(Record):
    """A transmission between motors and joints.

    Args:
        name: a label.
        type: the name of the plugin that implements it, as written.
        joints: names of the joints that it drives.
        actuators: names of the motors.
        reductions: the reduction of each motor, in the order of ``actuators``: joint position =
            motor position / reduction; None if unspecified.
        interfaces: the command interface of each joint: "position", "velocity", "effort"; empty if
            unspecified.
        gains: the servo gains of each joint: position gain [N m/rad] or [N/m] and velocity gain [N
            m s/rad] or [N s/m]; None if unspecified.
    """

    name: str
    type: str
    joints: tuple[str, ...] = ()
    actuators: tuple[str, ...] = ()
    reductions: tuple[float | None, ...] = ()
    interfaces: tuple[str, ...] = ()
    gains: tuple[tuple[float, float] | None, ...] = ()
