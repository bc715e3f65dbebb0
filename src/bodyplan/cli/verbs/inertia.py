"""``bodyplan inertia``: show mass and inertia of the links, repair or compute them."""

from __future__ import annotations

import argparse
import math
import sys
from functools import partial
from typing import TYPE_CHECKING, get_args

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.endings import output_format
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import (
    described_by,
    one_input,
    opened,
    require_macros,
    session_of,
    shown_path,
)
from bodyplan.cli.output import watching, write_output
from bodyplan.cli.page_writer import PageWriter
from bodyplan.cli.pages.inertia import HULL, lumped_page, numbers_of, page
from bodyplan.cli.parser import Parser
from bodyplan.cli.positions import configuration_request
from bodyplan.cli.result import write_result
from bodyplan.cli.robots import as_urdf, described_robot
from bodyplan.core import listed, plural, replace
from bodyplan.core.names import visible
from bodyplan.diag import did_you_mean
from bodyplan.diag.json_schema import json_text
from bodyplan.formats.document import Document
from bodyplan.formats.registry import FORMATS, is_edited
from bodyplan.inertia.from_shapes import Origin
from bodyplan.jobs.inertia.changes import applied, compute, repair, with_changes
from bodyplan.jobs.inertia.report import inertia_report
from bodyplan.report.configuration import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bodyplan.description.description import Description
    from bodyplan.diag import Where
    from bodyplan.formats.source import WordOrPath
    from bodyplan.report.inertia import InertiaChange, InertiaReport
    from bodyplan.resources import Resources

_MOST_MISSING = 4
"""The maximum number of listed reasons for missing parts."""

_PAGE = f"""\
Show the mass properties of each link: mass, centre of mass, principal moments,
the density of its shapes, and whether they are physically possible; then the
mass properties of the whole robot, and its plausibility score from 0 to 100.

With --compute or --repair, change values in the file: those that are
impossible (or, for --compute, placeholders such as zero or the identity), or
those of the links that --links names.

examples:
  bodyplan inertia sample:arm
  bodyplan inertia arm.urdf --compute density=2700 --links '*finger*' --diff

arguments:
  [ROBOT]                  ; also folders, patterns and several files
  [ARG:=VALUE ...]

options:
  --from {{{",".join(get_args(Origin))}}} = origin
                           shapes to compute from; hull: the convex hull of each, also of open meshes
  --model
  --lumped                 show links connected by fixed joints as one rigid body
  --fail-under SCORE [0..100]
                           exit 1 if the score is lower or missing
  @config
  --limit

configuration:
  @configuration

other values:
  --compute WHAT           from filled shapes: density=KG/M3, mass=KG, or mass for the current masses
  | --repair               write the nearest possible inertia; keep mass and centre of mass
  --links NAMES *          only these links, even if their values are possible; such as
                           base,finger_* or '*'

output:
  --json
  @write
  --color

packages:
  @packages

many files:
  @many
  --cache

together:
  --resume with --jsonl
  --cache with --jsonl
  --in-place with --compute or --repair
  --diff with --compute or --repair
  --check with --compute or --repair
  --links with --compute or --repair
  --lumped without --compute or --repair
  --fail-under without --compute or --repair
  --from without --repair, which does not use shapes
  --srdf with --state

exit status: 0 done, 1 the score is below --fail-under or missing,
or (with --diff and --check) something would change,
2 wrong usage or unreadable input
"""
parser = partial(Parser, "inertia", _PAGE)
JSON_OF = {"": "report.inertia:InertiaReport"}


def ending_of(arguments: argparse.Namespace) -> str:
    """Return the suffix of the result for each of many files.

    An empty suffix means that each file keeps its own.
    """
    if arguments.compute or arguments.repair:
        return ""
    return ".json" if arguments.jsonl else ".txt"


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    _require_consistent(arguments)
    arguments.input, values = one_input(arguments.input, arguments.values, quiet=arguments.quiet)
    name = shown_path(arguments.input)
    session = session_of(arguments, values)
    description = opened(session, name, takes_mjcf=True, model=arguments.model or "")
    if (arguments.compute or arguments.repair) and not is_edited(description.format):
        title = FORMATS[description.format or ""].title
        raise UserError(f"{name} is {title}, which is not edited; convert it first")
    description = as_urdf(description, arguments)
    require_macros(values, has_macros=description.written.format == "xacro")
    described_by(description)  # raises an error if the file cannot be expanded
    is_change = bool(arguments.compute or arguments.repair)
    if not is_change:
        chosen = "json" if arguments.json else None
        form = output_format(arguments.output, {".txt": "text", ".json": "json"}, chosen, "text")
        arguments.json = form == "json"
    with_density = arguments.json or not is_change
    named = described_robot(description) if arguments.state else None
    request = configuration_request(arguments, named)

    def compute_report(source: Document | Description) -> InertiaReport:
        try:
            return inertia_report(
                session.open(source, model=arguments.model or "")
                if isinstance(source, Document)
                else source,
                origin=arguments.origin,
                with_density=with_density,
                request=request,
                watch=None if arguments.quiet else watching("computing"),
            )
        except ConfigurationError as error:
            raise UserError(f"-q: {error}") from None

    report = compute_report(description)
    if not arguments.quiet:
        _report_missing(report)
    if is_change:
        return _change(arguments, name, report, session.resources, compute_report)
    if not arguments.quiet or arguments.json or arguments.output:
        _show(arguments, report)
    return _judged(arguments, report)


def _report_missing(report: InertiaReport) -> None:
    """Report on standard error the parts of the robot that are missing, each reason once."""
    places: dict[str, list[str]] = {}
    for one in report.missing:
        places.setdefault(one.message, []).append(_shown_location(report, one.where))
    for message, (first, *others) in list(places.items())[:_MOST_MISSING]:
        more = f" and {plural(len(others), 'more location')}" if others else ""
        sys.stderr.write(f"{visible(f'{first}{more}: {message}')}\n")
    if len(places) > _MOST_MISSING:
        sys.stderr.write(f"... and {len(places) - _MOST_MISSING:,} more; --json lists all\n")


def _shown_location(report: InertiaReport, where: Where | None) -> str:
    """Return the file and line of a location, as text."""
    if where is None:
        return report.document.name
    return f"{where.file}:{where.line}"


def _judged(arguments: argparse.Namespace, report: InertiaReport) -> int:
    """Return the exit status for ``--fail-under``; report why a score is missing."""
    least, score = arguments.fail_under, report.score
    if least is None:
        return OK
    reason = report.why_unscored
    if reason and not arguments.quiet:
        message = f"{report.document.name}: no score, at least {least:g} is required: {reason}"
        sys.stderr.write(f"{visible(message)}\n")
    return FINDINGS if reason or (score is not None and score < least) else OK


def _require_consistent(arguments: argparse.Namespace) -> None:
    """Check that the options can be combined.

    Raises:
        UserError: options cannot be combined.
    """
    if not (arguments.compute or arguments.repair):
        return
    if arguments.in_place and arguments.input == "-":
        raise UserError("--in-place cannot write to standard input; use -o FILE")
    to_output = arguments.output == "-" or (arguments.input == "-" and not arguments.output)
    if arguments.json and (arguments.diff or (to_output and not arguments.check)):
        raise UserError("--json already uses standard output; use -o FILE or --in-place")
    if arguments.compute:
        _amounts(arguments.compute)


def _amounts(word: str) -> tuple[float | None, float | None]:
    """Return the density and the mass that ``--compute`` requests.

    Raises:
        UserError: the value of the option is invalid.
    """
    what, equals, number = word.partition("=")
    if what not in {"density", "mass"} or (what == "density" and not equals):
        raise UserError(f"--compute expects density=KG/M3, mass=KG or mass, got {word!r}")
    if not equals:
        return None, None
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not 0.0 < value < math.inf:
        raise UserError(f"--compute {what} must be a positive number, got {number!r}")
    return (value, None) if what == "density" else (None, value)


def _show(arguments: argparse.Namespace, report: InertiaReport) -> None:
    if arguments.json:
        bodies = report.lumped if arguments.lumped else None
        write_output(json_text(replace(report, bodies=bodies)), arguments)
        return

    writer = PageWriter(arguments)
    make = lumped_page if arguments.lumped else page
    writer.write(make(report, writer.width, is_ascii=writer.is_ascii))


# Changing the inertias


def _change(
    arguments: argparse.Namespace,
    name: WordOrPath,
    report: InertiaReport,
    resources: Resources | None,
    compute_report: Callable[[Document], InertiaReport],
) -> int:
    """Change mass properties, write the file, and return the exit status."""
    document = report.document
    if document.format == "xacro":
        raise UserError(
            f"{document.name} is xacro, which computes these values; change the output of `bodyplan "
            f"expand`, or edit the xacro by hand"
        )
    links = None if not arguments.links else _links(arguments.links, report)
    if arguments.repair:
        results = repair(report, links=links)
    else:
        density, mass = _amounts(arguments.compute)
        results = compute(
            report,
            density=density,
            mass=mass,
            origin=arguments.origin or "collision",
            links=links,
            resources=resources,
            watch=None if arguments.quiet else watching("computing"),
        )
    after = applied(document, results)
    changes = after is not document
    is_dry = arguments.diff or arguments.check
    text = ""
    if arguments.json:
        text = json_text(
            with_changes(
                report,
                results,
                after=compute_report(after) if changes else None,
                written=changes and not is_dry,
            )
        )
    write_result(arguments, name, document, after)
    sys.stdout.write(text)
    sys.stdout.flush()
    if not arguments.quiet and not arguments.json:
        for line in _lines(report, results, is_dry=is_dry, is_repair=arguments.repair):
            sys.stderr.write(f"{visible(line)}\n")
    return FINDINGS if is_dry and changes else OK


def _links(words: Sequence[str], report: InertiaReport) -> list[str]:
    """Return the names of the links that words or patterns match.

    Raises:
        UserError: a word matches no link.
    """
    from fnmatch import fnmatchcase

    names = report.robot.link_names
    found: dict[str, None] = {}
    for word in words:
        for part in [word] if word in names else word.split(","):
            wanted = part.strip()
            fitting = [wanted] if wanted in names else []
            fitting = fitting or [name for name in names if fnmatchcase(name, wanted)]
            if not fitting:
                hint = did_you_mean(wanted, names) or f"the robot has {listed(names, 5)}"
                raise UserError(f"--links: unknown link {wanted!r}; {hint}")
            found |= dict.fromkeys(fitting)
    return list(found)


def _lines(
    report: InertiaReport, results: Sequence[InertiaChange], *, is_dry: bool, is_repair: bool
) -> list[str]:
    """Return lines with the changes."""
    lines = []
    copies: dict[
        tuple[str, str], list[str]
    ] = {}  # links with the same location, in a file that is included many times
    for one in results:
        location = _shown_location(report, one.where)
        if one.where is not None:
            location += f":{one.where.column}"
        if one.state == "fix" and one.after is not None:
            before = "nothing" if one.before is None else numbers_of(one.before)
            note = f" ({one.note})" if one.note else ""
            lines.append(
                f"{location}: link {one.name!r}: {before} -> {numbers_of(one.after)}{note}"
            )
        elif one.state == "not possible":
            copies.setdefault((location, one.reason), []).append(one.name)
    for (location, reason), (first, *others) in copies.items():
        who = f"link {first!r} is unchanged"
        if others:
            more = "1 other" if len(others) == 1 else f"{len(others):,} others"
            who = f"link {first!r} and {more} are unchanged"
        lines.append(f"{location}: {who}: {reason}")
    lines.append(f"{report.document.name}: {_summary(results, is_dry=is_dry, is_repair=is_repair)}")
    return [*lines, *_suggestions(results)]


def _summary(results: Sequence[InertiaChange], *, is_dry: bool, is_repair: bool) -> str:
    """Return how many links change, and how many further links could change."""
    changed = sum(one.state == "fix" for one in results)
    kept = sum(one.state == "kept" for one in results)
    verb = "would change" if is_dry else "changed"
    summary = f"{plural(changed, 'link')} {verb}" if changed else "nothing to change"
    if not kept:
        return summary
    links, have, them = (
        ("1 link", "has", "it") if kept == 1 else (f"{kept:,} links", "have", "them")
    )
    but = " except for rounding" if is_repair else ""
    return f"{summary}; {links} {have} possible values{but}, changed only if --links names {them}"


def _suggestions(results: Sequence[InertiaChange]) -> Iterator[str]:
    """Yield advice on other shapes that can be used, each once."""
    hints = {
        "hull": HULL,
        "visual": "for links without <collision>, use --from visual",
        "collision": "for links without <visual>, use --from collision",
    }
    for origin in dict.fromkeys(one.instead for one in results):
        if origin is not None:
            yield hints[origin]
