"""Details: values of a parsed description for which the robot model has no field.

All fields that the conversion does not keep are details. So a new field of a format is a detail
until the conversion reads it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from bodyplan.conversion.loss import Fields
from bodyplan.formats.loss import Loss
from bodyplan.model.details import Detail, DetailValue
from bodyplan.spec import Element, Extra, Raw, spec_of

_NAMES = ("name", "reference", "id")
"""The attributes that identify an element among its siblings."""


class _Leaf(NamedTuple):
    """A value below an element, with its path and the element that contains it."""

    path: tuple[str, ...]
    value: DetailValue
    source: Any


class _Child(NamedTuple):
    """A child element: its tag, its name, and the values in it."""

    tag: str
    name: str
    leaves: list[_Leaf]


class DetailReader:
    """Collects the details of typed elements.

    Args:
        keeps: for each class, the fields that enter the robot model.
        leaves_out: fields, as "class.field", that are never details.
        losses: losses of the conversion; if a field of ``keeps`` was dropped and this changes the
            robot, its value is a detail as well.
    """

    def __init__(
        self, keeps: Fields, leaves_out: Collection[str], losses: Iterable[Loss] = ()
    ) -> None:
        self._keeps = {cls: frozenset(fields.split()) for cls, fields in keeps.items()}
        self._leaves_out = leaves_out
        self._fields: dict[type[Element], list[tuple[Any, str, str]]] = {}
        """For each class, the default, name and XML name of the fields that are not in
        ``leaves_out``."""
        self._lost = {
            (id(loss.source), loss.what)
            for loss in losses
            if loss.kind == "dropped" and loss.changes_meaning
        }

    def details(self, root: Element, entity: str = "") -> Iterator[Detail]:
        """Yield the details of an element and of all its descendants.

        Args:
            root: the element.
            entity: name of the element in the details; empty for the robot itself.
        """
        for leaf in self._leaves(root, kept=True):
            named = [step for step in leaf.path if " " in step]
            owner = " of ".join((*reversed(named), *([entity] if entity else [])))
            field = "/".join(step for step in leaf.path if " " not in step)
            yield Detail(owner, field, leaf.value, leaf.source)

    def _leaves(self, element: Element, *, kept: bool) -> list[_Leaf]:
        """Return the values in an element for which the robot model has no field.

        Args:
            element: the element.
            kept: whether the element itself enters the robot model.
        """
        cls = type(element)
        keeps = self._keeps.get(cls, frozenset()) if kept else frozenset()
        found: list[_Leaf] = []
        children: list[_Child] = []
        fields = self._fields.get(cls)
        if fields is None:
            fields = self._fields[cls] = [
                (field.default, field.name, field.xml or field.name)
                for field in spec_of(cls).fields
                if f"{cls.__name__}.{field.name}" not in self._leaves_out
            ]
        for default, name, xml in fields:
            value = getattr(element, name)
            if value == default:
                continue
            inner = value if isinstance(value, tuple) else (value,)
            is_kept = name in keeps and (id(element), name) not in self._lost
            for one in inner:
                if isinstance(one, Element):
                    leaves = self._leaves(one, kept=is_kept and type(one) in self._keeps)
                    if not is_kept and not leaves:
                        leaves = [_Leaf((), "present", one)]
                    children.append(_Child(one.TAG, _name(one), leaves))
                elif isinstance(one, Raw):
                    children.append(_raw(one))
            if not is_kept and not any(isinstance(one, Element | Raw) for one in inner):
                is_name = name in _NAMES and isinstance(value, str)
                if not is_name and (plain := _plain(value)) is not None:
                    found.append(_Leaf((xml,), plain, element))
        extra: Extra = element.extra
        if extra:
            found += (_Leaf((key,), _number(text), element) for key, text in extra.attributes)
            children += map(_raw, extra.elements)
        return [*found, *_below(children)]


def _below(children: Iterable[_Child]) -> Iterator[_Leaf]:
    """Yield the values of elements; elements with equal tag and name are sorted and numbered."""
    same: dict[tuple[str, str], list[_Child]] = {}
    for child in children:
        same.setdefault((child.tag, child.name), []).append(child)
    for (tag, name), several in same.items():
        if not any(child.leaves for child in several):
            continue
        step = f"{tag} {name!r}" if name else tag
        if len(several) > 1:
            several.sort(key=lambda child: [(leaf.path, str(leaf.value)) for leaf in child.leaves])
        for number, child in enumerate(several, 1):
            own = step if len(several) == 1 else f"{step}[{number}]"
            yield from (leaf._replace(path=(own, *leaf.path)) for leaf in child.leaves)


def _name(element: Element) -> str:
    return next((v for n in _NAMES if isinstance(v := getattr(element, n, None), str)), "")


def _raw(raw: Raw) -> _Child:
    """Return the values of an element that the format does not define."""
    own = {name: raw.get(name) for name in _NAMES if raw.get(name)}
    name = next(iter(own.values()), "") or ""
    leaves = [
        _Leaf((attribute,), _number(value), raw)
        for attribute, value in raw.attributes.items()
        if attribute not in own
    ]
    if raw.text:
        leaves.append(_Leaf((), _number(raw.text), raw))
    leaves += _below(map(_raw, raw))
    return _Child(raw.tag, name, leaves or [_Leaf((), "present", raw)])


def _plain(value: Any) -> DetailValue | None:
    """Return a value of a field as text or numbers; None for an absent value."""
    if value is None:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, tuple) and all(isinstance(one, int | float) for one in value):
        return tuple(map(float, value))
    if isinstance(value, tuple):
        return " ".join(sorted(map(str, value)))
    return _number(str(value))


def _number(text: str) -> DetailValue:
    """Return the numbers in a text of numbers; for other text, the text with single spaces."""
    words = text.split()
    try:
        numbers = tuple(map(float, words))
    except ValueError:
        return " ".join(words)
    return numbers[0] if len(numbers) == 1 else numbers or ""
