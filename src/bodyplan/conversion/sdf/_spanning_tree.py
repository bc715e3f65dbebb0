"""The spanning tree of the joints of an SDFormat model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from bodyplan import model
from bodyplan.conversion.chains import REVERSIBLE
from bodyplan.conversion.sdf._joints import kind_of
from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.model_conversion import WORLD, Conversion
from bodyplan.conversion.sdf.outer_joints import Candidate, body_of, outer_joints
from bodyplan.core import quoted
from bodyplan.formats import sdf
from bodyplan.model.joint import COUPLING
from bodyplan.model.tree import Tree

Links = Mapping[int, tuple[FrameScope, sdf.Link]]
"""For each frame number of a link, its model and the link."""


class Ends(NamedTuple):
    """A joint, and the frame numbers of its links; WORLD for the world.

    If the joint has no frame in its model, ``frames`` are the numbers of the two frames that it
    connects, on the parent and the child link.
    """

    scope: FrameScope
    number: int
    joint: sdf.Joint
    parent: int
    child: int
    frames: tuple[int, int] | None = None


class ModelTree:
    """The joints that form the spanning tree, and its root.

    Joints are added, from parent to child, as long as the result is a set of trees. If another
    joint connects two of these trees, the later tree is attached to the earlier tree at this joint:
    its link at the joint becomes its new root, so the joints from this link to the old root are
    reversed. The joint itself is reversed if its child is in the earlier tree.

    Args:
        conversion: the conversion of the model.
        links: all links.
    """

    def __init__(self, conversion: Conversion, links: Links) -> None:
        self.joints = list(_joined(conversion, links))
        self.has_world = any(ends.parent == WORLD for ends in self.joints)
        numbers = [*([WORLD] if self.has_world else []), *links]
        edges = [(str(ends.parent), str(ends.child)) for ends in self.joints]
        self.kept = set(Tree.of([str(number) for number in numbers], edges).kept)
        """Indices of the joints of the tree that are not reversed."""
        self.reversed: set[int] = set()
        """Indices of the reversed joints of the tree."""
        self.above = {self.joints[place].child: self.joints[place].parent for place in self.kept}
        """For each child link, its parent link."""
        self._into = {self.joints[place].child: place for place in self.kept}
        static = {
            number for number, (scope, _) in links.items() if scope.number in conversion.static
        }
        self.fixed = {number for number in links if number in static and number not in self.above}
        """The root links in static models."""
        self.main = self._main(conversion, links)
        """The root of the whole tree."""
        self._connect([number for number in links if number not in self.above])
        self.roots = [number for number in links if number not in self.above]
        """The root links."""

    def _main(self, conversion: Conversion, links: Links) -> int:
        """Return the frame number of the main root.

        It is the world if a joint connects it to a link, or if a link is static; otherwise, the
        root of the tree with the canonical link.
        """
        if self.has_world or self.fixed:
            return WORLD
        body = conversion.graph.body(conversion.top.number)
        main = body if body is not None and body in links else next(iter(links), WORLD)
        while main in self.above:
            main = self.above[main]
        return main

    def _connect(self, roots: list[int]) -> None:
        """Attach trees to other trees if a joint connects them, earlier joints first.

        Each tree is reversed at most once, so that the run time is nearly linear.
        """
        tops: dict[int, int] = {}
        turnable: dict[int, bool] = {}
        for ends in self.joints:
            self._look_up(ends.parent, tops, turnable)
            self._look_up(ends.child, tops, turnable)
        # Each joint is stored for both of its trees, and considered as soon as one of them is
        # settled.
        spare: dict[int, list[int]] = {}  # joints between two trees, by the roots of both
        for place, ends in enumerate(self.joints):
            if tops[ends.parent] != tops[ends.child]:
                spare.setdefault(tops[ends.parent], []).append(place)
                spare.setdefault(tops[ends.child], []).append(place)
        settled: set[int] = set()
        waiting: list[int] = []

        def settle(tree: int) -> None:
            settled.add(tree)
            for place in spare.get(tree, ()):
                heappush(waiting, place)

        for root in (self.main, *self.fixed):
            settle(root)
        for root in roots:  # trees that are not connected to the main tree get a floating base
            while waiting:
                place = heappop(waiting)
                ends = self.joints[place]
                is_forward = tops[ends.parent] in settled
                link, other = (ends.child, ends.parent) if is_forward else (ends.parent, ends.child)
                # Attaching a tree at this link reverses every joint from the link to its root, and
                # not every type can be reversed by negating its axis.
                is_turnable = turnable[link] and (is_forward or self._is_reversible(place))
                if tops[link] not in settled and is_turnable:
                    self._turn(link)
                    self._hang(link, other, place, is_forward=is_forward)
                    settle(tops[link])
            if root not in settled:
                settle(root)

    def _look_up(self, number: int, tops: dict[int, int], turnable: dict[int, bool]) -> None:
        """Store, for a link, its root and whether all joints up to the root can be reversed.

        Args:
            number: the frame number of the link.
            tops: the root of each link, which is updated.
            turnable: whether all joints between each link and its root can be reversed; updated.
        """
        way: list[int] = []
        while number not in tops and number in self.above:
            way.append(number)
            number = self.above[number]
        top = tops.setdefault(number, number)
        can_turn = turnable.setdefault(number, True)
        for passed in reversed(way):
            # From the root down: each link adds one joint to the result of its parent link.
            can_turn = can_turn and self._is_reversible(self._into[passed])
            tops[passed], turnable[passed] = top, can_turn

    def _is_reversible(self, place: int) -> bool:
        return (kind_of(self.joints[place].joint) or "fixed") in REVERSIBLE

    def _turn(self, number: int) -> None:
        """Make a link the root of its tree."""
        way: list[tuple[int, int, int]] = []
        while number in self.above:
            lower, number = number, self.above[number]
            way.append((lower, number, self._into[lower]))
        # Reverse the collected path only now, because it overwrites the parents along the path.
        for lower, upper, place in way:
            self._hang(upper, lower, place, is_forward=False)
        if way:
            del self.above[way[0][0]], self._into[way[0][0]]

    def _hang(self, link: int, other: int, place: int, *, is_forward: bool) -> None:
        """Make a link the child of another link.

        Args:
            link: the frame number of the child.
            other: the frame number of the parent.
            place: the index of the joint in ``joints``.
            is_forward: whether ``link`` is also the declared child; otherwise, the joint is
                reversed.
        """
        self.above[link], self._into[link] = other, place
        self.kept.discard(place)
        (self.kept if is_forward else self.reversed).add(place)


def free_name(name: str, taken: set[str]) -> str:
    """Return an unused name, with underscores as suffix if necessary."""
    while name in taken:
        name += "_"
    return name


def anchors(
    conversion: Conversion, links: Links, tree: ModelTree, names: Mapping[int, str], taken: set[str]
) -> list[model.Joint]:
    """Return joints from the main root to all other roots: fixed if static, else floating.

    Args:
        conversion: the conversion of the model.
        links: all links.
        tree: the spanning tree.
        names: the names of the links, by frame number.
        taken: used names of joints; the names of the new joints are added.
    """
    found: list[model.Joint] = []
    for number in tree.roots:
        if number == tree.main:
            continue
        is_fixed = number in tree.fixed
        kind: model.JointType = "fixed" if is_fixed else "floating"
        words = "its model is static" if is_fixed else "no joint has it as its child"
        X_PJ = conversion.between(number, tree.main)
        conversion.log.assumed(
            links[number][1],
            "",
            f"{words}; a {kind} joint connects it to {quoted(names[tree.main])}",
        )
        name = free_name(f"{names[number]}_{kind}", taken)
        taken.add(name)
        place = X_PJ or model.IDENTITY
        found.append(model.Joint(name, kind, names[tree.main], names[number], place))
    return found


def _joined(conversion: Conversion, links: Links) -> Iterator[Ends]:
    """Yield the joints between links: joints to the world first, joints that cut loops last."""
    log = conversion.log
    order: tuple[list[Ends], ...] = ([], [], [], [])
    names: set[str] = set()
    for scope, number, joint, frames in (*_in_model(conversion), *outer_joints(conversion, links)):
        name = conversion.name(number)
        parent = _end(conversion, scope, joint.parent, links)
        child = _end(conversion, scope, joint.child, links)
        if name in names:
            log.dropped(joint, "", "duplicate name")
        elif parent is None:
            log.dropped(joint, "", f"its parent {quoted(joint.parent)} is not a link")
        elif child is None or child == WORLD:
            log.dropped(joint, "", f"its child {quoted(joint.child)} is not a link")
        elif child == parent:
            log.dropped(joint, "", f"it connects link {quoted(conversion.name(child))} to itself")
        else:
            names.add(name)
            ends = Ends(scope, number, joint, parent, child, frames)
            simbody = None if joint.physics is None else joint.physics.simbody
            is_cut = simbody is not None and simbody.must_be_loop_joint
            is_coupling = kind_of(joint) in COUPLING
            # The tree uses the first joint to each link, so joints that must not be in the tree
            # come last.
            order[3 if is_cut else 2 if is_coupling else 1 if parent else 0].append(ends)
    for some in order:
        yield from some


def _in_model(conversion: Conversion) -> Iterator[Candidate]:
    for scope, number, joint in conversion.members(sdf.Joint):
        assert isinstance(joint, sdf.Joint)
        yield scope, number, joint, None


def _end(conversion: Conversion, scope: FrameScope, name: str, links: Links) -> int | None:
    """Return the frame number of a joint's link; WORLD if static, None if invalid."""
    body = body_of(conversion, scope, name)
    return body if body == WORLD or body in links else None
