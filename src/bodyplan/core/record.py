"""Records: frozen values with slots, made without the start-up cost of dataclasses.

A class body costs microseconds instead of a millisecond, and `dataclasses` with its own imports is
never loaded. Type checkers see the same thing.
"""

from __future__ import annotations

from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, dataclass_transform

REQUIRED: Any = type("Required", (), {"__repr__": lambda _: "required", "__slots__": ()})()
"""The default of a field that has none."""


_OF_THE_CLASS = frozenset(("JSON", "OPTIONAL"))
"""Annotated names that are no fields."""


@dataclass_transform(frozen_default=True)
class RecordMeta(type):
    """Turns annotated fields into slots."""

    _defaults: dict[str, Any]

    def __new__(  # noqa: D102
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> RecordMeta:
        own = {
            field: namespace.pop(field, REQUIRED)
            for field in namespace.get("__annotations__", ())
            if field not in _OF_THE_CLASS
        }
        namespace.setdefault("__slots__", tuple(own))
        inherited = getattr(bases[0], "_defaults", {}) if bases else {}
        namespace["_defaults"] = {**inherited, **own}
        return super().__new__(mcs, name, bases, namespace, **options)


class Record(metaclass=RecordMeta):
    """Base of small frozen values: annotate the fields, give defaults, and that is all."""

    __slots__ = ()

    if TYPE_CHECKING:
        _defaults = cast("dict[str, Any]", {})
        JSON: ClassVar[tuple[str, ...]]
        """The attributes that are its keys in JSON, where these are not its fields."""
        OPTIONAL: ClassVar[tuple[str, ...]]
        """The keys that JSON leaves out while they have their defaults."""

    def __init__(self, *args: Any, **values: Any) -> None:
        put = object.__setattr__
        defaults = type(self)._defaults
        if len(args) == len(defaults) and not values:  # as those are made of which there are many
            for field, value in zip(defaults, args, strict=True):
                put(self, field, value)
            return
        given = {**defaults, **dict(zip(defaults, args, strict=False)), **values}
        if len(args) > len(defaults):
            raise TypeError(f"{type(self).__name__} takes {len(defaults)} values, not {len(args)}")
        if len(given) > len(defaults) or (args and values):
            free = dict.fromkeys(islice(defaults, len(args), None))
            strange = [field for field in values if field not in free]
            if strange:
                raise TypeError(
                    f"{type(self).__name__} cannot take {', '.join(map(repr, strange))}"
                )
        for field, value in given.items():
            if value is REQUIRED and field not in [*islice(defaults, len(args)), *values]:
                raise TypeError(f"{type(self).__name__} needs {field!r}")
            put(self, field, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"{type(self).__name__} is frozen; bodyplan.spec.replace makes a changed copy"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, field) == getattr(other, field) for field in self._defaults)

    def __hash__(self) -> int:
        values = (getattr(self, field) for field in self._defaults)
        return hash((type(self), *map(_hashable, values)))

    def __repr__(self) -> str:
        shown = (
            f"{field}={getattr(self, field)!r}"
            for field, default in self._defaults.items()
            if default is REQUIRED or getattr(self, field) != default
        )
        return f"{type(self).__name__}({', '.join(shown)})"

    def __reduce__(self) -> tuple[Any, ...]:
        values = ((field, getattr(self, field)) for field in self._defaults)
        return (_restored, (type(self), {field: _portable(value) for field, value in values}))

    def __replace__(self, **changes: Any) -> Any:
        return replace(self, **changes)


def _hashable(value: Any) -> Any:
    return frozenset(value.items()) if isinstance(value, dict | MappingProxyType) else value


def _portable(value: Any) -> Any:
    return dict(value) if isinstance(value, MappingProxyType) else value


def _restored(cls: type[Record], values: dict[str, Any]) -> Record:
    return cls(**values)


def field_names(cls: type[Record]) -> tuple[str, ...]:
    """The fields of a record class, in order."""
    return tuple(cls._defaults)


R = TypeVar("R", bound=Record)


def replace(value: R, /, **changes: Any) -> R:
    """A copy of a record with some fields changed.

    Raises:
        TypeError: a field that the record does not have.
    """
    return type(value)(**{**{f: getattr(value, f) for f in value._defaults}, **changes})


def extended(cls: type[R], value: Record, /, **more: Any) -> R:
    """A record of a class that has the fields of another record, and more.

    Args:
        cls: a subclass of the class of ``value``.
        value: what has the fields that they share.
        more: the others.
    """
    return cls(**{field: getattr(value, field) for field in value._defaults}, **more)
