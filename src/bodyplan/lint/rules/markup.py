"""What XML allows and the reference reader does not: X111 to X113."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from bodyplan.diag import Diagnostic, Fix, Severity
from bodyplan.formats import urdf
from bodyplan.lint import names
from bodyplan.lint.context import Context
from bodyplan.lint.joints import WITH_AXIS
from bodyplan.lint.rule import rule
from bodyplan.lint.shapes import called
from bodyplan.spec import Element
from bodyplan.text import Edit

_READ_AS_BYTES = frozenset({"urdf", "model_state", "srdf", "sdf"})
"""Formats whose reference readers share one reader of XML, tinyxml2."""
_FEW = b"='\"\t\r\n"
_MANY = bytes(set(range(256)) - set(_FEW))
_BLANK_FIRST = rb"=[\t\r\n]*[\"'][\t\r\n]"

_BLANK_IN_LIST = (
    rb"(?:xyz|rpy|xyzw|size|scale|rgba)\s*+=\s*+(?:\"[^\"<\t\r\n]*+|'[^'<\t\r\n]*+)[\t\r\n]"
)


class _Numbers(NamedTuple):
    """A list of numbers that the reference reader looks at."""

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
    XML readers hand on tabs and line breaks in an attribute as spaces. The reference reader does
    not: it separates numbers at the space character only, so the list is no list of numbers to
    it. In a joint it refuses the file; in a link it drops the rest of the link, and in a colour the
    colour; then this is a warning.

    ## Example
        <origin xyz="0.1
                     0
                     0.5"/>

    ## Use instead
        <origin xyz="0.1 0 0.5"/>

    ## Fix safety
    Writing one space between the numbers is safe: every reader takes the same numbers from it.
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
            f"{_owner(numbers.part, ctx)}: {_attribute(numbers)} has a tab or line break between "
            f"its numbers; the reference reader {numbers.effect}",
            field=numbers.field,
            severity=numbers.severity,
            hint="it separates numbers at spaces only",
            fix=ctx.fix("Write spaces", "safe", partial(_written, span, text)),
        )


def _may_have_blanks(data: bytes) -> bool:
    """A quick look at the bytes: whether some value begins with, or holds, a tab or line break.

    Of the bytes only quotes, equals signs, tabs and line breaks are left, so that a blank in a
    list of numbers follows its opening quote.
    """
    if b"&#" in data or b"\0" in data:
        return True
    if re.search(_BLANK_FIRST, data.translate(None, _MANY)) is None:
        return False
    return (
        re.search(_BLANK_IN_LIST, data) is not None
    )  # it may have been an apostrophe in a comment


def _lists(robot: urdf.Robot, ctx: Context) -> Iterator[_Numbers]:
    refuses, drops = "refuses the file", "drops the rest of the link"
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
        yield _Numbers(material, "rgba", material, warning, "drops the colour")
    for _, material in ctx.index.visual_materials():
        yield _Numbers(material, "rgba", material, warning, "drops the colour")


def _owner(part: Element, ctx: Context) -> str:
    if isinstance(part, urdf.Material):
        return names.called("material", part.name)
    return called(ctx, part)


def _attribute(numbers: _Numbers) -> str:
    return "axis xyz" if numbers.field == "axis" else numbers.field


def _refused(numbers: _Numbers, ctx: Context) -> tuple[int, int] | None:
    """Where the list stands, if its numbers read, but not for who separates at spaces only."""
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
    """A value with its character references read."""
    return re.sub(r"&#(x[0-9a-fA-F]+|[0-9]+);", _character, raw) if "&#" in raw else raw


def _character(match: re.Match[str]) -> str:
    number = match[1]
    return chr(int(number[1:], 16) if number[0] == "x" else int(number))


def _written(span: tuple[int, int], text: str) -> Iterator[Edit]:
    yield Edit(*span, text)


@rule("X112", "instruction-inside", severity="error", fix="always")
def instruction_inside(root: Element, ctx: Context) -> Iterator[Diagnostic]:  # noqa: ARG001
    """A processing instruction stands behind the beginning of the file.

    ## Why it matters
    XML allows `<?...?>` nearly everywhere, and most readers skip it. The reference reader takes it
    for an XML declaration, which may stand at the beginning only, and refuses the file.

    ## Example
        <robot name="arm">
          <?editor fold?>

    ## Use instead
        <?xml version="1.0"?>
        <robot name="arm">
          <!-- editor: fold -->

    ## Fix safety
    Removing it is unsafe: some program put it there and may look for it.
    """
    data = ctx.document.source.data
    if ctx.document.format not in _READ_AS_BYTES:
        return
    if (data.count(b"<?") < 2 and data.startswith(b"<?")) or ctx.is_broken_off:
        return
    if b"<?" not in data and b"\0" not in data:
        return
    text = ctx.document.source.text
    head = re.match(_HEAD, text, re.DOTALL)
    for match in re.compile(_NO_ELEMENT, re.DOTALL).finditer(text, head.end() if head else 0):
        start, end = match.span()
        if match["instruction"] is None or _DECLARATION.match(match[0]):
            continue  # a declaration is told of already
        shown = match[0] if len(match[0]) <= 40 else f"{match[0][:37]}..."
        yield Diagnostic(
            ctx.kind,
            f"the processing instruction {shown!r} stands behind the beginning of the file; the "
            "reference reader refuses the file",
            partial(ctx.document.where_span, start, end),
            hint="use a comment, or remove it",
            fix=partial(_removal, text, start, end),
        )


_NO_ELEMENT = (
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>|(?P<instruction><\?.*?\?>)"
)


_DECLARATION = re.compile(r"<\?xml[\s?]", re.IGNORECASE)

_HEAD = r"[\ufeff \t\r\n]*+(?:<\?.*?\?>[ \t\r\n]*+)*+"
"""Where instructions may stand."""


def _removal(text: str, start: int, end: int) -> Fix:
    """Takes it out, with its line where nothing else stands on it."""
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    behind = end
    while text[behind : behind + 1] in {" ", "\t"}:
        behind += 1
    if not text[line:start].strip(" \t") and text[behind : behind + 1] in {"\r", "\n"}:
        start, end = line, behind + (2 if text.startswith("\r\n", behind) else 1)
    return Fix("Remove the processing instruction", (Edit(start, end, ""),), "unsafe")


@rule("X113", "utf-16", severity="error")
def utf_16(root: Element, ctx: Context) -> Iterator[Diagnostic]:  # noqa: ARG001
    """The file is in UTF-16.

    ## Why it matters
    XML asks every reader to know UTF-16. The reference reader takes bytes as they are and stops at
    the first zero byte, which in UTF-16 is the second or third of the file: it refuses the file as
    broken. Some editors and shells on Windows write UTF-16 unasked.

    ## Example
    A file that begins with the bytes FF FE, or with `3C 00`.

    ## Use instead
    Save the file as UTF-8, for instance:

        iconv -f UTF-16 -t UTF-8 robot.urdf > robot-utf8.urdf

    and leave `encoding="UTF-16"` out of its first line.
    """
    if ctx.document.format not in _READ_AS_BYTES:
        return
    if ctx.document.source.encoding.startswith("utf-16"):
        yield Diagnostic(
            ctx.kind,
            "the file is in UTF-16, which the reference reader does not read",
            partial(ctx.document.where_span, 0, 1),
            hint="save it as UTF-8",
        )
