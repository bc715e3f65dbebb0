"""Counts the work of the expressions of one expansion before it is done, and limits it.

Work is counted in steps, not in time. A step is about a tenth of a microsecond of work; built-in
functions are charged in proportion to their work. The limit on steps therefore bounds the time and
the memory of an expansion.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Literal, Protocol

from bodyplan.xacro.expressions.values import (
    CONTAINERS,
    FLAT,
    FUNCTIONS,
    MAPPINGS,
    SETS,
    VALUE_TYPES,
    ExpressionError,
    Function,
    Lambda,
    Method,
    TypeFunction,
    Value,
    YamlList,
    YamlMapping,
    check_value,
    invalid,
    type_name,
    width_of,
)
from bodyplan.xacro.limits import XacroLimits

MOST_FRAMES = 400
"""The largest total number of Python frames of all running expressions and lambdas."""
_MOST_NESTING = 64
"""The largest nesting depth of containers."""
_MOST_DIGITS = 4300
"""Python's default limit on the decimal digits of an integer that it converts to text."""
_TEN = 10**_MOST_DIGITS
_HASHED_AS_IS = (1 << 61) - 1
"""Python hashes integers below this bound to themselves, so that their hash values differ."""
_MOST_ODD_KEYS = 64
_LONGEST_ESCAPE = len("\\U0010ffff")
_STEPS_PER_WIDE = 4
LONG = 1 << 64
"""From this value on, operations on integers are charged in proportion to their length."""
_NO_KEYWORDS: Mapping[str, Value] = {}


class Host(Protocol):
    """The services that the processor offers to expressions."""

    def load_yaml(self, filename: str) -> Value:
        """Return the content of a YAML file."""

    def abs_filename(self, filename: str) -> str:
        """Return the absolute path of a file; a relative name is relative to the current file."""

    def argument(self, name: str) -> str:
        """Return the value for ``$(arg NAME)``; raise KeyError if it does not exist."""

    def arguments(self) -> Iterable[str]:
        """Return the names of the arguments that have a value."""

    def message(
        self, kind: Literal["message", "warning", "error", "print_location"], text: str
    ) -> None:
        """Report a message that the description prints."""

    def deprecated(self, name: str, replacement: str) -> None:
        """Report the use of a deprecated name."""

    def environment(self, name: str, *, required: bool = False) -> str | None:
        """Return the value of an environment variable; None if it is not set and not required."""

    def find(self, package: str) -> str:
        """Return the folder of a package."""

    def dirname(self) -> str:
        """Return the folder of the current file, or raise an error as the xacro package does."""


class Evaluation:
    """Counts the work of the expressions of one expansion, and gives them access to the processor.

    Args:
        limits: the limits of the expansion.
        host: the processor.
    """

    __slots__ = ("depth", "host", "left", "limits", "max_items")

    def __init__(self, limits: XacroLimits, host: Host) -> None:
        self.limits = limits
        self.host = host
        self.left = limits.max_steps
        self.max_items = limits.max_items
        self.depth = 0

    # Counting

    def spend(self, steps: int) -> None:
        """Add steps to the work done so far.

        Raises:
            ExpressionError: the limit on steps is exceeded; kind "limit".
        """
        self.left -= steps
        if self.left < 0:
            most = self.limits.max_steps
            raise _over("max_steps", f"evaluating expressions takes more than {most:,} steps")

    def enter(self, depth: int, cost: int) -> None:
        """Charge the steps of an expression, and add the Python frames that it needs."""
        self.left -= cost
        if self.left < 0:
            self.spend(0)
        if self.depth + depth > MOST_FRAMES:
            raise _over("max_calls", "expressions are nested too deeply")
        self.depth += depth

    def room(self, size: int, each: int = 1) -> None:
        """Charge the creation of a container of ``size`` items: ``each`` / 2 steps per item."""
        if size > self.max_items:
            raise self.too_many(size)
        self.spend((size >> 1) * each)

    def room_text(self, size: int, *parts: str) -> None:
        """Charge the creation of a string of ``size`` characters from some strings."""
        if size > self.max_items:
            raise self.too_many(size)
        self.spend(size * max(map(width_of, parts), default=1) >> 4)

    def too_many(self, size: int) -> ExpressionError:
        """Return the error for a value with too many items."""
        what = f"{size:,}" if size < 10**15 else "too many"
        return _over("max_items", f"value has {what} items, more than {self.max_items:,}")

    def bits(self, bits: int) -> None:
        """Check the number of bits of an integer, and charge for creating such an integer."""
        if bits > self.limits.max_bits:
            raise _over("max_bits", f"integer has more than {self.limits.max_bits:,} bits")
        self.spend(bits >> 6)

    def number(self, value: Value) -> Value:
        """Check and charge the result of a calculation, and return it."""
        if type(value) is int:
            if not -LONG < value < LONG:
                self.bits(value.bit_length())
        elif type(value) is not float:
            check_value(value)
        return value

    def weigh(self, value: Value, depth: int = 0) -> int:
        """Charge a visit to all parts of a value, and return the approximate number of parts."""
        kind = type(value)
        if kind is str:
            weight = 1 + (len(value) >> 6)
            self.spend(weight)
            return weight
        if kind not in CONTAINERS:
            return 1
        if depth > _MOST_NESTING:
            raise _over("max_items", "containers are nested too deeply")
        self.spend(len(value))
        if kind in SETS or kind in MAPPINGS:
            self.keys(value, len(value))
        weight = 1
        for part in _parts(value):
            weight += 1 if type(part) in FLAT else self.weigh(part, depth + 1)
        return weight

    def key(self, key: Value, size: int) -> None:
        """Charge the lookup of a key in a set or dictionary of a certain size.

        The hash values of strings and of small numbers cannot be made to collide on purpose. For
        any other key, a comparison with every key in the container is charged.
        """
        kind = type(key)
        if kind is str:
            if len(key) > 256:
                self.spend(len(key) >> 6)
        elif kind is int:
            if not -_HASHED_AS_IS < key < _HASHED_AS_IS:
                self.spend(1 + (size >> 3))
        elif kind is not float and kind is not bool and key is not None:
            self.spend(self.weigh(key) * (1 + (size >> 3)))

    def keys(self, keys: Iterable[Value], size: int) -> None:
        """Charge the lookup of several keys in a set or dictionary of a certain size."""
        for key in keys:
            self.key(key, size)

    def copying(self, mapping: Collection[Value]) -> None:
        """Charge the creation of a copy of a mapping or set."""
        size = len(mapping)
        self.room(size, 4)
        if size > _MOST_ODD_KEYS:
            self.keys(mapping, size)

    # Text

    def digits(self, value: int) -> None:
        """Check that Python can convert an integer to text, and charge for the conversion."""
        if not -_TEN < value < _TEN:
            raise invalid(f"integer has more than {_MOST_DIGITS:,} digits and cannot be written")
        self.spend(1 + (value.bit_length() >> 2))

    def text(self, value: Value) -> str:
        """Return ``str(value)``."""
        if type(value) is str:
            return value
        return self.repr(value)

    def repr(self, value: Value) -> str:
        """Return ``repr(value)``."""
        kind = type(value)
        if kind is not float:
            self._measure(value, self.max_items, 0)
        return repr(value)

    def _measure(self, value: Value, room: int, depth: int) -> int:
        """Charge for the text of a value; return ``room`` minus the length of that text."""
        kind = type(value)
        size = 4
        if kind is str:
            size = 2 + len(value) * (1 if value.isprintable() else _LONGEST_ESCAPE)
            self.spend(size * width_of(value) >> 3)
        elif kind is int:
            size = value.bit_length() // 4 + 1
            self.digits(value)
        elif kind is range:
            room = self._measure((value.start, value.stop, value.step), room, depth)
        elif kind in CONTAINERS:
            if depth > _MOST_NESTING:
                raise _over("max_items", "containers are nested too deeply")
            for part in _parts(value):
                self.spend(1)
                room = self._measure(part, room - 2, depth + 1)
        elif kind in FUNCTIONS and kind is not TypeFunction:
            raise invalid("a function cannot be converted to text")
        if size > room:
            raise _over("max_items", f"text has more than {self.max_items:,} characters")
        return room - size

    # Iterating and calling

    def wrap(self, item: Value) -> Value:
        """Return an item of a YAML collection; copy a nested one to a type with dotted access."""
        kind = type(item)
        if kind is dict:
            self.copying(item)
            return YamlMapping(item)
        if kind is list:
            self.room(len(item))
            return YamlList(item)
        return item

    def iterate(self, value: Value) -> Iterator[Value]:
        """Return an iterator over the items of a value; the caller must charge for each item."""
        kind = type(value)
        if kind is YamlList:
            return map(self.wrap, list.__iter__(value))
        if kind is str:
            if not value.isascii():  # Python creates a new string for each non-ASCII character
                self.spend(len(value) * _STEPS_PER_WIDE)
            return iter(value)
        if kind is range or kind in CONTAINERS:
            return iter(value)
        raise invalid(f"a value of type {type_name(value)} is not iterable")

    def collect(self, value: Value) -> list[Value]:
        """Return the items of a value as a new list."""
        items = self.iterate(value)
        size = range_size(value) if type(value) is range else len(value)
        self.room(size, 2 if type(value) is range else 1)
        return list(items)

    def call(
        self,
        function: Value,
        args: tuple[Value, ...],
        keywords: Mapping[str, Value] = _NO_KEYWORDS,
    ) -> Value:
        """Call a function, and return its result."""
        kind = type(function)
        if kind is Function and not keywords and function.least <= len(args) <= function.most:
            run = function.run
            result = run(self, *args) if function.needs_evaluation else run(*args)
            return result if type(result) in VALUE_TYPES else check_value(result)
        if kind not in FUNCTIONS:
            raise invalid(f"a value of type {type_name(function)} is not callable")
        if kind is Lambda:
            return function.invoke(self, args, keywords)
        own = 0
        if kind is Method:
            function, args, own = function.function, (function.owner, *args), 1
        if keywords or not function.least <= len(args) <= function.most:
            function.check(len(args), keywords, own)
        if function.needs_evaluation:
            args = (self, *args)
        result = function.run(*args, **keywords)
        return result if type(result) in VALUE_TYPES else check_value(result)


def range_size(value: range) -> int:
    """Return the length of a range; unlike in ``len()``, it may exceed ``sys.maxsize``."""
    return max(0, (value.stop - value.start) // value.step + 1)


def _parts(value: Value) -> Iterable[Value]:
    """Return the items of a container; for a mapping, its keys and values."""
    return [*value.keys(), *value.values()] if type(value) in MAPPINGS else value


def _over(limit: str, message: str) -> ExpressionError:
    return ExpressionError("limit", message, name=limit)
