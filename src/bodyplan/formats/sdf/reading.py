"""Reading of one SDFormat file: its version, and the errors that libsdformat tolerates."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from xml.etree.ElementTree import Element as Node

from bodyplan.core import REQUIRED, Limits, quoted, replace, shown
from bodyplan.diag import Diagnostic, Fix, Severity
from bodyplan.formats.sdf import sdf_kinds as kinds
from bodyplan.formats.sdf.common import DOUBLE, NEWEST, VERSIONS
from bodyplan.formats.sdf.lenient import read_pose, read_value
from bodyplan.formats.sdf.pose import IDENTITY
from bodyplan.spec import Field, Reading, Spec, Version, parse_version
from bodyplan.spec.element import blank_of, spec_of
from bodyplan.spec.faults import advice, is_allowed, reads, repair, requirement
from bodyplan.spec.marks import dotted
from bodyplan.spec.markup import renaming
from bodyplan.spec.recorder import Locator, Part, called

_TRANSLATED = {
    "X101": kinds.UNKNOWN_ELEMENT,
    "X102": kinds.UNKNOWN_ATTRIBUTE,
    "X103": kinds.MISSING_ATTRIBUTE,
    "X104": kinds.MISSING_ELEMENT,
    "X105": kinds.BAD_VALUE,
    "X106": kinds.BAD_VALUE,
    "X107": kinds.BAD_VALUE,
}
_REJECTED_WITHOUT = frozenset({"joint", "include", "submesh", "script"})
"""Elements that libsdformat rejects if a required child is missing; elsewhere it uses defaults."""
_TEXT_REQUIRED = frozenset({"xyz"})
"""Elements whose empty text is an error; in others, it means the default value."""
_REPORTED_ELSEWHERE = frozenset({("script", "uri"), ("axis", "limit"), ("axis2", "limit")})
"""Elements and their required children that are not reported here, because a rule reports them."""
_USUALLY_OMITTED = frozenset(
    {
        *(("world", tag) for tag in ("gravity", "scene", "magnetic_field", "atmosphere")),
        *(
            ("physics", tag)
            for tag in ("max_step_size", "real_time_factor", "real_time_update_rate")
        ),
        *(("scene", tag) for tag in ("ambient", "background", "shadows")),
    }
)
"""Elements and their required children that most files omit, so that they are not reported."""
_POSE_NUMBERS = {"euler_rpy": 6, "quat_xyzw": 7}


def start(
    places: Locator, limits: Limits, node: Node, known_tags: Callable[[], set[str]]
) -> SdfReading:
    """Return the reading for an SDFormat file, after a check of its version and root tag.

    Args:
        places: the locations of the file.
        limits: the input limits.
        node: the root element.
        known_tags: a function that returns all tags of SDFormat.
    """
    text = node.get("version")
    version = parse_version(text.strip()) if text is not None else None
    known = version is not None and version in VERSIONS
    reading = SdfReading(places, limits, version if version and known else NEWEST, known_tags)
    reading.root = node
    if text is not None and not (version and known and text == dotted(version)):
        reading.unknown_version(node, text)
    if node.tag != "sdf":
        reading.old_root(node)
    return reading


class SdfReading(Reading):
    """Collects the diagnostics while one SDFormat file is read."""

    def __init__(
        self, places: Locator, limits: Limits, version: Version, known_tags: Callable[[], set[str]]
    ) -> None:
        super().__init__(places, limits, version, known_tags)
        self.translated = _TRANSLATED
        self.rejected_range = kinds.OUT_OF_RANGE
        self.root: Node | None = None
        self._assumed: list[tuple[Node, list[Field]]] = []

    # The root

    def unknown_version(self, node: Node, text: str) -> None:
        """Report a version that does not exist."""
        known = ", ".join(f"{major}.{minor}" for major, minor in VERSIONS)
        message = f"unsupported SDFormat version {quoted(text)}"
        hint = f"use one of {known}"
        self.add(kinds.CONVERSION_ERROR, message, node, "value", "version", hint=hint)

    def old_root(self, node: Node) -> None:
        """Report a root element with the tag that versions before 1.3 used."""

        def rename() -> Fix:
            return Fix("Rename to <sdf>", renaming(self.places.layout, node, "sdf"), "safe")

        message = f"root element is <{node.tag}>, as before version 1.3, which libsdformat rejects"
        self.add(kinds.OLD_ROOT, message, node, hint="rename it to <sdf>", fix=rename)

    # Functions that the generated readers call

    def missing(self, spec: Spec, field: Field, node: Node) -> Any:
        """Report a missing required attribute or child element."""
        blank = super().missing(spec, field, node) if field.place == "attribute" else None
        if field.place != "attribute":
            self._missing_child(spec, field, node)
            blank = blank_of(field)
        return blank if field.default is REQUIRED else field.default

    def _missing_child(self, spec: Spec, field: Field, node: Node) -> None:
        if self.is_full or id(node) in self.unfinished:
            return
        is_rejected = spec.tag in _REJECTED_WITHOUT
        severity = None if is_rejected else Severity.WARNING
        message = f"{called(node)} has no <{field.tags[0]}>"
        if not is_rejected:
            message += "; libsdformat silently uses '__default__'"
        hint = f"add <{field.tags[0]}>: {field.mark.meaning}"
        self.add(kinds.MISSING_ELEMENT, message, node, severity=severity, hint=hint)

    def assumed(self, spec: Spec, field: Field, node: Node) -> Any:  # noqa: ARG002
        """Return the default of a missing required child, and remember to report the child.

        libsdformat accepts the element without this child, and uses the default.
        """
        key = node.tag, field.tags[0]
        is_quiet = key in _REPORTED_ELSEWHERE or key in _USUALLY_OMITTED
        is_quiet = is_quiet or _is_neutral(field.default)
        if not self.is_full and id(node) not in self.unfinished and not is_quiet:
            if not self._assumed or self._assumed[-1][0] is not node:
                self._assumed.append((node, []))
            self._assumed[-1][1].append(field)
        return field.default

    def take(self) -> list[Diagnostic]:
        """Return the diagnostics; one for all elements with a tag that omit the same children."""
        alike: dict[tuple[str, ...], list[Node]] = {}
        fields = {}
        second = self._limits_of_second_axes() if self._assumed else set()
        for node, missing in self._assumed:
            if id(node) in second:
                continue
            key = (node.tag, *(field.tags[0] for field in missing))
            alike.setdefault(key, []).append(node)
            fields[key] = missing[0]
        self._assumed = []
        for key, nodes in alike.items():
            self._omitted(key, nodes, fields[key])
        return super().take()

    def _limits_of_second_axes(self) -> set[int]:
        """Return the ``id`` of each <limit> in an <axis2>, where no child is required."""
        if not any(node.tag == "limit" for node, _ in self._assumed):
            return set()
        axes = () if self.root is None else self.root.iter("axis2")
        return {id(limit) for axis in axes for limit in axis.iter("limit")}

    def _omitted(self, key: tuple[str, ...], nodes: list[Node], first: Field) -> None:
        tag, *tags = key
        omitted = ", ".join(f"<{tag}>" for tag in tags)
        default = "the default" if len(tags) == 1 else "the defaults"
        message = f"{called(nodes[0])} omits {omitted}; libsdformat silently uses {default}"
        if len(nodes) > 1:
            message += f" (first of {len(nodes):,} <{shown(tag)}>)"
        hint = f"add <{tags[0]}>: {first.mark.meaning}"
        severity = None if first.mark.severity is None else Severity(first.mark.severity)
        if first.codec is not None:  # as severe as an invalid value
            severity = None
        self.add(kinds.ASSUMED_DEFAULT, message, nodes[0], severity=severity, hint=hint)

    def newer(self, field: Field, node: Node) -> None:
        """Report a feature that is newer than the declared version."""
        if self.is_full:
            return
        what, part, attr = _named(field, node)
        since = field.first_after(self.version) or VERSIONS[0]
        message = (
            f"{what} requires version {dotted(since)}; this file declares {dotted(self.version)}"
        )
        self.add(kinds.NEWER_FEATURE, message, node, part, attr)

    def outdated(self, field: Field, node: Node) -> None:
        """Report a deprecated feature."""
        if self.is_full:
            return
        what, part, attr = _named(field, node)
        since = field.mark.deprecated or VERSIONS[0]
        message = f"{what} is deprecated since version {dotted(since)}"
        self.add(kinds.ELEMENT_DEPRECATED, message, node, part, attr, hint=field.mark.meaning)

    def bad(self, spec: Spec, field: Field, node: Node, error: ValueError) -> Any:
        """Report an invalid value, and return the value that libsdformat reads from it."""
        attr = field.xml if field.place == "attribute" else field.attr
        text = ((node.get(attr) if attr else node.text) or "").strip()
        absent = blank_of(field) if field.default is REQUIRED else field.default
        is_required = field.mark.needed or spec.tag in _TEXT_REQUIRED
        if not text and not is_required and field.default is not REQUIRED:
            return field.default
        if spec.tag == "pose" and field.place == "text":
            return self._pose(spec, field, node, error, text)
        codec = field.codec
        if codec is not None and text in codec.words:
            return text  # only the whitespace around the keyword is invalid
        lenient = None if codec is None else read_value(codec, text)
        if lenient is None and codec is not None and codec.name == "color":
            self._color(field, node, attr, text)
            return absent
        if lenient is None:
            super().bad(spec, field, node, error)
            meant = {keyword: meant for keyword, _, meant in field.mark.elsewhere}
            is_word = codec is not None and codec.blank == ""
            return meant.get(text.lower()) or (blank_of(field) if is_word else absent)
        if not is_allowed(spec_of(spec.cls).by_name[field.name].mark, lenient.value):
            self.out_of_range(spec, field, node, lenient.value)
        elif lenient.rest.strip():
            self._trailing_text(node, attr, text, lenient.rest)
        wrap = None if codec is None else codec.wrap
        return lenient.value if wrap is None else wrap(lenient.value)

    def empty(self, spec: Spec, field: Field, node: Node) -> None:  # noqa: ARG002  (as missing)
        """Report a required text that is empty, which libsdformat treats as missing."""
        if self.is_full or id(node) in self.unfinished:
            return
        attr = field.xml if field.place == "attribute" else field.attr
        name = f"<{shown(node.tag)}> {attr}" if attr else f"<{shown(node.tag)}>"
        part: Part = "value" if attr else "text"
        hint = field.mark.meaning
        self.add(kinds.BAD_VALUE, f"{name} is empty", node, part, attr, hint=hint)

    def _pose(self, spec: Spec, field: Field, node: Node, error: ValueError, text: str) -> Any:
        """Return the numbers of an invalid pose as libsdformat reads them, and report it.

        A pose has six numbers, or seven if its rotation is a quaternion.
        """
        format_ = node.get("rotation_format", "euler_rpy")
        count = _POSE_NUMBERS.get(format_, 6)
        numbers = read_pose(text, count)
        if numbers is not None:
            self._check_pose_numbers(node, text)
            return numbers
        words = text.split()
        if len(words) != count and not self.is_full and read_pose(text, len(words)) is not None:
            message = f"<{node.tag}>: expected {count} numbers, got {len(words)}: {quoted(text)}"
            hint = f"{field.mark.meaning} [{field.mark.unit}]"
            self.add(kinds.BAD_VALUE, message, node, "text", hint=hint)
            return blank_of(field)
        return super().bad(spec, field, node, error)

    def _check_pose_numbers(self, node: Node, text: str) -> None:
        """Report the first number of a pose that has a suffix that libsdformat ignores."""
        for word in text.split():
            lenient = read_value(DOUBLE, word)
            if lenient is not None and lenient.rest:
                self._trailing_text(node, None, word, lenient.rest)
                return

    def _color(self, field: Field, node: Node, attr: str | None, text: str) -> None:
        """Report a colour that libsdformat rejects: it must be 3 or 4 numbers from 0 to 1."""
        if self.is_full:
            return
        name = f"<{shown(node.tag)}> {attr}" if attr else f"<{shown(node.tag)}>"
        words = text.split()
        part: Part = "value" if attr else "text"
        if len(words) not in (3, 4) or not reads(text):
            message = f"{name} is not a colour: {quoted(text)}"
            hint = "write red, green, blue and alpha, each from 0 to 1"
            self.add(kinds.BAD_VALUE, message, node, part, attr, hint=hint)
            return
        mark = replace(field.mark, ge=0.0, le=1.0)
        numbers = tuple(map(float, words))
        meant = repair(mark, numbers, text)
        message = f"{name} {requirement(mark)}, got {quoted(text)}"
        hint = advice(mark, numbers, meant)
        fix = None if meant is None else self._value_fix(node, attr, meant)
        self.add(kinds.OUT_OF_RANGE, message, node, part, attr, hint=hint, fix=fix)

    def _trailing_text(self, node: Node, attr: str | None, text: str, rest: str) -> None:
        if self.is_full:
            return
        name = f"<{shown(node.tag)}> {attr}" if attr else f"<{shown(node.tag)}>"
        read = text[: len(text) - len(rest)]
        message = (
            f"{name} is {quoted(text)}; libsdformat reads {quoted(read)} and ignores {quoted(rest)}"
        )
        hint = "write a decimal point, not a comma" if rest.startswith(",") else None
        self.add(kinds.LEFT_OVER, message, node, "value" if attr else "text", attr, hint=hint)

    def repeated(self, spec: Spec, field: Field, node: Node, child: Node) -> None:
        """Report a repeated child, and check it: libsdformat ignores it, but it must be valid."""
        super().repeated(spec, field, node, child)
        if field.elements:
            cls = field.elements[field.tags.index(child.tag)]
            spec_of(cls, self.version).read_with_text(child, self)
            return
        text = child.get(field.attr) if field.attr else child.text or ""
        if field.codec is None or text is None:
            return
        newest = spec_of(spec.cls).by_name[field.name]
        # checked as in the newest version, if it is still a value there
        codec = newest.codec or field.codec
        try:
            value = codec.parse(text.strip())
        except ValueError as error:
            self.bad(spec, field, child, error)
        else:
            if not is_allowed(newest.mark, value):
                self.out_of_range(spec, field, child, value)

    # Undeclared elements and attributes

    def unknown_child(self, spec: Spec, node: Node, child: Node, value: Any) -> None:
        """Store an unknown child element, and report it unless it has a namespace prefix."""
        if ":" in child.tag and not child.tag.startswith("xacro:"):
            self._unknown.setdefault(id(value), (value, []))[1].append(self.raw(child))
            return
        super().unknown_child(spec, node, child, value)

    def is_foreign(self, spec: Spec, name: str, path: str) -> bool:  # noqa: ARG002  (as there)
        """Return whether a dialect defines a name as a vendor extension of SDFormat."""
        return self.is_extension(spec.cls, path)

    def early(self, spec: Spec, node: Node, value: Any) -> tuple[str, ...]:
        """Read attributes by the names that newer versions gave them; return the names found.

        libsdformat accepts these names in older files, too. If both names occur, the older has
        priority.
        """
        found = [(name, field) for name, field in _renamed(spec) if name in node.attrib]
        for name, field in found:
            self.newer(field, node)
            if spec.by_name[field.name].xml not in node.attrib:
                setattr(value, field.name, node.attrib[name].strip())
        return tuple(name for name, _ in found)

    def unknown_attribute(self, node: Node, name: str, known: Any) -> None:
        """Report an unknown attribute unless it has a namespace prefix."""
        if ":" not in name:
            super().unknown_attribute(node, name, known)


@cache
def _renamed(spec: Spec) -> tuple[tuple[str, Field], ...]:
    """Return the new names and fields of the attributes that were renamed after a version.

    Args:
        spec: the declaration of an element in this version.
    """
    version = spec.version or NEWEST
    found = []
    for field in spec_of(spec.cls).fields:
        older = spec.by_name.get(field.name)
        if older is None or {field.place, older.place} != {"attribute"} or field.xml == older.xml:
            continue
        last = max(was.until for was in field.history if was.place and version <= was.until)
        since = VERSIONS[VERSIONS.index(last) + 1]
        found.append((field.xml, replace(field, mark=replace(field.mark, since=since))))
    return tuple(found)


def _named(field: Field, node: Node) -> tuple[str, Any, str | None]:
    """Return the name of a field for a message, and the part and attribute for its location."""
    if field.place == "attribute":
        return f"{field.xml!r} of <{node.tag}>", "name", field.xml
    return f"<{node.tag}>", "tag", None


def _is_neutral(default: object) -> bool:
    """Return whether a default value needs no report: zero, false, empty or the identity pose."""
    return not default or default is IDENTITY or (isinstance(default, tuple) and not any(default))
