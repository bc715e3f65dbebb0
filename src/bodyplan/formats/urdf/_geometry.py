"""URDF geometries."""

from bodyplan.spec import LENGTH, Annotated, Attr, Element, Vec3, element


def _length(meaning: str) -> Attr:
    """Return the mark of a length; zero is a warning, as files before 1.2 often have flat boxes."""
    return Attr(
        meaning, unit=LENGTH, gt=0.0, severity="error", at_bound="warning", rejected_since=(1, 2)
    )


@element("box", source="urdfdom link.cpp, parseBox")
class Box(Element):
    """A box about its centre."""

    size: Annotated[Vec3, _length("full edge lengths along x, y, z")]


@element("cylinder", source="urdfdom link.cpp, parseCylinder")
class Cylinder(Element):
    """A cylinder about its centre, its axis along z."""

    radius: Annotated[float, _length("radius")]
    length: Annotated[float, _length("height along z")]


@element("sphere", source="urdfdom link.cpp, parseSphere")
class Sphere(Element):
    """A sphere about its centre."""

    radius: Annotated[float, _length("radius")]


@element("capsule", source="urdfdom 5.1 README", since=(1, 1))
class Capsule(Element):
    """A cylinder along z with a hemisphere at each end; total height is length + 2 radius."""

    radius: Annotated[float, _length("radius of the cylinder and the hemispheres")]
    length: Annotated[float, _length("height of the cylinder without the hemispheres")]


@element("mesh", source="urdfdom link.cpp, parseMesh; ROS wiki urdf/XML/link")
class Mesh(Element, instead={"uri": "filename"}):
    """A triangle mesh from a file, in the file's own frame."""

    filename: Annotated[str, Attr("URI of the mesh file")]
    scale: Annotated[
        Vec3, Attr("factor along each axis of the mesh", shorter=((1, "{0} {0} {0}"),))
    ] = (1.0, 1.0, 1.0)


Shape = Box | Cylinder | Sphere | Capsule | Mesh


@element("geometry", source="urdfdom link.cpp, parseGeometry")
class Geometry(Element):
    """The shape of a visual or collision."""

    shape: Box | Cylinder | Sphere | Capsule | Mesh | None = None
