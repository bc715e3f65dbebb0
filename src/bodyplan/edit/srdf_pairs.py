"""Pairs of links that touch where they are joined."""

from __future__ import annotations

from bodyplan import model


def neighbours(robot: model.Robot) -> list[tuple[str, str]]:
    """Each link with a collision shape, behind the nearest such link above it in the tree.

    Links without a shape are passed through. MoveIt's assistant also takes what hangs from one
    link without a shape for neighbours; such links may well be apart, and are no pair here.
    """
    solid: dict[str, str | None] = {}  # by link: the nearest one with a shape, itself included
    pairs: list[tuple[str, str]] = []
    for link in robot.links:
        joint = robot.parent_joint(link.name)
        above = None if joint is None else solid[joint.parent]
        solid[link.name] = link.name if link.collisions else above
        if link.collisions and above is not None:
            pairs.append((above, link.name))
    return sorted(pairs, key=lambda pair: robot.link_index(pair[0]))
