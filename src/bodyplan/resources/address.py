"""URIs, parsed into parts, with remarks that do not need access to the disk."""

from __future__ import annotations

import re
from typing import NamedTuple

from bodyplan.core import quoted
from bodyplan.diag import near
from bodyplan.resources._result import RemarkKind, Scheme

LONGEST = 4_096
"""The largest number of characters of a URI that is resolved; operating systems do not open longer
paths."""
MOST_PARTS = 100
"""The largest number of parts of a URI that is resolved, including empty parts between slashes."""

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(//)?")
_DRIVE = re.compile(r"/*([A-Za-z]):(?=[/\\]|$)")
_NETWORK = frozenset(("http", "https", "ftp", "ftps", "fuel", "s3", "gs", "ssh", "sftp"))
_KNOWN = ("package", "model", "file")
_FIND = re.compile(r"\$\(find(?:-pkg-share)? +([\w.-]+)\)/([^$]*)")
_HOME = re.compile(r"/(?:home|Users)/([^/]+)(?:/|$)")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")


class Note(NamedTuple):
    """A remark whose suggestion may not be known yet.

    Args:
        kind: the kind of the remark.
        detail: the remark, as a sentence.
        is_mended: whether the URI that is suggested in the end no longer has the problem.
        suggestion: the correct URI, if already known.
    """

    kind: RemarkKind
    detail: str
    is_mended: bool = False
    suggestion: str | None = None


class Address(NamedTuple):
    """A parsed URI.

    Args:
        uri: the URI as written in the description.
        scheme: the form of the URI.
        package: the name of the package or model.
        parts: the parts of the path, without empty parts and ``.``.
        decoded: the same parts with percent codes decoded; None without percent codes.
        notes: the remarks on the URI.
        drive: the drive letter at the beginning; empty without a drive.
        is_open: whether the URI can be resolved on disk.
    """

    uri: str
    scheme: Scheme
    package: str = ""
    parts: tuple[str, ...] = ()
    decoded: tuple[str, ...] | None = None
    notes: tuple[Note, ...] = ()
    drive: str = ""
    is_open: bool = True

    def written(self, parts: tuple[str, ...]) -> str:
        """Return the URI with its path replaced by these parts, in canonical form."""
        tail = "/".join(parts)
        if self.scheme in {"package", "model"}:
            return f"{self.scheme}://{self.package}/{tail}" if tail else self.uri
        if self.scheme == "absolute":
            return f"/{tail}"
        return f"file:///{tail}" if self.scheme == "file" else tail


def parse(uri: str) -> Address:
    """Return the parts of a URI, without access to the disk."""
    notes: list[Note] = []
    if len(uri) > LONGEST:
        detail = f"the URI has {len(uri):,} characters; it was not resolved"
        return Address(uri, "other", notes=(Note("length", detail),), is_open=False)
    if uri.count("/") + uri.count("\\") > MOST_PARTS:
        detail = f"the URI has more than {MOST_PARTS} parts; it was not resolved"
        return Address(uri, "other", notes=(Note("length", detail),), is_open=False)
    text = uri.strip()
    if not text:
        return Address(uri, "empty", is_open=False)
    if text != uri:
        notes.append(Note("whitespace", "leading or trailing whitespace", is_mended=True))
    if "$(" in text or "${" in text:
        return _macro(uri, text, notes)
    if not text.isprintable():
        notes.append(Note("control", f"the URI contains an invisible character: {quoted(text)}"))
    network = text.startswith("\\\\")
    if "\\" in text and not network:
        what = "backslashes are path separators only on Windows"
        notes.append(Note("backslash", what, is_mended=True))
        text = text.replace("\\", "/")
    if network:
        detail = "the URI is a network share (UNC path)"
        return Address(uri, "windows", notes=(*notes, Note("drive", detail)), is_open=False)
    drive = _DRIVE.match(text)
    if drive is not None:
        return _with_drive(uri, "windows", text[drive.end() :], drive[1], notes)
    scheme = _SCHEME.match(text)
    if scheme is None:
        return _path(uri, text, notes)
    return _with_scheme(uri, scheme[1], scheme[2] is not None, text[scheme.end() :], notes)


def _macro(uri: str, text: str, notes: list[Note]) -> Address:
    find = _FIND.fullmatch(text.removeprefix("file://"))
    suggestion = f"package://{find[1]}/{find[2]}" if find is not None else None
    detail = "the URI contains an unexpanded xacro expression"
    notes.append(Note("macro", detail, suggestion=suggestion))
    return Address(uri, "other", notes=tuple(notes), is_open=False)


def _with_scheme(uri: str, word: str, has_slashes: bool, rest: str, notes: list[Note]) -> Address:
    scheme = word.lower()
    if scheme in _NETWORK:
        detail = f"nothing is downloaded, so the {word} URI was not resolved"
        return Address(uri, "network", notes=(*notes, Note("network", detail)), is_open=False)
    if scheme not in _KNOWN:
        if not has_slashes:  # the colon is part of a file name
            return _path(uri, f"{word}:{rest}", notes)
        likely = near(scheme, _KNOWN, limit=1)
        suggestion = f"{likely[0]}://{rest}" if likely else None
        detail = f"{quoted(word + '://')} is not a supported URI scheme"
        notes.append(Note("scheme", detail, suggestion=suggestion))
        return Address(uri, "other", notes=tuple(notes), is_open=False)
    if word != scheme:
        notes.append(
            Note("scheme", f"the scheme {scheme}:// must be in lower case", is_mended=True)
        )
    if scheme == "file":
        return _file(uri, has_slashes, rest, notes)
    if not has_slashes:
        notes.append(Note("scheme", f"expected two slashes after {scheme}:", is_mended=True))
    return _package(uri, "package" if scheme == "package" else "model", rest, notes)


def _package(uri: str, scheme: Scheme, rest: str, notes: list[Note]) -> Address:
    if rest.startswith("/") and rest.strip("/"):
        detail = f"extra slash after {scheme}://; expected the name of a package"
        notes.append(Note("slashes", detail, is_mended=True))
    name, _, tail = rest.lstrip("/").partition("/")
    parts = _parts(tail)
    if not name or name.startswith("."):  # the name of a hidden folder is not the name of a package
        kind: RemarkKind = "outside" if name == ".." else "package"
        notes.append(Note(kind, f"{quoted(name)} is not the name of a package"))
        return Address(uri, scheme, parts=parts, notes=tuple(notes), is_open=False)
    if leaves(parts):
        notes.append(Note("outside", f"the path leaves the package {quoted(name)}", is_mended=True))
    return Address(uri, scheme, name, parts, _decoded(parts), tuple(notes))


def _file(uri: str, has_slashes: bool, rest: str, notes: list[Note]) -> Address:
    drive = _DRIVE.match(rest)
    if drive is not None:
        return _with_drive(uri, "file", rest[drive.end() :], drive[1], notes)
    host = rest.partition("/")[0] if has_slashes else ""
    if host.lower() == "localhost":
        rest, host = rest[len(host) :], ""
    if host.startswith((".", "~")):
        notes.append(Note("scheme", "file:// requires an absolute path", is_mended=True))
    elif host:
        # In "file://meshes/arm.stl", "meshes" is hardly intended as a host name.
        detail = f"file:// is followed by the host name {quoted(host)}; a path starts with a slash"
        notes.append(Note("scheme", detail, is_mended=True))
    if host or not rest.startswith("/"):
        parts = _parts(rest)
        return Address(uri, "relative", "", parts, _decoded(parts), tuple(notes))
    notes.append(_absolute("/" + rest.lstrip("/")))
    parts = _parts(rest)
    return Address(uri, "file", "", parts, _decoded(parts), tuple(notes))


def _with_drive(uri: str, scheme: Scheme, rest: str, letter: str, notes: list[Note]) -> Address:
    detail = f"the path is on the Windows drive {letter.upper()}:"
    notes.append(Note("drive", detail, is_mended=True))
    home = _HOME.match(rest)
    if home is not None:
        notes.append(Note("home", f"the path is in the home folder of {quoted(home[1])}", True))
    return Address(uri, scheme, "", _parts(rest), None, tuple(notes), drive=letter)


def _path(uri: str, text: str, notes: list[Note]) -> Address:
    parts = _parts(text)
    if text.startswith("/"):
        notes.append(_absolute(text))
        return Address(uri, "absolute", "", parts, _decoded(parts), tuple(notes))
    if text.startswith("~"):
        notes.append(Note("home", "only shells expand ~", True))
    return Address(uri, "relative", "", parts, _decoded(parts), tuple(notes))


def _absolute(path: str) -> Note:
    home = _HOME.match(path)
    if home is not None:
        return Note("home", f"the path is in the home folder of {quoted(home[1])}", is_mended=True)
    if path.startswith("/root/"):
        return Note("home", "the path is in the home folder of 'root'", is_mended=True)
    return Note("absolute", "an absolute path is valid on few machines only", is_mended=True)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split("/") if part not in {"", "."})


def _decoded(parts: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the names with percent codes decoded; None without percent codes.

    Also return None if a decoded slash or dot would make the path lead elsewhere.
    """
    if not any("%" in part for part in parts):
        return None
    found = tuple(_PERCENT.sub(_characters, part) for part in parts)
    if any(
        new != old and ("/" in new or "\0" in new or new in {"", ".", ".."})
        for new, old in zip(found, parts, strict=True)
    ):
        return None
    return found if found != parts else None


def _characters(codes: re.Match[str]) -> str:
    return bytes.fromhex(codes[0].replace("%", "")).decode("utf-8", "replace")


def leaves(parts: tuple[str, ...]) -> bool:
    """Return whether a path leads above its starting folder because of ``..``."""
    depth = 0
    for part in parts:
        depth += -1 if part == ".." else 1
        if depth < 0:
            return True
    return False
