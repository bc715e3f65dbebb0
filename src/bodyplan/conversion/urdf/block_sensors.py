"""Sensors in the ``<gazebo>`` blocks of a URDF, and views of cameras, for conversion to MJCF."""

from __future__ import annotations

import math
from typing import Any
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.direction import View
from bodyplan.conversion.urdf._gazebo_sensors import block_sensors, numbers_of
from bodyplan.core import replace
from bodyplan.formats import sdf, urdf
from bodyplan.formats.document import Document


def with_block_sensors(
    robot: model.Robot, document: Document | None
) -> tuple[model.Robot, dict[int, View]]:
    """Return a robot with the sensors of ``<gazebo>`` blocks, and the views of all its cameras.

    Args:
        robot: the robot.
        document: the document from which the robot was read; None if unknown.
    """
    views: dict[int, View] = {}
    for sensor in robot.sensors:
        source = None if robot.origins is None else robot.origins.source(sensor)
        view = _view_of(getattr(source, "element", source))
        if view is not None:
            views[id(sensor)] = view
    if document is None or not isinstance(document.root, urdf.Robot):
        return robot, views
    found: list[model.Sensor] = []
    for made, node in block_sensors(robot, document.root):
        found.append(made)
        view = _view_in(node)
        if view is not None:
            views[id(made)] = view
    if not found:
        return robot, views
    seeing = replace(robot, sensors=(*robot.sensors, *found))
    return seeing.with_notes_of(robot), views


def _view_of(element: Any) -> View | None:
    """Return the view of a sensor of URDF or SDFormat."""
    if isinstance(element, urdf.Sensor) and element.camera is not None:
        image = element.camera.image
        return _view(image.hfov, image.width, image.height)
    if isinstance(element, sdf.Sensor) and element.cameras:
        camera = element.cameras[0]
        return _view(camera.horizontal_fov, camera.image.width, camera.image.height)
    return None


def _view_in(node: Node) -> View | None:
    camera = node.find("camera")
    if camera is None:
        return None
    texts = (
        camera.findtext(path) or "" for path in ("horizontal_fov", "image/width", "image/height")
    )
    values = [next(numbers_of(text), 0.0) for text in texts]
    return _view(values[0] or 1.047, int(values[1]), int(values[2]))


def _view(angle: float, width: int, height: int) -> View | None:
    is_valid = math.isfinite(angle) and 0 < width < 100_000 and 0 < height < 100_000
    return View(angle, width, height) if is_valid else None
