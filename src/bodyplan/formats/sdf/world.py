"""SDFormat worlds, and their populations and states."""

from typing import Literal

from bodyplan.formats.sdf._actor import Actor
from bodyplan.formats.sdf._light import Light
from bodyplan.formats.sdf._physics import Physics
from bodyplan.formats.sdf._shapes import Box, Cylinder
from bodyplan.formats.sdf._state import JointState, LightState, ModelState
from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf, Time
from bodyplan.formats.sdf.joint import Joint
from bodyplan.formats.sdf.model import Include, Model
from bodyplan.formats.sdf.plugin import Plugin
from bodyplan.formats.sdf.pose import IDENTITY, Frame, Pose
from bodyplan.formats.sdf.scene import Atmosphere, Gui, Road, Scene, SphericalCoordinates
from bodyplan.spec import LENGTH, Annotated, Attr, Child, Needed, Vec3, Was, element

_CLOCK = "s, ns"


@element("distribution", source="population.sdf, distribution", since=(1, 5))
class Distribution(Sdf):
    """How the copies of a population are distributed over its region."""

    type: Annotated[
        Literal["random", "uniform", "grid", "linear-x", "linear-y", "linear-z"],
        Needed("type of the distribution; uniform is approximately even", severity="warning"),
    ] = "random"
    rows: Annotated[int, Child("rows of a grid")] = 1
    cols: Annotated[int, Child("columns of a grid")] = 1
    step: Annotated[Vec3, Child("spacing of the grid", unit=LENGTH)] = (
        0.5,
        0.5,
        0.0,
    )


@element("population", source="population.sdf", since=(1, 5))
class Population(Sdf):
    """Copies of one model, distributed over a region."""

    name: Annotated[str, Attr("unique among the populations of the world")]
    pose: Annotated[Pose, Child("pose of the region")] = IDENTITY
    model: Annotated[Model, Child("model to copy")]
    model_count: Annotated[int, Needed("number of copies")] = 1
    distribution: Annotated[Distribution, Needed("distribution")] = Distribution()
    box: Annotated[Box | None, Child("region, if a box")] = None
    cylinder: Annotated[Cylinder | None, Child("region, if a cylinder")] = None
    frames: Annotated[tuple[Frame, ...], Child("named frames", until=(1, 6))] = ()


@element("insertions", source="state.sdf, insertions", since=(1, 3))
class Insertions(Sdf):
    """The entities that were inserted into the world after it was loaded."""

    models: Annotated[tuple[Model, ...], Needed("new models")] = ()
    lights: Annotated[tuple[Light, ...], Needed("new lights", since=(1, 6))] = ()
    joints: Annotated[tuple[Joint, ...], Needed("new joints", since=(1, 12))] = ()


@element("deletions", source="state.sdf, deletions", since=(1, 3))
class Deletions(Sdf):
    """The entities that were deleted from the world after it was loaded."""

    names: Annotated[tuple[str, ...], Needed("names of models and lights", tag="name")] = ()


@element("state", source="state.sdf")
class State(Sdf):
    """The state of a world at one instant."""

    world_name: Annotated[str, Attr("name of the world", refers=("world",))]
    sim_time: Annotated[Time, Child("simulated time", unit=_CLOCK, since=(1, 3))] = (0, 0)
    wall_time: Annotated[Time, Child("wall clock time", unit=_CLOCK, since=(1, 3))] = (0, 0)
    real_time: Annotated[
        Time, Child("elapsed real time of the simulation", unit=_CLOCK, since=(1, 3))
    ] = (0, 0)
    iterations: Annotated[
        int, Needed("number of simulation steps", since=(1, 5), codec=UNSIGNED)
    ] = 0
    insertions: Annotated[Insertions | None, Child("inserted entities", since=(1, 3))] = None
    deletions: Annotated[Deletions | None, Child("deleted entities", since=(1, 3))] = None
    model_states: Annotated[
        tuple[ModelState, ...],
        Child(
            "states of the models",
            was=(Was(until=(1, 11), place="model"), Was(until=(1, 2), needed=True)),
        ),
    ] = ()
    joint_states: Annotated[
        tuple[JointState, ...], Child("states of the joints between models", since=(1, 12))
    ] = ()
    light_states: Annotated[
        tuple[LightState, ...],
        Child("states of the lights", since=(1, 5), was=(Was(until=(1, 11), place="light"),)),
    ] = ()
    time: Annotated[Time, Child("simulated time", unit=_CLOCK, until=(1, 2), was=ATTRIBUTE)] = (
        0,
        0,
    )


@element("audio", source="world.sdf, audio", since=(1, 4))
class Audio(Sdf):
    """Audio output."""

    device: Annotated[str, Needed("audio device; default is that of the system")] = "default"


@element("wind", source="world.sdf, wind; libsdformat World.cc", since=(1, 6))
class Wind(Sdf):
    """The wind, which acts on models and links whose enable_wind is true."""

    linear_velocity: Annotated[Vec3, Child("velocity of the wind", unit="m/s")] = (0.0, 0.0, 0.0)


@element("world", source="world.sdf; libsdformat World.cc")
class World(Sdf):
    """A world: models, lights, actors and their environment."""

    name: Annotated[str, Attr("unique among the worlds of the file", defines="world")]
    physics: Annotated[tuple[Physics, ...], Needed("physics profiles")] = ()
    gravity: Annotated[Vec3, Needed("gravity", unit="m/s^2", since=(1, 6))] = (
        0.0,
        0.0,
        -9.8,
    )
    includes: Annotated[
        tuple[Include, ...], Child("models, lights and actors from other files", since=(1, 4))
    ] = ()
    models: Annotated[tuple[Model, ...], Child("models")] = ()
    frames: Annotated[tuple[Frame, ...], Child("named frames", since=(1, 7))] = ()
    joints: Annotated[tuple[Joint, ...], Child("joints between models", gap=((1, 7), (1, 9)))] = ()
    lights: Annotated[tuple[Light, ...], Child("lights")] = ()
    actors: Annotated[tuple[Actor, ...], Child("actors")] = ()
    plugins: Annotated[tuple[Plugin, ...], Child("plugins of the world")] = ()
    scene: Annotated[Scene, Needed("scene: light and background")] = Scene()
    gui: Annotated[Gui | None, Child("graphical user interface")] = None
    spherical_coordinates: Annotated[
        SphericalCoordinates | None, Child("geographic location", since=(1, 4))
    ] = None
    magnetic_field: Annotated[Vec3, Needed("magnetic field", unit="T", since=(1, 6))] = (
        5.5645e-06,
        2.28758e-05,
        -4.23884e-05,
    )
    atmosphere: Annotated[Atmosphere, Needed("atmosphere", since=(1, 6))] = Atmosphere()
    wind: Annotated[Wind | None, Child("wind; by default none", since=(1, 6))] = None
    audio: Annotated[Audio | None, Child("audio output", since=(1, 4))] = None
    roads: Annotated[tuple[Road, ...], Child("roads")] = ()
    populations: Annotated[
        tuple[Population, ...], Child("populations of one model", since=(1, 5))
    ] = ()
    states: Annotated[tuple[State, ...], Child("states of the world")] = ()

    def model(self, name: str) -> Model:
        """Return the first model with this name.

        Raises:
            UnknownNameError: the model does not exist; the message suggests similar names.
        """
        return self._named("model", name, self.models)

    def joint(self, name: str) -> Joint:
        """Return the first joint with this name.

        Raises:
            UnknownNameError: the joint does not exist; the message suggests similar names.
        """
        return self._named("joint", name, self.joints)

    def frame(self, name: str) -> Frame:
        """Return the first frame with this name.

        Raises:
            UnknownNameError: the frame does not exist; the message suggests similar names.
        """
        return self._named("frame", name, self.frames)
