"""Files for the process that expands: read here, where it is decided what may be read."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bodyplan.formats.xacro.expansion import Package
from bodyplan.formats.xacro.limits import XacroLimits
from bodyplan.text import over, quoted, shown

if TYPE_CHECKING:
    from bodyplan.resources import Resources

ENDINGS = (
    *(".xacro", ".urdf", ".xml", ".srdf", ".sdf", ".gazebo", ".transmission", ".trans"),
    *(".yaml", ".yml", ".json"),
)
"""Ends of names of files that are read wherever they are. Outside the declared folders they are
remembered, so that a word can be said about it; files of other kinds are refused there."""

_PATTERN = re.compile("[*[?]")
_LONGEST = 200


class Served:
    """A file that was handed out.

    Args:
        path: where it is.
        data: its bytes.
        asked: file, element and chain of calls of the include tag that asked first; None for the
            main file.
    """

    __slots__ = ("asked", "data", "path")

    def __init__(self, path: str | None, data: bytes, asked: tuple[int, int, int] | None) -> None:
        self.path = path
        self.data = data
        self.asked = asked


class Denied(Exception):  # noqa: N818  (an answer, no fault of the program)
    """A file that is not handed out.

    Args:
        kind: "outside" or "limit".
        message: the reason.
        name: of the file or the cap.
    """

    def __init__(self, kind: str, message: str, name: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.name = name


class Serving:
    """Answers the questions of one expansion.

    Args:
        data: the bytes of the main file.
        path: the main file; None for text that came from no file.
        resources: where packages are, and which folders may be read.
        limits: caps.
    """

    def __init__(
        self, data: bytes, path: Path | None, resources: Resources, limits: XacroLimits
    ) -> None:
        self.base = Path(os.path.abspath(path)).parent if path is not None else Path.cwd()
        self.resources = resources
        self.limits = limits
        self.files = [Served(None if path is None else os.path.abspath(path), data, None)]
        self._numbers = {} if path is None else {os.path.abspath(path): 0}
        self.yaml: dict[str, None] = {}
        self.packages: dict[str, Package] = {}
        self.outside: dict[str, None] = {}
        self._left = limits.max_bytes - len(data)

    def answer(self, question: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """The answer to a question, and the bytes that go with it."""
        match question["do"]:
            case "open":
                return self._open(question)
            case "find":
                return self._find(question["name"], question["file"]), b""
            case _:
                return self._list(question["pattern"]), b""

    def _open(self, question: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        asked = question["asked"]
        if question["what"] == "xml" and asked is None:
            return {"file": 0}, self.files[0].data
        try:
            path, data = self._read(question["name"])
        except Denied as denied:
            told = {"kind": denied.kind, "message": str(denied), "name": denied.name}
            return {"denied": told}, b""
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            number = getattr(error, "errno", None) or errno.EINVAL
            return {"errno": number, "strerror": os.strerror(number)}, b""
        if question["what"] == "yaml":
            self.yaml[path] = None
            return {"file": 0}, data
        number = self._numbers.get(path, -1)
        if number < 0 or self.files[number].data != data:
            number = self._numbers[path] = len(self.files)
            self.files.append(Served(path, data, tuple(asked)))
        return {"file": number}, data

    def _read(self, name: str) -> tuple[str, bytes]:
        """Path and bytes of a file.

        Raises:
            Denied: it may not be read, or is too large.
            OSError: it cannot be read.
            ValueError: no file can have this name.
        """
        path = os.path.abspath(name)
        _require_file(os.stat(path).st_mode, path)
        real = os.path.realpath(path)
        if not self.resources.is_inside(real, self.base):
            if not real.lower().endswith(ENDINGS):
                what = quoted(name, _LONGEST)
                message = f"{what} lies outside the folders that may be read, and is no description"
                raise Denied("outside", message, name)
            self.outside[path] = None
        # without waiting: what was a file a moment ago may be a pipe now
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY)
        with os.fdopen(handle, "rb") as stream:
            state = os.fstat(handle)
            _require_file(state.st_mode, path)
            data = stream.read(max(self._left, 0) + 1)
        self._left -= len(data)
        if self._left < 0:
            message = over("max_bytes", self.limits.max_bytes)
            raise Denied("limit", f"the files are too large together: {message}", "max_bytes")
        return path, data

    def _find(self, name: str, file: str | None) -> dict[str, Any]:
        """The folder of a package, or why there is none."""
        found = self.resources.find_package(name, base=self.base)
        near = [*found.near]
        if found.path is None and file is not None:
            other = self.resources.find_package(name, base=os.path.dirname(os.path.abspath(file)))
            near += [n for n in other.near if n not in near]
            found = found if other.path is None else other
        self.packages[name] = Package(name, found.path)
        if found.path is not None:
            return {"path": str(found.path)}
        if found.remarks:
            message = f"$(find {shown(name)}): {found.remarks[0].detail}"
        else:
            message = f"there is no package {quoted(name)}"
            if found.tried:
                places = "place" if len(found.tried) == 1 else "places"
                message += f"; {len(found.tried)} {places} tried"
        return {"path": None, "message": message, "near": near}

    def _list(self, pattern: str) -> dict[str, Any]:
        """Remembers a folder that is listed for a pattern, if it is outside."""
        match = _PATTERN.search(pattern)
        folder = os.path.dirname(os.path.abspath(pattern[: match.start() if match else None] + "x"))
        if "\0" not in folder and not self.resources.is_inside(folder, self.base):
            self.outside[folder] = None
        return {}


_BINARY = getattr(os, "O_BINARY", 0)


def _require_file(mode: int, path: str) -> None:
    """Refuses what is no file.

    Raises:
        OSError: it is a folder, a pipe, a device.
    """
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a regular file", path)
