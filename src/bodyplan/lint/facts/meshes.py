"""Open the meshes of a document for all rules: each file is read once, and the result is cached.

Opening the meshes of a robot takes from 0.1 s to some seconds and needs the extra ``mesh``, so it
is only done on request. NumPy is imported only if there is a mesh to open.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bodyplan import model
from bodyplan.core import Record, quoted
from bodyplan.files.opener import File
from bodyplan.formats.input_error import InputError
from bodyplan.geometry.mesh.error import MeshError, MeshSizeError, NoMeshError
from bodyplan.geometry.mesh.facts import MeshFacts
from bodyplan.lint.context import Context
from bodyplan.lint.resources import base_of
from bodyplan.resources.find import REMEDY
from bodyplan.spec import Vec3

_LEAST_SCALE, _MOST_SCALE = 1e-9, 1e9
"""Outside of these scales, a mesh vanishes or its coordinates overflow; G202 and G205 report them."""


class MeshUse(Record):
    """A reference to a mesh in a description.

    Args:
        value: the mesh.
        link: the link that the mesh belongs to.
        is_collision: whether it is in a collision; otherwise, it is in a visual.
        is_simplified: whether simulators replace the mesh by convex hulls for collision.
    """

    value: model.Mesh
    link: model.Link
    is_collision: bool
    is_simplified: bool = False


class MeshTrouble(Record):
    """The reason why a mesh could not be opened.

    Args:
        sentence: the reason; it begins with the name of the file.
        is_left_out: whether the file may be valid, because bodyplan did not read it: it is too
            large, or outside of the allowed folders.
        remedy: what to do; empty if unknown.
    """

    sentence: str
    is_left_out: bool = False
    remedy: str = ""


Opened = MeshFacts | MeshTrouble


class MeshFile(Record):
    """A mesh file at one scale, with all references to it.

    Args:
        file: the file.
        opened: the facts about its content, or the reason why they are unknown.
        uses: the references, in the order of the links.
    """

    file: File
    opened: Opened
    uses: list[MeshUse]

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self.file.path

    @property
    def part(self) -> tuple[Path, str]:
        """The path, and the name of the used part (submesh); equal for uses at different scales."""
        return self.path, self.uses[0].value.part

    @property
    def times(self) -> str:
        """The number of references for a message: " (3 times)"; empty for one reference."""
        return f" ({len(self.uses)} times)" if len(self.uses) > 1 else ""

    @property
    def called(self) -> str:
        """The name in messages: "'arm.dae'", or "part 'Body' of 'arm.dae'"."""
        part = self.uses[0].value.part
        return (
            f"part {quoted(part)} of {quoted(self.path.name)}" if part else quoted(self.path.name)
        )

    @property
    def touched(self) -> list[MeshUse]:
        """The references from collisions that use the triangles themselves, not convex hulls."""
        return [use for use in self.uses if use.is_collision and not use.is_simplified]


def mesh_files(ctx: Context) -> list[MeshFile]:
    """Return the meshes of the document that exist, in the order of their first reference.

    The list is empty if rules may not open meshes. Other rules report missing meshes.

    Raises:
        InputError: the library that reads these meshes is not installed.
    """
    return ctx.once(_mesh_files)


def facts_of(ctx: Context, value: model.Mesh) -> MeshFacts | None:
    """Return the facts about the file of a mesh; None if they are unknown."""
    return ctx.once(_facts).get(id(value))


def mesh_uses(ctx: Context) -> Iterator[MeshUse]:
    """Yield the meshes that the links of the document reference, link by link."""
    for parts in ctx.parts:
        for link in parts.links:
            for geometries, is_collision in ((link.visuals, False), (link.collisions, True)):
                for geometry in geometries:
                    mesh = geometry.shape
                    if isinstance(mesh, model.Mesh):
                        is_simplified = bool(getattr(ctx.source(mesh), "optimization", ""))
                        yield MeshUse(mesh, link, is_collision, is_simplified)


def _facts(ctx: Context) -> dict[int, MeshFacts]:
    return {
        id(use.value): file.opened
        for file in mesh_files(ctx)
        if isinstance(file.opened, MeshFacts)
        for use in file.uses
    }


def _mesh_files(ctx: Context) -> list[MeshFile]:
    if not ctx.opens_meshes:
        return []
    from bodyplan.geometry.mesh.loading import KINDS

    resources = ctx.document.resources or ctx.resources
    base = base_of(ctx)
    found: dict[str, File | None] = {}
    uses: dict[tuple[File, Vec3, str, bool], list[MeshUse]] = {}
    for use in mesh_uses(ctx):
        mesh = use.value
        if not all(_LEAST_SCALE <= abs(factor) <= _MOST_SCALE for factor in mesh.scale):
            continue
        if mesh.uri not in found:
            place = resources.resolve(mesh.uri, base=base)
            found[mesh.uri] = (
                None
                if place.path is None or place.is_folder
                else resources.file_at(place.path, base=base)
            )
        file = found[mesh.uri]
        if file is not None and file.kind in KINDS:  # other formats are reported by G206
            uses.setdefault((file, mesh.scale, mesh.part, mesh.is_centered), []).append(use)
    _require_readers(ctx, {file.kind for file, *_ in uses})
    files: list[MeshFile] = []
    try:
        for (file, scale, part, is_centered), named in uses.items():
            _tell(ctx, len(files), len(uses))
            refusal = file.refusal()
            opened = (
                _refused(file, refusal)
                if refusal
                else _opened(file, scale, part, is_centered=is_centered)
            )
            files.append(MeshFile(file, opened, named))
    finally:
        _tell(ctx, len(uses), len(uses))
    return files


def _refused(file: File, refusal: str) -> MeshTrouble:
    sentence = f"{quoted(file.name)} is not opened: {refusal}"
    return MeshTrouble(sentence, is_left_out=True, remedy=REMEDY)


def _opened(file: File, scale: Vec3, part: str = "", *, is_centered: bool = False) -> Opened:
    import numpy as np

    from bodyplan.geometry.mesh.loading import load_mesh

    try:
        with np.errstate(all="ignore"):  # very large coordinates may overflow
            return MeshFacts(load_mesh(file, scale, part=part, is_centered=is_centered))
    except NoMeshError as error:
        return MeshTrouble(error.what, remedy=error.remedy)
    except MeshError as error:
        return MeshTrouble(str(error), isinstance(error, MeshSizeError))


def _tell(ctx: Context, done: int, total: int) -> None:
    if ctx.run.watch is not None:
        ctx.run.watch(done, total)


def _require_readers(ctx: Context, kinds: set[str]) -> None:
    """Check that the libraries that read these files are installed.

    Raises:
        InputError: a library is not installed.
    """
    from bodyplan.geometry.mesh.loading import missing_package

    for ending in sorted(kinds):
        package = missing_package(ending)
        if package is not None:
            raise InputError(
                f"{ctx.document.name}: its meshes cannot be opened because {package} is not "
                "installed: pip install 'bodyplan[mesh]'"
            )
