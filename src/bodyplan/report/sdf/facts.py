"""The records of a report on SDFormat: worlds and models, and their contents."""

from __future__ import annotations

from typing import Literal

from bodyplan.core import Record
from bodyplan.diag.json_schema import Count
from bodyplan.report.facts import FileUse, RobotReport

Vec3 = tuple[float, float, float]
IncludeKind = Literal["model", "light", "actor", ""]
"""What an include brings; empty for nothing."""


class PoseFacts(Record):
    """A pose in the frame of the world or outermost model.

    Args:
        xyz: position [m].
        rpy: R = Rz(yaw) Ry(pitch) Rx(roll) [rad].
    """

    xyz: Vec3
    rpy: Vec3


class SensorFacts(Record):
    """A sensor.

    Args:
        name: as written.
        type: as written.
        inside: the link or joint that it is on, as ``arm::hand``.
        rate: how often it measures [Hz]; 0 for as often as it can.
    """

    name: str
    type: str
    inside: str
    rate: float = 0.0


class PluginFacts(Record):
    """A plugin of the world, of a model or of a sensor.

    Args:
        name: as written.
        filename: the shared library.
        inside: the world, model or sensor that it belongs to.
    """

    name: str
    filename: str
    inside: str = ""


class FrameFacts(Record):
    """A ``<frame>``.

    Args:
        name: with those of the models around it, as ``arm::tool``.
        attached_to: the link, model or world that it moves with; None where that leads nowhere.
        pose: in the frame of the world or outermost model; None where it cannot be resolved.
    """

    name: str
    attached_to: str | None
    pose: PoseFacts | None


class LightFacts(Record):
    """A light of the world, or of a link.

    Args:
        name: as written.
        type: as written.
        inside: the link that it is on; empty for one of the world.
        pose: in the frame of the world or outermost model; None where it cannot be resolved.
    """

    name: str
    type: str
    inside: str = ""
    pose: PoseFacts | None = None


class IncludeFacts(Record):
    """An ``<include>``, in the file or in an included one.

    Args:
        uri: as written.
        name: what the model is called here.
        kind: what it brings; empty where nothing was found.
        file: the file that it leads to; None for none.
        inside: the model that contains it; empty for the whole.
        is_merged: whether what it brings counts as part of that.
        reason: why nothing was found, in a sentence without a full stop.
    """

    uri: str
    name: str
    kind: IncludeKind
    file: str | None
    inside: str = ""
    is_merged: bool = False
    reason: str = ""


class PartFacts(Record):
    """A model in a world or model.

    Args:
        name: with those of the models around it, as ``arm::hand``.
        is_static: whether it never moves.
        links: how many links it has, those of the models in it too.
        joints: how many joints, likewise.
        mass: of all its links [kg].
        pose: in the frame of the world or outermost model; None where it cannot be resolved.
        file: the file that it comes from; None for the file itself.
    """

    name: str
    is_static: bool
    links: Count
    joints: Count
    mass: float
    pose: PoseFacts | None
    file: str | None = None


class PhysicsFacts(Record):
    """A profile of the physics.

    Args:
        name: of the profile.
        engine: ode, bullet, simbody or dart.
        step: one step of the simulation [s].
        real_time_factor: simulated time by real time that is aimed at.
        is_written: whether the file has it; else it is the default of libsdformat.
    """

    name: str
    engine: str
    step: float
    real_time_factor: float
    is_written: bool = True


class EntityReport(RobotReport):
    """A world, or a model that is in none, with the links and joints of all models in it.

    Links and joints of inner models are named as `arm::hand`.

    Args:
        loops: number of joints that close a loop.
        roots: number of links that no joint leads to.
        parts: the models in it.
        includes: what it takes from other files.
        frames: its named frames.
        sensors: of its links and joints.
        plugins: of itself, its models and their sensors.
        lights: of itself and its links.
        grippers: names of the grippers of its models.
    """

    loops: Count = 0
    roots: Count = 0
    parts: tuple[PartFacts, ...] = ()
    includes: tuple[IncludeFacts, ...] = ()
    frames: tuple[FrameFacts, ...] = ()
    sensors: tuple[SensorFacts, ...] = ()
    plugins: tuple[PluginFacts, ...] = ()
    lights: tuple[LightFacts, ...] = ()
    grippers: tuple[str, ...] = ()


class ModelReport(EntityReport):
    """A model that is in no world.

    Args:
        pose: where the file puts it; None where that cannot be resolved.
        canonical_link: the link that its frame is attached to; empty for none.
        is_static: whether it never moves.
    """

    pose: PoseFacts | None = None
    canonical_link: str = ""
    is_static: bool = False


class WorldReport(EntityReport):
    """A world.

    Args:
        physics: the profiles; the default of libsdformat without one.
        gravity: acceleration of free fall [m/s^2].
        actors: their names.
        also: what else there is, in words, such as "2 roads".
    """

    physics: tuple[PhysicsFacts, ...] = ()
    gravity: Vec3 = (0.0, 0.0, -9.8)
    actors: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class SdfReport(Record):
    """What an SDFormat file contains, included models too. Units are SI.

    Args:
        file: how the file was named.
        format: of the file.
        format_version: that it is written in, such as "1.9".
        worlds: with what is in them.
        models: those outside of worlds.
        lights: those outside of worlds.
        actors: names of those outside of worlds.
        files: meshes, textures and other files that it names itself.
    """

    file: str = ""
    format: Literal["sdf"] = "sdf"
    format_version: str = ""
    worlds: tuple[WorldReport, ...] = ()
    models: tuple[ModelReport, ...] = ()
    lights: tuple[LightFacts, ...] = ()
    actors: tuple[str, ...] = ()
    files: tuple[FileUse, ...] = ()

    @property
    def entities(self) -> tuple[WorldReport | ModelReport, ...]:
        """The worlds, then the models outside of worlds."""
        return (*self.worlds, *self.models)
