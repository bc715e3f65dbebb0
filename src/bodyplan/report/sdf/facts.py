"""The records of a report on SDFormat: worlds and models, and their contents."""

from __future__ import annotations

from typing import Literal

from bodyplan.core import Record
from bodyplan.diag.json_schema import Count
from bodyplan.report.facts import FileUse, RobotReport

Vec3 = tuple[float, float, float]
IncludeKind = Literal["model", "light", "actor", ""]
"""The kind of the included entity; empty if nothing was found."""


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
        name: the name as written.
        type: the type as written.
        inside: the link or joint to which the sensor is attached, such as ``arm::hand``.
        rate: the update rate [Hz]; 0 for the fastest possible rate.
    """

    name: str
    type: str
    inside: str
    rate: float = 0.0


class PluginFacts(Record):
    """A plugin of the world, of a model or of a sensor.

    Args:
        name: the name as written.
        filename: the file name of the shared library.
        inside: the world, model or sensor that contains the plugin.
    """

    name: str
    filename: str
    inside: str = ""


class FrameFacts(Record):
    """A ``<frame>``.

    Args:
        name: the name, preceded by the names of the enclosing models, such as ``arm::tool``.
        attached_to: the link, model or world with which the frame moves; None if it does not exist.
        pose: the pose in the frame of the world or outermost model; None if it cannot be resolved.
    """

    name: str
    attached_to: str | None
    pose: PoseFacts | None


class LightFacts(Record):
    """A light of the world, or of a link.

    Args:
        name: the name as written.
        type: the type as written.
        inside: the link to which the light is attached; empty for a light of the world.
        pose: the pose in the frame of the world or outermost model; None if it cannot be resolved.
    """

    name: str
    type: str
    inside: str = ""
    pose: PoseFacts | None = None


class IncludeFacts(Record):
    """An ``<include>``, in the file or in an included file.

    Args:
        uri: the URI as written.
        name: the name of the included entity in the including file.
        kind: the kind of the included entity; empty if nothing was found.
        file: the included file; None if nothing was found.
        inside: the model that contains the include; empty for the world or outermost model.
        is_merged: whether the included model is merged into the model that contains the include.
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
        name: the name, preceded by the names of the enclosing models, such as ``arm::hand``.
        is_static: whether the model never moves.
        links: number of links, including the links of nested models.
        joints: number of joints, including the joints of nested models.
        mass: mass of all links [kg].
        pose: the pose in the frame of the world or outermost model; None if it cannot be resolved.
        file: the included file that contains the model; None for a model in the file itself.
    """

    name: str
    is_static: bool
    links: Count
    joints: Count
    mass: float
    pose: PoseFacts | None
    file: str | None = None


class PhysicsFacts(Record):
    """A profile of the physics engine.

    Args:
        name: the name of the profile.
        engine: ode, bullet, simbody or dart.
        step: the time step of the simulation [s].
        real_time_factor: the requested ratio of simulated time to real time.
        is_written: whether the file defines the profile; otherwise, it is the default of
            libsdformat.
    """

    name: str
    engine: str
    step: float
    real_time_factor: float
    is_written: bool = True


class EntityReport(RobotReport):
    """A world, or a model outside of worlds, with the links and joints of all nested models.

    Names of links and joints in nested models have the form `arm::hand`.

    Args:
        loops: number of joints that close a loop.
        roots: number of links without a parent joint.
        parts: the nested models.
        includes: the includes of other files.
        frames: the named frames.
        sensors: the sensors of links and joints.
        plugins: the plugins of the world or model, of nested models and of sensors.
        lights: the lights of the world and of links.
        grippers: names of the grippers of models.
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
    """A model outside of worlds.

    Args:
        pose: the pose of the model in the file; None if it cannot be resolved.
        canonical_link: the link to which the frame of the model is attached; empty without one.
        is_static: whether the model never moves.
    """

    pose: PoseFacts | None = None
    canonical_link: str = ""
    is_static: bool = False


class WorldReport(EntityReport):
    """A world.

    Args:
        physics: the profiles; without a profile, the default of libsdformat.
        gravity: the acceleration due to gravity [m/s^2].
        actors: names of the actors.
        also: other contents as text, such as "2 roads".
    """

    physics: tuple[PhysicsFacts, ...] = ()
    gravity: Vec3 = (0.0, 0.0, -9.8)
    actors: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class SdfReport(Record):
    """The contents of an SDFormat file, including included models. Units are SI.

    Args:
        file: the name of the file, as given.
        format: the format of the file.
        format_version: the version that the file declares, such as "1.9".
        worlds: the worlds, with their contents.
        models: the models outside of worlds.
        lights: the lights outside of worlds.
        actors: names of the actors outside of worlds.
        files: meshes, textures and other files that the file itself references.
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
