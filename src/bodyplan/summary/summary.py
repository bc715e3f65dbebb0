"""From a document to its summary."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from bodyplan.formats.document import Document
from bodyplan.formats.urdf import Geometry, Joint, Link, Mesh, ModelState, Robot
from bodyplan.formats.urdf.version import version_in_force
from bodyplan.summary.default_configuration import DefaultConfiguration, default_configuration
from bodyplan.summary.facts import (
    DEGREES_OF_FREEDOM,
    FileUse,
    JointFacts,
    LinkFacts,
    Mass,
    StateFacts,
    Summary,
)
from bodyplan.summary.forest import grow

_WITH_AXIS = ("revolute", "continuous", "prismatic", "planar")
_WITH_RANGE = ("revolute", "prismatic")


def summarize(source: Document | Robot | ModelState) -> Summary:
    """The facts about a description: counts, degrees of freedom, mass, files, and its tree.

    Faulty descriptions have a summary too: what is broken in the tree is marked in its rows.

    Args:
        source: a document, or a typed root. Of a document with macros, the robot that they make.

    Raises:
        InputError: macros need a package that is not installed.
        ValueError: the document holds no description.
    """
    file = source.name if isinstance(source, Document) else ""
    root = root_of(source) if isinstance(source, Document) else source
    if isinstance(root, ModelState):
        return _of_state(root, file)
    if isinstance(root, Robot):
        return _of_robot(root, file)
    raise ValueError(f"{file} holds no robot description")


def root_of(document: Document) -> Any:
    """The typed root of a document, or of what its macros make; None where there is none.

    Raises:
        InputError: macros need a package that is not installed.
    """
    described = document.expanded
    return None if described is None else described.root


def _of_state(state: ModelState, file: str) -> Summary:
    return Summary(
        file=file,
        format="model_state",
        name=state.model or state.name or "",
        states=tuple(
            StateFacts(one.joint, one.position, one.velocity, one.effort)
            for one in state.joint_states
        ),
        time=state.time_stamp,
    )


def _of_robot(robot: Robot, file: str) -> Summary:
    links = tuple(map(_link, robot.links))
    defaults = _defaults_of(robot)
    joints = tuple(_joint(joint, defaults) for joint in robot.joints)
    types = dict.fromkeys([*DEGREES_OF_FREEDOM, ""], 0)
    for joint in joints:
        types[joint.type] += 1
    names = {material.name for material in robot.materials}
    textures = [material.texture for material in robot.materials]
    for link in robot.links:
        for visual in link.visuals:
            if visual.material is not None:
                names.add(visual.material.name)
                textures.append(visual.material.texture)
    return Summary(
        file=file,
        format="urdf",
        name=robot.name,
        version="{}.{}".format(*version_in_force(robot.version)),
        links=links,
        joints=joints,
        joint_types=tuple((name, count) for name, count in types.items() if count),
        rows=grow(links, joints),
        freedom=defaults.freedom,
        mass=_mass(links),
        center=defaults.center,
        reach=defaults.reach,
        visuals=sum(len(link.visuals) for link in links),
        collisions=sum(len(link.collisions) for link in links),
        materials=len(names - {""}),
        sensors=len(robot.sensors),
        transmissions=len(robot.transmissions),
        ros2_control=len(robot.ros2_control),
        gazebo=len(robot.gazebo),
        meshes=_meshes(robot),
        textures=_counted([(uri, 1, 0) for uri in textures if uri]),
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


def _defaults_of(robot: Robot) -> DefaultConfiguration:
    from bodyplan.convert.from_urdf import from_urdf  # not for the state of a model

    return default_configuration(from_urdf(robot).robot)


def _joint(joint: Joint, defaults: DefaultConfiguration) -> JointFacts:
    type_: str = joint.type if joint.type in DEGREES_OF_FREEDOM else ""
    limit, mimic = joint.limit, joint.mimic
    values = defaults.positions.get(joint.name, ())
    has_range = limit is not None and type_ in _WITH_RANGE
    return JointFacts(
        joint.name,
        type_,
        joint.parent,
        joint.child,
        axis=joint.axis if type_ in _WITH_AXIS else None,
        lower=limit.lower if limit is not None and has_range else None,
        upper=limit.upper if limit is not None and has_range else None,
        effort=limit.effort if limit is not None else None,
        velocity=limit.velocity if limit is not None else None,
        leader=mimic.joint if mimic is not None else None,
        multiplier=mimic.multiplier if mimic is not None else 1.0,
        offset=mimic.offset if mimic is not None else 0.0,
        default=values[0] if len(values) == 1 else None,
        can_follow=mimic is None or joint.name in defaults.followers,
    )


def _mass(links: Iterable[LinkFacts]) -> Mass:
    masses = [link.mass for link in links]
    given = [mass for mass in masses if mass is not None]
    readable = [mass for mass in given if math.isfinite(mass)]
    return Mass(
        total=total_of(readable),
        links=len(given),
        without=len(masses) - len(given),
        unreadable=len(given) - len(readable),
    )


def total_of(values: Iterable[float]) -> float:
    """The sum; infinite where no number is so large."""
    try:
        return math.fsum(values)
    except OverflowError:
        return math.inf


def _meshes(robot: Robot) -> tuple[FileUse, ...]:
    found: list[tuple[str, int, int]] = []
    for link in robot.links:
        for shapes, use in ((link.visuals, (1, 0)), (link.collisions, (0, 1))):
            meshes = [s.geometry.shape for s in shapes if isinstance(s.geometry.shape, Mesh)]
            found += [(mesh.filename, *use) for mesh in meshes]
    return _counted(found)


def _counted(found: list[tuple[str, int, int]]) -> tuple[FileUse, ...]:
    counts: dict[str, list[int]] = {}
    for uri, visuals, collisions in found:
        count = counts.setdefault(uri, [0, 0])
        count[0] += visuals
        count[1] += collisions
    return tuple(FileUse(uri, *count) for uri, count in counts.items())
