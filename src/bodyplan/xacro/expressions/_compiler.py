"""The compiler of expressions: it turns a supported subset of Python syntax into closures.

``ast`` parses the text; Python never evaluates any part of it. Each syntax node of a kind in the
table ``_NODES`` is converted to a function of an ``Environment``; nodes of other kinds are
rejected.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

from bodyplan.core.syntax import parsed_expression
from bodyplan.xacro.expressions._access import (
    as_value,
    attribute,
    check_name,
    item,
    refused,
    resolve,
)
from bodyplan.xacro.expressions._budget import LONG
from bodyplan.xacro.expressions._operators import BINARY, COMPARE, IN_ORDER, QUICK, UNARY
from bodyplan.xacro.expressions.global_symbols import GLOBALS
from bodyplan.xacro.expressions.values import (
    NUMBERS,
    VALUE_TYPES,
    Environment,
    ExpressionError,
    Lambda,
    Namespace,
    Run,
    Value,
    invalid,
)

_MOST_LEVELS = 100
"""The largest nesting depth of syntax nodes."""
LONGEST_KEPT = 1000
"""The compiled forms of expressions up to this number of characters are cached."""
MOST_KEPT = 4096
_FIRST_SLOT = 3
"""Index of the first variable in an ``Environment``."""
_SHALLOW = 8
"""The lookup of a name is charged extra if it searches more enclosing scopes than this."""
_UNBOUND: Any = object()
_CONSTANTS = (bool, int, float, str, type(None))
_T = TypeVar("_T")
Bind: TypeAlias = Callable[[Environment, Value], object]
"""A function that assigns a value to the target of a comprehension."""
Loop: TypeAlias = Callable[[Environment, Iterator[Value], list[Value]], None]
"""A function that appends the elements of a comprehension to a list."""


class Code(NamedTuple):
    """A compiled expression.

    Args:
        run: the function that evaluates the expression.
        cost: the steps of one evaluation, except those in the bodies of loops and lambdas.
        depth: the largest number of Python frames that an evaluation needs.
    """

    run: Run
    cost: int
    depth: int


def compile_expression(text: str, most: int) -> Code:
    """Return the compiled form of an expression.

    Args:
        text: the expression, without surrounding blanks.
        most: the limit on its length.

    Raises:
        ExpressionError: the expression is not valid, uses unsupported syntax, or is too long.
    """
    if len(text) > most:
        message = f"expression has {len(text):,} characters, more than {most:,}"
        raise ExpressionError("limit", message, name="max_expression")
    return _kept(text) if len(text) <= LONGEST_KEPT else _compile(text)


def _compile(text: str) -> Code:
    try:
        tree = parsed_expression(text)
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise invalid(f"invalid syntax: {reason}".removesuffix(": invalid syntax")) from None
    except (MemoryError, RecursionError):
        raise _too_deep() from None
    compiler = _Compiler()
    run = compiler.value(tree.body)
    return Code(run, compiler.cost, compiler.deepest)


_kept = lru_cache(maxsize=MOST_KEPT)(_compile)


def _searched(env: Environment) -> Namespace:
    """Return the symbols of an environment; charge steps if they have many enclosing scopes."""
    symbols: Namespace = env[0]
    env[1].spend(symbols.depth >> 2)
    return symbols


def _too_deep() -> ExpressionError:
    return ExpressionError("limit", "expression is nested too deeply", name="max_expression")


class _Compiler:
    """Converts the syntax nodes of one expression to closures."""

    def __init__(self) -> None:
        self.cost = 0
        self.level = 0
        self.frames = 0
        self.deepest = 0
        self.scopes: list[dict[str, int]] = []

    def value(self, node: ast.expr, *, is_base: bool = False) -> Run:
        """Return the closure that evaluates a node.

        Args:
            node: the node.
            is_base: whether the value of the node may be a namespace, because a dot or a bracket
                follows.
        """
        kind = type(node)
        # A namespace is allowed only before a dot or a bracket. Otherwise expressions would get
        # access to an internal object.
        method = _BASES.get(kind) if is_base else None
        method = method or _NODES.get(kind)
        if method is None:
            raise refused(f"{_SYNTAX.get(kind, 'this syntax')} is not supported", kind.__name__)
        frames = 4 if kind in _CALLING else 1
        self.cost += 1
        self.level += 1
        # Add the Python frames that the evaluation of the node needs. They are counted at compile
        # time, because a stack overflow during the evaluation could not be handled safely.
        self.frames += frames
        self.deepest = max(self.deepest, self.frames)
        if self.level > _MOST_LEVELS:
            raise _too_deep()
        run = method(self, node)
        self.level -= 1
        self.frames -= frames
        return run

    def region(self, scope: dict[str, int], build: Callable[[], _T]) -> tuple[_T, int, int]:
        """Run ``build`` in a new scope of variables; return its result, its cost and its depth."""
        before = self.cost, self.deepest
        # The body of a loop or function can run any number of times. Its steps are therefore
        # charged each time, and are not part of the cost of the surrounding expression.
        self.cost, self.deepest = 0, self.frames
        self.scopes.append(scope)
        made = build()
        self.scopes.pop()
        cost, depth = self.cost, self.deepest - self.frames
        self.cost, self.deepest = before
        return made, cost, depth

    # Names

    def constant(self, node: ast.Constant) -> Run:
        value = node.value
        if type(value) not in _CONSTANTS:
            raise refused(f"a literal of type {type(value).__name__} is not supported", "literal")
        return lambda _: value

    def base_name(self, node: ast.Name) -> Run:
        name = node.id
        return self.variable(name) or (lambda env: resolve(_searched(env), name))

    def name(self, node: ast.Name) -> Run:
        name = node.id
        variable = self.variable(name)
        if variable is not None:
            return variable
        fallback = GLOBALS.get(name)

        def run(env: Environment) -> Value:
            symbols = env[0] if env[0].depth <= _SHALLOW else _searched(env)
            try:
                value = symbols.lookup(name)
            except KeyError:
                value = fallback or resolve(symbols, name)
            return value if type(value) in VALUE_TYPES else as_value(value, name)

        return run

    def joined(self, node: ast.JoinedStr) -> Run:
        parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
        if len(parts) < len(node.values):
            raise refused("an f-string with values is not supported", "f-string")
        return self.constant(ast.Constant("".join(map(str, parts))))

    def variable(self, name: str) -> Run | None:
        """Return the closure that reads a lambda's or comprehension's variable; else None."""
        check_name(name)
        for distance, scope in enumerate(reversed(self.scopes)):
            if name in scope:
                return _variable(name, distance, scope[name])
        return None

    def assignment(self, node: ast.NamedExpr) -> Run:
        name, value = node.target.id, self.value(node.value)
        check_name(name)
        if self.scopes:
            raise refused("':=' in a lambda or comprehension is not supported", ":=")

        def run(env: Environment) -> Value:
            made = value(env)
            env[0].assign(name, made)
            return made

        return run

    def base_attribute(self, node: ast.Attribute) -> Run:
        base, name = self.value(node.value, is_base=True), node.attr
        check_name(name)
        return lambda env: attribute(env[1], base(env), name)

    def attribute(self, node: ast.Attribute) -> Run:
        base, name = self.base_attribute(node), node.attr
        return lambda env: as_value(base(env), name)

    def subscript(self, node: ast.Subscript) -> Run:
        base, index = self.value(node.value, is_base=True), node.slice
        if not isinstance(index, ast.Slice):
            key = self.value(index)
            return lambda env: item(env[1], base(env), key(env))
        low, high, step = (
            self.value(bound or ast.Constant(None))
            for bound in (index.lower, index.upper, index.step)
        )
        return lambda env: item(env[1], base(env), slice(low(env), high(env), step(env)))

    # Operators

    def binary(self, node: ast.BinOp) -> Run:
        left, right = self.value(node.left), self.value(node.right)
        name = type(node.op).__name__
        if name not in BINARY:
            raise refused("this operator is not supported", name)
        full, quick = BINARY[name], QUICK.get(name)
        if quick is None:
            return lambda env: full(env[1], left(env), right(env))
        numbers, apply, most = NUMBERS, quick, LONG

        def run(env: Environment) -> Value:
            a = left(env)
            b = right(env)
            # Numbers, which are small in nearly all macros, skip the checks before the operation;
            # a large result is checked below.
            if type(a) in numbers and type(b) in numbers:
                value = apply(a, b)
                if type(value) is float or -most < value < most:
                    return value
            return full(env[1], a, b)

        return run

    def unary(self, node: ast.UnaryOp) -> Run:
        operand, apply = self.value(node.operand), UNARY[type(node.op).__name__]
        return lambda env: apply(env[1], operand(env))

    def boolean(self, node: ast.BoolOp) -> Run:
        *first, last = (self.value(value) for value in node.values)
        stops_at = isinstance(node.op, ast.Or)

        def run(env: Environment) -> Value:
            for operand in first:
                value = operand(env)
                if bool(value) is stops_at:
                    return value
            return last(env)

        return run

    def compare(self, node: ast.Compare) -> Run:
        left = self.value(node.left)
        names = [type(op).__name__ for op in node.ops]
        rights = [self.value(part) for part in node.comparators]
        parts = [(COMPARE[name], right) for name, right in zip(names, rights, strict=True)]
        (full, right), quick = parts[0], IN_ORDER.get(names[0])
        numbers = NUMBERS

        def run_one(env: Environment) -> Value:
            a, b = left(env), right(env)
            if quick is not None and type(a) in numbers and type(b) in numbers:
                return quick(a, b)
            return full(env[1], a, b)

        def run(env: Environment) -> Value:
            a = left(env)
            for compare, right in parts:
                b = right(env)
                if not compare(env[1], a, b):
                    return False
                a = b
            return True

        return run if len(parts) > 1 else run_one

    def conditional(self, node: ast.IfExp) -> Run:
        test, yes, no = self.value(node.test), self.value(node.body), self.value(node.orelse)
        return lambda env: yes(env) if test(env) else no(env)

    # Containers

    def items(self, nodes: list[ast.expr]) -> Callable[[Environment], list[Value]]:
        """Return a closure that evaluates nodes to a list of values; starred nodes are unpacked."""
        parts = [
            (self.value(node.value if isinstance(node, ast.Starred) else node), type(node))
            for node in nodes
        ]
        if not any(kind is ast.Starred for _, kind in parts):
            runs = [run for run, _ in parts]
            return lambda env: [run(env) for run in runs]

        def run_starred(env: Environment) -> list[Value]:
            made: list[Value] = []
            for run, kind in parts:
                made += env[1].collect(run(env)) if kind is ast.Starred else [run(env)]
                env[1].room(len(made), 0)
            return made

        return run_starred

    def list_display(self, node: ast.List) -> Run:
        return self.items(node.elts)

    def tuple_display(self, node: ast.Tuple) -> Run:
        items = self.items(node.elts)
        return lambda env: tuple(items(env))

    # Functions

    def call(self, node: ast.Call) -> Run:
        function = self.value(node.func)
        self.cost += 4  # the cost of the call itself, without function and arguments
        names: dict[str, None] = {}
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg in names:
                raise refused("'**' or a repeated keyword in a call is not supported", "**")
            check_name(keyword.arg)
            names[keyword.arg] = None
        if not names and len(node.args) == 1 and type(node.args[0]) is not ast.Starred:
            only = self.value(node.args[0])
            return lambda env: env[1].call(function(env), (only(env),))
        args = self.items(node.args)
        if not names:
            return lambda env: env[1].call(function(env), tuple(args(env)))
        options = self.items([keyword.value for keyword in node.keywords])
        return lambda env: env[1].call(
            function(env), tuple(args(env)), dict(zip(names, options(env), strict=True))
        )

    def function(self, node: ast.Lambda) -> Run:
        args = node.args
        if args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs:
            raise refused("'*' or '/' in the parameters of a lambda is not supported", "lambda")
        self.cost += 6  # the cost of creating a function value
        names = tuple(arg.arg for arg in args.args)
        scope: dict[str, int] = {}
        for name in names:
            _declare(name, scope)
        if len(scope) < len(names):
            raise invalid("invalid syntax: duplicate argument in a lambda")
        defaults = self.items(args.defaults)
        body, cost, depth = self.region(scope, lambda: self.value(node.body))
        return lambda env: Lambda(names, defaults(env), body, cost + 12, depth + 3, env)

    # Comprehensions

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> Run:
        """Return the closure that evaluates a comprehension or a generator expression to a list."""
        generators = node.generators
        if any(generator.is_async for generator in generators):
            raise refused("'async' is not supported", "async")
        # As in Python, the first iterable is evaluated in the enclosing scope.
        source = self.value(generators[0].iter)
        scope: dict[str, int] = {}
        binds = [_binder(generator.target, scope) for generator in generators]

        def build() -> tuple[list[Run], list[list[Run]], Run]:
            sources = [self.value(generator.iter) for generator in generators[1:]]
            tests = [[self.value(test) for test in generator.ifs] for generator in generators]
            return sources, tests, self.value(node.elt)

        (sources, tests, made), cost, depth = self.region(scope, build)
        self.deepest = max(self.deepest, self.frames + depth + len(generators))
        loop = _loop(binds[-1], tests[-1], cost + 2, made, None)
        for index in range(len(sources) - 1, -1, -1):
            loop = _loop(binds[index], tests[index], cost + 2, sources[index], loop)
        size = len(scope)

        def run(env: Environment) -> Value:
            values: list[Value] = []
            items = env[1].iterate(source(env))
            # Each run of the comprehension has a new environment, because a lambda that is created
            # in the loop keeps a reference to its environment.
            loop([env[0], env[1], env, *[_UNBOUND] * size], items, values)
            return values

        return run


def _variable(name: str, distance: int, index: int) -> Run:
    """Return the closure that reads a variable.

    Args:
        name: the name, for messages.
        distance: the number of environments from the current one outwards to that of the variable.
        index: the index of the variable in its environment.
    """

    def run(env: Environment) -> Value:
        # The distance is known at compile time; no names are looked up at run time.
        for _ in range(distance):
            env = env[2]
        value = env[index]
        if value is _UNBOUND:
            raise ExpressionError("property", f"{name!r} is used before it has a value", name=name)
        return value

    return run


def _declare(name: str, scope: dict[str, int]) -> int:
    """Add a variable to a scope, and return its index in the environment."""
    check_name(name)
    return scope.setdefault(name, len(scope) + _FIRST_SLOT)


def _binder(target: ast.expr, scope: dict[str, int]) -> Bind:
    """Return a closure that assigns a value to the target of a comprehension."""
    if isinstance(target, ast.Name):
        index = _declare(target.id, scope)
        return lambda env, value: env.__setitem__(index, value)
    if not isinstance(target, (ast.Tuple, ast.List)):
        raise refused("only names can be assigned", "assignment")
    binds = [_binder(element, scope) for element in target.elts]

    def unpack(env: Environment, value: Value) -> None:
        items = env[1].collect(value)
        if len(items) != len(binds):
            raise invalid(f"expected {len(binds)} values to unpack, got {len(items)}")
        for bind, each in zip(binds, items, strict=True):
            bind(env, each)

    return unpack


def _loop(bind: Bind, tests: list[Run], cost: int, part: Run, inner: Loop | None) -> Loop:
    """Return the function that runs one ``for`` of a comprehension.

    Args:
        bind: the function that assigns a value to the target of the loop.
        tests: the conditions of the loop.
        cost: the steps of one iteration.
        part: the function that computes an element of the result or, if there is an inner loop, the
            iterable of the inner loop.
        inner: the inner loop; None for the innermost loop.
    """

    def run(env: Environment, items: Iterator[Value], made: list[Value]) -> None:
        evaluation = env[1]
        for value in items:
            # The steps are charged before the work, so that an endless loop stops at the limit.
            evaluation.left -= cost
            if evaluation.left < 0 or len(made) >= evaluation.max_items:
                evaluation.spend(0)
                raise evaluation.too_many(len(made) + 1)
            bind(env, value)
            for test in tests:
                if not test(env):
                    break
            else:
                if inner is None:
                    made.append(part(env))
                else:
                    inner(env, evaluation.iterate(part(env)), made)

    return run


_SYNTAX: dict[type[ast.AST], str] = {
    ast.Dict: "'{' (use dict())",
    ast.DictComp: "'{' (use dict())",
    ast.Set: "'{' (use python.set())",
    ast.SetComp: "'{' (use python.set())",
    ast.Starred: "'*'",
}
_CALLING = frozenset({ast.Call, ast.ListComp, ast.GeneratorExp})
"""The kinds of nodes whose evaluation needs several Python frames."""
_NODES: dict[type[ast.AST], Callable[..., Run]] = {
    ast.Attribute: _Compiler.attribute,
    ast.BinOp: _Compiler.binary,
    ast.BoolOp: _Compiler.boolean,
    ast.Call: _Compiler.call,
    ast.Compare: _Compiler.compare,
    ast.Constant: _Compiler.constant,
    ast.GeneratorExp: _Compiler.comprehension,
    ast.IfExp: _Compiler.conditional,
    ast.JoinedStr: _Compiler.joined,
    ast.Lambda: _Compiler.function,
    ast.List: _Compiler.list_display,
    ast.ListComp: _Compiler.comprehension,
    ast.Name: _Compiler.name,
    ast.NamedExpr: _Compiler.assignment,
    ast.Subscript: _Compiler.subscript,
    ast.Tuple: _Compiler.tuple_display,
    ast.UnaryOp: _Compiler.unary,
}
"""The supported kinds of syntax nodes, each with the method that compiles it."""
_BASES: dict[type[ast.AST], Callable[..., Run]] = {
    ast.Name: _Compiler.base_name,
    ast.Attribute: _Compiler.base_attribute,
}
"""The kinds of nodes that may be a namespace before a dot or a bracket, each with the method that
compiles it."""
