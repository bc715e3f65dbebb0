"""The result of a conversion, read back and judged by the rules of its format.

What a result has from the vendor elements of its source, such as ``<gazebo>`` blocks, may be
invalid in
its own format: it is removed, and a loss. What else is invalid is a loss that changes the meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Record
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss
from bodyplan.lint.check import check_document
from bodyplan.lint.settings import Settings
from bodyplan.model import Robot

_MOST_ROUNDS = 8
"""Rounds in which invalid elements are removed: a removal can make another element invalid."""
_UNKNOWN = "SDFormat does not define it, and Drake rejects it"
_STRUCTURE = frozenset(("frame", "include", "joint", "link", "model"))
"""Copied elements that can contradict those of the robot."""
_STEP = re.compile(r"""/([^/\[]+)(?:\[@name=('[^']*'|"[^"]*")\]|\[(\d+)\])?""")
"""A step of the path of a diagnostic."""
_VERDICT: Mapping[str, tuple[str, Settings]] = {
    "sdf": ("libsdformat", Settings(select=("D1",))),
    "urdf": ("urdfdom", Settings(select=("X", "U", "T"))),
}
"""The parser of each format, and the rules whose errors it rejects files for."""


class Judged(Record):
    """A result without the copied elements that its parser rejects.

    Args:
        document: the result.
        losses: what was removed from it, and what is still invalid.
    """

    document: Document
    losses: tuple[Loss, ...] = ()


def judged(
    root: Node,
    robot: Robot,
    own: Collection[int],
    make: Callable[[], Document],
) -> Judged:
    """Read a result back, and remove the copied elements that the parser of its format rejects.

    Args:
        root: the root of the result; elements are removed from it.
        robot: that it is made from.
        own: by ``id``, the elements that are made from the robot. Others are copied.
        make: returns the document with the elements as they are now.
    """
    document = make()
    verdict = _VERDICT.get(document.format or "")
    if verdict is None:
        return Judged(document)
    reader, settings = verdict
    gone: list[tuple[Loss, list[int]]] = []
    """Losses of removed elements, with the ``id`` of the elements around each."""
    cut: set[int] = set()
    invalid: list[Loss] = []

    def remove(found: Collection[tuple[Node, str]]) -> None:
        parents = {child: parent for parent in root.iter() for child in parent}
        for node, reason in found:
            around = list(_around(parents, node))
            loss = Loss("dropped", _name(node), reason, _part_of(around, robot))
            gone.append((loss, [id(outer) for outer in around[1:]]))
        for node, _ in found:
            parents[node].remove(node)
            cut.add(id(node))

    is_sdf = document.format == "sdf"
    has_structure = not is_sdf or any(
        id(node) not in own and node.tag in _STRUCTURE for node in root.iterfind("model/*")
    )
    for _ in range(_MOST_ROUNDS):
        errors = [
            one
            for one in (
                check_document(document, settings, in_blocks=False)
                if has_structure  # the rules would take as long as the conversion
                else document.diagnostics
            )
            if one.severity == Severity.ERROR
        ]
        found = _copied(root, errors, own)
        if not found:
            invalid += (_invalid(one, reader, robot) for one in errors)
            break
        remove([(node, f"{reader} rejects it: {one.message}") for node, one in found])
        document = make()
    unknown = _unknown(root, document, own) if is_sdf else []
    if unknown:
        remove([(node, _UNKNOWN) for node in unknown])
        document = make()
    whole = (loss for loss, around in gone if cut.isdisjoint(around))
    return Judged(document, (*whole, *invalid))


def _unknown(root: Node, document: Document, own: Collection[int]) -> list[Node]:
    """Return the copied elements that SDFormat does not define, without those inside others."""
    found = {
        id(raw.node)
        for element in document.with_unknown
        for raw in element.extra.elements
        if ":" not in raw.tag
    }
    if not found or document.tree.root is None:
        return []
    pairs = zip(root.iter(), document.tree.root.iter(), strict=True)
    return [node for node, read in pairs if id(read) in found and id(node) not in own]


def _invalid(one: Diagnostic, reader: str, robot: Robot) -> Loss:
    reason = f"{reader} rejects the result: {one.message} ({one.code})"
    return Loss("dropped", "", reason, robot, "", changes_meaning=True)


def _copied(
    root: Node, found: Iterable[Diagnostic], own: Collection[int]
) -> list[tuple[Node, Diagnostic]]:
    """Return the copied elements that diagnostics are about; of several about one, the first."""
    picked: dict[int, tuple[Node, Diagnostic]] = {}
    for one in found:
        at = _element_at(root, one.where.path)
        if at is not None and id(at) not in own:
            picked.setdefault(id(at), (at, one))
    inner = {id(below) for node, _ in picked.values() for below in node.iter() if below is not node}
    return [pair for key, pair in picked.items() if key not in inner]


def _element_at(root: Node, path: str) -> Node | None:
    """Return the element of the path of a diagnostic; None without one."""
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
    """Return the link or joint of the robot that an element is in; the robot for none.

    Args:
        around: the element, and all that it is in.
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
    """Yield an element and all that it is in."""
    found: Node | None = node
    while found is not None:
        yield found
        found = parents.get(found)
