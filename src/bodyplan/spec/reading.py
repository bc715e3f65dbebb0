"""The state of one reading: the version in force, and what is found."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, Protocol
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Diagnostic, Fix, Kind, Severity, Where, near
from bodyplan.spec import kinds
from bodyplan.spec.change import removal
from bodyplan.spec.element import Field, Spec, blank_of
from bodyplan.spec.faults import Replacement, describe, has_macro, quoted
from bodyplan.spec.marks import Version
from bodyplan.spec.raw import Extra, Raw
from bodyplan.text import Edit, Layout, Limits, over

Part = Literal["tag", "name", "value", "text"]


class Places(Protocol):
    """What knows where things stand: the document."""

    @property
    def layout(self) -> Layout:
        """Spans of the elements."""
        ...

    def where(self, node: Node, part: Part = "tag", attr: str | None = None) -> Where:
        """The place of an element, its tag, an attribute's name or value, or its text."""
        ...

    def where_span(self, start: int, end: int, node: Node | None) -> Where:
        """The place of a range of text inside an element."""
        ...


class Reading:
    """Collects what is found while one document is read.

    Args:
        places: finds positions, when they are asked for.
        limits: caps that hold for content outside the declarations.
        version: the version of the format in force.
        known_tags: every declared tag, for elements that stand in the wrong place.
    """

    def __init__(
        self, places: Places, limits: Limits, version: Version, known_tags: Callable[[], set[str]]
    ) -> None:
        self.places = places
        self.limits = limits
        self.version = version
        self.known_tags = known_tags
        self.diagnostics: list[Diagnostic] = []
        self.unfinished: set[int] = set()
        """Elements that the file breaks off in, by ``id``; nothing is missed in them."""
        self._told: set[tuple[int, str | None]] = set()

    def take(self) -> list[Diagnostic]:
        """What was found; it is no longer held here, as the findings may hold this object."""
        found, self.diagnostics = self.diagnostics, []
        return found

    def add(
        self,
        kind: Kind,
        message: str,
        node: Node,
        part: Part = "tag",
        attr: str | None = None,
        *,
        severity: Severity | None = None,
        hint: str | Callable[[], str | None] | None = None,
        fix: Callable[[], Fix | None] | None = None,
    ) -> None:
        """Records a finding; place and fix are worked out later, if anybody asks."""
        self.diagnostics.append(
            Diagnostic(
                kind,
                message,
                partial(self.places.where, node, part, attr),
                severity=severity,
                hint=hint,
                fix=fix,
            )
        )

    # What the generated readers call. Each gives back the value to go on with.

    def missing(self, spec: Spec, field: Field, node: Node) -> Any:
        """A required attribute or child element that is not there."""
        unit = f" [{field.mark.unit}]" if field.mark.unit else ""
        severity = Severity.WARNING if spec.cls.IS_EXTENSION else None
        if field.place == "attribute":
            message = f"{_called(node)} has no attribute {field.xml!r}"
            hint = f'add {field.xml}="...": {field.mark.meaning}{unit}'
            self.add(kinds.MISSING_ATTRIBUTE, message, node, hint=hint, severity=severity)
        else:
            message = f"{_called(node)} has no {' or '.join(f'<{tag}>' for tag in field.tags)}"
            if id(node) in self.unfinished:
                return blank_of(field)
            inner = f' {field.attr}="..."/' if field.attr else ""
            meaning = field.mark.meaning[:1].lower() + field.mark.meaning[1:]
            hint = f"add <{field.tags[0]}{inner}>: {meaning}{unit}"
            self.add(kinds.MISSING_ELEMENT, message, node, hint=hint, severity=severity)
        return blank_of(field)

    def missing_in_child(self, spec: Spec, field: Field, node: Node, child: Node) -> Any:
        """A child element without the attribute that holds its value."""
        severity = Severity.WARNING if spec.cls.IS_EXTENSION else None
        unit = f" [{field.mark.unit}]" if field.mark.unit else ""
        message = f"<{child.tag}> in {_called(node)} has no attribute {field.attr!r}"
        hint = f'add {field.attr}="...": {field.mark.meaning}{unit}'
        self.add(kinds.MISSING_ATTRIBUTE, message, child, hint=hint, severity=severity)
        return field.codec.blank if field.is_required and field.codec else field.default

    def bad(self, spec: Spec, field: Field, node: Node, error: ValueError) -> Any:
        """A value that does not read."""
        attr = field.xml if field.place == "attribute" else field.attr
        text = node.get(attr) if attr else (node.text or "").strip()
        if text is None and field.place == "attribute":  # written as a child element instead
            found = node.find(field.xml)
            node, attr, text = (node if found is None else found), None, str(error)
        name = f"<{node.tag}> {attr}" if attr else f"<{node.tag}>"
        severity = Severity.WARNING if spec.cls.IS_EXTENSION else None
        part: Part = "value" if attr else "text"
        kind, message, hint, replacement = describe(field, name, text or "", error, self.version)
        if kind is kinds.MACRO_LEFT:
            self._told.add((id(node), attr))
            severity = severity or Severity.ERROR  # the reference reader refuses what does not read
        fix = self._value_fix(node, attr, replacement) if attr and replacement else None
        self.add(kind, message, node, part, attr, severity=severity, hint=hint, fix=fix)
        if field.is_many:
            return field.codec.blank if field.codec else None
        return blank_of(field) if field.is_required else field.default_in(self.version)

    def _value_fix(
        self, node: Node, attr: str, replacement: Replacement
    ) -> Callable[[], Fix | None]:
        def make() -> Fix | None:
            span = self.places.layout.attribute(node, attr)
            if span is None:
                return None
            edit = Edit(span.value.start, span.value.end, replacement.text)
            return Fix(replacement.title, (edit,), replacement.safety)

        return make

    def either(self, field: Field, node: Node) -> str | None:
        """The value of an attribute that is written as a child element."""
        child = node.find(field.xml)
        return None if child is None else (child.text or "").strip()

    def too_new(self, field: Field, node: Node) -> None:
        """An attribute that the declared version does not have; readers ignore it."""
        since = field.mark.since or (1, 0)
        message = (
            f"{field.xml!r} needs version {_dotted(since)}; "
            f"this file is {_dotted(self.version)}, so readers ignore it"
        )
        self._newer(message, node, "name", field.xml, since)

    def too_new_element(self, spec: Spec, node: Node) -> None:
        """An element that the declared version does not have."""
        since = spec.cls.SINCE or (1, 0)
        message = (
            f"<{node.tag}> needs version {_dotted(since)}; this file is {_dotted(self.version)}, "
            "so readers skip it and the rest of the link"
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
                edit = Edit(span.value.start, span.value.end, _dotted(since))
            else:
                name = layout.attribute(root, "name")
                end = name.whole.end if name else layout.tag_span(root).end
                edit = Edit(end, end, f' version="{_dotted(since)}"')
            return Fix(f"Declare version {_dotted(since)}", (edit,), "unsafe")

        hint = f'write version="{_dotted(since)}" on the root element'
        self.add(kinds.TOO_NEW, message, node, part, attr, hint=hint, fix=raise_version)

    def rest_attributes(self, spec: Spec, node: Node) -> tuple[tuple[str, str], ...]:
        """The attributes that no field takes, where any may stand."""
        known = {field.xml for field in spec.fields if field.place == "attribute"}
        return tuple(item for item in node.attrib.items() if item[0] not in known)

    def unknown_attributes(self, spec: Spec, node: Node, value: Any) -> None:
        """Attributes outside the declaration: kept and reported."""
        known = [field.xml for field in spec.fields if field.place == "attribute"]
        rest = tuple(item for item in node.attrib.items() if item[0] not in known)
        rest = tuple(item for item in rest if not item[0].startswith("xmlns"))
        cap = self.limits.max_attributes
        if len(node.attrib) > cap:
            message = over("max_attributes", cap, len(node.attrib))
            self.add(kinds.TOO_DEEP, f"<{node.tag}> is {message}", node)
            rest = rest[:cap]
        if rest:
            value.extra = Extra(rest, value.extra.elements)
            for name, _ in rest:
                self.unknown_attribute(node, name, known)

    def unknown_attribute(self, node: Node, name: str, known: list[str]) -> None:
        """One attribute that should not be there."""
        if name.startswith("xmlns"):
            return
        message = f"{name!r} is no known attribute of <{node.tag}>"
        hint = partial(_attribute_hint, node, name, known)
        fix = partial(self._attribute_fix, node, name, known)
        self.add(kinds.UNKNOWN_ATTRIBUTE, message, node, "name", name, hint=hint, fix=fix)

    def _attribute_fix(self, node: Node, name: str, known: list[str]) -> Fix | None:
        nearest = _nearest_attribute(node, name, known)
        span = self.places.layout.attribute(node, name)
        if nearest is None or span is None:
            return None
        edit = Edit(span.name.start, span.name.end, nearest)
        return Fix(f"Rename to {nearest!r}", (edit,), "unsafe")

    def unknown_child(self, spec: Spec, node: Node, child: Node, value: Any) -> None:
        """A child element outside the declaration: kept and reported."""
        value.extra = Extra(value.extra.attributes, (*value.extra.elements, self.raw(child)))
        tag = child.tag
        if tag.startswith("xacro:"):
            message = f"<{tag}> is a macro call that was never expanded"
            self.add(kinds.MACRO_LEFT, message, child, hint="expand the file with xacro first")
            return
        if any(_is_choice(field) for field in spec.fields):
            return
        message = f"<{tag}> is no known child of <{node.tag}>"

        def choice() -> str | None:
            known = [known for field in spec.fields for known in field.tags]
            return next((c for c in near(tag, known, limit=1) if _may_stand(spec, node, c)), None)

        def hint() -> str | None:
            nearest = choice()
            if nearest is not None:
                return f"did you mean <{nearest}>?"
            known = tag in self.known_tags()
            return f"<{tag}> is known in other places, but not in <{node.tag}>" if known else None

        def rename() -> Fix | None:
            nearest = choice()
            if nearest is None:
                return None
            start, _, close, end = self.places.layout.span(child)
            edits = [Edit(start + 1, start + 1 + len(tag), nearest)]
            if close != end:
                edits.append(Edit(close + 2, close + 2 + len(tag), nearest))
            return Fix(f"Rename to <{nearest}>", tuple(edits), "unsafe")

        self.add(kinds.UNKNOWN_ELEMENT, message, child, hint=hint, fix=rename)

    def unknown_in_child(self, field: Field, child: Node) -> None:
        """Content of a child that has only one value."""
        for name in child.attrib:
            if name != field.attr:
                self.unknown_attribute(child, name, [field.attr] if field.attr else [])
        for inner in child:
            self.raw(inner)
            message = f"<{inner.tag}> is no known child of <{child.tag}>"
            self.add(kinds.UNKNOWN_ELEMENT, message, inner)
        text = (child.text or "").strip()
        if field.attr is not None and text:
            hint = None
            if field.attr not in child.attrib:
                hint = f'values stand in attributes: <{child.tag} {field.attr}="{text[:40]}"/>'
            self.stray_text(child, hint)

    def repeated(self, field: Field, node: Node, child: Node) -> None:
        """A second child where one may stand; the first counts."""
        if _is_choice(field):
            return
        first = next(k for k in node if k.tag in field.tags)
        same = Raw(first) == Raw(child)
        message = f"{_called(node)} has <{child.tag}> again; readers use the first"
        if first.tag != child.tag:
            message = (
                f"{_called(node)} has <{child.tag}> beside <{first.tag}>; readers use the first"
            )

        def remove() -> Fix:
            edit = removal(self.places.layout, child)
            return Fix("Remove the repetition", (edit,), "safe" if same else "unsafe")

        self.add(kinds.REPEATED_ELEMENT, message, child, fix=remove)

    def macros(self, root: Node) -> None:
        """Macro expressions in values that read as text, such as names; for files that have any."""
        stack = [root]
        while stack:
            node = stack.pop()
            if node.tag.startswith("xacro:"):
                continue  # told as a whole
            stack += reversed(node)
            for name, text in node.attrib.items():
                if "$" in text and has_macro(text) and (id(node), name) not in self._told:
                    message = (
                        f"<{node.tag}> {name} is {quoted(text)}, a macro expression that was never "
                        "expanded"
                    )
                    hint = "expand the file with xacro first"
                    self.add(kinds.MACRO_LEFT, message, node, "value", name, hint=hint)

    def stray_text(self, node: Node, hint: str | None = None) -> None:
        """Text directly inside an element that has none."""
        places = self.places
        self._stray(node, node.text, lambda: places.layout.span(node).open_end, hint)

    def stray_tail(self, node: Node, child: Node) -> None:
        """Text behind a child of an element that has none."""
        places = self.places
        self._stray(node, child.tail, lambda: places.layout.span(child).end)

    def _stray(
        self, node: Node, content: str | None, offset: Callable[[], int], hint: str | None = None
    ) -> None:
        text = (content or "").strip()
        shown = text if len(text) <= 40 else text[:37] + "..."
        is_macro = has_macro(text)
        kind = kinds.MACRO_LEFT if is_macro else kinds.STRAY_TEXT
        places = self.places

        def span() -> tuple[int, int]:
            return _text_span(places.layout.text, offset())

        def place() -> Where:
            return places.where_span(*span(), node)

        def remove() -> Fix:
            edit = Edit(*_with_line(places.layout.text, *span()), "")
            return Fix("Remove the text", (edit,), "unsafe")

        message = f"text inside <{node.tag}>, where none belongs: {shown!r}"
        if is_macro:
            message = f"{shown!r} inside <{node.tag}> is a macro expression that was never expanded"
            hint = "expand the file with xacro first"
        fix = None if is_macro else remove
        self.diagnostics.append(Diagnostic(kind, message, place, hint=hint, fix=fix))

    def raw(self, node: Node) -> Raw:
        """Content kept as it is, after a look at its depth."""
        depth = 0
        level = [node]
        while level:
            depth += 1
            if depth > self.limits.max_depth:
                message = over("max_depth", self.limits.max_depth)
                self.add(kinds.TOO_DEEP, message, node)
                break
            level = [child for parent in level for child in parent]
        return Raw(node)


def _is_choice(field: Field) -> bool:
    """Whether one of several elements stands here: the rules about it (G103, G104) speak of others."""
    return len(field.elements) > 1 and not field.is_many


def _nearest_attribute(node: Node, name: str, known: list[str]) -> str | None:
    """The declared attribute that is probably meant, unless it is there already."""
    return next((c for c in near(name, known, limit=1) if c not in node.attrib), None)


def _attribute_hint(node: Node, name: str, known: list[str]) -> str | None:
    nearest = _nearest_attribute(node, name, known)
    return None if nearest is None else f"did you mean {nearest!r}?"


def _may_stand(spec: Spec, node: Node, tag: str) -> bool:
    """Whether one more child of this tag has its place."""
    field = spec.field_of_tag(tag)
    return field is not None and (field.is_many or node.find(tag) is None)


def _called(node: Node) -> str:
    name = node.get("name")
    return f"<{node.tag}>" if name is None else f"<{node.tag}> {name!r}"


def _dotted(version: Version) -> str:
    return f"{version[0]}.{version[1]}"


def _text_span(text: str, start: int) -> tuple[int, int]:
    """The first piece of text from an offset on, behind blanks and comments."""
    while True:
        while start < len(text) and text[start].isspace():
            start += 1
        if text.startswith("<!--", start):
            start = text.find("-->", start) + 3
        elif text.startswith("<?", start):
            start = text.find("?>", start) + 2
        else:
            break
    if text.startswith("<![CDATA[", start):
        return start, text.find("]]>", start) + 3
    end = text.find("<", start)
    end = len(text) if end < 0 else end
    return start, start + len(text[start:end].rstrip())


def _with_line(text: str, start: int, end: int) -> tuple[int, int]:
    """A span with its line, where nothing else stands on it."""
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    behind = end
    while behind < len(text) and text[behind] in " \t":
        behind += 1
    if text[line:start].strip() or text[behind : behind + 1] not in {"\r", "\n"}:
        return start, end
    return line, behind + (2 if text.startswith("\r\n", behind) else 1)
