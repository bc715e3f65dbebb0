"""Validation of the result of a conversion: it is read back and checked by the rules of its format.

Elements that were copied from vendor elements of the source, such as ``<gazebo>`` blocks, may be
invalid in the target format. They are removed, and reported as losses. Any other invalid element
is reported as a loss that changes the meaning.

Checking the rules of SDFormat takes as long as the conversion. They are checked only if the result
contains a copied element that can be parsed but may violate a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.urdf.added_parts import added_parts
from bodyplan.core import Record
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss
from bodyplan.formats.sdf.sensors.noise import NOISE_TYPES
from bodyplan.lint.check import check_document
from bodyplan.lint.settings import Settings
from bodyplan.model import Robot

_MOST_ROUNDS = 8
"""The maximum number of rounds of removals, which can make other elements invalid."""
_UNKNOWN = "SDFormat does not define it, and Drake rejects it"
_UNKNOWN_ATTRIBUTE = "D107"
_STRUCTURE = frozenset(
    ("axis", "frame", "gripper", "include", "inertial", "joint", "link", "model", "shader")
)
"""Elements that can conflict with elements of the robot, or with each other."""
_NEEDED = {"script": ("uri", "name"), "submesh": ("name",)}
"""Child elements that must not be empty, by element."""
_STEP = re.compile(r"""/([^/\[]+)(?:\[@name=('[^']*'|"[^"]*")\]|\[(\d+)\])?""")
"""One step in the element path of a diagnostic."""
_VERDICT: Mapping[str, tuple[str, Settings]] = {
    "sdf": ("libsdformat", Settings(select=("X", "D1", "D387"))),
    "urdf": ("urdfdom", Settings(select=("X", "U", "T"))),
}
"""The parser of each format, and the rules whose errors make it reject a file."""


class Judged(Record):
    """A result without the copied elements that its parser rejects.

    Args:
        document: the result.
        losses: the removed elements and attributes, and the remaining errors.
    """

    document: Document
    losses: tuple[Loss, ...] = ()


def judged(
    root: Node,
    robot: Robot,
    own: Collection[int],
    make: Callable[[], Document],
) -> Judged:
    """Read a result back, and remove the copied elements that its parser rejects.

    Args:
        root: the root of the result; elements and attributes are removed from it.
        robot: the robot that was converted.
        own: the ``id`` of each element that was generated from the robot; all other elements were
            copied from the source.
        make: a function that returns a new document from the current state of ``root``.
    """
    document = make()
    verdict = _VERDICT.get(document.format or "")
    if verdict is None:
        return Judged(document)
    reader, settings = verdict
    gone: list[tuple[Loss, list[int]]] = []
    """Losses of removed elements, each with the ``id`` of the ancestors of the element."""
    cut: set[int] = set()
    invalid: list[Loss] = []

    def remove(found: Collection[tuple[Node, str, str]]) -> None:
        """Remove elements or attributes, given as (element, attribute name or "", reason)."""
        parents = {child: parent for parent in root.iter() for child in parent}
        for node, attribute, reason in found:
            around = list(_around(parents, node))
            what = f"{attribute} of {_name(node)}" if attribute else _name(node)
            loss = Loss("dropped", what, reason, _part_of(around, robot))
            gone.append((loss, [id(outer) for outer in around[not attribute :]]))
        for node, attribute, _ in found:
            if attribute:
                del node.attrib[attribute]
            else:
                parents[node].remove(node)
                cut.add(id(node))

    is_sdf = document.format == "sdf"
    is_ruled = not is_sdf or any(map(_is_doubtful, _in_no_plugin(root, own)))
    for _ in range(_MOST_ROUNDS):
        diagnostics = (
            check_document(document, settings, in_blocks=False)
            if is_ruled
            else document.diagnostics
        )
        errors = [one for one in diagnostics if one.severity == Severity.ERROR]
        found = _copied(root, errors, own)
        if not found:
            invalid += (_invalid(one, reader, robot) for one in errors)
            break
        remove([(node, "", f"{reader} rejects it: {one.message}") for node, one in found])
        document = make()
    unknown = _unknown(root, document, own) if is_sdf else []
    if unknown:
        remove([(node, attribute, _UNKNOWN) for node, attribute in unknown])
        document = make()
    whole = (loss for loss, around in gone if cut.isdisjoint(around))
    added = added_parts(root, document, robot, own) if is_sdf and not invalid else ()
    return Judged(document, (*whole, *added, *invalid))


def _in_no_plugin(root: Node, own: Collection[int]) -> list[Node]:
    """Return the copied elements outside ``<plugin>``; the content of plugins is not checked."""
    inside = {id(one) for plugin in root.iter("plugin") for part in plugin for one in part.iter()}
    return [node for node in root.iter() if id(node) not in own and id(node) not in inside]


def _is_doubtful(node: Node) -> bool:
    """Return whether a rule of SDFormat may reject an element that can be read."""
    match node.tag:
        case tag if tag in _STRUCTURE:
            return True
        case "pose":
            return bool(node.attrib)
        case "script" | "submesh":
            return not all((node.findtext(tag) or "").strip() for tag in _NEEDED[node.tag])
        case "noise":
            return (node.get("type") or node.findtext("type")) not in NOISE_TYPES
    name = node.get("name", "")
    return not all(map(str.strip, node.attrib.values())) or ("::" in name and node.tag != "plugin")


def _unknown(root: Node, document: Document, own: Collection[int]) -> list[tuple[Node, str]]:
    """Return the copied elements and attributes that SDFormat does not define.

    Each entry is an element and an attribute name, which is empty for the element itself. Elements
    and attributes inside an undefined element are left out.
    """
    attributes = [
        (node, attribute)
        for path in (
            one.where.path for one in document.diagnostics if one.code == _UNKNOWN_ATTRIBUTE
        )
        for attribute in (path.partition("/@")[2],)
        if (node := _element_at(root, path)) is not None
        if id(node) not in own and ":" not in attribute and attribute in node.attrib
    ]
    found = {
        id(raw.node)
        for element in document.with_unknown
        for raw in element.extra.elements
        if ":" not in raw.tag
    }
    if not found or document.tree.root is None:
        return attributes
    pairs = zip(root.iter(), document.tree.root.iter(), strict=True)
    whole = [node for node, read in pairs if id(read) in found and id(node) not in own]
    inside = {id(one) for node in whole for one in node.iter()}
    return [
        *((node, "") for node in whole),
        *((node, attribute) for node, attribute in attributes if id(node) not in inside),
    ]


def _invalid(one: Diagnostic, reader: str, robot: Robot) -> Loss:
    reason = f"{reader} rejects the result: {one.message} ({one.code})"
    return Loss("dropped", "", reason, robot, "", changes_meaning=True)


def _copied(
    root: Node, found: Iterable[Diagnostic], own: Collection[int]
) -> list[tuple[Node, Diagnostic]]:
    """Return the copied elements with diagnostics, each with its first diagnostic."""
    picked: dict[int, tuple[Node, Diagnostic]] = {}
    for one in found:
        at = _element_at(root, one.where.path)
        if at is not None and id(at) not in own:
            picked.setdefault(id(at), (at, one))
    inner = {id(below) for node, _ in picked.values() for below in node.iter() if below is not node}
    return [pair for key, pair in picked.items() if key not in inner]


def _element_at(root: Node, path: str) -> Node | None:
    """Return the element at the path of a diagnostic; None if it does not exist."""
    found: Node | None = None
    for step in _STEP.finditer(path.partition("/@")[0]):
        tag, name, number = step.groups()
        if found is None:
            found = root
            continue
        alike = [one for one in found if one.tag == tag]
        if name:
            alike = [one for one in alike if repr(one.get("name")) == name]
        place = int(number or 1) - 1
        if place >= len(alike):
            return None
        found = alike[place]
    return found


def _name(node: Node) -> str:
    name = node.get("name")
    return f"<{node.tag}> {name!r}" if name else f"<{node.tag}>"


def _part_of(around: Sequence[Node], robot: Robot) -> Record:
    """Return the link or joint that contains an element; for other elements, the robot.

    Args:
        around: the element, then its ancestors.
        robot: the robot.
    """
    for outer in around[1:]:
        name = outer.get("name", "")
        if outer.tag == "link" and robot.has_link(name):
            return robot.link(name)
        if outer.tag == "joint" and robot.has_joint(name):
            return robot.joint(name)
    return robot


def _around(parents: Mapping[Node, Node], node: Node) -> Iterator[Node]:
    """Yield an element, then its ancestors."""
    found: Node | None = node
    while found is not None:
        yield found
        found = parents.get(found)
