"""The root element of SDFormat: version, worlds, models, lights and actors."""

from bodyplan.formats.sdf._actor import Actor
from bodyplan.formats.sdf._light import Light
from bodyplan.formats.sdf.common import Sdf
from bodyplan.formats.sdf.model import Include, Model
from bodyplan.formats.sdf.world import World
from bodyplan.spec import Annotated, Attr, Child, element


@element("sdf", source="root.sdf; gazebo.sdf before 1.3; libsdformat Root.cc")
class Root(
    Sdf,
    instead={
        "link": "model(name).link",
        "links": "model(name).links",
        "joint": "model(name).joint",
        "joints": "model(name).joints",
    },
):
    """An SDFormat file: it contains worlds, or one model, light or actor."""

    version: Annotated[str, Attr("SDFormat version of the file: 1.0, 1.2 to 1.12")]
    worlds: Annotated[tuple[World, ...], Child("simulated worlds")] = ()
    models: Annotated[
        tuple[Model, ...], Child("models outside of worlds; libsdformat uses the first one")
    ] = ()
    includes: Annotated[
        tuple[Include, ...],
        Child("model, light or actor from another file, as if it were in this one"),
    ] = ()
    lights: Annotated[
        tuple[Light, ...], Child("lights outside of worlds; used if the file has no model")
    ] = ()
    actors: Annotated[
        tuple[Actor, ...], Child("actors outside of worlds; used if the file has no model or light")
    ] = ()

    def model(self, name: str) -> Model:
        """Return the first model with this name.

        Raises:
            UnknownNameError: the model does not exist; the message suggests similar names.
        """
        return self._named("model", name, self.models)

    def world(self, name: str) -> World:
        """Return the first world with this name.

        Raises:
            UnknownNameError: the world does not exist; the message suggests similar names.
        """
        return self._named("world", name, self.worlds)
