"""Named frames in nested scopes, with the pose of each frame, and the link to which it is fixed.

A graph is independent of file formats. Frames are numbered in the order in which they were added;
number 0 is the outermost scope, a world or the unnamed surroundings of a single model. Every model
is both a frame and a scope. Inside the model, its frames are referenced by ``name``, from outside
by ``model::name``.

A frame has a pose relative to a reference frame and is attached to a frame; the two can differ. The
chain of reference frames must end at the scope of the frame, and the chain of attachments at a
link, a static model or the world. Any other chain is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, KeysView
from functools import cached_property
from math import inf

from bodyplan.model.frames._poses import NOWHERE, OwnPoses, Ways, finite, from_the_ends, joined
from bodyplan.model.frames.fault import FaultKind, FrameKind, GraphFault
from bodyplan.model.scoped_names import (
    BETWEEN_NAMES,
    MODEL_NAME,
    OUTSIDE_NAME,
    WORLD_NAME,
    FrameNames,
)
from bodyplan.model.transform import IDENTITY, Transform

Pose = Transform | Callable[[], Transform | None] | None
"""A pose, a function that returns it, or None if it is invalid."""

_FAR = 1e300


class FrameGraph:
    """Frames with poses relative to each other. Add all frames before any query.

    Invalid frames raise no errors. The time is linear in the number of frames, for any depth of
    nesting and any length of chains.

    Args:
        world: whether the outermost scope is a world; otherwise, it contains a single model.
    """

    def __init__(self, *, world: bool = False) -> None:
        self.kinds: list[FrameKind] = ["world" if world else "outside"]
        self.names: list[str] = [WORLD_NAME if world else OUTSIDE_NAME]
        self.scopes: list[int] = [NOWHERE]
        """The scope that contains each frame."""
        self.depths = [0]
        self._poses: list[Pose] = [IDENTITY]
        self.reach = 0.0
        """Upper bound on the sum of the lengths of all translations [m]."""
        self.relative_to = [""]
        self.attached_to = [""]
        self.placement_frames: dict[int, str] = {}
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
        pose: Pose = IDENTITY,
        *,
        reach: float = inf,
        relative_to: str = "",
        attached_to: str = "",
        placement_frame: str = "",
        merged: bool = False,
    ) -> int:
        """Add a frame and return its number.

        Args:
            scope: the frame of the model or world that contains the frame.
            name: the name of the frame in this scope; of several frames with the same name, the
                first one is found.
            kind: the kind of the frame; a model is also a scope for other frames.
            pose: the pose, or a function that returns it; None if it is invalid.
            reach: if the pose is a function, an upper bound on the length of its translation [m].
            relative_to: the name of the reference frame of the pose; if empty, ``attached_to`` for
                a frame, the child for a joint, otherwise the scope.
            attached_to: the name of the frame to which a frame is attached, the child of a joint,
                or the canonical link of a model.
            placement_frame: for a model, the frame inside the model whose pose is given.
            merged: whether the names in this model also belong to the enclosing scope, in which the
                frame of the model itself is then named ``_merged__NAME__model__``.
        """
        for answer in ("_ways", "_settled", "_bodies", "_first_links", "_reported"):
            self.__dict__.pop(answer, None)
        name = f"_merged__{name}{MODEL_NAME}" if merged else name
        frame = len(self.kinds)
        self.kinds.append(kind)
        self.names.append(name)
        self.scopes.append(scope)
        self.depths.append(self.depths[scope] + 1)
        self._poses.append(pose)
        self.reach += sum(map(abs, pose.p)) if isinstance(pose, Transform) else reach
        self.relative_to.append(relative_to)
        self.attached_to.append(attached_to)
        self._members[scope].append(frame)
        if kind in {"model", "static model"}:
            self._names.open(frame, scope if merged else None)
            self._members[frame] = []
            if placement_frame:
                self.placement_frames[frame] = placement_frame
        taken = self._names.add(frame, scope, name)
        if taken is not None:
            self._duplicates.append(GraphFault("duplicate", frame, "name", name, (taken,)))
        return frame

    # Names

    def find(self, scope: int, name: str) -> int | None:
        """Return the frame with a name in a scope; None if it does not exist.

        Args:
            scope: a model or world. The name is searched there and in nested models, not in
                enclosing scopes.
            name: the name, which may begin with names of models, as in ``arm::hand::tip``.
        """
        return self._names.find(scope, name)

    def members(self, scope: int) -> list[int]:
        """Return the frames in a scope, without the frames inside nested models."""
        return self._members[scope]

    def known(self, scope: int) -> KeysView[str]:
        """Return the names in a scope, without the names inside nested models."""
        return self._names.known(scope)

    def is_scope(self, frame: int) -> bool:
        """Return whether a frame contains other frames: a model, a world or the outermost scope."""
        return frame in self._members

    def path(self, frame: int, within: int = 0) -> str:
        """Return the name of a frame relative to an enclosing scope, as in ``arm::hand::tip``."""
        parts: list[str] = []
        at = frame
        while at not in {within, NOWHERE}:
            if at == frame or not self._names.is_merged(
                at
            ):  # the names in a merged model belong to the enclosing scope
                parts.append(self.names[at])
            at = self.scopes[at]
        if parts:
            return BETWEEN_NAMES.join(reversed(parts))
        return MODEL_NAME if within else self.names[0]

    # Poses

    def written(self, frame: int) -> Transform | None:
        """Return the declared pose of a frame in its reference frame; None if it is invalid."""
        pose = self._poses[frame]
        return pose() if callable(pose) else pose

    def own_pose(self, frame: int) -> Transform | None:
        """Return the pose of a frame in its enclosing scope; None if it cannot be resolved."""
        return self._settled.poses[frame]

    def resolve(self, frame: int, to: int) -> Transform | None:
        """Return the pose of one frame in another; None if it cannot be resolved.

        Both frames are resolved up to their innermost common scope. Faults and large poses outside
        this scope have no effect.
        """
        poses, scopes, depths = self._settled.poses, self.scopes, self.depths
        if frame == to:
            return IDENTITY if poses[frame] is not None else None
        # Replace the deeper frame by its scope until both are in the innermost common scope.
        out: Transform | None = IDENTITY
        back: Transform | None = IDENTITY
        while frame != to:
            if depths[frame] >= depths[to]:
                out = joined(poses[frame], out)
                frame = scopes[frame]
            else:
                back = joined(poses[to], back)
                to = scopes[to]
        if back is None or out is None:
            return None
        return out if back is IDENTITY else finite(back.inverse() @ out)

    def poses_in(self, scope: int) -> Iterator[tuple[int, Transform | None]]:
        """Yield each frame below a scope, at any depth, with its pose in the frame of the scope."""
        own = self._settled.poses
        found: dict[int, Transform | None] = {scope: IDENTITY}
        waiting = [scope]
        while waiting:
            outer = waiting.pop()
            base = found.pop(outer)
            for frame in self._members[outer]:
                # Outer scopes first, so that each pose is composed only once.
                pose = own[frame]
                if outer != scope:
                    pose = None if base is None else joined(base, pose)
                yield frame, pose
                if frame in self._members:
                    found[frame] = pose
                    waiting.append(frame)

    def cause(self, frame: int, to: int | None = None) -> GraphFault | None:
        """Return the fault that prevents the resolution of a frame's pose; None without a fault.

        Args:
            frame: the frame.
            to: the frame in which the pose is expressed; by default the scope of the frame.
        """
        settled = self._settled
        ends = [frame] if to is None else self._between(frame, to)
        at = next((end for end in ends if settled.poses[end] is None), None)
        return None if at is None else settled.faults[settled.blame[at]]

    def _between(self, frame: int, to: int) -> list[int]:
        """Return the frames whose own poses connect two frames."""
        found: list[int] = []
        while frame != to:
            if self.depths[frame] >= self.depths[to]:
                found.append(frame)
                frame = self.scopes[frame]
            else:
                found.append(to)
                to = self.scopes[to]
        return found

    @cached_property
    def _ways(self) -> Ways:
        """The reference frames of all poses."""
        return Ways(self)

    @cached_property
    def _settled(self) -> OwnPoses:
        """The pose of each frame in its scope, and the faults of these poses."""
        return OwnPoses(self, self._ways)

    # Bodies

    def body(self, frame: int) -> int | None:
        """Return the link, static model or world to which a frame is fixed; None without one."""
        body = self._bodies.bodies[frame]
        return None if body == NOWHERE else body

    @cached_property
    def _bodies(self) -> _Bodies:
        """The link, static model or world of each frame, and the faults of attachments."""
        faults: list[GraphFault] = []
        nexts = [self._next(frame, faults) for frame in range(len(self))]
        order, circles = from_the_ends(nexts)
        for circle in circles:
            name = self.attached_to[circle[0]]
            members = tuple(circle)
            faults.append(GraphFault("cycle", circle[0], "attached_to", name, members, True))
        bodies = [NOWHERE] * len(self)
        for frame in order:
            if self.kinds[frame] in {"link", "static model", "world", "outside"}:
                bodies[frame] = frame
            elif nexts[frame] != NOWHERE:
                bodies[frame] = bodies[nexts[frame]]
        return _Bodies(bodies, faults)

    def _next(self, frame: int, faults: list[GraphFault]) -> int:
        """Return the frame to which a frame is attached; NOWHERE for a link, static model or world."""
        kind, name = self.kinds[frame], self.attached_to[frame]
        if kind in {"link", "static model", "world", "outside"}:
            return NOWHERE
        if kind == "model":
            return self._canonical(frame, name, faults)
        scope = self.scopes[frame]
        found = self.find(scope, name) if name or kind == "joint" else scope
        if found is None:
            faults.append(GraphFault("unknown", frame, "attached_to", name, (), True))
            return NOWHERE
        return found

    def _canonical(self, model: int, name: str, faults: list[GraphFault]) -> int:
        """Return the frame to which the frame of a model is attached."""
        if name:
            found = self.find(model, name)
            if found is None or self.kinds[found] != "link":
                kind: FaultKind = "unknown" if found is None else "not a link"
                faults.append(GraphFault(kind, model, "attached_to", name, (), True))
            return NOWHERE if found is None else found
        first = self._first_links.get(model)
        if first is None:
            faults.append(GraphFault("no link", model, "attached_to", "", (), True))
            return NOWHERE
        return first

    @cached_property
    def _first_links(self) -> dict[int, int]:
        """The canonical link of each model; by default, the first link of the model.

        For a model without links, the default is the canonical link of its first nested model, or
        that nested model itself if it has no canonical link.
        """
        found: dict[int, int] = {}
        direct: dict[int, int] = {}  # the first link of each model, canonical or not
        for model in sorted(self._members, reverse=True):  # inner models first
            first: int | None = None
            for member in self._members[model]:
                is_merged = self._names.is_merged(member)
                link = direct.get(member) if is_merged else member
                if link is not None and self.kinds[link] == "link":
                    first = direct[model] = link
                    break
                if first is None and member in self._members:
                    first = found.get(member, member)
            name = self.attached_to[model]
            first = (self.find(model, name) if name else None) or first
            if first is not None:
                found[model] = first
        return found

    # Faults

    @cached_property
    def _reported(self) -> tuple[GraphFault, ...]:
        """The faults of names, attachments and poses, each cause once."""
        attached = self._bodies.faults
        reported = {(f.frame, f.said) for f in attached if f.kind == "unknown"}
        circles = {frozenset(f.members) for f in attached if f.kind == "cycle"}
        faults = self._duplicates + attached
        # If no pose can overflow, the poses need not be computed.
        is_near = self.reach < _FAR
        for fault in self._ways.faults if is_near else self._settled.faults:
            if fault.kind == "unknown" and (fault.frame, fault.said) in reported:
                continue
            if fault.kind == "cycle" and frozenset(fault.members) in circles:
                continue
            faults.append(fault)
        return tuple(sorted(faults, key=lambda fault: fault.frame))

    def faults(self) -> tuple[GraphFault, ...]:
        """Return all faults, each cause once, in the order of the frames.

        A frame that depends on a faulty one has no fault itself. A cycle of both attachments and
        poses is reported once, for the attachments.
        """
        return self._reported


class _Bodies:
    """The link, static model or world of each frame, and the faults of attachments."""

    __slots__ = ("bodies", "faults")

    def __init__(self, bodies: list[int], faults: list[GraphFault]) -> None:
        self.bodies = bodies
        self.faults = faults
