"""A robot as part of a scene: its links, joints, shapes, configurations and groups."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import NamedTuple, cast, get_args

from bodyplan import model
from bodyplan.core import Record
from bodyplan.inertia import Mass, equivalent_box, equivalent_ellipsoid, principal_axes
from bodyplan.model.joint import JOINT_TYPES, TWO_AXES, WITH_PITCH, across
from bodyplan.model.shape import kind_of, sizes
from bodyplan.model.transform import IDENTITY, Transform, Vec3
from bodyplan.viewer.records import (
    SceneFrame,
    SceneGeometry,
    SceneGroup,
    SceneInertial,
    SceneJoint,
    SceneLink,
    SceneLoop,
    SceneMaterial,
    SceneMimic,
    ScenePattern,
    ScenePlace,
    SceneRobot,
    SceneShape,
    SceneState,
    SceneVariable,
    ShapeKind,
    pose_of,
)

MOST_STATE_VALUES = 1_000_000
"""The largest number of values in all named states of a robot together."""
PlaceOf = Callable[[Record], ScenePlace | None]
"""The location of a value; None if it is unknown."""


class Shapes(NamedTuple):
    """Functions that convert meshes, computed shapes, materials and textures to parts of the scene.

    Args:
        look: returns the material of a geometry of a link; None without a material.
        mesh: returns the scene shape of a mesh, given its geometry and material.
        computed: returns the scene shape of a shape whose triangles bodyplan computes, such as a
            heightmap.
        texture: returns the asset of the picture of a material; None without a picture.
        pattern: returns how the picture of a material is mapped onto primitive shapes; None if it
            is not.
    """

    look: Callable[[model.Link, model.Geometry], model.Material | None]
    mesh: Callable[[model.Geometry, model.Mesh, model.Material | None], SceneShape]
    computed: Callable[[model.Geometry, model.Shape], SceneShape]
    texture: Callable[[model.Material], str | None]
    pattern: Callable[[model.Material], ScenePattern | None]


def robot_scene(
    robot: model.Robot,
    shapes: Shapes,
    place_of: PlaceOf,
    *,
    format: str = "",  # noqa: A002  (the field of the scene)
    file: str = "",
    pose: Transform = IDENTITY,
) -> SceneRobot:
    """Return a robot as part of a scene.

    Args:
        robot: the robot.
        shapes: the functions that convert meshes and textures to assets.
        place_of: the function that returns the location of a value.
        format: the format of its file.
        file: the name of its file in diagnostics.
        pose: the pose of its roots in the world.
    """
    index = robot.tree.link_index
    links = tuple(
        _link(robot, number, link, shapes, place_of) for number, link in enumerate(robot.links)
    )
    starts = _starts(robot)
    total = robot.total_mass
    return SceneRobot(
        name=robot.name,
        format=format,
        file=file,
        pose=pose_of(pose),
        links=links,
        joints=tuple(_joint(robot, joint, starts, place_of) for joint in robot.joints),
        q=_values(robot),
        variables=_variables(robot),
        states=_states(robot, starts),
        groups=_groups(robot),
        disabled=_disabled(robot),
        loops=tuple(
            SceneLoop(
                loop.name,
                (index[loop.parent], index[loop.child]),
                (pose_of(loop.origin), pose_of(loop.X_JC.inverse())),
            )
            for loop in robot.loops
        ),
        frames=(
            *(SceneFrame(one.name, index[one.link], pose_of(one.origin)) for one in robot.frames),
            *(SceneFrame(one.name, index[one.link], pose_of(one.origin)) for one in robot.sensors),
        ),
        mass=total if math.isfinite(total) else None,
    )


def _link(
    robot: model.Robot, number: int, link: model.Link, shapes: Shapes, place_of: PlaceOf
) -> SceneLink:
    semantics = robot.semantics
    own = None if semantics is None else semantics.spheres.get(link.name)
    spheres = () if own is None or own.spheres is None or own.origin == "default" else own.spheres
    return SceneLink(
        name=link.name,
        joint=robot.tree.into[number],
        visuals=tuple(
            _geometry(one, shapes.look(link, one), shapes, place_of) for one in link.visuals
        ),
        collisions=tuple(_geometry(one, one.material, shapes, place_of) for one in link.collisions),
        spheres=tuple(spheres),
        inertial=None if link.inertial is None else _inertial(link.inertial),
        where=place_of(link),
    )


def _inertial(inertial: model.Inertial) -> SceneInertial:
    moments, R = principal_axes(inertial.inertia)
    X = inertial.origin
    body = Mass(inertial.mass, (0.0, 0.0, 0.0), inertial.inertia)
    box: Vec3 | None = None
    ellipsoid: Vec3 | None = None
    with suppress(ValueError):  # no rigid body has this inertia
        box, ellipsoid = equivalent_box(body)[1], equivalent_ellipsoid(body)[1]
    return SceneInertial(
        mass=inertial.mass,
        pose=pose_of(X),
        inertia=inertial.inertia,
        axes=pose_of(X @ Transform(R, (0.0, 0.0, 0.0))),
        moments=moments,
        ellipsoid=ellipsoid,
        box=box,
    )


def _geometry(
    geometry: model.Geometry, look: model.Material | None, shapes: Shapes, place_of: PlaceOf
) -> SceneGeometry:
    return SceneGeometry(
        name=geometry.name,
        pose=pose_of(geometry.origin),
        shape=_shape(geometry, look, shapes),
        material=None
        if look is None
        else SceneMaterial(look.name, look.rgba, shapes.texture(look), shapes.pattern(look)),
        where=place_of(geometry),
    )


def _shape(geometry: model.Geometry, look: model.Material | None, shapes: Shapes) -> SceneShape:
    shape = geometry.shape
    match shape:
        case None:
            return SceneShape("other", name="no shape")
        case model.Mesh():
            return shapes.mesh(geometry, shape, look)
        case model.Plane():
            return SceneShape("plane", normal=shape.normal, size=shape.size)
        case model.OtherShape() if not isinstance(shape, model.Polyline | model.Heightmap):
            return SceneShape("other", name=shape.kind)
    kind = kind_of(shape)
    if kind in get_args(ShapeKind):
        return SceneShape(cast("ShapeKind", kind), **sizes(shape))
    return shapes.computed(geometry, shape)


def _starts(robot: model.Robot) -> dict[str, int]:
    """Return the index of the first variable of each independent joint."""
    starts: dict[str, int] = {}
    first = 0
    for joint in robot.independent_joints:
        starts[joint.name] = first
        first += joint.variable_count
    return starts


def _joint(
    robot: model.Robot, joint: model.Joint, starts: dict[str, int], place_of: PlaceOf
) -> SceneJoint:
    index = robot.tree.link_index
    mimic = robot.mimics.get(joint.name)
    leader = joint.name if mimic is None else mimic.leader
    return SceneJoint(
        name=joint.name,
        type=joint.type,
        parent=index[joint.parent],
        child=index[joint.child],
        origin=pose_of(joint.origin),
        tail=pose_of(joint.X_JC),
        axis=joint.axis,
        q=starts.get(leader, -1) if joint.variables else -1,
        count=joint.variable_count,
        axis2=joint.axis2 if joint.type in TWO_AXES else None,
        pitch=joint.pitch if joint.type in WITH_PITCH else None,
        plane=_plane(joint.axis) if joint.type == "planar" else None,
        mimic=None
        if mimic is None
        else SceneMimic(robot.joint_index(mimic.leader), mimic.multiplier, mimic.offset),
        where=place_of(joint),
    )


def _plane(normal: Vec3) -> tuple[Vec3, Vec3]:
    """Return the directions of x and y of a planar joint."""
    (a, b, c), (x, y, z) = normal, across(normal)
    return (x, y, z), (b * z - c * y, c * x - a * z, a * y - b * x)


def _values(robot: model.Robot) -> tuple[float, ...]:
    default = robot.configuration()
    return tuple(value for joint in robot.independent_joints for value in default[joint.name])


def _variables(robot: model.Robot) -> tuple[SceneVariable, ...]:
    found = []
    for joint in robot.independent_joints:
        number = robot.joint_index(joint.name)
        ranges = [joint.limit, joint.limit2] if joint.type in TWO_AXES else [joint.limit]
        has_range = JOINT_TYPES[joint.type].has_range
        for place, (name, unit) in enumerate(
            zip(joint.variables, JOINT_TYPES[joint.type].units, strict=True)
        ):
            limit = ranges[place] if has_range else model.Limit()
            found.append(SceneVariable(name, number, unit, _end(limit.lower), _end(limit.upper)))
    return tuple(found)


def _end(value: float) -> float | None:
    return value if abs(value) < model.joint.ENDLESS else None


def _states(robot: model.Robot, starts: dict[str, int]) -> tuple[SceneState, ...]:
    if robot.semantics is None:
        return ()
    size = sum(joint.variable_count for joint in robot.independent_joints)
    found = []
    most = MOST_STATE_VALUES // max(size, 1)
    for state in islice(robot.semantics.states.values(), most):
        q: list[float | None] = [None] * size
        for joint, values in state.values.items():
            if joint in starts:
                q[starts[joint] : starts[joint] + len(values)] = values
        found.append(SceneState(state.name, state.group, tuple(q)))
    return tuple(found)


def _groups(robot: model.Robot) -> tuple[SceneGroup, ...]:
    if robot.semantics is None:
        return ()
    links, joints = robot.tree.link_index, robot.tree.joint_index
    return tuple(
        SceneGroup(
            group.name,
            tuple(links[name] for name in group.links if name in links),
            tuple(joints[name] for name in group.joints if name in joints),
        )
        for group in robot.semantics.groups.values()
    )


def _disabled(robot: model.Robot) -> tuple[tuple[int, int, str], ...]:
    if robot.semantics is None:
        return ()
    index, matrix = robot.tree.link_index, robot.semantics.allowed_collision_matrix
    return tuple(
        (index[one], index[other], matrix.reason(one, other) or "")
        for one, other in matrix.disabled_pairs
        if one in index and other in index
    )
