"""How fast meshes are measured, beside trimesh and Qhull.

``python benchmarks/meshes.py [--rounds 15]``

A sphere of 20,480 triangles. All runs take turns in one process on one core (interleaved rounds):
thread CPU time, the least of all rounds. The answers are compared in the same run.
"""

from __future__ import annotations

import argparse
import io
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import trimesh

from bodyplan import native
from bodyplan.geometry.mesh import _hull as mesh_hull
from bodyplan.geometry.mesh import _mass as mesh_mass
from bodyplan.geometry.mesh._edges import Edges
from bodyplan.geometry.mesh._formats import parsed
from bodyplan.geometry.mesh.mesh import TriangleMesh


def main() -> None:
    """Prints a line for each measure, then the ratios as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds

    sphere = trimesh.creation.icosphere(subdivisions=5)
    sphere.apply_scale((0.3, 0.5, 0.2))
    mesh = TriangleMesh(sphere.vertices, sphere.faces)
    vertices, faces, bounds = mesh.vertices, mesh.faces, mesh.bounds
    wide = faces.astype(np.int64)

    def theirs() -> Any:
        return trimesh.triangles.mass_properties(vertices[wide])

    def fresh() -> trimesh.Trimesh:
        return trimesh.Trimesh(vertices, wide, process=False)

    def numpy_sums() -> Any:
        return mesh_mass.mesh_sums(vertices, faces, *bounds.mean(axis=0).tolist())

    files: dict[str, bytes] = {
        "stl": sphere.export(file_type="stl"),
        "obj": sphere.export(file_type="obj").encode(),
    }

    def their_read(kind: str) -> Callable[[], Any]:
        return lambda: trimesh.load_mesh(io.BytesIO(files[kind]), file_type=kind)

    def own_read(kind: str) -> Callable[[], Any]:
        return lambda: parsed(files[kind], kind, "sphere", {})

    for kind in files:
        assert np.allclose(their_read(kind)().volume, own_read(kind)().volume, rtol=1e-6)
    own = mesh.mass(1.0)
    other = fresh()
    assert abs(own.mass / other.volume - 1.0) < 1e-12
    assert np.allclose(own.inertia[::3], other.moment_inertia[[0, 1], [0, 1]], rtol=1e-12)
    assert abs(mesh.hull.volume / other.convex_hull.volume - 1.0) < 1e-12

    runs: dict[str, Callable[[], Any]] = {
        "STL read, trimesh": their_read("stl"),
        "STL read": own_read("stl"),
        "OBJ read, trimesh": their_read("obj"),
        "OBJ read": own_read("obj"),
        "mass properties, trimesh": theirs,
        "mass properties": lambda: mesh_mass.sums(vertices, faces, bounds),
        "mass properties in NumPy": numpy_sums,
        "watertight, trimesh": lambda: fresh().is_watertight,
        "watertight": lambda: Edges(vertices, faces).is_watertight,
        "hull, Qhull": lambda: mesh_hull._scipy_hull(vertices),  # noqa: SLF001
        "hull": lambda: mesh_hull.hull(mesh),
    }
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            begin = time.thread_time_ns()
            run()
            best[name] = min(best[name], (time.thread_time_ns() - begin) / 1e6)
    for name, spent in best.items():
        print(f"{name:26} {spent:9.3f} ms")
    ratios = {
        "STL read": best["STL read, trimesh"] / best["STL read"],
        "OBJ read": best["OBJ read, trimesh"] / best["OBJ read"],
        "mass properties": best["mass properties, trimesh"] / best["mass properties"],
        "watertight": best["watertight, trimesh"] / best["watertight"],
        "hull": best["hull, Qhull"] / best["hull"],
    }
    is_native = native.mesh_sums is not None
    print(json.dumps({"triangles": len(faces), "native": is_native, "times faster": ratios}))


if __name__ == "__main__":
    main()
