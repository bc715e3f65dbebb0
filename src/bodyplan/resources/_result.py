"""What a look-up gives back: the file, every place that was tried, and what is odd about it."""

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
"""How an address is written. "windows" is an absolute path with a drive letter or of a share."""

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
"""What is odd about an address.

- "absolute": it holds on machines only that have the same folders.
- "backslash": it has back-slashes, which only Windows takes for separators.
- "base": a relative address was found below another folder than that of its file.
- "whitespace": it begins or ends with blanks.
- "case": the file is called so in another case.
- "control": it has invisible characters, such as a line end.
- "drive": it begins with a drive letter, or names a share of Windows.
- "elsewhere": a file of that name is in another folder of the package.
- "folder": it names a folder, where a file belongs.
- "home": it leads into somebody's home folder.
- "length": it is longer than any address; it was not looked up.
- "macro": it holds an expression that xacro was to expand.
- "network": it names another machine; nothing is ever fetched.
- "outside": it leaves its package, or leads out of the folders that may be read.
- "package": it gives its package another name than the one it has.
- "percent": it has percent codes in place of characters, which few programs decode.
- "refused": a file or folder of that name is there, but must not be used.
- "scheme": its scheme is misspelled, unknown, or written in an unusual form.
- "shadow": the package of this name that comes first lacks the file; a later one has it.
- "simulator": the file comes with a simulator that is not installed here.
- "slashes": it has a slash too many in front of the package.
- "special": it is neither a file nor a folder but a device or a pipe.
- "symlink": a symbolic link leads out of the folders that may be read.
"""


class Tried(NamedTuple):
    """One place that was looked at.

    Args:
        source: why there, such as "package.xml above the file" or "ROS_PACKAGE_PATH".
        path: the file or folder that was looked for.
        outcome: "found", or why that was not it: "no such file", "no such folder", ...
    """

    source: str
    path: Path
    outcome: str

    @property
    def is_found(self) -> bool:
        """Whether this is the place where it was."""
        return self.outcome == FOUND


class Remark(NamedTuple):
    """Something odd about an address, whether or not it leads to a file.

    Args:
        kind: what it is about.
        detail: it in a sentence without a full stop, beginning in lower case.
        suggestion: the address that would be right, if one is known.
    """

    kind: RemarkKind
    detail: str
    suggestion: str | None = None


FOUND = "found"


class Resolution(Record):
    """What became of one address.

    Args:
        uri: the address as written.
        scheme: how it is written.
        package: name of the package or model that it names; empty for other addresses.
        path: the file or folder, where there is one.
        folder: the folder of the package, where one was found; it may lack the file.
        is_folder: whether the path is a folder.
        tried: every place that was looked at, in order.
        near: near names: of packages where the package was not found, else of files.
        remarks: what is odd about the address.
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
        """The source of the place where it was; empty where it was not found."""
        return next((place.source for place in reversed(self.tried) if place.is_found), "")

    @property
    def suggestion(self) -> str | None:
        """The address that would be right, if one is known."""
        return next((r.suggestion for r in self.remarks if r.suggestion is not None), None)

    def remark(self, kind: RemarkKind) -> Remark | None:
        """Return the remark of a kind, if there is one."""
        return next((remark for remark in self.remarks if remark.kind == kind), None)
