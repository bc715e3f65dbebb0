"""The steps of a conversion of a robot to another format.

1. Structure: on request, closed loops are cut at joints, and links are merged as in libsdformat.
2. Writing: ``to_FORMAT`` writes the robot model as XML.
3. The rest: values that the robot model does not contain are copied from the source file.
4. Version: the result is converted to the requested version, if the writer uses another version.
5. URIs: references to meshes and textures are rewritten for the result.

Each step adds its losses, and removes those that no longer hold.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.cutting import cut_at
from bodyplan.conversion.direction import Address, ConversionError, Options, Written, robot_to
from bodyplan.conversion.loss import OTHER_ACTUATORS, without_inner
from bodyplan.conversion.sdf.versions import to_version
from bodyplan.conversion.urdf.block_sensors import with_block_sensors
from bodyplan.conversion.urdf.gazebo_blocks import Copied, blocks_to_sdf, blocks_to_urdf, compact
from bodyplan.conversion.urdf.libsdformat_links import Rigid, rigid_joints
from bodyplan.conversion.urdf.like_libsdformat import (
    LibsdformatLoss,
    Like,
    MergedLink,
    like_libsdformat,
)
from bodyplan.conversion.urdf.mujoco_section import mujoco_section, with_section
from bodyplan.conversion.urdf.versions import to_urdf_version
from bodyplan.core import Record, replace
from bodyplan.formats import urdf
from bodyplan.formats.converted import Converted
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss, Place
from bodyplan.formats.rebase import is_relative
from bodyplan.formats.registry import FORMATS, is_edited
from bodyplan.formats.sdf.sensors.sensor import first_version
from bodyplan.formats.unread import UnreadDocument
from bodyplan.jobs._read_back import judged
from bodyplan.jobs._uris import with_uris
from bodyplan.jobs.target import LATEST, Target
from bodyplan.model import Robot
from bodyplan.spec import Element, parse_version
from bodyplan.spec.writer import write_raw

Base = Literal["", "fixed", "floating"]


_SETTINGS = frozenset(("option", "size", "statistic", "visual"))
"""Elements that are copied from MJCF to MJCF."""


MOST_FRAMES = 40_000
"""Limit on the frames of a converted robot: some formats need a link for each frame."""


class Choices(Record):
    """The options of a conversion; see ``convert``."""

    base: Base = ""
    like: Like = ""
    cut: tuple[str, ...] = ()
    folder: str | os.PathLike[str] | None = None
    uris: str = "keep"
    bundle: bool = False
    scene: bool = False

    @property
    def changes_robot(self) -> bool:
        """Whether the options change the robot, not only its text."""
        return bool(self.base or self.like or self.cut)


AS_IT_IS = Choices()


def convert_robot(
    robot: Robot, target: Target, source: Document | None = None, choices: Choices = AS_IT_IS
) -> Converted:
    """Convert a loaded robot.

    Args:
        robot: the robot.
        target: the format and version.
        source: the document from which the robot was read, or None.
        choices: the options of the conversion.

    Raises:
        ConversionError: ``like`` is for another format or leaves no link, the base cannot float, a
            loop cannot be cut at the joint, the URIs cannot be written in this style, or the robot
            has too many frames.
        UnknownNameError: a joint of ``cut`` does not exist.
        ValueError: the version is unknown.
    """
    if len(robot.frames) > MOST_FRAMES:
        raise ConversionError(
            f"{len(robot.frames):,} frames exceed the limit of {MOST_FRAMES:,} for a conversion"
        )
    described = None if source is None else source.expanded
    for joint in choices.cut:
        robot = cut_at(robot, joint)
    alike = _likeness(robot, target, described, choices.like)
    folder = choices.folder if source is None or source.path is None else source.path.parent
    if choices.scene and target.format != "mjcf":
        raise ConversionError("a scene is for MJCF only")
    address = _address(robot, folder)
    options = Options(target.version, choices.base, address=address, scene=choices.scene)
    written = _written(alike.robot, target, described, options)
    copied = Copied(losses=(*robot.losses, *alike.losses, *written.losses))
    nodes = list(written.root.iter())  # holds references, so that no ``id`` is reused
    own = set(map(id, nodes))
    if described is not None:
        copied = _with_the_rest(written.root, robot, described, copied.losses, alike.places)
    make = partial(_document, written.root, robot, target, source)
    result = judged(written.root, robot, own, make)
    made = result.document
    other = _in_version(made, target, written.root)
    losses = (*copied.with_judged(result.losses), *_of_parts(other.losses, made, robot))
    made = other.document
    made.on_disk = None  # the document has a path, but was not read from this path
    losses = without_inner(losses, robot, described)
    converted = Converted(made, (), losses, written.assets, scene=written.scene)
    done = named_as(converted, choices)
    named = _of_parts(done.losses[len(losses) :], made, robot)
    return replace(done, losses=(*losses, *named))


def _of_parts(losses: Iterable[Loss], made: Document, robot: Robot) -> Iterator[Loss]:
    """Yield the losses of an intermediate document, located at parts of the robot.

    The lines of this document would not help a user, who has only the source and the result.
    """
    parts: dict[Document, dict[int, Record]] = {}
    for loss in losses:
        document, node = made, None
        if isinstance(loss.source, Place):
            document, node = loss.source.document, loss.source.node
        elif isinstance(loss.source, Element):
            node = made.node(loss.source)
        if document not in parts:
            parts[document] = dict(_parts(document, robot))
        part = parts[document].get(id(node), robot)
        yield Loss(loss.kind, loss.part, loss.reason, part, loss.step, loss.changes_meaning)


def _parts(document: Document, robot: Robot) -> Iterator[tuple[int, Record]]:
    """Yield the ``id`` of each element inside a link or joint, with this link or joint."""
    root = document.tree.root
    for node in () if root is None else root.iter():
        name = node.get("name", "")
        if node.tag == "link" and robot.has_link(name):
            yield from ((id(inner), robot.link(name)) for inner in node.iter())
        elif node.tag == "joint" and robot.has_joint(name):
            yield from ((id(inner), robot.joint(name)) for inner in node.iter())


# Structure


def _likeness(robot: Robot, target: Target, source: Document | None, like: Like) -> LibsdformatLoss:
    """Return a robot with the links and joints that the parser ``like`` would create.

    Raises:
        ConversionError: the target format is not SDFormat.
    """
    if not like:
        return LibsdformatLoss(robot, {}, ())
    if like not in get_args(Like):
        raise ValueError(f"unknown structure {like!r}; use 'libsdformat'")
    if target.format != "sdf":
        raise ConversionError(f"{like} converts to sdf, not to {target.format}")
    rigid = Rigid() if source is None else rigid_joints(source)
    return like_libsdformat(robot, rigid)


# Writing


def _address(robot: Robot, folder: str | os.PathLike[str] | None) -> Address:
    """Return a function that makes URIs relative to a folder that were relative to their file."""

    def address(value: Any, uri: str) -> str:
        if folder is None or not is_relative(uri):
            return uri
        try:
            path = robot.file_of(value, uri)
        except (PermissionError, ValueError):
            path = None
        if path is None:  # a check of the source reports this problem
            return uri
        there, found = os.path.realpath(folder), os.path.realpath(path)
        same = os.path.realpath(os.path.join(there, uri)) == found
        return uri if same else os.path.relpath(found, there).replace(os.sep, "/")

    return address


def _written(robot: Robot, target: Target, source: Document | None, options: Options) -> Written:
    """Return the XML of a robot; for MJCF, with the ``<mujoco>`` settings of the source URDF."""
    options = replace(options, commands=command_interfaces(source))
    if target.format == "mjcf":
        robot, views = with_block_sensors(robot, source)
        is_mjcf = source is not None and source.format == "mjcf"
        elements = tuple(map(compact, _settings(source)))
        options = replace(options, views=views, adjacent_collide=is_mjcf, elements=elements)
        if source is not None and source.format == "urdf":
            section = mujoco_section(source.root)
            elements = tuple(map(compact, section.elements))
            options = replace(options, compiler=section.compiler, elements=elements)
    return robot_to(robot, target.format, options)


def _settings(source: Document | None) -> list[Node]:
    """Return the elements with settings of the simulation and the viewer in an MJCF file."""
    root = None if source is None or source.format != "mjcf" else source.tree.root
    return [] if root is None else [one for one in root if one.tag in _SETTINGS]


def _node_of(loss: Loss) -> Node | None:
    return loss.source.node if isinstance(loss.source, Place) else None


def command_interfaces(document: Document | None) -> Mapping[str, tuple[str, ...]]:
    """Return the command interfaces in the ``<ros2_control>`` elements, by joint name."""
    if document is None or not isinstance(document.root, urdf.Robot):
        return {}
    return {
        joint.name: tuple(one.name for one in joint.command_interfaces)
        for system in document.root.ros2_control
        for joint in system.joints
        if joint.command_interfaces
    }


def _document(root: Node, robot: Robot, target: Target, source: Document | None) -> Document:
    """Return a document with a root element; its path is in the folder of the source, if any."""
    path = None if source is None else source.path
    name = (robot.name or "robot") if path is None else path.stem
    name += FORMATS[target.format].endings[0]
    place = None if path is None else path.with_name(name)
    text = f'<?xml version="1.0"?>\n{write_raw(root)}\n'.encode()
    resources = None if source is None else source.resources
    return UnreadDocument(text, name, format=target.format, path=place, resources=resources)


# The rest


def _with_the_rest(
    root: Node,
    robot: Robot,
    source: Document,
    losses: tuple[Loss, ...],
    places: Mapping[str, MergedLink],
) -> Copied:
    """Add the settings for Gazebo or MuJoCo, which are not in the robot model.

    The result has the remaining losses of all steps.

    Args:
        root: the root of the result.
        robot: the robot.
        source: the description from which the robot was read.
        losses: the losses of the previous steps.
        places: the links that were merged into other links, by name.
    """
    if root.tag == "mujoco":
        if source.format == "mjcf":
            settings = set(map(id, _settings(source)))
            others = (loss for loss in losses if loss.reason != OTHER_ACTUATORS)
            return Copied(losses=tuple(one for one in others if id(_node_of(one)) not in settings))
        if source.format != "urdf":
            return Copied(losses=losses)
        section = mujoco_section(source.root)
        return Copied(losses=with_section(losses, source.root, section))
    is_sdf = root.tag == "sdf"
    if {source.format, "sdf" if is_sdf else "urdf"} != {"urdf", "sdf"}:
        return Copied(losses=losses)
    copied = blocks_to_sdf(robot, source, root, places) if is_sdf else blocks_to_urdf(robot, root)
    return replace(copied, losses=copied.remaining(losses))


# Versions


def in_other_version(document: Document, target: Target) -> Converted | None:
    """Return a document in another version of its format; None if the format differs.

    For a xacro file, its expansion is converted.

    Raises:
        EditError: the document is not well-formed.
    """
    described = document.expanded or document
    if described.format != target.format or target.format not in {"sdf", "urdf"}:
        return None
    if target.format == "sdf":
        return to_version(described, target.version or LATEST)
    if described.root is None:
        return None
    return to_urdf_version(described, target.version or described.root.version)


def _in_version(made: Document, target: Target, root: Node) -> Converted:
    """Return a document in the requested version; by default, in one that supports its sensors."""
    kinds = {one.get("type", "") for one in root.iter("sensor")} if made.format == "sdf" else ()
    needed = max(map(first_version, kinds), default=(1, 0))
    if made.format == "sdf" and made.version is not None and made.version < needed:
        made = to_version(made, needed).document
    if not target.version or made.version == parse_version(target.version):
        return Converted(made)
    return in_other_version(made, target) or Converted(made)


# URIs


def named_as(done: Converted, choices: Choices) -> Converted:
    """Return a conversion with the URIs of its result in the requested style.

    Raises:
        ConversionError: the URIs cannot be written in this style.
    """
    if not is_edited(done.document.format):
        if choices.uris not in {"keep", "relative"}:
            title = FORMATS[done.document.format or ""].title
            raise ConversionError(f"{title} names its files by relative paths only")
        return done
    place = None if choices.folder is None else Path(choices.folder)
    made = with_uris(done.document, choices.uris, folder=place, bundle=choices.bundle)
    losses = (*done.losses, *made.losses)
    return replace(done, document=made.document, losses=losses, assets=made.assets)
