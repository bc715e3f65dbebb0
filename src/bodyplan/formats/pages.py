"""The JSON Schema and the reference page of each format."""

from __future__ import annotations

from typing import Any

from bodyplan.formats.dialects import DIALECTS, dialect
from bodyplan.formats.registry import FORMATS
from bodyplan.spec import Element, reachable
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
            "Every element and attribute of every published version, as in the latest version, with "
            "the differences of older versions (version 1.1 was not published). Lengths are in "
            "metres, angles in radians, masses in kilograms, times in seconds. *Required*: the element has "
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
    """Return the JSON Schema of the plain data to which ``spec.data.to_data`` converts a document.

    Raises:
        KeyError: the format is unknown.

    Args:
        name: the name of the format.
    """
    title, _ = _TITLES[name]
    return json_schema(FORMATS[name].cls, title=title)


def page(name: str) -> str:
    """Return the reference page of a format as Markdown.

    Raises:
        KeyError: the format is unknown.

    Args:
        name: the name of the format.
    """
    title, intro = _TITLES[name]
    return reference_page((FORMATS[name].cls,), title=title, intro=intro)


def extensions_page() -> str:
    """Return the page of the vendor extensions as Markdown."""
    lines = [
        "# Vendor extensions",
        "",
        (
            "Elements and attributes that the formats do not define, but that real files contain "
            "and no parser rejects. bodyplan keeps them and does not report them as unknown "
            "([X101](../rules/X101.md), [X102](../rules/X102.md), [D107](../rules/D107.md), "
            "[D111](../rules/D111.md)). Names with a prefix that the file declares, such as "
            '`xmlns:drake="…"`, are never unknown. The page is generated from the declarations '
            "in `bodyplan.formats.dialects`; its function `written_extensions` returns those of an "
            "element, with their values."
        ),
    ]
    for name in DIALECTS:
        known = dialect(name)
        lines += ["", f"## {known.title}", "", f"{known.about} Source: {known.source}."]
        for format_, title in (("urdf", "URDF"), ("srdf", "SRDF"), ("sdf", "SDFormat")):
            rows = [
                (
                    f"`{_class(format_, one.element).TAG}/{one.path}`",
                    one.meaning,
                    one.unit,
                    one.reader,
                )
                for one in known.of_format(format_)
            ]
            if rows:
                lines += [
                    "",
                    f"| {title} | Meaning | Unit | Read by |",
                    "| --- | --- | --- | --- |",
                ]
                lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _class(format_: str, name: str) -> type[Element]:
    """Return the element class of a format with a name."""
    return next(cls for cls in reachable(FORMATS[format_].cls) if cls.__name__ == name)
