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
"""The properties that MoveIt knows, each with the kinds of joint that can have it."""

_MODELS = ("holonomic", "diff_drive")
"""How a planar base can move."""


@rule("S701", "passive-joint-unknown", severity="error", fix="sometimes")
def passive_joint_unknown(passive: srdf.PassiveJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A joint is called passive that neither the robot nor the SRDF has.

    ## Why it matters
    The element is dropped, and the joint that was meant counts as one with a motor: controllers
    are asked to move it, and planning waits for its state, which nobody publishes.

    ## What MoveIt says
    srdfdom logs an error: the joint marked as passive is not known to the URDF, and is ignored.

    ## Example
        <passive_joint name="caster"/><!-- the robot has caster_joint -->

    ## Use instead
        <passive_joint name="caster_joint"/>

    ## Fix safety
    Writing the nearest name is unsafe: another joint may have been meant.
    """
    yield from unknown_joint(ctx, passive, "name", "passive joint")


@rule("S702", "passive-joint-repeated", severity="info", fix="always")
def passive_joint_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A joint is called passive twice.

    ## Why it matters
    The second element does nothing. Perhaps another joint was meant.

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
            f"joint {passive.name!r} is called passive already",
            field="name",
            fix=ctx.fix_remove("Remove the copy", "safe", passive),
        )


@rule("S703", "passive-joint-without-motion", severity="info")
def passive_joint_without_motion(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A joint is called passive that has no motion of its own.

    ## Why it matters
    A passive joint moves, though no motor drives it. A fixed joint never moves, so the element
    says nothing; the type of the joint may be wrong, or it was fixed in this variant of the robot.
    A joint that mimics another follows it, and MoveIt asks for neither a motor nor a state of it;
    that these are called passive too is a hint. One finding counts the fixed ones of the file, and
    one those that follow.

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
        what = "joint is" if len(fixed) == 1 else f"{len(fixed)} joints are"
        message = f"passive {what} fixed anyway: {_named(fixed)}"
        yield ctx.report(fixed[0], message, field="name")
    if following:
        what = "joint follows" if len(following) == 1 else f"{len(following)} joints follow"
        yield ctx.report(
            following[0],
            f"passive {what} another one anyway: {_named(following)}",
            field="name",
            severity=Severity.HINT,
        )


def _named(joints: list[srdf.PassiveJoint]) -> str:
    return listed((passive.name for passive in joints), 3)


@rule("S704", "joint-property-unknown-joint", severity="error", fix="sometimes")
def joint_property_unknown_joint(setting: srdf.JointProperty, ctx: Context) -> Iterator[Diagnostic]:
    """A property is of a joint that neither the robot nor the SRDF has.

    ## Why it matters
    The element is dropped, and the joint that was meant keeps its default.

    ## What MoveIt says
    srdfdom logs an error: a property is defined for a joint that is not known to the URDF, and is
    ignored.

    ## Example
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>
        <joint_property joint_name="world" property_name="motion_model" value="diff_drive"/>

    ## Use instead
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>

    ## Fix safety
    Writing the nearest name is unsafe: another joint may have been meant.
    """
    what = f"property {setting.property_name!r} is of joint"
    yield from unknown_joint(ctx, setting, "joint_name", what)


@rule("S705", "joint-property-unknown", severity="warning", fix="sometimes")
def joint_property_unknown(setting: srdf.JointProperty, ctx: Context) -> Iterator[Diagnostic]:
    """MoveIt does not know the key of a property.

    ## Why it matters
    The format takes any key, and other programs may read it; MoveIt reads three,
    `angular_distance_weight`, `motion_model` and `min_translational_distance`, and ignores the
    rest. A misspelt key leaves the default in force.

    ## What MoveIt says
    It logs an error, unknown joint property, with the key, and goes on.

    ## Example
        <joint_property joint_name="world_joint" property_name="motion" value="diff_drive"/>

    ## Use instead
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>

    ## Fix safety
    Writing the nearest key is unsafe: it may be the key of another program.
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
        if known in fitting  # else S706 would be next
        else None,
    )


def _kind_of(ctx: Context, name: str) -> str:
    """The type of a joint, of the robot or a virtual one; "" where it is not known."""
    look = semantics(ctx)
    virtual = look.virtual_joints.get(name)
    return look.joint_kinds.get(name, "") if virtual is None else virtual.type


@rule("S706", "joint-property-of-wrong-joint", severity="error")
def joint_property_of_wrong_joint(
    setting: srdf.JointProperty, ctx: Context
) -> Iterator[Diagnostic]:
    """A joint has a property that only other kinds of joints have.

    ## Why it matters
    The property is ignored. `motion_model` and `min_translational_distance` are for planar joints,
    `angular_distance_weight` for planar and floating ones. Most often the virtual joint has
    the wrong type.

    ## What MoveIt says
    It logs an error: it cannot apply the property to the joint type, with the names of both.

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
            f"property {setting.property_name!r} is for {' and '.join(kinds)} joints, "
            f"but {setting.joint_name!r} is {kind}",
            field="property_name",
        )


@rule("S707", "joint-property-bad-value", severity="error", fix="sometimes")
def joint_property_bad_value(setting: srdf.JointProperty, ctx: Context) -> Iterator[Diagnostic]:
    """The value of a property cannot be read.

    ## Why it matters
    The property is ignored, and the joint keeps its default. `motion_model` is `holonomic` or
    `diff_drive`, in this spelling and without blanks; the other properties are one number that
    is not negative. Where something stands behind the number, or the number makes no sense, the
    property is set all the same; that is a warning.

    ## What MoveIt says
    For numbers it logs an error, that it is unable to parse the property as double, or warns of
    extra characters after it. For the motion model it logs an error, unknown value for the
    property, and tells the valid ones.

    ## Example
        <joint_property joint_name="world_joint" property_name="motion_model" value="diffdrive"/>

    ## Use instead
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>

    ## Fix safety
    Taking away blanks, or changing case, is safe. Writing the nearest word, and leaving out what
    stands behind a number, is unsafe.
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
            f"{what} is {value.strip()}, not a number from 0 up",
            field="value",
            severity=Severity.WARNING,
        )
    elif rest:
        yield ctx.report(
            setting,
            f"{what} is a number with {'something' if rest.strip() else 'a blank'} behind it: "
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
        f"motion model of joint {setting.joint_name!r} is {value!r}",
        field="value",
        hint=f"it is one of {', '.join(_MODELS)}",
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
    """The number that a text begins with, as C++ reads it, and what stands behind it."""
    found = _number().match(text)
    return (float(found[1]), text[found.end() :]) if found else (None, "")


@rule("S708", "joint-property-repeated", severity="warning", fix="always")
def joint_property_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A property of a joint is set twice.

    ## Why it matters
    The last element of the file counts, and the earlier one is forgotten without a word.

    ## What MoveIt says
    Nothing; srdfdom keeps one value for each joint and key.

    ## Example
        <joint_property joint_name="world_joint" property_name="motion_model" value="holonomic"/>
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>

    ## Use instead
        <joint_property joint_name="world_joint" property_name="motion_model" value="diff_drive"/>

    ## Fix safety
    Removing a copy is safe. Removing an earlier value that differs is unsafe: it may be the one
    that was meant.
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
            f"is {setting.value!r} here, and {'the same' if same else repr(winner.value)} later",
            hint="the last one counts",
            fix=ctx.fix_remove("Remove the earlier one", "safe" if same else "unsafe", setting),
        )
