"""``bodyplan fk``: compute the poses of links."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.configurations import report_note, requested_configurations
from bodyplan.cli.endings import output_format
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target, write_files
from bodyplan.cli.output import is_standard_output, progress_of, write_parts
from bodyplan.cli.page_writer import PageWriter
from bodyplan.cli.pages.drawing import Line, paragraph
from bodyplan.cli.pages.fk_json import fk_json
from bodyplan.cli.pages.poses import (
    FORMS,
    Layout,
    csv_head,
    csv_rows,
    npy_chunks,
    pose_lines,
)
from bodyplan.cli.parser import Parser
from bodyplan.cli.positions import outside_limits
from bodyplan.cli.robots import (
    named_robot,
    report_loops,
    require_frame,
    require_numpy,
)
from bodyplan.core.names import visible
from bodyplan.files.writer import Output
from bodyplan.jobs.poses import pose_report
from bodyplan.report import wording

if TYPE_CHECKING:
    from bodyplan.kinematics.configuration_file import Configurations
    from bodyplan.model import Robot
    from bodyplan.report.poses import Form, PoseReport, PoseRows

_ENDINGS = {".csv": "csv", ".npy": "npy", ".json": "json", ".txt": "table"}
_MOST_SHOWN = 1_000
"""The maximum number of poses in a table."""

_PAGE = f"""\
Compute the poses of a robot's links: in its default configuration, in a state
of its SRDF, at joint positions from the command line, or in every configuration
of a file. Poses are expressed in the root link, unless --base names another
frame.

examples:
  bodyplan fk sample:arm --state home --frame tool0
  bodyplan fk sample:arm -q elbow_joint=30,flange_joint=-90 --degrees
  bodyplan fk arm.urdf --configurations path.csv --frame tool0 -o poses.csv

arguments:
  ROBOT
  [ARG:=VALUE ...]

configuration:
  @configuration
  --configurations FILE    CSV or NPY file of configurations; '-' for standard input
  --fail-outside           exit 1 if a joint is outside its limits

poses:
  --frame LINK,... *       link or frame; may be repeated; default: all links
  --base
  --form {{{",".join(FORMS)}}}
                           representation of a pose; default: xyz-rpy in a table, 4x4 in .npy,
                           xyz-quat (x y z w) elsewhere

output:
  --csv                    print as CSV
  | --json
  --output                 : .csv, .npy, .json or .txt
  @force
  --quiet                  ; the poses are printed
  --color

reading:
  @reading

packages:
  @packages
  @config

together:
  --srdf with --state

The first line of a CSV of configurations names joints, in any order; joints
that it does not name keep their positions. Without such a line, a CSV or NPY
has one column per position. Mimic joints move with the joints they mimic.

exit status: 0 done, 1 with --fail-outside if a joint is outside its limits,
2 wrong usage or unreadable input
"""
parser = partial(Parser, "fk", _PAGE)
JSON_OF = {"": "report.poses:PoseReport"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    kind = _kind(arguments)
    require_numpy()
    if not is_standard_output(arguments.output):
        require_target(arguments.output, arguments)
    if [arguments.input, arguments.srdf, arguments.configurations].count("-") > 1:
        raise UserError("standard input can be read only once")

    named = named_robot(arguments)
    robot = named.robot
    frames = _frames(robot, arguments)
    request, given = requested_configurations(named, arguments)
    report_loops(robot, is_quiet=arguments.quiet)
    defaults: dict[str, Form] = {"table": "xyz-rpy", "npy": "4x4"}
    form = arguments.form or defaults.get(kind, "xyz-quat")
    is_quiet = arguments.quiet or (is_standard_output(arguments.output) and sys.stdout.isatty())
    try:
        report = pose_report(
            robot,
            frames,
            arguments.base,
            q=given,
            form=form,
            degrees=arguments.degrees,
            request=request,
            name=named.name,
            progress=None if is_quiet else progress_of(arguments),
        )
    except ValueError as error:
        raise UserError(str(error)) from None
    report_note(report.note, is_quiet=arguments.quiet)
    rows = report.rows
    layout = Layout(form, arguments.degrees, frames)
    if kind == "npy":
        output = Output(arguments.output, npy_chunks(rows.blocks(), len(rows), layout))
        write_files(output, arguments=arguments)
    elif kind == "csv":
        write_parts(_csv(rows, layout), arguments)
    elif kind == "json":
        write_parts(fk_json(report), arguments)
    else:
        _print_table(report, layout, arguments)
    sys.stdout.flush()
    if not arguments.quiet:
        _report(arguments, given, report, poses=len(rows) * len(frames))
    return FINDINGS if report.outside and arguments.fail_outside else OK


def _kind(arguments: argparse.Namespace) -> str:
    """Return the output format: "table", "csv", "npy" or "json".

    Raises:
        UserError: the ending of the output is missing or unknown, or contradicts the options.
    """
    chosen = "json" if arguments.json else "csv" if arguments.csv else None
    target = None if is_standard_output(arguments.output) else arguments.output
    if target is not None and chosen is None and not Path(target).suffix:
        known = ", ".join(_ENDINGS)
        raise UserError(
            f"-o {target}: missing ending; known endings are {known}; --csv and --json write to a "
            f"file of any name"
        )
    return output_format(target, _ENDINGS, chosen, "table")


def _frames(robot: Robot, arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the requested links and frames, without duplicates.

    Raises:
        UserError: a link or frame does not exist.
    """
    known = {*robot.link_names, *(frame.name for frame in robot.frames)}
    asked: list[str] = []
    for word in arguments.frame or ():
        asked += [word] if word in known else map(str.strip, word.split(","))
    for name in asked:
        require_frame(robot, name, "--frame")
    if arguments.base is not None:
        require_frame(robot, arguments.base, "--base")
    return tuple(dict.fromkeys(asked or robot.link_names))


# Writing


def _csv(rows: PoseRows, layout: Layout) -> Iterator[bytes]:
    yield csv_head(layout)
    first = 1
    for block in rows.blocks():
        yield csv_rows(block, layout, first)
        first += len(block)


def _print_table(report: PoseReport, layout: Layout, arguments: argparse.Namespace) -> None:
    writer = PageWriter(arguments)
    rows = len(report.rows)
    shown = min(rows, max(1, _MOST_SHOWN // len(layout.frames)))
    title = Line((wording.name(report.robot), "bold"))
    title.add(f" · poses in {wording.name(report.base)}", "dim")
    title.add(f" · {layout.units}", "dim")
    if rows > 1:
        title.add(f" · {wording.plural(rows, 'configuration')}", "dim")
    lines = [title]
    if report.rows.q_names:
        text = f"configuration: {wording.configuration(report.configuration)}"
        lines += paragraph(text, "dim", writer.width)
    lines.append(Line())
    first = next(report.rows.blocks())
    many = rows > 1
    lines += pose_lines(first[:shown], layout, 1, writer.width, is_ascii=writer.is_ascii, many=many)
    if rows > shown:
        rest = wording.plural(rows - shown, "more configuration")
        lines.append(Line((f"and {rest}; write all with -o FILE.csv", "dim")))
    writer.write(lines)


def _report(
    arguments: argparse.Namespace,
    given: Configurations | None,
    report: PoseReport,
    *,
    poses: int,
) -> None:
    """Report on standard error what was written, and which joints are outside their limits."""
    target = arguments.output
    lines: list[str] = []
    if target not in {None, "-"}:
        lines.append(f"{target}: {wording.plural(poses, 'pose')}")
    if report.outside:
        first = int(min(one.rows[0] for one in report.outside))
        where = "" if given is None else given.label(first)
        rows = len(report.rows)
        message = outside_limits(report.outside, rows, where, in_degrees=arguments.degrees)
        lines.append(f"bodyplan: {message}")
    for line in lines:
        sys.stderr.write(f"{visible(line)}\n")
