"""What is wrong with the parts of an SRDF, in a few words each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from bodyplan.formats import srdf
from bodyplan.semantics.components import components
from bodyplan.semantics.end_effector import Refusal, ResolvedEffector
from bodyplan.semantics.group import Member, ResolvedGroup
from bodyplan.semantics.pair import PairTrouble, ResolvedPair
from bodyplan.semantics.resolution import Resolution
from bodyplan.semantics.state import StateValue, ValueTrouble
from bodyplan.semantics.virtual_root import Skipped
from bodyplan.spec import Element

Mark = Literal[
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

_VALUES: dict[ValueTrouble, Mark] = {
    "": "",
    "unknown": "unknown joint",
    "not in group": "not in the group",
    "unreadable": "unreadable",
    "wrong count": "wrong number of values",
}
_REFUSALS: dict[Refusal, Mark] = {
    "": "",
    "unknown": "unknown parent group",
    "without the link": "parent group lacks the link",
    "own group": "parent group is its own",
}
_SKIPPED: dict[Skipped, Mark] = {
    "child is not the root": "child is not the root",
    "no parent frame": "no parent frame",
    "another one counts": "another one counts",
}
_PAIRS: dict[PairTrouble, Mark] = {
    "": "",
    "unknown": "unknown link",
    "self": "one link twice",
    "repeated": "repeated",
    "overruled": "disabled elsewhere",
}


class Marks:
    """The marks of the elements of one SRDF that have one."""

    def __init__(self) -> None:
        self._marks: dict[int, Mark] = {}

    def of(self, element: Element) -> Mark:
        """What is wrong with an element."""
        return self._marks.get(id(element), "")

    def put(self, element: Element, mark: Mark) -> None:
        """Notes what is wrong; what was noted first stays."""
        if mark:
            self._marks.setdefault(id(element), mark)


def marks_alone(root: srdf.Robot, pairs: Iterable[ResolvedPair]) -> Marks:
    """What is wrong with an SRDF, as far as it can be known without its robot.

    Args:
        root: the SRDF.
        pairs: what it says about pairs of links.
    """
    marks = Marks()
    first: dict[str, srdf.Group] = {}
    for group in root.groups:
        if first.setdefault(group.name, group) is not group:
            marks.put(group, "repeated")
    inner = {name: [sub.name for sub in group.subgroups] for name, group in first.items()}
    dropped: set[str] = set()
    for circle in components(inner):
        inside = frozenset(circle)
        for name in circle:
            for subgroup in first[name].subgroups:
                mark: Mark = ""
                if subgroup.name in inside:
                    mark = "leads back to itself"
                elif subgroup.name not in first:
                    mark = "unknown group"
                elif subgroup.name in dropped:
                    mark = "lacks a subgroup"
                marks.put(subgroup, mark)
                if mark:
                    dropped.add(name)
                    marks.put(first[name], _of_group(mark))
    for state in root.group_states:
        if state.group not in first:
            marks.put(state, "unknown group")
        elif state.group in dropped:
            marks.put(state, "group does not count")
    for effector in root.end_effectors:
        if effector.group not in first:
            marks.put(effector, "unknown group")
        elif effector.group in dropped:
            marks.put(effector, "group does not count")
        elif effector.parent_group and effector.parent_group not in first:
            marks.put(effector, "unknown parent group")
    for pair in pairs:
        marks.put(pair.element, _PAIRS[pair.trouble])
    return marks


def marks_on_robot(found: Resolution) -> Marks:
    """What is wrong with an SRDF on its robot."""
    marks = Marks()
    root, robot = found.root, found.rooted.robot
    for group in found.groups.values():
        _mark_group(group, marks)
    for state in found.states:
        if state.group is None:
            marks.put(state.element, _of_reference(state.element.group, found))
        if state.later is not None:
            marks.put(state.element, "repeated")
        for value in state.values:
            mark = _of_value(value)
            if state.group is not None or mark != "not in the group":
                for element in value.elements:
                    marks.put(element, mark)
    for effector in found.end_effectors:
        mark = _of_effector(effector)
        if mark == "unknown group":
            mark = _of_reference(effector.element.group, found)
        marks.put(effector.element, mark)
    for joint, skipped in found.virtual_root.skipped:
        marks.put(joint, _SKIPPED[skipped])
    for pair in found.pairs:
        marks.put(pair.element, _PAIRS[pair.trouble])
    for one in root.passive_joints:
        if found.rooted.written_joint(one.name) is None:
            marks.put(one, "unknown joint")
    for setting in root.joint_properties:
        if found.rooted.written_joint(setting.joint_name) is None:
            marks.put(setting, "unknown joint")
    for spheres in root.link_sphere_approximations:
        if not robot.has_link(spheres.link):
            marks.put(spheres, "unknown link")
    for default in root.disable_default_collisions:
        if not robot.has_link(default.link):
            marks.put(default, "unknown link")
    return marks


def _mark_group(group: ResolvedGroup, marks: Marks) -> None:
    for later in group.duplicates:
        marks.put(later, "repeated")
    for member in group.members:
        mark = _of_member(member)
        marks.put(member.element, mark)
        if mark and isinstance(member.element, srdf.Subgroup) and group.is_refused:
            marks.put(group.element, _of_group(mark))
    if not group.is_refused and not group.group.numbers:
        marks.put(group.element, "no joints")


def _of_group(of_subgroup: Mark) -> Mark:
    """What is wrong with a group for what is wrong with its subgroup."""
    return of_subgroup if of_subgroup == "leads back to itself" else "lacks a subgroup"


def _of_reference(name: str, found: Resolution) -> Mark:
    """What is wrong with the name of a group that does not count."""
    return "group does not count" if name in found.groups else "unknown group"


def _of_member(member: Member) -> Mark:
    element, names = member.element, member.names
    match member.trouble:
        case "":
            return ""
        case "unknown":
            if isinstance(element, srdf.Chain):
                return "unknown base link" if element.base_link in names else "unknown tip link"
            if isinstance(element, srdf.Subgroup):
                return "unknown group"
            return "unknown joint" if isinstance(element, srdf.GroupJoint) else "unknown link"
        case "not connected":
            return "not connected"
        case "no joint":
            return "no joint leads there"
        case "empty":
            return "adds nothing"
        case "unused":
            return "virtual joint not used"
        case "cycle":
            return "leads back to itself"
        case "unresolved":
            return "lacks a subgroup"
        case "too much":
            return "too many members"


def _of_value(value: StateValue) -> Mark:
    if value.trouble == "unknown" and value.name == FREE_FLYER:
        return "added by Pinocchio"
    return "outside its limits" if value.is_outside else _VALUES[value.trouble]


def _of_effector(effector: ResolvedEffector) -> Mark:
    if not effector.has_link:
        return "unknown link"
    if effector.group is None:
        return "unknown group"
    return "repeated" if effector.later is not None else _REFUSALS[effector.parent.refusal]
