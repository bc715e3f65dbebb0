"""Resolution of frames: first the reference frame of each pose, then the poses."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from bodyplan.model.frames.fault import GraphFault, Said
from bodyplan.model.transform import IDENTITY, Transform

if TYPE_CHECKING:
    from bodyplan.model.frames.graph import FrameGraph

NOWHERE = -1


class Ways:
    """The reference frame of each frame, relative to which its pose is expressed.

    Args:
        graph: the graph, with all its frames.
    """

    def __init__(self, graph: FrameGraph) -> None:
        self.faults: list[GraphFault] = []
        self.blame: dict[int, int] = {}
        """For each frame that cannot be resolved, the index of its fault in ``faults``."""
        self.targets = [NOWHERE]
        """The reference frame of each frame."""
        self.near = [NOWHERE]
        """Like ``targets``, but a reference frame in a nested model is replaced by the model in the
        frame's own scope that contains it."""
        self.placed: dict[int, int] = {}
        """The placement frames of models."""
        for frame in range(1, len(graph)):
            self._follow(graph, frame)
        self.order, circles = from_the_ends(self.near)
        """All frames; each frame comes after its reference frame in ``near``."""
        for circle in circles:
            first = circle[0]
            for frame in circle:
                self.blame[frame] = len(self.faults)
            name = graph.relative_to[first]
            said: Said = "relative_to" if name else "attached_to"
            name = name or graph.attached_to[first]
            self.faults.append(GraphFault("cycle", first, said, name, tuple(circle)))

    def _follow(self, graph: FrameGraph, frame: int) -> None:
        """Resolve the reference frame of a frame."""
        scope = graph.scopes[frame]
        name, said = graph.relative_to[frame], "relative_to"
        # Without relative_to, the pose is relative to the frame in attached_to.
        if not name and graph.kinds[frame] in {"joint", "frame"}:
            name, said = graph.attached_to[frame], "attached_to"
        target = graph.find(scope, name) if name else scope
        if target is None:
            self.fail(GraphFault("unknown", frame, said, name))  # type: ignore[arg-type]
            target = NOWHERE
        self.targets.append(target)
        depth = graph.depths[frame]
        # If the target is inside a nested model, resolve the pose of that model first: replace the
        # target by its enclosing model until both frames are in the same scope.
        while target != NOWHERE and graph.depths[target] > depth:
            target = graph.scopes[target]
        self.near.append(target)
        placement = graph.placement_frames.get(frame)
        if placement is not None:
            placed = graph.find(frame, placement)
            if placed is None:
                self.fail(GraphFault("unknown", frame, "placement_frame", placement))
            else:
                self.placed[frame] = placed

    def fail(self, fault: GraphFault) -> None:
        """Record a fault of a frame."""
        self.blame[fault.frame] = len(self.faults)
        self.faults.append(fault)


class OwnPoses:
    """The pose of every frame relative to the scope that contains it.

    Args:
        graph: the graph, with all its frames.
        ways: the reference frames of the poses.
    """

    def __init__(self, graph: FrameGraph, ways: Ways) -> None:
        self._graph = graph
        self._ways = ways
        self.faults = list(ways.faults)
        self.blame = dict(ways.blame)
        self.poses: list[Transform | None] = [None] * len(graph)
        self.poses[0] = IDENTITY
        by_scope: dict[int, list[int]] = {}
        for frame in ways.order:
            if frame not in ways.blame:
                by_scope.setdefault(graph.scopes[frame], []).append(frame)
        by_scope.pop(NOWHERE, None)
        # Outer scopes have lower numbers. Inner poses are computed first, because placement frames
        # need them.
        for scope in sorted(by_scope, reverse=True):
            for frame in by_scope[scope]:
                self._settle(frame)

    def _settle(self, frame: int) -> None:
        """Compute the pose of a frame after the poses that it depends on."""
        pose = self._graph.written(frame)
        if pose is not None:
            pose = finite(pose)
        if pose is None:
            self._fail(frame)
            return
        placed = self._ways.placed.get(frame)
        if placed is not None:
            way = self._way(placed, frame, IDENTITY)
            if isinstance(way, int):
                self.blame[frame] = way
                return
            # The declared pose is the pose of the placement frame; compute the pose of the model
            # from it.
            pose = pose @ way.inverse()
        scope, target = self._graph.scopes[frame], self._ways.targets[frame]
        if target != scope:
            way = self._way(target, scope, pose)
            if isinstance(way, int):
                self.blame[frame] = way
                return
            pose = way
        if finite(pose) is None:
            self._fail(frame)
        else:
            self.poses[frame] = pose

    def _fail(self, frame: int) -> None:
        self.blame[frame] = len(self.faults)
        self.faults.append(GraphFault("not finite", frame, "pose"))

    def _way(self, frame: int, scope: int, pose: Transform) -> Transform | int:
        """Convert a pose in a frame into a pose in a scope that encloses the frame.

        If this fails, return the index of the fault.
        """
        at = frame
        while at != scope:
            step = self.poses[at]
            if step is None:
                return self.blame[at]
            pose = step @ pose
            at = self._graph.scopes[at]
        return pose


def from_the_ends(nexts: list[int]) -> tuple[list[int], list[list[int]]]:
    """Return all frames, each after its reference frame, and the cycles.

    Args:
        nexts: for each frame, its reference frame; negative without one.

    Returns:
        The order, and the cycles, each beginning with its lowest number.
    """
    done = bytearray(len(nexts))  # 1: on the current path; 2: already visited
    order: list[int] = []
    circles: list[list[int]] = []
    for start in range(len(nexts)):
        way: list[int] = []
        at = start
        # Each frame has one reference frame, so the path from a frame ends, reaches a visited
        # frame, or closes a cycle. Every frame is visited once.
        while at >= 0 and not done[at]:
            done[at] = 1
            way.append(at)
            at = nexts[at]
        if at >= 0 and done[at] == 1:
            # Frames before the first repeated one lead into the cycle, but are not part of it.
            circle = way[way.index(at) :]
            lowest = circle.index(min(circle))
            circles.append(circle[lowest:] + circle[:lowest])
        for frame in reversed(way):
            done[frame] = 2
            order.append(frame)
    return order, circles


def joined(outer: Transform | None, inner: Transform | None) -> Transform | None:
    """Return the product of two poses; None if one is missing or the result is not finite."""
    if outer is None or inner is None:
        return None
    return outer if inner is IDENTITY else finite(outer @ inner)


def finite(pose: Transform) -> Transform | None:
    """Return the pose; None if one of its numbers is not finite."""
    x, y, z = pose.p
    if isfinite(x) and isfinite(y) and isfinite(z) and isfinite(sum(map(sum, pose.R))):
        return pose
    return None
