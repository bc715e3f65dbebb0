"""Joints that follow another one: J301 to J309."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic, Fix, near
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.joints import has_range, in_other_unit, is_readable, number
from bodyplan.lint.rule import rule
from bodyplan.model.joint import KINDS, WITH_RANGE
from bodyplan.spec import change

_DOF: dict[str, int] = {kind: facts.degrees_of_freedom for kind, facts in KINDS.items()}
_SHOWN = 10  # members of a loop that a message names


def _leader(joint: urdf.Joint, ctx: Context) -> urdf.Joint | None:
    """The joint that this one follows; None when it follows nothing, or nothing that is there."""
    if joint.mimic is None or not joint.mimic.joint:
        return None
    found = ctx.index.joints.get(joint.mimic.joint)
    return found[0] if found else None


@rule("J301", "mimic-of-nothing", severity="error", fix="sometimes", when="mimic")
def mimic_of_nothing(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A joint follows a joint that does not exist.

    ## Why it matters
    The reference reader does not look. Later readers refuse the robot, drop the coupling, or fail
    at the first joint state: the finger that should follow hangs still.

    ## Example
        <joint name="right_finger" type="prismatic">
          ...
          <mimic joint="left_fingr"/>

    ## Use instead
        <joint name="right_finger" type="prismatic">
          ...
          <mimic joint="left_finger"/>

    ## Fix safety
    The nearest name is unsafe: the leader may be in another file. There is no fix where no name
    is near.
    """
    mimic = joint.mimic
    if mimic is None or (mimic.joint and mimic.joint in ctx.index.joints):
        return
    if not ctx.written(mimic, "joint"):
        return  # X103 speaks

    def names() -> list[str]:
        return _candidates(joint, mimic.joint, ctx)

    def hint() -> str | None:
        if mimic.joint in ctx.index.links:
            return f"{mimic.joint!r} is a link; name the joint that moves it"
        found = names()
        return "did you mean " + " or ".join(map(repr, found)) + "?" if found else None

    def build() -> Fix | None:
        found = names()
        if not found or mimic.joint in ctx.index.links:
            return None
        edits = change.set_fields(ctx.document, mimic, joint=found[0])
        return Fix(f"Follow {found[0]!r}", tuple(edits), "unsafe")

    what = f"{mimic.joint!r}, which does not exist" if mimic.joint else "a joint without a name"
    yield ctx.report(
        mimic, f"joint {joint.name!r} follows {what}", field="joint", hint=hint, fix=build
    )


def _candidates(joint: urdf.Joint, wanted: str, ctx: Context) -> list[str]:
    """Moving joints that may be meant by a name, best first.

    A lost prefix is the commonest fault, so names that end with the wanted one come first, the one
    most like the follower's at their head.
    """
    if not wanted:
        return []
    known = [
        name
        for name, members in ctx.index.joints.items()
        if name and name != joint.name and _DOF.get(members[0].type, 1) == 1
    ]
    ends = [name for name in known if name.endswith(wanted)]
    if ends:
        ends.sort(key=lambda name: -_length_shared(name, joint.name))
        return ends[:3]
    return near(wanted, known)


def _length_shared(one: str, other: str) -> int:
    """How many characters two names begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


@rule("J302", "mimic-of-itself", severity="error", fix="always", when="mimic")
def mimic_of_itself(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A joint follows itself.

    ## Why it matters
    Its position is defined by its position. Readers that follow the coupling to its end never
    get there.

    ## Example
        <joint name="finger" type="prismatic">
          ...
          <mimic joint="finger"/>

    ## Use instead
        <joint name="finger" type="prismatic">
          ...
          <mimic joint="other_finger"/>

    ## Fix safety
    Removing the element is unsafe: most likely another joint is meant.
    """
    mimic = joint.mimic
    if mimic is None or not joint.name or mimic.joint != joint.name:
        return
    yield ctx.report(
        mimic,
        f"joint {joint.name!r} follows itself",
        field="joint",
        hint="name the joint that leads, or remove <mimic>",
        fix=ctx.fix_remove("Remove the mimic element", "unsafe", mimic),
    )


@rule("J303", "mimic-loop", severity="error")
def mimic_loop(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Joints follow each other in a circle.

    ## Why it matters
    None of them leads, so none has a position. Readers that follow the coupling to its end never
    get there. There is one finding for each circle, at its first joint in the file.

    ## Example
        <joint name="a" ...><mimic joint="b"/></joint>
        <joint name="b" ...><mimic joint="a"/></joint>

    ## Use instead
        <joint name="a" ...></joint>
        <joint name="b" ...><mimic joint="a"/></joint>
    """
    for circle in _circles(robot, ctx):
        if len(circle) > 1:  # J302 speaks about the others
            yield _loop(circle, ctx)


def _circles(robot: urdf.Robot, ctx: Context) -> Iterator[list[urdf.Joint]]:
    """Joints that follow each other in a circle, each circle once, from its first joint met."""
    done: set[str] = set()
    for joint in robot.joints:
        trail: dict[str, urdf.Joint] = {}
        current: urdf.Joint | None = joint if joint.mimic is not None else None
        while current is not None and current.name not in done:
            if current.name in trail:
                first = list(trail).index(current.name)  # of two of that name it may be the other
                yield list(trail.values())[first:]
                break
            trail[current.name] = current
            current = _leader(current, ctx)
        done.update(trail)


def _loop(loop: list[urdf.Joint], ctx: Context) -> Diagnostic:
    names = [repr(joint.name) for joint in loop[:_SHOWN]]
    if len(loop) > _SHOWN:
        names.append(f"... {len(loop) - _SHOWN} more ...")
    names.append(repr(loop[0].name))
    mimic = loop[0].mimic
    assert mimic is not None
    return ctx.report(
        mimic,
        f"{len(loop)} joints follow each other in a circle: {' -> '.join(names)}",
        field="joint",
        hint="let one of them lead: remove its <mimic>",
    )


@rule("J304", "mimic-of-fixed", severity="warning", fix="always", when="mimic")
def mimic_of_fixed(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A joint that can move follows a fixed joint.

    ## Why it matters
    A fixed joint has no position to follow. Some tools hold the follower at its offset, some let
    it move freely, some refuse the robot. It happens when a reduced model is made by fixing
    joints.

    ## Example
        <joint name="gripper" type="fixed"> ... </joint>
        <joint name="finger" type="revolute">
          ...
          <mimic joint="gripper" multiplier="-1"/>

    ## Use instead
        <joint name="gripper" type="fixed"> ... </joint>
        <joint name="finger" type="fixed"> ... </joint>

    ## Fix safety
    Removing the coupling is unsafe: fixing the follower too may be meant.
    """
    leader = _leader(joint, ctx)
    mimic = joint.mimic
    if leader is None or mimic is None or leader.type != "fixed" or _DOF.get(joint.type) != 1:
        return
    yield ctx.report(
        mimic,
        f"joint {joint.name!r} follows {leader.name!r}, which is fixed",
        field="joint",
        hint="fix the follower too, or remove <mimic>",
        fix=ctx.fix_remove("Remove the mimic element", "unsafe", mimic),
    )


@rule("J305", "mimic-on-fixed", severity="info", fix="always", when="mimic")
def mimic_on_fixed(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A fixed joint follows another joint.

    ## Why it matters
    It cannot: readers ignore the element, or count a coupling that does nothing. It happens when
    a reduced model is made by fixing joints.

    ## Example
        <joint name="fingertip" type="fixed">
          ...
          <mimic joint="finger"/>

    ## Use instead
        <joint name="fingertip" type="fixed">
          ...

    ## Fix safety
    Removing the element is unsafe: the joint may be fixed for a while only.
    """
    mimic = joint.mimic
    if mimic is None or joint.type != "fixed" or mimic.joint == joint.name:
        return
    leader = repr(mimic.joint) if mimic.joint else "another joint"
    yield ctx.report(
        mimic,
        f"joint {joint.name!r} is fixed, so it cannot follow {leader}",
        hint="remove <mimic>, or give the joint the type it should have",
        fix=ctx.fix_remove("Remove the mimic element", "unsafe", mimic),
    )


@rule("J306", "mimic-of-mimic", severity="info", fix="always")
def mimic_of_mimic(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A joint follows a joint that follows another one.

    ## Why it matters
    Chains are legal, but several tools resolve one step only: the last joint then follows a
    position that nobody computes. Two couplings make one: slopes multiply.

    ## Example
        <joint name="b" ...><mimic joint="a" multiplier="2"/></joint>
        <joint name="c" ...><mimic joint="b" multiplier="0.5" offset="0.1"/></joint>

    ## Use instead
        <joint name="b" ...><mimic joint="a" multiplier="2"/></joint>
        <joint name="c" ...><mimic joint="a" multiplier="1" offset="0.1"/></joint>

    ## Fix safety
    Following the first leader directly is unsafe: the joint no longer follows where the one
    between them is held by its own limits.
    """
    circling = {joint.name for circle in _circles(robot, ctx) for joint in circle}
    for joint in robot.joints:
        leader = _leader(joint, ctx)
        mimic = joint.mimic
        if leader is None or mimic is None or leader.name in circling:
            continue
        first, middle = _leader(leader, ctx), leader.mimic
        if first is None or middle is None:
            continue
        if any(_DOF.get(one.type) != 1 for one in (joint, leader, first)):
            continue  # J304, J305 or J309 speaks
        changed = {"joint": first.name, **_combined(mimic, middle)}
        yield ctx.report(
            mimic,
            f"joint {joint.name!r} follows {leader.name!r}, which itself follows {first.name!r}",
            field="joint",
            hint=f"let {joint.name!r} follow {first.name!r} directly",
            fix=ctx.fix_set(f"Follow {first.name!r}", "unsafe", mimic, **changed),
        )


def _combined(outer: urdf.Mimic, inner: urdf.Mimic) -> dict[str, float]:
    """Slope and offset of outer(inner(position)), those that differ from what outer has."""
    fields = {
        "multiplier": outer.multiplier * inner.multiplier,
        "offset": outer.multiplier * inner.offset + outer.offset,
    }
    return {name: value for name, value in fields.items() if value != getattr(outer, name)}


@rule("J307", "mimic-multiplier-zero", severity="warning", when="mimic")
def mimic_multiplier_zero(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A joint follows its leader with the multiplier 0.

    ## Why it matters
    Whatever the leader does, the follower stays at its offset. That is a fixed joint which costs
    a degree of freedom, or a forgotten number.

    ## Example
        <mimic joint="left_finger" multiplier="0"/>

    ## Use instead
        <mimic joint="left_finger" multiplier="-1"/>
    """
    mimic = joint.mimic
    if mimic is None or mimic.multiplier != 0.0 or not _DOF.get(joint.type):
        return
    yield ctx.report(
        mimic,
        f"joint {joint.name!r} follows {mimic.joint!r} with multiplier 0: it stays at "
        f"{number(mimic.offset)}",
        field="multiplier",
        hint="write the slope, or make the joint fixed",
    )


@rule("J308", "mimic-out-of-range", severity="warning", fix="always", when="mimic")
def mimic_out_of_range(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The leader can move a follower out of the follower's limits.

    ## Why it matters
    Somewhere in its range the leader asks for a position that the follower must not take. Planners
    call such states invalid, simulators let the coupling and the limit fight. A hundredth of the
    range more is taken for rounding.

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
    The fix shows the range that the leader demands and is never applied: the mistake may as well
    be in the slope, the offset or the limits of the leader.
    """
    leader = _leader(joint, ctx)
    mimic, own = joint.mimic, joint.limit
    if leader is None or mimic is None or own is None or leader is joint or not mimic.multiplier:
        return
    given = leader.limit
    if given is None or not {joint.type, leader.type} <= WITH_RANGE:
        return
    if not (has_range(own) and has_range(given)):
        return
    if in_other_unit(joint.type, (own.lower, own.upper)):
        return
    if in_other_unit(leader.type, (given.lower, given.upper)):
        return
    if not (_reads(own, ctx) and _reads(given, ctx)):
        return
    if not is_readable(ctx, mimic, "multiplier", "offset"):
        return
    ends = sorted(mimic.multiplier * end + mimic.offset for end in (given.lower, given.upper))
    allowed = 0.01 * (own.upper - own.lower)
    if ends[0] >= own.lower - allowed and ends[1] <= own.upper + allowed:
        return
    yield ctx.report(
        mimic,
        f"joint {joint.name!r}: {leader.name!r} moves it from {number(ends[0])} to "
        f"{number(ends[1])}, but its limits are {number(own.lower)} to {number(own.upper)}",
        hint=f"{leader.name!r} ranges from {number(given.lower)} to {number(given.upper)}; check "
        "the multiplier and the limits of both",
        fix=ctx.fix_set("Let the limits follow", "display", own, lower=ends[0], upper=ends[1]),
    )


def _reads(limit: urdf.Limit, ctx: Context) -> bool:
    return is_readable(ctx, limit, "lower", "upper")


@rule("J309", "mimic-of-many", severity="warning", when="mimic")
def mimic_of_many(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A floating or planar joint follows or leads.

    ## Why it matters
    A coupling is one number times one number. These types have three or six of them, and the
    format does not say which is meant; readers refuse or ignore the element.

    ## Example
        <joint name="base" type="planar"> ... </joint>
        <joint name="shadow" type="prismatic">
          ...
          <mimic joint="base"/>

    ## Use instead
    Two prismatic joints and a revolute one in place of the planar joint; one of them can lead.
    """
    mimic = joint.mimic
    if mimic is None:
        return
    leader = _leader(joint, ctx)
    if _DOF.get(joint.type, 0) > 1:
        message = f"joint {joint.name!r} is {joint.type}, so it cannot follow another joint"
    elif leader is not None and _DOF.get(leader.type, 0) > 1 and joint.type != "fixed":
        message = f"joint {joint.name!r} follows {leader.name!r}, which is {leader.type}"
    else:
        return
    yield ctx.report(mimic, message, field="joint", hint="couple joints with one degree of freedom")
