"""Simpler collision geometry for the links of a URDF: convex hulls, or shapes that contain a mesh."""

from __future__ import annotations

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
from bodyplan.geometry.tessellation import tessellated
from bodyplan.jobs.inertia import resolver
from bodyplan.model.shape import Box, Capsule, Cylinder, Sphere
from bodyplan.model.transform import IDENTITY, Transform
from bodyplan.spec import change
from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.collision.simpler import Fitted
    from bodyplan.geometry.mesh.mesh import TriangleMesh
    from bodyplan.model import Geometry, Robot
    from bodyplan.resources import Resources

SimplerKind = Literal["hull", "box", "cylinder", "capsule", "sphere"]
KINDS: tuple[SimplerKind, ...] = ("hull", "box", "cylinder", "capsule", "sphere")
_HEADER = b"convex hull"
_CAPSULE_SINCE = (1, 1)


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
    work = _Work(document, robot, kind, min_triangles, description.resources)
    for link in document.root.links:
        if link.name in wanted:
            work.simplify(link)
    report = SimplifyReport(robot.name, tuple(work.shapes), tuple(work.unchanged))
    after = edited(document, work.edits) if work.edits else document
    return Simplified(document, after, tuple(work.files.values()), report)


class _Work:
    """What has been replaced so far."""

    def __init__(
        self,
        document: Document,
        robot: Robot,
        kind: SimplerKind,
        min_triangles: int,
        resources: Resources | None,
    ) -> None:
        self.document, self.robot, self.kind = document, robot, kind
        self.min_triangles = min_triangles
        self.find = resolver(document, resources)
        self.edits: list[Edit] = []
        self.files: dict[Path, Output] = {}
        self.shapes: list[SimplifiedShape] = []
        self.unchanged: list[UnchangedShape] = []

    def simplify(self, link: urdf.Link) -> None:
        """Replace the collision meshes of a link."""
        parts = self.robot.link(link.name).collisions
        for collision, part in zip(link.collisions, parts, strict=True):
            shape = collision.geometry.shape
            if not isinstance(shape, urdf.Mesh):
                continue
            try:
                mesh = self.robot.mesh(part)
                if mesh.face_count >= self.min_triangles:
                    self._replace(link, collision, part, mesh)
            except (MeshError, OSError) as error:
                reason = UnchangedShape(link.name, shape.filename, str(error))
                self.unchanged.append(reason)

    def _replace(
        self, link: urdf.Link, collision: urdf.Collision, part: Geometry, mesh: TriangleMesh
    ) -> None:
        shape = collision.geometry.shape
        assert isinstance(shape, urdf.Mesh)
        new_uri = ""
        if self.kind == "hull":
            new = mesh.hull
            new_uri = self._file(shape.filename, new)
            volume, count = new.volume, new.face_count
            new_shape = replace(shape, filename=new_uri, scale=(1.0, 1.0, 1.0))
            new_collision = replace(collision, geometry=urdf.Geometry(shape=new_shape))
            self.edits += change.diff(self.document, collision, new_collision)
        else:
            placed = mesh.moved(part.origin)
            fitted = containing(placed, self.kind)
            new = tessellated(fitted.shape).moved(part.origin.inverse() @ fitted.X_LG)
            volume, count = fitted.volume, 0
            first, *others = self._elements(fitted, collision)
            self.edits += change.diff(self.document, collision, first)
            for other in others:
                self.edits += change.insertions(self.document, link, other)
        overshoot, depth = distances(new, mesh)
        notes = tuple(_notes(mesh))
        base = mesh.hull.volume if mesh.leak is not None else abs(mesh.volume)
        self.shapes.append(
            SimplifiedShape(
                link=link.name,
                uri=shape.filename,
                kind=self.kind,
                new_uri=new_uri,
                triangles=mesh.face_count,
                new_triangles=count,
                volume_ratio=volume / base,
                largest_overshoot=overshoot,
                largest_depth=depth,
                notes=notes,
            )
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

    def _file(self, uri: str, hull: TriangleMesh) -> str:
        """Return the URI of a hull beside the mesh, which becomes one of the files.

        Raises:
            MeshError: the mesh is part of bodyplan.
        """
        file: Any = self.find(uri)
        assert file is not None  # it has been read
        path: Path = file.path
        if is_in_samples(path):
            raise MeshError(f"{path.name} is part of bodyplan; copy the robot with `bundle` first")
        data = _stl(hull)
        stem, dot, _ = uri.rpartition(".")
        number = 1
        while True:
            ending = "_hull.stl" if number == 1 else f"_hull_{number}.stl"
            target = path.with_name(f"{path.stem}{ending}")
            known = self.files.get(target)
            if known is None or known.data == data:
                break
            number += 1
        folder = os.fspath(path.parent)
        self.files[target] = Output(target.name, data, below=folder)
        return f"{stem if dot else uri}{ending}"


def _notes(mesh: TriangleMesh) -> Iterator[str]:
    if mesh.leak is not None:
        yield f"it is not closed ({plural(mesh.open_edges, 'open edge')}): volumes are of its hull"
    elif mesh.is_inside_out:
        yield "it is inside out"


def _stl(mesh: TriangleMesh) -> bytes:
    """Return a mesh as binary STL."""
    import numpy as np

    corners = mesh.vertices[mesh.faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)[:, None]
    row = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    rows = np.zeros(len(corners), row)
    rows["normal"] = normals / np.where(lengths > 0.0, lengths, 1.0)
    rows["corners"] = corners
    return _HEADER.ljust(80) + len(rows).to_bytes(4, "little") + rows.tobytes()
