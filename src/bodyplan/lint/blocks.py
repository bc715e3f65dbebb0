"""What the rules on transmissions, ros2_control, gazebo, sensors and states share."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable
from functools import partial
from weakref import WeakKeyDictionary
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Diagnostic, Fix, Safety, Severity, near
from bodyplan.lint.context import Context, FixMaker
from bodyplan.spec import Element, change, parse_float

MOST_NAMES = 2000
"""Above so many names no near one is searched: it would cost more than it tells."""

TOLERANCE = 1e-6
"""Relative difference below which two bounds are the same: what printing with six digits loses."""

BUDGET = 500_000
"""How many comparisons of two names a document may cost; a hostile one must not buy more."""

_SPENT: WeakKeyDictionary[Context, int] = WeakKeyDictionary()

_SIBLING = re.compile(r"\d+|left|right|front|rear|back|upper|lower|inner|outer|joint|link")
_KIND = re.compile(r"joint|link|[-_ ]")


def number(text: str) -> float | None:
    """The number a text holds, blanks around it allowed; None where it holds none."""
    try:
        return parse_float(text.strip())
    except ValueError:
        return None


def with_point(text: str) -> str | None:
    """The text with its decimal comma turned into a point, where that makes a number of it."""
    pointed = text.strip().replace(",", ".", 1)
    return pointed if "," in text and number(pointed) is not None else None


def integer(text: str | None) -> int | None:
    """The whole number an attribute holds; None where it holds none or is not there."""
    stripped = (text or "").strip()
    digits = stripped[1:] if stripped[:1] in {"+", "-"} else stripped
    return int(stripped) if digits.isascii() and digits.isdigit() else None


def above(value: float, bound: float) -> bool:
    """Whether a value lies above a bound by more than rounding; never for nan."""
    return value > bound and not math.isclose(value, bound, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def nearest(word: str, known: Collection[str]) -> list[str]:
    """Up to three known names that look like this one and are not the name of a sibling.

    Siblings are told apart by a number, a side or a kind: "wheel_2" is never a slip of the pen
    for "wheel_1", nor "left_wheel" for "right_wheel", nor "wheel_joint" for "wheel_link".
    """
    if len(known) > MOST_NAMES:
        return []
    own, stem = _marks(word), _stem(word)
    same = [name for name in known if _stem(name) == stem] if stem else []
    similar = dict.fromkeys([*same, *near(word, known, limit=8)])
    return [name for name in similar if not (own - _marks(name) and _marks(name) - own)][:3]


def _stem(name: str) -> str:
    """A name without its kind and without regard to case and separators."""
    return _KIND.sub("", name.lower())


def _marks(name: str) -> set[str]:
    """What tells a name from those of its siblings."""
    return set(_SIBLING.findall(name.lower()))


class Similar:
    """The near names of one word, looked for when first asked for, while there is budget left.

    Args:
        ctx: of the running rule; each document has one budget.
        word: what is written.
        known: the names that would do.
    """

    __slots__ = ("_ctx", "_found", "_known", "_word")

    def __init__(self, ctx: Context, word: str, known: Callable[[], Collection[str]]) -> None:
        self._ctx, self._word, self._known = ctx, word, known
        self._found: list[str] | None = None

    def __call__(self) -> list[str]:
        """Up to three names, the best first."""
        if self._found is None:
            names = self._known()
            spent = _SPENT[self._ctx] = _SPENT.get(self._ctx, 0) + len(names)
            self._found = nearest(self._word, names) if spent <= BUDGET else []
        return self._found


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
    similar = Similar(ctx, word, known)

    def advice() -> str | None:
        return f"did you mean {choice(similar())}?" if similar() else hint

    def fix() -> Fix | None:
        if not similar() or (_marks(word) ^ _marks(similar()[0])) - {"joint", "link"}:
            return None  # a fix must not choose a side
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
