"""``bodyplan convert``: convert a description to another format or version."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import one_input, opened, require_macros, session_of
from bodyplan.cli.pages.losses import loss_table
from bodyplan.cli.parser import Parser, terminal_columns
from bodyplan.cli.result import require_output_for_json, write_result
from bodyplan.cli.robots import named, opened_srdf, require_numpy, semantics_of
from bodyplan.cli.verbs.diff import comparison_lines
from bodyplan.conversion.direction import ConversionError
from bodyplan.core import listed, plural, quoted, replace
from bodyplan.core.names import UnknownNameError, visible
from bodyplan.diag.json_schema import json_text
from bodyplan.files.writer import Output
from bodyplan.formats.document import DescriptionError
from bodyplan.formats.input_error import InputError
from bodyplan.formats.registry import FORMATS
from bodyplan.jobs.convert import convert
from bodyplan.jobs.target import Target, format_of_ending, target_of
from bodyplan.jobs.verify import verify
from bodyplan.report.conversion import ConversionReport, ConvertedFile, converted_file

if TYPE_CHECKING:
    from bodyplan.description.description import Description
    from bodyplan.formats.converted import Converted
    from bodyplan.formats.document import Document
    from bodyplan.model import Robot

KINDS = ("dropped", "assumed", "approximated", "moved", "any")

_PAGE = """\
Convert a description to another format, or to another version of its format.
Losses, which the result lacks or represents differently, are listed with their
location and the reason. Between versions of a format, comments, order and
formatting are preserved.

examples:
  bodyplan convert arm.urdf -o arm.sdf
  bodyplan convert world.sdf --model arm -o arm.urdf
  bodyplan convert arm.sdf --to sdf1.9 --diff

arguments:
  [ROBOT]                  ; also folders, patterns and several files
  [ARG:=VALUE ...]

conversion:
  --to TARGET              urdf, urdf1.0 ... urdf1.2, sdf, sdf1.4 ... sdf1.12, mjcf;
                           default: from the ending of --output
  --fixed-base             fix the root link to the world
  | --floating-base        let the root link move freely; default: as it is written
  --like {libsdformat}     for SDFormat: merge links that fixed joints connect, as
                           libsdformat does for URDF
  --cut JOINT *            cut a closed loop at this joint; default: at the joint that
                           is not in the kinematic tree of the file
  --scene                  for MJCF: write a scene beside -o FILE, as arm_scene.xml: it
                           includes the robot, and has floor, light and camera
  --srdf FILE              SRDF of the robot; MJCF contains its pairs and states
  --srdf-output FILE       write an SRDF that matches the result: from --srdf, or from
                           the excluded pairs and keyframes of MJCF

meshes:
  --uris STYLE             URIs of meshes, textures and models: keep, relative,
                           absolute; package or model for those that contain each
                           file; package://NAME or model://NAME for the folder of the
                           result; default: keep, and relative paths are adapted
  --bundle                 copy these files beside the result; needs -o FILE

losses:
  --fail-on-loss KIND,... *
                           write nothing and exit 1 if there are losses of these
                           kinds: dropped, assumed, approximated, moved, any
  --verify                 compare the result with the source as `bodyplan diff` does;
                           write nothing and exit 1 if the robots differ
                           by something that is not listed as a loss
  --losses {table,json,none}
                           how to list the losses; default: table; json is written to
                           standard output like --json

output:
  --json                   : the changes; the file needs -o or --in-place
  --in-place               write the result back to the file
  | --diff
  | --check
  | --output               (default: standard output)
  @force
  --quiet

reading:
  @reading

packages:
  @packages
  @config

many files:
  @many

together:
  --resume with --jsonl

exit status: 0 done, 1 something would be lost that needs --force, or that
--fail-on-loss names, and nothing is written; with --diff and --check also 1 if
anything would change; 2 wrong usage or unreadable input
"""
_WITHOUT_SRDF = (
    "--srdf-output: this conversion has no SRDF; use --srdf FILE, or MJCF with excluded pairs or "
    "keyframes, and another format as the target"
)
parser = partial(Parser, "convert", _PAGE)
JSON_OF = {"": "report.conversion:ConversionReport"}


def ending_of(arguments: argparse.Namespace) -> str:
    """Return the suffix of the result for each of many files."""
    if not arguments.to:
        raise UserError("--to is missing: name the format of the files in the folder")
    try:
        return FORMATS[target_of(arguments.to).format].endings[0]
    except ValueError as error:
        raise UserError(f"--to: {error}") from None


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    arguments.json = arguments.json or arguments.losses == "json"
    target = _target(arguments)
    unknown = sorted(_kinds(arguments) - {*KINDS})
    if unknown:
        raise UserError(
            f"--fail-on-loss: unknown kind {unknown[0]!r}; kinds are {', '.join(KINDS)}"
        )
    if arguments.bundle and not _output(arguments):
        raise UserError("--bundle needs -o FILE: the files are copied beside it")
    if arguments.srdf_output == "-":
        raise UserError("--srdf-output needs a file: standard output is for the robot")
    require_output_for_json(arguments, [arguments.input], writes=False)
    word, values = one_input(arguments.input, arguments.values)
    session = session_of(arguments, values)
    description = opened(session, word, takes_mjcf=True, model=arguments.model or "")
    require_macros(values, has_macros=description.written.format == "xacro")
    done = _converted(arguments, description, target)
    document = description.written
    _require_other_file(arguments, document, done)
    file = converted_file(document, done)
    is_stopped = _is_stopped(arguments, file)
    verified: list[str] = []
    if arguments.verify:
        verified, is_explained = _verified(arguments, description, done)
        is_stopped = is_stopped or not is_explained
    writes = bool(arguments.in_place or arguments.output or not (arguments.check or arguments.json))
    if not is_stopped or arguments.diff:
        _write(arguments, word, document, done)
    if arguments.json:
        file = replace(file, written=writes and not is_stopped)
        sys.stdout.write(json_text(ConversionReport((file,))))
    sys.stdout.flush()
    if not arguments.quiet and not arguments.json:
        for line in (*_lines(arguments, file, is_stopped and writes), *verified):
            sys.stderr.write(f"{visible(line)}\n")
    would = (arguments.diff or arguments.check) and file.changed
    return FINDINGS if is_stopped or would else OK


def _output(arguments: argparse.Namespace) -> str:
    """Return the file to write; empty for standard output."""
    return "" if arguments.output in {None, "-"} else str(arguments.output)


def _target(arguments: argparse.Namespace) -> Target:
    """Return the requested format and version.

    Raises:
        UserError: no format is requested, or the format or version does not exist.
    """
    output = _output(arguments)
    ending = os.path.splitext(output)[1]
    named = format_of_ending(output)
    if not arguments.to and not ending:
        raise UserError("--to is missing: name a format, as in --to sdf, or a file with -o arm.sdf")
    if not arguments.to and not named:
        raise UserError(
            f"unknown ending {ending} of --output: use .urdf, .sdf or .xml (MJCF), or name the "
            f"format with --to"
        )
    try:
        target = target_of(arguments.to or named)
    except ValueError as error:
        raise UserError(f"--to: {error}") from None
    if named not in {"", target.format} and ending.lower() != ".xml" and not arguments.force:
        raise UserError(
            f"--output {output} has the ending of {named}, and --to is {target.format}; "
            f"--force writes it anyway"
        )
    return target


def _require_other_file(arguments: argparse.Namespace, document: Document, done: Converted) -> None:
    """Check that no result of another format, and no SRDF of the result, replaces the source.

    Raises:
        UserError: the result would replace the source.
    """
    srdf = arguments.srdf_output
    if srdf and document.is_at(srdf) and not arguments.force:
        raise UserError(f"--srdf-output {srdf} is the source; name another file")
    if done.document.format == document.format:
        return
    if arguments.in_place:
        raise UserError(f"--in-place would change the format of {document.name}; use -o FILE")
    output = _output(arguments)
    if output and document.is_at(output) and not arguments.force:
        raise UserError(
            f"--output {output} is the source, and the result is {done.document.format}; "
            f"name another file"
        )


def _converted(
    arguments: argparse.Namespace, description: Description, target: Target
) -> Converted:
    """Return the result of the conversion.

    Raises:
        InputError: the source cannot be read, or is not a robot.
        UserError: the source cannot be converted as requested.
    """
    output = _output(arguments)
    make = partial(
        convert,
        description,
        "".join(target),
        srdf=None if arguments.srdf is None else opened_srdf(description.session, arguments.srdf),
        base="floating" if arguments.floating_base else "fixed" if arguments.fixed_base else "",
        like=arguments.like or "",
        cut=arguments.cut or (),
        folder=os.path.abspath(os.path.dirname(output)) if output else None,
        uris=arguments.uris or "keep",
        bundle=arguments.bundle,
        scene=arguments.scene,
        makes_srdf=bool(arguments.srdf_output),
    )
    try:
        try:
            done = make()
        except DescriptionError:
            found = named(description, arguments)  # raises without --anyway
            if arguments.srdf is not None:
                semantics_of(found, arguments, ())
            done = make(strict=False)
    except (ConversionError, UnknownNameError) as error:
        raise UserError(str(error)) from None
    if arguments.srdf_output and done.srdf is None:
        raise UserError(_WITHOUT_SRDF)
    return done


def _kinds(arguments: argparse.Namespace) -> set[str]:
    """Return the kinds of losses that stop the conversion."""
    return {kind for word in arguments.fail_on_loss or () for kind in word.split(",")}


def _is_stopped(arguments: argparse.Namespace, file: ConvertedFile) -> bool:
    """Return whether nothing may be written because of the losses."""
    kinds = _kinds(arguments)
    if any(loss.kind in kinds or "any" in kinds for loss in file.losses):
        return True
    return bool(file.serious_losses) and not arguments.force


def _verified(
    arguments: argparse.Namespace, description: Description, done: Converted
) -> tuple[list[str], bool]:
    """Compare the robots of the source and the result.

    Returns:
        The lines to print, and whether the losses explain all differences that change the robot.

    Raises:
        UserError: the result cannot be read, such as MJCF without MuJoCo.
    """
    require_numpy()
    names = (description.name, _output(arguments) or done.document.name)
    robot = named(description, arguments).robot

    def load(document: Document) -> Robot:
        return named(description.session.open(document), arguments).robot

    try:
        found = verify(done, robot, names, load=load)
    except InputError as error:
        raise UserError(f"--verify: {error}") from None
    lines = [shown.text for shown in comparison_lines(found.comparison, show_all=False)]
    if found.comparison.verdict != "different":
        return lines, True
    others = [quoted(f"{one.entity} {one.field}".strip()) for one in found.unexplained]
    if not others:
        return [*lines, "losses name each of these differences"], True
    return [*lines, f"no loss names {plural(len(others), 'difference')}: {listed(others)}"], False


def _write(arguments: argparse.Namespace, word: str, before: Document, done: Converted) -> None:
    """Write the result as the output options require; to standard output by default."""
    to_output = not (arguments.in_place or arguments.diff or arguments.check or arguments.output)
    if arguments.json and to_output:
        return
    if to_output:
        arguments.output = "-"
    output = _output(arguments)
    if done.assets and not output:
        raise UserError(
            f"the result needs {plural(len(done.assets), 'file')} beside it; use -o FILE"
        )
    if done.scene is not None and not output:
        raise UserError("--scene needs -o FILE: the scene is written beside it")
    folder, name = os.path.split(output)
    beside = [
        Output(path, (part() for part in [content]), below=folder)
        for path, content in done.beside(name)
    ]
    if done.srdf is not None:
        beside.append(Output(arguments.srdf_output, done.srdf.to_bytes()))
    write_result(arguments, word, before, done.document, beside)


# Messages


def _lines(arguments: argparse.Namespace, file: ConvertedFile, is_stopped: bool) -> Iterable[str]:
    """Yield the losses, with losses that change the robot first, and a line with the counts."""
    width = terminal_columns(sys.stderr) if sys.stderr.isatty() else None
    if arguments.losses != "none":
        yield from loss_table(file.losses, file.path, width)
    if not file.changed:
        yield f"{file.path}: nothing to change"
        return
    before, after = file.from_version, file.to_version
    is_version = file.keeps_format and after != ""
    if not is_version:
        before = f"{file.format} {before}".strip()
        after = f"{file.to_format} {after}".strip()
    counts = [plural(len(file.changes), "change")] if is_version else []
    counts.append(plural(len(file.losses), "loss", "losses"))
    summary = f"{before} to {after}, {', '.join(counts)}"
    if is_stopped:
        summary += "; nothing is written without --force"
    elif file.assets:
        folders = sorted({f"{os.path.dirname(one)}/".removeprefix("/") for one in file.assets})
        inside = f" in {listed(folders)}" if all(folders) else " beside the result"
        summary += f", {plural(len(file.assets), 'file')}{inside}"
    yield f"{file.path}: {summary}"
