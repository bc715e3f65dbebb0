"""The state of converting one SDFormat model: its frames, names and losses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from bodyplan.conversion.loss import LossLog
from bodyplan.conversion.sdf._fields import DROPPED
from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.pose import pose_fault, transform_of
from bodyplan.formats import sdf
from bodyplan.model import IDENTITY, Transform
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.files.opener import File

WORLD = 0
"""The number of the outermost frame."""


def never_moves(scope: FrameScope) -> bool:
    """Return whether a model or one of its outer models is static.

    In both cases, libsdformat fixes the model to the world.
    """
    around: FrameScope | None = scope
    while around is not None and not around.is_static:
        around = around.parent
    return around is not None


class Conversion:
    """The state of converting one model to a robot model.

    Args:
        top: the model.
        around: the joints of its world with their frame numbers; by default, they are searched.
    """

    def __init__(
        self, top: FrameScope, around: Sequence[tuple[int, sdf.Joint]] | None = None
    ) -> None:
        self.top = top
        self.around = around
        self.graph = top.tree.graph
        self.log = LossLog(DROPPED)
        self.outside: dict[int, str] = {}
        """For the number of each joint that is not a frame of the model, its name."""

    @cached_property
    def scopes(self) -> list[FrameScope]:
        """The model and all nested models; outer models come first."""
        found: list[FrameScope] = []
        waiting = [self.top]
        while waiting:
            scope = waiting.pop()
            found.append(scope)
            waiting.extend(reversed(scope.children))
        return found

    def members(self, kind: type[Element]) -> Iterator[tuple[FrameScope, int, Element]]:
        """Yield all elements of a kind, each with its model and frame number."""
        elements = self.top.tree.elements
        for scope in self.scopes:
            for number in self.graph.members(scope.number):
                element = elements[number]
                if isinstance(element, kind):
                    yield scope, number, element

    def name(self, number: int) -> str:
        """Return the name of a frame in the robot model, such as ``arm::hand``."""
        if number in self.outside:
            return self.outside[number]
        return self.graph.path(number, self.top.number)

    @cached_property
    def static(self) -> set[int]:
        """The frame numbers of static models, including the models nested in them."""
        found: set[int] = {self.top.number} if never_moves(self.top) else set()
        for scope in self.scopes:
            around = scope.parent
            if scope.is_static or (around is not None and around.number in found):
                found.add(scope.number)
        return found

    def written(self, scope: FrameScope, value: Element, field: str) -> bool:
        """Return whether a field is declared in the file.

        If the file is unknown, return whether the value differs from the default value.
        """
        if scope.document is not None:
            return scope.document.written(value, field)
        return bool(getattr(value, field) != type(value)._defaults[field])

    def resolver(self, scope: FrameScope) -> Callable[[str], File | None]:
        """Return a function that finds the files that a model references, relative to its file."""
        document = scope.document
        from bodyplan.resources import Resources

        finder = (document.resources if document is not None else None) or Resources()
        path = document.path if document is not None else None
        return partial(finder.file, base=None if path is None else path.parent)

    # Poses

    def between(self, frame: int, to: int) -> Transform | None:
        """Return the pose of a frame in another frame; without rounding if the file declares it."""
        if frame == to:
            return IDENTITY
        if frame < 0 or to < 0:
            return None
        if self._base(frame) == to:
            return self.graph.written(frame)
        if self._base(to) == frame:
            there = self.graph.written(to)
            return None if there is None else there.inverse()
        base = self._base(frame)
        if base is not None and self._base(base) == to and self.graph.written(frame) == IDENTITY:
            return self.graph.written(
                base
            )  # such as a joint without a pose, which coincides with its child
        return self.graph.resolve(frame, to)

    def _base(self, frame: int) -> int | None:
        """Return the reference frame of a link, joint or frame pose; None for other frames."""
        graph = self.graph
        kind = graph.kinds[frame]
        if kind not in {"link", "joint", "frame"}:
            return None
        name = graph.relative_to[frame]
        if not name and kind != "link":
            name = graph.attached_to[frame]
        return graph.find(graph.scopes[frame], name) if name else graph.scopes[frame]

    def placed(
        self, scope: FrameScope, holder: Element, pose: sdf.Pose, frame: int, to: int
    ) -> Transform:
        """Return the pose of an element that is not a frame; the identity if it is invalid.

        Args:
            scope: the model that contains the element.
            holder: the element, such as a visual; a loss is recorded for it if its pose is invalid.
            pose: the pose that the element declares.
            frame: the frame for a pose without ``relative_to``.
            to: the frame in which the result is expressed.
        """
        self.log.declared(pose)
        found = self.pose_in(scope, pose, frame, to)
        if found is None:
            why = (
                "it cannot be resolved"
                if pose_fault(pose) is None
                else "its numbers are not a valid pose"
            )
            self.log.assumed(holder, "pose", f"{why}; ignored")
        return found or IDENTITY

    def pose_in(self, scope: FrameScope, pose: sdf.Pose, frame: int, to: int) -> Transform | None:
        """Return a pose in another frame; None if it is invalid, without recording a loss."""
        own = transform_of(pose)
        base: int | None = frame
        if pose.relative_to:
            base = self.graph.find(scope.number, pose.relative_to)
        around = None if base is None else self.between(base, to)
        if own is None or around is None:
            return None
        return own if around is IDENTITY else around @ own
