"""A file as libsdformat 12.3 sees it, without what version 1.9 of the format does not define.

The file is read by the same declarations as for any check, but from a copy of its tree without the
unsupported elements. Errors that end the reading in libsdformat are collected in its order.

Source: tests/oracles/libsdformat-12-behaviour.md, sections 1 to 4.
"""

from __future__ import annotations

import re
from functools import partial
from xml.etree.ElementTree import Element as Node

from bodyplan.core import collector_paused, quoted, shown
from bodyplan.diag import Diagnostic, Kind, Severity
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.lenient import parse_leniently
from bodyplan.formats.sdf import kinds
from bodyplan.formats.sdf.lenient import read_value
from bodyplan.formats.tinyxml import ScanError, scan
from bodyplan.lint.profiles.libsdformat12.places import TwinPlaces
from bodyplan.lint.profiles.libsdformat12.reading import SeenReading
from bodyplan.lint.profiles.libsdformat12.texts import first_text, is_tiny, word
from bodyplan.lint.profiles.sdf_errors import reference_error
from bodyplan.spec import Field, Spec, Version, parse_version, spec_of
from bodyplan.spec.recorder import Part

NEWEST: Version = (1, 9)
"""The newest version that libsdformat 12 supports."""
OLDEST: Version = (1, 2)
_NO_COLONS: Version = (1, 8)
"""The first version without ``::`` in names."""
_NO_FLAG: Version = (1, 7)
"""The first version with ``expressed_in``."""
_AXES_OF_MODEL: Version = (1, 4)
"""The last version in which axes are expressed in the model frame by default."""
_MOST_OPEN = 98
"""Maximum number of nested elements."""
_GONE = frozenset({"initial_position", "rgba", "script_name", "topic", "frames"})
"""Fields of older versions without a conversion to newer ones."""
_YES = frozenset({"1", "true", "True", "TRUE"})
"""True values of ``use_parent_model_frame`` in 1.5 and 1.6."""
_AXES = ("axis", "axis2")
_JOINED = frozenset({"model", "actor"})
"""Elements whose joints libsdformat reads."""
_AROUND_JOINTS = _JOINED | {"world", "population", "state", "insertions"}
"""Elements that contain them."""


_NUMBER = re.compile(r"\s*(\d+)")
_TOO_LARGE = 2**31


class Seen:
    """A file as the library sees it.

    Args:
        document: as our declarations read it, for what they know and the library does not.
    """

    def __init__(self, document: Document) -> None:
        self.source = document
        with collector_paused():
            parsed = parse_leniently(document.source.data, document.limits)
            tree = parsed.tree
            self.places = TwinPlaces(document.source, tree, document.tree)
            self.document = Document(
                document.source,
                tree,
                reader=document.reader,
                limits=document.limits,
                path=document.path,
                places=self.places,
            )
        self.document.format = "sdf"
        self.document.resources = document.resources
        self.refusals: list[Diagnostic] = []
        """Errors that end the reading; with any of them, nothing is read."""
        self.errors: list[Diagnostic] = []
        """Errors that do not end the reading."""
        self.words: list[Diagnostic] = []
        """Unknown keywords."""
        self.remarks: list[Diagnostic] = []
        """Messages that libsdformat only prints."""
        self.strays: list[tuple[Node, Node]] = []
        """Includes in elements that do not allow them, and these elements."""
        self._has_comments = b"<!--" in document.source.data
        data = document.source.data
        is_utf_16 = document.source.encoding.startswith("utf-16")
        self._is_odd = bool(parsed.repairs) or is_utf_16 or data.rfind(b"<?") > 0
        with collector_paused():
            self._read()

    def _read(self) -> None:
        document, tree = self.document, self.document.tree
        root = tree.root
        if root is None or tree.fault is not None:
            found = self.source.diagnostics
            message = found[0].message if found else "the file cannot be read to its end"
            self.refusals.append(Diagnostic(reference_error(1), message, lambda: found[0].where))
            return
        if self._is_odd and not self._is_read():
            return
        if root.tag != "sdf":
            self._refuse(1, f"root element is <{shown(root.tag)}>, not <sdf>", root)
            return
        version = self._version(root)
        if version is None:
            return
        document.version = version
        if tree.depth is None or tree.depth > _MOST_OPEN:
            self._depth(root)
        self._roots(root, version)
        if version < _NO_COLONS:
            self._old(root, version)
        with_colons = self._with_colons(root) if version >= _NO_COLONS else None
        self._tree(root, version)
        if self.refusals:
            return
        reading = SeenReading(document.places, document.limits, version)
        document.root = spec_of(sdf.Root, version).read_with_text(root, reading)
        reading.take()
        self.refusals += reading.refusals
        self.errors += reading.errors
        self.words = reading.words
        if with_colons is not None and not self.refusals:
            message = f"name {quoted(with_colons.get('name', ''))} contains the separator ::"
            self._refuse(3, message, with_colons, "name")

    def _is_read(self) -> bool:
        """Whether the library's XML reader, which is urdfdom's too, reads the file to its end.

        It takes files that XML forbids, and refuses some of those that XML allows.
        """
        source = self.source.source
        try:
            if not scan(source.data).children:
                self._refuse(1, "the file has the character U+0000 before its root", None)
                return False
        except ScanError as fault:
            start, end = map(source.offset_of_byte, fault.span)
            place = partial(self.places.where_span, start, end)
            self.refusals.append(Diagnostic(reference_error(1), fault.message, place))
            return False
        return True

    def _refuse(
        self, number: int, message: str, node: Node | None, attr: str | None = None
    ) -> None:
        self.refusals.append(self.at(reference_error(number), message, node, attr))

    def at(
        self, kind: Kind, message: str, node: Node | None, attr: str | None = None
    ) -> Diagnostic:
        """Return a diagnostic at an element, or at the value of an attribute."""
        places = self.places
        if node is None:
            return Diagnostic(kind, message, lambda: places.where(None))
        part: Part = "tag" if attr is None else "value"
        return Diagnostic(kind, message, partial(places.where, node, part, attr))

    # The root

    def _version(self, root: Node) -> Version | None:
        """Return the version that the file is read as; None if that ends the reading."""
        text = root.get("version")
        if text is None:
            self._refuse(1, "root element has no version", root)
            return None
        if not _has_numbers(text):
            message = f"version {quoted(text)} crashes libsdformat"
            self._refuse(39, message, root, "version")
            return None
        version = parse_version(text)
        if version is not None and OLDEST <= version <= NEWEST and text == f"1.{version[1]}":
            return version
        message = f"version {quoted(text)} cannot be converted to 1.9; it is read as 1.9"
        found = self.at(kinds.CONVERSION_ERROR, message, root, "version")
        self.remarks.append(found.graded(Severity.WARNING))
        return NEWEST

    def _depth(self, root: Node) -> None:
        """Reject elements that are nested too deeply; empty elements do not count."""
        span = self.places.span
        level = [root]
        for _ in range(_MOST_OPEN):
            level = [child for parent in level for child in parent]
        for node in level:
            _, _, close, end = span(node)
            if close != end:
                message = f"<{shown(node.tag)}> is nested in more than {_MOST_OPEN - 1} elements"
                self._refuse(1, message, node)
                return

    def _roots(self, root: Node, version: Version) -> None:
        """Reject models outside of worlds with a pose relative to a frame."""
        old = spec_of(sdf.Pose, version).by_name["relative_to"].xml
        for model in root.iterfind("model"):
            pose = model.find("pose")
            if pose is None:
                continue
            frame = pose.get("relative_to") or pose.get(old) or ""
            if frame:
                message = f"pose of model {quoted(model.get('name', ''))} is relative to"
                self._refuse(5, f"{message} {quoted(frame)}, but it is outside of a world", pose)

    def _old(self, root: Node, version: Version) -> None:
        """Reject what libsdformat breaks when it converts an old file to version 1.9."""
        if version < _NO_FLAG:
            self._old_axes(root, version)
        for part in root.iterfind("world/model/*"):
            name = part.get("name", "")
            if name.startswith("::") or name.endswith("::"):
                message = f"name {quoted(name)} has an empty part"
                self._refuse(5, message, part, "name")

    def _old_axes(self, root: Node, version: Version) -> None:
        """Reject axes in the model frame without a direction, which libsdformat makes empty.

        An axis may say so itself; before 1.5 it is so for those of models in no other model.
        """
        outer = {id(model) for path in ("model", "world/model") for model in root.iterfind(path)}
        waiting = [root]
        while waiting:
            node = waiting.pop()
            is_outer = version <= _AXES_OF_MODEL and id(node) in outer
            for axis in (axis for tag in _AXES for axis in node.iterfind(f"joint/{tag}")):
                flag = axis.findtext("use_parent_model_frame")
                is_of_model = is_outer if flag is None else flag.strip() in _YES
                if is_of_model and node.tag in _JOINED and axis.find("xyz") is None:
                    self._refuse(9, f"<{axis.tag}> has no <xyz>", axis)
            waiting += [child for child in node if child.tag in _AROUND_JOINTS]

    def _with_colons(self, root: Node) -> Node | None:
        """Return the first element with ``::`` in its name, except in custom elements."""
        if "::" not in self.document.source.text:
            return None
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if ":" in node.tag or node.tag == "plugin":
                continue
            if "::" in node.get("name", ""):
                return node
            waiting.extend(reversed(node))
        return None

    # What the library does not know

    def _tree(self, root: Node, version: Version) -> None:
        """Remove from the tree what libsdformat does not support, and read texts as it does."""
        waiting: list[tuple[Node, Spec, bool]] = [(root, spec_of(sdf.Root, version), False)]
        while waiting and not self.refusals:
            node, spec, is_asked_for = waiting.pop()
            text = spec.text
            if text is not None:
                self._value(node, text, is_asked_for=is_asked_for)
            self._attributes(node, spec)
            if node.tag == "include":
                self._include(node)
            inner: list[tuple[Node, Spec, bool]] = []
            for child in list(node):
                field = _known(spec.by_tag.get(child.tag))
                if spec.cls is sdf.Root and child.tag == "include":
                    field = None  # it is included, and reported as unknown
                if field is None:
                    self._unknown(node, child)
                elif field.place == "value":
                    if field.attr is None:
                        self._value(child, field, is_asked_for=_is_asked_for(field))
                    self._own_attributes(child)
                    for stray in child.iterfind("include"):
                        self._unknown(child, stray)
                elif field.elements:
                    number = field.tags.index(child.tag)
                    found = spec_of(field.elements[number], version)
                    inner.append((child, found, _is_asked_for(field)))
            waiting.extend(reversed(inner))

    def _value(self, node: Node, field: Field, *, is_asked_for: bool) -> None:
        """Check the text of an element."""
        codec = field.codec
        if codec is None:
            return
        if self._has_comments and node.text:
            node.text = first_text(node, self.places.text, self.places.span(node))
        text = (node.text or "").strip()
        if not text:
            if is_asked_for:
                self._refuse(9, f"<{shown(node.tag)}> is empty", node)
        elif codec.name == "string":
            node.text = word(text)
        elif field.name == "use_parent_model_frame":
            node.text = "1" if text in _YES else "0"
        elif codec.name == "float" and is_tiny(text) and read_value(codec, text) is None:
            message = (
                f"<{shown(node.tag)}> is {quoted(text)}, which is out of range for libsdformat"
            )
            self._refuse(9, message, node)

    def _attributes(self, node: Node, spec: Spec) -> None:
        self._own_attributes(node)
        for name, text in list(node.items()):
            field = _known(spec.by_attribute.get(name))
            if field is None:
                self._unknown_attribute(node, name, text, spec)
            elif not text.strip() and _is_asked_for(field) and node.tag != "sdf":
                self._refuse(5, f"{quoted(name)} of <{shown(node.tag)}> is empty", node, name)
            elif field.codec is not None and field.codec.name == "string":
                node.set(name, word(text.strip()))

    def _own_attributes(self, node: Node) -> None:
        """Check custom attributes, which must not be empty."""
        for name, text in list(node.items()):
            if ":" in name:
                if not text.strip():
                    self._refuse(4, f"{quoted(name)} is empty", node, name)
                del node.attrib[name]

    def _unknown_attribute(self, node: Node, name: str, text: str, spec: Spec) -> None:
        """Read an attribute that only 1.9 has, or no version."""
        if any(field.place == "rest_attributes" for field in spec.fields):
            return
        del node.attrib[name]
        field = _known(spec_of(spec.cls, NEWEST).by_attribute.get(name))
        moved = spec.by_name.get(field.name) if field is not None else None
        if moved is not None and moved.place == "attribute":  # as relative_to, once called frame
            node.attrib.setdefault(moved.xml, text)
            return
        message = f"unknown attribute {quoted(name)} on <{shown(node.tag)}> in 1.9"
        self.remarks.append(self.at(kinds.UNKNOWN_ATTRIBUTE, message, node))

    def _unknown(self, node: Node, child: Node) -> None:
        """Report a child element that libsdformat ignores."""
        if child.tag == "include":  # looked into wherever it stands
            self._include(child)
            self.strays.append((child, node))
        if ":" in child.tag:
            return
        message = f"unknown element <{shown(child.tag)}> in <{shown(node.tag)}> in 1.9"
        self.remarks.append(self.at(kinds.UNKNOWN_ELEMENT, message, child))
        node.remove(child)

    def _include(self, node: Node) -> None:
        """Check an include as libsdformat does before it resolves the file."""
        for tag in ("uri", "name", "static", "placement_frame"):
            child = node.find(tag)
            if child is not None and not (child.text or "").strip():
                message = f"empty <{tag}> of an include crashes libsdformat"
                self._refuse(9, message, child)
                return
        if node.find("uri") is None:
            self.errors.append(self.at(reference_error(4), "<include> has no <uri>", node))


def _known(field: Field | None) -> Field | None:
    """Return a field unless libsdformat does not support it."""
    if field is None or (field.mark.since is not None and field.mark.since > NEWEST):
        return None
    gap, until = field.mark.gap, field.mark.until
    if gap is not None and gap[0] <= NEWEST <= gap[1]:  # as joints of worlds
        return None
    return None if until is not None and until < NEWEST and field.name in _GONE else field


def _is_asked_for(field: Field) -> bool:
    """Whether an empty text is rejected; it is not for repeatable elements."""
    return (field.is_required or field.mark.needed) and not field.is_many


def _has_numbers(version: str) -> bool:
    """Whether each part of a version begins with a number; otherwise libsdformat crashes.

    Characters after a minus or plus sign are ignored.
    """
    number = version.partition("+")[0].partition("-")[0]
    for part in number.split(".") if number else ():
        match = _NUMBER.match(part)
        if match is None or int(match[1][:20]) >= _TOO_LARGE:
            return False
    return True
