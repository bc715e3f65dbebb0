"""The sandboxed child process in which a library processes a mesh; it opens no files."""

from __future__ import annotations

import faulthandler
import os
import sys
from importlib import import_module
from typing import Any

from bodyplan.collision.simpler._messages import receive, send
from bodyplan.core.sandbox import Memory, limit_seconds, lock

MODULES = {"parts": "coacd", "decimated": "fast_simplification"}
"""The Python module that computes each kind of new mesh."""
MOST_PROCESSOR_SECONDS = 600
"""Limit on the processor time for a mesh [s]."""
MOST_SECONDS = 300
"""Limit on the time for a mesh [s]."""
MOST_MEMORY = 4 << 30
"""Limit on the memory for a mesh [bytes]."""

RESOLUTION = 30
"""Number of grid cells along the mesh when CoACD replaces an open mesh by a closed mesh. With
CoACD's default of 50, a simple link gets 30,000 triangles."""


def serve() -> None:
    """Read the kind of meshes from standard input, then answer requests until the input ends."""
    import numpy as np

    import_module("numpy.ctypeslib")  # imported now, because the sandbox blocks later imports
    kind = sys.stdin.buffer.readline().decode().strip()
    library: Any = import_module(MODULES[kind])
    answer = {"parts": _parts, "decimated": _decimated}[kind]
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a library may print to standard output
    with open(os.devnull, "w", encoding="utf-8") as nowhere, np.errstate(all="ignore"):
        memory = Memory()
        lock()
        given = receive(sys.stdin.buffer)
        limit_seconds(MOST_PROCESSOR_SECONDS)
        memory.limit(MOST_MEMORY)
        faulthandler.dump_traceback_later(MOST_SECONDS, exit=True, file=nowhere)
        while given is not None:
            send(results, answer(library, *given))
            given = receive(sys.stdin.buffer)
        faulthandler.cancel_dump_traceback_later()


def _parts(coacd: Any, numbers: Any, vertices: Any, faces: Any) -> list[Any]:
    """Return the corners of each convex part."""
    import numpy as np

    coacd.set_log_level("off")
    threshold, most, seed = numbers.tolist()
    parts = coacd.run_coacd(
        coacd.Mesh(vertices, faces),
        threshold=threshold,
        max_convex_hull=int(most),
        seed=int(seed),
        preprocess_resolution=RESOLUTION,
    )
    return [np.asarray(points, np.float64) for points, _ in parts]


def _decimated(library: Any, count: Any, vertices: Any, faces: Any) -> list[Any]:
    """Return the vertices and triangles of a mesh with about ``count`` triangles."""
    import numpy as np

    points, triangles = library.simplify(vertices, faces, target_count=int(count))
    return [np.asarray(points, np.float64), np.asarray(triangles, np.int64)]
