"""Records the problems of an expansion with their locations, so that it can continue."""

from __future__ import annotations

from collections.abc import Iterable

from bodyplan.xacro._symbols import Place
from bodyplan.xacro.expansion import Origin, Problem, ProblemKind, SourceFile
from bodyplan.xacro.expressions.values import ExpressionError
from bodyplan.xacro.limits import XacroLimits
from bodyplan.xacro.nodes import Element, Trail

MOST_KNOWN = 2_000
"""The largest number of known names that a problem stores; hints suggest similar ones."""
_LONGEST = 2_000
FINAL = frozenset(("crash", "fatal", "limit"))
"""Kinds of problems after which no other problem is reported."""
_DEFINING = {
    "property": ("xacro:property", "name"),
    "block": ("xacro:property", "name"),
    "block_count": ("xacro:property", "name"),
    "macro": ("xacro:macro", "name"),
    "argument": ("xacro:arg", "name"),
}
"""The tag and attribute that define names, by the kind of problem for such a name that is
undefined."""


class StopError(Exception):
    """The expansion must stop; the reason has been recorded."""


class Problems:
    """The problems and warnings of one expansion.

    Args:
        limits: the limits of the expansion; one of them is the number of recorded problems.
    """

    def __init__(self, limits: XacroLimits) -> None:
        self.limits = limits
        self.files: list[SourceFile] = []
        """The files that were read, the main file first."""
        self.found: dict[tuple[object, ...], Problem] = {}
        self.warnings: dict[tuple[object, ...], Problem] = {}
        self.here: tuple[Element, str | None, Trail] | None = None
        """The location of the text that is being evaluated, as the fields of a ``Place``."""
        self.inner: Place | None = None
        """The location of the property that is being evaluated because this text uses it."""
        self.is_incomplete = False
        """Whether definitions may be missing because a file could not be read or a condition could
        not be evaluated."""
        self._names: dict[tuple[str, int], set[str]] = {}
        self._defaults: dict[str, str] | None = None

    @property
    def outer(self) -> Place | None:
        """The location of the text that is being evaluated."""
        return None if self.here is None else Place(*self.here)

    def record(self, error: ExpressionError) -> None:
        """Record the error because of which the text that is being evaluated has no value.

        Raises:
            StopError: the expansion ends here.
        """
        self.add(
            error.kind,
            error.message,
            self.inner or self.outer,
            name=error.name,
            known=error.known,
            expression=error.expression,
        )

    def add(
        self,
        kind: ProblemKind,
        message: str,
        place: Place | None,
        *,
        name: str = "",
        known: Iterable[str] = (),
        expression: str = "",
        byte: int | None = None,
    ) -> None:
        """Record a problem, unless it may be a consequence of a problem recorded before.

        Raises:
            StopError: the expansion ends here.
        """
        if self.found and self._may_follow(kind, name):
            return
        outer = self.outer
        is_needed = self.inner is not None and place is self.inner and outer is not None
        self._keep(
            self.found,
            Problem(
                kind,
                message[:_LONGEST],
                None if place is None else place.origin,
                None if place is None else place.attribute,
                byte,
                name,
                tuple(sorted(set(known)))[:MOST_KNOWN],
                expression,
                outer.origin if is_needed and outer is not None else None,
            ),
        )
        if kind in FINAL or len(self.found) >= self.limits.max_problems:
            raise StopError

    def warn(
        self, kind: ProblemKind, message: str, place: Place | None = None, *, name: str = ""
    ) -> None:
        """Record a warning; repeated warnings at the same location are dropped."""
        place = place or self.inner or self.outer
        if len(self.warnings) < self.limits.max_warnings and place is not None:
            origin, attribute = place.origin, place.attribute
            made = Problem(kind, message[:_LONGEST], origin, attribute, name=name)
            self._keep(self.warnings, made)

    @staticmethod
    def _keep(found: dict[tuple[object, ...], Problem], one: Problem) -> None:
        origin = one.origin or Origin(0, 0)
        found.setdefault((one.kind, one.message, origin[:2], one.attribute, one.expression), one)

    def default_declared_later(self, name: str) -> str | None:
        """Return the default that the main file declares for an argument, if it is plain text."""
        if self._defaults is None:
            roots = (file.root for file in self.files[:1] if file.root is not None)
            elements = [one for root in roots for one in root if one.tag == "xacro:arg"]
            self._defaults = {
                one.attributes.get("name", ""): one.attributes["default"]
                for one in reversed(elements)
                if "$" not in one.attributes.get("default", "$")
            }
        return self._defaults.get(name)

    def _may_follow(self, kind: ProblemKind, name: str) -> bool:
        """Return whether a problem recorded before may be the reason why a name is undefined."""
        if kind not in _DEFINING:
            return False
        if self.is_incomplete:
            return True
        tag, attribute = _DEFINING[kind]
        defined = self._names.get((tag, len(self.files)))
        if defined is None:
            roots = (file.root for file in self.files if file.root is not None)
            elements = (one for root in roots for one in root.iter() if one.tag == tag)
            defined = {one.attributes.get(attribute, "") for one in elements}
            self._names[tag, len(self.files)] = defined
        known = {name, name.rpartition(".")[2]} & defined
        return bool(known) or any("$" in one for one in defined)
