"""``bodyplan workspace``: compute the positions that a link can reach."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import bodyplan
from bodyplan.cli import OK
from bodyplan.cli.endings import PICTURES, output_format, picture_bytes
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target, write_files
from bodyplan.cli.output import progress_of
from bodyplan.cli.page_writer import PageWriter
from bodyplan.cli.pages.drawing import Line, Table, paragraph, wrapped
from bodyplan.cli.pages.points import cloud_chunks
from bodyplan.cli.parser import Parser
from bodyplan.cli.positions import configuration_request
from bodyplan.cli.robots import (
    named_robot,
    report_loops,
    require_frame,
    require_numpy,
)
from bodyplan.core.names import visible
from bodyplan.diag.json_schema import json_text
from bodyplan.files.writer import Data, Output
from bodyplan.report import wording
from bodyplan.report.configuration import ConfigurationError
from bodyplan.report.pictures.workspace_svg import workspace_to_svg

if TYPE_CHECKING:
    from bodyplan.kinematics.workspace import Measure, Workspace
    from bodyplan.report.workspace import WorkspaceReport

COUNT = 100_000
_MOST = 20_000_000
"""The maximum number of points in a cloud, which need 480 MB of memory."""
_LARGEST_SEED = 2**63 - 1
_CLOUDS = (".csv", ".npy", ".ply")
_FORMATS = {**dict.fromkeys(_CLOUDS, "points"), **PICTURES, ".json": "json"}
_BLOCKS = "▁▂▃▄▅▆▇█"
_EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" viewBox="0 0 1 1"/>'
_MOST_NAMED = 100
"""The maximum number of joints that the page lists."""
_STILL = 1e-9
"""Smaller movements are ignored [m]."""

_PAGE = f"""\
Compute the workspace of a link: the positions it can reach, as a table, a point
cloud and a picture.

examples:
  bodyplan workspace sample:arm --frame tool0
  bodyplan workspace arm.urdf --frame tool0 -o reach.svg -o points.ply

arguments:
  ROBOT
  [ARG:=VALUE ...]

options:
  --frame LINK             link or frame; default: the only tip that moves, if there is one
  --base
  --count N [{COUNT}] [1..{_MOST}]
                           number of sampled configurations; default: {COUNT:,}
  --seed N [0] [0..{_LARGEST_SEED}]
                           seed of the random numbers; default: 0

configuration:
  @configuration

output:
  --json
  -o, --output FILE *      write to this file: points to .csv, .npy or .ply, a picture to .svg, .png
                           or .pdf, the report to .json, the table to '-' (standard output); may be
                           repeated
  @force
  --quiet                  ; print no table
  --color

reading:
  @reading

packages:
  @packages
  @config

together:
  --srdf with --state

The joints between base and link are sampled uniformly between their limits, and
the extremes are refined by a search around the best samples, which can miss the
true extremes of long chains. The configuration options set the other joints,
and the robot in the picture. Collisions are not considered.

exit status: 0 done, 2 wrong usage or unreadable input
"""
parser = partial(Parser, "workspace", _PAGE, draws=True)
JSON_OF = {"": "report.workspace:WorkspaceReport"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    formats = {
        target: output_format(target, _FORMATS, None, "table")
        for target in dict.fromkeys(arguments.output)
        if target != "-"
    }
    for target, form in formats.items():
        if form == "table":
            raise UserError(f"-o {target}: missing ending; known endings are {', '.join(_FORMATS)}")
        if form in {"png", "pdf"}:
            # reports a missing package before the long computation
            picture_bytes(_EMPTY, form)
    require_numpy()
    files = list(formats)
    for target in files:
        require_target(target, arguments)
    named = named_robot(arguments)
    robot = named.robot
    base = arguments.base or robot.root_link.name
    require_frame(robot, base, "--base")
    if arguments.frame is not None:
        require_frame(robot, arguments.frame, "--frame")
    report_loops(robot, is_quiet=arguments.quiet)

    request = configuration_request(arguments, named)
    try:
        found = bodyplan.workspace(
            robot,
            arguments.frame,
            base,
            count=arguments.count,
            seed=arguments.seed,
            request=request,
            name=named.name,
            progress=progress_of(arguments),
        )
    except ConfigurationError as error:
        raise UserError(f"-q: {error}") from None
    except ValueError as error:
        raise UserError(f"{named.name}: {error}") from None
    outputs = [Output(target, _data(found, target, formats[target])) for target in files]
    write_files(*outputs, arguments=arguments)
    if arguments.json:
        sys.stdout.write(json_text(found))
    elif not arguments.quiet or "-" in arguments.output:
        arguments.output = None
        writer = PageWriter(arguments)
        writer.write(_page(found, writer))
    sys.stdout.flush()
    for target in () if arguments.quiet else files:
        sys.stderr.write(f"{visible(target)}: {_called(found, target)}\n")
    return OK


# Writing


def _data(found: WorkspaceReport, target: str, form: str) -> Data:
    """Return the content of an output file, in its format."""
    if form == "points":
        return cloud_chunks(found.points, Path(target).suffix.lower())
    if form == "json":
        return json_text(found).encode()
    return picture_bytes(workspace_to_svg(found), form)


def _called(found: Workspace, target: str) -> str:
    ending = Path(target).suffix.lower()
    if ending in _CLOUDS:
        return wording.plural(len(found.points), "point")
    return "picture" if ending in PICTURES else "report"


# The page


def _page(found: WorkspaceReport, writer: PageWriter) -> list[Line]:
    """Return the page: the table of lengths, the sampled joints, and the configuration."""
    title = Line((wording.name(found.robot), "bold"))
    title.add(
        f" · workspace of {wording.name(found.frame)} in {wording.name(found.base)}"
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
    lines += _listed("sampled", _some(found.joints), writer.width)
    text = f"other joints, and the robot in pictures: {wording.configuration(found.configuration)}"
    lines += paragraph(text, "dim", writer.width)
    if max(one.max - one.min for _, one, _ in rows) < _STILL:
        line = "its origin does not move: it lies on the axes of these joints"
        lines.append(Line((line, "yellow")))
    if found.endless:
        lines += _listed("unlimited", _some(found.endless), writer.width)
        lines.append(Line(("  (sampled within 1 m or half a turn)", "yellow")))
    return lines


def _length(value: float) -> str:
    """Return a length in metres with a resolution of 0.1 mm, without a minus sign before zero."""
    if abs(value) >= 1e5:
        return f"{value:.4g}"
    text = f"{value:.4f}"
    return text.removeprefix("-") if not text.strip("-0.") else text


def _bars(one: Measure) -> str:
    """Return the histogram of the values from min to max, as small bars."""
    largest = max(one.histogram, default=0)
    if not largest or one.max - one.min < _STILL:
        return ""
    return "".join(
        _BLOCKS[min(7, round(7 * count / largest))] if count else " " for count in one.histogram
    )


def _some(names: Sequence[str]) -> list[str]:
    """Return up to 100 names, and a text with the number of further names."""
    shown = [wording.name(name) for name in names[:_MOST_NAMED]]
    if names[_MOST_NAMED:]:
        shown.append(f"and {len(names) - _MOST_NAMED:,} more; --json lists all")
    return shown


def _listed(label: str, names: Sequence[str], width: int | None) -> Iterator[Line]:
    """Yield lines with a label and the names after it."""
    room = (width or 100) - 10
    for number, text in enumerate(wrapped(names, max(room, 20))):
        yield Line((f"{label if not number else '':<10}", "dim"), (text, ""))
