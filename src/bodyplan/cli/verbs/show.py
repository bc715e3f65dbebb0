"""``bodyplan show``: draw the tree of links and joints, or its graph."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from bodyplan.cli import OK
from bodyplan.cli.drawing import Line, Table
from bodyplan.cli.errors import UserError
from bodyplan.cli.file_lines import file_lines
from bodyplan.cli.inputs import (
    check_command,
    described_by,
    description,
    one_input,
    require_macros,
)
from bodyplan.cli.output import write_parts
from bodyplan.cli.page_writer import PageWriter, write_text
from bodyplan.cli.parser import Parser
from bodyplan.cli.settings import SettingsFinder, named_resources
from bodyplan.cli.tree import Fact, counted, tree_table
from bodyplan.cli.view import GRAPHS, View
from bodyplan.core import collector_paused
from bodyplan.diag import Severity
from bodyplan.diag.json_schema import json_parts
from bodyplan.formats.document import Document
from bodyplan.lint.check import check_document
from bodyplan.lint.settings import Settings
from bodyplan.report import wording
from bodyplan.report.facts import RobotReport, StateReport
from bodyplan.report.robot import robot_report, root_of

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_PAGE = f"""\
Show what a robot is made of: counts, degrees of freedom, mass, mesh files, and
the tree of its links and joints. Works on faulty robots too: what is broken is
marked.

examples:
  bodyplan show arm.urdf
  bodyplan show arm.urdf --graph svg -o arm.svg
  bodyplan show arm.srdf --robot arm.urdf
  bodyplan show arm.urdf --json

arguments:
  ROBOT
  [ARG:=VALUE ...]

options:
  --robot
  --alone                  look for no robot; show an SRDF by itself
  --depth N [0..]          show N levels of the tree below its root
  --no-tree                leave the tree out
  @config
  --limit

packages:
  @packages

output:
  --graph {{{",".join(GRAPHS)}}}
                           print the graph: for Graphviz, for Mermaid, or a picture
  | --json
  @output
  --quiet
  --color

together:
  --alone without --robot

In the tree each link stands below the one it hangs from, and behind it the
joint between the two. Where the tree is too deep for the width, links in a row
stand below each other, each behind an arrow, and only branches move right.

Of an SRDF it shows groups, states, end effectors and which pairs of links are
checked for collision; with its robot also what they come to there. Its graph is
that of the groups, its picture the matrix of pairs.

Of an SDFormat world it shows its models and where they stand, what it includes
and what was not found, lights, physics, plugins; of a model its links, frames
and sensors, with the models in it. A folder with a model.config is a model.

exit status: 0 shown, 2 wrong usage or unreadable input
"""
parser = partial(Parser, "show", _PAGE)
JSON_OF = {
    "": "report:RobotReport,StateReport",
    "srdf": "report:SemanticSummary",
    "sdf": "report:SdfReport",
}


def run(arguments: argparse.Namespace) -> int:
    """Shows the robot, and gives back the exit status."""
    arguments.input, arguments.values = one_input(arguments.input, arguments.values)
    settings = SettingsFinder(arguments)(arguments.input)
    resources = named_resources(arguments)
    document = description(
        arguments.input,
        limits=settings.limits,
        arguments=arguments.values,
        resources=resources,
    )
    described = described_by(document)
    with collector_paused():
        _show(document, described, arguments, settings, resources)
    return OK


def _show(
    document: Document,
    described: Document,
    arguments: argparse.Namespace,
    settings: Settings,
    resources: Resources | None,
) -> None:
    robot: Document | None = None
    if described.format == "srdf":
        from bodyplan.cli import show_srdf  # loaded for an SRDF only

        view, robot = show_srdf.view(document, described, arguments, settings, resources)
    elif arguments.robot is not None:
        raise UserError(f"--robot goes with an SRDF; {document.name} is none")
    elif described.format == "sdf":
        from bodyplan.cli import show_sdf  # loaded for SDFormat only

        view = show_sdf.view(described, arguments, resources)
    elif described.root is None:  # of one without macros this is known already
        why = (one.message for one in described.diagnostics if one.severity is Severity.ERROR)
        raise UserError(f"{document.name}: {next(why, 'there is no robot in it')}")
    else:
        view = _view_of_robot(document, arguments)
    has_macros = "xacro" in {document.format, robot and robot.format}
    require_macros(arguments.values, has_macros=has_macros)
    if arguments.json:
        write_parts(map(str.encode, json_parts(view.report())), arguments)
    elif arguments.graph:
        write_text(view.graph(arguments.graph), arguments, "xmlcharrefreplace")
    else:
        errors = 0
        if not arguments.quiet:
            root = root_of(robot) if robot is not None else None
            found = check_document(document, settings, robot=root, resources=resources)
            errors = sum(one.severity is Severity.ERROR for one in found)
        _print_page(view, document, errors, arguments)


def _view_of_robot(document: Document, arguments: argparse.Namespace) -> View:
    report = robot_report(document)

    def graph(name: str) -> str:
        if isinstance(report, StateReport):
            raise UserError(f"{document.name} is the state of a model; it has no graph")
        return GRAPHS[name](report)

    def lines(width: int | None, is_ascii: bool) -> list[Line]:
        found = [*_head(report), Line()]
        if isinstance(report, StateReport):
            return [*found, *_states(report, is_ascii=is_ascii).lines(width)]
        if not arguments.no_tree and report.tree:
            depth = arguments.depth
            found += tree_table(report.tree, width, depth=depth, is_ascii=is_ascii)
            found.append(Line())
        found += file_lines("meshes", report.meshes, width)
        found += file_lines("textures", report.textures, width)
        return found

    return View(lambda: report, graph, lines)


def _print_page(view: View, document: Document, errors: int, arguments: argparse.Namespace) -> None:
    """Prints the page: for people on a terminal, without colours and as wide as needed elsewhere."""
    writer = PageWriter(arguments)
    lines = view.lines(writer.width, writer.is_ascii)
    if errors:
        options = ("--robot", arguments.robot) if arguments.robot else ()
        lines.append(Line((f"{wording.plural(errors, 'error')}: run ", "bold red")))
        lines[-1].add(wording.name(check_command(document, *options)), "bold")
    writer.write(lines)


def _head(report: RobotReport | StateReport) -> list[Line]:
    """Name, version and file, and all that can be counted."""
    title = Line((wording.name(report.name), "bold"))
    if isinstance(report, StateReport):
        title.add(" · state of a model", "dim")
        facts = [("joints", f"{len(report.states):,}", "")]
        if report.time is not None:
            facts.append(("time", f"{wording.number(report.time)} s", ""))
    else:
        title.add(f" · URDF {report.format_version}", "dim")
        facts = _facts(report)
    if report.file:
        title.add(f" · {wording.name(report.file)}", "dim")
    lines = [title]
    value_width = max(len(value) for _, value, _ in facts)
    for label, value, more in facts:
        line = Line((f"{label:<8}", "dim"), (f"{value:>{value_width}}", "bold"))
        if more:
            line.add(f"  {more}", "")
        lines.append(line)
    return lines


def _facts(report: RobotReport) -> list[Fact]:
    """Label, value and details of each line of the head."""
    counts = report.counts
    others = [
        (counts.materials, "material"),
        (counts.sensors, "sensor"),
        (counts.transmissions, "transmission"),
        (counts.ros2_control, "ros2_control block"),
        (counts.gazebo, "gazebo block"),
    ]
    found = [wording.plural(count, what) for count, what in others if count]
    return [*counted(report), *([("also", "", ", ".join(found))] if found else [])]


def _states(report: StateReport, *, is_ascii: bool) -> Table:
    """The joints of a model_state."""
    table = Table(((0, 20), (3, 12), (2, 12), (1, 12), (3, 0), (2, 0)), is_ascii=is_ascii)
    table.add([(title, "bold") for title in ("joint", "position", "velocity", "effort")])
    for state in report.states:
        values = (state.position, state.velocity, state.effort)
        numbers = [", ".join(map(wording.number, value)) or "-" for value in values]
        table.add([(wording.name(state.joint), ""), *((number, "cyan") for number in numbers)])
    return table
