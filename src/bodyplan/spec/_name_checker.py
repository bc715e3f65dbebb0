"""Attributes and elements outside of the declarations: kept, reported, and corrected."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any
from xml.etree.ElementTree import Element as Node

from bodyplan.core import quoted, shown
from bodyplan.diag import Fix, Severity
from bodyplan.spec import schema_kinds as kinds
from bodyplan.spec.element import Field, Spec
from bodyplan.spec.markup import renaming
from bodyplan.spec.raw import Extra
from bodyplan.spec.recorder import Recorder
from bodyplan.text import Edit, over


class NameChecker(Recorder):
    """Reports unknown names while one document is read."""

    def rest_attributes(self, spec: Spec, node: Node) -> tuple[tuple[str, str], ...]:
        """Return the attributes without a field, for an element that may have any."""
        known = spec.by_attribute
        rest = tuple(item for item in node.attrib.items() if item[0] not in known)
        return rest[: self.limits.max_attributes]

    def unknown_attributes(self, spec: Spec, node: Node, value: Any) -> None:
        """Keep and report attributes outside the declaration."""
        known = (*spec.by_attribute, *self.early(spec, node, value))
        newer = {name for name, field in spec.by_attribute.items() if self._is_newer(field)}
        rest = tuple(
            [
                item
                for item in node.attrib.items()
                if item[0] not in known and not _is_namespace(item[0])
            ]
        )
        rest = rest[: self.limits.max_attributes]
        if rest:
            value.extra = Extra(rest, value.extra.elements)
            for name, _ in rest:
                if not self.is_foreign(spec, name, f"@{name}"):
                    self.unknown_attribute(node, name, [n for n in known if n not in newer])

    def early(self, spec: Spec, node: Node, value: Any) -> tuple[str, ...]:  # noqa: ARG002
        """Return attributes of newer versions of the format that are read anyway."""
        return ()

    def attributes(self, root: Node) -> None:
        """Report elements with too many attributes; for files large enough to have them."""
        cap = self.limits.max_attributes
        for node in root.iter():
            found = len(node.keys())  # ``attrib`` would create a dictionary
            if found > cap:
                message = f"<{shown(node.tag)}>: {over('max_attributes', cap, found)}"
                self.add(kinds.INPUT_LIMIT, message, node)

    def unknown_attribute(self, node: Node, name: str, known: Sequence[str]) -> None:
        """Report one unknown attribute."""
        if self.is_full or _is_namespace(name):
            return
        # an element with declared fields has a declared tag: nothing to shorten
        message = f"unknown attribute {quoted(name)} on <{node.tag}>"
        hint = partial(self._attribute_hint, node, name, known)
        fix = partial(self._attribute_fix, node, name, known)
        self.add(kinds.UNKNOWN_ATTRIBUTE, message, node, "name", name, hint=hint, fix=fix)

    def _nearest_attribute(self, node: Node, name: str, known: Sequence[str]) -> str | None:
        """Return the declared attribute that is probably meant, unless it is present."""
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
        """Keep and report a child element outside the declaration."""
        # collected, because rebuilding the tuple for each child would be quadratic
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
        """Return whether a name is a vendor extension, or has a prefix that the file declares."""
        prefix, colon, _ = name.partition(":")
        return bool(colon and prefix in self._prefixes) or self.is_extension(spec.cls, path)

    @cached_property
    def _prefixes(self) -> frozenset[str]:
        """The declared namespace prefixes, except that of xacro."""
        return frozenset(
            name.removeprefix("xmlns:")
            for node in self.places.layout.elements
            for name in node.keys()  # noqa: SIM118  (no mapping)
            if name.startswith("xmlns:")
        ) - {"xacro"}

    def _is_newer(self, field: Field) -> bool:
        """Return whether a field needs a later version of the format, so that it is not suggested."""
        return field.mark.since is not None and self.version < field.mark.since

    def _is_newer_tag(self, field: Field, tag: str) -> bool:
        """Return whether an element of a field needs a later version of the format."""
        return any(
            tag == cls.TAG and cls.SINCE is not None and self.version < cls.SINCE
            for cls in field.elements
        )

    def _may_stand(self, spec: Spec, node: Node, tag: str) -> bool:
        """Return whether one more child of this tag is allowed."""
        field = spec.by_tag.get(tag)
        return field is not None and (field.is_many or self._first(node, (tag,)) is None)

    def unknown_in_child(self, spec: Spec, field: Field, child: Node) -> None:
        """Check the content of a child that has only one value."""
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
    """Return whether the field is one of several elements; rules G103 and G104 report others."""
    return len(field.elements) > 1 and not field.is_many


def _is_namespace(attribute: str) -> bool:
    return attribute == "xmlns" or attribute.startswith("xmlns:")
