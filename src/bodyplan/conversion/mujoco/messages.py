"""Messages to and from MuJoCo's child process: text, bytes and values, but no files to open."""

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
    """A file that MJCF references.

    Args:
        uri: its path relative to the document.
        data: its content; None if MuJoCo does not get the file.
        reason: the reason why it cannot be read, as the end of a sentence; empty if it can.
    """

    uri: str
    data: bytes | None = None
    reason: str = ""


class MjcfInput(Record):
    """A document for MuJoCo.

    Args:
        name: name of the document in messages.
        document: the elements of the document as XML.
        text: the XML for MuJoCo: includes are replaced by their content, and file names by names
            that bodyplan chooses.
        models: the XML of attached models, by chosen name.
        files: the meshes, textures and other files that are referenced, by chosen name.
        parts: the elements of included and attached files as XML, by path relative to the document.
    """

    name: str
    document: str
    text: str
    models: Mapping[str, bytes] = {}
    files: Mapping[str, NamedFile] = {}
    parts: Mapping[str, str] = {}

    @property
    def size(self) -> int:
        """The size of the input for MuJoCo, with each file counted once [bytes]."""
        contents = {id(one.data): one.data for one in self.files.values() if one.data is not None}
        given = (*self.models.values(), *contents.values())
        return len(self.text) + sum(map(len, given))


class MjcfJob(Record):
    """A document to compile.

    Args:
        given: the document and the files that are passed to MuJoCo.
        seconds: limit on processor time [s].
        memory: limit on memory, in addition to the memory of the process at its start [bytes].
        trial: "" to read the document. To simulate the model instead: "as it is", or "excluding"
            contacts of bodies that touch at the start.
    """

    given: MjcfInput
    seconds: int
    memory: int
    trial: Literal["", "as it is", "excluding"] = ""


class Trial(Record):
    """The result of a trial: MuJoCo compiles and simulates a model.

    Args:
        rejected: why MuJoCo rejects the model; empty if MuJoCo accepts the model.
        touching: pairs of names of bodies that touch at the start, with the contact depth [m].
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
            without such elements.
        pairs: pairs of a part of the robot and its element in the document.
        details: values without a field in the robot model, with their elements in the document.
        looks: the appearance of the robot: textures, materials and surroundings.
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
    """The answer of MuJoCo's child process for a document.

    Args:
        parts: the result; None without a robot.
        rejected: why MuJoCo rejects the document; empty if it does not.
        failed: the traceback of an unexpected exception; empty without one.
        is_last: whether the process should end because MuJoCo keeps too much memory.
        trial: the result of a trial; None without a trial.
    """

    parts: MjcfParts | None = None
    rejected: str = ""
    failed: str = ""
    is_last: bool = False
    trial: Trial | None = None


def tree_of(xml: str) -> ElementTree:
    """Return the tree of XML that this package has written, without limits."""
    return parse(xml.encode(), _NO_LIMITS)
