"""Conversion of the geoms of a compiled MuJoCo model to visuals and collisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from bodyplan import model
from bodyplan.conversion.rounding import without_noise
from bodyplan.core import replace

if TYPE_CHECKING:
    from bodyplan.conversion.mjcf.spec_assets import SpecFiles

_DEFAULT_RGBA = (0.5, 0.5, 0.5, 1.0)
_DEFAULT_FRICTION = (0.005, 0.0001)
"""Torsional and rolling friction."""
_VISIBLE_GROUPS = 3
"""MuJoCo's viewer shows geoms whose group is below this number."""


def numbers_of(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return NumPy values as Python numbers."""
    return tuple(float(value) for value in values)


def matrix(position: Iterable[Any], quat_wxyz: Iterable[Any]) -> model.Transform:
    """Return the pose given by a position and a quaternion w, x, y, z."""
    w, x, y, z = numbers_of(quat_wxyz)
    place = numbers_of(position)
    if (x, y, z) == (0.0, 0.0, 0.0):
        return model.Transform(p=place)
    return model.Transform.from_quat_xyzw((x, y, z, w), place)


class GeomReader:
    """Reads the geoms of bodies.

    Args:
        mujoco: the package.
        spec: the ``MjSpec`` of the model.
        compiled: the compiled model.
        files: the files that the document references.
        note: callback that records a loss.
    """

    def __init__(
        self,
        mujoco: Any,
        spec: Any,
        compiled: Any,
        files: SpecFiles,
        note: Callable[..., None],
    ) -> None:
        self._types = mujoco.mjtGeom
        self._no_contacts = int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
        self._m = compiled
        self._files = files
        self._note = note
        self._meshes = {mesh.name: mesh for mesh in spec.meshes}
        self._missing = {int(geom.id): mesh for geom, mesh in files.missing}
        self._bodies: dict[int, list[int]] = {}
        for number in range(compiled.ngeom):
            self._bodies.setdefault(int(compiled.geom_bodyid[number]), []).append(number)

    def of_body(self, body: int) -> tuple[tuple[model.Geometry, ...], tuple[model.Geometry, ...]]:
        """Return the visuals and collisions of a body.

        A geom without contacts is a visual. A geom with contacts is a collision. It is also a
        visual if the body has no geom without contacts and MuJoCo's viewer shows the geom.
        """
        m = self._m
        numbers = self._bodies.get(body, [])
        touched = [n for n in numbers if m.geom_contype[n] or m.geom_conaffinity[n]]
        seen = [n for n in numbers if n not in touched]
        if not seen:
            seen = [n for n in touched if m.geom_group[n] < _VISIBLE_GROUPS]
        parts = {n: self._geometry(n) for n in numbers}
        visuals = [self._with_look(parts[n], n) for n in seen]
        return tuple(visuals), tuple(self._with_friction(parts[n], n) for n in touched)

    def self_collide(self) -> bool | None:
        """Return whether any two links can collide; None if fewer than two have collisions."""
        m = self._m
        if m.opt.disableflags & self._no_contacts:
            return False
        kinds: dict[tuple[int, int], set[int]] = {}
        for number in range(m.ngeom):
            bits = int(m.geom_contype[number]), int(m.geom_conaffinity[number])
            body = int(m.geom_bodyid[number])
            if any(bits) and body:
                kinds.setdefault(bits, set()).add(body)
        if len(set[int]().union(*kinds.values())) < 2:
            return None
        return any(
            (one[0] & other[1] or other[0] & one[1]) and len(kinds[one] | kinds[other]) > 1
            for one in kinds
            for other in kinds
        )

    def _geometry(self, number: int) -> model.Geometry:
        m = self._m
        pose = matrix(m.geom_pos[number], m.geom_quat[number])
        shape, X_GM = self._shape(number)
        # MuJoCo moved the mesh to its centre of mass; moving it back leaves rounding errors
        if X_GM is not model.IDENTITY:
            pose = pose @ X_GM
            x, y, z = map(without_noise, pose.p)
            pose = model.Transform(pose.R, (x, y, z))
        return model.Geometry(shape, pose, m.geom(number).name)

    def _shape(self, number: int) -> tuple[model.Shape, model.Transform]:
        """Return a shape, and its pose in the frame of the geom."""
        if number in self._missing:
            return self._missing[number], model.IDENTITY
        m, types = self._m, self._types
        kind = m.geom_type[number]
        x, y, z = numbers_of(m.geom_size[number])
        shape: model.Shape
        match kind:
            case types.mjGEOM_SPHERE:
                shape = model.Sphere(x)
            case types.mjGEOM_CAPSULE:
                shape = model.Capsule(x, 2.0 * y)
            case types.mjGEOM_CYLINDER:
                shape = model.Cylinder(x, 2.0 * y)
            case types.mjGEOM_ELLIPSOID:
                shape = model.Ellipsoid((x, y, z))
            case types.mjGEOM_BOX:
                shape = model.Box((2.0 * x, 2.0 * y, 2.0 * z))
            case types.mjGEOM_PLANE:
                shape = model.Plane(size=(2.0 * x, 2.0 * y) if x and y else None)
            case types.mjGEOM_MESH:
                return self._mesh(int(m.geom_dataid[number]))
            case _:
                word = types(kind).name.removeprefix("mjGEOM_").lower()
                shape = model.OtherShape(word)
        return shape, model.IDENTITY

    def _mesh(self, number: int) -> tuple[model.Shape, model.Transform]:
        """Return a mesh in the frame of its file, and the pose of that frame in the geom frame."""
        m = self._m
        name = m.mesh(number).name
        written = self._meshes.get(name)
        if written is None or not written.file:
            self._note(
                "dropped", "mesh", name, "its vertices are in no mesh file", changes_meaning=True
            )
            return model.OtherShape("mesh"), model.IDENTITY
        x, y, z = numbers_of(written.scale)
        turn = matrix((0.0, 0.0, 0.0), written.refquat).inverse()
        if turn.R != model.IDENTITY.R and not x == y == z:
            reason = "a mesh cannot be turned before it is scaled"
            self._note("dropped", "mesh", name, reason, "refquat", changes_meaning=True)
        far, up, off = (turn @ model.Transform(p=numbers_of(written.refpos))).p
        moved = model.Transform(turn.R, (-x * far + 0.0, -y * up + 0.0, -z * off + 0.0))
        shape = model.Mesh(self._files.uri(written.file), (x, y, z))
        return shape, matrix(m.mesh_pos[number], m.mesh_quat[number]).inverse() @ moved

    def _with_friction(self, part: model.Geometry, number: int) -> model.Geometry:
        """Return a collision with its sliding friction, unless that is MuJoCo's default."""
        m = self._m
        sliding, *others = numbers_of(m.geom_friction[number])
        if tuple(others) != _DEFAULT_FRICTION:
            reason = "only sliding friction is converted"
            self._note("dropped", "geom", m.geom(number).name, reason, "friction")
        return part if sliding == 1.0 else replace(part, friction=sliding)

    def _with_look(self, part: model.Geometry, number: int) -> model.Geometry:
        m = self._m
        material = int(m.geom_matid[number])
        name = m.mat(material).name if material >= 0 else ""
        colour = m.mat_rgba[material] if material >= 0 else m.geom_rgba[number]
        rgba = tuple(round(value, 7) for value in numbers_of(colour))  # single precision
        if material < 0 and rgba == _DEFAULT_RGBA:
            return part
        return replace(
            part, material=model.Material(name, rgba, self._files.textures.get(name, ""))
        )
