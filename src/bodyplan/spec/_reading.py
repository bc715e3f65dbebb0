"""The state while a document is read: version, diagnostics, undeclared attributes and elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any
from xml.etree.ElementTree import Element as Node

from bodyplan.core import quoted, shown
from bodyplan.diag import Fix, Severity
from bodyplan.spec import schema_kinds as kinds
from bodyplan.spec.element import Field, Spec, blank_of, spec_of
from bodyplan.spec.faults import (
    Replacement,
    advice,
    describe,
    has_macro,
    repair,
    requirement,
    severity_outside,
)
from bodyplan.spec.marks import Version, dotted
from bodyplan.spec.markup import removal, renaming, set_text
from bodyplan.spec.raw import Extra, same_content
from bodyplan.spec.reader import compile_reader
from bodyplan.spec.recorder import Part, Recorder, called
from bodyplan.text import Edit, over


class NameChecker(Recorder):
    """Reports unknown attributes and elements while a document is read."""

    def rest_attributes(self, spec: Spec, node: Node) -> tuple[tuple[str, str], ...]:
        """Return the attributes that no field declares, of an element that allows any attribute."""
        known = spec.by_attribute
        rest = tuple(item for item in node.attrib.items() if item[0] not in known)
        return rest[: self.limits.max_attributes]

    def unknown_attributes(self, spec: Spec, node: Node, value: Any) -> None:
        """Store the undeclared attributes of an element in ``value.extra``, and report them."""
        known = (*spec.by_attribute, *self.early(spec, node, value))
        newer = {name for name, field in spec.by_attribute.items() if self._is_newer(field)}
        # too_new() reports attributes of newer versions when they are read
        ignored = newer if spec.version is None else set()
        rest = tuple(
            [
                item
                for item in node.attrib.items()
                if item[0] in ignored or not (item[0] in known or _is_namespace(item[0]))
            ]
        )
        rest = rest[: self.limits.max_attributes]
        if rest:
            value.extra = Extra(rest, value.extra.elements)
            for name, _ in rest:
                if name not in ignored and not self.is_foreign(spec, name, f"@{name}"):
                    self.unknown_attribute(node, name, [n for n in known if n not in newer])

    def early(self, spec: Spec, node: Node, value: Any) -> tuple[str, ...]:  # noqa: ARG002
        """Return the attributes of newer format versions that are read despite the declared version."""
        return ()

    def attributes(self, root: Node) -> None:
        """Report each element with more attributes than the input limit allows."""
        cap = self.limits.max_attributes
        for node in root.iter():
            found = len(node.keys())  # unlike ``attrib``, ``keys()`` creates no dictionary
            if found > cap:
                message = f"<{shown(node.tag)}>: {over('max_attributes', cap, found)}"
                self.over_limit(message, node)

    def unknown_attribute(self, node: Node, name: str, known: Sequence[str]) -> None:
        """Report one unknown attribute."""
        if self.is_full or _is_namespace(name):
            return
        # the tag of a declared element is short, and contains no special characters to escape
        message = f"unknown attribute {quoted(name)} on <{node.tag}>"
        hint = partial(self._attribute_hint, node, name, known)
        fix = partial(self._attribute_fix, node, name, known)
        self.add(kinds.UNKNOWN_ATTRIBUTE, message, node, "name", name, hint=hint, fix=fix)

    def _nearest_attribute(self, node: Node, name: str, known: Sequence[str]) -> str | None:
        """Return a hint with the declared attribute that was probably meant, unless it exists."""
        choices = self.budget.near(name, known, limit=1)
        return next((choice for choice in choices if choice not in node.attrib), None)

    def _attribute_hint(self, node: Node, name: str, known: Sequence[str]) -> str | None:
        nearest = self._nearest_attribute(node, name, known)
        return None if nearest is None else f"did you mean {nearest!r}?"

    def _attribute_fix(self, node: Node, name: str, known: Sequence[str]) -> Fix | None:
        nearest = self._nearest_attribute(node, name, known)
        span = self.places.layout.attribute(node, name)
        if nearest is None or span is None:
            return None
        edit = Edit(span.name.start, span.name.end, nearest)
        return Fix(f"Rename to {nearest!r}", (edit,), "unsafe")

    def unknown_child(self, spec: Spec, node: Node, child: Node, value: Any) -> None:
        """Store an undeclared child element in ``value.extra``, and report it."""
        # collected in a list, because extending a tuple for each child would take quadratic time
        self._unknown.setdefault(id(value), (value, []))[1].append(self.raw(child))
        if self.is_full:
            return
        tag = child.tag
        if tag.startswith("xacro:"):
            message = f"unexpanded xacro element <{shown(tag)}>"
            self.add(kinds.UNEXPANDED_XACRO, message, child)
            return
        if self.is_foreign(spec, tag, tag) or any(is_choice(field) for field in spec.fields):
            return
        message = f"unknown element <{shown(tag)}> in <{shown(node.tag)}>"
        severity = None
        if spec.cls.IS_CLOSED:
            message += ", whose parser rejects unknown elements"
            severity = Severity.ERROR

        def choice() -> str | None:
            fields = [field for field in spec.fields if not self._is_newer(field)]
            known = [
                tag for field in fields for tag in field.tags if not self._is_newer_tag(field, tag)
            ]
            found = self.budget.near(tag, known, limit=1)
            return next((c for c in found if self._may_stand(spec, node, c)), None)

        def hint() -> str | None:
            nearest = choice()
            if nearest is not None:
                return f"did you mean <{nearest}>?"
            known = tag in self.known_tags()
            return f"<{tag}> belongs in other elements, not in <{node.tag}>" if known else None

        def rename() -> Fix | None:
            nearest = choice()
            if nearest is None:
                return None
            edits = renaming(self.places.layout, child, nearest)
            return Fix(f"Rename to <{nearest}>", edits, "unsafe")

        self.add(kinds.UNKNOWN_ELEMENT, message, child, severity=severity, hint=hint, fix=rename)

    def is_foreign(self, spec: Spec, name: str, path: str) -> bool:
        """Return whether a name is a vendor extension, or has a prefix that this file declares."""
        prefix, colon, _ = name.partition(":")
        return bool(colon and prefix in self._prefixes) or self.is_extension(spec.cls, path)

    @cached_property
    def _prefixes(self) -> frozenset[str]:
        """The declared namespace prefixes, except ``xacro``."""
        return frozenset(
            name.removeprefix("xmlns:")
            for node in self.places.layout.elements
            for name in node.keys()  # noqa: SIM118  (no mapping)
            if name.startswith("xmlns:")
        ) - {"xacro"}

    def _is_newer(self, field: Field) -> bool:
        """Return whether a field requires a later version of the format; hints then omit it."""
        return field.mark.since is not None and self.version < field.mark.since

    def _is_newer_tag(self, field: Field, tag: str) -> bool:
        """Return whether the element with this tag requires a later version of the format."""
        return any(
            tag == cls.TAG and cls.SINCE is not None and self.version < cls.SINCE
            for cls in field.elements
        )

    def _may_stand(self, spec: Spec, node: Node, tag: str) -> bool:
        """Return whether an element may have another child with this tag."""
        field = spec.by_tag.get(tag)
        return field is not None and (field.is_many or self._first(node, (tag,)) is None)

    def unknown_in_child(self, spec: Spec, field: Field, child: Node) -> None:
        """Report unknown content of a child element that only contains one value of its parent."""
        own = field.attr
        known = [own] if own else []
        unknown = [name for name in child.keys() if name != own]  # noqa: SIM118  (no mapping)
        for name in unknown[: self.limits.max_attributes]:
            if not self.is_foreign(spec, name, f"{child.tag}/@{name}"):
                self.unknown_attribute(child, name, known)
        for inner in child:
            self.raw(inner)
            if not self.is_full and not self.is_foreign(
                spec, inner.tag, f"{child.tag}/{inner.tag}"
            ):
                message = f"unknown element <{shown(inner.tag)}> in <{child.tag}>"
                self.add(kinds.UNKNOWN_ELEMENT, message, inner)
            if inner.tail and not inner.tail.isspace():
                self.stray_tail(child, inner)
        text = (child.text or "").strip()
        if own is not None and text:
            hint = None
            if own not in child.attrib:
                hint = f'write the value as an attribute: <{child.tag} {own}="{shown(text, 40)}"/>'
            self.stray_text(child, hint)


def is_choice(field: Field) -> bool:
    """Return whether a field contains one element, which may be of several classes.

    For such a field, the rules G103 and G104 report additional elements.
    """
    return len(field.elements) > 1 and not field.is_many


def _is_namespace(attribute: str) -> bool:
    return attribute == "xmlns" or attribute.startswith("xmlns:")


class Reading(NameChecker):
    """The state while a document is read; the generated functions call its methods on problems."""

    def reader(self, spec: Spec, tag: str, *, with_text: bool) -> Callable[[Node, Reading], Any]:
        """Return the generated function that reads elements of a class, for the file's tags."""
        return compile_reader(spec, with_text=with_text, tags=self.nested.get(tag))

    # Generated functions call the methods below. If such a method returns a value, it replaces one
    # that is missing or invalid.

    def missing(self, spec: Spec, field: Field, node: Node) -> Any:
        """Report a missing required attribute or child element."""
        if self.is_full:
            return blank_of(field)
        unit = f" [{field.mark.unit}]" if field.mark.unit else ""
        severity = Severity.WARNING if spec.cls.IS_EXTENSION else None
        if field.place == "attribute":
            message = f"missing required attribute {field.xml!r} on {called(node)}"
            hint = f'add {field.xml}="...": {field.mark.meaning}{unit}'
            self.add(kinds.MISSING_ATTRIBUTE, message, node, hint=hint, severity=severity)
        else:
            message = f"missing {' or '.join(f'<{tag}>' for tag in field.tags)} in {called(node)}"
            if id(node) in self.unfinished:
                return blank_of(field)
            inner = f' {field.attr}="..."/' if field.attr else ""
            meaning = field.mark.meaning[:1].lower() + field.mark.meaning[1:]
            hint = f"add <{field.tags[0]}{inner}>: {meaning}{unit}"
            self.add(kinds.MISSING_ELEMENT, message, node, hint=hint, severity=severity)
        return blank_of(field)

    def missing_in_child(self, spec: Spec, field: Field, node: Node, child: Node) -> Any:
        """Report a child element without the attribute that contains its value."""
        is_required = field.is_required_in(self.version)
        value = field.codec.blank if is_required and field.codec else field.default_in(self.version)
        if any(self.is_extension(spec.cls, f"{child.tag}/@{name}") for name in child.attrib):
            return value  # a vendor extension contains the value instead of the declared attribute
        severity = Severity.WARNING if spec.cls.IS_EXTENSION else None
        unit = f" [{field.mark.unit}]" if field.mark.unit else ""
        message = f"missing required attribute {field.attr!r} on <{child.tag}> in {called(node)}"
        hint = f'add {field.attr}="...": {field.mark.meaning}{unit}'
        self.add(kinds.MISSING_ATTRIBUTE, message, child, hint=hint, severity=severity)
        return value

    def bad(self, spec: Spec, field: Field, node: Node, error: ValueError) -> Any:
        """Report an invalid value."""
        node, attr, text = self._written(field, node)
        severity = Severity.WARNING if spec.cls.IS_EXTENSION else None
        part: Part = "value" if attr else "text"
        name = _value_name(node, attr)
        kind, message, hint, replacement = describe(
            field, name, text, error, self.version, budget=self.budget
        )
        if kind is kinds.INVALID_VALUE and field.mark.severity and text.strip():
            severity = Severity(field.mark.severity)
        if kind is kinds.UNEXPANDED_XACRO:
            self._reported.add((id(node), attr))
            severity = severity or Severity.ERROR  # urdfdom rejects invalid values
        fix = self._value_fix(node, attr, replacement) if attr and replacement else None
        if kind is not kinds.INVALID_VALUE or not self.is_extension(spec.cls, f"@{attr}={text}"):
            self.add(kind, message, node, part, attr, severity=severity, hint=hint, fix=fix)
        if field.is_many:
            return field.codec.blank if field.codec else None
        is_required = field.is_required_in(self.version)
        return blank_of(field) if is_required else field.default_in(self.version)

    def _written(self, field: Field, node: Node) -> tuple[Node, str | None, str]:
        """Return the element that contains a value, the attribute (None for text), and the text."""
        attr = field.xml if field.place == "attribute" else field.attr
        text = node.get(attr) if attr else (node.text or "").strip()
        if text is None:  # the value is the text of a child element instead of an attribute
            found = self._first(node, (field.xml,))
            if found is not None:
                return found, None, (found.text or "").strip()
        return node, attr, text or ""

    def _value_fix(
        self, node: Node, attr: str | None, replacement: Replacement
    ) -> Callable[[], Fix | None]:
        def make() -> Fix | None:
            layout = self.places.layout
            if attr is None:
                edit = set_text(layout, node, replacement.text)
            else:
                span = layout.attribute(node, attr)
                if span is None:
                    return None
                edit = Edit(span.value.start, span.value.end, replacement.text)
            return Fix(replacement.title, (edit,), replacement.safety)

        return make

    def out_of_range(self, spec: Spec, field: Field, node: Node, value: Any) -> None:
        """Report a number outside the bounds that the newest version of the format declares."""
        if self.is_full:
            return
        mark = spec_of(spec.cls).by_name[field.name].mark
        node, attr, text = self._written(field, node)
        message = f"{_value_name(node, attr)} {requirement(mark)}, got {quoted(text, 60)}"
        meant = repair(mark, value, text)
        otherwise = Severity.WARNING if spec.cls.IS_EXTENSION else Severity.ERROR
        self.add(
            kinds.OUT_OF_RANGE if mark.severity else self.rejected_range,
            message,
            node,
            "value" if attr else "text",
            attr,
            severity=severity_outside(mark, value, self.version, otherwise),
            hint=advice(mark, value, meant),
            fix=None if meant is None else self._value_fix(node, attr, meant),
        )

    def empty(self, spec: Spec, field: Field, node: Node) -> None:
        """Report a required text that is empty, in formats that override this method."""

    def either(self, field: Field, node: Node) -> str | None:
        """Return the text of the child element that may replace an attribute; else None."""
        child = node.find(field.xml)
        return None if child is None else (child.text or "").strip()

    def either_child(self, spec: Spec, node: Node, child: Node) -> None:
        """Check a child element that may replace an attribute."""
        field = spec.by_attribute.get(child.tag)
        if field is None or self.is_full:
            return
        if field.xml in node.attrib:
            message = (
                f"{called(node)} has both the attribute {field.xml!r} and <{child.tag}>; "
                "the attribute is used"
            )
            self._again(child, message, None)
        elif self._first(node, (field.xml,)) is not child:
            self.repeated(spec, field, node, child)
        else:
            self.unknown_in_child(spec, field, child)

    def too_new(self, field: Field, node: Node) -> None:
        """Report an attribute that the declared version of the format does not support."""
        if self.is_full:
            return
        since = field.mark.since or (1, 0)
        message = (
            f"{field.xml!r} requires version {dotted(since)}; "
            f"this file declares {dotted(self.version)}, so urdfdom ignores it"
        )
        self._newer(message, node, "name", field.xml, since)

    def too_new_element(self, spec: Spec, node: Node) -> None:
        """Report an element that the declared version of the format does not support."""
        if self.is_full:
            return
        since = spec.cls.SINCE or (1, 0)
        message = (
            f"<{node.tag}> requires version {dotted(since)}; this file declares "
            f"{dotted(self.version)}, so urdfdom ignores it and the rest of the link"
        )
        self._newer(message, node, "tag", None, since)

    def _newer(
        self, message: str, node: Node, part: Part, attr: str | None, since: Version
    ) -> None:
        def raise_version() -> Fix | None:
            layout = self.places.layout
            root = layout.elements[0]
            span = layout.attribute(root, "version")
            if span is not None:
                edit = Edit(span.value.start, span.value.end, dotted(since))
            else:
                name = layout.attribute(root, "name")
                end = name.whole.end if name else layout.tag_span(root).end
                edit = Edit(end, end, f' version="{dotted(since)}"')
            return Fix(f"Declare version {dotted(since)}", (edit,), "unsafe")

        hint = f'write version="{dotted(since)}" on the root element'
        self.add(kinds.NEWER_FEATURE, message, node, part, attr, hint=hint, fix=raise_version)

    def repeated(self, spec: Spec, field: Field, node: Node, child: Node) -> None:  # noqa: ARG002
        """Report a repeated child element of which only the first is used."""
        if self.is_full or is_choice(field):
            return
        first = self._first(node, field.tags or (field.xml,))
        message = f"duplicate <{child.tag}> in {called(node)}; only the first is used"
        if first is not None and first.tag != child.tag:
            message = (
                f"{called(node)} has both <{first.tag}> and <{child.tag}>; only the first is used"
            )
        self._again(child, message, first)

    def _again(self, child: Node, message: str, first: Node | None) -> None:
        """Report a child element that is ignored.

        Args:
            child: the element.
            message: the message.
            first: the element that is used instead; None if an attribute is used.
        """

        def remove() -> Fix:
            same = first is not None and same_content(first, child)
            edit = removal(self.places.layout, child)
            return Fix("Remove the duplicate", (edit,), "safe" if same else "unsafe")

        self.add(kinds.DUPLICATE_ELEMENT, message, child, fix=remove)

    def macros(self, root: Node) -> None:
        """Report unexpanded xacro expressions in text values, such as names."""
        stack = [root]
        while stack and not self.is_full:
            node = stack.pop()
            if node.tag.startswith("xacro:"):
                continue  # another diagnostic covers the whole element
            stack += reversed(node)
            for name, text in node.attrib.items():
                if "$" in text and has_macro(text) and (id(node), name) not in self._reported:
                    message = (
                        f"unexpanded xacro expression {quoted(text)} in "
                        f"<{shown(node.tag)}> {shown(name)}"
                    )
                    self.add(kinds.UNEXPANDED_XACRO, message, node, "value", name)


def _value_name(node: Node, attr: str | None) -> str:
    return f"<{shown(node.tag)}> {attr}" if attr else f"<{shown(node.tag)}>"
