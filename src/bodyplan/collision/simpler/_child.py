"""The process in which CoACD decomposes a mesh: it gets arrays that were checked, and opens nothing."""

from __future__ import annotations

import faulthandler
import io
import os
import sys
from importlib import import_module
from typing import Any

from bodyplan.core.sandbox import Memory, limit_seconds, lock

MOST_PROCESSOR_SECONDS = 600
"""Processor time for a mesh [s]."""
MOST_SECONDS = 300
"""Time for a mesh [s]."""
MOST_MEMORY = 4 << 30
"""Memory for a mesh [bytes]."""

RESOLUTION = 30
"""Cells along a mesh that is not closed, from which CoACD makes one that is: 50, its own default, makes
30,000 triangles of a simple link."""


def serve() -> None:
    """Decompose the mesh that comes from standard input, and write the corners of the parts."""
    import numpy as np

    import_module("numpy.ctypeslib")  # later nothing can be imported
    coacd: Any = import_module("coacd")
    coacd.set_log_level("off")
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # for what CoACD prints
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        memory = Memory()
        lock()
        given = io.BytesIO(sys.stdin.buffer.read())
        numbers, vertices, faces = (np.load(given, allow_pickle=False) for _ in range(3))
        limit_seconds(MOST_PROCESSOR_SECONDS)
        memory.limit(MOST_MEMORY)
        faulthandler.dump_traceback_later(MOST_SECONDS, exit=True, file=nowhere)
        threshold, most, seed = numbers.tolist()
        parts = coacd.run_coacd(
            coacd.Mesh(vertices, faces),
            threshold=threshold,
            max_convex_hull=int(most),
            seed=int(seed),
            preprocess_resolution=RESOLUTION,
        )
        faulthandler.cancel_dump_traceback_later()
    answer = io.BytesIO()
    counts = np.array([len(points) for points, _ in parts], np.int64)
    for values in (counts, *(np.asarray(points, np.float64) for points, _ in parts)):
        np.save(answer, values, allow_pickle=False)
    results.write(answer.getbuffer())
    results.flush()
