"""Frames of SDFormat: poses, axes and rigid bodies, in every version of the format.

    frames = sdf_frames(document)
    frames.resolve("hand", to="base")
    frames.main.link_poses()
    frames.faults

Since version 1.7, every link, joint, model and ``<frame>`` is a frame that ``relative_to`` can
reference. Older versions are interpreted as in libsdformat: link poses are relative to the model,
joint poses to the child link. The attribute ``frame`` of 1.5 and 1.6, which had no effect in these
versions, is read as ``relative_to``.

Source: libsdformat 12.3 and 17, FrameSemantics.cc, Model.cc, Joint.cc, JointAxis.cc, Converter.cc.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from bodyplan.conversion.sdf.frame_faults import FrameFault, frame_faults
from bodyplan.conversion.sdf.frame_tree import (
    Extent,
    FrameScope,
    FrameTree,
    Included,
    IncludedModel,
)
from bodyplan.core import collector_paused, replace
from bodyplan.formats import sdf
from bodyplan.model import Transform, UnknownNameError
from bodyplan.model.frames.fault import FrameKind
from bodyplan.spec import Element, Version

if TYPE_CHECKING:
    from bodyplan.formats.document import Document

NEWEST: Version = (1, 12)
MOST_DEEP = 200
"""Maximum depth of nested includes."""
MOST_INCLUDED = 10_000
"""Maximum number of models that the includes of a world or model may add."""
MOST_FRAMES = 500_000
"""Number of frames in a world or model above which no more models are included."""
_NAMES_UNIQUE: Version = (1, 7)
"""The first version in which links, joints and frames must have different names."""


class SdfFrames:
    """The frames of all worlds and models of a file.

    Args:
        scopes: the worlds, and then the models outside of worlds.
    """

    def __init__(self, scopes: tuple[FrameScope, ...]) -> None:
        self.scopes = scopes

    def __repr__(self) -> str:
        return f"<SdfFrames of {', '.join(scope.path for scope in self.scopes) or 'nothing'}>"

    @property
    def main(self) -> FrameScope:
        """The first model outside worlds; otherwise, the first world.

        Raises:
            ValueError: the file has neither.
        """
        chosen = [scope for scope in self.scopes if not scope.is_world] or self.scopes
        if not chosen:
            raise ValueError("it has no model and no world")
        return chosen[0]

    def all_scopes(self) -> Iterator[FrameScope]:
        """Yield every world and model, including nested models; outer models come first."""
        waiting = list(reversed(self.scopes))
        while waiting:
            scope = waiting.pop()
            yield scope
            waiting.extend(reversed(scope.children))

    def scope(self, path: str) -> FrameScope:
        """Return the world or model with a name.

        Args:
            path: the name of a world or model. A nested model is named ``robot::arm``, without the
                name of the world that contains ``robot``.

        Raises:
            UnknownNameError: the name does not exist.
        """
        for scope in self.scopes:
            if scope.name == path:
                return scope
        for scope in self.scopes:
            number = scope.tree.graph.find(0, path)
            if number is not None and number in scope.tree.scopes:
                return scope.tree.scopes[number]
        names = [name for scope in self.scopes for name in (scope.name, *scope.names)]
        raise UnknownNameError("model or world", path, names, "the file")

    def scope_of(self, element: Element) -> FrameScope | None:
        """Return the first scope of a model or world element; None if it has no scope."""
        return self._by_id.get(id(element))

    @cached_property
    def _by_id(self) -> dict[int, FrameScope]:
        found: dict[int, FrameScope] = {}
        for scope in self.all_scopes():
            found.setdefault(id(scope.element), scope)
        return found

    def resolve(self, what: str | Element, to: str = "", *, default: str = "") -> Transform | None:
        """Return a pose in a frame of the main model or world; see `FrameScope.resolve`.

        Raises:
            UnknownNameError: a given name does not exist.
            ValueError: the element is not in this model or world, or has no pose.
        """
        return self.main.resolve(what, to, default=default)

    @cached_property
    def faults(self) -> tuple[FrameFault, ...]:
        """All problems of frames; each cause is reported once."""
        with collector_paused():
            return tuple(fault for scope in self.scopes for fault in frame_faults(scope))


def sdf_frames(
    source: Document | sdf.Root,
    version: Version | None = None,
    *,
    included: Included | None = None,
) -> SdfFrames:
    """Return the frames of a file.

    Args:
        source: the file, or its root element. Only the file provides the order of sibling models
            and includes, which determines the canonical link of a model without links.
        version: version of the format; by default, the version of the file.
        included: returns the model of an include, with the version of its file; False for an
            include without a model, such as a light; None if the model is unknown. Names in an
            unknown model are assumed to exist, with the pose None.
    """
    if isinstance(source, sdf.Root):
        document, root = None, source
        version = version or _version(source.version)
    else:
        document, root = source, source.root
        version = version or source.version or NEWEST
    tops: list[FrameScope] = []
    if isinstance(root, sdf.Root):
        hook: Included = included or (lambda _: None)
        for world in root.worlds:
            tree = FrameTree(world=True, included=hook)
            tree.elements[0] = world
            tops.append(FrameScope(tree, 0, world, version, document=document))
        tops += (
            _outermost(IncludedModel(model, version, document), None, hook) for model in root.models
        )
        for include in root.includes:
            found = hook(include)
            if isinstance(found, sdf.Model):
                found = IncludedModel(found, version, document)
            if found:
                tops.append(_outermost(found, include, hook))
        with collector_paused():
            for top in tops:
                _fill_all(top)
    return SdfFrames(tuple(tops))


def _outermost(found: IncludedModel, include: sdf.Include | None, hook: Included) -> FrameScope:
    """Return the scope of a model outside worlds, with the overrides of its include applied.

    Args:
        found: the model.
        include: its include; None if the model itself is in the file.
        hook: returns the models of the includes in it.
    """
    model, tree = found.model, FrameTree(world=False, included=hook)
    name, kind, pose, placement_frame = _overridden(model, include)
    number = tree.add(
        model,
        0,
        name,
        kind,
        # there is no frame that an outermost model could be relative to
        replace(pose, relative_to=""),
        attached_to=model.canonical_link,
        placement_frame=placement_frame,
    )
    return FrameScope(tree, number, model, found.version, include=include, document=found.document)


def _overridden(
    model: sdf.Model, include: sdf.Include | None
) -> tuple[str, FrameKind, sdf.Pose, str]:
    """Return name, kind, pose and placement frame of a model, with its include's overrides."""
    pose, name, is_static = model.pose, model.name, model.static
    placement_frame, is_merged = model.placement_frame, False
    if include is not None:
        pose = include.pose or pose
        name = include.name or name
        is_static = is_static if include.static is None else include.static
        placement_frame = include.placement_frame or placement_frame
        is_merged = include.merge
    return name, "static model" if is_static and not is_merged else "model", pose, placement_frame


def _version(text: str) -> Version:
    """Parse the version of a root element; return the newest version if it is invalid."""
    major, _, minor = text.strip().partition(".")
    digits = major + minor
    if major and minor and digits.isascii() and digits.isdigit() and len(digits) < 9:
        return (int(major), int(minor))
    return NEWEST


def _fill_all(top: FrameScope) -> None:
    """Add the content of a world or model, including nested models."""
    waiting = [top]
    while waiting:
        scope = waiting.pop()
        is_full = len(top.tree.graph) > MOST_FRAMES or (
            top.tree.brought > MOST_INCLUDED and bool(scope.element.includes)
        )
        if scope.include is not None and is_full:
            top.tree.left_out.append((scope.include, scope.parent or scope))
            top.tree.opaque.add(scope.number)
            scope.is_open = True
            continue
        _fill(scope)
        waiting.extend(reversed(scope.children))


def _fill(scope: FrameScope) -> None:
    """Add the direct content of a world or model."""
    element, tree, number = scope.element, scope.tree, scope.number
    links = () if isinstance(element, sdf.World) else element.links
    names = _FrameNames(scope)
    models = _models(scope)
    if links and models and _comes_before(scope, models, links[0]):
        models = _add_models(scope, models, merged_only=True)
    for link in links:
        tree.add(link, number, names.of(link), "link", link.pose)
    if scope.is_world:  # in a world, models come before frames
        models = _add_models(scope, models)
    for joint in element.joints:
        name = names.of(joint)
        tree.add(joint, number, name, "joint", joint.pose, attached_to=joint.child)
    for frame in element.frames:
        name = names.of(frame)
        tree.add(frame, number, name, "frame", frame.pose, attached_to=frame.attached_to)
    _add_models(scope, models)


class _FrameNames:
    """The unique names of links, joints and frames.

    Before 1.7, elements of different kinds may have the same name, such as a link and a joint. As
    in libsdformat, the later element is then renamed.

    Args:
        scope: the world or model that contains them.
    """

    _ENDINGS = {sdf.Link: "_link", sdf.Joint: "_joint", sdf.Frame: "_frame"}  # noqa: RUF012

    def __init__(self, scope: FrameScope) -> None:
        self._is_old = scope.version < _NAMES_UNIQUE
        self._taken: set[str] = set()
        self._seen: set[tuple[type[Element], str]] = set()
        if self._is_old:
            self._taken.update(model.name for model in scope.element.models)

    def of(self, element: sdf.Link | sdf.Joint | sdf.Frame) -> str:
        name, kind = element.name, type(element)
        if not self._is_old or (kind, name) in self._seen:  # duplicates of one kind are an error
            return name
        self._seen.add((kind, name))
        new, count = name, 0
        while new in self._taken:
            new = f"{name}{self._ENDINGS[kind]}{count - 1 if count else ''}"
            count += 1
        self._taken.add(new)
        return new


def _models(scope: FrameScope) -> list[sdf.Model | sdf.Include]:
    """Return the models and includes in a scope; in file order if the order matters."""
    element = scope.element
    found: list[sdf.Model | sdf.Include] = [*element.models, *element.includes]
    has_links = isinstance(element, sdf.World) or bool(element.links)
    if not element.includes or not element.models or has_links:
        return found
    order = _order(scope)
    return sorted(found, key=lambda one: order.get(id(one), 0))


def _order(scope: FrameScope) -> dict[int, int]:
    """Return, for the ``id`` of elements, their position in the file; empty if unknown."""
    document, element = scope.document, scope.element
    node = None if document is None else document.node(element)
    if document is None or node is None:
        return {}
    places = {id(child): index for index, child in enumerate(node)}
    links = () if isinstance(element, sdf.World) else element.links[:1]
    found: dict[int, int] = {}
    for one in (*links, *element.models, *element.includes):
        child = document.node(one)
        if child is not None:
            found[id(one)] = places.get(id(child), 0)
    return found


def _comes_before(scope: FrameScope, models: list[sdf.Model | sdf.Include], link: sdf.Link) -> bool:
    """Return whether a merged model, and thus its links, comes before the first link."""
    merged = [one for one in models if isinstance(one, sdf.Include) and one.merge]
    if not merged:
        return False
    order = _order(scope)
    return order.get(id(merged[0]), 0) < order.get(id(link), 0)


def _add_models(
    scope: FrameScope, models: list[sdf.Model | sdf.Include], *, merged_only: bool = False
) -> list[sdf.Model | sdf.Include]:
    """Add models and includes to a scope.

    Args:
        scope: the world or model that contains them.
        models: the models and includes.
        merged_only: whether to add only the includes that are merged into the scope.

    Returns:
        The models and includes that were not added.
    """
    later: list[sdf.Model | sdf.Include] = []
    for one in models:
        if merged_only and not (isinstance(one, sdf.Include) and one.merge):
            later.append(one)
        elif isinstance(one, sdf.Include):
            _add_include(scope, one)
        else:
            _add_model(scope, one, None, scope.version, scope.document, scope.is_counted)
    return later


def _add_include(scope: FrameScope, include: sdf.Include) -> None:
    """Add the model of an include; if the model is unknown, add a frame with the include's pose."""
    found = scope.tree.included(include)
    if found is False:
        return
    if isinstance(found, sdf.Model):
        found = IncludedModel(found, scope.version, scope.document)
    tree = scope.tree
    if found is not None and _is_too_much(scope, found):
        tree.left_out.append((include, scope))
        found = None
    if found is None:
        # the model itself may declare another pose
        pose = None if include.placement_frame else include.pose
        number = tree.add(include, scope.number, include.name, "model", pose)
        tree.opaque.add(number)
        outer: FrameScope | None = scope
        while outer is not None and (include.merge or not include.name):
            outer.is_open = True
            outer = outer.parent if outer.is_merged else None
        return
    is_counted = scope.is_counted or found.extent is not None
    _add_model(scope, found.model, include, found.version, found.document, is_counted)


def _is_too_much(scope: FrameScope, found: IncludedModel) -> bool:
    """Return whether an included model exceeds the limits; if it does not, count it.

    A model with known extent is dropped as a whole, before any part of it is added.
    """
    tree, extent = scope.tree, found.extent or Extent(1, 1)
    is_deep = len(scope.bringers) + extent.depth - 1 > MOST_DEEP
    models = 0 if scope.is_counted else extent.models
    if is_deep or id(found.model) in scope.bringers or tree.brought + models > MOST_INCLUDED:
        return True
    tree.brought += models
    return False


def _add_model(
    scope: FrameScope,
    model: sdf.Model,
    include: sdf.Include | None,
    version: Version,
    document: Document | None,
    is_counted: bool,
) -> None:
    """Add a model, with the overrides of its include applied."""
    name, kind, pose, placement_frame = _overridden(model, include)
    number = scope.tree.add(
        model,
        scope.number,
        name,
        kind,
        pose,
        attached_to=model.canonical_link,
        placement_frame=placement_frame,
        merged=include is not None and include.merge,
    )
    inner = FrameScope(
        scope.tree,
        number,
        model,
        version,
        parent=scope,
        include=include,
        document=document,
        is_counted=is_counted,
    )
    scope.children.append(inner)
