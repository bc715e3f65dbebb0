"""Requirements of Drake for a file that libsdformat accepts, and elements that Drake ignores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import isfinite, isnan
from pathlib import Path
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.sdf.outer_joints import DRAKE_JOINT
from bodyplan.conversion.sdf.shapes import written_shape
from bodyplan.core import quoted, shown
from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import frame_faults, frames, named, of_class
from bodyplan.lint.profiles.drake._found import IGNORED, REJECTED
from bodyplan.lint.rules.sdf.geometry import FINITE
from bodyplan.lint.rules.sdf.inertial import WITH_VOLUME
from bodyplan.model.joint import WITH_AXIS
from bodyplan.spec import Element

_JOINTS = frozenset(["fixed", "revolute", "continuous", "prismatic", "ball", "universal", "screw"])
_SIBLINGS = {
    "model": frozenset(["link", "joint", "frame", "model", "gripper"]),
    "world": frozenset(
        ["model", "frame", "joint", "light", "physics", "actor", "road", "population"]
    ),
}
"""Elements whose names must differ, by their parent element."""
_IGNORED = {
    "sdf": "light actor",
    "world": "audio wind magnetic_field spherical_coordinates gui scene gravity physics atmosphere "
    "road light actor plugin population state",
    "model": "enable_wind allow_auto_disable self_collide plugin gripper",
    "link": "audio_source audio_sink velocity_decay must_be_base_link self_collide enable_wind "
    "sensor light battery projector particle_emitter",
    "joint": "physics thread_pitch gearbox_ratio gearbox_reference_body sensor",
    "limit": "dissipation",
    "visual": "meta laser_retro visibility_flags cast_shadows transparency plugin",
    "collision": "auto_inertia_params density max_contacts",
    "geometry": "image polyline heightmap cone",
    "material": "pbr render_order double_sided lighting shininess shader script",
}
"""Elements that Drake ignores, by their parent element."""
_UNSUPPORTED = {tag: frozenset(tags.split()) for tag, tags in _IGNORED.items()}

_WITH_SHAPE = ("visual", "collision")


def requirements(ctx: Context) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each value that Drake rejects and each element that it ignores."""
    root: sdf.Root = ctx.document.root
    models = len(root.models) + len(root.includes)
    if models + len(root.worlds) != 1:
        message = (
            f"Drake requires one model or one world, got {models} models and "
            f"{len(root.worlds)} worlds"
        )
        yield _of(ctx, root, message)
    yield from _names(ctx)
    for joint in of_class(ctx, sdf.Joint):
        yield from _of_joint(ctx, joint)
    yield from _parallel_joints(ctx)
    for model in of_class(ctx, sdf.Model):
        if model.static:
            for joint in model.joints:
                if joint.type.lower() != "fixed":
                    message = f"{named(joint)}: Drake requires fixed joints in a static model"
                    yield _of(ctx, joint, message, "type")
    for state in of_class(ctx, sdf.State):
        node = ctx.document.node(state)
        for tag in ("model", "light"):
            if node is not None and node.find(tag) is not None:
                yield _of(ctx, state, f"<{tag}> in <state> is called <{tag}_state> since 1.12")
    for axis in of_class(ctx, sdf.Axis):
        if ctx.written(axis, "initial_position"):
            message = "<initial_position> was removed in 1.9"
            yield _of(ctx, axis, message, "initial_position")
    tree = ctx.document.tree.root
    for node in () if tree is None else tree.iter(DRAKE_JOINT):
        if node.get("type") != "planar":
            message = (
                f"<{DRAKE_JOINT}>: Drake supports type 'planar', got {quoted(node.get('type', ''))}"
            )
            yield Diagnostic(REJECTED, message, partial(ctx.document.where, node))
    yield from _shapes(ctx)
    for fault in frame_faults(ctx, "POSE_RELATIVE_TO_INVALID"):
        is_asked = isinstance(fault.holder, sdf.Visual | sdf.Collision)
        if fault.is_silent and is_asked and ctx.document.node(fault.value) is not None:
            message = f"pose is relative to {quoted(fault.name)}, which does not exist"
            yield _of(ctx, fault.value, message, fault.field)
    yield from _ignored(ctx)


def _has_unsupported_shape(node: Node) -> bool:
    geometry = node.find("geometry")
    return geometry is not None and any(one.tag in _UNSUPPORTED["geometry"] for one in geometry)


def _of(ctx: Context, value: Element, message: str, field: str | None = None) -> Diagnostic:
    ctx.kind = REJECTED
    return ctx.report(value, message, field=field)


def _at(ctx: Context, node: Node, message: str) -> Diagnostic:
    return Diagnostic(IGNORED, message, partial(ctx.document.where, node))


def _names(ctx: Context) -> Iterator[Diagnostic]:
    """Yield names that two children of a model or world share, even if their tags differ."""
    for holder in of_class(ctx, sdf.Model, sdf.World):
        node = ctx.document.node(holder)
        tags = _SIBLINGS[holder.TAG]
        if node is None:
            continue
        counted = Counter(child.get("name") for child in node if child.tag in tags)
        for name, count in counted.items():
            if name and count > 1:
                message = f"{named(holder)}: {count} elements have the name {quoted(name)}"
                yield _of(ctx, holder, message)


def _of_joint(ctx: Context, joint: sdf.Joint) -> Iterator[Diagnostic]:
    """Yield the properties of a joint that Drake does not support."""
    type_ = joint.type.lower()
    if type_ not in _JOINTS:
        yield _of(ctx, joint, f"{named(joint)}: Drake does not support type {type_}", "type")
        return
    needed = ("axis", "axis2") if type_ == "universal" else ("axis",)
    missing = [tag for tag in needed if getattr(joint, tag) is None]
    if type_ in WITH_AXIS and missing:
        yield _of(ctx, joint, f"{named(joint)}: Drake requires <{missing[0]}>")
        return
    if type_ == "universal" and joint.axis is not None and joint.axis2 is not None:
        first, second = joint.axis.xyz.value, joint.axis2.xyz.value
        if abs(sum(a * b for a, b in zip(first, second, strict=True))) > 1e-9:
            yield _of(ctx, joint, f"{named(joint)}: Drake requires orthogonal axes")
    for axis in filter(None, (joint.axis, joint.axis2)):
        limit, dynamics = axis.limit, axis.dynamics
        if dynamics is not None and dynamics.damping < 0.0 and type_ != "fixed":
            message = f"{named(joint)}: damping {dynamics.damping:g} is negative"
            yield _of(ctx, dynamics, message, "damping")
        if type_ == "fixed":
            continue
        if limit.lower > limit.upper:
            message = f"{named(joint)}: lower {limit.lower:g} exceeds upper {limit.upper:g}"
            yield _of(ctx, limit, message, "lower")
        for field in ("lower", "upper", "effort", "velocity"):
            if isnan(getattr(limit, field)) and ctx.written(limit, field):
                yield _of(ctx, limit, f"{named(joint)}: {field} is not a number", field)


def _parallel_joints(ctx: Context) -> Iterator[Diagnostic]:
    """Yield joints between two links that another joint already connects."""
    for scope in frames(ctx).all_scopes():
        graph, seen = scope.tree.graph, set()
        for number, joint in scope.joints():
            parent = graph.find(scope.number, joint.parent)
            ends = {None if parent is None else graph.body(parent), graph.body(number)}
            pair = frozenset(ends)
            if pair in seen and ctx.document.node(joint) is not None and len(pair) == 2:
                yield _of(
                    ctx,
                    joint,
                    f"{named(joint)} connects two links that another joint already connects",
                )
            seen.add(pair)


def _shapes(ctx: Context) -> Iterator[Diagnostic]:
    """Yield sizes that Drake rejects, and meshes that do not exist."""
    for cls, fields in FINITE:
        for shape in of_class(ctx, cls) if cls is not sdf.Cone else ():
            for field in fields:
                value = getattr(shape, field)
                numbers = value if isinstance(value, tuple) else (value,)
                if not all(map(isfinite, numbers)):
                    yield _of(ctx, shape, f"<{field}> must be finite", field)
    for pose in of_class(ctx, sdf.Pose):
        if pose.rotation_format.strip() == "quat_xyzw" and not any(pose.value[3:]):
            yield _of(ctx, pose, "the quaternion is zero", "value")
    for plane in of_class(ctx, sdf.Plane):
        if not any(plane.normal):
            yield _of(ctx, plane, "the normal of the plane is 0 0 0", "normal")
    for link in of_class(ctx, sdf.Link):
        for collision in link.collisions if link.inertial and link.inertial.auto else ():
            if not isinstance(written_shape(collision.geometry), (*WITH_VOLUME, sdf.Mesh)):
                message = f"{named(collision)}: the inertia of its shape cannot be computed"
                yield _of(ctx, collision, message)
    for mesh in of_class(ctx, sdf.Mesh):
        resolution = ctx.resources.resolve(mesh.uri, base=_folder(ctx))
        if resolution.path is None:
            yield _of(ctx, mesh, f"mesh {quoted(mesh.uri)} not found", "uri")


def _folder(ctx: Context) -> Path | None:
    path = ctx.document.path
    return None if path is None else path.absolute().parent


def _ignored(ctx: Context) -> Iterator[Diagnostic]:
    """Yield the elements that Drake ignores."""
    root = ctx.document.tree.root
    waiting = [] if root is None else [root]
    while waiting:
        node = waiting.pop()
        unsupported = _UNSUPPORTED.get(node.tag, frozenset())
        for child in node:
            if node.tag in _WITH_SHAPE and child.tag != "geometry" and _has_unsupported_shape(node):
                continue  # Drake skips this visual or collision
            if child.tag in unsupported or (
                ":" in child.tag and not child.tag.startswith("drake:")
            ):
                yield _at(ctx, child, f"Drake ignores <{shown(child.tag)}> in <{node.tag}>")
            elif child.tag in _UNSUPPORTED:
                waiting.append(child)
