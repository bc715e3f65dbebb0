"""Where the expansion is, and what it met: the place of each fault is taken when it happens."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from bodyplan.formats.xacro.worker.guard import RefusedError, TooLargeError
from bodyplan.formats.xacro.worker.origins import Node, Place, stamp_of
from bodyplan.formats.xacro.worker.walls import DeniedError

MOST_KNOWN = 2_000
"""Names that are told as known; near ones are looked for among them."""
_LONGEST = 2_000


class Chain(NamedTuple):
    """A chain of macro calls: one call, and the chain that it was made in.

    Args:
        parent: number of the chain before it; 0 is the empty one.
        macro: the name that was called.
        file: index of the file with the calling tag.
        element: number of the calling tag.
    """

    parent: int
    macro: str
    file: int
    element: int


class Frame(NamedTuple):
    """A text under evaluation.

    Args:
        place: where it was written; None where that is not known.
        chain: the macro calls around it.
    """

    place: Place | None
    chain: int


class StopError(BaseException):
    """Ends the expansion; no handler of the package catches it.

    Args:
        fault: as it will be told.
    """

    def __init__(self, fault: dict[str, Any]) -> None:
        super().__init__(fault["message"])
        self.fault = fault


class Trace:
    """The state of an expansion: the element, the text and the macro calls it is at.

    Args:
        limits: the caps by name.
    """

    def __init__(self, limits: Mapping[str, int]) -> None:
        self.limits = limits
        self.chains: list[Chain] = [Chain(0, "", 0, 0)]
        self.chain = 0
        """The macro calls around the element under evaluation."""
        self.at: Place | None = None
        """The element under evaluation."""
        self.seen: Node | None = None
        """The xacro tag that was looked at last."""
        self.frames: list[Frame] = []
        """The texts under evaluation; each is needed by the one before it."""
        self.calls: list[Chain] = []
        """The macro calls that are being made, outermost first."""
        self.includes: list[Node] = []
        """The include tags that are being followed, outermost first."""
        self.elements = 0
        self.warnings: dict[tuple[Any, ...], dict[str, Any]] = {}

    # Macro calls

    def enter(self, call: Chain) -> int:
        """The number of a new chain: the present one with a call behind it."""
        self.chains.append(call._replace(parent=self.chain))
        return len(self.chains) - 1

    # Places

    def here(self) -> Frame:
        """The place of the text under evaluation, else of the element."""
        return self.frames[-1] if self.frames else Frame(self.at, self.chain)

    def at_node(self, node: Node, attribute: str | None = None) -> Frame:
        """The place of an element or of one of its attributes."""
        stamp = stamp_of(node)
        if stamp is None:
            return self.here()
        chain = self.chain if stamp.chain is None else stamp.chain
        return Frame(Place(stamp.file, stamp.element, attribute), chain)

    # Faults

    def fault(
        self,
        kind: str,
        message: str,
        frame: Frame | None = None,
        *,
        known: Iterable[object] = (),
        **more: Any,
    ) -> dict[str, Any]:
        """A fault as it will be told.

        Args:
            kind: what it is about.
            message: the reason, in a sentence.
            frame: where it is; by default where the evaluation is.
            known: names that there are instead.
            more: further fields of the fault.
        """
        frame = frame or self.here()
        fault: dict[str, Any] = {"kind": kind, "message": message[:_LONGEST], **more}
        names = sorted({name for name in known if isinstance(name, str)})
        fault["known"] = names[:MOST_KNOWN]
        if frame.place is not None:
            place = frame.place
            fault["origin"] = (place.file, place.element, frame.chain)
            fault["attribute"] = place.attribute
        first = self.frames[0] if self.frames else None
        if first is not None and first.place is not None and first.place != frame.place:
            fault["needed_by"] = (first.place.file, first.place.element, first.chain)
        return fault

    def stop(self, kind: str, message: str, frame: Frame | None = None, **more: Any) -> StopError:
        """The exception that ends the expansion with a fault."""
        return StopError(self.fault(kind, message, frame, **more))

    def over(self, cap: str, what: str) -> StopError:
        """The exception for input beyond a cap."""
        return self.stop("limit", what, name=cap)

    def note(
        self,
        error: BaseException,
        frame: Frame | None = None,
        *,
        kind: str | None = None,
        message: str = "",
        **more: Any,
    ) -> None:
        """Remembers with an exception what it is about, if nobody has yet.

        Args:
            error: the exception.
            frame: where it happened; by default where the evaluation is.
            kind: what it is about; by default what the exception tells.
            message: the reason; by default what the exception says.
            more: further fields of the fault.
        """
        noted = _noted(error)
        if noted is not None:
            self._add_expression(noted, more)
            return
        if kind is None:
            kind, message, own = self._read(error)
            more = {**own, **more}
        error.bodyplan = self.fault(kind, message, frame, **more)  # type: ignore[attr-defined]

    def _add_expression(self, noted: dict[str, Any], more: dict[str, Any]) -> None:
        """Adds the expression to a fault that was remembered inside of it, at the same place."""
        place = self.here().place
        origin = noted.get("origin")
        if place is not None and origin is not None and origin[:2] == place[:2]:
            noted.setdefault("expression", more.get("expression", ""))

    def _read(self, error: BaseException) -> tuple[str, str, dict[str, Any]]:
        """Kind, message and further fields for an exception."""
        words = str(error)
        match error:
            case RefusedError():
                return "refused", words, {"name": error.name}
            case TooLargeError():
                return "limit", words, {"name": error.cap}
            case DeniedError():
                return "refused", words, {}
            case MemoryError():
                return "limit", "the expansion needs too much memory", {"name": "max_memory"}
            case RecursionError():
                return "limit", "the expansion is nested too deeply", {"name": "max_calls"}
        name = type(error).__name__
        is_own = name == "XacroException" or not hasattr(builtins, name)
        return "error", words if is_own and words else f"{name}: {words}", {}

    def told(self, error: BaseException) -> dict[str, Any]:
        """The fault of the exception that ended the expansion."""
        noted = _noted(error)
        if noted is None:
            self.note(error)
            noted = _noted(error)
        assert noted is not None
        return noted

    def warn(self, kind: str, message: str, frame: Frame | None = None, **more: Any) -> None:
        """Remembers a warning; the same one at the same place is told once."""
        if len(self.warnings) >= self.limits["max_warnings"]:
            return
        if frame is None:
            frame = self.here()
            if not self.frames and self.seen is not None:
                frame = self.at_node(self.seen)
        key = (kind, message, frame.place)
        if key not in self.warnings:
            self.warnings[key] = self.fault(kind, message, frame, **more)


def _noted(error: BaseException | None) -> dict[str, Any] | None:
    """What was remembered with an exception, or with those it was raised from."""
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        error = waiting.pop()
        if error is None or id(error) in seen:
            continue
        seen.add(id(error))
        if isinstance(error, StopError):
            return error.fault
        noted: dict[str, Any] | None = getattr(error, "bodyplan", None)
        if noted is not None:
            return noted
        # the package keeps the exception that it wraps
        waiting += [error.__context__, error.__cause__, getattr(error, "exc", None)]
    return None
