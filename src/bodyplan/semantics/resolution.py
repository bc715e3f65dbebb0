"""An SRDF resolved against its robot, with what does not hold and why.

The steps are plain functions, each in a module of its own; their results hold the very elements of
the document, so that a rule can report at their places.
"""

from __future__ import annotations

from functools import cached_property

from bodyplan.formats import srdf
from bodyplan.model import Link, Robot
from bodyplan.model.collision_matrix import AllowedCollisionMatrix
from bodyplan.model.rooted import RootedRobot
from bodyplan.semantics.end_effector import ResolvedEffector, resolve_effectors
from bodyplan.semantics.group import ChainRule, ResolvedGroup, resolve_groups
from bodyplan.semantics.group_graph import GroupGraph
from bodyplan.semantics.pair import Pairs, ResolvedPair, collision_matrix, resolve_pairs
from bodyplan.semantics.problem import Problems, problems_of
from bodyplan.semantics.state import ResolvedState, resolve_states
from bodyplan.semantics.virtual_root import VirtualRoot, virtual_root


class Resolution:
    """Everything that an SRDF says of its robot. Each part is resolved when first asked for.

    Without a robot, links and joints are only names: no group has joints, and every link that a
    pair names is taken to exist.

    Args:
        root: the SRDF; may have errors.
        robot: its robot; None where it is not known.
        chain_rule: which joints a chain adds whose ends hang below a common link.
        graph: which groups contain which others, where it is known already.
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
        """Whether there is no robot."""
        self.robot = _robot_of_pairs(root) if robot is None else robot
        """The robot; without one, the links that pairs name."""
        self.chain_rule: ChainRule = chain_rule
        self.graph = graph or GroupGraph(root)
        """Which groups contain which others."""

    @cached_property
    def virtual_root(self) -> VirtualRoot:
        """The joint that the robot stands on, and the virtual joints that do not count."""
        return virtual_root(self.root, self.robot)

    @cached_property
    def rooted(self) -> RootedRobot:
        """The robot on this joint."""
        return self.virtual_root.rooted(self.robot)

    @cached_property
    def groups(self) -> dict[str, ResolvedGroup]:
        """Groups by name, refused ones included; without a robot, none has members but subgroups."""
        return resolve_groups(
            self.root,
            None if self.is_alone else self.robot,
            chain_rule=self.chain_rule,
            rooted=self.rooted,
            graph=self.graph,
        )

    @cached_property
    def states(self) -> tuple[ResolvedState, ...]:
        """States in the order of the file; nothing without a robot."""
        return () if self.is_alone else resolve_states(self.root, self.rooted, self.groups)

    @cached_property
    def end_effectors(self) -> tuple[ResolvedEffector, ...]:
        """End effectors in the order of the file; nothing without a robot."""
        return () if self.is_alone else resolve_effectors(self.root, self.robot, self.groups)

    @cached_property
    def pairs(self) -> tuple[ResolvedPair, ...]:
        """What is said about pairs of links: first the enabled ones, then the disabled ones."""
        return resolve_pairs(self.pair_elements, self.robot)

    @cached_property
    def pair_elements(self) -> Pairs:
        """The elements on pairs of links, by the names of the links."""
        return Pairs(self.root)

    @cached_property
    def collision_matrix(self) -> AllowedCollisionMatrix:
        """Which pairs of links are checked."""
        return collision_matrix(self.root, self.robot, self.pairs)

    @cached_property
    def problems(self) -> Problems:
        """What is wrong with the elements of the SRDF; without a robot, what its names tell."""
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
        robot: its robot; None where it is not known.
        chain_rule: which joints a chain adds whose ends hang below a common link.
        graph: which groups contain which others, where it is known already.
    """
    return Resolution(root, robot, chain_rule=chain_rule, graph=graph)


def _robot_of_pairs(root: srdf.Robot) -> Robot:
    """A robot of nothing but the links that are named in pairs."""
    names = [name for pair in root.enable_collisions for name in (pair.link1, pair.link2)]
    names += [name for pair in root.disable_collisions for name in (pair.link1, pair.link2)]
    names += [default.link for default in root.disable_default_collisions]
    return Robot(root.name, [Link(name) for name in dict.fromkeys(names) if name])
