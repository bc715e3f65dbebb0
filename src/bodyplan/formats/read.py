"""Parsing of bytes into a document. No content of a file raises an exception."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element as Node

from bodyplan.core import DEFAULT_LIMITS, Limits, collector_paused, shown
from bodyplan.diag import Diagnostic, Fix, Where, did_you_mean
from bodyplan.diag.diagnostic import internal_error
from bodyplan.files.opener import LFS_POINTER, FileState
from bodyplan.formats import file_kinds as kinds
from bodyplan.formats.dialects import is_extension
from bodyplan.formats.document import Document
from bodyplan.formats.file_kinds import fault_hint, last_path
from bodyplan.formats.lenient import parse_leniently
from bodyplan.formats.registry import FORMATS, TAGS, Format, format_of
from bodyplan.formats.source import YAML_ENDINGS, Readable, open_input
from bodyplan.spec import Element, Reading, reachable, spec_of
from bodyplan.spec.reader import NAMES
from bodyplan.spec.recorder import Places
from bodyplan.spec.schema_kinds import INPUT_LIMIT
from bodyplan.text import Edit, ElementTree, Source, has_gap, parse

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_OTHER_ROOTS = {
    "mujoco": "a MuJoCo file (MJCF)",
    "html": "a web page (HTML)",
    "package": "a ROS package manifest",
    "COLLADA": "a COLLADA mesh",
    "svg": "a picture (SVG)",
    "launch": "a launch file",
}
PARTS_OF_SDF = frozenset({"model", "world", "actor", "light", "include"})
"""Elements that belong inside `<sdf>`, but that some files have as the root element."""
_SMALLEST_ATTRIBUTE = len(b' a=""')
_SHORT = 30_000  # bytes
_WEB_HINT = "download the raw file, not the page that displays it"
_YAML_HINT = "use `bodyplan check` or bodyplan.check() for ROS 2 parameter files"
_PROLOGUE = re.compile(
    r"""<!--.*?-->|<\?.*?\?>
    |<!DOCTYPE\s+[^\s>\[]+\s+(?P<external>SYSTEM|PUBLIC)(?:[^\["'>]|"[^"]*"|'[^']*')*(?P<end>[>\[])
    |<[^!?]""",
    re.VERBOSE | re.DOTALL,
)
"""Matches an item that may precede the root element, or the first characters of the root tag."""
_FAULT_KINDS = {
    "syntax": kinds.NOT_WELL_FORMED,
    "encoding": kinds.INVALID_ENCODING,
    "entity": kinds.ENTITY_DECLARATION,
    "limit": INPUT_LIMIT,
    "empty": kinds.EMPTY_FILE,
}


def read(
    source: Readable,
    *,
    format: str | None = None,  # noqa: A002  (the public name)
    limits: Limits = DEFAULT_LIMITS,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> Document:
    """Read a robot description; problems in its content become diagnostics of the document.

    Args:
        source: a path, XML text, bytes, an open file, "-" for standard input, "sample:NAME", the
            folder of an SDFormat model, which contains a ``model.config``, or the name of a robot
            in the cache of the package robot_descriptions. A string that is the path of an existing
            file refers to the file, except for "-"; a ``Path`` always refers to a file. XML text is
            encoded with the encoding that it declares if this can represent all its characters;
            otherwise with UTF-8 and a byte order mark.
        format: "urdf", "model_state", "srdf", "sdf" or "xacro"; by default, it is detected from the
            root element and the file name.
        limits: the input limits.
        arguments: values for the arguments of a xacro file.
        resources: the folders to search for packages; by default those that the environment
            defines.

    Raises:
        InputError: the source cannot be opened (missing file, no permission); never because of its
            content.
        ValueError: the format is unknown.
    """
    data, name, path, described, place = open_input(source, limits)
    document = read_bytes(data, name, path=path, format=format, limits=limits)
    if place is not None:
        document.on_disk = FileState(data, place)
    document.arguments = arguments or {}
    document.resources = resources
    if described is not None:
        document.arguments = {**described.arguments, **document.arguments}
        if described.packages or described.folders:
            from bodyplan.resources import Resources

            known = resources or Resources()
            document.resources = known.extended(described.packages, described.folders)
    return document


def read_bytes(
    data: bytes,
    name: str,
    *,
    path: Path | None = None,
    format: str | None = None,  # noqa: A002
    limits: Limits = DEFAULT_LIMITS,
) -> Document:
    """Read a robot description from bytes; see ``read``.

    Args:
        data: the bytes of the file.
        name: the name of the document in messages.
        path: the file that the bytes come from, if any.
        format: the name of the format; by default, it is detected.
        limits: the input limits.

    Raises:
        ValueError: the format is unknown.
    """
    if format is not None and format not in FORMATS:
        words = f"formats are {', '.join(FORMATS)}"
        raise ValueError(f"unknown format {format!r}; {did_you_mean(format, FORMATS) or words}")
    source = Source(data, name)
    try:
        with collector_paused():
            parsed = parse_leniently(data, limits)
            document = Document(source, parsed.tree, reader=read_bytes, limits=limits, path=path)
            document.has_strays = parsed.has_strays
            found = _fill(document, format)
            found += parsed.diagnostics(document.places, limits.max_diagnostics - len(found))
            document.diagnostics = tuple(found)
    except Exception as error:  # noqa: BLE001  (reading never raises on content)
        document = Document(source, ElementTree(None), reader=read_bytes, limits=limits, path=path)
        document.diagnostics = (internal_error(error, name),)
    return document


def read_written(
    text: str,
    name: str,
    places: Callable[[Source, ElementTree], Places],
    *,
    path: Path | None,
    limits: Limits,
) -> Document:
    """Parse a generated text, such as the expansion of a xacro file, and return its document.

    Args:
        text: the text; its format is detected from the root element alone.
        name: the name of the document in messages.
        places: a function that returns the locations of the elements; these may refer to other
            files, such as the xacro files.
        path: the file that the text was generated from.
        limits: the input limits.
    """
    with collector_paused():
        source = Source(text.encode(), name)
        tree = parse(source.data, limits, NAMES)
        made = Document(
            source, tree, reader=read_bytes, limits=limits, path=path, places=places(source, tree)
        )
        made.diagnostics = tuple(_fill(made, None, is_expanded=True))
    return made


def _fill(
    document: Document, format_: str | None, *, is_expanded: bool = False
) -> list[Diagnostic]:
    """Read the typed root element, set it in the document and return the diagnostics.

    Args:
        document: the document, whose XML tree is parsed.
        format_: the name of the format; None to detect it.
        is_expanded: whether the text is the expansion of a xacro file.
    """
    places, tree = document.places, document.tree
    found = _syntax_errors(places)
    node = tree.root
    if node is None:
        return found
    if format_ is not None:
        choice: Format | None = FORMATS[format_]
    else:
        choice = format_of(node, "" if is_expanded else document.name)
        if node.tag == "html":  # a web page, even if the file is called .xacro
            choice = None
    if choice is None:
        return [*([] if node.tag in _OTHER_ROOTS else found), *_unknown_root(places, node.tag)]
    if tree.has_doctype and not is_expanded:  # reported for the source, not for its expansion
        found += _document_type(places)
    document.format, cls = choice.name, choice.cls
    reading = _started(choice, places, document.limits, node)
    document.version = reading.version
    reading.is_shallow = tree.depth is not None and tree.depth <= document.limits.max_depth
    if len(document.source.data) < _SHORT:
        reading.nested = _nested(node)
    if tree.fault is not None:
        reading.unfinished = set(map(id, last_path(node)))
    if has_gap(document.source.data, _SMALLEST_ATTRIBUTE * document.limits.max_attributes):
        reading.attributes(node)
    spec = spec_of(cls, document.version)
    document.root = (spec.read_with_text if tree.has_text else spec.read)(node, reading)
    if choice.name != "xacro" and _may_hold_macros(document.source.data):
        reading.macros(node)
    found += reading.take()
    document.with_unknown = reading.with_unknown
    return found


def _started(choice: Format, places: Places, limits: Limits, node: Node) -> Reading:
    """Return the ``Reading`` for a format, which has the version that the file declares."""
    known_tags = partial(_tags, choice.cls)
    if choice.reading:
        started: Reading = import_module(choice.reading).start(places, limits, node, known_tags)
    else:
        started = Reading(places, limits, (1, 0), known_tags)
    started.is_extension = partial(is_extension, choice.name)
    return started


def _nested(root: Node) -> dict[str, set[str]]:
    """Return, for each tag in the tree, the tags of all children of elements with this tag."""
    found: dict[str, set[str]] = {}
    for node in root.iter():
        if len(node):
            found.setdefault(node.tag, set()).update([child.tag for child in node])
        elif node.tag not in found:
            found[node.tag] = set()
    return found


def _may_hold_macros(data: bytes) -> bool:
    """Return whether a file may contain a xacro expression outside its comments."""
    position = data.find(b"$")
    while position >= 0:
        if data[position + 1 : position + 2] in (b"{", b"(", b"\0"):
            comment = data.rfind(b"<!--", 0, position)
            end = data.find(b"-->", comment) if comment >= 0 else -1
            if end < position:
                return True
            position = end
        position = data.find(b"$", position + 1)
    return False


@cache
def _tags(cls: type[Element]) -> set[str]:
    return {
        tag for inside in reachable(cls) for field in spec_of(inside).fields for tag in field.tags
    }


def _syntax_errors(places: Places) -> list[Diagnostic]:
    """Return the diagnostic of the error at which parsing stopped; empty if it did not stop."""
    fault = places.tree.fault
    if fault is None:
        return []
    data = places.source.data
    kind, message = _FAULT_KINDS[fault.kind], fault.message
    hint: str | Callable[[], str | None] | None = None
    if fault.kind in {"syntax", "encoding"} and places.tree.root is None:
        is_binary = _is_binary(data)
        if not is_binary and places.source.name.lower().endswith(YAML_ENDINGS):
            hint = _YAML_HINT
            kind, message = kinds.NOT_A_DESCRIPTION, "this is a YAML file, not a robot description"
        elif is_binary or (b"<" not in data and fault.kind == "syntax"):
            what = "a binary file" if is_binary else "text without any XML"
            if data.startswith(LFS_POINTER):
                what, hint = "a Git LFS pointer", "run `git lfs pull`, which fetches the file"
            kind, message = kinds.NOT_A_DESCRIPTION, f"this is {what}, not a robot description"
        elif (
            data[:512]
            .lower()
            .lstrip(b"\xef\xbb\xbf \t\r\n")
            .startswith((b"<!doctype html", b"<html"))
        ):
            hint = _WEB_HINT
            kind, message = (
                kinds.NOT_A_DESCRIPTION,
                "this is a web page (HTML), not a robot description",
            )

    def place() -> Where:
        source = places.source
        if fault.kind == "limit" and places.tree.root is None:
            return places.where(None)  # the file was not read, and may be too large for a search
        start = min(source.offset_of_byte(fault.byte), len(source.text))
        node = places.layout.elements[-1] if places.layout.elements else None
        return places.where_span(start, min(start + 1, len(source.text)), node)

    if kind is _FAULT_KINDS[fault.kind]:
        hint = partial(fault_hint, places, fault)
    return [Diagnostic(kind, message, place, hint=hint)]


def _is_binary(data: bytes) -> bool:
    """Return whether the first 4 KiB of a file, decoded if UTF-16, contain NUL characters."""
    start = data[:4096]
    if start.startswith(("<".encode("utf-16-le"), BOM_UTF16_LE)):
        return "\0" in start.decode("utf-16-le", "replace")
    if start.startswith(("<".encode("utf-16-be"), BOM_UTF16_BE)):
        return "\0" in start.decode("utf-16-be", "replace")
    return b"\0" in start


def _document_type(places: Places) -> list[Diagnostic]:
    """Report an external DTD."""
    text = places.source.text
    match = None
    for match in _PROLOGUE.finditer(text):
        if match["external"] or not match[0].startswith(("<!-", "<?")):
            break
    if match is None or not match["external"]:
        return []
    start, end = match.span()
    keyword = match["external"]

    def place() -> Where:
        return places.where_span(start, end)

    def remove() -> Fix | None:
        if match["end"] == "[":
            return None
        line_end = next((end + len(e) for e in ("\r\n", "\n") if text.startswith(e, end)), end)
        is_alone = not start or text[start - 1] in "\r\n"
        return Fix(
            "Remove the DOCTYPE", (Edit(start, line_end if is_alone else end, ""),), "unsafe"
        )

    message = f"external DTD ({keyword}) is never loaded"
    hint = "remove the DOCTYPE"
    return [Diagnostic(kinds.EXTERNAL_DTD, message, place, hint=hint, fix=remove)]


def as_mjcf(document: Document) -> Document:
    """Read a document with the root element ``<mujoco>`` as MJCF; return others unchanged."""
    root = document.tree.root
    if document.root is not None or root is None or root.tag != FORMATS["mjcf"].tag:
        return document
    data = document.to_bytes()
    return read_bytes(
        data, document.name, path=document.path, format="mjcf", limits=document.limits
    )


def _unknown_root(places: Places, tag: str) -> list[Diagnostic]:
    what = _OTHER_ROOTS.get(tag)
    message = f"unknown root element <{shown(tag)}>, expected <robot> or <sdf>"
    if what is not None:
        message = f"this is {what}, which bodyplan does not read"
    hint = _WEB_HINT if tag == "html" else did_you_mean(tag, TAGS)
    if tag in PARTS_OF_SDF:
        message = f"root element is <{tag}>, which belongs inside <sdf>"
        hint = f'write <sdf version="1.9"> around <{tag}>'
        root = places.tree.root
        if root is not None and root.find("sdf") is not None:
            message = "this is the manifest of an SDFormat model (model.config)"
            hint = "check the file that its <sdf> names, or the folder"
    if tag == FORMATS["mjcf"].tag:
        message = f"this is {what}, which bodyplan converts but does not edit"
        hint = "convert it, as in `bodyplan convert FILE --to urdf`"
    return [Diagnostic(kinds.NOT_A_DESCRIPTION, message, places.where_root, hint=hint)]
