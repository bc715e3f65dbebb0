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
"""Tells a plain XML document to a tree builder. Gives back twice its depth, and one more when there
is text between its tags; 0 where expat is to be asked. None where the extension is not there."""

ReadXacro = Callable[
    [bytes, int, int, type, type], tuple[Any, list[Any], list[Any], list[str]] | None
]

read_xacro: ReadXacro | None = None
"""The root of a plain xacro file, what is before and behind it, and its names with a prefix; see
``formats/xacro/reading.py``. Gives None where expat is to be asked."""

read_number: Callable[[str], float | None] | None = None
"""The finite decimal number that a text holds from end to end; None where Python is to look."""

read_vector: Callable[[str, int], tuple[float, ...] | None] | None = None
"""So many numbers with spaces between them; None where Python is to look."""


class _Refusal(Exception):  # noqa: N818  (an answer, not an error of the program)
    """Stands for ``Refusal`` without the extension: nothing raises it."""


Refusal: type[Exception] = _Refusal
"""Raised by a batch kernel for arguments that it does not accept as they are; also a TypeError,
ValueError or MemoryError. Any other exception of a kernel is a defect of the kernel."""

Plan: Any = None
"""A robot made ready for the batch kernels: ``Plan(robot.arrays)``. None where the extension is not
there, or was built by a compiler without vector extensions."""


mesh_sums: Callable[..., tuple[float, ...]] | None = None
"""Integrals over what a mesh of triangles encloses, and its area; see ``geometry/mesh_mass.py``."""

mesh_hull: Callable[[Any], bytes] | None = None
"""The triangles of the convex hull of points; see ``geometry/mesh_hull.py``."""


def kernel_sets() -> list[str]:
    """The instruction sets of the batch kernels that this machine can run, best first."""
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
        read_xacro = _native.read_xacro
        read_number = _native.read_number
        read_vector = _native.read_vector
        Plan = getattr(_native, "Plan", None)
        Refusal = getattr(_native, "Refusal", _Refusal)
        mesh_sums = getattr(_native, "mesh_sums", None)
        mesh_hull = getattr(_native, "mesh_hull", None)
        _sets = getattr(_native, "kernel_sets", None)
