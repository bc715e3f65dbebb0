"""The choice of the materials of a mesh: those in its file, or the material in the description."""

from __future__ import annotations

from collections.abc import Callable

from bodyplan.formats import urdf
from bodyplan.model import Geometry, Material, Robot


def has_own_look(
    robot: Robot, geometry: Geometry, texture_of: Callable[[Material], object]
) -> bool:
    """Return whether a mesh with materials in its file is drawn with these.

    As in RViz, materials in the mesh file take precedence over the material of a URDF. As in Gazebo
    and MuJoCo, the material of SDFormat and MJCF takes precedence over those in the mesh file.

    Args:
        robot: the robot.
        geometry: geometry with a mesh.
        texture_of: returns the texture of a material; None if it has none that can be shown.
    """
    material = geometry.material
    if material is None or robot.origins is None:
        return True
    sources = map(robot.origins.source, robot.links)
    if isinstance(next((one for one in sources if one is not None), None), urdf.Link):
        return True
    return material.rgba is None and texture_of(material) is None
