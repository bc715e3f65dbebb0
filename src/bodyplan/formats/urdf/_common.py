"""Definitions that several URDF elements use."""

from typing import Literal

from bodyplan.spec import ANGLE, LENGTH, Annotated, Attr, Element, Vec3, Vec4, element

VERSIONS = ((1, 0), (1, 1), (1, 2))
"""The versions that urdfdom 6 supports."""

JointType = Literal["revolute", "continuous", "prismatic", "fixed", "floating", "planar"]


@element("origin", source="urdfdom pose.cpp; ROS wiki urdf/XML/joint, urdf/XML/link")
class Pose(Element, instead={"p": "xyz"}):
    """Pose of a frame in its parent frame: rotate, then translate by xyz.

    Rotation: R = Rz(yaw) Ry(pitch) Rx(roll), or the unit quaternion, never both.
    """

    xyz: Annotated[Vec3, Attr("translation in the parent frame", unit=LENGTH)] = (0.0, 0.0, 0.0)
    rpy: Annotated[Vec3, Attr("roll, pitch, yaw about the fixed x, y, z axes", unit=ANGLE)] = (
        0.0,
        0.0,
        0.0,
    )
    quat_xyzw: Annotated[
        Vec4 | None, Attr("orientation as a unit quaternion, scalar last", since=(1, 1))
    ] = None


IDENTITY = Pose()
"""The pose of an element without an origin."""
