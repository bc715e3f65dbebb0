"""Collision queries: colliding pairs of links, distances and contacts."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

from bodyplan.collision.evidence import Contact
from bodyplan.collision.model import CollisionModel
from bodyplan.collision.pairs import Pair
from bodyplan.model import Robot

_MOST = 4
_lock = threading.Lock()
_models: list[CollisionModel] = []  # the most recent models


def colliding_pairs(
    robot: Robot, q: Any = None, *, pairs: Iterable[Pair] | None = None
) -> tuple[Pair, ...]:
    """Return the pairs of links that collide in one configuration.

    Two links collide if their collision shapes touch, or if a shape of one link is inside a closed
    mesh of the other link. Primitives are solid and exact; a mesh is a surface, as in MoveIt. Edges of
    cylinders and cones that are less than 1 nm deep in another shape may be missed.

    Args:
        robot: the robot.
        q: (nq,) a configuration, or positions of joints by name [rad] or [m]; by default the
            default configuration.
        pairs: the pairs to check; ``checked_pairs(robot)`` by default.

    Returns:
        The pairs, each in the order of the links.

    Raises:
        UnknownNameError: a link or joint does not exist.
        ValueError: q does not fit the robot, or is not finite.
    """
    return _model(robot, pairs).colliding_pairs(q)


def is_free(
    robot: Robot, q: Any = None, *, pairs: Iterable[Pair] | None = None, threads: int = 1
) -> Any:
    """Return whether no pair of links collides.

    Args:
        robot: the robot.
        q: (*batch, nq) configurations, or positions of joints by name [rad] or [m]; by default the
            default configuration.
        pairs: the pairs to check; ``checked_pairs(robot)`` by default.
        threads: the number of threads that may run at once; the result is the same for any number.

    Returns:
        (*batch,) bool.

    Raises:
        UnknownNameError: a link or joint does not exist.
        ValueError: q does not fit the robot, or is not finite.
    """
    return _model(robot, pairs, threads).is_free(q)


def distance(
    robot: Robot, q: Any = None, *, pairs: Iterable[Pair] | None = None, threads: int = 1
) -> Any:
    """Return the signed distance between links [m]; it is zero or negative in collision.

    In collision, it is the negative penetration depth. For two primitives, the depth is the length
    of the shortest translation that separates them. For a mesh, it is the largest such depth over
    all touching triangles. For a link inside a closed mesh, it is the distance to the surface of
    the mesh. Links that are apart stay apart, and links that touch keep touching, if no point of
    one link moves relative to the other link by more than this distance or depth.

    Distances are exact up to rounding. Only the depths of cylinders, cones and ellipsoids are
    computed iteratively.

    Args:
        robot: the robot.
        q: (*batch, nq) configurations, or positions of joints by name [rad] or [m]; by default the
            default configuration.
        pairs: pairs of links. By default, only the smallest distance over ``checked_pairs(robot)``
            is returned.
        threads: the number of threads that may run at once; the result is the same for any number.

    Returns:
        (*batch,) the smallest distance; if pairs are given, (*batch, pairs) the distance of each
        pair. Infinite if nothing can be measured, such as for a link without collision shapes.

    Raises:
        UnknownNameError: a link or joint does not exist.
        ValueError: q does not fit the robot, or is not finite.
    """
    model = _model(robot, pairs, threads)
    return model.distance(q) if pairs is None else model.distances(q)


def contacts(
    robot: Robot, q: Any = None, *, pairs: Iterable[Pair] | None = None
) -> tuple[Contact, ...]:
    """Return the collisions in one configuration, with links, depths and contact points.

    Args:
        robot: the robot.
        q: (nq,) a configuration, or positions of joints by name [rad] or [m]; by default the
            default configuration.
        pairs: the pairs to check; ``checked_pairs(robot)`` by default.

    Raises:
        UnknownNameError: a link or joint does not exist.
        TooManyStepsError: comparing their geometry takes too many steps, or too many pairs collide.
        ValueError: q does not fit the robot, or is not finite.
    """
    return _model(robot, pairs).contacts(q)


def _model(robot: Robot, pairs: Iterable[Pair] | None, threads: int = 1) -> CollisionModel:
    """Return the collision model for pairs of links; the model for the default pairs is cached."""
    if pairs is not None:
        return CollisionModel(robot, pairs, threads=threads)
    with _lock:
        for model in _models:
            if model.robot is robot and model.threads == threads:
                return model
    made = CollisionModel(robot, threads=threads)
    with _lock:
        _models.append(made)
        del _models[:-_MOST]
    return made
