"""Elements of a URDF that the way back would write differently, kept as they are.

In the extension ``<bodyplan:kept>``, each is in a ``<bodyplan:instead>``: the elements of the URDF, after
``<bodyplan:of>`` for each element that they stand for on the way back, and a check sum of those. If the
file was changed in between, the check sum is another one, and the elements on the way back stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from xml.etree.ElementTree import Element as Node
from zlib import crc32

from bodyplan.conversion.gazebo import canonical, compact
from bodyplan.conversion.urdf_elements import transform_of
from bodyplan.core import Record, field_names
from bodyplan.formats import urdf
from bodyplan.formats.document import Document
from bodyplan.spec import Element
from bodyplan.spec.bind import walk
from bodyplan.spec.raw import Raw

TAG = "bodyplan:instead"
_OF = "bodyplan:of"
_CHECK = "crc"
_TOLERANCE = 1e-12
_PARTS = ("inertial", "visual", "collision")
"""Elements of a link that are compared one by one."""

Reference = Mapping[str, str]
"""Where elements are, such as {"link": "arm", "visual": "2"} or {"joint": "elbow"}."""


class KeptElements(Record):
    """Elements that are kept as they are.

    Args:
        node: the element ``<bodyplan:instead>`` with them.
        elements: by ``id``, the typed elements, and all inside them.
    """

    node: Node
    elements: frozenset[int]


def kept_whole(source: Document, back: Document) -> Iterator[KeptElements]:
    """Yield what the way back from another format needs for the same URDF.

    Args:
        source: the URDF.
        back: what its conversion becomes on the way back.
    """
    root = back.node(back.root)
    assert root is not None
    index = _Index(root)
    for instead, parts in _differences(source.root, back.root):
        nodes = [node for part in parts if (node := _node_of(part, source)) is not None]
        made = Node(TAG)
        found = [node for one in instead for _, node in index.located(one)]
        if found:
            made.set(_CHECK, _check_sum(found))
        made.extend(Node(_OF, dict(one)) for one in instead)
        made.extend(map(compact, nodes))
        yield KeptElements(made, frozenset(_ids(parts)))


def _node_of(part: Element | Raw, document: Document) -> Node | None:
    return part.node if isinstance(part, Raw) else document.node(part)


def _ids(parts: Iterable[Element | Raw]) -> Iterator[int]:
    for part in parts:
        yield from map(id, walk(part) if isinstance(part, Element) else ())


def restore_whole(extension: Node, root: Node) -> list[Reference]:
    """Put the elements that an extension keeps in the places of those that stand for them.

    Args:
        extension: of the source.
        root: ``<robot>``, which is changed.

    Returns:
        What was replaced.
    """
    replaced: list[Reference] = []
    used = _used_materials(root)
    index = _Index(root)
    found = [(one, _replaced(one, index)) for one in extension.findall(TAG)]
    changed: dict[Node, dict[Node, list[Node]]] = {}
    """What is in the places of the elements of each parent."""
    for one, old in found:
        if old is None:
            continue
        new = [compact(part) for part in one if part.tag != _OF]
        if not old:
            root.extend(new)
        for parent, node in old:
            changed.setdefault(parent, {}).setdefault(node, []).extend(new)
            new = []
        replaced += (of.attrib for of in one.findall(_OF))
    for parent, instead in changed.items():
        parent[:] = [new for node in parent for new in instead.get(node, (node,))]
    unused = used - _used_materials(root)
    for material in root.findall("material"):
        if material.get("name") in unused:
            root.remove(material)
    return replaced


def _replaced(one: Node, index: _Index) -> list[tuple[Node, Node]] | None:
    """Return the elements that kept ones replace, with their parents; None if they were changed."""
    old = [found for of in one.findall(_OF) for found in index.located(of.attrib)]
    nodes = [node for _, node in old]
    return old if _check_sum(nodes) == one.get(_CHECK, _check_sum([])) else None


def _check_sum(nodes: Iterable[Node]) -> str:
    return f"{crc32(''.join(map(canonical, nodes)).encode()):08x}"


class _Index:
    """Finds the elements of a robot.

    Args:
        root: ``<robot>``.
    """

    def __init__(self, root: Node) -> None:
        self._root = root
        self._named: dict[tuple[str, str], list[Node]] = {}
        for one in root:
            name = one.get("reference" if one.tag == "gazebo" else "name", "")
            self._named.setdefault((one.tag, name), []).append(one)

    def located(self, reference: Reference) -> list[tuple[Node, Node]]:
        """Return the elements at a reference, with their parents."""
        first, *inner = reference.items()
        found = self._named.get(first, [])
        for part, number in inner:
            parts = [(one, node) for one in found[:1] for node in one.findall(part)]
            return parts[int(number) - 1 : int(number)] if number.isdecimal() else []
        return [(self._root, node) for node in found]


def _used_materials(root: Node) -> set[str | None]:
    return {one.get("name") for one in root.iterfind("link/visual/material")}


def _differences(
    source: urdf.Robot, back: urdf.Robot
) -> Iterator[tuple[list[Reference], Sequence[Element | Raw]]]:
    """Yield what the way back has, and what the source has instead."""
    defined = {one.name: one for one in back.materials}
    for material in source.materials:
        found = defined.get(material.name)
        if not same_meaning(material, found):
            yield [] if found is None else [{"material": material.name}], [material]
    links = {link.name: link for link in back.links}
    for link in source.links:
        yield from _link_differences(link, links.get(link.name))
    above = {joint.child: joint for joint in back.joints}
    for joint in source.joints:
        path = list(_path(joint.parent, joint.child, above))
        if not path or (len(path) == 1 and same_meaning(joint, path[0])):
            continue
        inner: list[Reference] = [{"link": one.child} for one in path[:-1]]
        yield [*inner, *({"joint": one.name} for one in path)], [joint]
    ours, theirs = _settings(source), _settings(back)
    blocks = (block.reference or "" for block in back.gazebo)
    for reference in dict.fromkeys((*ours, *blocks)):
        settings = ours.get(reference, ())
        if not same_meaning(settings, theirs.get(reference, ())):
            yield [{"gazebo": reference}], settings


def _link_differences(
    link: urdf.Link, back: urdf.Link | None
) -> Iterator[tuple[list[Reference], Sequence[Element | Raw]]]:
    if back is None:
        return
    pairs = [
        *zip_longest((link.inertial,), (back.inertial,)),
        *zip_longest(link.visuals, back.visuals),
        *zip_longest(link.collisions, back.collisions),
    ]
    if any((ours is None) != (theirs is None) for ours, theirs in pairs):
        yield [{"link": link.name}], [link]
        return
    numbers = dict.fromkeys(_PARTS, 0)
    for ours, theirs in pairs:
        if ours is None:
            continue
        numbers[ours.TAG] += 1
        if not same_meaning(ours, theirs):
            yield [{"link": link.name, ours.TAG: str(numbers[ours.TAG])}], [ours]
    for tag in {str(one.tag): None for one in back.extra.elements}:
        mine, made = ([one for one in of.extra.elements if one.tag == tag] for of in (link, back))
        if mine != made:
            yield [{"link": link.name, tag: str(n)} for n in range(1, len(made) + 1)], mine


def _path(parent: str, child: str, above: Mapping[str, urdf.Joint]) -> Iterator[urdf.Joint]:
    """Yield the joints from a link up to another one; nothing if it is not above."""
    path: list[urdf.Joint] = []
    while child != parent and child in above and len(path) < len(above):
        path.append(above[child])
        child = above[child].parent
    if child == parent:
        yield from reversed(path)


def _settings(robot: urdf.Robot) -> Mapping[str, tuple[Element, ...]]:
    """Return the blocks and sensors of each link or joint that has any."""
    found: dict[str, list[Element]] = {}
    for block in robot.gazebo:
        found.setdefault(block.reference or "", []).append(block)
    for sensor in robot.sensors:
        found.setdefault(sensor.parent, []).append(sensor)
    return {reference: tuple(settings) for reference, settings in found.items()}


def same_meaning(one: object, other: object) -> bool:
    """Return whether two values are equal, with poses as placements and numbers within 1e-12."""
    if isinstance(one, urdf.Pose) and isinstance(other, urdf.Pose):
        return same_meaning(_placement(one), _placement(other))
    if isinstance(one, Raw) and isinstance(other, Raw):
        return canonical(one.node) == canonical(other.node)
    if isinstance(one, Element):
        return type(one) is type(other) and all(
            same_meaning(getattr(one, field), getattr(other, field))
            for field in field_names(type(one))
        )
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same_meaning, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return one == other or abs(one - other) <= _TOLERANCE * max(1.0, abs(one))
    return one == other


def _placement(pose: urdf.Pose) -> object:
    X = transform_of(pose)
    return None if X is None else (X.p, X.R)
