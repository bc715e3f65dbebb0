"""Expressions are looked at before they are evaluated, and the values they make are bounded.

Python was never meant to be evaluated safely, so this is the first of three walls: what an
expression may name, how large its values may grow. Behind it stand a hook that refuses files,
processes and sockets (``walls``), and the limits of the process.
"""

from __future__ import annotations

import ast
import builtins
import math
import re
from collections.abc import Callable, Mapping
from types import CodeType
from typing import Any

MOST_NODES = 20_000
DEEPEST = 150
"""Parts of an expression inside each other; Python's own compiler gives up soon after."""
_LARGEST_FACTORIAL = 5_000
_WIDEST = 10_000

_NESTED = "the expression is nested very deeply"
_SIZED = (str, bytes, list, tuple)
_INSIDE = {
    # these lead from a value to the program that evaluates it
    *("gi_frame", "gi_code", "gi_yieldfrom", "cr_frame", "cr_code", "cr_await", "cr_origin"),
    *("ag_frame", "ag_code", "ag_await", "tb_frame", "tb_next"),
    *("f_back", "f_builtins", "f_code", "f_globals", "f_locals", "f_trace"),
    *("format", "format_map", "mro"),
}
_WIDENING = {"ljust", "rjust", "center", "zfill", "expandtabs", "to_bytes"}
_GROWING = {"join", "replace"}
_REFUSED: dict[type[ast.AST], str] = {
    ast.Await: "await",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.FormattedValue: "formatted strings",
}
_BUSY = (ast.Call, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_PLACEHOLDER = re.compile(r"%(?:\(.*?\))?[#0\- +]*(\*|\d*)(?:\.(\*|\d*))?", re.DOTALL)


class RefusedError(Exception):
    """An expression that could reach out of the description.

    Args:
        name: what it names.
        reason: why that is refused.
    """

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.name = name


class TooLargeError(Exception):
    """A value beyond a cap.

    Args:
        cap: the name of the cap.
        reason: what would have become too large.
    """

    def __init__(self, cap: str, reason: str) -> None:
        super().__init__(reason)
        self.cap = cap


class Expression:
    """A compiled expression.

    Args:
        code: for ``eval``.
        is_busy: whether it may keep Python's interpreter busy without a pause.
    """

    __slots__ = ("code", "is_busy")

    def __init__(self, code: CodeType, *, is_busy: bool) -> None:
        self.code = code
        self.is_busy = is_busy


class Guard:
    """Compiles expressions, and bounds what they compute.

    Args:
        limits: the caps by name.
    """

    def __init__(self, limits: Mapping[str, int]) -> None:
        self.limits = limits
        self._compiled: dict[str, Expression] = {}
        self.replacements = self._replacements()
        """Bounded functions in place of those of the package, by the name in expressions."""
        self._operators: dict[str, Callable[..., Any]] = {
            # no description can use these names: a blank is part of them
            " +": self._add,
            " *": self._multiply,
            " **": self._power,
            " <<": self._shift,
            " %": self._percent,
            " method": self._method,
        }

    def compiled(self, text: str) -> Expression:
        """The expression, checked, with its operators replaced by bounded ones.

        Raises:
            RefusedError: it names something that no description needs.
            TooLargeError: it is too long.
            SyntaxError, ValueError, MemoryError, RecursionError: Python cannot compile it.
        """
        found = self._compiled.get(text)
        if found is None:
            found = self._compiled[text] = self._compile(text)
        return found

    def builtins(self) -> dict[str, Any]:
        """What stands behind all other names: the bounded operators, and nothing else."""
        return dict(self._operators)

    def _compile(self, text: str) -> Expression:
        most = self.limits["max_expression"]
        if len(text) > most:
            raise TooLargeError("max_expression", f"the expression has {len(text):,} characters")
        try:
            tree = ast.parse(text, "<expression>", "eval")
        except (MemoryError, RecursionError):  # Python's way to say so
            raise TooLargeError("max_expression", _NESTED) from None
        is_busy = _check(tree)
        changed = ast.fix_missing_locations(_Bounded().visit(tree))
        return Expression(compile(changed, "<expression>", "eval"), is_busy=is_busy)

    # Operators

    def _add(self, left: Any, right: Any) -> Any:
        if isinstance(left, _SIZED) and isinstance(right, _SIZED):
            self._bound(len(left) + len(right))
        return left + right

    def _multiply(self, left: Any, right: Any) -> Any:
        if isinstance(left, int) and isinstance(right, int):
            self._bound_bits(left.bit_length() + right.bit_length())
        elif isinstance(left, _SIZED) and isinstance(right, int):
            self._bound(len(left) * right)
        elif isinstance(right, _SIZED) and isinstance(left, int):
            self._bound(len(right) * left)
        return left * right

    def _power(self, base: Any, exponent: Any) -> Any:
        if isinstance(base, int) and isinstance(exponent, int) and abs(base) > 1:
            self._bound_bits(base.bit_length() * exponent)
        return base**exponent

    def _shift(self, value: Any, bits: Any) -> Any:
        if isinstance(value, int) and isinstance(bits, int):
            self._bound_bits(value.bit_length() + bits)
        return value << bits

    def _percent(self, left: Any, right: Any) -> Any:
        if isinstance(left, (str, bytes)):
            text = left if isinstance(left, str) else left.decode("latin-1")
            for width in (part for match in _PLACEHOLDER.findall(text) for part in match):
                if width == "*":
                    values = right if isinstance(right, tuple) else (right,)
                    wide = any(isinstance(v, int) and abs(v) > _WIDEST for v in values)
                else:
                    wide = len(width) > len(str(_WIDEST))
                if wide:
                    raise TooLargeError("max_items", "a formatted number would be very wide")
        return left % right

    def _method(self, value: Any, name: str, *args: Any, **options: Any) -> Any:
        if isinstance(value, (str, bytes, int, type)):
            if name in _WIDENING:
                for number in (*args, *options.values()):
                    if isinstance(number, int):
                        self._bound(number)
            elif isinstance(value, (str, bytes)):
                self._bound(_grown(value, name, args))
        return getattr(value, name)(*args, **options)

    def _bound(self, size: int) -> None:
        if size > self.limits["max_items"]:
            raise TooLargeError("max_items", f"a value would have {_number(size)} items")

    def _bound_bits(self, bits: int) -> None:
        if bits > self.limits["max_bits"]:
            raise TooLargeError("max_bits", f"a number would have {_number(bits)} bits")

    # Functions that take the place of those of the package

    def _replacements(self) -> dict[str, Callable[..., Any] | type]:
        def bounded(name: str) -> Callable[..., int]:
            real = getattr(math, name)

            def call(*numbers: Any) -> int:
                if any(isinstance(n, int) and n > _LARGEST_FACTORIAL for n in numbers):
                    raise TooLargeError("max_bits", f"{name}() takes {_LARGEST_FACTORIAL} at most")
                result: int = real(*numbers)
                return result

            call.__name__ = name
            return call

        return {
            "range": self._range(),
            "type": _type_of,
            "vars": _refused("vars", "vars() leads to the inside of the program"),
            **{name: bounded(name) for name in ("factorial", "comb", "perm")},
        }

    def _range(self) -> type:
        guard = self

        class Meta(type):
            def __instancecheck__(cls, value: object) -> bool:
                return isinstance(value, builtins.range)

        class Range(metaclass=Meta):
            def __new__(cls, *numbers: int) -> Any:
                made = builtins.range(*numbers)
                try:
                    guard._bound(len(made))
                except OverflowError:
                    raise TooLargeError("max_items", "a range would be very long") from None
                return made

        Range.__name__ = Range.__qualname__ = "range"
        return Range


def _check(tree: ast.AST) -> bool:
    """Whether an expression may keep Python busy; refuses what no description needs."""
    is_busy = False
    level: list[ast.AST] = [tree]
    depth = count = 0
    while level:
        depth += 1
        count += len(level)
        if depth > DEEPEST or count > MOST_NODES:
            raise TooLargeError("max_expression", _NESTED)
        for node in level:
            _check_node(node)
            is_busy = is_busy or isinstance(node, _BUSY)
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return is_busy


def _check_node(node: ast.AST) -> None:
    word = _REFUSED.get(type(node))
    if word is not None:
        raise RefusedError(word, f"{word} cannot stand in an expression")
    name = getattr(node, "attr", None) or getattr(node, "id", None) or getattr(node, "arg", None)
    if not isinstance(name, str):
        return
    if name.startswith("__"):
        raise RefusedError(name, f"{name!r} leads to the inside of the program")
    if isinstance(node, ast.Attribute) and name in _INSIDE:
        way = "; use % to format" if name.startswith("format") else ""
        raise RefusedError(name, f"'.{name}' leads to the inside of the program{way}")


class _Bounded(ast.NodeTransformer):
    """Puts the bounded operators in place of Python's."""

    _names: dict[type[ast.operator], str] = {  # noqa: RUF012  (never changed)
        ast.Add: " +",
        ast.Mult: " *",
        ast.Pow: " **",
        ast.LShift: " <<",
        ast.Mod: " %",
    }

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        name = self._names.get(type(node.op))
        if name is None or _is_float(node.left):
            return node
        return ast.Call(ast.Name(name, ast.Load()), [node.left, node.right], [])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = node.func
        if not isinstance(called, ast.Attribute) or called.attr not in _WIDENING | _GROWING:
            return node
        first = [called.value, ast.Constant(called.attr)]
        return ast.Call(ast.Name(" method", ast.Load()), [*first, *node.args], node.keywords)


def _is_float(node: ast.expr) -> bool:
    """Whether this is a number with a point: what is computed from it cannot grow."""
    return isinstance(node, ast.Constant) and isinstance(node.value, float)


def _grown(value: str | bytes, name: str, args: tuple[Any, ...]) -> int:
    """How long the result of a method is, or more than that."""
    try:
        if name == "join":
            parts = args[0]
            if not isinstance(parts, (list, tuple)):
                return 0  # what makes its parts one by one is held by time and memory
            return sum(len(part) for part in parts) + len(value) * len(parts)
        old, new = args[0], args[1]
        return len(value) + value.count(old) * len(new)
    except (TypeError, IndexError):
        return 0  # the method itself will say what is wrong


def _type_of(value: object) -> Any:
    """The type of a value; the door to making new types stays shut."""
    return _type_of if isinstance(value, type) else type(value)


def _refused(name: str, reason: str) -> Callable[..., Any]:
    def refuse(*_: object, **__: object) -> Any:
        raise RefusedError(name, reason)

    return refuse


def _number(value: int) -> str:
    """A number for a message; of very large ones, only that they are."""
    return f"{value:,}" if value < 10**15 else "far too many"
