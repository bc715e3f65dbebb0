"""Conversion of SDFormat shapes."""

from __future__ import annotations

from collections.abc import Sequence

from bodyplan import model
from bodyplan.conversion.loss import LossLog
from bodyplan.conversion.readable_numbers import has_numbers
from bodyplan.core.record import field_names
from bodyplan.formats import sdf
from bodyplan.model.shape import primitive
from bodyplan.spec import Element


def written_shape(geometry: sdf.Geometry) -> Element | None:
    """Return the effective shape: the first shape in libsdformat's search order."""
    shape = next(filter(None, (getattr(geometry, field) for field in SHAPES)), None)
    return shape[0] if isinstance(shape, tuple) else shape


def shape_of(geometry: sdf.Geometry, log: LossLog) -> model.Shape | None:
    """Return the effective shape as a shape of the robot model; None if invalid or missing."""
    shape = declared_shape(geometry, log)
    if shape is None or has_numbers(shape):
        return shape
    log.dropped(
        geometry, next(field for field in SHAPES if getattr(geometry, field)), "invalid numbers"
    )
    return None


def declared_shape(geometry: sdf.Geometry, log: LossLog) -> model.Shape | None:
    """Return the effective shape with its numbers as declared; None if it is missing."""
    log.declared(geometry)
    there = [field for field in SHAPES if getattr(geometry, field)]
    for field in there[1:]:
        log.dropped(geometry, field, f"several shapes; the {there[0]} is used")
    if not there:
        if geometry.empty is None:
            log.dropped(geometry, "", "it has no shape")
        else:
            log.declared(geometry.empty)
        return None
    if there[0] == "polylines":
        return _polyline(geometry.polylines, log)
    written = written_shape(geometry)
    assert written is not None
    return _shape(written, log)


def _polyline(outlines: Sequence[sdf.Polyline], log: LossLog) -> model.Shape:
    for outline in outlines:
        log.declared(outline)
        if outline.height != outlines[0].height:
            log.dropped(outline, "height", "all outlines get the height of the first one")
    return model.Polyline(
        outlines=tuple(outline.points for outline in outlines), height=outlines[0].height
    )


def _shape(shape: Element, log: LossLog) -> model.Shape:
    log.declared(shape)
    match shape:
        case sdf.Plane():
            x, y, z = shape.normal
            length = (x * x + y * y + z * z) ** 0.5
            normal = (x / length, y / length, z / length) if 0.0 < length < 1e150 else shape.normal
            return model.Plane(normal, shape.size)
        case sdf.Mesh():
            return _mesh(shape, log)
        case sdf.Heightmap():
            return model.Heightmap(uri=shape.uri, size=shape.size, position=shape.pos)
        case sdf.ImageShape():
            return model.OtherShape("image", shape.uri)
    made = primitive(shape)
    assert made is not None, shape
    return made


SHAPES = tuple(name for name in field_names(sdf.Geometry) if name not in {"empty", "extra"})
"""The fields of a geometry that are shapes."""


def _mesh(mesh: sdf.Mesh, log: LossLog) -> model.Mesh:
    if mesh.submesh is None:
        return model.Mesh(mesh.uri or mesh.filename, mesh.scale)
    log.declared(mesh.submesh)
    part, center = mesh.submesh.name, mesh.submesh.center
    return model.Mesh(mesh.uri or mesh.filename, mesh.scale, part, center)
