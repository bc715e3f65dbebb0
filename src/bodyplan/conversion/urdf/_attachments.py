"""Conversion of the materials, sensors and transmissions of a URDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.core import quoted
from bodyplan.formats import urdf

if TYPE_CHECKING:
    from bodyplan.conversion.loss import LossLog

INTERFACES = ("position", "velocity", "effort")
"""The command interfaces of joints that are converted."""
PoseOf = Callable[[urdf.Sensor], model.Transform]
"""Function that returns the pose of a sensor's origin."""


class Materials:
    """The effective definitions of materials, by name.

    The first definition of a name applies to all materials with this name. Definitions in the robot
    come first, then definitions in visuals, in file order.

    Args:
        materials: the materials of the robot.
        log: collects the losses.

    Source: urdfdom model.cpp, assignMaterial.
    """

    def __init__(self, materials: Iterable[urdf.Material], log: LossLog) -> None:
        self._log = log
        self._known: dict[str, urdf.Material] = {}
        self._made: dict[int, tuple[model.Material, urdf.Material]] = {}
        self._used: set[str] = set()
        for material in materials:
            if self._known.setdefault(material.name, material) is not material:
                log.dropped(material, "", "duplicate name")

    def of(self, written: urdf.Material | None) -> model.Material | None:
        """Return the effective material of a visual."""
        if written is None:
            return None
        says = written.rgba is not None or written.texture is not None
        counts = written
        if written.name:
            counts = self._known.get(written.name, written)
            if says:
                counts = self._known.setdefault(written.name, written)
            self._used.add(written.name)
        if counts is not written and says and not _alike(counts, written):
            self._log.dropped(written, "", "the earlier material of the same name is kept")
        elif counts is not written:
            self._log.declared(written)
        if id(counts) not in self._made:
            self._log.declared(counts)
            made = model.Material(counts.name, counts.rgba, counts.texture or "")
            self._made[id(counts)] = made, counts
        return self._made[id(counts)][0]

    def made(self) -> list[tuple[model.Material, urdf.Material]]:
        """Return all used materials, paired with their elements."""
        return list(self._made.values())

    def unused(self) -> None:
        """Record the materials that no visual uses."""
        for name, material in self._known.items():
            if name not in self._used:
                self._log.dropped(material, "", "materials that no visual uses are not converted")


def _alike(one: urdf.Material, other: urdf.Material) -> bool:
    return one.rgba == other.rgba and one.texture == other.texture


def sensors_of(
    root: urdf.Robot, links: Mapping[str, urdf.Link], pose: PoseOf, log: LossLog
) -> list[tuple[model.Sensor, urdf.Sensor]]:
    """Return the sensors whose parent link exists, paired with their elements."""
    found: list[tuple[model.Sensor, urdf.Sensor]] = []
    for sensor in root.sensors:
        if sensor.parent not in links:
            reason = f"its parent link {quoted(sensor.parent)} does not exist"
            log.dropped(
                sensor,
                "",
                reason if sensor.parent else "sensors without a parent link are not converted",
            )
            continue
        log.declared(sensor)
        kind: str = sensor.type or ""
        kind = kind or next((name for name in _KINDS if getattr(sensor, name)), "")
        X_LS = pose(sensor)
        made = model.Sensor(sensor.name, kind, sensor.parent, X_LS, sensor.update_rate)
        found.append((made, sensor))
    return found


_KINDS = (
    *("camera", "ray", "imu", "magnetometer", "gps", "force_torque"),
    *("contact", "sonar", "rfidtag", "rfid"),
)
"""Child elements of a ``<sensor>``; without the attribute ``type``, their tag is its type."""


def transmissions_of(
    root: urdf.Robot, joints: Mapping[str, urdf.Joint], log: LossLog
) -> list[tuple[model.Transmission, urdf.Transmission]]:
    """Return the transmissions, paired with their elements."""
    found: list[tuple[model.Transmission, urdf.Transmission]] = []
    for transmission in root.transmissions:
        log.declared(transmission)
        driven: list[urdf.TransmissionJoint] = []
        for joint in transmission.joints:
            if joint.name in joints:
                log.declared(joint)
                driven.append(joint)
            else:
                log.dropped(joint, "", "the joint does not exist")
        for actuator in transmission.actuators:
            log.declared(actuator)
        sources = [_reduction_source(a, driven, transmission) for a in transmission.actuators]
        others: list[urdf.TransmissionJoint | urdf.Transmission] = [*driven, transmission]
        for one in others:
            if one.mechanical_reduction not in {None, 1.0} and all(one is not s for s in sources):
                log.dropped(one, "mechanical_reduction", "one reduction per actuator is converted")
        made = model.Transmission(
            transmission.name,
            transmission.type or transmission.pr2_type or "",
            tuple(joint.name for joint in driven),
            tuple(actuator.name for actuator in transmission.actuators),
            tuple(source.mechanical_reduction for source in sources),
            _interfaces(driven, log),
        )
        found.append((made, transmission))
    return found


def _interfaces(joints: list[urdf.TransmissionJoint], log: LossLog) -> tuple[str, ...]:
    """Return the command interface of each joint; an empty tuple if none is declared."""
    found: list[str] = []
    for joint in joints:
        words = [interface_of(text) for text in joint.hardware_interfaces]
        if len(words) > 1 or "" in words:
            reason = "only one of position, velocity and effort is converted for each joint"
            log.dropped(joint, "hardware_interfaces", reason)
        found.append(next(filter(None, words), ""))
    return tuple(found) if any(found) else ()


def interface_of(name: str) -> str:
    """Return "position", "velocity" or "effort" for a ros_control interface, or "" for others.

    Args:
        name: the name, such as "hardware_interface/PositionJointInterface".
    """
    word = name.strip().rpartition("/")[2].removesuffix("JointInterface").lower()
    return word if word in INTERFACES else ""


def _reduction_source(
    actuator: urdf.Actuator, joints: list[urdf.TransmissionJoint], whole: urdf.Transmission
) -> urdf.Actuator | urdf.TransmissionJoint | urdf.Transmission:
    """Return the element whose mechanical reduction applies to an actuator.

    It is the actuator itself; without a reduction there, the only joint of the transmission; and
    else the transmission.
    """
    if actuator.mechanical_reduction is not None:
        return actuator
    if len(joints) == 1 and joints[0].mechanical_reduction is not None:
        return joints[0]
    return whole
