"""The optional native extension: twins of Python functions, never the only way to do a thing.

It is built with the package where a C++ compiler is at hand; without it everything works, slower.
``bodyplan doctor`` says whether it is there; the environment variable ``BODYPLAN_NATIVE=0`` leaves
it out.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

BuildTree = Callable[
    [
        bytes,
        Callable[[str, dict[str, str]], object],
        Callable[[str], object],
        Callable[[str], object],
        dict[str, str],
    ],
    int,
]

build_tree: BuildTree | None = None
"""Passes a plain XML document to a tree builder. Returns twice its depth, plus one if it has text
between tags; 0 if expat must read the file. None without the extension."""

read_number: Callable[[str], float | None] | None = None
"""Returns the finite decimal number that a text consists of; None if Python must read it."""

read_vector: Callable[[str, int], tuple[float, ...] | None] | None = None
"""Returns a given count of numbers separated by spaces; None if Python must read them."""


RecordMethods = Callable[
    [object, Callable[..., None], Callable[..., Any]],
    tuple[Callable[..., None], Callable[..., Any]],
]

record_methods: RecordMethods | None = None
"""Returns ``__init__`` and ``__eq__`` of records in place of those of Python; see ``core/record.py``."""

element_init: Callable[[Callable[..., None]], Callable[..., None]] | None = None
"""Returns ``__init__`` of declared elements in place of that of Python; see ``spec/element.py``."""

write_tree: Callable[[Any, str, str], str | None] | None = None
"""Returns the text of an XML element; None if Python must write it. See ``spec/writer.py``."""

make_node: Callable[..., Any] | None = None
"""Returns the XML element of a declared value; see ``spec/writer.py``."""


class _Refusal(Exception):  # noqa: N818  (an answer, not an error of the program)
    """``Refusal`` without the extension: it is never raised."""


Refusal: type[Exception] = _Refusal
"""Raised by a batch kernel for arguments that it does not accept as they are; also a TypeError,
ValueError or MemoryError. Any other exception of a kernel is a defect of the kernel."""

Plan: Any = None
"""A robot prepared for the batch kernels: ``Plan(robot.arrays)``. None without the extension, or if
its compiler has no vector extensions."""


mesh_sums: Callable[..., tuple[float, ...]] | None = None
"""Integrals over what a mesh of triangles encloses, and its area; see ``geometry/mesh/_mass.py``."""

mesh_hull: Callable[[Any], bytes] | None = None
"""The triangles of the convex hull of points; see ``geometry/mesh/_hull.py``."""

mesh_field: Callable[[Any, Any, int], bytes] | None = None
"""The distance of points from triangles, and how often these wind around them; see
``geometry/mesh/distance.py``."""

Scene: Any = None
"""The collision shapes of a robot's links, ready for queries; see ``collision/model.py``. None without
the extension."""
ProofSurface: Any = None
"""Triangles of a link for proofs; see ``collision/proof.py``. None without the extension."""
ProofMotion: Any = None
"""How one link moves in the frame of another; see ``collision/_relative.py``."""
prove_apart: Callable[..., tuple[str, int, int, float, list[float]]] | None = None
"""Whether two links are always further apart than a margin."""
nearest_approach: Callable[..., tuple[float, list[float]]] | None = None
"""The smallest distance that random configurations and descents find."""
surface_distance: Callable[..., float] | None = None
"""The distance of two surfaces."""


def kernel_sets() -> list[str]:
    """Return the instruction sets of the batch kernels that this machine can run, best first."""
    return _sets() if _sets is not None else []


_sets: Callable[[], list[str]] | None = None


switched_off = os.environ.get("BODYPLAN_NATIVE") == "0"
"""Whether the environment leaves the extension out."""

if not switched_off:
    try:
        from bodyplan.native import _native  # type: ignore[attr-defined]
    except ImportError:
        _native = None
    if _native is not None:
        build_tree = _native.build_tree
        read_number = _native.read_number
        read_vector = _native.read_vector
        record_methods = getattr(_native, "record_methods", None)
        element_init = getattr(_native, "element_init", None)
        write_tree = getattr(_native, "write_tree", None)
        make_node = getattr(_native, "make_node", None)
        Plan = getattr(_native, "Plan", None)
        Refusal = getattr(_native, "Refusal", _Refusal)
        mesh_sums = getattr(_native, "mesh_sums", None)
        mesh_hull = getattr(_native, "mesh_hull", None)
        mesh_field = getattr(_native, "mesh_field", None)
        Scene = getattr(_native, "Scene", None)
        ProofSurface = getattr(_native, "ProofSurface", None)
        ProofMotion = getattr(_native, "ProofMotion", None)
        prove_apart = getattr(_native, "prove_apart", None)
        nearest_approach = getattr(_native, "nearest_approach", None)
        surface_distance = getattr(_native, "surface_distance", None)
        _sets = getattr(_native, "kernel_sets", None)
