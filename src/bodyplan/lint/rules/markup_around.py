"""What XML allows and the reference readers of any format do not: X112 and X113."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from bodyplan.diag import Diagnostic, Fix
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.spec import Element
from bodyplan.text import Edit

_READ_AS_BYTES = frozenset({"urdf", "model_state", "srdf", "sdf"})
"""Formats whose reference readers share one reader of XML, tinyxml2."""


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
