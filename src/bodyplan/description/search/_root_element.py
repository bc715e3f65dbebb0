"""The root element of an XML file and the robot name in it, from the first bytes of the file."""

from __future__ import annotations

import re
from typing import NamedTuple

from bodyplan.formats.source import FilePath

_FIRST = 16 * 1024  # bytes; the root element of most files begins in the first hundred bytes
_MOST = 256 * 1024  # bytes; for files with a licence or change log before the root element

_BEFORE = re.compile(r"\s+|<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.DOTALL)
_ROOT = re.compile(r"""<([^\s/>!?"'<]++)((?:[^>"']++|"[^"]*+"|'[^']*+')*+)>""")
_ATTRIBUTE = re.compile(r"""(?<![^\s=/>"'])([^\s=/>"']++)\s*+=\s*(?:"([^"]*)"|'([^']*)')""")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}


class RootElement(NamedTuple):
    """The root element of an XML file.

    Args:
        tag: the tag of the element.
        name: the name of the robot; empty if not given.
    """

    tag: str = ""
    name: str = ""


NOTHING = RootElement()
"""The result for files that are not XML or cannot be opened."""


def root_element_of(path: str) -> RootElement:
    """Return the root element of a file, reading as few bytes as possible. Never raises."""
    for most in (_FIRST, _MOST):
        data = FilePath(path).file().head(most)
        found = _root_element_in(_text_of(data))
        if found is not None:
            return found
        if len(data) < most:
            break
    return NOTHING


def _text_of(data: bytes) -> str:
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[2:].decode(encoding, "replace")
    return data.decode("utf-8", "replace").removeprefix("\ufeff")


def _root_element_in(text: str) -> RootElement | None:
    """Return the root element from the beginning of a text; None if more text is needed."""
    position = 0
    while True:
        before = _BEFORE.match(text, position)
        if before is None:
            break
        position = before.end()
    root = _ROOT.match(text, position)
    if root is None:
        is_xml = text.startswith("<", position) or position >= len(text)
        return None if is_xml else NOTHING
    attributes = {name: one or other for name, one, other in _ATTRIBUTE.findall(root[2])}
    name = attributes.get("name", "")
    if root[1] == "model_state":
        name = attributes.get("model") or name
    for entity, character in _ENTITIES.items():
        name = name.replace(entity, character)
    return RootElement(root[1], name.strip())
