"""The choice between the materials in a mesh file and the material in the description."""

from __future__ import annotations

from collections.abc import Callable

from bodyplan.formats import urdf
from bodyplan.model import Geometry, Material, Robot


def has_own_look(
    robot: Robot, geometry: Geometry, texture_of: Callable[[Material], object]
) -> bool:
    """Return whether a mesh is drawn with the materials in its own file.

    In a URDF, materials in the mesh file take precedence, as in RViz. In SDFormat and MJCF, the
    material of the description takes precedence, as in Gazebo and MuJoCo.

    Args:
        robot: the robot.
        geometry: geometry with a mesh.
        texture_of: returns the texture of a material; None without a texture that can be shown.
    """
    material = geometry.material
    if material is None or robot.origins is None:
        return True
    sources = map(robot.origins.source, robot.links)
    if isinstance(next((one for one in sources if one is not None), None), urdf.Link):
        return True
    return material.rgba is None and texture_of(material) is None
