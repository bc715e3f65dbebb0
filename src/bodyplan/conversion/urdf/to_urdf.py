"""Conversion of a robot model to URDF. Every field is converted, or recorded with a reason."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import cast, get_args
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.chains import chain_of, free, without_child_pose
from bodyplan.conversion.direction import Address, Options, Written
from bodyplan.conversion.gearboxes import without_gearboxes
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.rounding import six
from bodyplan.conversion.urdf._loop_joints import TAG as LOOP
from bodyplan.conversion.urdf._loop_joints import loop_element
from bodyplan.conversion.urdf._vendor_extensions import (
    SPRING,
    drake_friction_element,
    friction_element,
)
from bodyplan.core import listed, quoted, replace
from bodyplan.formats import urdf
from bodyplan.formats.urdf.sensor import SensorType
from bodyplan.model.joint import ENDLESS, FREE, UNLIMITED, WITH_AXIS, WITH_RANGE
from bodyplan.model.scoped_names import WORLD_NAME
from bodyplan.model.shape import PRIMITIVES, kind_of, sizes
from bodyplan.spec import Extra, Raw, format_float, parse_version
from bodyplan.spec.raw import NOTHING
from bodyplan.spec.writer import node_of, smallest_version

KINDS: frozenset[str] = frozenset(get_args(urdf.JointType))
"""The joint types that URDF supports."""
_OWN_SHAPES: Mapping[str, Callable[..., urdf.Shape]] = {
    cls.__name__: cls for cls in get_args(urdf.Shape) if cls.__name__.lower() in PRIMITIVES
}
"""For the name of each primitive that URDF supports, its class."""
NO_LIMIT = 1e16
"""An unreachable limit, for versions that require a limit."""
_OTHER_SENSORS: Mapping[str, SensorType] = {
    "lidar": "ray",
    "gpu_lidar": "ray",
    "gpu_ray": "ray",
    "navsat": "gps",
}
X_AXIS = (1.0, 0.0, 0.0)
_WITH_X_AXIS = Extra(elements=(Raw(Node("axis", {"xyz": "1 0 0"})),))
"""The default axis. It is written because a file without an axis may look incomplete."""
_DRAKE = (("xmlns:drake", "http://drake.mit.edu"),)
_SIMPLE = "transmission_interface/SimpleTransmission"
"""Type for a transmission without a type; ros_control and Drake require one."""
_SPRING = "URDF has no springs; it is in a <gazebo> block, which libsdformat reads"
_NO_ROTOR = "URDF has no armature; it is an attribute of <dynamics>, which no standard parser reads"


def convert(robot: model.Robot, options: Options) -> Written:
    """Convert a robot to URDF; see ``direction``.

    The file has the lowest version that supports the robot, or the requested one.

    Raises:
        ValueError: the version is unknown.
    """
    wanted = parse_version(options.version) if options.version else urdf.VERSIONS[0]
    if wanted not in urdf.VERSIONS or wanted is None:
        known = ", ".join(f"{major}.{minor}" for major, minor in urdf.VERSIONS)
        raise ValueError(f"URDF has no version {options.version}; the versions are {known}")
    log = RobotLossLog()
    writer = _UrdfWriter(
        without_gearboxes(robot, log),
        log,
        wanted,
        may_rise=not options.version,
        address=options.address,
    )
    root = writer.root()
    version = max(wanted, smallest_version(root, urdf.VERSIONS))
    root = replace(root, version="{}.{}".format(*version))
    return Written(node_of(root, version), tuple(log.losses))


class _UrdfWriter:
    """Creates the elements of a robot.

    Args:
        robot: the robot.
        log: collects the losses.
        version: the version of URDF to write.
        may_rise: whether a higher version is allowed if the robot requires it.
        address: returns the URI to write, given a mesh or material and its URI.
    """

    def __init__(
        self,
        robot: model.Robot,
        log: RobotLossLog,
        version: tuple[int, int],
        *,
        may_rise: bool,
        address: Address,
    ) -> None:
        self._robot = robot
        self._log = log
        self._version = version
        self._has_capsules = may_rise or version >= (1, 1)
        self._taken = {*robot.link_names, *robot.joint_names}
        self._address = address
        self._materials = _Materials(robot, log, address)
        self._springs: list[urdf.Gazebo] = []
        worlds = [link for link in robot.roots if link.name == WORLD_NAME]
        self._of_world = [one for link in worlds for one in (*link.visuals, *link.collisions)]
        """The visuals and collisions of link ``world``, such as a floor."""
        self._has_drake = False
        self._actuators: set[str] = set()
        """Used names of actuators."""
        driven: dict[str, list[model.Transmission]] = {}
        for transmission in robot.transmissions:
            for name in transmission.joints:
                driven.setdefault(name, []).append(transmission)
        self._rotors = {
            name: several[0]
            for name, several in driven.items()
            if len(several[0].joints) == len(several[0].actuators) == 1
        }
        """For each joint name, the transmission that can contain the joint's armature."""

    def root(self) -> urdf.Robot:
        """Return the root element."""
        robot, log = self._robot, self._log
        links: list[model.Link] = []
        joints: list[model.Joint] = []
        links += robot.links
        for joint in robot.joints:
            for step in self._steps(joint, links):
                joints += step
        for joint in robot.loops:
            reason = (
                f"URDF has no closed loops; the loop is cut here, at link {quoted(joint.child)}, "
                f"and recorded in <{LOOP}>, which Isaac Sim reads and Drake rejects"
            )
            log.add("moved", joint, "", reason, changes_meaning=True)
        names = {link.name for link in links}  # a link and a joint may have the same name
        for frame in robot.frames:
            link = free(frame.name, names)
            self._taken.add(link)
            name = free(f"{frame.name}_joint", self._taken)
            links.append(model.Link(link))
            joints.append(model.Joint(name, "fixed", frame.link, link, frame.origin))
            log.add("moved", frame, "", "a frame becomes a link without mass and a fixed joint")
        made_links = tuple(map(self._link, links))
        made_joints = tuple(map(self._joint, joints))
        return urdf.Robot(
            name=robot.name,
            materials=self._materials.shared,
            links=made_links,
            joints=made_joints,
            sensors=tuple(map(self._sensor, robot.sensors)),
            transmissions=tuple(map(self._transmission, self._driving(joints))),
            gazebo=(*self._springs, *_self_collide(robot)),
            extra=Extra(
                attributes=_DRAKE if self._has_drake else (),
                elements=tuple(map(loop_element, robot.loops)),
            ),
        )

    def _steps(
        self, joint: model.Joint, links: list[model.Link]
    ) -> Iterable[tuple[model.Joint, ...]]:
        """Yield the joints that replace a joint; add massless links between them to ``links``."""
        chain = chain_of(joint, KINDS, self._taken, self._log)
        links += chain.links
        for step in chain.joints:
            last = without_child_pose(step, self._taken, self._log)
            links += last.links
            yield last.joints

    def _link(self, link: model.Link) -> urdf.Link:
        inertial = None
        if link.inertial is not None and (link.inertial.mass or any(link.inertial.inertia)):
            xx, xy, xz, yy, yz, zz = link.inertial.inertia
            inertia = urdf.Inertia(ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)
            inertial = urdf.Inertial(
                origin=_pose(link.inertial.origin), mass=link.inertial.mass, inertia=inertia
            )
        visuals = [
            urdf.Visual(
                name=part.name,
                origin=_pose(part.origin),
                geometry=geometry,
                material=self._materials.written(part.material),
            )
            for part, geometry in self._shapes(link.visuals)
        ]
        frictions = {part.friction for part in link.collisions}
        shared = next(iter(frictions)) if len(frictions) == 1 else None
        collisions = [
            urdf.Collision(
                name=part.name,
                origin=_pose(part.origin),
                geometry=geometry,
                extra=NOTHING if shared is not None else self._friction(part),
            )
            for part, geometry in self._shapes(link.collisions)
        ]
        if shared is not None:
            reason = "URDF has no friction; it is in <contact>, which PyBullet reads"
            self._log.add("moved", link, "friction", reason)
        return urdf.Link(
            name=link.name,
            inertial=inertial,
            visuals=tuple(visuals),
            collisions=tuple(collisions),
            extra=NOTHING if shared is None else Extra(elements=(friction_element(shared),)),
        )

    def _friction(self, part: model.Geometry) -> Extra:
        """Return Drake's element for the friction of a collision, and record that it moved."""
        if part.friction is None:
            return NOTHING
        self._has_drake = True
        reason = "URDF has no friction; it is in <drake:proximity_properties>"
        self._log.add("moved", part, "friction", reason)
        return Extra(elements=(drake_friction_element(part.friction),))

    def _shapes(
        self, parts: tuple[model.Geometry, ...]
    ) -> Iterable[tuple[model.Geometry, urdf.Geometry]]:
        """Yield the parts that URDF supports, with their geometry; a capsule may become several."""
        for part in parts:
            shape = part.shape
            if isinstance(shape, model.Capsule) and not self._has_capsules:
                self._log.add(
                    "moved", part, "shape", "a capsule becomes a cylinder and two spheres"
                )
                yield (
                    part,
                    urdf.Geometry(shape=urdf.Cylinder(radius=shape.radius, length=shape.length)),
                )
                for end in (shape.length / 2.0, -shape.length / 2.0):
                    at = part.origin @ model.Transform(p=(0.0, 0.0, end))
                    name = f"{part.name}_{'top' if end > 0.0 else 'bottom'}" if part.name else ""
                    yield (
                        replace(part, origin=at, name=name),
                        urdf.Geometry(shape=urdf.Sphere(radius=shape.radius)),
                    )
                continue
            made = self._shape(part)
            if made is not None:
                yield part, urdf.Geometry(shape=made)

    def _shape(self, part: model.Geometry) -> urdf.Shape | None:
        match part.shape:
            case shape if (made := _OWN_SHAPES.get(type(shape).__name__)) is not None:
                return made(**sizes(shape))
            case model.Ellipsoid(radii=(x, y, z)) if x == y == z:
                return urdf.Sphere(radius=x)
            case model.Mesh() as mesh:
                if mesh.part:
                    reason = f"the whole file is shown, not only its part {quoted(mesh.part)}"
                    self._log.add("approximated", part, "shape", reason, changes_meaning=True)
                return urdf.Mesh(filename=self._address(mesh, mesh.uri), scale=mesh.scale)
            case None:
                self._log.add("dropped", part, "", "it has no shape")
            case other:
                kind = kind_of(other)
                is_floor = kind == "plane" and part in self._of_world
                reason = f"URDF has no {kind}"
                self._log.add("dropped", part, "", reason, changes_meaning=not is_floor)
        return None

    def _joint(self, joint: model.Joint) -> urdf.Joint:
        kind = joint.type
        limit = joint.limit
        if kind == "revolute" and _is_endless(limit):
            kind = "continuous"
        mimic = joint.mimic
        return urdf.Joint(
            name=joint.name,
            type=cast("urdf.JointType", kind),
            origin=_pose(joint.origin),
            parent=joint.parent,
            child=joint.child,
            axis=joint.axis if kind in WITH_AXIS else X_AXIS,
            limit=self._limit(joint, kind),
            dynamics=self._dynamics(joint),
            mimic=None
            if mimic is None
            else urdf.Mimic(joint=mimic.leader, multiplier=mimic.multiplier, offset=mimic.offset),
            extra=_WITH_X_AXIS if kind in WITH_AXIS and joint.axis == X_AXIS else NOTHING,
        )

    def _limit(self, joint: model.Joint, kind: str) -> urdf.Limit | None:
        limit, log = joint.limit.within_reach, self._log
        has_range = kind in WITH_RANGE
        if kind == "fixed" or (not has_range and limit == UNLIMITED):
            return None
        made = urdf.Limit(velocity=limit.velocity, effort=limit.effort)
        if has_range:
            made = replace(made, lower=limit.lower, upper=limit.upper)
        elif self._version >= (1, 2):  # the default of 1.2
            made = replace(made, lower=-math.inf, upper=math.inf)
        if not has_range and not _is_endless(limit):
            log.add("dropped", joint, "limit", f"a {kind} joint has no position limits in URDF")
        ends = ("lower", "upper") if has_range else ()
        required = ends if self._version >= (1, 2) else ("lower", "upper", "velocity", "effort")
        zeros = [(field, "0") for field in ends if not getattr(limit, field)]
        if zeros:  # before 1.2, urdfdom's default is 0, but other parsers have other defaults
            made = replace(made, extra=Extra(attributes=tuple(zeros)))
        values = {field: getattr(made, field) for field in required}
        endless = {f: math.copysign(NO_LIMIT, x) for f, x in values.items() if math.isinf(x)}
        if endless:
            reason = f"URDF requires a number; {NO_LIMIT:g} is unlimited"
            log.add("approximated", joint, f"{listed(sorted(endless))} limit", reason)
        return replace(made, **endless)

    def _dynamics(self, joint: model.Joint) -> urdf.Dynamics | None:
        if joint.dynamics == FREE:
            return None
        dynamics = joint.dynamics
        if dynamics.spring_stiffness or dynamics.spring_reference:
            self._springs.append(_spring(joint))
            self._log.add("moved", dynamics, "spring_stiffness", _SPRING)
        if dynamics.armature and joint.name not in self._rotors:
            self._log.add("moved", dynamics, "armature", _NO_ROTOR)
            extra = Extra(attributes=(("armature", format_float(dynamics.armature)),))
            return urdf.Dynamics(damping=dynamics.damping, friction=dynamics.friction, extra=extra)
        if not dynamics.damping and not dynamics.friction:
            return None
        return urdf.Dynamics(damping=dynamics.damping, friction=dynamics.friction)

    def _sensor(self, sensor: model.Sensor) -> urdf.Sensor:
        kind = _OTHER_SENSORS.get(sensor.type, sensor.type)
        if sensor.type.startswith("gpu_"):
            self._log.add(
                "approximated", sensor, "type", "URDF has one type of lidar, a ray sensor"
            )
        if kind not in get_args(SensorType):
            if kind:
                self._log.add("dropped", sensor, "type", f"URDF has no sensor of type {kind}")
            kind = None  # type: ignore[assignment]
        if sensor.joint:
            self._log.add("dropped", sensor, "joint", "a sensor of URDF has a parent link only")
        return urdf.Sensor(
            name=sensor.name,
            type=kind,  # type: ignore[arg-type]
            parent=sensor.link,
            origin=_pose(sensor.origin),
            update_rate=sensor.rate,
        )

    def _driving(self, joints: Iterable[model.Joint]) -> Iterator[model.Transmission]:
        """Yield the transmissions whose joints exist in the result; Drake rejects others."""
        names = {joint.name for joint in joints if joint.type != "floating"}
        for one in self._robot.transmissions:
            if names.issuperset(one.joints):
                yield one
            else:
                self._log.add("dropped", one, "", "URDF has no single joint that it could drive")

    def _transmission(self, transmission: model.Transmission) -> urdf.Transmission:
        actuators = zip(transmission.actuators, transmission.reductions, strict=False)
        rotor = self._rotor(transmission)
        if any(transmission.gains):
            self._log.add("dropped", transmission, "gains", "a transmission has no servos")
        is_simple = not transmission.type and len(transmission.joints) == 1
        if is_simple:
            self._log.add("assumed", transmission, "type", f"URDF requires a type: {_SIMPLE}")
        return urdf.Transmission(
            name=transmission.name,
            type=transmission.type or (_SIMPLE if is_simple else None),
            joints=tuple(
                urdf.TransmissionJoint(name=name, hardware_interfaces=_interface(word))
                for name, word in zip_longest(
                    transmission.joints,
                    transmission.interfaces[: len(transmission.joints)],
                    fillvalue="",
                )
            ),
            actuators=tuple(
                urdf.Actuator(
                    name=self._actuator(transmission, name),
                    mechanical_reduction=reduction,
                    extra=rotor,
                )
                for name, reduction in actuators
            ),
        )

    def _actuator(self, transmission: model.Transmission, name: str) -> str:
        """Return a unique name for an actuator: URDF requires a name, Drake a unique name."""
        joint = next(iter(transmission.joints), transmission.name)
        called = free(name or f"{joint}_motor", self._actuators)
        if called != name:
            reason = f"URDF requires a unique name for each actuator: {quoted(called)}"
            self._log.add("assumed", transmission, "actuators", reason)
        return called

    def _rotor(self, transmission: model.Transmission) -> Extra:
        """Return Drake's element for the armature of a transmission's joint."""
        name = next(iter(transmission.joints), "")
        if self._rotors.get(name) is not transmission or not self._robot.has_joint(name):
            return NOTHING
        dynamics = self._robot.joint(name).dynamics
        if not dynamics.armature:
            return NOTHING
        self._has_drake = True
        self._log.add(
            "moved", dynamics, "armature", "it is the <drake:rotor_inertia> of its actuator"
        )
        return Extra(
            elements=(Raw(Node("drake:rotor_inertia", {"value": format_float(dynamics.armature)})),)
        )


class _Materials:
    """The materials of a URDF; a material of several visuals is defined once in the robot.

    Args:
        robot: the robot.
        log: collects the losses.
        address: returns the URI to write, given a material and the URI of its texture.
    """

    def __init__(self, robot: model.Robot, log: RobotLossLog, address: Address) -> None:
        self._log = log
        self._address = address
        self._taken: set[str] = set()
        self._names: dict[model.Material, str] = {}
        uses: dict[model.Material, int] = {}
        for link in robot.links:
            for part in link.visuals:
                if part.material is not None:
                    uses[part.material] = uses.get(part.material, 0) + 1
        for material in filter(_says, uses):
            name = free(material.name or "material", self._taken)
            self._names[material] = name
            if name != material.name:
                what = "another material has its name" if material.name else "URDF requires a name"
                log.add("assumed", material, "name", f"{what}; it is called {quoted(name)}")
        self._shared = {material for material, count in uses.items() if count > 1}

    @property
    def shared(self) -> tuple[urdf.Material, ...]:
        """The materials that are defined in the robot."""
        return tuple(self._defined(m) for m in self._names if m in self._shared and _says(m))

    def written(self, material: model.Material | None) -> urdf.Material | None:
        """Return the material of a visual: a definition, or a reference to a robot material."""
        if material is None:
            return None
        if not _says(material):
            if material.name:
                reason = "it has no colour and no texture"
                self._log.add("dropped", material, "name", reason)
            return None
        if material in self._shared:
            return urdf.Material(name=self._names[material])
        return self._defined(material)

    def _defined(self, material: model.Material) -> urdf.Material:
        texture = self._address(material, material.texture) if material.texture else None
        return urdf.Material(name=self._names[material], rgba=material.rgba, texture=texture)


def _says(material: model.Material) -> bool:
    return material.rgba is not None or bool(material.texture)


def _interface(word: str) -> tuple[str, ...]:
    return (f"hardware_interface/{word.capitalize()}JointInterface",) if word else ()


def _self_collide(robot: model.Robot) -> tuple[urdf.Gazebo, ...]:
    """Return the ``<gazebo>`` block with ``<self_collide>``; nothing if links do not collide."""
    if not robot.self_collide:
        return ()
    node = Node("self_collide")
    node.text = "true"
    return (urdf.Gazebo(content=(Raw(node),)),)


def _spring(joint: model.Joint) -> urdf.Gazebo:
    """Return the ``<gazebo>`` block with the spring of a joint, which libsdformat reads."""
    found = []
    for tag, field in SPRING.items():
        value: float = getattr(joint.dynamics, field)
        if value:
            node = Node(tag)
            node.text = format_float(value)
            found.append(Raw(node))
    return urdf.Gazebo(reference=joint.name, content=tuple(found))


def _pose(pose: model.Transform) -> urdf.Pose:
    if pose == model.IDENTITY:
        return urdf.IDENTITY
    x, y, z, roll, pitch, yaw = six(pose)
    return urdf.Pose(xyz=(x, y, z), rpy=(roll, pitch, yaw))


def _is_endless(limit: model.Limit) -> bool:
    return limit.lower <= -ENDLESS and limit.upper >= ENDLESS
