"""Meshes that are simpler than a mesh: convex parts, and the same surface with fewer triangles."""

from __future__ import annotations

import io
import math
import subprocess
import threading
import time
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from bodyplan.collision.simpler._child import MOST_MEMORY, MOST_PROCESSOR_SECONDS, MOST_SECONDS
from bodyplan.collision.simpler.shapes import distances
from bodyplan.core.child import is_out_of_time, started, status_name
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.mesh.mesh import TriangleMesh

TOLERANCE = 0.01
"""How far a mesh may be from the old one where nothing is given, as a share of the diagonal of its box."""
MOST_TRIANGLES = 200_000
"""Triangles of a mesh that is decomposed."""
_CHILD = "bodyplan.collision.simpler._child"
_ENVIRONMENT = {
    "OMP_WAIT_POLICY": "passive",
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
}
"""Its threads use no processor time while they wait, which would count for the limit; NumPy has none,
since those that exist before the process is locked stay unlocked."""
_SHORTEST, _LONGEST = 0.01, 1.0
"""The concavities that CoACD accepts, for a mesh of which the largest coordinate is 1."""
_LEAST_FACES = 4
_STEPS = 10
"""Numbers of triangles that are tried."""
_MEASURED = 3_000
"""Points on each surface that the distance is measured at, beside the vertices."""
_ON = 1e-6
"""How far a point may be outside of a part and belong to it, as a share of the size."""
_POINTS = 50_000
"""Points in the box around parts that its volume is measured with."""
_BETWEEN = 1e-3
"""Width of the gap between two parts that counts as inside, as a share of the size."""
_HALVINGS = 2
"""How often the edges of parts are halved to find what is inside of other parts."""
_PLANES = 64
"""Planes that points are compared with at once."""
_GRACE = 60
"""Time for the process to start and answer [s]."""
_lock = threading.Lock()


class PackageMissingError(ModuleNotFoundError):
    """A package of an extra is not installed; the message says what to install."""


def require_package(kind: str) -> None:
    """Check that what makes meshes of a kind is installed.

    Args:
        kind: "parts" or "decimated".

    Raises:
        PackageMissingError: it is not.
    """
    module, package = {
        "parts": ("coacd", "coacd"),
        "decimated": ("fast_simplification", "fast-simplification"),
    }[kind]
    if find_spec(module) is None:
        raise PackageMissingError(
            f"{kind!r} requires {package}, which is not installed: pip install 'bodyplan[simplify]'",
            name=module,
        )


def diagonal(mesh: TriangleMesh) -> float:
    """Return the length of the diagonal of the box of a mesh [m]."""
    return math.hypot(*mesh.size)


# Fewer triangles


def decimated(mesh: TriangleMesh, tolerance: float, most: int | None = None) -> TriangleMesh:
    """Return about the fewest triangles that stay within a distance of a mesh, in both directions.

    The distance is measured at the vertices and at points that are uniform by area. A closed mesh
    stays closed. If nothing smaller is within the distance, the mesh itself is returned.

    Args:
        mesh: the mesh.
        tolerance: largest distance of a point of each surface from the other one [m].
        most: number of triangles, in place of the distance.

    Raises:
        MeshError: the number of triangles cannot be reached.
        PackageMissingError: fast-simplification is not installed.
    """
    require_package("decimated")
    whole = mesh.welded()
    if most is not None:
        if len(whole.faces) <= most:
            return whole
        made = _with_triangles(whole, most)
        if made is None or len(made.faces) > most:
            least = "" if made is None else f", only to {len(made.faces):,}"
            raise MeshError(f"{mesh.name} cannot be decimated to {most:,} triangles{least}")
        return made
    low, high, best = _LEAST_FACES, len(whole.faces), whole
    for _ in range(_STEPS):
        count = math.isqrt(low * high)
        if not low < count < high:
            break
        made = _with_triangles(whole, count)
        if made is not None and max(distances(made, whole, _MEASURED)) <= tolerance:
            high, best = count, made
        else:
            low = count
    return best


def _with_triangles(mesh: TriangleMesh, count: int) -> TriangleMesh | None:
    """Return a mesh with about so many triangles; None if it would be worse than the mesh."""
    import numpy as np

    library: Any = import_module("fast_simplification")
    middle = mesh.bounds.mean(axis=0)
    half = max(mesh.size) / 2.0 or 1.0
    with _lock:  # the library has one mesh at a time
        points, faces = library.simplify(
            (mesh.vertices - middle) / half, np.array(mesh.faces), target_count=count
        )
    try:
        made = mesh.with_arrays(points * half + middle, _with_area(points, faces)).welded()
    except MeshError:  # nothing is left
        return None
    is_worse = mesh.leak is None and (made.leak is not None or made.volume * mesh.volume <= 0.0)
    return None if is_worse else made


def _with_area(points: Any, faces: Any) -> Any:
    """Return the triangles whose corners differ."""
    a, b, c = (points[faces[:, corner]] for corner in range(3))
    return faces[((a != b).any(axis=1)) & ((b != c).any(axis=1)) & ((c != a).any(axis=1))]


# Convex parts


class ConvexParts(NamedTuple):
    """Convex meshes whose union contains the vertices of a mesh.

    Args:
        parts: the meshes, the largest first.
        volume: of their union, measured with points in its box [m^3].
        outer: the triangles of the parts that are not inside of another part.
    """

    parts: tuple[TriangleMesh, ...]
    volume: float
    outer: TriangleMesh


def convex_parts(
    mesh: TriangleMesh, tolerance: float, most: int | None = None, seed: int = 0
) -> ConvexParts:
    """Return convex meshes whose union is close to a mesh and contains its vertices.

    CoACD, in a process with limits, cuts the mesh until the concavity of each part is below the
    tolerance; a mesh that is not closed is first replaced by one that is.

    Args:
        mesh: the mesh.
        tolerance: largest concavity of a part, the distance of its surface from that of its hull [m];
            CoACD does not go below 0.5 % of the longest side of the box of the mesh.
        most: number of parts.
        seed: of the cuts.

    Raises:
        MeshError: the mesh is flat or too large, or the process exceeds a limit or crashes.
        PackageMissingError: CoACD is not installed.

    Source: Wei et al., "Approximate convex decomposition for 3D meshes with collision-aware concavity
    and tree search", 2022.
    """
    require_package("parts")
    whole = mesh.welded()
    if len(whole.faces) > MOST_TRIANGLES:
        raise MeshError(
            f"{mesh.name} has more than {MOST_TRIANGLES:,} triangles, the limit for convex parts;"
            " decimate it first"
        )
    mesh.hull  # noqa: B018  (a mesh that is flat has no parts)
    half = max(mesh.size) / 2.0
    middle = whole.bounds.mean(axis=0)
    threshold = min(max(tolerance / half, _SHORTEST), _LONGEST)
    faces = whole.faces[:, ::-1] if whole.is_inside_out else whole.faces
    found = _decomposed((whole.vertices - middle) / half, faces, (threshold, most or -1, seed))
    clouds = [points * half + middle for points in found]
    hulls = _covering(whole, clouds)
    return ConvexParts(tuple(hulls), _union_volume(hulls), _outer(hulls, mesh))


def _decomposed(vertices: Any, faces: Any, numbers: Sequence[float]) -> list[Any]:
    """Return the corners of the parts that the process finds.

    Raises:
        MeshError: it ends without a result.
    """
    import numpy as np

    given = io.BytesIO()
    for values in (np.array(numbers), np.ascontiguousarray(vertices), np.ascontiguousarray(faces)):
        np.save(given, values, allow_pickle=False)
    try:
        process = started(_CHILD, _ENVIRONMENT)
    except (OSError, ValueError) as error:
        raise MeshError(
            f"CoACD needs a Python process of its own, which cannot start: {error}"
        ) from None
    start, answer = time.monotonic(), b""
    with process:
        try:
            answer, _ = process.communicate(given.getvalue(), timeout=MOST_SECONDS + _GRACE)
        except subprocess.TimeoutExpired:
            pass
        finally:
            process.kill()
    status = process.returncode
    if status:
        raise MeshError(_reason(status, time.monotonic() - start))
    stream = io.BytesIO(answer)
    try:
        counts = np.load(stream, allow_pickle=False)
        found = [np.load(stream, allow_pickle=False) for _ in range(len(counts))]
        is_sound = bool(found) and all(
            one.ndim == 2 and one.shape[1] == 3 and len(one) and np.isfinite(one).all()
            for one in found
        )
    except (ValueError, EOFError, OSError, TypeError):
        is_sound = False
    if not is_sound:
        raise MeshError("CoACD finds no convex parts of it")
    return found


def _reason(status: int, seconds: float) -> str:
    hint = "a larger tolerance or fewer triangles take less"
    if is_out_of_time(status):
        return f"CoACD did not finish within {MOST_PROCESSOR_SECONDS} s of processor time; {hint}"
    if seconds >= MOST_SECONDS:
        return f"CoACD did not finish within {MOST_SECONDS} s; {hint}"
    limit = f"the limit on its memory is {MOST_MEMORY >> 20:,} MiB"
    return f"CoACD crashed ({status_name(status)}); {limit}"


def _covering(mesh: TriangleMesh, clouds: list[Any]) -> list[TriangleMesh]:
    """Return the hulls of some points; vertices of a mesh outside of all extend the nearest hull."""
    import numpy as np

    hulls = [one for one in (_hull_of(mesh, points) for points in clouds) if one is not None]
    if not hulls:
        raise MeshError("CoACD finds no convex parts of it")
    points = mesh.corners
    heights = np.stack([excess(one, points) for one in hulls])
    nearest, outside = heights.argmin(axis=0), heights.min(axis=0) > _ON * max(mesh.size) / 2.0
    for number in np.unique(nearest[outside]).tolist():
        own = points[outside & (nearest == number)]
        wider = _hull_of(mesh, np.concatenate((hulls[number].vertices, own)))
        hulls[number] = wider if wider is not None else hulls[number]
    return sorted(hulls, key=lambda one: -one.volume)


def _hull_of(mesh: TriangleMesh, points: Any) -> TriangleMesh | None:
    """Return the hull of points; None if it is flat."""
    import numpy as np

    rows = -(-len(points) // 3)
    try:
        return mesh.with_arrays(points, np.resize(np.arange(len(points)), (rows, 3))).hull
    except MeshError:
        return None


def excess(hull: TriangleMesh, points: Any) -> Any:
    """Return (n,) how far points are above the highest plane of a convex mesh [m]; negative inside."""
    import numpy as np

    a, b, c = (hull.vertices[hull.faces[:, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    known = lengths > 1e-9 * lengths.max()
    normals = normals[known] / lengths[known, None]
    offsets = np.einsum("ij,ij->i", normals, a[known])
    found = np.full(len(points), -np.inf)
    for start in range(0, len(normals), _PLANES):
        block = slice(start, start + _PLANES)
        np.maximum(found, (points @ normals[block].T - offsets[block]).max(axis=1), out=found)
    return found


def _union_volume(hulls: Sequence[TriangleMesh]) -> float:
    import numpy as np

    if len(hulls) == 1:
        return hulls[0].volume
    low = np.min([one.bounds[0] for one in hulls], axis=0)
    high = np.max([one.bounds[1] for one in hulls], axis=0)
    # the additive recurrence of Roberts: even in three dimensions
    steps = np.power(1.2207440846057596, -np.arange(1.0, 4.0))
    points = low + (np.arange(1, _POINTS + 1)[:, None] * steps % 1.0) * (high - low)
    inside = np.zeros(len(points), bool)
    for one in hulls:
        inside |= excess(one, points) <= 0.0
    return float(inside.mean() * (high - low).prod())


def _outer(hulls: Sequence[TriangleMesh], mesh: TriangleMesh) -> TriangleMesh:
    """Return the triangles of hulls, in smaller ones, that are not inside or on the others."""
    import numpy as np

    edge = _BETWEEN * max(mesh.size)
    kept = []
    for number, one in enumerate(hulls):
        triangles = one.vertices[one.faces]
        for _ in range(_HALVINGS if len(hulls) > 1 else 0):
            triangles = _quartered(triangles)
        looks = np.concatenate((triangles, triangles.mean(axis=1, keepdims=True)), axis=1)
        hidden = np.zeros(looks.shape[:2], bool)
        for other, hull in enumerate(hulls):
            if other != number:
                hidden |= (excess(hull, looks.reshape(-1, 3)) <= edge).reshape(-1, 4)
        kept.append(triangles[~hidden.all(axis=1)])
    corners = np.concatenate(kept).reshape(-1, 3)
    return mesh.with_arrays(corners, np.arange(len(corners)).reshape(-1, 3))


def _quartered(triangles: Any) -> Any:
    import numpy as np

    a, b, c = (triangles[:, corner] for corner in range(3))
    ab, bc, ca = (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0
    parts = ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
    return np.concatenate([np.stack(part, axis=1) for part in parts])
