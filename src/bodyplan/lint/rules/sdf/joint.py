"""Joints of SDFormat: gears, screws, older axes, dynamics, and names in joints: D325 to D330."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import frames, named, of_class, version_of
from bodyplan.spec import Element


@rule("D325", "sdf-gearbox-without-reference", severity="warning")
def gearbox_without_reference(joint: sdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A gearbox joint does not say from which link its angles are measured.

    ## Why it matters
    The angle of the parent about `axis` and that of the child about `axis2` are both measured
    from the gearbox_reference_body, which carries the two wheels. Without it there is no ratio to
    keep, and simulators leave the joint out or fail.

    ## Example
        <joint name="gears" type="gearbox"> ... <gearbox_ratio>3</gearbox_ratio></joint>

    ## Use instead
        <joint name="gears" type="gearbox"> ... <gearbox_ratio>3</gearbox_ratio>
          <gearbox_reference_body>frame</gearbox_reference_body></joint>
    """
    if ctx.is_broken_off:
        return  # the rest may be missing only here
    if joint.type.lower() != "gearbox":
        return
    if not joint.gearbox_reference_body.strip():
        message = f"{named(joint)} is a gearbox without <gearbox_reference_body>"
        yield ctx.report(joint, message, hint="name the link that carries both wheels")
    if joint.gearbox_ratio == 0.0:
        message = f"{named(joint)} has a gear ratio of 0: the child would never turn"
        yield ctx.report(joint, message, field="gearbox_ratio")


@rule("D326", "sdf-screw-pitch", severity="warning", fix="sometimes")
def screw_pitch(joint: sdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A screw joint has two pitches that differ, or none, or one of 0.

    ## Why it matters
    screw_thread_pitch (since 1.10) is the way along the axis in one turn; the older thread_pitch
    is the turn in a metre of way, with the other sign. Where both stand the new one wins, and
    older readers take the old one: the screw moves differently. Where none stands the pitch is 1.

    ## Example
        <screw_thread_pitch>0.002</screw_thread_pitch><thread_pitch>500</thread_pitch>

    ## Use instead
        <screw_thread_pitch>0.002</screw_thread_pitch>

    ## Fix safety
    Writing into the old one what the new one says is unsafe: it may be the new one that is wrong.
    """
    if ctx.is_broken_off:
        return  # the rest may be missing only here
    is_screw = joint.type.lower() == "screw"
    if not is_screw and joint.screw_thread_pitch == joint.thread_pitch == 1.0:
        return  # as if they were not there
    has_new, has_old = (
        ctx.written(joint, field) for field in ("screw_thread_pitch", "thread_pitch")
    )
    if not is_screw:
        for field in ("screw_thread_pitch", "thread_pitch"):
            if ctx.written(joint, field):
                message = f"{named(joint)} of type {joint.type} has no use for <{field}>"
                yield ctx.report(joint, message, field=field)
        return
    if not has_new and not has_old:
        yield ctx.report(joint, f"{named(joint)} is a screw without a pitch; readers take 1")
        return
    for field, has in (("screw_thread_pitch", has_new), ("thread_pitch", has_old)):
        if has and getattr(joint, field) == 0.0:
            message = f"{named(joint)} is a screw with a pitch of 0"
            yield ctx.report(joint, message, field=field)
            return
    if has_new and has_old:
        meant = -2.0 * pi / joint.screw_thread_pitch
        if abs(meant - joint.thread_pitch) > 1e-3 * abs(meant):
            message = (
                f"{named(joint)}: the two pitches differ; {joint.screw_thread_pitch:g} m/turn is "
                f"{meant:.6g} rad/m"
            )
            fix = ctx.fix_set(
                "Write thread_pitch anew", "unsafe", joint, thread_pitch=float(f"{meant:.15g}")
            )
            yield ctx.report(joint, message, field="thread_pitch", fix=fix)


@rule("D327", "sdf-axis-in-model-frame", severity="info", when="use_parent_model_frame")
def axis_in_model_frame(axis: sdf.Axis, ctx: Context) -> Iterator[Diagnostic]:
    """An axis is told in the frame of the model, by a word that is gone since 1.7.

    ## Why it matters
    `use_parent_model_frame` means that xyz counts in the model frame, not in that of the joint;
    the name says "parent model", not "parent link". Today's readers turn it into
    `expressed_in="__model__"`. Where the joint is turned, leaving it out gives another axis.

    ## Example
        <axis><xyz>0 0 1</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>

    ## Use instead
        <axis><xyz expressed_in="__model__">0 0 1</xyz></axis>
    """
    if version_of(ctx) <= (1, 6):
        owner = ctx.owner(axis)
        who = named(owner) if owner is not None else "a joint"
        message = f"{who}: the axis is told in the model frame"
        hint = 'from 1.7 on: <xyz expressed_in="__model__">'
        yield ctx.report(axis, message, field="use_parent_model_frame", hint=hint)


@rule("D328", "sdf-initial-position", severity="info")
def initial_position(axis: sdf.Axis, ctx: Context) -> Iterator[Diagnostic]:
    """An axis has a position to begin with, which no reader takes any more.

    ## Why it matters
    The word came in 1.6 and went in 1.9; the joint begins at 0 with today's readers.

    ## Example
        <axis><initial_position>0.5</initial_position> ...

    ## Use instead
    A `<plugin>` or a `<state>` that sets the position, or poses of the links that hold it.
    """
    if axis.initial_position != 0.0 and version_of(ctx) < (1, 8):  # then it is deprecated
        owner = ctx.owner(axis)
        who = named(owner) if owner is not None else "a joint"
        message = f"{who} begins at 0: <initial_position> is gone since 1.9"
        yield ctx.report(axis, message, field="initial_position")


@rule("D329", "sdf-dynamics-negative", severity="warning")
def dynamics_negative(joint: sdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """Damping, friction or the stiffness of a spring is below 0.

    ## Why it matters
    Such a joint drives itself: it gains energy the faster it moves. A negative damping with
    implicit_spring_damper is an experiment of older Gazebo and is left out here.

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
                message = f"{named(joint)}: {field.replace('_', ' ')} is {value:g}, below 0"
                yield ctx.report(dynamics, message, field=field)


@rule("D330", "sdf-unknown-body", severity="warning")
def unknown_body(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """A gearbox, a gripper or a sensor names a link, shape or joint that is not there.

    ## Why it matters
    The reference reader never looks: it is the simulator that finds nothing, and then the gears do
    not turn together, the gripper does not hold, the sensor feels nothing, the sound stays away.

    ## Example
        <gripper name="hand"><palm_link>plam</palm_link> ...

    ## Use instead
        <gripper name="hand"><palm_link>palm</palm_link> ...
    """
    scopes = frames(ctx)
    for model in of_class(ctx, sdf.Model):
        scope = scopes.scope_of(model)
        for value, field, name in () if scope is None else _bodies_named(model):
            if not name or name == "world" or scope is None or scope.is_hidden(name):
                continue
            if scope.tree.graph.find(scope.number, name) is None:
                message = f"{named(value)} names {quoted(name)}, which {named(model)} does not have"
                yield ctx.report(value, message, field=field)
    for link in of_class(ctx, sdf.Link):
        if not link.sensors and not link.audio_sources:
            continue
        shapes = {collision.name for collision in link.collisions}
        for value, field, name in _shapes_named(link):
            if name and name != "__default__" and name not in shapes:
                message = (
                    f"{ctx.describe(value)} names collision {quoted(name)}, which is not there"
                )
                yield ctx.report(value, message, field=field)


def _bodies_named(model: sdf.Model) -> Iterator[tuple[Element, str, str]]:
    """Links and frames that the reference reader does not look for: who names them, in what field."""
    for joint in model.joints:
        if joint.type.lower() == "gearbox":
            yield joint, "gearbox_reference_body", joint.gearbox_reference_body.strip()
    for gripper in model.grippers:
        yield gripper, "palm_link", gripper.palm_link.strip()
        for name in gripper.gripper_links:
            yield gripper, "gripper_links", name.strip()


def _shapes_named(link: sdf.Link) -> Iterator[tuple[Element, str, str]]:
    """The same for the collisions of a link."""
    for sensor in link.sensors:
        if sensor.contact is not None:
            yield sensor.contact, "collision", sensor.contact.collision.strip()
    for source in link.audio_sources:
        if source.contact is not None:
            for name in source.contact.collisions:
                yield source.contact, "collisions", name.strip()
