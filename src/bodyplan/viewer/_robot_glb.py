"""Robots in a configuration as one GLB file, with a node for each joint and link."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from bodyplan.conversion.gazebo_scripts import looks_with_scripts
from bodyplan.conversion.mesh_materials import has_own_look
from bodyplan.core import replace
from bodyplan.description.robot_files import document_of
from bodyplan.geometry import MeshError
from bodyplan.geometry.mesh.looks import Look
from bodyplan.geometry.mesh.patches import Patch, PatchLoader
from bodyplan.geometry.pictures import Image, image_of
from bodyplan.model import Geometry, Heightmap, Material, Mesh, Robot
from bodyplan.model.transform import IDENTITY, Transform
from bodyplan.viewer._glb import GlbWriter
from bodyplan.viewer.assets import file_of

_Y_UP = [-(0.5**0.5), 0.0, 0.0, 0.5**0.5]
"""The rotation from z up to y up, as glTF requires."""
_DEFAULT = Look("default", (0.75, 0.75, 0.75, 1.0))
Positions = Mapping[str, Any]
_Made = tuple[int, list[float]] | None
"""The index of a mesh, with the matrix for its node; None if the mesh cannot be written."""


def robots_to_glb(
    robots: Iterable[tuple[Robot, Transform, Positions]], *, z_up: bool = False
) -> bytes:
    """Return robots as a GLB file. Shapes that cannot be shown are left out.

    Args:
        robots: the robots, each with the pose of its root and the values of its joints by name.
        z_up: whether z is up, as in the robots, instead of y, as in glTF.
    """
    writer = GlbWriter()
    top = writer.node(name="scene", rotation=None if z_up else _Y_UP)
    shared: dict[Any, _Made] = {}
    for robot, pose, values in robots:
        _Robot(writer, robot, values, shared).add(pose, top)
    return writer.to_bytes()


class _Robot:
    """Writes the nodes and meshes of one robot.

    Args:
        writer: the writer of the GLB file.
        robot: the robot.
        values: the values of its joints.
        shared: the meshes of shapes without a file; all robots share them.
    """

    def __init__(
        self, writer: GlbWriter, robot: Robot, values: Positions, shared: dict[Any, _Made]
    ) -> None:
        self._writer = writer
        self._robot = robot
        self._values = robot.configuration(values)
        self._meshes: dict[Any, _Made] = {}
        self._shared = shared
        self._loader = PatchLoader()
        self._look_of = looks_with_scripts(document_of(robot))

    def add(self, pose: Transform, top: int) -> None:
        """Add the nodes of the robot."""
        robot = self._robot
        root = self._writer.node(parent=top, name=robot.name or "robot", matrix=_matrix(pose))
        nodes: list[int] = []
        for number, link in enumerate(robot.links):
            into = robot.tree.into[number]
            above, tail = root, IDENTITY
            if into >= 0:
                joint = robot.joints[into]
                moved = joint.origin @ joint.motion(self._values.get(joint.name, ()))
                above = self._writer.node(
                    parent=nodes[robot.link_index(joint.parent)],
                    name=joint.name,
                    matrix=_matrix(moved),
                )
                tail = joint.X_JC
            nodes.append(self._writer.node(parent=above, name=link.name, matrix=_matrix(tail)))
            for geometry in link.visuals:
                scale = geometry.shape.scale if isinstance(geometry.shape, Mesh) else ()
                if all(map(math.isfinite, (*geometry.origin.p, *scale))):
                    self._add_visual(geometry, self._look_of(link, geometry), nodes[number])

    def _add_visual(self, geometry: Geometry, material: Material | None, link: int) -> None:
        shape, look = geometry.shape, self._look(material)
        drawn = replace(geometry, material=material)
        has_own = has_own_look(self._robot, drawn, lambda _: look.image)
        key: tuple[Any, ...] = (
            replace(shape, scale=(1.0, 1.0, 1.0)) if isinstance(shape, Mesh) else shape,
            look,
            has_own,
        )
        known = self._meshes if isinstance(shape, Mesh | Heightmap) else self._shared
        if key not in known:
            known[key] = self._mesh(geometry, look, has_own=has_own)
        made = known[key]
        if made is None:
            return
        number, own = made
        scale = shape.scale if isinstance(shape, Mesh) else (1.0, 1.0, 1.0)
        matrix = _matrix(geometry.origin, scale)
        named = geometry.name or None
        if own != _IDENTITY:
            link = self._writer.node(parent=link, name=named, matrix=matrix)
            matrix, named = own, None
        self._writer.node(parent=link, name=named, matrix=matrix, mesh=number)

    def _mesh(
        self, geometry: Geometry, look: Look, *, has_own: bool
    ) -> tuple[int, list[float]] | None:
        shape = geometry.shape
        try:
            if isinstance(shape, Mesh):
                file, _ = file_of(self._robot, geometry, shape.uri)
                if file is None:
                    return None
                patches = self._loader.load(
                    file,
                    part=shape.part,
                    is_centered=shape.is_centered,
                    has_picture=look.image is not None,
                )
                if not has_own:
                    patches = tuple(one._replace(look=None, colors=None) for one in patches)
            else:
                mesh = self._robot.mesh(geometry)
                patches = (Patch(mesh.vertices, mesh.faces),)
            return self._writer.mesh(patches, patches_name(geometry), look)
        except (MeshError, OSError):
            return None

    def _look(self, material: Material | None) -> Look:
        if material is None:
            return _DEFAULT
        image: Image | None = None
        if material.texture:
            file, _ = file_of(self._robot, material, material.texture)
            image = None if file is None else image_of(file)
        rgba = material.rgba or ((1.0, 1.0, 1.0, 1.0) if image else _DEFAULT.rgba)
        r, g, b, a = (min(max(one, 0.0), 1.0) for one in rgba)
        return Look(material.name, (r, g, b, a), image)


def patches_name(geometry: Geometry) -> str:
    """Return the name of the mesh of a geometry."""
    shape = geometry.shape
    name = shape.uri.rsplit("/", 1)[-1] if isinstance(shape, Mesh) else type(shape).__name__.lower()
    return geometry.name or name


_IDENTITY = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]


def _matrix(
    pose: Transform, scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
) -> list[float] | None:
    """Return a matrix in column-major order; None if it is the identity or not finite."""
    columns = zip(*pose.R, strict=True)
    found = [
        number
        for column, factor in zip(columns, scale, strict=True)
        for number in (*(factor * one for one in column), 0.0)
    ]
    found += [*pose.p, 1.0]
    return None if found == _IDENTITY or not all(map(math.isfinite, found)) else found
