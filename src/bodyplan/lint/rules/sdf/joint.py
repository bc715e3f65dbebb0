"""Joints of SDFormat: gearboxes, screws, axes, dynamics, references, limits: D325 to D331, D344."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite, pi

from bodyplan.conversion.sdf.from_sdf import motion_losses
from bodyplan.conversion.sdf.outer_joints import DRAKE_JOINT
from bodyplan.core import quoted
from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import frames, named, of_class, version_of
from bodyplan.lint.rule import rule
from bodyplan.spec import Element


@rule("D325", "sdf-gearbox-without-reference", severity="warning")
def gearbox_without_reference(joint: sdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A gearbox joint has no reference link, or its ratio is 0.

    ## Why it matters
    The angle of the parent about `axis` and that of the child about `axis2` are both measured
    relative to `gearbox_reference_body`, the link that carries both gears. Without it there is no
    ratio to enforce, and simulators ignore the joint or fail.

    ## Example
        <joint name="gears" type="gearbox"> ... <gearbox_ratio>3</gearbox_ratio></joint>

    ## Use instead
        <joint name="gears" type="gearbox"> ... <gearbox_ratio>3</gearbox_ratio>
          <gearbox_reference_body>frame</gearbox_reference_body></joint>
    """
    if ctx.is_broken_off:
        return  # missing elements may be in the part that was cut off
    if joint.type.lower() != "gearbox":
        return
    if not joint.gearbox_reference_body.strip():
        message = f"gearbox {named(joint)} has no <gearbox_reference_body>"
        yield ctx.report(joint, message, hint="write the link that carries both gears")
    if joint.gearbox_ratio == 0.0:
        message = f"{named(joint)} has a gear ratio of 0, so the child never rotates"
        yield ctx.report(joint, message, field="gearbox_ratio")


@rule("D326", "sdf-screw-pitch", severity="warning", fix="sometimes")
def screw_pitch(joint: sdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A screw joint has contradictory pitches, no pitch, or a pitch of 0.

    ## Why it matters
    `screw_thread_pitch` (since 1.10) is the distance along the axis per turn; the older
    `thread_pitch` is the rotation per metre, with the opposite sign. Where both are written, new
    versions of libsdformat use the new one and old versions the old one: the screw moves
    differently. Without either, libsdformat assumes 1 m per turn, in every version.

    ## Example
        <screw_thread_pitch>0.002</screw_thread_pitch><thread_pitch>500</thread_pitch>

    ## Use instead
        <screw_thread_pitch>0.002</screw_thread_pitch>

    ## Fix safety
    Computing the old value from the new one is unsafe: the new one may be wrong.
    """
    if ctx.is_broken_off:
        return  # missing elements may be in the part that was cut off
    is_screw = joint.type.lower() == "screw"
    if not is_screw and joint.screw_thread_pitch == joint.thread_pitch == 1.0:
        return  # both pitches have their default
    has_new, has_old = (
        ctx.written(joint, field) for field in ("screw_thread_pitch", "thread_pitch")
    )
    if not is_screw:
        for field in ("screw_thread_pitch", "thread_pitch"):
            if ctx.written(joint, field):
                message = f"<{field}> is ignored on {joint.type} {named(joint)}"
                yield ctx.report(joint, message, field=field)
        return
    if not has_new and not has_old:
        yield ctx.report(
            joint, f"screw {named(joint)} has no pitch; libsdformat assumes 1 m per turn"
        )
        return
    for field, has in (("screw_thread_pitch", has_new), ("thread_pitch", has_old)):
        if has and getattr(joint, field) == 0.0:
            message = f"screw {named(joint)} has a pitch of 0"
            yield ctx.report(joint, message, field=field)
            return
    if has_new and has_old:
        expected = -2.0 * pi / joint.screw_thread_pitch
        if abs(expected - joint.thread_pitch) > 1e-3 * abs(expected):
            message = (
                f"{named(joint)}: thread_pitch {joint.thread_pitch:g} contradicts screw_thread_pitch "
                f"{joint.screw_thread_pitch:g} m/turn, which is {expected:.6g} rad/m"
            )
            fix = ctx.fix_set(
                "Compute thread_pitch", "unsafe", joint, thread_pitch=float(f"{expected:.15g}")
            )
            yield ctx.report(joint, message, field="thread_pitch", fix=fix)


@rule("D331", "sdf-joint-not-in-robot", severity="warning")
def joint_not_in_robot(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Kinematics, the viewer and conversions ignore a joint or a mimic relation.

    ## Why it matters
    The robot that bodyplan builds from the file lacks it, so links move differently than in a
    simulator. This applies to a mimic relation from or to the second axis of a joint, and to a
    `<drake:joint>` whose type is not `planar`.

    ## Example
        <axis><xyz>0 0 1</xyz><mimic joint="wrist" axis="axis2"> ... </mimic></axis>

    ## Use instead
    Two revolute joints in place of a joint with two axes.
    """
    if sdf.Mimic not in ctx.values and f"<{DRAKE_JOINT}" not in ctx.document.source.text:
        return
    for loss in motion_losses(frames(ctx)):
        element = loss.source
        if isinstance(element, Element) and ctx.document.node(element) is not None:
            owner = ctx.owner(element) if isinstance(element, sdf.Axis) else element
            what = named(owner or element)
            if loss.what:
                what = f"{loss.what} of {what}"
            message = f"{what} is not part of the robot: {loss.reason}"
            if isinstance(element, sdf.Model):
                message = f"{loss.reason}; it is not part of the robot"
            yield ctx.report(element, message, field=loss.what or None)


@rule("D327", "sdf-axis-in-model-frame", severity="info", when="use_parent_model_frame")
def axis_in_model_frame(axis: sdf.Axis, ctx: Context) -> Iterator[Diagnostic]:
    """An axis is expressed in the model frame by an element that was removed in 1.7.

    ## Why it matters
    `use_parent_model_frame` expresses `xyz` in the model frame, not in the joint frame; the name
    means the parent model, not the parent link. Current versions of libsdformat convert it to
    `expressed_in="__model__"`. Where the joint frame is rotated, removing the element changes the
    axis.

    ## Example
        <axis><xyz>0 0 1</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>

    ## Use instead
        <axis><xyz expressed_in="__model__">0 0 1</xyz></axis>
    """
    if version_of(ctx) <= (1, 6):
        owner = ctx.owner(axis)
        who = named(owner) if owner is not None else "a joint"
        message = f"{who}: axis is expressed in the model frame"
        hint = 'write <xyz expressed_in="__model__"> from 1.7 on'
        yield ctx.report(axis, message, field="use_parent_model_frame", hint=hint)


@rule("D328", "sdf-initial-position", severity="info")
def initial_position(axis: sdf.Axis, ctx: Context) -> Iterator[Diagnostic]:
    """An axis has an initial position, which libsdformat ignores.

    ## Why it matters
    The element was added in 1.6 and removed in 1.9; the joint starts at 0.

    ## Example
        <axis><initial_position>0.5</initial_position> ...

    ## Use instead
    A `<plugin>` or a `<state>` that sets the position, or link poses that correspond to it.
    """
    # from version 1.8 on, the element is deprecated
    if axis.initial_position != 0.0 and version_of(ctx) < (1, 8):
        owner = ctx.owner(axis)
        who = named(owner) if owner is not None else "a joint"
        message = f"{who} starts at 0: <initial_position> was removed in 1.9"
        yield ctx.report(axis, message, field="initial_position")


@rule("D329", "sdf-dynamics-negative", severity="warning")
def dynamics_negative(joint: sdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The damping, friction or spring stiffness of a joint is negative.

    ## Why it matters
    Such a joint accelerates itself: the faster it moves, the more energy it gains. Negative damping
    with `implicit_spring_damper`, an experiment of older versions of Gazebo, is not reported.

    ## Example
        <dynamics><damping>-0.5</damping></dynamics>

    ## Use instead
        <dynamics><damping>0.5</damping></dynamics>
    """
    ode = joint.physics.ode if joint.physics is not None else None
    is_adaptive = ode is not None and (ode.implicit_spring_damper or ode.cfm_damping)
    for axis in (joint.axis, joint.axis2):
        dynamics = axis.dynamics if axis is not None else None
        if dynamics is None:
            continue
        for field in ("damping", "friction", "spring_stiffness"):
            value = getattr(dynamics, field)
            if value < 0.0 and not (field == "damping" and is_adaptive):
                message = f"{named(joint)}: {field.replace('_', ' ')} {value:g} is negative"
                yield ctx.report(dynamics, message, field=field)


@rule("D330", "sdf-unknown-reference", severity="warning")
def unknown_reference(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A gearbox, gripper or sensor refers to a link or collision that does not exist.

    ## Why it matters
    libsdformat does not check such references. The simulator finds nothing: the gears do not turn
    together, the gripper does not hold, the sensor measures nothing, the sound is not played.

    ## Example
        <gripper name="hand"><palm_link>plam</palm_link> ...

    ## Use instead
        <gripper name="hand"><palm_link>palm</palm_link> ...
    """
    scopes = frames(ctx)
    for model in of_class(ctx, sdf.Model):
        scope = scopes.scope_of(model)
        for value, field, name in () if scope is None else _link_references(model):
            if not name or name == "world" or scope is None or scope.is_hidden(name):
                continue
            if scope.tree.graph.find(scope.number, name) is None:
                message = f"{named(value)} refers to {quoted(name)}, which does not exist in {named(model)}"
                yield ctx.report(value, message, field=field)
    for link in of_class(ctx, sdf.Link):
        if not link.sensors and not link.audio_sources:
            continue
        shapes = {collision.name for collision in link.collisions}
        for value, field, name in _collision_references(link):
            if name and name != "__default__" and name not in shapes:
                message = f"{ctx.describe(value)} refers to collision {quoted(name)}, which does not exist"
                yield ctx.report(value, message, field=field)


def _link_references(model: sdf.Model) -> Iterator[tuple[Element, str, str]]:
    """Yield references to links and frames that libsdformat does not check: element, field, name."""
    for joint in model.joints:
        if joint.type.lower() == "gearbox":
            yield joint, "gearbox_reference_body", joint.gearbox_reference_body.strip()
    for gripper in model.grippers:
        yield gripper, "palm_link", gripper.palm_link.strip()
        for name in gripper.gripper_links:
            yield gripper, "gripper_links", name.strip()


def _collision_references(link: sdf.Link) -> Iterator[tuple[Element, str, str]]:
    """Yield references to the collisions of a link: element, field, name."""
    holders: tuple[sdf.Sensor | sdf.AudioSource, ...] = (*link.sensors, *link.audio_sources)
    for holder in holders:
        if holder.contact is not None:
            for name in holder.contact.collisions:
                yield holder.contact, "collisions", name.strip()


_INFINITE = (1, 10)
"""The first version of SDFormat whose joint limits default to infinity."""
_OLD_NO_BOUND = 1e16
"""The default limit of earlier versions."""
_AS_GOOD_AS_NONE = 1e15
"""Larger limits mean "no limit"."""


@rule("D344", "sdf-limit-huge", severity="info")
def limit_huge(limit: sdf.Limit, ctx: Context) -> Iterator[Diagnostic]:
    """A limit is finite, but so large that probably no limit is intended.

    ## Why it matters
    Until 1.9 a missing limit meant 1e16, so a written 1e16 is not reported in such files; from 1.10
    on a missing limit means infinity, and libsdformat keeps a written 1e16. Programs that check
    whether a limit is finite then treat the same joint differently.

    ## Example
        <limit><lower>-1e16</lower><upper>1e16</upper></limit>

    ## Use instead
        <limit><lower>-inf</lower><upper>inf</upper></limit>
    """
    for field in ("lower", "upper"):
        value = getattr(limit, field)
        is_default = abs(value) == _OLD_NO_BOUND and version_of(ctx) < _INFINITE
        if isfinite(value) and abs(value) >= _AS_GOOD_AS_NONE and not is_default:
            message = f"{ctx.describe(limit)}: {field} {value:g} is finite, although no limit seems intended"
            infinite = "inf" if value > 0 else "-inf"
            yield ctx.report(limit, message, field=field, hint=f"write {infinite}, or remove it")
            return
