"""The options of a simplification: the kind of the new shapes and their accuracy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from bodyplan.collision.simpler._overlap import best_overlap
from bodyplan.collision.simpler.library import require_package
from bodyplan.collision.simpler.meshes import (
    TOLERANCE,
    convex_parts,
    decimated,
    diagonal,
)
from bodyplan.collision.simpler.shapes import containing
from bodyplan.core import plural
from bodyplan.geometry.mesh.error import MeshError

if TYPE_CHECKING:
    from bodyplan.collision.simpler.shapes import Fitted
    from bodyplan.geometry.mesh.mesh import TriangleMesh

SimplerKind = Literal["hulls", "parts", "decimated", "box", "cylinder", "capsule", "sphere"]
KINDS: tuple[SimplerKind, ...] = get_args(SimplerKind)
MESHES: tuple[SimplerKind, ...] = ("hulls", "parts", "decimated")
"""The kinds that produce new meshes."""
Fit = Literal["contain", "overlap"]
FITS: tuple[Fit, ...] = get_args(Fit)


class NewMeshes(NamedTuple):
    """The meshes that replace a mesh.

    Args:
        pieces: the new meshes.
        surface: surface of the union of the pieces.
        volume: volume of the union of the pieces [m^3].
    """

    pieces: tuple[TriangleMesh, ...]
    surface: TriangleMesh
    volume: float


class Choice(NamedTuple):
    """The options of a simplification; see ``bodyplan.simplify``."""

    kind: SimplerKind
    fit: Fit = "contain"
    tolerance: float | None = None
    max_parts: int | None = None
    max_triangles: int | None = None

    def check(self) -> None:
        """Check that the options are valid and compatible.

        Raises:
            PackageMissingError: the package that computes parts or decimated meshes is not
                installed.
            ValueError: an option is invalid, or two options conflict.
        """
        kind = self.kind
        if kind not in KINDS:
            raise ValueError(f"kind: expected one of {', '.join(KINDS)}, got {kind!r}")
        if self.fit not in FITS:
            raise ValueError(f"fit: expected one of {', '.join(FITS)}, got {self.fit!r}")
        if self.fit != "contain" and kind in MESHES:
            raise ValueError("a fit applies only to a box, cylinder, capsule or sphere")
        if self.tolerance is not None:
            if kind not in {"parts", "decimated"}:
                raise ValueError("a tolerance applies only to parts and decimated meshes")
            if not 0.0 < self.tolerance < math.inf:
                raise ValueError(f"the tolerance must be positive, got {self.tolerance:g}")
        if self.max_parts is not None and (kind != "parts" or self.max_parts < 1):
            raise ValueError("a number of parts applies only to parts, and must be positive")
        if self.max_triangles is not None:
            if kind != "decimated" or self.max_triangles < 4:
                raise ValueError(
                    "a number of triangles applies only to decimated meshes, and must be at least 4"
                )
            if self.tolerance is not None:
                raise ValueError("a number of triangles replaces the tolerance: choose one of them")
        if kind in {"parts", "decimated"}:
            require_package(kind)

    def shape(self, mesh: TriangleMesh) -> Fitted:
        """Return the fitted shape.

        Raises:
            MeshError: the mesh is flat.
        """
        fit = containing if self.fit == "contain" else best_overlap
        return fit(mesh, self.kind)

    def meshes(self, mesh: TriangleMesh) -> NewMeshes:
        """Return the new meshes.

        Raises:
            MeshError: the mesh cannot be replaced.
        """
        tolerance = TOLERANCE * diagonal(mesh) if self.tolerance is None else self.tolerance
        if self.kind == "parts":
            found = convex_parts(mesh, tolerance, self.max_parts)
            first, *others = found.parts
            if not others and first.face_count >= mesh.face_count:
                raise MeshError("it is convex already, within the tolerance")
            return NewMeshes(found.parts, found.outer, found.volume)
        if self.kind == "hulls":
            return NewMeshes((mesh.hull,), mesh.hull, mesh.hull.volume)
        new = decimated(mesh, tolerance, self.max_triangles)
        if new.face_count >= mesh.face_count:
            if self.max_triangles is not None:
                raise MeshError(f"it has {plural(mesh.face_count, 'triangle')} already")
            within = f"{tolerance * 1e3:.3g} mm"
            raise MeshError(f"no mesh with fewer triangles is within {within} of it")
        volume = new.hull.volume if mesh.leak is not None else abs(new.volume)
        return NewMeshes((new,), new, volume)


def volume_of(mesh: TriangleMesh) -> float:
    """Return the volume of a mesh; if it is not closed, the volume of its hull [m^3].

    Raises:
        MeshError: the mesh is flat.
    """
    return mesh.hull.volume if mesh.leak is not None else abs(mesh.volume)
