"""Helpers for the rules on end effectors: the groups that contain a parent link."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.rules.srdf.robot_names import semantics

if TYPE_CHECKING:
    from bodyplan.model.planning.group import Group
    from bodyplan.semantics.end_effector import ResolvedEffector

_DEEPEST = 1000  # maximum number of joints from a link to the root; robots have fewer


class Effectors:
    """The groups that contain the parent links of end effectors, as MoveIt resolves them.

    A group contains the child links of its joints, so a chain does not contain its base link.
    Without a robot, a group contains the links that it lists, and the tips of its chains.

    Args:
        ctx: the context of any rule for SRDF.
    """

    def __init__(self, ctx: Context) -> None:
        self._look = semantics(ctx)
        self._ctx = ctx
        self.is_certain = self._look.robot is not None and not ctx.is_broken_off
        """Whether a link that is not found in a group is certainly not in it."""
        self._parents: dict[str, list[str]] = {}

    @cached_property
    def _groups(self) -> dict[str, Group]:
        """The groups that MoveIt keeps, with their links and joints in the robot, by name."""
        look = self._look
        dropped = look.lost | look.hollow
        return {
            name: resolved.group
            for name, resolved in look.resolved_by_moveit.items()
            if name not in dropped and not resolved.is_dropped
        }

    @cached_property
    def _resolved(self) -> dict[int, ResolvedEffector]:
        found = self._look.by_moveit.end_effectors if self._look.is_whole else ()
        return {id(each.element): each for each in found}

    def group(self, name: str) -> Group | None:
        """Return a group with its links and joints; None if it is dropped, or without a robot."""
        return self._groups.get(name)

    def is_inside(self, effector: srdf.EndEffector) -> bool:
        """Return whether the parent link is in the effector's own group."""
        if self._look.robot is None:
            return effector.parent_link in self._written(effector.group)
        group = self.group(effector.group)
        return group is not None and group.has_link(effector.parent_link)

    def is_below(self, effector: srdf.EndEffector) -> bool:
        """Return whether the parent link, or an ancestor of it, is in the effector's own group."""
        group = self.group(effector.group)
        link = effector.parent_link
        for _ in range(_DEEPEST):
            joint = self._look.moving(link)
            if group is None or joint is None:
                break
            if group.has_joint(joint.name):
                return True
            link = joint.parent
        return self.is_inside(effector)

    def parents_of(self, name: str) -> list[str]:
        """Return the links outside a group that are parents of the group's joints."""
        found = self._parents.get(name)
        if found is None:
            group = self.group(name)
            joints = map(self._look.joint, group.joints) if group is not None else ()
            links = {joint.parent for joint in joints if joint is not None and joint.parent}
            found = sorted(link for link in links if group is None or not group.has_link(link))
            self._parents[name] = found
        return found

    def mount(self, effector: srdf.EndEffector) -> str | None:
        """Return the only link outside an effector's group that is a parent of its joints.

        None without such a link, or with several.
        """
        found = self.parents_of(effector.group) if self.is_whole(effector.group) else []
        return found[0] if len(found) == 1 and found[0] in self._look.links else None

    def _written(self, name: str) -> set[str]:
        """Return the links that a group lists as members or as tips of chains."""
        group = self._look.groups.get(name)
        if group is None:
            return set()
        tips = {chain.tip_link for chain in group.chains if chain.tip_link != chain.base_link}
        return ({link.name for link in group.links} | tips) - {""}

    def carriers(self, effector: srdf.EndEffector) -> list[str]:
        """Return the possible parent groups of an effector.

        The first is the group that MoveIt selects.
        """
        resolved = self._resolved.get(id(effector))
        names = resolved.parent.candidates if resolved is not None else ()
        return [name for name in names if name != effector.group and name in self._groups]

    def carrier(self, effector: srdf.EndEffector) -> str | None:
        """Return the parent group of an effector: the group in the file if possible, else MoveIt's choice."""
        names = self.carriers(effector)
        written = effector.parent_group
        return written if written in names else next(iter(names), None)

    def is_whole(self, name: str) -> bool:
        """Return whether all members of a group exist in the robot."""
        return self.is_certain and self.group(name) is not None and name not in self._look.doubtful


def effectors(ctx: Context) -> Effectors:
    """Return the end effectors of the document that is checked."""
    return ctx.once(Effectors)
