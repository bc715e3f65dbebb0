"""The scene as JSON: what a page needs to show robots, move them and list their diagnostics.

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
"""Of a link, joint or robot; -1 for none."""


def pose_of(transform: Transform) -> Pose:
    """Return the upper three rows of the matrix of a transform."""
    (a, b, c), (d, e, f), (g, h, i) = transform.R
    x, y, z = transform.p
    return (a, b, c, x, d, e, f, y, g, h, i, z)


class ScenePlace(Record):
    """A range of a source file: a ``Where`` without path and calls, which every link would repeat.

    Args:
        file: the file, as its diagnostics call it.
        line: first line.
        column: the column of the first character.
        end_line: last line.
        end_column: after the last character.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class ScenePattern(Record):
    """How a picture lies on a primitive shape, as MuJoCo has it.

    Args:
        asset: the picture; of a cube six squares, one below the other, those towards x, -x, y, -y,
            z, -z.
        kind: "2d", seen along z, or "cube", seen from the centre.
        repeat: how often a flat picture is repeated, over half of the shape.
        is_uniform: a flat picture is repeated over 1 m instead; a cube is not stretched.
    """

    asset: str
    kind: Literal["2d", "cube"]
    repeat: tuple[float, float]
    is_uniform: bool


class SceneMaterial(Record):
    """The look of a shape.

    Args:
        name: a label; may be empty.
        rgba: red, green, blue and opacity, sRGB, each 0 to 1; None without colour.
        texture: the asset of its picture; None without one.
        pattern: how a picture lies on a primitive shape; None as the shape has it.
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
        kind: what it is.
        size: of a box, the full edge lengths; of a plane, those of the part that is shown.
        radius: of a sphere, cylinder, capsule or cone.
        length: of a cylinder or cone along z; of a capsule, of its cylindrical part.
        radii: of an ellipsoid, along x, y, z.
        normal: of a plane.
        uri: of a mesh, as written.
        asset: of a mesh, its GLB buffer; None without one.
        scale: of a mesh, factor along each axis; a negative one mirrors.
        bounds: of a mesh, the smallest and largest corner before scaling; None if unknown.
        faces: of a mesh, the number of its triangles.
        has_colors: whether the mesh has materials or colours of its own.
        problem: of a mesh, why it cannot be shown; None if it can.
        name: of a computed mesh, or another kind of shape, what its format calls it.
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
        pose: X_LG, its frame in the frame of the link.
        shape: the shape.
        material: its look; None without one.
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
        mass: [kg].
        pose: X_LI, the frame of the inertia; its origin is the centre of mass.
        inertia: ixx, ixy, ixz, iyy, iyz, izz [kg m²].
        axes: the principal axes at the centre of mass, in the frame of the link.
        moments: principal moments [kg m²].
        ellipsoid: radii of the solid ellipsoid of this mass and inertia [m]; None without one.
        box: edge lengths of such a solid box [m]; None without one.
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
        visuals: what it looks like.
        collisions: what it collides with.
        inertial: its mass properties; None without any.
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
        joint: its index.
        multiplier: position = multiplier * position of that joint + offset.
        offset: [rad] or [m].
    """

    joint: Index
    multiplier: float
    offset: float


class SceneJoint(Record):
    """A joint. The child is at origin, then the motion, then tail in the frame of the parent.

    Args:
        name: the name of the joint.
        type: how it moves, such as "revolute".
        parent: index of the parent link.
        child: index of the child link.
        origin: X_PJ, the joint frame in the frame of the parent link.
        tail: X_JC, the frame of the child link in the joint frame, at neutral.
        axis: unit direction in the joint frame.
        q: index of its first variable, for a mimic joint that of the mimicked joint; -1 if fixed.
        count: number of its variables.
        axis2: the second axis of a universal joint.
        pitch: the pitch of a screw [m/rad].
        plane: the directions of x and y of a planar joint.
        mimic: what it mimics; None if nothing.
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
        name: its joint, with an ending if that has several.
        joint: index of the joint.
        unit: its unit; none for the numbers of a quaternion.
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
        group: whose state it is.
        q: a value for each variable; None where the state has none.
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
        origins: the joint frame in each of them.
    """

    name: str
    links: tuple[Index, Index]
    origins: tuple[Pose, Pose]


class SceneFrame(Record):
    """A named frame or sensor on a link.

    Args:
        name: the name of the frame.
        link: index of the link.
        pose: in the frame of the link.
    """

    name: str
    link: Index
    pose: Pose


class SceneRobot(Record):
    """A robot.

    Args:
        name: the name of the robot.
        format: the format of its file; empty for a robot made in Python.
        file: as its diagnostics call it; empty for a robot made in Python.
        pose: the pose of its roots in the world.
        links: in the order of the tree: a parent precedes its children.
        joints: in this order.
        q: the default configuration.
        variables: the numbers of a configuration: those of the independent joints.
        states: named configurations.
        groups: the groups of the SRDF.
        disabled: pairs of links that are not checked for collision, and why.
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
        media: its media type.
        bytes: its size; 0 until it is made.
        name: the name of its file.
        url: where the page fetches it; None if it is in the page.
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
        message: what is wrong.
        hint: what to do; may be empty.
        where: its location.
        robot: index of the robot; -1 for none.
        links: names of the links that it is about.
        joints: names of the joints that it is about.
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
    """How far shapes extend beyond what they approximate, which is computed when it is shown.

    Args:
        robots: the links of each robot.
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
        pose: in the world.
        direction: in its frame.
        diffuse: its colour, each 0 to 1.
        cast_shadows: whether it casts shadows.
        intensity: a factor.
        spot: the cone of a spot light; None if its file has none.
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
    """The parts of a robot that differ from the other one of a comparison.

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
        sources: the text of files that parts of the scene point to.
        lights: the lights of SDFormat worlds.
        overlays: what was added by hand: points, lines, frames, labels, trajectories.
        differences: the differences of a comparison.
        has_overshoot: whether the page can have how far shapes extend beyond what they approximate.
        sky: the asset of the picture around the scene, a cube; None without one.
        error: why the newest version of the files is not shown; None if it is.
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
