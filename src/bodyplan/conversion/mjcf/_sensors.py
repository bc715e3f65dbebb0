"""Conversion of sensors to MJCF: sites, cameras, and the sensors at these sites."""

from __future__ import annotations

import math
from collections.abc import Mapping
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.chains import free
from bodyplan.conversion.direction import View
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.mjcf.assets import add
from bodyplan.conversion.mjcf.text import number, placed
from bodyplan.core import quoted

_CAMERA = model.Transform(((0.0, 0.0, -1.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
"""Frame of a MuJoCo camera (looks along -z, y up) in a sensor frame (looks along x, z up)."""
_CAMERAS = frozenset(
    (
        *("camera", "depth", "depth_camera", "rgbd", "rgbd_camera", "thermal", "thermal_camera"),
        *("segmentation", "segmentation_camera", "boundingbox", "boundingbox_camera"),
    )
)
_SENSORS = {
    "imu": ("accelerometer", "gyro", "framequat"),
    "force_torque": ("force", "torque"),
    "magnetometer": ("magnetometer",),
}
"""For each type of sensor, the MJCF sensors at its site."""
_OF_OBJECTS = frozenset(("framequat",))
"""MJCF sensors that can be attached to any object, not only to a site."""


class SensorWriter:
    """Adds sites and cameras for sensors to bodies, and collects the MJCF sensors at these sites.

    Args:
        robot: the robot.
        views: views of the cameras, by ``id`` of the sensor.
        sites: names of existing sites; names of new sites are added.
        log: collects what is lost.
    """

    def __init__(
        self, robot: model.Robot, views: Mapping[int, View], sites: set[str], log: RobotLossLog
    ) -> None:
        self._views = views
        self._sites = sites
        self._log = log
        self._loops = {joint.name for joint in robot.loops}
        self._by_link: dict[str, list[model.Sensor]] = {}
        for sensor in robot.sensors:
            self._by_link.setdefault(sensor.link, []).append(sensor)
        self.section = Node("sensor")

    def of_link(self, body: Node, link: str) -> None:
        """Add the sensors of a link."""
        for sensor in self._by_link.get(link, ()):
            self._add(body, sensor)

    def _add(self, body: Node, sensor: model.Sensor) -> None:
        name = free(sensor.name or sensor.type or "sensor", self._sites)
        if sensor.name and name != sensor.name:
            reason = f"another sensor has the same name; it is renamed to {quoted(name)}"
            self._log.add("moved", sensor, "name", reason)
        if sensor.joint in self._loops:
            reason = "its joint closes a loop; MuJoCo measures between a body and its parent"
            self._log.add("approximated", sensor, "joint", reason)
        elif sensor.joint:
            reason = "MuJoCo measures between the body of its site and the parent of the body"
            self._log.add("moved", sensor, "joint", reason)
        if sensor.rate is not None:
            self._log.add(
                "dropped",
                sensor,
                "rate",
                "MuJoCo has no rates of sensors; it measures at every time step",
            )
        if sensor.type in _CAMERAS:
            if sensor.type != "camera":
                reason = "MuJoCo has one type of camera; it becomes a plain one"
                self._log.add("approximated", sensor, "type", reason)
            view = _attributes(self._views.get(id(sensor)))
            add(body, "camera", {"name": name, **placed(sensor.origin @ _CAMERA), **view})
            return
        add(body, "site", {"name": name, **placed(sensor.origin)})
        measures = _SENSORS.get(sensor.type, ())
        for what in measures:
            of = {"objtype": "site", "objname": name} if what in _OF_OBJECTS else {"site": name}
            add(self.section, what, {"name": f"{name}_{what}", **of})
        if not measures:
            kind = f"sensor of type {sensor.type}" if sensor.type else "sensor without type"
            self._log.add("approximated", sensor, "type", f"MuJoCo has no {kind}; its site is kept")


def _attributes(view: View | None) -> dict[str, str]:
    """Return the camera attributes for a view; the field of view becomes vertical, in degrees."""
    if view is None:
        return {}
    found = {"resolution": f"{view.width} {view.height}"}
    if 0.0 < view.angle < math.pi:
        half = math.atan(math.tan(view.angle / 2.0) * view.height / view.width)
        found = {"fovy": number(round(math.degrees(2.0 * half), 6)), **found}
    return found
