"""The names that every expression can use, and those of ``$(eval ...)``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Literal

from bodyplan.formats.xacro.functions import DOTIFY, PYTHON
from bodyplan.formats.xacro.mathematics import MATH
from bodyplan.formats.xacro.session import Session
from bodyplan.formats.xacro.values import (
    ExpressionError,
    Function,
    Namespace,
    Value,
    invalid,
    type_name,
)

_CATEGORIES = "dDsSwW"
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class BuiltinNamespace(Namespace):
    """A namespace with fixed content, such as ``math``."""

    __slots__ = ("_table", "name")

    def __init__(self, name: str, table: Mapping[str, Value]) -> None:
        self.name = name
        self._table = table

    def lookup(self, name: str) -> Value:
        """Return what a name refers to."""
        return self._table[name]

    def names(self) -> Iterable[str]:
        """Return the names that exist."""
        return self._table


# Functions of xacro


def _text(value: Value) -> str:
    if type(value) is not str:
        raise invalid(f"expected a string, not {type_name(value)}")
    return str(value)


def _load_yaml(session: Session, filename: Value) -> Value:
    return session.host.load_yaml(_text(filename))


def _abs_filename(session: Session, filename_spec: Value) -> str:
    return session.host.abs_filename(_text(filename_spec))


def _argument(session: Session, name: Value) -> str:
    try:
        return session.host.argument(_text(name))
    except KeyError:
        message = f"argument {name[:100]!r} is not defined"
        known = session.host.arguments()
        raise ExpressionError("argument", message, name=name, known=known) from None


def _message(kind: Literal["message", "warning", "error"]) -> Callable[..., str]:
    locates = kind != "message"

    def run(session: Session, text: Value, *more: Value, **options: Value) -> str:
        words = " ".join(session.text(word) for word in (text, *more))
        session.room_text(len(words))
        session.host.message(kind, words)
        if options.get("print_location", locates):
            session.host.message("print_location", "")
        return ""

    return run


def _print_location(session: Session) -> str:
    session.host.message("print_location", "")
    return ""


def _fatal(session: Session, *words: Value) -> Value:
    raise ExpressionError("fatal", " ".join(session.text(word) for word in words))


def _tokenize(
    session: Session, text: Value, sep: Value = ",; ", skip_empty: Value = True
) -> list[str]:
    session.spend(len(_text(text)) >> 1)
    parts = _separators(_text(sep)).split(text)
    session.spend(2 * len(parts))
    return [part for part in parts if part] if skip_empty else parts


@lru_cache(maxsize=64)
def _separators(text: str) -> re.Pattern[str]:
    """Return a pattern for one of the characters that the text lists as in a regular expression.

    The pattern is written anew from the characters, ranges and categories that are understood, so
    that no other expression gets in.
    """
    items: list[tuple[str, str]] = []
    start = 1 if text.startswith("^") else 0
    position = start
    while position < len(text):
        first, position = _separator(text, position, is_first=position == start)
        last = first
        if text[position : position + 1] == "-" and position + 1 < len(text):
            last, position = _separator(text, position + 1, is_first=False)
            if len(first) > 1 or len(last) > 1 or first > last:
                raise invalid(f"tokenize(): invalid range in the separators {text[:50]!r}")
        items.append((first, last))
    if not items:
        raise invalid("tokenize(): the separators are empty")
    body = "".join(
        first if len(first) > 1 else f"{re.escape(first)}-{re.escape(last)}"
        for first, last in items
    )
    return re.compile(f"[{'^' * start}{body}]")


def _separator(text: str, position: int, *, is_first: bool) -> tuple[str, int]:
    """Return a character or category, and the position after it."""
    char = text[position]
    if char == "]" and not is_first:
        raise invalid("tokenize(): ']' among the separators must be the first or be escaped")
    if char != "\\":
        return char, position + 1
    match = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL).match(
        text, position
    )
    if match is None:
        raise invalid("tokenize(): the separators end with a backslash")
    code, end = match[1] or match[2], match.end()
    if code:
        return chr(int(code, 16)), end
    escaped = match[3]
    if escaped in _CATEGORIES:
        return f"\\{escaped}", end
    if escaped in _ESCAPES:
        return _ESCAPES[escaped], end
    if escaped.isascii() and escaped.isalnum():
        raise invalid(f"tokenize(): unsupported escape '\\{escaped}' in the separators")
    return escaped, end


def _deprecated(name: str, replacement: str, function: Function) -> Function:
    """Return a function that reports its old name at each call."""

    def run(session: Session, *args: Value, **keywords: Value) -> Value:
        session.host.deprecated(name, replacement)
        return session.call(function, args, keywords)

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
"""What a name in ``${...}`` refers to unless it is a property."""


class NoSymbols(Namespace):
    """No properties: only global symbols are defined."""

    __slots__ = ()

    def lookup(self, name: str) -> Value:
        """Raise KeyError."""
        raise KeyError(name)

    def names(self) -> Iterable[str]:
        """Return no names."""
        return ()


# $(eval ...)


def typed(text: str) -> Value:
    """Return the value of an argument in ``$(eval ...)``: a number, a boolean or the text."""
    if len(text) < 4000:
        try:
            return float(text) if "." in text else int(text)
        except ValueError:
            pass
    return {"true": True, "false": False}.get(text.lower(), text)


def _env(session: Session, name: Value) -> str:
    return session.host.environment(_text(name), required=True) or ""


def _optenv(session: Session, name: Value, default: Value = "") -> Value:
    value = session.host.environment(_text(name))
    return default if value is None else value


def _find(session: Session, package: Value) -> str:
    return session.host.find(_text(package))


def _dirname(session: Session) -> str:
    return session.host.dirname()


def _typed_argument(session: Session, name: Value) -> Value:
    return typed(_argument(session, name))


_FUNCTIONS: dict[str, Value] = {
    **MATH,
    "true": True,
    "false": False,
    **{name: PYTHON[name] for name in ("list", "dict", "map", "str", "float", "int")},
    "arg": Function("arg", _typed_argument, keywords=["name"]),
    "dirname": Function("dirname", _dirname),
    "env": Function("env", _env, keywords=["name"]),
    "find": Function("find", _find),
    "optenv": Function("optenv", _optenv),
}


class EvalSymbols(Namespace):
    """The names of ``$(eval ...)``: functions, then arguments."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def lookup(self, name: str) -> Value:
        """Return what a name refers to.

        Raises:
            ExpressionError: the name is neither a function nor an argument.
        """
        if name in _FUNCTIONS:
            return _FUNCTIONS[name]
        try:
            return typed(_argument(self._session, name))
        except ExpressionError:
            if name in PYTHON:
                return PYTHON[name]
            raise

    def names(self) -> Iterable[str]:
        """Return the names of the functions."""
        return _FUNCTIONS
