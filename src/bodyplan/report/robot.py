"""From a document to the report of its robot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bodyplan.conversion.urdf.from_urdf import from_urdf
from bodyplan.core import replace
from bodyplan.formats.document import Document
from bodyplan.formats.expansion import expanded_document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.urdf import Geometry, Joint, Link, Mesh, ModelState, Robot
from bodyplan.formats.urdf.version import version_in_force
from bodyplan.model.joint import WITH_AXIS, WITH_RANGE
from bodyplan.report.configuration import DEFAULT, ConfigurationError, ConfigurationRequest
from bodyplan.report.default_configuration import DefaultConfiguration, default_configuration
from bodyplan.report.facts import (
    DEGREES_OF_FREEDOM,
    Counts,
    FileUse,
    JointFacts,
    LinkFacts,
    Mass,
    MimicFacts,
    RobotReport,
    StateFacts,
    StateReport,
)
from bodyplan.report.tree_rows import grow

MOST_PARTS = 100_000
"""Links of a robot, and joints, of which a report is made."""


def robot_report(
    source: Document | Robot | ModelState, request: ConfigurationRequest = DEFAULT
) -> RobotReport | StateReport:
    """Return what a description consists of: counts, degrees of freedom, mass, files, its tree.

    Invalid descriptions have a report too: what is invalid in the tree is marked in its rows.

    Args:
        source: a document, or a typed root. A xacro document is expanded.
        request: the configuration; the default one by default.

    Raises:
        InputError: xacro needs a package that is not installed, or the robot is too large.
        ValueError: the document holds no description.
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
    raise ValueError(f"{file} holds no robot description")


def root_of(document: Document) -> Any:
    """Return the typed root of a document, xacro expanded; None if it has none.

    Raises:
        InputError: xacro needs a package that is not installed.
    """
    described = expanded_document(document)
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
    links = tuple(map(_link, robot.links))
    defaults = default_configuration(from_urdf(robot).robot, request)
    joints = tuple(_joint(joint, defaults) for joint in robot.joints)
    names = {material.name for material in robot.materials}
    textures = [material.texture for material in robot.materials]
    for link in robot.links:
        for visual in link.visuals:
            if visual.material is not None:
                names.add(visual.material.name)
                textures.append(visual.material.texture)
    return RobotReport(
        file=file,
        format="urdf",
        name=robot.name,
        format_version="{}.{}".format(*version_in_force(robot.version)),
        counts=replace(
            counts_of(links, joints),
            sensors=len(robot.sensors),
            materials=len(names - {""}),
            transmissions=len(robot.transmissions),
            ros2_control=len(robot.ros2_control),
            gazebo=len(robot.gazebo),
        ),
        degrees_of_freedom=defaults.degrees_of_freedom,
        mass=mass_of(links),
        configuration=defaults.configuration if defaults.positions else None,
        center_of_mass=defaults.center_of_mass,
        reach=defaults.reach,
        meshes=_meshes(robot),
        textures=_counted([(uri, 0) for uri in textures if uri]),
        links=links,
        joints=joints,
        tree=grow(links, joints, defaults.loops),
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
        link.inertial.mass if link.inertial is not None else None,
        tuple([_shape(visual.geometry) for visual in link.visuals]),
        tuple([_shape(collision.geometry) for collision in link.collisions]),
    )


def _shape(geometry: Geometry) -> str:
    shape = geometry.shape
    if shape is None:
        return ""
    return shape.filename if isinstance(shape, Mesh) else shape.TAG


def _joint(joint: Joint, defaults: DefaultConfiguration) -> JointFacts:
    type_: str = joint.type if joint.type in DEGREES_OF_FREEDOM else ""
    limit, mimic = joint.limit, joint.mimic
    values = defaults.positions.get(joint.name, ())
    has_range = limit is not None and type_ in WITH_RANGE
    return JointFacts(
        joint.name,
        type_,
        joint.parent,
        joint.child,
        axis=joint.axis if type_ in WITH_AXIS else None,
        lower=limit.lower if limit is not None and has_range else None,
        upper=limit.upper if limit is not None and has_range else None,
        effort=limit.effort if limit is not None else None,
        velocity=limit.velocity if limit is not None else None,
        default=values[0] if len(values) == 1 else None,
        mimic=None
        if mimic is None
        else MimicFacts(
            mimic.joint, mimic.multiplier, mimic.offset, joint.name in defaults.followers
        ),
    )


def mass_of(links: Iterable[LinkFacts], counted: Mapping[str, float] | None = None) -> Mass:
    """Return the mass of links.

    Args:
        links: as they are written.
        counted: the masses that make the total, by link, where others than the written ones count.
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
    """Return the sum; infinite where no number is so large."""
    try:
        return math.fsum(values)
    except OverflowError:
        return math.inf


def _meshes(robot: Robot) -> tuple[FileUse, ...]:
    found: list[tuple[str, int]] = []
    for link in robot.links:
        for shapes, collisions in ((link.visuals, 0), (link.collisions, 1)):
            meshes = [s.geometry.shape for s in shapes if isinstance(s.geometry.shape, Mesh)]
            found += [(mesh.filename, collisions) for mesh in meshes]
    return _counted(found)


def _counted(found: list[tuple[str, int]]) -> tuple[FileUse, ...]:
    uses: dict[str, list[int]] = {}
    for uri, collisions in found:
        uses.setdefault(uri, []).append(collisions)
    return tuple(FileUse(uri, len(each), sum(each)) for uri, each in uses.items())
