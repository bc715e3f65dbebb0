"""Named frames in nested scopes: where each is, and what body it is fixed to.

A graph knows no file format. Frames are numbers, in the order in which they were added; number 0
is the outermost scope, a world or the nameless outside of a single model. Every model is a frame
and a scope: names inside it are looked up there, and from outside as ``model::name``.

Two things are said of a frame. Its pose is given relative to one frame, and it is attached to one
frame. Both lead on and on to an end: the first to the scope that the frame is in, the second to a
body, which is a link, a static model or the world. What does not get there is told as a fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import isfinite
from typing import Literal

from bodyplan.model.frame_names import (
    BETWEEN_NAMES,
    MODEL_NAME,
    OUTSIDE_NAME,
    WORLD_NAME,
    FrameNames,
)
from bodyplan.model.transform import IDENTITY, Transform
from bodyplan.text import Record

FrameKind = Literal["outside", "world", "model", "static model", "link", "joint", "frame"]

Said = Literal["pose", "relative_to", "attached_to", "placement_frame", "name"]
"""What of a frame a fault is about.

"attached_to" is the child of a joint and the canonical link of a model.
"""

FaultKind = Literal["unknown", "cycle", "not a link", "no link", "not finite", "duplicate"]
"""What is wrong.

- "unknown": the name is not there.
- "cycle": following what is said leads back; the members are in order, the first said first.
- "not a link": the canonical link is a frame of another kind.
- "no link": the model has neither a link nor a model to be attached to.
- "not finite": the pose is not, or the place it leads to.
- "duplicate": the name is taken in this scope, and this frame cannot be referred to.
"""

_NOWHERE = -1


class GraphFault(Record):
    """Something in the graph that does not lead to an end.

    Args:
        kind: what is wrong.
        frame: whose fault it is; of a cycle the frame that was added first.
        said: what of the frame it is about.
        name: the name that was written, if one was.
        members: of a cycle, in order; of a duplicate, the frame that has the name.
        of_bodies: whether what the frames are attached to leads nowhere, not their poses.
    """

    kind: FaultKind
    frame: int
    said: Said
    name: str = ""
    members: tuple[int, ...] = ()
    of_bodies: bool = False


class FrameGraph:
    """Frames that are placed relative to each other. Add all of them, then ask.

    Nothing here raises for what a file may say, and all of it takes time in proportion to the
    number of frames, however deep they are nested and however long the chains are.

    Args:
        world: whether the outermost scope is a world; otherwise it is what is around one model.
    """

    def __init__(self, *, world: bool = False) -> None:
        self.kinds: list[FrameKind] = ["world" if world else "outside"]
        self.names: list[str] = [WORLD_NAME if world else OUTSIDE_NAME]
        self.scopes: list[int] = [_NOWHERE]
        """Of each frame the scope that it is in."""
        self._depths = [0]
        self._poses: list[Transform | None] = [IDENTITY]
        self._relative_to = [""]
        self._attached_to = [""]
        self._placement: dict[int, str] = {}
        self._members: dict[int, list[int]] = {0: []}
        self._names = FrameNames(self.names[0])
        self._duplicates: list[GraphFault] = []

    def __len__(self) -> int:
        return len(self.kinds)

    def __repr__(self) -> str:
        return f"<FrameGraph with {len(self)} frames>"

    # Building

    def add(
        self,
        scope: int,
        name: str,
        kind: FrameKind,
        pose: Transform | None = IDENTITY,
        *,
        relative_to: str = "",
        attached_to: str = "",
        placement_frame: str = "",
        merged: bool = False,
    ) -> int:
        """The number of a new frame.

        Args:
            scope: the frame of the model or world that it is in.
            name: what it is called there; where the name is taken, the first frame keeps it.
            kind: a model is a scope for others.
            pose: where it is; None where that cannot be said.
            relative_to: what the pose is relative to; where empty, a frame's ``attached_to``, a
                joint's child, or the scope.
            attached_to: what a frame is attached to, the child of a joint, or the canonical link
                of a model.
            placement_frame: of a model, the frame inside it that the pose is meant for.
            merged: whether the names in this model belong to the scope around it too, where the
                model's own frame is then called ``_merged__NAME__model__``.
        """
        for answer in ("_settled", "_bodies", "_first_links", "_told"):
            self.__dict__.pop(answer, None)
        name = f"_merged__{name}{MODEL_NAME}" if merged else name
        frame = len(self.kinds)
        self.kinds.append(kind)
        self.names.append(name)
        self.scopes.append(scope)
        self._depths.append(self._depths[scope] + 1)
        self._poses.append(pose)
        self._relative_to.append(relative_to)
        self._attached_to.append(attached_to)
        self._members[scope].append(frame)
        if kind in {"model", "static model"}:
            self._names.open(frame, scope if merged else None)
            self._members[frame] = []
            if placement_frame:
                self._placement[frame] = placement_frame
        taken = self._names.add(frame, scope, name)
        if taken is not None:
            self._duplicates.append(GraphFault("duplicate", frame, "name", name, (taken,)))
        return frame

    # Names

    def find(self, scope: int, name: str) -> int | None:
        """The frame of a name in a scope; None where there is none.

        Args:
            scope: a model or world; a name is looked for there and below, never above.
            name: maybe with names of models before it, as in ``arm::hand::tip``.
        """
        return self._names.find(scope, name)

    def members(self, scope: int) -> list[int]:
        """The frames in a scope, without those in the models there."""
        return self._members[scope]

    def known(self, scope: int) -> list[str]:
        """The names in a scope, without those in the models there."""
        return self._names.known(scope)

    def is_scope(self, frame: int) -> bool:
        """Whether other frames can be in this one: a model, a world or the outside."""
        return frame in self._members

    def path(self, frame: int, within: int = 0) -> str:
        """What a frame is called in a scope around it, as in ``arm::hand::tip``."""
        parts: list[str] = []
        at = frame
        while at not in {within, _NOWHERE}:
            if at == frame or not self._names.is_merged(
                at
            ):  # those in between give their names away
                parts.append(self.names[at])
            at = self.scopes[at]
        if parts:
            return BETWEEN_NAMES.join(reversed(parts))
        return MODEL_NAME if within else self.names[0]

    # Poses

    def own_pose(self, frame: int) -> Transform | None:
        """The pose of a frame in the scope that it is in; None where it cannot be told."""
        return self._settled.poses[frame]

    def resolve(self, frame: int, to: int) -> Transform | None:
        """The pose of one frame in another; None where it cannot be told.

        Both are followed up to the innermost scope around them, and no further: what is wrong or
        far away outside of it does not matter.
        """
        poses, scopes, depths = self._settled.poses, self.scopes, self._depths
        if frame == to:
            return IDENTITY if poses[frame] is not None else None
        out: Transform | None = IDENTITY
        back: Transform | None = IDENTITY
        while frame != to:
            if depths[frame] >= depths[to]:
                out = _joined(poses[frame], out)
                frame = scopes[frame]
            else:
                back = _joined(poses[to], back)
                to = scopes[to]
        if back is None or out is None:
            return None
        return out if back is IDENTITY else _finite(back.inverse() @ out)

    def poses_in(self, scope: int) -> Iterator[tuple[int, Transform | None]]:
        """Each frame below a scope, however deep, and its pose in the frame of the scope."""
        own = self._settled.poses
        found: dict[int, Transform | None] = {scope: IDENTITY}
        waiting = [scope]
        while waiting:
            outer = waiting.pop()
            base = found.pop(outer)
            for frame in self._members[outer]:
                pose = own[frame]
                if outer != scope:
                    pose = None if base is None else _joined(base, pose)
                yield frame, pose
                if frame in self._members:
                    found[frame] = pose
                    waiting.append(frame)

    def cause(self, frame: int, to: int | None = None) -> GraphFault | None:
        """Why the pose of a frame cannot be told; None where it can.

        Args:
            frame: the frame.
            to: what its pose is wanted in; the scope that it is in where not given.
        """
        settled = self._settled
        ends = [frame] if to is None else self._between(frame, to)
        at = next((end for end in ends if settled.poses[end] is None), None)
        return None if at is None else settled.faults[settled.blame[at]]

    def _between(self, frame: int, to: int) -> list[int]:
        """The frames whose own poses lie between two frames."""
        found: list[int] = []
        while frame != to:
            if self._depths[frame] >= self._depths[to]:
                found.append(frame)
                frame = self.scopes[frame]
            else:
                found.append(to)
                to = self.scopes[to]
        return found

    @cached_property
    def _settled(self) -> _Poses:
        """All own poses, and what is wrong with them."""
        faults: list[GraphFault] = []
        blame: dict[int, int] = {}
        targets, near = self._targets(faults, blame)
        order, circles = _from_the_ends(near)
        for circle in circles:
            for frame in circle:
                blame[frame] = len(faults)
            name = self._relative_to[circle[0]]
            said: Said = "relative_to" if name else "attached_to"
            name = name or self._attached_to[circle[0]]
            faults.append(GraphFault("cycle", circle[0], said, name, tuple(circle)))
        by_scope: dict[int, list[int]] = {}
        for frame in order:
            by_scope.setdefault(self.scopes[frame], []).append(frame)
        settled = _Poses([None] * len(self), faults, blame)
        settled.poses[0] = IDENTITY
        for scope in sorted(by_scope, reverse=True):  # the inner ones first
            for frame in by_scope[scope]:
                if scope != _NOWHERE and frame not in blame:
                    self._settle(frame, targets[frame], near[frame], settled)
        return settled

    def _targets(
        self, faults: list[GraphFault], blame: dict[int, int]
    ) -> tuple[list[int], list[int]]:
        """What each frame's pose is relative to, and where in the own scope that is.

        The second is the frame itself, the model in the own scope that contains it, or the scope.
        """
        targets, near = [_NOWHERE], [_NOWHERE]
        scopes, depths = self.scopes, self._depths
        for frame in range(1, len(self)):
            scope = scopes[frame]
            name, said = self._relative_to[frame], "relative_to"
            if not name and self.kinds[frame] in {"joint", "frame"}:
                name, said = self._attached_to[frame], "attached_to"
            target = self.find(scope, name) if name else scope
            if target is None:
                blame[frame] = len(faults)
                faults.append(GraphFault("unknown", frame, said, name))  # type: ignore[arg-type]
                target = _NOWHERE
            targets.append(target)
            while target != _NOWHERE and depths[target] > depths[frame]:
                target = scopes[target]
            near.append(target)
        return targets, near

    def _settle(self, frame: int, target: int, near: int, settled: _Poses) -> None:
        """Works out one own pose, once those that it depends on are there."""
        pose = self._poses[frame]
        if pose is None or _finite(pose) is None:
            settled.fail(frame, GraphFault("not finite", frame, "pose"))
            return
        placement = self._placement.get(frame)
        if placement is not None:
            placed = self._inside(frame, placement, settled)
            if placed is None:
                return
            pose = pose @ placed.inverse()
        if near != self.scopes[frame]:
            while True:
                step = settled.poses[target]
                if step is None:
                    settled.blame[frame] = settled.blame[target]
                    return
                pose = step @ pose
                if target == near:
                    break
                target = self.scopes[target]
        if _finite(pose) is None:
            settled.fail(frame, GraphFault("not finite", frame, "pose"))
            return
        settled.poses[frame] = pose

    def _inside(self, model: int, name: str, settled: _Poses) -> Transform | None:
        """The pose of a model's placement frame in the model."""
        at = self.find(model, name)
        if at is None:
            settled.fail(model, GraphFault("unknown", model, "placement_frame", name))
            return None
        pose = IDENTITY
        while at != model:
            step = settled.poses[at]
            if step is None:
                settled.blame[model] = settled.blame[at]
                return None
            pose = step @ pose
            at = self.scopes[at]
        return pose

    # Bodies

    def body(self, frame: int) -> int | None:
        """What a frame is fixed to: a link, a static model or the world; None if to nothing."""
        body = self._bodies.bodies[frame]
        return None if body == _NOWHERE else body

    @cached_property
    def _bodies(self) -> _Bodies:
        """The body of each frame, and what is wrong with that."""
        faults: list[GraphFault] = []
        nexts = [self._next(frame, faults) for frame in range(len(self))]
        order, circles = _from_the_ends(nexts)
        for circle in circles:
            name = self._attached_to[circle[0]]
            members = tuple(circle)
            faults.append(GraphFault("cycle", circle[0], "attached_to", name, members, True))
        bodies = [_NOWHERE] * len(self)
        for frame in order:
            if self.kinds[frame] in {"link", "static model", "world", "outside"}:
                bodies[frame] = frame
            elif nexts[frame] != _NOWHERE:
                bodies[frame] = bodies[nexts[frame]]
        return _Bodies(bodies, faults)

    def _next(self, frame: int, faults: list[GraphFault]) -> int:
        """What a frame is attached to; nowhere for a body."""
        kind, name = self.kinds[frame], self._attached_to[frame]
        if kind in {"link", "static model", "world", "outside"}:
            return _NOWHERE
        if kind == "model":
            return self._canonical(frame, name, faults)
        scope = self.scopes[frame]
        found = self.find(scope, name) if name or kind == "joint" else scope
        if found is None:
            faults.append(GraphFault("unknown", frame, "attached_to", name, (), True))
            return _NOWHERE
        return found

    def _canonical(self, model: int, name: str, faults: list[GraphFault]) -> int:
        """The frame that a model's own frame is attached to."""
        if name:
            found = self.find(model, name)
            if found is None or self.kinds[found] != "link":
                kind: FaultKind = "unknown" if found is None else "not a link"
                faults.append(GraphFault(kind, model, "attached_to", name, (), True))
            return _NOWHERE if found is None else found
        first = self._first_links.get(model)
        if first is None:
            faults.append(GraphFault("no link", model, "attached_to", "", (), True))
            return _NOWHERE
        return first

    @cached_property
    def _first_links(self) -> dict[int, int]:
        """Of each model its canonical link, by default the first; without links its first model.

        Looking for it, models are looked into, static ones too.
        """
        found: dict[int, int] = {}
        for model in sorted(self._members, reverse=True):  # the inner ones first
            first: int | None = None
            for member in self._members[model]:
                if self.kinds[member] == "link":
                    first = member
                    break
                if first is None and member in self._members:
                    first = found.get(member, member)
                    if self._names.is_merged(member):
                        break
            name = self._attached_to[model]
            first = (self.find(model, name) if name else None) or first
            if first is not None:
                found[model] = first
        return found

    # Faults

    @cached_property
    def _told(self) -> tuple[GraphFault, ...]:
        """Duplicates, bodies and poses, each cause once."""
        attached = self._bodies.faults
        told = {(f.frame, f.said) for f in attached if f.kind == "unknown"}
        circles = {frozenset(f.members) for f in attached if f.kind == "cycle"}
        faults = self._duplicates + attached
        for fault in self._settled.faults:
            if fault.kind == "unknown" and (fault.frame, fault.said) in told:
                continue
            if fault.kind == "cycle" and frozenset(fault.members) in circles:
                continue
            faults.append(fault)
        return tuple(sorted(faults, key=lambda fault: fault.frame))

    def faults(self) -> tuple[GraphFault, ...]:
        """What is wrong, each cause once, in the order of the frames.

        A frame that hangs from a faulty one has no fault of its own. A cycle that both what the
        frames are attached to and their poses follow is told once, for the former.
        """
        return self._told


class _Poses:
    """Own poses, faults, and of each frame without a pose the fault to blame."""

    __slots__ = ("blame", "faults", "poses")

    def __init__(
        self, poses: list[Transform | None], faults: list[GraphFault], blame: dict[int, int]
    ) -> None:
        self.poses = poses
        self.faults = faults
        self.blame = blame

    def fail(self, frame: int, fault: GraphFault) -> None:
        self.blame[frame] = len(self.faults)
        self.faults.append(fault)


class _Bodies:
    """Bodies and faults."""

    __slots__ = ("bodies", "faults")

    def __init__(self, bodies: list[int], faults: list[GraphFault]) -> None:
        self.bodies = bodies
        self.faults = faults


def _from_the_ends(nexts: list[int]) -> tuple[list[int], list[list[int]]]:
    """All frames, each after the one it leads to, and the circles that some lead into.

    Args:
        nexts: where each frame leads; below zero at an end.

    Returns:
        The order, and the circles, each in its own order from the lowest number on.
    """
    done = bytearray(len(nexts))  # 1 while on the way, 2 afterwards
    order: list[int] = []
    circles: list[list[int]] = []
    for start in range(len(nexts)):
        way: list[int] = []
        at = start
        while at >= 0 and not done[at]:
            done[at] = 1
            way.append(at)
            at = nexts[at]
        if at >= 0 and done[at] == 1:
            circle = way[way.index(at) :]
            lowest = circle.index(min(circle))
            circles.append(circle[lowest:] + circle[:lowest])
        for frame in reversed(way):
            done[frame] = 2
            order.append(frame)
    return order, circles


def _joined(outer: Transform | None, inner: Transform | None) -> Transform | None:
    """One pose after the other; None where one is missing or the result is not finite."""
    if outer is None or inner is None:
        return None
    return outer if inner is IDENTITY else _finite(outer @ inner)


def _finite(pose: Transform) -> Transform | None:
    """The pose, unless a number in it is not finite."""
    x, y, z = pose.p
    if isfinite(x) and isfinite(y) and isfinite(z) and isfinite(sum(map(sum, pose.R))):
        return pose
    return None
