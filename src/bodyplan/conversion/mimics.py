"""Removal of invalid mimic declarations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from bodyplan.core import quoted, replace
from bodyplan.model import Joint


def consistent_mimics(
    joints: Iterable[Joint], dropped: Callable[[str, str], None], others: Iterable[str] = ()
) -> list[Joint]:
    """Return the joints, without those of their mimic relations that are invalid.

    Args:
        joints: joints of the tree.
        dropped: called with the name of each joint whose mimic relation is removed, and the reason.
        others: names of the loop constraints, which cannot be mimicked.
    """
    made = list(joints)
    known = {joint.name: joint for joint in made}
    apart = frozenset(others)
    followers = {joint.name: joint.mimic for joint in made if joint.mimic is not None}
    faults: dict[str, str] = {}
    for name, mimic in followers.items():
        leader = known.get(mimic.leader)
        if leader is None:
            why = "is a loop constraint" if mimic.leader in apart else "does not exist"
            faults[name] = f"{quoted(mimic.leader)} {why}"
        elif known[name].variable_count != 1 or leader.variable_count != 1:
            faults[name] = "only joints with one degree of freedom can mimic or be mimicked"
        elif not math.isfinite(mimic.multiplier) or not math.isfinite(mimic.offset):
            faults[name] = "invalid numbers"
    checked: set[str] = set()
    for first in followers:
        way: dict[str, None] = {}
        name = first
        while name in followers and name not in faults and name not in checked and name not in way:
            way[name] = None
            name = followers[name].leader
        if name in way:
            start = list(way).index(name)
            faults.update(dict.fromkeys(list(way)[start:], "the mimic joints form a loop"))
        checked.update(way)
    for name, reason in faults.items():
        dropped(name, reason)
    return [replace(joint, mimic=None) if joint.name in faults else joint for joint in made]
