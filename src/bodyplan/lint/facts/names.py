"""Names: duplicates, similar names (with limited work), and names in messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from bodyplan import core
from bodyplan.diag import Budget, Diagnostic, Fix, Safety, near
from bodyplan.spec import Element, change

if TYPE_CHECKING:
    from bodyplan.lint.context import Context


MOST_NAMES = 2000
"""Maximum number of known names among which a similar name is searched; more take too long."""


def budget(ctx: Context) -> Budget:
    """Return the remaining budget for finding similar names in the checked document."""
    return ctx.once(_budget)


def _budget(ctx: Context) -> Budget:
    return ctx.run.budget or Budget()


def most_like(ctx: Context, word: str, known: Collection[str]) -> str | None:
    """Return the known name most similar to a word; None without one, or if the budget is used up."""
    left = budget(ctx)
    if left.left < len(known):
        return None
    return next(iter(left.near(word, known, limit=1)), None)


def nearest(word: str, known: Collection[str]) -> list[str]:
    """Return up to three similar known names that are not the name of a sibling.

    Siblings differ in a number, a side or a kind. "wheel_2" is not a misspelling of "wheel_1",
    "left_wheel" not of "right_wheel", and "wheel_joint" not of "wheel_link".
    """
    if len(known) > MOST_NAMES:
        return []
    own, stem = _marks(word), _stem(word)
    same = [name for name in known if _stem(name) == stem] if stem else []
    similar = dict.fromkeys([*same, *near(word, known, limit=8)])
    return [name for name in similar if not (own - _marks(name) and _marks(name) - own)][:3]


@cache
def _sibling() -> re.Pattern[str]:
    return re.compile(r"\d+|left|right|front|(?<!fo)rear|back|upper|lower|inner|outer|joint|link")


@cache
def _kind() -> re.Pattern[str]:
    return re.compile(r"joint|link|[-_ ]")


def _stem(name: str) -> str:
    """Return a name in lower case, without "joint", "link" and separators."""
    return _kind().sub("", name.lower())


def _marks(name: str) -> set[str]:
    """Return the parts of a name that distinguish it from its siblings."""
    return set(_sibling().findall(name.lower()))


class Similar:
    """The names similar to a word, without its siblings; computed at the first call.

    Args:
        ctx: the context of the running rule; all searches in its document share one limit on the
            work.
        word: the name as written.
        known: returns the valid names.
    """

    __slots__ = ("_ctx", "_found", "_known", "_word")

    def __init__(self, ctx: Context, word: str, known: Callable[[], Collection[str]]) -> None:
        self._ctx, self._word, self._known = ctx, word, known
        self._found: list[str] | None = None

    def __call__(self) -> list[str]:
        """Return up to three names, best first."""
        if self._found is None:
            names = self._known()
            can = budget(self._ctx).spend(len(names))
            self._found = nearest(self._word, names) if can else []
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
    """Return a diagnostic about a reference to an unknown name, with similar names as the hint.

    Args:
        ctx: the context of the running rule.
        value: the element with the reference.
        message: what is wrong.
        known: returns the valid names; called when the hint or the fix is needed.
        field: the field that holds the name.
        hint: the hint if no name is similar.
    """
    word = str(getattr(value, field))
    similar = Similar(ctx, word, known)

    def advice() -> str | None:
        return f"did you mean {choice(similar())}?" if similar() else hint

    def fix() -> Fix | None:
        if not similar() or (_marks(word) ^ _marks(similar()[0])) - {"joint", "link"}:
            return None  # a fix must not choose between siblings, such as left and right
        edits = change.set_fields(ctx.document, value, **{field: similar()[0]})
        return Fix(f"Write {similar()[0]!r}", tuple(edits), "unsafe")

    return ctx.report(value, message, field=field, hint=advice, fix=fix)


def choice(names: Iterable[str]) -> str:
    """Return names in quotes, joined by "or": "'a' or 'b'"."""
    return " or ".join(map(repr, names))


def listed(names: Iterable[str], limit: int = 10) -> str:
    """Return names in quotes: "'a', 'b' and 'c'", or the first names and the number of others."""
    return core.listed(map(repr, names), limit)


def called(what: str, name: str) -> str:
    """Return the kind and name of a part for a message.

    Without a name, the text is "a transmission without name".
    """
    return f"{what} {name!r}" if name else f"a {what} without name"


V = TypeVar("V")


def duplicates(values: Iterable[V], key: Callable[[V], str]) -> Iterator[tuple[V, V]]:
    """Yield each value whose key is a duplicate, with the first value that has this key.

    Empty keys are skipped.
    """
    first: dict[str, V] = {}
    for value in values:
        name = key(value)
        other = first.setdefault(name, value)
        if name and other is not value:
            yield value, other


def removal_of_copy(
    ctx: Context, value: Element, other: Element, safety: Safety = "safe"
) -> Callable[[], Fix | None] | None:
    """Return a fix that removes a value if it equals another value; None if they differ."""
    return ctx.fix_remove("Remove the copy", safety, value) if value == other else None
