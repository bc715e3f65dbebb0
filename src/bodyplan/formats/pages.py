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
            "metres, angles in radians, masses in kilograms. The page is generated from the "
            "declarations that reading, writing and checking use."
        ),
    ),
    "srdf": (
        "SRDF",
        (
            "What motion planners need in addition to the URDF: groups, states, end effectors, "
            "allowed collisions. The page is generated from the declarations that reading, writing "
            "and checking use."
        ),
    ),
    "sdf": (
        "SDFormat 1.0 to 1.12",
        (
            "Every element and attribute of every published version, as in the latest, with the "
            "differences in older ones (version 1.1 was not published). Lengths are in metres, "
            "angles in radians, masses in kilograms, times in seconds. *Required*: the element has "
            "no meaning without it. *Required by the schema*: libsdformat uses the default if it "
            "is missing. Any element may contain elements with other prefixes (`a:b`), which are "
            "kept. The page is generated from the declarations that reading, writing and checking "
            "use."
        ),
    ),
    "model_state": (
        "model_state",
        "The joint positions of a robot at one time, in a separate document.",
    ),
}


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a format's values as plain data (``spec.data.to_data``).

    Raises:
        KeyError: the format is unknown.
    """
    title, _ = _TITLES[name]
    return json_schema(FORMATS[name].cls, title=title)


def page(name: str) -> str:
    """Return the reference page of a format as Markdown.

    Raises:
        KeyError: the format is unknown.
    """
    title, intro = _TITLES[name]
    return reference_page((FORMATS[name].cls,), title=title, intro=intro)
