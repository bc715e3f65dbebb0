"""The optional native extension, which contains faster versions of Python functions.

It is built with the package if a C++ compiler is available. Without it, the slower Python functions
are used. ``bodyplan doctor`` reports whether the extension is installed; the environment variable
``BODYPLAN_NATIVE=0`` disables it.
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
"""A function that parses an XML document without special syntax, and passes it to a tree builder.
It returns twice the depth of the tree, plus 1 if the document has text between tags; or 0 if expat
must parse the document. Without the extension, the value of this variable and of those below is
missing (None)."""

read_number: Callable[[str], float | None] | None = None
"""A function that parses a text as a finite decimal number; it returns None if the Python code must
parse the text."""

read_vector: Callable[[str, int], tuple[float, ...] | None] | None = None
"""A function that parses a given number of numbers separated by spaces; it returns None if the
Python code must parse them."""


RecordMethods = Callable[
    [object, Callable[..., None], Callable[..., Any]],
    tuple[Callable[..., None], Callable[..., Any]],
]

record_methods: RecordMethods | None = None
"""A function that returns faster ``__init__`` and ``__eq__`` methods for records; see
``core/record.py``."""

element_init: Callable[[Callable[..., None]], Callable[..., None]] | None = None
"""A function that returns a faster ``__init__`` method for declared elements; see
``spec/element.py``."""

write_tree: Callable[[Any, str, str], str | None] | None = None
"""A function that serializes an XML element; it returns None if the Python code must do it. See
``spec/writer.py``."""

make_node: Callable[..., Any] | None = None
"""A function that converts a declared value to an XML element; see ``spec/writer.py``."""


class _Refusal(Exception):  # noqa: N818  (an answer, not an error of the program)
    """The placeholder for ``Refusal`` if the extension is missing; it is never raised."""


Refusal: type[Exception] = _Refusal
"""The exception that a batch kernel raises for arguments that it does not accept. Its subclasses
are also subclasses of TypeError, ValueError or MemoryError. Any other exception is a bug in the
kernel."""

Plan: Any = None
"""The class of robots that are prepared for the batch kernels: ``Plan(robot.arrays)``. None without
the extension, or if it was built by a compiler without vector extensions."""


mesh_sums: Callable[..., tuple[float, ...]] | None = None
"""A function that returns volume integrals and the area of a triangle mesh; see
``geometry/mesh/_mass.py``."""

mesh_hull: Callable[[Any], bytes] | None = None
"""A function that returns the triangles of the convex hull of points; see
``geometry/mesh/_hull.py``."""

mesh_field: Callable[[Any, Any, int], bytes] | None = None
"""A function that returns the distances of points from triangles, and their winding numbers; see
``geometry/mesh/distance.py``."""

Scene: Any = None
"""The class that holds the collision shapes of a robot for distance queries; see
``collision/model.py``."""
ProofSurface: Any = None
"""The class that holds the triangles of a link for proofs that links never collide; see
``collision/proof.py``."""
ProofMotion: Any = None
"""The class that describes the motion of one link relative to another; see
``collision/_relative.py``."""
prove_apart: Callable[..., tuple[str, int, int, float, list[float]]] | None = None
"""A function that tries to prove that two links are farther apart than a margin in all
configurations."""
nearest_approach: Callable[..., tuple[float, list[float]]] | None = None
"""A function that searches for the smallest distance of two links, from random configurations by
descent."""
surface_distance: Callable[..., float] | None = None
"""A function that returns the distance between two surfaces."""


def kernel_sets() -> list[str]:
    """Return the instruction sets of the batch kernels that this machine can run, best first."""
    return _sets() if _sets is not None else []


_sets: Callable[[], list[str]] | None = None


switched_off = os.environ.get("BODYPLAN_NATIVE") == "0"
"""Whether the environment variable ``BODYPLAN_NATIVE`` disables the extension."""

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
