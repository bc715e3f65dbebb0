"""The chain between two links, isolated as a separate robot."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from bodyplan.core import class_name, quoted, replace
from bodyplan.core.names import first_of
from bodyplan.model import Chain, Joint, Link, Robot
from bodyplan.model.joint import ENDLESS, JOINT_TYPES, WITH_PITCH


class IsolatedChain(NamedTuple):
    """The chain that moves one link relative to another, isolated from the rest of its robot.

    Args:
        robot: a robot with only the links and joints on the path.
        links: the links on the path, from the base to the frame.
        joints: names of the independent joints that move the chain.
        endless: names of those ``joints`` that translate without limits.
        varied: indices, in a configuration of ``robot``, of the variables that the search for extremes
            varies: not components of quaternions, and not translations without limits.
        places: for each variable of ``robot``, its index in a configuration of the whole robot.
    """

    robot: Robot
    links: tuple[str, ...]
    joints: tuple[str, ...]
    endless: tuple[str, ...]
    varied: list[int]
    places: list[int]


def isolated_chain(robot: Robot, base: str, frame: str) -> IsolatedChain:
    """Return the chain that moves one link relative to another.

    Raises:
        UnknownNameError: a link does not exist.
        ValueError: the links are not connected, or only fixed joints connect them.
        TypeError: a link is not given by name.
    """
    start, end = (_link(robot, name) for name in (base, frame))
    chain = robot.chain(start, end)
    if chain is None:
        raise ValueError(f"link {quoted(frame)} is not connected to link {quoted(base)}")
    names = [
        robot.mimics[j.name].leader if j.mimic else j.name for j in chain.joints if j.variables
    ]
    joints = [robot.joint(name) for name in dict.fromkeys(names)]
    if not joints:
        raise ValueError(
            f"link {quoted(frame)} does not move relative to link {quoted(base)}: all joints "
            f"between them are fixed"
            if frame != base
            else f"link {quoted(frame)} is its own base"
        )
    alone = _alone(robot, chain, {base, frame} - {start, end})
    lower, upper = alone.arrays.lower.tolist(), alone.arrays.upper.tolist()
    endless: list[str] = []
    varied: list[int] = []
    for joint in joints:
        first = alone.q_slice(joint.name).start
        units = JOINT_TYPES[joint.type].units
        slides = 1 if joint.type in WITH_PITCH and joint.pitch else units.count("m")
        held = [
            number
            for number in range(first, first + slides)
            if not (lower[number] > -ENDLESS and upper[number] < ENDLESS)
        ]
        if held:
            endless.append(joint.name)
        numbers = range(first, first + len(units) - units.count(""))
        varied += [number for number in numbers if number not in held]
    inner = [*(joint.parent for joint in chain.up), *(joint.child for joint in chain.down)]
    links = [base, *inner, *([frame] if frame != end else [])]
    moving = tuple(joint.name for joint in joints)
    return IsolatedChain(
        alone, tuple(links), moving, tuple(endless), varied, _in_whole(robot, alone)
    )


def _alone(robot: Robot, chain: Chain, frames: Collection[str]) -> Robot:
    """Return the links and joints of a chain as a robot, without the other branches.

    Mimicked joints outside the chain are included, each with an additional child link.
    """
    names = dict.fromkeys([chain.ancestor, *(joint.child for joint in chain.joints)])
    on_the_way = {joint.name for joint in chain.joints}
    joints: dict[str, Joint] = {}

    def new_link(name: str) -> str:
        while name in names or name in frames:
            name += "'"
        names[name] = None
        return name

    for joint in chain.joints:
        joints[joint.name] = joint
        if joint.mimic is None:
            continue
        mimic = robot.mimics[joint.name]
        joints[joint.name] = replace(joint, mimic=mimic)
        if mimic.leader not in joints and mimic.leader not in on_the_way:
            leader = robot.joint(mimic.leader)
            link = new_link(mimic.leader)
            joints[mimic.leader] = replace(leader, parent=chain.ancestor, child=link)
    held = [frame for frame in robot.frames if frame.name in frames]
    return Robot(robot.name, [Link(name) for name in names], joints.values(), frames=held)


def _in_whole(robot: Robot, alone: Robot) -> list[int]:
    """Return, for each variable of the isolated chain, its index in q of the whole robot."""
    slices = [robot.q_slice(joint.name) for joint in alone.independent_joints]
    return [place for one in slices for place in range(one.start, one.stop)]


def only_moving_tip(robot: Robot, base: str) -> str:
    """Return the only tip of the robot that moves relative to a link or frame.

    Tips with the same last movable joint count as one tip.

    Raises:
        ValueError: several tips move, or no tip moves.
    """
    last = _last_movable(robot, base)
    tips: dict[int, str] = {}
    for tip in robot.tips:
        joint = last[robot.link_index(tip.name)]
        if joint is not None:
            tips.setdefault(joint, tip.name)
    if not tips:
        raise ValueError(f"nothing moves relative to link {quoted(base)}")
    if len(tips) > 1:
        listed = first_of(map(quoted, tips.values()), len(tips))
        raise ValueError(f"{len(tips)} end links move; choose one as the frame: {listed}")
    return next(iter(tips.values()))


def _last_movable(robot: Robot, base: str) -> list[int | None]:
    """Return the last movable joint on the path from the base to each link; None without one.

    The run time is linear in the number of links.
    """
    tree = robot.tree
    moves = [bool(joint.variables) for joint in robot.joints]
    found: list[int | None] = [None] * len(robot.links)
    link = robot.link_index(_link(robot, base))
    known = {link}
    while (joint := tree.into[link]) >= 0:
        above = tree.above[link]
        found[above] = joint if moves[joint] else found[link]
        known.add(above)
        link = above
    for below in range(link + 1, tree.end[link]):
        if below not in known:
            joint = tree.into[below]
            found[below] = joint if moves[joint] else found[tree.above[below]]
    return found


def _link(robot: Robot, name: str) -> str:
    """Return the name of a link, or of the link to which the frame with this name is fixed.

    Raises:
        TypeError: the argument is not a name.
    """
    if not isinstance(name, str):
        raise TypeError(f"expected the name of a link, not {class_name(type(name))}")
    is_frame = not robot.has_link(name) and any(one.name == name for one in robot.frames)
    return robot.frame(name).link if is_frame else name
