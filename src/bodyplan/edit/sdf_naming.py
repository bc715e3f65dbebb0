"""Renaming in SDFormat, where names are scoped by the model that contains them.

A reference is resolved in the model or world that contains it, and can pass through nested models:
each part of ``arm::hand::tip`` is a name. One element is renamed, together with every part of every
reference that refers to it; equal names in other models do not change.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.frames import SdfFrames, sdf_frames
from bodyplan.conversion.sdf.includes import SdfIncludes
from bodyplan.core import Record, listed
from bodyplan.diag import did_you_mean
from bodyplan.formats import sdf
from bodyplan.spec import Element, Field, change, spec_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as Node

    from bodyplan.formats.document import Document
    from bodyplan.resources import Resources
    from bodyplan.text import Edit

SdfKind = Literal["link", "joint", "frame", "model"]
BETWEEN = "::"
_MOST_PARTS = 1_000
"""Maximum number of names in a reference; models are never nested that deeply."""
_CLASSES: dict[str, tuple[type[Element], ...]] = {
    "link": (sdf.Link,),
    "joint": (sdf.Joint,),
    "frame": (sdf.Frame,),
    "model": (sdf.Model, sdf.Include),
}
_WORDS = ("link", "joint", "frame", "body", "model", "parent", "child")
"""Substrings in the tags of plugin parameters whose text is a name."""
_RESERVED = "__"


class RenamingError(ValueError):
    """The name is ambiguous, or the new name is invalid or already exists."""


class NoSuchNameError(RenamingError):
    """An element of that name does not exist."""


class Renaming(Record):
    """The edits that rename one element.

    Args:
        path: the renamed element, with the names of the models that contain it: ``arm::hand``.
        home: the file that contains the element; None for text without a file.
        edits: the edits of the document.
        is_here: whether the element is in the document itself; if not, the edits change only
            references to it.
    """

    path: str
    home: Path | None
    edits: tuple[Edit, ...]
    is_here: bool


def sdf_renaming(
    document: Document,
    kind: SdfKind,
    old: str,
    new: str,
    *,
    resources: Resources | None = None,
    home: Path | None = None,
) -> Renaming:
    """Return the edits that rename a link, joint, frame or model and all references in a file.

    Args:
        document: an SDFormat file.
        kind: the kind of the element. An included model is renamed at its ``<include>``.
        old: its name; if it is ambiguous, with the names of its models: ``arm::hand``.
        new: its new name, without the names of models.
        resources: the folders in which included models are searched; by default those of the
            document or the environment.
        home: the file that contains the element, if elements of other files have the same name.

    Raises:
        NoSuchNameError: the name does not exist.
        RenamingError: the name is ambiguous, or the new one already exists or is not allowed by
            the format.
    """
    if not isinstance(document.root, sdf.Root):
        raise RenamingError(f"{document.name} is not an SDFormat file")
    _require_possible(new)
    frames = sdf_frames(document, included=SdfIncludes(document, resources))
    targets = _targets(document, frames, kind, old, home)
    scope, number = targets[0]
    name = scope.tree.graph.names[number]
    _require_free(targets, new)
    element = _defining(scope, number)
    home = _home(scope)
    is_here = document.node(element) is not None
    edits: list[Edit] = []
    if is_here:
        edits += change.set_fields(document, element, name=new)
    wanted = {(id(s.tree), n) for s, n in targets}
    for one in frames.all_scopes():
        if one.document is document or document.node(one.element) is not None:
            edits += _references(document, one, wanted, name, new)
    path = _path(scope, number)
    return Renaming(path, home, tuple(dict.fromkeys(edits)), is_here)


def _require_possible(new: str) -> None:
    """Check that the format allows a name.

    Raises:
        RenamingError: the format does not allow the name.
    """
    if not new.strip():
        raise RenamingError("the new name is empty")
    if BETWEEN in new:
        raise RenamingError(f"{new!r} contains '::', which separates names in SDFormat")
    if new == "world" or (new.startswith(_RESERVED) and new.endswith(_RESERVED)):
        raise RenamingError(f"{new!r} is a reserved name in SDFormat")


def _targets(
    document: Document, frames: SdfFrames, kind: SdfKind, old: str, home: Path | None
) -> list[tuple[FrameScope, int]]:
    """Return the frames with this name, each with its scope: one frame, or all copies of a frame.

    Raises:
        NoSuchNameError: the name does not exist.
        RenamingError: several elements have the name.
    """
    ending = f"{BETWEEN}{old}"
    found = [one for one in _all(frames, kind) if f"{BETWEEN}{_path(*one)}".endswith(ending)]
    if home is not None:
        found = [one for one in found if _home(one[0]) == home.resolve()]
    here = [one for one in found if document.node(_defining(*one)) is not None]
    found = here or found
    if not found:
        raise NoSuchNameError(_unknown(document, frames, kind, old))
    meant = {id(_defining(*one)): _path(*one) for one in found}
    if len(meant) > 1:
        raise RenamingError(
            f"{document.name} has {len(meant):,} {kind}s {old!r}; choose one of "
            f"{listed(meant.values(), 6)}"
        )
    return found


def _all(frames: SdfFrames, kind: SdfKind) -> Iterator[tuple[FrameScope, int]]:
    """Yield the elements of a kind, each with its scope."""
    for top in frames.scopes:
        if kind == "model" and not top.is_world:
            yield top, top.number
    for scope in frames.all_scopes():
        elements = scope.tree.elements
        for number in scope.tree.graph.members(scope.number):
            if isinstance(elements[number], _CLASSES[kind]):
                yield scope, number


def _defining(scope: FrameScope, number: int) -> Any:
    """Return the element that defines the name: the element itself, or its ``<include>``."""
    inner = scope.tree.scopes.get(number)
    include = None if inner is None else inner.include
    return scope.tree.elements[number] if include is None else include


def _home(scope: FrameScope) -> Path | None:
    """Return the absolute path of the file that contains the elements of a scope."""
    path = None if scope.document is None else scope.document.path
    return None if path is None else path.resolve()


def _path(scope: FrameScope, number: int) -> str:
    """Return the name of an element with the names of its models, except the outermost model."""
    top, graph = scope, scope.tree.graph
    while top.parent is not None:
        top = top.parent
    return graph.names[number] if top.number == number else graph.path(number, top.number)


def _require_free(targets: list[tuple[FrameScope, int]], new: str) -> None:
    """Check that no sibling of the targets has the new name.

    Raises:
        RenamingError: a sibling has the name.
    """
    for scope, number in targets:
        taken = None if scope.number == number else scope.tree.graph.find(scope.number, new)
        if taken is not None:
            what = scope.tree.elements[taken]
            tag = "element" if what is None else what.TAG
            raise RenamingError(f"a {tag} {new!r} already exists in the same scope")


def _unknown(document: Document, frames: SdfFrames, kind: SdfKind, old: str) -> str:
    """Return the message about an unknown name; it suggests similar names or another kind."""
    for other in _CLASSES:
        if other != kind and any(_path(*one) == old for one in _all(frames, other)):  # type: ignore[arg-type]
            return f"{document.name} has no {kind} {old!r}; {old!r} is a {other}"
    paths = [_path(*one) for one in _all(frames, kind)]
    hint = did_you_mean(old, list(dict.fromkeys([*paths, *(p.split(BETWEEN)[-1] for p in paths)])))
    return f"{document.name} has no {kind} {old!r}" + (f"; {hint}" if hint else "")


# References


def _references(
    document: Document,
    scope: FrameScope,
    wanted: set[tuple[int, int]],
    old: str,
    new: str,
) -> Iterator[Edit]:
    """Yield the edits that rename references directly in a world or model."""
    for value, start in _values(scope):
        if document.node(value) is None:
            continue
        for field in spec_of(type(value), document.version).fields:
            if not field.mark.refers or field.elements:
                continue
            content = getattr(value, field.name)
            given = content if isinstance(content, tuple) else (content,)
            renamed = tuple(_renamed(text, start, wanted, old, new) for text in given)
            if renamed == given:
                continue
            newer = _newer_attribute(document, value, field)
            if newer:
                node = document.node(value)
                assert node is not None
                yield change.set_attribute(document.layout, node, newer, str(renamed[0]))
            else:
                now = renamed if isinstance(content, tuple) else renamed[0]
                yield from change.set_fields(document, value, **{field.name: now})
        if isinstance(value, sdf.Plugin):
            for raw in value.content:
                yield from _in_plugin(document, raw.node, start, wanted, old, new)


def _newer_attribute(document: Document, value: Element, field: Field) -> str:
    """Return the newer name of an attribute that an older file uses; "" if it has no newer name.

    The attribute ``frame`` became ``relative_to`` in 1.7; libsdformat also applies the new
    attribute in older files.
    """
    node = document.node(value)
    newest = spec_of(type(value)).by_name.get(field.name)
    if field.place != "attribute" or node is None or newest is None:
        return ""
    is_newer = node.get(field.xml) is None and node.get(newest.xml) is not None
    return newest.xml if is_newer else ""


def _values(scope: FrameScope) -> Iterator[tuple[Element, FrameScope]]:
    """Yield the elements directly in a world or model, each with the scope of its references."""
    element = scope.element
    waiting: list[tuple[Element, FrameScope]] = [(element, scope)]
    if isinstance(element, sdf.Model) and scope.parent is not None:
        waiting.append((element.pose, scope.parent))
    scopes = _inner_scopes(scope)
    while waiting:
        value, start = waiting.pop()
        yield value, start
        for field in spec_of(type(value)).fields:
            if not field.elements:
                continue
            content = getattr(value, field.name)
            inner = content if isinstance(content, tuple) else (content,)
            for child in inner:
                if not isinstance(child, Element) or isinstance(child, sdf.Model):
                    continue
                if value is element and child is getattr(element, "pose", None):
                    continue  # this name is resolved in the outer scope
                if isinstance(child, sdf.Include):
                    yield from _of_include(child, start, scopes.get(id(child)))
                elif isinstance(child, sdf.ModelState):
                    yield from _of_state(child, start)
                else:
                    waiting.append((child, start))


def _inner_scopes(scope: FrameScope) -> dict[int, FrameScope]:
    """Return the scopes of the includes in a world or model, by ``id`` of the include."""
    return {id(one.include): one for one in scope.children if one.include is not None}


def _of_include(
    include: sdf.Include, scope: FrameScope, brought: FrameScope | None
) -> Iterator[tuple[Element, FrameScope]]:
    """Yield the values of an include, each with the scope that resolves its names.

    The placement frame is resolved in the included model, the pose in the outer scope.
    """
    if brought is not None:
        yield include, brought
    if include.pose is not None:
        yield include.pose, scope
    for plugin in include.plugins:
        yield plugin, brought or scope


def _of_state(state: sdf.ModelState, scope: FrameScope) -> Iterator[tuple[Element, FrameScope]]:
    """Yield the values of a model's state, each with the scope that resolves its names.

    The name of the state is resolved in the outer scope, the names inside it in the model.
    """
    waiting = [(state, scope)]
    while waiting:
        one, around = waiting.pop()
        yield one, around
        number = around.tree.graph.find(around.number, one.name)
        inner = None if number is None else around.tree.scopes.get(number)
        if inner is None:
            continue
        for part in (*one.link_states, *one.joint_states, *one.joints):
            yield part, inner
        waiting += [(child, inner) for child in one.model_states]


def _renamed(text: Any, scope: FrameScope, wanted: set[tuple[int, int]], old: str, new: str) -> Any:
    """Return a reference in which every part that refers to the element is renamed."""
    if not isinstance(text, str) or old not in text:
        return text
    tree, parts = scope.tree, text.split(BETWEEN)
    if len(parts) > _MOST_PARTS:
        return text
    width = len(old.split(BETWEEN))  # before 1.8 a name could have "::" in it
    made: list[str] = []
    place = 0
    while place < len(parts):
        end = place + width
        number = None
        if BETWEEN.join(parts[place:end]) == old:
            number = tree.graph.find(scope.number, BETWEEN.join(parts[:end]))
        is_meant = number is not None and (id(tree), number) in wanted
        made.append(new if is_meant else parts[place])
        place = end if is_meant else place + 1
    return BETWEEN.join(made)


def _in_plugin(
    document: Document,
    node: Node,
    scope: FrameScope,
    wanted: set[tuple[int, int]],
    old: str,
    new: str,
) -> Iterator[Edit]:
    """Yield the edits of plugin parameters that reference links, joints or models."""
    for inner in node.iter():
        text = (inner.text or "").strip()
        if len(inner) or old not in text:
            continue
        if not any(word in str(inner.tag).lower() for word in _WORDS):
            continue
        renamed = _renamed(text, scope, wanted, old, new)
        if renamed != text:
            yield change.set_text(document.layout, inner, renamed)
