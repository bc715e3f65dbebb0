"""Messages to and from the process of MuJoCo: text, bytes and values, but no paths to open."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Literal
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.core import Limits, Record
from bodyplan.formats import srdf
from bodyplan.formats.loss import Loss
from bodyplan.model.details import Actuator, Detail
from bodyplan.model.looks import Looks
from bodyplan.text import ElementTree, parse

_NO_LIMITS = Limits(max_bytes=sys.maxsize, max_elements=sys.maxsize)


class NamedFile(Record):
    """A file that MJCF names.

    Args:
        uri: its path relative to the document.
        data: its content; None if MuJoCo does not get it.
        reason: why it cannot be read, as the end of a sentence; empty if it can.
    """

    uri: str
    data: bytes | None = None
    reason: str = ""


class MjcfInput(Record):
    """A document for MuJoCo.

    Args:
        name: name of the document in messages.
        document: its elements as XML.
        text: the XML for MuJoCo: includes are replaced by their content, and file names by ours.
        models: the text of attached models, by our names.
        files: the other files, by our names.
        parts: the elements of the files that it includes and attaches, as XML, by their paths
            relative to the document.
    """

    name: str
    document: str
    text: str
    models: Mapping[str, bytes] = {}
    files: Mapping[str, NamedFile] = {}
    parts: Mapping[str, str] = {}

    @property
    def size(self) -> int:
        """The bytes for MuJoCo, each file counted once."""
        contents = {id(one.data): one.data for one in self.files.values() if one.data is not None}
        given = (*self.models.values(), *contents.values())
        return len(self.text) + sum(map(len, given))


class MjcfJob(Record):
    """A document to compile.

    Args:
        given: the document and the files that are passed to MuJoCo.
        seconds: limit of processor time [s].
        memory: limit of memory, beyond that of the process itself [bytes].
        trial: "" to read the document. To try it out instead: "as it is", or "excluding" contacts
            of bodies that touch at the start.
    """

    given: MjcfInput
    seconds: int
    memory: int
    trial: Literal["", "as it is", "excluding"] = ""


class Trial(Record):
    """The result of a trial, in which MuJoCo compiles and simulates a model.

    Args:
        rejected: why MuJoCo rejects the model; empty if it accepts it.
        touching: names of bodies that touch at the start, and the depth of contact [m].
        speeds: largest speed of each joint that servos should hold [rad/s] or [m/s].
    """

    rejected: str = ""
    touching: tuple[tuple[str, str, float], ...] = ()
    speeds: tuple[tuple[str, float], ...] = ()


class MjcfParts(Record):
    """The results of reading MJCF.

    Args:
        robot: the robot, without origins.
        losses: the values that were dropped, assumed or moved.
        srdf: excluded pairs of bodies, and keyframes as states of a group of all joints; None
            without any.
        pairs: parts of the robot, each with its element in the document.
        details: values without a field in the robot model, with their elements in the document.
        looks: how the robot is drawn.
        actuators: the MJCF actuators of the transmissions of the robot.
    """

    robot: model.Robot
    losses: tuple[Loss, ...]
    srdf: srdf.Robot | None
    pairs: tuple[tuple[Record, Node], ...]
    details: tuple[Detail, ...] = ()
    looks: Looks = Looks()
    actuators: tuple[Actuator, ...] = ()


class MjcfAnswer(Record):
    """The answer of the process of MuJoCo for a document.

    Args:
        parts: the result; None without a robot.
        rejected: why MuJoCo rejects it.
        failed: the traceback of an error of this package.
        is_last: whether the process should end, as MuJoCo keeps much memory.
        trial: what happened in a trial.
    """

    parts: MjcfParts | None = None
    rejected: str = ""
    failed: str = ""
    is_last: bool = False
    trial: Trial | None = None


def tree_of(xml: str) -> ElementTree:
    """Return the elements of text that this package has written."""
    return parse(xml.encode(), _NO_LIMITS)
