"""Words that must be one of a few, and elements that cannot be: D105, D109, more D108 and D111."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import sdf
from bodyplan.formats.sdf import kinds
from bodyplan.formats.sdf.codes import reference
from bodyplan.lint.context import Context
from bodyplan.lint.names import unknown_name
from bodyplan.lint.rule import also, rule
from bodyplan.lint.sdf import called, frame_faults, named, of_class, report_fault, version_of
from bodyplan.spec import Element, spec_of
from bodyplan.text import quoted

JOINT_TYPES = (
    *("revolute", "continuous", "prismatic", "fixed", "ball", "universal", "screw"),
    *("revolute2", "gearbox"),
)
SENSOR_TYPES = (
    *("camera", "depth_camera", "rgbd_camera", "thermal_camera", "segmentation_camera"),
    *("boundingbox_camera", "wide_angle_camera", "multicamera", "lidar", "gpu_lidar", "imu"),
    *("altimeter", "magnetometer", "air_pressure", "air_speed", "force_torque", "contact"),
    *("logical_camera", "navsat", "rfid", "rfidtag", "sonar", "wireless_receiver"),
    *("wireless_transmitter", "custom"),
)
SENSOR_ALIASES = {
    "depth": "depth_camera",
    "rgbd": "rgbd_camera",
    "thermal": "thermal_camera",
    "segmentation": "segmentation_camera",
    "boundingbox": "boundingbox_camera",
    "wideanglecamera": "wide_angle_camera",
    "gps": "navsat",
    "ray": "lidar",
    "gpu_ray": "gpu_lidar",
}
"""Older names of types of sensor, which readers still take."""
_LIGHT_TYPES = ("point", "directional", "spot")
_EMITTER_TYPES = ("point", "box", "cylinder", "ellipsoid")
_PIXELS = (
    *("L8", "L16", "R8G8B8", "B8G8R8", "R_FLOAT16", "R_FLOAT32", "RGB_FLOAT16", "RGB_FLOAT32"),
    *("L_INT8", "L_INT16", "RGB_INT8", "RGBA_INT8", "BGRA_INT8", "RGB_INT16", "RGB_INT32"),
    *("BGR_INT8", "BGR_INT16", "BGR_INT32"),
    *("BAYER_RGGB8", "BAYER_BGGR8", "BAYER_GBRG8", "BAYER_GRBG8"),
)
_SHADERS = ("vertex", "pixel", "normal_map_object_space", "normal_map_tangent_space")
_SHORTEST = 1e-6
"""An axis that is no longer than this counts as none for the reference reader."""
_INERTIAL_IN_LINK = (1, 8)
"""First version in which the pose of an inertial cannot be told in another frame."""
_FOREIGN_JOINTS = {
    "piston": "piston was a word until 1.4; prismatic is the nearest",
    "floating": "leave the joint out: a link that no joint holds is free",
    "planar": "SDFormat has no such joint",
    "hinge": "revolute is the word",
    "slider": "prismatic is the word",
    "spherical": "ball is the word",
}


@rule(
    "D105",
    "sdf-invalid-attribute",
    severity="error",
    fix="sometimes",
    reference=reference(5),
)
def invalid_attribute(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """An attribute reads, but it is not what may stand there.

    ## Why it matters
    The reference reader refuses the file: a type of joint, sensor, light or particle emitter that
    it does not know; a model that stands alone and is placed relative to a frame, though there is
    none around it; `__root__` as the name of a frame. Types of sensors and lights are told by
    small letters, types of joints by any.

    ## Example
        <joint name="elbow" type="hinge">
        <sensor name="eye" type="Camera"/>

    ## Use instead
        <joint name="elbow" type="revolute">
        <sensor name="eye" type="camera"/>

    ## Fix safety
    Writing the nearest word is unsafe: another one may have been meant.
    """
    for joint in of_class(ctx, sdf.Joint):
        if joint.type and joint.type.lower() not in JOINT_TYPES:
            hint = _FOREIGN_JOINTS.get(joint.type.lower(), f"types: {', '.join(JOINT_TYPES)}")
            yield _no_type(ctx, joint, JOINT_TYPES, hint)
    for sensor in of_class(ctx, sdf.Sensor):
        if sensor.type and sensor.type not in SENSOR_TYPES and sensor.type not in SENSOR_ALIASES:
            hint = "`bodyplan schema sdf --format markdown` lists the types"
            yield _no_type(ctx, sensor, SENSOR_TYPES, hint)
    for light in of_class(ctx, sdf.Light):
        if light.type and light.type not in _LIGHT_TYPES:
            yield _no_type(ctx, light, _LIGHT_TYPES, f"types: {', '.join(_LIGHT_TYPES)}")
    for emitter in of_class(ctx, sdf.ParticleEmitter):
        if emitter.type and emitter.type not in _EMITTER_TYPES:
            yield _no_type(ctx, emitter, _EMITTER_TYPES, f"types: {', '.join(_EMITTER_TYPES)}")
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
            if field.place != "attribute" or not is_asked_for:
                continue
            for value in values:
                text = getattr(value, field.name)
                if not isinstance(text, str) or text.strip():
                    continue
                node = ctx.document.node(value)
                if node is not None and field.xml in node.attrib:
                    message = f"<{node.tag}> has an empty {field.xml}"
                    yield ctx.report(value, message, field=field.name)


def _no_type(ctx: Context, value: Element, known: tuple[str, ...], hint: str) -> Diagnostic:
    word = quoted(getattr(value, "type", ""))
    message = f"{called(ctx, value)}: {word} is no type of {value.TAG.replace('_', ' ')}"
    return unknown_name(ctx, value, message, lambda: known, field="type", hint=hint)


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
                message = f"{called(ctx, value)} names __root__, which is not for files"
                yield ctx.report(value, message, field=field, hint="leave the attribute out")


@rule("D109", "sdf-invalid-element", severity="error", fix="sometimes", reference=reference(9))
def invalid_element(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """The content of an element reads, but it is not what may stand there.

    ## Why it matters
    The reference reader refuses the file: an axis of length 0 (or up to 0.000001); a script of a
    material without the files it is in; a word that is none of a few for the format of pictures,
    the type of a shader or of the atmosphere, the frame or direction of a force sensor, the shape
    of a planet or the orientation of its maps.

    ## Example
        <axis><xyz>0 0 0</xyz></axis>
        <format>RGB</format>

    ## Use instead
        <axis><xyz>0 0 1</xyz></axis>
        <format>R8G8B8</format>

    ## Fix safety
    Writing the nearest word is unsafe: another one may have been meant.
    """
    for xyz in of_class(ctx, sdf.Xyz):
        if hypot(*xyz.value) <= _SHORTEST and ctx.written(xyz, "value"):
            yield ctx.report(xyz, f"{called(ctx, xyz)}: the axis has no direction", field="value")
    for script in of_class(ctx, sdf.MaterialScript):
        if all(map(_says_nothing, script.uris)) and not ctx.is_broken_off:
            message = f"{called(ctx, script)}: the script of the material names no file"
            yield ctx.report(script, message, hint="<uri>file://media/materials/scripts</uri>")
    newer = version_of(ctx) >= (1, 10)
    planets = ("EARTH_WGS84", "MOON_SCS", "CUSTOM_SURFACE") if newer else ("EARTH_WGS84",)
    for cls, field, known in (
        (sdf.CameraImage, "format", _PIXELS),
        (sdf.Shader, "type", _SHADERS),
        (sdf.ForceTorque, "frame", ("parent", "child", "sensor")),
        (sdf.ForceTorque, "measure_direction", ("parent_to_child", "child_to_parent")),
        (sdf.Atmosphere, "type", ("adiabatic",)),
        (sdf.SphericalCoordinates, "surface_model", planets),
        (sdf.SphericalCoordinates, "world_frame_orientation", ("ENU",)),
    ):
        for value in of_class(ctx, cls):
            word = getattr(value, field)
            if word and word not in known:
                yield _no_word(ctx, value, field, known)


def _no_word(ctx: Context, value: Element, field: str, known: tuple[str, ...]) -> Diagnostic:
    word = quoted(getattr(value, field))
    what = f"{called(ctx, value)}: {word} is no {field.replace('_', ' ')}"
    hint = f"{'one of ' if len(known) > 1 else ''}{', '.join(known)}"
    return unknown_name(ctx, value, what, lambda: known, field=field, hint=hint)


def _says_nothing(text: str) -> bool:
    return text.strip() in {"", "__default__"}


@also(kinds.MISSING_ELEMENT)
def missing_part(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """What is missing because of what stands beside it."""
    if ctx.is_broken_off:
        return  # the rest may be missing only here
    for shader in of_class(ctx, sdf.Shader):
        if shader.type.startswith("normal_map") and not shader.normal_map:
            message = f"{called(ctx, shader)}: a shader of type {shader.type} needs a normal_map"
            yield ctx.report(shader, message)
    for named_part in of_class(ctx, sdf.MaterialScript, sdf.Submesh):
        if _says_nothing(named_part.name) and ctx.written(named_part, "name"):
            message = f"{called(ctx, named_part)}: <{named_part.TAG}> has an empty <name>"
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
            message = f"{called(ctx, inertial)}: 'relative_to' has no effect in <inertial>"
            hint = "the pose of an inertial is told in the frame of its link"
            yield ctx.report(inertial.pose, message, field="relative_to", part="name", hint=hint)
    for waypoint in of_class(ctx, sdf.Waypoint):
        for field in ("relative_to", "degrees", "rotation_format"):
            if ctx.written(waypoint.pose, field):
                message = f"{called(ctx, waypoint)}: {field!r} has no effect in <waypoint>"
                hint = "write x y z roll pitch yaw, in the frame of the actor"
                yield ctx.report(waypoint.pose, message, field=field, part="name", hint=hint)


@also(kinds.BAD_VALUE)
def pose_told_otherwise(pose: sdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """A pose whose numbers do not fit how its rotation is told."""
    format_ = pose.rotation_format.strip()
    if format_ not in {"", "euler_rpy", "quat_xyzw"}:
        message = f"{called(ctx, pose)}: {quoted(format_)} is no format of a rotation"
        hint = "euler_rpy or quat_xyzw"
        yield ctx.report(pose, message, field="rotation_format", hint=hint)
    elif format_ == "quat_xyzw" and pose.degrees:
        message = f"{called(ctx, pose)}: a quaternion is not told in degrees"
        yield ctx.report(pose, message, field="degrees")
    elif format_ == "quat_xyzw" and len(pose.value) == 6:
        node = ctx.document.node(pose)
        words = [] if node is None else (node.text or "").split()
        if len(words) == 6:
            message = f"{called(ctx, pose)}: a position and a quaternion are 7 numbers, not 6"
            yield ctx.report(pose, message, field="value", hint="x y z, then qx qy qz qw")
