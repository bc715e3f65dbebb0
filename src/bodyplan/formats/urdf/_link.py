"""URDF links: rigid bodies with mass, appearance and collision geometry."""

from bodyplan.formats.urdf._common import IDENTITY, Pose
from bodyplan.formats.urdf._geometry import Geometry
from bodyplan.spec import INERTIA, MASS, Annotated, Attr, Child, Element, Vec4, element


@element("inertia", source="ROS wiki urdf/XML/link, inertial")
class Inertia(Element):
    """Inertia tensor about the centre of mass, in the axes of the inertial frame.

    Products have the negative convention: ixy is minus the integral of x y dm, so the matrix
    [[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]] is the inertia tensor.
    """

    ixx: Annotated[float, Attr("moment about x", unit=INERTIA)]
    ixy: Annotated[float, Attr("product of x and y", unit=INERTIA)]
    ixz: Annotated[float, Attr("product of x and z", unit=INERTIA)]
    iyy: Annotated[float, Attr("moment about y", unit=INERTIA)]
    iyz: Annotated[float, Attr("product of y and z", unit=INERTIA)]
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
    """Colour and texture under a name. A name alone refers to a material defined elsewhere."""

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
    """What the link looks like; a link can have several visuals."""

    name: Annotated[str, Attr("free label")] = ""
    group: Annotated[str | None, Attr("left over from URDF 0.2, ignored")] = None
    origin: Annotated[Pose, Child("pose of the shape in the link frame")] = IDENTITY
    geometry: Geometry
    material: Material | None = None


@element("collision", source="urdfdom link.cpp, parseCollision")
class Collision(Element, instead={"shape": "geometry", "pose": "origin", "X_LG": "origin"}):
    """The collision geometry of the link; a link can have several collisions."""

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
    """A rigid body with its frame L. Without an inertial it has no mass."""

    name: Annotated[str, Attr("unique among the links of the robot", defines="link")]
    type: Annotated[str | None, Attr("left over from PR2, ignored")] = None
    inertial: Inertial | None = None
    visuals: Annotated[tuple[Visual, ...], Child("what it looks like")] = ()
    collisions: Annotated[tuple[Collision, ...], Child("collision geometries")] = ()
