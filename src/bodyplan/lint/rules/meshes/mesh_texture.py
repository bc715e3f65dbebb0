"""Missing textures of meshes, and textures that cannot be read: G506, G510."""

# ruff: noqa: ARG001  (the meshes of a description are opened in one pass over its document)

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan.core import Record, listed, quoted
from bodyplan.diag import Diagnostic, Severity
from bodyplan.files.opener import File
from bodyplan.formats.resources import named_resources
from bodyplan.geometry.files import PICTURES
from bodyplan.geometry.pictures import PictureError, picture_error
from bodyplan.geometry.textures import NamedFile, names_of
from bodyplan.lint.context import Context
from bodyplan.lint.facts.meshes import MeshTrouble, MeshUse, mesh_files
from bodyplan.lint.resource_words import who
from bodyplan.lint.resources import base_of
from bodyplan.lint.rule import rule
from bodyplan.spec import Element, Raw

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_MOST_NAMED = 5


@rule("G506", "mesh-texture-missing", severity="warning")
def mesh_texture_missing(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh refers to a texture or a material library that does not exist.

    The check covers the meshes of visuals, each file once. Meshes that only lack a material
    library (.mtl) are reported together, as information: many exporters refer to such a library and
    do not write it.

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
    seen: dict[File, MeshUse] = {}
    for file in mesh_files(ctx):
        use = next((use for use in file.uses if not use.is_collision), None)
        if use is not None and not isinstance(file.opened, MeshTrouble):
            seen.setdefault(file.file, use)
    bare = []
    for path, use in seen.items():
        missing = [named for named in names_of(path) if not named.is_there]
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


@rule("G510", "texture-unreadable", severity="warning")
def texture_unreadable(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A texture of a visual, or of its mesh, is not a picture or is damaged.

    PNG and JPEG files are checked without decoding their pixels; BMP, TGA, GIF and WebP are decoded
    by Pillow, if it is installed. Pictures in a glTF file are checked as well.

    ## Why it matters
    The part is drawn without its texture, in grey, white or another default of the viewer, and
    MuJoCo stops. Often the file is a Git LFS pointer, because the pictures of the repository were
    never downloaded, or a download was interrupted. A picture that exceeds the input limit, or has
    a format that bodyplan does not show, is reported as information.

    ## Example
        <texture filename="package://robot/textures/steel.png"/>, a file of 130 bytes:
        version https://git-lfs.github.com/spec/v1 ...

    ## Use instead
    Run `git lfs pull` to download the files; otherwise save the picture again, as PNG or JPEG.
    """
    if not ctx.opens_meshes:
        return
    seen: set[File] = set()
    for named in named_resources(ctx.document):
        file = None if isinstance(named.value, Raw) else _readable(ctx, named.uri)
        if file is None or file in seen or file.kind not in PICTURES:
            continue
        seen.add(file)
        error = picture_error(file)
        if error is not None:
            yield _unreadable(ctx, named.value, named.field, f"{who(ctx, named)}: {error}", error)
    for mesh in mesh_files(ctx):
        use = next((use for use in mesh.uses if not use.is_collision), None)
        if use is None or isinstance(mesh.opened, MeshTrouble) or mesh.file in seen:
            continue
        seen.add(mesh.file)
        for holder, error in _errors(mesh.file, seen):
            message = f"{ctx.describe(use.value)}: texture in {quoted(holder)}: {error}"
            yield _unreadable(ctx, use.value, "uri", message, error)


def _errors(mesh: File, seen: set[File]) -> Iterator[tuple[str, PictureError]]:
    """Yield each picture error of a mesh, with the name of the file that refers to the picture."""
    # imported late, because only opened meshes need it
    from bodyplan.geometry.mesh.patches import unshown_pictures

    for one in names_of(mesh):
        file = one.file
        if file is None or one.is_library or not one.is_there or file in seen or file.refusal():
            continue
        seen.add(file)
        error = picture_error(file)
        if error is not None:
            yield one.holder.name, error
    for error in unshown_pictures(mesh):
        yield mesh.name, error


def _unreadable(
    ctx: Context, value: Record | Raw, field: str, message: str, error: PictureError
) -> Diagnostic:
    return ctx.report(
        value,
        message,
        field=field,
        severity=Severity.INFO if error.is_left_out else None,
        hint=error.remedy or None,
    )


def _readable(ctx: Context, uri: str) -> File | None:
    """Return the file of a texture, if it exists and may be read."""
    if not uri:
        return None
    found = _resources(ctx).resolve(uri, base=base_of(ctx))
    if found.path is None or found.is_folder:
        return None
    file = _resources(ctx).file_at(found.path, base=base_of(ctx))
    return None if file.refusal() else file


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


def _resources(ctx: Context) -> Resources:
    return ctx.document.resources or ctx.resources


def _description(missing: list[NamedFile]) -> str:
    first = missing[0]
    if len(missing) == 1:
        what = "material library" if first.is_library else "texture"
        return f"refers to {what} {quoted(first.uri)}, which {first.fault}"
    names = listed([quoted(named.uri) for named in missing], _MOST_NAMED)
    return f"refers to {len(missing)} files that do not exist: {names}"


def _hint(named: NamedFile) -> str:
    where = quoted(named.holder.name)
    if named.line:
        where += f", line {named.line}"
    return f"copy the file next to {where}, and write only its name there"
