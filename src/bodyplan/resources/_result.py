"""The result of a search: the file, all locations that were tried, and remarks."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from bodyplan.core import Record

Scheme = Literal[
    "package",
    "model",
    "file",
    "relative",
    "absolute",
    "windows",
    "network",
    "empty",
    "other",
]
"""The form of a URI. "windows" is an absolute path with a drive letter, or on a network share."""

RemarkKind = Literal[
    "absolute",
    "backslash",
    "base",
    "whitespace",
    "case",
    "control",
    "drive",
    "elsewhere",
    "folder",
    "home",
    "length",
    "macro",
    "network",
    "outside",
    "package",
    "percent",
    "refused",
    "scheme",
    "shadow",
    "simulator",
    "slashes",
    "special",
    "symlink",
]
"""The kinds of remarks on a URI.

- "absolute": the path is valid only on machines with the same folders.
- "backslash": backslashes are separators only on Windows.
- "base": a relative path was found below a folder other than the folder of its file.
- "whitespace": the URI begins or ends with blanks.
- "case": the name of the file differs from the URI in upper and lower case.
- "control": the URI has invisible characters, such as a line end.
- "drive": the path begins with a drive letter, or is on a Windows share.
- "elsewhere": a file with the same name is in another folder of the package.
- "folder": the URI leads to a folder instead of a file.
- "home": the path leads into the home folder of a user.
- "length": the URI is too long, and was not resolved.
- "macro": the URI contains an unexpanded xacro expression.
- "network": the file is on another machine; no file is ever downloaded.
- "outside": the path leads out of its package, or out of the allowed folders.
- "package": the actual name of the package differs from the name in the URI.
- "percent": the URI has percent-encoded characters, which few programs decode.
- "refused": the file or folder exists, but must not be used.
- "scheme": the scheme is misspelled, unknown, or written in an unusual form.
- "shadow": the first package of this name lacks the file, but a later one has it.
- "simulator": the file comes with a simulator that is not installed here.
- "slashes": there is an extra slash before the name of the package.
- "special": the path leads to a device or a pipe.
- "symlink": a symbolic link leads out of the allowed folders.
"""


class Tried(NamedTuple):
    """A location that was tried.

    Args:
        source: why this location was tried, such as "package.xml above the file" or
            "ROS_PACKAGE_PATH".
        path: the file or folder that was searched.
        outcome: "found", or the reason why it was not found: "no such file", "no such folder", ...
    """

    source: str
    path: Path
    outcome: str

    @property
    def is_found(self) -> bool:
        """Whether the file or package was found at this location."""
        return self.outcome == FOUND


class Remark(NamedTuple):
    """A remark on a URI, whether or not its file was found.

    Args:
        kind: the kind of the remark.
        detail: the remark, as a sentence in lower case without a full stop.
        suggestion: the correct URI, if known.
    """

    kind: RemarkKind
    detail: str
    suggestion: str | None = None


FOUND = "found"


class Resolution(Record):
    """The result of resolving a URI.

    Args:
        uri: the URI as written.
        scheme: the form of the URI.
        package: name of the package or model in the URI; empty for other URIs.
        path: the file or folder that was found; None if not found.
        folder: the folder of the package that was found, even if the package lacks the file.
        is_folder: whether the path is a folder.
        tried: the locations that were tried, in order.
        near: names to suggest: packages with similar names if the package was not found, otherwise
            similar files.
        remarks: the remarks on the URI.
    """

    uri: str
    scheme: Scheme
    package: str = ""
    path: Path | None = None
    folder: Path | None = None
    is_folder: bool = False
    tried: tuple[Tried, ...] = ()
    near: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def found_by(self) -> str:
        """The ``source`` of the location at which the file was found; empty if it was not found."""
        return next((place.source for place in reversed(self.tried) if place.is_found), "")

    @property
    def suggestion(self) -> str | None:
        """The correct URI, if known."""
        return next((r.suggestion for r in self.remarks if r.suggestion is not None), None)

    def remark(self, kind: RemarkKind) -> Remark | None:
        """Return the remark of a kind; None without one."""
        return next((remark for remark in self.remarks if remark.kind == kind), None)
