"""Documents grown from the declarations of a format: every element that it knows, in odd company."""

from __future__ import annotations

from functools import cache
from html import escape
from random import Random
from typing import Any

from tools.fuzz.words import NUMBERS, PATHS

from bodyplan.formats.registry import FORMATS
from bodyplan.spec import Element, Field, Version, spec_of

_NAMES = ("a", "b", "c", "d", "base", "tip", "arm")
"""A few, so that references often resolve."""
_MOST_DEPTH = 7
_VERSIONS: dict[str, tuple[str, ...]] = {
    "urdf": ("", "1.0", "1.1", "1.2"),
    "sdf": ("1.0", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12"),
}
_FAVOURITES = frozenset(("name", "type", "link", "joint", "parent", "child", "geometry", "model"))
"""Parts without which a document says little."""


def grown(format_: str, rng: Random) -> str:
    """Return a document of a format with random content, most of it valid.

    Args:
        format_: "urdf", "srdf", "sdf" or "model_state".
        rng: the source of chance.
    """
    version = rng.choice(_VERSIONS.get(format_, ("",)))
    cls = FORMATS[format_].cls
    known: Version | None = None
    if format_ == "sdf":
        major, _, minor = version.partition(".")
        known = (int(major), int(minor))
    text = _Grower(rng, known, version).element(cls, cls.TAG, 0)
    return f'<?xml version="1.0"?>\n{text}\n'


class _Grower:
    """Grows elements till there are enough of them.

    Args:
        rng: the source of chance.
        version: of the format, where its elements have a history.
        written: the version that the root element declares; empty for none.
    """

    def __init__(self, rng: Random, version: Version | None, written: str) -> None:
        self._rng = rng
        self._version = version
        self._written = written
        self._unused = list(_NAMES)
        rng.shuffle(self._unused)
        self._left = rng.choice((8, 15, 30, 30, 60))

    def element(self, cls: type[Element], tag: str, depth: int) -> str:
        """Return one element with its content."""
        attributes: list[str] = []
        children: list[str] = []
        self._left -= 1
        for field in _fields(cls, self._version):
            if not self._is_written(field, depth):
                continue
            if field.place == "attribute":
                attributes.append(f' {field.xml}="{escape(self._value(field))}"')
            elif field.place == "text":
                children.append(escape(self._value(field)))
            elif field.place == "value":
                children += [self._holder(field) for _ in range(self._count(field))]
            elif field.place == "child" and depth < _MOST_DEPTH:
                for _ in range(self._count(field)):
                    if not field.elements:  # any content
                        children.append(f"<{field.xml or 'other'} a='1'/>")
                        continue
                    inner = self._rng.choice(field.elements)
                    children.append(self.element(inner, field.xml or inner.TAG, depth + 1))
        if self._rng.random() < 0.3:
            self._rng.shuffle(children)
        indent = "\n" + "  " * depth
        inside = "".join(f"{indent}  {child}" for child in children)
        return (
            f"<{tag}{''.join(attributes)}>{inside}{indent}</{tag}>"
            if children
            else (f"<{tag}{''.join(attributes)}/>")
        )

    def _is_written(self, field: Field, depth: int) -> bool:
        if field.name == "version":
            return bool(self._written)
        if field.is_required or field.name in _FAVOURITES:
            return depth < _MOST_DEPTH
        likely = 0.5 if field.place == "attribute" else 0.35
        if field.place == "child" and self._left <= 0:
            likely = 0.0
        return self._rng.random() < likely

    def _count(self, field: Field) -> int:
        if not field.is_many:
            return 2 if self._rng.random() < 0.03 else 1
        return self._rng.choice((1, 1, 2, 3)) if self._left > 0 else 1

    def _holder(self, field: Field) -> str:
        value = escape(self._value(field))
        attr = field.attr
        return (
            f"<{field.xml}>{value}</{field.xml}>"
            if attr is None
            else f'<{field.xml} {attr}="{value}"/>'
        )

    def _value(self, field: Field) -> str:
        rng, codec = self._rng, field.codec
        if field.name == "version":
            return self._written
        if field.name == "name" and self._unused and rng.random() < 0.9:
            return self._unused.pop()
        if codec is None:
            return rng.choice(_NAMES)
        if rng.random() < 0.04:
            return rng.choice(NUMBERS)
        if codec.words:
            return rng.choice(codec.words)
        if codec.size:
            return " ".join(self._number() for _ in range(codec.size))
        if codec.name in {"string", "name"}:
            if field.name in {"uri", "filename", "file"}:
                return rng.choice(PATHS)
            return rng.choice(_NAMES)
        if codec.name == "pose":
            return " ".join(self._number() for _ in range(6))
        if codec.name == "floats":
            return " ".join(self._number() for _ in range(rng.randrange(5)))
        if "integer" in codec.name:
            return str(rng.choice((0, 1, 2, 3, 10, -1, 640)))
        return self._number()

    def _number(self) -> str:
        return self._rng.choice(("0", "1", "-1", "0.5", "0.1", "1e-3", "3.14", "-0.2", "2"))


@cache
def _fields(cls: type[Element], version: Version | None) -> tuple[Field, ...]:
    spec: Any = spec_of(cls, version)
    return tuple(field for field in spec.fields if field.place not in {"rest", "rest_attributes"})
