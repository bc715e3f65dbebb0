"""Errors of meshes that cannot be read or measured."""

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
"""What a file is if it is not the mesh or texture that its name suggests, and a hint, by the first
bytes of the file in lower case."""


class MeshError(ValueError):
    """A mesh cannot be read or measured; the message is the reason.

    Args:
        message: the reason.
        package: the package that would have to be installed; empty if the reason is another one.
    """

    def __init__(self, message: str, *, package: str = "") -> None:
        super().__init__(message)
        self.package = package


class MeshSizeError(MeshError):
    """A mesh exceeds an input limit of bodyplan."""


class MeshBudgetError(MeshSizeError):
    """A mesh is not read because all meshes together exceed an input limit."""


class NoMeshError(MeshError):
    """A file is not a mesh but, for example, a Git LFS pointer.

    Args:
        what: the message: the name of the file, and what the file is.
        remedy: a hint that says what to do.
    """

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}; {remedy}")
        self.what = what
        self.remedy = remedy


def placeholder(data: bytes) -> tuple[str, str] | None:
    """Return what a placeholder file is, such as a Git LFS pointer, and a hint; else None.

    Args:
        data: the content of the file, or its beginning.
    """
    start = data[:256].removeprefix(BOM_UTF8).lstrip().lower()
    return next((found for one, found in _PLACEHOLDERS.items() if start.startswith(one)), None)
