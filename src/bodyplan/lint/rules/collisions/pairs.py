"""Disabled pairs that can touch, pairs checked needlessly, states in collision: C101 to C104."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.collision.explained import positions
from bodyplan.collision.matrix import compute_matrix
from bodyplan.collision.model import STEPS, CollisionModel
from bodyplan.collision.pairs import (
    TooManyPairsError,
    TooManyStepsError,
    check_states,
    solid_links,
)
from bodyplan.core import listed, quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.robot_names import semantics, with_meshes
from bodyplan.semantics.from_srdf import from_srdf
from bodyplan.semantics.pair import ordered

if TYPE_CHECKING:
    from bodyplan.collision.evidence import CollisionMatrix, PairRow
    from bodyplan.model.planning.semantics import Semantics

_LISTED = 5
_KNOWN = ("Adjacent", "Default", "Always")
"""Values of ``reason`` for which the links of a disabled pair are expected to touch."""


class _Found(NamedTuple):
    """The results that the rules of this module share for a robot and its SRDF."""

    matrix: CollisionMatrix
    overlay: Semantics


@rule("C101", "disabled-pair-can-touch", severity="warning")
def disabled_pair_can_touch(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The links of a disabled pair touch in a known configuration.

    ## Why it matters
    Motion planners do not check the pair, so a plan can drive one link into the other. The message
    names the positions of the joints between the links; show them with `bodyplan view -q`. Pairs
    with the reasons `Adjacent`, `Default` and `Always` are expected to touch. A pair with the
    reason `User`, or with another reason that was set by hand, is reported as information. The rule
    runs with `--collisions` only, because meshes are opened and configurations are sampled.

    ## Example
        <disable_collisions link1="panda_link2" link2="panda_link6" reason="Never"/>

    ## Use instead
    Remove the element, or run `bodyplan srdf pairs`, which removes it.
    """
    found = ctx.once(_found)
    if found is None:
        return
    for element in _firsts(ctx):
        row = found.matrix.row(element.link1, element.link2)
        if element.reason in _KNOWN or row is None or row.evidence != "met" or row.contained:
            continue
        if row.reason in _KNOWN:
            touching = "in the default configuration"
        else:
            touching = f"at {positions(row.witness)}"
        by_hand = element.reason not in {None, "", "Never"}
        yield ctx.report(
            element,
            f"links {quoted(element.link1)} and {quoted(element.link2)} are not checked for"
            f" collision, but touch {touching}",
            severity=Severity.INFO if by_hand else None,
            hint="remove the element, or run `bodyplan srdf pairs`",
        )


@rule("C102", "pairs-checked-needlessly", severity="info")
def pairs_checked_needlessly(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Pairs of links that provably never touch are checked for collision.

    ## Why it matters
    Each pair costs time in every collision check of a planner. Reported with `--collisions` only;
    the proof covers all positions of the joints between the links.

    ## Example
        an SRDF without <disable_collisions> for the first and the third link of an arm

    ## Use instead
    Run `bodyplan srdf pairs`, which disables them with the reason `Never`.
    """
    found = ctx.once(_computed)
    if isinstance(found, str):
        message = f"pairs of links are not computed: {found}"
        yield ctx.report(root, message, severity=Severity.WARNING)
    if found is None or isinstance(found, str):
        return
    allowed = found.overlay.allowed_collision_matrix.allowed
    rows = [
        row
        for row in found.matrix.rows
        if row.reason == "Never" and row.evidence == "proved" and not allowed(row.link1, row.link2)
    ]
    if rows:
        yield ctx.report(
            root,
            "links are checked for collision, but never touch in any configuration:"
            f" {_named(rows)}",
            hint="run `bodyplan srdf pairs` to disable such pairs",
        )


@rule("C103", "touching-pair-checked", severity="warning")
def touching_pair_checked(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Pairs that touch always, or in the default configuration, are checked for collision.

    ## Why it matters
    Planners reject the start state, and every configuration in which the links touch. Often an SRDF
    of an arm and one of a gripper were combined, and the pairs of an arm link and a gripper link
    are missing. Reported with `--collisions` only. Links that a joint connects are reported by
    S509.

    ## Example
        the SRDF of an arm with a gripper, without <disable_collisions> for the flange and the
        fingers

    ## Use instead
    Run `bodyplan srdf pairs`, which disables them with the reasons `Default` and `Always`.
    """
    found = ctx.once(_found)
    if found is None:
        return
    allowed = found.overlay.allowed_collision_matrix.allowed
    hands = {
        name
        for effector in found.overlay.end_effectors.values()
        for name in found.overlay.groups[effector.group].links
    }
    rows = [
        row
        for row in found.matrix.rows
        if row.reason in {"Default", "Always"} and not allowed(row.link1, row.link2)
    ]
    for is_across in (True, False):
        some = [row for row in rows if ((row.link1 in hands) != (row.link2 in hands)) == is_across]
        if some:
            where = " across an end effector" if is_across else ""
            yield ctx.report(
                root,
                f"links{where} are checked for collision, but touch in the default configuration"
                f" or always: {_named(some)}",
                hint="run `bodyplan srdf pairs` to disable such pairs",
            )


@rule("C104", "state-in-collision", severity="warning")
def state_in_collision(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Links collide in a named state.

    ## Why it matters
    MoveIt cannot plan from or to the state. Joints that the state does not set are in their default
    position; links that already touch in the default configuration are reported by C103. Reported
    with `--collisions` only.

    ## Example
        <group_state name="home" group="arm"> in which the gripper is inside the base

    ## Use instead
    Change the state, or disable the pair if the contact is intended: `bodyplan srdf pairs`.
    """
    found = ctx.once(_found)
    if found is None:
        return
    try:
        yield from _colliding_states(found, ctx)
    except TooManyStepsError as error:
        yield ctx.report(root, f"states are not checked for collision: {error}")


def _colliding_states(found: _Found, ctx: Context) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each state in which links touch.

    Raises:
        TooManyStepsError: comparing their geometry takes too many steps.
    """
    overlay, robot = found.overlay, found.overlay.robot
    allowed = overlay.allowed_collision_matrix.allowed
    every = ((row.link1, row.link2) for row in found.matrix.rows)
    pairs = [pair for pair in every if not allowed(*pair)]
    model = CollisionModel(robot, pairs, steps=STEPS)
    first = model.colliding_pairs()  # C103 reports these pairs
    own = {joint.name for joint in robot.independent_joints}
    for element in ctx.values.get(srdf.GroupState, ()):
        state = overlay.states.of(element.group).get(element.name)
        if state is None:
            continue
        q = robot.q({name: value for name, value in state.values.items() if name in own})
        touching = [pair for pair in model.colliding_pairs(q) if pair not in first]
        if touching:
            message = f"state {quoted(element.name)}: links touch: {_listed(touching)}"
            yield ctx.report(element, message, field="name")


def _found(ctx: Context) -> _Found | None:
    """Return the results for the robot of the SRDF; None if nothing was computed."""
    found = ctx.once(_computed)
    return None if isinstance(found, str) else found  # C102 reports the reason


def _computed(ctx: Context) -> _Found | str | None:
    """Return the results for the robot of the SRDF; None without a robot, a text on failure."""
    look = semantics(ctx)
    if not ctx.computes_collisions:
        return None
    excess = _excess(ctx)
    if excess or look.model is None or not look.is_whole:
        return excess or None
    robot = with_meshes(look.model, ctx)
    overlay = from_srdf(look.root, robot)

    def progress(items: Sequence[Any], _: str) -> Iterable[Any]:
        for done, item in enumerate(items):
            if ctx.run.watch is not None:
                ctx.run.watch(done, len(items))
            yield item
        if ctx.run.watch is not None:
            ctx.run.watch(len(items), len(items))

    states = [state.values for state in overlay.states.values()]
    try:
        return _Found(compute_matrix(robot, states=states, progress=progress), overlay)
    except TooManyStepsError as error:
        return str(error)


def _excess(ctx: Context) -> str:
    """Return an error message if there are too many pairs or states; else an empty text."""
    look = semantics(ctx)
    robot = look.model
    try:
        check_states(len({(one.group, one.name) for one in look.root.group_states}) + 1)
        if robot is not None:
            solid_links(robot)
    except TooManyPairsError as error:
        return str(error)
    return ""


def _firsts(ctx: Context) -> Iterable[srdf.DisableCollisions]:
    """Return the first element of each disabled pair."""
    found: dict[tuple[str, str], srdf.DisableCollisions] = {}
    for element in semantics(ctx).root.disable_collisions:
        found.setdefault(ordered(element.link1, element.link2), element)
    return found.values()


def _named(rows: Sequence[PairRow]) -> str:
    return _listed([(row.link1, row.link2) for row in rows])


def _listed(pairs: Sequence[tuple[str, str]]) -> str:
    return listed([f"{quoted(one)}/{quoted(other)}" for one, other in pairs], _LISTED)
