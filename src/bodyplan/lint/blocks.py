"""What the rules on transmissions, ros2_control, gazebo, sensors and states share."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from functools import cache, partial
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Diagnostic, Fix, Safety, Severity, near
from bodyplan.lint.context import Context, FixMaker
from bodyplan.spec import Element, change, parse_float

MOST_NAMES = 2000
"""Above so many names no near one is searched: it would cost more than it tells."""

TOLERANCE = 1e-6
"""Relative difference below which two bounds are the same: what printing with six digits loses."""


def number(text: str) -> float | None:
    """The number a text holds, blanks around it allowed; None where it holds none."""
    try:
        return parse_float(text.strip())
    except ValueError:
        return None


def integer(text: str | None) -> int | None:
    """The whole number an attribute holds; None where it holds none or is not there."""
    stripped = (text or "").strip()
    digits = stripped[1:] if stripped[:1] in {"+", "-"} else stripped
    return int(stripped) if digits.isascii() and digits.isdigit() else None


def above(value: float, bound: float) -> bool:
    """Whether a value lies above a bound by more than rounding; never for nan."""
    return value > bound and not math.isclose(value, bound, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def nearest(word: str, known: Collection[str]) -> list[str]:
    """Up to three known names that look like this one."""
    return [] if len(known) > MOST_NAMES else near(word, known)


def unknown_name(
    ctx: Context,
    value: Element,
    message: str,
    known: Callable[[], Collection[str]],
    *,
    field: str = "name",
    hint: str | None = None,
) -> Diagnostic:
    """A finding about a field that names what does not exist; near names are offered.

    Args:
        ctx: of the running rule.
        value: whose field it is.
        message: what is wrong.
        known: the names that would do; asked for when the hint or the fix is.
        field: the field that holds the name.
        hint: what to do where nothing is near.
    """
    word = str(getattr(value, field))
    similar = cache(lambda: tuple(nearest(word, known())))

    def advice() -> str | None:
        return f"did you mean {choice(similar())}?" if similar() else hint

    def fix() -> Fix | None:
        if not similar():
            return None
        edits = change.set_fields(ctx.document, value, **{field: similar()[0]})
        return Fix(f"Write {similar()[0]!r}", tuple(edits), "unsafe")

    return ctx.report(value, message, field=field, hint=advice, fix=fix)


def at_text(
    ctx: Context,
    node: Node,
    message: str,
    *,
    severity: Severity | None = None,
    hint: str | Callable[[], str | None] | None = None,
    fix: FixMaker | None = None,
) -> Diagnostic:
    """A finding at the text of an element, or at its tag where it has none."""
    part = "text" if (node.text or "").strip() else "tag"
    place = partial(ctx.document.where, node, part)  # type: ignore[arg-type]
    return Diagnostic(ctx.kind, message, place, severity=severity, hint=hint, fix=fix)


def fix_text(ctx: Context, title: str, safety: Safety, node: Node, text: str) -> FixMaker:
    """A fix that gives an element another text."""
    return ctx.fix(title, safety, lambda: [change.set_text(ctx.document.layout, node, text)])


def choice(names: Iterable[str]) -> str:
    """Names as a list to choose from."""
    return " or ".join(map(repr, names))


def listing(names: Iterable[str]) -> str:
    """Names one after the other, with "and" before the last."""
    *most, last = map(repr, names)
    return f"{', '.join(most)} and {last}" if most else last
