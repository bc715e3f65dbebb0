"""Descriptions written at random from the grammar of xacro, most of them right.

Names say what they hold, so that most expressions can be evaluated: ``n`` numbers, ``s`` texts,
``l`` lists, ``b`` blocks. A few mistakes are made on purpose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from xml.sax.saxutils import escape

from hypothesis import strategies as st

HEAD = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"'
NUMBERS, TEXTS, LISTS = ("n0", "n1", "n2"), ("s0", "s1"), ("l0", "l1")
BLOCKS, MACROS, ARGUMENTS = ("b0", "b1"), ("m0", "m1", "m2"), ("a0", "a1")
PART, NAMESPACED = "part.xacro", "folder/inner.xacro"

blanks = st.sampled_from(["", "", " ", "\n", "\n", "\n  ", "\n\n", " \n\n ", "\t"])
words = st.sampled_from(
    [
        "",
        "link",
        "left_",
        "two words",
        " padded ",
        "é🤖",
        "<&>\"'",
        "$",
        "5$ ",
        "{}",
        "()",
        "-",
        "0.10",
        "$${n0}",
        "$$(x)",
        "1 2 3",
        "true",
        "\n line\n",
        "\xa0",
        "'quoted'",
        "1e3",
        "007",
        "1_0",
    ]
)
literals = st.sampled_from(
    ["0", "1", "42", "-3", "2.50", "1e3", ".5", "true", "False", "'7'", " 8 ", "inf", "0x1F", "1_0"]
)
tags = st.sampled_from(["link", "joint", "origin", "q:sensor", "if", "property"])
comments = st.sampled_from(
    [
        "plain",
        "${n0}",
        "two\nlines",
        "${s0} $(arg a0)",
        "xacro:eval-comments",
        "",
        "a - b",
        "xacro:eval-comments:on",
        "xacro:eval-comments:off",
        "$${x}",
    ]
)
methods = st.sampled_from(["upper()", "strip()", "split('_')", "replace('a', 'b')", "title()"])
operators = st.sampled_from(["+", "-", "*", "+", "/", "//", "%", "** 2 +", "<", "==", "and", "or"])
mistakes = st.sampled_from(
    [
        '<a v="${ghost}"/>',
        "<xacro:ghost/>",
        '<a v="${1/0}"/>',
        '<a v="$$"/>',
        '<a v="${"/>',
        '<xacro:insert_block name="ghost"/>',
        '<xacro:property name="1" value="1"/>',
        "<a>$(arg x)</a>",
        '<xacro:if value="yes"/>',
        '<xacro:include filename="ghost"/>',
        "<!--${ghost}-->",
        "<a>",
    ]
)


@dataclass(frozen=True)
class Macro:
    """What a call of a macro needs: parameters (with a sign where one has a default) and blocks."""

    numbers: tuple[str, ...]
    optional: tuple[str, ...]
    blocks: tuple[str, ...]


@dataclass
class Scope:
    """What the text written so far defines."""

    numbers: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    lists: set[str] = field(default_factory=set)
    blocks: set[str] = field(default_factory=set)
    arguments: set[str] = field(default_factory=set)
    macros: dict[str, Macro] = field(default_factory=dict)

    def inner(self) -> Scope:
        """The scope inside of a macro: what it defines is not seen outside."""
        return replace(
            self,
            numbers=set(self.numbers),
            texts=set(self.texts),
            lists=set(self.lists),
            blocks=set(self.blocks),
            macros=dict(self.macros),
        )


class Writer:
    """Writes the pieces of a description.

    Args:
        draw: how hypothesis chooses.
        includes: the files that may be included.
    """

    def __init__(self, draw: Callable[..., object], includes: tuple[str, ...]) -> None:
        self.draw = draw
        self.includes = includes
        self.open_macros = 0

    def one_of(self, *choices):
        return self.draw(st.sampled_from(choices))

    def chance(self, percent: int) -> bool:
        return self.draw(st.integers(0, 99)) < percent

    # ------------------------------------------------------------------ expressions

    def number(self, scope: Scope, depth: int = 2) -> str:
        kind = self.draw(st.integers(0, 9 if depth else 3))
        if kind <= 1 or (kind == 2 and not scope.numbers):
            return self.one_of("0", "1", "2.5", "-3", "1e-5", "10**20", "True", "pi", "0.1")
        if kind == 2:
            return self.one_of(*sorted(scope.numbers))
        if kind == 3:
            return f"$(arg {self.one_of(*sorted(scope.arguments))})" if scope.arguments else "7"
        inner = [self.number(scope, depth - 1) for _ in range(2)]
        if kind <= 6:
            return f"({inner[0]} {self.draw(operators)} {inner[1]})"
        if kind == 7:
            name = self.one_of(
                "sin", "float", "fabs", "math.cos", "python.abs", "round", "int", "sqrt"
            )
            return f"{name}({inner[0]})"
        if kind == 8:
            return f"({inner[0]} if {self.text(scope, 0)} else {inner[1]})"
        return self.one_of(f"max({inner[0]}, {inner[1]})", f"len({self.listed(scope, depth - 1)})")

    def text(self, scope: Scope, depth: int = 2) -> str:
        kind = self.draw(st.integers(0, 6 if depth else 1))
        if kind == 0 or (kind == 1 and not scope.texts):
            return self.one_of("'ab'", "''", "'5'", "'é'", "'a b'")
        if kind == 1:
            return self.one_of(*sorted(scope.texts))
        inner = self.text(scope, depth - 1)
        if kind == 2:
            return f"({inner} + {self.text(scope, depth - 1)})"
        if kind == 3:
            return f"{inner}.{self.draw(methods)}"
        if kind == 4:
            return f"str({self.number(scope, depth - 1)})"
        if kind == 5:
            return f"('%s_%s' % ({inner}, {self.number(scope, depth - 1)}))"
        return f"{inner}[{self.one_of('0', '-1', '1:', '::-1', ':2')}]"

    def listed(self, scope: Scope, depth: int = 2) -> str:
        kind = self.draw(st.integers(0, 4 if depth else 1))
        if kind == 0 or (kind == 1 and not scope.lists):
            return self.one_of("[1, 2]", "[]", "['a', 'b']", "(1,)", "list(range(3))")
        if kind == 1:
            return self.one_of(*sorted(scope.lists))
        if kind == 2:
            return f"[{self.number(scope, depth - 1)}, {self.text(scope, depth - 1)}]"
        if kind == 3:
            return f"[(i, {self.number(scope, 0)}) for i in {self.listed(scope, depth - 1)}]"
        return f"list(map(str, {self.listed(scope, depth - 1)}))"

    def expression(self, scope: Scope) -> str:
        kind = self.draw(st.integers(0, 9))
        if kind <= 4:
            return self.number(scope)
        if kind <= 6:
            return self.text(scope)
        if kind == 7:
            return self.listed(scope)
        return self.one_of(
            "dict(a=1, b=[2])", "None", "xacro.message('x')", "[1, 2][1]", "(w := 2)"
        )

    def value(self, scope: Scope) -> str:
        """The text of an attribute or an element, before it is escaped."""
        pieces = []
        for _ in range(self.draw(st.integers(0, 3))):
            kind = self.draw(st.integers(0, 5))
            if kind <= 2:
                pieces.append(f"${{{self.expression(scope)}}}")
            elif kind == 3 and scope.arguments:
                pieces.append(f"$(arg {self.one_of(*sorted(scope.arguments))})")
            elif kind == 4:
                pieces.append(self.draw(literals))
            else:
                pieces.append(self.draw(words))
        return "".join(pieces)

    def attributes(self, scope: Scope) -> str:
        names = self.draw(
            st.lists(st.sampled_from(["v", "w", "a", "q:x", "xacro:y"]), max_size=2, unique=True)
        )
        return "".join(f" {name}={quoted(self.value(scope))}" for name in names)

    # ------------------------------------------------------------------ items

    def body(self, scope: Scope, depth: int, least: int = 0, most: int = 4) -> str:
        pieces = [self.draw(blanks)]
        for _ in range(self.draw(st.integers(least, most))):
            pieces += [self.item(scope, depth), self.draw(blanks)]
        return "".join(pieces)

    def item(self, scope: Scope, depth: int) -> str:
        kind = self.draw(st.integers(0, 22 if depth else 9))
        if kind <= 2:
            return self.element(scope, depth)
        if kind == 3:
            return escape(self.value(scope))
        if kind == 4:
            return f"<!--{self.draw(comments)}-->"
        if kind <= 7:
            return self.property(scope)
        if kind == 8:
            return self.insertion(scope)
        if kind == 9:
            return self.call(scope, depth)
        if kind <= 12:
            return self.condition(scope, depth)
        if kind <= 14:
            return self.definition(scope, depth)
        if kind == 15:
            return self.block(scope, depth)
        if kind == 16:
            return self.argument(scope)
        if kind == 17:
            return self.inclusion(scope)
        if kind == 18:
            return self.made(scope, depth)
        if kind == 19:
            return self.one_of("<![CDATA[ ${n0} ]]>", "<?pi ${n0}?>", "<!-- c -->", "<![CDATA[]]>")
        if kind == 20 and self.chance(4):
            return self.draw(mistakes)
        return self.call(scope, depth)

    def element(self, scope: Scope, depth: int) -> str:
        tag, attributes = self.draw(tags), self.attributes(scope)
        if not depth or self.chance(40):
            return f"<{tag}{attributes}/>"
        return f"<{tag}{attributes}>{self.body(scope, depth - 1, most=3)}</{tag}>"

    def property(self, scope: Scope) -> str:
        kind = self.draw(st.integers(0, 9))
        how = self.one_of("value", "value", "value", "default")
        more = self.one_of("", "", "", ' lazy_eval="false"', ' scope="global"')
        if self.open_macros and self.chance(20):
            more = ' scope="parent"'
        if kind <= 4:
            name = self.one_of(*NUMBERS)
            known = scope if self.chance(5) else replace(scope, numbers=scope.numbers - {name})
            value = self.draw(literals) if self.chance(40) else f"${{{self.number(known)}}}"
            scope.numbers.add(name)
        elif kind <= 6:
            name = self.one_of(*TEXTS)
            known = replace(scope, texts=scope.texts - {name})
            value = self.draw(words) if self.chance(40) else f"${{{self.text(known)}}}"
            scope.texts.add(name)
        elif kind <= 8:
            name = self.one_of(*LISTS)
            value = f"${{{self.listed(replace(scope, lists=scope.lists - {name}))}}}"
            scope.lists.add(name)
        else:
            name = self.one_of(*NUMBERS, *TEXTS)
            scope.numbers.discard(name)
            scope.texts.discard(name)
            return f'<xacro:property name="{name}" remove="{self.one_of("true", "0", "${1}")}"/>'
        return f'<xacro:property name="{name}" {how}={quoted(value)}{more}/>'

    def block(self, scope: Scope, depth: int) -> str:
        name = self.one_of(*BLOCKS)
        inside = self.body(scope.inner(), depth - 1, most=2)
        scope.blocks.add(name)
        return f'<xacro:property name="{name}">{inside}</xacro:property>'

    def insertion(self, scope: Scope) -> str:
        if not scope.blocks:
            return "<no_block/>"
        return f'<xacro:insert_block name="{self.one_of(*sorted(scope.blocks))}"/>'

    def argument(self, scope: Scope) -> str:
        name = self.one_of(*ARGUMENTS)
        scope.arguments.add(name)
        default = self.one_of("1", "2.5", "${1 + 1}", "0")
        return f'<xacro:arg name="{name}" default="{default}"/>'

    def condition(self, scope: Scope, depth: int) -> str:
        tag = self.one_of("if", "if", "unless")
        value = self.one_of("1", "0", "true", "False", f"${{{self.expression(scope)}}}")
        inside = self.body(scope if self.chance(30) else scope.inner(), depth - 1, most=3)
        return f"<xacro:{tag} value={quoted(value)}>{inside}</xacro:{tag}>"

    def definition(self, scope: Scope, depth: int) -> str:
        name = self.one_of(*MACROS)
        numbers = self.draw(st.lists(st.sampled_from(NUMBERS), max_size=2, unique=True))
        optional, parameters, inner = [], [], scope.inner()
        for number in numbers:
            default = self.one_of("", "", ":=1", "=2.5", ":=${1 + 1}", ":='3'", ":=^|4", ":=^")
            parameters.append(number + default)
            inner.numbers.add(number)
            if default and (default != ":=^" or number in scope.numbers):
                optional.append(number)
        blocks = self.draw(st.lists(st.sampled_from(BLOCKS), max_size=2, unique=True))
        for block in blocks:
            parameters.append(self.one_of("*", "**") + block)
            inner.blocks.add(block)
        inner.macros.pop(name, None)
        self.open_macros += 1
        text = self.body(inner, depth - 1)
        self.open_macros -= 1
        scope.macros[name] = Macro(tuple(numbers), tuple(optional), tuple(blocks))
        listed = f' params="{" ".join(parameters)}"' if parameters or self.chance(50) else ""
        return f'<xacro:macro name="{name}"{listed}>{text}</xacro:macro>'

    def call(self, scope: Scope, depth: int) -> str:
        if not scope.macros:
            return self.element(scope, depth)
        name = self.one_of(*sorted(scope.macros))
        macro = scope.macros[name]
        given = [n for n in macro.numbers if n not in macro.optional or self.chance(40)]
        attributes = "".join(
            f" {n}={quoted(self.draw(literals) if self.chance(50) else f'${{{self.number(scope)}}}')}"
            for n in given
        )
        blocks = "".join(
            self.draw(blanks) + self.element(scope, max(depth - 1, 0)) for _ in macro.blocks
        )
        tag = f'call macro="{name}"' if self.chance(10) else name
        return f"<xacro:{tag}{attributes}>{blocks}{self.draw(blanks)}</xacro:{tag.split()[0]}>"

    def inclusion(self, scope: Scope) -> str:
        if not self.includes:
            return "<no_file/>"
        name = self.one_of(*self.includes)
        more = self.one_of("", "", "", ' ns="N"', ' optional="true"')
        pattern = name if self.chance(80) else name.replace("part", "pa?t").replace("inner", "i*")
        used = ""
        if "ns" in more:
            used = self.one_of("", "", '<a v="${N.n0}"/>', "<xacro:N.m0/>")
        return f'<xacro:include filename="{pattern}"{more}/>{used}'

    def made(self, scope: Scope, depth: int) -> str:
        if self.chance(40):
            value = self.one_of("1", "${'a' + 'b'}", "x ${1}")
            return f'<c><xacro:attribute name="{self.one_of("v", "a", "xmlns:r")}" value="{value}"/></c>'
        name = self.one_of("link", "${'li' + 'nk'}", "xacro:if")
        more = ' value="1"' if name == "xacro:if" else self.attributes(scope)
        inside = self.body(scope, depth - 1, most=2)
        return f'<xacro:element xacro:name="{name}"{more}>{inside}</xacro:element>'


def quoted(value: str) -> str:
    """The value as it is written in an attribute."""
    return '"' + escape(value, {'"': "&quot;"}) + '"'


def _document(writer: Writer, scope: Scope, *, full: bool) -> str:
    before = "".join(writer.property(scope) + "\n" for _ in range(writer.draw(st.integers(2, 7))))
    before += writer.argument(scope) if full and writer.chance(70) else ""
    root = f'{HEAD} xmlns:q="urn:q" name={quoted(writer.draw(words))}>'
    body = before + writer.body(scope, 3, 6 if full else 3, 14 if full else 5)
    prolog = writer.one_of("", '<?xml version="1.0"?>\n', "<!-- top -->", "<?pi x?>\n")
    return f"{prolog}{root}{body}</robot>{writer.one_of('', '<!-- end -->')}"


@st.composite
def descriptions(draw) -> dict[str, str]:
    """Files by name; ``main.xacro`` comes first and may include the others."""
    scope = Scope()
    inner = _document(Writer(draw, ()), Scope(), full=False) if draw(st.booleans()) else None
    known = () if inner is None else (NAMESPACED,)
    part = None
    if draw(st.booleans()):
        part = _document(Writer(draw, known), Scope(), full=False)
        known += (PART,)
    main = _document(Writer(draw, known), scope, full=True)
    files = {"main.xacro": main, PART: part, NAMESPACED: inner}
    return {name: text for name, text in files.items() if text is not None}
