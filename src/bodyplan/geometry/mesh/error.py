"""Why a mesh cannot be read or measured."""

from __future__ import annotations

from codecs import BOM_UTF8

_PAGE = ("a web page", "download the file again")
_PLACEHOLDERS = {
    b"version https://git-lfs": (
        "a Git LFS pointer, not the file itself",
        "run `git lfs pull`",
    ),
    b"<!doctype html": _PAGE,
    b"<html": _PAGE,
}
"""Beginnings of files that often replace a mesh or texture, in lower case; what they are, what to do."""


class MeshError(ValueError):
    """A mesh that cannot be read or measured; the message is the reason.

    Args:
        message: the reason.
        package: the missing package that would read it; empty if that is not the reason.
    """

    def __init__(self, message: str, *, package: str = "") -> None:
        super().__init__(message)
        self.package = package


class MeshSizeError(MeshError):
    """A mesh that exceeds an input limit of bodyplan."""


class MeshBudgetError(MeshSizeError):
    """A mesh that is one too many: all meshes of a description together exceed an input limit."""


class NoMeshError(MeshError):
    """A file that is not a mesh, such as a Git LFS pointer.

    Args:
        what: the name of the file, and what it is.
        remedy: the hint what to do about the problem.
    """

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}; {remedy}")
        self.what = what
        self.remedy = remedy


def placeholder(data: bytes) -> tuple[str, str] | None:
    """Return what a file is that replaces another one, such as a Git LFS pointer, and what to do.

    Args:
        data: its content, or the beginning of it.
    """
    start = data[:256].removeprefix(BOM_UTF8).lstrip().lower()
    return next((found for one, found in _PLACEHOLDERS.items() if start.startswith(one)), None)
