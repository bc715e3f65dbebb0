"""Expressions by chance: from what robots write, and from all that Python's grammar has.

Names, attributes and constants come from pools in which ordinary ones lie beside dangerous ones.
"""

# ruff: noqa: RUF001  (names that look like others are what is tried)

from __future__ import annotations

import ast
from collections.abc import Callable
from random import Random

NAMES = (
    *("items", "table", "word", "y", "f", "a", "n", "x", "i", "pi", "e", "inf", "nan", "tau"),
    *("math", "python", "xacro", "len", "str", "int", "float", "bool", "list", "dict", "map"),
    *("min", "max", "round", "sorted", "range", "sin", "radians", "sqrt", "floor", "True", "None"),
)
ODD_NAMES = (
    *("__builtins__", "__import__", "__class__", "__name__", "_", "__", "_x", "open", "eval"),
    *(
        "exec",
        "compile",
        "globals",
        "locals",
        "vars",
        "dir",
        "getattr",
        "setattr",
        "type",
        "object",
    ),
    *(
        "os",
        "sys",
        "self",
        "scope",
        "session",
        "parent",
        "root",
        "env",
        "find",
        "ｅｖａｌ",
        "﹍﹍x﹍﹍",
    ),
)
ATTRIBUTES = (
    *("a", "list", "b", "inside", "g", "pi", "sin", "upper", "lower", "strip", "split", "join"),
    *("replace", "startswith", "endswith", "find", "count", "index", "append", "keys", "values"),
    *(
        "items",
        "get",
        "copy",
        "sort",
        "reverse",
        "pop",
        "extend",
        "insert",
        "update",
        "union",
        "add",
    ),
    *(
        "title",
        "center",
        "zfill",
        "isdigit",
        "partition",
        "len",
        "sum",
        "abs",
        "zip",
        "tuple",
        "set",
    ),
    *("type", "isinstance", "enumerate", "tokenize", "dotify", "arg", "sorted", "range", "real"),
    *("is_integer", "conjugate", "bit_length", "numerator", "start", "stop", "step", "any", "all"),
)
ODD_ATTRIBUTES = (
    *("__class__", "__mro__", "__bases__", "__base__", "__subclasses__", "__globals__", "__code__"),
    *("__dict__", "__init__", "__self__", "__func__", "__closure__", "__builtins__", "__doc__"),
    *("__getattribute__", "__getitem__", "__call__", "__reduce__", "__module__", "__wrapped__"),
    *("gi_frame", "gi_code", "cr_frame", "ag_frame", "tb_frame", "tb_next", "f_back", "f_globals"),
    *("f_locals", "f_builtins", "f_code", "co_consts", "format", "format_map", "mro", "encode"),
    *(
        "decode",
        "to_bytes",
        "from_bytes",
        "fromkeys",
        "maketrans",
        "parent",
        "root",
        "top",
        "depth",
    ),
    *(
        "unevaluated",
        "recursive",
        "wrap",
        "mapping",
        "_resolve_",
        "_setitem",
        "func_globals",
        "run",
    ),
    *("owner", "function", "iterator", "body", "outer", "session", "host", "lookup", "names"),
    *("ｆｏｒｍａｔ", "＿＿class＿＿", "clear", "popitem", "setdefault", "translate", "expandtabs"),
)
NUMBERS = (
    0,
    1,
    2,
    3,
    7,
    -1,
    10,
    255,
    0.0,
    0.5,
    1.5,
    -2.25,
    1e9,
    1e-9,
    1e308,
    True,
    False,
    2**31,
    10**20,
)
ODD_NUMBERS = (2**63, 10**400, 10**4000, 1e400, -0.0, 1j, 10**9, -(10**9))
TEXTS = ("", "a", "wheel", "left_", "1", "0.5", "a,b;c", "%s", "%d of %s", "x y z", "ß", "A")
ODD_TEXTS = (
    *(
        "{0.__class__}",
        "{}",
        "%(a)s",
        "%(__class__)s",
        "%*d",
        "%999999999d",
        "__class__",
        "\0",
        "\ud800",
    ),
    *("é\u0301", "/etc/passwd", "__import__('os')", "\x1b[31m", "%y", "values.yaml", "\n", "'\""),
)
FUNCTIONS = (
    *("len", "str", "int", "float", "bool", "list", "dict", "map", "min", "max", "round", "sorted"),
    *(
        "range",
        "python.sum",
        "python.abs",
        "python.all",
        "python.any",
        "python.zip",
        "python.tuple",
    ),
    *("python.set", "python.frozenset", "python.enumerate", "python.filter", "python.reversed"),
    *("python.type", "python.isinstance", "python.issubclass", "python.divmod", "python.ord"),
    *("python.repr", "python.slice", "python.complex", "math.sin", "math.floor", "math.hypot"),
    *("math.fsum", "math.gcd", "math.isclose", "math.factorial", "math.prod", "radians", "atan2"),
    *("sqrt", "pow", "fmod", "xacro.tokenize", "xacro.dotify", "degrees", "math.comb", "log"),
)
LEAVES = 0.2
DEEPEST = 6

Make = Callable[["Grammar", int], str]


class Grammar:
    """Makes expressions as robots write them, with something odd now and then.

    Args:
        dice: decides.
        odd: how often something dangerous is taken.
    """

    def __init__(self, dice: Random, odd: float = 0.03) -> None:
        self.dice = dice
        self.odd = odd
        self.bound: list[str] = []

    def one(self, ordinary: tuple, odd: tuple):
        """An entry of a pool."""
        return self.dice.choice(odd if self.dice.random() < self.odd else ordinary)

    def any(self, depth: int) -> str:
        """Any value."""
        return self.dice.choice(
            (self.number, self.number, self.text, self.list, self.mapping, self.odd_one)
        )(depth)

    def number(self, depth: int) -> str:
        """A number."""
        if depth <= 0 or self.dice.random() < LEAVES:
            names = ("n", "pi", "e", "a", "y.a", "math.pi", *self.bound)
            return self.dice.choice((repr(self.one(NUMBERS, ODD_NUMBERS)), self.dice.choice(names)))
        one, other = self.number(depth - 1), self.number(depth - 2)
        kind = self.dice.randrange(12)
        if kind < 4:
            sign = self.dice.choice(
                ("+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^")
            )
            return f"({one} {sign} {other})"
        if kind == 4:
            return f"({self.dice.choice(('-', '+', '~', 'not '))}{one})"
        if kind == 5:
            return f"({one} if {self.truth(depth - 1)} else {other})"
        if kind == 6:
            return f"{self.dice.choice(('sin', 'radians', 'abs', 'floor', 'round', 'float', 'int', 'sqrt', 'python.abs', 'math.fabs', 'degrees'))}({one})"
        if kind == 7:
            return f"{self.dice.choice(('max', 'min', 'atan2', 'hypot', 'math.gcd', 'pow', 'python.divmod', 'fmod'))}({one}, {other})"
        if kind == 8:
            return f"{self.dice.choice(('len', 'python.sum', 'max', 'min', 'math.prod', 'math.fsum'))}({self.list(depth - 1)})"
        if kind == 9:
            return f"{self.list(depth - 1)}[{self.number(depth - 2)}]"
        if kind == 10:
            return f"(lambda x: {self.within('x', self.number, depth - 1)})({other})"
        return f"{self.text(depth - 1)}.{self.dice.choice(('count', 'find', 'index'))}({self.text(depth - 2)})"

    def truth(self, depth: int) -> str:
        """A flag."""
        if depth <= 0:
            return self.dice.choice(("True", "False", "a", "items"))
        sign = self.dice.choice(
            ("<", "<=", "==", "!=", ">", ">=", "in", "not in", "is", "is not", "and", "or")
        )
        make = self.dice.choice((self.number, self.text, self.list, self.any))
        return f"({make(depth - 1)} {sign} {make(depth - 1)})"

    def text(self, depth: int) -> str:
        """A text."""
        if depth <= 0 or self.dice.random() < LEAVES:
            return self.dice.choice((repr(self.one(TEXTS, ODD_TEXTS)), "word"))
        one = self.text(depth - 1)
        kind = self.dice.randrange(9)
        if kind == 0:
            return f"({one} + {self.text(depth - 2)})"
        if kind == 1:
            return f"({one} * {self.dice.choice((0, 1, 2, 3))})"
        if kind == 2:
            form = self.dice.choice(("%s", "%d", "%.3f", "%r", "%5s", "%-4d|", "%x", "%e"))
            return f"({form!r} % {self.any(depth - 1)})"
        if kind == 3:
            name = self.dice.choice(
                ("upper", "lower", "strip", "title", "capitalize", "swapcase", "lstrip", "casefold")
            )
            return f"{one}.{name}()"
        if kind == 4:
            return f"{one}.replace({self.text(depth - 2)}, {self.text(depth - 2)})"
        if kind == 5:
            return f"{one}.join(map(str, {self.list(depth - 1)}))"
        if kind == 6:
            return f"{self.dice.choice(('str', 'python.repr'))}({self.any(depth - 1)})"
        if kind == 7:
            return f"{one}[{self.slice(depth - 1)}]"
        return f"{one}.{self.dice.choice(('center', 'ljust', 'rjust', 'zfill'))}({self.dice.choice((0, 3, 9))})"

    def slice(self, depth: int) -> str:
        """What stands between brackets."""
        parts = [self.dice.choice(("", "1", "-1", "2", self.number(depth - 2))) for _ in range(3)]
        return self.dice.choice((f"{parts[0]}:{parts[1]}", ":".join(parts), parts[2] or "0"))

    def list(self, depth: int) -> str:
        """A list or tuple."""
        if depth <= 0 or self.dice.random() < LEAVES:
            return self.dice.choice(
                ("items", "[1, 2]", "[]", "(1, 'a')", "y.list", "range(3)", "[0.5] * 3")
            )
        kind = self.dice.randrange(9)
        parts = [self.any(depth - 2) for _ in range(self.dice.randrange(3))]
        if kind == 0:
            return f"[{', '.join(parts)}]"
        if kind == 1:
            return f"({', '.join([*parts, ''])})" if parts else "()"
        if kind == 2:
            test = (
                f" if {self.within('i', self.truth, depth - 2)}" if self.dice.random() < 0.4 else ""
            )
            return (
                f"[{self.within('i', self.any, depth - 1)} for i in {self.list(depth - 2)}{test}]"
            )
        if kind == 3:
            return f"({self.list(depth - 1)} + {self.list(depth - 2)})"
        if kind == 4:
            return f"sorted({self.list(depth - 1)}, key=lambda i: {self.within('i', self.any, depth - 2)})"
        if kind == 5:
            function = self.dice.choice(
                (
                    "list",
                    "python.tuple",
                    "python.set",
                    "sorted",
                    "python.reversed",
                    "python.enumerate",
                )
            )
            return f"{function}({self.list(depth - 1)})"
        if kind == 6:
            return f"list(map(lambda i: {self.within('i', self.any, depth - 2)}, {self.list(depth - 2)}))"
        if kind == 7:
            return f"{self.text(depth - 1)}.split({self.dice.choice(('', repr(','), repr('a')))})"
        return f"list(python.zip({self.list(depth - 2)}, {self.list(depth - 2)}))"

    def mapping(self, depth: int) -> str:
        """A mapping or set."""
        if depth <= 0 or self.dice.random() < LEAVES:
            return self.dice.choice(("table", "dict(a=1)", "dict()", "y", "{}", "{'a': 1}"))
        kind = self.dice.randrange(6)
        if kind == 0:
            return f"dict(a={self.any(depth - 1)}, b={self.any(depth - 2)})"
        if kind == 1:
            return f"{{{self.text(depth - 2)}: {self.any(depth - 1)}}}"
        if kind == 2:
            return f"{{i: {self.within('i', self.any, depth - 2)} for i in {self.list(depth - 2)}}}"
        if kind == 3:
            return f"{self.mapping(depth - 1)}.{self.dice.choice(('keys', 'values', 'items', 'copy'))}()"
        if kind == 4:
            return f"python.set({self.list(depth - 1)})"
        return f"xacro.dotify({self.mapping(depth - 1)})"

    def within(self, name: str, make: Callable[[int], str], depth: int) -> str:
        """Something in which a variable is bound."""
        self.bound.append(name)
        made = make(depth)
        self.bound.pop()
        return made

    def odd_one(self, depth: int) -> str:
        """A function with any arguments, or an attribute of any value."""
        if self.dice.random() < 0.5:
            function = self.dice.choice(FUNCTIONS)
            return f"{function}({', '.join(self.any(depth - 2) for _ in range(self.dice.randrange(4)))})"
        value = f"{self.any(depth - 1)}.{self.one(ATTRIBUTES, ODD_ATTRIBUTES)}"
        return (
            f"({value}({', '.join(self.any(depth - 2) for _ in range(self.dice.randrange(3)))}))"
            if self.dice.random() < 0.8
            else value
        )


class PythonGrammar:
    """Makes trees of all kinds of expressions that Python has, right or wrong.

    Args:
        dice: decides.
    """

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def name(self) -> str:
        """A name."""
        return self.dice.choice(NAMES if self.dice.random() < 0.8 else ODD_NAMES)

    def attribute(self) -> str:
        """The name of an attribute."""
        return self.dice.choice(ATTRIBUTES if self.dice.random() < 0.6 else ODD_ATTRIBUTES)

    def constant(self) -> ast.expr:
        """A constant."""
        pools = (
            NUMBERS,
            NUMBERS,
            TEXTS,
            TEXTS,
            ODD_TEXTS,
            ODD_NUMBERS,
            (None, ..., b"a", b"\xff", 1j),
        )
        return ast.Constant(self.dice.choice(self.dice.choice(pools)))

    def tree(self, depth: int) -> ast.expr:
        """An expression."""
        if depth <= 0 or self.dice.random() < LEAVES:
            return (
                self.constant() if self.dice.random() < 0.4 else ast.Name(self.name(), ast.Load())
            )
        return self.dice.choice(_NODES)(self, depth - 1)

    def trees(self, depth: int, least: int = 0) -> list[ast.expr]:
        """Some expressions."""
        return [self.tree(depth) for _ in range(self.dice.randrange(least, least + 3))]

    def target(self, depth: int) -> ast.expr:
        """What a loop assigns to."""
        kind = self.dice.randrange(12)
        if kind < 8:
            return ast.Name(self.dice.choice(("x", "i", self.name())), ast.Store())
        if kind == 8:
            return ast.Attribute(self.tree(depth), self.attribute(), ast.Store())
        if kind == 9:
            return ast.Subscript(self.tree(depth), self.tree(depth), ast.Store())
        names: list[ast.expr] = [ast.Name(name, ast.Store()) for name in ("x", "i")]
        if kind == 10:
            names[0] = ast.Starred(names[0], ast.Store())
        return ast.Tuple(names, ast.Store())

    def loops(self, depth: int) -> list[ast.comprehension]:
        """The loops of a comprehension."""
        return [
            ast.comprehension(
                self.target(depth - 1),
                self.tree(depth),
                [self.tree(depth - 1)] if self.dice.random() < 0.3 else [],
                int(self.dice.random() < 0.05),
            )
            for _ in range(self.dice.choice((1, 1, 1, 2)))
        ]

    def parameters(self, depth: int) -> ast.arguments:
        """The parameters of a lambda."""
        names = self.dice.sample(("x", "i", "v", "w", "__x", "items", "__builtins__", "n"), 5)
        cut = sorted(self.dice.randrange(3) for _ in range(2))
        given = [ast.arg(name) for name in names[: cut[1]]]
        only = [ast.arg(name) for name in names[3 : 3 + self.dice.choice((0, 0, 0, 1))]]
        return ast.arguments(
            posonlyargs=given[: cut[0]],
            args=given[cut[0] :],
            vararg=ast.arg("rest") if self.dice.random() < 0.15 else None,
            kwonlyargs=only,
            kw_defaults=[self.tree(depth - 1) if self.dice.random() < 0.5 else None for _ in only],
            kwarg=ast.arg("more") if self.dice.random() < 0.1 else None,
            defaults=[self.tree(depth - 1) for _ in range(self.dice.randrange(len(given) + 1))],
        )

    def call(self, depth: int) -> ast.expr:
        """A call."""
        if self.dice.random() < 0.6:
            called: ast.expr = ast.parse(self.dice.choice(FUNCTIONS), mode="eval").body
        else:
            called = self.tree(depth)
        args = self.trees(depth)
        if self.dice.random() < 0.1:
            args.append(ast.Starred(self.tree(depth), ast.Load()))
        keywords = []
        if self.dice.random() < 0.2:
            names = (
                "key",
                "a",
                "default",
                "start",
                "reverse",
                "sep",
                "__class__",
                "x",
                "strict",
                None,
            )
            keywords.append(ast.keyword(self.dice.choice(names), self.tree(depth)))
        return ast.Call(called, args, keywords)

    def index(self, depth: int) -> ast.expr:
        """What stands between brackets."""
        if self.dice.random() < 0.4:
            ends = [self.tree(depth) if self.dice.random() < 0.6 else None for _ in range(3)]
            return ast.Slice(*ends)
        return self.tree(depth)

    def formatted(self, depth: int) -> ast.expr:
        """A formatted string."""
        conversion = self.dice.choice((-1, -1, ord("r"), ord("s"), ord("a")))
        return ast.JoinedStr([ast.Constant("t"), ast.FormattedValue(self.tree(depth), conversion)])

    def compared(self, depth: int) -> ast.expr:
        """A comparison."""
        count = self.dice.choice((1, 1, 2))
        signs = [self.dice.choice(_COMPARISONS)() for _ in range(count)]
        return ast.Compare(self.tree(depth), signs, [self.tree(depth) for _ in signs])


_COMPARISONS = (
    ast.Eq,
    ast.NotEq,
    ast.Lt,
    ast.LtE,
    ast.Gt,
    ast.GtE,
    ast.Is,
    ast.IsNot,
    ast.In,
    ast.NotIn,
)
_SIGNS = tuple(ast.operator.__subclasses__())
_LOAD = ast.Load()
_NODES: tuple[Callable[[PythonGrammar, int], ast.expr], ...] = (
    lambda g, d: ast.BoolOp(g.dice.choice((ast.And, ast.Or))(), g.trees(d, 2)),
    lambda g, d: ast.NamedExpr(ast.Name(g.name(), ast.Store()), g.tree(d)),
    *(2 * (lambda g, d: ast.BinOp(g.tree(d), g.dice.choice(_SIGNS)(), g.tree(d)),)),
    lambda g, d: ast.UnaryOp(g.dice.choice((ast.Not, ast.Invert, ast.UAdd, ast.USub))(), g.tree(d)),
    lambda g, d: ast.Lambda(g.parameters(d), g.tree(d)),
    lambda g, d: ast.Call(ast.Lambda(g.parameters(d), g.tree(d)), g.trees(d), []),
    lambda g, d: ast.IfExp(g.tree(d), g.tree(d), g.tree(d)),
    lambda g, d: ast.Dict(
        [g.tree(d), *([None] if g.dice.random() < 0.1 else [])], g.trees(d, 2)[:2]
    ),
    lambda g, d: ast.Set(g.trees(d, 1)),
    *(2 * (lambda g, d: ast.ListComp(g.tree(d), g.loops(d)),)),
    lambda g, d: ast.SetComp(g.tree(d), g.loops(d)),
    lambda g, d: ast.DictComp(g.tree(d), g.tree(d), g.loops(d)),
    *(2 * (lambda g, d: ast.GeneratorExp(g.tree(d), g.loops(d)),)),
    lambda g, d: ast.Await(g.tree(d)),
    lambda g, d: ast.Yield(g.tree(d)),
    lambda g, d: ast.YieldFrom(g.tree(d)),
    *(2 * (lambda g, d: g.compared(d),)),
    *(5 * (lambda g, d: g.call(d),)),
    lambda g, d: g.formatted(d),
    *(4 * (lambda g, d: ast.Attribute(g.tree(d), g.attribute(), _LOAD),)),
    *(3 * (lambda g, d: ast.Call(ast.Attribute(g.tree(d), g.attribute(), _LOAD), g.trees(d), []),)),
    *(3 * (lambda g, d: ast.Subscript(g.tree(d), g.index(d), _LOAD),)),
    lambda g, d: ast.Starred(g.tree(d), _LOAD),
    *(2 * (lambda g, d: ast.List(g.trees(d), _LOAD),)),
    lambda g, d: ast.Tuple(g.trees(d), _LOAD),
)


def expression(seed: int) -> str:
    """The text of an expression, the same for the same number."""
    dice = Random(seed)
    if seed % 2:
        return Grammar(dice, odd=dice.choice((0.0, 0.03, 0.2))).any(dice.randrange(1, DEEPEST))
    while True:
        tree = PythonGrammar(dice).tree(dice.randrange(1, DEEPEST))
        try:
            return ast.unparse(ast.fix_missing_locations(tree))
        except (ValueError, AttributeError, TypeError, RecursionError):
            continue  # some formatted strings cannot be written, mappings of odd numbers neither
