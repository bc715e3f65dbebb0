"""URDF gazebo blocks: settings for the simulator, kept whole."""

from bodyplan.spec import Annotated, Attr, Element, Raw, Rest, RestAttributes, element

SDFORMAT_ELEMENTS = (
    "audio_sink",
    "audio_source",
    "battery",
    "collision",
    "frame",
    "gripper",
    "joint",
    "light",
    "link",
    "model",
    "particle_emitter",
    "projector",
    "sensor",
    "visual",
)
"""The elements of a block that are SDFormat and not a setting of the converter to SDFormat."""


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

    @property
    def sdformat(self) -> tuple[Raw, ...]:
        """The elements of the block that are SDFormat."""
        return tuple(raw for raw in self.content if raw.tag in SDFORMAT_ELEMENTS)
