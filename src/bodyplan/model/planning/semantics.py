"""Data of a robot for motion planners, from its SRDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from bodyplan.core import Record, plural, quoted
from bodyplan.core.names import Named, UnknownNameError, first_of
from bodyplan.model.configuration import Configuration
from bodyplan.model.details import Detail
from bodyplan.model.planning.collision_matrix import AllowedCollisionMatrix
from bodyplan.model.planning.group import Group
from bodyplan.model.planning.virtual_joint import RootedRobot, VirtualJoint
from bodyplan.model.robot import Robot
from bodyplan.model.transform import Vec3

Values = tuple[float, ...]


class State:
    """A named configuration of a group.

    Args:
        name: the name of the state.
        group: name of the group, as written; MoveIt drops a state of a group that does not exist.
        rooted_robot: the robot and its root joint.
        values: the values of joints of the group, or of the robot if the group does not exist.
        others: the values of joints of the robot that are not in the group.
        unknown: the values of joints that do not exist in the robot, as written.
    """

    __slots__ = ("_rooted", "group", "name", "others", "unknown", "values")

    def __init__(
        self,
        name: str,
        group: str,
        rooted_robot: RootedRobot,
        *,
        values: Mapping[str, Values],
        others: Mapping[str, Values] = MappingProxyType({}),
        unknown: Mapping[str, Values] = MappingProxyType({}),
    ) -> None:
        self.name = name
        self.group = group
        self.values: Mapping[str, Values] = MappingProxyType(dict(values))
        """The values by joint, one per variable [rad] or [m]."""
        self.others: Mapping[str, Values] = MappingProxyType(dict(others))
        """The values for joints outside the group. MoveIt ignores them, Pinocchio applies them."""
        self.unknown: Mapping[str, Values] = MappingProxyType(dict(unknown))
        """The values for joints that do not exist in the robot, such as ``root_joint`` of
        Pinocchio."""
        self._rooted = rooted_robot

    def __reduce__(self) -> tuple[Any, ...]:
        values = (dict(one) for one in (self.values, self.others, self.unknown))
        return _restored, (self.name, self.group, self._rooted, *values)

    def __repr__(self) -> str:
        joints = plural(len(self.values), "joint")
        return f"<State {quoted(self.name)} of group {quoted(self.group)} with {joints}>"

    def configuration(
        self,
        defaults: Mapping[str, float | Sequence[float]] | None = None,
        *,
        with_others: bool = False,
    ) -> Configuration:
        """Return the position of every joint of the robot in this state, including the root joint.

        Mimic joints follow their leaders, even if the state has values for them.

        Args:
            defaults: values for joints that are not in the state. A joint in neither the state nor
                the defaults has its default position, as in ``Joint.default``.
            with_others: whether to also use the values of the state for joints outside its group.

        Raises:
            UnknownNameError: a joint of the defaults does not exist.
            ValueError: the number of default values of a joint differs from the number of its
                variables.
        """
        others = self.others if with_others else {}
        return self._rooted.configuration({**(defaults or {}), **others, **self.values})


def _restored(
    name: str,
    group: str,
    rooted_robot: RootedRobot,
    values: Mapping[str, Values],
    others: Mapping[str, Values],
    unknown: Mapping[str, Values],
) -> State:
    """Return a state from its pickled fields."""
    return State(name, group, rooted_robot, values=values, others=others, unknown=unknown)


class States(Mapping[str | tuple[str, str], State]):
    """The states, by group and name, or by name alone if only one state has this name.

    A string may name the group as well: "group/name". Iteration yields the keys (group, name).

    Args:
        states: the states; of two states with the same group and name, the last one is used.
    """

    def __init__(self, states: Iterable[State]) -> None:
        self._states = {(state.group, state.name): state for state in states}
        self._named: dict[str, list[State]] = {}
        self._grouped: dict[str, dict[str, State]] = {}
        for state in self._states.values():
            self._named.setdefault(state.name, []).append(state)
            self._grouped.setdefault(state.group, {})[state.name] = state

    def __getitem__(self, key: str | tuple[str, str]) -> State:
        if isinstance(key, str):
            found = self.called(key)
            if len(found) == 1:
                return found[0]
            if found:
                raise AmbiguousStateError(key, [state.group for state in found])
            raise UnknownNameError("state", key, self._named, "the SRDF")
        if key in self._states:
            return self._states[key]
        group, name = key
        raise UnknownNameError("state", name, list(self.of(group)), f"group {quoted(group)}")

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._states)

    def __len__(self) -> int:
        return len(self._states)

    def __repr__(self) -> str:
        return f"<{len(self)} states: {first_of(map('/'.join, self._states), len(self))}>"

    def called(self, name: str) -> tuple[State, ...]:
        """Return the states with this name, at most one for each group.

        Args:
            name: the name of a state, or "group/name", which selects at most one state.
        """
        group, slash, own = name.partition("/")
        if slash and (group, own) in self._states:
            return (self._states[group, own],)
        return tuple(self._named.get(name, ()))

    def values_of(self, *names: str) -> Mapping[str, Values]:
        """Return the combined values of several states, by joint.

        Args:
            names: the names of states, as "name" or "group/name"; a name that occurs in several
                groups selects the states of all these groups.

        Raises:
            UnknownNameError: the state does not exist.
            AmbiguousStateError: two states of the same name have different values for a joint.
            StateConflictError: two states of different names have different values for a joint.
        """
        together: dict[str, Values] = {}
        givers: dict[str, str] = {}
        for name in names:
            found = self.called(name)
            if not found:
                raise UnknownNameError("state", name, self._named, "the SRDF")
            for state in found:
                for joint, values in state.values.items():
                    if together.setdefault(joint, values) == values:
                        givers.setdefault(joint, name)
                    elif givers[joint] == name:
                        raise AmbiguousStateError(name, [state.group for state in found])
                    else:
                        raise StateConflictError(givers[joint], name, joint)
        return together

    def of(self, group: str) -> Mapping[str, State]:
        """Return the states of a group by name; empty for a group without states."""
        return Named("state", self._grouped.get(group, {}), f"group {quoted(group)}")


class AmbiguousStateError(KeyError):
    """Several groups have a state of this name.

    Args:
        name: the name of the state.
        groups: the names of these groups.
    """

    def __init__(self, name: str, groups: Sequence[str]) -> None:
        super().__init__(name)
        self.name = name
        self.groups = tuple(groups)

    def __str__(self) -> str:
        listed = ", ".join(quoted(f"{group}/{self.name}") for group in self.groups)
        return f"several groups have a state {quoted(self.name)}; name one of {listed}"


class StateConflictError(ValueError):
    """Two states that are requested together set a joint to different values.

    Args:
        first: the name of the first state, as requested.
        second: the name of the second state, as requested.
        joint: name of the joint.
    """

    def __init__(self, first: str, second: str, joint: str) -> None:
        super().__init__(first, second, joint)

    def __str__(self) -> str:
        first, second, joint = map(quoted, self.args)
        return f"states {first} and {second} give different values for joint {joint}"


class EndEffector(Record):
    """A gripper or tool.

    Args:
        name: the name of the end effector.
        group: name of the group with the joints of the end effector.
        parent_link: name of the link to which the end effector is attached.
        parent_group: name of the group that moves the parent link; None without a group.
    """

    name: str
    group: str
    parent_link: str
    parent_group: str | None = None


class BoundingSphere(Record):
    """A sphere in the frame of a link.

    Args:
        center: the centre [m].
        radius: the radius [m].
    """

    center: Vec3
    radius: float


class LinkSpheres(Record):
    """The spheres that approximate the collision shape of a link.

    Args:
        spheres: the spheres; empty for a link without shapes, or a link that the SRDF excludes from
            sphere collision checking; None if unknown.
        origin: the source of the spheres. "written": the SRDF; "ignored": the SRDF excludes the
            link; "default": one sphere around all shapes; "none": the link has no shape; "unknown":
            a shape could not be measured.
        reason: the reason why the spheres are unknown.
    """

    spheres: tuple[BoundingSphere, ...] | None
    origin: Literal["written", "ignored", "default", "none", "unknown"]
    reason: str = ""


class Semantics(Record):
    """An SRDF, resolved against its robot.

    Args:
        robot: the robot.
        virtual_joint: the joint between the world and the root.
        groups: the groups by name.
        states: the states by name, or by group and name.
        end_effectors: the end effectors by name.
        allowed_collision_matrix: for each pair of links, whether it is checked for collision.
        passive_joints: names of the joints that are not actuated, in the order of the tree.
        joint_properties: properties of joints, by joint and name.
        spheres: the spheres that approximate links, by link.
        name: the name of the robot in the SRDF.
        details: elements of the file that the SRDF format does not define; other programs may use
            them.
    """

    robot: Robot
    virtual_joint: VirtualJoint
    groups: Mapping[str, Group]
    states: States
    end_effectors: Mapping[str, EndEffector]
    allowed_collision_matrix: AllowedCollisionMatrix
    passive_joints: tuple[str, ...]
    joint_properties: Mapping[str, Mapping[str, str]]
    spheres: Mapping[str, LinkSpheres]
    name: str = ""
    details: tuple[Detail, ...] = ()

    def __hash__(self) -> int:
        return hash((Semantics, self.name, self.robot.name))

    def __repr__(self) -> str:
        return (
            f"<Semantics of {quoted(self.robot.name)} with {plural(len(self.groups), 'group')},"
            f" {plural(len(self.states), 'state')},"
            f" {plural(len(self.end_effectors), 'end effector')}>"
        )

    @property
    def model_frame(self) -> str:
        """The frame in which poses are expressed, as in MoveIt.

        It is the parent frame of a planar or floating virtual joint, otherwise the root link.
        """
        return RootedRobot(self.robot, self.virtual_joint).frame

    def configuration(
        self, values: Mapping[str, float | Sequence[float]] | None = None
    ) -> Configuration:
        """Return the positions of all joints and the root joint: given values, or defaults."""
        return RootedRobot(self.robot, self.virtual_joint).configuration(values)

    def values_of_state(self, name: str, group: str | None = None) -> Mapping[str, Values]:
        """Return the values of a state by joint; without a group, of all states with its name.

        Raises:
            UnknownNameError: the state or group does not exist.
            AmbiguousStateError: two states of this name have different values for a joint.
        """
        if group is None:
            return self.states.values_of(name)
        if not self.states.of(group):
            self.groups[group]  # report an unknown group before its states
        return self.states[group, name].values
