"""SDFormat shapes: what collisions and visuals look like."""

from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf, Vec2
from bodyplan.spec import LENGTH, Annotated, Attr, Child, Needed, Vec3, Was, element


@element("box", source="box_shape.sdf; libsdformat Box.cc")
class Box(Sdf):
    """A box around its origin."""

    size: Annotated[
        Vec3,
        Needed(
            "full lengths of its edges along x, y and z",
            gt=0.0,
            severity="error",
            unit=LENGTH,
            was=ATTRIBUTE,
        ),
    ] = (1.0, 1.0, 1.0)


@element("capsule", source="capsule_shape.sdf; libsdformat Capsule.cc", since=(1, 8))
class Capsule(Sdf):
    """A cylinder along z with half a sphere at each end, around its origin."""

    radius: Annotated[
        float,
        Needed("radius of the cylinder and of the spheres", gt=0.0, severity="error", unit=LENGTH),
    ] = 0.5
    length: Annotated[
        float, Needed("length of the cylinder alone", gt=0.0, severity="error", unit=LENGTH)
    ] = 1.0


@element("cone", source="cone_shape.sdf; libsdformat Cone.cc", since=(1, 11))
class Cone(Sdf):
    """A cone along z with its tip up; the origin is halfway between base and tip."""

    radius: Annotated[
        float, Needed("radius of its base", gt=0.0, severity="error", unit=LENGTH)
    ] = 1.0
    length: Annotated[
        float, Needed("distance from base to tip", gt=0.0, severity="error", unit=LENGTH)
    ] = 1.0


@element("cylinder", source="cylinder_shape.sdf; libsdformat Cylinder.cc")
class Cylinder(Sdf):
    """A cylinder along z, around its origin."""

    radius: Annotated[
        float, Needed("radius", gt=0.0, severity="error", unit=LENGTH, was=ATTRIBUTE)
    ] = 1.0
    length: Annotated[
        float, Needed("full length", gt=0.0, severity="error", unit=LENGTH, was=ATTRIBUTE)
    ] = 1.0


@element("ellipsoid", source="ellipsoid_shape.sdf; libsdformat Ellipsoid.cc", since=(1, 8))
class Ellipsoid(Sdf):
    """A sphere stretched along x, y and z, around its origin."""

    radii: Annotated[
        Vec3, Needed("half lengths along x, y and z", gt=0.0, severity="error", unit=LENGTH)
    ] = (1.0, 1.0, 1.0)


@element("blend", source="heightmap_shape.sdf, blend; libsdformat Heightmap.cc")
class HeightmapBlend(Sdf):
    """Where one texture of the ground goes over into the next."""

    min_height: Annotated[float, Needed("height at which the next texture begins", unit=LENGTH)] = (
        0.0
    )
    fade_dist: Annotated[float, Needed("height over which both mix", unit=LENGTH)] = 0.0


@element("texture", source="heightmap_shape.sdf, texture; libsdformat Heightmap.cc")
class HeightmapTexture(Sdf):
    """A texture of the ground; the first lies lowest."""

    size: Annotated[float, Needed("edge of the square that one copy covers", unit=LENGTH)] = 10.0
    diffuse: Annotated[str, Child("picture of its colours")]
    normal: Annotated[str, Child("picture of its surface normals")]


@element("heightmap", source="heightmap_shape.sdf; libsdformat Heightmap.cc")
class Heightmap(Sdf):
    """Ground whose height is told by a grey picture or by terrain data."""

    uri: Annotated[
        str, Child("the picture or terrain file", was=(Was(until=(1, 0), place="@filename"),))
    ]
    size: Annotated[
        Vec3,
        Child(
            "full lengths along x and y, and the height of white",
            gt=0.0,
            severity="error",
            unit=LENGTH,
            was=(Was(until=(1, 3), needed=True), *ATTRIBUTE),
        ),
    ] = (1.0, 1.0, 1.0)
    pos: Annotated[
        Vec3,
        Child(
            "where its centre is, from the origin",
            unit=LENGTH,
            was=(Was(until=(1, 0), place="@origin"),),
        ),
    ] = (0.0, 0.0, 0.0)
    textures: Annotated[
        tuple[HeightmapTexture, ...], Child("textures of the ground, the lowest first")
    ] = ()
    blends: Annotated[
        tuple[HeightmapBlend, ...], Child("where textures change: one fewer than textures")
    ] = ()
    sampling: Annotated[
        int,
        Child(
            "heights for each pixel of the picture",
            since=(1, 6),
            was=(Was(until=(1, 7), default=2),),
            codec=UNSIGNED,
        ),
    ] = 1
    use_terrain_paging: Annotated[
        bool, Child("show it piece by piece, as needed", since=(1, 4))
    ] = False


@element("image", source="image_shape.sdf")
class ImageShape(Sdf):
    """Boxes that stand up where a grey picture is bright; the reference reader skips it."""

    uri: Annotated[str, Child("the picture", was=(Was(until=(1, 0), place="@filename"),))]
    scale: Annotated[float, Needed("factor on the pixels", was=ATTRIBUTE)] = 1.0
    threshold: Annotated[
        int, Needed("grey, 0 to 255, from which on a pixel stands up", was=ATTRIBUTE)
    ] = 200
    height: Annotated[float, Needed("height of what stands up", unit=LENGTH, was=ATTRIBUTE)] = 1.0
    granularity: Annotated[int, Needed("how fine the boxes are", was=ATTRIBUTE)] = 1


@element("submesh", source="mesh_shape.sdf, submesh; libsdformat Mesh.cc", since=(1, 3))
class Submesh(Sdf):
    """One part of a mesh file."""

    name: Annotated[str, Child("name of the part in the file")]
    center: Annotated[
        bool, Child("move its centre to the origin, where the file has it elsewhere")
    ] = False


@element(
    "convex_decomposition",
    source="mesh_shape.sdf, convex_decomposition; libsdformat Mesh.cc",
    since=(1, 11),
)
class ConvexDecomposition(Sdf):
    """How fine a mesh is cut into convex pieces."""

    max_convex_hulls: Annotated[int, Child("most pieces of a part", codec=UNSIGNED)] = 16
    voxel_resolution: Annotated[
        int, Child("voxels that the mesh is first made of", codec=UNSIGNED)
    ] = 200000


@element("mesh", source="mesh_shape.sdf; libsdformat Mesh.cc")
class Mesh(Sdf):
    """The surface in a mesh file."""

    uri: Annotated[
        str,
        Child(
            "the file, such as model://NAME/meshes/FILE",
            was=(Was(until=(1, 0), place="@filename"),),
        ),
    ]
    submesh: Annotated[
        Submesh | None, Child("one part of the file instead of all", since=(1, 3))
    ] = None
    scale: Annotated[Vec3, Child("factors along x, y and z", was=ATTRIBUTE)] = (1.0, 1.0, 1.0)
    optimization: Annotated[
        str,
        Attr(
            "what is made of it for collisions: convex_hull, convex_decomposition, or none where "
            "empty",
            since=(1, 11),
        ),
    ] = ""
    convex_decomposition: Annotated[
        ConvexDecomposition | None,
        Child("how fine, for optimization convex_decomposition", since=(1, 11)),
    ] = None
    filename: Annotated[str, Child("older word for uri", since=(1, 2), until=(1, 2))] = ""


@element("plane", source="plane_shape.sdf; libsdformat Plane.cc")
class Plane(Sdf):
    """A plane through its origin; without end where it is touched, cut off where it is seen."""

    normal: Annotated[
        Vec3, Needed("direction of its upper side; readers scale it to length 1", was=ATTRIBUTE)
    ] = (0.0, 0.0, 1.0)
    size: Annotated[
        Vec2,
        Needed(
            "full lengths of the part that is seen",
            gt=0.0,
            severity="error",
            unit=LENGTH,
            since=(1, 2),
        ),
    ] = (1.0, 1.0)


@element("polyline", source="polyline_shape.sdf; libsdformat Polyline.cc", since=(1, 5))
class Polyline(Sdf):
    """A flat outline in x and y, drawn up along z."""

    points: Annotated[
        tuple[Vec2, ...], Needed("corners x y; the last joins the first", unit=LENGTH, tag="point")
    ] = ()
    height: Annotated[
        float, Needed("how far it is drawn up", gt=0.0, severity="error", unit=LENGTH)
    ] = 1.0


@element("sphere", source="sphere_shape.sdf; libsdformat Sphere.cc")
class Sphere(Sdf):
    """A sphere around its origin."""

    radius: Annotated[
        float, Needed("radius", gt=0.0, severity="error", unit=LENGTH, was=ATTRIBUTE)
    ] = 1.0


@element("empty", source="geometry.sdf, empty; libsdformat Geometry.cc", since=(1, 3))
class EmptyShape(Sdf):
    """No shape at all."""


@element("geometry", source="geometry.sdf; libsdformat Geometry.cc")
class Geometry(Sdf):
    """One shape; where several stand, readers use the first in the order of these fields."""

    box: Annotated[Box | None, Child("a box")] = None
    capsule: Annotated[Capsule | None, Child("a cylinder with round ends", since=(1, 8))] = None
    cone: Annotated[Cone | None, Child("a cone", since=(1, 11))] = None
    cylinder: Annotated[Cylinder | None, Child("a cylinder")] = None
    ellipsoid: Annotated[Ellipsoid | None, Child("a stretched sphere", since=(1, 8))] = None
    plane: Annotated[Plane | None, Child("a plane")] = None
    sphere: Annotated[Sphere | None, Child("a sphere")] = None
    mesh: Annotated[Mesh | None, Child("the surface in a mesh file")] = None
    heightmap: Annotated[Heightmap | None, Child("ground of uneven height")] = None
    polylines: Annotated[
        tuple[Polyline, ...],
        Child("outlines drawn up; several are one shape", tag="polyline", since=(1, 5)),
    ] = ()
    image: Annotated[ImageShape | None, Child("boxes after a grey picture")] = None
    empty: Annotated[EmptyShape | None, Child("no shape at all", since=(1, 3))] = None
