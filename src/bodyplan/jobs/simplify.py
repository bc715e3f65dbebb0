"""Simplified collision geometry for a URDF: hulls, convex parts, fewer triangles, fitted shapes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from bodyplan.collision.simpler.changed import Pairs, changed_collisions, with_new_meshes
from bodyplan.collision.simpler.choice import MESHES, Choice, Fit, SimplerKind, volume_of
from bodyplan.collision.simpler.shapes import distances
from bodyplan.conversion.urdf.declared_parts import transform_of
from bodyplan.core import Record, plural, replace
from bodyplan.description.description import Description, Source
from bodyplan.description.session import Session, opened
from bodyplan.files.writer import Output
from bodyplan.formats import urdf
from bodyplan.formats.document import Document
from bodyplan.formats.editing import edited
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import is_in_samples
from bodyplan.geometry import MeshError
from bodyplan.geometry.mesh.mesh import stl_of
from bodyplan.geometry.tessellation import tessellated
from bodyplan.jobs.collision import collision_matrix
from bodyplan.jobs.inertia.report import resolver
from bodyplan.model.shape import Box, Capsule, Cylinder, Sphere
from bodyplan.model.transform import IDENTITY, Transform
from bodyplan.resources.manifest import package_above
from bodyplan.spec import change
from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.collision.simpler.shapes import Fitted
    from bodyplan.geometry.mesh.mesh import TriangleMesh
    from bodyplan.model import Geometry, Robot
    from bodyplan.resources import Resources

_CAPSULE_SINCE = (1, 1)
MOST_REPEATED = 200_000
"""Limit on the triangles of meshes that are processed again, because they are used with another
scale or pose."""
_LEAST_REPEATED = 1_000
"""The number of triangles that is counted for a smaller mesh, because the old and new surface are
compared at many points for every mesh."""


class SimplifiedShape(Record):
    """A collision mesh that was replaced.

    Args:
        link: the link.
        uri: the URI of the mesh, as written.
        kind: the kind of the new shape.
        new_uris: the URIs of the new meshes; empty for a primitive shape.
        triangles: the number of triangles of the mesh.
        new_triangles: the number of triangles of the new meshes; 0 for a primitive shape.
        volume_ratio: the volume of the new shape, or of the union of its parts, divided by the
            volume of the mesh, or of its convex hull if the mesh is not closed.
        largest_overshoot: the largest distance of a point of the new surface from the mesh [m].
        largest_depth: the largest distance of a point of the mesh from the new surface [m].
        notes: problems of the mesh, each as a clause.
    """

    OPTIONAL: ClassVar[tuple[str, ...]] = ("notes",)

    link: str
    uri: str
    kind: str
    new_uris: tuple[str, ...]
    triangles: int
    new_triangles: int
    volume_ratio: float
    largest_overshoot: float
    largest_depth: float
    notes: tuple[str, ...] = ()


class UnchangedShape(Record):
    """A collision mesh that could not be replaced.

    Args:
        link: the link.
        uri: the URI of the mesh, as written.
        reason: the reason, as one clause.
    """

    link: str
    uri: str
    reason: str


class ReclassifiedPair(Record):
    """A pair of links whose reason in the collision matrix has changed.

    Args:
        link1: name of a link.
        link2: name of the other link.
        before: the reason with the old shapes, such as "Never"; "Not Disabled" for a pair that is
            checked for collision.
        after: the reason with the new shapes.
    """

    link1: str
    link2: str
    before: str
    after: str


class SimplifyReport(Record):
    """The report on the replaced collision meshes of a robot.

    Args:
        robot: the name of the robot.
        shapes: the meshes that were replaced.
        unchanged: the meshes that could not be replaced.
        new_collisions: pairs of links that collide in the default configuration only with the new
            shapes.
        lost_collisions: pairs of links that collide in the default configuration only with the old
            shapes.
        reclassified: pairs of links whose reason in the collision matrix changed; None if the
            comparison was not requested.
    """

    OPTIONAL: ClassVar[tuple[str, ...]] = ("reclassified",)

    robot: str
    shapes: tuple[SimplifiedShape, ...]
    unchanged: tuple[UnchangedShape, ...] = ()
    new_collisions: Pairs = ()
    lost_collisions: Pairs = ()
    reclassified: tuple[ReclassifiedPair, ...] | None = None


class Simplified(NamedTuple):
    """A robot with simpler collision geometry, which is not yet written.

    Args:
        before: the original document.
        document: the changed document.
        files: the new mesh files, to be written beside the old meshes.
        report: the report on the replaced meshes.
    """

    before: Document
    document: Document
    files: tuple[Output, ...]
    report: SimplifyReport


def simplify(
    source: Source | Description,
    kind: SimplerKind,
    *,
    fit: Fit = "contain",
    tolerance: float | None = None,
    max_parts: int | None = None,
    max_triangles: int | None = None,
    links: Collection[str] | None = None,
    min_triangles: int = 0,
    matrix: bool = False,
    folder: str | os.PathLike[str] | None = None,
    resources: Resources | None = None,
) -> Simplified:
    """Return a URDF whose collision meshes are replaced by simpler shapes. No file is written.

    Only ``<collision>`` elements change. Hulls, parts and decimated meshes become new STL files
    beside the old meshes, in metres and with the scale applied; their names end in "_hull.stl",
    "_part_1.stl" or "_decimated.stl". Fitted shapes become URDF primitives. Since URDF 1.0 does not
    define a capsule, it is written as a cylinder and two spheres. Hulls, parts and fitted shapes
    contain all vertices of the mesh, unless ``fit`` requests the best overlap.

    Args:
        source: a URDF: a description, a document, or a source for ``read``.
        kind: "hulls" for convex hulls; "parts" for a convex decomposition by CoACD; "decimated" for
            fewer triangles by fast-simplification; or the kind of a fitted shape: "box",
            "cylinder", "capsule" or "sphere".
        fit: the objective of a fitted shape: the smallest shape that contains the mesh, or the
            shape with the best overlap.
        tolerance: the largest concavity of a convex part, or the largest distance between a
            decimated mesh and the original mesh [m]. By default 1 % of the diagonal of the bounding
            box of the mesh.
        max_parts: the largest number of parts of a mesh.
        max_triangles: the number of triangles of a decimated mesh, instead of a tolerance.
        links: names of links; by default all.
        min_triangles: meshes with fewer triangles are not replaced.
        matrix: whether to compute the collision matrix with the old and with the new shapes, and
            report the pairs whose reason changed.
        folder: the folder in which the URDF will be saved; by default its present folder. Meshes
            outside this folder and its package are not replaced by new meshes.
        resources: the folders in which packages are searched; by default those of the environment.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a URDF.
        PackageMissingError: CoACD or fast-simplification is required but not installed.
        TooManyPairsError: the robot has too many links with collision geometry for a matrix.
        UnknownNameError: a link does not exist.
        ValueError: the kind is unknown, or an argument does not apply to it or is out of range.
    """
    choice = Choice(kind, fit, tolerance, max_parts, max_triangles)
    choice.check()
    description = opened(source, Session(resources=resources))
    document = description.written
    if not isinstance(document.root, urdf.Robot):
        raise InputError(f"{document.name} is not a URDF; only collisions of a URDF are simplified")
    robot = description.robot
    wanted = set(robot.link_names if links is None else links)
    for name in wanted:
        robot.link_index(name)
    work = _Work(document, robot, choice, min_triangles, description.resources, folder)
    for link in document.root.links:
        if link.name in wanted:
            work.simplify(link)
    after = edited(document, work.edits) if work.edits else document
    report = SimplifyReport(robot.name, tuple(work.shapes), tuple(work.unchanged))
    if work.edits:
        changed = {one.link for one in work.shapes}
        new = opened(after, description.session).robot
        with with_new_meshes(robot, new, work.contents) as simpler:
            gained, lost = changed_collisions(robot, simpler, changed)
            rows = _reclassified(robot, simpler) if matrix else None
        report = replace(report, new_collisions=gained, lost_collisions=lost, reclassified=rows)
    return Simplified(document, after, tuple(work.files.values()), report)


def _reclassified(before: Robot, after: Robot) -> tuple[ReclassifiedPair, ...]:
    """Return the pairs whose reason in the collision matrix differs between two robots.

    Raises:
        TooManyPairsError: the robot has too many links with collision geometry.
    """
    old, new = (
        {(row.link1, row.link2): row.reason for row in collision_matrix(one).rows}
        for one in (before, after)
    )
    return tuple(
        ReclassifiedPair(*pair, reason, new[pair])
        for pair, reason in old.items()
        if pair in new and new[pair] != reason
    )


class _Made(NamedTuple):
    """The replacement of a mesh: a fitted shape in the link frame, or new mesh files."""

    fitted: Fitted | None
    stem: str
    files: tuple[Path, ...]
    facts: dict[str, Any]


class _Work:
    """The state of a simplification, with all replacements so far."""

    def __init__(
        self,
        document: Document,
        robot: Robot,
        choice: Choice,
        min_triangles: int,
        resources: Resources | None,
        folder: str | os.PathLike[str] | None,
    ) -> None:
        self.document, self.robot, self.choice = document, robot, choice
        self.min_triangles = min_triangles
        self.find = resolver(document, resources)
        self.edits: list[Edit] = []
        self.files: dict[Path, Output] = {}
        self.shapes: list[SimplifiedShape] = []
        self.unchanged: list[UnchangedShape] = []
        own = document.path.parent if document.path is not None else os.curdir
        self.home = Path(os.path.realpath(own))
        self.folder = Path(os.path.realpath(own if folder is None else folder))
        self.left = MOST_REPEATED
        self.triangles: dict[Path | str, int] = {}
        self.made: dict[Any, _Made | None] = {}
        self.named: dict[Path, dict[bytes, tuple[Path, ...]]] = {}
        """The new files for each mesh path, by the hash of their contents."""
        self.contents: dict[str, bytes] = {}
        """The contents of the new files, by URI."""

    def simplify(self, link: urdf.Link) -> None:
        """Replace the collision meshes of a link."""
        parts = self.robot.link(link.name).collisions
        for collision, part in zip(link.collisions, parts, strict=True):
            shape = collision.geometry.shape
            if not isinstance(shape, urdf.Mesh):
                continue
            try:
                made = self._made(shape.filename, part)
                if made is not None:
                    self._replace(link, collision, made)
            except (MeshError, OSError) as error:
                reason = UnchangedShape(link.name, shape.filename, str(error))
                self.unchanged.append(reason)

    def _made(self, uri: str, part: Geometry) -> _Made | None:
        """Return the replacement of a mesh, cached by scale and pose; None if it has few triangles.

        Raises:
            MeshError: the mesh cannot be read or replaced, or the limit on repeated meshes is
                exceeded.
        """
        file: Any = self.find(uri)
        path: Path | None = getattr(file, "path", None)
        scale = getattr(part.shape, "scale", None)
        is_mesh = self.choice.kind in MESHES
        key = (path or uri, scale, None if is_mesh else part.origin)
        if key in self.made:
            return self.made[key]
        again = self.triangles.get(path or uri, 0)  # the first use of a file does not count
        if again > self.left:
            raise MeshError(
                f"its other scales and poses have more than {MOST_REPEATED:,} triangles together"
            )
        self.left -= again
        mesh = self.robot.mesh(part)
        self.triangles[path or uri] = max(mesh.face_count, _LEAST_REPEATED)
        if mesh.face_count < self.min_triangles:
            self.made[key] = None
            return None
        assert path is not None  # the file was already read
        fitted: Fitted | None = None
        pieces: tuple[TriangleMesh, ...] = ()
        if is_mesh:
            self._require_room(path)
            pieces, new, volume = self.choice.meshes(mesh)
        else:
            fitted = self.choice.shape(mesh.moved(part.origin))
            new = tessellated(fitted.shape).moved(part.origin.inverse() @ fitted.X_LG)
            volume = fitted.volume
        overshoot, depth = distances(new, mesh)
        facts = {
            "kind": self.choice.kind,
            "triangles": mesh.face_count,
            "new_triangles": sum(one.face_count for one in pieces),
            "volume_ratio": volume / volume_of(mesh),
            "largest_overshoot": overshoot,
            "largest_depth": depth,
            "notes": tuple(_notes(mesh)),
        }
        files = self._files(path, pieces) if pieces else ()
        self.made[key] = made = _Made(fitted, path.stem, files, facts)
        return made

    def _replace(self, link: urdf.Link, collision: urdf.Collision, made: _Made) -> None:
        shape = collision.geometry.shape
        assert isinstance(shape, urdf.Mesh)
        if made.fitted is None:
            uris = tuple(self._uri(shape.filename, file, made.stem) for file in made.files)
            elements = self._mesh_elements(uris, collision, shape)
        else:
            uris = ()
            elements = self._elements(made.fitted, collision)
        first, *others = elements
        self.edits += change.diff(self.document, collision, first)
        for other in others:
            self.edits += change.insertions(self.document, link, other)
        self.shapes.append(
            SimplifiedShape(link=link.name, uri=shape.filename, new_uris=uris, **made.facts)
        )

    def _uri(self, uri: str, file: Path, stem: str) -> str:
        """Return the URI of a new file beside the file of another URI, in the same style."""
        start, dot, _ = uri.rpartition(".")
        new = f"{start if dot else uri}{file.name.removeprefix(stem)}"
        if self.folder != self.home and ":" not in new and not os.path.isabs(new):
            new = Path(os.path.relpath(file, self.folder)).as_posix()
        data = self.files[file].data
        assert isinstance(data, bytes)
        self.contents[new] = data
        return new

    def _mesh_elements(
        self, uris: Iterable[str], old: urdf.Collision, shape: urdf.Mesh
    ) -> Iterator[urdf.Collision]:
        for number, uri in enumerate(uris):
            name = f"{old.name}_{number}" if number and old.name else old.name
            new = replace(shape, filename=uri, scale=(1.0, 1.0, 1.0))
            yield replace(old, name=name, geometry=urdf.Geometry(shape=new))

    def _elements(self, fitted: Fitted, old: urdf.Collision) -> Iterator[urdf.Collision]:
        """Yield the elements of a fitted shape; three for a capsule before URDF 1.1."""
        X, shape = fitted.X_LG, fitted.shape
        pieces: list[tuple[Any, Transform]] = []
        match shape:
            case Box(size=size):
                pieces = [(urdf.Box(size=size), X)]
            case Cylinder(radius=radius, length=length):
                pieces = [(urdf.Cylinder(radius=radius, length=length), X)]
            case Sphere(radius=radius):
                pieces = [(urdf.Sphere(radius=radius), X)]
            case Capsule(radius=radius, length=length):
                if (self.document.version or (1, 0)) >= _CAPSULE_SINCE:
                    pieces = [(urdf.Capsule(radius=radius, length=length), X)]
                else:
                    ends = (Transform(X.R, X @ (0.0, 0.0, z)) for z in (length / 2, -length / 2))
                    pieces = [(urdf.Cylinder(radius=radius, length=length), X)]
                    pieces += [(urdf.Sphere(radius=radius), Transform(p=end.p)) for end in ends]
        for number, (piece, pose) in enumerate(pieces):
            origin = self._origin(old, pose)
            name = f"{old.name}_{number}" if number and old.name else old.name
            yield replace(old, name=name, origin=origin, geometry=urdf.Geometry(shape=piece))

    def _origin(self, old: urdf.Collision, X: Transform) -> urdf.Pose:
        """Return a pose as a URDF element with rounded numbers; if it is unchanged, the old one."""
        if transform_of(old.origin) == X:
            return old.origin
        if X == IDENTITY:
            return urdf.IDENTITY
        x, y, z = (round(angle, 6) + 0.0 for angle in X.rpy)
        px, py, pz = (round(number, 9) + 0.0 for number in X.p)
        return urdf.Pose(xyz=(px, py, pz), rpy=(x, y, z))

    def _require_room(self, path: Path) -> None:
        """Check that a new file may be written beside a mesh.

        Raises:
            MeshError: the mesh is part of bodyplan, or outside the folder and package of the output.
        """
        if is_in_samples(path):
            raise MeshError(f"{path.name} is part of bodyplan; copy the robot with `bundle` first")
        folder = Path(os.path.realpath(path)).parent
        own = package_above(os.fspath(self.folder))
        is_own = own is not None and package_above(os.fspath(folder)) == own
        if not is_own and not folder.is_relative_to(self.folder):
            what = {"hulls": "a hull", "parts": "parts"}.get(self.choice.kind, "a decimated mesh")
            where = own or self.folder
            raise MeshError(f"{what} beside it would be outside {where}, where the output is")

    def _files(self, path: Path, pieces: Sequence[TriangleMesh]) -> tuple[Path, ...]:
        """Return the paths of new files beside a mesh, and add the files to the result."""
        contents = [stl_of(one.vertices[one.faces]) for one in pieces]
        stem = Path(os.path.realpath(path)).with_name(path.stem)
        named = self.named.setdefault(stem, {})
        digest = hashlib.sha256(b"".join(contents)).digest()
        if digest not in named:
            again = f"_{len(named) + 1}" if named else ""
            kind = {"hulls": "hull", "parts": "part"}.get(self.choice.kind, self.choice.kind)
            numbers = [
                f"_{number + 1}" if kind == "part" else "" for number in range(len(contents))
            ]
            names = [f"{path.stem}_{kind}{number}{again}.stl" for number in numbers]
            named[digest] = tuple(map(stem.with_name, names))
            top: str | None = os.fspath(self.folder)
            if not stem.is_relative_to(self.folder):
                top = package_above(os.fspath(self.folder))
            assert top is not None  # see ``_require_room``
            for target, data in zip(named[digest], contents, strict=True):
                relative = os.fspath(target.relative_to(top))
                self.files[target] = Output(relative, data, below=top)
        return named[digest]


def _notes(mesh: TriangleMesh) -> Iterator[str]:
    if mesh.leak is not None:
        yield f"it is not closed ({plural(mesh.open_edges, 'open edge')}): volumes are of its hull"
    elif mesh.is_inside_out:
        yield "it is inside out"
