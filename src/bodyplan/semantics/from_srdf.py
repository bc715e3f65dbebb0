"""Converts an SRDF to the semantics of a robot model, by the rules of MoveIt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bodyplan.conversion.details import DetailReader
from bodyplan.core import collector_paused, field_names, quoted
from bodyplan.core.names import Named
from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.model.details import Detail
from bodyplan.model.planning.group import Group
from bodyplan.model.planning.semantics import EndEffector, Semantics, State, States
from bodyplan.semantics._sphere import SpheresOfLinks, written_spheres
from bodyplan.semantics.group import ChainRule, ResolvedGroup
from bodyplan.semantics.resolution import Resolution, resolve_srdf
from bodyplan.spec import Element
from bodyplan.spec.bind import walk
from bodyplan.spec.raw import NOTHING

if TYPE_CHECKING:
    from bodyplan.geometry.opened import Place

_KEEPS = {
    cls: " ".join({*field_names(cls)} - {"rotor_params", "specificities", "grippers"})
    for cls in vars(srdf).values()
    if isinstance(cls, type) and issubclass(cls, Element)
}
"""The fields that are converted, by class of elements; other fields become details."""


def from_srdf(
    root: srdf.Robot,
    robot: Robot,
    *,
    chain_rule: ChainRule = "path",
    resolve: Callable[[str], Place | None] | None = None,
) -> Semantics:
    """Convert an SRDF to the semantics of its robot. Invalid parts are dropped, as in MoveIt.

    Args:
        root: the SRDF, which may have errors.
        robot: the robot of the SRDF.
        chain_rule: the joints of a chain whose ends are on different branches of the tree: "path"
            for the joints between the ends, "moveit" to add the parent joint of their common
            ancestor.
        resolve: a function that returns the file of a mesh, given its URI; required for default
            spheres around meshes.
    """
    with collector_paused():
        return _semantics(resolve_srdf(root, robot, chain_rule=chain_rule), robot, resolve)


def _semantics(
    found: Resolution, robot: Robot, resolve: Callable[[str], Place | None] | None
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
        details=_details(root),
    )


def _details(root: srdf.Robot) -> tuple[Detail, ...]:
    """Return the elements and attributes of an SRDF that the robot model does not represent."""
    has_any = root.rotor_params or root.specificities or root.grippers
    if not has_any and all(one.extra is NOTHING for one in walk(root)):
        return ()  # as in most files
    return tuple(DetailReader(_KEEPS, ("Robot.version",)).details(root, "SRDF"))


def _groups(resolved: dict[str, ResolvedGroup]) -> dict[str, Group]:
    """Return the groups except dropped ones, sorted by name as in MoveIt."""
    groups: dict[str, Group] = {}
    for name, group in sorted(resolved.items()):
        if not group.is_dropped:
            groups[name] = group.among(groups)
    return groups


def _end_effectors(found: Resolution) -> dict[str, EndEffector]:
    return {
        element.name: EndEffector(element.name, element.group, element.parent_link, parent.name)
        for element, parent in ((e.element, e.parent) for e in found.end_effectors if e.counts)
    }


def _states(found: Resolution) -> States:
    """Return all group states that have a name, including those whose group does not exist."""
    states: list[State] = []
    for state in found.states:
        kinds: dict[str, dict[str, tuple[float, ...]]] = {}
        for value in state.values:
            kinds.setdefault(value.problem, {})[value.name] = value.values
        if state.element.name:
            states.append(
                State(
                    state.element.name,
                    state.element.group,
                    found.rooted_robot,
                    values=kinds.get("", {}),
                    others=kinds.get("not in the group", {}),
                    unknown=kinds.get("unknown joint", {}),
                )
            )
    return States(states)


def _passive_joints(found: Resolution) -> tuple[str, ...]:
    """Return the passive joints, in the order of the tree."""
    named = {passive.name for passive in found.root.passive_joints}
    return tuple(joint.name for joint in found.rooted_robot.joints if joint.name in named)


def _joint_properties(found: Resolution) -> Named[Named[str]]:
    """Return the joint properties by joint and name; of duplicates, the last one is used."""
    joints: dict[str, dict[str, str]] = {}
    for joint_property in found.root.joint_properties:
        name = joint_property.joint_name
        if found.rooted_robot.written_joint(name) is not None:
            joints.setdefault(name, {})[joint_property.property_name] = joint_property.value
    return Named(
        "properties of joint",
        {name: Named("property", keys, f"joint {quoted(name)}") for name, keys in joints.items()},
        "the SRDF",
    )
