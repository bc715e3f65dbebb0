"""Values of xacro expressions: a closed set of types, none of which leads into the interpreter.

An expression holds numbers, strings, containers of these, YAML collections and the function
objects of this module. The evaluator never calls ``getattr`` on any of them: what a type offers
is listed in ``methods``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from bodyplan.formats.xacro.expansion import FaultKind

if TYPE_CHECKING:
    from bodyplan.formats.xacro.session import Session

Value: TypeAlias = Any
"""A value of one of ``VALUE_TYPES``; containers hold such values only."""
Environment: TypeAlias = list[Any]
"""Variables of a running expression: symbols, session, outer environment, own variables."""
Run: TypeAlias = Callable[[Environment], Value]
"""A compiled part of an expression."""


_MANY = 1_000_000
_HAS_REST, _HAS_OPTIONS = 0x04, 0x08


class ExpressionError(Exception):
    """An expression has no value.

    Args:
        kind: what the problem is about.
        message: what is wrong, without a full stop.
        name: the name or key that does not exist, or the limit that is exceeded.
        known: the names that exist instead.
        expression: the text of the expression.
    """

    def __init__(
        self,
        kind: FaultKind,
        message: str,
        *,
        name: str = "",
        known: Iterable[str] = (),
        expression: str = "",
    ) -> None:
        super().__init__(message)
        self.kind: FaultKind = kind
        self.message = message
        self.name = name
        self.known = tuple(known)
        self.expression = expression


def invalid(message: str) -> ExpressionError:
    """Return the error for an operation that its operands do not support."""
    return ExpressionError("expression", message)


class Namespace(ABC):
    """A table of names that expressions reach with a dot. It is never a value itself."""

    __slots__ = ()

    @abstractmethod
    def lookup(self, name: str) -> Value | Namespace:
        """Return what a name refers to.

        Raises:
            KeyError: the name does not exist.
        """

    @abstractmethod
    def names(self) -> Iterable[str]:
        """Return the names that exist, for hints."""

    def assign(self, name: str, value: Value) -> None:  # noqa: ARG002
        """Give a name a value, for ``(name := value)``."""
        message = "':=' is not supported here in expressions"
        raise ExpressionError("refused", message, name=name)


class YamlMapping(dict[Any, Any]):
    """A YAML mapping whose keys can be written with a dot."""

    __slots__ = ()


class YamlList(list[Any]):
    """A YAML sequence; its collections come out as ``YamlMapping`` and ``YamlList``."""

    __slots__ = ()


class View:
    """The keys, values or items of a dictionary."""

    __slots__ = ("kind", "mapping")

    def __init__(self, kind: str, mapping: dict[Any, Any]) -> None:
        self.kind = kind
        self.mapping = mapping

    def __len__(self) -> int:
        return len(self.mapping)

    def items(self) -> Iterable[Any]:
        """Return what the view shows."""
        if self.kind == "keys":
            return dict.keys(self.mapping)
        return dict.values(self.mapping) if self.kind == "values" else dict.items(self.mapping)

    def __repr__(self) -> str:
        return f"dict_{self.kind}({list(self.items())!r})"


class Lazy:
    """An iterator: the result of ``map()``, ``zip()`` or a generator expression.

    Args:
        name: what made it.
        iterator: yields the values.
        depth: iterators inside each other, this one included.
    """

    __slots__ = ("depth", "iterator", "name")

    def __init__(self, name: str, iterator: Iterator[Value], depth: int = 1) -> None:
        self.name = name
        self.iterator = iterator
        self.depth = depth


class Function:
    """A function that expressions can call.

    Args:
        name: how messages call it.
        run: does the work. If its first parameter is called ``session``, it gets the session.
        least: the fewest positional arguments, for what is written in C.
        most: the most positional arguments, for what is written in C.
        keywords: positional parameters that can be passed as keywords too.
    """

    __slots__ = ("is_plain", "keywords", "least", "most", "name", "positions", "run")

    def __init__(
        self,
        name: str,
        run: Callable[..., Value],
        least: int | None = None,
        most: int | None = None,
        keywords: Iterable[str] = (),
    ) -> None:
        self.name = name
        self.run = run
        code = getattr(run, "__code__", None)
        names = code.co_varnames[: code.co_argcount] if code else ()
        self.is_plain = names[:1] != ("session",)
        if not self.is_plain:
            names = names[1:]
        optional = len(getattr(run, "__defaults__", None) or ())
        self.least = len(names) - optional if least is None else least
        if most is None:
            most = _MANY if code and code.co_flags & _HAS_REST else len(names)
        self.most = most
        self.positions = {name: names.index(name) for name in keywords}
        self.keywords = frozenset(getattr(run, "__kwdefaults__", None) or ())
        if code and code.co_flags & _HAS_OPTIONS:
            self.keywords |= {"*"}

    def check(self, given: int, keywords: Mapping[str, Value], own: int = 0) -> None:
        """Check the number of arguments and the names of keywords.

        Args:
            given: the number of positional arguments.
            keywords: the others.
            own: 1 if the first positional argument is the owner of a method.

        Raises:
            ExpressionError: the function does not accept them.
        """
        by_name = 0
        for name in keywords:
            position = self.positions.get(name)
            if position is None:
                if name not in self.keywords and "*" not in self.keywords:
                    raise invalid(f"{self.name}() has no keyword argument {name!r}")
            elif position >= given:
                by_name += 1
            else:
                raise invalid(f"{self.name}() got multiple values for argument {name!r}")
        if given > self.most or given + by_name < self.least:
            least, most = self.least - own, self.most - own
            count = str(least)
            if most > least:
                count = f"at least {least}" if self.most == _MANY else f"{least} to {most}"
            noun = "argument" if count in {"1", "at least 1"} else "arguments"
            raise invalid(f"{self.name}() expects {count} {noun}, got {given - own}")


class TypeFunction(Function):
    """A type: converts when it is called, and can be compared with ``type()``.

    Args:
        types: the types of values that are instances of it, its own first.
    """

    __slots__ = ("types",)

    def __init__(
        self,
        name: str,
        run: Callable[..., Value],
        types: tuple[type, ...],
        keywords: Iterable[str] = (),
    ) -> None:
        super().__init__(name, run, keywords=keywords)
        self.types = types

    def __repr__(self) -> str:
        return f"<class '{self.name}'>"


class Method:
    """A method with the value that it belongs to."""

    __slots__ = ("function", "owner")

    def __init__(self, function: Function, owner: Value) -> None:
        self.function = function
        self.owner = owner


class Signature:
    """The parameters of a lambda expression.

    Args:
        positional: names of the positional parameters.
        positional_only: how many of them cannot be passed as keywords.
        keyword_only: names of the parameters that must be passed as keywords.
        rest: name of the parameter for further positional arguments.
        options: name of the parameter for further keywords.
    """

    __slots__ = ("keyword_only", "options", "positional", "positional_only", "rest")

    def __init__(
        self,
        positional: tuple[str, ...],
        positional_only: int,
        keyword_only: tuple[str, ...],
        rest: str | None,
        options: str | None,
    ) -> None:
        self.positional = positional
        self.positional_only = positional_only
        self.keyword_only = keyword_only
        self.rest = rest
        self.options = options

    def order(self) -> tuple[str, ...]:
        """Return the names of all parameters, in the order of their values."""
        rest = () if self.rest is None else (self.rest,)
        options = () if self.options is None else (self.options,)
        return (*self.positional, *rest, *self.keyword_only, *options)

    def bind(
        self,
        args: tuple[Value, ...],
        keywords: Mapping[str, Value],
        defaults: Mapping[str, Value],
    ) -> list[Value]:
        """Return the value of each parameter: positional, rest, keyword-only, options.

        Raises:
            ExpressionError: the arguments do not fit the parameters.
        """
        names = self.positional
        if len(args) > len(names) and self.rest is None:
            noun = "argument" if len(names) == 1 else "arguments"
            raise invalid(f"the lambda expects {len(names)} {noun}, got {len(args)}")
        values = dict(zip(names, args, strict=False))
        options: dict[str, Value] = {}
        by_keyword = {*names[self.positional_only :], *self.keyword_only}
        for name, value in keywords.items():
            if name in by_keyword:
                if name in values:
                    raise invalid(f"the lambda got multiple values for argument {name!r}")
                values[name] = value
            elif self.options is not None:
                options[name] = value
            else:
                raise invalid(f"the lambda has no keyword argument {name!r}")
        values = {**defaults, **values}
        for name in (*names, *self.keyword_only):
            if name not in values:
                raise invalid(f"the lambda is missing the argument {name!r}")
        bound = [values[name] for name in names]
        if self.rest is not None:
            bound.append(args[len(names) :])
        bound += [values[name] for name in self.keyword_only]
        if self.options is not None:
            bound.append(options)
        return bound


class Lambda:
    """The value of a lambda expression.

    Args:
        signature: its parameters.
        body: its compiled body.
        cost: steps of one call.
        depth: levels of the body.
        defaults: values of parameters by name.
        outer: the environment of its definition.
    """

    __slots__ = ("body", "cost", "defaults", "depth", "outer", "signature")

    def __init__(
        self,
        signature: Signature,
        body: Run,
        cost: int,
        depth: int,
        defaults: Mapping[str, Value],
        outer: Environment,
    ) -> None:
        self.signature = signature
        self.body = body
        self.cost = cost
        self.depth = depth
        self.defaults = defaults
        self.outer = outer

    def invoke(
        self, session: Session, args: tuple[Value, ...], keywords: Mapping[str, Value]
    ) -> Value:
        """Return the value of the body for these arguments."""
        bound = self.signature.bind(args, keywords, self.defaults)
        session.enter(self.depth, self.cost + len(bound))
        try:
            return self.body([self.outer[0], session, self.outer, *bound])
        finally:
            session.depth -= self.depth


NUMBERS = frozenset({bool, int, float})
"""Numbers of constant size, but for long integers."""
FLAT = NUMBERS | {complex, type(None)}
"""Types without parts."""
SEQUENCES = frozenset({list, tuple, YamlList})
SETS = frozenset({set, frozenset})
MAPPINGS = frozenset({dict, YamlMapping})
FUNCTIONS = frozenset({Function, TypeFunction, Method, Lambda})
VALUE_TYPES = FLAT | SEQUENCES | SETS | MAPPINGS | FUNCTIONS | {str, range, slice, View, Lazy}
"""The closed set: every value of an expression is of exactly one of these types."""


def type_name(value: Value) -> str:
    """Return the name of the type of a value, as messages call it."""
    kind = type(value)
    if kind in FUNCTIONS:
        return "function"
    if kind is Lazy:
        return str(value.name)
    return {View: "view", type(None): "None"}.get(kind, kind.__name__)


def check_value(value: Value) -> Value:
    """Return the value if it is of the closed set.

    Raises:
        ExpressionError: it is not; kind "crash", because no expression should get there.
    """
    if type(value) not in VALUE_TYPES:
        kind = type(value).__name__
        raise ExpressionError("crash", f"an expression produced an internal object ({kind})")
    return value
