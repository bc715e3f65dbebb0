"""Frames in nested scopes: poses, bodies, names, and what does not lead to an end."""

from __future__ import annotations

import math
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bodyplan.core import replace
from bodyplan.model import IDENTITY, Transform
from bodyplan.model.frames.fault import GraphFault
from bodyplan.model.frames.graph import FrameGraph
from tests.growth import HANG_GUARD


def near(one: Transform | None, other: Transform | None, tolerance: float = 1e-9) -> bool:
    if one is None or other is None:
        return one is other
    numbers = [(*t.p, *t.R[0], *t.R[1], *t.R[2]) for t in (one, other)]
    return all(abs(a - b) < tolerance for a, b in zip(*numbers, strict=True))


def at(x: float, y: float = 0.0, z: float = 0.0) -> Transform:
    return Transform(p=(x, y, z))


def anywhere(dice: random.Random) -> Transform:
    rpy = (dice.uniform(-3, 3), dice.uniform(-3, 3), dice.uniform(-3, 3))
    return Transform.from_rpy(rpy, (dice.uniform(-5, 5), dice.uniform(-5, 5), dice.uniform(-5, 5)))


class Plan:
    """Frames whose place in the world is chosen first; what a file would say follows from it.

    Args:
        dice: chooses.
        size: how many frames there are.
    """

    def __init__(self, dice: random.Random, size: int) -> None:
        self.world: dict[str, Transform] = {"": IDENTITY}
        self.kinds: dict[str, str] = {"": "world"}
        for index in range(size):
            scope = dice.choice([n for n, k in self.kinds.items() if k in {"world", "model"}])
            kind = dice.choice(["frame", "model"] if not scope else ["link", "frame", "model"])
            name = f"{scope}::{kind}{index}" if scope else f"{kind}{index}"
            self.kinds[name] = kind
            self.world[name] = anywhere(dice)
        self.rows = []
        allowed = list(self.kinds)
        for name in allowed[1:]:
            scope, _, last = name.rpartition("::")
            # what stands before in the list can never lead back
            inside = [n for n in allowed[: allowed.index(name)] if n and self.below(n, scope)]
            target = dice.choice([scope, *inside])
            placed = name
            placement = ""
            if self.kinds[name] == "model" and dice.random() < 0.5:
                placed = dice.choice([n for n in allowed if n == name or self.below(n, name)])
                placement = placed[len(name) + 2 :] or "__model__"
            pose = self.world[target].inverse() @ self.world[placed]
            relative = target[len(scope) + 2 if scope else 0 :]
            if target == scope:
                relative = dice.choice(["", "__model__" if scope else "world"])
            attached = relative if dice.random() < 0.5 and self.kinds[name] == "frame" else ""
            if attached and dice.random() < 0.5:
                relative = ""
            row = (scope, last, self.kinds[name], pose, relative, attached, placement)
            self.rows.append(row)

    @staticmethod
    def below(name: str, scope: str) -> bool:
        return name != scope and (not scope or name.startswith(scope + "::"))

    def graph(self, rows) -> tuple[FrameGraph, dict[str, int]]:
        graph, numbers = FrameGraph(world=True), {"": 0}
        waiting = list(rows)
        while waiting:  # a scope stands before what is in it
            later = []
            for row in waiting:
                scope, name, kind, pose, relative, attached, placement = row
                if scope not in numbers:
                    later.append(row)
                    continue
                numbers[f"{scope}::{name}" if scope else name] = graph.add(
                    numbers[scope],
                    name,
                    kind,
                    pose,
                    relative_to=relative,
                    attached_to=attached,
                    placement_frame=placement,
                )
            waiting = later
        return graph, numbers


plans = st.builds(Plan, st.randoms(use_true_random=False), st.integers(1, 25))


@settings(deadline=None)
@given(plans, st.randoms(use_true_random=False))
def test_every_frame_is_where_it_was_put_in_whatever_order_it_is_declared(plan, dice):
    for rows in (plan.rows, dice.sample(plan.rows, len(plan.rows))):
        graph, numbers = plan.graph(rows)
        for name, number in numbers.items():
            assert near(graph.resolve(number, 0), plan.world[name])
            assert graph.find(0, name or "world") == number
            assert graph.path(number) == (name or "world")
        poses = dict(graph.poses_in(0))
        assert {n: poses[numbers[n]] is not None for n in numbers if n} == dict.fromkeys(
            (n for n in numbers if n), True
        )
        assert all(near(poses[numbers[n]], plan.world[n]) for n in numbers if n)
        told = {fault.kind for fault in graph.faults()}
        assert told <= {"no link"}


@settings(deadline=None)
@given(plans, st.randoms(use_true_random=False))
def test_there_and_back_is_where_one_was(plan, dice):
    graph, numbers = plan.graph(plan.rows)
    one, two, three = (dice.choice(list(numbers.values())) for _ in range(3))
    there, back = graph.resolve(one, two), graph.resolve(two, one)
    assert near(there @ back, IDENTITY)
    assert near(graph.resolve(two, three) @ there, graph.resolve(one, three))
    assert graph.resolve(one, one) == IDENTITY


def test_what_lies_outside_of_both_frames_does_not_matter():
    graph = FrameGraph()
    far = graph.add(0, "far", "model", at(1e17))
    lost = graph.add(far, "lost", "model", relative_to="QQQ")
    one = graph.add(lost, "one", "link", at(0.1))
    two = graph.add(lost, "two", "link", at(0.3))
    assert graph.resolve(two, one) == at(0.3 - 0.1)
    assert graph.resolve(one, lost) == at(0.1)
    assert graph.resolve(one, far) is None
    assert graph.cause(one, far) == GraphFault("unknown", lost, "relative_to", "QQQ")
    assert graph.cause(one, lost) is None
    assert graph.cause(one) is None


# Names


def test_a_name_is_looked_for_in_its_scope_and_below_never_above():
    graph = FrameGraph()
    arm = graph.add(0, "arm", "model")
    hand = graph.add(arm, "hand", "model")
    tip = graph.add(hand, "tip", "link")
    base = graph.add(arm, "base", "link")
    assert graph.find(arm, "hand::tip") == tip
    assert graph.find(arm, "hand") == graph.find(arm, "hand::__model__") == hand
    assert graph.find(hand, "__model__") == hand
    assert graph.find(0, "arm::hand::tip") == tip
    assert graph.find(0, "__root__") == 0
    assert graph.find(hand, "base") is None
    assert graph.find(arm, "hand::base") is None
    assert graph.find(arm, "QQQ::tip") is None
    assert graph.find(arm, "") is None
    assert graph.find(arm, "hand::") is None
    assert graph.path(tip, arm) == "hand::tip"
    assert graph.path(tip, hand) == "tip"
    assert graph.path(hand, hand) == "__model__"
    assert graph.path(base) == "arm::base"
    assert set(graph.known(arm)) == {"__model__", "hand", "base"}
    assert graph.members(arm) == [hand, base]
    assert graph.is_scope(hand)
    assert not graph.is_scope(tip)


def test_names_with_colons_in_them_are_the_same_as_names_in_models():
    graph = FrameGraph()
    model = graph.add(0, "robot", "model")
    before = graph.add(model, "hand::palm", "link")
    hand = graph.add(model, "hand", "model")
    tip = graph.add(hand, "tip", "link")
    taken = graph.add(hand, "palm", "link")
    assert graph.find(model, "hand::palm") == before
    assert graph.find(model, "hand::tip") == tip
    assert graph.faults() == (GraphFault("duplicate", taken, "name", "palm", (before,)),)


def test_the_first_frame_of_a_name_keeps_it():
    graph = FrameGraph()
    model = graph.add(0, "robot", "model")
    first = graph.add(model, "same", "link", at(1.0))
    second = graph.add(model, "same", "frame", at(2.0))
    assert graph.find(model, "same") == first
    assert graph.own_pose(second) == at(2.0)
    assert graph.faults() == (GraphFault("duplicate", second, "name", "same", (first,)),)


def test_frames_without_names_are_no_duplicates():
    graph = FrameGraph()
    model = graph.add(0, "robot", "model")
    graph.add(model, "", "link")
    graph.add(model, "", "link")
    assert graph.faults() == ()


def test_a_merged_model_gives_its_names_to_the_scope_around_it():
    graph = FrameGraph()
    robot = graph.add(0, "robot", "model")
    merged = graph.add(robot, "gripper", "model", at(1.0), placement_frame="flange", merged=True)
    palm = graph.add(merged, "palm", "link", at(0.0, 1.0))
    flange = graph.add(merged, "flange", "frame", at(0.0, 0.0, 1.0), attached_to="__model__")
    finger = graph.add(merged, "finger", "model")
    tip = graph.add(finger, "tip", "link")
    on_it = graph.add(robot, "camera", "frame", at(0.0, 5.0), attached_to="palm")
    assert graph.find(robot, "palm") == graph.find(merged, "palm") == palm
    assert graph.find(robot, "finger::tip") == tip
    assert graph.find(robot, "_merged__gripper__model__") == merged
    assert graph.find(robot, "gripper") is None
    assert graph.resolve(flange, robot) == at(1.0)
    assert graph.resolve(on_it, robot) == at(1.0, 6.0, -1.0)
    assert graph.body(on_it) == graph.body(merged) == graph.body(robot) == palm
    assert graph.path(tip, robot) == "finger::tip"
    assert graph.path(merged, robot) == "_merged__gripper__model__"
    assert graph.faults() == ()


# Bodies


def test_what_a_frame_is_attached_to_ends_at_a_body():
    graph = FrameGraph(world=True)
    robot = graph.add(0, "robot", "model")
    base = graph.add(robot, "base", "link")
    hand = graph.add(robot, "hand", "model", attached_to="palm")
    finger = graph.add(hand, "finger", "link")
    palm = graph.add(hand, "palm", "link")
    joint = graph.add(robot, "wrist", "joint", attached_to="hand")
    table = graph.add(0, "table", "static model")
    top = graph.add(table, "top", "frame")
    leg = graph.add(table, "leg", "link")
    for frame, body in {
        0: 0,
        robot: base,
        base: base,
        hand: palm,
        finger: finger,
        joint: palm,
        table: table,
        top: table,
        leg: leg,
        graph.add(0, "w", "frame"): 0,
        graph.add(0, "x", "frame", attached_to="world"): 0,
        graph.add(0, "y", "frame", attached_to="robot::hand"): palm,
        graph.add(robot, "z", "frame", attached_to="wrist"): palm,
        graph.add(robot, "m", "frame", attached_to="__model__"): base,
        graph.add(0, "t", "frame", attached_to="table::top"): table,
    }.items():
        assert graph.body(frame) == body
    assert graph.faults() == ()


def test_a_model_without_links_is_on_its_first_model():
    graph = FrameGraph()
    outer = graph.add(0, "outer", "model")
    first = graph.add(outer, "first", "model")
    second = graph.add(outer, "second", "model")
    graph.add(second, "no", "link")
    yes = graph.add(first, "yes", "link")
    assert graph.body(outer) == yes


def test_a_model_with_nothing_in_it_has_no_body():
    graph = FrameGraph()
    outer = graph.add(0, "outer", "model")
    empty = graph.add(outer, "empty", "model")
    on_it = graph.add(outer, "on it", "frame", attached_to="empty")
    assert graph.body(outer) is graph.body(empty) is graph.body(on_it) is None
    assert graph.faults() == (GraphFault("no link", empty, "attached_to", of_bodies=True),)


def test_the_canonical_link_is_a_link():
    graph = FrameGraph()
    one = graph.add(0, "one", "model", attached_to="QQQ")
    link = graph.add(one, "link", "link")
    two = graph.add(0, "two", "model", attached_to="frame")
    graph.add(two, "frame", "frame", attached_to="link")
    other = graph.add(two, "link", "link")
    assert graph.body(one) is None
    assert graph.body(link) == link
    assert graph.body(two) == other
    assert graph.faults() == (
        GraphFault("unknown", one, "attached_to", "QQQ", of_bodies=True),
        GraphFault("not a link", two, "attached_to", "frame", of_bodies=True),
    )


# What does not lead to an end


def test_an_unknown_name_is_reported_once_and_all_that_is_attached_to_it_is_lost():
    graph = FrameGraph()
    robot = graph.add(0, "robot", "model")
    ok = graph.add(robot, "ok", "link")
    lost = graph.add(robot, "lost", "frame", attached_to="QQQ")
    below = graph.add(robot, "below", "frame", attached_to="lost")
    fault = GraphFault("unknown", lost, "attached_to", "QQQ")
    assert graph.faults() == (replace(fault, of_bodies=True),)
    assert graph.own_pose(lost) is graph.own_pose(below) is None
    assert graph.resolve(below, below) is None
    assert graph.body(below) is None
    assert graph.cause(below) == fault
    assert graph.cause(ok, below) == fault
    assert graph.resolve(ok, robot) == IDENTITY


def test_an_unknown_placement_frame_leaves_the_model_without_a_place():
    graph = FrameGraph()
    robot = graph.add(0, "robot", "model", placement_frame="QQQ")
    link = graph.add(robot, "link", "link", at(1.0))
    assert graph.faults() == (GraphFault("unknown", robot, "placement_frame", "QQQ"),)
    assert graph.own_pose(robot) is None
    assert graph.own_pose(link) == at(1.0)


@pytest.mark.parametrize("length", [1, 2, 3, 1000])
@pytest.mark.parametrize("said", ["relative_to", "attached_to"])
def test_a_cycle_is_reported_once_with_its_members(length, said):
    graph = FrameGraph()
    robot = graph.add(0, "robot", "model")
    graph.add(robot, "link", "link")
    lead = graph.add(robot, "lead", "frame", **{said: "0"})
    ring = [
        graph.add(robot, str(index), "frame", **{said: str((index + 1) % length)})
        for index in range(length)
    ]
    fault = GraphFault("cycle", ring[0], said, str(1 % length), tuple(ring))
    assert graph.faults() == (replace(fault, of_bodies=said == "attached_to"),)
    assert graph.cause(lead) == graph.cause(ring[-1]) == fault
    assert all(graph.own_pose(frame) is None for frame in [lead, *ring])
    if said == "attached_to":
        assert graph.body(lead) is None


def test_a_model_placed_relative_to_its_own_inside_is_a_cycle():
    graph = FrameGraph()
    robot = graph.add(0, "robot", "model")
    arm = graph.add(robot, "arm", "model", relative_to="mark")
    graph.add(arm, "link", "link")
    mark = graph.add(robot, "mark", "frame", relative_to="arm::link")
    assert graph.faults() == (GraphFault("cycle", arm, "relative_to", "mark", (arm, mark)),)


@settings(deadline=None)
@given(st.lists(st.integers(0, 12), min_size=1, max_size=12))
def test_a_frame_has_a_pose_or_a_cause(targets):
    """Every way of pointing at each other, compared with a walk along it."""
    graph = FrameGraph()
    robot = graph.add(0, "robot", "model")
    graph.add(robot, "link", "link")
    frames = [
        graph.add(robot, str(index), "frame", at(1.0), attached_to=str(target))
        for index, target in enumerate(targets)
    ]
    for index, frame in enumerate(frames):
        seen, here = [], index
        while here < len(targets) and here not in seen:
            seen.append(here)
            here = targets[here]
        cause = graph.cause(frame)
        assert graph.own_pose(frame) is None
        if here < len(targets):
            ring = seen[seen.index(here) :]
            assert {frames[i] for i in ring} == set(cause.members)
        else:
            assert cause == GraphFault("unknown", frames[seen[-1]], "attached_to", str(here))
        assert replace(cause, of_bodies=True) in graph.faults()


@pytest.mark.parametrize("number", [math.inf, math.nan])
def test_a_pose_that_is_not_finite_is_a_problem(number):
    graph = FrameGraph()
    one = graph.add(0, "one", "link", at(number))
    two = graph.add(0, "two", "link", None)
    below = graph.add(0, "below", "link", relative_to="one")
    assert graph.faults() == (
        GraphFault("not finite", one, "pose"),
        GraphFault("not finite", two, "pose"),
    )
    assert graph.own_pose(one) is graph.own_pose(two) is graph.own_pose(below) is None


def test_a_place_too_far_away_for_a_number_is_a_problem():
    graph = FrameGraph()
    one = graph.add(0, "one", "link", at(1e308))
    two = graph.add(0, "two", "link", at(1e308), relative_to="one")
    back = graph.add(0, "back", "link", at(-1e308), relative_to="one")
    other = graph.add(0, "other", "link", at(-1e308))
    assert graph.faults() == (GraphFault("not finite", two, "pose"),)
    assert graph.own_pose(back) == at(0.0)
    assert graph.resolve(one, other) is None


def test_frames_added_after_a_question_count():
    graph = FrameGraph()
    one = graph.add(0, "one", "link", relative_to="two")
    assert graph.own_pose(one) is None
    graph.add(0, "two", "link", at(1.0))
    assert graph.own_pose(one) == at(1.0)
    assert graph.faults() == ()


# Size


def chain(length: int) -> tuple[FrameGraph, int]:
    graph = FrameGraph()
    robot = graph.add(0, "robot", "model")
    graph.add(robot, "f0", "link", at(1.0))
    for index in range(length, 0, -1):
        graph.add(robot, f"f{index}", "frame", at(1.0), attached_to=f"f{index - 1}")
    return graph, robot


def nest(depth: int) -> tuple[FrameGraph, int]:
    graph = FrameGraph()
    scope = graph.add(0, "m", "model", at(1.0))
    outer = scope
    for _ in range(depth):
        scope = graph.add(scope, "m", "model", at(1.0), placement_frame="l")
        graph.add(scope, "l", "link", at(0.0, 1.0))
    return graph, outer


@pytest.mark.parametrize(("build", "size"), [(chain, 50_000), (nest, 10_000)])
def test_long_chains_and_deep_nests_take_no_longer_than_their_size(build, size):
    start = time.process_time()
    graph, scope = build(size)
    assert len(graph) > size
    assert sum(1 for _, pose in graph.poses_in(scope) if pose is not None) >= size
    assert all(graph.body(frame) is not None for frame in range(1, len(graph)))
    assert graph.faults() == ()
    assert time.process_time() - start < HANG_GUARD


def test_the_innermost_of_ten_thousand_models_can_be_asked_for():
    graph, outer = nest(10_000)
    name = "::".join(["m"] * 10_000) + "::l"
    frame = graph.find(outer, name)
    assert graph.path(frame, outer) == name
    assert graph.body(outer) is not None
