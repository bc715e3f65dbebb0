"""``bodyplan collisions``: find the links of a robot that collide."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.configurations import report_note, requested_configurations
from bodyplan.cli.endings import output_format
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target
from bodyplan.cli.output import is_standard_output, progress_of, write_parts
from bodyplan.cli.page_writer import PageWriter
from bodyplan.cli.pages.drawing import Line, Table, paragraph
from bodyplan.cli.parser import Parser
from bodyplan.cli.robots import named_robot, report_loops, require_numpy, semantics_of
from bodyplan.core import quoted
from bodyplan.core.names import UnknownNameError
from bodyplan.diag.json_schema import json_parts
from bodyplan.jobs.collision import collision_report
from bodyplan.report import wording

if TYPE_CHECKING:
    from bodyplan.kinematics.configuration_file import Configurations
    from bodyplan.model import Robot
    from bodyplan.report.collisions import CollisionReport

_MOST_SHOWN, _MOST_CONTACTS = 20, 1_000
"""The maximum number of colliding configurations in the table, and of pairs of links in each."""
_MOST_UNCHECKED = 5

_PAGE = """\
Find the links of a robot that collide with each other: in its default
configuration, in a state of its SRDF, at joint positions from the command line,
or in every configuration of a file. Adjacent links and pairs that the SRDF
disables are not checked: an SRDF as ROBOT, or that of --srdf.

examples:
  bodyplan collisions sample:arm --state home
  bodyplan collisions arm.urdf -q elbow_joint=2.1
  bodyplan collisions arm.urdf --configurations path.csv --json

arguments:
  ROBOT
  [ARG:=VALUE ...]

configuration:
  @configuration
  --configurations FILE    CSV or NPY file of configurations; '-' for standard input

options:
  --pair LINK,LINK *       check this pair of links, also if the SRDF disables it; may be repeated

output:
  --json
  --output                 : .json or .txt
  @force
  --quiet                  ; print no table
  --color

reading:
  @reading

packages:
  @packages
  @config

Primitive shapes are solid and exact; a mesh is only its surface, as in MoveIt.
A link inside a closed mesh of another link is reported too. The depth is the
shortest translation that separates two primitives or, with a mesh, the
triangles that touch.

exit status: 0 no links collide, 1 links collide, 2 wrong usage or unreadable
input
"""
parser = partial(Parser, "collisions", _PAGE)
JSON_OF = {"": "report.collisions:CollisionReport"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    kind = output_format(
        None if is_standard_output(arguments.output) else arguments.output,
        {".json": "json", ".txt": "table"},
        "json" if arguments.json else None,
        "table",
    )
    require_numpy()
    if not is_standard_output(arguments.output):
        require_target(arguments.output, arguments)
    if [arguments.input, arguments.srdf, arguments.configurations].count("-") > 1:
        raise UserError("standard input can be read only once")
    named = named_robot(arguments)
    robot = named.robot
    if named.semantics is not None or arguments.srdf:
        robot = robot.with_semantics(semantics_of(named, arguments, ())[0])
    pairs = None
    if arguments.pair:
        pairs = [_pair(robot, text) for text in arguments.pair]
    request, given = requested_configurations(named, arguments)
    report_loops(robot, is_quiet=arguments.quiet)
    try:
        report = collision_report(
            robot,
            pairs,
            q=given,
            request=request,
            name=named.name,
            progress=progress_of(arguments),
        )
    except ValueError as error:
        raise UserError(str(error)) from None
    report_note(report.note, is_quiet=arguments.quiet)
    if kind == "json":
        write_parts(map(str.encode, json_parts(report)), arguments)
    elif not arguments.quiet:
        _write_table(report, given, arguments)
    return FINDINGS if report.colliding else OK


def _pair(robot: Robot, text: str) -> tuple[str, str]:
    """Return the two links that a value of ``--pair`` names.

    Raises:
        UserError: the text does not name two links, or a link does not exist.
    """
    one, comma, two = (part.strip() for part in text.partition(","))
    if not comma or one == two:
        raise UserError(f"--pair: expected two links, as in base_link,tool0; got {quoted(text)}")
    try:
        for name in (one, two):
            robot.link_index(name)
    except UnknownNameError as error:
        raise UserError(f"--pair: {error}") from None
    return one, two


def _write_table(
    report: CollisionReport, given: Configurations | None, arguments: argparse.Namespace
) -> None:
    writer = PageWriter(arguments)
    title = Line((wording.name(report.robot), "bold"))
    title.add(f" · {wording.plural(report.pairs, 'pair')} of links checked", "dim")
    if report.tested > 1:
        title.add(f" · {wording.plural(report.tested, 'configuration')}", "dim")
    lines = [title]
    if report.configuration.q:
        text = f"configuration: {wording.configuration(report.configuration)}"
        lines += paragraph(text, "dim", writer.width)
    for shape in report.unchecked[:_MOST_UNCHECKED]:
        text = f"not checked: link {wording.name(shape.link)}: {shape.reason}"
        lines += paragraph(text, "yellow", writer.width)
    if len(report.unchecked) > _MOST_UNCHECKED:
        more = wording.plural(len(report.unchecked) - _MOST_UNCHECKED, "more shape")
        lines.append(Line((f"not checked: {more}", "yellow")))
    lines.append(Line())
    if not report.configurations:
        lines.append(Line(("no links collide", "green")))
    for one in report.configurations[:_MOST_SHOWN]:
        if report.tested > 1:
            label = str(one.number) if given is None else given.label(one.number - 1)
            lines.append(Line((label, "bold")))
        table = Table([(2, 0)], is_ascii=writer.is_ascii)
        for contact in one.contacts[:_MOST_CONTACTS]:
            at_least = "at least " if contact.is_at_least else ""
            depth = f"{at_least}{contact.depth * 1e3:.3g} mm deep"
            if contact.inside is not None:
                depth = f"{wording.name(contact.inside)} is inside, {contact.depth * 1e3:.3g} mm"
            x, y, z = contact.point1
            names = (f"  {wording.name(contact.link1)}", wording.name(contact.link2))
            table.add(
                (
                    *((name, "") for name in names),
                    (depth, ""),
                    (f"at {x:.3f} {y:.3f} {z:.3f}", "dim"),
                )
            )
        lines += table.lines(writer.width)
        if len(one.contacts) > _MOST_CONTACTS:
            rest = wording.plural(len(one.contacts) - _MOST_CONTACTS, "more pair")
            lines.append(Line((f"  and {rest} of links that collide; --json lists all", "dim")))
    if len(report.configurations) > _MOST_SHOWN:
        rest = wording.plural(len(report.configurations) - _MOST_SHOWN, "more configuration")
        lines.append(Line((f"and {rest} with collisions; --json lists all", "dim")))
    writer.write(lines)
