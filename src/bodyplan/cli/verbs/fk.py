"""``bodyplan fk``: compute where the links of a robot are."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.drawing import Line
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target, write_file
from bodyplan.cli.fk_json import fk_json
from bodyplan.cli.output import is_standard_output, write_parts
from bodyplan.cli.page_writer import PageWriter
from bodyplan.cli.parser import Parser
from bodyplan.cli.poses import FORMS, Layout, csv_head, csv_rows, in_form, npy_chunks, pose_lines
from bodyplan.cli.positions import (
    limits_told,
    passed_over,
    positions,
    require_apart,
    require_rotations,
    state_values,
)
from bodyplan.cli.progress import tracked
from bodyplan.cli.robots import (
    Named,
    named_robot,
    report_loops,
    require_frame,
    require_numpy,
    semantics_of,
)
from bodyplan.diag.parts.plain import visible
from bodyplan.kinematics import forward_kinematics
from bodyplan.kinematics.bounds import bound_violations
from bodyplan.kinematics.configuration_file import (
    ConfigurationFileError,
    Configurations,
    read_configurations,
)
from bodyplan.lie import se3
from bodyplan.report import wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.kinematics.bounds import BoundViolation
    from bodyplan.model import Robot
    from bodyplan.report.poses import Form

    Numbers = NDArray[np.float64]

_ENDINGS = {".csv": "csv", ".npy": "npy", ".json": "json", ".txt": "table"}
_BLOCK = 1_000_000
"""Numbers that are worked out at once."""
_MOST_SHOWN = 1_000
"""Poses in a table for people."""

_PAGE = f"""\
Compute where the links of a robot are: in its default configuration, in a state
of its SRDF, at values that are given, or in each configuration of a file.
Poses are those of the links in the frame of the root link.

examples:
  bodyplan fk sample:arm --state home --frame tool0
  bodyplan fk sample:arm --q elbow_joint=30,flange_joint=-90 --degrees
  bodyplan fk arm.urdf --configurations path.csv --frame tool0 -o poses.csv

arguments:
  ROBOT
  [ARG:=VALUE ...]

configuration:
  --state NAME *           a state of the SRDF, or GROUP/NAME; may be repeated for several groups
  --srdf FILE              the SRDF; else the one around the robot is taken
  --q JOINT=VALUE,... *    positions in rad and m, or all numbers in order; goes before the state
  --configurations FILE    a CSV or NPY of configurations; '-' for input
  --degrees                angles are in degrees, given ones and told ones
  --fail-outside           exit 1 if a joint is outside its limits

poses:
  --frame LINK,... *       the link or frame; may be repeated; all links by default
  --base
  --form {{{",".join(FORMS)}}}
                           how a pose is told; xyz-rpy in a table, 4x4 in .npy, xyz-quat (x y z w)
                           elsewhere

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

A file of configurations is a CSV with the names of joints in its first line, in
any order (the others stay where they are), or a CSV or NPY with a column for
each position. Joints that follow another move along.

exit status: 0 done, 1 with --fail-outside if a joint is outside its limits,
2 wrong usage or unreadable input
"""
parser = partial(Parser, "fk", _PAGE)
JSON_OF = {"": "report.poses:PoseReport"}


def run(arguments: argparse.Namespace) -> int:
    """Computes, writes, and gives back the exit status."""
    kind = _kind(arguments)
    require_numpy()
    if not is_standard_output(arguments.output):
        require_target(arguments.output, arguments)
    if [arguments.input, arguments.srdf, arguments.configurations].count("-") > 1:
        raise UserError("standard input can be read only once")

    named = named_robot(arguments)
    robot = named.robot
    frames = _frames(robot, arguments)
    given = _configurations(named, arguments)
    q = given.q
    report_loops(robot, is_quiet=arguments.quiet)
    turned = require_rotations(robot, given)
    if turned and not arguments.quiet:
        sys.stderr.write(f"bodyplan: {visible(turned)}\n")
    defaults: dict[str, Form] = {"table": "xyz-rpy", "npy": "4x4"}
    default = defaults.get(kind, "xyz-quat")
    layout = Layout(arguments.form or default, arguments.degrees, frames)
    outside = bound_violations(robot, q)
    blocks = _poses(robot, q, layout, arguments)
    base = arguments.base or robot.root_link.name
    if kind == "npy":
        only = (block for _, block in blocks)
        write_file(arguments.output, npy_chunks(only, len(q), layout), arguments)
    elif kind == "csv":
        write_parts(_csv(blocks, layout), arguments)
    elif kind == "json":
        write_parts(fk_json(named, given, layout, outside, blocks, base), arguments)
    else:
        _print_table(named, len(q), layout, blocks, arguments)
    sys.stdout.flush()
    if not arguments.quiet:
        _tell(arguments, given, outside, poses=len(q) * len(frames))
    return FINDINGS if outside and arguments.fail_outside else OK


def _kind(arguments: argparse.Namespace) -> str:
    """How the poses are written: "table", "csv", "npy" or "json".

    Raises:
        UserError: the options contradict each other.
    """
    target = arguments.output
    ending = "" if target in {None, "-"} else Path(target).suffix.lower()
    if arguments.json or arguments.csv:
        kind = "json" if arguments.json else "csv"
        if ending != ".txt" and _ENDINGS.get(ending, kind) != kind:
            raise UserError(
                f"--{kind} does not go with -o {target!r}, which is to hold {ending[1:]}"
            )
        return kind
    if target in {None, "-"}:
        return "table"
    if ending not in _ENDINGS:
        raise UserError(
            f"-o takes a file that ends with {', '.join(_ENDINGS)}, not {target!r}; "
            f"--csv and --json write to any other name"
        )
    return _ENDINGS[ending]


def _frames(robot: Robot, arguments: argparse.Namespace) -> tuple[str, ...]:
    """The links that are asked for, each once.

    Raises:
        UserError: one is not there.
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


def _configurations(named: Named, arguments: argparse.Namespace) -> Configurations:
    """The configurations that are asked for; one where no file is named."""
    robot = named.robot
    values: Mapping[str, tuple[float, ...]] = {}
    if arguments.state:
        semantics, srdf = semantics_of(named, arguments, arguments.state)
        values = state_values(semantics, srdf, arguments.state)
        for told in () if arguments.quiet else passed_over(semantics, arguments.state):
            sys.stderr.write(f"bodyplan: {visible(told)}\n")
    start = positions(robot, values, arguments.q, in_degrees=arguments.degrees)
    name = arguments.configurations
    if name is None:
        return Configurations(start[None])
    source = sys.stdin.buffer if name == "-" else name
    try:
        found = read_configurations(source, robot, start, degrees=arguments.degrees)
    except ConfigurationFileError as error:
        raise UserError(str(error)) from None
    require_apart(robot, arguments.q, found)
    if found.columns is None and (arguments.state or arguments.q):
        option = "--state" if arguments.state else "--q"
        raise UserError(f"{name} gives all joints, so that {option} changes nothing")
    return found


def _poses(
    robot: Robot, q: Numbers, layout: Layout, arguments: argparse.Namespace
) -> Iterator[tuple[int, Numbers]]:
    """Number of the first row, from 1, and poses in the form that is wanted, block by block."""
    import numpy as np

    base = arguments.base
    frames = layout.frames if base is None else (base, *layout.frames)
    size = max(1, _BLOCK // (16 * len(frames)))
    starts = range(0, len(q), size)
    to_terminal = arguments.output in {None, "-"} and sys.stdout.isatty()
    is_quiet = arguments.quiet or to_terminal
    for start in tracked(starts, len(starts), "computing", is_quiet=is_quiet):
        with np.errstate(all="ignore"):  # what is beyond all numbers is written as it is
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
    named: Named,
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
    lines = [title, Line()]
    _, first = next(blocks)
    many = rows > 1
    lines += pose_lines(first[:shown], layout, 1, writer.width, is_ascii=writer.is_ascii, many=many)
    if rows > shown:
        rest = wording.plural(rows - shown, "more configuration")
        lines.append(Line((f"and {rest}; -o FILE.csv writes all", "dim")))
    writer.write(lines)


def _tell(
    arguments: argparse.Namespace,
    given: Configurations,
    outside: list[BoundViolation],
    *,
    poses: int,
) -> None:
    """On standard error: what was written, and what is outside its limits."""
    target = arguments.output
    told: list[str] = []
    if target not in {None, "-"}:
        told.append(f"{target}: {wording.plural(poses, 'pose')}")
    if outside:
        first = int(min(one.rows[0] for one in outside))
        where = given.label(first) if arguments.configurations else ""
        told.append(
            f"bodyplan: {limits_told(outside, len(given.q), where, in_degrees=arguments.degrees)}"
        )
    for line in told:
        sys.stderr.write(f"{visible(line)}\n")
