"""Pictures and material libraries that meshes name and that are not there: G506."""

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

_MOST_NAMED = 3


@rule("G506", "mesh-texture-missing", severity="warning")
def mesh_texture_missing(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh names a picture or a material library that is not there.

    Looked at are the meshes of visuals; each is told once. Meshes of which only the library of materials
    (.mtl) is missing are told together, as information: many exporters name one and write none.

    ## Why it matters
    The part is drawn without its texture, in grey or white, or in whatever the viewer takes instead;
    some leave the whole mesh out. The picture stayed on the machine that exported the mesh, or lies
    in another folder than the file says. The description never names it, so that no other check
    finds it missing.

    ## Example
        <mesh filename="package://robot/meshes/arm.dae"/>, with
        <init_from>C:/textures/steel.png</init_from> in arm.dae

    ## Use instead
    The picture beside the mesh, and its name alone in the file: steel.png
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
        message = f"{quoted(path.name)} {_told(missing)}"
        yield _report(ctx, use, message, missing[0], None)
    if bare:
        path, use, missing = bare[0]
        message = f"{quoted(path.name)} {_told(missing)}"
        if len(bare) > 1:
            names = listed([quoted(path.name) for path, *_ in bare], _MOST_NAMED)
            message = f"{len(bare)} meshes name material libraries that are not there: {names}"
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
    except OSError:  # gone since it was opened
        return ()


def _told(missing: list[NamedFile]) -> str:
    first = missing[0]
    if len(missing) == 1:
        what = "the material library" if first.is_library else "the picture"
        return f"names {what} {quoted(first.uri)}, which is not there"
    names = listed([quoted(named.uri) for named in missing], _MOST_NAMED)
    return f"names {len(missing)} files that are not there: {names}"


def _hint(named: NamedFile) -> str:
    where = f"{quoted(named.uri)} is named in {quoted(named.holder.name)}"
    if named.line:
        where += f", line {named.line}"
    return f"{where}; put the file beside that one, and write its name alone"
