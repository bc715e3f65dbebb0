"""Conversion of SDFormat between versions, including poses and axes.

Source: libsdformat 12.3, FrameSemantics.cc, for the meaning of poses in each version.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.sdf.frame_tree import FrameScope, placed_parts
from bodyplan.conversion.sdf.frames import sdf_frames
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.sdf.upgrade import Converted, upgrade
from bodyplan.formats.sdf.upgrade.numbers import rpy_of
from bodyplan.model import Transform, UnknownNameError
from bodyplan.spec import Element, Version

_OWN_FRAME = "__model__"


def to_version(document: Document, to: str | Version) -> Converted:
    """Convert a document to another version of SDFormat, including poses and axes.

    Args:
        document: an SDFormat file; it is not changed.
        to: the version, such as "1.11" or (1, 11).

    Raises:
        ValueError: the version does not exist, or can only be read.
        EditError: the file is not SDFormat, is not well-formed, or has an unknown version.
    """
    return upgrade(document, to, frames=DocumentFrames(document))


class _VersionPart(NamedTuple):
    """A value with a pose, and the scope that contains it.

    Args:
        scope: the world or model that contains the value; for a model, its own scope.
        value: the value.
        base: name of the frame to which its pose is relative in older versions; empty for the frame
            of the scope.
    """

    scope: FrameScope
    value: Element
    base: str = ""


class DocumentFrames:
    """Implementation of `bodyplan.formats.sdf.upgrade.Frames` that computes results on demand.

    Args:
        document: an SDFormat file, to whose tree the elements belong.
    """

    def __init__(self, document: Document) -> None:
        self._document = document

    def pose(self, element: Node) -> tuple[float, ...] | None:
        """Return the pose of an element in its reference frame of versions before 1.7."""
        part = self._parts.get(id(element))
        if part is None:
            return None
        try:
            found = _placed(part)
        except (UnknownNameError, ValueError):
            return None
        return None if found is None else (*found.p, *rpy_of(found.R))

    def axis(self, axis: Node, frame: Literal["joint", "model"]) -> tuple[float, ...] | None:
        """Return the direction of an axis in the frame of its joint or model."""
        found = self._axes.get(id(axis))
        if found is None:
            return None
        scope, joint = found
        try:
            return scope.axis(joint, axis.tag, "" if frame == "joint" else _OWN_FRAME)
        except (UnknownNameError, ValueError):
            return None

    def body(self, element: Node) -> str | None:
        """Return the name of the link to which the parent or child of a joint is fixed."""
        found = self._ends.get(id(element))
        if found is None:
            return None
        scope, name = found
        try:
            body = scope.body_name(name)
        except (UnknownNameError, ValueError):
            return None
        return None if body is None or _OWN_FRAME in body else body

    # Correspondence of values and elements

    @cached_property
    def _scopes(self) -> list[FrameScope]:
        """The worlds and models in this file."""
        frames = sdf_frames(self._document)
        return [scope for scope in frames.all_scopes() if scope.include is None]

    @cached_property
    def _parts(self) -> dict[int, _VersionPart]:
        return {
            id(node): part
            for scope in self._scopes
            for part in _parts(scope)
            if (node := self._document.node(part.value)) is not None
        }

    @cached_property
    def _axes(self) -> dict[int, tuple[FrameScope, sdf.Joint]]:
        return {
            id(node): (scope, joint)
            for scope in self._scopes
            for joint in scope.element.joints
            for axis in (joint.axis, joint.axis2)
            if axis is not None and (node := self._document.node(axis)) is not None
        }

    @cached_property
    def _ends(self) -> dict[int, tuple[FrameScope, str]]:
        return {
            id(node): (scope, getattr(joint, end))
            for scope in self._scopes
            for joint in scope.element.joints
            for end in ("parent", "child")
            if (node := self._document.node(joint, end)) is not None
        }


def _placed(part: _VersionPart) -> Transform | None:
    scope, value = part.scope, part.value
    if value is scope.element:
        around = 0 if scope.parent is None else scope.parent.number
        return scope.tree.graph.resolve(scope.number, around)
    base = part.base
    if isinstance(value, sdf.Joint):
        body = scope.body_name(base)
        if body is None or _OWN_FRAME in body:
            return None
        base = body
    if isinstance(value, sdf.Include):
        return None if value.pose is None else scope.resolve(value.pose, base)
    return scope.resolve(value, base)


def _parts(scope: FrameScope) -> Iterator[_VersionPart]:
    """Yield all elements with a pose in a world or model, with their reference frames."""
    holder = scope.element
    if isinstance(holder, sdf.Model):
        yield _VersionPart(scope, holder)
        for link in holder.links:
            yield _VersionPart(scope, link)
            for part in placed_parts(link):
                yield _VersionPart(scope, part, link.name)
    else:
        for part in placed_parts(holder):
            yield _VersionPart(scope, part)
    for joint in holder.joints:
        yield _VersionPart(scope, joint, joint.child)
        for part in placed_parts(joint):
            yield _VersionPart(scope, part, joint.name)
    for frame in holder.frames:
        yield _VersionPart(scope, frame)
    for include in holder.includes:
        yield _VersionPart(scope, include)
