"""An MJCF scene around a robot, with floor, light and camera."""

from __future__ import annotations

import math
from typing import Any
from xml.etree.ElementTree import Element as Node

import numpy as np

from bodyplan import model
from bodyplan.conversion.mjcf.assets import add
from bodyplan.conversion.mjcf.text import number, numbers
from bodyplan.geometry import MeshError
from bodyplan.inertia.bodies import poses_at
from bodyplan.spec.writer import write_raw

_GRID = {"type": "2d", "builtin": "checker", "rgb1": "0.2 0.3 0.4", "rgb2": "0.1 0.2 0.3"}
_SEGMENTS = 32
_SMALLEST = 0.1
"""The smallest size of a scene [m]."""


def extent_of(robot: model.Robot, positions: model.Configuration) -> tuple[Any, Any]:
    """Return the bounding box of all shapes: smallest and largest coordinates [m].

    The collision shapes of a link are used, or its visuals if it has no collision shapes. Planes
    and unreadable meshes are ignored.

    Args:
        robot: the robot.
        positions: the positions of all joints.
    """
    found = [np.zeros((1, 3))]
    for link, pose in zip(robot.links, poses_at(robot, positions), strict=True):
        for part in link.collisions or link.visuals:
            try:
                vertices = robot.mesh(part, segments=_SEGMENTS).vertices
            except (MeshError, OSError):
                continue
            X = pose @ part.origin
            found.append(vertices @ np.array(X.R).T + np.array(X.p))
    points = np.concatenate(found[1:] or found)
    return points.min(axis=0), points.max(axis=0)


def scene_of(file: str, robot: model.Robot, *, floor: float) -> bytes:
    """Return MJCF that includes a robot, with a floor, a light and a camera.

    Args:
        file: name of the file of the robot, in the same folder.
        robot: the robot.
        floor: height of the floor [m].
    """
    low, high = extent_of(robot, robot.configuration())
    size = max(float(np.linalg.norm(high - low)), _SMALLEST)
    middle = 0.5 * float(high[2] - low[2]) + floor
    root = Node("mujoco", {"model": f"{robot.name} scene"})
    add(root, "include", {"file": file})
    add(
        root, "statistic", {"center": numbers((0.0, 0.0, middle)), "extent": number(round(size, 3))}
    )
    assets = add(root, "asset", {})
    add(assets, "texture", {"name": "floor_grid", **_GRID, "width": "300", "height": "300"})
    look = {"texrepeat": "5 5", "texuniform": "true", "reflectance": "0.1"}
    add(assets, "material", {"name": "floor_grid", "texture": "floor_grid", **look})
    world = add(root, "worldbody", {})
    above = number(round(floor + 3.0 * size, 3))
    light = {"pos": f"0 0 {above}", "dir": "0 0 -1", "type": "directional"}
    add(world, "light", {"name": "sun", **light})
    away = round(1.5 * size, 3)
    half = math.sqrt(0.5)
    camera = {"pos": numbers((away, -away, round(middle + 0.5 * size, 3)))}
    axes = {"xyaxes": numbers((half, half, 0.0, -0.2, 0.2, 0.96))}
    add(world, "camera", {"name": "scene", **camera, **axes})
    plane = {"name": "floor", "type": "plane", "size": "0 0 0.05", "material": "floor_grid"}
    place = {} if not floor else {"pos": numbers((0.0, 0.0, floor))}
    add(world, "geom", plane | place)
    return f'<?xml version="1.0"?>\n{write_raw(root)}\n'.encode()
