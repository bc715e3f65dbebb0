"""Sensors: type, parent link, names, measured values (U4xx)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.names import listed, unknown_name
from bodyplan.lint.rule import rule
from bodyplan.spec import Element

KINDS: tuple[str, ...] = get_args(urdf.SensorType)
"""Types of sensors; each is the tag of an element, and the field that holds it."""


def _present(sensor: urdf.Sensor) -> list[str]:
    """Return the types that a sensor has elements for."""
    return [kind for kind in KINDS if getattr(sensor, kind) is not None]


def sensor_name(ctx: Context, value: Element) -> str:
    """Return the name of the sensor that contains a value."""
    owner: Element | None = value
    while owner is not None and not isinstance(owner, urdf.Sensor):
        owner = ctx.owner(owner)
    return repr(owner.name) if owner is not None else ""


Distances = urdf.Range | urdf.Sonar


def _range_inverted(value: Distances, ctx: Context) -> Iterator[Diagnostic]:
    low, high = value.min, value.max
    if low is None or high is None or high <= 0 or not low >= high:
        return
    fix = (
        ctx.fix_set("Swap min and max", "unsafe", value, min=high, max=low) if low > high else None
    )
    yield ctx.report(
        value,
        f"sensor {sensor_name(ctx, value)}: min {low:g} must be below max {high:g}",
        field="min",
        fix=fix,
    )


@rule("U401", "sensor-unknown-parent", severity="warning", fix="sometimes")
def sensor_unknown_parent(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The parent link of a sensor does not exist.

    ## Why it matters
    The sensor has no pose, and its measurements have no frame.

    ## Example
        <link name="camera_link"/>
        <sensor name="eye"><parent link="camera"/>...</sensor>

    ## Use instead
        <sensor name="eye"><parent link="camera_link"/>...</sensor>

    ## Fix safety
    Writing the most similar link name is unsafe: another link may be meant.
    """
    links = ctx.index.links

    @cache
    def known() -> list[str]:
        return list(links)

    for sensor in robot.sensors:
        if sensor.parent and sensor.parent not in links:
            yield unknown_name(
                ctx,
                sensor,
                f"sensor {sensor.name!r}: parent link {sensor.parent!r} does not exist",
                known,
                field="parent",
            )


@rule("U402", "sensor-without-kind", severity="warning")
def sensor_without_kind(sensor: urdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """A sensor has no type and no element of a type.

    ## Why it matters
    urdfdom requires `<camera>` or `<ray>` and drops a sensor with neither. Newer sensors have a
    `type`; a camera or ray without its element has no parameters.

    ## Example
        <sensor name="eye"><parent link="camera_link"/></sensor>

    ## Use instead
        <sensor name="eye">
          <parent link="camera_link"/>
          <camera><image width="640" height="480" format="rgb8" hfov="1.2" near="0.1" far="20"/></camera>
        </sensor>
    """
    if _present(sensor):
        return
    if not sensor.type:
        if ctx.written(sensor, "type"):
            return
        message = f"sensor {sensor.name!r} has no type, no <camera> and no <ray>"
        yield ctx.report(sensor, message, hint=f"write one of the types {', '.join(KINDS)}")
    elif sensor.type in {"camera", "ray"}:
        yield ctx.report(
            sensor,
            f"sensor {sensor.name!r} has type {sensor.type!r} but no <{sensor.type}>",
            field="type",
        )


@rule("U403", "sensor-several-kinds", severity="warning")
def sensor_several_kinds(sensor: urdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """A sensor has elements of several types.

    ## Why it matters
    urdfdom uses `<camera>` if there is one, and silently ignores the others.

    ## Example
        <sensor name="head">
          <parent link="head_link"/>
          <camera>...</camera>
          <ray>...</ray>
        </sensor>

    ## Use instead
    Two sensors, each with its own name.
    """
    present = _present(sensor)
    if len(present) > 1:
        yield ctx.report(
            sensor,
            f"sensor {sensor.name!r} has elements of several types: {listed(present)}",
            hint="split it into one sensor for each",
        )


@rule("U404", "sensor-type-contradicted", severity="warning", fix="always")
def sensor_type_contradicted(sensor: urdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """The type of a sensor does not match its element.

    ## Why it matters
    Some parsers use the type, others the element.

    ## Example
        <sensor name="eye" type="ray"><parent link="head_link"/><camera>...</camera></sensor>

    ## Use instead
        <sensor name="eye" type="camera"><parent link="head_link"/><camera>...</camera></sensor>

    ## Fix safety
    Writing the type of the element is unsafe: the element may be the wrong one.
    """
    present = _present(sensor)
    if sensor.type and len(present) == 1 and sensor.type != present[0]:
        yield ctx.report(
            sensor,
            f"sensor {sensor.name!r} has type {sensor.type!r} but contains <{present[0]}>",
            field="type",
            fix=ctx.fix_set(f"Write {present[0]!r}", "unsafe", sensor, type=present[0]),
        )


@rule("U414", "sensor-range-inverted", severity="warning", fix="sometimes")
def sensor_range_inverted(sensor: urdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """The minimum range of a sensor is not below the maximum.

    ## Why it matters
    No distance satisfies both, so the sensor never detects anything.

    ## Example
        <range min="30" max="0.1"/>

    ## Use instead
        <range min="0.1" max="30"/>

    ## Fix safety
    Swapping is unsafe: one of the numbers may be wrong instead. There is no fix for equal distances.
    """
    if sensor.ray is not None and sensor.ray.range is not None:
        yield from _range_inverted(sensor.ray.range, ctx)
    if sensor.sonar is not None:
        yield from _range_inverted(sensor.sonar, ctx)


@rule("U417", "sensor-repeated", severity="warning")
def sensor_repeated(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two sensors have the same name.

    ## Why it matters
    urdfdom drops the second. If topics are derived from names, both sensors publish on the same one.

    ## Example
        <sensor name="camera"><parent link="left_eye"/>...
        <sensor name="camera"><parent link="right_eye"/>...

    ## Use instead
        <sensor name="left_camera"><parent link="left_eye"/>...
        <sensor name="right_camera"><parent link="right_eye"/>...
    """
    seen: set[str] = set()
    for sensor in robot.sensors:
        if sensor.name and sensor.name in seen:
            yield ctx.report(sensor, f"duplicate sensor {sensor.name!r}", field="name")
        seen.add(sensor.name)


def _is_generated(name: str, ctx: Context) -> bool:
    """Return whether the converter to SDFormat generates this name for an unnamed collision."""
    link, found, rest = name.partition("_collision")
    plain = bool(found) and link in ctx.index.links and not rest.strip("_0123456789")
    return plain or "_fixed_joint_lump__" in name


@rule("U418", "contact-unknown-collision", severity="warning", fix="sometimes")
def contact_unknown_collision(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A contact sensor references a collision that does not exist.

    ## Why it matters
    The sensor never reports a contact. Names that the converter to SDFormat generates, such as
    `foot_link_collision`, are allowed.

    ## Example
        <collision name="foot_pad">...</collision>
        ...
        <contact collision="foot"/>

    ## Use instead
        <contact collision="foot_pad"/>

    ## Fix safety
    Writing the most similar collision name is unsafe: another collision may be meant.
    """
    if not robot.sensors:
        return
    known = {c.name for link in robot.links for c in link.collisions if c.name}
    for sensor in robot.sensors:
        name = sensor.contact.collision if sensor.contact else None
        if sensor.contact is None or not name:
            continue
        if name not in known and not _is_generated(name, ctx):
            yield unknown_name(
                ctx,
                sensor.contact,
                f"sensor {sensor.name!r}: collision {name!r} does not exist",
                lambda: known,
                field="collision",
                hint="give the collision a name",
            )


@rule("U419", "force-sensor-on-root", severity="info")
def force_sensor_on_root(sensor: urdf.Sensor, ctx: Context) -> Iterator[Diagnostic]:
    """A force-torque sensor is mounted on the root link.

    ## Why it matters
    The sensor measures the force and torque that a joint transmits to its child link. The root link
    is not the child of a joint, so there is nothing to measure.

    ## Example
        <sensor name="wrist_force" type="force_torque"><parent link="base_link"/></sensor>

    ## Use instead
        <sensor name="wrist_force" type="force_torque"><parent link="hand_link"/></sensor>
    """
    is_force = sensor.force_torque is not None or sensor.type == "force_torque"
    if is_force and sensor.parent in ctx.index.links and sensor.parent not in ctx.index.joints_into:
        yield ctx.report(
            sensor,
            f"force-torque sensor {sensor.name!r} is on root link {sensor.parent!r}, which has no parent joint",
            field="parent",
        )
