"""The pairs of links that are checked for collision."""

from __future__ import annotations

from itertools import combinations

from bodyplan.model import Link, Robot

Pair = tuple[str, str]
MOST_PAIRS = 500_000
"""The largest number of pairs of links of a robot: about 1,000 links with collision geometry."""
MOST_STATES = 1_000
"""The largest number of configurations in which pairs of links are examined: the named states and
the default configuration."""


class TooManyPairsError(ValueError):
    """A robot has too many pairs of links, or too many named states."""


class TooManyStepsError(TooManyPairsError):
    """Comparing the collision shapes of links takes more steps than the limit."""


def solid_links(robot: Robot) -> list[str]:
    """Return the names of the links with collision geometry, in the order of the links.

    Raises:
        TooManyPairsError: the links have too many pairs.
    """
    found = [link.name for link in robot.links if _is_solid(link)]
    count = len(found) * (len(found) - 1) // 2
    if count > MOST_PAIRS:
        raise TooManyPairsError(
            f"{len(found):,} links with collision geometry have {count:,} pairs,"
            f" which exceeds the limit of {MOST_PAIRS:,}"
        )
    return found


def check_states(count: int) -> None:
    """Check that the number of configurations to examine is within the limit.

    Args:
        count: number of named states, including the default configuration.

    Raises:
        TooManyPairsError: there are too many configurations.
    """
    if count > MOST_STATES:
        raise TooManyPairsError(f"{count:,} named states exceed the limit of {MOST_STATES:,}")


def checked_pairs(robot: Robot) -> tuple[Pair, ...]:
    """Return the pairs of links that are checked for collision, in the order of the links.

    These are pairs of links with collision geometry that the SRDF does not disable. Adjacent links
    are not checked either, unless the SRDF enables their pair. Links are adjacent if a joint
    connects them, if only links without collision geometry are between them, or if they belong to
    the same rigid body.

    Args:
        robot: the robot; its SRDF is ``robot.semantics``.

    Raises:
        TooManyPairsError: the robot has too many links with collision geometry.
    """
    semantics = robot.semantics
    matrix = None if semantics is None else semantics.allowed_collision_matrix
    bodies = bodies_of(robot)
    solid = solid_links(robot)
    above = _solid_above(robot, bodies, {bodies[name] for name in solid})
    found = []
    for link, other in combinations(solid, 2):
        entry = None if matrix is None else matrix.entry(link, other)
        if entry is None:
            one, two = bodies[link], bodies[other]
            is_near = one == two or above.get(one) == two or above.get(two) == one
            if is_near or (matrix is not None and matrix.allowed(link, other)):
                continue
        if entry != "always":
            found.append((link, other))
    return tuple(found)


def _is_solid(link: Link) -> bool:
    return any(collision.shape is not None for collision in link.collisions)


def bodies_of(robot: Robot) -> dict[str, str]:
    """Return, for each link, the first link of its rigid body."""
    found: dict[str, str] = {}
    for link in robot.links:
        joint = robot.parent_joint(link.name)
        is_fixed = joint is not None and joint.type == "fixed"
        found[link.name] = found[joint.parent] if joint and is_fixed else link.name
    return found


def _solid_above(robot: Robot, bodies: dict[str, str], solid: set[str]) -> dict[str, str]:
    """Return, for each rigid body, its nearest ancestor body with collision geometry."""
    found: dict[str, str] = {}
    for body in dict.fromkeys(bodies.values()):
        joint = robot.parent_joint(body)
        if joint is not None:
            parent = bodies[joint.parent]
            nearest = parent if parent in solid else found.get(parent)
            if nearest is not None:
                found[body] = nearest
    return found
