"""What each tag of the xacro language does; ``calls`` has those for macros."""

from __future__ import annotations

import os
import re
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.xacro._files import FileError
from bodyplan.xacro._includes import Include
from bodyplan.xacro._processor import Frame, OptionalFileError, Processor
from bodyplan.xacro._reading import read_tree
from bodyplan.xacro._symbols import (
    BOOLEANS,
    Entry,
    Macros,
    Place,
    PoisonedError,
    Table,
    Use,
    stored,
)
from bodyplan.xacro.expansion import SourceFile
from bodyplan.xacro.expressions.values import Value
from bodyplan.xacro.nodes import (
    BrokenFileError,
    Element,
    FileTree,
    Static,
    forbidden,
    is_name,
)

if TYPE_CHECKING:
    from bodyplan.xacro._problems import Problems
    from bodyplan.xacro._substitution import TextEvaluator
    from bodyplan.xacro.expansion import ProblemKind
    from bodyplan.xacro.limits import XacroLimits

_PATTERN = re.compile("[*[?]")


class Tags(Processor):
    """Evaluates the tags of the language that have nothing to do with macros.

    Args:
        texts: evaluates texts.
        problems: records what goes wrong.
        limits: how much is evaluated.
    """

    def __init__(self, texts: TextEvaluator, problems: Problems, limits: XacroLimits) -> None:
        super().__init__(texts, problems, limits)
        self.files = problems.files
        self.properties: dict[tuple[int, int], Use] = {}
        self.arguments: dict[tuple[int, int], Use] = {}
        self.includes: set[tuple[int, int]] = set()
        """The include tags that brought a file, by file and number."""
        self._numbers: dict[str, int] = {}
        self._handlers = {
            "xacro:insert_block": self._insert_block,
            "xacro:include": self._include,
            "xacro:property": self._property,
            "xacro:arg": self._argument,
            "xacro:element": self._element,
            "xacro:attribute": self._attribute,
            "xacro:if": self._condition,
            "xacro:unless": self._condition,
        }

    def table(self, parent: Table | None, *, is_namespace: bool = False) -> Table:
        """Return a new scope."""
        return Table(parent, self.texts.resolve, is_namespace=is_namespace)

    # Attributes of tags

    def attributes(
        self, tag: Element, frame: Frame, required: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> dict[str, str] | None:
        """Return the attributes of a tag; None if it lacks a required one, which is recorded."""
        found = tag.attributes
        for name in required:
            if name not in found:
                message = f"missing required attribute {quoted(name)} on <{tag.tag}>"
                self.complain("attribute", message, tag, frame, name=name, known=found)
                return None
        for name in found:
            if name not in required and name not in optional and not name.startswith("xmlns:"):
                extra = [a for a in found if a not in (*required, *optional) and a[:6] != "xmlns:"]
                self.ignored(
                    f"unknown attribute {', '.join(map(quoted, extra))} on <{tag.tag}>",
                    tag,
                    frame,
                    name=", ".join(extra),
                )
                break
        return found

    def complain(
        self,
        kind: ProblemKind,
        message: str,
        tag: Element,
        frame: Frame,
        attribute: str | None = None,
        **more: object,
    ) -> None:
        """Record a problem of a tag."""
        self.problems.add(kind, message, Place(tag, attribute, frame.trail), **more)  # type: ignore[arg-type]

    def ignored(self, message: str, tag: Element, frame: Frame, name: str = "") -> None:
        """Warn that something has no effect."""
        self.problems.warn("ignored", message, Place(tag, None, frame.trail), name=name)

    def boolean(self, value: Value, place: Place) -> bool:
        """Return whether a value is true.

        Raises:
            PoisonedError: it is neither true nor false, which is recorded.
        """
        if type(value) is not str:
            return bool(value)
        if value in BOOLEANS:
            return BOOLEANS[value]
        try:
            return bool(int(value))
        except ValueError:
            message = f"the value {quoted(value)} is neither true nor false"
            self.problems.add("condition", message, place, name=value)
            raise PoisonedError from None

    # Definitions

    def store(self, table: Table, name: str, entry: Entry, tag: Element, frame: Frame) -> None:
        """Define a name."""
        if self.texts.is_global(name):
            message = f"{quoted(name)} hides a name of the expression language"
            self.problems.warn("redefined", message, Place(tag, None, frame.trail), name=name)
        table.entries[name] = entry

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
        """Return the truth value of an attribute that may be absent or empty."""
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
        """Return the attributes of ``xacro:element``, which may have any others."""
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
            text = self.text(tag.attributes["value"], place, frame.symbols)  # this call records it
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
            PoisonedError: it cannot be written, which is recorded.
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
        """Return a frame for the content of a tag that takes the place of the tag.

        Args:
            tag: the tag; the package evaluates its attributes too.
            frame: where it is.
            skipped: an attribute that is evaluated already.
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

    # Files

    def _include(self, tag: Element, frame: Frame) -> Frame | None:
        found = self.attributes(tag, frame, ("filename",), ("ns", "optional"))
        if found is None:
            self.problems.is_incomplete = True
            return None
        try:
            scope = self._scope(tag, frame, found.get("ns"))
            is_optional = False
            if "optional" in found:
                place = Place(tag, "optional", frame.trail)
                is_optional = self.boolean(found["optional"], place)
            if any(type(child) is Element for child in tag.children):
                self.ignored("elements inside of <xacro:include> are ignored", tag, frame)
            names = self._names(tag, frame, found["filename"])
        except PoisonedError:
            self.problems.is_incomplete = True
            self.drop_comments(frame)
            return None
        return self._next_file(Include(tag, frame, scope, iter(names), is_optional=is_optional))

    def _scope(self, tag: Element, frame: Frame, namespace: str | None) -> tuple[Macros, Table]:
        """Return where an included file defines macros and properties.

        Raises:
            PoisonedError: the namespace has no name, which is recorded.
        """
        if not namespace:
            return frame.macros, frame.symbols
        name = self.value(namespace, Place(tag, "ns", frame.trail), frame.symbols)
        if type(name) is not str:
            message = "the name of the namespace must be text"
            self.complain("name", message, tag, frame, "ns")
            raise PoisonedError
        macros = frame.macros.entries[name] = Macros()
        symbols = self.table(frame.symbols, is_namespace=True)
        self.store(frame.symbols, name, Entry(symbols), tag, frame)
        return macros, symbols

    def _names(self, tag: Element, frame: Frame, text: str) -> list[str]:
        """Return the files that an include names.

        Raises:
            PoisonedError: it names none, which is recorded.
        """
        place = Place(tag, "filename", frame.trail)
        name = self.value(text, place, frame.symbols)
        if type(name) is not str:
            message = "the file name must be text"
            self.complain("file", message, tag, frame, "filename")
            raise PoisonedError
        name = self.texts.abs_filename(name)
        if _PATTERN.search(name) is None:
            return [name]
        try:
            names = self.texts.files.matching(name)
        except FileError as error:
            self.problems.add(error.kind, str(error), place, name=error.name, known=error.known)
            raise PoisonedError from None
        if not names:
            message = f"no file matches {quoted(name)}"
            self.problems.warn("unmatched", message, place, name=name)
        return names

    def _next_file(self, include: Include) -> Frame | None:
        """Return a frame for the next file of an include; None after the last file."""
        tag, frame, stack = include.tag, include.frame, self.texts.stack
        for name in include.names:
            if len(stack) > self.limits.max_includes:
                shown = " -> ".join(quoted((one or "").rpartition("/")[2]) for one in stack[-4:])
                self.exceeded(
                    "max_includes", f"includes are nested too deeply: {shown}", tag, frame
                )
            root = self._read(name, tag, frame, is_optional=include.is_optional)
            if root is None:
                continue
            stack.append(name)
            self.includes.add((tag.file, tag.number))
            macros, symbols = include.scope
            inner = Frame(root, root, macros, symbols, frame.trail, frame.calls)
            target = inner.target = self.made(root, inner)
            inner.finish = lambda target=target: self._end_file(include, target)
            if include.is_optional:
                inner.catches = lambda: self._next_file(include)
            return inner
        self.drop_comments(frame)
        self.join(include.content, frame.target)
        return None

    def _end_file(self, include: Include, root: Element) -> Frame | None:
        self.join(root, include.content)
        self.lift_namespaces(root, include.tag, include.frame)
        self.texts.stack.pop()
        return self._next_file(include)

    def _read(self, name: str, tag: Element, frame: Frame, *, is_optional: bool) -> Element | None:
        """Return the root of a file; None if it is missing and optional, or a problem.

        Raises:
            OptionalFileError: it is missing, and an include around is optional.
        """
        place = Place(tag, "filename", frame.trail)
        try:
            return self._root(name, place)
        except FileError as error:
            if error.kind == "file":
                if is_optional:
                    return None
                if self._is_optional():
                    raise OptionalFileError from None
            self.problems.add(error.kind, str(error), place, name=error.name, known=error.known)
        except BrokenFileError as error:
            file = Element("", {}, len(self.files) - 1, error.element, None)
            at = Place(file, None, frame.trail)
            self.problems.add(error.kind, str(error), at, byte=error.byte, name=error.name)
        self.problems.is_incomplete = True
        return None

    def _root(self, name: str, place: Place) -> Element | None:
        """Return the root of a file, which is read once.

        Raises:
            FileError: it cannot be read.
            BrokenFileError: it is not XML that xacro reads; it is the last of the files then.
        """
        number = self._numbers.get(os.path.abspath(name)) if "\0" not in name else None
        if number is not None:
            return self.files[number].root
        path, data = self.texts.files.read(name)
        shown = self.texts.files.called(path)
        return self.add_file(SourceFile(shown, Path(path), data, place.origin)).root

    def add_file(self, file: SourceFile) -> FileTree:
        """Return the tree of a file from its bytes.

        Raises:
            BrokenFileError: it is not XML that xacro reads.
        """
        number = len(self.files)
        self.files.append(file)
        tree = read_tree(file.data, number, self.limits.max_depth)
        self.files[number] = file._replace(root=tree.root)
        self._numbers[str(file.path)] = number
        return tree

    def lift_namespaces(self, source: Element, tag: Element, frame: Frame) -> None:
        """Add the namespaces that an element declares to those of the element around a tag."""
        target = frame.target
        for name, value in source.attributes.items():
            if not name.startswith("xmlns:"):
                continue
            known = target.attributes.get(name)
            if known is None:
                target.set_attribute(name, value)
            elif known != value:
                message = (
                    f"{name} is declared as {quoted(known)} already; {quoted(value)} is ignored"
                )
                self.problems.warn("namespace", message, Place(tag, None, frame.trail), name=name)


def is_valid_name(name: str) -> bool:
    """Return whether a name can be a property: a Python identifier, but not a keyword."""
    if not name.isidentifier() or iskeyword(name):
        return False
    if name.isascii():
        return True
    import unicodedata

    return unicodedata.normalize("NFKC", name) == name


def _name_problem(what: str, name: Value) -> str:
    """Return what is wrong with the name of an element or attribute; empty if nothing is."""
    if type(name) is not str:
        return f"the name of the {what} must be text"
    if not name:
        return f"the name of the {what} is empty"
    if not is_name(name):
        return f"{quoted(name)} is not a valid name of an {what}"
    return ""
