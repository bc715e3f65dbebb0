"""Simpler collision geometry for the links of a URDF: convex hulls, or shapes that contain a mesh."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from bodyplan.collision.simpler import containing, distances
from bodyplan.conversion.urdf.elements import transform_of
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
from bodyplan.geometry.mesh.groups import stl_of
from bodyplan.geometry.tessellation import tessellated
from bodyplan.jobs.inertia import resolver
from bodyplan.model.shape import Box, Capsule, Cylinder, Sphere
from bodyplan.model.transform import IDENTITY, Transform
from bodyplan.resources.manifest import package_above
from bodyplan.spec import change
from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.collision.simpler import Fitted
    from bodyplan.geometry.mesh.mesh import TriangleMesh
    from bodyplan.model import Geometry, Robot
    from bodyplan.resources import Resources

SimplerKind = Literal["hull", "box", "cylinder", "capsule", "sphere"]
KINDS: tuple[SimplerKind, ...] = ("hull", "box", "cylinder", "capsule", "sphere")
_CAPSULE_SINCE = (1, 1)
MOST_REPEATED = 200_000
"""Triangles of meshes that are computed with again, in other scales and poses."""
_LEAST_REPEATED = 1_000
"""Triangles that such a mesh counts at least: the points of its surface are that many."""


class SimplifiedShape(Record):
    """A collision mesh that was replaced.

    Args:
        link: the link.
        uri: of the mesh, as written.
        kind: of the new shape.
        new_uri: of the new mesh; "" for a primitive shape.
        triangles: of the mesh.
        new_triangles: of the new mesh; 0 for a primitive shape.
        volume_ratio: volume of the new shape divided by that of the mesh, or of its hull if the mesh
            is not closed.
        largest_overshoot: largest distance of the new surface from the mesh [m].
        largest_depth: largest distance of the surface of the mesh from the new surface, inside of it [m].
        notes: what is not as it should be with the mesh, one clause each.
    """

    OPTIONAL: ClassVar[tuple[str, ...]] = ("notes",)

    link: str
    uri: str
    kind: str
    new_uri: str
    triangles: int
    new_triangles: int
    volume_ratio: float
    largest_overshoot: float
    largest_depth: float
    notes: tuple[str, ...] = ()


class UnchangedShape(Record):
    """A collision mesh that cannot be replaced.

    Args:
        link: the link.
        uri: of the mesh, as written.
        reason: why, as one clause.
    """

    link: str
    uri: str
    reason: str


class SimplifyReport(Record):
    """The collision meshes of a robot that were replaced.

    Args:
        robot: its name.
        shapes: what was replaced.
        unchanged: what could not be replaced.
    """

    robot: str
    shapes: tuple[SimplifiedShape, ...]
    unchanged: tuple[UnchangedShape, ...] = ()


class Simplified(NamedTuple):
    """A robot with simpler collision geometry. Nothing is written.

    Args:
        before: the document.
        document: the changed one.
        files: new meshes, beside the old ones.
        report: what was replaced.
    """

    before: Document
    document: Document
    files: tuple[Output, ...]
    report: SimplifyReport


def simplify(
    source: Source | Description,
    kind: SimplerKind,
    *,
    links: Collection[str] | None = None,
    min_triangles: int = 0,
    folder: str | os.PathLike[str] | None = None,
    resources: Resources | None = None,
) -> Simplified:
    """Return a URDF whose collision meshes are replaced by simpler shapes. Nothing is written.

    Every replacement contains the vertices of the mesh. Only ``<collision>`` changes. Convex hulls
    become new files beside the meshes, in metres and with the scale applied, whose names end in
    "_hull.stl"; primitive shapes get numbers in the URDF. URDF 1.0 has no capsule, so a cylinder and
    two spheres are written instead.

    Args:
        source: a URDF: a description, a document, or what ``read`` accepts.
        kind: "hull", or the kind of the shape: "box", "cylinder", "capsule" or "sphere".
        links: names of links; by default all.
        min_triangles: meshes with fewer triangles stay.
        folder: where the URDF will be written; by default, where it is. Hulls are made only below it
            or in the package that it is in; other meshes stay.
        resources: where packages are searched; by default, as the environment defines.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a URDF.
        UnknownNameError: a link does not exist.
        ValueError: the kind is unknown.
    """
    if kind not in KINDS:
        raise ValueError(f"kind: expected one of {', '.join(KINDS)}, got {kind!r}")
    description = opened(source, Session(resources=resources))
    document = description.written
    if not isinstance(document.root, urdf.Robot):
        raise InputError(f"{document.name} is not a URDF; only collisions of a URDF are simplified")
    robot = description.robot
    wanted = set(robot.link_names if links is None else links)
    for name in wanted:
        robot.link_index(name)
    work = _Work(document, robot, kind, min_triangles, description.resources, folder)
    for link in document.root.links:
        if link.name in wanted:
            work.simplify(link)
    report = SimplifyReport(robot.name, tuple(work.shapes), tuple(work.unchanged))
    after = edited(document, work.edits) if work.edits else document
    return Simplified(document, after, tuple(work.files.values()), report)


class _Made(NamedTuple):
    """What replaces a mesh: a shape in the frame of the link, or the file of a hull beside it."""

    fitted: Fitted | None
    hull: Path
    ending: str
    facts: dict[str, Any]


class _Work:
    """What has been replaced so far."""

    def __init__(
        self,
        document: Document,
        robot: Robot,
        kind: SimplerKind,
        min_triangles: int,
        resources: Resources | None,
        folder: str | os.PathLike[str] | None,
    ) -> None:
        self.document, self.robot, self.kind = document, robot, kind
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
        self.endings: dict[Path, dict[bytes, str]] = {}
        """Of names of new files, by the mesh and the digest of their bytes."""

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
        """Return what replaces a mesh, computed once for each scale and pose; None if it is small.

        Raises:
            MeshError: it cannot be read or replaced, or has been computed too often.
        """
        file: Any = self.find(uri)
        path: Path | None = getattr(file, "path", None)
        scale = getattr(part.shape, "scale", None)
        key = (path or uri, scale, None if self.kind == "hull" else part.origin)
        if key in self.made:
            return self.made[key]
        again = self.triangles.get(path or uri, 0)  # the first time costs what the file is worth
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
        assert path is not None  # it has been read
        fitted: Fitted | None = None
        if self.kind == "hull":
            self._require_room(path)
            new = mesh.hull
            volume, count = new.volume, new.face_count
        else:
            fitted = containing(mesh.moved(part.origin), self.kind)
            new = tessellated(fitted.shape).moved(part.origin.inverse() @ fitted.X_LG)
            volume, count = fitted.volume, 0
        overshoot, depth = distances(new, mesh)
        base = mesh.hull.volume if mesh.leak is not None else abs(mesh.volume)
        facts = {
            "kind": self.kind,
            "triangles": mesh.face_count,
            "new_triangles": count,
            "volume_ratio": volume / base,
            "largest_overshoot": overshoot,
            "largest_depth": depth,
            "notes": tuple(_notes(mesh)),
        }
        ending = self._file(path, new) if fitted is None else ""
        hull = Path(os.path.realpath(path)).with_name(f"{path.stem}{ending}")
        self.made[key] = made = _Made(fitted, hull, ending, facts)
        return made

    def _replace(self, link: urdf.Link, collision: urdf.Collision, made: _Made) -> None:
        shape = collision.geometry.shape
        assert isinstance(shape, urdf.Mesh)
        new_uri = ""
        if made.fitted is None:
            stem, dot, _ = shape.filename.rpartition(".")
            new_uri = f"{stem if dot else shape.filename}{made.ending}"
            if self.folder != self.home and ":" not in new_uri and not os.path.isabs(new_uri):
                new_uri = Path(os.path.relpath(made.hull, self.folder)).as_posix()
            new_shape = replace(shape, filename=new_uri, scale=(1.0, 1.0, 1.0))
            new_collision = replace(collision, geometry=urdf.Geometry(shape=new_shape))
            self.edits += change.diff(self.document, collision, new_collision)
        else:
            first, *others = self._elements(made.fitted, collision)
            self.edits += change.diff(self.document, collision, first)
            for other in others:
                self.edits += change.insertions(self.document, link, other)
        self.shapes.append(
            SimplifiedShape(link=link.name, uri=shape.filename, new_uri=new_uri, **made.facts)
        )

    def _elements(self, fitted: Fitted, old: urdf.Collision) -> Iterator[urdf.Collision]:
        """Yield the elements of a shape; of a capsule, three where the version has none."""
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
        """Return a pose as text has it; the old one if it is the same."""
        if transform_of(old.origin) == X:
            return old.origin
        if X == IDENTITY:
            return urdf.IDENTITY
        x, y, z = (round(angle, 6) + 0.0 for angle in X.rpy)
        px, py, pz = (round(number, 9) + 0.0 for number in X.p)
        return urdf.Pose(xyz=(px, py, pz), rpy=(x, y, z))

    def _require_room(self, path: Path) -> None:
        """Check that a file may be written beside a mesh: content has chosen where that is.

        Raises:
            MeshError: the mesh is part of bodyplan, or of another package than the output.
        """
        if is_in_samples(path):
            raise MeshError(f"{path.name} is part of bodyplan; copy the robot with `bundle` first")
        folder = Path(os.path.realpath(path)).parent
        own = package_above(os.fspath(self.folder))
        is_own = own is not None and package_above(os.fspath(folder)) == own
        if not is_own and not folder.is_relative_to(self.folder):
            where = own or self.folder
            raise MeshError(f"a hull beside it would not be below {where}, where the output is")

    def _file(self, path: Path, hull: TriangleMesh) -> str:
        """Return the ending of the name of a hull beside a mesh, which becomes one of the files."""
        data = stl_of(hull.vertices[hull.faces])
        real = Path(os.path.realpath(path))
        stem = real.with_name(path.stem)
        named = self.endings.setdefault(stem, {})
        digest = hashlib.sha256(data).digest()
        if digest not in named:
            number = len(named) + 1
            named[digest] = "_hull.stl" if number == 1 else f"_hull_{number}.stl"
            target = stem.with_name(f"{path.stem}{named[digest]}")
            top: str | None = os.fspath(self.folder)
            if not target.is_relative_to(self.folder):
                top = package_above(os.fspath(self.folder))
            assert top is not None  # see _require_room
            self.files[target] = Output(os.fspath(target.relative_to(top)), data, below=top)
        return named[digest]


def _notes(mesh: TriangleMesh) -> Iterator[str]:
    if mesh.leak is not None:
        yield f"it is not closed ({plural(mesh.open_edges, 'open edge')}): volumes are of its hull"
    elif mesh.is_inside_out:
        yield "it is inside out"
