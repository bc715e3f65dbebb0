"""Creation of a robot from a model that MuJoCo has compiled.

MuJoCo resolves defaults, classes, orientations and inertias; this module reads the compiled model.
Joint positions are relative to ``ref``, so that all bodies have the poses of the file at position
zero. A body with several joints becomes a chain with massless links.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element as Node

import numpy as np

from bodyplan import model
from bodyplan.conversion.chains import free
from bodyplan.conversion.mimics import consistent_mimics
from bodyplan.conversion.mjcf._compiled_details import details_of
from bodyplan.conversion.mjcf._fields import SENSORS, dropped
from bodyplan.conversion.mjcf._geoms import GeomReader, matrix, numbers_of
from bodyplan.conversion.mjcf._keyframes import RootJoint, semantics_of
from bodyplan.conversion.mjcf._looks import looks_of
from bodyplan.conversion.mjcf._motors import ActuatorReader
from bodyplan.conversion.mjcf.spec_assets import LEAST, SpecFiles
from bodyplan.conversion.mujoco.messages import MjcfInput, MjcfParts, tree_of
from bodyplan.conversion.rounding import without_noise
from bodyplan.core import Record, quoted, replace
from bodyplan.formats.input_error import InputError
from bodyplan.formats.loss import Loss, LossKind, Place
from bodyplan.model.scoped_names import WORLD_NAME

if TYPE_CHECKING:
    from bodyplan.formats.document import Document

_KINDS: tuple[model.JointType, ...] = ("floating", "ball", "prismatic", "revolute")
"""Types of joints, in the order of MuJoCo's ``mjtJoint``."""
_FINITE = (
    "body_pos",
    "body_quat",
    "body_ipos",
    "body_iquat",
    "body_mass",
    "body_inertia",
    "jnt_pos",
    "jnt_axis",
    "qpos0",
    "geom_pos",
    "geom_quat",
    "geom_size",
    "site_pos",
    "site_quat",
    "cam_pos",
    "cam_quat",
    "mesh_pos",
    "mesh_quat",
    "eq_data",
)
"""The arrays of a compiled model that must be finite."""
_LOOKS_ALONG_X = model.Transform(((0.0, -1.0, 0.0), (0.0, 0.0, 1.0), (-1.0, 0.0, 0.0)))
"""A camera frame that looks along x with z up, expressed in MuJoCo's camera frame (looks along
-z)."""
_NAMES_FILES = frozenset(("include", "model"))


def read_parts(given: MjcfInput, document: Document) -> MjcfParts:
    """Return the robot that MuJoCo compiles from a document; called in the child process.

    Args:
        given: the document and the files that are passed to MuJoCo.
        document: the document, with the same elements.

    Raises:
        InputError: MuJoCo rejects the file.
    """
    mujoco: Any = import_module("mujoco")
    reader = _CompiledReader(given, document)
    messages: list[str] = []
    assets = {name: one.data for name, one in given.files.items() if one.data is not None}
    try:
        with _warnings_in(mujoco, messages):
            spec = mujoco.MjSpec.from_string(given.text, include=given.models, assets=assets)
            reader.files.remove_unread(mujoco, spec)
            spec.compiler.usethread = 0  # a thread that runs out of memory never ends
            compiled = spec.compile()
    except (ValueError, RuntimeError, MemoryError, mujoco.FatalError) as error:
        reason = " ".join(str(error).split()).removeprefix("Error: ")
        raise InputError(f"MuJoCo rejects it: {reason}") from None
    for name in _FINITE:
        if not np.isfinite(getattr(compiled, name)).all():
            raise InputError(f"{name} of the compiled model is not finite")
    for message in dict.fromkeys(messages):
        reader.note("assumed", "mujoco", "", f"MuJoCo warns: {' '.join(message.split())}")
    return reader.read(mujoco, spec, compiled)


@contextmanager
def _warnings_in(mujoco: Any, messages: list[str]) -> Iterator[None]:
    """Collect MuJoCo's warnings, which it would otherwise write to a log in the working folder."""
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(messages.append)
    try:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            yield
        messages += (str(one.message) for one in found)
    finally:
        mujoco.set_mju_user_warning(before)


class _CompiledReader:
    """Creates a robot from a compiled model.

    Args:
        given: the document and the files that are passed to MuJoCo.
        document: the document, with the same elements.
    """

    def __init__(self, given: MjcfInput, document: Document) -> None:
        root = document.tree.root
        assert root is not None
        self._root = root
        self._document = document
        self._parts = given.parts
        self.files = SpecFiles(given.files, self.note)
        self._losses: list[Loss] = []
        self._gone: set[tuple[str, str]] = set()
        """Tags and names of elements that are dropped as a whole."""
        self._nodes: dict[tuple[str, str], Node] = {}
        for node in root.iter():
            self._nodes.setdefault((node.tag, node.get("name", "")), node)
        for section in root.iterfind("actuator"):
            for node in section:
                self._nodes.setdefault(("actuator", node.get("name", "")), node)
        self._pairs: list[tuple[Record, Node]] = []
        self._links: dict[str, model.Link] = {}
        self._joints: list[model.Joint] = []
        self._names: set[str] = set()
        """Names of links and frames."""
        self._joint_names: set[str] = set()
        self._positions: dict[str, int] = {}
        """For each joint name, the index of its first number in qpos."""

    def note(
        self,
        kind: LossKind,
        tag: str,
        name: str,
        reason: str,
        field: str = "",
        *,
        changes_meaning: bool = False,
    ) -> None:
        """Record a loss of an element of the file, or of one of its attributes.

        Args:
            kind: the kind of the loss.
            tag: the tag of the element, or of the section that contains it.
            name: the name of the element.
            reason: the reason, as the end of a sentence.
            field: the attribute, or another name of the lost value; empty for the whole element.
            changes_meaning: whether the result describes a different robot.
        """
        node = self._nodes.get((tag, name), self._root)
        tag = tag if node is self._root else str(node.tag)
        what = f"<{tag}> {name!r}" if name else f"<{tag}>"
        place = Place(self._document, node)
        if kind == "dropped" and not field and (name or tag == "texture"):  # a skybox
            self._gone.add((tag, name))
        what = f"{field} of {what}" if field else what
        self._losses.append(Loss(kind, what, reason, place, "", changes_meaning))

    def read(self, mujoco: Any, spec: Any, compiled: Any) -> MjcfParts:
        """Return the robot of a compiled model."""
        self._m = compiled
        self._geoms = GeomReader(mujoco, spec, compiled, self.files, self.note)
        names = [compiled.body(number).name for number in range(compiled.nbody)]
        self._bodies = _all_named("body", names, self._names)
        names = [compiled.joint(number).name for number in range(compiled.njnt)]
        self._names_of_joints = _all_named("joint", names, self._joint_names)
        self._followers = dict(self._mimics(mujoco))
        motors = ActuatorReader(mujoco, compiled, self.note)
        self._forces = motors.forces()
        children = [n for n in range(1, compiled.nbody) if compiled.body_parentid[n] == 0]
        has_world = len(children) != 1 or not self._is_free(children[0])
        around = None if has_world else self._surroundings(children[0])
        if has_world:
            self._links[WORLD_NAME] = self._link(0)
        for body in range(1, compiled.nbody):
            self._body(body, has_world=has_world)
        for what, bodies in (
            ("shapes", compiled.geom_bodyid),
            ("sites", compiled.site_bodyid),
            ("cameras", compiled.cam_bodyid),
        ):
            if not has_world and any(int(body) == 0 for body in bodies):
                reason = "parts of the world around a floating robot are not converted"
                self.note("dropped", "worldbody", "", reason, what)
        joints = consistent_mimics(
            self._joints,
            lambda name, reason: self.note("dropped", "joint", name, reason, "equality"),
        )
        sensors = list(self._sensors(mujoco))
        robot = model.Robot(
            spec.modelname or "robot",
            self._links.values(),
            joints,
            list(self._loops(mujoco)),
            list(self._frames({sensor.name for sensor in sensors})),
            [*self._cameras(), *sensors],
            motors.transmissions(),
            self._geoms.self_collide(),
        )
        self._unread()
        root = None if has_world else self._root_joint()
        overlay = semantics_of(compiled, robot, self._bodies, self._positions, self.note, root)
        details = details_of(
            mujoco, spec, compiled, self._bodies, lambda *key: self._nodes.get(key)
        )
        looks = looks_of(mujoco, compiled, frozenset(self.files.textures), around)
        pairs = tuple(self._pairs)
        own = tuple(motors.own)
        return MjcfParts(robot, tuple(self._losses), overlay, pairs, details, looks, own)

    def _named_apart(self, tag: str, name: str, taken: set[str]) -> str:
        """Return an unused name for an element; record a loss if the name changes.

        Args:
            tag: the tag of the element.
            name: its name in the file.
            taken: the used names; the result is added.
        """
        found = free(name, taken)
        if found != name and (tag, name) in self._nodes:
            reason = f"it is called {quoted(found)}, because another part of the robot has its name"
            self.note("moved", tag, name, reason, "name")
        return found

    def _origin(self, tag: str, name: str, value: Record) -> None:
        node = self._nodes.get((tag, name))
        if node is not None:
            self._pairs.append((value, node))

    def _is_free(self, body: int) -> bool:
        first = self._m.body_jntadr[body]
        return bool(first >= 0 and _KINDS[self._m.jnt_type[first]] == "floating")

    def _root_joint(self) -> RootJoint:
        name = self._m.joint(0).name or free("root", self._joint_names)
        return RootJoint(name, int(self._m.jnt_qposadr[0]))

    # Bodies and joints

    def _link(self, body: int, name: str = "") -> model.Link:
        m = self._m
        mass = float(m.body_mass[body])
        x, y, z = numbers_of(m.body_inertia[body])
        inertial = None
        is_filled = (
            mass == LEAST and self.files.lighter and m.body(body).name not in self.files.lighter
        )
        if (mass or x or y or z) and not is_filled:
            frame = matrix(m.body_ipos[body], m.body_iquat[body])
            inertial = model.Inertial(mass, frame, (x, 0.0, 0.0, y, 0.0, z))
        visuals, collisions = self._geoms.of_body(body)
        link = model.Link(name or self._bodies[body], inertial, visuals, collisions)
        self._origin("body", m.body(body).name, link)
        return link

    def _surroundings(self, root: int) -> tuple[model.Robot | None, model.Transform]:
        """Return the shapes of the world around a robot with a free base, and its initial pose."""
        m = self._m
        found = self._link(0, WORLD_NAME)
        X_WB = matrix(m.body_pos[root], m.body_quat[root])
        return model.Robot(WORLD_NAME, [found]) if found.visuals else None, X_WB

    def _body(self, body: int, *, has_world: bool) -> None:
        """Add a body, and the joints between it and its parent."""
        m = self._m
        name, parent = self._bodies[body], self._bodies[m.body_parentid[body]]
        self._links[name] = self._link(body)
        X_PB = matrix(m.body_pos[body], m.body_quat[body])
        first, count = int(m.body_jntadr[body]), int(m.body_jntnum[body])
        if m.body_parentid[body] == 0 and not has_world:
            if X_PB != model.IDENTITY:
                reason = "the pose of a body that moves freely is part of its position"
                self.note("dropped", "body", m.body(body).name, reason, "pose")
            return
        if not count:
            fixed = free(f"{name}_fixed", self._joint_names)
            self._joints.append(model.Joint(fixed, "fixed", parent, name, X_PB))
            return
        for number in range(first, first + count):
            is_last = number == first + count - 1
            child = name if is_last else free(f"{name}_link{number - first + 1}", self._names)
            if not is_last:
                self._links[child] = model.Link(child)
            self._joints.append(self._joint(number, parent, child, X_PB))
            parent, X_PB = child, model.IDENTITY
        if count > 1:
            reason = f"its {count} joints are a chain over links without mass"
            self.note("moved", "body", m.body(body).name, reason)

    def _joint(self, number: int, parent: str, child: str, X_PB: model.Transform) -> model.Joint:
        m = self._m
        kind = _KINDS[m.jnt_type[number]]
        own = m.joint(number).name
        name = self._names_of_joints[number]
        x, y, z = numbers_of(m.jnt_pos[number])
        is_turning = kind in {"revolute", "ball"}
        anchor = model.Transform(p=(x, y, z)) if is_turning else model.IDENTITY
        joint = model.Joint(name, kind, parent, child, X_PB @ anchor, X_JC=anchor.inverse())
        if kind in {"revolute", "prismatic"}:
            place = int(m.jnt_qposadr[number])
            reference = float(m.qpos0[place])
            if reference:
                reason = f"positions are relative to its reference {reference:g}"
                self.note("moved", "joint", own, reason)
            limit = self._limit(number, reference)
            if kind == "revolute" and limit.lower == -limit.upper == float("-inf"):
                joint = replace(joint, type="continuous")
            joint = replace(joint, axis=numbers_of(m.jnt_axis[number]), limit=limit)
        elif m.jnt_limited[number]:
            reason = "limits of a ball joint are not converted"
            self.note("dropped", "joint", own, reason, "range", changes_meaning=True)
        joint = replace(joint, dynamics=self._dynamics(number), mimic=self._followers.get(number))
        self._positions[name] = int(m.jnt_qposadr[number])
        self._origin("joint", own, joint)
        return joint

    def _limit(self, number: int, reference: float) -> model.Limit:
        m = self._m
        limit = model.Limit()
        if m.jnt_limited[number]:
            lower, upper = numbers_of(m.jnt_range[number])
            limit = replace(
                limit,
                lower=without_noise(lower - reference),
                upper=without_noise(upper - reference),
            )
        if m.jnt_actfrclimited[number]:
            low, high = numbers_of(m.jnt_actfrcrange[number])
            if -low != high:
                reason = "the limits of its force differ by direction; the larger one is kept"
                self.note("approximated", "joint", m.joint(number).name, reason)
            limit = replace(limit, effort=max(abs(low), abs(high)))
        return replace(limit, effort=min(limit.effort, self._forces.get(number, math.inf)))

    def _dynamics(self, number: int) -> model.Dynamics:
        m = self._m
        freedom, place = int(m.jnt_dofadr[number]), int(m.jnt_qposadr[number])
        stiffness = float(m.jnt_stiffness[number])
        reference = 0.0
        if stiffness and _KINDS[m.jnt_type[number]] in {"revolute", "prismatic"}:
            reference = without_noise(float(m.qpos_spring[place]) - float(m.qpos0[place]))
        damping, friction = float(m.dof_damping[freedom]), float(m.dof_frictionloss[freedom])
        armature = float(m.dof_armature[freedom])
        return model.Dynamics(damping, friction, stiffness, reference, armature)

    # Equalities

    def _mimics(self, mujoco: Any) -> Iterator[tuple[int, model.Mimic]]:
        """Yield the indices of mimic joints, with their mimic relations."""
        m = self._m
        for number in range(m.neq):
            if m.eq_type[number] != mujoco.mjtEq.mjEQ_JOINT:
                continue
            follower, leader = int(m.eq_obj1id[number]), int(m.eq_obj2id[number])
            offset, slope, *higher = numbers_of(m.eq_data[number][:5])
            name = m.joint(follower).name
            if not m.eq_active0[number]:
                self.note("dropped", "joint", name, "it is not active", "equality")
            elif leader < 0:
                reason = f"it holds the joint at {offset:g}, which is not converted"
                self.note("dropped", "joint", name, reason, "equality", changes_meaning=True)
            elif any(higher):
                reason = (
                    "only linear couplings become mimic relations; its polynomial has higher terms"
                )
                self.note("dropped", "joint", name, reason, "equality", changes_meaning=True)
            else:
                yield follower, model.Mimic(m.joint(leader).name, slope, offset)

    def _loops(self, mujoco: Any) -> Iterator[model.Joint]:
        """Yield the constraints that close loops."""
        m = self._m
        for number in range(m.neq):
            kind = m.eq_type[number]
            if kind == mujoco.mjtEq.mjEQ_JOINT:
                continue
            own = m.equality(number).name
            tag = "connect" if kind == mujoco.mjtEq.mjEQ_CONNECT else "weld"
            if not m.eq_active0[number]:
                tag = tag if (tag, own) in self._nodes else "equality"
                self.note("dropped", tag, own, "it is not active")
                continue
            is_weld = kind == mujoco.mjtEq.mjEQ_WELD
            places = [int(m.eq_obj1id[number]), int(m.eq_obj2id[number])]
            if m.eq_objtype[number] == mujoco.mjtObj.mjOBJ_SITE:
                ends = [matrix(m.site_pos[site], m.site_quat[site]) for site in places]
                places = [int(m.site_bodyid[site]) for site in places]
            elif is_weld:
                ends = [matrix(m.eq_data[number][3:6], m.eq_data[number][6:10]), model.IDENTITY]
            else:
                anchors = numbers_of(m.eq_data[number][:6])
                ends = [model.Transform(p=anchors[:3]), model.Transform(p=anchors[3:])]
            is_known = is_weld or kind == mujoco.mjtEq.mjEQ_CONNECT
            parent, child = (self._bodies[body] if is_known else "" for body in places)
            if parent not in self._links or child not in self._links:
                reason = "this equality is not converted"
                self.note("dropped", "equality", "", reason, changes_meaning=True)
                continue
            name = self._named_apart(tag, own or "loop", self._joint_names)
            on_first, on_second = ends
            shape: model.JointType = "fixed" if is_weld else "ball"
            yield model.Joint(name, shape, parent, child, on_first, X_JC=on_second.inverse())

    # Attached elements

    def _frames(self, sensors: Container[str]) -> Iterator[model.Frame]:
        m = self._m
        for number in range(m.nsite):
            link, name = self._bodies[m.site_bodyid[number]], m.site(number).name
            if name in self._names and name in sensors:
                continue  # the site of a sensor with the same name is not a frame of the robot
            if link in self._links:
                pose = matrix(m.site_pos[number], m.site_quat[number])
                called = self._named_apart("site", name or "site", self._names)
                frame = model.Frame(called, link, pose)
                self._origin("site", name, frame)
                yield frame

    def _cameras(self) -> Iterator[model.Sensor]:
        m = self._m
        taken = {m.camera(number).name for number in range(m.ncam)}
        for number in range(m.ncam):
            link, name = self._bodies[m.cam_bodyid[number]], m.camera(number).name
            if link in self._links:
                pose = matrix(m.cam_pos[number], m.cam_quat[number]) @ _LOOKS_ALONG_X
                yield model.Sensor(name or free("camera", taken), "camera", link, pose)

    def _sensors(self, mujoco: Any) -> Iterator[model.Sensor]:
        m = self._m
        seen: set[tuple[str, int]] = set()
        taken = {m.site(number).name for number in range(m.nsite)}
        for number in range(m.nsensor):
            word = mujoco.mjtSensor(m.sensor_type[number]).name.removeprefix("mjSENS_").lower()
            kind, site = SENSORS.get(word, ""), int(m.sensor_objid[number])
            is_site = m.sensor_objtype[number] == mujoco.mjtObj.mjOBJ_SITE
            link = self._bodies[m.site_bodyid[site]] if is_site else ""
            if not kind or link not in self._links:
                self.note("dropped", word, m.sensor(number).name, "this sensor is not converted")
            elif (kind, site) not in seen:
                seen.add((kind, site))
                pose = matrix(m.site_pos[site], m.site_quat[site])
                yield model.Sensor(m.site(site).name or free(kind, taken), kind, link, pose)

    def _unread(self) -> None:
        """Record the parts of the file that do not enter the robot."""
        named = {node.get("file"): node for node in self._root.iter() if node.tag in _NAMES_FILES}
        parts = {file: tree_of(text).root for file, text in self._parts.items()}
        for file, root in {"": self._root, **parts}.items():
            assert root is not None
            for node, attribute, reason in dropped(root):
                tag, name = str(node.tag), node.get("name", "")
                if attribute and (tag, name) in self._gone:
                    continue
                what = f"<{tag}> {name!r}" if name else f"<{tag}>"
                what = f"{attribute} of {what}" if attribute else what
                if file:
                    what, node = f"{what} in {file}", named.get(file, self._root)  # noqa: PLW2901
                self._losses.append(Loss("dropped", what, reason, Place(self._document, node)))


def _all_named(kind: str, names: Sequence[str], taken: set[str]) -> list[str]:
    """Return names, with each empty name replaced by an unused name derived from ``kind``."""
    taken.update(names)
    return [name or free(kind, taken) for name in names]
