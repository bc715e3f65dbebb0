"""The scene as JSON: the data for a page that shows and moves robots, and lists diagnostics.

Lengths are in metres, angles in radians, z is up. A pose is the upper three rows of its matrix, row
by row; a number that is not finite is null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from bodyplan.collision.overshoot import LinkOvershoot
from bodyplan.core import Record
from bodyplan.diag.json_schema import Count
from bodyplan.model.planning.semantics import BoundingSphere
from bodyplan.model.transform import Transform, Vec3

Pose = tuple[
    float, float, float, float, float, float, float, float, float, float, float, float
]  # fmt: skip
Index = int
"""The index of a link, joint or robot; -1 without one."""


def pose_of(transform: Transform) -> Pose:
    """Return the upper three rows of the matrix of a transform."""
    (a, b, c), (d, e, f), (g, h, i) = transform.R
    x, y, z = transform.p
    return (a, b, c, x, d, e, f, y, g, h, i, z)


class ScenePlace(Record):
    """A range of a source file: a ``Where`` without path and macro calls, to keep the JSON small.

    Args:
        file: the name of the file in diagnostics.
        line: first line.
        column: the column of the first character.
        end_line: last line.
        end_column: the column after the last character.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class ScenePattern(Record):
    """How a picture is mapped onto a primitive shape, as a texture in MuJoCo.

    Args:
        asset: the picture. For a cube, it consists of six squares, one below the other, for the
            sides x, -x, y, -y, z, -z.
        kind: "2d", projected along z, or "cube", projected from the centre.
        repeat: how often a flat ("2d") picture repeats over half of the shape, along x and y.
        is_uniform: for a flat picture, whether ``repeat`` counts repetitions per metre instead; for
            a cube, whether it keeps its proportions instead of being stretched with the shape.
    """

    asset: str
    kind: Literal["2d", "cube"]
    repeat: tuple[float, float]
    is_uniform: bool


class SceneMaterial(Record):
    """The look of a shape.

    Args:
        name: a label; may be empty.
        rgba: red, green, blue and opacity, sRGB, each from 0 to 1; None without a colour.
        texture: the asset of the picture; None without a picture.
        pattern: how the picture is mapped onto a primitive shape; None if the texture coordinates
            of the shape are used.
    """

    OPTIONAL = ("pattern",)

    name: str
    rgba: tuple[float, float, float, float] | None
    texture: str | None
    pattern: ScenePattern | None = None


ShapeKind = Literal[
    "box", "cylinder", "capsule", "cone", "sphere", "ellipsoid", "plane", "mesh", "other"
]


class SceneShape(Record):
    """A shape in its frame G. The fields that apply depend on the kind.

    Args:
        kind: the kind of the shape.
        size: the edge lengths of a box, or of the part of a plane that is drawn.
        radius: the radius of a sphere, cylinder, capsule or cone.
        length: the length of a cylinder or cone along z, or of the cylindrical part of a capsule.
        radii: the radii of an ellipsoid along x, y, z.
        normal: the normal of a plane.
        uri: the URI of a mesh, as written.
        asset: the asset of a mesh, a GLB; None without an asset.
        scale: the scale factor of a mesh along each axis; a negative factor mirrors.
        bounds: the smallest and largest coordinates of a mesh before scaling; None if unknown.
        faces: the number of triangles of a mesh.
        has_colors: whether the file of a mesh has materials or colours.
        problem: the reason why a mesh cannot be shown; None if it can.
        name: for a mesh that was computed, and for kinds that the page cannot draw, the name of the
            shape in its format, such as "heightmap".
    """

    OPTIONAL = (
        *("size", "radius", "length", "radii", "normal", "uri", "asset", "scale", "bounds"),
        *("faces", "has_colors", "problem", "name"),
    )

    kind: ShapeKind
    size: tuple[float, ...] | None = None
    radius: float | None = None
    length: float | None = None
    radii: Vec3 | None = None
    normal: Vec3 | None = None
    uri: str | None = None
    asset: str | None = None
    scale: Vec3 | None = None
    bounds: tuple[Vec3, Vec3] | None = None
    faces: Count = 0
    has_colors: bool = False
    problem: str | None = None
    name: str | None = None


class SceneGeometry(Record):
    """A visual or collision of a link.

    Args:
        name: a label; may be empty.
        pose: X_LG, the pose of the shape in the link frame.
        shape: the shape.
        material: the material; None without a material.
        where: its location.
    """

    OPTIONAL = ("material", "where")

    name: str
    pose: Pose
    shape: SceneShape
    material: SceneMaterial | None = None
    where: ScenePlace | None = None


class SceneInertial(Record):
    """The mass properties of a link.

    Args:
        mass: the mass [kg].
        pose: X_LI, the pose of the inertial frame; its origin is the centre of mass.
        inertia: ixx, ixy, ixz, iyy, iyz, izz [kg m²].
        axes: the principal axes at the centre of mass, in the frame of the link.
        moments: principal moments [kg m²].
        ellipsoid: radii of the solid ellipsoid with this mass and inertia [m]; None if no ellipsoid
            has them.
        box: edge lengths of the solid box with this mass and inertia [m]; None if no box has them.
    """

    OPTIONAL = ("ellipsoid", "box")

    mass: float
    pose: Pose
    inertia: tuple[float, float, float, float, float, float]
    axes: Pose
    moments: Vec3
    ellipsoid: Vec3 | None = None
    box: Vec3 | None = None


class SceneLink(Record):
    """A link.

    Args:
        name: the name of the link.
        joint: index of its parent joint; -1 for a root.
        visuals: the geometries that are drawn.
        collisions: the geometries for collision checking.
        inertial: the mass properties; None without an inertial.
        spheres: the spheres of the SRDF.
        where: its location.
    """

    OPTIONAL = ("inertial", "where")

    name: str
    joint: Index
    visuals: tuple[SceneGeometry, ...]
    collisions: tuple[SceneGeometry, ...]
    spheres: tuple[BoundingSphere, ...]
    inertial: SceneInertial | None = None
    where: ScenePlace | None = None


class SceneMimic(Record):
    """The independent joint that a mimic joint mimics.

    Args:
        joint: the index of the independent joint.
        multiplier: position = multiplier * position of the independent joint + offset.
        offset: [rad] or [m].
    """

    joint: Index
    multiplier: float
    offset: float


class SceneJoint(Record):
    """A joint. The pose of the child in the parent is origin @ motion @ tail.

    Args:
        name: the name of the joint.
        type: the joint type, such as "revolute".
        parent: index of the parent link.
        child: index of the child link.
        origin: X_PJ, the joint frame in the frame of the parent link.
        tail: X_JC, the frame of the child link in the joint frame, at neutral.
        axis: unit direction in the joint frame.
        q: index of its first variable; for a mimic joint, of the mimicked joint's first variable;
            -1 if fixed.
        count: number of its variables.
        axis2: the second axis of a universal joint.
        pitch: the pitch of a screw [m/rad].
        plane: the directions of x and y of a planar joint.
        mimic: the independent joint that it mimics; None for other joints.
        where: its location.
    """

    OPTIONAL = ("axis2", "pitch", "plane", "mimic", "where")

    name: str
    type: str
    parent: Index
    child: Index
    origin: Pose
    tail: Pose
    axis: Vec3
    q: Index
    count: Count
    axis2: Vec3 | None = None
    pitch: float | None = None
    plane: tuple[Vec3, Vec3] | None = None
    mimic: SceneMimic | None = None
    where: ScenePlace | None = None


class SceneVariable(Record):
    """A number of a configuration.

    Args:
        name: the name of the variable: that of its joint, with a suffix if the joint has several
            variables.
        joint: index of the joint.
        unit: the unit; empty for the numbers of a quaternion.
        lower: smallest value; None without a limit.
        upper: largest value; None without a limit.
    """

    name: str
    joint: Index
    unit: Literal["rad", "m", ""]
    lower: float | None
    upper: float | None


class SceneState(Record):
    """A named configuration of the SRDF.

    Args:
        name: the name of the state.
        group: the name of the group of the state.
        q: a value for each variable; None for variables that are not in the state.
    """

    name: str
    group: str
    q: tuple[float | None, ...]


class SceneGroup(Record):
    """A group of the SRDF.

    Args:
        name: the name of the group.
        links: indices of its links.
        joints: indices of its joints.
    """

    name: str
    links: tuple[Index, ...]
    joints: tuple[Index, ...]


class SceneLoop(Record):
    """A closed loop, which is drawn and not enforced.

    Args:
        name: the name of its joint.
        links: indices of the two links.
        origins: poses of the joint frame in the frames of the two links.
    """

    name: str
    links: tuple[Index, Index]
    origins: tuple[Pose, Pose]


class SceneFrame(Record):
    """A named frame or sensor on a link.

    Args:
        name: the name of the frame.
        link: index of the link.
        pose: the pose in the link frame.
    """

    name: str
    link: Index
    pose: Pose


class SceneRobot(Record):
    """A robot.

    Args:
        name: the name of the robot.
        format: the format of its file; empty for a robot made in Python.
        file: the name of its file in diagnostics; empty for a robot made in Python.
        pose: the pose in the world of its root links, which coincide.
        links: the links in the order of the tree: a parent precedes its children.
        joints: the joints in the order of the tree.
        q: the default configuration.
        variables: the variables of the independent joints, one for each number of a configuration.
        states: named configurations.
        groups: the groups of the SRDF.
        disabled: pairs of links that are not checked for collision, each with the reason.
        loops: closed loops.
        frames: named frames and sensors.
        mass: total mass [kg]; None if it is not finite.
    """

    name: str
    format: str
    file: str
    pose: Pose
    links: tuple[SceneLink, ...]
    joints: tuple[SceneJoint, ...]
    q: tuple[float, ...]
    variables: tuple[SceneVariable, ...]
    states: tuple[SceneState, ...]
    groups: tuple[SceneGroup, ...]
    disabled: tuple[tuple[Index, Index, str], ...]
    loops: tuple[SceneLoop, ...]
    frames: tuple[SceneFrame, ...]
    mass: float | None


class SceneAsset(Record):
    """A mesh or picture that the scene needs.

    Args:
        media: the media type.
        bytes: the size [bytes]; 0 until the asset is created.
        name: the name of its file.
        url: the URL from which the page fetches it; None if it is contained in the page.
    """

    OPTIONAL = ("url",)

    media: Literal["model/gltf-binary", "image/png", "image/jpeg"]
    bytes: Count
    name: str
    url: str | None = None


class SceneFinding(Record):
    """A diagnostic.

    Args:
        code: the code of its rule.
        name: the name of its rule.
        severity: the severity of the problem.
        message: the message.
        hint: the hint; may be empty.
        where: its location.
        robot: index of the robot; -1 without a robot.
        links: names of the links that the diagnostic concerns.
        joints: names of the joints that the diagnostic concerns.
    """

    code: str
    name: str
    severity: Literal["error", "warning", "info", "hint"]
    message: str
    hint: str
    where: ScenePlace | None
    robot: Index
    links: tuple[str, ...]
    joints: tuple[str, ...]


class SceneOvershoot(Record):
    """How far spheres extend beyond collision shapes, and collision shapes beyond visuals.

    The page requests these values when they are to be shown.

    Args:
        robots: for each robot, the overshoot of each of its links.
    """

    robots: tuple[tuple[LinkOvershoot, ...], ...]


class SceneSpot(Record):
    """The cone of a spot light.

    Args:
        inner_angle: full angle of the bright inner cone [rad].
        outer_angle: full angle of the cone [rad].
        falloff: exponent of the decrease between the cones: 1 is linear in the cosine.
    """

    inner_angle: float
    outer_angle: float
    falloff: float


class SceneLight(Record):
    """A light of an SDFormat world.

    Args:
        name: the name of the light.
        type: the type of the light.
        pose: the pose in the world.
        direction: the direction in the frame of the light.
        diffuse: the colour: red, green, blue, each from 0 to 1.
        cast_shadows: whether it casts shadows.
        intensity: the factor of the brightness.
        spot: the cone of a spot light; None if unspecified.
    """

    OPTIONAL = ("spot",)

    name: str
    type: Literal["directional", "point", "spot"]
    pose: Pose
    direction: Vec3
    diffuse: Vec3
    cast_shadows: bool
    intensity: float
    spot: SceneSpot | None = None


class SceneDifference(Record):
    """The parts of a robot that differ from the other robot of a comparison.

    Args:
        robot: index of the robot.
        links: names of its links.
        joints: names of its joints.
    """

    robot: Index
    links: tuple[str, ...]
    joints: tuple[str, ...]


class SceneData(Record):
    """A scene.

    Args:
        title: the title of the page.
        compare: whether the first two robots are drawn over each other, with one set of sliders.
        robots: the robots.
        assets: meshes and pictures, by their identifiers.
        findings: diagnostics of all files.
        sources: the texts of the source files of parts of the scene.
        lights: the lights of SDFormat worlds.
        overlays: points, lines, frames, labels and trajectories that were added to the scene.
        differences: the differences of a comparison.
        has_overshoot: whether the page can fetch the data of ``SceneOvershoot``.
        sky: the asset of the picture around the scene, a cube; None without a sky.
        error: the reason why the newest version of the files is not shown; None if it is shown.
    """

    OPTIONAL = ("sky", "error")

    title: str
    compare: bool
    robots: tuple[SceneRobot, ...]
    assets: Mapping[str, SceneAsset]
    findings: tuple[SceneFinding, ...]
    sources: Mapping[str, str]
    lights: tuple[SceneLight, ...]
    overlays: tuple[Any, ...]
    differences: tuple[SceneDifference, ...]
    has_overshoot: bool
    sky: str | None = None
    error: str | None = None
