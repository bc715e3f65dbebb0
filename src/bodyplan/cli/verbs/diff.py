"""``bodyplan diff``: compare two descriptions, field by field."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Iterable, Iterator
from functools import partial

import bodyplan
from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import opened, require_macros, session_of, split_arguments
from bodyplan.cli.output import write_output
from bodyplan.cli.page_writer import PageWriter, write_text
from bodyplan.cli.pages.drawing import Line
from bodyplan.cli.parser import Parser
from bodyplan.cli.robots import NamedInput, named, require_numpy, semantics_of
from bodyplan.compare.result import Comparison
from bodyplan.compare.robots import (
    ASPECTS,
    SAMPLES,
    TOLERANCE,
    UnknownAspectError,
)
from bodyplan.compare.wording import by_entity, evidence, groups_of, markdown, verdict_line
from bodyplan.core import visible_lines
from bodyplan.diag import Where
from bodyplan.diag.json_schema import json_text
from bodyplan.model import Robot

_MOST_SAMPLES = 100_000
_MOST_ROWS = 60
"""The maximum number of differences that are listed without ``--all``."""
FORMATS = ("text", "json", "markdown")
_STYLES = {"+": "green", "-": "red", "~": "yellow", "=": "cyan"}
_PAGE = f"""\
Compare two descriptions of a robot, in any format: every field of links,
joints, shapes, materials, sensors, frames, transmissions and loops, meshes by
content, the SRDF, and for files of the same format all other elements.

examples:
  bodyplan diff arm.urdf arm.sdf
  bodyplan diff arm.urdf arm.sdf --ignore color,names
  bodyplan diff sample:arm sample:arm.sdf --select limits --format markdown

arguments:
  [ROBOT]                  ; also folders, patterns and several files
  [OTHER]                  the description to compare it with, or a folder of them
  [ARG:=VALUE ...]

comparison:
  --select ASPECT,... *    compare only these aspects, or fields such as velocity
  --ignore ASPECT,... *    leave these aspects or fields out
  --samples N [1..{_MOST_SAMPLES}]     random configurations, for poses; default: {SAMPLES}
  --seed N [0] [0..]       seed of the random numbers; default: 0
  --tolerance NUMBER       largest difference that counts as equal; default: {TOLERANCE:g}
  --srdf FILE              SRDF of the robot
  --other-srdf FILE        SRDF of the other description

output:
  --format {{{",".join(FORMATS)}}} [text]
                           output format; markdown is for a pull request
  --json = format:json     print as JSON; the same as --format json
  --all                    list everything: every difference, each value that was not
                           compared, and what was compared
  @output
  --quiet
  --color

reading:
  @reading

packages:
  @packages
  @config

many files:
  @many
  --cache

together:
  --resume with --jsonl
  --cache with --jsonl

Aspects are kinematics, limits, dynamics, inertia, collision, visual, color,
names, frames, sensors, transmissions, semantics, plugins and settings.
Differences in the first five make a different robot. ARG:=VALUE applies to
xacro files, --model to SDFormat files. The tolerance is absolute for positions
and angles up to 1 m or 1 rad, and relative for all other numbers. Poses at
random configurations are additional evidence.

exit status: 0 the same robot, 1 different, the same but for what is listed, or
something is unknown, 2 wrong usage or unreadable input
"""
_SRDF = ("--srdf", "--other-srdf")
parser = partial(Parser, "diff", _PAGE)
JSON_OF = {"": "compare.result:Comparison"}


def ending_of(arguments: argparse.Namespace) -> str:
    """Return the suffix of the result for each of many files."""
    return {"json": ".json", "markdown": ".md"}.get(arguments.format, ".txt")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    require_numpy()
    tolerance = TOLERANCE if arguments.tolerance is None else arguments.tolerance
    if not tolerance >= 0.0 or math.isinf(tolerance):
        raise UserError(f"--tolerance must be a number from 0 on, not {tolerance:g}")
    select, ignore = (
        [word for words in given or () for word in words.split(",") if word]
        for given in (arguments.select, arguments.ignore)
    )
    first, second = _robots(arguments)
    _require_robots(first, second, arguments)
    robots = (
        _with_srdf(first, arguments, arguments.srdf),
        _with_srdf(second, arguments, arguments.other_srdf),
    )
    for robot, option, other in zip(robots, _SRDF, reversed(_SRDF), strict=True):
        if robot.semantics is None and getattr(arguments, other[2:].replace("-", "_")):
            raise UserError(f"{other} requires the SRDF of the other description: use {option}")
    try:
        found = bodyplan.diff(
            *robots,
            samples=arguments.samples or SAMPLES,
            seed=arguments.seed,
            tolerance=tolerance,
            select=select,
            ignore=ignore,
            names=(_shown(first), _shown(second)),
        )
    except UnknownAspectError as error:
        raise UserError(f"{error}; aspects are {', '.join(ASPECTS)}") from None
    if arguments.format == "json":
        write_output(json_text(found), arguments)
    elif arguments.format == "markdown":
        write_text(visible_lines(markdown(found)), arguments, "backslashreplace", is_content=False)
    elif not arguments.quiet or not found.is_same:
        PageWriter(arguments).write(comparison_lines(found, show_all=arguments.all))
    return OK if found.is_same else FINDINGS


def _require_robots(first: NamedInput, second: NamedInput, arguments: argparse.Namespace) -> None:
    """Check that a robot is not compared with an SRDF, which describes no robot on its own.

    Raises:
        UserError: one input is a robot, the other is an SRDF.
    """
    if (first.semantics is None) == (second.semantics is None):
        return
    if arguments.srdf or arguments.other_srdf:
        return  # an option gives the SRDF of the robot
    srdf, robot = (first, second) if first.semantics is not None else (second, first)
    raise UserError(
        f"{_shown(srdf)} is an SRDF and {_shown(robot)} is a robot: compare two robots, with "
        f"--srdf and --other-srdf for their SRDFs, or two SRDFs"
    )


def _shown(found: NamedInput) -> str:
    return "standard input" if found.name == "-" else found.name


def _robots(arguments: argparse.Namespace) -> tuple[NamedInput, NamedInput]:
    """Return both robots; xacro arguments and ``--model`` apply to the inputs that can use them.

    Raises:
        InputError: an input cannot be read, or is not a robot.
        UserError: there are not two inputs, or an input has errors.
    """
    words = (arguments.input, arguments.other, *arguments.values)
    inputs, values = split_arguments(words, quiet=arguments.quiet)
    if len(inputs) != len(("ROBOT", "OTHER")):
        problem = "missing OTHER" if len(inputs) == 1 else f"unexpected argument {inputs[2]!r}"
        raise UserError(f"{problem}; expected two descriptions")
    if [*inputs, arguments.srdf, arguments.other_srdf].count("-") > 1:
        raise UserError("standard input can be read only once")
    session = session_of(arguments, values)
    found = [opened(session, word, takes_mjcf=True, model=arguments.model or "") for word in inputs]
    formats = {one.written.format for one in found}
    require_macros(values, has_macros="xacro" in formats)
    if "sdf" in formats and arguments.model:
        found = [one if one.written.format == "sdf" else session.open(one.written) for one in found]
    first, second = (named(one, arguments) for one in found)
    return first, second


def _with_srdf(found: NamedInput, arguments: argparse.Namespace, srdf: str | None) -> Robot:
    """Return a robot with the SRDF of an option, else with the input if that is an SRDF.

    Raises:
        InputError: the SRDF cannot be read.
        UserError: the file is not an SRDF, or has errors.
    """
    if srdf is None:
        return found.robot.with_semantics(found.semantics)
    own = argparse.Namespace(**{**vars(arguments), "srdf": srdf})
    semantics, _ = semantics_of(found, own, ())
    return found.robot.with_semantics(semantics)


def comparison_lines(found: Comparison, *, show_all: bool) -> Iterator[Line]:
    """Yield the differences, the unknown values, the values that were not compared, and the verdict.

    Args:
        found: the comparison of two robots.
        show_all: whether to list everything.
    """
    left = sys.maxsize if show_all else _MOST_ROWS
    folder = _common_folder(found)
    for entity, rows in by_entity(found.differences).items():
        if left <= 0:
            break
        bare = [row for row in rows if not row.field]
        for row in bare:
            places = _places(row.places, folder)
            style = _STYLES[row.sign]
            yield Line((f"{row.sign} {entity}", style), (f"  {row.change}  ", ""), (places, "dim"))
        inner = [row for row in rows if row.field]
        if inner:
            yield Line((entity, "bold"))
        width = max((len(row.field) for row in inner), default=0)
        for row in inner:
            places = _places(row.places, folder)
            start = f"  {row.sign} {row.field.ljust(width)}  "
            yield Line((start, _STYLES[row.sign]), (f"{row.change}  ", ""), (places, "dim"))
        left -= len(rows)
    listed = _MOST_ROWS - left
    if not show_all and len(found.differences) > listed:
        yield Line((f"and {len(found.differences) - listed:,} more; --all lists them", "dim"))
    for one in found.unknown:
        place = "" if one.where is None else f"  {one.where}"
        yield Line((f"? {one.entity}, {one.field}: {one.reason}", "yellow"), (place, "dim"))
    names = found.first, found.second
    if show_all:
        for value in found.not_compared:
            place = str(value.where or names[value.which == "second"])
            called = f"{value.entity} {value.field}".strip()
            yield Line((f"not compared: {place}: {called}: {value.reason}", "dim"))
    else:
        for text in groups_of(found.not_compared, names):
            yield Line((f"not compared: {text}", "dim"))
    for note in found.notes:
        yield Line((f"note: {note}", "dim"))
    if found.differences or found.unknown or found.not_compared or found.notes:
        yield Line()
    yield Line((verdict_line(found), "bold"))
    texts = list(evidence(found))
    for text in texts if show_all else texts[-1:] if found.motion else ():
        yield Line((text, "dim"))


def _common_folder(found: Comparison) -> str:
    """Return the common folder of both descriptions, with a slash; each line omits it."""
    folders = [os.path.dirname(name) for name in (found.first, found.second)]
    if not all(folders) or len({os.path.isabs(one) for one in folders}) > 1:
        return ""
    try:
        common = os.path.commonpath(folders)
    except ValueError:  # the files are on different drives
        return ""
    return os.path.join(common, "") if common else ""


def _places(places: Iterable[Where], folder: str) -> str:
    return "  ".join(str(one).removeprefix(folder) for one in places)
