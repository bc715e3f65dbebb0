"""Create the report on the robot of a document."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bodyplan.conversion.urdf.declared_parts import urdf_parts
from bodyplan.conversion.urdf.from_urdf import from_urdf
from bodyplan.core import replace
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.urdf import ModelState, Robot
from bodyplan.formats.urdf.version import version_in_force
from bodyplan.model import Joint, Link, Mesh, Parts, Shape
from bodyplan.model.joint import COUPLING, TWO_AXES, UNLIMITED, WITH_AXIS, WITH_RANGE
from bodyplan.model.parts import UNKNOWN_AXIS
from bodyplan.model.shape import kind_of
from bodyplan.report._tree_rows import grow
from bodyplan.report.configuration import DEFAULT, ConfigurationError, ConfigurationRequest
from bodyplan.report.default_configuration import DefaultConfiguration, default_configuration
from bodyplan.report.facts import (
    DEGREES_OF_FREEDOM,
    Counts,
    FileUse,
    Freedom,
    JointFacts,
    LinkFacts,
    Mass,
    MimicFacts,
    RobotReport,
    StateFacts,
    StateReport,
)

MOST_PARTS = 100_000
"""The maximum number of links, and the maximum number of joints, of a robot in a report."""


def robot_report(
    source: Document | Robot | ModelState, request: ConfigurationRequest = DEFAULT
) -> RobotReport | StateReport:
    """Return a report on a description: counts, degrees of freedom, mass, files, tree.

    Invalid descriptions have a report too: errors in the tree are marked in its rows.

    Args:
        source: a document, or a typed root. A xacro document is expanded.
        request: the requested configuration.

    Raises:
        InputError: xacro needs a package that is not installed, or the robot is too large.
        ValueError: the document contains no description.
        ConfigurationError: the robot cannot have the requested configuration.
    """
    file = source.name if isinstance(source, Document) else ""
    root = root_of(source) if isinstance(source, Document) else source
    if isinstance(root, ModelState):
        if not request.is_default:
            raise ConfigurationError(f"{file} is a model state, not a robot")
        return _of_state(root, file)
    if isinstance(root, Robot):
        for what, parts in (("links", root.links), ("joints", root.joints)):
            if len(parts) > MOST_PARTS:
                raise InputError(
                    f"{file or root.name}: {len(parts):,} {what} exceed the limit of"
                    f" {MOST_PARTS:,} for a report"
                )
        return _of_robot(root, file, request)
    raise ValueError(f"{file} contains no robot description")


def root_of(document: Document) -> Any:
    """Return the typed root of a document, or of its expansion for xacro; None without a root.

    Raises:
        InputError: xacro needs a package that is not installed.
    """
    described = document.expanded
    return None if described is None else described.root


def _of_state(state: ModelState, file: str) -> StateReport:
    return StateReport(
        file=file,
        format="model_state",
        name=state.model or state.name or "",
        time=state.time_stamp,
        states=tuple(
            StateFacts(one.joint, one.position, one.velocity, one.effort)
            for one in state.joint_states
        ),
    )


def _of_robot(robot: Robot, file: str, request: ConfigurationRequest) -> RobotReport:
    parts = urdf_parts(robot)
    report = report_of(parts, default_configuration(from_urdf(robot).robot, request))
    names = {material.name for material in robot.materials}
    textures = [material.texture for material in robot.materials]
    for link in robot.links:
        for visual in link.visuals:
            if visual.material is not None:
                names.add(visual.material.name)
                textures.append(visual.material.texture)
    return replace(
        report,
        file=file,
        format="urdf",
        format_version="{}.{}".format(*version_in_force(robot.version)),
        counts=replace(
            report.counts,
            sensors=len(robot.sensors),
            materials=len(names - {""}),
            transmissions=len(robot.transmissions),
            ros2_control=len(robot.ros2_control),
            gazebo=len(robot.gazebo),
        ),
        meshes=_meshes(parts),
        textures=_counted([(uri, 0) for uri in textures if uri]),
    )


def report_of(
    parts: Parts,
    defaults: DefaultConfiguration | None,
    *,
    only_written: bool = True,
    ground: tuple[LinkFacts, ...] = (),
) -> RobotReport:
    """Return the report on the links and joints of a robot of any format.

    Args:
        parts: the links and joints, as written.
        defaults: properties of the robot in the requested configuration; None for a world, or if
            unknown.
        only_written: whether the total mass includes only masses in the file.
        ground: the world as a link, if joints connect links to the world; else empty.
    """
    links = tuple(map(_link, parts.links))
    joints = tuple(
        _joint(joint, defaults, is_readable=id(joint) not in parts.unread) for joint in parts.joints
    )
    report = RobotReport(
        name=parts.name,
        counts=counts_of(links, joints),
        degrees_of_freedom=_freedom(joints),
        mass=_mass(links, None if defaults is None or only_written else defaults.masses),
        links=links,
        joints=joints,
        tree=grow((*ground, *links), joints, frozenset() if defaults is None else defaults.loops),
    )
    if defaults is None:
        return report
    return replace(
        report,
        degrees_of_freedom=defaults.degrees_of_freedom,
        configuration=defaults.configuration if defaults.positions else None,
        center_of_mass=defaults.center_of_mass,
        reach=defaults.reach,
    )


def counts_of(links: Sequence[LinkFacts], joints: Sequence[JointFacts]) -> Counts:
    """Return the numbers of links, of joints by type, and of shapes."""
    types = dict.fromkeys([*DEGREES_OF_FREEDOM, ""], 0)
    for joint in joints:
        types[joint.type] += 1
    return Counts(
        len(links),
        len(joints),
        {name: count for name, count in types.items() if count},
        visuals=sum(len(link.visuals) for link in links),
        collisions=sum(len(link.collisions) for link in links),
    )


def _link(link: Link) -> LinkFacts:
    return LinkFacts(
        link.name,
        None if link.inertial is None else link.inertial.mass,
        tuple([_shape(visual.shape) for visual in link.visuals]),
        tuple([_shape(collision.shape) for collision in link.collisions]),
    )


def _shape(shape: Shape | None) -> str:
    if shape is None:
        return ""
    return shape.uri if isinstance(shape, Mesh) else kind_of(shape)


def _joint(joint: Joint, defaults: DefaultConfiguration | None, *, is_readable: bool) -> JointFacts:
    has_axis = is_readable and joint.type in WITH_AXIS
    has_range = is_readable and joint.type in WITH_RANGE and joint.limit is not UNLIMITED
    values = () if defaults is None else defaults.positions.get(joint.name, ())
    is_follower = defaults is None or joint.name in defaults.followers
    mimic = joint.mimic
    return JointFacts(
        joint.name,
        joint.type if is_readable else "",
        joint.parent,
        joint.child,
        axis=joint.axis if has_axis and joint.axis is not UNKNOWN_AXIS else None,
        axis2=joint.axis2
        if joint.type in TWO_AXES | COUPLING and joint.axis2 is not UNKNOWN_AXIS
        else None,
        lower=joint.limit.lower if has_range else None,
        upper=joint.limit.upper if has_range else None,
        effort=_most(joint.limit.effort),
        velocity=_most(joint.limit.velocity),
        default=values[0] if len(values) == 1 else None,
        mimic=None
        if mimic is None
        else MimicFacts(mimic.leader, mimic.multiplier, mimic.offset, is_follower),
    )


def _most(value: float) -> float | None:
    """Return the largest effort or speed; None without a limit."""
    return None if value == math.inf else value


def _freedom(joints: Iterable[JointFacts]) -> Freedom:
    """Return the sum of the degrees of freedom of all joints."""
    moving = [joint for joint in joints if joint.degrees_of_freedom]
    return Freedom(
        total=sum(joint.degrees_of_freedom for joint in moving),
        followers=sum(j.degrees_of_freedom for j in moving if j.mimic is not None),
        joints=len(moving),
    )


def _mass(links: Iterable[LinkFacts], counted: Mapping[str, float] | None = None) -> Mass:
    """Return the mass of links.

    Args:
        links: the links, as written.
        counted: the masses that are summed, by link name; None for the masses in the file.
    """
    links = tuple(links)
    given = [link.mass for link in links if link.mass is not None]
    readable = [mass for mass in given if math.isfinite(mass)]
    assumed = [link for link in links if link.mass is None and link.name in (counted or {})]
    return Mass(
        total=_total(readable if counted is None else counted.values()),
        links=len(given),
        without=len(links) - len(given),
        unreadable=len(given) - len(readable),
        assumed=len(assumed),
    )


def _total(values: Iterable[float]) -> float:
    """Return the sum; infinity if it overflows."""
    try:
        return math.fsum(values)
    except OverflowError:
        return math.inf


def _meshes(parts: Parts) -> tuple[FileUse, ...]:
    found: list[tuple[str, int]] = []
    for link in parts.links:
        for geometries, collisions in ((link.visuals, 0), (link.collisions, 1)):
            meshes = [one.shape for one in geometries if isinstance(one.shape, Mesh)]
            found += [(mesh.uri, collisions) for mesh in meshes]
    return _counted(found)


def _counted(found: list[tuple[str, int]]) -> tuple[FileUse, ...]:
    uses: dict[str, list[int]] = {}
    for uri, collisions in found:
        uses.setdefault(uri, []).append(collisions)
    return tuple(FileUse(uri, len(each), sum(each)) for uri, each in uses.items())
