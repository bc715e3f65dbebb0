"""XML that is valid but that tinyxml2 rejects: X112 and X113."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from bodyplan.diag import Diagnostic, Fix
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.spec import Element
from bodyplan.text import Edit

_PARSERS = {
    "urdf": "urdfdom",
    "model_state": "urdfdom",
    "srdf": "srdfdom",
    "sdf": "libsdformat",
}
"""Formats whose parsers (urdfdom, srdfdom, libsdformat) use tinyxml2."""


@rule("X112", "processing-instruction", severity="error", fix="always")
def processing_instruction(root: Element, ctx: Context) -> Iterator[Diagnostic]:  # noqa: ARG001
    """A processing instruction is not at the beginning of the file.

    ## Why it matters
    XML allows `<?...?>` nearly everywhere, and most XML parsers ignore it. tinyxml2, which urdfdom,
    srdfdom and libsdformat use, treats it as an XML declaration, allows a declaration only at the
    beginning, and rejects the file.

    ## Example
        <robot name="arm">
          <?editor fold?>

    ## Use instead
        <?xml version="1.0"?>
        <robot name="arm">
          <!-- editor: fold -->

    ## Fix safety
    Removing the instruction is unsafe: the program that wrote it may need it.
    """
    data = ctx.document.source.data
    if ctx.document.format not in _PARSERS:
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
            f"processing instruction {shown!r} is not at the beginning of the file; "
            f"{_PARSERS[ctx.document.format]} rejects the file",
            partial(ctx.document.where_span, start, end),
            hint="replace it by a comment, or remove it",
            fix=partial(_removal, text, start, end),
        )


_ENDS = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>", "<!DOCTYPE": ""}
"""The beginning and the end of each kind of markup other than elements."""
_BEGIN = re.compile("|".join(map(re.escape, _ENDS)))
_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]*+(?:\[.*?\]\s*+)?>", re.DOTALL)


def _instructions(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of processing instructions, up to the first unclosed markup."""
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
"""The beginning of the file, where tinyxml2 allows instructions."""


def _removal(text: str, start: int, end: int) -> Fix:
    """Return the fix that removes a processing instruction, and the line if it is then empty."""
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    behind = end
    while text[behind : behind + 1] in {" ", "\t"}:
        behind += 1
    if not text[line:start].strip(" \t") and text[behind : behind + 1] in {"\r", "\n"}:
        start, end = line, behind + (2 if text.startswith("\r\n", behind) else 1)
    return Fix("Remove the processing instruction", (Edit(start, end, ""),), "unsafe")


@rule("X113", "utf-16", severity="error")
def utf_16(root: Element, ctx: Context) -> Iterator[Diagnostic]:  # noqa: ARG001
    """The file is encoded in UTF-16.

    ## Why it matters
    XML requires every parser to support UTF-16, but tinyxml2, which urdfdom, srdfdom and
    libsdformat use, does not: it stops at the first zero byte, which is among the first four bytes
    of the file, and rejects the file as broken. Some editors and shells on Windows write UTF-16 by
    default.

    ## Example
    A file that begins with the bytes FF FE, or with `3C 00`.

    ## Use instead
    Save the file as UTF-8, for instance:

        iconv -f UTF-16 -t UTF-8 robot.urdf > robot-utf8.urdf

    and remove `encoding="UTF-16"` from its first line.
    """
    if ctx.document.format not in _PARSERS:
        return
    if ctx.document.source.encoding.startswith("utf-16"):
        yield Diagnostic(
            ctx.kind,
            f"file is encoded in UTF-16, which {_PARSERS[ctx.document.format]} does not support",
            partial(ctx.document.where_span, 0, 1),
            hint="save it as UTF-8",
        )
