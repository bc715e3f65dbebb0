"""What is wrong with the parts of an SRDF, in a few words each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bodyplan.formats import srdf
from bodyplan.semantics.group import Member, ResolvedGroup
from bodyplan.semantics.state import StateValue
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
    "group does not count",
    "not connected",
    "no joint leads there",
    "adds nothing",
    "virtual joint not used",
    "too many members",
    "repeated",
    "leads back to itself",
    "lacks a subgroup",
    "no joints",
    "added by Pinocchio",
    "not in the group",
    "unreadable",
    "wrong number of values",
    "outside its limits",
    "unknown parent group",
    "parent group lacks the link",
    "parent group is its own",
    "child is not the root",
    "no parent frame",
    "another one counts",
    "one link twice",
    "disabled elsewhere",
]
"""What is wrong with a part; "" for nothing. What concerns the robot takes one to be seen.

- "unknown ...": there is nothing of that name.
- "group does not count": the group of a state or end effector, because of its subgroups.
- "not connected", "no joint leads there", "adds nothing", "virtual joint not used", "too many
  members": a member of a group that adds no joint to it.
- "repeated": another of the same name counts; of a pair, it was there before.
- "leads back to itself", "lacks a subgroup": groups that do not count because of their subgroups.
- "no joints": a group without any.
- "added by Pinocchio": a joint of a state that neither the robot nor the SRDF has, but that
  Pinocchio puts under the robot on request.
- "not in the group", "unreadable", "wrong number of values", "outside its limits": a joint of a
  state. But for the last one, its values do not count.
- "unknown parent group", "parent group lacks the link", "parent group is its own": the one that is
  written for an end effector does not count.
- "child is not the root", "no parent frame", "another one counts": a virtual joint that the robot
  does not stand on.
- "one link twice": a pair of a link with itself.
- "disabled elsewhere": a pair that is enabled without effect.
"""

FREE_FLYER = "root_joint"
"""What Pinocchio calls the joint that it puts under the root link of a robot on request."""


class Problems:
    """The problems of the elements of one SRDF, by element."""

    def __init__(self) -> None:
        self._problems: dict[int, Problem] = {}

    def of(self, element: Element) -> Problem:
        """What is wrong with an element."""
        return self._problems.get(id(element), "")

    def put(self, element: Element, problem: Problem) -> None:
        """Notes what is wrong; what was noted first stays."""
        if problem:
            self._problems.setdefault(id(element), problem)


def problems_of(found: Resolution) -> Problems:
    """What is wrong with an SRDF on its robot; without one, what its names tell."""
    problems = Problems()
    root, robot = found.root, found.rooted.robot
    for group in found.groups.values():
        _note_group(group, problems)
    for effector in root.end_effectors:
        if not found.is_alone and not robot.has_link(effector.parent_link):
            problems.put(effector, "unknown link")
    users: list[srdf.GroupState | srdf.EndEffector] = [*root.group_states, *root.end_effectors]
    for user in users:
        problems.put(user, _of_reference(user.group, found))
    for pair in found.pairs:
        problems.put(pair.element, pair.trouble)
    if found.is_alone:
        for effector in root.end_effectors:
            if effector.parent_group and _of_reference(effector.parent_group, found):
                problems.put(effector, "unknown parent group")
        return problems
    for state in found.states:
        if state.later is not None:
            problems.put(state.element, "repeated")
        for value in state.values:
            problem = _of_value(value)
            if state.group is not None or problem != "not in the group":
                for element in value.elements:
                    problems.put(element, problem)
    for resolved in found.end_effectors:
        later = resolved.later is not None
        problems.put(resolved.element, "repeated" if later else resolved.parent.refusal)
    for joint, skipped in found.virtual_root.skipped:
        problems.put(joint, skipped)
    for one in root.passive_joints:
        if found.rooted.written_joint(one.name) is None:
            problems.put(one, "unknown joint")
    for setting in root.joint_properties:
        if found.rooted.written_joint(setting.joint_name) is None:
            problems.put(setting, "unknown joint")
    for spheres in root.link_sphere_approximations:
        if not robot.has_link(spheres.link):
            problems.put(spheres, "unknown link")
    for default in root.disable_default_collisions:
        if not robot.has_link(default.link):
            problems.put(default, "unknown link")
    return problems


def _note_group(group: ResolvedGroup, problems: Problems) -> None:
    for later in group.duplicates:
        problems.put(later, "repeated")
    for member in group.members:
        problem = _of_member(member)
        problems.put(member.element, problem)
        if problem and isinstance(member.element, srdf.Subgroup) and group.is_refused:
            problems.put(group.element, _of_group(problem))
    if group.is_known and not group.is_refused and not group.numbers:
        problems.put(group.element, "no joints")


def _of_group(of_subgroup: Problem) -> Problem:
    """What is wrong with a group for what is wrong with its subgroup."""
    return of_subgroup if of_subgroup == "leads back to itself" else "lacks a subgroup"


def _of_reference(name: str, found: Resolution) -> Problem:
    """What is wrong with the name of a group; "" where the group counts."""
    group = found.groups.get(name)
    if group is None:
        return "unknown group"
    return "group does not count" if group.is_refused else ""


def _of_member(member: Member) -> Problem:
    if member.trouble != "unknown":
        return member.trouble
    element = member.element
    if isinstance(element, srdf.Chain):
        return "unknown base link" if element.base_link in member.names else "unknown tip link"
    if isinstance(element, srdf.Subgroup):
        return "unknown group"
    return "unknown joint" if isinstance(element, srdf.GroupJoint) else "unknown link"


def _of_value(value: StateValue) -> Problem:
    if value.trouble == "unknown joint" and value.name == FREE_FLYER:
        return "added by Pinocchio"
    return "outside its limits" if value.is_outside else value.trouble
