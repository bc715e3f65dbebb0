"""Checks the new values of an edit, and matches the members of new lists with the old ones."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from bodyplan.core import class_name, listed, quoted, right_name, shown
from bodyplan.core.names import UnknownNameError
from bodyplan.spec.element import Element, Field, Spec
from bodyplan.spec.raw import Raw


def field_of(spec: Spec, name: str) -> Field:
    """Return a field by its Python name.

    Raises:
        UnknownNameError: the field does not exist; the message suggests similar names.
    """
    field = spec.by_name.get(name)
    if field is None:
        where, hint = f"<{spec.tag}>", right_name(spec.cls, name)
        hint = f"use {quoted(hint)}" if hint else ""
        raise UnknownNameError("field", name, spec.by_name, where, hint)
    return field


def require_content(value: Element, field: Field, content: Any) -> None:
    """Check that the new value of a field has the type of the field.

    Args:
        value: the element that the field belongs to.
        field: the field.
        content: the new value.

    Raises:
        TypeError: the new value has another type; the message names the element and the field.
    """
    if content is None or field.place in {"rest", "rest_attributes"}:
        return
    if not field.is_many:
        expected = _expected(field, content)
    elif isinstance(content, list | tuple):
        expected = next(filter(None, (_expected(field, member) for member in content)), "")
    else:
        expected = "a list or tuple"
    if expected:
        raise TypeError(f"<{value.TAG}> {field.name}: expected {expected}, got {_got(content)}")


def _expected(field: Field, content: Any) -> str:
    """Return the type of a field as a phrase, such as "a number"; empty if the content has it."""
    if field.codec is None:
        known = field.elements or (Raw,)
        names = listed([class_name(cls) for cls in known], 5)
        return "" if type(content) in known else names
    kind = field.codec.schema.get("type")
    if field.codec.wrap is not None:
        return ""
    if kind == "array" and field.codec.schema.get("items") == {"type": "number"}:
        is_right = _has_numbers(content)
        return "" if is_right else f"{field.codec.size or 'a list of'} numbers"
    if kind == "string" or field.codec.schema.keys() == {"enum"}:
        return "" if isinstance(content, str) else "a string"
    if kind in {"number", "integer"}:
        return "" if _is_number(content) else "a number"
    return ""


def _has_numbers(content: Any) -> bool:
    is_list = hasattr(content, "__len__") and getattr(content, "ndim", 1) == 1
    return is_list and not isinstance(content, str | bytes) and all(map(_is_number, content))


def _is_number(content: Any) -> bool:
    """Return whether a value is a real number (of Python or NumPy)."""
    is_real = hasattr(content, "__float__") and not isinstance(content, bool)
    return is_real and getattr(content, "ndim", 0) == 0


def _got(content: Any) -> str:
    if isinstance(content, str | int | float | list | tuple):
        return shown(repr(content), 60)
    return class_name(type(content))


class Matches(NamedTuple):
    """The members that a new list has in common with an old one: old index by new index."""

    kept: dict[int, int]
    """The members whose relative order is unchanged."""
    moved: dict[int, int]
    """The members that move relative to those in ``kept``."""


def match(before: Sequence[Any], after: Sequence[Any]) -> Matches:
    """Match each member of a new list with the old member that it comes from.

    Identical objects are matched first, then equal objects, then objects with the same name. Then
    the remaining members between two matches are paired in order, if they have the same class. If
    the old and the new list have equally many of them, all are paired, because they were renamed;
    otherwise only those without a name. The time is O(n log n) in the length of the lists.
    """
    found: dict[int, int] = {}
    free = dict.fromkeys(range(len(before)))
    for key in (id, _value, _name):
        _take(before, after, key, found, free)
    kept = _longest_increasing(found)
    moved = {index: source for index, source in found.items() if index not in kept}
    previous_index = previous_source = -1
    for index, source in [*kept.items(), (len(after), len(before))]:
        new = [i for i in range(previous_index + 1, index) if i not in found]
        old = [i for i in range(previous_source + 1, source) if i in free]
        kept.update(_paired(before, after, old, new))
        previous_index, previous_source = index, source
    return Matches(dict(sorted(kept.items())), moved)


def _value(member: Any) -> Hashable:
    return (type(member), member)


def _name(member: Any) -> Hashable:
    """Return the class and the name of a member; None if it has no name."""
    name = getattr(member, "name", None)
    return (type(member), name) if name else None


def _take(
    before: Sequence[Any],
    after: Sequence[Any],
    key: Callable[[Any], Hashable],
    found: dict[int, int],
    free: dict[int, None],
) -> None:
    """Match members that are not matched yet and have the same key, in order, in ``found``."""
    if len(found) == len(after):
        return
    sources: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for source in free:
        sources[key(before[source])].append(source)
    sources.pop(None, None)
    for index, member in enumerate(after):
        if index not in found:
            queue = sources.get(key(member))
            if queue:
                found[index] = source = queue.popleft()
                del free[source]


def _paired(
    before: Sequence[Any], after: Sequence[Any], old: list[int], new: list[int]
) -> dict[int, int]:
    """Match, in order, the other members between two matched ones, as ``match`` describes.

    Args:
        before: the old members.
        after: the new members.
        old: indices of the unmatched old members between the two matched members.
        new: indices of the unmatched new members between the two matched members.
    """
    if len(old) != len(new):
        old = [i for i in old if _name(before[i]) is None]
        new = [i for i in new if _name(after[i]) is None]
    pairs = zip(new, old, strict=False)
    return {i: source for i, source in pairs if type(before[source]) is type(after[i])}


def _longest_increasing(found: dict[int, int]) -> dict[int, int]:
    """Return the largest subset of matches that are in the same order in both lists.

    The algorithm is patience sorting.
    """
    tails: list[int] = []
    ends: list[int] = []
    previous: dict[int, int | None] = {}
    for index in sorted(found):
        position = bisect_left(tails, found[index])
        previous[index] = ends[position - 1] if position else None
        tails[position : position + 1] = [found[index]]
        ends[position : position + 1] = [index]
    kept: dict[int, int] = {}
    current = ends[-1] if ends else None
    while current is not None:
        kept[current] = found[current]
        current = previous[current]
    return dict(sorted(kept.items()))
