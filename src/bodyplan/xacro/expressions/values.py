"""Values of xacro expressions: only a few types, which do not give access to Python.

The evaluator never reads an attribute of a Python object: ``_methods`` lists the methods of each
type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from bodyplan.xacro.expansion import ProblemKind

if TYPE_CHECKING:
    from bodyplan.xacro.expressions._budget import Evaluation

Value: TypeAlias = Any
"""A value of one of ``VALUE_TYPES``; containers contain only such values."""
Environment: TypeAlias = list[Any]
"""The state of a running expression: its symbols, its ``Evaluation``, its outer environment, and
then the values of its variables."""
Run: TypeAlias = Callable[[Environment], Value]
"""A compiled part of an expression: a function that returns its value."""


class ExpressionError(Exception):
    """An expression has no value.

    Args:
        kind: the kind of the problem, a ``ProblemKind``.
        message: the message, without a full stop.
        name: the name or key that does not exist, or the limit that is exceeded.
        known: the names that exist, for suggestions.
        expression: the text of the expression.
    """

    def __init__(
        self,
        kind: ProblemKind,
        message: str,
        *,
        name: str = "",
        known: Iterable[str] = (),
        expression: str = "",
    ) -> None:
        super().__init__(message)
        self.kind: ProblemKind = kind
        self.message = message
        self.name = name
        self.known = tuple(known)
        self.expression = expression


def width_of(text: str) -> int:
    """Return an upper bound of the memory that a string needs per character [bytes]."""
    return 1 if str.isascii(text) else 4


def invalid(message: str) -> ExpressionError:
    """Return the error for an invalid operation in an expression."""
    return ExpressionError("expression", message)


class Namespace:
    """A table of names that expressions access with a dot; it is never the result of one."""

    __slots__ = ()
    depth = 0
    """The number of enclosing scopes that a lookup of a name may have to search."""

    def lookup(self, name: str) -> Value | Namespace:
        """Return the value or namespace of a name.

        Raises:
            KeyError: the name does not exist.
        """
        raise NotImplementedError

    def names(self) -> Iterable[str]:
        """Return the names that exist, for hints."""
        raise NotImplementedError

    def assign(self, name: str, value: Value) -> None:  # noqa: ARG002
        """Assign a value to a name; called for ``(name := value)``."""
        raise ExpressionError("refused", "':=' is not supported here", name=name)


class YamlMapping(dict[Any, Any]):
    """A YAML mapping whose items can be accessed with a dot, as in ``mapping.key``."""

    __slots__ = ()


class YamlList(list[Any]):
    """A YAML sequence; its nested collections become ``YamlMapping`` and ``YamlList`` on access."""

    __slots__ = ()


class Function:
    """A function that expressions can call.

    Args:
        name: the name of the function in messages.
        run: the Python function. If its first parameter is named ``evaluation``, the current
            ``Evaluation`` is passed to it.
        keywords: the parameters that can also be passed by keyword.
        like: a function with the parameters to check for, needed if ``run`` only has ``*args``.
    """

    __slots__ = ("keywords", "least", "most", "name", "needs_evaluation", "run")

    def __init__(
        self,
        name: str,
        run: Callable[..., Value],
        keywords: Iterable[str] = (),
        *,
        like: Callable[..., object] | None = None,
    ) -> None:
        self.name = name
        self.run = run
        model = like or run
        # functions that are implemented in C check their arguments themselves
        code = getattr(model, "__code__", None)
        names = code.co_varnames[: code.co_argcount] if code else ()
        self.needs_evaluation = names[:1] == ("evaluation",)
        count = len(names) - self.needs_evaluation
        self.least = count - len(getattr(model, "__defaults__", None) or ())
        self.most = count if code and not code.co_flags & 0x04 else 1_000_000
        self.keywords = {*keywords, *(getattr(model, "__kwdefaults__", None) or ())}
        if like:
            self.keywords.update(names[2:])
        if not code or code.co_flags & 0x08:
            self.keywords.add("*")

    def check(self, given: int, keywords: Mapping[str, Value], own: int = 0) -> None:
        """Check the number of arguments and the names of keywords.

        Args:
            given: the number of positional arguments.
            keywords: the keyword arguments.
            own: 1 if the first argument is the object of a method call, otherwise 0.

        Raises:
            ExpressionError: the function does not accept these arguments.
        """
        for name in keywords:
            if not {name, "*"} & self.keywords:
                raise invalid(f"{self.name}() has no keyword argument {name!r}")
        if not self.least <= given + len(keywords) or given > self.most:
            least, most = self.least - own, self.most - own
            count = f"{least} to {most}" if least < most < 100 else str(least)
            count = f"at least {least}" if most > 100 else count
            noun = "argument" if count.endswith("1") else "arguments"
            raise invalid(f"{self.name}() expects {count} {noun}, got {given - own}")


class TypeFunction(Function):
    """A type such as ``int``, which expressions call to convert a value, or get from ``type()``.

    Args:
        types: the Python types of its instances, beginning with the type itself.
    """

    __slots__ = ("types",)

    def __init__(
        self,
        name: str,
        run: Callable[..., Value],
        types: tuple[type, ...],
        keywords: Iterable[str] = (),
    ) -> None:
        super().__init__(name, run, keywords)
        self.types = types

    def __repr__(self) -> str:
        return f"<class '{self.name}'>"


class Method:
    """A method that is bound to a value."""

    __slots__ = ("function", "owner")

    def __init__(self, function: Function, owner: Value) -> None:
        self.function = function
        self.owner = owner


class Lambda:
    """The value of a lambda expression.

    Args:
        names: the names of the parameters.
        defaults: the default values of the last parameters.
        body: the compiled body.
        cost: the steps of one call.
        depth: the number of Python frames of one call.
        outer: the environment in which the lambda was created.
    """

    __slots__ = ("body", "cost", "defaults", "depth", "names", "outer")

    def __init__(
        self,
        names: tuple[str, ...],
        defaults: list[Value],
        body: Run,
        cost: int,
        depth: int,
        outer: Environment,
    ) -> None:
        self.names = names
        self.defaults = defaults
        self.body = body
        self.cost = cost
        self.depth = depth
        self.outer = outer

    def invoke(
        self, evaluation: Evaluation, args: tuple[Value, ...], keywords: Mapping[str, Value]
    ) -> Value:
        """Call the lambda: evaluate its body with arguments, and return the value."""
        names = self.names
        bound = dict(zip(names, args, strict=False))
        for name, value in keywords.items():
            if name not in names or name in bound:
                raise invalid(f"unexpected keyword argument {name!r} of a lambda")
            bound[name] = value
        for name, value in zip(reversed(names), reversed(self.defaults), strict=False):
            bound.setdefault(name, value)
        if len(args) > len(names) or len(bound) < len(names):
            noun = "argument" if len(names) == 1 else "arguments"
            given = len(args) + len(keywords)
            raise invalid(f"lambda expects {len(names)} {noun}, got {given}")
        evaluation.enter(self.depth, self.cost)
        try:
            return self.body([self.outer[0], evaluation, self.outer, *(bound[n] for n in names)])
        finally:
            evaluation.depth -= self.depth


NUMBERS = frozenset({bool, int, float})
FLAT = NUMBERS | {type(None)}
SEQUENCES = frozenset({list, tuple, YamlList})
SETS = frozenset({set, frozenset})
MAPPINGS = frozenset({dict, YamlMapping})
CONTAINERS = SEQUENCES | SETS | MAPPINGS
FUNCTIONS = frozenset({Function, TypeFunction, Method, Lambda})
VALUE_TYPES = FLAT | CONTAINERS | FUNCTIONS | {str, range}
"""The allowed types: the type of each value is one of these, not a subclass."""


def type_name(value: Value) -> str:
    """Return the name of a value's type for messages."""
    kind = type(value)
    if kind in FUNCTIONS:
        return "function"
    return {type(None): "None", YamlMapping: "dict", YamlList: "list"}.get(kind, kind.__name__)


def check_value(value: Value) -> Value:
    """Return the value if its type is allowed.

    Raises:
        ExpressionError: the value is a complex number; or its type is not one of ``VALUE_TYPES``,
            which is a bug (kind "crash").
    """
    if type(value) not in VALUE_TYPES:
        if type(value) is complex:
            raise invalid("the result is a complex number, which xacro expressions do not support")
        kind = type(value).__name__
        raise ExpressionError("crash", f"an expression produced an internal object ({kind})")
    return value
