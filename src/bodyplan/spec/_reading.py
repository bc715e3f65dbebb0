"""The state of reading one document: the version, and the diagnostics found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element as Node

from bodyplan.core import quoted, shown
from bodyplan.diag import Fix, Severity
from bodyplan.spec import schema_kinds as kinds
from bodyplan.spec._name_checker import NameChecker, is_choice
from bodyplan.spec.bounds import advice, repair, requirement, severity_outside
from bodyplan.spec.element import Field, Spec, blank_of, spec_of
from bodyplan.spec.faults import Replacement, describe, has_macro
from bodyplan.spec.marks import Version, dotted
from bodyplan.spec.markup import removal, set_text
from bodyplan.spec.raw import same_content
from bodyplan.spec.reader import compile_reader
from bodyplan.spec.recorder import Part, called
from bodyplan.text import Edit


class Reading(NameChecker):
    """Collects the diagnostics while one document is read, called by generated functions."""

    def reader(self, spec: Spec, tag: str, *, with_text: bool) -> Callable[[Node, Reading], Any]:
        """Return the function that reads elements of a class, specialized for their content here."""
        return compile_reader(spec, with_text=with_text, tags=self.nested.get(tag))

    # Called by generated functions. Each returns the value to continue with.

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
        """Report a child element without the attribute that holds its value."""
        is_required = field.is_required_in(self.version)
        value = field.codec.blank if is_required and field.codec else field.default_in(self.version)
        if any(self.is_extension(spec.cls, f"{child.tag}/@{name}") for name in child.attrib):
            return value  # a vendor writes another one instead
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
        """Return the element, the attribute if any, and the text of a value."""
        attr = field.xml if field.place == "attribute" else field.attr
        text = node.get(attr) if attr else (node.text or "").strip()
        if text is None:  # written as a child element instead
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
        """Report a number outside the bounds of the newest version of the format."""
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
        """Report a required text that is empty; only some formats do."""

    def either(self, field: Field, node: Node) -> str | None:
        """Return the value of an attribute that is written as a child element."""
        child = node.find(field.xml)
        return None if child is None else (child.text or "").strip()

    def either_child(self, spec: Spec, node: Node, child: Node) -> None:
        """Check a child element that may be written instead of an attribute."""
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
        """Report an attribute that the declared version does not have."""
        if self.is_full:
            return
        since = field.mark.since or (1, 0)
        message = (
            f"{field.xml!r} requires version {dotted(since)}; "
            f"this file declares {dotted(self.version)}, so urdfdom ignores it"
        )
        self._newer(message, node, "name", field.xml, since)

    def too_new_element(self, spec: Spec, node: Node) -> None:
        """Report an element that the declared version does not have."""
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
        """Report a repeated child; the first is used."""
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
        """Report a child element that is ignored, with the one that is used, if any."""

        def remove() -> Fix:
            same = first is not None and same_content(first, child)
            edit = removal(self.places.layout, child)
            return Fix("Remove the duplicate", (edit,), "safe" if same else "unsafe")

        self.add(kinds.DUPLICATE_ELEMENT, message, child, fix=remove)

    def macros(self, root: Node) -> None:
        """Report xacro expressions in text values such as names; for files that have any."""
        stack = [root]
        while stack and not self.is_full:
            node = stack.pop()
            if node.tag.startswith("xacro:"):
                continue  # reported as a whole
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
