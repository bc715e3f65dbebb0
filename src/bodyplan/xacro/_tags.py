"""The tags of the xacro language, except includes (``_includes``) and macros (``_calls``)."""

from __future__ import annotations

from keyword import iskeyword
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.xacro._includes import IncludeTags
from bodyplan.xacro._processor import Frame
from bodyplan.xacro._symbols import (
    Entry,
    Place,
    PoisonedError,
    Use,
    stored,
)
from bodyplan.xacro.expressions.values import Value
from bodyplan.xacro.nodes import (
    Element,
    Static,
    forbidden,
    is_name,
)

if TYPE_CHECKING:
    from bodyplan.xacro._problems import Problems
    from bodyplan.xacro._substitution import TextEvaluator
    from bodyplan.xacro.limits import XacroLimits


class Tags(IncludeTags):
    """Evaluates the tags for properties, arguments, elements, conditions and blocks.

    Args:
        texts: evaluates texts.
        problems: records what goes wrong.
        limits: the limits of the expansion.
    """

    def __init__(self, texts: TextEvaluator, problems: Problems, limits: XacroLimits) -> None:
        super().__init__(texts, problems, limits)
        self.properties: dict[tuple[int, int], Use] = {}
        self.arguments: dict[tuple[int, int], Use] = {}
        self._handlers = {
            "xacro:insert_block": self._insert_block,
            "xacro:include": self.include,
            "xacro:property": self._property,
            "xacro:arg": self._argument,
            "xacro:element": self._element,
            "xacro:attribute": self._attribute,
            "xacro:if": self._condition,
            "xacro:unless": self._condition,
        }

    # Definitions

    def _property(self, tag: Element, frame: Frame) -> None:
        self.drop_comments(frame)
        found = self.attributes(
            tag, frame, ("name",), ("value", "default", "remove", "scope", "lazy_eval")
        )
        if found is None:
            return
        origin = Place(tag, None, frame.trail)
        use = self.properties.setdefault((tag.file, tag.number), Use(found["name"], origin))
        try:
            self._define(tag, frame, found, use)
        except PoisonedError:
            self.problems.is_incomplete = True

    def _define(self, tag: Element, frame: Frame, found: dict[str, str], use: Use) -> None:
        table = frame.symbols
        name = self.value(found["name"], Place(tag, "name", frame.trail), table)
        if type(name) is not str or not is_valid_name(name) or name.startswith("__"):
            message = f"{quoted(str(name))} is not a valid property name"
            self.complain("name", message, tag, frame, "name", name=str(name))
            raise PoisonedError
        value, default = found.get("value"), found.get("default")
        is_removed = self._flag(tag, frame, found, "remove", is_default=False)
        if (value is not None) + (default is not None) + is_removed > 1:
            message = f"property {quoted(name)}: value, default and remove are mutually exclusive"
            self.complain("attribute", message, tag, frame, name=name)
            return
        is_known = table.find(name) is not None or self.texts.is_global(name)
        if is_removed and is_known:
            table.remove(name)
            if self.texts.is_global(name):
                message = f"{quoted(name)} is a name of the expression language: not removed"
                self.ignored(message, tag, frame, name)
            return
        scope = found.get("scope")
        if default is not None:
            if scope is not None:
                message = f"scope is ignored: the default of {quoted(name)} is always local"
                self.ignored(message, tag, frame, name)
            if is_known:
                return
        text = value if value is not None else default
        place = Place(tag, "value" if value is not None else "default", frame.trail)
        is_lazy = self._flag(tag, frame, found, "lazy_eval", is_default=True)
        target = table
        if scope == "global":
            target, is_lazy = list(table.scopes())[-1], False
        elif scope == "parent":
            if table.parent is None:
                message = "scope='parent' at the top level, which has no parent scope"
                self.complain("attribute", message, tag, frame, "scope", name=name)
                return
            target, is_lazy = table.parent, False
            while not table.is_namespace and target.is_namespace and target.parent is not None:
                target = target.parent
        if text is None:
            entry = Entry(tag, "known", use)
            name = f"**{name}"
        elif is_lazy:
            entry = stored(text, definition=use, place=place)
        else:
            try:
                entry = stored(self.value(text, place, table), lazy=False, definition=use)
            except PoisonedError:
                entry = Entry("", "poisoned", use)
        self.store(target, name, entry, tag, frame)

    def _flag(
        self, tag: Element, frame: Frame, found: dict[str, str], name: str, *, is_default: bool
    ) -> bool:
        """Return the boolean value of an attribute, or ``is_default`` if it is missing or empty."""
        text = found.get(name)
        if not text:
            return is_default
        place = Place(tag, name, frame.trail)
        return self.boolean(self.value(text, place, frame.symbols), place)

    def _argument(self, tag: Element, frame: Frame) -> None:
        found = self.attributes(tag, frame, ("name", "default"))
        if found is not None:
            name, default = found["name"], found["default"]
            use = Use(name, Place(tag, None, frame.trail), default)
            self.arguments.setdefault((tag.file, tag.number), use)
            if name not in self.texts.argument_values:
                place = Place(tag, "default", frame.trail)
                try:
                    value = self.settled_text(self.value(default, place, frame.symbols), place)
                except PoisonedError:
                    value = None
                self.texts.declare(use, value)
        self.drop_comments(frame)

    # Elements and their attributes

    def _element(self, tag: Element, frame: Frame) -> Frame | None:
        if self.attributes_of_element(tag, frame) is None:
            return None
        text = tag.attributes["xacro:name"]
        place = Place(tag, "xacro:name", frame.trail)
        try:
            name = self.value(text, place, frame.symbols)
        except PoisonedError:
            name = "poisoned"
        message = _name_problem("element", name)
        if message:
            self.complain("name", message, tag, frame, "xacro:name")
            name = "poisoned"
        made = Element(name, dict(tag.attributes), tag.file, tag.number, tag.trail)
        del made.attributes["xacro:name"]
        made.children, made.setters, made.is_dynamic = tag.children, tag.setters, True
        if name.startswith("xacro:"):
            return self.tag(made, frame)
        target = self.made(made, frame)
        frame.target.children.append(target)
        return self.inside(made, target, frame)

    def attributes_of_element(self, tag: Element, frame: Frame) -> dict[str, str] | None:
        """Return the attributes of ``xacro:element``; None if it has no name, which is recorded."""
        if "xacro:name" not in tag.attributes:
            message = f"missing required attribute 'xacro:name' on <{tag.tag}>"
            self.complain("attribute", message, tag, frame, name="xacro:name", known=tag.attributes)
            return None
        return tag.attributes

    def _attribute(self, tag: Element, frame: Frame) -> None:
        for name in ("name", "value"):
            if name not in tag.attributes:
                message = f"missing required attribute {quoted(name)} on <{tag.tag}>"
                self.complain("attribute", message, tag, frame, name=name, known=tag.attributes)
                return
        place = Place(tag, "name", frame.trail)
        name = self.text(tag.attributes["name"], place, frame.symbols)
        if not name:
            if "$" not in tag.attributes["name"] or not self.problems.found:
                message = "the name of the attribute is empty"
                self.complain("name", message, tag, frame, "name")
            return
        message = _name_problem("attribute", name)
        if message:
            self.complain("name", message, tag, frame, "name")
            return
        place = Place(tag, "value", frame.trail)
        try:
            value = self.value(tag.attributes["value"], place, frame.symbols)
            text = self.settled_text(value, place)
        except PoisonedError:
            return
        if forbidden(text) is not None:
            # records the problem
            text = self.text(tag.attributes["value"], place, frame.symbols)
        if type(value) is not str:
            kind = type(value).__name__
            message = (
                f"xacro cannot write a value of type {kind} set by <xacro:attribute>; "
                "use ${str(...)}"
            )
            self.problems.warn("value", message, place)
        target = frame.target
        target.set_attribute(name, text)
        target.setters = {**(target.setters or {}), name: (tag, frame.trail)}

    def settled_text(self, value: Value, place: Place) -> str:
        """Return a value as text.

        Raises:
            PoisonedError: the value cannot be written; the problem is recorded.
        """
        made: str = self.settled(lambda: self.texts.as_text(value), place)
        return made

    # Conditions

    def _condition(self, tag: Element, frame: Frame) -> Frame | None:
        self.drop_comments(frame)
        found = self.attributes(tag, frame, ("value",))
        if found is None:
            return None
        place = Place(tag, "value", frame.trail)
        try:
            holds = self.boolean(self.value(found["value"], place, frame.symbols), place)
        except PoisonedError:
            if any(one.tag == "xacro:include" for one in tag.iter()):
                self.problems.is_incomplete = True
            return None
        if holds == (tag.tag == "xacro:unless"):
            return None
        return self.dissolving(tag, frame, skipped="value")

    def dissolving(self, tag: Element, frame: Frame, skipped: str = "") -> Frame:
        """Return a frame for a tag that the expansion replaces by the children of the tag.

        Args:
            tag: the tag; its attributes are evaluated too, as in the xacro package.
            frame: the frame that contains the tag.
            skipped: the name of an attribute that was already evaluated.
        """
        shown = tag
        if skipped and len(tag.attributes) == 1:
            shown = Element(tag.tag, {}, tag.file, tag.number, tag.trail)
        target = self.made(shown, frame)

        def finish() -> None:
            self.join(target, frame.target)

        return self.inside(tag, target, frame, finish)

    # Blocks

    def _insert_block(self, tag: Element, frame: Frame) -> Frame | None:
        found = self.attributes(tag, frame, ("name",))
        if found is None:
            return None
        name = found["name"]
        entry = frame.symbols.find(f"**{name}")
        is_content = entry is not None
        entry = entry or frame.symbols.find(f"*{name}")
        if entry is None:
            known = frame.symbols.blocks()
            message = f"block {quoted(name)} is not defined"
            self.complain("block", message, tag, frame, "name", name=name, known=known)
            return None
        if entry.definition is not None:
            entry.definition.uses += 1
        if entry.state == "poisoned":
            return None
        block = entry.value
        if type(block) is Static:
            if not is_content:
                self.count(block.element.size, tag, frame)
                frame.target.children.append(block)
                return None
            block = block.element.copy(block.trail)
        if self.has_separator(block):
            block = block.copy()
        if is_content:
            return self.dissolving(block, frame)
        target = self.made(block, frame)
        frame.target.children.append(target)
        return self.inside(block, target, frame)


def is_valid_name(name: str) -> bool:
    """Return whether a name is a valid property name: a Python identifier, but not a keyword."""
    if not name.isidentifier() or iskeyword(name):
        return False
    if name.isascii():
        return True
    import unicodedata

    return unicodedata.normalize("NFKC", name) == name


def _name_problem(what: str, name: Value) -> str:
    """Return what is wrong with an element or attribute name; empty if the name is valid."""
    if type(name) is not str:
        return f"the name of the {what} must be text"
    if not name:
        return f"the name of the {what} is empty"
    if not is_name(name):
        return f"{quoted(name)} is not a valid name of an {what}"
    return ""
