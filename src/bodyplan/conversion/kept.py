"""What another format cannot say, kept in an extension of the result and restored on the way back.

The extension ``<bodyplan:kept format="urdf">`` has the part of the source that is lost: the elements
themselves, below the elements that contain them. The latter have the attribute ``bodyplan:at``, their
number among the siblings of their tag, and their name.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import SubElement

from bodyplan import model
from bodyplan.conversion.gazebo import compact
from bodyplan.conversion.kept_whole import TAG as WHOLE
from bodyplan.conversion.kept_whole import Reference, kept_whole, restore_whole
from bodyplan.conversion.loss import EXTENSION, UNKNOWN_PARTS
from bodyplan.conversion.origins import element_of
from bodyplan.core import Record, replace
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss, Place
from bodyplan.spec import Element, spec_of
from bodyplan.spec.bind import walk

TAG = EXTENSION
_AT = "bodyplan:at"
_NAMESPACE = {"xmlns:bodyplan": "urn:bodyplan:kept:1"}
_FROM_EXTENSIONS = frozenset(("armature",))
"""Fields of the robot model that URDF has in vendor extensions only."""
_WHOLE = frozenset(("transmission", "material", "ros2_control", "gazebo", "light", "gripper"))
"""Elements that are kept as a whole; other elements that are dropped are invalid ones."""


def kept_parts(
    document: Document, robot: model.Robot, losses: Iterable[Loss]
) -> tuple[Node | None, tuple[Loss, ...]]:
    """Return the extension with what is dropped, and the losses as they are with it.

    Args:
        document: the source.
        robot: of the document.
        losses: of a conversion to another format.

    Returns:
        None for the extension if nothing is kept.
    """
    tree = _PartialTree(document)
    found: list[Loss] = []
    for loss in losses:
        element = _element(loss.source, robot, document)
        if loss.kind == "dropped" and element is not None and tree.keep(element, loss):
            found.append(_moved(loss))
        else:
            found.append(loss)
    return tree.extension, tuple(found)


def _moved(loss: Loss) -> Loss:
    reason = f"{loss.reason}; it is in <{TAG}>, for the way back"
    return replace(loss, kind="moved", reason=reason)


def with_whole_elements(
    made: Document, source: Document, robot: model.Robot, back: Document, losses: tuple[Loss, ...]
) -> tuple[Node | None, tuple[Loss, ...]]:
    """Return SDFormat with the elements of its URDF that it says in another way, and the losses.

    Args:
        made: the SDFormat.
        source: the URDF.
        robot: of the URDF.
        back: what the SDFormat becomes as URDF.
        losses: of the conversion.

    Returns:
        The root of the SDFormat; None if it stays as it is.
    """
    kept = list(kept_whole(source, back))
    root = made.node(made.root)
    if not kept or root is None:
        return None, losses
    root = compact(root)
    holder = root.find("model")
    assert holder is not None
    extension = next((one for one in holder if one.tag == TAG), None)
    if extension is None:
        extension = Node(TAG, {**_NAMESPACE, "format": source.format or ""})
        holder.append(extension)
    extension.extend(one.node for one in kept)
    elements = frozenset[int]().union(*(one.elements for one in kept))
    return root, tuple(
        _moved(loss)
        if loss.kind == "dropped" and id(_element(loss.source, robot, source)) in elements
        else loss
        for loss in losses
    )


def _element(
    source: Element | Place | Record, robot: model.Robot, document: Document
) -> Element | None:
    found = None if isinstance(source, Place) else element_of(source, robot, document)
    return found[0] if found is not None and found[1] is document else None


class _PartialTree:
    """The part of a file that is lost.

    Args:
        document: the file.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        root = document.node(document.root)
        if root is not None and document.format == "sdf":
            root = root.find("model")
        self._root = root
        self._parents: dict[Node, Node] = {}
        self._numbers: dict[Node, int] = {}
        """Of each element among those with its tag in its parent, from 1 on."""
        for parent in () if root is None else root.iter():
            counts: dict[str, int] = {}
            for child in parent:
                self._parents[child] = parent
                self._numbers[child] = counts[child.tag] = counts.get(child.tag, 0) + 1
        self._made: dict[Node, Node] = {}
        self._copied: set[Node] = set()
        self.extension: Node | None = None

    def keep(self, element: Element, loss: Loss) -> bool:
        """Copy what a loss is about; return whether it could be copied."""
        node = self._document.node(element)
        if node is None or (node not in self._parents and node is not self._root):
            return False
        if self._is_copied(node):
            return True
        if loss.what in _FROM_EXTENSIONS:
            return self._add(node, [], dict(node.attrib))
        if loss.reason == UNKNOWN_PARTS:
            parts = [one for one in node if any(raw.node is one for raw in element.extra.elements)]
            parts = [one for one in parts if one.tag != TAG]
            attributes = dict(element.extra.attributes)
            return self._add(node, parts, attributes)
        if not loss.what:
            parent = self._parents.get(node)
            return node.tag in _WHOLE and parent is not None and self._add(parent, [node], {})
        field = next((f for f in spec_of(type(element)).fields if f.name == loss.what), None)
        if field is None or not isinstance(loss.source, Element):
            return False
        if field.place == "attribute":
            text = node.get(field.xml)
            return text is not None and self._add(node, [], {field.xml: text})
        return self._add(node, node.findall(field.xml), {})

    def _add(self, node: Node, parts: list[Node], attributes: dict[str, str]) -> bool:
        new = [part for part in parts if part not in self._copied]
        if not new and not attributes:
            return bool(parts)
        made = self._partial(node)
        for part in new:
            if part in self._made:  # parts of it, which are in the whole
                made.remove(self._made.pop(part))
            made.append(compact(part))
            self._copied.add(part)
        for name, text in attributes.items():
            made.set(name, text)
        return True

    def _is_copied(self, node: Node) -> bool:
        """Whether an element is in one that is kept as a whole."""
        above: Node | None = node
        while above is not None:
            if above in self._copied:
                return True
            above = self._parents.get(above)
        return False

    def _partial(self, node: Node) -> Node:
        """Return the element in the extension that stands for one of the file."""
        if node is self._root:
            if self.extension is None:
                attributes = {**_NAMESPACE, "format": self._document.format or ""}
                self.extension = Node(TAG, attributes)
            return self.extension
        if node not in self._made:
            parent = self._parents[node]
            attributes = {_AT: str(self._numbers[node])}
            if node.get("name"):
                attributes["name"] = node.get("name", "")
            self._made[node] = SubElement(self._partial(parent), node.tag, attributes)
        return self._made[node]


def extension_of(document: Document, target: str) -> Node | None:
    """Return the extension of a document with what a format had; None without one."""
    root = document.node(document.root)
    holder = root.find("model") if root is not None and document.format == "sdf" else root
    if holder is None:
        return None
    return next((one for one in holder.findall(TAG) if one.get("format") == target), None)


def without_extension(losses: Iterable[Loss]) -> tuple[Loss, ...]:
    """Return the losses without those that are about nothing but an extension."""
    return tuple(loss for loss in losses if not _is_extension(loss))


def _is_extension(loss: Loss) -> bool:
    source = loss.source
    if loss.reason != UNKNOWN_PARTS or not isinstance(source, Element):
        return False
    others = [raw for raw in source.extra.elements if raw.tag != TAG]
    return not others and all(name.startswith("xmlns") for name, _ in source.extra.attributes)


def restore(extension: Node, root: Node) -> list[Reference]:
    """Write what an extension has into the elements of its format.

    Args:
        extension: of the source.
        root: of the result: ``<robot>`` or ``<model>``, which is changed.

    Returns:
        The elements of the result that were replaced.
    """
    _restore_parts(extension, root)
    return restore_whole(extension, root)


def without_replaced(
    losses: Iterable[Loss], robot: model.Robot, source: Document, replaced: Iterable[Reference]
) -> tuple[Loss, ...]:
    """Return the losses without those about elements that ``restore`` has replaced.

    Args:
        losses: of the conversion.
        robot: of the source.
        source: the document with the extension.
        replaced: what ``restore`` returns.
    """
    found: set[int] = set()
    mentioned: dict[int, set[str]] = {}
    for reference in replaced:
        (tag, name), *inner = reference.items()
        if tag == "joint" and name in robot.joint_names:
            joint = robot.joint(name)
            for moved in (joint, robot.link(joint.child)):
                found.add(id(_element(moved, robot, source)))
        if tag == "link" and name in robot.link_names:
            link = robot.link(name)
            groups = {"visual": link.visuals, "collision": link.collisions}
            for part, number in inner:
                tags = mentioned.setdefault(id(_element(link, robot, source)), set())
                tags.add(f"<{part}>")
                for one in groups.get(part, ())[int(number) - 1 : int(number)]:
                    element = _element(one, robot, source)
                    found.update(map(id, walk(element) if element is not None else ()))
    found.discard(id(None))

    def holds(loss: Loss) -> bool:
        number = id(_element(loss.source, robot, source))
        tags = mentioned.get(number, ())
        return number not in found and not any(tag in loss.reason for tag in tags)

    return tuple(filter(holds, losses))


def _restore_parts(extension: Node, root: Node) -> None:
    for attribute, text in extension.items():
        if attribute not in {_AT, "name", "format", *_NAMESPACE} and attribute not in root.attrib:
            root.set(attribute, text)
    same_tag: dict[str, list[Node]] = {}
    for one in root:
        same_tag.setdefault(one.tag, []).append(one)
    named = {(one.tag, one.get("name")): one for one in reversed(root)}
    for part in extension:
        if part.tag == WHOLE:
            continue
        if part.get(_AT) is None:
            made = compact(part)
            root.append(made)
            same_tag.setdefault(part.tag, []).append(made)
            named.setdefault((part.tag, part.get("name")), made)
            continue
        same = same_tag.get(part.tag, [])
        number = int(part.get(_AT, "0"))
        if part.get("name") and (part.tag, part.get("name")) in named:
            _restore_parts(part, named[part.tag, part.get("name")])
        elif not part.get("name") and 0 < number <= len(same):
            _restore_parts(part, same[number - 1])
        elif not same and not part.get("name") and not len(part):  # the rest of it says nothing
            made = Node(part.tag)
            _restore_parts(part, made)
            root.append(made)
            same_tag[part.tag] = [made]
