"""The interface of all conversions, which are found by the names of their modules.

Module ``from_FORMAT`` defines ``convert(document, *, model, resources) -> RobotConversion``, and
module ``to_FORMAT`` defines ``convert(robot, options) -> Written``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion._valid_parts import with_valid_shapes, without_zero_axes
from bodyplan.conversion.chains import free
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.core import Record, quoted, replace
from bodyplan.formats.converted import Asset
from bodyplan.model import Joint, Link
from bodyplan.model.numeric import need_numpy
from bodyplan.model.scoped_names import WORLD_NAME
from bodyplan.spec.writer import write_raw

if TYPE_CHECKING:
    from bodyplan import model
    from bodyplan.formats.document import Document
    from bodyplan.formats.loss import Loss
    from bodyplan.resources import Resources

_FROM = "from_"
_TO = "to_"


class RobotConversion(Protocol):
    """The result of converting a document to a robot."""

    @property
    def robot(self) -> model.Robot:
        """The robot."""

    @property
    def losses(self) -> tuple[Loss, ...]:
        """The values that were dropped or assumed."""

    @property
    def missing(self) -> tuple[Loss, ...]:
        """The losses caused by a missing model that may affect links, joints, poses or masses."""


class View(NamedTuple):
    """The view of a camera.

    Args:
        angle: horizontal field of view [rad].
        width: width of the images [pixels].
        height: height of the images [pixels].
    """

    angle: float
    width: int
    height: int


Address = Callable[[Record, str], str]


def _as_written(_: Record, uri: str) -> str:
    return uri


class Options(Record):
    """The options of converting a robot to a format.

    Args:
        version: the version of the format; empty for the default version.
        base: whether the root link is fixed to the world or moves freely; empty for the default of
            the format.
        commands: for each joint name, the names of its command interfaces, such as "position"; used
            only for joints without a transmission.
        compiler: additional attributes of the MJCF ``<compiler>``.
        elements: additional elements of the MJCF root.
        views: for the ``id()`` of each camera sensor, its view.
        address: function that takes a shape or material and its URI, and returns the URI to write.
        scene: whether to add an MJCF scene with floor, light and camera, and place the robot on the
            floor.
        adjacent_collide: whether links that a joint connects can collide with each other; only for
            MJCF.
    """

    version: str = ""
    base: Literal["", "fixed", "floating"] = ""
    commands: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    compiler: tuple[tuple[str, str], ...] = ()
    elements: tuple[Node, ...] = ()
    views: Mapping[int, View] = MappingProxyType({})
    address: Address = _as_written
    adjacent_collide: bool = False
    scene: bool = False


DEFAULTS = Options()


class Written(Record):
    """A robot in the XML of a format.

    Args:
        root: root element of the file.
        losses: properties of the robot that are missing or different in the file.
        assets: other files that the file references and that must be written too.
        scene: function that takes the name of the robot's file, and returns an MJCF scene that
            includes it; None without a scene.
    """

    root: Node
    losses: tuple[Loss, ...] = ()
    assets: tuple[Asset, ...] = ()
    scene: Callable[[str], bytes] | None = None

    @property
    def text(self) -> str:
        """The text of the file, without an XML declaration."""
        return write_raw(self.root)


class ConversionError(ValueError):
    """A robot cannot be converted as requested."""


class ModelChoiceError(ValueError):
    """A file has no model, several models, or not the requested one.

    Args:
        message: the message.
        names: the names of the models in the file.
    """

    def __init__(self, message: str, names: tuple[str, ...]) -> None:
        super().__init__(message)
        self.names = names


def convertible_formats() -> tuple[str, ...]:
    """Return the formats that can be converted to a robot."""
    return _formats(_FROM)


def writable_formats() -> tuple[str, ...]:
    """Return the formats that a robot can be converted to."""
    return _formats(_TO)


@cache
def _formats(beginning: str) -> tuple[str, ...]:
    here = os.path.dirname(__file__)
    names = sorted(os.listdir(here))
    return tuple(n for n in names if os.path.exists(os.path.join(here, n, f"{beginning}{n}.py")))


def robot_from(
    document: Document, *, model: str = "", resources: Resources | None = None
) -> RobotConversion:
    """Convert a document to a robot.

    Args:
        document: document with a parsed root; a xacro document must be expanded.
        model: name of the model, for files with several models.
        resources: the folders in which included files are searched.

    Raises:
        ModelChoiceError: the model does not exist, or no name was given and there are several.
        ValueError: documents of this format cannot be converted.
    """
    if document.format not in convertible_formats():
        raise ValueError(
            f"{document.name} is {document.format}, which cannot be converted to a robot"
        )
    convert = import_module(f"{__package__}.{document.format}.{_FROM}{document.format}").convert
    found: RobotConversion = convert(document, model=model, resources=resources)
    return found


def robot_to(robot: model.Robot, target: str, options: Options = DEFAULTS) -> Written:
    """Convert a robot to the text of a format.

    Args:
        robot: the robot.
        target: one of ``writable_formats()``.
        options: the options of the conversion.

    Raises:
        ConversionError: the base cannot float.
        NumpyMissingError: MJCF requires NumPy, which is not installed.
        ValueError: a robot cannot be converted to this format, or the version is unknown.
    """
    if target not in writable_formats():
        raise ValueError(f"a robot cannot be converted to {target!r}")
    if target == "mjcf":  # the meshes are NumPy arrays
        need_numpy()
    convert = import_module(f"{__package__}.{target}.{_TO}{target}").convert
    log = RobotLossLog()
    valid = with_valid_shapes(robot, log, flat=target == "urdf")
    if target != "urdf":
        valid = without_zero_axes(valid, log)
    written: Written = convert(_with_base(valid, options.base, log), options)
    return replace(written, losses=(*log.losses, *written.losses))


def _with_base(robot: model.Robot, base: str, log: RobotLossLog) -> model.Robot:
    """Return the robot with root link ``world`` for a fixed base, without it for a floating base.

    Raises:
        ConversionError: the base cannot float because the world has several children, a shape or a
            loop.
    """
    world = next((link for link in robot.roots if link.name == WORLD_NAME), None)
    if base == "fixed" and world is None and robot.links:
        name = free("world_joint", {joint.name for joint in (*robot.joints, *robot.loops)})
        joint = Joint(name, "fixed", WORLD_NAME, robot.root_link.name)
        made = replace(robot, links=(Link(WORLD_NAME), *robot.links), joints=(*robot.joints, joint))
        return made.with_notes_of(robot)
    if base == "floating" and world is not None:
        return _without_world(robot, world, log)
    return robot


def _without_world(robot: model.Robot, world: model.Link, log: RobotLossLog) -> model.Robot:
    below = robot.child_joints(WORLD_NAME)
    has_loop = any(WORLD_NAME in {loop.parent, loop.child} for loop in robot.loops)
    if len(below) != 1 or world.visuals or world.collisions or has_loop:
        raise ConversionError(
            "the base cannot float: link 'world' has shapes, a loop, or not exactly one child"
        )
    (gone,) = below
    lost: list[model.Frame | model.Sensor | model.Transmission] = []
    lost += [one for one in robot.frames if one.link == WORLD_NAME]
    lost += [one for one in robot.sensors if one.link == WORLD_NAME or one.joint == gone.name]
    lost += [one for one in robot.transmissions if gone.name in one.joints]
    for part in lost:
        log.add("dropped", part, "", "a robot with a floating base has no world link")
    joints = []
    for joint in robot.joints:
        if joint.mimic is not None and joint.mimic.leader == gone.name:
            reason = (
                f"its leader {quoted(gone.name)} is not a joint of a robot with a floating base"
            )
            log.add("dropped", joint, "mimic", reason, changes_meaning=True)
            joint = replace(joint, mimic=None)  # noqa: PLW2901
        joints.append(joint)
    ids = {id(part) for part in lost}
    made = replace(
        robot,
        links=tuple(link for link in robot.links if link is not world),
        joints=tuple(joint for joint in joints if joint.name != gone.name),
        frames=tuple(one for one in robot.frames if id(one) not in ids),
        sensors=tuple(one for one in robot.sensors if id(one) not in ids),
        transmissions=tuple(one for one in robot.transmissions if id(one) not in ids),
    )
    return made.with_notes_of(robot)
