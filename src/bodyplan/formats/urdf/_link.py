"""URDF links: rigid bodies with mass, appearance and collision geometry, each with its pose."""

from typing import Literal

from bodyplan.spec import (
    ANGLE,
    INERTIA,
    LENGTH,
    MASS,
    Annotated,
    Attr,
    Child,
    Element,
    Vec3,
    Vec4,
    element,
)

VERSIONS = ((1, 0), (1, 1), (1, 2))
"""The URDF versions that urdfdom 6 supports."""

JointType = Literal["revolute", "continuous", "prismatic", "fixed", "floating", "planar"]


@element("origin", source="urdfdom pose.cpp; ROS wiki urdf/XML/joint, urdf/XML/link")
class Pose(Element, instead={"p": "xyz"}):
    """The pose of a frame in its parent frame: p_parent = R p + xyz.

    The rotation R is Rz(yaw) Ry(pitch) Rx(roll), or that of the unit quaternion. A pose cannot have
    both.
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
"""The identity pose, which an element without ``<origin>`` has."""


def _length(meaning: str) -> Attr:
    """Return the declaration of a length that must be positive.

    A length of zero is only a warning, because older files often contain flat boxes.
    """
    return Attr(
        meaning, unit=LENGTH, gt=0.0, severity="error", at_bound="warning", rejected_since=(1, 2)
    )


@element("box", source="urdfdom link.cpp, parseBox")
class Box(Element):
    """A box centred at the origin."""

    size: Annotated[Vec3, _length("full edge lengths along x, y, z")]


@element("cylinder", source="urdfdom link.cpp, parseCylinder")
class Cylinder(Element):
    """A cylinder along z, centred at the origin."""

    radius: Annotated[float, _length("radius")]
    length: Annotated[float, _length("height along z")]


@element("sphere", source="urdfdom link.cpp, parseSphere")
class Sphere(Element):
    """A sphere centred at the origin."""

    radius: Annotated[float, _length("radius")]


@element("capsule", source="urdfdom 5.1 README", since=(1, 1))
class Capsule(Element):
    """A cylinder along z with a hemisphere at each end; the total height is length + 2 radius."""

    radius: Annotated[float, _length("radius of the cylinder and the hemispheres")]
    length: Annotated[float, _length("height of the cylinder without the hemispheres")]


@element("mesh", source="urdfdom link.cpp, parseMesh; ROS wiki urdf/XML/link")
class Mesh(Element, instead={"uri": "filename"}):
    """A triangle mesh in a file; the origin and axes are those in the file."""

    filename: Annotated[str, Attr("URI of the mesh file")]
    scale: Annotated[
        Vec3, Attr("factor along each axis of the mesh", shorter=((1, "{0} {0} {0}"),))
    ] = (1.0, 1.0, 1.0)


Shape = Box | Cylinder | Sphere | Capsule | Mesh


@element("geometry", source="urdfdom link.cpp, parseGeometry")
class Geometry(Element):
    """The shape of a visual or collision."""

    shape: Box | Cylinder | Sphere | Capsule | Mesh | None = None


@element("inertia", source="ROS wiki urdf/XML/link, inertial")
class Inertia(Element):
    """The inertia tensor about the centre of mass, expressed in the inertial frame.

    The matrix is [[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]], without changes of sign: ixy
    is minus the integral of x y dm.
    """

    ixx: Annotated[float, Attr("moment about x", unit=INERTIA)]
    ixy: Annotated[float, Attr("product of inertia of x and y", unit=INERTIA)]
    ixz: Annotated[float, Attr("product of inertia of x and z", unit=INERTIA)]
    iyy: Annotated[float, Attr("moment about y", unit=INERTIA)]
    iyz: Annotated[float, Attr("product of inertia of y and z", unit=INERTIA)]
    izz: Annotated[float, Attr("moment about z", unit=INERTIA)]


@element("inertial", source="urdfdom link.cpp, parseInertial")
class Inertial(Element, instead={"pose": "origin", "X_LI": "origin"}):
    """Mass, centre of mass and inertia of a link."""

    origin: Annotated[Pose, Child("pose of the centre-of-mass frame I in the link frame L")] = (
        IDENTITY
    )
    mass: Annotated[float, Child("mass of the link", attr="value", unit=MASS)]
    inertia: Inertia


@element("material", source="urdfdom link.cpp, parseMaterial; model.cpp, assignMaterial")
class Material(Element):
    """A named colour and texture; with only a name, a reference to a material of the robot."""

    name: Annotated[
        str, Attr("name; empty for a material of this visual only", refers=("material",))
    ]
    rgba: Annotated[
        Vec4 | None,
        Child(
            "red, green, blue, alpha",
            tag="color",
            attr="rgba",
            ge=0.0,
            le=1.0,
            severity="warning",
            shorter=((3, "{0} {1} {2} 1"),),
        ),
    ] = None
    texture: Annotated[str | None, Child("URI of an image file", attr="filename", bare="")] = None


@element("visual", source="urdfdom link.cpp, parseVisual")
class Visual(Element, instead={"shape": "geometry", "pose": "origin", "X_LG": "origin"}):
    """A shape of a link for display; a link can have several."""

    name: Annotated[str, Attr("free label")] = ""
    group: Annotated[str | None, Attr("left over from URDF 0.2, ignored")] = None
    origin: Annotated[Pose, Child("pose of the shape in the link frame")] = IDENTITY
    geometry: Geometry
    material: Material | None = None


@element("collision", source="urdfdom link.cpp, parseCollision")
class Collision(Element, instead={"shape": "geometry", "pose": "origin", "X_LG": "origin"}):
    """A shape of a link for collision checking; a link can have several."""

    name: Annotated[str, Attr("free label", defines="collision")] = ""
    group: Annotated[str | None, Attr("left over from URDF 0.2, ignored")] = None
    origin: Annotated[Pose, Child("pose of the shape in the link frame")] = IDENTITY
    geometry: Geometry
    verbose: Annotated[str | None, Child("left over from PR2, ignored", attr="value", bare="")] = (
        None
    )


@element("link", source="urdfdom link.cpp, parseLink; ROS wiki urdf/XML/link")
class Link(
    Element,
    instead={"visual": "visuals", "collision": "collisions", "mass": "inertial.mass"},
):
    """A rigid body with its own frame L. Without ``<inertial>``, it has no mass."""

    name: Annotated[str, Attr("unique among the links of the robot", defines="link")]
    type: Annotated[str | None, Attr("left over from PR2, ignored")] = None
    inertial: Inertial | None = None
    visuals: Annotated[tuple[Visual, ...], Child("visual geometries")] = ()
    collisions: Annotated[tuple[Collision, ...], Child("collision geometries")] = ()
