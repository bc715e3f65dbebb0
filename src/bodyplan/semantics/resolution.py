"""An SRDF resolved against its robot, with the problems of its elements.

A plain function in a module of its own resolves each part. The results contain the elements of the
document, so that rules can report their locations.
"""

from __future__ import annotations

from functools import cached_property

from bodyplan.formats import srdf
from bodyplan.model import Link, Robot
from bodyplan.model.planning.collision_matrix import AllowedCollisionMatrix
from bodyplan.model.planning.virtual_joint import RootedRobot
from bodyplan.semantics._state import ResolvedState, resolve_states
from bodyplan.semantics.end_effector import ResolvedEffector, resolve_effectors
from bodyplan.semantics.group import ChainRule, ResolvedGroup, resolve_groups
from bodyplan.semantics.group_graph import GroupGraph
from bodyplan.semantics.pair import Pairs, ResolvedPair, collision_matrix, resolve_pairs
from bodyplan.semantics.problem import Problems, problems_of
from bodyplan.semantics.virtual_root import VirtualRoot, virtual_root


class Resolution:
    """An SRDF resolved against its robot. Each part is resolved on first access.

    If the robot is unknown, links and joints are only names: no group has joints, and all links of
    pairs are assumed to exist.

    Args:
        root: the SRDF; may have errors.
        robot: the robot of the SRDF; None if unknown.
        chain_rule: the joints of a chain whose ends are on two branches of the tree.
        graph: the graph of groups and subgroups, if already known.
    """

    def __init__(
        self,
        root: srdf.Robot,
        robot: Robot | None,
        *,
        chain_rule: ChainRule = "path",
        graph: GroupGraph | None = None,
    ) -> None:
        self.root = root
        self.is_alone = robot is None
        """Whether the SRDF is resolved without a robot."""
        self.robot = _robot_of_pairs(root) if robot is None else robot
        """The robot; if unknown, a substitute that has the links of all pairs."""
        self.chain_rule: ChainRule = chain_rule
        self.graph = graph or GroupGraph(root)
        """The graph of groups and subgroups."""

    @cached_property
    def virtual_root(self) -> VirtualRoot:
        """The root joint of the robot, and the virtual joints that are not used for it."""
        return virtual_root(self.root, self.robot)

    @cached_property
    def rooted_robot(self) -> RootedRobot:
        """The robot with its root joint."""
        return self.virtual_root.rooted_robot(self.robot)

    @cached_property
    def groups(self) -> dict[str, ResolvedGroup]:
        """Groups by name, including dropped ones; if the robot is unknown, without joints."""
        return resolve_groups(
            self.root,
            None if self.is_alone else self.robot,
            chain_rule=self.chain_rule,
            rooted_robot=self.rooted_robot,
            graph=self.graph,
        )

    @cached_property
    def states(self) -> tuple[ResolvedState, ...]:
        """The group states in the order of the file; empty if the robot is unknown."""
        return () if self.is_alone else resolve_states(self.root, self.rooted_robot, self.groups)

    @cached_property
    def end_effectors(self) -> tuple[ResolvedEffector, ...]:
        """The end effectors in the order of the file; empty if the robot is unknown."""
        return () if self.is_alone else resolve_effectors(self.root, self.robot, self.groups)

    @cached_property
    def pairs(self) -> tuple[ResolvedPair, ...]:
        """The pairs of links: the enabled pairs first, then the disabled pairs."""
        return resolve_pairs(self.pair_elements, self.robot)

    @cached_property
    def pair_elements(self) -> Pairs:
        """The elements that enable or disable pairs of links, by the names of the links."""
        return Pairs(self.root)

    @cached_property
    def collision_matrix(self) -> AllowedCollisionMatrix:
        """The allowed collision matrix."""
        return collision_matrix(self.root, self.robot, self.pairs)

    @cached_property
    def problems(self) -> Problems:
        """The problems of all elements; if the robot is unknown, only those independent of it."""
        return problems_of(self)


def resolve_srdf(
    root: srdf.Robot,
    robot: Robot | None,
    *,
    chain_rule: ChainRule = "path",
    graph: GroupGraph | None = None,
) -> Resolution:
    """Resolve an SRDF against its robot.

    Args:
        root: the SRDF; may have errors.
        robot: the robot of the SRDF; None if unknown.
        chain_rule: the joints of a chain whose ends are on two branches of the tree.
        graph: the graph of groups and subgroups, if already known.
    """
    return Resolution(root, robot, chain_rule=chain_rule, graph=graph)


def _robot_of_pairs(root: srdf.Robot) -> Robot:
    """Return a robot without joints, whose links are those of all pairs."""
    names = [name for pair in root.enable_collisions for name in (pair.link1, pair.link2)]
    names += [name for pair in root.disable_collisions for name in (pair.link1, pair.link2)]
    names += [default.link for default in root.disable_default_collisions]
    return Robot(root.name, [Link(name) for name in dict.fromkeys(names) if name])
