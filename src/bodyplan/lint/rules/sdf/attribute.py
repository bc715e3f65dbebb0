"""Attributes and elements with invalid content: D105, D109, further cases of D108 and D111."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from bodyplan.core import quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf import sdf_kinds as kinds
from bodyplan.formats.sdf.codes import reference
from bodyplan.formats.sdf.pose import LAST_WITH_FRAME
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import (
    frame_faults,
    includes,
    named,
    of_class,
    report_fault,
    version_of,
    with_article,
)
from bodyplan.lint.rule import also, rule
from bodyplan.spec import Element, spec_of

_SHORTEST = 1e-6
"""libsdformat rejects an axis of at most this length."""
_OTHER_PLANETS = (1, 10)
"""First SDFormat version in which ``<surface_model>`` may be the moon or a custom surface."""
_INERTIAL_IN_LINK = (1, 8)
"""First version in which the pose of an inertial cannot be relative to another frame."""


@rule(
    "D105",
    "sdf-invalid-attribute",
    severity="error",
    reference=reference(5),
)
def invalid_attribute(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An attribute has a value that is not allowed here.

    ## Why it matters
    libsdformat rejects the file: a model outside of a world cannot be placed relative to a frame,
    because no frame surrounds it; `__root__` is reserved and cannot be referenced; a name or a
    version cannot be empty.

    ## Example
        <model name="arm" placement_frame="__root__">

    ## Use instead
        <model name="arm">
    """
    for fault in frame_faults(ctx, "ATTRIBUTE_INVALID"):
        message = (
            f"{named(fault.holder)} is outside of a world, so its pose cannot be relative to "
            f"{quoted(fault.name)}"
        )
        yield report_fault(ctx, fault, message, hint="remove the attribute")
    yield from _root_frames(ctx)
    yield from _empty_attributes(ctx)


def _empty_attributes(ctx: Context) -> Iterator[Diagnostic]:
    """Report attributes that are empty but must not be."""
    version = version_of(ctx)
    for cls, values in ctx.values.items():
        if cls is sdf.Root:  # an empty version counts as missing
            continue
        for declared in spec_of(cls).fields:
            field = declared.at(version) if declared.mark.was else declared
            needs_value = field.is_required or field.mark.needed
            is_keyword = field.codec is not None and field.codec.words
            if field.place != "attribute" or not needs_value or is_keyword:
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
    """Report attributes that refer to ``__root__``."""
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
                message = f"{ctx.describe(value)} refers to __root__, which is reserved"
                yield ctx.report(value, message, field=field, hint="remove the attribute")


@rule("D109", "sdf-invalid-element", severity="error", reference=reference(9))
def invalid_element(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An element has content that is not allowed here.

    ## Why it matters
    libsdformat rejects the file if an axis has length 0 (or up to 0.000001), or if a material
    script has no `<uri>` of the file that defines it. A surface model of a later SDFormat version
    is reported as information, because libsdformat accepts it from version 13 on.

    ## Example
        <axis><xyz>0 0 0</xyz></axis>

    ## Use instead
        <axis><xyz>0 0 1</xyz></axis>
    """
    for xyz in of_class(ctx, sdf.Xyz):
        if hypot(*xyz.value) <= _SHORTEST and ctx.written(xyz, "value"):
            yield ctx.report(xyz, f"{ctx.describe(xyz)}: axis has length 0", field="value")
    for script in of_class(ctx, sdf.MaterialScript):
        if all(map(_is_empty, script.uris)) and not ctx.is_broken_off:
            message = f"{ctx.describe(script)}: material script has no <uri>"
            yield ctx.report(script, message, hint="add <uri>file://media/materials/scripts</uri>")
    for planet in of_class(ctx, sdf.SphericalCoordinates):
        if planet.surface_model not in ("MOON_SCS", "CUSTOM_SURFACE"):
            continue
        if version_of(ctx) < _OTHER_PLANETS:
            message = f"surface_model {planet.surface_model} requires version 1.10"
            yield ctx.report(planet, message, field="surface_model", severity=Severity.INFO)


def _is_empty(text: str) -> bool:
    return text.strip() in {"", "__default__"}


@also(kinds.MISSING_ELEMENT)
def missing_part(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Report elements without a child element that they require."""
    if ctx.is_broken_off:
        return  # the missing elements may be in the part that was cut off
    for shader in of_class(ctx, sdf.Shader):
        if shader.type.startswith("normal_map") and not shader.normal_map:
            message = f"{ctx.describe(shader)}: shader of type {shader.type} requires <normal_map>"
            yield ctx.report(shader, message)
    for named_part in of_class(ctx, sdf.MaterialScript, sdf.Submesh):
        if _is_empty(named_part.name) and ctx.written(named_part, "name"):
            message = f"{ctx.describe(named_part)}: <{named_part.TAG}> has an empty <name>"
            yield ctx.report(named_part, message, field="name")
    for contact in of_class(ctx, sdf.ContactSensor):
        if not contact.collisions:
            message = "<contact> has no <collision>; libsdformat silently uses '__default__'"
            hint = "add <collision>: the name of a collision of the link"
            yield ctx.report(contact, message, severity=Severity.WARNING, hint=hint)
    for planet in of_class(ctx, sdf.SphericalCoordinates):
        if planet.surface_model == "CUSTOM_SURFACE":
            for axis in ("surface_axis_equatorial", "surface_axis_polar"):
                node = ctx.document.node(planet)
                if node is not None and node.find(axis) is None:
                    message = f"surface_model CUSTOM_SURFACE requires <{axis}>"
                    yield ctx.report(
                        planet, message, hint="write the axis of the ellipsoid in metres"
                    )
    for link in of_class(ctx, sdf.Link):
        inertial = link.inertial
        if inertial is not None and inertial.auto and not link.collisions:
            message = f"{named(link)}: auto inertia requires a <collision>"
            hint = "add a <collision>, or write mass and inertia"
            yield ctx.report(inertial, message, field="auto", hint=hint)


@also(kinds.UNKNOWN_ELEMENT)
def several_at_the_root(root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Report models, lights and actors at the root of the file, except the first."""
    parts: list[Element] = [*root.models, *root.lights, *root.actors]
    for part in parts[1:]:
        message = f"{named(part)} is not allowed beside {named(parts[0])}: a file has one model, light or actor"
        hint = "put them into a <world>, or into separate files"
        yield ctx.report(part, message, severity=Severity.ERROR, hint=hint)
    found = includes(ctx) if root.includes else None
    if found is None:
        return
    classes = set(map(type, parts))
    for include in root.includes:
        entity = found.find(include).entity
        if entity is None:
            continue
        if type(entity) in classes:
            what = with_article(entity)
            message = f"the file already has {what}, and <include> adds another one"
            yield ctx.report(include, message, severity=Severity.ERROR)
        classes.add(type(entity))


@also(kinds.UNKNOWN_ATTRIBUTE)
def pose_in_one_frame(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Report frames and rotation formats on poses of inertials and waypoints, which ignore them."""
    version = version_of(ctx)
    relative_to = ("relative_to", "frame") if version <= LAST_WITH_FRAME else ("relative_to",)
    of_waypoint = (*relative_to, "degrees", "rotation_format")
    in_link = "express the pose of the inertial in the link frame"
    in_actor = "write x y z roll pitch yaw, in the frame of the actor"
    for cls, names, hint in (
        (sdf.Inertial, relative_to, in_link),
        (sdf.Waypoint, of_waypoint, in_actor),
    ):
        for holder in of_class(ctx, cls):
            node = ctx.document.node(holder.pose)
            attributes = {} if node is None else node.attrib
            for name in names:
                text = attributes.get(name)
                if text is None:
                    continue
                if not text and cls is sdf.Inertial and version < _INERTIAL_IN_LINK:
                    continue  # the conversion to newer versions drops an empty attribute
                message = f"{ctx.describe(holder)}: {name!r} is ignored in <{holder.TAG}>"
                field = "relative_to" if name == "frame" else name
                yield ctx.report(holder.pose, message, field=field, part="name", hint=hint)


@also(kinds.BAD_VALUE)
def invalid_rotation_format(pose: sdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """Report poses whose numbers do not match their rotation format."""
    format_ = pose.rotation_format.strip()
    if format_ not in {"", "euler_rpy", "quat_xyzw"}:
        message = f"{ctx.describe(pose)}: unknown rotation_format {quoted(format_)}"
        hint = "use euler_rpy or quat_xyzw"
        yield ctx.report(pose, message, field="rotation_format", hint=hint)
    elif format_ == "quat_xyzw" and pose.degrees:
        message = f"{ctx.describe(pose)}: degrees does not apply to a quaternion"
        yield ctx.report(pose, message, field="degrees")
    elif format_ == "quat_xyzw" and len(pose.value) == 6:
        node = ctx.document.node(pose)
        numbers = [] if node is None else (node.text or "").split()
        if len(numbers) == 6:
            message = f"{ctx.describe(pose)}: <pose> with quat_xyzw: expected 7 numbers, got 6"
            yield ctx.report(pose, message, field="value", hint="write x y z qx qy qz qw")
