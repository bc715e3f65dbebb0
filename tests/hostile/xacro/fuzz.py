"""Expressions by chance through the evaluator: a campaign, and the judge of one expression.

    python tools/fuzz --format expression --count 100000

The evaluator may refuse what it likes, but only with ``ExpressionError``. What it accepts must be a
value of its closed set of types through and through, and equal to what Python makes of the same text.
While it evaluates, the value of every part of an expression is looked at by its exact type: it is one
of the closed set, a function only one of the tables, and a namespace only before a dot or bracket.
"""

from __future__ import annotations

import ast
import builtins
import math
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from bodyplan.xacro.expressions import _compiler as compiler
from bodyplan.xacro.expressions._access import _unbound
from bodyplan.xacro.expressions._methods import METHODS
from bodyplan.xacro.expressions.evaluator import Evaluator
from bodyplan.xacro.expressions.global_symbols import GLOBALS, BuiltinNamespace
from bodyplan.xacro.expressions.values import (
    VALUE_TYPES,
    ExpressionError,
    Function,
    Lambda,
    Method,
    Namespace,
    TypeFunction,
)
from bodyplan.xacro.limits import XacroLimits
from tests.hostile.xacro.grammar import expression

LIMITS = XacroLimits(max_steps=20_000, max_items=20_000)
_PYTHON = (
    *("list", "dict", "map", "len", "str", "float", "int", "bool", "min", "max", "round", "abs"),
    *("all", "any", "complex", "divmod", "enumerate", "filter", "frozenset", "hash", "isinstance"),
    *("issubclass", "ord", "repr", "reversed", "slice", "set", "sum", "tuple", "type", "zip"),
    *("sorted", "range"),
)
_LAZY = ("enumerate", "filter", "map", "reversed", "zip")
_FUNCTION = frozenset({Function, Method, Lambda, TypeFunction})


class Symbols(Namespace):
    """The properties that expressions find.

    Args:
        table: values and namespaces by name.
    """

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table

    def lookup(self, name: str) -> Any:
        return self.table[name]

    def names(self) -> Iterable[str]:
        return self.table


class Host:
    """A processor that has nothing."""

    def load_yaml(self, filename: str) -> Any:
        raise ExpressionError("file", f"{filename!r} is outside the allowed folders")

    def abs_filename(self, filename: str) -> str:
        return f"/folder/{filename}"

    def argument(self, name: str) -> str:
        if name != "a":
            raise ExpressionError("argument", f"argument {name!r} does not exist")
        return "1"

    def arguments(self) -> Iterable[str]:
        return ("a",)

    def message(self, kind: str, text: str) -> None:
        pass

    def deprecated(self, name: str, replacement: str) -> None:
        pass

    def environment(self, name: str, *, required: bool = False) -> str | None:
        return None

    def find(self, package: str) -> str:
        raise ExpressionError("package", f"package {package!r} not found")

    def dirname(self) -> str:
        return "/folder"


class Dotted(dict):
    """A mapping with dots, as Python's side of ``YamlMapping``."""

    def __getattr__(self, name: str) -> Any:
        try:
            return wrapped(dict.__getitem__(self, name))
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, name: Any) -> Any:
        return wrapped(dict.__getitem__(self, name))


class Items(list):
    """A list of such mappings."""

    def copy(self) -> Any:
        return Items(self)

    def __getitem__(self, index: Any) -> Any:
        return wrapped(list.__getitem__(self, index))

    def __iter__(self) -> Any:
        return map(wrapped, list.__iter__(self))


def wrapped(value: Any) -> Any:
    """A mapping or list, with dots."""
    if type(value) is dict:
        return Dotted(value)
    return Items(value) if type(value) is list else value


class Space:
    """A namespace of Python's side: names and nothing else."""

    def __init__(self, **names: Any) -> None:
        self.__dict__.update(names)


def properties() -> dict[str, Any]:
    """New values of the properties, as plain ones."""
    return {
        "items": [1, 2, 3],
        "table": {"a": 1},
        "word": "wheel",
        "a": 1,
        "n": 2.5,
        "y": {"a": 1, "list": [1, {"b": 2}]},
    }


def ours(text: str) -> Any:
    """The value of an expression, by the evaluator.

    Raises:
        ExpressionError: it has none.
    """
    from bodyplan.xacro.expressions.values import YamlMapping

    table = properties()
    table["y"] = YamlMapping(table["y"])
    table["f"] = Symbols({"inside": 1, "g": Symbols({"inside": 2})})
    evaluator = Evaluator(LIMITS, Host())
    value = evaluator.evaluate(text, Symbols(table))
    check(value)
    kind = ""
    try:
        evaluator.to_text(value)
    except ExpressionError as error:
        kind = error.kind
    assert kind != "crash", text
    assert evaluator.evaluation.depth == 0
    return value


def _tables() -> Iterator[Function]:
    """The functions that expressions may use: those of the global names and of the methods."""
    spaces = [found for found in GLOBALS.values() if isinstance(found, BuiltinNamespace)]
    named = [*GLOBALS.values(), *(space.lookup(name) for space in spaces for name in space.names())]
    types = {found for found in named if type(found) is TypeFunction}
    for kind in types:
        for name in METHODS.get(kind.types[0], ()):
            yield _unbound(kind, name)
    yield from (found for found in named if type(found) is Function)
    yield from (function for table in METHODS.values() for function in table.values())


class Watch:
    """What the parts of expressions evaluate to, by exact type.

    Attributes:
        kinds: how many values there were of each type.
        functions: the functions that were reached.
    """

    def __init__(self) -> None:
        self.kinds: Counter[type] = Counter()
        self.functions: set[Function] = set()
        self.allowed = frozenset(_tables())

    def look(self, value: Any, *, is_base: bool) -> None:
        """Asserts that a value may be reached."""
        kind = type(value)
        self.kinds[kind] += 1
        function = value.function if kind is Method else value
        if kind is Function or kind is Method:
            assert type(function) is Function, f"{type(function)} is called as a method"
            assert function in self.allowed, f"{function.name} is in no table"
            self.functions.add(function)
        is_space = is_base and isinstance(value, Namespace)
        assert kind in VALUE_TYPES or is_space, f"{kind} inside of an expression"


@contextmanager
def watching() -> Iterator[Watch]:
    """Looks at the value of every part of every expression that is compiled meanwhile."""
    watch = Watch()
    whole = compiler._Compiler.value

    def value(self: Any, node: ast.expr, *, is_base: bool = False) -> Any:
        run = whole(self, node, is_base=is_base)

        def watched(env: Any) -> Any:
            made = run(env)
            watch.look(made, is_base=is_base)
            return made

        return watched

    compiler._kept.cache_clear()
    compiler._Compiler.value = value  # type: ignore[method-assign]
    try:
        yield watch
    finally:
        compiler._Compiler.value = whole  # type: ignore[method-assign]
        compiler._kept.cache_clear()


def check(value: Any, depth: int = 0) -> None:
    """Asserts that a value is of the closed set, and all that it holds."""
    kind = type(value)
    assert kind in VALUE_TYPES, f"{kind} got out"
    if depth > 100:
        return
    if kind in {list, tuple, set, frozenset} or issubclass(kind, list):
        for item in list.__iter__(value) if issubclass(kind, list) else value:
            check(item, depth + 1)
    elif issubclass(kind, dict):
        for key, item in dict.items(value):
            check(key, depth + 1)
            check(item, depth + 1)
    elif kind is Method:
        assert type(value.function) is Function
        check(value.owner, depth + 1)
    elif kind is Lambda:
        for item in value.defaults:
            check(item, depth + 1)


def pythons(text: str) -> Any:
    """The value of an expression that was accepted, by Python with the same names."""
    table = properties()
    names = {name: value for name, value in vars(math).items() if name[0] != "_"}
    python = {name: getattr(builtins, name) for name in _PYTHON}
    python |= {name: _eager(python[name]) for name in _LAZY}
    xacro = Space(
        dotify=Dotted,
        arg={"a": "1"}.__getitem__,
        abs_filename=lambda name: f"/folder/{name}",
        tokenize=_tokenize,
        **dict.fromkeys(("message", "warning", "error"), lambda *_, **__: ""),
        print_location=lambda: "",
    )
    table["y"] = Dotted(table["y"])
    environment = {
        **names,
        **{name: python[name] for name in (*_PYTHON[:11], "sorted", "range")},
        "math": Space(**names),
        "python": Space(**python),
        "xacro": xacro,
        "dotify": Dotted,
        "f": Space(**names, inside=1, g=Space(**names, inside=2)),
        **table,
        "__builtins__": {"True": True, "False": False, "None": None},
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.fix_missing_locations(_Eager().visit(ast.parse(text.strip(), mode="eval")))
        return eval(compile(tree, "<expression>", "eval"), environment)  # noqa: S307


def _eager(function: Any) -> Any:
    """The same function, which makes a list, as ours does."""
    return lambda *args, **options: list(function(*args, **options))


class _Eager(ast.NodeTransformer):
    """Makes lists of generators, and of the keys, values and items of mappings."""

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        self.generic_visit(node)
        return ast.ListComp(node.elt, node.generators)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in {"keys", "values", "items"}:
            return ast.List([ast.Starred(node, ast.Load())], ast.Load())
        return node


def _tokenize(s: str, sep: str = ",; ", skip_empty: bool = True) -> list[str]:
    import re

    parts = re.split(f"[{sep}]", s)
    return [part for part in parts if part] if skip_empty else parts


def plain(value: Any, depth: int = 0) -> Any:
    """What two values are compared by: ours and Python's have other types for functions and such."""
    kind = type(value)
    if depth > 30:
        return "deep"
    if kind in _FUNCTION or callable(value):
        return "function"  # or type: map and range are types in Python
    if isinstance(value, dict):
        pairs = [(plain(k, depth + 1), plain(v, depth + 1)) for k, v in dict.items(value)]
        return ["mapping", isinstance(value, Dotted) or kind.__name__ == "YamlMapping", pairs]
    if isinstance(value, list):
        return ["list", *(plain(item, depth + 1) for item in list.__iter__(value))]
    if kind is tuple:
        return ["tuple", *(plain(item, depth + 1) for item in value)]
    if kind in {set, frozenset}:
        return [kind.__name__, *sorted(repr(plain(item, depth + 1)) for item in value)]
    if isinstance(value, Space):
        return "namespace"
    return [kind.__name__, value if kind is str else repr(value)]


def try_one(text: str) -> str:
    """Evaluates an expression and asserts what must hold; says how it went: "accepted" or a kind.

    Raises:
        AssertionError: something got out, or differs.
    """
    refused: ExpressionError | None = None
    value = None
    try:
        value = ours(text)
    except ExpressionError as error:
        refused = error
    if refused is not None:
        assert refused.kind != "crash", f"{text!r}: {refused}"
        assert " at 0x" not in str(refused), f"{text!r}: {refused}"
        assert "bodyplan" not in str(refused), f"{text!r}: {refused}"
        return refused.kind
    found = plain(value)
    if any(word in text for word in ("hash", "set", " is ")):
        return (
            "accepted"  # texts have other hash values in the next process, and are kept once or not
        )
    try:
        expected = plain(pythons(text))
    except Exception as error:
        raise AssertionError(f"{text!r}: {found!r}, and Python refuses: {error!r}") from error
    assert found == expected, f"{text!r}: {found!r}, but Python's is {expected!r}"
    return "accepted"


def kinds_of_nodes(texts: Iterable[str]) -> set[type[ast.AST]]:
    """The kinds of nodes in expressions."""
    found: set[type[ast.AST]] = set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for text in texts:
            try:
                found |= {type(node) for node in ast.walk(ast.parse(text, mode="eval"))}
            except (SyntaxError, ValueError):
                continue
    return found


def main(count: int = 100_000, first: int = 0) -> int:
    """Tries so many expressions; prints what is wrong, and how many went how."""
    went: Counter[str] = Counter()
    slowest = (0.0, "")
    wrong = 0
    with watching() as watch:
        for seed in range(first, first + count):
            text = expression(seed)
            start = time.process_time()
            try:
                went[try_one(text)] += 1
            except Exception as error:  # noqa: BLE001  (all of them are told)
                wrong += 1
                print(f"{seed}: {type(error).__name__}: {str(error)[:600]}")
            slowest = max(slowest, (time.process_time() - start, f"{seed}: {text[:200]}"))
    kinds = ", ".join(f"{kind.__name__} {number:,}" for kind, number in watch.kinds.most_common())
    print(f"expression: {count:,} cases, {wrong:,} failed")
    print("  results: " + ", ".join(f"{kind} {number:,}" for kind, number in went.most_common()))
    print(f"  values of their parts: {kinds}")
    print(f"  functions reached: {len(watch.functions)} of the {len(watch.allowed)} allowed")
    print(f"  slowest: {slowest[0]:.3f} s (case {slowest[1]})")
    return min(wrong, 1)
