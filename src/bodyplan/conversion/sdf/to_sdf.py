"""Conversion of a robot model to SDFormat. Every field is converted, or recorded with a reason."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import cast, get_args
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.chains import (
    REVERSIBLE,
    chain_of,
    free,
    open_loops,
    turned_by_loops,
    turned_round,
    unreserved,
)
from bodyplan.conversion.direction import DEFAULTS, Address, Options, Written
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.possible_inertia import not_flat, possible_inertial
from bodyplan.conversion.rounding import six
from bodyplan.conversion.sdf._links import surface_with
from bodyplan.core import quoted, replace
from bodyplan.formats import sdf
from bodyplan.formats.sdf.sensors.sensor import SensorType
from bodyplan.formats.sdf.upgrade import VERSIONS, require_target
from bodyplan.model.joint import COUPLING, FREE, TWO_AXES, UNLIMITED, WITH_AXIS, WITH_PITCH
from bodyplan.model.scoped_names import WORLD_NAME
from bodyplan.model.shape import sizes
from bodyplan.spec import Extra, Raw
from bodyplan.spec.raw import NOTHING
from bodyplan.spec.writer import node_of, smallest_version

_MASS = Node("mass")
_MASS.text = "1"
_WITH_MASS = Extra(elements=(Raw(_MASS),))
"""The default mass. It is written because a file without a mass may look incomplete."""
_CLOSING = sdf.JointPhysics(simbody=sdf.JointSimbody(must_be_loop_joint=True))
KINDS: frozenset[str] = frozenset(get_args(sdf.JointType))
"""The joint types that SDFormat supports."""
OLDEST = (1, 9)
"""The lowest version that is written; Gazebo Fortress and newer can read it."""
_OTHER_SENSORS = {"ray": "lidar", "gps": "navsat"}
"""Types of sensors that have another name in SDFormat."""
_AT_ORIGIN = sdf.Pose()
_MASSLESS = sdf.Inertial(mass=0.0, inertia=sdf.Inertia(ixx=0.0, iyy=0.0, izz=0.0))


def convert(robot: model.Robot, options: Options) -> Written:
    """Convert a robot to SDFormat; see ``direction``.

    The file has the lowest version that supports the robot, but at least 1.9 and the requested
    version. The pose of each joint is relative to its parent link; the pose of each link is
    relative to its parent joint.

    Raises:
        ValueError: the version does not exist, or can only be read.
    """
    log = RobotLossLog()
    writer = _SdfWriter(_with_empty_world(robot, log), log, address=options.address)
    root = sdf.Root(version="1.12", models=(writer.whole(),))
    supported = tuple(version for version in VERSIONS if version >= OLDEST)
    version = smallest_version(root, supported)
    if options.version:
        version = max(version, require_target(options.version))
    root = replace(root, version="{}.{}".format(*version))
    node = node_of(root, version)
    # an absent limit means unlimited in every version, even if the default is -1 instead of inf
    for limit in node.iter("limit"):
        for one in [*limit.iterfind("effort"), *limit.iterfind("velocity")]:
            if one.text == "inf":
                limit.remove(one)
    return Written(node, tuple(log.losses))


def included_model(robot: model.Robot) -> sdf.Model:
    """Return the model that libsdformat creates from an included URDF, but without merging links.

    Unlike ``convert``, this changes no inertia, and replaces planar joints by fixed joints.

    Source: libsdformat 16, parser_urdf.cc; Drake, in which links without an inertial have no mass.
    """
    joints = [
        replace(joint, type="fixed") if joint.type == "planar" else joint for joint in robot.joints
    ]
    links, loops = robot.links, robot.loops
    read = model.Robot(robot.name, links, joints, loops, sensors=robot.sensors)
    return _SdfWriter(read, RobotLossLog(), lambda link, _: link.inertial).whole()


def _with_empty_world(robot: model.Robot, log: RobotLossLog) -> model.Robot:
    """Return a robot whose root link ``world`` is empty.

    The content of ``world`` moves to a new link that is fixed to it, because an SDFormat model
    cannot add content to the world.
    """
    world = next((link for link in robot.roots if link.name == WORLD_NAME), None)
    if world is None:
        return robot
    frames = any(frame.link == WORLD_NAME for frame in robot.frames)
    sensors = any(sensor.link == WORLD_NAME for sensor in robot.sensors)
    is_empty = not (world.visuals or world.collisions or frames or sensors)
    if is_empty and world.inertial is None and len(robot.links) > 1:
        return robot
    name = free(f"{WORLD_NAME}_link", set(robot.link_names))
    joint = free(f"{WORLD_NAME}_joint", set(robot.joint_names))
    called = f"{quoted(name)}, which joint {quoted(joint)} fixes to it"
    log.add("moved", world, "", f"a model adds nothing to the world; it becomes link {called}")
    return model.Robot(
        robot.name,
        [replace(world, name=name) if link is world else link for link in robot.links]
        + [model.Link(WORLD_NAME)],
        [*robot.joints, model.Joint(joint, "fixed", WORLD_NAME, name)],
        robot.loops,
        [replace(one, link=name) if one.link == WORLD_NAME else one for one in robot.frames],
        [replace(one, link=name) if one.link == WORLD_NAME else one for one in robot.sensors],
        robot.transmissions,
        robot.self_collide,
    ).with_notes_of(robot)


class _SdfWriter:
    """Creates the elements of a robot.

    Args:
        robot: the robot.
        log: collects the losses.
        inertial_of: returns the inertial to write for a link, and records changes.
        address: returns the URI to write, given a shape or material and its URI.
    """

    def __init__(
        self,
        robot: model.Robot,
        log: RobotLossLog,
        inertial_of: Callable[
            [model.Link, RobotLossLog], model.Inertial | None
        ] = possible_inertial,
        address: Address = DEFAULTS.address,
    ) -> None:
        self._robot = robot
        self._address = address
        self._log = log
        self._inertial_of = inertial_of
        self._taken: set[str] = set()
        self._materials: set[model.Material] = set()
        self._is_in_world = any(link.name == WORLD_NAME for link in robot.roots)
        self._links = {
            link.name: (
                WORLD_NAME if self._is_world(link) else self._named(link, link.name, self._taken)
            )
            for link in robot.links
        }
        self._sensors_of: dict[tuple[str, str], list[model.Sensor]] = {}
        for one in robot.sensors:
            holder = ("", one.joint) if one.joint else (one.link, "")
            self._sensors_of.setdefault(holder, []).append(one)
        joints = (*robot.joints, *robot.loops)
        self._closing: set[str] = set()
        """Names of joints that close loops."""
        self._joints = {joint.name: self._named(joint, joint.name, self._taken) for joint in joints}

    def _named(
        self,
        value: model.Link | model.Joint | model.Frame | model.Geometry | model.Sensor | model.Robot,
        name: str,
        taken: set[str],
        kind: str = "",
    ) -> str:
        """Return an unused name that SDFormat allows.

        Args:
            value: the part that gets the name.
            name: its name in the robot.
            taken: used names; the result is added.
            kind: suffix to append if the name must change; by default, the class of the value.
        """
        kind = kind or type(value).__name__.lower()
        allowed = unreserved(name.strip().replace("::", "__") or kind, kind)
        if allowed in taken:
            allowed = f"{allowed}_{kind}"
        allowed = free(allowed, taken)
        if name != allowed:
            reason = "SDFormat does not allow this name, or another part has the same name"
            self._log.add("moved", value, "name", f"it is called {quoted(allowed)}: {reason}")
        return allowed

    def _named_inside(self, name: str) -> str:
        """Return a name that SDFormat allows for a part of a chain, and mark a new name as used."""
        allowed = name.strip().replace("::", "__")
        return name if allowed == name else free(allowed, self._taken)

    def _is_world(self, link: model.Link) -> bool:
        """Return whether a link is SDFormat's world, which is not written as a link."""
        return self._is_in_world and link.name == WORLD_NAME

    def whole(self) -> sdf.Model:
        """Return the model."""
        robot = self._robot
        links: list[tuple[model.Link, model.Joint | None]] = []
        joints: list[model.Joint] = []
        self._joints_of(robot.joints, joints, links)
        above = {joint.child: joint for joint in joints}
        whole = [(link, above.get(link.name)) for link in robot.links]
        written = [
            self._link(link, joint) for link, joint in (*whole, *links) if not self._is_world(link)
        ]
        made = [self._joint(joint) for joint in joints if joint.type != "floating"]
        made += map(self._joint, self._loops())
        for transmission in robot.transmissions:
            self._log.add("dropped", transmission, "", "SDFormat has no transmissions")
        return sdf.Model(
            name=self._named(robot, robot.name, set(), "model"),
            self_collide=bool(robot.self_collide),
            frames=tuple(map(self._frame, robot.frames)),
            links=tuple(written),
            joints=tuple(made),
        )

    def _loops(self) -> Iterator[model.Joint]:
        """Yield the joints that close loops, reversed if the child would be the world."""
        for name, gap in open_loops(self._robot).items():
            reason = f"its links are {gap:.3g} m apart at zero, where SDFormat closes loops"
            loop = next(one for one in self._robot.loops if one.name == name)
            self._log.add("approximated", loop, "", reason, changes_meaning=True)
        tops: dict[str, str] = {}
        for link in self._robot.links:  # parents come first
            above = self._robot.parent_joint(link.name)
            if above is None or above.type == "floating":
                tops[link.name] = link.name
            else:
                tops[link.name] = tops[above.parent]
        for name, loop in turned_by_loops(self._robot, tops).items() if self._robot.loops else ():
            by = quoted(loop.name)
            reason = f"SDFormat parsers reverse it, because joint {by} connects its tree to another"
            self._log.add("moved", self._robot.joint(name), "", reason)
        for loop in self._robot.loops:
            if tops[loop.parent] == tops[loop.child]:
                self._closing.add(loop.name)
            else:
                reason = "in SDFormat it is a joint of the tree, as its links are not connected otherwise"
                self._log.add("moved", loop, "", reason)
            if self._links[loop.child] != WORLD_NAME:
                yield loop
            elif loop.type in REVERSIBLE | {"ball"}:
                yield turned_round(loop)
            else:
                reason = f"the world cannot be the child of a {loop.type} joint in SDFormat"
                self._log.add("dropped", loop, "", reason, changes_meaning=True)

    def _joints_of(
        self,
        joints: Iterable[model.Joint],
        found: list[model.Joint],
        links: list[tuple[model.Link, model.Joint | None]],
    ) -> None:
        """Add the joints that replace some joints, and the massless links between them.

        Args:
            joints: the joints to replace.
            found: the new joints are added to this list.
            links: the new links are added to this list, each with the new joint that moves it.
        """
        for joint in joints:
            if joint.type == "floating":
                root = joint.parent in {link.name for link in self._robot.roots}
                reason = "SDFormat has no floating joint; the link moves freely without a joint"
                self._log.add("moved", joint, "", reason, changes_meaning=not root)
                found.append(joint)
                continue
            chain = chain_of(joint, KINDS, self._taken, self._log)
            found += chain.joints
            for link, step in zip(chain.links, chain.joints, strict=False):
                self._links[link.name] = self._named_inside(link.name)
                links.append((link, step))
            for step in chain.joints:
                if step.name not in self._joints:
                    self._joints[step.name] = self._named_inside(step.name)

    def _link(self, link: model.Link, above: model.Joint | None) -> sdf.Link:
        pose = _AT_ORIGIN
        if above is not None:
            if above.type == "floating":
                parent = self._links[above.parent]
                pose = _pose(above.origin, "" if parent == WORLD_NAME else parent)
            else:
                pose = _pose(above.X_JC, self._joints[above.name])
        inertial = _MASSLESS
        given = self._inertial_of(link, self._log)
        if given is not None:
            xx, xy, xz, yy, yz, zz = not_flat(given.inertia)
            inertia = sdf.Inertia(ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)
            extra = _WITH_MASS if given.mass == 1.0 else NOTHING
            inertial = sdf.Inertial(
                pose=_pose(given.origin), mass=given.mass, inertia=inertia, extra=extra
            )
        own = self._sensors_of.get((link.name, ""), ())
        taken: set[str] = set()  # names of all parts of the link
        return sdf.Link(
            name=self._links[link.name],
            pose=pose,
            inertial=inertial,
            visuals=tuple(self._visuals(link, taken)),
            collisions=tuple(
                sdf.Collision(
                    name=name,
                    pose=_pose(part.origin),
                    geometry=geometry,
                    surface=_surface(part.friction),
                )
                for name, part, geometry in self._shapes(link, "collision", taken)
            ),
            sensors=tuple(self._sensors(own, model.IDENTITY, taken)),
        )

    def _visuals(self, link: model.Link, taken: set[str]) -> Iterator[sdf.Visual]:
        for name, part, geometry in self._shapes(link, "visual", taken):
            yield sdf.Visual(
                name=name,
                pose=_pose(part.origin),
                geometry=geometry,
                material=self._material(part.material),
            )

    def _shapes(
        self, link: model.Link, kind: str, taken: set[str]
    ) -> Iterator[tuple[str, model.Geometry, sdf.Geometry]]:
        """Yield the visuals or collisions that SDFormat supports, with their names."""
        parts = link.visuals if kind == "visual" else link.collisions
        for part in parts:
            geometry = self._geometry(part)
            if geometry is None:
                continue
            if part.name:
                name = self._named(part, part.name, taken, kind)
            else:
                name = free(f"{self._links[link.name]}_{kind}", taken)
            yield name, part, geometry

    def _geometry(self, part: model.Geometry) -> sdf.Geometry | None:
        match part.shape:
            case shape if lengths := sizes(shape):
                name = type(shape).__name__
                return sdf.Geometry(**{name.lower(): getattr(sdf, name)(**lengths)})
            case model.Plane(normal=normal, size=size):
                return sdf.Geometry(plane=sdf.Plane(normal=normal, size=size or (1.0, 1.0)))
            case model.Mesh(uri=uri, scale=scale, part=name, is_centered=center) as shape:
                submesh = sdf.Submesh(name=name, center=center) if name else None
                uri = self._address(shape, uri)
                return sdf.Geometry(mesh=sdf.Mesh(uri=uri, scale=scale, submesh=submesh))
            case model.Polyline(outlines=outlines, height=height):
                return sdf.Geometry(
                    polylines=tuple(sdf.Polyline(points=one, height=height) for one in outlines)
                )
            case model.Heightmap(uri=uri, size=size, position=position) as shape:
                uri = self._address(shape, uri)
                return sdf.Geometry(heightmap=sdf.Heightmap(uri=uri, size=size, pos=position))
            case model.OtherShape(kind=kind):
                self._log.add("dropped", part, "", f"it is a {kind}", changes_meaning=True)
            case None:
                self._log.add("dropped", part, "", "it has no shape")
        return None

    def _material(self, material: model.Material | None) -> sdf.Material | None:
        if material is None:
            return None
        pbr = None
        if material.texture:
            texture = self._address(material, material.texture)
            pbr = sdf.Pbr(metal=sdf.PbrMetal(albedo_map=texture))
        if material.name and material not in self._materials:
            self._materials.add(material)
            self._log.add("dropped", material, "name", "materials of SDFormat have no name")
        if material.rgba is None:
            return None if pbr is None else sdf.Material(pbr=pbr)
        red, green, blue, alpha = (max(0.0, min(1.0, value)) for value in material.rgba)
        colour = (red, green, blue, alpha)
        if colour != material.rgba:
            reason = "colours of SDFormat have values between 0 and 1"
            self._log.add("approximated", material, "rgba", reason)
        made = sdf.Material(ambient=colour, diffuse=colour, pbr=pbr)
        # black is the default and would be omitted
        if made.diffuse == sdf.Material._defaults["diffuse"]:
            black = Node("diffuse")
            black.text = "0 0 0 1"
            made = replace(made, extra=Extra(elements=(Raw(black),)))
        return made

    def _joint(self, joint: model.Joint) -> sdf.Joint:
        limits = [(joint.axis, joint.limit, joint.dynamics, joint.mimic)]
        if joint.type in TWO_AXES:
            limits.append((joint.axis2, joint.limit2, joint.dynamics2, None))
        axes = [self._axis(*each) for each in limits] if joint.type in WITH_AXIS else []
        if joint.type not in WITH_AXIS and joint.limit != UNLIMITED:
            reason = f"a {joint.type} joint of SDFormat has no limits"
            self._log.add("dropped", joint, "limit", reason)
        if joint.type not in WITH_AXIS and joint.dynamics != FREE:
            reason = f"a {joint.type} joint of SDFormat has no damping, friction and springs"
            self._log.add("dropped", joint, "dynamics", reason)
        parent = self._links[joint.parent]
        own = self._sensors_of.get(("", joint.name), ())
        made = sdf.Joint(
            name=self._joints[joint.name],
            type=cast("sdf.JointType", joint.type),
            pose=_pose(joint.origin, "__model__" if parent == WORLD_NAME else parent),
            parent=parent,
            child=self._links[joint.child],
            axis=axes[0] if axes else None,
            axis2=axes[1] if len(axes) > 1 else None,
            sensors=tuple(self._sensors(own, joint.X_JC, set())),
        )
        if joint.name in self._closing:
            made = replace(made, physics=_CLOSING)
        if joint.type in WITH_PITCH:
            made = replace(made, screw_thread_pitch=joint.pitch * math.tau)
        if joint.gear is not None:
            reference = self._links.get(joint.gear.reference, "")
            made = replace(made, gearbox_ratio=joint.gear.ratio, gearbox_reference_body=reference)
            if joint.type in COUPLING:
                made = replace(made, axis2=sdf.Axis(xyz=sdf.Xyz(value=joint.axis2)))
        return made

    def _axis(
        self,
        axis: model.Vec3,
        limit: model.Limit,
        dynamics: model.Dynamics,
        mimic: model.Mimic | None,
    ) -> sdf.Axis:
        written, limit = None, limit.within_reach
        if dynamics.armature:
            reason = "SDFormat has no inertia of motors"
            self._log.add("dropped", dynamics, "armature", reason)
        if replace(dynamics, armature=0.0) != FREE:
            written = sdf.Dynamics(
                damping=dynamics.damping,
                friction=dynamics.friction,
                spring_stiffness=dynamics.spring_stiffness,
                spring_reference=dynamics.spring_reference,
            )
        copied = None
        if mimic is not None:
            leader = self._joints.get(mimic.leader, mimic.leader)
            copied = sdf.Mimic(joint=leader, multiplier=mimic.multiplier, offset=mimic.offset)
        return sdf.Axis(
            xyz=sdf.Xyz(value=axis),
            limit=sdf.Limit(
                lower=limit.lower, upper=limit.upper, effort=limit.effort, velocity=limit.velocity
            ),
            dynamics=written,
            mimic=copied,
        )

    def _frame(self, frame: model.Frame) -> sdf.Frame:
        link = self._links[frame.link]
        name = self._named(frame, frame.name, self._taken)
        return sdf.Frame(name=name, attached_to=link, pose=_pose(frame.origin))

    def _sensors(
        self, sensors: Iterable[model.Sensor], X_HL: model.Transform, taken: set[str]
    ) -> Iterator[sdf.Sensor]:
        """Yield the sensors of a link or joint whose type SDFormat supports.

        Args:
            sensors: sensors of one link or joint H.
            X_HL: pose of the link in the frame of H.
            taken: used names in H; the names of the sensors are added.
        """
        for sensor in sensors:
            kind = _OTHER_SENSORS.get(sensor.type, sensor.type)
            if kind not in get_args(SensorType):
                reason = (
                    f"SDFormat has no sensor of type {quoted(kind)}" if kind else "it has no type"
                )
                self._log.add("dropped", sensor, "", reason)
                continue
            named = sensor.name and self._named(sensor, sensor.name, taken, "sensor")
            yield sdf.Sensor(
                name=named or free(kind, taken),
                type=cast("SensorType", kind),
                pose=_pose(X_HL @ sensor.origin),
                update_rate=sensor.rate or 0.0,
            )


def _surface(friction: float | None) -> sdf.Surface | None:
    """Return a surface with a friction coefficient in both directions; None without friction."""
    if friction is None:
        return None
    return surface_with(friction)


def _pose(pose: model.Transform, relative_to: str = "") -> sdf.Pose:
    if pose is model.IDENTITY or pose == model.IDENTITY:
        return sdf.Pose(relative_to=relative_to) if relative_to else _AT_ORIGIN
    x, y, z, roll, pitch, yaw = six(pose)
    return sdf.Pose(value=(x, y, z, roll, pitch, yaw), relative_to=relative_to)
