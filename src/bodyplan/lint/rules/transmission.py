"""Transmissions, in the form of ros_control and in that of the PR2: U1xx."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.blocks import (
    at_text,
    choice,
    fix_text,
    listing,
    nearest,
    unknown_name,
)
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.spec import Element, change

PACKAGE = "transmission_interface/"
DIMENSIONS = {
    "SimpleTransmission": 1,
    "DifferentialTransmission": 2,
    "FourBarLinkageTransmission": 2,
}
"""How many joints, and as many actuators, the transmissions of ros_control take."""

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

Driven = urdf.TransmissionJoint | urdf.Pr2Part | urdf.GapJoint


def _driven(transmission: urdf.Transmission) -> Iterator[Driven]:
    """The joints that a transmission drives, by whatever element they are named."""
    yield from transmission.joints
    for part in (transmission.flex_joint, transmission.roll_joint, transmission.gap_joint):
        if part is not None:
            yield part


def _is_pr2(transmission: urdf.Transmission) -> bool:
    """Whether it is in the form of the PR2: the type is an attribute."""
    return transmission.type is None and transmission.pr2_type is not None


def _gives_interfaces(transmission: urdf.Transmission) -> bool:
    return any(any(joint.hardware_interfaces) for joint in transmission.joints)


def _free_joints(ctx: Context) -> list[str]:
    """Joints that could be driven and that no transmission drives yet."""
    robot = ctx.index.robot
    taken = {joint.name for each in robot.transmissions for joint in _driven(each)}
    return [j.name for j in robot.joints if j.type != "fixed" and j.name not in taken]


@rule("U101", "transmission-unknown-joint", severity="warning", fix="sometimes")
def transmission_unknown_joint(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A transmission drives a joint that the robot does not have.

    ## Why it matters
    Gazebo's ros_control plugin stops loading all transmissions at the first joint that is not in
    the model, so that one wrong name leaves the whole robot without controllers. On hardware the
    actuator moves a joint nobody reads. It often happens when a part of the robot is cut out of
    the description and its transmissions stay behind.

    ## Example
        <joint name="elbow_joint" type="revolute">...</joint>
        <transmission name="elbow_transmission">
          <joint name="elbow">...</joint>

    ## Use instead
        <transmission name="elbow_transmission">
          <joint name="elbow_joint">...</joint>

    ## Fix safety
    Writing the nearest name of a joint that nothing drives yet is unsafe: the transmission may be
    left over, and then it should go.
    """
    known = ctx.index.joints
    joints: list[Driven | urdf.PassiveJoint] = [*_driven(transmission)]
    for joint in [*joints, *transmission.passive_joints]:
        if joint.name and joint.name not in known:
            yield unknown_name(
                ctx,
                joint,
                f"transmission {transmission.name!r} drives {joint.name!r}, but there is no such joint",
                lambda: _free_joints(ctx),
                hint="remove the transmission if its joint is gone",
            )


@rule("U102", "transmission-fixed-joint", severity="warning")
def transmission_fixed_joint(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A transmission drives a joint that cannot move.

    ## Why it matters
    A fixed joint has no position to command. Gazebo merges the two links of a fixed joint, the
    joint vanishes, and its ros_control plugin stops loading with "not in the gazebo model".

    ## Example
        <joint name="tool_joint" type="fixed">...</joint>
        <transmission name="tool_transmission">
          <joint name="tool_joint">...</joint>

    ## Use instead
    Remove the transmission, or give the joint the type it has in truth:

        <joint name="tool_joint" type="continuous">...</joint>
    """
    for joint in _driven(transmission):
        found = ctx.index.joints.get(joint.name)
        if found and found[0].type == "fixed":
            yield ctx.report(
                joint,
                f"transmission {transmission.name!r} drives {joint.name!r}, which is fixed",
                field="name",
                hint="remove the transmission, or let the joint move",
            )


@rule("U103", "transmission-without-type", severity="warning")
def transmission_without_type(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A transmission does not say of which type it is.

    ## Why it matters
    The type names the plugin that computes between actuator and joint. ros_control skips a
    transmission without it and goes on, so the joint is simply not there for the controllers.

    ## Example
        <transmission name="elbow_transmission">
          <joint name="elbow_joint">...</joint>

    ## Use instead
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <joint name="elbow_joint">...</joint>
    """
    if not transmission.type and not transmission.pr2_type:
        field = "type" if transmission.type is not None else "pr2_type"
        yield ctx.report(
            transmission,
            f"transmission {transmission.name!r} has no type",
            field=field,
            hint=f"add <type>{PACKAGE}SimpleTransmission</type> if one motor drives one joint",
        )


@rule("U104", "transmission-mixed-forms", severity="warning", fix="always")
def transmission_mixed_forms(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A transmission is written half as ros_control wants it, half as the PR2 does.

    ## Why it matters
    ros_control reads the type from a `<type>` element and nowhere else; the older PR2 software
    reads it from a `type` attribute. A transmission with the attribute and with
    `<hardwareInterface>` elements is skipped by ros_control for want of a type. With both, the two
    readers see different types as soon as one of them is edited.

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
    Moving the type into an element, or dropping the attribute beside an element, is unsafe: a
    reader of the older form may rely on the attribute.
    """
    if not transmission.pr2_type:
        return
    if transmission.type:
        yield ctx.report(
            transmission,
            f"transmission {transmission.name!r} has a type attribute, {transmission.pr2_type!r}, "
            f"and a <type>, {transmission.type!r}",
            field="pr2_type",
            part="name",
            hint="keep <type> for ros_control, the attribute for the PR2, not both",
            fix=ctx.fix_unset("Remove the attribute", "unsafe", transmission, "pr2_type"),
        )
    elif transmission.type is None and _gives_interfaces(transmission):
        yield ctx.report(
            transmission,
            f"transmission {transmission.name!r} names hardware interfaces, as ros_control wants "
            "it, but has its type in an attribute, which ros_control does not read",
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


@rule("U105", "transmission-without-joint", severity="warning")
def transmission_without_joint(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A transmission drives no joint.

    ## Why it matters
    ros_control fails to load it and skips it; other readers refuse to build it.

    ## Example
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <actuator name="elbow_motor"/>
        </transmission>

    ## Use instead
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <joint name="elbow_joint">...</joint>
          <actuator name="elbow_motor"/>
        </transmission>
    """
    if next(_driven(transmission), None) is None:
        yield ctx.report(
            transmission,
            f"transmission {transmission.name!r} drives no joint",
            hint="add a <joint>, or remove the transmission",
        )


@rule("U106", "transmission-without-actuator", severity="warning")
def transmission_without_actuator(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A transmission has no actuator.

    ## Why it matters
    ros_control fails to load it and skips it, even in simulation, where the name of the actuator
    is not used for anything.

    ## Example
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <joint name="elbow_joint">...</joint>
        </transmission>

    ## Use instead
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <joint name="elbow_joint">...</joint>
          <actuator name="elbow_motor"/>
        </transmission>
    """
    sides = (transmission.left_actuator, transmission.right_actuator)
    if not transmission.actuators and sides == (None, None):
        yield ctx.report(
            transmission,
            f"transmission {transmission.name!r} has no actuator",
            hint='add <actuator name="..."/>',
        )


@rule("U107", "transmission-without-interface", severity="warning")
def transmission_without_interface(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A joint of a transmission has no hardware interface.

    ## Why it matters
    The interface says what controllers may command: effort, velocity or position. ros_control
    leaves out a joint without one, and skips a transmission that has no joint left. Only the
    older PR2 form, with a `type` attribute, does without.

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
                f"joint {joint.name!r} of transmission {transmission.name!r} has no hardware interface",
                hint=f"add <hardwareInterface>{PREFIX}EffortJointInterface</hardwareInterface>, "
                "or that of velocity or position",
            )


@rule("U108", "interface-in-actuator", severity="warning", fix="sometimes")
def interface_in_actuator(transmission: urdf.Transmission, ctx: Context) -> Iterator[Diagnostic]:
    """The hardware interface of a transmission is given in the actuator only.

    ## Why it matters
    It belonged there before ROS Indigo. Since then ros_control looks for it in the joint, leaves
    out a joint that has none, and skips the transmission.

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
    Copying the interface into the joint is unsafe: a joint that was left out becomes one that
    controllers can command.
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
                "Copy the interface into the joint", "unsafe", bare[0], hardware_interfaces=interfaces
            )
        yield ctx.report(
            actuator,
            f"transmission {transmission.name!r} gives the hardware interface in actuator "
            f"{actuator.name!r}, not in joint {listing(joint.name for joint in bare)}",
            field="hardware_interfaces",
            hint="move <hardwareInterface> into the joint",
            fix=fix,
        )
        return


@rule("U109", "joint-driven-twice", severity="warning")
def joint_driven_twice(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two transmissions drive the same joint.

    ## Why it matters
    Both write the joint's command, and the one that was loaded later wins. It is mostly a copied
    block in which one name was forgotten; then another joint has no transmission. A mechanism in
    which two motors really share a joint needs one transmission that knows both.

    ## Example
        <transmission name="left_transmission">... <joint name="left_wheel_joint">...
        <transmission name="right_transmission">... <joint name="left_wheel_joint">...

    ## Use instead
        <transmission name="left_transmission">... <joint name="left_wheel_joint">...
        <transmission name="right_transmission">... <joint name="right_wheel_joint">...
    """
    first: dict[str, urdf.Transmission] = {}
    for transmission in robot.transmissions:
        for joint in _driven(transmission):
            if not joint.name:
                continue
            other = first.setdefault(joint.name, transmission)
            if other is not transmission:
                yield ctx.report(
                    joint,
                    f"transmission {transmission.name!r} drives {joint.name!r}, "
                    f"which {other.name!r} drives already",
                    field="name",
                )


@rule("U110", "transmission-repeated", severity="warning", fix="sometimes")
def transmission_repeated(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two transmissions have the same name.

    ## Why it matters
    ros_control registers transmissions by name; the second takes the place of the first, and the
    joint of the first is never updated.

    ## Example
        <transmission name="wheel_transmission">... <joint name="left_wheel_joint">...
        <transmission name="wheel_transmission">... <joint name="right_wheel_joint">...

    ## Use instead
        <transmission name="left_wheel_transmission">... <joint name="left_wheel_joint">...
        <transmission name="right_wheel_transmission">... <joint name="right_wheel_joint">...

    ## Fix safety
    An exact copy is removed; that is safe. Transmissions that differ are left to the author.
    """
    first: dict[str, urdf.Transmission] = {}
    for transmission in robot.transmissions:
        if not transmission.name:
            continue
        other = first.setdefault(transmission.name, transmission)
        if other is transmission:
            continue
        is_copy = other == transmission
        fix = ctx.fix_remove("Remove the copy", "safe", transmission) if is_copy else None
        what = "an exact copy" if is_copy else "another transmission"
        yield ctx.report(
            transmission,
            f"transmission {transmission.name!r} is there already; this is {what}",
            field="name",
            hint=None if is_copy else "give each transmission a name of its own",
            fix=fix,
        )


@rule("U111", "actuator-shared", severity="info")
def actuator_shared(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two transmissions are driven by actuators of the same name.

    ## Why it matters
    On hardware the name picks the motor: both transmissions command the same one, and the later
    wins. A simulator does not look at the name, so the mistake of a copied block stays hidden
    until the robot is switched on.

    ## Example
        <transmission name="left_transmission">... <actuator name="wheel_motor"/>
        <transmission name="right_transmission">... <actuator name="wheel_motor"/>

    ## Use instead
        <transmission name="left_transmission">... <actuator name="left_motor"/>
        <transmission name="right_transmission">... <actuator name="right_motor"/>
    """
    first: dict[str, urdf.Transmission] = {}
    joints: dict[str, set[str]] = {}
    for transmission in robot.transmissions:
        driven = {joint.name for joint in _driven(transmission)}
        for actuator in transmission.actuators:
            if not actuator.name:
                continue
            other = first.setdefault(actuator.name, transmission)
            seen = joints.setdefault(actuator.name, driven)
            if other is not transmission and other.name != transmission.name and not driven & seen:
                yield ctx.report(
                    actuator,
                    f"transmission {transmission.name!r} is driven by {actuator.name!r}, "
                    f"which drives {other.name!r} already",
                    field="name",
                )


@rule("U112", "reduction-zero", severity="warning")
def reduction_zero(transmission: urdf.Transmission, ctx: Context) -> Iterator[Diagnostic]:
    """A transmission has a reduction of zero.

    ## Why it matters
    The position of the joint is that of the actuator divided by the reduction. ros_control throws
    at zero and loads nothing. Negative reductions are fine: they turn the direction.

    ## Example
        <actuator name="elbow_motor"><mechanicalReduction>0</mechanicalReduction></actuator>

    ## Use instead
        <actuator name="elbow_motor"><mechanicalReduction>1</mechanicalReduction></actuator>
    """
    name = "mechanical_reduction"
    places: list[tuple[Element | None, str]] = [(transmission, name)]
    places += [(part, name) for part in (*transmission.actuators, *_driven(transmission))]
    places += [(transmission.left_actuator, name), (transmission.right_actuator, name)]
    places += [(transmission.gap_joint, "gear_ratio"), (transmission.gap_joint, "screw_reduction")]
    for value, field in places:
        if value is not None and getattr(value, field) == 0:
            yield ctx.report(
                value,
                f"transmission {transmission.name!r} has a {field.replace('_', ' ')} of zero",
                field=field,
                hint="write 1 for a direct drive",
            )


@rule("U113", "pr2-transmission-incomplete", severity="warning")
def pr2_transmission_incomplete(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A wrist transmission of the PR2 lacks one of its four parts.

    ## Why it matters
    Two motors turn flexion and roll together: the sum of the motors rolls, the difference bends.
    The PR2's loader refuses the transmission without both actuators and both joints.

    ## Example
        <transmission name="wrist_trans" type="pr2_mechanism_model/WristTransmission">
          <rightActuator name="r_motor" mechanicalReduction="60"/>
          <flexJoint name="wrist_flex_joint" mechanicalReduction="-1"/>
          <rollJoint name="wrist_roll_joint" mechanicalReduction="1"/>

    ## Use instead
        <transmission name="wrist_trans" type="pr2_mechanism_model/WristTransmission">
          <rightActuator name="r_motor" mechanicalReduction="60"/>
          <leftActuator name="l_motor" mechanicalReduction="60"/>
          <flexJoint name="wrist_flex_joint" mechanicalReduction="-1"/>
          <rollJoint name="wrist_roll_joint" mechanicalReduction="1"/>
    """
    parts = {
        "leftActuator": transmission.left_actuator,
        "rightActuator": transmission.right_actuator,
        "flexJoint": transmission.flex_joint,
        "rollJoint": transmission.roll_joint,
    }
    missing = [tag for tag, part in parts.items() if part is None]
    if 0 < len(missing) < len(parts):
        yield ctx.report(
            transmission,
            f"transmission {transmission.name!r} has no {choice(missing)}, "
            "but other parts of a PR2 wrist",
        )


@rule("U114", "hardware-interface-unknown", severity="info", fix="sometimes")
def hardware_interface_unknown(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A hardware interface that ros_control does not have, but nearly.

    ## Why it matters
    Names are compared letter by letter. Gazebo's ros_control plugin ends with "No matching
    hardware interface found", and the robot has no controllers. Interfaces of a robot's own
    package are not reported unless they look like a slip of the pen.

    ## Example
        <hardwareInterface>hardware_interface/EffortJointinterface</hardwareInterface>

    ## Use instead
        <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>

    ## Fix safety
    Writing the nearest name is unsafe: the interface may be one of your own.
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
                f"there is no hardware interface {text!r} in ros_control",
                hint=f"did you mean {best!r}?" if similar else None,
                fix=fix_text(ctx, f"Write {best!r}", "unsafe", child, best) if similar else None,
            )


@rule("U115", "transmission-type-unknown", severity="info", fix="always")
def transmission_type_unknown(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A type of transmission that ros_control does not have, but nearly.

    ## Why it matters
    The type is the name of a plugin, with the package before it, letter by letter. On hardware
    the loader finds no plugin of a misspelt name; a simulator does not look, so the mistake stays
    hidden. Types of other packages are not reported.

    ## Example
        <type>SimpleTransmission</type>

    ## Use instead
        <type>transmission_interface/SimpleTransmission</type>

    ## Fix safety
    Writing the nearest type is unsafe: it may be one of your own.
    """
    package, _, name = (transmission.type or "").strip().rpartition("/")
    ours = package in {"", PACKAGE.rstrip("/")}
    if not name or (package and name in DIMENSIONS and ours):
        return
    if not ours and not nearest(f"{package}/", [PACKAGE]):
        return
    similar = nearest(name, DIMENSIONS)
    if package and name == "HalfDifferentialTransmission":  # a robot maker's own, in this package
        return
    if similar:
        best = PACKAGE + similar[0]
        yield ctx.report(
            transmission,
            f"transmission {transmission.name!r}: there is no type {transmission.type!r} in ros_control",
            field="type",
            hint=f"did you mean {best!r}?",
            fix=ctx.fix_set(f"Write {best!r}", "unsafe", transmission, type=best),
        )


@rule("U116", "transmission-wrong-count", severity="warning")
def transmission_wrong_count(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A transmission has more or fewer joints or actuators than its type couples.

    ## Why it matters
    A simple transmission couples one actuator with one joint, a differential or four-bar one two
    with two. The loader of ros_control compares the counts and refuses the transmission.

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
                f"transmission {transmission.name!r} has {len(parts)} {what}{'s' * (len(parts) > 1)}; "
                f"a {name} couples {wanted}",
            )


@rule("U117", "transmission-role-missing", severity="warning")
def transmission_role_missing(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A joint or actuator of a coupled transmission does not say which one it is.

    ## Why it matters
    In a differential or four-bar transmission the two joints are not alike, nor the two
    actuators. ros_control goes by `<role>`, not by the order, and refuses the transmission when
    `joint1` and `joint2`, `actuator1` and `actuator2` are not all there.

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
        roles = Counter((part.role or "").strip() for part in parts)
        missing = [role for role in (f"{what}1", f"{what}2") if not roles[role]]
        for part in parts:
            role = (part.role or "").strip()
            if role not in {f"{what}1", f"{what}2"} or roles[role] > 1:
                shown = f"the role {role!r}" if role else "no role"
                yield ctx.report(
                    part,
                    f"{what} {part.name!r} of transmission {transmission.name!r} has {shown}; "
                    f"a {name} needs {what}1 and {what}2",
                    field="role",
                    hint=f"add <role>{choice(missing).replace(chr(39), '')}</role>" if missing else None,
                )
