"""Numbers and texts in what URDF only carries: transmissions, ros2_control, gazebo, sensors, states."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Diagnostic, Safety
from bodyplan.lint.context import Context, FixMaker
from bodyplan.spec import change, parse_float
from bodyplan.spec.number import LONGEST_NUMBER

TOLERANCE = 1e-6
"""Relative difference below which two bounds are the same: what printing with six digits loses."""


def number(text: str) -> float | None:
    """Return the number in a text, which may have blanks around it; None without a number."""
    try:
        return parse_float(text.strip())
    except ValueError:
        return None


def with_point(text: str) -> str | None:
    """Return the text with its decimal comma replaced by a point; None if the result is not a number."""
    pointed = text.strip().replace(",", ".", 1)
    return pointed if "," in text and number(pointed) is not None else None


def integer(text: str | None) -> int | None:
    """Return the whole number in an attribute; None if it is missing or no whole number."""
    stripped = (text or "").strip()
    digits = stripped[1:] if stripped[:1] in {"+", "-"} else stripped
    is_whole = digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER
    return int(stripped) if is_whole else None


def above(value: float, bound: float) -> bool:
    """Return whether a value lies above a bound by more than rounding; never for nan."""
    return value > bound and not math.isclose(value, bound, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def at_text(
    ctx: Context,
    node: Node,
    message: str,
    *,
    hint: str | Callable[[], str | None] | None = None,
    fix: FixMaker | None = None,
) -> Diagnostic:
    """Return a diagnostic at the text of an element, or at its tag if it has no text."""
    part = "text" if (node.text or "").strip() else "tag"
    place = partial(ctx.document.where, node, part)  # type: ignore[arg-type]
    return Diagnostic(ctx.kind, message, place, hint=hint, fix=fix)


def fix_text(ctx: Context, title: str, safety: Safety, node: Node, text: str) -> FixMaker:
    """Return a fix that gives an element another text."""
    return ctx.fix(title, safety, lambda: [change.set_text(ctx.document.layout, node, text)])
