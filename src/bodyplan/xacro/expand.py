"""Expands a xacro file: reads and evaluates the main file, and returns the result."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from bodyplan.core import collector_paused
from bodyplan.resources import Resources
from bodyplan.text import over
from bodyplan.xacro._calls import Language
from bodyplan.xacro._files import Files
from bodyplan.xacro._problems import Problems, StopError
from bodyplan.xacro._processor import Frame
from bodyplan.xacro._substitution import TextEvaluator
from bodyplan.xacro._symbols import Macros, Place, Use
from bodyplan.xacro._writing import CommentError, ExpansionWriter, TooLongError
from bodyplan.xacro.expansion import Argument, Definition, Expansion, SourceFile
from bodyplan.xacro.limits import DEFAULT_LIMITS, XacroLimits
from bodyplan.xacro.nodes import BrokenFileError, Element, FileTree, Trail

_TARGET = "xacro:targetNamespace"


def expand(
    data: bytes,
    name: str,
    *,
    path: Path | None = None,
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
    limits: XacroLimits = DEFAULT_LIMITS,
) -> Expansion:
    """Expand a xacro file. Problems in its content are part of the result and raise no exception.

    Args:
        data: the bytes of the main file.
        name: the name of the main file in messages.
        path: the path of the main file; its includes are relative to its folder. None if the text
            is not from a file; its includes are relative to the current folder.
        arguments: values for ``$(arg ...)``, by name.
        resources: the packages for ``$(find ...)``, and the allowed folders and environment
            variables; by default the packages in the environment of the process, and no environment
            variable.
        limits: the limits of the expansion.
    """
    from time import perf_counter

    if resources is None:
        resources = Resources()
    start = perf_counter()
    with collector_paused():
        run = _ExpansionRun(data, name, path, dict(arguments or {}), resources, limits)
        run.expand()
        return run.expansion(perf_counter() - start)


class _ExpansionRun:
    """One expansion."""

    def __init__(
        self,
        data: bytes,
        name: str,
        path: Path | None,
        arguments: dict[str, str],
        resources: Resources,
        limits: XacroLimits,
    ) -> None:
        self.data = data
        self.name = name
        self.path = None if path is None else os.fspath(path)
        self.limits = limits
        self.files = Files(path, name, len(data), resources, limits)
        self.problems = Problems(limits)
        allowed = resources.allowed_environment
        self.texts = TextEvaluator(self.files, self.problems, arguments, allowed, limits)
        self.language = Language(self.texts, self.problems, limits)
        self.writer = ExpansionWriter(limits.max_output)
        self.text: str | None = None

    def expand(self) -> None:
        """Evaluate the main file, and compute the text of the expansion."""
        path = None if self.path is None else Path(os.path.abspath(self.path))
        here = Place(Element("", {}, 0, 0, None), None, Trail())
        self.problems.here = here
        try:
            try:
                tree = self.language.add_file(SourceFile(self.name, path, self.data))
            except BrokenFileError as error:
                element = Element("", {}, 0, error.element, None)
                place = Place(element, None, Trail())
                self.problems.add(error.kind, str(error), place, byte=error.byte, name=error.name)
                return
            root = self._evaluated(tree.root)
            if not self.problems.found:
                self._write(tree, root, here)
        except StopError:
            return

    def _evaluated(self, root: Element) -> Element:
        """Return the expanded root element of the main file."""
        target = root.attributes.get(_TARGET)
        source = root
        if target:
            source = Element(root.tag, {**root.attributes, "xmlns": target}, 0, 0, None)
            source.children, source.is_dynamic = root.children, True
        self.texts.stack.append(self.path)
        symbols = self.language.table(None)
        frame = Frame(source, source, Macros(), symbols, Trail(), 0)
        made = frame.target = self.language.made(source, frame)
        self.language.run(frame)
        return made

    def _write(self, tree: FileTree, root: Element, here: Place) -> None:
        limit = self.limits.max_output
        try:
            text = self.writer.text(tree, root, self.path)
            text.encode()
        except TooLongError:
            message = f"the expanded text is too long: {over('max_output', limit)}"
            self.problems.add("limit", message, here, name="max_output")
        except CommentError as error:
            place = Place(error.element, None, error.element.trail or Trail())
            self.problems.add("error", "a comment must not contain two hyphens in a row", place)
        except UnicodeEncodeError as error:
            character = error.object[error.start]
            message = f"the text has the character {character!a}, which cannot be written"
            self.problems.add("error", message, here)
        else:
            self.text = text

    def expansion(self, seconds: float) -> Expansion:
        """Return the result of the expansion."""
        texts, language = self.texts, self.language
        return Expansion(
            text=self.text,
            origins=() if self.text is None else self.writer.origins,
            files=tuple(language.files),
            read=tuple(map(Path, texts.yaml)),
            problems=tuple(self.problems.found.values()),
            warnings=tuple(self.problems.warnings.values()),
            arguments=tuple(self._arguments()),
            macros=_definitions(language.macros.values()),
            properties=_definitions(language.properties.values()),
            packages=tuple(self.files.packages.values()),
            environment={
                name: (place.origin, place.attribute)
                for name, place in texts.environment_read.items()
            },
            includes=frozenset(language.includes),
            set_elsewhere=self.writer.set_elsewhere,
            seconds=seconds,
        )

    def _arguments(self) -> Iterator[Argument]:
        texts = self.texts
        declared = set()
        for use in self.language.arguments.values():
            name = use.name
            declared.add(name)
            value = None if name in texts.poisoned else texts.argument_values.get(name)
            origin, reads = use.place.origin, texts.reads.get(name, 0)
            yield Argument(name, use.detail, value, origin, name in texts.given, reads)
        for name, value in texts.given.items():
            if name not in declared:
                yield Argument(name, None, value, None, True, texts.reads.get(name, 0))


def _definitions(found: Iterable[Use]) -> tuple[Definition, ...]:
    return tuple(
        Definition(
            one.name,
            one.place.origin,
            one.uses,
            one.detail,
            None if one.replaces is None else one.replaces.origin,
        )
        for one in found
    )
