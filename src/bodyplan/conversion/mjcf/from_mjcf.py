"""Conversion of MJCF to a robot model. MuJoCo compiles the MJCF, so package ``mujoco`` is required.

MuJoCo runs in a child process. If a file makes it crash, hang or run out of memory, only the child
process ends.
"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.conversion.mujoco.process import parts_of
from bodyplan.core import Record
from bodyplan.formats import srdf
from bodyplan.formats.input_error import InputError
from bodyplan.formats.loss import Loss
from bodyplan.model.details import Details
from bodyplan.resources import Resources

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as Node

    from bodyplan.diag import Where
    from bodyplan.formats.document import Document

NOT_INSTALLED = "reading MJCF requires MuJoCo, which is not installed: pip install 'bodyplan[mjcf]'"


class MjcfConversion(Record):
    """The result of converting MJCF to a robot model.

    Args:
        robot: the robot.
        losses: the values that were dropped, assumed or moved.
        srdf: excluded pairs of bodies, and keyframes as states of a group of all joints; None
            without such elements.
    """

    robot: model.Robot
    losses: tuple[Loss, ...] = ()
    srdf: srdf.Robot | None = None

    @property
    def missing(self) -> tuple[Loss, ...]:
        """Always empty: a missing mesh affects only a shape."""
        return ()


def convert(
    document: Document,
    *,
    model: str = "",  # noqa: ARG001  (MJCF has one model)
    resources: Resources | None = None,
) -> MjcfConversion:
    """Convert MJCF to a robot; see ``direction``.

    Raises:
        InputError: MuJoCo is not installed, rejects the file, crashes or exceeds a limit, or an
            included file may not be read.
    """
    if document.tree.root is None:
        raise InputError(f"{document.name} is not well-formed")
    if find_spec("mujoco") is None:
        raise InputError(f"{document.name}: {NOT_INSTALLED}")
    parts = parts_of(document, resources or Resources())
    details = Details(
        "mjcf",
        lambda: parts.details,
        partial(_where, document),
        looks=parts.looks,
        actuators=parts.actuators,
    )
    robot = _with_origins(parts.robot, parts.pairs, document).with_details(details)
    return MjcfConversion(robot, parts.losses, parts.srdf)


def _with_origins(
    robot: model.Robot, pairs: tuple[tuple[Record, Node], ...], document: Document
) -> model.Robot:
    return robot.with_origins(model.Origins(lambda: pairs, partial(_where, document)))


def _where(document: Document, node: Node) -> Where | None:
    return document.where(node)
