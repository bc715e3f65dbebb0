"""Look-ups for the rules on SRDF: names in the SRDF and in its robot.

An SRDF is checked with or without its robot. Without a robot, or if a file is cut off, an unknown
name may still exist, so it counts as existing. If a robot has none of the names in the SRDF, the
SRDF belongs to another robot: S003 reports this, and the SRDF is checked without a robot.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from bodyplan.formats import srdf
from bodyplan.semantics.other_robot import belong_to_other_robot, names_of
from bodyplan.semantics.problem import FREE_FLYER
from bodyplan.semantics.resolution import Resolution, resolve_srdf
from bodyplan.semantics.robot_view import RobotView, view_of
from bodyplan.spec import Element
from bodyplan.spec.faults import has_macro

if TYPE_CHECKING:
    from bodyplan.lint.context import Context
    from bodyplan.model import Joint, Link
    from bodyplan.model import Robot as Model
    from bodyplan.semantics.group import ResolvedGroup
    from bodyplan.semantics.group_graph import GroupGraph


class Semantics:
    """Look-ups for an SRDF and its robot, each computed at its first use.

    If elements have the same name, the first one counts, as in MoveIt. Empty names, which represent
    missing names, are left out of all look-ups.

    Args:
        ctx: the context of any rule for SRDF.
    """

    def __init__(self, ctx: Context) -> None:
        root = ctx.document.root
        self.root = root if isinstance(root, srdf.Robot) else srdf.Robot(name="")
        self._ctx = ctx
        robot = ctx.partner
        self.given: RobotView | None = None if robot is None or not robot.links else view_of(robot)
        """The robot that the file is checked with; None without a robot or without links."""

    @cached_property
    def is_of_another(self) -> bool:
        """Whether the SRDF is for another robot, judged by the names of links and joints."""
        names = names_of(self.root, but={FREE_FLYER})
        return self.given is not None and belong_to_other_robot(
            names, {*self.given.links, *self.given.joints}
        )

    @cached_property
    def robot(self) -> RobotView | None:
        """The robot of the SRDF; None if it is not known, or if the SRDF is for another robot."""
        return None if self.is_of_another else self.given

    @cached_property
    def links(self) -> Mapping[str, Link]:
        """The links of the robot by name; empty without a robot."""
        return {} if self.robot is None else self.robot.links

    @cached_property
    def joints(self) -> Mapping[str, Joint]:
        """The joints of the robot by name; empty without a robot."""
        return {} if self.robot is None else self.robot.joints

    @property
    def model(self) -> Model | None:
        """The links and joints of the robot that form a tree."""
        return None if self.robot is None else self.robot.robot

    @property
    def root_link(self) -> Link | None:
        """The only link without a parent joint.

        None without a robot, or if there is not exactly one.
        """
        return None if self.robot is None else self.robot.root_link

    @cached_property
    def on_robot(self) -> Resolution:
        """The groups of the SRDF with their links and joints in the robot."""
        return resolve_srdf(self.root, self.model)

    @property
    def graph(self) -> GroupGraph:
        """The groups with their subgroups."""
        return self.on_robot.graph

    @property
    def groups(self) -> dict[str, srdf.Group]:
        """Groups by name."""
        return self.graph.groups

    @cached_property
    def virtual_joints(self) -> dict[str, srdf.VirtualJoint]:
        """Virtual joints by name."""
        found: dict[str, srdf.VirtualJoint] = {}
        for joint in self.root.virtual_joints:
            if joint.name:
                found.setdefault(joint.name, joint)
        return found

    @cached_property
    def states_with(self) -> dict[str, list[tuple[srdf.GroupState, srdf.StateJoint]]]:
        """The states that set each joint, with their values for it, by joint name."""
        found: dict[str, list[tuple[srdf.GroupState, srdf.StateJoint]]] = {}
        for state in self.root.group_states:
            for joint in state.joints:
                found.setdefault(joint.name, []).append((state, joint))
        return found

    @property
    def is_whole(self) -> bool:
        """Whether there is a robot, and all its links and joints form a tree."""
        return self.robot is not None and self.robot.is_whole

    @cached_property
    def resolved(self) -> dict[str, ResolvedGroup]:
        """The groups with their links and joints, by name; empty unless the robot is whole."""
        return self.on_robot.groups if self.is_whole else {}

    @cached_property
    def by_moveit(self) -> Resolution:
        """The SRDF resolved as in MoveIt, which adds a joint to a chain whose tip is not below its base."""
        chains = (chain for group in self.groups.values() for chain in group.chains)
        if not any(map(self._goes_up, chains)):
            return self.on_robot
        return resolve_srdf(self.root, self.model, chain_rule="moveit", graph=self.graph)

    @property
    def resolved_by_moveit(self) -> dict[str, ResolvedGroup]:
        """The groups with their links and joints in MoveIt, by name; empty unless ``is_whole``."""
        return self.by_moveit.groups if self.is_whole else {}

    def _goes_up(self, chain: srdf.Chain) -> bool:
        """Return whether the tip of a chain is not below its base."""
        if self.model is None:
            return False
        tree = self.model.tree
        base = tree.link_index.get(chain.base_link)
        tip = tree.link_index.get(chain.tip_link)
        return base is not None and tip is not None and not base <= tip < tree.end[base]

    @cached_property
    def named(self) -> frozenset[str]:
        """Groups that are part of another group or of an end effector."""
        inside = (sub.name for group in self.root.groups for sub in group.subgroups)
        return frozenset([*inside, *(each.group for each in self.root.end_effectors)])

    @cached_property
    def hollow(self) -> frozenset[str]:
        """Groups without any joint; without a robot, groups without members. MoveIt drops them."""
        found = {name for name, group in self.groups.items() if not group_members(group)}
        for name, resolved in self.resolved.items():
            if resolved.numbers or not name or resolved.is_dropped:
                continue
            if all(member.problem != "too many members" for member in resolved.members):
                found.add(name)
        return frozenset() if self._ctx.is_broken_off else frozenset(found)

    @cached_property
    def lost(self) -> frozenset[str]:
        """Groups dropped because a subgroup is missing, jointless, dropped, or in a cycle."""
        found = {
            name
            for name, group in self.groups.items()
            if name in self.graph.cyclic
            or any(
                not self.has_group(sub.name) or sub.name in self.hollow for sub in group.subgroups
            )
        }
        return self.graph.with_containing(found)

    @cached_property
    def doubtful(self) -> frozenset[str]:
        """Groups with a member, or a member of a subgroup, that does not exist in the robot."""
        return self.graph.with_containing(
            name
            for name, resolved in self.resolved.items()
            if any(member.problem not in {"", "adds no joints"} for member in resolved.members)
        )

    @cached_property
    def joint_names(self) -> Collection[str]:
        """The joints of the robot and the virtual joints."""
        return dict.fromkeys([*self.joints, *self.virtual_joints])

    @cached_property
    def joint_kinds(self) -> dict[str, str]:
        """The type of each joint of the robot and of each virtual joint."""
        kinds: dict[str, str] = {name: joint.type for name, joint in self.virtual_joints.items()}
        for name in self.joints:
            joint = self.joint(name)
            kinds[name] = "" if joint is None else joint.type
        return kinds

    def joint(self, name: str) -> Joint | None:
        """Return the joint of the robot with this name, if its type is known."""
        return None if self.robot is None else self.robot.joint(name)

    def moving(self, link: str) -> Joint | None:
        """Return the parent joint of a link; None for a root."""
        return None if self.robot is None else self.robot.parent_joints.get(link)

    def has_link(self, name: str) -> bool:
        """Return whether a link with this name exists or may exist."""
        return self.robot is None or name in self.links or _is_undefined(name)

    def has_joint(self, name: str) -> bool:
        """Return whether a joint or virtual joint with this name exists, or may exist."""
        return (
            self.robot is None
            or self._ctx.is_broken_off
            or name in self.joints
            or name in self.virtual_joints
            or _is_undefined(name)
        )

    def has_group(self, name: str) -> bool:
        """Return whether a group with this name exists or may exist, with or without a robot."""
        return name in self.groups or self._ctx.is_broken_off or _is_undefined(name)


def semantics(ctx: Context) -> Semantics:
    """Return the look-ups of the document that is checked."""
    return ctx.once(Semantics)


def group_members(group: srdf.Group) -> list[Element]:
    """Return the members of a group: links, joints, chains, subgroups."""
    return [*group.links, *group.joints, *group.chains, *group.subgroups]


def _is_undefined(name: str) -> bool:
    """Return whether a name is missing, or an unexpanded macro, which X103 and X110 report."""
    return not name or has_macro(name)


def with_meshes(robot: Model, ctx: Context) -> Model:
    """Return the robot of an SRDF with its mesh files, found relative to the robot's file."""
    folder = ctx.run.partner_folder
    return robot.with_files(lambda uri, _: ctx.resources.file(uri, base=folder))
