"""Input and output of verbs that compute parts of an SRDF."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bodyplan.cli.endings import output_format
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target, write_files
from bodyplan.cli.inputs import one_input, opened, require_macros, session_of, shown_path
from bodyplan.cli.output import is_standard_output, require_unread, show_content
from bodyplan.cli.robots import named, require_numpy
from bodyplan.core.names import visible
from bodyplan.files.writer import Output
from bodyplan.formats import srdf
from bodyplan.model import Robot

if TYPE_CHECKING:
    from bodyplan.edit.srdf_draft import Draft
    from bodyplan.formats.document import Document
    from bodyplan.model.planning.semantics import Semantics

_DESCRIPTIONS = (".urdf", ".sdf", ".world", ".srdf", ".xacro", ".xml")


def requested(
    arguments: argparse.Namespace, formats: Mapping[str, str], default: str = "srdf"
) -> tuple[str, Document, Robot | Semantics]:
    """Return the output format, the document, and its robot or, for an SRDF, its semantics.

    Args:
        arguments: the arguments of the verb.
        formats: the known output formats, by file extension.
        default: the output format if neither an option nor the file extension determines it.

    Raises:
        UserError: the input is not a robot, no robot was found for the SRDF, or the output cannot
            be written.
    """
    require_numpy()
    chosen = "table" if arguments.table else "json" if arguments.json else None
    form = output_format(arguments.output, formats, chosen, default)
    if not is_standard_output(arguments.output):
        makes_srdf = chosen is None and default == "srdf"
        if not makes_srdf and arguments.output.lower().endswith(_DESCRIPTIONS):
            raise UserError(f"-o {arguments.output}: the output is not a robot description")
        require_target(arguments.output, arguments)
    document, found = _opened(arguments)
    if not isinstance(document.root, srdf.Robot):
        _require_srdf(document, arguments)
    return form, document, found


def write_new(draft: Draft, arguments: argparse.Namespace, *beside: Output) -> None:
    """Write a new SRDF and its additional files, or print the SRDF.

    Raises:
        UserError: the SRDF would have a character that XML cannot contain.
        WriteError: a file cannot be written.
    """
    try:
        document = draft.document()
    except ValueError as error:
        raise UserError(f"{arguments.input}: {error}") from None
    if is_standard_output(arguments.output):
        show_content(document.source)
    else:
        output = Output(arguments.output, document.source.data)
        write_files(output, *beside, arguments=arguments)


def summarize(target: str, text: str, arguments: argparse.Namespace) -> None:
    """Report a result on standard error, with the name of its file."""
    if not arguments.quiet:
        sys.stdout.flush()
        start = f"{target}: " if target not in {"", "-"} else ""
        sys.stderr.write(f"{visible(start + text)}\n")


def _opened(arguments: argparse.Namespace) -> tuple[Document, Robot | Semantics]:
    """Return the description, and its robot or, for an SRDF, its semantics.

    Raises:
        UserError: the input is not a robot, or no robot was found for the SRDF.
    """
    word, values = one_input(arguments.input, arguments.values, quiet=arguments.quiet)
    session = session_of(arguments, values)
    robot = None if arguments.robot is None else shown_path(arguments.robot)
    found = opened(session, word, takes_mjcf=True, model=arguments.model or "", robot=robot)
    document = found.written
    require_macros(values, has_macros=document.format == "xacro")
    if robot is not None and not isinstance(document.root, srdf.Robot):
        raise UserError(f"--robot requires an SRDF; {document.name} is a robot itself")
    one = named(found, arguments)
    return document, one.semantics or one.robot


def _require_srdf(document: Document, arguments: argparse.Namespace) -> None:
    """Check that no option requires an SRDF, and that the output does not replace the robot.

    Raises:
        UserError: an option requires an SRDF, or the output would replace the robot.
    """
    if not is_standard_output(arguments.output):
        require_unread(arguments.output, [arguments.input])
    for option in ("diff", "check", "in_place"):
        if getattr(arguments, option):
            name = f"--{option.replace('_', '-')}"
            raise UserError(f"{name} requires an SRDF; {document.name} is a robot")
