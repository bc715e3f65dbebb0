"""Generates reference pages from declarations: Markdown with one section per element."""

from __future__ import annotations

import math
from typing import Any

from bodyplan.core import REQUIRED
from bodyplan.spec.element import Element, Field, reachable, spec_of
from bodyplan.spec.marks import Child, Version, Was, dotted


def reference_page(roots: tuple[type[Element], ...], *, title: str, intro: str) -> str:
    """Return the reference of a format as Markdown.

    Args:
        roots: the classes of the format's root elements.
        title: the heading.
        intro: the text below the heading.
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
    since = f" (since {dotted(cls.SINCE)})" if cls.SINCE else ""
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
        heads = ["field", "in the file", "type", "unit", "default", "meaning"]
        if cls.HAS_HISTORY:
            heads.append("versions")
        lines += [_line(heads), _line(["---"] * len(heads))]
        lines += [_line(_row(field, with_history=cls.HAS_HISTORY)) for field in fields]
        lines.append("")
    return lines


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _row(field: Field, *, with_history: bool) -> list[str]:
    mark = field.mark
    notes = [mark.meaning]
    if mark.since and not with_history:
        notes.append(f"since {dotted(mark.since)}")
    if mark.required_before:
        notes.append(f"required before {dotted(mark.required_before)}")
    if mark.default_since:
        version, default = mark.default_since
        notes.append(f"default {_shown(default)} since {dotted(version)}")
    bounds = _bounds(mark.ge, mark.gt, mark.le, mark.lt)
    if bounds:
        notes.append(" and ".join(bounds))
    cells = [
        f"`{field.name}`",
        _written(field),
        _type(field),
        mark.unit or "",
        _default(field),
        "; ".join(notes),
    ]
    return [*cells, _history(field)] if with_history else cells


def _default(field: Field) -> str:
    if field.default is REQUIRED:
        return "required"
    shown = _shown(field.default)
    return f"{shown}, required by the schema".lstrip(", ") if field.mark.needed else shown


def _history(field: Field) -> str:
    """Describe the versions that have a field, and its older declarations, newest first."""
    mark = field.mark
    notes = [_span(mark.since, mark.until)]
    if mark.gap and not (mark.since and mark.gap[1] < mark.since):
        notes.append(f"not from {dotted(mark.gap[0])} to {dotted(mark.gap[1])}")
    if mark.deprecated:
        notes.append(f"deprecated since {dotted(mark.deprecated)}")
    notes += [f"until {dotted(was.until)} {', '.join(_changes(was))}" for was in field.history]
    return "; ".join(note for note in notes if note)


def _span(since: Version | None, until: Version | None) -> str:
    if since and until:
        return f"{dotted(since)} to {dotted(until)}" if since != until else dotted(since)
    if until:
        return f"removed after {dotted(until)}"
    return f"since {dotted(since)}" if since else ""


def _changes(was: Was) -> list[str]:
    """Describe how an older declaration differs from the next newer one."""
    said: list[str] = []
    if was.place is not None:
        tag, _, attr = was.place.partition("@")
        inner = f"{tag.rstrip('/')} {attr}=…/" if attr else tag
        said.append(f"`<{inner}>`" if tag else f"`{attr}=`")
    if was.default is not ...:
        said.append(f"default {_shown(was.default)}")
    if was.needed is not None:
        said.append("required by the schema" if was.needed else "optional")
    said += _bounds(was.ge, None, was.le, None)
    return said


def _bounds(ge: float | None, gt: float | None, le: float | None, lt: float | None) -> list[str]:
    bounds = (("≥", ge), (">", gt), ("≤", le), ("<", lt))
    return [f"{sign} {bound:g}" for sign, bound in bounds if bound is not None]


def _written(field: Field) -> str:
    match field.place:
        case "attribute":
            either = " or a child element" if getattr(field.mark, "either", False) else ""
            return f"`{field.xml}=`{either}"
        case "value":
            attr = field.mark.attr if isinstance(field.mark, Child) else None
            return f"`<{field.xml} {attr}=…/>`" if attr else f"`<{field.xml}>…</{field.xml}>`"
        case "text":
            return "text"
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
        return _shown_element(value)
    return f"`{value}`" if value != "" else "empty"


def _shown_element(value: Element) -> str:
    name = type(value).__name__
    if name == "Pose":
        return "identity"
    own = spec_of(type(value)).text
    return name if own is None else _shown(getattr(value, own.name))
