"""``bodyplan inertia``: weigh the links, and mend or compute their inertia."""

from __future__ import annotations

import argparse
import math
import sys
from functools import partial
from typing import TYPE_CHECKING, get_args

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.inertia_page import HULL, lumped_page, numbers_of, page
from bodyplan.cli.inputs import described_by, description, one_input, require_macros, shown_path
from bodyplan.cli.output import write_output
from bodyplan.cli.page_writer import PageWriter
from bodyplan.cli.parser import Parser
from bodyplan.cli.progress import watching
from bodyplan.cli.result import write_result
from bodyplan.cli.settings import SettingsFinder, named_resources
from bodyplan.core import plural, replace
from bodyplan.diag import did_you_mean
from bodyplan.diag.json_schema import json_text
from bodyplan.diag.parts.plain import visible
from bodyplan.formats.input_error import InputError
from bodyplan.inertia.from_shapes import Origin
from bodyplan.project.inertia import inertia_report
from bodyplan.project.inertia_changes import applied, compute, repair, with_changes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bodyplan.diag import Where
    from bodyplan.formats.document import Document
    from bodyplan.report.inertia import InertiaChange, InertiaReport
    from bodyplan.resources import Resources

_MOST_MISSING = 4
"""What is not on the scales, each told with its reason."""

_PAGE = f"""\
Show what each link weighs: mass, centre of mass, principal moments, the
density of its shapes, and whether a body can be like that; then the whole robot
and how plausible it is, from 0 to 100.

With --compute or --repair, write other numbers into the file: only where
the old ones are impossible, or for the links that --links names.

examples:
  bodyplan inertia sample:arm
  bodyplan inertia arm.urdf --compute density=2700 --links '*finger*' --diff

arguments:
  ROBOT
  [ARG:=VALUE ...]

options:
  --from {{{",".join(get_args(Origin))}}} = origin
                           the shapes that count; hull: the convex hull of each, also of open meshes
  --model
  --lumped                 show what fixed joints hold together as one body
  --fail-under SCORE [0..100]
                           exit 1 if the robot scores less, or cannot be scored
  @config
  --limit

other numbers:
  --compute WHAT           fill the shapes: density=KG/M3, mass=KG, or mass: each link keeps its own
  | --repair               write the nearest inertia that a body can have; mass and centre stay
  --links NAMES *          only these links, and these in any case; such as base,finger_* or '*'

output:
  --json
  @write
  --color

packages:
  @packages

together:
  --in-place with --compute or --repair
  --diff with --compute or --repair
  --check with --compute or --repair
  --links with --compute or --repair
  --lumped without --compute or --repair
  --fail-under without --compute or --repair
  --from without --repair, which looks at no shapes

exit status: 0 done, 1 the score is below --fail-under or there is none,
or (with --diff and --check) something would change,
2 wrong usage or unreadable input
"""
parser = partial(Parser, "inertia", _PAGE)
JSON_OF = {"": "report.inertia:InertiaReport"}


def run(arguments: argparse.Namespace) -> int:
    """Shows or changes, and gives back the exit status."""
    _require_sense(arguments)
    arguments.input, values = one_input(arguments.input, arguments.values, quiet=arguments.quiet)
    settings = SettingsFinder(arguments)(arguments.input)
    resources = named_resources(arguments)
    name = shown_path(arguments.input)
    document = description(name, limits=settings.limits, arguments=values, resources=resources)
    require_macros(values, has_macros=document.format == "xacro")
    described_by(document)  # or it is said why not
    is_change = bool(arguments.compute or arguments.repair)
    with_density = arguments.json or not is_change

    def scales(document: Document) -> InertiaReport:
        try:
            return inertia_report(
                document,
                model=arguments.model,
                origin=arguments.origin,
                with_density=with_density,
                settings=settings,
                resources=resources,
                watch=None if arguments.quiet else watching("weighing"),
            )
        except InputError as error:  # in the words of Python
            raise UserError(str(error).replace("with model=", "with --model ")) from None

    weighing = scales(document)
    if not weighing.links:
        reason = f"; {weighing.missing[0].message}" if weighing.missing else ""
        raise UserError(f"{name}: this robot has no links{reason}")
    if not arguments.quiet:
        _tell_of_missing(weighing)
    if is_change:
        return _change(arguments, name, weighing, resources, scales)
    if not arguments.quiet or arguments.json or arguments.output:
        _show(arguments, weighing)
    return _judged(arguments, weighing)


def _tell_of_missing(weighing: InertiaReport) -> None:
    """On standard error: what belongs to the robot and is not weighed, each reason once."""
    places: dict[str, list[str]] = {}
    for one in weighing.missing:
        places.setdefault(one.message, []).append(_shown_place(weighing, one.where))
    for message, (first, *others) in list(places.items())[:_MOST_MISSING]:
        more = f" and {plural(len(others), 'more place')}" if others else ""
        sys.stderr.write(f"{visible(f'{first}{more}: {message}')}\n")
    if len(places) > _MOST_MISSING:
        sys.stderr.write(f"... and {len(places) - _MOST_MISSING:,} more; --json tells all\n")


def _shown_place(weighing: InertiaReport, where: Where | None) -> str:
    """File and line."""
    if where is None:
        return weighing.document.name
    return f"{where.file}:{where.line}"


def _judged(arguments: argparse.Namespace, weighing: InertiaReport) -> int:
    """The exit status of a score, and on standard error why there is none where one is asked for.

    What never moves needs no mass, so it is not held against it that nothing can be judged.
    """
    least, score = arguments.fail_under, weighing.score
    if least is None:
        return OK
    if score is not None:
        return FINDINGS if score < least else OK
    if not weighing.missing and any(link.verdict == "static" for link in weighing.links):
        return OK
    if not arguments.quiet:
        reason = "not all of it is weighed" if weighing.missing else "no link has a mass"
        told = f"{weighing.document.name}: no score of {least:g} or more: {reason}"
        sys.stderr.write(f"{visible(told)}\n")
    return FINDINGS


def _require_sense(arguments: argparse.Namespace) -> None:
    """Nothing, where the options go together.

    Raises:
        UserError: they do not.
    """
    if not (arguments.compute or arguments.repair):
        return
    if arguments.in_place and arguments.input == "-":
        raise UserError("standard input is no file that --in-place could write; use -o FILE")
    to_output = arguments.output == "-" or (arguments.input == "-" and not arguments.output)
    if arguments.json and (arguments.diff or (to_output and not arguments.check)):
        raise UserError("--json takes standard output for itself; use -o FILE or --in-place")
    if arguments.compute:
        _amounts(arguments.compute)


def _amounts(word: str) -> tuple[float | None, float | None]:
    """The density and the mass that ``--compute`` asks for.

    Raises:
        UserError: it asks for something else.
    """
    what, equals, number = word.partition("=")
    if what not in {"density", "mass"} or (what == "density" and not equals):
        raise UserError(f"--compute takes density=KG/M3, mass=KG or mass, not {word!r}")
    if not equals:
        return None, None
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not 0.0 < value < math.inf:
        raise UserError(f"--compute {what} takes a positive number, not {number!r}")
    return (value, None) if what == "density" else (None, value)


def _show(arguments: argparse.Namespace, weighing: InertiaReport) -> None:
    if arguments.json:
        bodies = weighing.lumped if arguments.lumped else None
        write_output(json_text(replace(weighing, bodies=bodies)), arguments)
        return

    writer = PageWriter(arguments)
    make = lumped_page if arguments.lumped else page
    writer.write(make(weighing, writer.width, is_ascii=writer.is_ascii))


# Other numbers


def _change(
    arguments: argparse.Namespace,
    name: str,
    weighing: InertiaReport,
    resources: Resources | None,
    scales: Callable[[Document], InertiaReport],
) -> int:
    """Gives links other numbers, writes, and gives back the exit status."""
    document = weighing.document
    if document.format == "xacro":
        raise UserError(
            f"{document.name} has macros, which make these numbers; change what `bodyplan expand` "
            f"makes of it, or the macros by hand"
        )
    links = None if not arguments.links else _links(arguments.links, weighing)
    if arguments.repair:
        results = repair(weighing, links=links)
    else:
        density, mass = _amounts(arguments.compute)
        results = compute(
            weighing,
            density=density,
            mass=mass,
            origin=arguments.origin or "collision",
            links=links,
            resources=resources,
            watch=None if arguments.quiet else watching("measuring"),
        )
    after = applied(document, results)
    changes = after is not document
    is_dry = arguments.diff or arguments.check
    told = ""
    if arguments.json:
        told = json_text(
            with_changes(
                weighing,
                results,
                after=scales(after) if changes else None,
                written=changes and not is_dry,
            )
        )
    write_result(arguments, name, document, after)
    sys.stdout.write(told)
    sys.stdout.flush()
    if not arguments.quiet and not arguments.json:
        for line in _told(weighing, results, is_dry=is_dry, is_repair=arguments.repair):
            sys.stderr.write(f"{visible(line)}\n")
    return FINDINGS if is_dry and changes else OK


def _links(words: Sequence[str], weighing: InertiaReport) -> list[str]:
    """The names of links that are meant.

    Raises:
        UserError: a name or pattern that fits none.
    """
    from fnmatch import fnmatchcase

    names = weighing.robot.link_names
    found: dict[str, None] = {}
    for word in words:
        for part in [word] if word in names else word.split(","):
            wanted = part.strip()
            fitting = [wanted] if wanted in names else []
            fitting = fitting or [name for name in names if fnmatchcase(name, wanted)]
            if not fitting:
                hint = did_you_mean(wanted, names) or f"it has {', '.join(names[:8])}" + (
                    ", ..." if len(names) > 8 else ""
                )
                raise UserError(f"--links: the robot has no link {wanted!r}; {hint}")
            found |= dict.fromkeys(fitting)
    return list(found)


def _told(
    weighing: InertiaReport, results: Sequence[InertiaChange], *, is_dry: bool, is_repair: bool
) -> list[str]:
    """What was done, for people."""
    lines = []
    copies: dict[tuple[str, str], list[str]] = {}  # of one place, in a file included many times
    for one in results:
        place = _shown_place(weighing, one.where)
        if one.where is not None:
            place += f":{one.where.column}"
        if one.state == "fix" and one.after is not None:
            before = "nothing" if one.before is None else numbers_of(one.before)
            note = f" ({one.note})" if one.note else ""
            lines.append(f"{place}: link {one.name!r}: {before} -> {numbers_of(one.after)}{note}")
        elif one.state == "not possible":
            copies.setdefault((place, one.reason), []).append(one.name)
    for (place, reason), (first, *others) in copies.items():
        who = f"link {first!r} stays as it is"
        if others:
            more = "1 other" if len(others) == 1 else f"{len(others):,} others"
            who = f"link {first!r} and {more} stay as they are"
        lines.append(f"{place}: {who}: {reason}")
    lines.append(
        f"{weighing.document.name}: {_summary(results, is_dry=is_dry, is_repair=is_repair)}"
    )
    return [*lines, *_ways_out(results)]


def _summary(results: Sequence[InertiaChange], *, is_dry: bool, is_repair: bool) -> str:
    """How many links change, and how many might."""
    changed = sum(one.state == "fix" for one in results)
    kept = sum(one.state == "kept" for one in results)
    verb = "would change" if is_dry else "changed"
    told = f"{plural(changed, 'link')} {verb}" if changed else "nothing to change"
    if not kept:
        return told
    what, which = ("is possible", "it") if kept == 1 else ("are possible", "them")
    but = " but for rounding, or just so" if is_repair else ""
    return f"{told}; {plural(kept, 'link')} {what}{but}: changed only where --links names {which}"


def _ways_out(results: Sequence[InertiaChange]) -> Iterator[str]:
    """The other shapes that may do where some do not, each once."""
    told = {
        "hull": HULL,
        "visual": "where a link has no collision shape, --from visual takes what it looks like",
        "collision": "where a link has no visual shape, --from collision takes what it collides with",
    }
    for origin in dict.fromkeys(one.instead for one in results):
        if origin is not None:
            yield told[origin]
