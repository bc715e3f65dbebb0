"""Conversion of URDF between versions, as edits of the text."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan import model
from bodyplan.conversion.rounding import six
from bodyplan.conversion.urdf.declared_parts import transform_of
from bodyplan.core import listed, quoted, replace
from bodyplan.formats import urdf
from bodyplan.formats.converted import Change, Converted
from bodyplan.formats.document import Document
from bodyplan.formats.editing import EditError, Editing, edited
from bodyplan.formats.loss import Loss, Place
from bodyplan.model.joint import WITH_RANGE
from bodyplan.spec import Element, Version, parse_version, spec_of
from bodyplan.spec.bind import walk

NO_LIMIT = 1e16
"""An unreachable limit, for versions that require a limit."""
_OPTIONAL_LIMITS = (1, 2)
"""The first version in which a missing limit means unlimited."""


def to_urdf_version(document: Document, version: str) -> Converted:
    """Convert a URDF to another version, preserving comments, order and formatting.

    Args:
        document: a URDF.
        version: the version, such as "1.1".

    Raises:
        EditError: the document is not well-formed, or has an unknown version.
        ValueError: the version is unknown.
    """
    known = listed("{}.{}".format(*one) for one in urdf.VERSIONS)
    root, fault = document.root, document.tree.fault
    if fault is not None:
        raise EditError(f"{document.name} cannot be converted: {fault.message}")
    if not isinstance(root, urdf.Robot):
        raise EditError(f"{document.name} is not a URDF file")
    before = parse_version(root.version)
    if before is None or before not in urdf.VERSIONS:
        raise EditError(
            f"{document.name} has unsupported version {quoted(root.version)}; supported are {known}"
        )
    target = parse_version(version)
    if target is None or target not in urdf.VERSIONS:
        raise ValueError(f"URDF has no version {version}; the versions are {known}")
    if before == target:
        return Converted(document)
    steps = _Steps(document, before, target)
    steps.run(root)
    steps.editing.set(root, version=version)
    return Converted(
        edited(document, steps.editing.edits), tuple(steps.changes), tuple(steps.losses)
    )


class _Steps:
    """Collects the edits of a conversion.

    Args:
        document: the URDF.
        before: its version.
        after: the version of the result.
    """

    def __init__(self, document: Document, before: Version, after: Version) -> None:
        self.editing = Editing(document)
        self.changes: list[Change] = []
        self.losses: list[Loss] = []
        self._document = document
        self._before, self._after = before, after
        self._step = "{}.{} to {}.{}".format(*before, *after)

    def run(self, root: urdf.Robot) -> None:
        """Find the necessary changes."""
        for joint in root.joints:
            if joint.limit is not None:
                self._limit(joint, joint.limit)
        for link in root.links:
            parts: tuple[urdf.Visual | urdf.Collision, ...] = (*link.visuals, *link.collisions)
            for part in parts:
                if isinstance(part.geometry.shape, urdf.Capsule) and self._after < (1, 1):
                    self._capsule(link, part, part.geometry.shape)
        for value in walk(root):
            if isinstance(value, urdf.Pose):
                self._pose(value)
            else:
                self._newer(value)

    def _changed(self, value: Element, what: str) -> None:
        node = self._document.node(value)
        if node is not None:
            self.changes.append(Change(self._step, what, Place(self._document, node)))

    def _limit(self, joint: urdf.Joint, limit: urdf.Limit) -> None:
        """Write the limits whose defaults differ between the two versions."""
        is_up = self._before < _OPTIONAL_LIMITS <= self._after
        is_down = self._after < _OPTIONAL_LIMITS <= self._before
        node = self._document.node(limit)
        if node is None or not (is_up or is_down):
            return
        names = (*(("lower", "upper") if joint.type in WITH_RANGE else ()), "effort", "velocity")
        for name in names:
            value: float = getattr(limit, name)
            if node.get(name) is not None or (is_up and math.isinf(value)):
                continue
            if math.isinf(value):
                value = math.copysign(NO_LIMIT, value)
            self.editing.set(limit, **{name: value})
            self._changed(limit, f"{name}={value:g} added: the default differs")

    def _pose(self, pose: urdf.Pose) -> None:
        """Replace a quaternion by angles, for versions without quaternions."""
        found = transform_of(pose)
        if pose.quat_xyzw is None or self._after >= (1, 1) or found is None:
            return
        self.editing.set(pose, quat_xyzw=None, rpy=six(found)[3:])
        self._changed(pose, "quat_xyzw becomes rpy")

    def _capsule(
        self, link: urdf.Link, part: urdf.Visual | urdf.Collision, shape: urdf.Capsule
    ) -> None:
        """Write a cylinder and two spheres in place of a capsule."""
        cylinder = urdf.Cylinder(radius=shape.radius, length=shape.length)
        self.editing.set(part.geometry, shape=cylinder)
        for end in _ends(part, shape):
            self.editing.add(link, end)
        self._changed(part, "a capsule becomes a cylinder and two spheres")

    def _newer(self, value: Element) -> None:
        """Remove elements and attributes that the target version does not support."""
        for field in spec_of(type(value)).fields:
            since = field.mark.since
            content = getattr(value, field.name)
            if since is None or since <= self._after or content == field.default:
                continue
            self.editing.unset(value, field.name)
            reason = "it is part of URDF from {}.{} on".format(*since)
            self.losses.append(Loss("dropped", quoted(field.xml), reason, value, self._step))


def _ends(
    part: urdf.Visual | urdf.Collision, shape: urdf.Capsule
) -> Iterator[urdf.Visual | urdf.Collision]:
    pose = transform_of(part.origin) or model.IDENTITY
    for end, word in ((shape.length / 2.0, "top"), (-shape.length / 2.0, "bottom")):
        x, y, z, *angles = six(pose @ model.Transform(p=(0.0, 0.0, end)))
        origin = urdf.Pose(xyz=(x, y, z), rpy=(angles[0], angles[1], angles[2]))
        geometry = urdf.Geometry(shape=urdf.Sphere(radius=shape.radius))
        name = f"{part.name}_{word}" if part.name else ""
        yield replace(part, name=name, origin=origin, geometry=geometry)
