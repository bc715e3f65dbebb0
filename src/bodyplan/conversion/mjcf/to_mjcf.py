"""Conversion of a robot model to MJCF. Every field is converted, or recorded with a reason."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import partial
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.chains import free, with_joint_frames
from bodyplan.conversion.direction import ConversionError, Options, Written
from bodyplan.conversion.gearboxes import without_gearboxes
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.mjcf._actuators import ActuatorWriter
from bodyplan.conversion.mjcf._contacts import first_moving_pairs
from bodyplan.conversion.mjcf._defaults import gather_defaults
from bodyplan.conversion.mjcf._inertia import carries_mass, inertial_of
from bodyplan.conversion.mjcf._joints import JointWriter
from bodyplan.conversion.mjcf._scene import extent_of, scene_of
from bodyplan.conversion.mjcf._sensors import SensorWriter
from bodyplan.conversion.mjcf._servos import TIME_STEP
from bodyplan.conversion.mjcf.assets import FOLDER, MjcfAssets, add
from bodyplan.conversion.mjcf.limits import MOST_NESTED
from bodyplan.conversion.mjcf.text import HOME, number, numbers, placed, positive
from bodyplan.conversion.mujoco.trial import tried
from bodyplan.core import quoted, replace
from bodyplan.model.joint import COUPLING, JOINT_TYPES, WITH_AXIS, WITH_PITCH
from bodyplan.model.scoped_names import WORLD_NAME
from bodyplan.model.shape import kind_of, sizes

_OTHER = "the geometry of MJCF has no such shape"
_SEEN, _TOUCHED = "visual", "collision"
"""Default classes of geoms."""
_FIXED = "MJCF has no fixed joints; a body without a joint is fixed to its parent"
SEVERAL = WITH_AXIS - COUPLING
"""Joint types that can be combined with other joints of the same body."""
MOST_FREEDOM = 6
"""The largest number of degrees of freedom of a body in MuJoCo."""
_ASSETS = ("texture", "material", "mesh")
"""Tags of MJCF assets in the order in which they are written."""


def convert(robot: model.Robot, options: Options) -> Written:
    """Convert a robot to MJCF; see ``direction``.

    A root link ``world`` becomes MuJoCo's world. Other root links are fixed to the world, unless
    ``options.base``, the SRDF, or an SDFormat or MJCF description declares a floating base. Visuals
    become geoms of group 2 without contacts, collisions become geoms of group 3.

    Raises:
        ConversionError: a chain of links is too long.
        ValueError: a version is requested; MJCF has none.
    """
    if options.version:
        raise ValueError(f"MJCF has no versions, such as {options.version}")
    _require_shallow(robot)
    writer = _MjcfWriter(robot, options)
    root = writer.root()
    gather_defaults(root)
    has_pairs = root.find("contact") is not None and robot.semantics is not None
    excludes = not (has_pairs or options.adjacent_collide or robot.self_collide is False)
    tried(root, writer.assets.files, robot, writer.log, excludes=excludes)
    scene = None
    if options.scene:
        scene = partial(scene_of, robot=robot, floor=writer.floor)
    return Written(root, tuple(writer.log.losses), writer.assets.files, scene)


def _require_shallow(robot: model.Robot) -> None:
    """Check the depth of the link tree, because MJCF elements are nested as deeply."""
    depths: dict[str, int] = {}
    for link in robot.links:  # parents come first
        joint = robot.parent_joint(link.name)
        depth = depths[link.name] = 1 if joint is None else depths[joint.parent] + 1
        if depth > MOST_NESTED:
            raise ConversionError(
                f"more than {MOST_NESTED:,} links are in one chain; MuJoCo cannot read so many"
                " nested bodies"
            )


class _MjcfWriter:
    """Creates the elements of a robot.

    Args:
        robot: the robot.
        options: the options of the conversion.
    """

    def __init__(self, robot: model.Robot, options: Options) -> None:
        self.log = RobotLossLog()
        robot = with_joint_frames(without_gearboxes(robot, self.log), self.log)
        self.assets = MjcfAssets(robot, self.log)
        self._robot = robot
        self._options = options
        self._joints = JointWriter(robot, self.log)
        self._geoms: set[str] = set()
        self._sites: set[str] = set()
        self._sensors = SensorWriter(robot, options.views, self._sites, self.log)
        self._frames: dict[str, list[model.Frame]] = {}
        for frame in robot.frames:
            self._frames.setdefault(frame.link, []).append(frame)
        names: set[str] = {WORLD_NAME}
        self._is_in_world = any(link.name == WORLD_NAME for link in robot.roots)
        self._bodies: dict[str, str] = {}
        for link in robot.links:
            is_world = self._is_in_world and link.name == WORLD_NAME
            name = WORLD_NAME if is_world else free(link.name or "link", names)
            self._bodies[link.name] = name
            if name != link.name:
                self.log.add("moved", link, "name", f"it is called {quoted(name)}")
        semantics = robot.semantics
        root = None if semantics is None else semantics.virtual_joint
        self._root_joint = root if root is not None and root.type == "floating" else None
        """The floating virtual joint of the SRDF; None without such a joint."""
        says_free = robot.details is not None and robot.details.says_base
        says_free = self._root_joint is not None if root is not None else says_free
        is_free = options.base == "floating" or (not options.base and says_free)
        self._floating = {one.name for one in robot.roots if is_free and one.name != WORLD_NAME}
        """The root links that move freely."""
        self.floor = self.height = 0.0
        """Height of the floor of a scene, and initial height of a floating base [m]."""
        if options.scene:
            lowest = round(float(extent_of(robot, robot.configuration())[0][2]), 6) + 0.0
            self.floor = 0.0 if self._floating else min(0.0, lowest)
            self.height = -lowest if self._floating else 0.0
        self._empty = self._links_of_nothing()
        self._moving = self._moving_links()
        self._inner: set[str] = set()

    def root(self) -> Node:
        """Return the root element."""
        robot = self._robot
        root = Node("mujoco", {"model": robot.name})
        attributes = dict(self._options.compiler)
        compiler = add(
            root, "compiler", {"angle": "radian", "inertiafromgeom": "false", **attributes}
        )
        root.extend(self._options.elements)
        defaults = add(root, "default", {})
        if any(isinstance(p.shape, model.Mesh | model.Cone) for p in _parts(robot)):
            add(defaults, "mesh", {"inertia": "shell"})  # open meshes have no volume
        seen = add(defaults, "default", {"class": _SEEN})
        add(seen, "geom", {"group": "2", "contype": "0", "conaffinity": "0"})
        touched = add(defaults, "default", {"class": _TOUCHED})
        contacts = {"contype": "0", "conaffinity": "1"} if robot.self_collide is False else {}
        add(touched, "geom", {"group": "3", **contacts})
        assets = add(root, "asset", {})
        world = add(root, "worldbody", {})
        for link in robot.roots:
            self._root_body(world, link)
        for node in sorted(self.assets.nodes, key=lambda node: _ASSETS.index(str(node.tag))):
            assets.append(node)
        if self.assets.files:
            compiler.set("meshdir", FOLDER)
            compiler.set("texturedir", FOLDER)
        if not len(assets):
            root.remove(assets)
        bodies = (world, *world.iter("body"))
        nodes = {one.get("name", WORLD_NAME): one for one in bodies}

        def site(link: str, name: str, pose: model.Transform) -> str:
            name = free(name, self._sites)
            add(nodes[self._bodies[link]], "site", {"name": name, **placed(pose)})
            return name

        self._joints.loops(self._bodies, site)
        joints, option = self._joints, root.find("option")
        step = "" if option is None else option.get("timestep", "")
        actuators = ActuatorWriter(
            robot,
            joints.scalar,
            joints.limited,
            self._options.commands,
            self.log,
            home=robot.configuration(),
            time_step=positive(step) or TIME_STEP,
        )
        motors = actuators.section()
        if any(one.tag in {"position", "velocity"} for one in motors):
            _set_integrator(root, option)
        sections = (
            self._excludes(),
            self._joints.equalities,
            motors,
            self._sensors.section,
            self._keyframes(actuators),
        )
        for section in sections:
            if len(section):
                root.append(section)
        return root

    # Bodies

    def _moving_links(self) -> frozenset[str]:
        """Return the links that are moved by joints or have a floating base."""
        moving: set[str] = set()
        for link in self._robot.links:  # parents first
            joint = self._robot.parent_joint(link.name)
            if joint is None:
                moves = link.name in self._floating
            else:
                moves = joint.type != "fixed" or joint.parent in moving
            if moves:
                moving.add(link.name)
        return frozenset(moving)

    def _links_of_nothing(self) -> frozenset[str]:
        """Return the links with one child joint, but no mass, shape, frame, sensor or loop."""
        robot = self._robot
        used = {frame.link for frame in robot.frames} | {sensor.link for sensor in robot.sensors}
        for joint in robot.loops:
            used |= {joint.parent, joint.child}
        return frozenset(
            link.name
            for link in robot.links
            if link.name not in used
            and len(robot.child_joints(link.name)) == 1
            and not (link.visuals or link.collisions)
            and (link.inertial is None or not (link.inertial.mass or any(link.inertial.inertia)))
        )

    def _root_body(self, world: Node, link: model.Link) -> None:
        if self._bodies[link.name] == WORLD_NAME:
            self._content(world, link)
            return
        body = add(world, "body", {"name": self._bodies[link.name]})
        if link.name in self._floating:
            if self.height:
                body.set("pos", numbers((0.0, 0.0, self.height)))
            is_root = self._root_joint is not None and link.name == self._root_joint.child
            self._joints.free(body, self._root_joint if is_root else None, self.height)
        self._content(body, link)

    def _content(self, root_body: Node, root_link: model.Link) -> None:
        """Fill a body and its descendants; without recursion, because chains can be long."""
        waiting: list[tuple[Node, model.Link, list[model.Joint]]] = [(root_body, root_link, [])]
        while waiting:
            body, link, above = waiting.pop()
            for joint in above:  # added in depth-first order, which is the order of qpos
                is_top = self._bodies[joint.parent] == WORLD_NAME
                self._joints.add(body, joint, is_top=is_top)
                if joint.type == "fixed" and joint.name != f"{joint.child}_fixed":
                    self.log.add("dropped", joint, "name", _FIXED)
            self._own(body, link)
            below = []
            for joint in self._robot.child_joints(link.name):
                joints = self._joints_of_one_body(joint)
                pose = model.IDENTITY
                for step in reversed(joints):
                    pose = step.origin @ step.X_JC @ pose
                child = joints[-1].child
                made = add(body, "body", {"name": self._bodies[child], **placed(pose)})
                below.append((made, self._robot.link(child), _in_frame_of_last(joints)))
            waiting += reversed(below)

    def _joints_of_one_body(self, joint: model.Joint) -> list[model.Joint]:
        """Return a joint and the joints below it that become joints of the same MuJoCo body.

        The links between these joints are empty, and have no mass attached by fixed joints.
        """
        found = [joint]
        while joint.type in SEVERAL and found[-1].child in self._empty:
            (below,) = self._robot.child_joints(found[-1].child)
            if carries_mass(self._robot, found[-1].child):
                break
            if (
                below.type not in SEVERAL | {"fixed"}
                or sum(map(_freedom, (*found, below))) > MOST_FREEDOM
            ):
                break
            self._inner.add(found[-1].child)
            reason = f"the body {quoted(self._bodies[below.child])} has the joints on both sides"
            self.log.add("moved", self._robot.link(found[-1].child), "", reason)
            found.append(below)
        return found

    def _own(self, body: Node, link: model.Link) -> None:
        """Add the mass, shapes, frames and sensors of a link to a body."""
        if body.tag == "body":
            moves = body.find("joint") is not None or body.find("freejoint") is not None
            inertial = inertial_of(self._robot, link, self.log, moves=moves)
            if inertial is not None:
                body.append(inertial)
        elif link.inertial is not None and link.inertial.mass:
            self.log.add("dropped", link, "inertial", "the world of MuJoCo has no mass")
        for kind, parts in ((_SEEN, link.visuals), (_TOUCHED, link.collisions)):
            for part in parts:
                if isinstance(part.shape, model.Plane) and link.name in self._moving:
                    reason = "MuJoCo allows planes only in bodies that do not move"
                    self.log.add("dropped", part, "", reason, changes_meaning=True)
                    continue
                self._geom(body, part, kind)
        for frame in self._frames.get(link.name, ()):
            name = free(frame.name, self._sites)
            add(body, "site", {"name": name, **placed(frame.origin)})
        self._sensors.of_link(body, link.name)

    def _geom(self, body: Node, part: model.Geometry, kind: str) -> None:
        for number_, shape in enumerate(self._shapes(part, is_visual=kind == _SEEN)):
            attributes = {"class": kind}
            if part.name and not number_:
                attributes = {"name": self._geom_name(part, kind), "class": kind}
            look = {name: shape.pop(name) for name in ("material", "rgba") if name in shape}
            attributes |= shape
            attributes |= placed(_upright(part))
            if part.friction is not None and kind == _TOUCHED:
                attributes["friction"] = number(part.friction)
            add(body, "geom", attributes | look)

    def _geom_name(self, part: model.Geometry, kind: str) -> str:
        """Return a unique name for a geom."""
        name = part.name if part.name not in self._geoms else f"{part.name}_{kind}"
        name = free(name, self._geoms)
        if name != part.name:
            reason = f"it is called {quoted(name)}, because another geom has its name"
            self.log.add("moved", part, "name", reason)
        return name

    def _shapes(self, part: model.Geometry, *, is_visual: bool) -> list[dict[str, str]]:
        """Return the attributes of each geom of a geometry; a mesh can need several geoms."""
        if isinstance(part.shape, model.Mesh):
            return self.assets.geoms(part, is_visual=is_visual)
        shape = self._shape(part)
        if shape is None and part.shape is not None and sizes(part.shape):
            reason = f"MuJoCo has no {kind_of(part.shape)}; it becomes a mesh"
            self.log.add("approximated", part, "shape", reason)
            return self.assets.geoms(part, is_visual=is_visual)
        return [] if shape is None else [shape | self.assets.look(part)]

    def _shape(self, part: model.Geometry) -> dict[str, str] | None:
        match part.shape:
            case model.Box(size=(x, y, z)):
                return {"type": "box", "size": numbers((x / 2.0, y / 2.0, z / 2.0))}
            case model.Sphere(radius=radius):
                return {"size": number(radius)}
            case model.Cylinder(radius=radius, length=length):
                return {"type": "cylinder", "size": numbers((radius, length / 2.0))}
            case model.Capsule(radius=radius, length=length):
                return {"type": "capsule", "size": numbers((radius, length / 2.0))}
            case model.Ellipsoid(radii=radii):
                return {"type": "ellipsoid", "size": numbers(radii)}
            case model.Plane(size=size):
                x, y = size or (0.0, 0.0)
                return {"type": "plane", "size": numbers((x / 2.0, y / 2.0, 0.01))}
            case None:
                self.log.add("dropped", part, "", "it has no shape")
            case model.OtherShape(kind=kind):
                reason = f"{_OTHER}: {kind}"
                self.log.add("dropped", part, "", reason, changes_meaning=True)
        return None

    # Elements attached to bodies and joints

    def _excludes(self) -> Node:
        contact = Node("contact")
        if self._robot.self_collide is False:
            return contact
        pairs: dict[tuple[str, str], None] = {}
        semantics = self._robot.semantics
        if semantics is not None:
            pairs.update(dict.fromkeys(semantics.allowed_collision_matrix.disabled_pairs))
        if not (pairs or self._options.adjacent_collide):
            still = set(self._robot.link_names) - self._moving
            pairs.update(dict.fromkeys(first_moving_pairs(self._robot, still)))
        for pair in pairs:
            # links between the joints of one body do not become bodies
            if not self._inner.intersection(pair):
                first, second = (self._bodies[name] for name in pair)
                add(contact, "exclude", {"body1": first, "body2": second})
        return contact

    def _keyframes(self, actuators: ActuatorWriter) -> Node:
        found = Node("keyframe")
        semantics = self._robot.semantics
        states = () if semantics is None else tuple(semantics.states.values())
        counts = Counter(state.name for state in states)
        configurations = {
            one.name if counts[one.name] == 1 else f"{one.group}_{one.name}": one.configuration()
            for one in states
        }
        default = dict((semantics or self._robot).configuration())
        if self._root_joint is not None:
            default[self._root_joint.name] = (0.0, 0.0, self.height, 0.0, 0.0, 0.0, 1.0)
        is_zero = not any(values[0] for values in default.values() if len(values) == 1)
        if self._options.scene or not is_zero:
            configurations.setdefault(HOME, default)
        for name, q in configurations.items():
            attributes = {"name": name, "qpos": numbers(self._joints.qpos(q))}
            controls = actuators.controls(q)
            add(found, "key", attributes | ({"ctrl": controls} if controls else {}))
        return found


def _set_integrator(root: Node, option: Node | None) -> None:
    """Set implicit integration of servo damping, unless an integrator is already set."""
    if option is None:
        option = Node("option")
        root.insert(1, option)
    option.attrib.setdefault("integrator", "implicitfast")


def _freedom(joint: model.Joint) -> int:
    """Return the degrees of freedom of a joint in MJCF; a screw joint becomes two joints."""
    return JOINT_TYPES[joint.type].degrees_of_freedom + (joint.type in WITH_PITCH)


def _in_frame_of_last(joints: list[model.Joint]) -> list[model.Joint]:
    """Return the joints of one body, with ``X_JC`` changed as if the body were the child of each.

    In MJCF, all joints of a body are expressed in the body frame, which is the frame of the last
    joint's child link.
    """
    made: list[model.Joint] = []
    X = model.IDENTITY
    for joint in reversed(joints):
        made.insert(0, joint if X is model.IDENTITY else replace(joint, X_JC=joint.X_JC @ X))
        X = joint.origin @ joint.X_JC @ X
    return made


def _upright(part: model.Geometry) -> model.Transform:
    """Return the pose of a geom; the z axis of a plane is its normal."""
    if not isinstance(part.shape, model.Plane):
        return part.origin
    a, b, c = part.shape.normal
    if (a, b, c) == (0.0, 0.0, 1.0):
        return part.origin
    x, y, z = (1.0, 0.0, 0.0) if c < 0.0 else (b, -a, 0.0)
    angle = math.acos(max(-1.0, min(1.0, c)))
    sine = math.sin(-angle / 2.0)
    length = math.hypot(x, y, z) or 1.0
    turn = (x / length * sine, y / length * sine, z / length * sine, math.cos(angle / 2.0))
    return part.origin @ model.Transform.from_quat_xyzw(turn)


def _parts(robot: model.Robot) -> Iterator[model.Geometry]:
    for link in robot.links:
        yield from (*link.visuals, *link.collisions)
