"""Joints that mimic another joint, in any format: J301 to J308."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from bodyplan import model
from bodyplan.diag import Diagnostic, Fix, near
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.joints import in_other_unit, is_readable, number
from bodyplan.lint.rule import rule
from bodyplan.model.joint import JOINT_TYPES

_SHOWN = 10  # maximum number of joints of a loop in a message


def _leaders(ctx: Context) -> dict[int, dict[str, model.Joint]]:
    """Return a dict for each robot, by its ``id``, that maps names to joints.

    If several joints have the same name, the first one is used.
    """
    return {
        id(parts): {joint.name: joint for joint in reversed(parts.joints)} for parts in ctx.parts
    }


def _mimics(
    parts: model.Parts, ctx: Context
) -> Iterator[tuple[model.Joint, model.Mimic, model.Joint | None]]:
    """Yield each mimic joint, its mimic relation, and the mimicked joint (None if missing)."""
    for joint in parts.joints:
        if joint.mimic is not None:
            yield joint, joint.mimic, _leader(joint, parts, ctx)


def _leader(joint: model.Joint, parts: model.Parts, ctx: Context) -> model.Joint | None:
    if joint.mimic is None or not joint.mimic.leader:
        return None
    return ctx.once(_leaders)[id(parts)].get(joint.mimic.leader)


def _dof(joint: model.Joint, parts: model.Parts) -> int | None:
    """Return the degrees of freedom of a joint; None for an unknown type."""
    return None if id(joint) in parts.unread else JOINT_TYPES[joint.type].degrees_of_freedom


@rule("J301", "mimic-unknown-joint", severity="error", fix="sometimes", skip=("sdf",))
def mimic_unknown_joint(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A joint mimics a joint that does not exist.

    ## Why it matters
    urdfdom does not check the name. Programs that use urdfdom then reject the robot, drop the
    coupling so that the mimic joint does not move, or fail at the first joint state. In SDFormat,
    D141 reports it.

    ## Example
        <joint name="right_finger" type="prismatic">
          ...
          <mimic joint="left_fingr"/>

    ## Use instead
        <joint name="right_finger" type="prismatic">
          ...
          <mimic joint="left_finger"/>

    ## Fix safety
    Writing the most similar name is unsafe: the mimicked joint may be in another file. There is no
    fix if no name is similar.
    """
    links = {link.name for link in parts.links}
    for joint, mimic, leader in _mimics(parts, ctx):
        if leader is None and ctx.written(mimic, "leader"):  # otherwise reported as X103
            yield _unknown(joint, mimic.leader, links, parts, ctx)


def _unknown(
    joint: model.Joint, wanted: str, links: set[str], parts: model.Parts, ctx: Context
) -> Diagnostic:
    mimic = joint.mimic
    assert mimic is not None

    def hint() -> str | None:
        if wanted in links:
            return f"write the joint that moves link {wanted!r}"
        found = _candidates(joint, wanted, parts, ctx)
        return "did you mean " + " or ".join(map(repr, found)) + "?" if found else None

    def build() -> Fix | None:
        found = [] if wanted in links else _candidates(joint, wanted, parts, ctx)
        make = (
            ctx.fix_set(f"Mimic {found[0]!r}", "unsafe", mimic, leader=found[0]) if found else None
        )
        return make and make()

    what = f"{wanted!r}, which does not exist" if wanted else "an empty joint name"
    message = f"joint {joint.name!r} mimics {what}"
    return ctx.report(mimic, message, field="leader", hint=hint, fix=build)


def _candidates(joint: model.Joint, wanted: str, parts: model.Parts, ctx: Context) -> list[str]:
    """Return movable joints that may be meant by a name, best first.

    A lost prefix is the most common mistake, so names that end with the requested name come first,
    ordered by the length of their common prefix with the name of the mimic joint.
    """
    if not wanted:
        return []
    known = [
        name
        for name, other in ctx.once(_leaders)[id(parts)].items()
        if name and name != joint.name and _dof(other, parts) in {1, None}
    ]
    ends = [name for name in known if name.endswith(wanted)]
    if ends:
        ends.sort(key=lambda name: -_length_shared(name, joint.name))
        return ends[:3]
    return near(wanted, known)


def _length_shared(one: str, other: str) -> int:
    """Return the length of the common prefix of two names."""
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


@rule("J302", "mimic-itself", severity="error", fix="always", skip=("sdf",))
def mimic_itself(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A joint mimics itself.

    ## Why it matters
    The position of the joint depends on itself. Programs that resolve the coupling do not
    terminate. In SDFormat, D141 reports it.

    ## Example
        <joint name="finger" type="prismatic">
          ...
          <mimic joint="finger"/>

    ## Use instead
        <joint name="finger" type="prismatic">
          ...
          <mimic joint="other_finger"/>

    ## Fix safety
    Removing the element is unsafe: another joint is probably meant.
    """
    for joint, mimic, _ in _mimics(parts, ctx):
        if joint.name and mimic.leader == joint.name:
            yield ctx.report(
                mimic,
                f"joint {joint.name!r} mimics itself",
                field="leader",
                hint="write the joint to mimic, or remove <mimic>",
                fix=ctx.fix_remove("Remove <mimic>", "unsafe", mimic),
            )


@rule("J303", "mimic-loop", severity="error", in_sdf="warning")
def mimic_loop(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Joints mimic each other in a loop.

    A warning in SDFormat, which libsdformat accepts.

    ## Why it matters
    None of these joints has a defined position. Programs that resolve the coupling do not
    terminate. There is one diagnostic for each loop, at its first joint in the file.

    ## Example
        <joint name="a" ...><mimic joint="b"/></joint>
        <joint name="b" ...><mimic joint="a"/></joint>

    ## Use instead
        <joint name="a" ...></joint>
        <joint name="b" ...><mimic joint="a"/></joint>
    """
    for loop in _loops(parts, ctx):
        if len(loop) > 1:  # a loop of one is reported by J302 or D141
            names = [repr(joint.name) for joint in loop[:_SHOWN]]
            if len(loop) > _SHOWN:
                names.append(f"... {len(loop) - _SHOWN} more ...")
            names.append(repr(loop[0].name))
            yield ctx.report(
                loop[0].mimic or loop[0],
                f"{len(loop)} joints mimic each other in a loop: {' -> '.join(names)}",
                field="leader",
                hint="remove the <mimic> of one of them",
            )


def _loops(parts: model.Parts, ctx: Context) -> Iterator[list[model.Joint]]:
    """Yield the joints of each loop of mimic relations once, starting with the first joint found."""
    done: set[str] = set()
    for joint in parts.joints:
        trail: dict[str, model.Joint] = {}
        current: model.Joint | None = joint if joint.mimic is not None else None
        while current is not None and current.name not in done:
            if current.name in trail:
                # the current joint may be another joint with the same name
                first = list(trail).index(current.name)
                yield list(trail.values())[first:]
                break
            trail[current.name] = current
            current = _leader(current, parts, ctx)
        done.update(trail)


@rule("J304", "mimic-of-fixed", severity="warning", fix="always", skip=("sdf",))
def mimic_of_fixed(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A movable joint mimics a fixed joint.

    ## Why it matters
    A fixed joint has no position. Some tools hold the mimic joint at its offset, some let it move
    freely, some reject the robot. This happens when joints are fixed to make a reduced model. In
    SDFormat, D141 reports it.

    ## Example
        <joint name="gripper" type="fixed"> ... </joint>
        <joint name="finger" type="revolute">
          ...
          <mimic joint="gripper" multiplier="-1"/>

    ## Use instead
        <joint name="gripper" type="fixed"> ... </joint>
        <joint name="finger" type="fixed"> ... </joint>

    ## Fix safety
    Removing the coupling is unsafe: the mimic joint may be meant to be fixed too.
    """
    for joint, mimic, leader in _mimics(parts, ctx):
        if leader is not None and _dof(leader, parts) == 0 and _dof(joint, parts) == 1:
            yield ctx.report(
                mimic,
                f"joint {joint.name!r} mimics {leader.name!r}, which is fixed",
                field="leader",
                hint="fix the mimic joint too, or remove <mimic>",
                fix=ctx.fix_remove("Remove <mimic>", "unsafe", mimic),
            )


@rule("J305", "mimic-on-fixed", severity="info", fix="always", skip=("sdf",))
def mimic_on_fixed(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A fixed joint mimics another joint.

    ## Why it matters
    A fixed joint cannot move, so `<mimic>` is ignored, or counted as a coupling without effect.
    This happens when joints are fixed to make a reduced model. In SDFormat, J502 reports the whole
    axis.

    ## Example
        <joint name="fingertip" type="fixed">
          ...
          <mimic joint="finger"/>

    ## Use instead
        <joint name="fingertip" type="fixed">
          ...

    ## Fix safety
    Removing the element is unsafe: the joint may be fixed only temporarily.
    """
    for joint, mimic, _ in _mimics(parts, ctx):
        if _dof(joint, parts) == 0 and mimic.leader != joint.name:
            other = repr(mimic.leader) if mimic.leader else "another joint"
            yield ctx.report(
                mimic,
                f"joint {joint.name!r} is fixed, so it cannot mimic {other}",
                hint="remove <mimic>, or correct the type",
                fix=ctx.fix_remove("Remove <mimic>", "unsafe", mimic),
            )


@rule("J306", "mimic-of-mimic", severity="info", fix="always")
def mimic_of_mimic(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A joint mimics a joint that itself mimics another joint.

    ## Why it matters
    Chains are valid, but several tools resolve one step only: the last joint then depends on a
    position that they do not compute. Two couplings combine into one: their multipliers multiply.

    ## Example
        <joint name="b" ...><mimic joint="a" multiplier="2"/></joint>
        <joint name="c" ...><mimic joint="b" multiplier="0.5" offset="0.1"/></joint>

    ## Use instead
        <joint name="b" ...><mimic joint="a" multiplier="2"/></joint>
        <joint name="c" ...><mimic joint="a" multiplier="1" offset="0.1"/></joint>

    ## Fix safety
    Mimicking the first joint directly is unsafe: the joint no longer stops at the limits of the
    joint in between.
    """
    looping = {joint.name for loop in _loops(parts, ctx) for joint in loop}
    for joint, mimic, leader in _mimics(parts, ctx):
        if leader is None or leader.name in looping:
            continue
        first, middle = _leader(leader, parts, ctx), leader.mimic
        if first is None or middle is None:
            continue
        if any(_dof(one, parts) != 1 for one in (joint, leader, first)):
            # reported as J304 or J305: a joint with several degrees of freedom has no single leader
            continue
        yield ctx.report(
            mimic,
            f"joint {joint.name!r} mimics {leader.name!r}, which itself mimics {first.name!r}",
            field="leader",
            hint=f"mimic {first.name!r} directly",
            fix=_direct(ctx, mimic, middle, first),
        )


def _direct(ctx: Context, outer: model.Mimic, inner: model.Mimic, first: model.Joint) -> FixMaker:
    """Return a fix that replaces two couplings by one, outer(inner(position)).

    Only changed values are written.
    """
    multiplier = outer.multiplier * inner.multiplier
    offset = outer.multiplier * _offset(inner, ctx) + _offset(outer, ctx)
    offset += multiplier * _reference(outer, ctx)
    changed: dict[str, Any] = {"leader": ctx.source(first).name}
    if multiplier != outer.multiplier:
        changed["multiplier"] = multiplier
    if offset != outer.offset:
        changed["offset"] = offset
    return ctx.fix_set(f"Mimic {first.name!r}", "unsafe", outer, **changed)


def _reference(mimic: model.Mimic, ctx: Context) -> float:
    """Return the position of the mimicked joint at which the offset applies (0 in URDF)."""
    reference: float = getattr(ctx.source(mimic), "reference", 0.0)
    return reference


def _offset(mimic: model.Mimic, ctx: Context) -> float:
    """Return the position of the mimic joint when the mimicked joint is at zero."""
    return mimic.offset - mimic.multiplier * _reference(mimic, ctx)


@rule("J308", "mimic-out-of-range", severity="warning", fix="always")
def mimic_out_of_range(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """The mimicked joint can move a mimic joint beyond its limits.

    ## Why it matters
    Part of the range of the mimicked joint maps to positions outside the limits of the mimic joint.
    Planners reject such states; in simulators the coupling and the limit conflict. A violation by
    up to 1 % of the range is not reported: it may be rounding.

    ## Example
        <joint name="left" type="prismatic">
          <limit lower="0" upper="0.04" effort="10" velocity="0.1"/></joint>
        <joint name="right" type="prismatic">
          <limit lower="0" upper="0.04" effort="10" velocity="0.1"/>
          <mimic joint="left" multiplier="-1"/></joint>

    ## Use instead
        <joint name="right" type="prismatic">
          <limit lower="-0.04" upper="0" effort="10" velocity="0.1"/>
          <mimic joint="left" multiplier="-1"/></joint>

    ## Fix safety
    The fix shows the range that the mimicked joint requires and is never applied: the multiplier,
    the offset or the limits of the mimicked joint may be wrong instead.
    """
    for joint, mimic, leader in _mimics(parts, ctx):
        if leader is None or leader is joint or not mimic.multiplier:
            continue
        own, other = _range(joint, parts), _range(leader, parts)
        if own is None or other is None or not is_readable(ctx, mimic, "multiplier", "offset"):
            continue
        if not all(is_readable(ctx, bounds, "lower", "upper") for bounds in (own, other)):
            continue
        offset = _offset(mimic, ctx)
        ends = sorted(mimic.multiplier * end + offset for end in (other.lower, other.upper))
        allowed = 0.01 * (own.upper - own.lower)
        if ends[0] >= own.lower - allowed and ends[1] <= own.upper + allowed:
            continue
        yield ctx.report(
            mimic,
            f"joint {joint.name!r}: mimicking {leader.name!r} moves it from {number(ends[0])} to "
            f"{number(ends[1])}, but its limits are {number(own.lower)} to {number(own.upper)}",
            hint="check the multiplier and the limits of both joints; "
            f"{leader.name!r} moves from {number(other.lower)} to {number(other.upper)}",
            fix=ctx.fix_set(
                "Set the limits to the required range", "display", own, lower=ends[0], upper=ends[1]
            ),
        )


def _range(joint: model.Joint, parts: model.Parts) -> model.Limit | None:
    """Return the limits of a 1-DOF joint; None if infinite, empty or in another unit."""
    bounds = joint.limit
    if _dof(joint, parts) != 1 or not JOINT_TYPES[joint.type].has_range:
        return None
    if not -inf < bounds.lower < bounds.upper < inf:
        return None
    return None if in_other_unit(joint.type, (bounds.lower, bounds.upper)) else bounds
