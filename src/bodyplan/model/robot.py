"""The robot: links, and joints that connect them to a tree."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, Any

import bodyplan
from bodyplan.core import plural, quoted
from bodyplan.model._annotations import Noted
from bodyplan.model._chain import Chain
from bodyplan.model._link_order import LinkOrder, NotATreeError, check_carried
from bodyplan.model._lookup import called, unknown_frame, unknown_joint, unknown_link
from bodyplan.model.attachment import Frame, Sensor, Transmission
from bodyplan.model.configuration import Configuration, by_name, completed, resolved_mimics
from bodyplan.model.joint import Joint, Mimic
from bodyplan.model.link import Link
from bodyplan.model.numeric import need_numpy
from bodyplan.model.transform import IDENTITY

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from bodyplan.model.arrays import LimitArrays, RobotArrays
    from bodyplan.model.planning.semantics import Semantics
    from bodyplan.viewer.view import View


class Robot(Noted, instead={"root": "root_link", "base_link": "root_link", "dof": "nv"}):
    """A robot: links, and the joints that connect them to a tree, in the order of the tree.

    ``links`` and ``joints`` are ordered depth first from the root, with the child joints of a link
    sorted by name: the order of urdfdom, MoveIt and Pinocchio. All indices refer to this order.
    Usually there is one root link. Links that are not connected to the root link form further
    trees.

    Args:
        name: the name of the robot.
        links: the links, in any order; links without a parent joint become roots, in this order.
        joints: the joints, in any order.
        loops: joints that would close a loop, or be a second parent joint of a link. They are
            constraints between links of the tree, have no variables in a configuration, and are not
            enforced.
        frames: frames that are attached to links.
        sensors: the sensors on links.
        transmissions: the transmissions between motors and joints.
        self_collide: whether its links collide with each other, except links that a joint connects;
            None if another file defines it, such as the SRDF for a URDF.

    Raises:
        NotATreeError: a name is repeated, a joint, frame or sensor references a link or joint
            that does not exist, a joint has an unknown type or an invalid axis, a link has two
            parent joints, joints form a loop, or a joint cannot mimic another joint.
    """

    __slots__ = (
        *("__dict__", "frames", "joints", "links", "loops"),
        *("name", "self_collide", "sensors", "transmissions"),
    )

    name: str
    links: tuple[Link, ...] = ()
    joints: tuple[Joint, ...] = ()
    loops: tuple[Joint, ...] = ()
    frames: tuple[Frame, ...] = ()
    sensors: tuple[Sensor, ...] = ()
    transmissions: tuple[Transmission, ...] = ()
    self_collide: bool | None = None

    def __init__(
        self,
        name: str,
        links: Iterable[Link] = (),
        joints: Iterable[Joint] = (),
        loops: Iterable[Joint] = (),
        frames: Iterable[Frame] = (),
        sensors: Iterable[Sensor] = (),
        transmissions: Iterable[Transmission] = (),
        self_collide: bool | None = None,
    ) -> None:
        tree = LinkOrder(links, joints)
        carried = tuple(loops), tuple(frames), tuple(sensors)
        super().__init__(
            name, tree.links, tree.joints, *carried, tuple(transmissions), self_collide
        )
        self.__dict__["tree"] = tree
        self.__dict__["mimics"] = resolved_mimics(tree.joints)
        check_carried(tree, *carried)

    @cached_property
    def tree(self) -> LinkOrder:
        """The structure of the tree, as indices of links and joints."""
        return LinkOrder(self.links, self.joints)

    @cached_property
    def mimics(self) -> Mapping[str, Mimic]:
        """The mimic relation of each mimic joint to an independent joint; chains are resolved."""
        return resolved_mimics(self.joints)

    def __copy__(self) -> Robot:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Robot:
        return self  # a frozen value is its own copy

    def __reduce__(self) -> tuple[Any, ...]:
        fields = tuple(getattr(self, field) for field in self._defaults)
        return _restored, (type(self), fields, self.semantics)

    def __repr__(self) -> str:
        return (
            f"<model.Robot {quoted(self.name)} with {plural(len(self.links), 'link')}"
            f" and {plural(len(self.joints), 'joint')}>"
        )

    # By name and by index

    def link(self, name: str) -> Link:
        """Return the link with a name.

        Raises:
            UnknownNameError: the link does not exist; the message has suggestions.
        """
        return self.links[self.link_index(name)]

    def joint(self, name: str) -> Joint:
        """Return the joint with a name.

        Raises:
            UnknownNameError: the joint does not exist; the message has suggestions.
        """
        return self.joints[self.joint_index(name)]

    def frame(self, name: str) -> Frame:
        """Return the frame with a name.

        Raises:
            UnknownNameError: the frame does not exist; the message has suggestions.
        """
        found = self._frames.get(name)
        if found is None:
            raise unknown_frame(self, name)
        return found

    @cached_property
    def _frames(self) -> dict[str, Frame]:
        return {frame.name: frame for frame in self.frames}

    def has_link(self, name: str) -> bool:
        """Return whether a link with this name exists."""
        return name in self.tree.link_index

    def has_joint(self, name: str) -> bool:
        """Return whether a joint with this name exists."""
        return name in self.tree.joint_index

    def link_index(self, name: str) -> int:
        """Return the index of a link in ``links``.

        Raises:
            UnknownNameError: the link does not exist.
        """
        index = self.tree.link_index.get(name)
        if index is None:
            raise unknown_link(self, name)
        return index

    def joint_index(self, name: str) -> int:
        """Return the index of a joint in ``joints``.

        Raises:
            UnknownNameError: the joint does not exist.
        """
        index = self.tree.joint_index.get(name)
        if index is None:
            raise unknown_joint(self, name)
        return index

    @property
    def link_names(self) -> tuple[str, ...]:
        """Names of the links, by index."""
        return tuple(self.tree.link_index)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints, by index."""
        return tuple(self.tree.joint_index)

    # The tree

    @property
    def root_link(self) -> Link:
        """The link without a parent joint; the first if there are several.

        Raises:
            ValueError: the robot has no links.
        """
        if not self.links:
            raise ValueError(f"{called(self)} has no links")
        return self.links[0]

    @property
    def roots(self) -> tuple[Link, ...]:
        """All links without a parent joint."""
        return tuple(map(self.link, self.tree.roots))

    @property
    def tips(self) -> tuple[Link, ...]:
        """The links without child joints."""
        return tuple(
            link for index, link in enumerate(self.links) if self.tree.end[index] == index + 1
        )

    def parent_joint(self, link: str) -> Joint | None:
        """Return the parent joint of a link; None for a root."""
        index = self.tree.into[self.link_index(link)]
        return None if index < 0 else self.joints[index]

    def child_joints(self, link: str) -> tuple[Joint, ...]:
        """Return the child joints of a link, sorted by name."""
        tree, index = self.tree, self.link_index(link)
        found: list[Joint] = []
        child = index + 1
        while child < tree.end[index]:
            found.append(self.joints[tree.into[child]])
            child = tree.end[child]
        return tuple(found)

    def subtree(self, link: str) -> tuple[Link, ...]:
        """Return a link and all its descendants, in order."""
        index = self.link_index(link)
        return self.links[index : self.tree.end[index]]

    def is_above(self, link: str, other: str) -> bool:
        """Return whether ``other`` is the same link as ``link``, or one of its descendants."""
        index = self.link_index(link)
        return index <= self.link_index(other) < self.tree.end[index]

    def chain(self, base: str, tip: str) -> Chain | None:
        """Return the chain from one link to another; None if they are not connected.

        Raises:
            UnknownNameError: one of the links does not exist.
        """
        way = self.tree.path(self.link_index(base), self.link_index(tip))
        if way is None:
            return None
        up, ancestor, down = way
        return Chain(
            base,
            tip,
            self.links[ancestor].name,
            tuple(self.joints[index] for index in up),
            tuple(self.joints[index] for index in down),
        )

    # Joints that move

    @property
    def movable_joints(self) -> tuple[Joint, ...]:
        """The joints that are not fixed."""
        return tuple(joint for joint in self.joints if joint.variables)

    @property
    def independent_joints(self) -> tuple[Joint, ...]:
        """The movable joints that are not mimic joints."""
        return tuple(j for j in self.joints if j.variables and j.mimic is None)

    @property
    def variables(self) -> tuple[str, ...]:
        """Names of the variables of all joints, including mimic joints."""
        return tuple(variable for joint in self.joints for variable in joint.variables)

    def configuration(
        self, values: Mapping[str, float | Sequence[float]] | None = None
    ) -> Configuration:
        """Return the position of every joint: the given values, and defaults for other joints.

        Args:
            values: for each joint name, a number, or a number for each variable [rad] or [m];
                values for mimic joints are ignored.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: the number of values of a joint differs from the number of its variables.
            TypeError: a value is not a number, or ``values`` is not a mapping.
        """
        return completed(self.joints, self.mimics, by_name(values), called(self))

    # Configurations and velocities as arrays

    @property
    def nq(self) -> int:
        """Number of variables of a configuration, without those of mimic joints."""
        return sum(joint.variable_count for joint in self.independent_joints)

    @property
    def nv(self) -> int:
        """Number of entries of a velocity; fewer than ``nq`` with quaternions."""
        return sum(joint.degrees_of_freedom for joint in self.independent_joints)

    @property
    def degrees_of_freedom(self) -> int:
        """Number of degrees of freedom; the same as ``nv``."""
        return self.nv

    @property
    def total_mass(self) -> float:
        """Total mass of all links [kg]; infinite on overflow."""
        masses = [link.inertial.mass for link in self.links if link.inertial is not None]
        try:
            return math.fsum(masses)
        except OverflowError:
            return math.inf

    @cached_property
    def arrays(self) -> RobotArrays:
        """The robot as read-only arrays. Requires NumPy."""
        from bodyplan.model.arrays import arrays_of

        return arrays_of(self)

    @property
    def limits(self) -> LimitArrays:
        """Limits of position, velocity and effort of the independent joints."""
        return self.arrays.limits

    @property
    def q_names(self) -> tuple[str, ...]:
        """Names of the variables of a configuration, in order."""
        return tuple(name for joint in self.independent_joints for name in joint.variables)

    def q_slice(self, joint: str) -> slice:
        """Return the slice of a joint in q; for a mimic joint, the slice of the mimicked joint.

        Raises:
            UnknownNameError: the joint does not exist.
            ValueError: the joint is fixed.
        """
        return self._slice(joint, self.arrays.q_index, self.joint(joint).variable_count)

    def v_slice(self, joint: str) -> slice:
        """Return the slice of a joint in v; for a mimic joint, the slice of the mimicked joint.

        Raises:
            UnknownNameError: the joint does not exist.
            ValueError: the joint is fixed.
        """
        return self._slice(joint, self.arrays.v_index, self.joint(joint).degrees_of_freedom)

    def _slice(self, joint: str, places: NDArray[np.int32], count: int) -> slice:
        if count == 0:
            raise ValueError(f"joint {quoted(joint)} is fixed: it has no numbers")
        first = int(places[self.joint_index(joint)])
        return slice(first, first + count)

    def neutral(self) -> NDArray[np.float64]:
        """Return the neutral configuration (nq,): zeros, and identity quaternions.

        The neutral configuration ignores limits and the offsets of mimic joints; ``q()`` respects
        limits.
        """
        return self.arrays.neutral.copy()

    def q(
        self,
        values: Mapping[str, float | Sequence[float]] | None = None,
        /,
        **positions: float | Sequence[float],
    ) -> NDArray[np.float64]:
        """Return a configuration (nq,) with given positions, and default positions of other joints.

        Args:
            values: for each joint name, a number, or a number for each variable [rad] or [m].
            positions: the same values as keyword arguments, for joints whose names are Python
                identifiers.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: the number of values of a joint differs from the number of its variables, or
                the joint is a mimic joint.
            TypeError: a value is not a number, ``values`` is not a mapping, or a joint is set
                twice.
        """
        from bodyplan.model.coordinates import q_of

        named = by_name(values)
        for name in positions:
            if name in named:
                raise TypeError(f"joint {quoted(name)} is given twice")
        return q_of(self, {**named, **positions})

    def positions(self, q: ArrayLike) -> Configuration:
        """Return the position of every joint in a configuration, by name, including mimic joints.

        Args:
            q: (nq,) the configuration.

        Raises:
            ValueError: q has the wrong shape.
            TypeError: q does not contain real numbers.
        """
        from bodyplan.model.coordinates import positions_of

        return positions_of(self, q)

    def random(
        self, rng: np.random.Generator | int | None = None, batch: int | tuple[int, ...] = ()
    ) -> NDArray[np.float64]:
        """Return random configurations (*batch, nq), uniform within the limits.

        Without limits, angles are within pi of zero and lengths within 1 m of zero; rotations are
        uniform.

        Args:
            rng: a generator, or the seed of a new one.
            batch: shape of the batch.

        Raises:
            ValueError: rng is not a seed, or batch is not a shape.
            TypeError: rng or batch has the wrong type.
            MemoryError: the result does not fit into memory.
        """
        from bodyplan.model.coordinates import random_q

        return random_q(self.arrays, rng, batch)

    def floating_base(self, *, world: str = "world", joint: str = "root_joint") -> Robot:
        """Return the robot with a floating joint between a new root link and the old root link.

        The variables of the floating joint are the first in a configuration.

        Args:
            world: name of the new link.
            joint: name of the new joint.

        Raises:
            NotATreeError: a name is already used.
            ValueError: the robot has no links.
        """
        if self.has_link(world):
            raise NotATreeError(
                f"{called(self)} has a link {quoted(world)} already:"
                " choose another name, as in floating_base(world='ground')"
            )
        above = Joint(joint, "floating", world, self.root_link.name)
        links, joints = (Link(world), *self.links), (above, *self.joints)
        carried = self.loops, self.frames, self.sensors, self.transmissions
        above_all = Robot(self.name, links, joints, *carried)
        found = above_all.with_semantics(self.semantics).with_origins(self.origins)
        return found.with_files(self.__dict__.get("_find_file"))

    def state(self, name: str, group: str | None = None) -> NDArray[np.float64]:
        """Return a named configuration (nq,), with default positions of joints not in the state.

        Args:
            name: the name of a state in the SRDF.
            group: the group of the state. Without a group, the states of all groups with this name
                are combined.

        Raises:
            UnknownNameError: the state or group does not exist.
            AmbiguousStateError: several groups have a state of this name, with different values.
            ValueError: the robot has no SRDF.
        """
        if self.semantics is None:
            raise ValueError(
                f"{called(self)} has no states, because it has no SRDF;"
                " set one with load(..., srdf=...) or with_semantics()"
            )
        values = self.semantics.values_of_state(name, group)
        own = {joint.name for joint in self.independent_joints}
        return self.q({joint: value for joint, value in values.items() if joint in own})

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Write the robot and the files that it needs; the suffix determines the format.

        Args:
            path: the path, with the suffix ``.urdf``, ``.sdf`` or ``.xml``, which is MJCF.
            force: whether to overwrite a file that is read-only or would lose its owner or
                permissions.

        Raises:
            ValueError: the suffix does not belong to a format to which a robot can be converted.
            WriteError: the file cannot be written.
        """
        folder, name = os.path.split(os.path.abspath(path))
        return bodyplan.convert(self, name, folder=folder).save(path, force=force)

    def view(self, q: Mapping[str, float | Sequence[float]] | None = None, **options: Any) -> View:
        """Show the robot: inline in a notebook, else on a page in the browser.

        Args:
            q: the values of joints by name [rad] or [m]; the other joints have their default
                positions.
            options: the options of ``bodyplan.view``.

        Raises:
            UnknownNameError: a joint does not exist.
            NumpyMissingError: NumPy is not installed.
        """
        need_numpy()
        return bodyplan.view(self, q=q, **options)

    def to_glb(
        self,
        values: Mapping[str, float | Sequence[float]] | None = None,
        *,
        z_up: bool = False,
    ) -> bytes:
        """Return the visuals of the robot as a GLB file, for Blender and other programs.

        The nodes of the file have the names of joints and links. Meshes that cannot be read are
        left out.

        Args:
            values: the values of joints, by name [rad] or [m]; the other joints have their default
                positions.
            z_up: whether z is up, as in the robot, instead of y, as in glTF.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: the number of values of a joint differs from the number of its variables.
            NumpyMissingError: NumPy is not installed.
        """
        need_numpy()
        return bodyplan.viewer.robots_to_glb([(self, IDENTITY, values or {})], z_up=z_up)

    def to_trimesh(self, values: Mapping[str, float | Sequence[float]] | None = None) -> Any:
        """Return the visuals of the robot as a ``trimesh.Scene``, with z up.

        Args:
            values: the values of joints, by name [rad] or [m]; the other joints have their default
                positions.

        Raises:
            ImportError: trimesh is not installed.
            UnknownNameError: a joint does not exist.
            ValueError: the number of values of a joint differs from the number of its variables.
        """
        import trimesh

        return trimesh.load_scene(BytesIO(self.to_glb(values, z_up=True)), file_type="glb")


def _restored(made: type[Robot], fields: tuple[Any, ...], semantics: Semantics | None) -> Robot:
    """Return a robot from its pickled fields and semantics; other annotations are not pickled."""
    robot = made(*fields)
    return robot if semantics is None else robot.with_semantics(semantics)
