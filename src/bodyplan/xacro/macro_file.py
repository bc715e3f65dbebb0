"""The root element of a xacro file; its content is unknown before the expansion."""

from bodyplan.spec import Annotated, Attr, Element, Raw, Rest, RestAttributes, element


@element("robot", source="xacro 2.1")
class MacroFile(Element):
    """A xacro file before its expansion."""

    name: Annotated[str | None, Attr("name of the robot; macro libraries have none")] = None
    attributes: Annotated[
        tuple[tuple[str, str], ...], RestAttributes("other attributes, as they are")
    ] = ()
    content: Annotated[tuple[Raw, ...], Rest("elements and macros, as they are")] = ()
