"""Collisions between the links of a robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core.lazy import loaded_later

if TYPE_CHECKING:
    from bodyplan.collision.pairs import CoalMissingError as CoalMissingError
    from bodyplan.collision.pairs import CollisionModel as CollisionModel
    from bodyplan.collision.pairs import checked_pairs as checked_pairs
    from bodyplan.collision.pairs import colliding_pairs as colliding_pairs

_HOMES = dict.fromkeys(
    ("CoalMissingError", "CollisionModel", "checked_pairs", "colliding_pairs"), ".pairs"
)


if not TYPE_CHECKING:  # else no misspelt name would be found
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)
