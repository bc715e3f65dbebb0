"""Conversion of names such as ``arm::hand`` to 1.8, which requires a nested model ``arm``."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.editing import EditError
from bodyplan.formats.sdf.upgrade._naming import without_separators
from bodyplan.formats.sdf.upgrade._rule import Context
from bodyplan.formats.sdf.upgrade.draft import Draft, child_of, children_of, is_opaque, text_of

_SEPARATOR = "::"
_MEMBERS = ("frame", "joint", "link", "model", "gripper")
"""Tags of the elements that can be moved to a nested model."""
_KINDS = frozenset(_MEMBERS) - {"gripper"}
"""Tags of those elements that have a frame, so that their names must be unique."""
_OWN_FRAME = "__model__"
_STAYS = "1.8 does not allow '::' in names, and it cannot become a nested model ({})"


def unflatten(context: Context, model: Node) -> None:
    """Move the elements of a model into nested models, one for each prefix of their names.

    The nested models are added at the end of the model, in the order of their first elements.
    """
    draft = context.draft
    most = draft.document.limits.max_depth
    outside = draft.parent(model)
    keeps = outside is None or outside.tag != "world"  # in a world, libsdformat changes the frame
    todo = [(model, 0)]
    while todo:
        around, depth = todo.pop()
        if depth > most:
            raise EditError(
                f"{draft.document.name}: a name with more than max_depth = {most} times '::'"
            )
        canonical = (
            child_of(around, "link") if keeps and "canonical_link" not in around.attrib else None
        )
        first = "" if canonical is None else canonical.get("name", "")
        for name, members in _groups(draft, around).items():
            made = draft.make("model", attributes={"name": name})
            draft.take(members)
            for member in members:
                _adopt(draft, made, member, name + _SEPARATOR)
            draft.put(around, made)
            draft.changed(made, f"elements named {name}:: become a nested model")
            todo.append((made, depth + 1))
        if canonical is not None and draft.parent(canonical) is not around and _has_link(around):
            draft.set_attribute(around, "canonical_link", first)
            draft.changed(around, f"canonical_link added: the first link is {first!r}")
        # existing nested models may contain such names
        todo += [(m, depth) for m in children_of(around, "model") if not draft.is_new(m)]


def _has_link(model: Node) -> bool:
    return child_of(model, "link") is not None


def _groups(draft: Draft, model: Node) -> dict[str, list[Node]]:
    """Return the elements to move into nested models, by the prefix of their names.

    A joint that cannot move gets a name without ``::``, and stays. If an element of another kind
    cannot move, or if the prefix cannot be the name of a model, no element with this prefix moves.
    """
    groups: dict[str, list[Node]] = {}
    blocked: dict[str, dict[Node, str]] = {}
    taken = {child.get("name", "") for child in model if child.tag in _KINDS}
    for child in list(model):
        if child.tag not in _MEMBERS:
            continue
        first, separator, rest = child.get("name", "").partition(_SEPARATOR)
        if child.tag == "gripper":
            first, separator = _common_prefix(child)
            rest = first
        if not separator:
            continue
        outside = None if first and rest else "a part of the name is empty"
        if outside is None and child.tag != "gripper":
            outside = next(_outside(child, first + _SEPARATOR), None)
        if outside is None:
            groups.setdefault(first, []).append(child)
        else:
            blocked.setdefault(first, {})[child] = outside
    stay: dict[Node, str] = {}
    for first in [*groups, *(first for first in blocked if first not in groups)]:
        members, others = groups.get(first, []), blocked.get(first, {})
        reason = next(_obstacles(members, others), "")
        if not {member.tag for member in members} & {"link", "model"}:
            reason = f"model {first!r} would have no link"
        elif first in taken:
            reason = f"{first!r} exists already"
        if reason:
            groups.pop(first, None)
            stay |= {member: reason for member in members if member.tag in _KINDS}
        stay |= others
    without_separators(
        draft, model, {part: _STAYS.format(stay[part]) for part in model if part in stay}
    )
    return groups


def _obstacles(members: list[Node], others: dict[Node, str]) -> Iterator[str]:
    """Yield the reasons for which no element with a prefix can move to a nested model.

    Each reason names a reference that would lead out of the nested model.

    Args:
        members: the elements with the prefix that can move.
        others: the elements with the prefix that cannot move, each with the reason.
    """
    needed = {node.get(attribute) for member in members for node, attribute in _references(member)}
    for other, reason in others.items():
        if other.tag != "joint" or other.get("name") in needed:
            yield reason


def _common_prefix(gripper: Node) -> tuple[str, str]:
    """Return the prefix that the names of all links of a gripper share, and the separator.

    Return two empty strings if the prefixes differ.
    """
    texts = [text_of(child) for child in gripper if child.tag in {"gripper_link", "palm_link"}]
    firsts = {text.partition(_SEPARATOR)[:2] for text in texts}
    return firsts.pop() if len(firsts) == 1 else ("", "")


def _outside(child: Node, prefix: str) -> Iterator[str]:
    """Yield the references of an element that would lead out of its new nested model.

    Args:
        child: the element.
        prefix: the prefix of the names inside the nested model, with ``::``.
    """
    for end in (*children_of(child, "parent"), *children_of(child, "child")):
        if not text_of(end).startswith(prefix):
            yield f"{end.tag} {text_of(end)!r}"
    if child.tag == "frame" and not child.get("attached_to", prefix).startswith(prefix):
        yield f"frame {child.get('attached_to')!r}"
    if child.get("name") == prefix + _OWN_FRAME:  # its pose may refer to the outer model
        return
    for node, name in _references(child):
        if not node.get(name, prefix).startswith(prefix):
            yield f"frame {node.get(name)!r}"


def _references(member: Node) -> Iterator[tuple[Node, str]]:
    """Yield the descendants of an element that reference a frame, and the name of the attribute."""
    stack = children_of(member, "pose") if member.tag == "model" else list(member)
    while stack:
        node = stack.pop()
        if node.tag == "pose" and node.get("relative_to"):
            yield node, "relative_to"
        elif node.tag == "xyz" and node.get("expressed_in"):
            yield node, "expressed_in"
        elif not is_opaque(node):
            stack += node


def _adopt(draft: Draft, model: Node, member: Node, prefix: str) -> None:
    """Move an element into its nested model, and remove the prefix from its name and references."""
    name = member.get("name", "")
    inner = name.removeprefix(prefix)
    attached = member.get("attached_to")
    if attached:
        draft.set_attribute(member, "attached_to", attached.removeprefix(prefix))
    if member.tag == "frame" and inner == _OWN_FRAME:  # it was the frame of the nested model
        pose = child_of(member, "pose")
        if pose is not None:
            draft.take([pose])
            draft.put(model, pose, 0)
        if attached:
            draft.set_attribute(model, "canonical_link", attached.removeprefix(prefix))
        draft.remove([member])
        return
    for node, attribute in _references(member):
        draft.set_attribute(node, attribute, node.get(attribute, "").removeprefix(prefix))
    if inner != name:
        draft.set_attribute(member, "name", inner)
    for tag in ("parent", "child", "gripper_link", "palm_link"):
        for end in children_of(member, tag):
            draft.set_text(end, text_of(end).removeprefix(prefix))
    draft.put(model, member)
