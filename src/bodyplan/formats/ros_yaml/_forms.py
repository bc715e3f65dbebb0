"""Detection of the kind of a ROS parameter file by its keys, and the reader of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Sequence as Several
from typing import NamedTuple

from bodyplan.formats.ros_yaml import _parameter_kinds as kinds
from bodyplan.formats.ros_yaml._controllers import (
    Controller,
    ControllerJoint,
    Controllers,
    Interface,
)
from bodyplan.formats.ros_yaml._document import KEYS
from bodyplan.formats.ros_yaml._joint_limits import JointLimit, JointLimits
from bodyplan.formats.ros_yaml._moveit import (
    ControllerName,
    Kinematics,
    MoveItController,
    MoveItControllers,
    Solver,
)
from bodyplan.formats.ros_yaml._reading import Settings, Spot
from bodyplan.formats.ros_yaml.nodes import PARAMETERS, Mapping, Scalar, Sequence
from bodyplan.spec import Element

MANAGER = "controller_manager"
MOST_WILDCARDS = 100
"""The largest number of wildcard nodes that are read.

Each is compared with each controller. Real files have one or two."""
_DEPTH = 4
"""The largest number of names in the full name of a node: its namespaces and its own name."""
_PLUGINS = ("Controller", "Broadcaster")
"""Endings of the type names of controllers."""
_WRAPPERS = (PARAMETERS, "robot_description_planning", "robot_description_kinematics")
_MOVEIT = "moveit_simple_controller_manager"
_CONTROLLER_KEYS = (*KEYS["joints"], *KEYS["command_interfaces"], *KEYS["state_interfaces"])
_SINGLE = ("joint", "joint_name", "left_wheel", "right_wheel", "interface_name")
"""Keys whose value may be a single name or a list of names."""


def read_root(settings: Settings, top: Spot) -> tuple[str | None, Element | None]:
    """Return the name of the format and the typed root; None and None for an unknown file.

    Args:
        settings: the reader of the file.
        top: the root of the YAML tree.
    """
    moveit = _moveit_spot(top)
    if moveit is not None:
        return "moveit_controllers", _moveit_controllers(settings, moveit)
    limits = _below_wrappers(top, _has("joint_limits"))
    if limits:
        return "joint_limits", _joint_limits(settings, limits)
    nodes = [spot for spot in _parameter_nodes(top) if spot.get(PARAMETERS) is not None]
    controllers = _ros2_controllers(settings, nodes)
    if controllers is not None:
        return "controllers", controllers
    solvers = _below_wrappers(top, _has_solvers)
    if solvers:
        return "kinematics", _kinematics(settings, solvers)
    old = list(_ros1_controllers(settings, top))
    if old:
        return "controllers", settings.keep(Controllers(controllers=tuple(old)), top)
    return None, None


def _below_wrappers(top: Spot, is_it: Callable[[Spot], bool]) -> list[Spot]:
    """Return the mappings nearest to the root that a function accepts.

    Below the root, only the keys of ``_WRAPPERS`` and the names of ROS nodes and namespaces are
    entered.
    """
    spots = [top]
    for _ in range(_DEPTH):
        found = [spot for spot in spots if is_it(spot)]
        if found:
            return found
        spots = [
            inner
            for spot in spots
            for name, inner in spot.pairs()
            if name in _WRAPPERS or (isinstance(inner.node, Mapping) and inner.node.has_nodes)
        ]
    return []


def _has(key: str) -> Callable[[Spot], bool]:
    return lambda spot: spot.get(key) is not None


# joint_limits


def _joint_limits(settings: Settings, spots: list[Spot]) -> JointLimits:
    limits = [spot.get("joint_limits") for spot in spots]
    joints = tuple(
        settings.element(JointLimit, inner, is_closed=True, name=name)
        for one in limits
        for name, inner in (one.pairs() if one is not None else ())
    )
    return settings.element(JointLimits, *spots, known=("joint_limits",), joints=joints)


# Controllers of ros2_control and ros_control


def _parameter_nodes(top: Spot) -> Iterator[Spot]:
    """Yield every mapping that may have the parameters of a ROS node, in any namespace."""
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


class _Block(NamedTuple):
    """The parameters of all nodes whose names match a pattern, such as ``/**/arm_controller``."""

    pattern: tuple[str, ...]
    parameters: Spot

    @property
    def is_wildcard(self) -> bool:
        """Whether the last name of the pattern is a wildcard, so that it matches several nodes."""
        return self.pattern[-1:] in (("*",), ("**",))

    def matches(self, node: tuple[str, ...]) -> bool:
        """Return whether the pattern matches a node.

        Args:
            node: the namespaces of the node, then its own name; they may contain wildcards.
        """
        return len(self.pattern) <= _DEPTH >= len(node) and _overlap(self.pattern, node)


def _overlap(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether a node name can match two patterns; either may be a name without wildcards."""
    if "**" in (one[:1] + other[:1]):
        wide, narrow = (one, other) if one[:1] == ("**",) else (other, one)
        return _overlap(wide[1:], narrow) or (bool(narrow) and _overlap(wide, narrow[1:]))
    if not one or not other:
        return one == other
    return (one[0] == other[0] or "*" in (one[0], other[0])) and _overlap(one[1:], other[1:])


def _blocks(nodes: list[Spot]) -> Iterator[_Block]:
    for node in nodes:
        parameters = node.get(PARAMETERS)
        pattern = tuple(part for part in node.path.split("/") if part)
        if parameters is not None and pattern:
            yield _Block(pattern, parameters._replace(key=node.key))


def _ros2_controllers(settings: Settings, nodes: list[Spot]) -> Controllers | None:
    """Return the controllers of a ROS 2 parameter file; None if it defines no controllers.

    Each controller manager lists the controllers in its own namespace. If several nodes or
    wildcards of the file match a controller, the last of them has priority.
    """
    blocks = sorted(_blocks(nodes), key=lambda block: block.parameters.node.span.start)
    listed: dict[tuple[str, ...], Spot] = {}
    managers: list[_Block] = []
    for block in blocks:
        types = {
            name: inner for name, inner in block.parameters.pairs() if _is_listed_in(block, inner)
        }
        if block.pattern[-1] == MANAGER or types:
            managers.append(block)
            listed |= {(*block.pattern[:-1], name): inner for name, inner in types.items()}
    patterns = {block.pattern for block in managers}
    own = {
        block.pattern: None
        for block in blocks
        if block.pattern not in patterns
        and not block.is_wildcard
        and _is_controller(block.parameters)
    }
    listed_by_name: dict[str, list[tuple[str, ...]]] = {}
    for name in listed:
        listed_by_name.setdefault(name[-1], []).append(name)
    named = [
        name
        for name in own
        if not any(_overlap(name, other) for other in listed_by_name.get(name[-1], ()))
    ]
    parameters: dict[str, list[_Block]] = {}
    for block in blocks:
        if block.pattern not in patterns:
            parameters.setdefault("*" if block.is_wildcard else block.pattern[-1], []).append(block)
    for block in parameters.get("*", [])[MOST_WILDCARDS:][:1]:
        message = f"exceeds the limit of {MOST_WILDCARDS} wildcard nodes; the rest is not read"
        settings.add(kinds.OVER_LIMIT, message, block.parameters.node.span, block.parameters.path)
    found = [
        _controller(settings, name[-1], listed.get(name), _parameters_of(name, parameters))
        for name in (*listed, *named)
    ]
    if managers:
        first = managers[0].parameters
        return settings.element(Controllers, first, ros2=True, controllers=tuple(found))
    if found:
        return settings.keep(Controllers(ros2=True, controllers=tuple(found)), nodes[0])
    return None


def _is_listed_in(block: _Block, parameter: Spot) -> bool:
    """Return whether a parameter of a controller manager, or of a wildcard, lists a controller.

    Args:
        block: the parameters of the manager or wildcard.
        parameter: the parameter; it lists a controller if it has a ``type``.
    """
    type_ = parameter.get("type")
    if block.pattern[-1] == MANAGER:
        return type_ is not None
    return block.is_wildcard and type_ is not None and (type_.text or "").endswith(_PLUGINS)


def _parameters_of(name: tuple[str, ...], parameters: dict[str, list[_Block]]) -> list[Spot]:
    """Return the mappings that contain parameters of a controller, highest priority first.

    Args:
        name: the namespaces of the controller, then its own name.
        parameters: all blocks, by the last name of their pattern; under "*" if this is a wildcard.
    """
    found = [*parameters.get(name[-1], ()), *parameters.get("*", [])[:MOST_WILDCARDS]]
    found = [block for block in found if block.matches(name)]
    found.sort(key=lambda block: block.parameters.node.span.start, reverse=True)
    return [block.parameters for block in found]


def _is_controller(parameters: Spot) -> bool:
    """Return whether parameters are those of a controller: they have its type or its interfaces."""
    type_ = parameters.get("type")
    if type_ is not None and (type_.text or "").endswith(_PLUGINS):
        return True
    return parameters.get("command_interfaces", "interface_name", "interface_names") is not None


def _controller(
    settings: Settings, name: str, entry: Spot | None, blocks: Several[Spot] = ()
) -> Controller:
    """Read a controller from its entry in the controller manager and from its own parameters.

    Args:
        settings: the reader of the file.
        name: the name of the controller.
        entry: its mapping in the controller manager; None without one.
        blocks: the mappings with its own parameters, highest priority first.
    """
    spots = [*blocks, *([] if entry is None else [entry])]
    types = [inner.text or "" for inner in (one.get("type") for one in spots) if inner is not None]
    more = ("command_interface",) if any(type_.startswith("pid_") for type_ in types) else ()
    values = dict(pair for spot in reversed(spots) for pair in spot.pairs())
    joints = [
        joint
        for key in KEYS["joints"]
        for joint in settings.names(
            ControllerJoint, values.get(key), is_list=not _may_be_single(key, values)
        )
    ]
    commands, states = (
        tuple(
            made
            for key in KEYS[field]
            for made in settings.names(Interface, values.get(key), is_list=key not in _SINGLE)
        )
        for field in ("command_interfaces", "state_interfaces")
    )
    return settings.element(
        Controller,
        *spots,
        known=(*_CONTROLLER_KEYS, *more),
        name=name,
        is_listed=entry is not None,
        has_parameters=bool(blocks),
        joints=tuple(joints),
        command_interfaces=commands,
        state_interfaces=states,
    )


def _may_be_single(key: str, values: dict[str, Spot]) -> bool:
    return key in _SINGLE or (key.endswith("wheel") and key in values)


def _ros1_controllers(settings: Settings, top: Spot) -> Iterator[Controller]:
    """Yield the controllers of a ROS 1 file: mappings with a type such as "package/Controller"."""
    for node in _parameter_nodes(top):
        type_ = node.get("type")
        text = type_.text if type_ is not None else None
        if text is not None and "/" in text and "ontroller" in text and node.key is not None:
            yield _controller(settings, node.key.text, node)


# MoveIt


def _moveit_spot(top: Spot) -> Spot | None:
    """Return the mapping that lists the controllers of MoveIt; None in other kinds of files."""
    for name in ("controller_names", "controller_list"):
        if top.get(name) is not None:
            return top
    for spot in (top.get(_MOVEIT), *_below_wrappers(top, _has(_MOVEIT))):
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
    """Return whether a mapping contains the kinematics solvers of groups."""
    return any(inner.get("kinematics_solver") is not None for _, inner in spot.pairs())


def _kinematics(settings: Settings, spots: list[Spot]) -> Kinematics:
    solvers = [
        settings.element(Solver, inner, group=name)
        for spot in spots
        for name, inner in spot.pairs()
        if isinstance(inner.node, Mapping)
    ]
    return settings.keep(Kinematics(solvers=tuple(solvers)), *spots)
