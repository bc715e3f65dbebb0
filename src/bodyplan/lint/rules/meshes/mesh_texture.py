"""Textures and material libraries of meshes that do not exist: G506."""

# ruff: noqa: ARG001  (the meshes of a description are opened in one pass over its document)

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bodyplan.core import listed, quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.geometry.textures import NamedFile, named_files
from bodyplan.lint.context import Context
from bodyplan.lint.meshes import MeshTrouble, MeshUse, mesh_files
from bodyplan.lint.resources import base_of
from bodyplan.lint.rule import rule
from bodyplan.spec import Element

_MOST_NAMED = 5


@rule("G506", "mesh-texture-missing", severity="warning")
def mesh_texture_missing(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh refers to a texture or a material library that does not exist.

    The check covers the meshes of visuals, each file once. Meshes that only lack a material library
    (.mtl) are one diagnostic, as information: many exporters refer to one and do not write it.

    ## Why it matters
    The part is drawn without its texture, in grey, white or another default of the viewer; some
    viewers omit the whole mesh. The texture stayed on the machine that exported the mesh, or is in
    another folder. The description does not refer to it, so no other check finds it.

    ## Example
        <mesh filename="package://robot/meshes/arm.dae"/>, with
        <init_from>C:/textures/steel.png</init_from> in arm.dae

    ## Use instead
    The texture next to the mesh, and only its name in the mesh file: steel.png
    """
    seen: dict[Path, MeshUse] = {}
    for file in mesh_files(ctx):
        use = next((use for use in file.uses if not use.is_collision), None)
        if use is not None and not isinstance(file.opened, MeshTrouble):
            seen.setdefault(file.path, use)
    bare = []
    for path, use in seen.items():
        missing = [named for named in _named(ctx, path) if not named.is_there]
        if not missing:
            continue
        if all(named.is_library for named in missing):
            bare.append((path, use, missing))
            continue
        message = f"{quoted(path.name)} {_description(missing)}"
        yield _report(ctx, use, message, missing[0], None)
    if bare:
        path, use, missing = bare[0]
        message = f"{quoted(path.name)} {_description(missing)}"
        if len(bare) > 1:
            names = listed([quoted(path.name) for path, *_ in bare], _MOST_NAMED)
            message = f"{len(bare)} meshes refer to material libraries that do not exist: {names}"
        yield _report(ctx, use, message, missing[0], Severity.INFO)


def _report(
    ctx: Context, use: MeshUse, message: str, first: NamedFile, severity: Severity | None
) -> Diagnostic:
    return ctx.report(
        use.value,
        f"{ctx.describe(use.value)}: {message}",
        field="uri",
        severity=severity,
        hint=_hint(first),
    )


def _named(ctx: Context, path: Path) -> tuple[NamedFile, ...]:
    resources = ctx.document.resources or ctx.resources
    try:
        return named_files(path, lambda one: resources.is_inside(one, base_of(ctx)))
    except OSError:  # deleted after it was opened
        return ()


def _description(missing: list[NamedFile]) -> str:
    first = missing[0]
    if len(missing) == 1:
        what = "material library" if first.is_library else "texture"
        return f"refers to {what} {quoted(first.uri)}, which does not exist"
    names = listed([quoted(named.uri) for named in missing], _MOST_NAMED)
    return f"refers to {len(missing)} files that do not exist: {names}"


def _hint(named: NamedFile) -> str:
    where = quoted(named.holder.name)
    if named.line:
        where += f", line {named.line}"
    return f"copy the file next to {where}, and write only its name there"
