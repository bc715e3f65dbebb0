"""``bodyplan workspace``: show where a link can be, and how far it reaches."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.cli import OK
from bodyplan.cli.drawing import Line, Table, wrapped
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target, write_file
from bodyplan.cli.output import require_different
from bodyplan.cli.page_writer import PageWriter
from bodyplan.cli.parser import Parser
from bodyplan.cli.points import cloud_chunks
from bodyplan.cli.progress import tracked
from bodyplan.cli.robots import (
    named_robot,
    report_loops,
    require_frame,
    require_numpy,
)
from bodyplan.core import extended
from bodyplan.diag.json_schema import json_text
from bodyplan.diag.parts.plain import visible
from bodyplan.kinematics.workspace import sample_workspace
from bodyplan.report import wording
from bodyplan.report.workspace import WorkspaceReport
from bodyplan.report.workspace_svg import workspace_to_svg

if TYPE_CHECKING:
    from bodyplan.kinematics.workspace import Measure, Workspace

COUNT = 100_000
_MOST = 20_000_000
"""Points in one cloud: 480 MB in memory."""
_LARGEST_SEED = 2**63 - 1
_CLOUDS = (".csv", ".npy", ".ply")
_BLOCKS = "▁▂▃▄▅▆▇█"
_MOST_NAMED = 100
"""Joints that the table names."""
_STILL = 1e-9
"""Less movement than this is none [m]."""

_PAGE = f"""\
Show where a link of a robot can be: how far it reaches, as a table, as a cloud
of points and as a picture.

examples:
  bodyplan workspace sample:arm --frame tool0
  bodyplan workspace arm.urdf --frame tool0 -o reach.svg -o points.ply

arguments:
  ROBOT
  [ARG:=VALUE ...]

options:
  --frame LINK             the link or frame; the only end that moves where there is one
  --base
  --count N [{COUNT}] [1..{_MOST}]
                           how many configurations are tried; {COUNT:,} by default
  --seed N [0] [0..{_LARGEST_SEED}]
                           of the dice; 0 by default

output:
  --json
  -o, --output FILE *      write to this file: the points to a .csv, .npy or .ply, the picture to an
                           .svg, the facts to a .json, the table to '-', which is standard output;
                           may be repeated
  @force
  --quiet                  ; print no table
  --color

reading:
  @reading

packages:
  @packages
  @config

Configurations are tried evenly spread between the limits of the joints; then
the ends are looked for more closely. Collisions are not looked at.

exit status: 0 done, 2 wrong usage or unreadable input
"""
parser = partial(Parser, "workspace", _PAGE)
JSON_OF = {"": "report.workspace:WorkspaceReport"}


def run(arguments: argparse.Namespace) -> int:
    """Tries, writes, prints, and gives back the exit status."""
    _require_sense(arguments)
    require_numpy()
    files = [target for target in dict.fromkeys(arguments.output) if target != "-"]
    for target in files:
        require_target(target, arguments)
    require_different(files)
    named = named_robot(arguments)
    robot = named.robot
    base = arguments.base or robot.root_link.name
    require_frame(robot, base, "--base")
    if arguments.frame is not None:
        require_frame(robot, arguments.frame, "--frame")
    report_loops(robot, is_quiet=arguments.quiet)

    def progress(starts: range) -> Iterator[int]:
        return tracked(starts, len(starts), "trying", is_quiet=arguments.quiet)

    try:
        found = sample_workspace(
            robot,
            arguments.frame,
            base,
            count=arguments.count,
            seed=arguments.seed,
            progress=progress,
        )
    except ValueError as error:
        raise UserError(f"{named.name}: {error}") from None
    for number, target in enumerate(files):
        require_different(files[: number + 1])  # files that were new may be one
        _write(found, target, named.name, arguments)
    if arguments.json:
        sys.stdout.write(_json(found, named.name))
    elif not arguments.quiet or "-" in arguments.output:
        arguments.output = None
        writer = PageWriter(arguments)
        writer.write(_page(found, writer))
    sys.stdout.flush()
    for target in () if arguments.quiet else files:
        sys.stderr.write(f"{visible(target)}: {_called(found, target)}\n")
    return OK


def _require_sense(arguments: argparse.Namespace) -> None:
    """Nothing, where the options mean something.

    Raises:
        UserError: they do not.
    """
    for target in arguments.output:
        if target == "-":
            continue
        ending = Path(target).suffix.lower()
        if ending in {".png", ".jpg", ".jpeg", ".pdf"}:
            raise UserError(
                f"the picture is written as .svg, which browsers and documents take, not {target!r}"
            )
        if ending not in {*_CLOUDS, ".svg", ".json"}:
            raise UserError(
                f"-o takes a file that ends with {', '.join(_CLOUDS)}, .svg or .json, "
                f"not {target!r}"
            )


# Writing


def _json(found: Workspace, file: str) -> str:
    """The facts, for programs."""
    return json_text(extended(WorkspaceReport, found, file=file))


def _write(found: Workspace, target: str, file: str, arguments: argparse.Namespace) -> None:
    """Writes the kind of thing that the ending of a target says, of the robot of a file."""
    ending = Path(target).suffix.lower()
    if ending == ".svg":
        data: bytes | Iterable[bytes] = workspace_to_svg(found).encode("utf-8", "xmlcharrefreplace")
    elif ending == ".json":
        data = _json(found, file).encode()
    else:
        data = cloud_chunks(found.points, ending)
    write_file(target, data, arguments)


def _called(found: Workspace, target: str) -> str:
    ending = Path(target).suffix.lower()
    if ending in _CLOUDS:
        return wording.plural(len(found.points), "point")
    return "picture" if ending == ".svg" else "facts"


# The page


def _page(found: Workspace, writer: PageWriter) -> list[Line]:
    """The table of lengths, and what it stands on."""
    title = Line((wording.name(found.robot), "bold"))
    title.add(
        f" · {wording.name(found.frame)} seen from {wording.name(found.base)}"
        f" · {wording.plural(len(found.points), 'configuration')}",
        "dim",
    )
    table = Table(((7, 0), (2, 0), (4, 0), (6, 0)), is_ascii=writer.is_ascii)
    heads = ("[m]", "min", "5 %", "median", "95 %", "max")
    table.add(
        [(f"{head:>8}" if number else head, "dim") for number, head in enumerate(heads)]
        + [("", ""), ("", "")]
    )
    rows = (
        ("distance", found.distance, "from the origin of the base"),
        ("radius", found.radius, "from its z axis"),
        ("x", found.x, ""),
        ("y", found.y, ""),
        ("z", found.z, "height"),
    )
    for name, one, meaning in rows:
        values = (one.min, one.p5, one.median, one.p95, one.max)
        styles = ("bold", "", "", "", "bold")
        cells = [(f"{_length(v):>8}", style) for v, style in zip(values, styles, strict=True)]
        bars = "" if writer.is_ascii else _bars(one)
        table.add([(name, ""), *cells, (bars, "cyan"), (meaning, "dim")])
    lines = [title, Line(), *table.lines(writer.width), Line()]
    lines += _listed("joints", _some(found.joints), writer.width)
    if max(one.max - one.min for _, one, _ in rows) < _STILL:
        line = "its origin stays where it is: it lies on the axes of these joints"
        lines.append(Line((line, "yellow")))
    if found.endless:
        lines += _listed("endless", _some(found.endless), writer.width)
        lines.append(Line(("  (without limits, tried for a metre or half a turn)", "yellow")))
    return lines


def _length(value: float) -> str:
    """Metres to a tenth of a millimetre; a search ends near zero, not at it."""
    if abs(value) >= 1e5:
        return f"{value:.4g}"
    text = f"{value:.4f}"
    return text.removeprefix("-") if not text.strip("-0.") else text


def _bars(one: Measure) -> str:
    """How the values are spread from least to most, as small bars."""
    largest = max(one.histogram, default=0)
    if not largest or one.max - one.min < _STILL:
        return ""
    return "".join(
        _BLOCKS[min(7, round(7 * count / largest))] if count else " " for count in one.histogram
    )


def _some(names: Sequence[str]) -> list[str]:
    """As many names as a page has room for, and how many more there are."""
    shown = [wording.name(name) for name in names[:_MOST_NAMED]]
    if names[_MOST_NAMED:]:
        shown.append(f"and {len(names) - _MOST_NAMED:,} more, which --json lists")
    return shown


def _listed(label: str, names: Sequence[str], width: int | None) -> Iterator[Line]:
    """A label, and names behind it in lines."""
    room = (width or 100) - 10
    for number, text in enumerate(wrapped(names, max(room, 20))):
        yield Line((f"{label if not number else '':<10}", "dim"), (text, ""))
