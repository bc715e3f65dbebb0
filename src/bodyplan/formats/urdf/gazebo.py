"""URDF gazebo blocks: settings for the simulator, kept whole."""

from bodyplan.spec import Annotated, Attr, Element, Raw, Rest, RestAttributes, element


@element("gazebo", source="ROS wiki urdf/XML/Gazebo", extension=True)
class Gazebo(Element):
    """Settings for a link, a joint, or without a reference for the whole model."""

    reference: Annotated[
        str | None, Attr("link or joint that it is about", refers=("link", "joint"))
    ] = None
    attributes: Annotated[
        tuple[tuple[str, str], ...], RestAttributes("other attributes, kept")
    ] = ()
    content: Annotated[tuple[Raw, ...], Rest("everything inside, kept")] = ()
