"""Which links of a robot touch each other in a configuration."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, NamedTuple

from bodyplan.geometry import MeshError
from bodyplan.kinematics import forward_kinematics
from bodyplan.model import Link, Robot
from bodyplan.model.shape import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Mesh,
    Plane,
    Sphere,
)

Pair = tuple[str, str]


class CoalMissingError(ModuleNotFoundError):
    """The collision library is not installed."""


def colliding_pairs(
    robot: Robot, q: Any = None, *, pairs: Iterable[Pair] | None = None
) -> tuple[Pair, ...]:
    """Return the pairs of links whose collision geometry touches.

    Primitives are exact; a mesh is its triangles, as in MoveIt. Needs the library Coal. For many
    configurations of one robot make one ``CollisionModel``.

    Args:
        robot: the robot.
        q: (nq,) a configuration, or values of joints by name [rad] or [m]; the default one
            otherwise.
        pairs: the pairs to check; ``checked_pairs(robot)`` by default.

    Returns:
        The pairs, each in the order of the links.

    Raises:
        CoalMissingError: Coal is not installed; the message says what to install.
        UnknownNameError: a link or joint does not exist.
        ValueError: q does not fit the robot.
    """
    return CollisionModel(robot, pairs).colliding_pairs(q)


def checked_pairs(robot: Robot) -> tuple[Pair, ...]:
    """Return the pairs of links that are checked for collision, in the order of the links.

    These are pairs of links with collision geometry that the SRDF does not disable. Adjacent links
    are not checked either, unless the SRDF enables their pair: links that a joint connects, links
    with only links without collision geometry between them, and links of one rigid body.

    Args:
        robot: the robot; its SRDF is ``robot.semantics``.
    """
    semantics = robot.semantics
    matrix = None if semantics is None else semantics.allowed_collision_matrix
    bodies = _bodies(robot)
    solid = [link.name for link in robot.links if _is_solid(link)]
    above = _solid_above(robot, bodies, {bodies[name] for name in solid})
    found = []
    for link, other in combinations(solid, 2):
        entry = None if matrix is None else matrix.entry(link, other)
        if entry is None:
            one, two = bodies[link], bodies[other]
            is_near = one == two or above.get(one) == two or above.get(two) == one
            if is_near or (matrix is not None and matrix.allowed(link, other)):
                continue
        if entry != "always":
            found.append((link, other))
    return tuple(found)


def _is_solid(link: Link) -> bool:
    return any(collision.shape is not None for collision in link.collisions)


def _bodies(robot: Robot) -> dict[str, str]:
    """Return for each link the first link of its rigid body."""
    found: dict[str, str] = {}
    for link in robot.links:
        joint = robot.parent_joint(link.name)
        is_fixed = joint is not None and joint.type == "fixed"
        found[link.name] = found[joint.parent] if joint and is_fixed else link.name
    return found


def _solid_above(robot: Robot, bodies: dict[str, str], solid: set[str]) -> dict[str, str]:
    """Return for each rigid body the nearest one above it that has collision geometry."""
    found: dict[str, str] = {}
    for body in dict.fromkeys(bodies.values()):
        joint = robot.parent_joint(body)
        if joint is not None:
            parent = bodies[joint.parent]
            nearest = parent if parent in solid else found.get(parent)
            if nearest is not None:
                found[body] = nearest
    return found


class Skipped(NamedTuple):
    """A collision that is not checked.

    Args:
        link: whose collision it is.
        reason: why, as one clause.
    """

    link: str
    reason: str


class CollisionModel:
    """The collision geometry of a robot, ready for many configurations. Threads may share it.

    Args:
        robot: the robot.
        pairs: of links to check; ``checked_pairs(robot)`` by default.

    Raises:
        CoalMissingError: Coal is not installed; the message says what to install.
        UnknownNameError: a link of the pairs does not exist.
    """

    def __init__(self, robot: Robot, pairs: Iterable[Pair] | None = None) -> None:
        _coal()
        self.robot = robot
        self.pairs: tuple[Pair, ...] = checked_pairs(robot) if pairs is None else tuple(pairs)
        """The pairs that are checked."""
        skipped: list[Skipped] = []
        used = {robot.link_index(name) for pair in self.pairs for name in pair}
        self._parts = {index: _parts(robot, robot.links[index], skipped) for index in sorted(used)}
        self.skipped = tuple(skipped)
        """Collisions that are not checked, such as meshes that cannot be read."""

    def colliding_pairs(self, q: Any = None) -> tuple[Pair, ...]:
        """Return the pairs of links that touch; see ``bodyplan.collision.colliding_pairs``.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: q does not fit the robot.
        """
        import numpy as np

        coal = _coal()
        robot = self.robot
        X = forward_kinematics(robot, robot.q() if q is None else q)
        if X.ndim != 3:
            raise ValueError(f"expected one configuration, got an array of {X.shape[:-3]}")
        if not np.isfinite(X).all():
            raise ValueError("a configuration of finite numbers is required")
        placed: dict[int, list[tuple[Any, Any, Any]]] = {}
        for index, parts in self._parts.items():
            placed[index] = []
            for shape, X_LG in parts:
                X_RG = X[index] @ X_LG
                pose = coal.Transform3s(X_RG[:3, :3], X_RG[:3, 3])
                solid = coal.CollisionObject(shape, pose)
                placed[index].append((shape, pose, solid.getAABB()))
        request, result = coal.CollisionRequest(), coal.CollisionResult()
        found = []
        for link, other in self.pairs:
            one, two = placed[robot.link_index(link)], placed[robot.link_index(other)]
            if _touch(coal, one, two, request, result):
                found.append((link, other))
        return tuple(found)


def _touch(coal: Any, one: list[Any], two: list[Any], request: Any, result: Any) -> bool:
    for shape, pose, box in one:
        for other, place, room in two:
            if not box.overlap(room):
                continue
            result.clear()
            if coal.collide(shape, pose, other, place, request, result):
                return True
    return False


def _coal() -> Any:
    """Return the collision library.

    Raises:
        CoalMissingError: it is not installed.
    """
    try:
        import coal  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ModuleNotFoundError:
        raise CoalMissingError(
            "exact collisions require Coal, which is not installed:"
            " pip install 'bodyplan[collision]'",
            name="coal",
        ) from None
    return coal


def _parts(robot: Robot, link: Link, skipped: list[Skipped]) -> list[tuple[Any, Any]]:
    """Return shape and pose X_LG of each collision of a link."""
    import numpy as np

    found = []
    for part in link.collisions:
        X_LG = np.array(part.origin.matrix, np.float64)
        if not np.isfinite(X_LG).all():
            skipped.append(Skipped(link.name, "its pose is not finite"))
            continue
        try:
            shape = _shape(robot, part)
        except MeshError as error:
            skipped.append(Skipped(link.name, str(error)))
            continue
        if shape is None:
            skipped.append(Skipped(link.name, "its shape cannot be checked for collision"))
        else:
            found.append((shape, X_LG))
    return found


def _shape(robot: Robot, part: Geometry) -> Any:
    """Return a shape of Coal; None for one that has none.

    Raises:
        MeshError: the mesh does not exist or cannot be read.
    """
    coal = _coal()
    match part.shape:
        case Box(size=size) if _are_sizes(size):
            return coal.Box(*size)
        case Sphere(radius=radius) if _are_sizes((radius,)):
            return coal.Sphere(radius)
        case Cylinder(radius=radius, length=length) if _are_sizes((radius, length)):
            return coal.Cylinder(radius, length)
        case Capsule(radius=radius, length=length) if _are_sizes((radius, length)):
            return coal.Capsule(radius, length)
        case Cone(radius=radius, length=length) if _are_sizes((radius, length)):
            return coal.Cone(radius, length)
        case Ellipsoid(radii=radii) if _are_sizes(radii):
            return coal.Ellipsoid(*radii)
        case Plane(normal=normal):
            import numpy as np

            return coal.Halfspace(np.array(normal, np.float64), 0.0)
        case Mesh():
            return _triangles(coal, robot, part)
        case _:
            return None


def _are_sizes(values: Iterable[float]) -> bool:
    return all(0.0 < value < float("inf") for value in values)


def _triangles(coal: Any, robot: Robot, part: Geometry) -> Any:
    import numpy as np

    mesh = robot.mesh(part)
    shape = coal.BVHModelOBBRSS()
    shape.beginModel(len(mesh.faces), len(mesh.vertices))
    shape.addVertices(np.array(mesh.vertices))
    shape.addTriangles(np.array(mesh.faces, np.int64))
    shape.endModel()
    return shape
