"""Robots with the structure that libsdformat gives them: fixed joints are merged.

Source: libsdformat 16, parser_urdf.cc; results of 12.3 for real robots.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from bodyplan import model
from bodyplan.conversion.direction import ConversionError
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.urdf.libsdformat_links import SMALLEST_MASS, LinkTree, Rigid
from bodyplan.core import Record, plural, quoted, replace
from bodyplan.formats.loss import Loss
from bodyplan.geometry.solids import combined
from bodyplan.inertia.mass import inertial_of, mass_of
from bodyplan.model.transform import NO_ROTATION

Like = Literal["", "libsdformat"]
"""The program whose structure a converted robot gets; "" for the structure of the file."""
_BRIGHTER = 1.25
"""Factor by which libsdformat multiplies colours."""

_STEEP_SHAPE = 0.99999
"""Absolute sine of the pitch above which libsdformat writes the pitch of a shape as 90 degrees."""
_NOTED = 1e-8
"""Smallest rotation error that is recorded as a loss [rad]."""
_STEEP = 1.0 - 1e-15
"""Absolute sine of the pitch above which libsdformat writes poses of joints and inertias with yaw
0."""


class MergedLink(NamedTuple):
    """The pose of a merged link in the link that it was merged into.

    Args:
        link: name of the link L that it was merged into.
        X_LM: pose of the frame M of the merged link in L.
        shapes: the new names of the visuals and collisions of the merged link.
    """

    link: str
    X_LM: model.Transform
    shapes: frozenset[str]


class LibsdformatLoss(Record):
    """A robot with the structure that libsdformat gives it, and the losses.

    Args:
        robot: the robot.
        places: for the name of each merged link, its pose in the link that it was merged into.
        losses: the links and values that were merged, changed or dropped.
    """

    robot: model.Robot
    places: Mapping[str, MergedLink]
    losses: tuple[Loss, ...]


def like_libsdformat(robot: model.Robot, rigid: Rigid) -> LibsdformatLoss:
    """Return a robot with the structure that libsdformat's conversion from URDF gives it.

    Child links of fixed joints are merged into their parents, with their masses. Moving links
    without mass are dropped, with all links below them. Shapes get libsdformat's names, colours get
    brighter, and package URIs become model URIs. Merged links and joints become frames.

    Args:
        robot: the robot.
        rigid: the handling of fixed joints that the description sets.

    Raises:
        ConversionError: the root link has no mass, so libsdformat would drop every link.
    """
    return _Merger(robot, rigid).likeness()


class _Body:
    """A link, and the links that are merged into it.

    Args:
        link: the link.
    """

    def __init__(self, link: model.Link) -> None:
        self.link, self.inertial = link, link.inertial
        self.children: list[tuple[_Body, model.Transform]] = []

    def merge(self, other: _Body, X: model.Transform) -> None:
        """Merge another body, with its mass, into this body, which keeps its inertia axes.

        Args:
            other: a child body.
            X: pose of the child in the frame of this body.
        """
        if other.inertial is not None:
            bodies = [mass_of(other.inertial).moved(X)]
            axes = NO_ROTATION
            if self.inertial is not None:
                bodies.insert(0, mass_of(self.inertial))
                axes = self.inertial.origin.R
            whole = combined(bodies)
            self.inertial = None if whole is None else inertial_of(whole, axes)
        self.children.append((other, X))

    def members(self) -> Iterator[tuple[model.Link, model.Transform]]:
        """Yield the merged links, parents first, with their poses in the frame of this link."""
        waiting = self.children[::-1]
        while waiting:  # no recursion: a chain may exceed the recursion limit
            body, X = waiting.pop()
            yield body.link, X
            waiting += [(child, X @ X_BC) for child, X_BC in reversed(body.children)]


class _Merger:
    """Merges the links of a robot.

    Args:
        robot: the robot.
        rigid: the fixed joints that are not merged.
    """

    def __init__(self, robot: model.Robot, rigid: Rigid) -> None:
        self._robot, self._rigid = robot, rigid
        self._log = RobotLossLog()
        self._merged = {joint.child: joint for joint in robot.joints if rigid.merges(joint)}
        self._bodies = {link.name: _Body(link) for link in robot.links}
        for link in reversed(robot.links):  # children before their parents
            for joint in robot.child_joints(link.name):
                if joint.child in self._merged:
                    X = joint.origin @ joint.X_JC
                    self._bodies[link.name].merge(self._bodies[joint.child], X)
        self._dropped = LinkTree(robot.links, robot.joints, rigid).lost(SMALLEST_MASS)
        if robot.links and robot.root_link.name in self._dropped:
            root = quoted(robot.root_link.name)
            raise ConversionError(
                f"libsdformat would drop every link: the root link {root} has no mass"
            )
        self._hosts = {
            part.name: (link.name, X)
            for link in robot.links
            if link.name not in self._merged and link.name not in self._dropped
            for part, X in ((link, model.IDENTITY), *self._bodies[link.name].members())
            if part.name not in self._dropped
        }
        self._materials: dict[int, model.Material] = {}

    def likeness(self) -> LibsdformatLoss:
        """Return the robot with merged links, and the losses."""
        robot = self._robot
        for name, cause in self._dropped.items():
            reason = f"libsdformat drops the moving link {quoted(cause)} without mass"
            light = self._bodies[cause].inertial
            if light is not None and light.mass > 0.0:
                reason = f"libsdformat up to 13 drops the moving link {quoted(cause)}, "
                reason += f"which has at most {SMALLEST_MASS:g} kg"
            if cause != name:
                reason += ", and all below it"
            self._log.add("dropped", robot.link(name), "", reason, changes_meaning=True)
        links = [link for link in robot.links if link.name in self._hosts]
        kept = [link for link in links if link.name not in self._merged]
        places: dict[str, MergedLink] = {}
        made = [self._link(link, places) for link in kept]
        joints = [
            self._joint(joint)
            for joint in robot.joints
            if joint.child in self._hosts and joint.child not in self._merged
        ]
        loops = [
            self._joint(joint)
            for joint in robot.loops
            if joint.child in self._hosts and joint.parent in self._hosts
        ]
        names = {joint.name for joint in joints}
        carried = (tuple(self._frames()), tuple(self._sensors(names)), robot.transmissions)
        followers = self._followers(joints)
        whole = model.Robot(
            robot.name, made, followers, loops, *carried, self_collide=robot.self_collide
        )
        whole = whole.with_notes_of(robot).with_semantics(None)
        return LibsdformatLoss(whole, places, tuple(self._log.losses))

    # Links

    def _link(self, link: model.Link, places: dict[str, MergedLink]) -> model.Link:
        body = self._bodies[link.name]
        visuals = [(link.name, part) for part in link.visuals]
        collisions = [(link.name, part) for part in link.collisions]
        members = list(body.members())
        for one, X in members:
            visuals += [(one.name, _moved(part, X)) for part in one.visuals]
            collisions += [(one.name, _moved(part, X)) for part in one.collisions]
        visuals = list(self._named(link.name, visuals, "visual"))
        collisions = list(self._named(link.name, collisions, "collision"))
        shapes: dict[str, set[str]] = {}
        for owner, part in (*visuals, *collisions):
            shapes.setdefault(owner, set()).add(part.name)
        for one, X in members:
            if one.name not in self._dropped:
                names = frozenset(shapes.get(one.name, ()))
                places[one.name] = MergedLink(link.name, X, names)
                reason = f"it is merged into {quoted(link.name)}, as libsdformat does"
                self._log.add("moved", one, "", reason)
        inertial = body.inertial
        if inertial is not None:
            inertial = replace(inertial, origin=_as_written(inertial.origin, _STEEP))
        return replace(
            link,
            inertial=inertial,
            visuals=tuple(part for _, part in visuals),
            collisions=tuple(part for _, part in collisions),
        )

    def _named(
        self, link: str, parts: list[tuple[str, model.Geometry]], kind: str
    ) -> Iterator[tuple[str, model.Geometry]]:
        """Yield the shapes of a link with libsdformat's names, colours and URIs.

        Args:
            link: the name of the link.
            parts: its shapes, each with the name of the link from which it was merged.
            kind: the suffix of the names, "visual" or "collision".
        """
        for number, (owner, part) in enumerate(parts):
            name = f"{part.name or owner}_{kind}" + (f"_{number}" if number else "")
            if not name.startswith(link):
                name = f"{link}_fixed_joint_lump__{name}"
            shape = part.shape
            if isinstance(shape, model.Mesh) and shape.uri.startswith("package://"):
                shape = replace(shape, uri=f"model://{shape.uri.removeprefix('package://')}")
            X = _as_written(part.origin, _STEEP_SHAPE)
            if X.angle_to(part.origin) > _NOTED:
                reason = "libsdformat rounds a pitch near 90 degrees to 90 degrees"
                self._log.add("approximated", part, "origin", reason)
            made = replace(part, origin=X, name=name, shape=shape)
            yield owner, replace(made, material=self._material(part.material))

    def _material(self, material: model.Material | None) -> model.Material | None:
        if material is None or material.rgba is None:
            return material
        if id(material) not in self._materials:
            *colour, opacity = material.rgba
            red, green, blue = (min(1.0, max(0.0, one * _BRIGHTER)) for one in colour)
            made = replace(material, rgba=(red, green, blue, opacity))
            if made != material:
                reason = "libsdformat makes colours brighter by a quarter"
                self._log.add("approximated", material, "rgba", reason)
            self._materials[id(material)] = made
        return self._materials[id(material)]

    # Joints

    def _joint(self, joint: model.Joint) -> model.Joint:
        parent, X_LP = self._hosts[joint.parent]
        child, X_LC = self._hosts[joint.child]
        made = joint
        if parent != joint.parent:
            made = replace(made, parent=parent, origin=X_LP @ joint.origin)
        if child != joint.child:
            made = replace(made, child=child, X_JC=joint.X_JC @ X_LC.inverse())
        made = replace(made, origin=_as_written(made.origin, _STEEP))
        if joint.type == "continuous":
            free = replace(joint.limit, lower=-math.inf, upper=math.inf)
            return replace(made, type="revolute", limit=free)
        if joint.name in self._rigid.turned and joint.name not in self._rigid.preserved:
            still = model.Limit(lower=0.0, upper=0.0)
            return replace(made, type="revolute", axis=(0.0, 0.0, 1.0), limit=still)
        return made

    def _followers(self, joints: list[model.Joint]) -> Iterator[model.Joint]:
        """Yield the joints; a joint that mimics a dropped joint becomes independent."""
        leaders = {joint.name for joint in joints}
        for joint in joints:
            if joint.mimic is None or joint.mimic.leader in leaders:
                yield joint
                continue
            reason = f"libsdformat drops the joint {quoted(joint.mimic.leader)}"
            self._log.add("dropped", joint, "mimic", reason, changes_meaning=True)
            yield replace(joint, mimic=None)

    # Attached elements

    def _frames(self) -> Iterator[model.Frame]:
        robot = self._robot
        lost = 0
        for frame in robot.frames:
            if frame.link not in self._hosts:
                lost += 1
                continue
            link, X = self._hosts[frame.link]
            yield replace(frame, link=link, origin=X @ frame.origin)
        if lost:
            reason = f"libsdformat drops {'its link' if lost == 1 else 'their links'}"
            self._log.add("dropped", robot, f"{plural(lost, 'frame')}", reason)
        taken = {frame.name for frame in robot.frames}
        for name, joint in self._merged.items():
            if name not in self._hosts or joint.parent not in self._hosts:
                continue
            link, X_LM = self._hosts[name]
            _, X_LP = self._hosts[joint.parent]
            for called, X in ((joint.name, X_LP @ joint.origin), (name, X_LM)):
                if called not in taken:
                    taken.add(called)
                    yield model.Frame(called, link, X)

    def _sensors(self, joints: set[str]) -> Iterator[model.Sensor]:
        for sensor in self._robot.sensors:
            if sensor.link not in self._hosts or (sensor.joint and sensor.joint not in joints):
                what = "joint" if sensor.link in self._hosts else "link"
                self._log.add("dropped", sensor, "", f"libsdformat drops its {what}")
                continue
            link, X = self._hosts[sensor.link]
            made = sensor
            if link != sensor.link:
                made = replace(sensor, link=link, origin=X @ sensor.origin)
            yield made


def _moved(part: model.Geometry, X: model.Transform) -> model.Geometry:
    return replace(part, origin=X @ part.origin)


def _as_written(X: model.Transform, steep: float) -> model.Transform:
    """Return a pose with the rounding of libsdformat's conversion to roll, pitch and yaw.

    Args:
        X: the pose.
        steep: absolute sine of the pitch from which libsdformat changes the angles.
    """
    sine = -X.R[2][0]
    if abs(sine) < steep:
        return X
    sign = math.copysign(1.0, sine)
    if steep is _STEEP:
        roll = math.atan2(sign * X.R[0][1], X.R[1][1])
        return model.Transform.from_rpy((roll, math.asin(max(-1.0, min(1.0, sine))), 0.0), X.p)
    x, y, _, _ = X.quat_xyzw
    return model.Transform.from_rpy(
        (0.0, sign * math.pi / 2.0, 2.0 * math.atan2(-sign * x, sign * y)), X.p
    )
