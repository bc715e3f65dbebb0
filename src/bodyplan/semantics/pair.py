"""The collision matrix of an SRDF: what each tag says, and which of them hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.model.collision_matrix import AllowedCollisionMatrix, PairEntry

PairElement = srdf.DisableCollisions | srdf.EnableCollisions

PairTrouble = Literal["", "unknown", "self", "repeated", "overruled"]
"""Why what is said about a pair has no effect.

- "unknown": one of the links is not there.
- "self": it is a pair of a link and itself.
- "repeated": the same was said before.
- "overruled": the pair is enabled here, and disabled elsewhere, which counts.
"""


class ResolvedPair(NamedTuple):
    """What one element says about a pair of links.

    Args:
        element: the very value of the document.
        trouble: why it has no effect.
        names: links that are not there.
        other: the element that said the same before, or that counts instead.
    """

    element: PairElement
    trouble: PairTrouble = ""
    names: tuple[str, ...] = ()
    other: PairElement | None = None


def resolve_pairs(root: srdf.Robot, robot: Robot) -> tuple[ResolvedPair, ...]:
    """What is said about pairs of links: first the enabled ones, then the disabled ones.

    Args:
        root: the SRDF.
        robot: its robot.
    """
    links = robot.tree.link_index
    disabled: dict[tuple[str, str], srdf.DisableCollisions] = {}
    for pair in root.disable_collisions:
        disabled.setdefault(_key(pair), pair)
    enabled: dict[tuple[str, str], srdf.EnableCollisions] = {}
    resolved: list[ResolvedPair] = []
    elements: list[PairElement] = [*root.enable_collisions, *root.disable_collisions]
    for element in elements:
        key = _key(element)
        names = tuple(name for name in key if name not in links)
        first: PairElement
        if isinstance(element, srdf.EnableCollisions):
            first = enabled.setdefault(key, element)
        else:
            first = disabled[key]
        if names:
            resolved.append(ResolvedPair(element, "unknown", tuple(dict.fromkeys(names))))
        elif key[0] == key[1]:
            resolved.append(ResolvedPair(element, "self"))
        elif first is not element:
            resolved.append(ResolvedPair(element, "repeated", (), first))
        elif isinstance(element, srdf.EnableCollisions) and key in disabled:
            resolved.append(ResolvedPair(element, "overruled", (), disabled[key]))
        else:
            resolved.append(ResolvedPair(element))
    return tuple(resolved)


def collision_matrix(
    root: srdf.Robot, robot: Robot, pairs: Iterable[ResolvedPair]
) -> AllowedCollisionMatrix:
    """Which pairs of links are checked.

    Disabled pairs count before enabled ones, these before the links that are disabled by default.
    Of pairs that stand twice, the first gives the reason. Links that are not there are passed over.

    Args:
        root: the SRDF.
        robot: its robot.
        pairs: of ``resolve_pairs``.

    Source: MoveIt, AllowedCollisionMatrix(srdf::Model).
    """
    links = robot.tree.link_index
    defaults = [d.link for d in root.disable_default_collisions if d.link in links]
    bodies = [link.name for link in robot.links if link.collisions]
    entries = (
        PairEntry(
            pair.element.link1,
            pair.element.link2,
            "always" if isinstance(pair.element, srdf.DisableCollisions) else "never",
            pair.element.reason,
        )
        for pair in pairs
        if not pair.trouble
    )
    return AllowedCollisionMatrix(links, bodies, defaults, entries)


def _key(pair: PairElement) -> tuple[str, str]:
    one, other = pair.link1, pair.link2
    return (one, other) if one <= other else (other, one)
