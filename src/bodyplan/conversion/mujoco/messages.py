"""What this process and that of MuJoCo send each other: text, bytes and values, and no paths to open."""

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
        name: of the document in messages.
        document: its elements as XML.
        text: the same for MuJoCo: what it includes is in its place, and names of files are ours.
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
        given: what MuJoCo gets.
        seconds: of processor time, at most.
        memory: bytes at most, beyond those of the process.
        trial: to try it out instead of reading it: "" for no, "as it is", or "excluding" bodies
            that touch at the start from contacts.
    """

    given: MjcfInput
    seconds: int
    memory: int
    trial: Literal["", "as it is", "excluding"] = ""


class Trial(Record):
    """What happens when MuJoCo compiles and steps a model.

    Args:
        rejected: why it rejects it; empty if it does not.
        touching: names of bodies that touch at the start, and how deep [m].
        speeds: of the joints that servos should hold, the largest [rad/s] or [m/s].
    """

    rejected: str = ""
    touching: tuple[tuple[str, str, float], ...] = ()
    speeds: tuple[tuple[str, float], ...] = ()


class MjcfParts(Record):
    """What MJCF becomes.

    Args:
        robot: the robot, without origins.
        losses: what was dropped, assumed or moved.
        srdf: excluded pairs of bodies, and keyframes as states of a group of all joints; None
            without any.
        pairs: parts of the robot with the elements that they are from.
        details: what the model has beyond the robot model, with the elements that they are from.
        looks: how it is drawn.
        actuators: of its transmissions, as MJCF writes them.
    """

    robot: model.Robot
    losses: tuple[Loss, ...]
    srdf: srdf.Robot | None
    pairs: tuple[tuple[Record, Node], ...]
    details: tuple[Detail, ...] = ()
    looks: Looks = Looks()
    actuators: tuple[Actuator, ...] = ()


class MjcfAnswer(Record):
    """What became of a document.

    Args:
        parts: of the robot; None without one.
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
