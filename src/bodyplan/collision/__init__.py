"""Collisions between the links of a robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core.lazy import loaded_later

if TYPE_CHECKING:
    from bodyplan.collision._queries import colliding_pairs as colliding_pairs
    from bodyplan.collision._queries import contacts as contacts
    from bodyplan.collision._queries import distance as distance
    from bodyplan.collision._queries import is_free as is_free
    from bodyplan.collision.evidence import Contact as Contact
    from bodyplan.collision.model import CollisionModel as CollisionModel
    from bodyplan.collision.pairs import checked_pairs as checked_pairs
    from bodyplan.collision.sphere_collision import SphereModel as SphereModel
    from bodyplan.collision.sphere_collision import sphere_model as sphere_model

_HOMES = {
    "checked_pairs": ".pairs",
    **dict.fromkeys(("SphereModel", "sphere_model"), ".sphere_collision"),
    "CollisionModel": ".model",
    "Contact": ".evidence",
    **dict.fromkeys(("colliding_pairs", "contacts", "distance", "is_free"), "._queries"),
}


if not TYPE_CHECKING:  # without this condition, a type checker would accept every misspelt name
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)
