"""``bodyplan fk``: compute the poses of links."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.configurations import requested_configurations
from bodyplan.cli.endings import output_format
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target, write_files
from bodyplan.cli.output import is_standard_output, tracked, write_parts
from bodyplan.cli.page_writer import PageWriter
from bodyplan.cli.pages.drawing import Line, paragraph
from bodyplan.cli.pages.fk_json import fk_json
from bodyplan.cli.pages.poses import (
    FORMS,
    Layout,
    csv_head,
    csv_rows,
    in_form,
    npy_chunks,
    pose_lines,
)
from bodyplan.cli.parser import Parser
from bodyplan.cli.positions import (
    outside_limits,
    require_rotations,
)
from bodyplan.cli.robots import (
    NamedInput,
    named_robot,
    report_loops,
    require_frame,
    require_numpy,
)
from bodyplan.core.names import visible
from bodyplan.files.writer import Output
from bodyplan.kinematics import forward_kinematics
from bodyplan.kinematics.bounds import bound_violations
from bodyplan.kinematics.configuration_file import (
    Configurations,
)
from bodyplan.lie import se3
from bodyplan.report import wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.kinematics.bounds import BoundViolation
    from bodyplan.model import Robot
    from bodyplan.report.configuration import ConfigurationFacts
    from bodyplan.report.poses import Form

    Numbers = NDArray[np.float64]

_ENDINGS = {".csv": "csv", ".npy": "npy", ".json": "json", ".txt": "table"}
_BLOCK = 1_000_000
"""How many numbers of poses are computed at once."""
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
    given, configuration = requested_configurations(named, arguments)
    q = given.q
    report_loops(robot, is_quiet=arguments.quiet)
    scaled = require_rotations(robot, given)
    if scaled and not arguments.quiet:
        sys.stderr.write(f"bodyplan: {visible(scaled)}\n")
    defaults: dict[str, Form] = {"table": "xyz-rpy", "npy": "4x4"}
    default = defaults.get(kind, "xyz-quat")
    layout = Layout(arguments.form or default, arguments.degrees, frames)
    outside = bound_violations(robot, q)
    blocks = _poses(robot, q, layout, arguments)
    base = arguments.base or robot.root_link.name
    if kind == "npy":
        only = (block for _, block in blocks)
        output = Output(arguments.output, npy_chunks(only, len(q), layout))
        write_files(output, arguments=arguments)
    elif kind == "csv":
        write_parts(_csv(blocks, layout), arguments)
    elif kind == "json":
        write_parts(fk_json(named, given, configuration, layout, outside, blocks, base), arguments)
    else:
        _print_table(named, configuration, len(q), layout, blocks, arguments)
    sys.stdout.flush()
    if not arguments.quiet:
        _report(arguments, given, outside, poses=len(q) * len(frames))
    return FINDINGS if outside and arguments.fail_outside else OK


def _kind(arguments: argparse.Namespace) -> str:
    """Return the form of the output: "table", "csv", "npy" or "json".

    Raises:
        UserError: the options contradict each other.
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
    """Return the requested links and frames, each once.

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


def _poses(
    robot: Robot, q: Numbers, layout: Layout, arguments: argparse.Namespace
) -> Iterator[tuple[int, Numbers]]:
    """Yield for each block of rows the number of its first row, from 1, and its poses."""
    import numpy as np

    base = arguments.base
    frames = layout.frames if base is None else (base, *layout.frames)
    size = max(1, _BLOCK // (16 * len(frames)))
    starts = range(0, len(q), size)
    to_terminal = arguments.output in {None, "-"} and sys.stdout.isatty()
    is_quiet = arguments.quiet or to_terminal
    for start in tracked(starts, len(starts), "computing", is_quiet=is_quiet):
        with np.errstate(all="ignore"):  # an overflow is written as inf or nan
            X = forward_kinematics(robot, q[start : start + size], frames)
            if base is not None:
                X = se3.inverse(X[:, :1]) @ X[:, 1:]
            yield start + 1, in_form(X, layout)


# Writing


def _csv(blocks: Iterable[tuple[int, Numbers]], layout: Layout) -> Iterator[bytes]:
    yield csv_head(layout)
    for first, block in blocks:
        yield csv_rows(block, layout, first)


def _print_table(
    named: NamedInput,
    configuration: ConfigurationFacts,
    rows: int,
    layout: Layout,
    blocks: Iterator[tuple[int, Numbers]],
    arguments: argparse.Namespace,
) -> None:
    writer = PageWriter(arguments)
    robot = named.robot
    shown = min(rows, max(1, _MOST_SHOWN // len(layout.frames)))
    title = Line((wording.name(robot.name), "bold"))
    title.add(f" · poses in {wording.name(arguments.base or robot.root_link.name)}", "dim")
    title.add(f" · {layout.units}", "dim")
    if rows > 1:
        title.add(f" · {wording.plural(rows, 'configuration')}", "dim")
    lines = [title]
    if robot.nq:
        text = f"configuration: {wording.configuration(configuration)}"
        lines += paragraph(text, "dim", writer.width)
    lines.append(Line())
    _, first = next(blocks)
    many = rows > 1
    lines += pose_lines(first[:shown], layout, 1, writer.width, is_ascii=writer.is_ascii, many=many)
    if rows > shown:
        rest = wording.plural(rows - shown, "more configuration")
        lines.append(Line((f"and {rest}; write all with -o FILE.csv", "dim")))
    writer.write(lines)


def _report(
    arguments: argparse.Namespace,
    given: Configurations,
    outside: list[BoundViolation],
    *,
    poses: int,
) -> None:
    """Report on standard error what was written, and which joints are outside their limits."""
    target = arguments.output
    lines: list[str] = []
    if target not in {None, "-"}:
        lines.append(f"{target}: {wording.plural(poses, 'pose')}")
    if outside:
        first = int(min(one.rows[0] for one in outside))
        where = given.label(first) if arguments.configurations else ""
        message = outside_limits(outside, len(given.q), where, in_degrees=arguments.degrees)
        lines.append(f"bodyplan: {message}")
    for line in lines:
        sys.stderr.write(f"{visible(line)}\n")
