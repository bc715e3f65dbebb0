"""Schema and reference page of each format."""

from __future__ import annotations

from typing import Any

from bodyplan.formats.urdf import ModelState, Robot
from bodyplan.spec import Element
from bodyplan.spec.data import json_schema
from bodyplan.spec.docs import reference_page

_TITLES: dict[str, tuple[type[Element], str, str]] = {
    "urdf": (
        Robot,
        "URDF 1.0, 1.1 and 1.2",
        (
            "Every element and attribute that bodyplan reads as a typed value. Lengths are in "
            "metres, angles in radians, masses in kilograms. What stands here is what the reader, "
            "the writer and the checks go by: the page is generated from the same declarations."
        ),
    ),
    "model_state": (
        ModelState,
        "model_state",
        "Where the joints of a robot are at one time: a document of its own beside the URDF.",
    ),
}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a format's values as plain data (``spec.data.to_data``).

    Raises:
        KeyError: no such format.
    """
    root, title, _ = _TITLES[name]
    return json_schema(root, title=title)


def page(name: str) -> str:
    """The reference page of a format, as Markdown.

    Raises:
        KeyError: no such format.
    """
    root, title, intro = _TITLES[name]
    return reference_page((root,), title=title, intro=intro)
