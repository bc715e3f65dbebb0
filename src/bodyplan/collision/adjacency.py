"""Adjacent links as MoveIt's Setup Assistant defines them, or only links that a joint connects."""

from __future__ import annotations

from collections.abc import Container
from itertools import combinations

from bodyplan.model import Robot

Pair = tuple[str, str]


def ordered(one: str, other: str) -> Pair:
    """Return the names of two links in alphabetical order, as MoveIt does."""
    return (one, other) if one < other else (other, one)


def adjacent_pairs(robot: Robot, solid: Container[str], *, strict: bool = False) -> set[Pair]:
    """Return the pairs of links that are adjacent.

    Two links are adjacent if a joint of any type connects them, or if only links without collision
    geometry are between them. A link without collision geometry makes all its neighbours adjacent
    to each other.

    Args:
        robot: the robot; joints that close loops connect links as well.
        solid: the links with collision geometry.
        strict: whether only links that a joint connects are adjacent.

    Source: moveit_setup_assistant, compute_default_collisions.cpp, computeConnectionGraph.
    """
    found: set[Pair] = set()
    hubs: dict[str, str] = {}
    near: dict[str, set[str]] = {}
    joints = [(joint.parent, joint.child) for joint in (*robot.joints, *robot.loops)]
    for one, other in joints:
        if one != other and one in solid and other in solid:
            found.add(ordered(one, other))
        elif one not in solid and other not in solid:
            hubs[_hub(hubs, one)] = _hub(hubs, other)
    if strict:
        return found
    for pair in joints:
        for one, other in (pair, pair[::-1]):
            if one not in solid and other in solid:
                near.setdefault(_hub(hubs, one), set()).add(other)
    for links in near.values():
        found.update(ordered(*pair) for pair in combinations(sorted(links), 2))
    return found


def _hub(hubs: dict[str, str], name: str) -> str:
    """Return the link that represents the group of connected bare links that contains ``name``.

    A bare link is a link without collision geometry.

    Args:
        hubs: for each bare link that does not represent its group, a link nearer to the one that
            does; paths in it are shortened.
        name: the name of a bare link.
    """
    passed = []
    while hubs.get(name, name) != name:
        passed.append(name)
        name = hubs[name]
    # path compression keeps the run time linear for long chains
    hubs.update(dict.fromkeys(passed, name))
    return name
