"""The comparison of links, joints, frames, sensors and transmissions."""

from __future__ import annotations

from typing import Any

from bodyplan.compare._base import base_of
from bodyplan.compare._collector import Collector
from bodyplan.compare._fields import field_of
from bodyplan.compare._geometries import GeometryComparison
from bodyplan.compare._joints import JointComparison
from bodyplan.compare._match import Match, paired
from bodyplan.compare._numbers import angle, distance, tensor_of
from bodyplan.core import field_names
from bodyplan.model import Frame, Inertial, Link, Robot, Sensor, Transmission
from bodyplan.model.attachment import OLDER_SENSORS

_NO_MASS = Inertial(0.0)


class PartsComparison:
    """Compares two robots, except their SRDF and their details.

    Args:
        found: collects the differences.
        match: the matching links and joints.
    """

    def __init__(self, found: Collector, match: Match) -> None:
        self._found, self._match = found, match
        self._a, self._b = found.a, found.b
        self._geometries = GeometryComparison(found)

    def compare(self) -> None:
        """Compare all fields, but no poses at random configurations."""
        found = self._found
        rule = field_of("Robot", "name")
        found.value(("robot", ""), "name", self._a.name, self._b.name, rule)
        self._base()
        self._links()
        JointComparison(found, self._match).compare()
        self._frames()
        self._sensors()
        self._transmissions()
        for name in field_names(Robot):
            if name not in _SPECIAL:
                self._others(name)

    def _others(self, name: str) -> None:
        """Compare a field of the robot that no other function compares."""
        x, y = getattr(self._a, name), getattr(self._b, name)
        rule = field_of("Robot", name)
        if not isinstance(x, tuple):
            if self._found.is_one_format or None not in {x, y}:
                self._found.value(("robot", ""), name, x, y, rule)
            return
        pairs = paired(x, y, lambda p, q: p == q, lambda p, q: p.name == q.name)
        for one, other in pairs.both:
            self._found.record((type(one).__name__.lower(), one.name), one, other)
        self._found.only(rule.aspect, name.removesuffix("s"), pairs.ours, pairs.theirs)

    def _base(self) -> None:
        """Compare how the robots are connected to the world, if their formats define it."""
        bases = [base_of(robot) for robot in (self._a, self._b)]
        self._found.values["kinematics"] += 1
        if bases[0] == bases[1]:
            return
        if self._found.is_one_format or all(bases):
            self._found.add(
                "kinematics", ("robot", ""), "base", "changed", *(b or "not stated" for b in bases)
            )
        else:
            which = "second" if bases[1] else "first"
            self._found.notes.append(
                f"only the {which} description says how its base is connected to the world: "
                f"{bases[0] or bases[1]}"
            )

    # Links

    def _links(self) -> None:
        found, match = self._found, self._match
        ours, theirs = match.alone()
        found.only("kinematics", "link", ours, theirs)
        for name, other in match.links.items():
            first, second = self._a.link(name), self._b.link(other)
            found.label("link", first, second)
            self._inertial(first, second)
            self._geometries.compare(first, second)
            found.record(
                ("link", name), first, second, skip=("name", "inertial", "visuals", "collisions")
            )

    def _inertial(self, first: Link, second: Link) -> None:
        """Compare mass, centre of mass and inertia in the frame of the link."""
        import numpy as np

        found, entity = self._found, ("link", first.name)
        x, y = first.inertial or _NO_MASS, second.inertial or _NO_MASS
        at = (first.inertial or first, second.inertial or second)
        found.value(entity, "inertial.mass", x.mass, y.mass, field_of("Inertial", "mass"), at=at)
        found.values["inertia"] += 2
        has_centre = x.mass or y.mass
        far = distance(x.origin.p, y.origin.p) if has_centre else 0.0
        if far > found.tolerance:
            found.add(
                "inertia", entity, "inertial.origin.xyz", "changed", x.origin.p, y.origin.p,
                unit="m", amount=far, at=at,
            )  # fmt: skip
        ours, theirs = tensor_of(x), tensor_of(y)
        scale = max(float(np.abs(ours).max()), float(np.abs(theirs).max()))
        with np.errstate(all="ignore"):
            amount = float(np.abs(ours - theirs).max()) / scale if scale else 0.0
        if not amount <= found.tolerance:
            found.add(
                "inertia", entity, "inertial.inertia", "changed", _six(ours), _six(theirs),
                unit="kg m²", amount=amount, at=at,
            )  # fmt: skip
        found.record(entity, x, y, skip=("mass", "origin", "inertia"), prefix="inertial.", at=at)

    # What is attached

    def _frames(self) -> None:
        found = self._found
        links = [{link.name for link in robot.links} for robot in (self._b, self._a)]
        if not found.is_one_format:  # an MJCF sensor is attached to a site, which is a frame
            for known, robot in zip(links, (self._b, self._a), strict=True):
                known |= {sensor.name for sensor in self._sensors_of(robot)}
        for one, other in found.entities(
            "frames", "frame", self._a.frames, self._b.frames, self._is_at_one_place,
            elsewhere=(links[0], links[1]),
        ):  # fmt: skip
            self._attached("frame", one, other)

    def _is_at_one_place(self, first: Frame | Sensor, second: Frame | Sensor) -> bool:
        """Return whether two frames or sensors have the same pose on the same link."""
        near = self._found.tolerance
        return (
            self._match.links.get(first.link, first.link) == second.link
            and _type_of(first) == _type_of(second)
            and distance(first.origin.p, second.origin.p) <= near
            and angle(first.origin, second.origin) <= near
        )

    def _sensors(self) -> None:
        for one, other in self._found.entities(
            "sensors", "sensor", self._sensors_of(self._a), self._sensors_of(self._b),
            lambda p, q: p.name == q.name and self._is_at_one_place(p, q),
            lambda p, q: p.name == q.name and _type_of(p) == _type_of(q),
            lambda p, q: p.name == q.name,
            self._is_at_one_place,
        ):  # fmt: skip
            self._attached("sensor", one, other)

    def _sensors_of(self, robot: Robot) -> tuple[Sensor, ...]:
        """Return the sensors of a robot; if the formats differ, include the sensors in its details.

        If both formats are the same, details are compared separately.
        """
        if self._found.is_one_format or robot.details is None:
            return robot.sensors
        return (*robot.sensors, *robot.details.sensors)

    def _attached(self, kind: str, first: Frame | Sensor, second: Frame | Sensor) -> None:
        """Compare two frames or sensors; renamed links and joints count as equal."""
        skip = ["name"]
        if self._match.links.get(first.link) == second.link:
            skip.append("link")
        joint = getattr(first, "joint", "")
        if joint and self._match.joint_names.get(joint) == getattr(second, "joint", ""):
            skip.append("joint")
        if _type_of(first) == _type_of(second):
            skip.append("type")
        self._found.record((kind, first.name), first, second, skip=skip)

    def _transmissions(self) -> None:
        names = self._match.joint_names

        def driven(one: Transmission) -> set[str]:
            return {names.get(joint, joint) for joint in one.joints}

        for one, other in self._found.entities(
            "transmissions", "transmission", self._a.transmissions, self._b.transmissions,
            lambda p, q: p.actuators == q.actuators and driven(p) == {*q.joints},
            lambda p, q: driven(p) == {*q.joints},
        ):  # fmt: skip
            skip = ["name"]
            if tuple(names.get(joint, joint) for joint in one.joints) == other.joints:
                skip.append("joints")
            entity = ("transmission", one.name)
            self._found.record(entity, one, other, skip=skip, otherwise="transmissions")


_SPECIAL = frozenset(("name", "links", "joints", "loops", "frames", "sensors", "transmissions"))
"""The fields of a robot that are compared separately."""


def _type_of(part: Frame | Sensor) -> str:
    """Return the type of a sensor by its current name; empty for a frame."""
    return OLDER_SENSORS.get(part.type, part.type) if isinstance(part, Sensor) else ""


def _six(tensor: Any) -> tuple[float, ...]:
    return tuple(float(tensor[i, j]) for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)))
