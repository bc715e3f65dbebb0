"""SRDF to the hub: an overlay on a robot, resolved as MoveIt does it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bodyplan.core import collector_paused, quoted
from bodyplan.core.names import Named
from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.model.group import Group
from bodyplan.model.semantics import EndEffector, Semantics, State, States
from bodyplan.semantics.group import ChainRule, ResolvedGroup
from bodyplan.semantics.resolution import Resolution, resolve_srdf
from bodyplan.semantics.sphere import SpheresOfLinks, written_spheres


def from_srdf(
    root: srdf.Robot,
    robot: Robot,
    *,
    chain_rule: ChainRule = "path",
    resolve: Callable[[str], Path | None] | None = None,
) -> Semantics:
    """What an SRDF says of its robot. What does not hold is left out, as MoveIt leaves it out.

    Args:
        root: the SRDF; may have faults.
        robot: its robot.
        chain_rule: which joints a chain adds whose ends hang below a common link: "path" for those
            between the ends, "moveit" for the joint that moves the common link as well.
        resolve: finds the file of a mesh by its address; needed for default spheres about meshes.
    """
    with collector_paused():
        return _overlaid(resolve_srdf(root, robot, chain_rule=chain_rule), robot, resolve)


def _overlaid(
    found: Resolution, robot: Robot, resolve: Callable[[str], Path | None] | None
) -> Semantics:
    root = found.root
    where = f"the SRDF of robot {quoted(robot.name)}"
    return Semantics(
        robot=robot,
        virtual_joint=found.virtual_root.joint,
        groups=Named("group", _groups(found.groups), where),
        states=_states(found),
        end_effectors=Named("end effector", _end_effectors(found), where),
        allowed_collision_matrix=found.collision_matrix,
        passive_joints=_passive_joints(found),
        joint_properties=_joint_properties(found),
        spheres=SpheresOfLinks(written_spheres(root, robot), robot, resolve),
        name=root.name,
    )


def _groups(resolved: dict[str, ResolvedGroup]) -> dict[str, Group]:
    """The groups that are not refused, each knowing of all of them; by name, as MoveIt has them."""
    groups: dict[str, Group] = {}
    for name, group in sorted(resolved.items()):
        if not group.is_refused:
            groups[name] = group.among(groups)
    return groups


def _end_effectors(found: Resolution) -> dict[str, EndEffector]:
    return {
        element.name: EndEffector(element.name, element.group, element.parent_link, parent.name)
        for element, parent in ((e.element, e.parent) for e in found.end_effectors if e.counts)
    }


def _states(found: Resolution) -> States:
    """All states that have a name, those without a group included."""
    states: list[State] = []
    for state in found.states:
        kinds: dict[str, dict[str, tuple[float, ...]]] = {}
        for value in state.values:
            kinds.setdefault(value.trouble, {})[value.name] = value.values
        if state.element.name:
            states.append(
                State(
                    state.element.name,
                    state.element.group,
                    found.rooted,
                    values=kinds.get("", {}),
                    others=kinds.get("not in the group", {}),
                    unknown=kinds.get("unknown joint", {}),
                )
            )
    return States(states)


def _passive_joints(found: Resolution) -> tuple[str, ...]:
    """The joints without a motor, in the order of the tree."""
    named = {passive.name for passive in found.root.passive_joints}
    return tuple(joint.name for joint in found.rooted.joints if joint.name in named)


def _joint_properties(found: Resolution) -> Named[Named[str]]:
    """Settings by joint and key; of the same key twice the last counts."""
    joints: dict[str, dict[str, str]] = {}
    for setting in found.root.joint_properties:
        if found.rooted.written_joint(setting.joint_name) is not None:
            joints.setdefault(setting.joint_name, {})[setting.property_name] = setting.value
    return Named(
        "properties of joint",
        {name: Named("property", keys, f"joint {quoted(name)}") for name, keys in joints.items()},
        "the SRDF",
    )
