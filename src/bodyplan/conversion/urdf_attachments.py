"""What a URDF says besides its tree: materials, sensors, transmissions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.core import quoted
from bodyplan.formats import urdf

if TYPE_CHECKING:
    from bodyplan.conversion.loss import LossLog

PoseOf = Callable[[urdf.Sensor], model.Transform]
"""The pose of a sensor's origin."""


class Materials:
    """What materials are, by their names.

    The first that says something under a name holds for all of that name: those of the robot, then
    those in visuals, in the order of the file.

    Args:
        materials: those of the robot.
        log: where losses go.

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
        """What a visual looks like that has this material."""
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
            self._log.dropped(written, "", "it contradicts an earlier material of the same name")
        elif counts is not written:
            self._log.declared(written)
        if id(counts) not in self._made:
            self._log.declared(counts)
            made = model.Material(counts.name, counts.rgba, counts.texture or "")
            self._made[id(counts)] = made, counts
        return self._made[id(counts)][0]

    def made(self) -> list[tuple[model.Material, urdf.Material]]:
        """All that were asked for, each with the element that it was made from."""
        return list(self._made.values())

    def unused(self) -> None:
        """Notes those that no visual has."""
        for name, material in self._known.items():
            if name not in self._used:
                self._log.dropped(material, "", "not used by any visual")


def _alike(one: urdf.Material, other: urdf.Material) -> bool:
    return one.rgba == other.rgba and one.texture == other.texture


def sensors_of(
    root: urdf.Robot, links: Mapping[str, urdf.Link], pose: PoseOf, log: LossLog
) -> list[tuple[model.Sensor, urdf.Sensor]]:
    """The sensors on links that there are, each with its element."""
    found: list[tuple[model.Sensor, urdf.Sensor]] = []
    for sensor in root.sensors:
        if sensor.parent not in links:
            log.dropped(sensor, "", f"its parent link {quoted(sensor.parent)} does not exist")
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
"""Elements of a sensor that say what it is, where its type does not."""


def transmissions_of(
    root: urdf.Robot, joints: Mapping[str, urdf.Joint], log: LossLog
) -> list[tuple[model.Transmission, urdf.Transmission]]:
    """The transmissions, each with its element."""
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
        made = model.Transmission(
            transmission.name,
            transmission.type or transmission.pr2_type or "",
            tuple(joint.name for joint in driven),
            tuple(actuator.name for actuator in transmission.actuators),
            tuple(_reduction(a, driven, transmission) for a in transmission.actuators),
        )
        found.append((made, transmission))
    return found


def _reduction(
    actuator: urdf.Actuator, joints: list[urdf.TransmissionJoint], whole: urdf.Transmission
) -> float | None:
    """The reduction of a motor: its own, else that of its only joint, else that of the whole."""
    if actuator.mechanical_reduction is not None:
        return actuator.mechanical_reduction
    if len(joints) == 1 and joints[0].mechanical_reduction is not None:
        return joints[0].mechanical_reduction
    return whole.mechanical_reduction
