"""Schema and reference page of each format."""

from __future__ import annotations

from typing import Any

from bodyplan.formats.registry import FORMATS
from bodyplan.spec.data import json_schema
from bodyplan.spec.docs import reference_page

_TITLES: dict[str, tuple[str, str]] = {
    "urdf": (
        "URDF 1.0, 1.1 and 1.2",
        (
            "Every element and attribute that bodyplan reads as a typed value. Lengths are in "
            "metres, angles in radians, masses in kilograms. What stands here is what the reader, "
            "the writer and the checks go by: the page is generated from the same declarations."
        ),
    ),
    "srdf": (
        "SRDF",
        (
            "What planners need to know of a robot beyond its URDF: groups, states, end effectors, "
            "allowed collisions. The page is generated from the declarations that the reader, the "
            "writer and the checks go by."
        ),
    ),
    "sdf": (
        "SDFormat 1.0 to 1.12",
        (
            "Every element and attribute of every published version, as the newest has it, with "
            "what was otherwise in older ones (there is no 1.1). Lengths are in metres, angles in "
            "radians, masses in kilograms, times in seconds. *Required*: without it the element "
            "means nothing. *Asked for*: the format wants it written, and readers take the default "
            "where it is missing. Any element may hold elements of other name spaces (`a:b`); they "
            "are kept. The page is generated from the declarations that the reader, the writer and "
            "the checks go by."
        ),
    ),
    "model_state": (
        "model_state",
        "Where the joints of a robot are at one time: a document of its own beside the URDF.",
    ),
}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a format's values as plain data (``spec.data.to_data``).

    Raises:
        KeyError: no such format.
    """
    title, _ = _TITLES[name]
    return json_schema(FORMATS[name].cls, title=title)


def page(name: str) -> str:
    """The reference page of a format, as Markdown.

    Raises:
        KeyError: no such format.
    """
    title, intro = _TITLES[name]
    return reference_page((FORMATS[name].cls,), title=title, intro=intro)
