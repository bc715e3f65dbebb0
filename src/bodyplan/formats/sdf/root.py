"""The root of a file: its version, and the worlds, models, lights and actors in it."""

from bodyplan.formats.sdf.actor import Actor
from bodyplan.formats.sdf.common import Sdf
from bodyplan.formats.sdf.light import Light
from bodyplan.formats.sdf.model import Model
from bodyplan.formats.sdf.world import World
from bodyplan.spec import Annotated, Attr, Child, element


@element("sdf", source="root.sdf; gazebo.sdf before 1.3; libsdformat Root.cc")
class Root(Sdf):
    """A file of worlds, or of one model, light or actor."""

    version: Annotated[
        str, Attr("version of the format that the file is written in: 1.0, 1.2 to 1.12")
    ]
    worlds: Annotated[tuple[World, ...], Child("simulated worlds")] = ()
    models: Annotated[
        tuple[Model, ...], Child("models outside of worlds; readers use the first one of the file")
    ] = ()
    lights: Annotated[
        tuple[Light, ...], Child("lights outside of worlds; used where there is no model")
    ] = ()
    actors: Annotated[
        tuple[Actor, ...], Child("actors outside of worlds; used where there is nothing else")
    ] = ()
