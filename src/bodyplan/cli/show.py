"""``bodyplan show``: look at a robot."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.cli import OK
from bodyplan.cli.common import (
    SettingsFinder,
    add_color_option,
    add_config_options,
    add_inputs,
    add_json_option,
    add_limit_option,
    add_output_option,
    add_quiet_option,
)
from bodyplan.cli.drawing import Line, Table
from bodyplan.cli.file_lines import file_lines
from bodyplan.cli.inputs import (
    CALLED,
    check_command,
    described_by,
    description,
    one_input,
    require_macros,
)
from bodyplan.cli.parser import Parser
from bodyplan.cli.resources import add_resource_options, named_resources
from bodyplan.cli.sheet import Sheet, write_parts, write_text
from bodyplan.cli.tree import Fact, counted, tree_table
from bodyplan.cli.trouble import Trouble
from bodyplan.diag import Severity
from bodyplan.diag.json_schema import json_parts
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.urdf import Robot
from bodyplan.lint.check import check_document
from bodyplan.lint.settings import Settings
from bodyplan.report import words
from bodyplan.report.facts import RobotReport, StateReport
from bodyplan.report.graph import to_dot, to_mermaid
from bodyplan.report.picture import to_svg
from bodyplan.report.robot import robot_report, root_of
from bodyplan.text import collector_paused

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_GRAPHS = {"dot": to_dot, "mermaid": to_mermaid, "svg": to_svg}


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "show",
        "Show what a robot is made of: counts, degrees of freedom, mass, mesh files, and\n"
        "the tree of its links and joints. Works on faulty robots too: what is broken is\n"
        "marked.",
        examples=(
            "bodyplan show arm.urdf",
            "bodyplan show arm.urdf --graph svg -o arm.svg",
            "bodyplan show arm.srdf --robot arm.urdf",
            "bodyplan show arm.urdf --json",
        ),
        notes="In the tree each link stands below the one it hangs from, and behind it the\n"
        "joint between the two. Where the tree is too deep for the width, links in a row\n"
        "stand below each other, each behind an arrow, and only branches move right.\n\n"
        "Of an SRDF it shows groups, states, end effectors and which pairs of links are\n"
        "checked for collision; with its robot also what they come to there. Its graph is\n"
        "that of the groups, its picture the matrix of pairs.\n\n"
        "Of an SDFormat world it shows its models and where they stand, what it includes\n"
        "and what was not found, lights, physics, plugins; of a model its links, frames\n"
        "and sensors, with the models in it. A folder with a model.config is a model.",
        status="0 shown, 2 wrong usage or unreadable input",
    )
    add_inputs(made, many=False, takes_values=True)
    made.add_argument(
        "--robot",
        metavar="ROBOT",
        help="the URDF that the file belongs to; else it is looked for",
    )
    made.add_argument(
        "--alone", action="store_true", help="look for no robot; show an SRDF by itself"
    )
    made.add_argument(
        "--depth", type=int, metavar="N", help="show N levels of the tree below its root"
    )
    made.add_argument("--no-tree", action="store_true", help="leave the tree out")
    add_config_options(made)
    add_limit_option(made)
    add_resource_options(made, has_config=True)
    group = made.add_argument_group("output")
    kind = group.add_mutually_exclusive_group()
    kind.add_argument(
        "--graph",
        choices=list(_GRAPHS),
        help="print the graph: for Graphviz, for Mermaid, or a picture",
    )
    add_json_option(kind)
    add_output_option(group)
    add_quiet_option(group)
    add_color_option(group)
    made.set_defaults(select=None, ignore=None, fail_on=None, profile=None, meshes=False)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Shows the robot, and gives back the exit status."""
    if arguments.depth is not None and arguments.depth < 0:
        raise Trouble(f"--depth takes a number from 0, not {arguments.depth}")
    if arguments.alone and arguments.robot is not None:
        raise Trouble("--alone and --robot contradict each other")
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
    partner = _Partner()
    if described.format == "srdf":
        partner = _partner(document, described, arguments, settings, resources)
        view = _view_of_semantics(document, partner)
    elif arguments.robot is not None:
        raise Trouble(f"--robot goes with an SRDF; {document.name} is none")
    elif described.format == "sdf":
        view = _view_of_sdf(described, arguments, resources)
    elif described.root is None:  # of one without macros this is known already
        why = (one.message for one in described.diagnostics if one.severity is Severity.ERROR)
        raise Trouble(f"{document.name}: {next(why, 'there is no robot in it')}")
    else:
        view = _view_of_robot(document, arguments)
    with_macros = [document, *([] if partner.document is None else [partner.document])]
    has_macros = any(one.format == "xacro" for one in with_macros)
    require_macros(arguments.values, has_macros=has_macros)
    if arguments.json:
        write_parts(json_parts(view.report()), arguments)
    elif arguments.graph:
        write_text(view.graph(arguments.graph), arguments, "xmlcharrefreplace")
    else:
        errors = 0
        if not arguments.quiet:
            root = root_of(partner.document) if partner.document is not None else None
            found = check_document(document, settings, robot=root, resources=resources)
            errors = sum(one.severity is Severity.ERROR for one in found)
        _print_page(view, document, errors, arguments)


class _Partner(NamedTuple):
    """The robot of an SRDF."""

    document: Document | None = None
    reason: str = ""
    """Why this one, or why none; empty where the user said so."""


def _partner(
    document: Document,
    described: Document,
    arguments: argparse.Namespace,
    settings: Settings,
    resources: Resources | None,
) -> _Partner:
    """The robot of an SRDF: the one that is named, else the one that is found around it.

    Raises:
        Trouble: what was named as the robot is none.
    """
    if arguments.alone:
        return _Partner()
    if arguments.robot is not None:
        robot = description(
            arguments.robot,
            limits=settings.limits,
            arguments=arguments.values,
            resources=resources,
        )
        if not isinstance(root_of(robot), Robot):
            what = CALLED.get(robot.format or "", "none")
            raise Trouble(f"--robot takes a URDF; {robot.name} is {what}")
        return _Partner(robot)
    from bodyplan.project.checker import Checker  # looks around only where nobody says

    member = Checker(resources).member(document, described)
    if member is None:
        return _Partner()
    if member.robot is None:
        return _Partner(None, member.reason)
    robot = read(
        member.robot, limits=settings.limits, arguments=arguments.values, resources=resources
    )
    if not isinstance(root_of(robot), Robot):
        return _Partner(None, f"{robot.name} could not be read")
    others = [*member.better, *member.rivals]
    doubt = f"; {words.plural(len(others), 'other')} would do as well" if others else ""
    return _Partner(robot, member.reason + doubt)


class _View(NamedTuple):
    """A description as it can be shown."""

    report: Callable[[], Any]
    """For JSON."""
    graph: Callable[[str], str]
    """In one of the languages for graphs."""
    lines: Callable[[int | None, bool], list[Line]]
    """For people: what fits a width, or needs none; and whether it is drawn with ASCII."""


def _view_of_semantics(document: Document, partner: _Partner) -> _View:
    from bodyplan import report as facts  # what it takes is loaded for an SRDF only
    from bodyplan.cli.semantics import semantics_lines

    summary = facts.summarize_semantics(document, partner.document)
    graphs = {
        "dot": facts.semantics_to_dot,
        "mermaid": facts.semantics_to_mermaid,
        "svg": facts.matrix_to_svg,
    }
    return _View(
        lambda: summary,
        lambda graph: graphs[graph](summary),
        lambda width, is_ascii: semantics_lines(
            summary, width, is_ascii=is_ascii, reason=partner.reason
        ),
    )


def _view_of_sdf(
    document: Document, arguments: argparse.Namespace, resources: Resources | None
) -> _View:
    from bodyplan import report as facts
    from bodyplan.cli.sdf import sdf_graph, sdf_lines

    report = facts.sdf_report(document, resources)
    return _View(
        lambda: report,
        lambda graph: _GRAPHS[graph](sdf_graph(report)),
        lambda width, is_ascii: sdf_lines(
            report,
            width,
            is_ascii=is_ascii,
            depth=arguments.depth,
            has_tree=not arguments.no_tree,
        ),
    )


def _view_of_robot(document: Document, arguments: argparse.Namespace) -> _View:
    report = robot_report(document)

    def graph(name: str) -> str:
        if isinstance(report, StateReport):
            raise Trouble(f"{document.name} is the state of a model; it has no graph")
        return _GRAPHS[name](report)

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

    return _View(lambda: report, graph, lines)


def _print_page(
    view: _View, document: Document, errors: int, arguments: argparse.Namespace
) -> None:
    """Prints the page: for people on a terminal, without colours and as wide as needed elsewhere."""
    sheet = Sheet(arguments)
    lines = view.lines(sheet.width, sheet.is_ascii)
    if errors:
        options = ("--robot", arguments.robot) if arguments.robot else ()
        lines.append(Line((f"{words.plural(errors, 'error')}: run ", "bold red")))
        lines[-1].add(words.name(check_command(document, *options)), "bold")
    sheet.write(lines)


def _head(report: RobotReport | StateReport) -> list[Line]:
    """Name, version and file, and all that can be counted."""
    title = Line((words.name(report.name), "bold"))
    if isinstance(report, StateReport):
        title.add(" · state of a model", "dim")
        facts = [("joints", f"{len(report.states):,}", "")]
        if report.time is not None:
            facts.append(("time", f"{words.number(report.time)} s", ""))
    else:
        title.add(f" · URDF {report.format_version}", "dim")
        facts = _facts(report)
    if report.file:
        title.add(f" · {words.name(report.file)}", "dim")
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
    found = [words.plural(count, what) for count, what in others if count]
    return [*counted(report), *([("also", "", ", ".join(found))] if found else [])]


def _states(report: StateReport, *, is_ascii: bool) -> Table:
    """The joints of a model_state."""
    table = Table(((0, 20), (3, 12), (2, 12), (1, 12), (3, 0), (2, 0)), is_ascii=is_ascii)
    table.add([(title, "bold") for title in ("joint", "position", "velocity", "effort")])
    for state in report.states:
        values = (state.position, state.velocity, state.effort)
        numbers = [", ".join(map(words.number, value)) or "-" for value in values]
        table.add([(words.name(state.joint), ""), *((number, "cyan") for number in numbers)])
    return table
