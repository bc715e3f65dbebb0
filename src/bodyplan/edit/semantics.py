"""Additions to an SRDF that leave the rest of the file unchanged."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import get_args

from bodyplan import model
from bodyplan.core import quoted, replace
from bodyplan.diag import did_you_mean
from bodyplan.edit.srdf_draft import home_of
from bodyplan.formats import srdf
from bodyplan.formats.document import Document
from bodyplan.formats.editing import EditError
from bodyplan.semantics.group import GroupMember, ResolvedGroup, resolve_groups
from bodyplan.semantics.virtual_root import virtual_root
from bodyplan.spec import Element

Value = float | Sequence[float]


class SemanticsError(EditError):
    """An element that was to be added to an SRDF is invalid. The message is one sentence."""


class RobotRequiredError(SemanticsError):
    """An argument requires the robot. The message begins with the name of the argument."""


class IncompleteStateError(SemanticsError):
    """A state has no value for some joints of its group.

    Args:
        group: the group.
        joints: names of the joints without a value.
    """

    def __init__(self, group: str, joints: Sequence[str]) -> None:
        names = ", ".join(map(quoted, joints))
        super().__init__(f"no value for joint{'s' * (len(joints) > 1)} {names} of {quoted(group)}")
        self.group = group
        self.joints = tuple(joints)


# Additions


def add_group(
    document: Document,
    name: str,
    *,
    links: Iterable[str] = (),
    joints: Iterable[str] = (),
    chains: Iterable[tuple[str, str]] = (),
    subgroups: Iterable[str] = (),
    robot: model.Robot | None = None,
) -> srdf.Group:
    """Add a group after the last group, and return it.

    Args:
        document: the SRDF; it is changed.
        name: the name of the group.
        links: the links of the group; each link adds its parent joint.
        joints: the joints of the group.
        chains: the chains of the group, each as base link and tip link.
        subgroups: names of other groups.
        robot: the robot, to check that links and joints exist and chains are connected.

    Raises:
        SemanticsError: the name exists, the group is empty or has a member that adds no joints, or
            a chain has its tip above its base.
    """
    root = _root(document)
    name = _free(name, "group", [group.name for group in root.groups])
    group = srdf.Group(
        name=name,
        links=tuple(srdf.GroupLink(name=_named(link, "link")) for link in links),
        joints=tuple(srdf.GroupJoint(name=_named(joint, "joint")) for joint in joints),
        chains=tuple(
            srdf.Chain(base_link=_named(base, "link"), tip_link=_named(tip, "link"))
            for base, tip in chains
        ),
        subgroups=tuple(srdf.Subgroup(name=_named(other, "group")) for other in subgroups),
    )
    if not (group.links or group.joints or group.chains or group.subgroups):
        raise SemanticsError("a group requires a link, a joint, a chain or another group")
    for inner in group.subgroups:
        if inner.name == name:
            raise SemanticsError(f"group {quoted(name)} cannot contain itself")
        _group(root, inner.name)
    if robot is not None:
        resolved = resolve_groups(replace(root, groups=(*root.groups, group)), robot)[name]
        for member in resolved.members:
            _require_member(member, resolved)
        for chain in group.chains:
            if robot.is_above(chain.tip_link, chain.base_link):
                turned = f"from {quoted(chain.tip_link)} to {quoted(chain.base_link)}"
                raise SemanticsError(
                    f"the tip {quoted(chain.tip_link)} is above the base"
                    f" {quoted(chain.base_link)}; a chain goes from the root towards the tip, here {turned}"
                )
    _append(document, group)
    return group


def add_state(
    document: Document,
    name: str,
    group: str,
    values: Mapping[str, Value],
    *,
    robot: model.Robot | None = None,
    degrees: bool = False,
    complete: bool = False,
    beyond_limits: bool = False,
) -> srdf.GroupState:
    """Add a state after the last state, and return it.

    Args:
        document: the SRDF; it is changed.
        name: the name of the state.
        group: the name of its group.
        values: one number per joint, or one per variable of the joint [rad] or [m].
        robot: the robot, to check names, numbers and limits.
        degrees: whether angles are in degrees; lengths and quaternions are not converted.
        complete: whether joints without a value get their default position.
        beyond_limits: whether values outside the limits are accepted.

    Raises:
        RobotRequiredError: degrees or complete is set without a robot.
        IncompleteStateError: a joint of the group has no value.
        SemanticsError: the name exists, the group or a joint does not exist, or a value is not
            valid.
    """
    root = _root(document)
    if robot is None and (degrees or complete):
        raise RobotRequiredError(f"{'degrees' if degrees else 'complete'} requires the robot")
    known = _group(root, group)
    name = _named(name, "state")
    if any(state.name == name and state.group == known.name for state in root.group_states):
        raise SemanticsError(f"group {quoted(known.name)} already has a state {quoted(name)}")
    given = {_named(joint, "joint"): _numbers(joint, value) for joint, value in values.items()}
    if robot is not None:
        resolved = resolve_groups(root, robot)[known.name]
        if degrees:
            given = {one: _in_radians(_joint_of(resolved, one), own) for one, own in given.items()}
        given = _checked(resolved, given, complete=complete, beyond_limits=beyond_limits)
    if not given:
        raise SemanticsError("a state requires a value for at least one joint")
    joints = tuple(srdf.StateJoint(name=joint, value=value) for joint, value in given.items())
    state = srdf.GroupState(name=name, group=known.name, joints=joints)
    _append(document, state)
    return state


def add_end_effector(
    document: Document,
    name: str,
    group: str,
    parent_link: str,
    *,
    parent_group: str | None = None,
    robot: model.Robot | None = None,
) -> srdf.EndEffector:
    """Add an end effector after the last end effector, and return it.

    Args:
        document: the SRDF; it is changed.
        name: the name of the end effector.
        group: the name of the group with its links and joints.
        parent_link: the link to which it is attached.
        parent_group: the group that moves this link.
        robot: the robot, to check that the link exists, belongs to the parent group, and does not
            belong to ``group``.

    Raises:
        SemanticsError: the name exists, or group, link and parent group are inconsistent.
    """
    root = _root(document)
    name = _free(name, "end effector", [effector.name for effector in root.end_effectors])
    own = _group(root, group).name
    parent_link = _named(parent_link, "link")
    for other in root.end_effectors:
        if other.group == own:
            raise SemanticsError(
                f"group {quoted(own)} already belongs to end effector {quoted(other.name)}"
            )
    if parent_group is not None:
        parent_group = _group(root, parent_group).name
        if parent_group == own:
            raise SemanticsError(f"group {quoted(own)} cannot be its own parent group")
    if robot is not None:
        _require_link(robot, parent_link)
        resolved = resolve_groups(root, robot)
        if resolved[own].group.has_link(parent_link):
            raise SemanticsError(
                f"the parent link {quoted(parent_link)} belongs to group {quoted(own)};"
                " an end effector is attached to a link outside its group"
            )
        if parent_group is not None and not resolved[parent_group].group.has_link(parent_link):
            raise SemanticsError(
                f"the parent group {quoted(parent_group)} does not have the link"
                f" {quoted(parent_link)}"
            )
    effector = srdf.EndEffector(
        name=name, group=own, parent_link=parent_link, parent_group=parent_group
    )
    _append(document, effector)
    return effector


def add_virtual_joint(
    document: Document,
    name: str,
    child_link: str,
    *,
    parent_frame: str,
    type: srdf.VirtualJointType,  # noqa: A002  (the name of the attribute)
    robot: model.Robot | None = None,
) -> srdf.VirtualJoint:
    """Add a virtual joint after the last virtual joint, and return it.

    Args:
        document: the SRDF; it is changed.
        name: the name of the joint.
        child_link: the root link of the robot.
        parent_frame: the fixed frame in which the pose of the robot is expressed.
        type: "fixed", "planar" or "floating".
        robot: the robot, to check the names.

    Raises:
        SemanticsError: the name exists, the type is unknown, or the link is not the root link.
    """
    root = _root(document)
    name = _free(name, "virtual joint", [joint.name for joint in root.virtual_joints])
    child_link = _named(child_link, "link")
    parent_frame = _named(parent_frame, "frame")
    types = get_args(srdf.VirtualJointType)
    if type not in types:
        hint = did_you_mean(type, types) or f"expected one of {', '.join(types)}"
        raise SemanticsError(f"unknown virtual joint type {quoted(type)}; {hint}")
    for other in root.virtual_joints:
        if other.child_link == child_link:
            raise SemanticsError(
                f"virtual joint {quoted(other.name)} already connects {quoted(child_link)}"
            )
    joint = srdf.VirtualJoint(
        name=name, child_link=child_link, parent_frame=parent_frame, type=type
    )
    if robot is not None:
        _require_link(robot, child_link)
        if robot.has_joint(name):
            raise SemanticsError(f"the robot already has a joint {quoted(name)}")
        if virtual_root(replace(root, virtual_joints=(joint,)), robot).element is None:
            raise SemanticsError(
                f"the child link of a virtual joint must be the root link {quoted(robot.root_link.name)},"
                f" not {quoted(child_link)}"
            )
    _append(document, joint)
    return joint


def add_pairs(
    document: Document,
    links: Iterable[str],
    *,
    reason: str = "User",
    robot: model.Robot | None = None,
) -> tuple[srdf.DisableCollisions, ...]:
    """Disable collision checking for every pair of these links, and return the added elements.

    Pairs that are already disabled are left unchanged.

    Args:
        document: the SRDF; it is changed.
        links: the names of at least two links.
        reason: the reason; MoveIt uses Adjacent, Never, Always, Default and User.
        robot: the robot, to check that the links exist.

    Raises:
        SemanticsError: there are fewer than two links, a link does not exist, a pair is enabled, or
            all pairs are already disabled.
    """
    root = _root(document)
    names = [*dict.fromkeys(_named(link, "link") for link in links)]
    if len(names) < 2:
        raise SemanticsError("a pair requires two different links")
    if robot is not None:
        for name in names:
            _require_link(robot, name)
    disabled = {frozenset((pair.link1, pair.link2)) for pair in root.disable_collisions}
    enabled = {frozenset((pair.link1, pair.link2)) for pair in root.enable_collisions}
    added = [
        srdf.DisableCollisions(link1=one, link2=other, reason=reason.strip() or None)
        for one, other in combinations(names, 2)
        if frozenset((one, other)) not in disabled
    ]
    for pair in added:
        if frozenset((pair.link1, pair.link2)) in enabled:
            raise SemanticsError(
                f"the pair {quoted(pair.link1)} and {quoted(pair.link2)} is enabled in this file"
            )
    if not added:
        raise SemanticsError("collision checking is already disabled for all of these pairs")
    with document.editing() as edit:
        edit.set(root, disable_collisions=(*root.disable_collisions, *added))
    return tuple(added)


def _append(document: Document, value: Element) -> None:
    with document.editing() as edit:
        edit.add(document.root, value)


def _root(document: Document) -> srdf.Robot:
    root = document.root
    if not isinstance(root, srdf.Robot):
        raise SemanticsError("this is not an SRDF")
    return root


# Names


def _named(name: str, what: str) -> str:
    """Return a name without surrounding whitespace, as srdfdom reads it."""
    name = name.strip()
    if not name:
        raise SemanticsError(f"the name of a {what} must not be empty")
    return name


def _free(name: str, what: str, taken: Sequence[str]) -> str:
    name = _named(name, what)
    if name in taken:
        raise SemanticsError(
            f"there is already {'an' if what[0] in 'ae' else 'a'} {what} {quoted(name)}"
        )
    return name


def _group(root: srdf.Robot, name: str) -> srdf.Group:
    """Return the first group with this name, as in srdfdom."""
    name = _named(name, "group")
    for group in root.groups:
        if group.name == name:
            return group
    names = [group.name for group in root.groups]
    hint = did_you_mean(name, names) or (
        f"the groups are {', '.join(map(quoted, names[:10]))}"
        if names
        else "the SRDF has no groups"
    )
    raise SemanticsError(f"group {quoted(name)} does not exist; {hint}")


def _require_link(robot: model.Robot, name: str) -> None:
    try:
        robot.link(name)
    except model.UnknownNameError as error:
        raise SemanticsError(str(error)) from None


def _require_member(member: GroupMember, group: ResolvedGroup) -> None:
    """Raise an error if a member of a group adds no joints."""
    robot, names = group.rooted_robot.robot, member.names
    if member.problem == "unknown" and not isinstance(member.element, srdf.Subgroup):
        for name in names:
            if isinstance(member.element, srdf.GroupJoint):
                _joint_of(group, name)
            else:
                _require_link(robot, name)
    listed = " and ".join(map(quoted, names))
    sentences = {
        "not connected": f"no joints connect {listed}",
        "no parent joint": f"link {listed} has no parent joint: it is a root link",
        "adds no joints": f"the chain from {listed} to itself has no joints"
        if isinstance(member.element, srdf.Chain)
        else f"the group {listed} has no joints",
        "virtual joint not used": f"virtual joint {listed} is not used by the robot",
        "contains itself": f"the group {listed} contains this group already",
        "unresolved subgroup": f"group {listed} cannot be resolved",
        "unknown": f"group {listed} does not exist",
        "too many members": "the groups have too many members",
    }
    if member.problem:
        raise SemanticsError(sentences[member.problem])


# Values


def _numbers(joint: str, value: Value) -> tuple[float, ...]:
    numbers = (float(value),) if isinstance(value, int | float) else tuple(map(float, value))
    if not numbers or not all(map(math.isfinite, numbers)):
        raise SemanticsError(f"joint {quoted(joint)} requires finite numbers")
    return numbers


def _in_radians(joint: model.Joint, numbers: tuple[float, ...]) -> tuple[float, ...]:
    units = (*model.JOINT_TYPES[joint.type].units, *[""] * len(numbers))
    return tuple(
        math.radians(number) if unit == "rad" else number
        for number, unit in zip(numbers, units, strict=False)
    )


def _checked(
    group: ResolvedGroup,
    given: Mapping[str, tuple[float, ...]],
    *,
    complete: bool,
    beyond_limits: bool,
) -> dict[str, tuple[float, ...]]:
    """Check the values against the group, and return them in the order of the tree."""
    for name, numbers in given.items():
        joint = _joint_of(group, name)
        if not group.group.has_joint(name):
            raise SemanticsError(f"joint {quoted(name)} is not in the group {quoted(group.name)}")
        if joint.mimic is not None:
            leader = quoted(joint.mimic.leader)
            raise SemanticsError(f"joint {quoted(name)} mimics {leader} and accepts no value")
        if len(numbers) != joint.variable_count:
            count = joint.variable_count
            raise SemanticsError(
                f"joint {quoted(name)} is {joint.type} and expects"
                f" {count or 'no'} value{'s' * (count != 1)}, got {len(numbers)}"
            )
        if not beyond_limits and len(numbers) == 1:
            _require_within(joint, numbers[0])
    active = [_joint_of(group, name) for name in group.group.active_joints]
    missing = [joint.name for joint in active if joint.name not in given]
    if missing and not complete:
        raise IncompleteStateError(group.name, missing)
    return {joint.name: given.get(joint.name, home_of(joint)) for joint in active}


def _joint_of(group: ResolvedGroup, name: str) -> model.Joint:
    """Return a joint of the robot, or the virtual joint."""
    joint = group.rooted_robot.written_joint(name)
    if joint is not None:
        return joint
    try:
        return group.rooted_robot.robot.joint(name)
    except model.UnknownNameError as error:
        raise SemanticsError(str(error)) from None


def _require_within(joint: model.Joint, position: float) -> None:
    lower, upper = joint.limit.lower, joint.limit.upper
    if not lower <= position <= upper:
        (unit,) = model.JOINT_TYPES[joint.type].units
        raise SemanticsError(
            f"joint {quoted(joint.name)} cannot be at {position:g}:"
            f" its limits are {lower:g} and {upper:g} {unit}"
        )
