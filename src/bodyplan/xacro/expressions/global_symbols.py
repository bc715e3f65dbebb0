"""The names that every ``${...}`` can use, and the names that ``$(eval ...)`` can use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Literal

from bodyplan.xacro.expressions._budget import Evaluation
from bodyplan.xacro.expressions._functions import DOTIFY, PYTHON
from bodyplan.xacro.expressions._mathematics import MATH
from bodyplan.xacro.expressions.values import (
    ExpressionError,
    Function,
    Namespace,
    Value,
    invalid,
    type_name,
)


class BuiltinNamespace(Namespace):
    """A built-in namespace, such as ``math``, whose content cannot change."""

    __slots__ = ("_table", "name")

    def __init__(self, name: str, table: Mapping[str, Value]) -> None:
        self.name = name
        self._table = table

    def lookup(self, name: str) -> Value:
        """Return the value of a name."""
        return self._table[name]

    def names(self) -> Iterable[str]:
        """Return the names that exist."""
        return self._table


# Functions of xacro


def _text(value: Value) -> str:
    if type(value) is not str:
        raise invalid(f"expected a string, not {type_name(value)}")
    return str(value)


def _load_yaml(evaluation: Evaluation, filename: Value) -> Value:
    return evaluation.host.load_yaml(_text(filename))


def _abs_filename(evaluation: Evaluation, filename_spec: Value) -> str:
    return evaluation.host.abs_filename(_text(filename_spec))


def _argument(evaluation: Evaluation, name: Value) -> str:
    try:
        return evaluation.host.argument(_text(name))
    except KeyError:
        message = f"argument {name[:100]!r} is not defined"
        known = evaluation.host.arguments()
        raise ExpressionError("argument", message, name=name, known=known) from None


def _message(kind: Literal["message", "warning", "error"]) -> Callable[..., str]:
    locates = kind != "message"

    def run(evaluation: Evaluation, text: Value, *more: Value, **options: Value) -> str:
        words = " ".join(evaluation.text(word) for word in (text, *more))
        evaluation.room_text(len(words), words)
        evaluation.spend(20)
        evaluation.host.message(kind, words)
        if options.get("print_location", locates):
            evaluation.host.message("print_location", "")
        return ""

    return run


def _print_location(evaluation: Evaluation) -> str:
    evaluation.host.message("print_location", "")
    return ""


def _fatal(evaluation: Evaluation, *words: Value) -> Value:
    text = " ".join(evaluation.text(word) for word in words)
    raise ExpressionError("fatal", text or "xacro.fatal() without a message")


def _tokenize(
    evaluation: Evaluation, text: Value, sep: Value = ",; ", skip_empty: Value = True
) -> list[str]:
    evaluation.spend(len(_text(text)) + 50 * len(_text(sep)))
    parts = _separators(sep).split(text)
    evaluation.spend(2 * len(parts))
    return [part for part in parts if part] if skip_empty else parts


@lru_cache(maxsize=64)
def _separators(text: str) -> re.Pattern[str]:
    """Return a pattern that matches any of the separator characters of ``tokenize()``.

    The pattern is a single character class with escaped characters, so that the characters have no
    special meaning in the regular expression.
    """
    tokens: list[str] = re.findall(r"\\.|[^\\]", text, re.DOTALL)
    is_valid = "".join(tokens) == text and "--" not in text
    is_negated = tokens[:1] == ["^"]
    parts: list[str] = []
    for token in tokens[is_negated:]:
        is_valid &= token != "]" or not parts
        if token.startswith("\\"):
            is_valid &= token[1] in "dDsSwWnrtfv" or not token[1].isalnum()
            parts.append(token)
        else:
            parts.append(token if token == "-" else re.escape(token))
    if is_valid and parts:
        with suppress(re.error):
            return re.compile(f"[{'^' * is_negated}{''.join(parts)}]")
    raise invalid(f"tokenize(): unsupported separators {text[:50]!r}")


def _deprecated(name: str, replacement: str, function: Function) -> Function:
    """Return a function that reports its name as deprecated at each call."""

    def run(evaluation: Evaluation, *args: Value, **keywords: Value) -> Value:
        evaluation.host.deprecated(name, replacement)
        return evaluation.call(function, args, keywords)

    return Function(name, run)


_XACRO: dict[str, Value] = {
    "load_yaml": Function("load_yaml", _load_yaml, keywords=["filename"]),
    "abs_filename": Function("abs_filename", _abs_filename, keywords=["filename_spec"]),
    "dotify": DOTIFY,
    "arg": Function("arg", _argument, keywords=["name"]),
    "message": Function("message", _message("message")),
    "warning": Function("warning", _message("warning")),
    "error": Function("error", _message("error")),
    "print_location": Function("print_location", _print_location),
    "fatal": Function("fatal", _fatal),
    "tokenize": Function("tokenize", _tokenize, keywords=["sep", "skip_empty"]),
}
_DIRECT = (
    *("list", "dict", "map", "len", "str", "float", "int", "bool", "True", "False"),
    *("min", "max", "round"),
)
GLOBALS: dict[str, Value | Namespace] = {
    **MATH,
    **{name: PYTHON[name] for name in _DIRECT},
    **{
        name: _deprecated(name, f"{space}.{name}", table[name])
        for space, table, names in (
            ("python", PYTHON, ("sorted", "range")),
            ("xacro", _XACRO, ("load_yaml", "abs_filename", "dotify")),
        )
        for name in names
    },
    "python": BuiltinNamespace("python", PYTHON),
    "math": BuiltinNamespace("math", MATH),
    "xacro": BuiltinNamespace("xacro", _XACRO),
}
"""The global symbols of ``${...}``, by name; a property of the same name hides a symbol."""


class NoSymbols(Namespace):
    """A namespace without names, so that an expression can use only global symbols."""

    __slots__ = ()

    def lookup(self, name: str) -> Value:
        """Raise KeyError."""
        raise KeyError(name)

    def names(self) -> Iterable[str]:
        """Return no names."""
        return ()


def typed(text: str) -> Value:
    """Convert the text of an argument for ``$(eval ...)`` to a number or boolean if possible."""
    if len(text) < 4000:
        with suppress(ValueError):
            return float(text) if "." in text else int(text)
    return {"true": True, "false": False}.get(text.lower(), text)


class EvalSymbols(Namespace):
    """The names that ``$(eval ...)`` can use: some built-in names, and the arguments.

    The xacro package ends ``$(eval ...)`` at the first closing parenthesis, so it cannot contain
    function calls.
    """

    __slots__ = ("_evaluation",)

    def __init__(self, evaluation: Evaluation) -> None:
        self._evaluation = evaluation

    def lookup(self, name: str) -> Value:
        """Return the value of a name.

        Raises:
            ExpressionError: the name is not an argument; kind "argument".
        """
        if name in _IN_EVAL:
            return _IN_EVAL[name]
        return typed(_argument(self._evaluation, name))

    def names(self) -> Iterable[str]:
        """Return all names except those of the arguments."""
        return _IN_EVAL


_IN_EVAL: dict[str, Value] = {
    **MATH,
    "true": True,
    "false": False,
    **{name: PYTHON[name] for name in ("list", "dict", "map", "str", "float", "int")},
}
