"""``bodyplan prove``: prove that two descriptions are the same robot."""

from __future__ import annotations

import argparse
import math
from functools import partial

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.drawing import Line
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import description, require_macros, shown_path, split_arguments
from bodyplan.cli.output import write_output
from bodyplan.cli.page_writer import PageWriter
from bodyplan.cli.parser import Parser
from bodyplan.cli.robots import Named, named_robot, require_numpy, semantics_of
from bodyplan.cli.settings import limits_of, named_resources, xacro_values
from bodyplan.core import listed
from bodyplan.diag.json_schema import json_text
from bodyplan.model import Robot
from bodyplan.report.proof import SAMPLES, TOLERANCE, Deviation, Proof, proof_of

_MOST_SAMPLES = 100_000
_MOST_NAMES = 3
"""Names beside the one that differs most."""
_PAGE = f"""\
Prove that two descriptions are the same robot, in any format. At random
configurations within the limits of the first one, compare the poses of links,
visuals and collisions, masses, centres of mass, inertias, limits, damping and
mimic relations. Show the largest difference of each, and where it is.

examples:
  bodyplan prove arm.urdf arm.sdf
  bodyplan prove sample:arm sample:arm.sdf --all

arguments:
  ROBOT
  OTHER                    the description to compare it with
  [ARG:=VALUE ...]

comparison:
  --samples N [1..{_MOST_SAMPLES}]     random configurations; default: {SAMPLES}
  --seed N [0] [0..]       seed of the random numbers; default: 0
  --tolerance NUMBER       largest difference that counts as equal; default: {TOLERANCE:g}
  --srdf FILE              SRDF of the robot; compares the disabled collision pairs
  --other-srdf FILE        SRDF of the other description

output:
  --all                    list everything: also the quantities that are equal
  --json
  @output
  --quiet
  --color

reading:
  @reading

packages:
  @packages
  @config

ARG:=VALUE applies to xacro files, --model to SDFormat files. Positions of links
may differ by the tolerance times the size of the robot, or times 1 m if it is
smaller; masses and inertias by the tolerance times their own size.

exit status: 0 the same robot, 1 different, 2 wrong usage or unreadable input
"""
_SRDF = ("--srdf", "--other-srdf")
parser = partial(Parser, "prove", _PAGE)
JSON_OF = {"": "report.proof:Proof"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    require_numpy()
    tolerance = TOLERANCE if arguments.tolerance is None else arguments.tolerance
    if not tolerance >= 0.0 or math.isinf(tolerance):
        raise UserError(f"--tolerance must be a number from 0 on, not {tolerance:g}")
    first, second = _robots(arguments)
    robots = (
        _with_srdf(first, arguments, arguments.srdf),
        _with_srdf(second, arguments, arguments.other_srdf),
    )
    for robot, option, other in zip(robots, _SRDF, reversed(_SRDF), strict=True):
        if robot.semantics is None and getattr(arguments, other[2:].replace("-", "_")):
            raise UserError(f"{other} requires the SRDF of the other description: use {option}")
    proof = proof_of(
        *robots,
        samples=arguments.samples or SAMPLES,
        seed=arguments.seed,
        tolerance=tolerance,
        names=(_shown(first), _shown(second)),
    )
    if arguments.json:
        write_output(json_text(proof), arguments)
    elif not arguments.quiet or not proof.is_equal:
        writer = PageWriter(arguments)
        writer.write(proof_lines(proof, show_all=arguments.all))
    return OK if proof.is_equal else FINDINGS


def _shown(named: Named) -> str:
    return "standard input" if named.name == "-" else named.name


def _robots(arguments: argparse.Namespace) -> tuple[Named, Named]:
    """Return both robots; xacro arguments and ``--model`` apply to those that can use them.

    Raises:
        InputError: one cannot be read, or is not a robot.
        UserError: there are not two inputs, or one has errors.
    """
    words = (arguments.input, arguments.other, *arguments.values)
    inputs, values = split_arguments(words, quiet=arguments.quiet)
    if len(inputs) != len(("ROBOT", "OTHER")):
        problem = "missing OTHER" if len(inputs) == 1 else f"unexpected argument {inputs[2]!r}"
        raise UserError(f"{problem}; expected two descriptions")
    if [*inputs, arguments.srdf, arguments.other_srdf].count("-") > 1:
        raise UserError("standard input can be read only once")
    limits, resources = limits_of(arguments), named_resources(arguments)
    documents = []
    for word in inputs:
        configured = xacro_values(arguments, word, values)
        name = shown_path(word)
        document = description(
            name, limits=limits, arguments=configured, resources=resources, takes_mjcf=True
        )
        documents.append(document)
    formats = {document.format for document in documents}
    require_macros(values, has_macros="xacro" in formats)
    found = []
    for word, document in zip(inputs, documents, strict=True):
        own: dict[str, object] = {"input": word, "values": []}
        if "sdf" in formats and document.format != "sdf":
            own["model"] = None
        found.append(named_robot(argparse.Namespace(**{**vars(arguments), **own}), document))
    return found[0], found[1]


def _with_srdf(named: Named, arguments: argparse.Namespace, srdf: str | None) -> Robot:
    """Return a robot with the SRDF that an option names, or that the input is.

    Raises:
        InputError: the SRDF cannot be read.
        UserError: it is not an SRDF, or has errors.
    """
    if srdf is None:
        return named.robot.with_semantics(named.semantics)
    own = argparse.Namespace(**{**vars(arguments), "srdf": srdf})
    semantics, _ = semantics_of(named, own, ())
    return named.robot.with_semantics(semantics)


def proof_lines(proof: Proof, *, show_all: bool) -> list[Line]:
    """Return a table of the largest differences, and the result.

    Args:
        proof: of two robots.
        show_all: whether to list the quantities that are equal too.
    """
    shown = [one for one in proof.deviations if show_all or not one.is_equal]
    cells = [_cells(one) for one in shown]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)] if cells else []
    lines = []
    for row in cells:
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        lines.append(Line(("  ".join(padded).rstrip(), "")))
    if lines:
        lines.append(Line())
    counted = f"{proof.samples:,} configurations, {len(proof.deviations)} quantities"
    if proof.is_equal:
        result = f"{proof.first} and {proof.second} are the same robot ({counted})"
    else:
        count = sum(not one.is_equal for one in proof.deviations)
        counted = (
            f"{count} of {len(proof.deviations)} quantities ({proof.samples:,} configurations)"
        )
        result = f"{proof.first} and {proof.second} differ in {counted}"
    lines.append(Line((result, "")))
    return lines


def _cells(one: Deviation) -> tuple[str, str, str, str]:
    mark = "equal" if one.is_equal else "differs"
    size = "" if one.worst is None else f"{one.worst:.3g}"
    where = f"{one.where}: {one.detail}" if one.where and one.detail else one.where or one.detail
    others = [name for name in one.differing if name != one.where]
    if others:
        where += f"; also {listed(others, _MOST_NAMES)}"
    return mark, one.quantity, size, where
