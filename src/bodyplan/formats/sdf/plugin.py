"""SDFormat plugins: shared libraries with custom parameters."""

from bodyplan.formats.sdf.common import Sdf
from bodyplan.spec import Annotated, Attr, Raw, Rest, Was, element


@element("plugin", source="plugin.sdf; libsdformat Plugin.cc")
class Plugin(Sdf):
    """A shared library that a simulator loads and runs."""

    name: Annotated[
        str,
        Attr(
            "unique among its siblings; in Gazebo the class in the library",
            was=(Was(until=(1, 9), default="", needed=True),),
        ),
    ] = ""
    filename: Annotated[str, Attr("shared library, by path or bare name")]
    content: Annotated[tuple[Raw, ...], Rest("custom parameters")] = ()
