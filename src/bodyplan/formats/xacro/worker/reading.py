"""Files reach the package through here: the parent process reads them, and may refuse to."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any
from xml.parsers.expat import ExpatError, errors

from bodyplan.formats.xacro.worker import yaml_files
from bodyplan.formats.xacro.worker.channel import Channel
from bodyplan.formats.xacro.worker.inventory import Inventory
from bodyplan.formats.xacro.worker.origins import Builder, Place
from bodyplan.formats.xacro.worker.trace import Frame, StopError, Trace


class Reader:
    """Takes the place of the package's functions that open files.

    Args:
        xacro: the package.
        trace: where the expansion is.
        channel: the way to the process that reads the files.
        inventory: what is defined and used.
    """

    def __init__(self, xacro: Any, trace: Trace, channel: Channel, inventory: Inventory) -> None:
        self.xacro = xacro
        self.trace = trace
        self.channel = channel
        self.inventory = inventory
        self._glob: Callable[[str], list[str]] = xacro.glob.glob
        self._packages: dict[str, dict[str, Any]] = {}

    def install(self, substitution: Any) -> None:
        """Replaces the functions.

        Args:
            substitution: the package's module for ``$(...)``.
        """
        self._find_error = substitution.SubstitutionException
        self.xacro.parse = self.parse
        self.xacro.load_yaml = self.load_yaml
        self.xacro.glob = self
        substitution._eval_find = self.find  # noqa: SLF001

    def parse(self, inp: Any, filename: str | None = None) -> Any:
        """The document of a file, with every element stamped; a document stays what it is."""
        if inp is not None:
            return inp
        trace = self.trace
        frame, asked = trace.here(), None
        if trace.includes:
            frame = trace.at_node(trace.includes[-1], "filename")
            asked = frame.place and (frame.place.file, frame.place.element, frame.chain)
        name = os.path.join(self.xacro.root_dir, filename or "")
        try:
            number, data = self._read("xml", name, frame, asked)
        except OSError as error:
            self.xacro.filestack.pop()
            failed = self.xacro.XacroException(f"{error.strerror}: {filename}", exc=error)
            trace.note(failed, frame, kind="file", message=_unreadable(error), name=filename)
            raise failed from error
        return self._document(number, data)

    def load_yaml(self, filename: str) -> Any:
        """The value of a YAML file."""
        name = self.xacro.abs_filename_spec(filename)
        trace, frame = self.trace, self.trace.here()
        try:
            _, data = self._read("yaml", name, frame)
        except OSError as error:
            trace.note(error, frame, kind="file", message=_unreadable(error), name=name)
            raise
        self.xacro.filestack.append(name)
        try:
            most = trace.limits["max_yaml"]
            value = yaml_files.load(data.decode("utf-8"), most, self.xacro.ConstructUnits)
        except UnicodeDecodeError as error:
            message = f"{name!r} is not UTF-8"
            trace.note(error, frame, kind="encoding", message=message, name=name)
            raise
        except Exception as error:
            mark = getattr(error, "problem_mark", None)
            if mark is not None:
                reason = getattr(error, "problem", None) or getattr(error, "context", "")
                message = f"{name!r} is no YAML: line {mark.line + 1}: {reason}"
                trace.note(error, frame, kind="yaml", message=message, name=name)
            raise
        finally:
            self.xacro.filestack.pop()
            self.xacro.all_includes.append(name)
        self.inventory.yaml[name] = None
        return self.xacro.YamlListWrapper.wrap(value)

    def glob(self, pattern: str) -> list[str]:
        """The files that fit a pattern."""
        self.channel.ask(do="glob", pattern=pattern)
        return self._glob(pattern)

    def find(self, package: str) -> str:
        """The folder of a package."""
        answer = self._packages.get(package)
        if answer is None:
            stack = self.xacro.filestack or [None]
            answer, _ = self.channel.ask(do="find", name=package, file=stack[-1])
            self._packages[package] = answer
        path: str | None = answer["path"]
        if path is None:
            error = self._find_error(answer["message"])
            self.trace.note(
                error,
                kind="package",
                message=answer["message"],
                name=package,
                known=answer["near"],
            )
            raise error
        return path

    def _read(self, what: str, name: str, frame: Frame, asked: Any = None) -> tuple[int, bytes]:
        """Number and bytes of a file, as the parent process reads it.

        Raises:
            OSError: there is no such file, or it cannot be read.
            StopError: it may not be read.
        """
        answer, data = self.channel.ask(do="open", what=what, name=name, asked=asked)
        denied = answer.get("denied")
        if denied is not None:
            raise self.trace.stop(denied["kind"], denied["message"], frame, name=denied["name"])
        if "errno" in answer:
            raise OSError(answer["errno"], answer["strerror"], name)
        return answer["file"], data

    def _document(self, number: int, data: bytes) -> Any:
        """The document of the bytes of a file."""
        builder = Builder(number, self._refuse_entity(number))
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            message = "the file is not UTF-8; xacro reads every file as that, whatever it declares"
            raise self._broken("encoding", message, number, error.start) from None
        try:
            return builder.parseString(text)
        except ExpatError as error:
            message = errors.messages.get(error.code, str(error))
            at = builder.count
            raise self._broken("syntax", message, number, builder.byte, element=at) from None

    def _refuse_entity(self, number: int) -> Callable[[str, int], None]:
        def refuse(name: str, byte: int) -> None:
            message = f"the file declares the entity {name!r}; entities are not expanded"
            raise self._broken("entity", message, number, byte)

        return refuse

    def _broken(
        self, kind: str, message: str, number: int, byte: int, element: int = 0
    ) -> StopError:
        """The exception for a file that is no XML that can be read."""
        frame = Frame(Place(number, element), self.trace.chain)
        return self.trace.stop(kind, message, frame, byte=byte)


def _unreadable(error: OSError) -> str:
    return f"{error.filename!r} cannot be read: {(error.strerror or 'unknown reason').lower()}"
