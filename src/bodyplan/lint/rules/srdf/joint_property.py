"""Passive joints and properties of joints: S7xx."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.robot_names import semantics
from bodyplan.lint.rules.srdf.unknown import unknown_joint


@rule("S701", "passive-joint-unknown", severity="error", fix="sometimes")
def passive_joint_unknown(passive: srdf.PassiveJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A passive joint does not exist in the robot or among the virtual joints.

    ## Why it matters
    srdfdom drops the element, and the intended joint is treated as actuated: MoveIt looks for a
    controller that moves it, and waits for its state, which is never published.

    ## What MoveIt says
    srdfdom logs an error: the joint marked as passive is not known to the URDF, and is ignored.

    ## Example
        <passive_joint name="caster"/><!-- the robot has caster_joint -->

    ## Use instead
        <passive_joint name="caster_joint"/>

    ## Fix safety
    Writing the nearest name is unsafe: another joint may be meant.
    """
    yield from unknown_joint(ctx, passive, "name", "passive joint")


@rule("S703", "passive-joint-without-motion", severity="info")
def passive_joint_without_motion(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A fixed joint or a mimic joint is declared passive.

    ## Why it matters
    A passive joint is movable, but has no motor. A fixed joint never moves, so the element has no
    effect; the type of the joint may be wrong, or it is fixed in this variant of the robot. MoveIt
    computes the position of a mimic joint and needs neither a motor nor a state for it; declaring
    it passive is reported as a hint. There is one diagnostic for all fixed joints, and one for all
    mimic joints.

    ## What MoveIt says
    Nothing.

    ## Example
        <joint name="caster_joint" type="fixed">...<!-- in the URDF -->
        ...
        <passive_joint name="caster_joint"/>

    ## Use instead
        <joint name="caster_joint" type="continuous">...
        ...
        <passive_joint name="caster_joint"/>
    """
    fixed: list[srdf.PassiveJoint] = []
    following: list[srdf.PassiveJoint] = []
    for passive in root.passive_joints:
        joint = semantics(ctx).joint(passive.name) if passive.name else None
        if joint is not None and joint.type == "fixed":
            fixed.append(passive)
        elif joint is not None and joint.mimic is not None:
            following.append(passive)
    if fixed:
        what = "passive joint is" if len(fixed) == 1 else f"{len(fixed)} passive joints are"
        message = f"{what} fixed: {_named(fixed)}"
        yield ctx.report(fixed[0], message, field="name")
    if following:
        what = "passive joint is a mimic joint"
        if len(following) > 1:
            what = f"{len(following)} passive joints are mimic joints"
        yield ctx.report(
            following[0],
            f"{what}: {_named(following)}",
            field="name",
            severity=Severity.HINT,
        )


def _named(joints: list[srdf.PassiveJoint]) -> str:
    return listed((passive.name for passive in joints), 3)


@rule("S704", "joint-property-unknown-joint", severity="error", fix="sometimes")
def joint_property_unknown_joint(setting: srdf.JointProperty, ctx: Context) -> Iterator[Diagnostic]:
    """A property is for a joint that does not exist in the robot or among the virtual joints.

    ## Why it matters
    srdfdom drops the element, and the intended joint keeps its default.

    ## What MoveIt says
    srdfdom logs an error: a property is defined for a joint that is not known to the URDF, and is
    ignored.

    ## Example
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>
        <joint_property joint_name="world" property_name="motion_model" value="diff_drive"/>

    ## Use instead
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>

    ## Fix safety
    Writing the nearest name is unsafe: another joint may be meant.
    """
    what = f"property {setting.property_name!r}: joint"
    yield from unknown_joint(ctx, setting, "joint_name", what)
