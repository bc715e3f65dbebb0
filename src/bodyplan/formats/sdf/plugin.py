"""SDFormat plugins: code that a simulator loads, with settings in its own words."""

from bodyplan.formats.sdf.common import Sdf
from bodyplan.spec import Annotated, Attr, Raw, Rest, Was, element


@element("plugin", source="plugin.sdf; libsdformat Plugin.cc")
class Plugin(Sdf):
    """A shared library that a simulator loads and runs."""

    name: Annotated[
        str,
        Attr(
            "unique among its siblings; in Gazebo the class within the library",
            was=(Was(until=(1, 9), default="", needed=True),),
        ),
    ] = ""
    filename: Annotated[str, Attr("the shared library; its path or its bare name")]
    content: Annotated[tuple[Raw, ...], Rest("settings of the plugin, in its own words")] = ()
