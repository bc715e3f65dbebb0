"""The shapes of SDFormat collisions and visuals."""

from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf, Vec2
from bodyplan.spec import LENGTH, Annotated, Attr, Child, Needed, Vec3, Was, element


@element("box", source="box_shape.sdf; libsdformat Box.cc")
class Box(Sdf):
    """A box centred at the origin."""

    size: Annotated[
        Vec3,
        Needed(
            "edge lengths along x, y and z",
            gt=0.0,
            severity="error",
            unit=LENGTH,
            was=ATTRIBUTE,
        ),
    ] = (1.0, 1.0, 1.0)


@element("capsule", source="capsule_shape.sdf; libsdformat Capsule.cc", since=(1, 8))
class Capsule(Sdf):
    """A capsule along z, centred at the origin."""

    radius: Annotated[
        float,
        Needed("radius", gt=0.0, severity="error", unit=LENGTH),
    ] = 0.5
    length: Annotated[
        float, Needed("length of the cylindrical part", gt=0.0, severity="error", unit=LENGTH)
    ] = 1.0


@element("cone", source="cone_shape.sdf; libsdformat Cone.cc", since=(1, 11))
class Cone(Sdf):
    """A cone along z with the tip up; the origin is halfway between base and tip."""

    radius: Annotated[
        float, Needed("radius of the base", gt=0.0, severity="error", unit=LENGTH)
    ] = 1.0
    length: Annotated[
        float, Needed("distance from base to tip", gt=0.0, severity="error", unit=LENGTH)
    ] = 1.0


@element("cylinder", source="cylinder_shape.sdf; libsdformat Cylinder.cc")
class Cylinder(Sdf):
    """A cylinder along z, centred at the origin."""

    radius: Annotated[
        float, Needed("radius", gt=0.0, severity="error", unit=LENGTH, was=ATTRIBUTE)
    ] = 1.0
    length: Annotated[
        float, Needed("length", gt=0.0, severity="error", unit=LENGTH, was=ATTRIBUTE)
    ] = 1.0


@element("ellipsoid", source="ellipsoid_shape.sdf; libsdformat Ellipsoid.cc", since=(1, 8))
class Ellipsoid(Sdf):
    """An ellipsoid centred at the origin."""

    radii: Annotated[
        Vec3, Needed("radii along x, y and z", gt=0.0, severity="error", unit=LENGTH)
    ] = (1.0, 1.0, 1.0)


@element("blend", source="heightmap_shape.sdf, blend; libsdformat Heightmap.cc")
class HeightmapBlend(Sdf):
    """A gradual transition between two consecutive textures of a heightmap."""

    min_height: Annotated[float, Needed("minimum height of the next texture", unit=LENGTH)] = 0.0
    fade_dist: Annotated[float, Needed("height of the transition", unit=LENGTH)] = 0.0


@element("texture", source="heightmap_shape.sdf, texture; libsdformat Heightmap.cc")
class HeightmapTexture(Sdf):
    """A texture of a heightmap; the first one is on the lowest terrain."""

    size: Annotated[float, Needed("edge length of one tile", unit=LENGTH)] = 10.0
    diffuse: Annotated[str, Child("diffuse texture")]
    normal: Annotated[str, Child("normal map")]


@element("heightmap", source="heightmap_shape.sdf; libsdformat Heightmap.cc")
class Heightmap(Sdf):
    """Terrain whose heights are those in a grayscale image or a terrain file."""

    uri: Annotated[str, Child("image or terrain file", was=(Was(until=(1, 0), place="@filename"),))]
    size: Annotated[
        Vec3,
        Child(
            "lengths along x and y, and the height of white",
            gt=0.0,
            severity="error",
            unit=LENGTH,
            was=(Was(until=(1, 3), needed=True), *ATTRIBUTE),
        ),
    ] = (1.0, 1.0, 1.0)
    pos: Annotated[
        Vec3,
        Child(
            "position of the centre",
            unit=LENGTH,
            was=(Was(until=(1, 0), place="@origin"),),
        ),
    ] = (0.0, 0.0, 0.0)
    textures: Annotated[tuple[HeightmapTexture, ...], Child("textures, the lowest first")] = ()
    blends: Annotated[
        tuple[HeightmapBlend, ...], Child("blends between textures: one fewer than textures")
    ] = ()
    sampling: Annotated[
        int,
        Child(
            "heights per pixel of the image",
            since=(1, 6),
            was=(Was(until=(1, 7), default=2),),
            codec=UNSIGNED,
        ),
    ] = 1
    use_terrain_paging: Annotated[
        bool, Child("load the terrain in tiles on demand", since=(1, 4))
    ] = False


@element("image", source="image_shape.sdf")
class ImageShape(Sdf):
    """A box at each bright pixel of a grayscale image; libsdformat ignores this element."""

    uri: Annotated[str, Child("image file", was=(Was(until=(1, 0), place="@filename"),))]
    scale: Annotated[float, Needed("scale factor of the pixels", was=ATTRIBUTE)] = 1.0
    threshold: Annotated[int, Needed("brightness threshold of a box, 0 to 255", was=ATTRIBUTE)] = (
        200
    )
    height: Annotated[float, Needed("height of the boxes", unit=LENGTH, was=ATTRIBUTE)] = 1.0
    granularity: Annotated[int, Needed("granularity of the boxes", was=ATTRIBUTE)] = 1


@element("submesh", source="mesh_shape.sdf, submesh; libsdformat Mesh.cc", since=(1, 3))
class Submesh(Sdf):
    """One part of a mesh file."""

    name: Annotated[str, Child("name of the part in the file")]
    center: Annotated[bool, Child("move the centre of the part to the origin")] = False


@element(
    "convex_decomposition",
    source="mesh_shape.sdf, convex_decomposition; libsdformat Mesh.cc",
    since=(1, 11),
)
class ConvexDecomposition(Sdf):
    """Options of the convex decomposition of a mesh."""

    max_convex_hulls: Annotated[
        int, Child("maximum number of convex hulls per part", codec=UNSIGNED)
    ] = 16
    voxel_resolution: Annotated[int, Child("number of voxels", codec=UNSIGNED)] = 200000


@element("mesh", source="mesh_shape.sdf; libsdformat Mesh.cc")
class Mesh(Sdf):
    """A mesh file."""

    uri: Annotated[
        str,
        Child(
            "URI of the mesh file, such as model://NAME/meshes/FILE",
            was=(Was(until=(1, 0), place="@filename"),),
        ),
    ]
    submesh: Annotated[Submesh | None, Child("one part of the file", since=(1, 3))] = None
    scale: Annotated[Vec3, Child("scale factors along x, y and z", was=ATTRIBUTE)] = (1.0, 1.0, 1.0)
    optimization: Annotated[
        str,
        Attr(
            "simplification for collisions: convex_hull or convex_decomposition; by default none",
            since=(1, 11),
        ),
    ] = ""
    convex_decomposition: Annotated[
        ConvexDecomposition | None,
        Child("options of the optimization convex_decomposition", since=(1, 11)),
    ] = None
    filename: Annotated[str, Child("old name of uri", since=(1, 2), until=(1, 2))] = ""


@element("plane", source="plane_shape.sdf; libsdformat Plane.cc")
class Plane(Sdf):
    """A plane through the origin: infinite for collisions, limited by size for visuals."""

    normal: Annotated[Vec3, Needed("normal; libsdformat normalizes it", was=ATTRIBUTE)] = (
        0.0,
        0.0,
        1.0,
    )
    size: Annotated[
        Vec2,
        Needed(
            "lengths of the visible part",
            gt=0.0,
            severity="error",
            unit=LENGTH,
            since=(1, 2),
        ),
    ] = (1.0, 1.0)


@element("polyline", source="polyline_shape.sdf; libsdformat Polyline.cc", since=(1, 5))
class Polyline(Sdf):
    """A polygon in x and y, extruded along z."""

    points: Annotated[
        tuple[Vec2, ...],
        Needed("vertices x y; the last one connects to the first", unit=LENGTH, tag="point"),
    ] = ()
    height: Annotated[
        float, Needed("height of the extrusion", gt=0.0, severity="error", unit=LENGTH)
    ] = 1.0


@element("sphere", source="sphere_shape.sdf; libsdformat Sphere.cc")
class Sphere(Sdf):
    """A sphere centred at the origin."""

    radius: Annotated[
        float, Needed("radius", gt=0.0, severity="error", unit=LENGTH, was=ATTRIBUTE)
    ] = 1.0


@element("empty", source="geometry.sdf, empty; libsdformat Geometry.cc", since=(1, 3))
class EmptyShape(Sdf):
    """No shape."""


@element("geometry", source="geometry.sdf; libsdformat Geometry.cc")
class Geometry(Sdf):
    """A shape; of several shapes, libsdformat uses the first in the order of these fields."""

    box: Annotated[Box | None, Child("box")] = None
    capsule: Annotated[Capsule | None, Child("capsule", since=(1, 8))] = None
    cone: Annotated[Cone | None, Child("cone", since=(1, 11))] = None
    cylinder: Annotated[Cylinder | None, Child("cylinder")] = None
    ellipsoid: Annotated[Ellipsoid | None, Child("ellipsoid", since=(1, 8))] = None
    plane: Annotated[Plane | None, Child("plane")] = None
    sphere: Annotated[Sphere | None, Child("sphere")] = None
    mesh: Annotated[Mesh | None, Child("mesh file")] = None
    heightmap: Annotated[Heightmap | None, Child("heightmap")] = None
    polylines: Annotated[
        tuple[Polyline, ...],
        Child("extruded polygons; several form one shape", tag="polyline", since=(1, 5)),
    ] = ()
    image: Annotated[ImageShape | None, Child("boxes from an image")] = None
    empty: Annotated[EmptyShape | None, Child("no shape", since=(1, 3))] = None
