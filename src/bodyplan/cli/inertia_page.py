"""A robot on the scales, as a page for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bodyplan.cli.drawing import Line, Span, Table
from bodyplan.core import plural
from bodyplan.diag import Where
from bodyplan.geometry.mesh_files import unread_without
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
"""The verdicts in the order they are counted in."""
HULL = "--from hull takes the convex hull of such meshes instead"
_MOST_ALIKE = 3
"""Findings of one rule in one place."""
_MOST_NAMED = 3
"""Links that have the same reasons, each called by its name."""
_MOST_NOTES = 8
"""Densities that are not known, each told with its reason."""


def page(weighing: InertiaReport, width: int | None, *, is_ascii: bool) -> Iterator[Line]:
    """The table of the links, what is wrong with them, and the whole.

    Args:
        weighing: the robot on the scales.
        width: what the table has to fit into; None for as wide as it needs.
        is_ascii: spell signs out.
    """
    yield from _head(weighing)
    titles = ("link", "mass kg", "centre of mass m", "principal moments kg m²", "kg/m³", "verdict")
    steps = ((0, 16), (2, 0), (3, 0), (0, 10))
    table = Table(steps, is_ascii=is_ascii)
    table.add((title, "bold") for title in titles)
    for link in weighing.links:
        density = "" if not link.density else _density(link.density)
        table.add([*_cells(link), (density, "cyan"), (link.verdict, _STYLES[link.verdict])])
    yield from table.lines(width)
    yield from _below(weighing)
    yield from _unknown(weighing.links)


def lumped_page(weighing: InertiaReport, width: int | None, *, is_ascii: bool) -> Iterator[Line]:
    """The table of the bodies that move as one, what is wrong with their links, and the whole.

    As ``page``.
    """
    yield from _head(weighing)
    titles = ("body", "mass kg", "centre of mass m", "principal moments kg m²", "verdict", "links")
    table = Table(((5, 12), (0, 16), (2, 0), (3, 0), (0, 10), (5, 0)), is_ascii=is_ascii)
    table.add((title, "bold") for title in titles)
    for body in weighing.lumped:
        others = ", ".join(map(wording.name, body.links[1:]))
        verdict = "no mass" if body.mass is None else body.verdict
        style = _STYLES[body.verdict]
        table.add([*_cells(body), (verdict, style), (f"+ {others}" if others else "", "dim")])
    yield from table.lines(width)
    yield from _below(weighing, by_link=" by link")


def numbers_of(mass: Mass) -> str:
    """Mass properties in a few words."""
    centre = " ".join(map(wording.number, map(_plain, mass.p_BC)))
    return f"{wording.number(mass.mass)} kg at ({centre}), moments {_moments(mass)}"


def _head(weighing: InertiaReport) -> Iterator[Line]:
    title = Line((wording.name(weighing.robot.name), "bold"))
    title.add(f" · {wording.name(weighing.document.name)}", "dim")
    yield title


def _below(weighing: InertiaReport, by_link: str = "") -> Iterator[Line]:
    """What stands below a table: what is wrong with the links, and the whole.

    Args:
        weighing: the robot on the scales.
        by_link: says that the score is that of the links, where the table is of something else.
    """
    faults = list(_faults(weighing))
    if faults:
        yield Line()
        yield from faults
    yield Line()
    yield from _whole(weighing, by_link)


def _cells(link: LinkInertia) -> list[Span]:
    """Name, mass, centre and moments of a link."""
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
    told = (0.0 if abs(one) < 1e-12 * largest else one for one in moments)
    return " ".join(f"{one:.3g}" for one in told)


def _plain(number: float) -> float:
    """A coordinate without what is nothing on the scale of a robot [m]."""
    return 0.0 if abs(number) < 1e-7 else number


def _faults(weighing: InertiaReport) -> Iterator[Line]:
    """What is wrong with each link: why no body is like it, and what the rules find.

    Reasons that several links share are told once. Of what one rule finds in the file that was
    named, or in one line of an included one, the first few are told.
    """
    alike: dict[tuple[object, ...], list[str]] = {}
    for link in weighing.links:
        if link.reasons:
            alike.setdefault(_kind_of(weighing, link), []).append(link.name)
    found: dict[str, list[InertiaFinding]] = {}
    places = Counter(_place_of(weighing, one) for one in weighing.findings)
    shown: Counter[tuple[object, ...]] = Counter()
    for one in weighing.findings:
        found.setdefault(one.links[0], []).append(one)
    for link in weighing.links:
        names = alike[_kind_of(weighing, link)] if link.reasons else [""]
        if names[0] == link.name:
            style = _STYLES[link.verdict]
            line = Line((link.verdict, style), (f" {_called(names)}: ", "bold"))
            line.add(", ".join(link.reasons), "")
            codes = _said_codes(link)
            if codes:
                line.add(f" ({', '.join(codes)})", "dim")
            yield _there(line, weighing, weighing.place(link))
        for one in found.get(link.name, ()):
            told, place = one.found, _place_of(weighing, one)
            if _is_said(told.code, link):
                continue
            shown[place] += 1
            if shown[place] == _MOST_ALIKE + 1:
                more = f"{places[place] - _MOST_ALIKE:,} more {told.code}"
                yield Line((f"... and {more} like these; --json tells all", "dim"))
            if shown[place] <= _MOST_ALIKE:
                style = _STYLES.get(link.verdict, "")
                line = Line((told.code, style), (f" {told.name}: ", "dim"))
                line.add(told.message, "")
                yield _there(line, weighing, one.where, len(one.links))


def _place_of(weighing: InertiaReport, one: InertiaFinding) -> tuple[object, ...]:
    """The same for findings of one rule in the file that was named, or in a line of another."""
    is_own = one.where.file == weighing.document.name
    return (one.found.code, *(() if is_own else one.where[:2]))


def _kind_of(weighing: InertiaReport, link: LinkInertia) -> tuple[object, ...]:
    """The same for links with the same verdict and reasons; of an included file, in one line."""
    where = weighing.place(link)
    is_own = where is None or where.file == weighing.document.name
    place = () if is_own or where is None else where[:2]
    return (*place, link.verdict, link.reasons, *_said_codes(link))


def _said_codes(link: LinkInertia) -> list[str]:
    """The rules that find what the reasons of a link say."""
    return [one.code for one in link.findings if _is_said(one.code, link)]


def _called(names: Sequence[str]) -> str:
    """The links of some names: up to three by these, of more the first and how many others."""
    *first, last = names if len(names) <= _MOST_NAMED else [names[0], ""]
    rest = wording.name(last) if last else f"{len(names) - 1:,} others"
    return f"{', '.join(map(wording.name, first))} and {rest}" if first else rest


def _there(line: Line, weighing: InertiaReport, where: Where | None, count: int = 1) -> Line:
    """A line with the file that a model is included from, and how many links that concerns."""
    document = weighing.document
    if document.format == "sdf" and where is not None and where.file != document.name:
        file = wording.name(where.file)
        links = f", for {plural(count, 'link')}" if count > 1 else ""
        line.add(f" (in {file}:{where.line}{links})", "dim")
    return line


def _is_said(code: str, link: LinkInertia) -> bool:
    """Whether the reasons say what a finding says."""
    return code in {"I101", "I105", "I201", "I202", "D119"} and link.verdict == "impossible"


def _whole(weighing: InertiaReport, by_link: str) -> Iterator[Line]:
    """The sum, and the score."""
    whole = weighing.total
    root = wording.name(weighing.robot.root_link.name) if weighing.robot.links else ""
    line = Line((f"total {wording.number(whole.mass)} kg", "bold"))
    if whole.mass:
        centre = " ".join(map(wording.number, map(_plain, whole.p_BC)))
        line.add(f", centre of mass ({centre}) m in {root}, joints by default", "")
    yield line
    loose = [wording.name(one.name) for one in weighing.robot.roots[1:]]
    if loose:
        if len(loose) == 1:
            told = f"{loose[0]} hangs on no joint, and counts as if it stood where {root} does"
        else:
            count = plural(len(loose), "link")
            told = f"{count} hang on no joint, and count as if they stood where {root} does"
        yield Line((told, "dim"))
    counts = Counter(link.verdict for link in weighing.links)
    listed = [
        f"{counts[verdict]:,} {told}" for verdict, told in _COUNTED.items() if counts[verdict]
    ]
    if weighing.score is not None:
        score = Line((f"score {weighing.score:.0f} of 100{by_link}", "bold"))
    elif weighing.missing:
        parts = plural(len(weighing.missing), "part")
        verb = "is" if len(weighing.missing) == 1 else "are"
        told = f"no score, as {parts} of what the file describes {verb} not weighed"
        score = Line((told, "bold yellow"))
    else:
        score = Line((f"no score{by_link}", ""))
    score.add(f": {', '.join(listed)}", "")
    yield score
    if counts["static"]:
        yield Line(("static: never moves and says no mass, so none is counted or judged", "dim"))


def _unknown(links: Iterable[LinkInertia]) -> Iterator[Line]:
    """The densities that are not known, by reason."""
    reasons: dict[str, list[str]] = {}
    has_hull = False
    for link in links:
        if (
            link.mass is not None
            and link.mass.mass > 0.0
            and link.density_unknown not in {"", NO_SHAPE}
        ):
            has_hull = has_hull or link.instead == "hull"
            # meshes that one package would read have the same words
            why = (
                f"the mesh {unread_without(link.package)}" if link.package else link.density_unknown
            )
            reasons.setdefault(why, []).append(wording.name(link.name))
    if not reasons:
        return
    yield Line()
    for reason, names in list(reasons.items())[:_MOST_NOTES]:
        who = names[0] if len(names) == 1 else plural(len(names), "link")
        yield Line((f"no density of {who}: {reason}", "dim"))
    if len(reasons) > _MOST_NOTES:
        yield Line((f"... and {len(reasons) - _MOST_NOTES:,} more; --json tells all", "dim"))
    if has_hull:
        yield Line((HULL, "dim"))
