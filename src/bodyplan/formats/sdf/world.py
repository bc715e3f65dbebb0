"""Worlds: what is simulated together, and its states."""

from typing import Literal

from bodyplan.formats.sdf.actor import Actor
from bodyplan.formats.sdf.common import ATTRIBUTE, UNSIGNED, Sdf, Time
from bodyplan.formats.sdf.joint import Joint
from bodyplan.formats.sdf.light import Light
from bodyplan.formats.sdf.model import Include, Model
from bodyplan.formats.sdf.physics import Physics
from bodyplan.formats.sdf.plugin import Plugin
from bodyplan.formats.sdf.pose import IDENTITY, Frame, Pose
from bodyplan.formats.sdf.scene import Atmosphere, Gui, Road, Scene, SphericalCoordinates
from bodyplan.formats.sdf.shapes import Box, Cylinder
from bodyplan.formats.sdf.state import JointState, LightState, ModelState
from bodyplan.spec import LENGTH, Annotated, Attr, Child, Needed, Vec3, Was, element

_CLOCK = "s, ns"


@element("distribution", source="population.sdf, distribution", since=(1, 5))
class Distribution(Sdf):
    """How the copies of a population are placed."""

    type: Annotated[
        Literal["random", "uniform", "grid", "linear-x", "linear-y", "linear-z"],
        Needed("how they are spread; uniform is about evenly", severity="warning"),
    ] = "random"
    rows: Annotated[int, Child("rows of a grid")] = 1
    cols: Annotated[int, Child("columns of a grid")] = 1
    step: Annotated[Vec3, Child("from one place of a grid to the next", unit=LENGTH)] = (
        0.5,
        0.5,
        0.0,
    )


@element("population", source="population.sdf", since=(1, 5))
class Population(Sdf):
    """Many copies of one model, spread over a region."""

    name: Annotated[str, Attr("unique among the populations of the world")]
    pose: Annotated[Pose, Child("where the region is")] = IDENTITY
    model: Annotated[Model, Child("what is copied")]
    model_count: Annotated[int, Needed("how many copies")] = 1
    distribution: Annotated[Distribution, Needed("how they are placed")] = Distribution()
    box: Annotated[Box | None, Child("the region, if it is a box")] = None
    cylinder: Annotated[Cylinder | None, Child("the region, if it is a cylinder")] = None
    frames: Annotated[tuple[Frame, ...], Child("named frames inside it", until=(1, 6))] = ()


@element("insertions", source="state.sdf, insertions", since=(1, 3))
class Insertions(Sdf):
    """What has come into the world since it was loaded."""

    models: Annotated[tuple[Model, ...], Needed("new models")] = ()
    lights: Annotated[tuple[Light, ...], Needed("new lights", since=(1, 6))] = ()
    joints: Annotated[tuple[Joint, ...], Needed("new joints", since=(1, 12))] = ()


@element("deletions", source="state.sdf, deletions", since=(1, 3))
class Deletions(Sdf):
    """What has gone out of the world since it was loaded."""

    names: Annotated[tuple[str, ...], Needed("names of models and lights", tag="name")] = ()


@element("state", source="state.sdf")
class State(Sdf):
    """The state of a world at one moment."""

    world_name: Annotated[str, Attr("the world", refers=("world",))]
    sim_time: Annotated[Time, Child("simulated time", unit=_CLOCK, since=(1, 3))] = (0, 0)
    wall_time: Annotated[
        Time, Child("time of the clock on the wall", unit=_CLOCK, since=(1, 3))
    ] = (0, 0)
    real_time: Annotated[
        Time, Child("time for which the simulation has run", unit=_CLOCK, since=(1, 3))
    ] = (0, 0)
    iterations: Annotated[
        int, Needed("steps that were simulated", since=(1, 5), codec=UNSIGNED)
    ] = 0
    insertions: Annotated[
        Insertions | None, Child("what has come since the start", since=(1, 3))
    ] = None
    deletions: Annotated[Deletions | None, Child("what has gone since the start", since=(1, 3))] = (
        None
    )
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
    """How the sounds of the world are played."""

    device: Annotated[str, Needed("file of the device; default for that of the system")] = "default"


@element("wind", source="world.sdf, wind; libsdformat World.cc", since=(1, 6))
class Wind(Sdf):
    """Wind that pushes models and links with enable_wind."""

    linear_velocity: Annotated[Vec3, Child("velocity of the air", unit="m/s")] = (0.0, 0.0, 0.0)


@element("world", source="world.sdf; libsdformat World.cc")
class World(Sdf):
    """Models, lights and actors that are simulated together, and what is around them."""

    name: Annotated[str, Attr("unique among the worlds of the file", defines="world")]
    physics: Annotated[tuple[Physics, ...], Needed("settings of the physics, to choose from")] = ()
    gravity: Annotated[Vec3, Needed("acceleration of free fall", unit="m/s^2", since=(1, 6))] = (
        0.0,
        0.0,
        -9.8,
    )
    includes: Annotated[
        tuple[Include, ...], Child("models, lights and actors from other files", since=(1, 4))
    ] = ()
    models: Annotated[tuple[Model, ...], Child("the models")] = ()
    frames: Annotated[tuple[Frame, ...], Child("named frames", since=(1, 7))] = ()
    joints: Annotated[tuple[Joint, ...], Child("joints between models", gap=((1, 7), (1, 9)))] = ()
    lights: Annotated[tuple[Light, ...], Child("the lights")] = ()
    actors: Annotated[tuple[Actor, ...], Child("the actors")] = ()
    plugins: Annotated[tuple[Plugin, ...], Child("programs that run with the world")] = ()
    scene: Annotated[Scene, Needed("light and background")] = Scene()
    gui: Annotated[Gui | None, Child("the window in which a user sees it")] = None
    spherical_coordinates: Annotated[
        SphericalCoordinates | None, Child("where on a planet it is", since=(1, 4))
    ] = None
    magnetic_field: Annotated[Vec3, Needed("the magnetic field", unit="T", since=(1, 6))] = (
        5.5645e-06,
        2.28758e-05,
        -4.23884e-05,
    )
    atmosphere: Annotated[Atmosphere, Needed("the air", since=(1, 6))] = Atmosphere()
    wind: Annotated[Wind | None, Child("the wind; none where absent", since=(1, 6))] = None
    audio: Annotated[Audio | None, Child("how sounds are played", since=(1, 4))] = None
    roads: Annotated[tuple[Road, ...], Child("roads on the ground")] = ()
    populations: Annotated[
        tuple[Population, ...], Child("many copies of one model", since=(1, 5))
    ] = ()
    states: Annotated[tuple[State, ...], Child("its states at moments of the simulation")] = ()
