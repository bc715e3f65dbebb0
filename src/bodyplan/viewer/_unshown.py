"""The diagnostics of meshes, textures and named states that a scene cannot show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bodyplan.core import Record, plural, quoted
from bodyplan.diag import Diagnostic, Kind, Severity, Where
from bodyplan.diag.kind import kinds
from bodyplan.geometry.pictures import PictureError
from bodyplan.lint.rules import load
from bodyplan.model import Geometry, Link, Mesh, Robot
from bodyplan.spec.schema_kinds import INPUT_LIMIT
from bodyplan.viewer._robot_scene import MOST_STATE_VALUES
from bodyplan.viewer.assets import NOT_FOUND, Assets, file_of
from bodyplan.viewer.records import SceneGeometry, SceneRobot

TEXTURE_CODES = ("G506", "G510")
"""Codes of textures that are not shown."""
_Reason = tuple[str, str, str, Severity | None]
"""The code, message and hint of a problem, and its severity if it is not the default severity of
the code."""


def unshown(
    robot: Robot, part: SceneRobot, assets: Assets, seen: set[object]
) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each mesh, texture or named state that is not shown, once per file.

    Missing files are left out, because the check of the description reports them. Values without
    a location in a file are left out too.

    Args:
        robot: the robot.
        part: the same robot in the scene.
        assets: the assets of the scene.
        seen: the problems that were reported before; new problems are added.
    """
    count = 0 if robot.semantics is None else len(robot.semantics.states)
    start = robot.where(robot.links[0]) if robot.links else None
    if count > len(part.states) and start is not None:
        yield Diagnostic(
            INPUT_LIMIT,
            f"{plural(count - len(part.states), 'named state')} of {count:,} not shown: the values of"
            f" all states exceed the limit of {MOST_STATE_VALUES:,}",
            start,
            severity=Severity.INFO,
        )
    for link, shown in zip(robot.links, part.links, strict=True):
        pairs = [
            *zip(link.visuals, shown.visuals, strict=True),
            *zip(link.collisions, shown.collisions, strict=True),
        ]
        for number, (geometry, made) in enumerate(pairs):
            is_visual = number < len(link.visuals)
            found: list[tuple[Record, _Reason]] = []
            if geometry.shape is not None:
                found += [(geometry.shape, one) for one in _of_mesh(robot, geometry, made)]
            if is_visual and isinstance(geometry.shape, Mesh):
                found += [(geometry.shape, one) for one in _of_textures(robot, geometry, assets)]
            if is_visual and geometry.material is not None:
                found += [
                    (geometry.material, one) for one in _of_material(robot, geometry, made, assets)
                ]
            for value, (code, reason, hint, severity) in found:
                where = _place(robot, value, geometry, link)
                if where is None or (where.file, code, reason) in seen:
                    continue
                seen.add((where.file, code, reason))
                who = _name(link, geometry, is_visual=is_visual)
                yield Diagnostic(
                    _kind(code), f"{who}: {reason}", where, severity=severity, hint=hint or None
                )


def _of_mesh(robot: Robot, geometry: Geometry, made: SceneGeometry) -> Iterator[_Reason]:
    """Yield the reason why an existing mesh, polyline or heightmap is not shown."""
    problem = made.shape.problem
    if not problem or problem == NOT_FOUND:
        return
    uri = made.shape.uri or ""
    reason, _, hint = problem.partition("; ")
    is_refused = bool(uri) and file_of(robot, geometry, uri)[0] is None
    what = "" if isinstance(geometry.shape, Mesh) else f"<{made.shape.name}> is not shown: "
    yield "G501", what + reason, hint, Severity.INFO if is_refused or what else None


def _of_textures(robot: Robot, geometry: Geometry, assets: Assets) -> Iterator[_Reason]:
    """Yield the reasons why textures of a mesh file are not shown."""
    assert isinstance(geometry.shape, Mesh)
    for one in assets.named_by(robot, geometry, geometry.shape):
        if one.is_library:
            continue
        holder = quoted(one.holder.name) + (f", line {one.line}" if one.line else "")
        if one.file is None or not one.is_there:
            yield (
                "G506",
                f"{quoted(one.holder.name)} refers to texture {quoted(one.uri)}, which {one.fault}",
                f"copy the file next to {holder}, and write only its name there",
                None,
            )
        elif not one.file.refusal():
            error = assets.picture_error(one.file)
            if error is not None:
                yield _left_out(holder, error)
    for error in assets.left_out_of(robot, geometry, geometry.shape):
        yield _left_out(quoted(geometry.shape.uri.rpartition("/")[2]), error)


def _left_out(holder: str, error: PictureError) -> _Reason:
    severity = Severity.INFO if error.is_left_out else None
    return "G510", f"texture in {holder}: {error}", error.remedy, severity


def _of_material(
    robot: Robot, geometry: Geometry, made: SceneGeometry, assets: Assets
) -> Iterator[_Reason]:
    """Yield the reason why the texture of a material is not shown, if its file exists."""
    material = geometry.material
    if not material or not material.texture or made.material is None or made.material.texture:
        return
    file, problem = file_of(robot, material, material.texture)
    if file is None:
        if problem != NOT_FOUND:
            reason, _, hint = problem.partition("; ")
            yield "G510", f"texture {quoted(material.texture)}: {reason}", hint, Severity.INFO
        return
    error = assets.picture_error(file)
    if error is not None:
        severity = Severity.INFO if error.is_left_out else None
        yield "G510", f"texture {error}", error.remedy, severity


def _place(robot: Robot, value: Record, geometry: Geometry, link: Link) -> Where | None:
    """Return the location of a value; if unknown, that of its geometry or link."""
    places = (robot.where(one) for one in (value, geometry, link))
    return next((place for place in places if place is not None), None)


def _name(link: Link, geometry: Geometry, *, is_visual: bool) -> str:
    kind = "visual" if is_visual else "collision"
    name = f" {quoted(geometry.name)}" if geometry.name else ""
    return f"{kind}{name} of link {quoted(link.name)}"


@cache
def _kind(code: str) -> Kind:
    load("meshes")
    return kinds()[code]
