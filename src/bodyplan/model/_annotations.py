"""Data attached to a robot that equality ignores: SRDF, files, source locations, diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Self

import bodyplan
from bodyplan.core import Record
from bodyplan.model._motion import Moving
from bodyplan.model.numeric import need_numpy

if TYPE_CHECKING:
    from bodyplan.diag import Diagnostic, Where
    from bodyplan.files.opener import File
    from bodyplan.geometry.mesh.mesh import TriangleMesh
    from bodyplan.model.details import Details
    from bodyplan.model.parts import Origins
    from bodyplan.model.planning.semantics import Semantics
    from bodyplan.model.shape import Geometry, Material, Shape

FindFile = Callable[[str, Record], "File | None"]
"""A function that takes a URI and the part of a robot that contains it, such as a mesh, and returns
the file; None if the file does not exist.
"""


class Noted(Moving):
    """The annotations of a robot. Robots that differ only in their annotations are equal."""

    __slots__ = ()

    @property
    def semantics(self) -> Semantics | None:
        """The SRDF, resolved against the robot: groups, states, allowed collisions; None without one.

        Equality ignores the SRDF: robots that differ only in their semantics are equal.
        """
        found: Semantics | None = self.__dict__.get("_semantics")
        return found

    def with_semantics(self, semantics: Semantics | None) -> Self:
        """Return the same robot with other semantics."""
        return self._noted(semantics, self.origins)

    @property
    def origins(self) -> Origins | None:
        """The source locations of the values of the robot; None for a robot made in Python."""
        found: Origins | None = self.__dict__.get("_origins")
        return found

    def with_origins(self, origins: Origins | None) -> Self:
        """Return the same robot with source locations."""
        return self._noted(self.semantics, origins)

    def where(self, value: Record) -> Where | None:
        """Return file, line and column of a value; None if unknown.

        Args:
            value: a part of this robot: a link, joint, shape, inertial, frame, sensor and so on.
        """
        return None if self.origins is None else self.origins.where(value)

    def with_files(self, find_file: FindFile | None) -> Self:
        """Return the same robot with a function that finds its files; ``mesh`` uses the function.

        Args:
            find_file: a function of a URI and of the part of the robot that contains it; it returns
                the file, or None if the file does not exist.
        """
        copy = self._noted(self.semantics, self.origins)
        copy.__dict__["_find_file"] = find_file
        return copy

    @property
    def files(self) -> FindFile | None:
        """The function that finds the files of the robot; None if it was not read from a file."""
        found: FindFile | None = self.__dict__.get("_find_file")
        return found

    @property
    def unconnected(self) -> frozenset[str]:
        """The links of the file that are not in the robot: no joint connects them to the root."""
        found: frozenset[str] = self.__dict__.get("_unconnected", frozenset())
        return found

    def with_unconnected(self, names: Iterable[str]) -> Self:
        """Return the same robot with the names of the links that were left out of it.

        The error for such an unknown link then explains that no joint connects it to the root.

        Args:
            names: the names of links that no joint connects to the root link.
        """
        copy = self._noted(self.semantics, self.origins)
        copy.__dict__["_unconnected"] = frozenset(names)
        return copy

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of ``load`` for an SDFormat file, such as those about parts left out."""
        found: tuple[Diagnostic, ...] = self.__dict__.get("_diagnostics", ())
        return found

    def with_diagnostics(self, found: Iterable[Diagnostic]) -> Self:
        """Return the same robot with the diagnostics of its file."""
        copy = self._noted(self.semantics, self.origins)
        copy.__dict__["_diagnostics"] = tuple(found)
        return copy

    @property
    def details(self) -> Details | None:
        """The values of the description that have no field in the robot model.

        None for a robot made in Python.
        """
        found: Details | None = self.__dict__.get("_details")
        return found

    def with_details(self, details: Details | None) -> Self:
        """Return the same robot with values of its description that have no field in the model."""
        copy = self._noted(self.semantics, self.origins)
        copy.__dict__["_details"] = details
        return copy

    @property
    def losses(self) -> tuple[Any, ...]:
        """The values of the file that ``load`` could not convert, as ``Loss`` records."""
        found: tuple[Any, ...] = self.__dict__.get("_losses", ())
        return found

    def with_losses(self, losses: Iterable[Any]) -> Self:
        """Return the same robot with the values of its file that could not be converted."""
        copy = self._noted(self.semantics, self.origins)
        copy.__dict__["_losses"] = tuple(losses)
        return copy

    def file_of(self, value: Geometry | Material | Shape, uri: str) -> File | None:
        """Return the file of a URI in a value of the robot; None if the file does not exist.

        Args:
            value: the geometry, material or shape that contains the URI.
            uri: the URI as written in the description.

        Raises:
            PermissionError: the file may not be read.
        """
        find: FindFile | None = self.__dict__.get("_find_file")
        return None if find is None else find(uri, value)

    def mesh(self, geometry: Geometry | Shape, *, segments: int = 32) -> TriangleMesh:
        """Return the triangles of a geometry of the robot, in the frame G of the geometry.

        ``robot.mesh(geometry).moved(geometry.origin)`` expresses the triangles in the link frame.
        NumPy is required; for a mesh file, also the package that reads its format.

        Args:
            geometry: a visual or collision of this robot, or its shape.
            segments: the number of edges that approximate each full circle of a primitive.

        Raises:
            MeshError: the file does not exist or cannot be read, the geometry has no shape or an
                infinite shape, or the robot was not loaded from a file.
            NumpyMissingError: NumPy is not installed.
        """
        need_numpy()
        find: FindFile | None = self.__dict__.get("_find_file")
        return bodyplan.geometry.mesh_of_part(geometry, find, segments=segments)

    def with_notes_of(self, other: Noted) -> Self:
        """Return the same robot with the annotations of another robot."""
        copy = self._noted(other.semantics, other.origins)
        for name in ("_find_file", "_losses", "_diagnostics", "_details"):
            if name in other.__dict__:
                copy.__dict__[name] = other.__dict__[name]
        return copy

    def _noted(self, semantics: Semantics | None, origins: Origins | None) -> Self:
        """Return a copy that shares all cached values."""
        copy = object.__new__(type(self))
        for field in self._defaults:
            object.__setattr__(copy, field, getattr(self, field))
        copy.__dict__.update(self.__dict__)
        copy.__dict__["_semantics"] = semantics
        copy.__dict__["_origins"] = origins
        return copy
