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
    for start, end in _instructions(text, head.end() if head else 0):
        if _DECLARATION.match(text, start):
            continue  # a declaration has a diagnostic already
        written = text[start:end]
        shown = written if len(written) <= 40 else f"{written[:37]}..."
        yield Diagnostic(
            ctx.kind,
            f"the processing instruction {shown!r} stands behind the beginning of the file; the "
            "reference reader refuses the file",
            partial(ctx.document.where_span, start, end),
            hint="use a comment, or remove it",
            fix=partial(_removal, text, start, end),
        )


_ENDS = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>", "<!DOCTYPE": ""}
"""How markup that is no element begins and ends."""
_BEGIN = re.compile("|".join(map(re.escape, _ENDS)))
_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]*+(?:\[.*?\]\s*+)?>", re.DOTALL)


def _instructions(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Return where processing instructions begin and end, up to markup that has no end."""
    while begin := _BEGIN.search(text, at):
        kind = begin[0]
        whole = _DOCTYPE.match(text, begin.start()) if kind == "<!DOCTYPE" else None
        end = whole.end() if whole else text.find(_ENDS[kind], begin.end())
        if end < 0:
            return
        at = end + len(_ENDS[kind])
        if kind == "<?":
            yield begin.start(), at


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
