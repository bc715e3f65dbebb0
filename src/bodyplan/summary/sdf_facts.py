"""What the summary of an SDFormat file holds: worlds and models, and what is in them."""

from __future__ import annotations

from bodyplan.summary.facts import FileUse, Summary
from bodyplan.text import Record

Vec3 = tuple[float, float, float]


class PoseFacts(Record):
    """A pose in the world or model around something.

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
        place: in the frame of the whole; None where it leads nowhere.
    """

    name: str
    attached_to: str | None
    place: PoseFacts | None


class LightFacts(Record):
    """A light of the world, or of a link.

    Args:
        name: as written.
        type: as written.
        inside: the link that it is on; empty for one of the world.
        place: in the frame of the whole; None where it leads nowhere.
    """

    name: str
    type: str
    inside: str = ""
    place: PoseFacts | None = None


class IncludeFacts(Record):
    """An ``<include>``, in the file or in an included one.

    Args:
        uri: as written.
        name: what the model is called here.
        kind: "model", "light" or "actor"; empty where nothing was found.
        file: the file that it leads to; None for none.
        inside: the model that it stands in; empty for the whole.
        is_merged: whether what it brings counts as part of that.
        reason: why nothing was found, in a sentence without a full stop.
    """

    uri: str
    name: str
    kind: str
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
        place: in the frame of the whole; None where it leads nowhere.
        file: the file that it comes from; None for the file itself.
    """

    name: str
    is_static: bool
    links: int
    joints: int
    mass: float
    place: PoseFacts | None
    file: str | None = None


class PhysicsFacts(Record):
    """A profile of the physics.

    Args:
        name: of the profile.
        engine: ode, bullet, simbody or dart.
        step: one step of the simulation [s].
        real_time_factor: simulated time by real time that is aimed at.
        is_written: whether the file says it; else readers take this.
    """

    name: str
    engine: str
    step: float
    real_time_factor: float
    is_written: bool = True


class WorldFacts(Record):
    """What only a world has.

    Args:
        physics: the profiles; one that readers assume, where the file has none.
        gravity: acceleration of free fall [m/s^2].
        actors: their names.
        also: what else there is, in words: "a sky", "2 roads".
    """

    physics: tuple[PhysicsFacts, ...] = ()
    gravity: Vec3 = (0.0, 0.0, -9.8)
    actors: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class WholeFacts(Record):
    """A world, or a model that is in none.

    Args:
        robot: its links and joints with those of all models in it, named as ``arm::hand``: tree,
            degrees of freedom, mass, files.
        world: what only a world has; None for a model.
        place: where the file puts a model; None for a world.
        canonical_link: the link that a model's frame is fixed to; empty where there is none.
        is_static: whether a model never moves.
        parts: the models in it.
        includes: what it takes from other files.
        frames: its named frames.
        sensors: of its links and joints.
        plugins: of itself, its models and their sensors.
        lights: of itself and its links.
        grippers: names of the grippers of its models.
        loops: how many joints close a loop.
        roots: how many links no joint leads to.
    """

    robot: Summary
    world: WorldFacts | None = None
    place: PoseFacts | None = None
    canonical_link: str = ""
    is_static: bool = False
    parts: tuple[PartFacts, ...] = ()
    includes: tuple[IncludeFacts, ...] = ()
    frames: tuple[FrameFacts, ...] = ()
    sensors: tuple[SensorFacts, ...] = ()
    plugins: tuple[PluginFacts, ...] = ()
    lights: tuple[LightFacts, ...] = ()
    grippers: tuple[str, ...] = ()
    loops: int = 0
    roots: int = 0

    @property
    def kind(self) -> str:
        """What it is: "world" or "model"."""
        return "model" if self.world is None else "world"


class SdfSummary(Record):
    """The facts about an SDFormat file.

    Args:
        file: how messages call it.
        version: that it is written in, such as "1.9".
        wholes: its worlds, then its models outside of worlds.
        lights: those outside of worlds.
        actors: names of those outside of worlds.
        files: meshes, textures and other files that it names itself, with how often.
    """

    file: str = ""
    version: str = ""
    wholes: tuple[WholeFacts, ...] = ()
    lights: tuple[LightFacts, ...] = ()
    actors: tuple[str, ...] = ()
    files: tuple[FileUse, ...] = ()
