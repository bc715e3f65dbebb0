"""Small xacro files that ask for very much: each must end soon, with the name of the limit it met."""

from __future__ import annotations

from collections.abc import Iterator

from tests.hostile.xacro.attempts import Attempt, Kind, attribute, robot

LINK = '<link name="{}"/>'
WIDE = "\U0001f600"

EXPRESSIONS = {
    # numbers
    "a power": "9**9**9",
    "a power of a power": "(9**9)**(9**5)",
    "a power of a negative number": "(-9)**9**9",
    "a power of true": "(True+True)**10**9",
    "a power by the function": "[9.0, pow(9, 5)] * int(pow(10, 10))",
    "a power from the right": "2**(2**(2**(2**(2**2))))",
    "a power in a list": "[9**9**9]",
    "a power in a condition": "1 if 9**9**9 else 0",
    "a power in a lambda": "(lambda x: x**x**x)(9)",
    "a power by map": "list(map(lambda x: x**10**8, [9]))",
    "a power by reduction": "[v for v in [9**99999] for w in [v**9999]]",
    "a shift": "1 << 10**10",
    "a shift of a shift": "(1 << 99999) << 99999999",
    "a product of large numbers": "(9**30000) * (9**30000) * (9**30000) * (9**30000)",
    "a product by sum": "math.prod([9**30000]*1000)",
    "a product of a range": "math.prod(python.range(1, 10**6))",
    "squares of squares": "(lambda s: s(s(s(s(s(s(s(s(s(s(9)))))))))))(lambda x: (x*x)*(x*x)*(x*x)*(x*x))",
    "a factorial": "math.factorial(10**8)",
    "a factorial of a factorial": "factorial(factorial(12))",
    "combinations": "comb(10**9, 10**8)",
    "permutations": "perm(10**7)",
    "a least common multiple": "math.lcm(*[9**9999 + i for i in range(2000)])",
    "a text of a large number": "str(9**99999)*1000",
    "a number of a long text": "int('9'*900000)",
    "a number of a long text in base 16": "int('f'*900000, 16)",
    "a number of a long text in base 32 many times": "[int('v'*20000, 32) ** 9 for i in range(100000)]",
    "a round to very many digits": "round(7, -10**9) + 9**9**9",
    "a division of large numbers many times": "[(9**30000) // (7**(15000)) for i in range(10**6)]",
    "a remainder of large numbers many times": "[(9**30000) % (7**15001) for i in range(10**6)]",
    "a text of large numbers many times": "[len(str(9**4000)) for i in range(10**6)]",
    "a greatest divisor of large numbers many times": "[gcd(9**30000, 7**30000 + 1) for i in range(10**6)]",
    "a square root of large numbers many times": "[isqrt(9**30000) for i in range(10**6)]",
    "copies of a large number by abs": "list(map(python.abs, [-(1<<16000)]*10**6))",
    "copies of a large number by minus": "[-v for v in [1<<16000]*10**6]",
    "copies of a large number by inversion": "[~v for v in [1<<16000]*10**6]",
    "copies of a large number by counting": "list(python.enumerate([0]*10**6, 1<<16000))",
    "copies of a large number by a range": "list(range(1<<16000, (1<<16000) + 10**6))",
    "copies of a large number by steps": "[v for v in range(0, 10**6 << 16000, 1 << 16000)]",
    "a sort of large numbers": "[sorted([1<<16000, (1<<16000) + 1]*500000) for i in range(9)]",
    "a search among large numbers": "[((1<<16000) + 1) in [1<<16000]*10**6 for i in range(10**6)]",
    # texts and lists
    "a text repeated": "'a'*10**10",
    "a text repeated from the left": "10**10*'a'",
    "a text repeated by steps": "'a'*10**3*10**3*10**3*10**3",
    "a list repeated": "[0]*10**9",
    "a tuple repeated": "(0,)*10**9",
    "a list of lists": "[[[0]*1000]*1000]*1000",
    "a text of a list of lists": "str([[[[0]*100]*100]*100]*100)",
    "a representation of lists": "python.repr([[[[0]*100]*100]*100]*100)",
    "a comparison of lists of lists": "(lambda a, b: a == b)(" + "[" * 7 + "0" + "]*100" * 7 + ","
    + "[" * 7 + "0" + "]*100" * 7 + ")",
    "a hash of tuples of tuples": "python.hash((((((((0,)*99,)*99,)*99,)*99,)*99,)*99,)*99)",
    "a text of tuples by percent": "'%s' % ([[[[[0]*99]*99]*99]*99]*99,)",
    "a text of lists by join": "','.join([str([0]*99999)]*99999)",
    "a sum of lists": "python.sum([[0]*9999]*9999, [])",
    "a sum of texts": "'a'*900000 + 'b'*900000",
    "a sum of texts in a loop": "(lambda f: f(f, 'a'))(lambda f, s: f(f, s + s))",
    "a range": "list(range(10**10))",
    "a range beyond all numbers": "list(python.range(10**30))",
    "the length of a range": "len([x for x in range(10**9)])",
    "a sum of a range": "python.sum(python.range(10**10))",
    "the maximum of a range": "max(range(10**10))",
    "a set of a range": "python.set(python.range(10**10))",
    "whether all of a range are": "python.all(python.range(1, 10**10))",
    "whether any of a range is": "python.any(x < 0 for x in range(10**10))",
    "a number in a range of decimals": "1.5 in range(10**10)",
    "the index of a decimal in a range": "range(10**9).index(1.5)",
    "the count of a decimal in a range": "range(10**9).count(1.5)",
    "a reversed range": "list(python.reversed(range(10**9)))",
    "an enumerated range": "list(python.enumerate(range(10**9)))",
    "a zipped range": "list(python.zip(range(10**9), range(10**9)))",
    "a sorted range": "sorted(range(10**9))",
    "a filtered range": "list(python.filter(None, range(10**9)))",
    "a mapped range": "list(map(str, range(10**9)))",
    "a slice of a long range": "list(range(10**12)[::2])",
    "a spread range": "[*range(10**9)]",
    "a range spread into a call": "max(*range(10**9))",
    "a range unpacked": "(lambda *a: len(a))(*range(10**9))",
    "a slice of slices": "[('a'*900000)[::-1] for i in range(10**6)]",
    "a wide number": "'%1000000000d' % 1",
    "a wide fraction": "'%.1000000000f' % 2.5",
    "a width from a value": "'%*d' % (10**9, 1)",
    "a precision from a value": "'%.*f' % (10**9, 1.5)",
    "a wide text": "'%-1000000000s' % 'a'",
    "a wide text by key": "'%(a)1000000000s' % table",
    "many wide texts": "('%9999s'*9999) % ((1,)*9999)",
    "padding on the left": "'a'.rjust(10**10)",
    "padding on the right": "'a'.ljust(10**10)",
    "padding in the middle": "'a'.center(10**10)",
    "padding by zeros": "'1'.zfill(10**10)",
    "padding of a type": "str.center('a', 10**10)",
    "padding by tabs": "('\\t'*10**5).expandtabs(10**5)",
    "replacing": "('a'*10**5).replace('a', 'b'*10**5)",
    "replacing nothing": "('a'*10**5).replace('', 'b'*10**5)",
    "joining": "('a'*10**5).join(['']*10**5)",
    "joining by a text": "('a'*10**5).join('b'*10**5)",
    "translating": "('a'*10**5).translate({97: 'b'*10**5})",
    "splitting": "[('a '*400000).split() for i in range(10**5)]",
    "splitting nothing many times": "[len(('a,'*400000).split(',')) for i in range(10**5)]",
    "finding from the right": "('a'*900000).rfind('ab' + 'a'*400000)",
    "the index from the right": "('a'*900000).rindex('ab' + 'a'*400000)",
    "parting from the right": "('a'*900000).rpartition('ab' + 'a'*400000)",
    "splitting from the right": "('a'*900000).rsplit('ab' + 'a'*400000)",
    "the index of a list of lists": "[0].index((lambda f: f(f, [0], 40))(lambda f, x, n: f(f, [x, x], n - 1) if n else x))",
    "slices of slices": "[items.append(python.slice(items.pop(), 1)) for i in range(300000)]",
    "generators of generators": "[items.append((x for x in items.pop())) if i else items.append([1]) for i in range(300000)]",
    "maps of maps of maps": "[items.append(map(str, items.pop())) if i else items.append([1]) for i in range(300000)]",
    "tuples of tuples": "[items.append((items.pop(),)) for i in range(300000)]",
    "lambdas of lambdas": "[items.append((lambda a: lambda: a)(items.pop())) for i in range(10**6)]",
    "many generators": "[(x for x in items) for i in range(10**6)]",
    "many maps": "[map(str, items) for i in range(10**6)]",
    "many lambdas": "[lambda: i for i in range(10**7)]",
    "tokens by many separators": "[xacro.tokenize('a', sep='%d' % i) for i in range(10**6)]",
    "counting in a long text": "[('a'*900000).count('a'*400000 + 'b') for i in range(10**6)]",
    "finding in a long text": "[('a'*900000).find('a'*400000 + 'b') for i in range(10**6)]",
    "whether a long text is in another": "['a'*400000 + 'b' in 'a'*900000 for i in range(10**6)]",
    "finding in a long list": "[list(range(900000)).index(899999) for i in range(10**6)]",
    "upper case of a long text": "[('ß'*900000).upper() for i in range(10**6)]",
    "tokens of a long text": "[len(xacro.tokenize('a,'*400000)) for i in range(10**6)]",
    "tokens by a pattern": "xacro.tokenize('a'*50 + '!', sep='(a+)+$') + [9**9**9]",
    "a list that is extended by itself": "[items.extend(items) for i in range(99)]",
    "a list that is extended by a loop": "[items.append(items*9) for i in range(10**9)]",
    "a list that is inserted into": "[items.insert(0, 1) for i in range(10**9)]",
    "a mapping of a loop": "{i: i for i in range(10**9)}",
    "a set of a loop": "{i for i in range(10**9)}",
    "a list of lists of a loop": "[[0]*99999 for i in range(99999)]",
    "a sort with a slow key": "sorted(range(10**5), key=lambda v: sorted(range(10**5)))",
    "a sort many times": "[sorted(range(900000)) for i in range(10**6)]",
    # steps
    "a loop in a loop": "[x*y for x in range(10**6) for y in range(10**6)]",
    "a loop in a loop that keeps nothing": "[x for x in range(10**6) for y in range(10**6) if y < 0]",
    "a generator that is summed": "python.sum(x*y for x in range(10**6) for y in range(10**6))",
    "a generator in a generator": "python.sum(python.sum(y for y in range(x)) for x in range(10**6))",
    "a function that calls itself": "(lambda f: f(f))(lambda f: f(f))",
    "a function that calls itself twice": "(lambda f: f(f, 60))(lambda f, n: n and f(f, n-1) + f(f, n-1))",
    "a function of Ackermann": "(lambda a: a(a, 4, 2))(lambda a, m, n: n + 1 if m == 0 else a(a, m - 1, 1) "
    "if n == 0 else a(a, m - 1, a(a, m, n - 1)))",
    "a function that maps itself": "(lambda f: f(f))(lambda f: list(map(f, [f])))",
    "a function that is its key": "(lambda f: f(f))(lambda f: sorted([f, f], key=f))",
    "maps of maps": "list(" + "map(lambda x: x, " * 120 + "range(10**9)" + ")" * 120 + ")",
    "a chain of generators": "[" + "".join(f"x{n} for x{n} in [0]*10 " if not n else f"for x{n} in [0]*10 " for n in range(14)) + "]",
    # length and depth of the text
    "a long sum": "1" + "+1" * 40_000,
    "a long list": "[" + "1," * 100_000 + "]",
    "a long text": "'" + "a" * 2_000_000 + "'",
    "a long number": "9" * 200_000,
    "a long number in base 16": "0x" + "f" * 2_000_000,
    "a long name": "a" * 2_000_000,
    "a long chain of comparisons": "1" + "<2" * 100_000,
    "a long chain of attributes": "y" + ".a" * 100_000,
    "a long chain of calls": "str" + "()" * 100_000,
    "a long chain of subscripts": "items" + "[0]" * 100_000,
    "a long chain of or": "0" + " or 0" * 100_000,
    "a long chain of not": "not " * 100_000 + "1",
    "a long chain of minus": "-" * 100_000 + "1",
    "a long chain of conditions": "1 if 0 else " * 20_000 + "1",
    "a long chain of lambdas": "lambda: " * 20_000 + "1",
    "a long chain of powers": "1" + "**1" * 50_000,
    "deep parentheses": "(" * 50_000 + "1" + ")" * 50_000,
    "deep brackets": "[" * 50_000 + "1" + "]" * 50_000,
    "deep braces": "{1:" * 50_000 + "1" + "}" * 50_000,
    "deep subscripts": "items[" * 50_000 + "0" + "]" * 50_000,
    "deep calls": "abs(" * 50_000 + "1" + ")" * 50_000,
    "deep brackets that Python reads": "[" * 190 + "1" + "]" * 190 + "*9**9**9",
    "deep minus that Python reads": "-" * 900 + "1 ** 9**9**9",
    "many arguments": "max(" + "1," * 100_000 + ")",
    "many keywords": "dict(" + ",".join(f"k{n}=1" for n in range(50_000)) + ")",
    "many texts side by side": "'a' " * 100_000,
    "many comprehensions": "[" + "[0 for i in [1]]," * 20_000 + "]",
    "brackets that never end": "[" * 100_000,
    "quotes that never end": "'a" * 100_001,
    "blanks": " " * 2_000_000 + "9**9**9",
    # characters that take four bytes of memory, or make the others of their text do so
    "lists of wide characters": f"[list('{WIDE}'*999990) for i in range(99)]",
    "tuples of wide characters": f"[python.tuple('{WIDE}'*999990) for i in range(99)]",
    "wide characters backwards": f"[list(python.reversed('{WIDE}'*999990)) for i in range(99)]",
    "wide characters that are spread": f"[[*('{WIDE}'*999990)] for i in range(99)]",
    "wide characters that are filtered": f"[list(python.filter(None, '{WIDE}'*999990)) for i in range(99)]",
    "wide characters in a comprehension": f"[[c for c in '{WIDE}'*999990] for i in range(99)]",
    "wide characters without blanks": f"(lambda s: [s.strip() for i in range(999)])('{WIDE}'*999990 + ' ')",
    "wide characters in parts": f"(lambda s: [s.partition(' ') for i in range(999)])('{WIDE}'*999990 + ' ')",
    "wide characters around a text": f"['a'.ljust(999990, '{WIDE}') for i in range(999)]",
    "a wide character that is added": f"(lambda s: [s + '{WIDE}' for i in range(999)])('a'*999990)",
    "a wide character before a value": f"(lambda s: ['{WIDE}%s' % s for i in range(999)])('a'*999990)",
    "a wide character behind a value": f"(lambda s: ['%s{WIDE}' % s for i in range(999)])('a'*999990)",
    "a wide character in a field": f"(lambda s: ['{WIDE}{{}}'.format(s) for i in range(999)])('a'*999990)",
    "a wide character instead of others": f"(lambda s: [s.replace('b', 'c{WIDE}') for i in range(999)])('a'*999980 + 'b')",
    "a wide character between texts": f"(lambda s: ['{WIDE}'.join([s, '']) for i in range(999)])('a'*999980)",
    "upper case that is longer": "(lambda s: [s.upper() for i in range(999)])('\u0390'*999990)",
    "a representation that is longer": "(lambda s: [python.repr(s) for i in range(999)])('\U000e0001'*999990)",
    "a representation in a list": "(lambda s: [str([s]) for i in range(999)])('\U000e0001'*999990)",
    "wide messages": f"[xacro.message('{WIDE}'*999990) for i in range(999)]",
}  # fmt: skip


def texts() -> dict[str, str]:
    """Texts of attributes, by title. Made when they are needed: they take 30 MB."""
    return {
        "opened expressions": "${" * 100_000,
        "opened substitutions": "$(" * 100_000,
        "opened expressions that end once": "${" * 100_000 + "}",
        "dollars": "$" * 1_000_000 + "{${9**9**9}",
        "dollars and braces": "$${" * 300_000 + "${9**9**9}",
        "many expressions": "${9**30000 &lt; 1}" * 200_000,
        "many substitutions": "$(arg a)" * 2_000_000,
        "a substitution of many blanks": "$(arg" + " " * 1_000_000 + "unknown_argument)",
        "a default of many words": "$(optenv BODYPLAN_CANARY " + "a " * 1_000_000 + ")",
        "an unknown substitution of a megabyte": "$(" + "a" * 1_000_000 + ")",
        "one long attribute": "${'a'*900000}" * 200,
        "one very long attribute": "${'a'*999990}" * 3_000,
        "one wide attribute": f"${{'{WIDE}'*999990}}" * 300,
    }


LONG = '<xacro:property name="s" value="${\'a\'*999990}"/>'
HALVES = '<xacro:m n="${n-1}"/><xacro:m n="${n-1}"/>'


def bodies() -> dict[str, str]:
    """Bodies of robots, by title. Made when they are needed: they take 30 MB."""
    return {
        "wide attributes": LONG.replace("'a'", f"'{WIDE}'") + '<a b="${s}"/>' * 60,
        "attributes with a wide character": LONG.replace("990}", f"990 + '{WIDE}'}}") + '<a b="${s}"/>' * 60,
        "a wide character behind long attributes": LONG + '<a b="${s}"/>' * 30 + f'<a b="{WIDE}"/>',
        "arguments in one text": LONG.replace("property", "arg").replace("value", "default")
        + f"<a>{'$(arg s)' * 3_000}</a>",
        "a text of a text of a text": "".join(
            f'<xacro:property name="s{n}" value="{f"${{s{n - 1}}}" * 100 if n else "a" * 1000}"/>'
            for n in range(6)
        )
        + '<a b="${s5}"/>',
        "properties that double": "".join(
            f'<xacro:property name="p{n}" value="${{p{n + 1}}}${{p{n + 1}}}"/>' for n in range(60)
        )
        + '<xacro:property name="p60" value="a"/><link name="${p0}"/>',
        "properties that double lists": "".join(
            f'<xacro:property name="p{n}" value="${{p{n + 1} + p{n + 1}}}"/>' for n in range(60)
        )
        + '<xacro:property name="p60" value="${[0]}"/><link name="${len(p0)}"/>',
        "properties that hold each other twice": "".join(
            f'<xacro:property name="p{n}" value="${{[p{n + 1}, p{n + 1}]}}"/>' for n in range(60)
        )
        + '<xacro:property name="p60" value="${[0]}"/><link name="${p0}"/>',
        "properties that hold each other in mappings": "".join(
            f'<xacro:property name="p{n}" value="${{dict(a=p{n + 1}, b=p{n + 1})}}"/>' for n in range(60)
        )
        + '<xacro:property name="p60" value="${[0]}"/><link name="${p0}"/>',
        "properties that need each other": "".join(
            f'<xacro:property name="p{n}" value="${{p{n + 1}}}"/>' for n in range(20_000)
        )
        + '<xacro:property name="p20000" value="${9**9**9}"/><link name="${p0}"/>',
        "properties that square": "".join(
            f'<xacro:property name="p{n}" value="${{p{n + 1}*p{n + 1}}}"/>' for n in range(60)
        )
        + '<xacro:property name="p60" value="99"/><link name="${p0}"/>',
        "a macro that calls itself": '<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>',
        "macros that call each other": '<xacro:macro name="m"><xacro:n/></xacro:macro>'
        '<xacro:macro name="n"><xacro:m/></xacro:macro><xacro:m/>',
        "a macro that calls itself by its name": '<xacro:macro name="m" params="n"><xacro:call macro="${n}" n="${n}"/>'
        '</xacro:macro><xacro:m n="m"/>',
        "a macro that calls itself in its block": '<xacro:macro name="m" params="*b"><xacro:m><xacro:insert_block name="b"/>'
        "</xacro:m></xacro:macro><xacro:m><a/></xacro:m>",
        "a macro that defines itself": '<xacro:macro name="m"><xacro:macro name="m"><a/></xacro:macro><xacro:n/></xacro:macro>'
        '<xacro:macro name="n"><xacro:m/><xacro:n/></xacro:macro><xacro:m/>',
        "a macro that calls itself through an element": '<xacro:macro name="m"><xacro:element xacro:name="xacro:m"/>'
        "</xacro:macro><xacro:m/>",
        "a macro that calls itself through a condition": '<xacro:macro name="m"><xacro:if value="1"><a><xacro:m/></a>'
        "</xacro:if></xacro:macro><xacro:m/>",
        "a tree of macros": f'<xacro:macro name="m" params="n"><xacro:if value="${{n}}">{HALVES}</xacro:if>'
        '</xacro:macro><xacro:m n="60"/>',
        "a tree of macros with leaves": '<xacro:macro name="m" params="n"><a/><xacro:if value="${n}">'
        f'{HALVES}</xacro:if></xacro:macro><xacro:m n="60"/>',
        "macros of macros of macros": "".join(
            f'<xacro:macro name="m{n}">{f"<xacro:m{n + 1}/>" * 10}</xacro:macro>' for n in range(12)
        )
        + '<xacro:macro name="m12"><a/></xacro:macro><xacro:m0/>',
        "macros of macros without elements": "".join(
            f'<xacro:macro name="m{n}">{f"<xacro:m{n + 1}/>" * 10}</xacro:macro>' for n in range(12)
        )
        + '<xacro:macro name="m12"/><xacro:m0/>',
        "macros of macros of text": "".join(
            f'<xacro:macro name="m{n}">{f"<xacro:m{n + 1}/>" * 10}</xacro:macro>' for n in range(12)
        )
        + f'<xacro:macro name="m12">{"text " * 1000}</xacro:macro><xacro:m0/>',
        "blocks that double": "".join(
            f'<xacro:property name="b{n}"><xacro:insert_block name="b{n + 1}"/><xacro:insert_block name="b{n + 1}"/>'
            "</xacro:property>"
            for n in range(60)
        )
        + '<xacro:property name="b60"><a/></xacro:property><xacro:insert_block name="b0"/>',
        "blocks that double and are empty": "".join(
            f'<xacro:property name="b{n}"><xacro:insert_block name="b{n + 1}"/><xacro:insert_block name="b{n + 1}"/>'
            "</xacro:property>"
            for n in range(60)
        )
        + '<xacro:property name="b60"/><xacro:insert_block name="b0"/>',
        "a block that inserts itself": '<xacro:property name="b"><xacro:insert_block name="b"/></xacro:property>'
        '<xacro:insert_block name="b"/>',
        "blocks of calls that double": "".join(
            f'<xacro:macro name="m{n}" params="**b"><xacro:m{n + 1}><x><xacro:insert_block name="b"/>'
            f'<xacro:insert_block name="b"/></x></xacro:m{n + 1}></xacro:macro>'
            for n in range(40)
        )
        + '<xacro:macro name="m40" params="**b"><xacro:insert_block name="b"/></xacro:macro><xacro:m0><x><a/></x></xacro:m0>',
        "an include of the file itself": '<xacro:include filename="r.xacro"/>',
        "an include of the file itself twice": '<xacro:include filename="r.xacro"/>' * 2,
        "an include of the file itself in a macro": '<xacro:macro name="m"><xacro:include filename="r.xacro"/></xacro:macro><xacro:m/>',
        "an include of the file itself in namespaces": '<xacro:include filename="r.xacro" ns="n${1}"/>',
        "an include of the file itself by a pattern": '<xacro:include filename="r.x*"/>',
        "includes that double": '<xacro:include filename="d0.xacro"/>',
        "an element in an element": "<a>" * 20_000 + '<link name="${9**9**9}"/>' + "</a>" * 20_000,
        "an element in an element that is made": '<xacro:element xacro:name="a">' * 5_000 + "</xacro:element>" * 5_000,
        "conditions in conditions": '<xacro:if value="1">' * 20_000 + "</xacro:if>" * 20_000,
        "calls in calls": '<xacro:macro name="m" params="**b"><xacro:insert_block name="b"/></xacro:macro>'
        + "<xacro:m><a>" * 3_000 + "</a></xacro:m>" * 3_000,
        "macros in macros": "".join(f'<xacro:macro name="m{n}">' for n in range(20_000)) + "</xacro:macro>" * 20_000,
        "many attributes of a loop": '<xacro:macro name="m" params="n"><a x="${9**30000}"/><xacro:if value="${n}">'
        '<xacro:m n="${n-1}"/></xacro:if></xacro:macro>' + '<xacro:m n="100"/>' * 10_000,
        "many large attributes": '<xacro:property name="p" value="${\'a\'*900000}"/>' + '<a x="${p}"/>' * 1_000,
        "many large texts": '<xacro:property name="p" value="${\'a\'*900000}"/>' + "<a>${p}</a>" * 1_000,
        "many large properties": "".join(
            f'<xacro:property name="p{n}" value="${{[{n}]*900000}}" lazy_eval="false"/>' for n in range(500)
        )
        + "<a/>",
        "many large lists in a list": '<xacro:property name="p" value="${[[0]*900000 for i in range(10**4)]}"/><a x="${len(p)}"/>',
        "many messages": "<a x=\"${[xacro.warning('a') for i in range(10**6)] and 9**9**9}\"/>",
        "many messages of a megabyte": "<a x=\"${[xacro.warning('a'*900000) for i in range(10**4)] and 9**9**9}\"/>",
        "messages in many elements": "<a x=\"${xacro.message('a'*100000)}\"/>" * 20_000 + '<a x="${9**9**9}"/>',
        "many loads of YAML": "<a x=\"${[xacro.load_yaml('values.yaml') for i in range(10**6)]}\"/>",
        "many file names": "<a x=\"${[xacro.abs_filename('a'*100000) for i in range(10**6)]}\"/>",
        "many parameters": '<xacro:macro name="m" params="' + "".join(f"p{n}:=1 " for n in range(50_000))
        + '"><a/></xacro:macro>' + "<xacro:m/>" * 1_000,
        "a parameter that takes long to read": f'<xacro:macro name="m" params="p:={"a" * 60}\'"><a x="${{9**9**9}}"/></xacro:macro><xacro:m p="1"/>',
        "parameters that take long to read": f'<xacro:macro name="m" params="{"p:=a" * 40_000}&quot;"><a/></xacro:macro>'
        '<a x="${9**9**9}"/>',
        "a parameter of many quotes": f'<xacro:macro name="m" params="p:={"&quot;a&quot;" * 20_000}&apos;"><a/></xacro:macro>'
        '<a x="${9**9**9}"/>',
        "a slow name in deep calls": '<xacro:macro name="m" params="n"><xacro:if value="${n}"><xacro:m n="${n-1}"/></xacro:if>'
        '<xacro:unless value="${n}"><a x="${[pi for i in range(10**7)]}"/></xacro:unless></xacro:macro><xacro:m n="300"/>',
        "properties that compare slices": "".join(
            f'<xacro:property name="{c}{n}" value="${{python.slice({c}{n + 1}, {c}{n + 1})}}"/>' for n in range(60) for c in "pq"
        )
        + '<xacro:property name="p60" value="1"/><xacro:property name="q60" value="1"/><a x="${p0 == q0 or 9**9**9}"/>',
        "generators in properties": "".join(
            f'<xacro:property name="p{n}" value="${{(x for x in p{n + 1})}}"/>' for n in range(30_000)
        )
        + '<xacro:property name="p30000" value="${[1]}"/><a x="${list(p0) and 9**9**9}"/>',
        "a chain of very many properties": "".join(
            f'<xacro:property name="p{n}" value="${{p{n + 1}}}"/>' for n in range(60_000)
        )
        + '<xacro:property name="p60000" value="1"/><a x="${p0}${9**9**9}"/>',
        "a long substitution in many calls": f'<xacro:macro name="m"><a x="$(arg{" " * 1_000_000}a)"/></xacro:macro>'
        + "<xacro:m/>" * 20_000,
        "packages in an argument": f'<xacro:arg name="p" default="{"$$(find inside)" * 30_000}"/><a x="$(arg p)"/>' + '<a x="${9**9**9}"/>',
        "attributes in many calls": '<xacro:macro name="m"><a ' + " ".join(f'x{n}=""' for n in range(100_000))
        + "/></xacro:macro>" + "<xacro:m/>" * 20_000,
        "comments in many calls": f'<xacro:macro name="m">{"<!---->" * 100_000}</xacro:macro>' + "<xacro:m/>" * 50_000,
        "sections in many calls": f'<xacro:macro name="m">{"<![CDATA[]]>" * 100_000}</xacro:macro>' + "<xacro:m/>" * 50_000,
        "texts in many calls": f'<xacro:macro name="m">{"<b/>x" * 100}</xacro:macro>' + "<xacro:m/>" * 50_000,
        "defaults in many calls": f'<xacro:macro name="m" params="{" ".join(f"p{n}:=1" for n in range(2_000))}"/>'
        + "<xacro:m/>" * 40_000,
        "instructions in many calls": f'<xacro:macro name="m">{"<?a?>" * 100_000}</xacro:macro>' + "<xacro:m/>" * 50_000,
        "many leaves of a deep call": '<xacro:macro name="l"><a/></xacro:macro><xacro:macro name="m" params="n">'
        '<xacro:if value="${n}"><xacro:m n="${n-1}"/></xacro:if><xacro:unless value="${n}">' + "<xacro:l/>" * 60_000
        + '</xacro:unless></xacro:macro><xacro:m n="101"/>',
        "many keywords in many expressions": '<a x="${dict(' + ",".join(f"k{n}=1" for n in range(1_100)) + ')}"/>' * 1
        + "".join(f'<a x="${{{n} or dict({",".join(f"k{k}=1" for k in range(1_100))})}}"/>' for n in range(1_000)) + '<a x="${9**9**9}"/>',
        "many long expressions": "".join(f'<a x="${{[{n}{",1" * 4_900}]}}"/>' for n in range(1_500)) + '<a x="${9**9**9}"/>',
        "a name of a file of many parts": "<xacro:include filename=\"${'a/' * 300000 + 'x' + str(9**9**9)}\"/>",
        "a pattern of many parts": "<xacro:include filename=\"${'*/' * 2000 + 'x'}\"/><a x=\"${9**9**9}\"/>",
        "a pattern through links in circles": '<xacro:include filename="*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*.xacro"/>',
        "a pattern of many stars": "<xacro:include filename=\"${'*a' * 50000}\"/><a x=\"${9**9**9}\"/>",
        "many definitions of one macro": '<xacro:macro name="m"><a/></xacro:macro>' * 20_000 + '<a x="${9**9**9}"/>',
        "many namespaces": '<xacro:include filename="part.xacro" ns="n"/>' * 5_000 + '<a x="${9**9**9}"/>',
        "a macro of many dots": "<xacro:" + "f." * 100_000 + "m/>" ,
        "an argument of arguments": "".join(
            f'<xacro:arg name="b{n}" default="$(arg b{n - 1})$(arg b{n - 1})"/>' if n else '<xacro:arg name="b0" default="aaaa"/>'
            for n in range(60)
        )
        + '<a x="$(arg b59)"/>',
    }  # fmt: skip


def yaml_files() -> dict[str, str]:
    """YAML files, by title. Made when they are needed: they take 30 MB."""
    return {
        "lists that hold lists": "a0: &a0 [x]\n"
        + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)),
        "mappings that hold mappings": "a0: &a0 {x: 1}\n"
        + "".join(
            f"a{n}: &a{n} {{{', '.join(f'k{k}: *a{n - 1}' for k in range(10))}}}\n" for n in range(1, 12)
        ),
        "merges of merges": "a0: &a0 {x: 1}\n"
        + "".join(f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}\n" for n in range(1, 12)),
        "merges of different keys": "a0: &a0 {x: 1}\n"
        + "".join(
            f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}], k{n}: 1}}\n" for n in range(1, 12)
        ),
        "a deep list": "[" * 5_000 + "]" * 5_000,
        "a deep mapping": "{a: " * 5_000 + "}" * 5_000,
        "a deep list of lines": "- " * 5_000 + "a",
        "deep lines": "".join(" " * n + "a:\n" for n in range(3_000)),
        "many values": "[" + "1," * 400_000 + "1]",
        "many keys": "".join(f"k{n}: 1\n" for n in range(300_000)),
        "many anchors": "".join(f"- &a{n} 1\n" for n in range(200_000)),
        "many aliases": "- &a 1\n" + "- *a\n" * 300_000,
        "many documents": "---\na: 1\n" * 200_000,
        "many units": "".join("- !degrees 9**9999\n" for n in range(100_000)),
        "a unit that is long": 'a: !degrees "' + "1+" * 50_000 + '1"',
        "a unit that is a loop": 'a: !degrees "len([x for x in range(10**6) for y in range(10**6)])"',
        "a long number": "a: " + "9" * 1_000_000,
        "a long number in base 16": "a: 0x" + "f" * 3_000_000,
        "a long number in base 2": "a: 0b" + "1" * 3_000_000,
        "a long number in base 60": "a: 1" + ":59" * 300_000,
        "a long number with low lines": "a: 1" + "_1" * 1_000_000,
        "a key of a megabyte": '? "' + "a" * 1_000_000 + '"\n: [' + "1," * 400_000 + "]",
        "a list of the same text": "- &a " + "x" * 900_000 + "\n" + "- *a\n" * 10_000,
    }  # fmt: skip


TURN = 6
"""One in so many of the expressions is tried in a robot too; all of them are in ``test_expressions``."""
PLAIN = {
    "copies of a large number by counting",
    "copies of a large number by a range",
    "copies of a large number by steps",
    "a hash of tuples of tuples",
    "a range beyond all numbers",
    "the index of a decimal in a range",
    "the count of a decimal in a range",
    "a range unpacked",
    "slices of slices",
    "a mapping of a loop",
    "a set of a loop",
    "a number of a long text",
    "a number of a long text in base 16",
    "a number of a long text in base 32 many times",
    "translating",
    "many parameters",
    "properties that compare slices",
    "a pattern through links in circles",
    "a macro of many dots",
    "many documents",
    "a long number",
    "a long number in base 60",
    "a long number with low lines",
}
"""What is refused for another reason before it meets a limit."""
LENIENT = {
    "sections in many calls",
    "many leaves of a deep call",
    "a long number in base 16",
    "a long number in base 2",
}
"""What may have a value: what is asked for is bounded by the bytes of the file, or by a limit that
it keeps within."""


def bombs() -> Iterator[Attempt]:
    """All of them."""
    for title, text in list(EXPRESSIONS.items())[::TURN]:
        if "}" in text:
            body = f'<xacro:arg name="code" default="{attribute(text)}"/><link name="${{$(arg code)}}"/>'
        else:
            body = LINK.format(attribute(f"${{{text}}}"))
        yield Attempt(f"bombs: {title}", "refused", robot(body), limit=title not in PLAIN)
    for title in ("a power", "a text repeated", "a list repeated", "a function that calls itself"):
        code = attribute(EXPRESSIONS[title])
        body = f'<xacro:property name="b" value="{code}"/><link name="$(eval ${{b}})"/>'
        yield Attempt(f"bombs of eval: {title}", "refused", robot(body), limit=True)
    for title, text in texts().items():
        yield Attempt(f"bombs of text: {title}", "refused", robot(LINK.format(text)))
        yield Attempt(f"bombs of text: {title}, in a text", "refused", robot(f"<a>{text}</a>"))
    for title, body in bodies().items():
        kind, limit = _expected(title)
        yield Attempt(f"bombs of macros: {title}", kind, robot(body), _beside(title), limit=limit)
    for title, text in yaml_files().items():
        kind, limit = _expected(title)
        use = robot(LINK.format("${xacro.load_yaml('attempt.yaml')}"))
        files = {"attempt.yaml": text}
        yield Attempt(f"bombs of YAML: {title}", kind, use, files, limit=limit)


def _expected(title: str) -> tuple[Kind, bool]:
    """Whether it must be refused, and whether a limit must be named."""
    return "harmless" if title in LENIENT else "refused", title not in PLAIN | LENIENT


def _beside(title: str) -> dict[str, str]:
    if title != "includes that double":
        return {}
    files = {
        f"d{n}.xacro": robot(f'<xacro:include filename="d{n + 1}.xacro"/>' * 4, "")
        for n in range(40)
    }
    return {**files, "d40.xacro": robot("<a/>", "")}
