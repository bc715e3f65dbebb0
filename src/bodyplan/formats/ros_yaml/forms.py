"""Kinds of ROS 2 parameter files, detected by their keys, and how each is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bodyplan.formats.ros_yaml.controllers import (
    Controller,
    ControllerJoint,
    Controllers,
    Interface,
)
from bodyplan.formats.ros_yaml.document import KEYS
from bodyplan.formats.ros_yaml.joint_limits import JointLimit, JointLimits
from bodyplan.formats.ros_yaml.moveit import (
    ControllerName,
    Kinematics,
    MoveItController,
    MoveItControllers,
    Solver,
)
from bodyplan.formats.ros_yaml.nodes import Mapping, Scalar, Sequence
from bodyplan.formats.ros_yaml.reading import Settings, Spot
from bodyplan.spec import Element

PARAMETERS = "ros__parameters"
MANAGER = "controller_manager"
_DEPTH = 4
"""Maximum depth of a parameter node below its namespaces."""
_WRAPPERS = (PARAMETERS, "robot_description_planning", "robot_description_kinematics")
_MOVEIT = "moveit_simple_controller_manager"
_CONTROLLER_KEYS = (*KEYS["joints"], *KEYS["command_interfaces"], *KEYS["state_interfaces"])
_SINGLE = ("joint", "joint_name", "left_wheel", "right_wheel", "interface_name")
"""Keys with a single name instead of a list; in ROS 1 they may have either."""


def read_root(settings: Settings, top: Spot) -> tuple[str | None, Element | None]:
    """Return the name of the format and the typed root, or neither for an unknown file."""
    moveit = _moveit_spot(top)
    if moveit is not None:
        return "moveit_controllers", _moveit_controllers(settings, moveit)
    limits = _below_wrappers(top, _has("joint_limits"))
    if limits is not None:
        return "joint_limits", _joint_limits(settings, limits)
    nodes = [spot for spot in _parameter_nodes(top) if spot.get(PARAMETERS) is not None]
    controllers = _ros2_controllers(settings, nodes)
    if controllers is not None:
        return "controllers", controllers
    solvers = _below_wrappers(top, _has_solvers)
    if solvers is not None:
        return "kinematics", _kinematics(settings, solvers)
    old = list(_ros1_controllers(settings, top))
    if old:
        return "controllers", settings.keep(Controllers(controllers=tuple(old)), top)
    return None, None


def _below_wrappers(top: Spot, is_it: Callable[[Spot], bool]) -> Spot | None:
    """Return the mapping with the parameters: the root, or one nested in a parameter file."""
    spots = [top]
    for _ in range(_DEPTH):
        for spot in spots:
            if is_it(spot):
                return spot
        spots = [
            inner
            for spot in spots
            for name, inner in spot.pairs()
            if name in _WRAPPERS or inner.get(PARAMETERS) is not None
        ]
    return None


def _has(key: str) -> Callable[[Spot], bool]:
    return lambda spot: spot.get(key) is not None


# joint_limits


def _joint_limits(settings: Settings, spot: Spot) -> JointLimits:
    limits = spot.get("joint_limits")
    joints = tuple(
        settings.element(JointLimit, inner, is_closed=True, name=name)
        for name, inner in (limits.pairs() if limits is not None else ())
    )
    return settings.element(JointLimits, spot, known=("joint_limits",), joints=joints)


# Controllers of ros2_control and ros_control


def _parameter_nodes(top: Spot) -> Iterator[Spot]:
    """Yield everything that may be a node with parameters, at the root and below namespaces."""
    spots = [top]
    for _ in range(_DEPTH):
        below: list[Spot] = []
        for spot in spots:
            for name, inner in spot.pairs():
                if name != PARAMETERS and isinstance(inner.node, Mapping):
                    yield inner
                    if inner.get(PARAMETERS) is None:
                        below.append(inner)
        spots = below


def _node_name(spot: Spot) -> str:
    return spot.key.text.strip("/").rpartition("/")[2] if spot.key is not None else ""


def _ros2_controllers(settings: Settings, nodes: list[Spot]) -> Controllers | None:
    """Return the controllers of a parameter file, or None if it defines none."""
    listed: dict[str, Spot] = {}
    manager: Spot | None = None
    blocks: dict[str, Spot] = {}
    for node in nodes:
        parameters = node.get(PARAMETERS)
        if parameters is None:
            continue
        if _node_name(node) == MANAGER:
            manager = manager or parameters
            listed |= {name: inner for name, inner in parameters.pairs() if inner.get("type")}
        else:  # its place is the key of the node
            blocks.setdefault(_node_name(node), Spot(parameters.node, node.key, node.path))
    found: list[Controller] = []
    for name in dict.fromkeys([*listed, *blocks]):
        entry, block = listed.get(name), blocks.get(name)
        if entry is not None or (block is not None and _is_controller(block)):
            found.append(_controller(settings, name, entry, block))
    if manager is not None:
        return settings.element(Controllers, manager, ros2=True, controllers=tuple(found))
    if found:
        return settings.keep(Controllers(ros2=True, controllers=tuple(found)), nodes[0])
    return None


def _is_controller(parameters: Spot) -> bool:
    """Whether parameters belong to a controller: they have joints or the type of a controller."""
    type_ = parameters.get("type")
    if type_ is not None and (type_.text or "").endswith(("Controller", "Broadcaster")):
        return True
    return parameters.get("command_interfaces", "interface_name", "interface_names") is not None


def _controller(
    settings: Settings, name: str, entry: Spot | None, block: Spot | None
) -> Controller:
    """Return a controller from its entry in the manager's list and its own parameters."""
    spots = [spot for spot in (block, entry) if spot is not None]
    spot = spots[0]
    types = [inner.text or "" for inner in (one.get("type") for one in spots) if inner is not None]
    more = ("command_interface",) if any(type_.startswith("pid_") for type_ in types) else ()
    joints = [
        joint
        for key in KEYS["joints"]
        for joint in settings.names(
            ControllerJoint, spot.get(key), is_list=not _may_be_single(spot, key)
        )
    ]
    commands, states = (
        tuple(
            made
            for key in KEYS[field]
            for made in settings.names(Interface, spot.get(key), is_list=key not in _SINGLE)
        )
        for field in ("command_interfaces", "state_interfaces")
    )
    return settings.element(
        Controller,
        *spots,
        known=(*_CONTROLLER_KEYS, *more),
        name=name,
        is_listed=entry is not None,
        has_parameters=block is not None,
        joints=tuple(joints),
        command_interfaces=commands,
        state_interfaces=states,
    )


def _may_be_single(spot: Spot, key: str) -> bool:
    return key in _SINGLE or (key.endswith("wheel") and spot.get(key) is not None)


def _ros1_controllers(settings: Settings, top: Spot) -> Iterator[Controller]:
    """Return the controllers of a ROS 1 file: mappings with a type, below at most one namespace."""
    for node in _parameter_nodes(top):
        type_ = node.get("type")
        text = type_.text if type_ is not None else None
        if text is not None and "/" in text and "ontroller" in text and node.key is not None:
            yield _controller(settings, node.key.text, node, None)


# MoveIt


def _moveit_spot(top: Spot) -> Spot | None:
    """Return the mapping that lists the controllers of MoveIt."""
    for name in ("controller_names", "controller_list"):
        if top.get(name) is not None:
            return top
    for spot in (top.get(_MOVEIT), _below_wrappers(top, _has(_MOVEIT))):
        inner = spot.get(_MOVEIT) if spot is not None and spot.get(_MOVEIT) is not None else spot
        if inner is not None and inner.get("controller_names") is not None:
            return inner
    manager = top.get("moveit_controller_manager")
    return (top.get(_MOVEIT) or top) if manager is not None else None


def _moveit_controllers(settings: Settings, spot: Spot) -> MoveItControllers:
    found: list[MoveItController] = []
    listed = spot.get("controller_list")
    if listed is not None and isinstance(listed.node, Sequence):
        for number, item in enumerate(listed.node.items, start=1):
            inner = Spot(item, None, f"{listed.path}[{number}]")
            name = inner.get("name")
            if name is not None and isinstance(name.node, Scalar):
                called = Spot(item, name.node, inner.path)
                found.append(_moveit_controller(settings, name.node.text, called))
    found += [
        _moveit_controller(settings, key, inner)
        for key, inner in spot.pairs()
        if isinstance(inner.node, Mapping) and inner.get("type", "joints", "action_ns")
    ]
    return settings.keep(
        MoveItControllers(
            is_list=listed is not None,
            names=settings.names(ControllerName, spot.get("controller_names")),
            controllers=tuple(found),
        ),
        spot,
    )


def _moveit_controller(settings: Settings, name: str, spot: Spot) -> MoveItController:
    joints = settings.names(ControllerJoint, spot.get("joints"))
    return settings.element(
        MoveItController, spot, known=("name", "joints"), name=name, joints=joints
    )


def _has_solvers(spot: Spot) -> bool:
    """Whether the values of a mapping are kinematics solvers."""
    return any(inner.get("kinematics_solver") is not None for _, inner in spot.pairs())


def _kinematics(settings: Settings, spot: Spot) -> Kinematics:
    solvers = [
        settings.element(Solver, inner, group=name)
        for name, inner in spot.pairs()
        if isinstance(inner.node, Mapping)
    ]
    return settings.keep(Kinematics(solvers=tuple(solvers)), spot)
