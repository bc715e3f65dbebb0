"""Checks of MJCF files by MuJoCo."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.conversion.direction import robot_from
from bodyplan.conversion.mjcf.assembly import MjcfTree
from bodyplan.conversion.mjcf.files import MjcfFiles
from bodyplan.conversion.mjcf.from_mjcf import NOT_INSTALLED
from bodyplan.conversion.mjcf.spec_assets import ITS_FILE
from bodyplan.description.folder_kinds import NOT_CHECKED
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats.file_kinds import MUJOCO_ERROR
from bodyplan.formats.input_error import InputError
from bodyplan.formats.loss import Loss, Place
from bodyplan.spec.schema_kinds import INPUT_LIMIT
from bodyplan.text import raise_limit

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.resources import Resources

NOTE = "checked by MuJoCo; bodyplan's own rules are for URDF and SDFormat"
_ELEMENT = re.compile(r" ?Element (name )?'[^']*'(, id \d+)?")
_LINE = re.compile(r"[,;]? *\(?line:? (\d+)\b\)?(?! of )")


def errors(document: Document, resources: Resources | None) -> Iterator[Diagnostic]:
    """Yield the error at which MuJoCo stops, or an error for each missing file.

    If MuJoCo is not installed, yield the error that the file is not checked.

    Args:
        document: the MJCF.
        resources: the folders in which the files named in the MJCF are searched.
    """
    if document.tree.root is None or document.tree.fault is not None:
        return
    if any(one.kind is INPUT_LIMIT for one in document.diagnostics):
        return  # it is not read
    try:
        yield from missing_files(robot_from(document, resources=resources).losses)
    except InputError as error:
        message = str(error).removeprefix(f"{document.name}: ")
        if message == NOT_INSTALLED:
            reason = "this file is not checked: MuJoCo is not installed"
            yield Diagnostic(
                NOT_CHECKED,
                reason,
                document.where(document.tree.root),
                severity=Severity.ERROR,
                hint="pip install 'bodyplan[mjcf]'",
            )
        else:
            yield _located(document, message)


def missing_files(losses: Iterable[Loss]) -> Iterator[Diagnostic]:
    """Yield an error for each missing file that MJCF names: MuJoCo does not load such a model.

    Args:
        losses: the losses of the conversion of the MJCF to a robot.
    """
    for loss in losses:
        place = loss.source
        if loss.reason.startswith(ITS_FILE) and isinstance(place, Place):
            yield Diagnostic(MUJOCO_ERROR, f"{loss.what}: {loss.reason}", place.where)


def _located(document: Document, message: str) -> Diagnostic:
    """Return a diagnostic at the line that a message names."""
    root = document.tree.root
    assert root is not None
    match = _LINE.search(message)
    node = root
    if match is not None:
        line = int(match[1])
        node = next((one for one in root.iter() if document.where(one).line == line), root)
        message = _ELEMENT.sub("", _LINE.sub("", message))
    message = message.replace("XML Error: ", "").replace("rejects it: Error: ", "rejects it: ")
    hint = raise_limit(message)
    kind = INPUT_LIMIT if hint else MUJOCO_ERROR
    return Diagnostic(kind, message, lambda: document.where(node), hint=hint)


def files(document: Document, resources: Resources) -> Iterator[Path]:
    """Yield the files that MJCF includes, attaches and loads, and the paths of missing files."""
    opened = MjcfFiles(document, resources)
    with suppress(InputError):
        MjcfTree(opened, document.limits).input(document.name)
    if document.path is not None:
        for uri in opened.searched:
            yield document.path.parent.absolute() / uri
