"""``bodyplan spheres``: fit spheres to the links of a robot, or measure those of a file."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from copy import copy
from functools import partial
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target, write_files
from bodyplan.cli.inputs import shown_path
from bodyplan.cli.output import progress_of
from bodyplan.cli.page_writer import PageWriter, write_text
from bodyplan.cli.pages.drawing import Line, Table, paragraph
from bodyplan.cli.parser import Parser
from bodyplan.cli.result import write_result
from bodyplan.cli.robots import chosen_links, hint_on_missing
from bodyplan.cli.srdf.robot import requested, summarize, write_new
from bodyplan.core import plural, quoted
from bodyplan.core.names import UnknownNameError, visible
from bodyplan.diag.json_schema import json_text
from bodyplan.edit.srdf_spheres import draft_of_spheres, write_spheres
from bodyplan.files.writer import Output
from bodyplan.formats import srdf
from bodyplan.jobs.sphere_files import planner_files, planner_pairs
from bodyplan.jobs.spheres import COUNT, fit_spheres, measure_sphere_file
from bodyplan.jobs.spheres.budget import MOST
from bodyplan.model import Robot
from bodyplan.report import wording
from bodyplan.spec import parse_float

if TYPE_CHECKING:
    from bodyplan.collision.pairs import Pair
    from bodyplan.collision.sphere_measures import SphereMeasures
    from bodyplan.collision.sphere_set import SphereSet
    from bodyplan.formats.document import Document

_FORMATS = {
    ".srdf": "srdf",
    ".xml": "srdf",
    ".json": "json",
    ".txt": "table",
    ".xrdf": "xrdf",
    ".yml": "curobo",
    ".yaml": "curobo",
    ".urdf": "urdf",
}
_CHECKING = {"xrdf", "curobo"}
"""Output formats that list the pairs of links to check for collision."""
_NUMBERS = ("count", "total", "tolerance", "min_radius", "seed")
_MOST_LISTED = 5
_PAGE = f"""\
Fit spheres to the collision geometry of each link, and report how well they
fit: the share of the volume that they cover, the largest gap, and how far they
extend beyond the link. An SRDF is edited in place, and only for links whose
spheres change.

examples:
  bodyplan spheres arm.urdf --count 6 --links palm_link -o arm.srdf
  bodyplan spheres sample:arm --cover --count 6 --links palm_link --table

arguments:
  ROBOT                    robot or SRDF, '-' for standard input, or sample:NAME
  [ARG:=VALUE ...]

fitting:
  --count N [1..{MOST}]      spheres of a link; default: {COUNT}
  | --total N [1..]        spheres of the robot, shared among links where they help most
  | --tolerance NUMBER     as many spheres as needed so that gaps and overshoots are at most this [m];
                           with --cover, a bound on the overshoot of every point of the spheres
  --cover                  contain the whole surface of each link, which is proved, and extend as
                           little beyond it as possible; default: the best overlap
  --min-radius NUMBER      the smallest radius [m]
  --clip LINK PLANE *      keep the spheres of this link on one side of a plane such as z=0, in its
                           frame
  --links NAMES            only these links, separated by commas; patterns such as 'arm_*'
  --merge-fixed            fit links that fixed joints connect together, as spheres of the first of
                           them with collision shapes
  --seed N [0..]           seed of the random numbers; default: 0
  --measure FILE           fit nothing; measure the spheres of this file: SRDF, a URDF of spheres,
                           cuRobo, XRDF, Lula, or JSON of bodyplan, ballpark, foam or MorphIt

robot:
  --robot

output:
  --table                  print the measures of each link; write nothing
  | --json
  @write
  --color

reading:
  @reading

packages:
  @packages
  @config

together:
  --clip without --cover
  --measure without --count
  --measure without --total
  --measure without --tolerance
  --measure without --cover
  --measure without --min-radius
  --measure without --clip
  --measure without --seed
  --measure without --in-place
  --measure without --diff
  --measure without --check

-o FILE writes an SRDF, the robot for a planner (.xrdf, .yml for cuRobo, .urdf
with spheres for VAMP), the report with the spheres (.json) or the table (.txt).
If ROBOT is not an SRDF, a new SRDF is written; without -o, it is printed. The
union of the spheres is measured at points that were not used for the fit.

exit status: 0 done, 1 something would change (with --diff and --check),
2 wrong usage or unreadable input
"""
parser = partial(Parser, "spheres", _PAGE, makes_robot=True)
JSON_OF = {"": "collision.sphere_set:SphereSet"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    default = "srdf" if arguments.measure is None else "table"
    form, document, found = requested(arguments, _FORMATS, default)
    robot = found if isinstance(found, Robot) else found.robot.with_semantics(found)
    links = chosen_links(robot, arguments.links) if arguments.links else None
    pairs = planner_pairs(robot, progress_of(arguments)) if form in _CHECKING else None
    if arguments.measure is not None:
        fitted = measure_sphere_file(
            robot, arguments.measure, links=links, merge_fixed=arguments.merge_fixed, pairs=pairs
        )
    else:
        fitted = _fitted(robot, links, pairs, arguments)
    if not arguments.quiet:
        _report(fitted, os.fspath(arguments.robot or arguments.input))
    if not fitted.links and form not in ("json", "table"):
        raise UserError("no link gets spheres; nothing is written")
    if form == "json":
        write_text(json_text(fitted), arguments, "backslashreplace")
    elif form == "table":
        writer = PageWriter(arguments)
        writer.write(_table(fitted, is_ascii=writer.is_ascii, width=writer.width))
    elif form != "srdf":
        _write_for_planner(robot, fitted, pairs or (), document, arguments)
    elif isinstance(document.root, srdf.Robot):
        return _change(document, fitted, arguments)
    else:
        write_new(draft_of_spheres(fitted), arguments)
        summarize(arguments.output or "", counted(fitted), arguments)
    return OK


def _report(fitted: SphereSet, source: str) -> None:
    """Report links without spheres, and pairs whose spheres touch although the links do not."""
    consequence = "is not measured" if fitted.mode == "measured" else "gets no spheres"
    clauses = [f"{clause}; it {consequence}" for clause in fitted.without_spheres()]
    clauses += (f"link {one.link!r}: {note}" for one in fitted.links for note in one.notes)
    touching = () if fitted.verdicts is None else fitted.verdicts.touching
    for one in touching[:_MOST_LISTED]:
        pair = f"spheres of {one.link1!r} and {one.link2!r} overlap by {1e3 * one.depth:.1f} mm"
        clauses.append(f"{pair} in state {one.state!r}, where the links do not touch")
    if len(touching) > _MOST_LISTED:
        clauses.append(
            f"{plural(len(touching) - _MOST_LISTED, 'more pair')} of links with spheres that touch"
        )
    for clause in clauses:
        sys.stderr.write(f"bodyplan: {visible(clause)}\n")
    for line in hint_on_missing((one.reason for one in fitted.skipped), source):
        sys.stderr.write(f"{visible(line)}\n")


def _fitted(
    robot: Robot,
    links: list[str] | None,
    pairs: tuple[Pair, ...] | None,
    arguments: argparse.Namespace,
) -> SphereSet:
    given = {name: getattr(arguments, name) for name in _NUMBERS}
    given = {name: number for name, number in given.items() if number is not None}
    try:
        return fit_spheres(
            robot,
            links=links,
            cover=arguments.cover,
            merge_fixed=arguments.merge_fixed,
            clip=_clip(arguments.clip or ()),
            pairs=pairs,
            progress=progress_of(arguments),
            **given,
        )
    except (UnknownNameError, ValueError) as error:  # an invalid clip, total, tolerance or radius
        raise UserError(str(error)) from None


def _clip(given: Iterable[tuple[str, str]]) -> dict[str, dict[str, float]]:
    """Return the planes of each link.

    Raises:
        UserError: a plane does not have the form z=0.
    """
    found: dict[str, dict[str, float]] = {}
    for link, plane in given:
        axis, _, text = plane.partition("=")
        try:
            found.setdefault(link, {})[axis.strip()] = parse_float(text)
        except ValueError:
            raise UserError(
                f"--clip {link}: expected a plane such as z=0, got {quoted(plane)}"
            ) from None
    return found


# Writing


def _write_for_planner(
    robot: Robot,
    fitted: SphereSet,
    pairs: tuple[Pair, ...],
    document: Document,
    arguments: argparse.Namespace,
) -> None:
    target = arguments.output
    path = document.path if document.format == "urdf" else None
    own = "" if path is None else os.path.relpath(path, os.path.dirname(os.path.abspath(target)))
    made = planner_files(robot, fitted, target, pairs=pairs, urdf=own)
    for name in made.files:
        require_target(name, arguments)
    outputs = (Output(name, text.encode()) for name, text in made.files.items())
    write_files(*outputs, arguments=arguments)
    if not arguments.quiet:
        for note in made.notes:
            sys.stderr.write(f"bodyplan: {visible(note)}\n")
    summarize(", ".join(made.files), counted(fitted), arguments)


def _change(document: Document, fitted: SphereSet, arguments: argparse.Namespace) -> int:
    before = copy(document)
    changed = write_spheres(document, fitted)
    is_dry = arguments.diff or arguments.check
    write_result(arguments, shown_path(arguments.input), before, document)
    verb = "would change" if is_dry else "changed"
    text = f"{plural(len(changed), 'link')} {verb}; {counted(fitted)}"
    summarize(document.name, text, arguments)
    return FINDINGS if is_dry and changed else OK


def counted(fitted: SphereSet) -> str:
    """Return the number of spheres, and the medians of their measures over the links."""
    text = f"{plural(fitted.count, 'sphere')} for {plural(len(fitted.links), 'link')}"
    if fitted.links and all(one.is_covered for one in fitted.links):
        text += ", proved to contain them"
    middle = fitted.medians()
    if middle is None:
        return text
    volume, gap, over = _numbers(middle)
    return f"{text}; median: {volume} of the volume covered, gap {gap}, overshoot {over}"


def _numbers(measures: SphereMeasures) -> tuple[str, str, str]:
    return (
        f"{measures.volume_covered:.1%}",
        f"{measures.largest_gap * 1e3:.1f} mm",
        f"{measures.largest_overshoot * 1e3:.1f} mm",
    )


# Showing

_TITLES = ("link", "spheres", "surface", "volume", "overlap", "gap", "largest", "95 %", "mean")


def _table(fitted: SphereSet, *, is_ascii: bool, width: int | None) -> Iterator[Line]:
    """Yield a line for each link, and a line with the medians."""
    yield Line((wording.name(fitted.robot), "bold"), (f" · {counted(fitted)}", "dim"))
    yield Line(("covered: surface, volume; overshoot: largest, 95 %, mean; in mm", "dim"))
    yield Line()
    table = Table([(0, 8)], is_ascii=is_ascii)
    table.add((title, "dim") for title in _TITLES)
    for one in fitted.links:
        if one.measures is not None:
            table.add(_row(wording.name(one.link), len(one.spheres), one.measures))
    middle = fitted.medians()
    if middle is not None and len(fitted.links) > 1:
        table.add(_row("median", None, middle))
    yield from table.lines(width)
    verdicts = fitted.verdicts
    if verdicts is not None:
        text = (
            f"self-collision in {verdicts.samples:,} random configurations: "
            f"{verdicts.false_free:.1%} free with spheres only, "
            f"{verdicts.false_collision:.1%} colliding with spheres only"
        )
        yield Line()
        yield from paragraph(text, "dim", width)


def _row(name: str, count: int | None, measures: SphereMeasures) -> Iterator[tuple[str, str]]:
    style = "" if count is not None else "bold"
    lengths = (
        measures.largest_gap,
        measures.largest_overshoot,
        measures.overshoot_95,
        measures.mean_overshoot,
    )
    cells = (
        name,
        "" if count is None else str(count),
        f"{measures.surface_covered:.1%}",
        f"{measures.volume_covered:.1%}",
        f"{measures.overlap:.3f}",
        *(f"{length * 1e3:.1f}" for length in lengths),
    )
    return ((cell, style) for cell in cells)
