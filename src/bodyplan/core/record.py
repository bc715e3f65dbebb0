"""Records: immutable values with slots, without the start-up cost of dataclasses.

Defining a class takes microseconds instead of a millisecond, and the module `dataclasses` is not
imported. Type checkers treat records like dataclasses.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, dataclass_transform

from bodyplan.core.names import did_you_mean, plural
from bodyplan.native import record_methods

REQUIRED: Any = type("Required", (), {"__repr__": lambda _: "required", "__slots__": ()})()
"""The marker of a field without a default."""


_OF_THE_CLASS = frozenset(("JSON", "OPTIONAL"))
"""Annotated names that are not fields."""


class _OtherName:
    """A name from another vocabulary, whose ``AttributeError`` suggests the right attribute.

    It is a descriptor, because ``__getattr__`` would also slow down every successful access.
    """

    __slots__ = ("_name", "instead")

    def __init__(self, name: str, instead: str) -> None:
        self._name, self.instead = name, instead

    def __get__(self, value: object, owner: type) -> Any:
        message = f"{class_name(owner)} has no attribute {self._name!r}; use {self.instead!r}"
        raise AttributeError(message, name=self._name)


@dataclass_transform(frozen_default=True)
class RecordMeta(type):
    """Turns annotated fields into slots.

    The class keyword ``instead`` maps names that other programs use to the attributes of the class:
    ``class Joint(Record, instead={"kind": "type"})``.
    """

    _defaults: dict[str, Any]

    def __new__(  # noqa: D102
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        instead: Mapping[str, str] = MappingProxyType({}),
    ) -> RecordMeta:
        own = {
            field: namespace.pop(field, REQUIRED)
            for field in namespace.get("__annotations__", ())
            if field not in _OF_THE_CLASS
        }
        namespace.setdefault("__slots__", tuple(own))
        inherited = getattr(bases[0], "_defaults", {}) if bases else {}
        namespace["_defaults"] = {**inherited, **own}
        for other, right in instead.items():
            namespace[other] = _OtherName(other, right)
        return super().__new__(mcs, name, bases, namespace)

    def __dir__(cls) -> list[str]:
        return [name for name in super().__dir__() if not right_name(cls, name)]


class Record(metaclass=RecordMeta):
    """Base class of small immutable values: annotate the fields and assign defaults."""

    __slots__ = ()

    if TYPE_CHECKING:
        _defaults = cast("dict[str, Any]", {})
        JSON: ClassVar[tuple[str, ...]]
        """The attributes that are keys in JSON, if they differ from the fields."""
        OPTIONAL: ClassVar[tuple[str, ...]]
        """The keys that JSON omits if they have their default values."""

    def __init__(self, *args: Any, **values: Any) -> None:
        put = object.__setattr__
        defaults = type(self)._defaults
        # the fast path: all fields are given by position
        if len(args) == len(defaults) and not values:
            for field, value in zip(defaults, args, strict=True):
                put(self, field, value)
            return
        given = defaults | values
        if args:
            given |= {**dict(zip(defaults, args, strict=False)), **values}
        if len(args) > len(defaults):
            most = plural(len(defaults), "value")
            raise TypeError(f"{class_name(type(self))} accepts at most {most}, got {len(args)}")
        if len(given) > len(defaults) or (args and values):
            called = class_name(type(self))
            for field in values:
                if field not in defaults:
                    raise TypeError(f"{called} has no field {unknown_field(type(self), field)}")
            for field in islice(defaults, len(args)):
                if field in values:
                    raise TypeError(f"{called} got two values for field {field!r}")
        for field, value in given.items():
            if value is REQUIRED and field not in [*islice(defaults, len(args)), *values]:
                raise TypeError(f"{class_name(type(self))} requires a value for {field!r}")
            put(self, field, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"{class_name(type(self))} is frozen; bodyplan.spec.replace returns a changed copy"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{class_name(type(self))} is frozen")

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not right_name(type(self), name)]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        for field in self._defaults:  # noqa: SIM110  (a generator takes three times as long)
            if getattr(self, field) != getattr(other, field):
                return False
        return True

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


if record_methods is not None:
    Record.__init__, Record.__eq__ = record_methods(  # type: ignore[method-assign]
        REQUIRED, Record.__init__, Record.__eq__
    )


def _hashable(value: Any) -> Any:
    return frozenset(value.items()) if isinstance(value, dict | MappingProxyType) else value


def _portable(value: Any) -> Any:
    return dict(value) if isinstance(value, MappingProxyType) else value


def _restored(cls: type[Record], values: dict[str, Any]) -> Record:
    return cls(**values)


def class_name(cls: type) -> str:
    """Return the name of a class in messages, such as "urdf.Joint" or "model.Joint".

    It includes the package, because the formats and the robot model share class names.
    """
    package, *rest = f"{cls.__module__}.".removeprefix("bodyplan.").split(".")
    if package == "formats" and issubclass(cls, Record):
        return f"{rest[0]}.{cls.__name__}"
    return f"model.{cls.__name__}" if package == "model" else cls.__name__


def right_name(cls: type, name: str) -> str:
    """Return the attribute that replaces a name from another vocabulary; empty for other names."""
    found = (vars(base).get(name) for base in cls.__mro__)
    return next((one.instead for one in found if isinstance(one, _OtherName)), "")


def unknown_field(cls: type[Record], name: str) -> str:
    """Return the quoted name of an unknown field, and a hint on the intended field.

    Args:
        cls: the class that lacks the field.
        name: the name as given.
    """
    instead = right_name(cls, name)
    hint = f"use {instead!r}" if instead else did_you_mean(name, cls._defaults)
    return f"{name!r}; {hint or 'fields are ' + ', '.join(cls._defaults)}"


def field_names(cls: type[Record]) -> tuple[str, ...]:
    """Return the fields of a record class, in order."""
    return tuple(cls._defaults)


R = TypeVar("R", bound=Record)


def replace(value: R, /, **changes: Any) -> R:
    """Return a copy of a record with some fields changed.

    Raises:
        TypeError: the record does not have one of these fields.
    """
    return type(value)(**{**{f: getattr(value, f) for f in value._defaults}, **changes})


def extended(cls: type[R], value: Record, /, **more: Any) -> R:
    """Return a record of a subclass with the fields of another record, and further fields.

    Args:
        cls: a subclass of the class of ``value``.
        value: the record with the shared fields.
        more: the further fields.
    """
    return cls(**{field: getattr(value, field) for field in value._defaults}, **more)
