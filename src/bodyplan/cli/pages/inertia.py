"""The inertia report as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bodyplan.cli.pages.drawing import Line, Span, Table, paragraph
from bodyplan.core import plural
from bodyplan.diag import Where
from bodyplan.geometry.mesh.loading import unread_without
from bodyplan.geometry.solids import Mass
from bodyplan.inertia.density import NO_SHAPE
from bodyplan.inertia.tensor import principal_moments
from bodyplan.report import wording
from bodyplan.report.inertia import InertiaFinding, InertiaReport, LinkInertia, Verdict

_STYLES = {
    "plausible": "green",
    "doubtful": "yellow",
    "impossible": "red",
    "unreadable": "red",
    "no mass": "dim",
    "no inertial": "dim",
    "static": "dim",
}
_COUNTED: dict[Verdict, str] = {
    "impossible": "impossible",
    "unreadable": "unreadable",
    "doubtful": "doubtful",
    "plausible": "plausible",
    "no mass": "without mass",
    "no inertial": "without inertial",
    "static": "static",
}
"""The verdicts, in the order in which they are counted."""
HULL = "use --from hull for the convex hull of such meshes"
_MOST_ALIKE = 3
"""The maximum number of diagnostics of one rule in one file that are listed."""
_MOST_NAMED = 3
"""The maximum number of links with the same reasons that are named."""
_MOST_NOTES = 8
"""The maximum number of reasons for unknown densities that are listed."""


def page(report: InertiaReport, width: int | None, *, is_ascii: bool) -> Iterator[Line]:
    """Yield the table of the links, their problems, and the properties of the whole robot.

    Args:
        report: the inertia report.
        width: columns that the table must fit; None for no limit.
        is_ascii: whether to use only ASCII.
    """
    yield from _head(report)
    titles = ("link", "mass kg", "centre of mass m", "principal moments kg m²", "kg/m³", "verdict")
    steps = ((0, 16), (2, 0), (3, 0), (0, 10))
    table = Table(steps, is_ascii=is_ascii)
    table.add((title, "bold") for title in titles)
    for link in report.links:
        density = "" if not link.density else _density(link.density)
        table.add([*_cells(link), (density, "cyan"), (link.verdict, _STYLES[link.verdict])])
    yield from table.lines(width)
    yield from _below(report, width)
    yield from _unknown(report.links)


def lumped_page(report: InertiaReport, width: int | None, *, is_ascii: bool) -> Iterator[Line]:
    """Yield the table of the rigid bodies, the problems of their links, and the whole robot.

    The arguments are those of ``page``.
    """
    yield from _head(report)
    titles = (
        "rigid body",
        "mass kg",
        "centre of mass m",
        "principal moments kg m²",
        "verdict",
        "links",
    )
    table = Table(((5, 12), (0, 16), (2, 0), (3, 0), (0, 10), (5, 0)), is_ascii=is_ascii)
    table.add((title, "bold") for title in titles)
    for body in report.lumped:
        others = ", ".join(map(wording.name, body.links[1:]))
        verdict = "no mass" if body.mass is None else body.verdict
        style = _STYLES[body.verdict]
        table.add([*_cells(body), (verdict, style), (f"+ {others}" if others else "", "dim")])
    yield from table.lines(width)
    yield from _below(report, width, by_link=" by link")


def numbers_of(mass: Mass) -> str:
    """Return mass properties in one line."""
    centre = " ".join(map(wording.number, map(_plain, mass.p_BC)))
    return f"{wording.number(mass.mass)} kg at ({centre}), moments {_moments(mass)}"


def _head(report: InertiaReport) -> Iterator[Line]:
    title = Line((wording.name(report.robot.name), "bold"))
    title.add(f" · {wording.name(report.document.name)}", "dim")
    yield title


def _below(report: InertiaReport, width: int | None, by_link: str = "") -> Iterator[Line]:
    """Yield the lines below a table: the problems of the links, and the whole robot.

    Args:
        report: the inertia report.
        width: columns that the lines must fit; None for no limit.
        by_link: text after the score: " by link" below a table of rigid bodies, because the score
            is computed from links; otherwise empty.
    """
    problems = list(_problems(report))
    if problems:
        yield Line()
        yield from problems
    yield Line()
    yield from _whole(report, width, by_link)


def _cells(link: LinkInertia) -> list[Span]:
    """Return name, mass, centre of mass and principal moments of a link."""
    if link.mass is None:
        return [(wording.name(link.name), ""), ("", ""), ("", ""), ("", "")]
    centre = " ".join(map(wording.number, map(_plain, link.mass.p_BC)))
    return [
        (wording.name(link.name), ""),
        (wording.number(link.mass.mass), "cyan"),
        (centre, "cyan"),
        (_moments(link.mass), "cyan"),
    ]


def _density(density: float) -> str:
    if density >= 1e6:
        return f"{density:.3g}"
    return f"{density:.0f}" if density >= 10.0 else wording.number(density)


def _moments(mass: Mass) -> str:
    moments = principal_moments(mass.inertia)
    largest = max(map(abs, moments))
    rounded = (0.0 if abs(one) < 1e-12 * largest else one for one in moments)
    return " ".join(f"{one:.3g}" for one in rounded)


def _plain(number: float) -> float:
    """Return a coordinate [m]; zero if it is negligible for a robot."""
    return 0.0 if abs(number) < 1e-7 else number


def _problems(report: InertiaReport) -> Iterator[Line]:
    """Yield the problems of each link: why its mass properties are impossible, and diagnostics.

    A reason that several links share is listed once. Only the first few diagnostics of each rule
    are listed; in an included file, the first few of each rule on each line.
    """
    alike: dict[tuple[object, ...], list[str]] = {}
    for link in report.links:
        if link.reasons:
            alike.setdefault(_group_of(report, link), []).append(link.name)
    found: dict[str, list[InertiaFinding]] = {}
    locations = Counter(_location_of(report, one) for one in report.findings)
    shown: Counter[tuple[object, ...]] = Counter()
    for one in report.findings:
        found.setdefault(one.links[0], []).append(one)
    for link in report.links:
        names = alike[_group_of(report, link)] if link.reasons else [""]
        if names[0] == link.name:
            style = _STYLES[link.verdict]
            line = Line((link.verdict, style), (f" {_listed(names)}: ", "bold"))
            line.add(", ".join(link.reasons), "")
            codes = _covered_codes(link)
            if codes:
                line.add(f" ({', '.join(codes)})", "dim")
            yield _with_file(line, report, report.place(link))
        for one in found.get(link.name, ()):
            diagnostic, place = one.found, _location_of(report, one)
            if _is_covered(diagnostic.code, link):
                continue
            shown[place] += 1
            if shown[place] == _MOST_ALIKE + 1:
                more = f"{locations[place] - _MOST_ALIKE:,} more {diagnostic.code}"
                yield Line((f"... and {more}; --json lists all", "dim"))
            if shown[place] <= _MOST_ALIKE:
                style = _STYLES.get(link.verdict, "")
                line = Line((diagnostic.code, style), (f" {diagnostic.name}: ", "dim"))
                line.add(diagnostic.message, "")
                yield _with_file(line, report, one.where, len(one.links))


def _location_of(report: InertiaReport, one: InertiaFinding) -> tuple[object, ...]:
    """Return a key for grouping: the rule and, in an included file, its line."""
    is_own = one.where.file == report.document.name
    return (one.found.code, *(() if is_own else one.where[:2]))


def _group_of(report: InertiaReport, link: LinkInertia) -> tuple[object, ...]:
    """Return a key for grouping: verdict, reasons and, in an included file, the line."""
    where = report.place(link)
    is_own = where is None or where.file == report.document.name
    place = () if is_own or where is None else where[:2]
    return (*place, link.verdict, link.reasons, *_covered_codes(link))


def _covered_codes(link: LinkInertia) -> list[str]:
    """Return the codes of the diagnostics that the reasons of a link repeat."""
    return [one.code for one in link.findings if _is_covered(one.code, link)]


def _listed(names: Sequence[str]) -> str:
    """Return up to three names, or the first name and the number of others."""
    *first, last = names if len(names) <= _MOST_NAMED else [names[0], ""]
    rest = wording.name(last) if last else f"{len(names) - 1:,} others"
    return f"{', '.join(map(wording.name, first))} and {rest}" if first else rest


def _with_file(line: Line, report: InertiaReport, where: Where | None, count: int = 1) -> Line:
    """Return a line with the file of an included model, and the number of its copies."""
    document = report.document
    if document.format == "sdf" and where is not None and where.file != document.name:
        file = wording.name(where.file)
        links = f", for {plural(count, 'link')}" if count > 1 else ""
        line.add(f" (in {file}:{where.line}{links})", "dim")
    return line


def _is_covered(code: str, link: LinkInertia) -> bool:
    """Return whether the reasons of a link repeat a diagnostic."""
    return code in {"I101", "I105", "I201", "I202", "D119"} and link.verdict == "impossible"


def _whole(report: InertiaReport, width: int | None, by_link: str) -> Iterator[Line]:
    """Yield total mass, centre of mass, configuration and score."""
    whole = report.total
    root = wording.name(report.robot.root_link.name) if report.robot.links else ""
    line = Line((f"total {wording.number(whole.mass)} kg", "bold"))
    if whole.mass:
        centre = " ".join(map(wording.number, map(_plain, whole.p_BC)))
        line.add(f", centre of mass ({centre}) m in {root}", "")
    yield line
    if report.robot.nq:
        text = f"configuration: {wording.configuration(report.configuration)}"
        yield from paragraph(text, "dim", width)
    loose = [wording.name(one.name) for one in report.robot.roots[1:]]
    if loose:
        one = len(loose) == 1
        what = f"link {loose[0]} has" if one else f"{plural(len(loose), 'link')} have"
        yield Line((f"{what} no parent joint; assumed at the pose of {root}", "dim"))
    counts = Counter(link.verdict for link in report.links)
    listed = [
        f"{counts[verdict]:,} {label}" for verdict, label in _COUNTED.items() if counts[verdict]
    ]
    if report.score is not None:
        score = Line((f"score {report.score:.0f} of 100{by_link}", "bold"))
    elif report.missing:
        parts = plural(len(report.missing), "part")
        score = Line((f"no score, because {parts} of the robot could not be read", "bold yellow"))
    else:
        score = Line((f"no score{by_link}", ""))
    score.add(f": {', '.join(listed)}", "")
    yield score
    if counts["static"]:
        yield Line(("static: never moves and has no mass, which is ignored", "dim"))


def _unknown(links: Iterable[LinkInertia]) -> Iterator[Line]:
    """Yield the reasons why densities are unknown."""
    reasons: dict[str, list[str]] = {}
    has_hull = False
    for link in links:
        if (
            link.mass is not None
            and link.mass.mass > 0.0
            and link.density_unknown not in {"", NO_SHAPE}
        ):
            has_hull = has_hull or link.instead == "hull"
            # meshes that require the same missing Python package share one reason
            why = (
                f"the mesh {unread_without(link.package)}" if link.package else link.density_unknown
            )
            reasons.setdefault(why, []).append(wording.name(link.name))
    if not reasons:
        return
    yield Line()
    for reason, names in list(reasons.items())[:_MOST_NOTES]:
        who = names[0] if len(names) == 1 else plural(len(names), "link")
        yield Line((f"unknown density of {who}: {reason}", "dim"))
    if len(reasons) > _MOST_NOTES:
        yield Line((f"... and {len(reasons) - _MOST_NOTES:,} more; --json lists all", "dim"))
    if has_hull:
        yield Line((HULL, "dim"))
