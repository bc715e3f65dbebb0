"""The page that shows a robot: its scene, its server, and pictures of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core.lazy import loaded_later

if TYPE_CHECKING:
    from bodyplan.viewer.robot_glb import robots_to_glb as robots_to_glb
    from bodyplan.viewer.scene import Scene as Scene
    from bodyplan.viewer.scene import scene_of as scene_of

_HOMES = {"Scene": ".scene", "robots_to_glb": ".robot_glb", "scene_of": ".scene"}

if not TYPE_CHECKING:  # else no misspelt name would be found
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)
