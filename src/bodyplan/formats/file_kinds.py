"""The diagnostics about a file as a whole (X001 to X099), and hints for malformed XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Kind, Severity, register
from bodyplan.spec.recorder import Places
from bodyplan.text import Fault, raise_limit

NOT_WELL_FORMED = register(
    Kind(
        "X001",
        "not-well-formed",
        Severity.ERROR,
        """The file is not well-formed XML.

## Why it matters
Strict parsers reject the file. Lenient parsers guess, and may return a different robot than the one
you wrote. bodyplan reads and checks everything before the error and nothing after it; the link,
joint or other element that is open at the error is checked once it is complete.

## Example
    <link name="base"><visual></link>

## Use instead
    <link name="base"><visual>...</visual></link>
""",
    )
)

INVALID_ENCODING = register(
    Kind(
        "X002",
        "invalid-encoding",
        Severity.ERROR,
        """Some bytes are invalid in the encoding of the file.

## Why it matters
An XML file without an encoding declaration is UTF-8. Conforming parsers reject invalid bytes;
urdfdom accepts them, and returns names that no other tool can write.

## Example
A comment or a name typed in Latin-1, in a file that declares UTF-8 or no encoding.

## Use instead
Save the file as UTF-8, or declare the encoding: `<?xml version="1.0" encoding="ISO-8859-1"?>`.
""",
    )
)

ENTITY_DECLARATION = register(
    Kind(
        "X003",
        "entity-declaration",
        Severity.ERROR,
        """The file declares XML entities.

## Why it matters
Entities can expand a small file to gigabytes, or include other files. No robot description needs
them. Neither bodyplan nor urdfdom expands them, so the value would be missing.

## Example
    <!DOCTYPE robot [<!ENTITY wheel "0.15">]>

## Use instead
Write the value, or use a xacro property.
""",
    )
)

EMPTY_FILE = register(
    Kind(
        "X004",
        "empty-file",
        Severity.ERROR,
        """The file is empty.

## Why it matters
Every parser rejects it. An interrupted export or download often leaves such a file.

## Example
A file of 0 bytes.

## Use instead
    <robot name="arm"><link name="base"/></robot>
""",
    )
)

NOT_A_DESCRIPTION = register(
    Kind(
        "X006",
        "not-a-description",
        Severity.ERROR,
        """The file is not a robot description that bodyplan reads.

## Why it matters
A web page saved instead of the file, a mesh, or a description in another format cannot be checked.
The message says what the file appears to be, from its root element: a MuJoCo file, a package
manifest, a launch file, a picture, text without XML.

## Example
    <!DOCTYPE html><html>...

## Use instead
    <robot name="arm">...</robot>
""",
    )
)

EXTERNAL_DTD = register(
    Kind(
        "X007",
        "external-dtd",
        Severity.WARNING,
        """The file refers to an external document type definition (DTD).

## Why it matters
Neither bodyplan nor urdfdom loads it, so the default values that it declares do not apply.

## Example
    <!DOCTYPE robot SYSTEM "robot.dtd">

## Use instead
    <robot name="arm">

## Fix safety
Removing it is unsafe: a parser that loads the DTD could get default values from it.
""",
        fix="sometimes",
    )
)

HYPHENS = register(
    Kind(
        "X009",
        "hyphens-in-comment",
        Severity.WARNING,
        """A comment contains two hyphens in a row, or ends with one.

## Why it matters
XML forbids it, and strict parsers reject the whole file: Python's `xml` package, lxml and xacro.
urdfdom and libsdformat accept it, so such files exist: a command line with `--option` in a comment
is enough. bodyplan reads and checks the rest of the file.

## Example
    <!-- gz topic --echo /clock -->

## Use instead
    <!-- gz topic - -echo /clock -->

## Fix safety
Separating the hyphens is safe: only the comment changes.
""",
        fix="always",
    )
)

PROLOG = register(
    Kind(
        "X010",
        "malformed-prolog",
        Severity.WARNING,
        """There is content before the root element that XML does not allow there.

## Why it matters
The XML declaration must be at the very beginning. An empty line before it is enough for strict
parsers to reject the whole file, among them Python's `xml` package, lxml and xacro. urdfdom and
libsdformat accept whitespace, text and a malformed declaration, but reject a declaration after a
comment, a DOCTYPE or text; then this is an error. bodyplan reads and checks the rest of the file.

## Example
    <!-- (c) the authors -->
    <?xml version="1.0"?>
    <robot name="arm">...</robot>

## Use instead
    <?xml version="1.0"?>
    <!-- (c) the authors -->
    <robot name="arm">...</robot>

## Fix safety
Moving, repairing or removing a declaration and removing whitespace are safe. Removing text is
unsafe: it may be there for a reason.
""",
        fix="sometimes",
    )
)

CONTENT_AFTER_ROOT = register(
    Kind(
        "X011",
        "content-after-root",
        Severity.WARNING,
        """There is content after the root element that XML does not allow there.

## Why it matters
A file has one root element, followed only by comments and processing instructions. Strict parsers
reject anything else. urdfdom and libsdformat stop at a NUL character (U+0000) or at an unmatched
end tag, and ignore a second root element: they silently lose what follows. Where they reject the
file too, because of trailing text or a declaration, this is an error.

## Example
    <robot name="arm">...</robot>
    <link name="tool"/>

## Use instead
    <robot name="arm">
      ...
      <link name="tool"/>
    </robot>

## Fix safety
Removing NUL characters is safe. Removing anything else is unsafe: it may belong inside the root.
""",
        fix="always",
    )
)

MUJOCO_ERROR = register(
    Kind(
        "X013",
        "mujoco-error",
        Severity.ERROR,
        """MuJoCo does not compile the file.

## Why it matters
The file can be neither simulated nor converted: bodyplan reads MJCF as MuJoCo compiles it. The
message is MuJoCo's own, with the location that it names. MuJoCo stops at the first error.

## Example
    <joint type="hinge" range="0 1 2"/>

## Use instead
    <joint type="hinge" range="0 1"/>
""",
    )
)


_MARKUP = re.compile(
    r"""<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^>]*>
    |<(?P<close>/?)(?P<tag>[^\s/>!?]++)(?:[^>"']++|"[^"]*+"|'[^']*+')*+>""",
    re.VERBOSE | re.DOTALL,
)
_ENTITY = re.compile(r"&(?!lt;|gt;|amp;|apos;|quot;|#)([^\s;<>&\"']+);")


def last_path(root: Node) -> Iterator[Node]:
    """Yield the elements from the root down to the innermost one open where parsing stopped."""
    node = root
    yield node
    while len(node):
        node = node[-1]
        yield node


def fault_hint(places: Places, fault: Fault) -> str | None:
    """Return the hint for an XML error, derived from the text around it; None without a hint."""
    if fault.kind == "encoding":
        return "save the file as UTF-8, or declare its encoding"
    if fault.kind == "entity":
        return "write the value itself, or use a xacro property"
    if fault.kind == "limit":
        return raise_limit(fault.message)
    if fault.kind != "syntax":
        return None
    text = places.source.text
    start = min(places.source.offset_of_byte(fault.byte), len(text))
    if text.startswith("<!--", start):
        return "close the comment with -->"
    if "unclosed" in fault.message or "inside a" in fault.message:
        return "close the tag that begins here"
    if "end tag" in fault.message or "file ends" in fault.message:
        return _open_element(places, start, is_end="file ends" in fault.message)
    if "entity" in fault.message:
        match = _ENTITY.search(text, start)
        name = f" {match[0]!r}" if match is not None else " this"
        return f"write &amp; for a literal &;{name} is not an XML entity"
    if "root element" in fault.message:
        return "remove it, or move it into the root element"
    if "declaration" in fault.message:
        return "remove everything before <?xml, including spaces and empty lines"
    if "character" not in fault.message:
        return None
    before, here = text[max(start - 2, 0) : start], text[start : start + 1]
    if before.endswith("&"):
        return "write &amp; for a literal &"
    if here == "<":
        return "write &lt; for a literal <, or close the quotes before it"
    if before.endswith("="):
        return "write the value in quotes"
    if before == "--":
        return "separate the two hyphens: XML forbids them in a comment"
    if here and not here.isprintable() and not here.isspace():
        return f"remove the character U+{ord(here):04X}"
    return None


def _open_element(places: Places, end: int, *, is_end: bool) -> str | None:
    """Return the hint to close the element that is open at an offset; None if no element is open.

    Args:
        places: the locations of the file.
        end: the offset.
        is_end: whether the file ends there; otherwise a wrong end tag is there.
    """
    stack: list[tuple[str, int]] = []
    for match in _MARKUP.finditer(places.source.text, 0, end):
        if match["close"]:
            if stack:
                stack.pop()
        elif match["tag"] and not match[0].endswith("/>"):
            stack.append((match["tag"], match.start()))
    if not stack:
        return None
    tag, start = stack[-1]
    line, _ = places.source.position(start)
    if is_end:
        return f"close <{tag}>, opened on line {line}"
    return f"expected </{tag}>: <{tag}> was opened on line {line}"
