"""The comparison of visuals and collisions: surfaces, materials, friction."""

from __future__ import annotations

from typing import Any

from bodyplan.compare._collector import Collector, Entity
from bodyplan.compare._fields import field_of
from bodyplan.compare._kinematics import pose_differences
from bodyplan.compare._match import paired
from bodyplan.compare._shapes import Surfaces
from bodyplan.compare.result import Aspect, NotCompared
from bodyplan.model import Geometry, Link, Material

DEFAULT_FRICTION = 1.0
"""The default sliding friction of a collision in MuJoCo and in Gazebo."""
_NO_MATERIAL = Material()
_GEOMETRIES: tuple[tuple[str, Aspect], ...] = (("visuals", "visual"), ("collisions", "collision"))


class GeometryComparison:
    """Compares the visuals and collisions of links.

    Args:
        found: collects the differences.
    """

    def __init__(self, found: Collector) -> None:
        self._found = found
        self._surfaces = Surfaces(found.a, found.b, found.tolerance)

    def compare(self, first: Link, second: Link) -> None:
        """Compare the visuals and collisions of two links."""
        for field, aspect in _GEOMETRIES:
            ours: tuple[Geometry, ...] = getattr(first, field)
            theirs: tuple[Geometry, ...] = getattr(second, field)
            if not ours and not theirs:
                continue
            pairs = paired(
                ours,
                theirs,
                lambda p, q: p.name == q.name and self._is_same(p, q) and _look(p) == _look(q),
                lambda p, q: bool(p.name) and p.name == q.name,
                lambda p, q: self._is_same(p, q) and _look(p) == _look(q),
                self._is_same,
                lambda p, q: type(p.shape) is type(q.shape) and not (p.name and q.name),
                lambda p, q: not (p.name and q.name),
            )
            kind = field.removesuffix("s")
            of = f"link {first.name!r}"
            numbers = {id(one): number for number, one in enumerate(ours, 1)}
            for one, other in pairs.both:
                number = "" if len(ours) == 1 else f"#{numbers[id(one)]}"
                self._geometry((kind, one.name or number, of), aspect, one, other)
            for one in pairs.ours:
                self._found.add(
                    aspect, (kind, one.name, of), "", "removed", _shape(one), at=(one, second)
                )
            for one in pairs.theirs:
                self._found.add(
                    aspect, (kind, one.name, of), "", "added", None, _shape(one), at=(first, one)
                )

    def _is_same(self, first: Geometry, second: Geometry) -> bool:
        return self._surfaces.compare(first, second).outcome == "same"

    def _geometry(self, entity: Entity, aspect: Aspect, first: Geometry, second: Geometry) -> None:
        """Compare the name, surface, material and friction of two geometries."""
        found, at = self._found, (first, second)
        found.values[aspect] += 2
        surface = self._surfaces.compare(first, second)
        if surface.outcome == "unknown":
            where = found.place(0, first) or found.place(1, second)
            called = _called(entity)
            found.unknown.append(NotCompared(aspect, "both", called, "mesh", surface.reason, where))
        elif surface.outcome == "different":
            self._surface(entity, aspect, first, second)
        rubs_alike = {first.friction, second.friction} == {None, DEFAULT_FRICTION}
        skip = ("shape", "origin", "material", "name", *(("friction",) if rubs_alike else ()))
        found.record(entity, first, second, skip=skip, otherwise=aspect)
        found.value(entity, "name", first.name, second.name, field_of("Geometry", "name"), at=at)
        ours, theirs = first.material or _NO_MATERIAL, second.material or _NO_MATERIAL
        if ours.texture and theirs.texture:
            texture = self._surfaces.files(ours, theirs, ours.texture, theirs.texture)
        else:
            texture = None
        compared = () if texture is None else ("texture",)
        found.record(entity, ours, theirs, skip=compared, prefix="material.", at=at)
        if texture is not None and texture.outcome == "different":
            uris = ours.texture, theirs.texture
            found.add("color", entity, "material.texture", "changed", *uris, at=at)
        elif texture is not None and texture.outcome == "unknown":
            called = _called(entity)
            found.unknown.append(NotCompared("color", "both", called, "texture", texture.reason))

    def _surface(self, entity: Entity, aspect: Aspect, first: Geometry, second: Geometry) -> None:
        """Add the differences of pose and shape, and how far two meshes differ.

        If no value differs, add that the surfaces do.
        """
        found, at = self._found, (first, second)
        count = len(found.differences)
        x, y = first.shape, second.shape
        for one in pose_differences("origin", first.origin, second.origin, found.tolerance):
            found.add(
                aspect, entity, one.field, "changed", one.first, one.second,
                unit=one.unit, amount=one.amount, at=at,
            )  # fmt: skip
        if type(x) is not type(y) or x is None or y is None:
            found.add(aspect, entity, "shape", "changed", _shape(first), _shape(second), at=at)
            return
        found.record(entity, x, y, skip=("uri",), prefix="shape.", otherwise=aspect, at=at)
        surface = self._surfaces.compare(first, second)
        if (surface.reason and surface.reason != "size") or len(found.differences) == count:
            found.add(
                aspect, entity, f"mesh {surface.reason}".strip(), "changed",
                surface.first, surface.second, amount=surface.amount, at=at,
            )  # fmt: skip


def _called(entity: Entity) -> str:
    kind, name, *owner = entity
    return " of ".join((f"{kind} {name!r}" if name else kind, *owner))


def _shape(geometry: Geometry) -> str:
    """Return the kind of a shape, with the file of a mesh."""
    shape = geometry.shape
    if shape is None:
        return "no shape"
    uri = getattr(shape, "uri", "")
    return f"{type(shape).__name__.lower()} {uri}".strip()


def _look(geometry: Geometry) -> tuple[Any, ...]:
    material = geometry.material
    rgba = (
        None if material is None or material.rgba is None else [round(c, 5) for c in material.rgba]
    )
    return rgba, geometry.friction
