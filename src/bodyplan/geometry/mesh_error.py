"""Why a mesh cannot be read or measured."""

from __future__ import annotations


class MeshError(ValueError):
    """A mesh that cannot be read or measured; the message is the reason.

    Args:
        message: the reason.
        package: what would read it, and is not installed; empty where that is not the reason.
    """

    def __init__(self, message: str, *, package: str = "") -> None:
        super().__init__(message)
        self.package = package


class MeshSizeError(MeshError):
    """A mesh with more in it than is read here; others may read it."""


class NoMeshError(MeshError):
    """A file that is no mesh at all but something that often lies in the place of one.

    Args:
        what: the name of the file, and what it is.
        remedy: what is to be done.
    """

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}; {remedy}")
        self.what = what
        self.remedy = remedy
