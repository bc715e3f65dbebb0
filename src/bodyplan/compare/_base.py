"""How a robot is connected to the world, regardless of where its closed loops are cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bodyplan.model import Joint, Robot
from bodyplan.model.scoped_names import WORLD_NAME


def base_of(robot: Robot) -> str:
    """Return how a robot is connected to the world; empty if its description does not define it.

    Links that are connected to the world only by fixed joints count as part of the floor, unless
    all links are.
    """
    free = "free" if robot.details is not None and robot.details.says_base else ""
    if WORLD_NAME not in {root.name for root in robot.roots}:
        return free
    joints: dict[str, list[Joint]] = {link.name: [] for link in robot.links}
    for joint in (*robot.joints, *robot.loops):
        if joint.type == "floating" and joint.parent == WORLD_NAME:
            free = "free"
            continue
        for end in (joint.parent, joint.child):
            joints[end].append(joint)
    del joints[WORLD_NAME]
    kinds: set[str] = set()
    has_floor = False
    for part in _parts(joints):
        inside = {id(joint): joint for name in part for joint in joints[name]}
        ways = [one for one in inside.values() if WORLD_NAME in {one.parent, one.child}]
        if not ways:
            kinds.add(free)
        elif all(joint.type == "fixed" for joint in inside.values()):
            has_floor = True
        else:
            kinds.update(map(_kind, ways))
    kinds.discard("")
    if not kinds and (has_floor or len(robot.roots) == 1):
        return "fixed to the world"
    return " and ".join(sorted(kinds))


def _kind(joint: Joint) -> str:
    """Return how a joint connects a robot to the world; a continuous joint counts as revolute."""
    kind = "revolute" if joint.type == "continuous" else joint.type
    return "fixed to the world" if kind == "fixed" else f"moved by a {kind} joint"


def _parts(joints: Mapping[str, Sequence[Joint]]) -> Iterator[list[str]]:
    """Yield the connected components of the links.

    Args:
        joints: the joints that are attached to each link, by name of the link.
    """
    seen: set[str] = set()
    for name in joints:
        if name in seen:
            continue
        seen.add(name)
        part = [name]
        for link in part:
            for joint in joints[link]:
                for end in (joint.parent, joint.child):
                    if end in joints and end not in seen:
                        seen.add(end)
                        part.append(end)
        yield part
