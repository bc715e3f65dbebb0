"""Why a mesh cannot be read or measured."""

from __future__ import annotations


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


class NoMeshError(MeshError):
    """A file that is not a mesh, such as a Git LFS pointer.

    Args:
        what: the name of the file, and what it is.
        remedy: what to do.
    """

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}; {remedy}")
        self.what = what
        self.remedy = remedy
