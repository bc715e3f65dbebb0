"""The problems of the elements of an SRDF, each as a short phrase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bodyplan.formats import srdf
from bodyplan.semantics._state import StateValue
from bodyplan.semantics.group import GroupMember, ResolvedGroup
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.semantics.resolution import Resolution

Problem = Literal[
    "",
    "unknown joint",
    "unknown link",
    "unknown base link",
    "unknown tip link",
    "unknown group",
    "group is dropped",
    "not connected",
    "no parent joint",
    "adds no joints",
    "virtual joint not used",
    "too many members",
    "duplicate",
    "contains itself",
    "unresolved subgroup",
    "no joints",
    "added by Pinocchio",
    "not in the group",
    "unreadable",
    "wrong number of values",
    "outside its limits",
    "unknown parent group",
    "parent group lacks the link",
    "parent group is its own group",
    "child is not the root link",
    "no parent frame",
    "another virtual joint is used",
    "same link twice",
    "also disabled",
]
"""The problem of an element; "" if it has no problem. Problems that depend on the robot are found
only if the robot is known.

- "unknown ...": the name does not exist.
- "group is dropped": a state or end effector whose group is dropped because of its subgroups.
- "not connected", "no parent joint", "adds no joints", "virtual joint not used", "too many
  members": a member of a group that adds no joints to it.
- "duplicate": an element that another element with the same name overrides, or a pair that an
earlier element has.
- "contains itself", "unresolved subgroup": a group that is dropped because of its subgroups.
- "no joints": a group without joints.
- "added by Pinocchio": a joint of a state that exists neither in the robot nor in the SRDF, but has
the name of the base joint that Pinocchio adds on request.
- "not in the group", "unreadable", "wrong number of values", "outside its limits": a joint of a
  state. Its values are ignored, except for the problem "outside its limits".
- "unknown parent group", "parent group lacks the link", "parent group is its own group": an end
  effector whose declared parent group is rejected.
- "child is not the root link", "no parent frame", "another virtual joint is used": a virtual joint
  that is not the root joint of the robot.
- "same link twice": a pair that consists of a link and itself.
- "also disabled": an enabled pair that another element disables.
"""

FREE_FLYER = "root_joint"
"""The name of the base joint that Pinocchio adds to a robot on request."""


class Problems:
    """The problems of the elements of one SRDF, by element."""

    def __init__(self) -> None:
        self._problems: dict[int, Problem] = {}

    def of(self, element: Element) -> Problem:
        """Return the problem of an element; "" if it has no problem."""
        return self._problems.get(id(element), "")

    def add(self, element: Element, problem: Problem) -> None:
        """Set the problem of an element that does not have one yet."""
        if problem:
            self._problems.setdefault(id(element), problem)


def problems_of(found: Resolution) -> Problems:
    """Return the problems of an SRDF; if the robot is unknown, only those independent of it."""
    problems = Problems()
    root, robot = found.root, found.rooted_robot.robot
    for group in found.groups.values():
        _note_group(group, problems)
    for effector in root.end_effectors:
        if not found.is_alone and not robot.has_link(effector.parent_link):
            problems.add(effector, "unknown link")
    users: list[srdf.GroupState | srdf.EndEffector] = [*root.group_states, *root.end_effectors]
    for user in users:
        problems.add(user, _of_reference(user.group, found))
    for pair in found.pairs:
        problems.add(pair.element, pair.problem)
    if found.is_alone:
        for effector in root.end_effectors:
            if effector.parent_group and _of_reference(effector.parent_group, found):
                problems.add(effector, "unknown parent group")
        return problems
    for state in found.states:
        if state.later is not None:
            problems.add(state.element, "duplicate")
        for value in state.values:
            problem = _of_value(value)
            if state.group is not None or problem != "not in the group":
                for element in value.elements:
                    problems.add(element, problem)
    for resolved in found.end_effectors:
        later = resolved.later is not None
        problems.add(resolved.element, "duplicate" if later else resolved.parent.refusal)
    for joint, skipped in found.virtual_root.skipped:
        problems.add(joint, skipped)
    for one in root.passive_joints:
        if found.rooted_robot.written_joint(one.name) is None:
            problems.add(one, "unknown joint")
    for joint_property in root.joint_properties:
        if found.rooted_robot.written_joint(joint_property.joint_name) is None:
            problems.add(joint_property, "unknown joint")
    for spheres in root.link_sphere_approximations:
        if not robot.has_link(spheres.link):
            problems.add(spheres, "unknown link")
    for default in root.disable_default_collisions:
        if not robot.has_link(default.link):
            problems.add(default, "unknown link")
    return problems


def _note_group(group: ResolvedGroup, problems: Problems) -> None:
    for later in group.duplicates:
        problems.add(later, "duplicate")
    for member in group.members:
        problem = _of_member(member)
        problems.add(member.element, problem)
        if problem and isinstance(member.element, srdf.Subgroup) and group.is_dropped:
            problems.add(group.element, _of_group(problem))
    if group.has_robot and not group.is_dropped and not group.numbers:
        problems.add(group.element, "no joints")


def _of_group(of_subgroup: Problem) -> Problem:
    """Return the problem of a group, given the problem of one of its subgroups."""
    return of_subgroup if of_subgroup == "contains itself" else "unresolved subgroup"


def _of_reference(name: str, found: Resolution) -> Problem:
    """Return the problem of a reference to a group; "" if the group is resolved."""
    group = found.groups.get(name)
    if group is None:
        return "unknown group"
    return "group is dropped" if group.is_dropped else ""


def _of_member(member: GroupMember) -> Problem:
    if member.problem != "unknown":
        return member.problem
    element = member.element
    if isinstance(element, srdf.Chain):
        return "unknown base link" if element.base_link in member.names else "unknown tip link"
    if isinstance(element, srdf.Subgroup):
        return "unknown group"
    return "unknown joint" if isinstance(element, srdf.GroupJoint) else "unknown link"


def _of_value(value: StateValue) -> Problem:
    if value.problem == "unknown joint" and value.name == FREE_FLYER:
        return "added by Pinocchio"
    return "outside its limits" if value.is_outside else value.problem
