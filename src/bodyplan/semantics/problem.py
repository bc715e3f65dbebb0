"""What is wrong with the parts of an SRDF, in a few words each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from bodyplan.formats import srdf
from bodyplan.semantics.end_effector import Refusal, ResolvedEffector
from bodyplan.semantics.group import Member, ResolvedGroup
from bodyplan.semantics.pair import PairTrouble, ResolvedPair
from bodyplan.semantics.state import StateValue, ValueTrouble
from bodyplan.semantics.virtual_root import Skipped
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

_VALUES: dict[ValueTrouble, Problem] = {
    "": "",
    "unknown": "unknown joint",
    "not in group": "not in the group",
    "unreadable": "unreadable",
    "wrong count": "wrong number of values",
}
_REFUSALS: dict[Refusal, Problem] = {
    "": "",
    "unknown": "unknown parent group",
    "without the link": "parent group lacks the link",
    "own group": "parent group is its own",
}
_SKIPPED: dict[Skipped, Problem] = {
    "child is not the root": "child is not the root",
    "no parent frame": "no parent frame",
    "another one counts": "another one counts",
}
_PAIRS: dict[PairTrouble, Problem] = {
    "": "",
    "unknown": "unknown link",
    "self": "one link twice",
    "repeated": "repeated",
    "overruled": "disabled elsewhere",
}


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


def problems_alone(found: Resolution) -> Problems:
    """What is wrong with an SRDF, as far as it can be known without its robot."""
    problems, graph, root = Problems(), found.graph, found.root
    dropped: set[str] = set()
    for names in graph.order:
        cycle = frozenset(names)
        for name in names:
            _note_duplicates(graph.duplicates.get(name, ()), problems)
            for subgroup in graph.groups[name].subgroups:
                problem: Problem = ""
                if subgroup.name in cycle:
                    problem = "leads back to itself"
                elif subgroup.name not in graph.groups:
                    problem = "unknown group"
                elif subgroup.name in dropped:
                    problem = "lacks a subgroup"
                problems.put(subgroup, problem)
                if problem:
                    dropped.add(name)
                    problems.put(graph.groups[name], _of_group(problem))
    users: list[srdf.GroupState | srdf.EndEffector] = [*root.group_states, *root.end_effectors]
    for user in users:
        if user.group not in graph.groups:
            problems.put(user, "unknown group")
        elif user.group in dropped:
            problems.put(user, "group does not count")
    for effector in root.end_effectors:
        if effector.parent_group and effector.parent_group not in graph.groups:
            problems.put(effector, "unknown parent group")
    _note_pairs(found.pairs, problems)
    return problems


def _note_duplicates(groups: Iterable[srdf.Group], problems: Problems) -> None:
    for group in groups:
        problems.put(group, "repeated")


def _note_pairs(pairs: Iterable[ResolvedPair], problems: Problems) -> None:
    for pair in pairs:
        problems.put(pair.element, _PAIRS[pair.trouble])


def problems_on_robot(found: Resolution) -> Problems:
    """What is wrong with an SRDF on its robot."""
    problems = Problems()
    root, robot = found.root, found.rooted.robot
    for group in found.groups.values():
        _note_group(group, problems)
    for state in found.states:
        if state.group is None:
            problems.put(state.element, _of_reference(state.element.group, found))
        if state.later is not None:
            problems.put(state.element, "repeated")
        for value in state.values:
            problem = _of_value(value)
            if state.group is not None or problem != "not in the group":
                for element in value.elements:
                    problems.put(element, problem)
    for effector in found.end_effectors:
        problem = _of_effector(effector)
        if problem == "unknown group":
            problem = _of_reference(effector.element.group, found)
        problems.put(effector.element, problem)
    for joint, skipped in found.virtual_root.skipped:
        problems.put(joint, _SKIPPED[skipped])
    _note_pairs(found.pairs, problems)
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
    _note_duplicates(group.duplicates, problems)
    for member in group.members:
        problem = _of_member(member)
        problems.put(member.element, problem)
        if problem and isinstance(member.element, srdf.Subgroup) and group.is_refused:
            problems.put(group.element, _of_group(problem))
    if not group.is_refused and not group.group.numbers:
        problems.put(group.element, "no joints")


def _of_group(of_subgroup: Problem) -> Problem:
    """What is wrong with a group for what is wrong with its subgroup."""
    return of_subgroup if of_subgroup == "leads back to itself" else "lacks a subgroup"


def _of_reference(name: str, found: Resolution) -> Problem:
    """What is wrong with the name of a group that does not count."""
    return "group does not count" if name in found.groups else "unknown group"


def _of_member(member: Member) -> Problem:
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


def _of_value(value: StateValue) -> Problem:
    if value.trouble == "unknown" and value.name == FREE_FLYER:
        return "added by Pinocchio"
    return "outside its limits" if value.is_outside else _VALUES[value.trouble]


def _of_effector(effector: ResolvedEffector) -> Problem:
    if not effector.has_link:
        return "unknown link"
    if effector.group is None:
        return "unknown group"
    return "repeated" if effector.later is not None else _REFUSALS[effector.parent.refusal]
