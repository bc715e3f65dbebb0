"""MJCF, the format of MuJoCo. Only the root element is typed; it stores its content as raw XML."""

from __future__ import annotations

from bodyplan.spec import Annotated, Attr, Element, Raw, Rest, RestAttributes, element


@element("mujoco", source="MuJoCo XML reference, mujoco")
class Mujoco(Element):
    """A model of MuJoCo."""

    model: Annotated[str, Attr("name of the model")] = "MuJoCo Model"
    attributes: Annotated[
        tuple[tuple[str, str], ...], RestAttributes("other attributes, kept")
    ] = ()
    content: Annotated[tuple[Raw, ...], Rest("everything inside, kept")] = ()
