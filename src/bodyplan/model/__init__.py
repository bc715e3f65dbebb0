"""The robot model: immutable, in SI units, and independent of file formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core.lazy import loaded_later

if TYPE_CHECKING:
    from bodyplan.core.names import Named as Named
    from bodyplan.core.names import UnknownNameError as UnknownNameError
    from bodyplan.model._chain import Chain as Chain
    from bodyplan.model._link_order import NotATreeError as NotATreeError
    from bodyplan.model.attachment import Frame as Frame
    from bodyplan.model.attachment import Sensor as Sensor
    from bodyplan.model.attachment import Transmission as Transmission
    from bodyplan.model.configuration import Configuration as Configuration
    from bodyplan.model.joint import JOINT_TYPES as JOINT_TYPES
    from bodyplan.model.joint import Dynamics as Dynamics
    from bodyplan.model.joint import Gear as Gear
    from bodyplan.model.joint import Joint as Joint
    from bodyplan.model.joint import JointType as JointType
    from bodyplan.model.joint import Limit as Limit
    from bodyplan.model.joint import Mimic as Mimic
    from bodyplan.model.link import Inertial as Inertial
    from bodyplan.model.link import Link as Link
    from bodyplan.model.parts import Origins as Origins
    from bodyplan.model.parts import Parts as Parts
    from bodyplan.model.robot import Robot as Robot
    from bodyplan.model.shape import Box as Box
    from bodyplan.model.shape import Capsule as Capsule
    from bodyplan.model.shape import Cone as Cone
    from bodyplan.model.shape import Cylinder as Cylinder
    from bodyplan.model.shape import Ellipsoid as Ellipsoid
    from bodyplan.model.shape import Geometry as Geometry
    from bodyplan.model.shape import Heightmap as Heightmap
    from bodyplan.model.shape import Material as Material
    from bodyplan.model.shape import Mesh as Mesh
    from bodyplan.model.shape import OtherShape as OtherShape
    from bodyplan.model.shape import Plane as Plane
    from bodyplan.model.shape import Polyline as Polyline
    from bodyplan.model.shape import Shape as Shape
    from bodyplan.model.shape import Sphere as Sphere
    from bodyplan.model.transform import IDENTITY as IDENTITY
    from bodyplan.model.transform import Transform as Transform
    from bodyplan.model.transform import Vec3 as Vec3
    from bodyplan.model.tree import Tree as Tree

_HOMES = {
    name: home
    for home, names in {
        ".attachment": "Frame Sensor Transmission",
        "._chain": "Chain",
        ".configuration": "Configuration",
        ".joint": "Limit Dynamics Gear Joint JointType JOINT_TYPES Mimic",
        ".link": "Inertial Link",
        "bodyplan.core.names": "Named UnknownNameError",
        ".parts": "Origins Parts",
        ".robot": "Robot",
        ".shape": (
            "Box Capsule Cone Cylinder Ellipsoid Geometry Heightmap Material Mesh OtherShape Plane "
            "Polyline Shape Sphere"
        ),
        ".transform": "IDENTITY Transform Vec3",
        "._link_order": "NotATreeError",
        ".tree": "Tree",
    }.items()
    for name in names.split()
}
"""The module of each name, which is imported when the name is first used."""
__all__ = [*_HOMES]  # noqa: PLE0604  (names that __getattr__ provides)


if not TYPE_CHECKING:  # without this condition, a type checker would accept every misspelt name
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)
