"""``bodyplan inertia``: what the links of a robot weigh, and whether that can be."""

from __future__ import annotations

import argparse
import math
import sys
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.common import (
    SettingsFinder,
    add_color_option,
    add_inputs,
    add_limit_option,
    add_write_options,
    write_output,
)
from bodyplan.cli.inputs import described_by, description, one_input, require_macros, shown_path
from bodyplan.cli.parser import Parser
from bodyplan.cli.resources import add_resource_options, named_resources
from bodyplan.cli.trouble import Trouble
from bodyplan.diag import did_you_mean
from bodyplan.diag.render.plain import visible
from bodyplan.formats.source import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bodyplan.formats.document import Document
    from bodyplan.inertia.from_shapes import Origin
    from bodyplan.project.reweighing import Reweighed
    from bodyplan.project.weighing import Weighing
    from bodyplan.resources import Resources

_ORIGINS = ("collision", "visual", "hull")
_CUT_SHORT = frozenset({"X001", "X005"})
"""What ends the reading of a file."""


def parser() -> Parser:
    """The options of the verb."""
    made = Parser(
        "inertia",
        "Show what each link weighs: mass, centre of mass, principal moments, the\n"
        "density of its shapes, and whether a body can be like that; then the whole robot\n"
        "and how plausible it is, from 0 to 100.\n\n"
        "With --compute or --repair, write other numbers: only where the old ones are\n"
        "impossible, or for the links that --links names.\n\n"
        "examples:\n"
        "  bodyplan inertia sample:arm\n"
        "  bodyplan inertia arm.urdf --compute density=2700 --links '*finger*' --diff\n\n"
        "exit status: 0 done, 1 the score is below --fail-under, or (with --diff and\n"
        "--check) something would change, 2 wrong usage or unreadable input",
    )
    add_inputs(made, many=False, takes_values=True)
    made.add_argument(
        "--from",
        dest="origin",
        choices=_ORIGINS,
        help="the shapes that count; hull: the convex hull of each, also of open meshes",
    )
    made.add_argument(
        "--model", metavar="NAME", default="", help="the model, where an SDFormat file has several"
    )
    made.add_argument(
        "--lumped", action="store_true", help="show what fixed joints hold together as one body"
    )
    made.add_argument(
        "--fail-under", type=float, metavar="SCORE", help="exit 1 if the robot scores less"
    )
    made.add_argument("--json", action="store_true", help="print as JSON")
    change = made.add_argument_group("other numbers")
    what = change.add_mutually_exclusive_group()
    what.add_argument(
        "--compute",
        metavar="WHAT",
        help="fill the shapes: density=KG/M3, mass=KG, or mass: each link keeps its own",
    )
    what.add_argument(
        "--repair",
        action="store_true",
        help="write the nearest inertia that a body can have; mass and centre stay",
    )
    change.add_argument(
        "--links",
        action="append",
        metavar="NAMES",
        help="only these links, and these in any case; such as base,finger_* or '*'",
    )
    add_write_options(made, "the changed file")
    made.add_argument("--config", metavar="FILE", help="read this configuration, search for none")
    made.add_argument("--no-config", action="store_true", help="read no configuration")
    add_limit_option(made)
    add_resource_options(made)
    add_color_option(made)
    made.set_defaults(select=None, ignore=None, fail_on=None, profile=None, meshes=False)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Shows or changes, and gives back the exit status."""
    _require_sense(arguments)
    arguments.input, values = one_input(arguments.input, arguments.values)
    settings = SettingsFinder(arguments)(arguments.input)
    resources = named_resources(arguments)
    name = shown_path(arguments.input)
    document = description(name, limits=settings.limits, arguments=values, resources=resources)
    require_macros(values, has_macros=document.format == "xacro")
    described_by(document)  # or it is said why not
    from bodyplan.cli.progress import watching
    from bodyplan.project.weighing import weigh

    watch = None if arguments.quiet else watching("weighing")
    origin: Origin | None = arguments.origin
    is_change = bool(arguments.compute or arguments.repair)
    try:
        weighing = weigh(
            document,
            model=arguments.model,
            origin=origin,
            with_density=arguments.json or not (is_change or arguments.lumped),
            settings=settings,
            resources=resources,
            watch=watch,
        )
    except InputError as error:  # in the words of Python
        raise Trouble(str(error).replace("model=", "--model ")) from None
    if not weighing.links:
        raise Trouble(f"{name}: this robot has no links")
    if not arguments.quiet:
        _tell_of_rest(name, weighing.document)
    if is_change:
        return _change(arguments, name, weighing, resources)
    if not arguments.quiet or arguments.json or arguments.output:
        _show(arguments, weighing)
    score = weighing.score
    least = arguments.fail_under
    return FINDINGS if least is not None and score is not None and score < least else OK


def _tell_of_rest(name: str, document: Document) -> None:
    """On standard error: that a file was not read to its end, so that links may be missing."""
    for one in document.diagnostics:
        if one.code in _CUT_SHORT:
            at = name if one.where.file == document.name else one.where.file
            told = f"{at}:{one.where.line}: {one.message} ({one.code}): what follows is not weighed"
            sys.stderr.write(f"{visible(told)}\n")
            return


def _require_sense(arguments: argparse.Namespace) -> None:
    """Nothing, where the options go together.

    Raises:
        Trouble: they do not.
    """
    least = arguments.fail_under
    if least is not None and not 0.0 <= least <= 100.0:
        raise Trouble(f"--fail-under takes a number from 0 to 100, not {least:g}")
    changes = arguments.compute or arguments.repair
    if not changes:
        for option, is_given in (
            ("--in-place", arguments.in_place),
            ("--diff", arguments.diff),
            ("--check", arguments.check),
            ("--links", arguments.links),
        ):
            if is_given:
                raise Trouble(f"{option} goes with --compute or --repair")
        return
    for option, is_given in (
        ("--lumped", arguments.lumped),
        ("--fail-under", arguments.fail_under is not None),
    ):
        if is_given:
            raise Trouble(f"{option} does not go with --compute or --repair")
    if arguments.repair and arguments.origin:
        raise Trouble("--from does not go with --repair, which looks at no shapes")
    if arguments.json and (arguments.diff or arguments.output == "-"):
        raise Trouble("--json takes standard output for itself; use -o FILE or --in-place")
    if arguments.compute:
        _amounts(arguments.compute)


def _amounts(word: str) -> tuple[float | None, float | None]:
    """The density and the mass that ``--compute`` asks for.

    Raises:
        Trouble: it asks for something else.
    """
    what, equals, number = word.partition("=")
    if what not in {"density", "mass"} or (what == "density" and not equals):
        raise Trouble(f"--compute takes density=KG/M3, mass=KG or mass, not {word!r}")
    if not equals:
        return None, None
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not 0.0 < value < math.inf:
        raise Trouble(f"--compute {what} takes a positive number, not {number!r}")
    return (value, None) if what == "density" else (None, value)


def _show(arguments: argparse.Namespace, weighing: Weighing) -> None:
    if arguments.json:
        from bodyplan.diag.render.indented import indented
        from bodyplan.project.weighing_table import weighing_table

        table = weighing_table(weighing, with_bodies=arguments.lumped)
        write_output(indented(table) + "\n", arguments.output)
        return
    from bodyplan.cli.sheet import Sheet
    from bodyplan.cli.weights import lumped_page, page

    sheet = Sheet(arguments.output, arguments.color)
    make = lumped_page if arguments.lumped else page
    sheet.write(make(weighing, sheet.width, is_ascii=sheet.is_ascii))


# Other numbers


def _change(
    arguments: argparse.Namespace, name: str, weighing: Weighing, resources: Resources | None
) -> int:
    """Gives links other numbers, writes, and gives back the exit status."""
    from bodyplan.cli.fix import write_result
    from bodyplan.cli.progress import watching
    from bodyplan.project.reweighing import applied, compute, repair

    document = weighing.document
    if document.format == "xacro":
        raise Trouble(
            f"{document.name} has macros, which make these numbers; change what `bodyplan expand` "
            f"makes of it, or the macros by hand"
        )
    links = None if arguments.links is None else _links(arguments.links, weighing)
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
    if arguments.json:
        from bodyplan.diag.render.indented import indented
        from bodyplan.project.weighing_table import weighing_table

        is_written = changes and not is_dry
        table = weighing_table(weighing, changes=results, is_written=is_written)
        write_output(indented(table) + "\n", None)
    write_result(arguments, name, document, after)
    sys.stdout.flush()
    if not arguments.quiet and not arguments.json:
        for line in _told(document.name, results, is_dry=is_dry, is_repair=arguments.repair):
            sys.stderr.write(f"{visible(line)}\n")
    return FINDINGS if is_dry and changes else OK


def _links(words: Sequence[str], weighing: Weighing) -> list[str]:
    """The names of links that are meant.

    Raises:
        Trouble: a name or pattern that fits none.
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
                raise Trouble(f"--links: the robot has no link {wanted!r}; {hint}")
            found |= dict.fromkeys(fitting)
    return list(found)


def _told(name: str, results: Sequence[Reweighed], *, is_dry: bool, is_repair: bool) -> list[str]:
    """What was done, for people."""
    from bodyplan.cli.weights import HULL, is_of_hull, numbers_of
    from bodyplan.formats.source import name_like

    lines = []
    copies: dict[tuple[str, str], list[str]] = {}  # of one place, in a file included many times
    for one in results:
        where = one.where
        place = name
        if where is not None:
            file = name if where.file == name else name_like(where.file, name)
            place = f"{file}:{where.line}:{where.column}"
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
    counts = {state: sum(one.state == state for one in results) for state in ("fix", "kept")}
    verb = "would change" if is_dry else "changed"
    summary = f"{_counted(counts['fix'])} {verb}" if counts["fix"] else "nothing to change"
    if counts["kept"]:
        what = "is possible" if counts["kept"] == 1 else "are possible"
        but = " but for rounding, or just so" if is_repair else ""
        summary += f"; {_counted(counts['kept'])} {what}{but}: changed only where --links names it"
    lines.append(f"{name}: {summary}")
    if any(is_of_hull(one.reason) for one in results):
        lines.append(HULL)
    if any(one.reason == "it has no collision shape" for one in results):
        lines.append("where a link has no collision shape, --from visual takes what it looks like")
    return lines


def _counted(count: int) -> str:
    from bodyplan.text import plural

    return plural(count, "link")
