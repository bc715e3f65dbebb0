"""Expressions, compiled: an allow-list of syntax, turned into closures over values.

``ast`` parses the text; nothing of it is ever given to Python for evaluation. Each node that is
listed here becomes a function of an environment; all other nodes are refused.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, Self

from bodyplan.formats.xacro.access import attribute, resolve, undefined
from bodyplan.formats.xacro.global_symbols import GLOBALS
from bodyplan.formats.xacro.loops import (
    UNBOUND,
    Bind,
    check_name,
    gathered,
    innermost,
    nested,
    refused,
    unpack_keywords,
    unpacked,
    variable,
)
from bodyplan.formats.xacro.operators import BINARY, COMPARE, LONG, UNARY, subscript
from bodyplan.formats.xacro.values import (
    NUMBERS,
    VALUE_TYPES,
    Environment,
    ExpressionError,
    Lambda,
    Namespace,
    Run,
    Signature,
    Value,
    invalid,
    type_name,
)

_MOST_LEVELS = 100
"""Nodes inside each other."""
_LONGEST_KEPT = 1000
_FIRST_SLOT = 3
"""Environments hold symbols, session and outer environment before their variables."""
_MISSING: Any = object()
_SLOW = frozenset({"FloorDiv", "Mod", "Pow", "LShift", "RShift", "BitAnd", "BitOr", "BitXor"})
_PLAIN = ("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE")
_CONSTANTS = (bool, int, float, complex, str, type(None))
_FRAMES: dict[type[ast.AST], int] = {
    ast.Call: 4,
    ast.ListComp: 4,
    ast.SetComp: 4,
    ast.DictComp: 4,
    ast.GeneratorExp: 4,
    ast.Lambda: 1,
}
"""How many frames of Python the evaluation of a node takes, if more than one."""


class Code(NamedTuple):
    """A compiled expression.

    Args:
        run: evaluates it.
        cost: steps of one evaluation, without those of loops and lambdas.
        depth: frames that it needs.
    """

    run: Run
    cost: int
    depth: int


def compile_expression(text: str, most: int) -> Code:
    """Return the compiled form of an expression.

    Args:
        text: the expression, stripped.
        most: the limit on its length.

    Raises:
        ExpressionError: it is not valid, uses something that is not supported, or is too long.
    """
    if len(text) > most:
        message = f"expression has {len(text):,} characters, more than {most:,}"
        raise ExpressionError("limit", message, name="max_expression")
    return _compiled(text) if len(text) <= _LONGEST_KEPT else _compile(text)


def _compile(text: str) -> Code:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text, "<expression>", "eval")
    except SyntaxError as error:
        raise invalid(f"invalid syntax: {error.msg}") from None
    except ValueError as error:
        raise invalid(f"invalid syntax: {error}") from None
    except (MemoryError, RecursionError):
        raise _too_deep() from None
    compiler = _Compiler()
    run = compiler.compile(tree.body)
    return Code(run, compiler.cost, compiler.deepest)


_compiled = lru_cache(maxsize=4096)(_compile)


def _too_deep() -> ExpressionError:
    message = "expression is nested too deeply"
    return ExpressionError("limit", message, name="max_expression")


class _Compiler:
    """Turns the nodes of one expression into closures."""

    def __init__(self) -> None:
        self.cost = 0
        self.level = 0
        self.frames = 0
        self.deepest = 0
        self.scopes: list[dict[str, int]] = []

    def compile(self, node: ast.expr) -> Run:
        """Return the closure of a node that has a value."""
        return self._entered(node, _NODES)

    def base(self, node: ast.expr) -> Run:
        """Return the closure of what stands before a dot; it may return a namespace."""
        if isinstance(node, ast.Name):
            return self._entered(node, _BASES)
        return self._entered(node, _BASES if isinstance(node, ast.Attribute) else _NODES)

    def _entered(self, node: ast.expr, table: dict[type[ast.AST], Callable[..., Run]]) -> Run:
        method = table.get(type(node))
        if method is None:
            name = type(node).__name__
            raise refused(f"{_SYNTAX.get(name, name)} is not supported", name)
        frames = _FRAMES.get(type(node), 1)
        self.cost += 1
        self.level += 1
        self.frames += frames
        self.deepest = max(self.deepest, self.frames)
        if self.level > _MOST_LEVELS:
            raise _too_deep()
        run = method(self, node)
        self.level -= 1
        self.frames -= frames
        return run

    def many(self, nodes: list[ast.expr]) -> list[Run]:
        """Return the closures of several nodes."""
        return [self.compile(node) for node in nodes]

    # Names

    def constant(self, node: ast.Constant) -> Run:
        value = node.value
        if type(value) not in _CONSTANTS:
            raise refused(f"a literal of type {type(value).__name__} is not supported", "literal")
        return lambda _: value

    def slot(self, name: str) -> Run | None:
        """Return the closure of a variable of a lambda or comprehension; None if it is none."""
        for distance, scope in enumerate(reversed(self.scopes)):
            index = scope.get(name)
            if index is not None:
                return variable(name, distance, index)
        return None

    def name(self, node: ast.Name) -> Run:
        name = node.id
        run = self.slot(name)
        if run is not None:
            return run
        check_name(name)
        fallback = GLOBALS.get(name, _MISSING)

        def run_name(env: Environment) -> Value:
            try:
                value = env[0].lookup(name)
            except KeyError:
                value = fallback
            if type(value) in VALUE_TYPES:
                return value
            raise undefined(env[0], name, value if value is not _MISSING else None)

        return run_name

    def base_name(self, node: ast.Name) -> Run:
        name = node.id
        run = self.slot(name)
        if run is not None:
            return run
        check_name(name)
        return lambda env: resolve(env[0], name)

    def attribute(self, node: ast.Attribute) -> Run:
        base = self.base(node.value)
        name = node.attr
        check_name(name)

        def run(env: Environment) -> Value:
            value = attribute(env[1], base(env), name)
            if type(value) in VALUE_TYPES:
                return value
            raise undefined(env[0], name, value)

        return run

    def base_attribute(self, node: ast.Attribute) -> Run:
        base = self.base(node.value)
        name = node.attr
        check_name(name)
        return lambda env: attribute(env[1], base(env), name)

    def assignment(self, node: ast.NamedExpr) -> Run:
        if self.scopes:
            raise refused("':=' inside a lambda or comprehension is not supported", ":=")
        name, value = node.target.id, self.compile(node.value)
        check_name(name)

        def run(env: Environment) -> Value:
            made = value(env)
            env[0].assign(name, made)
            return made

        return run

    # Operators

    def binary(self, node: ast.BinOp) -> Run:
        left, right = self.compile(node.left), self.compile(node.right)
        name = type(node.op).__name__
        if name not in BINARY:
            raise refused("this operator is not supported", name)
        plain, full = BINARY[name]
        if name in _SLOW:
            return lambda env: full(env[1], left(env), right(env))
        numbers, whole, most = NUMBERS, int, LONG

        def run(env: Environment) -> Value:
            a = left(env)
            b = right(env)
            if type(a) in numbers and type(b) in numbers:
                value = plain(a, b)
                if type(value) is whole and not -most < value < most:
                    return env[1].integer(value)
                return value
            return full(env[1], a, b)

        return run

    def unary(self, node: ast.UnaryOp) -> Run:
        operand = self.compile(node.operand)
        apply = UNARY[type(node.op).__name__]
        return lambda env: apply(env[1], operand(env))

    def boolean(self, node: ast.BoolOp) -> Run:
        *first, last = self.many(node.values)
        stops_at = isinstance(node.op, ast.Or)

        def run(env: Environment) -> Value:
            for operand in first:
                value = operand(env)
                if bool(value) is stops_at:
                    return value
            return last(env)

        return run

    def compare(self, node: ast.Compare) -> Run:
        left = self.compile(node.left)
        parts = [
            (self.compile(part), *COMPARE[type(op).__name__], type(op).__name__ in _PLAIN)
            for op, part in zip(node.ops, node.comparators, strict=True)
        ]
        numbers = NUMBERS
        if len(parts) == 1:
            right, plain, full, is_plain = parts[0]

            def run_one(env: Environment) -> Value:
                a, b = left(env), right(env)
                if is_plain and type(a) in numbers and type(b) in numbers:
                    return plain(a, b)
                return full(env[1], a, b)

            return run_one

        def run(env: Environment) -> Value:
            a = left(env)
            for right, _, full, _ in parts:
                b = right(env)
                if not full(env[1], a, b):
                    return False
                a = b
            return True

        return run

    def conditional(self, node: ast.IfExp) -> Run:
        test, yes, no = self.compile(node.test), self.compile(node.body), self.compile(node.orelse)
        return lambda env: yes(env) if test(env) else no(env)

    def subscript(self, node: ast.Subscript) -> Run:
        base, index = self.base(node.value), self.compile(node.slice)

        def run(env: Environment) -> Value:
            value = base(env)
            key = index(env)
            if isinstance(value, Namespace):
                if type(key) is not str:
                    raise invalid(f"names of a namespace are strings, not {type_name(key)}")
                check_name(key)
                found = attribute(env[1], value, key)
                if type(found) not in VALUE_TYPES:
                    raise undefined(env[0], key, found)
                return found
            return subscript(env[1], value, key)

        return run

    def slice_display(self, node: ast.Slice) -> Run:
        nothing: Run = lambda _: None  # noqa: E731
        parts = (node.lower, node.upper, node.step)
        low, high, step = (nothing if part is None else self.compile(part) for part in parts)
        return lambda env: slice(low(env), high(env), step(env))

    # Containers

    def items(self, nodes: list[ast.expr]) -> Callable[[Environment], list[Value]]:
        """Return a closure that makes a list of the values of nodes, some of them starred."""
        if not any(isinstance(node, ast.Starred) for node in nodes):
            runs = self.many(nodes)
            return lambda env: [run(env) for run in runs]
        parts = [
            (self.compile(node.value), True)
            if isinstance(node, ast.Starred)
            else (self.compile(node), False)
            for node in nodes
        ]

        def run_starred(env: Environment) -> list[Value]:
            made: list[Value] = []
            for run, is_starred in parts:
                value = run(env)
                if is_starred:
                    made += env[1].collect(value)
                    env[1].room(len(made), 0)
                else:
                    made.append(value)
            return made

        return run_starred

    def list_display(self, node: ast.List) -> Run:
        return self.items(node.elts)

    def tuple_display(self, node: ast.Tuple) -> Run:
        items = self.items(node.elts)
        return lambda env: tuple(items(env))

    def set_display(self, node: ast.Set) -> Run:
        items = self.items(node.elts)

        def run(env: Environment) -> Value:
            values = items(env)
            env[1].keys(values, len(values))
            return set(values)

        return run

    def dict_display(self, node: ast.Dict) -> Run:
        pairs = [
            (None if key is None else self.compile(key), self.compile(value))
            for key, value in zip(node.keys, node.values, strict=True)
        ]

        def run(env: Environment) -> Value:
            made: dict[Any, Value] = {}
            session = env[1]
            for key, value in pairs:
                if key is None:
                    other = value(env)
                    if not isinstance(other, dict):
                        raise invalid(f"'**' expects a mapping, not {type_name(other)}")
                    session.copying(other)
                    session.keys(other, len(made))
                    made.update(other)
                else:
                    name = key(env)
                    session.key(name, len(made))
                    made[name] = value(env)
            return made

        return run

    def joined(self, node: ast.JoinedStr) -> Run:
        text = ""
        for part in node.values:
            if not isinstance(part, ast.Constant) or not isinstance(part.value, str):
                raise refused("f-strings with values are not supported; use '%' formatting", "f")
            text += part.value
        return lambda _: text

    # Functions

    def call(self, node: ast.Call) -> Run:
        function = self.compile(node.func)
        names = [keyword.arg for keyword in node.keywords]
        for name in names:
            if name is not None:
                check_name(name)
                if names.count(name) > 1:
                    raise invalid(f"invalid syntax: keyword argument repeated: {name}")
        options = [(keyword.arg, self.compile(keyword.value)) for keyword in node.keywords]
        if not options and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
            only = self.compile(node.args[0])
            return lambda env: env[1].call(function(env), (only(env),))
        args = self.items(node.args)
        if not options:
            return lambda env: env[1].call(function(env), tuple(args(env)))

        def run(env: Environment) -> Value:
            called = function(env)
            values = tuple(args(env))
            keywords: dict[str, Value] = {}
            for name, option in options:
                value = option(env)
                if name is not None:
                    keywords[name] = value
                else:
                    unpack_keywords(env, value, keywords)
            return env[1].call(called, values, keywords)

        return run

    def function(self, node: ast.Lambda) -> Run:
        a = node.args
        signature = Signature(
            tuple(arg.arg for arg in (*a.posonlyargs, *a.args)),
            len(a.posonlyargs),
            tuple(arg.arg for arg in a.kwonlyargs),
            a.vararg.arg if a.vararg else None,
            a.kwarg.arg if a.kwarg else None,
        )
        order = signature.order()
        for name in order:
            check_name(name)
        if len({*order}) < len(order):
            raise invalid("invalid syntax: duplicate argument in a lambda")
        positional = signature.positional[len(signature.positional) - len(a.defaults) :]
        defaults = [
            *zip(positional, self.many(a.defaults), strict=True),
            *(
                (name, self.compile(default))
                for name, default in zip(signature.keyword_only, a.kw_defaults, strict=True)
                if default is not None
            ),
        ]
        scope = {name: index for index, name in enumerate(order, _FIRST_SLOT)}
        with _Region(self, scope) as region:
            body = self.compile(node.body)
        cost, depth = region.cost, region.depth + 3

        def run(env: Environment) -> Value:
            values = {name: default(env) for name, default in defaults}
            return Lambda(signature, body, cost, depth, values, env)

        return run

    # Comprehensions

    def loops(
        self, generators: list[ast.comprehension], *elements: ast.expr
    ) -> Callable[[Environment], Iterator[Value]]:
        """Return a closure that starts a comprehension and yields its elements."""
        source = self.compile(generators[0].iter)
        scope: dict[str, int] = {}
        for generator in generators:
            if generator.is_async:
                raise refused("'async' is not supported", "async")
            _targets(generator.target, scope)
        with _Region(self, scope) as region:
            binds = [self.bind(generator.target) for generator in generators]
            sources = [self.compile(generator.iter) for generator in generators[1:]]
            conditions = [self.many(generator.ifs) for generator in generators]
            runs = self.many(list(elements))
        self.deepest = max(self.deepest, self.frames + region.depth + 2 * len(generators))
        element = runs[0] if len(runs) == 1 else lambda env: (runs[0](env), runs[1](env))
        cost, size = region.cost + 2, len(scope)
        loop = innermost(binds[-1], conditions[-1], cost, element)
        for bind, tests, inner in list(zip(binds, conditions, sources, strict=False))[::-1]:
            loop = nested(bind, tests, cost, inner, loop)

        def start(env: Environment) -> Iterator[Value]:
            session = env[1]
            iterator = session.iterate(source(env))
            return loop([env[0], session, env, *[UNBOUND] * size], iterator)

        return start

    def bind(self, target: ast.expr) -> Bind:
        """Return a closure that assigns to the target of a comprehension."""
        if isinstance(target, ast.Name):
            index = self.scopes[-1][target.id]

            def assign(env: Environment, value: Value) -> None:
                env[index] = value

            return assign
        elements: list[ast.expr] = getattr(target, "elts")  # noqa: B009  (checked by _targets)
        starred = [i for i, element in enumerate(elements) if isinstance(element, ast.Starred)]
        if len(starred) > 1:
            raise invalid("invalid syntax: multiple starred expressions in assignment")
        binds = [self.bind(e.value if isinstance(e, ast.Starred) else e) for e in elements]
        star = starred[0] if starred else None
        return lambda env, value: unpacked(env, value, binds, star)

    def list_comprehension(self, node: ast.ListComp) -> Run:
        start = self.loops(node.generators, node.elt)
        return lambda env: gathered(env, start(env))

    def set_comprehension(self, node: ast.SetComp) -> Run:
        start = self.loops(node.generators, node.elt)

        def run(env: Environment) -> Value:
            made: set[Value] = set()
            for value in start(env):
                env[1].key(value, len(made))
                made.add(value)
            env[1].room(len(made), 4)
            return made

        return run

    def dict_comprehension(self, node: ast.DictComp) -> Run:
        start = self.loops(node.generators, node.key, node.value)

        def run(env: Environment) -> Value:
            made: dict[Any, Value] = {}
            for key, value in start(env):
                env[1].key(key, len(made))
                made[key] = value
            env[1].room(len(made), 4)
            return made

        return run

    def generator(self, node: ast.GeneratorExp) -> Run:
        start = self.loops(node.generators, node.elt)
        return lambda env: env[1].lazy("generator", start(env))


class _Region:
    """A part of an expression with own variables, which may run many times."""

    def __init__(self, compiler: _Compiler, scope: dict[str, int]) -> None:
        self.compiler = compiler
        self.scope = scope
        self.cost = self.depth = 0

    def __enter__(self) -> Self:
        compiler = self.compiler
        compiler.scopes.append(self.scope)
        self._before = compiler.cost, compiler.deepest
        compiler.cost, compiler.deepest = 0, compiler.frames
        return self

    def __exit__(self, *_: object) -> None:
        compiler = self.compiler
        compiler.scopes.pop()
        self.cost = compiler.cost
        self.depth = compiler.deepest - compiler.frames
        compiler.cost, compiler.deepest = self._before


def _targets(target: ast.expr, scope: dict[str, int]) -> None:
    """Add the variables of an assignment to a scope."""
    if isinstance(target, ast.Name):
        check_name(target.id)
        scope.setdefault(target.id, len(scope) + _FIRST_SLOT)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            _targets(element, scope)
    elif isinstance(target, ast.Starred):
        _targets(target.value, scope)
    else:
        raise refused("only names can be assigned", "assignment")


_SYNTAX = {
    "Await": "'await'",
    "FormattedValue": "an f-string",
    "Starred": "a starred expression here",
    "Yield": "'yield'",
    "YieldFrom": "'yield'",
}
_NODES: dict[type[ast.AST], Callable[..., Run]] = {
    ast.Attribute: _Compiler.attribute,
    ast.BinOp: _Compiler.binary,
    ast.BoolOp: _Compiler.boolean,
    ast.Call: _Compiler.call,
    ast.Compare: _Compiler.compare,
    ast.Constant: _Compiler.constant,
    ast.Dict: _Compiler.dict_display,
    ast.DictComp: _Compiler.dict_comprehension,
    ast.GeneratorExp: _Compiler.generator,
    ast.IfExp: _Compiler.conditional,
    ast.JoinedStr: _Compiler.joined,
    ast.Lambda: _Compiler.function,
    ast.List: _Compiler.list_display,
    ast.ListComp: _Compiler.list_comprehension,
    ast.Name: _Compiler.name,
    ast.NamedExpr: _Compiler.assignment,
    ast.Set: _Compiler.set_display,
    ast.SetComp: _Compiler.set_comprehension,
    ast.Slice: _Compiler.slice_display,
    ast.Subscript: _Compiler.subscript,
    ast.Tuple: _Compiler.tuple_display,
    ast.UnaryOp: _Compiler.unary,
}
"""The nodes of an expression that have a value."""
_BASES: dict[type[ast.AST], Callable[..., Run]] = {
    ast.Name: _Compiler.base_name,
    ast.Attribute: _Compiler.base_attribute,
}
"""The nodes that may lead to a namespace, where a dot follows."""
