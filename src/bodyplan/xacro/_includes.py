"""The tag ``<xacro:include>``: its files, and the scope of their macros and properties."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.xacro._files import FileError
from bodyplan.xacro._processor import Frame, OptionalFileError, Processor
from bodyplan.xacro._reading import read_tree
from bodyplan.xacro._symbols import Entry, Macros, Place, PoisonedError, Table
from bodyplan.xacro.expansion import SourceFile
from bodyplan.xacro.nodes import BrokenFileError, Element, FileTree

if TYPE_CHECKING:
    from bodyplan.xacro._problems import Problems
    from bodyplan.xacro._substitution import TextEvaluator
    from bodyplan.xacro.limits import XacroLimits

_PATTERN = re.compile("[*[?]")


class Include:
    """An include tag whose files are being evaluated.

    Args:
        tag: the tag.
        frame: the frame that contains the tag.
        scope: the macros and symbols that the files can use: of the frame, or of the namespace of
            the tag.
        names: the files that are still to be included.
        is_optional: whether a file may be missing.
    """

    __slots__ = ("content", "frame", "is_optional", "names", "scope", "tag")

    def __init__(
        self,
        tag: Element,
        frame: Frame,
        scope: tuple[Macros, Table],
        names: Iterator[str],
        *,
        is_optional: bool,
    ) -> None:
        self.tag = tag
        self.frame = frame
        self.scope = scope
        self.names = names
        self.is_optional = is_optional
        self.content = Element(tag.tag, {}, tag.file, tag.number, None)


class IncludeTags(Processor):
    """Evaluates include tags: finds their files, and creates their namespaces.

    Args:
        texts: evaluates texts.
        problems: records what goes wrong.
        limits: the limits of the expansion.
    """

    def __init__(self, texts: TextEvaluator, problems: Problems, limits: XacroLimits) -> None:
        super().__init__(texts, problems, limits)
        self.files = problems.files
        self.includes: set[tuple[int, int]] = set()
        """The include tags that included a file: the index of the tag's file, and its number."""
        self._numbers: dict[str, int] = {}

    def include(self, tag: Element, frame: Frame) -> Frame | None:
        """Evaluate an include tag; return a frame for its first file, or None without a file."""
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
        """Return the scopes in which an included file defines macros and properties.

        Raises:
            PoisonedError: the name of the namespace is not valid; the problem is recorded.
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
        """Return the paths of the files that an include tag refers to.

        Raises:
            PoisonedError: the file name has no value or is not valid; the problem is recorded.
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
        """Return the root element of a file; None if it is not valid, or missing and optional.

        Raises:
            OptionalFileError: the file is missing, and the include is inside a file of an optional
                include.
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
        """Return the root element of a file, which is cached if the file was read before.

        Raises:
            FileError: the file cannot be read.
            BrokenFileError: the file is not XML that xacro accepts; it is then the last of
                ``files``.
        """
        number = self._numbers.get(os.path.abspath(name)) if "\0" not in name else None
        if number is not None:
            return self.files[number].root
        path, data = self.texts.files.read(name)
        shown = self.texts.files.called(path)
        return self.add_file(SourceFile(shown, Path(path), data, place.origin)).root

    def add_file(self, file: SourceFile) -> FileTree:
        """Parse a file, add it to the list of files, and return its tree.

        Raises:
            BrokenFileError: the file is not XML that xacro accepts.
        """
        number = len(self.files)
        self.files.append(file)
        tree = read_tree(file.data, number, self.limits.max_depth)
        self.files[number] = file._replace(root=tree.root)
        self._numbers[str(file.path)] = number
        return tree

    def lift_namespaces(self, source: Element, tag: Element, frame: Frame) -> None:
        """Copy namespace declarations to the element that receives a file or a macro body.

        Args:
            source: the root of the included file, or the body of the macro.
            tag: the include tag or macro call.
            frame: the frame that contains the tag.
        """
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
