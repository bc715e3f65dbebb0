"""An SRDF resolved against its robot, step by step, with what does not hold and why.

The steps are plain functions, each in a module of its own; their results hold the very elements of
the document, so that a rule can report at their places.
"""

from __future__ import annotations

from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.model.rooted import RootedRobot
from bodyplan.semantics.end_effector import ResolvedEffector, resolve_effectors
from bodyplan.semantics.group import ChainRule, ResolvedGroup, resolve_groups
from bodyplan.semantics.pair import ResolvedPair, resolve_pairs
from bodyplan.semantics.state import ResolvedState, resolve_states
from bodyplan.semantics.virtual_root import VirtualRoot, virtual_root
from bodyplan.text import Record


class Resolution(Record):
    """Everything that an SRDF says of its robot.

    Args:
        root: the SRDF.
        rooted: its robot, on the joint that it stands on.
        virtual_root: that joint, and the virtual joints that do not count.
        groups: by name, refused ones included.
        states: in the order of the file.
        end_effectors: in the order of the file.
        pairs: what is said about pairs of links: first the enabled ones, then the disabled ones.
    """

    root: srdf.Robot
    rooted: RootedRobot
    virtual_root: VirtualRoot
    groups: dict[str, ResolvedGroup]
    states: tuple[ResolvedState, ...]
    end_effectors: tuple[ResolvedEffector, ...]
    pairs: tuple[ResolvedPair, ...]


def resolve_srdf(root: srdf.Robot, robot: Robot, *, chain_rule: ChainRule = "path") -> Resolution:
    """All steps, in the order in which they need each other.

    Args:
        root: the SRDF; may have faults.
        robot: its robot.
        chain_rule: which joints a chain adds whose ends hang below a common link.
    """
    stands_on = virtual_root(root, robot)
    rooted = stands_on.rooted(robot)
    groups = resolve_groups(root, robot, chain_rule=chain_rule, rooted=rooted)
    return Resolution(
        root,
        rooted,
        stands_on,
        groups,
        resolve_states(root, rooted, groups),
        resolve_effectors(root, robot, groups),
        resolve_pairs(root, robot),
    )
