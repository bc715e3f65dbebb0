"""Reference pages from declarations: Markdown, one section an element."""

from __future__ import annotations

import math
from typing import Any

from bodyplan.spec.element import Element, Field, reachable, spec_of
from bodyplan.spec.marks import Child, Version
from bodyplan.text import REQUIRED


def reference_page(roots: tuple[type[Element], ...], *, title: str, intro: str) -> str:
    """The reference of a format as Markdown.

    Args:
        roots: the classes of its root elements.
        title: the heading.
        intro: what stands below it.
    """
    lines = [f"# {title}", "", intro, ""]
    seen: set[type[Element]] = set()
    for root in roots:
        for cls in reachable(root):
            if cls not in seen:
                seen.add(cls)
                lines += _section(cls)
    return "\n".join(lines).rstrip() + "\n"


def _section(cls: type[Element]) -> list[str]:
    since = f" (since {_dotted(cls.SINCE)})" if cls.SINCE else ""
    doc = [line.strip() for line in (cls.__doc__ or "").strip().splitlines()]
    lines = [
        f"## `<{cls.TAG}>` — {cls.__name__}{since}",
        "",
        *doc,
        "",
        f"Source: {cls.SOURCE}.",
        "",
    ]
    fields = spec_of(cls).fields
    if fields:
        lines += [
            "| field | in the file | type | unit | default | meaning |",
            "| --- | --- | --- | --- | --- | --- |",
            *(_row(field) for field in fields),
            "",
        ]
    return lines


def _row(field: Field) -> str:
    mark = field.mark
    notes = [mark.meaning]
    if mark.since:
        notes.append(f"since {_dotted(mark.since)}")
    if mark.required_before:
        notes.append(f"required before {_dotted(mark.required_before)}")
    if mark.default_since:
        version, default = mark.default_since
        notes.append(f"default {_shown(default)} since {_dotted(version)}")
    bounds = [
        f"{sign} {bound:g}"
        for sign, bound in (("≥", mark.ge), (">", mark.gt), ("≤", mark.le))
        if bound is not None
    ]
    if bounds:
        notes.append(" and ".join(bounds))
    default = "required" if field.default is REQUIRED else _shown(field.default)
    cells = (
        f"`{field.name}`",
        _written(field),
        _type(field),
        mark.unit or "",
        default,
        "; ".join(notes),
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _written(field: Field) -> str:
    match field.place:
        case "attribute":
            either = " or a child element" if getattr(field.mark, "either", False) else ""
            return f"`{field.xml}=`{either}"
        case "value":
            attr = field.mark.attr if isinstance(field.mark, Child) else None
            return f"`<{field.xml} {attr}=…/>`" if attr else f"`<{field.xml}>…</{field.xml}>`"
        case "text":
            return "its text"
        case "rest":
            return "all other elements"
        case "rest_attributes":
            return "all other attributes"
        case _:
            return ", ".join(f"`<{tag}>`" for tag in field.tags)


def _type(field: Field) -> str:
    if field.elements:
        name = " or ".join(cls.__name__ for cls in field.elements)
    elif field.codec is not None:
        name = field.codec.name
    else:
        name = "kept XML"
    return f"any number of {name}" if field.is_many else name


def _shown(value: Any) -> str:
    if value is None or value == ():
        return ""
    if isinstance(value, float):
        return "unlimited" if math.isinf(value) else f"{value:g}"
    if isinstance(value, tuple):
        return " ".join(f"{number:g}" for number in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Element):
        return "identity" if type(value).__name__ == "Pose" else type(value).__name__
    return f"`{value}`" if value != "" else "empty"


def _dotted(version: Version) -> str:
    return f"{version[0]}.{version[1]}"
