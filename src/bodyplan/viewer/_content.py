"""The content of a scene that the server sends to a page."""

from __future__ import annotations

import threading
from functools import cached_property

from bodyplan.collision import CollisionModel
from bodyplan.viewer.scene import Scene


class SceneContent:
    """The content of a scene, encoded as the server sends it.

    Args:
        scene: the scene; it must not change afterwards.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._lock = threading.Lock()
        self._models: dict[int, CollisionModel] = {}

    @cached_property
    def _json(self) -> bytes:
        return self._scene.json_bytes(urls=True, has_overshoot=self._scene.has_overshoot)

    def scene_json(self) -> bytes:
        """Return the scene as JSON, with the URLs of its assets."""
        with self._lock:
            return self._json

    @cached_property
    def _overshoot(self) -> bytes:
        return self._scene.overshoot_json()

    def overshoot_json(self) -> bytes:
        """Return how far spheres and collision shapes extend beyond others, as JSON.

        Spheres are compared with collision shapes, and collision shapes with visuals.

        Raises:
            ModuleNotFoundError: NumPy is not installed.
        """
        with self._lock:
            return self._overshoot

    def asset(self, name: str) -> tuple[str, bytes] | None:
        """Return the media type and the bytes of an asset; None if it does not exist."""
        found = self._scene.assets.get(name)
        return None if found is None else (found.media, found.data)

    def pairs(self, robot: int, q: list[float]) -> list[tuple[str, str]]:
        """Return the pairs of links that collide, without the pairs that the SRDF disables.

        Raises:
            ValueError: the robot does not exist, or the configuration does not fit it.
            ModuleNotFoundError: NumPy is not installed.
        """
        robots = self._scene.robots
        if not 0 <= robot < len(robots):
            raise ValueError(f"robot {robot} does not exist")
        with self._lock:  # the geometry is read only once
            model = self._models.get(robot)
            if model is None:
                model = self._models[robot] = CollisionModel(robots[robot])
        return list(model.colliding_pairs(q))
