"""``bodyplan show``: show the tree of links and joints, or draw its graph."""

from __future__ import annotations

import argparse
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from bodyplan.cli import OK
from bodyplan.cli.endings import PICTURES, output_format, write_picture
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import (
    check_command,
    described_by,
    one_input,
    opened,
    require_macros,
    session_of,
)
from bodyplan.cli.output import write_parts
from bodyplan.cli.page_writer import PageWriter, write_text
from bodyplan.cli.pages.drawing import Line, Table
from bodyplan.cli.pages.file_lines import file_lines
from bodyplan.cli.pages.forms import GRAPHS, View
from bodyplan.cli.pages.link_tree import Fact, counted, fact_lines, tree_table
from bodyplan.cli.parser import Parser
from bodyplan.cli.positions import configuration_request
from bodyplan.core import collector_paused
from bodyplan.diag import Severity
from bodyplan.diag.json_schema import json_parts
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import ChoiceError
from bodyplan.formats.registry import is_edited
from bodyplan.jobs.contents import robot_of_srdf, robot_report
from bodyplan.lint.check import check_document
from bodyplan.report import wording
from bodyplan.report.configuration import ConfigurationError, ConfigurationRequest
from bodyplan.report.facts import RobotReport, StateReport
from bodyplan.report.robot import root_of

if TYPE_CHECKING:
    from bodyplan.description.description import Description, Partners

_PAGE = f"""\
Show what a robot consists of: counts, degrees of freedom, mass, mesh files, and
the tree of its links and joints. Robots with errors are shown too, with invalid
parts marked.

examples:
  bodyplan show arm.urdf
  bodyplan show arm.urdf -o arm.svg
  bodyplan show arm.srdf --robot arm.urdf
  bodyplan show arm.urdf --json

arguments:
  [ROBOT]                  ; also folders, patterns and several files
  [ARG:=VALUE ...]

options:
  --robot
  --alone                  do not search for a robot; show an SRDF on its own
  --depth N [0..]          show N levels of the tree below its root
  --no-tree                do not show the tree
  @config
  --limit

configuration:
  @configuration

packages:
  @packages

output:
  --graph {{{",".join(GRAPHS)}}}
                           print the graph: for Graphviz, for Mermaid, or as a picture
  | --json
  --unfold                 in a graph, draw a box for every link; default: links connected by fixed
                           joints share one
  --output                 : a picture to .svg, .png or .pdf, the graph to .dot or .mmd, the report to
                           .json, the page to .txt
  @force
  --quiet
  --color

many files:
  @many
  --cache

together:
  --resume with --jsonl
  --cache with --jsonl
  --alone without --robot
  --srdf with --state

In the tree each link is below its parent, followed by the joint between them.
If the tree is too deep for the width, links in a row are listed below each
other after an arrow, and only branches are indented.

An SRDF is shown with its groups, states, end effectors and the pairs of links
that are checked for collision; with its robot, all of them are resolved. Its
graph is that of the groups, its picture the matrix of pairs.

An SDFormat world is shown with its models and their poses, its includes,
lights, physics and plugins; a model with its links, frames, sensors and nested
models. A folder with a model.config is a model.

exit status: 0 shown, 2 wrong usage or unreadable input
"""
_FORMATS = {
    **PICTURES,
    ".dot": "dot",
    ".gv": "dot",
    ".mmd": "mermaid",
    ".json": "json",
    ".txt": "text",
}
parser = partial(Parser, "show", _PAGE, draws=True)
JSON_OF = {
    "": "report:RobotReport,StateReport",
    "srdf": "report:SemanticSummary",
    "sdf": "report:SdfReport",
}


def ending_of(arguments: argparse.Namespace) -> str:
    """Return the suffix of the result for each of many files."""
    if arguments.jsonl:
        return ".json"
    form = arguments.graph or "text"
    return next(ending for ending, name in _FORMATS.items() if name == form)


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    chosen = "json" if arguments.json else arguments.graph
    form = output_format(arguments.output, _FORMATS, chosen, "text")
    arguments.input, arguments.values = one_input(arguments.input, arguments.values)
    robot = None
    session = session_of(arguments, arguments.values)
    if arguments.robot is not None:
        robot = opened(session, arguments.robot)
    partners: Partners = "none" if arguments.alone else "search"
    description = opened(session, arguments.input, takes_mjcf=True, robot=robot, partners=partners)
    if not is_edited(description.format):
        description = _robots().as_urdf(description, arguments)
    described_by(description)  # raises an error if the file cannot be expanded
    with collector_paused():
        _show(description, form, arguments)
    return OK


def _show(description: Description, form: str, arguments: argparse.Namespace) -> None:
    document, described = description.written, description.require_expanded()
    is_srdf = described.format == "srdf"
    request = _request(description, arguments)
    if is_srdf and not request.is_default:
        raise UserError(f"-q, --state and --zero require a robot; {document.name} is an SRDF")
    if arguments.robot is not None and not is_srdf:
        raise UserError(f"--robot requires an SRDF; {document.name} is not one")
    try:
        report: Any = robot_report(description, request)
    except ChoiceError as error:  # about --robot
        raise UserError(error.sentence({})) from None
    except ConfigurationError as error:
        raise UserError(f"-q: {error}") from None
    robot = robot_of_srdf(description)[0] if is_srdf else None
    if is_srdf:
        from bodyplan.cli.pages import show_srdf  # imported late, only for an SRDF

        view = show_srdf.view(description, report)
    elif described.format == "sdf":
        from bodyplan.cli.pages import show_sdf  # imported late, only for SDFormat

        view = show_sdf.view(report, arguments)
    else:
        view = _view_of_robot(document, report, arguments)
    has_macros = "xacro" in {document.format, robot and robot.format}
    require_macros(arguments.values, has_macros=has_macros)
    if form == "json":
        write_parts(map(str.encode, json_parts(view.report())), arguments)
    elif form in {"png", "pdf"}:
        write_picture(view.graph("svg"), form, arguments)
    elif form != "text":
        write_text(view.graph(form), arguments, "xmlcharrefreplace")
    else:
        errors = 0
        if not arguments.quiet:
            root = root_of(robot) if robot is not None else None
            session = description.session
            settings = session.settings_for(description.name)
            found = check_document(document, settings, robot=root, resources=session.resources)
            errors = sum(one.severity is Severity.ERROR for one in found)
        _print_page(view, document, errors, arguments)


def _request(description: Description, arguments: argparse.Namespace) -> ConfigurationRequest:
    """Return the requested configuration.

    Raises:
        UserError: a value is invalid, or a state does not exist.
    """
    if not arguments.state:
        return configuration_request(arguments)
    return configuration_request(arguments, _robots().described_robot(description))


def _robots() -> ModuleType:
    """Return the module that loads robots; it is imported here because few runs need it."""
    from bodyplan.cli import robots

    return robots


def _view_of_robot(
    document: Document, report: RobotReport | StateReport, arguments: argparse.Namespace
) -> View:
    def graph(name: str) -> str:
        if isinstance(report, StateReport):
            raise UserError(f"{document.name} is a model state; it has no graph")
        return GRAPHS[name](report, fold=not arguments.unfold)

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
    """Print the page.

    On a terminal, the page has colours and fits the width; elsewhere, it has neither of the two.
    """
    writer = PageWriter(arguments)
    lines = view.lines(writer.width, writer.is_ascii)
    if errors:
        options = ("--robot", arguments.robot) if arguments.robot else ()
        lines.append(Line((f"{wording.plural(errors, 'error')}: run ", "bold red")))
        lines[-1].add(wording.name(check_command(document, *options)), "bold")
    writer.write(lines)


def _head(report: RobotReport | StateReport) -> list[Line]:
    """Return name, version, file, counts and further facts."""
    title = Line((wording.name(report.name), "bold"))
    if isinstance(report, StateReport):
        title.add(" · model state", "dim")
        facts = [("joints", f"{len(report.states):,}", "")]
        if report.time is not None:
            facts.append(("time", f"{wording.number(report.time)} s", ""))
    else:
        title.add(f" · URDF {report.format_version}", "dim")
        facts = _facts(report)
    if report.file:
        title.add(f" · {wording.name(report.file)}", "dim")
    lines = [title]
    return [*lines, *fact_lines(facts)]


def _facts(report: RobotReport) -> list[Fact]:
    """Return label, value and details of each fact."""
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
    """Return the table of the joints of a model_state."""
    table = Table(((0, 20), (3, 12), (2, 12), (1, 12), (3, 0), (2, 0)), is_ascii=is_ascii)
    table.add([(title, "bold") for title in ("joint", "position", "velocity", "effort")])
    for state in report.states:
        values = (state.position, state.velocity, state.effort)
        numbers = [", ".join(map(wording.number, value)) or "-" for value in values]
        table.add([(wording.name(state.joint), ""), *((number, "cyan") for number in numbers)])
    return table
