"""What XML allows in lists of numbers and urdfdom does not: X111."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts import names
from bodyplan.lint.rule import rule
from bodyplan.model.joint import WITH_AXIS
from bodyplan.spec import Element
from bodyplan.text import Edit

_MOST_DIGITS = 7
"""Digits of the number of a character."""
_FEW = b"='\"\t\r\n"
_MANY = bytes(set(range(256)) - set(_FEW))
_BLANK_FIRST = rb"=[\t\r\n]*[\"'][\t\r\n]"

_BLANK_IN_VALUE = rb"=\s*+(?:\"[^\"<\t\r\n]*+|'[^'<\t\r\n]*+)[\t\r\n]"
_BLANK_IN_LIST = rb"(?:xyz|rpy|xyzw|size|scale|rgba)\s*+" + _BLANK_IN_VALUE


class _Numbers(NamedTuple):
    """A list of numbers that urdfdom parses."""

    value: Element
    field: str
    part: Element
    """What the message is about: a joint, a visual ..."""
    severity: Severity | None
    effect: str


@rule("X111", "blanks-in-list", severity="error", fix="always")
def blanks_in_list(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Numbers of a list are separated by a tab or a line break.

    ## Why it matters
    XML parsers convert tabs and line breaks in an attribute to spaces. urdfdom does not: it splits
    numbers at the space character only, so it cannot parse the list. In a joint it rejects the file;
    in a link it skips the rest of the link, and in a colour the colour; then this is a warning.

    ## Example
        <origin xyz="0.1
                     0
                     0.5"/>

    ## Use instead
        <origin xyz="0.1 0 0.5"/>

    ## Fix safety
    Writing one space between the numbers is safe: the numbers stay the same.
    """
    if not _may_have_blanks(ctx.document.source.data):
        return
    for numbers in _lists(robot, ctx):
        span = _refused(numbers, ctx)
        if span is None:
            continue
        text = " ".join(_decoded(ctx.document.source.text[slice(*span)]).split())
        yield ctx.report(
            numbers.value,
            f"{_owner(numbers.part, ctx)}: tab or line break between the numbers of "
            f"{_attribute(numbers)}; urdfdom {numbers.effect}",
            field=numbers.field,
            severity=numbers.severity,
            hint="separate the numbers with spaces",
            fix=ctx.fix("Write spaces", "safe", partial(_written, span, text)),
        )


def _may_have_blanks(data: bytes) -> bool:
    """Return whether the bytes may have a value with a tab or line break.

    Of the bytes only quotes, equals signs, tabs and line breaks are left, so that a blank in a
    list of numbers follows its opening quote.
    """
    if b"&#" in data or b"\0" in data:
        return True
    if re.search(_BLANK_FIRST, data.translate(None, _MANY)) is None:
        return False
    if re.search(_BLANK_IN_VALUE, data) is None:  # it was an apostrophe in a comment
        return False
    return re.search(_BLANK_IN_LIST, data) is not None


def _lists(robot: urdf.Robot, ctx: Context) -> Iterator[_Numbers]:
    refuses, drops = "rejects the file", "skips the rest of the link"
    fields = ("xyz", "rpy") if ctx.version < (1, 1) else ("xyz", "rpy", "quat_xyzw")
    for joint in robot.joints:
        for field in fields:
            yield _Numbers(joint.origin, field, joint, None, refuses)
        if joint.type in WITH_AXIS:
            yield _Numbers(joint, "axis", joint, None, refuses)
    warning = Severity.WARNING
    for link in robot.links:
        inertials = () if link.inertial is None else (link.inertial,)
        for part in (*inertials, *link.visuals, *link.collisions):
            for field in fields:
                yield _Numbers(part.origin, field, part, warning, drops)
            shape = None if isinstance(part, urdf.Inertial) else part.geometry.shape
            if isinstance(shape, urdf.Box):
                yield _Numbers(shape, "size", shape, warning, drops)
            elif isinstance(shape, urdf.Mesh):
                yield _Numbers(shape, "scale", shape, warning, drops)
    for material in robot.materials:
        yield _Numbers(material, "rgba", material, warning, "ignores the colour")
    for _, material in ctx.index.visual_materials():
        yield _Numbers(material, "rgba", material, warning, "ignores the colour")


def _owner(part: Element, ctx: Context) -> str:
    if isinstance(part, urdf.Material):
        return names.called("material", part.name)
    return ctx.describe(part)


def _attribute(numbers: _Numbers) -> str:
    return "axis xyz" if numbers.field == "axis" else numbers.field


def _refused(numbers: _Numbers, ctx: Context) -> tuple[int, int] | None:
    """Return the span of a valid list that urdfdom cannot parse, else None."""
    node = ctx.document.node(numbers.value, numbers.field)
    attr = {"axis": "xyz"}.get(numbers.field, numbers.field)
    if node is None or attr not in node.attrib:
        return None
    try:
        for word in node.attrib[attr].split():
            float(word)
    except ValueError:
        return None
    span = ctx.document.layout.attribute(node, attr)
    if span is None:
        return None
    raw = _decoded(ctx.document.source.text[slice(*span.value)])
    pieces = [piece.lstrip() for piece in raw.split(" ") if piece]
    return None if pieces == raw.split() else span.value


def _decoded(raw: str) -> str:
    """Return a value with its character references resolved."""
    return re.sub(r"&#(x[0-9a-fA-F]+|[0-9]+);", _character, raw) if "&#" in raw else raw


def _character(match: re.Match[str]) -> str:
    number, base = match[1], 10
    if number[0] == "x":
        number, base = number[1:], 16
    digits = number.lstrip("0")  # Python reads no more than 4,300 of them
    return chr(int(digits or "0", base)) if len(digits) <= _MOST_DIGITS else match[0]


def _written(span: tuple[int, int], text: str) -> Iterator[Edit]:
    yield Edit(*span, text)
