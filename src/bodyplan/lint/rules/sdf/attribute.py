"""Attributes and elements that cannot be: D105, D109, more D108 and D111."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf import kinds
from bodyplan.formats.sdf.codes import reference
from bodyplan.lint.context import Context
from bodyplan.lint.rule import also, rule
from bodyplan.lint.sdf import frame_faults, named, of_class, report_fault, version_of
from bodyplan.spec import Element, spec_of

_SHORTEST = 1e-6
"""An axis that is no longer than this counts as none for the reference reader."""
_OTHER_PLANETS = (1, 10)
"""First version that has other planets than the earth."""
_INERTIAL_IN_LINK = (1, 8)
"""First version in which the pose of an inertial cannot be told in another frame."""


@rule(
    "D105",
    "sdf-invalid-attribute",
    severity="error",
    reference=reference(5),
)
def invalid_attribute(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An attribute reads, but it is not what may stand there.

    ## Why it matters
    libsdformat rejects the file: a model outside of a world cannot be placed relative to a frame,
    as there is none around it; `__root__` is reserved and cannot be referenced; a name or a
    version cannot be empty.

    ## Example
        <model name="arm" placement_frame="__root__">

    ## Use instead
        <model name="arm">
    """
    for fault in frame_faults(ctx, "ATTRIBUTE_INVALID"):
        message = (
            f"{named(fault.holder)} stands alone, so its pose cannot be relative to "
            f"{quoted(fault.name)}"
        )
        yield report_fault(ctx, fault, message, hint="leave the attribute out")
    yield from _root_frames(ctx)
    yield from _empty_attributes(ctx)


def _empty_attributes(ctx: Context) -> Iterator[Diagnostic]:
    """Attributes that must say something, and are there without a word."""
    for cls, values in ctx.values.items():
        if cls is sdf.Root:  # an empty version is none
            continue
        for field in spec_of(cls).fields:
            is_asked_for = field.is_required or field.mark.needed
            has_words = field.codec is not None and field.codec.words
            if field.place != "attribute" or not is_asked_for or has_words:
                continue
            for value in values:
                text = getattr(value, field.name)
                if not isinstance(text, str) or text.strip():
                    continue
                node = ctx.document.node(value)
                if node is not None and field.xml in node.attrib:
                    message = f"<{node.tag}> has an empty {field.xml}"
                    yield ctx.report(value, message, field=field.name)


def _root_frames(ctx: Context) -> Iterator[Diagnostic]:
    """Attributes that name ``__root__``."""
    fields = (
        (sdf.Pose, "relative_to"),
        (sdf.Frame, "attached_to"),
        (sdf.Model, "canonical_link"),
        (sdf.Model, "placement_frame"),
        (sdf.Xyz, "expressed_in"),
        (sdf.CustomRpy, "parent_frame"),
        (sdf.GravityDirection, "parent_frame"),
    )
    for cls, field in fields:
        for value in of_class(ctx, cls):
            if getattr(value, field) == "__root__":
                message = f"{ctx.describe(value)} names __root__, which is not for files"
                yield ctx.report(value, message, field=field, hint="leave the attribute out")


@rule("D109", "sdf-invalid-element", severity="error", reference=reference(9))
def invalid_element(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The content of an element reads, but it is not what may stand there.

    ## Why it matters
    libsdformat rejects the file: an axis of length 0 (or up to 0.000001), a material script without
    the files that define it, a planet that the version does not have.

    ## Example
        <axis><xyz>0 0 0</xyz></axis>

    ## Use instead
        <axis><xyz>0 0 1</xyz></axis>
    """
    for xyz in of_class(ctx, sdf.Xyz):
        if hypot(*xyz.value) <= _SHORTEST and ctx.written(xyz, "value"):
            yield ctx.report(xyz, f"{ctx.describe(xyz)}: the axis has no direction", field="value")
    for script in of_class(ctx, sdf.MaterialScript):
        if all(map(_says_nothing, script.uris)) and not ctx.is_broken_off:
            message = f"{ctx.describe(script)}: the script of the material names no file"
            yield ctx.report(script, message, hint="<uri>file://media/materials/scripts</uri>")
    if version_of(ctx) < _OTHER_PLANETS:
        for planet in of_class(ctx, sdf.SphericalCoordinates):
            if planet.surface_model in ("MOON_SCS", "CUSTOM_SURFACE"):
                message = f"surface_model {planet.surface_model} requires version 1.10"
                yield ctx.report(planet, message, field="surface_model")


def _says_nothing(text: str) -> bool:
    return text.strip() in {"", "__default__"}


@also(kinds.MISSING_ELEMENT)
def missing_part(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """What is missing because of what stands beside it."""
    if ctx.is_broken_off:
        return  # the rest may be missing only here
    for shader in of_class(ctx, sdf.Shader):
        if shader.type.startswith("normal_map") and not shader.normal_map:
            message = f"{ctx.describe(shader)}: a shader of type {shader.type} needs a normal_map"
            yield ctx.report(shader, message)
    for named_part in of_class(ctx, sdf.MaterialScript, sdf.Submesh):
        if _says_nothing(named_part.name) and ctx.written(named_part, "name"):
            message = f"{ctx.describe(named_part)}: <{named_part.TAG}> has an empty <name>"
            yield ctx.report(named_part, message, field="name")
    for link in of_class(ctx, sdf.Link):
        inertial = link.inertial
        if inertial is not None and inertial.auto and not link.collisions:
            message = f"{named(link)}: inertia cannot be worked out, since there is no collision"
            hint = "add a <collision>, or give mass and inertia"
            yield ctx.report(inertial, message, field="auto", hint=hint)


@also(kinds.UNKNOWN_ELEMENT)
def one_too_many(root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """More than one model, light or actor outside of worlds."""
    parts: list[Element] = [*root.models, *root.lights, *root.actors]
    for part in parts[1:]:
        message = f"{named(part)} is one too many beside {named(parts[0])}: a file has one"
        hint = "put them into a <world>, or into files of their own"
        yield ctx.report(part, message, severity=Severity.ERROR, hint=hint)


@also(kinds.UNKNOWN_ATTRIBUTE)
def pose_in_one_frame(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Attributes of poses that are told in one frame, and in one way."""
    for inertial in of_class(ctx, sdf.Inertial):
        if inertial.pose.relative_to and version_of(ctx) >= _INERTIAL_IN_LINK:
            message = f"{ctx.describe(inertial)}: 'relative_to' has no effect in <inertial>"
            hint = "the pose of an inertial is told in the frame of its link"
            yield ctx.report(inertial.pose, message, field="relative_to", part="name", hint=hint)
    for waypoint in of_class(ctx, sdf.Waypoint):
        for field in ("relative_to", "degrees", "rotation_format"):
            if ctx.written(waypoint.pose, field):
                message = f"{ctx.describe(waypoint)}: {field!r} has no effect in <waypoint>"
                hint = "write x y z roll pitch yaw, in the frame of the actor"
                yield ctx.report(waypoint.pose, message, field=field, part="name", hint=hint)


@also(kinds.BAD_VALUE)
def pose_told_otherwise(pose: sdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """A pose whose numbers do not fit how its rotation is told."""
    format_ = pose.rotation_format.strip()
    if format_ not in {"", "euler_rpy", "quat_xyzw"}:
        message = f"{ctx.describe(pose)}: {quoted(format_)} is no format of a rotation"
        hint = "euler_rpy or quat_xyzw"
        yield ctx.report(pose, message, field="rotation_format", hint=hint)
    elif format_ == "quat_xyzw" and pose.degrees:
        message = f"{ctx.describe(pose)}: a quaternion is not told in degrees"
        yield ctx.report(pose, message, field="degrees")
    elif format_ == "quat_xyzw" and len(pose.value) == 6:
        node = ctx.document.node(pose)
        words = [] if node is None else (node.text or "").split()
        if len(words) == 6:
            message = f"{ctx.describe(pose)}: a position and a quaternion are 7 numbers, not 6"
            yield ctx.report(pose, message, field="value", hint="x y z, then qx qy qz qw")
