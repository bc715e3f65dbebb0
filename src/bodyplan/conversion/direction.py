"""Conversions to the robot model, found by the names of their modules: ``from_FORMAT``."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bodyplan import model
    from bodyplan.formats.document import Document
    from bodyplan.formats.loss import Loss
    from bodyplan.resources import Resources

_BEGINNING = "from_"


class RobotConversion(Protocol):
    """The result of converting a document to a robot."""

    @property
    def robot(self) -> model.Robot:
        """The robot."""

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What was dropped or assumed."""

    @property
    def missing(self) -> tuple[Loss, ...]:
        """The losses of what could not be found, on which links, joints, poses or masses depend."""


class ModelChoiceError(ValueError):
    """A file has no model, several models, or not the requested one.

    Args:
        message: the message.
        names: of the models in the file.
    """

    def __init__(self, message: str, names: tuple[str, ...]) -> None:
        super().__init__(message)
        self.names = names


def convertible_formats() -> tuple[str, ...]:
    """Return the formats that can be converted to a robot."""
    modules = (name.removesuffix(".py") for name in sorted(os.listdir(os.path.dirname(__file__))))
    return tuple(m.removeprefix(_BEGINNING) for m in modules if m.startswith(_BEGINNING))


def robot_from(
    document: Document, *, model: str = "", resources: Resources | None = None
) -> RobotConversion:
    """Convert a document to a robot.

    Args:
        document: with a typed root, expanded if it was xacro.
        model: name of the model, for formats whose files have several.
        resources: where included files are searched.

    Raises:
        ModelChoiceError: the model does not exist, or no name was given and there are several.
        ValueError: documents of this format cannot be converted.
    """
    if document.format not in convertible_formats():
        raise ValueError(f"{document.name} is {document.format}, which cannot be a robot")
    convert = import_module(f"{__package__}.{_BEGINNING}{document.format}").convert
    found: RobotConversion = convert(document, model=model, resources=resources)
    return found
