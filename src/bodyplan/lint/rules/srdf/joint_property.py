"""Passive joints and properties of joints: S7xx."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache
from operator import attrgetter

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import srdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.duplicates import duplicates
from bodyplan.lint.names import budget, called, listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.semantics import semantics
from bodyplan.lint.rules.srdf.unknown import unknown_joint
from bodyplan.spec.faults import has_macro

_KINDS = {
    "angular_distance_weight": ("planar", "floating"),
    "motion_model": ("planar",),
    "min_translational_distance": ("planar",),
}
"""The properties that MoveIt supports, each with the types of joint that can have it."""

_MODELS = ("holonomic", "diff_drive")
"""The motion models of a planar joint."""


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


@rule("S702", "passive-joint-repeated", severity="info", fix="always")
def passive_joint_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A joint is declared passive more than once.

    ## Why it matters
    The second element has no effect. Perhaps another joint was meant.

    ## What MoveIt says
    Nothing.

    ## Example
        <passive_joint name="left_caster_joint"/>
        <passive_joint name="left_caster_joint"/>

    ## Use instead
        <passive_joint name="left_caster_joint"/>
        <passive_joint name="right_caster_joint"/>

    ## Fix safety
    Removing the second one is safe.
    """
    for passive, _ in duplicates(root.passive_joints, attrgetter("name")):
        yield ctx.report(
            passive,
            f"duplicate passive joint {passive.name!r}",
            field="name",
            fix=ctx.fix_remove("Remove the duplicate", "safe", passive),
        )


@rule("S703", "passive-joint-without-motion", severity="info")
def passive_joint_without_motion(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A fixed joint or a mimic joint is declared passive.

    ## Why it matters
    A passive joint is movable, but has no motor. A fixed joint never moves, so the element has no
    effect; the type of the joint may be wrong, or it is fixed in this variant of the robot. MoveIt
    computes the position of a mimic joint and needs neither a motor nor a state for it; declaring it
    passive is a hint. There is one diagnostic for all fixed joints, and one for all mimic joints.

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


@rule("S705", "joint-property-unknown", severity="warning", fix="sometimes")
def joint_property_unknown(setting: srdf.JointProperty, ctx: Context) -> Iterator[Diagnostic]:
    """MoveIt does not support a property.

    ## Why it matters
    The format allows any property, and other programs may read it. MoveIt supports
    `angular_distance_weight`, `motion_model` and `min_translational_distance`, and ignores the rest.
    With a misspelt name, the default remains in effect.

    ## What MoveIt says
    It logs an error, unknown joint property, with the name, and continues.

    ## Example
        <joint_property joint_name="world_joint" property_name="motion" value="diff_drive"/>

    ## Use instead
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>

    ## Fix safety
    Writing the nearest name is unsafe: the property may be for another program.
    """
    key = setting.property_name
    if not key or key in _KINDS or has_macro(key):
        return
    kind = _kind_of(ctx, setting.joint_name)
    fitting = [known for known, kinds in _KINDS.items() if not kind or kind in kinds]
    known = next(iter(budget(ctx).near(key, _KINDS, limit=1)), None)
    yield ctx.report(
        setting,
        f"joint {setting.joint_name!r}: MoveIt does not support property {key!r}",
        field="property_name",
        hint=f"did you mean {known!r}?" if known else f"MoveIt supports {', '.join(_KINDS)}",
        fix=ctx.fix_set(f"Write {known!r}", "unsafe", setting, property_name=known)
        if known in fitting  # else S706 would report it
        else None,
    )


def _kind_of(ctx: Context, name: str) -> str:
    """Return the type of a joint of the robot or of a virtual joint; empty if unknown."""
    look = semantics(ctx)
    virtual = look.virtual_joints.get(name)
    return look.joint_kinds.get(name, "") if virtual is None else virtual.type


@rule("S706", "joint-property-of-wrong-joint", severity="error")
def joint_property_of_wrong_joint(
    setting: srdf.JointProperty, ctx: Context
) -> Iterator[Diagnostic]:
    """A property does not apply to the type of its joint.

    ## Why it matters
    MoveIt ignores the property. `motion_model` and `min_translational_distance` apply to planar
    joints, `angular_distance_weight` to planar and floating joints. Usually the virtual joint has
    the wrong type.

    ## What MoveIt says
    It logs an error that it cannot apply the property to the joint type, with both names.

    ## Example
        <virtual_joint name="world_joint" type="floating" parent_frame="odom"
                       child_link="base_link"/>
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>

    ## Use instead
        <virtual_joint name="world_joint" type="planar" parent_frame="odom"
                       child_link="base_link"/>
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>
    """
    kinds = _KINDS.get(setting.property_name)
    kind = _kind_of(ctx, setting.joint_name)
    if kinds is not None and kind and kind not in kinds:
        yield ctx.report(
            setting,
            f"property {setting.property_name!r} applies to {' and '.join(kinds)} joints, "
            f"but {setting.joint_name!r} is {kind}",
            field="property_name",
        )


@rule("S707", "joint-property-bad-value", severity="error", fix="sometimes")
def joint_property_bad_value(setting: srdf.JointProperty, ctx: Context) -> Iterator[Diagnostic]:
    """The value of a property is invalid.

    ## Why it matters
    MoveIt ignores the property, and the joint keeps its default. `motion_model` must be `holonomic`
    or `diff_drive`, in this spelling and without spaces; the other properties must be one
    non-negative number. If a number is negative, not finite, or followed by other characters, MoveIt
    uses it all the same; this is a warning.

    ## What MoveIt says
    For numbers it logs an error that it is unable to parse the property as double, or warns of extra
    characters after it. For the motion model it logs an error, unknown value for the property, and
    lists the valid ones.

    ## Example
        <joint_property joint_name="world_joint" property_name="motion_model" value="diffdrive"/>

    ## Use instead
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>

    ## Fix safety
    Removing spaces, or changing case, is safe. Writing the nearest value, or removing the characters
    after a number, is unsafe.
    """
    key, value = setting.property_name, setting.value
    if key not in _KINDS or has_macro(value) or not ctx.written(setting, "value"):
        return
    if key == "motion_model":
        yield from _bad_model(setting, ctx)
        return
    what = f"property {key!r} of joint {setting.joint_name!r}"
    number, rest = _parted(value)
    if number is None:
        yield ctx.report(setting, f"{what}: expected a number, got {value!r}", field="value")
    elif not 0.0 <= number < math.inf:
        yield ctx.report(
            setting,
            f"{what} must be a non-negative number, got {value.strip()}",
            field="value",
            severity=Severity.WARNING,
        )
    elif rest:
        yield ctx.report(
            setting,
            f"{what} has {'other characters' if rest.strip() else 'a space'} after the number: "
            f"{value!r}",
            field="value",
            severity=Severity.WARNING,
            fix=_writing(ctx, setting, value.removesuffix(rest).strip(), is_safe=not rest.strip()),
        )


def _bad_model(setting: srdf.JointProperty, ctx: Context) -> Iterator[Diagnostic]:
    value = setting.value
    if value in _MODELS:
        return
    plain = value.strip().casefold()
    known = (
        plain if plain in _MODELS else next(iter(budget(ctx).near(value, _MODELS, limit=1)), None)
    )
    yield ctx.report(
        setting,
        f"unknown motion model {value!r} of joint {setting.joint_name!r}",
        field="value",
        hint=f"use {' or '.join(_MODELS)}",
        fix=_writing(ctx, setting, known, is_safe=known == plain) if known else None,
    )


def _writing(ctx: Context, setting: srdf.JointProperty, text: str, *, is_safe: bool) -> FixMaker:
    return ctx.fix_set(f"Write {text!r}", "safe" if is_safe else "unsafe", setting, value=text)


@cache
def _number() -> re.Pattern[str]:
    return re.compile(
        r"\s*([+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan))",
        re.ASCII | re.IGNORECASE,
    )


def _parted(text: str) -> tuple[float | None, str]:
    """Return the number at the beginning of a text, as C++ reads it, and the rest."""
    found = _number().match(text)
    return (float(found[1]), text[found.end() :]) if found else (None, "")


@rule("S708", "joint-property-repeated", severity="warning", fix="always")
def joint_property_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A property of a joint is set twice.

    ## Why it matters
    The last element of the file silently overrides the earlier one.

    ## What MoveIt says
    Nothing; srdfdom keeps one value for each joint and property.

    ## Example
        <joint_property joint_name="world_joint" property_name="motion_model" value="holonomic"/>
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>

    ## Use instead
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>

    ## Fix safety
    Removing a copy is safe. Removing an earlier value that differs is unsafe: it may be the correct
    one.
    """
    last: dict[tuple[str, str], srdf.JointProperty] = {}
    for setting in reversed(root.joint_properties):
        key = (setting.joint_name, setting.property_name)
        winner = last.setdefault(key, setting)
        if winner is setting or not all(key):
            continue
        same = setting.value == winner.value
        yield ctx.report(
            setting,
            f"{called('property', setting.property_name)} of joint {setting.joint_name!r} "
            f"is {setting.value!r} here and {'also' if same else repr(winner.value)} later",
            hint="MoveIt uses the last one",
            fix=ctx.fix_remove("Remove the earlier one", "safe" if same else "unsafe", setting),
        )
