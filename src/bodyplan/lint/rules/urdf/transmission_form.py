"""Transmissions: the two forms, types, interfaces and numbers (U1xx)."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.blocks import at_text, fix_text
from bodyplan.lint.context import Context
from bodyplan.lint.names import called, listed, nearest
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.urdf.transmission import PACKAGE, driven
from bodyplan.spec import Element, change

DIMENSIONS = {
    "SimpleTransmission": 1,
    "DifferentialTransmission": 2,
    "FourBarLinkageTransmission": 2,
}
"""Number of joints, and of actuators, of the transmissions of ros_control."""

PREFIX = "hardware_interface/"
INTERFACES = (
    "EffortJointInterface",
    "PositionJointInterface",
    "VelocityJointInterface",
    "JointStateInterface",
    "PosVelJointInterface",
    "PosVelAccJointInterface",
    "JointCommandInterface",
    "JointModeInterface",
    "ActuatorStateInterface",
    "ActuatorCommandInterface",
    "EffortActuatorInterface",
    "PositionActuatorInterface",
    "VelocityActuatorInterface",
    "ForceTorqueSensorInterface",
    "ImuSensorInterface",
)


def _is_pr2(transmission: urdf.Transmission) -> bool:
    """Whether it has the form of the PR2: the type is an attribute."""
    return transmission.type is None and transmission.pr2_type is not None


def _has_interfaces(transmission: urdf.Transmission) -> bool:
    return any(any(joint.hardware_interfaces) for joint in transmission.joints)


@rule("U104", "transmission-mixed-forms", severity="warning", fix="always")
def transmission_mixed_forms(transmission: urdf.Transmission, ctx: Context) -> Iterator[Diagnostic]:
    """A transmission mixes the form of ros_control with the older form of the PR2.

    ## Why it matters
    ros_control reads the type only from a `<type>` element; the older PR2 software reads it from a
    `type` attribute. ros_control skips a transmission that has `<hardwareInterface>` elements and
    only the attribute, because its type is missing. With both, the two programs use different types
    as soon as one of them is edited; while they agree, it is information.

    ## Example
        <transmission name="elbow_transmission" type="transmission_interface/SimpleTransmission">
          <joint name="elbow_joint">
            <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>
          </joint>

    ## Use instead
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <joint name="elbow_joint">
            <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>
          </joint>

    ## Fix safety
    Moving the type into an element, or removing the attribute beside an element, is unsafe: software
    for the older form may rely on the attribute.
    """
    if not transmission.pr2_type:
        return
    if transmission.type:
        same = transmission.type.rpartition("/")[2] == transmission.pr2_type.rpartition("/")[2]
        yield ctx.report(
            transmission,
            f"{called('transmission', transmission.name)} has a type attribute, {transmission.pr2_type!r}, "
            f"and a <type>, {transmission.type!r}",
            field="pr2_type",
            part="name",
            severity=Severity.INFO if same else None,
            hint="keep <type> for ros_control, or the attribute for the PR2",
            fix=ctx.fix_unset("Remove the attribute", "unsafe", transmission, "pr2_type"),
        )
    elif transmission.type is None and _has_interfaces(transmission):
        yield ctx.report(
            transmission,
            f"{called('transmission', transmission.name)} has hardware interfaces for ros_control, but "
            "its type is an attribute, which ros_control ignores",
            field="pr2_type",
            part="name",
            hint=f"write <type>{transmission.pr2_type}</type> instead",
            fix=ctx.fix(
                "Move the type into an element",
                "unsafe",
                lambda: [
                    *change.unset(ctx.document, transmission, "pr2_type"),
                    *change.set_fields(ctx.document, transmission, type=transmission.pr2_type),
                ],
            ),
        )


@rule("U107", "transmission-without-interface", severity="warning")
def transmission_without_interface(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A joint of a transmission has no hardware interface.

    ## Why it matters
    The interface defines what controllers can command: effort, velocity or position. ros_control
    skips a joint without one, and a transmission without any joint left. Only the older PR2 form,
    with a `type` attribute, has no interfaces.

    ## Example
        <joint name="elbow_joint"/>

    ## Use instead
        <joint name="elbow_joint">
          <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>
        </joint>
    """
    if _is_pr2(transmission) or any(any(a.hardware_interfaces) for a in transmission.actuators):
        return
    for joint in transmission.joints:
        if not any(joint.hardware_interfaces):
            yield ctx.report(
                joint,
                f"joint {joint.name!r} of {called('transmission', transmission.name)} has no hardware interface",
                hint=f"add <hardwareInterface>{PREFIX}EffortJointInterface</hardwareInterface>, "
                "or the interface of velocity or position",
            )


@rule("U108", "interface-in-actuator", severity="warning", fix="sometimes")
def interface_in_actuator(transmission: urdf.Transmission, ctx: Context) -> Iterator[Diagnostic]:
    """Only the actuator of a transmission has a hardware interface.

    ## Why it matters
    That was correct before ROS Indigo. Since then ros_control reads the interface of the joint, skips
    a joint without one, and then the transmission.

    ## Example
        <joint name="elbow_joint"/>
        <actuator name="elbow_motor">
          <hardwareInterface>EffortJointInterface</hardwareInterface>
        </actuator>

    ## Use instead
        <joint name="elbow_joint">
          <hardwareInterface>EffortJointInterface</hardwareInterface>
        </joint>
        <actuator name="elbow_motor"/>

    ## Fix safety
    Copying the interface into the joint is unsafe: controllers can then command a joint that was
    skipped before.
    """
    if _is_pr2(transmission):
        return
    for actuator in transmission.actuators:
        interfaces = tuple(filter(None, actuator.hardware_interfaces))
        if not interfaces:
            continue
        bare = [joint for joint in transmission.joints if not any(joint.hardware_interfaces)]
        if not bare:
            return
        fix = None
        if len(transmission.joints) == len(transmission.actuators) == 1:
            fix = ctx.fix_set(
                "Copy the interface into the joint",
                "unsafe",
                bare[0],
                hardware_interfaces=interfaces,
            )
        yield ctx.report(
            actuator,
            f"{called('transmission', transmission.name)} has the hardware interface in actuator "
            f"{actuator.name!r}, not in joint {listed(joint.name for joint in bare)}",
            field="hardware_interfaces",
            hint="move <hardwareInterface> into the joint",
            fix=fix,
        )
        return


@rule("U112", "reduction-zero", severity="warning")
def reduction_zero(transmission: urdf.Transmission, ctx: Context) -> Iterator[Diagnostic]:
    """A transmission has a reduction of zero.

    ## Why it matters
    The position of the joint is the position of the actuator divided by the reduction. With zero,
    ros_control throws an exception and loads nothing. Negative reductions are valid: they reverse
    the direction.

    ## Example
        <actuator name="elbow_motor"><mechanicalReduction>0</mechanicalReduction></actuator>

    ## Use instead
        <actuator name="elbow_motor"><mechanicalReduction>1</mechanicalReduction></actuator>
    """
    name = "mechanical_reduction"
    places: list[tuple[Element | None, str]] = [(transmission, name)]
    places += [(part, name) for part in (*transmission.actuators, *driven(transmission))]
    places += [(transmission.left_actuator, name), (transmission.right_actuator, name)]
    places += [(transmission.gap_joint, "gear_ratio"), (transmission.gap_joint, "screw_reduction")]
    for value, field in places:
        if value is not None and getattr(value, field) == 0:
            yield ctx.report(
                value,
                f"{called('transmission', transmission.name)} has a {field.replace('_', ' ')} of zero",
                field=field,
                hint="write 1 for a direct drive",
            )


@rule("U114", "hardware-interface-unknown", severity="info", fix="sometimes")
def hardware_interface_unknown(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """The name of a hardware interface resembles one of ros_control, but differs.

    ## Why it matters
    The spelling must match exactly. Otherwise Gazebo's ros_control plugin fails with "No matching
    hardware interface found", and the robot has no controllers. Interfaces of other packages are not
    reported unless they look misspelt.

    ## Example
        <hardwareInterface>hardware_interface/EffortJointinterface</hardwareInterface>

    ## Use instead
        <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>

    ## Fix safety
    Writing the nearest name is unsafe: it may be your own interface.
    """
    for part in (*transmission.joints, *transmission.actuators):
        node = ctx.document.node(part)
        if node is None:
            continue
        for child in node.iterfind("hardwareInterface"):
            text = (child.text or "").strip()
            package, _, name = text.rpartition("/")
            ours = package in {"", PREFIX.rstrip("/")}
            if not text or (ours and name in INTERFACES):
                continue
            similar = nearest(name, INTERFACES) if ours or nearest(f"{package}/", [PREFIX]) else []
            if not similar and package != PREFIX.rstrip("/"):
                continue
            best = PREFIX + similar[0] if similar else ""
            yield at_text(
                ctx,
                child,
                f"unknown hardware interface {text!r}",
                hint=f"did you mean {best!r}?" if similar else None,
                fix=fix_text(ctx, f"Write {best!r}", "unsafe", child, best) if similar else None,
            )


@rule("U115", "transmission-type-unknown", severity="info", fix="always")
def transmission_type_unknown(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """The type of a transmission resembles one of ros_control, but differs.

    ## Why it matters
    The type is the name of a plugin with its package, and the spelling must match exactly. On
    hardware the loader does not find a misspelt plugin; a simulator does not check it, so the mistake
    stays hidden. Types of other packages are not reported.

    ## Example
        <type>SimpleTransmission</type>

    ## Use instead
        <type>transmission_interface/SimpleTransmission</type>

    ## Fix safety
    Writing the nearest type is unsafe: it may be your own type.
    """
    package, _, name = (transmission.type or "").strip().rpartition("/")
    ours = package in {"", PACKAGE.rstrip("/")}
    if not name or (package and name in DIMENSIONS and ours):
        return
    if not ours and not nearest(f"{package}/", [PACKAGE]):
        return
    similar = nearest(name, DIMENSIONS)
    if package and name == "HalfDifferentialTransmission":  # of a robot vendor, in this package
        return
    if similar:
        best = PACKAGE + similar[0]
        yield ctx.report(
            transmission,
            f"{called('transmission', transmission.name)}: unknown type {transmission.type!r}",
            field="type",
            hint=f"did you mean {best!r}?",
            fix=ctx.fix_set(f"Write {best!r}", "unsafe", transmission, type=best),
        )


@rule("U116", "transmission-wrong-count", severity="warning")
def transmission_wrong_count(transmission: urdf.Transmission, ctx: Context) -> Iterator[Diagnostic]:
    """A transmission has more or fewer joints or actuators than its type requires.

    ## Why it matters
    A simple transmission requires one actuator and one joint, a differential or four-bar transmission
    two of each. The loader of ros_control compares the counts and rejects the transmission.

    ## Example
        <type>transmission_interface/SimpleTransmission</type>
        <joint name="left_wheel_joint">...</joint>
        <joint name="right_wheel_joint">...</joint>
        <actuator name="motor"/>

    ## Use instead
    Two transmissions, each with one joint and one actuator.
    """
    package, _, name = (transmission.type or "").strip().rpartition("/")
    wanted = DIMENSIONS.get(name)
    if wanted is None or package not in {"", PACKAGE.rstrip("/")}:
        return
    for what, parts in (("joint", transmission.joints), ("actuator", transmission.actuators)):
        if parts and len(parts) != wanted:
            yield ctx.report(
                parts[wanted] if len(parts) > wanted else transmission,
                f"{called('transmission', transmission.name)} has {len(parts)} {what}{'s' * (len(parts) > 1)}; "
                f"{name} requires {wanted}",
            )


@rule("U117", "transmission-role-missing", severity="warning")
def transmission_role_missing(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A joint or actuator of a coupled transmission has no role.

    ## Why it matters
    In a differential or four-bar transmission the two joints have different functions, and so do the
    two actuators. ros_control reads `<role>` and ignores the order. It rejects the transmission
    unless `joint1`, `joint2`, `actuator1` and `actuator2` all exist.

    ## Example
        <type>transmission_interface/DifferentialTransmission</type>
        <joint name="wrist_flex_joint">...</joint>
        <joint name="wrist_roll_joint">...</joint>

    ## Use instead
        <type>transmission_interface/DifferentialTransmission</type>
        <joint name="wrist_flex_joint"><role>joint1</role>...</joint>
        <joint name="wrist_roll_joint"><role>joint2</role>...</joint>
    """
    package, _, name = (transmission.type or "").strip().rpartition("/")
    if DIMENSIONS.get(name) != 2 or package not in {"", PACKAGE.rstrip("/")}:
        return
    for what, parts in (("joint", transmission.joints), ("actuator", transmission.actuators)):
        roles = {(part.role or "").strip() for part in parts}
        missing = [f"<role>{what}{i}</role>" for i in (1, 2) if f"{what}{i}" not in roles]
        seen: set[str] = set()
        for part in parts:
            role = (part.role or "").strip()
            is_known = role in {f"{what}1", f"{what}2"}
            if not is_known or role in seen:
                shown = f"role {role!r}" if role else "no role"
                yield ctx.report(
                    part,
                    f"{what} {part.name!r} of {called('transmission', transmission.name)} has {shown}; "
                    f"{name} requires {what}1 and {what}2",
                    field="role",
                    hint=f"write {' or '.join(missing)}" if missing else None,
                )
            seen.add(role)
