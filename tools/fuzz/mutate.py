"""Mutations of texts: XML, YAML, TOML, and of the bytes that they become."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from tools.fuzz import words
from tools.fuzz.expressions import expression

_TAG = re.compile(r"<(/?)([^\s<>/!?=\"']+)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)(/?)>")
_ATTRIBUTE = re.compile(r"\s+([^\s<>/=\"']+)\s*=\s*(\"[^\"]*\"|'[^']*')")
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
_WORD = re.compile(r"[A-Za-z_][\w.-]*")
_URI = re.compile(r"\"uri\": ?\"([^\"]*)\"")
_LONGEST = 400_000
"""Characters of a mutated text; longer ones make slow cases of a kind that bombs test already."""

_LARGE = 60_000
"""Characters of a text that is made large on purpose."""

Mutation = Callable[[str, Random, Sequence[str]], str]


class Span(NamedTuple):
    """An element: where it begins and ends, and where its content does."""

    start: int
    inside: int
    close: int
    end: int


def elements(text: str) -> list[Span]:
    """Return the spans of the elements of an XML text, as far as its tags match."""
    found: list[Span] = []
    stack: list[tuple[str, int, int]] = []
    for tag in _TAG.finditer(text):
        close, name, _, empty = tag.groups()
        if empty:
            found.append(Span(tag.start(), tag.end(), tag.end(), tag.end()))
        elif not close:
            stack.append((name, tag.start(), tag.end()))
        elif stack and stack[-1][0] == name:
            _, start, inside = stack.pop()
            found.append(Span(start, inside, tag.start(), tag.end()))
    return found


def _spliced(text: str, start: int, end: int, new: str) -> str:
    return f"{text[:start]}{new}{text[end:]}"


def _part(text: str, rng: Random) -> str:
    """Return an element of a text, or a line of one that has none."""
    spans = elements(text)
    if spans:
        span = rng.choice(spans)
        return text[span.start : span.end]
    lines = text.splitlines(keepends=True)
    return rng.choice(lines) if lines else ""


# XML


def _delete_element(text: str, rng: Random, _: Sequence[str]) -> str:
    spans = elements(text)
    return _spliced(text, *_outer(rng.choice(spans)), "") if spans else text


def _outer(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _duplicate_element(text: str, rng: Random, _: Sequence[str]) -> str:
    spans = elements(text)
    if not spans:
        return text
    span = rng.choice(spans)
    times = rng.choice((1, 1, 1, 2, 5, 40))
    part = text[span.start : span.end]
    times = min(times, _LONGEST // (len(part) + 1))
    return _spliced(text, span.end, span.end, part * times)


def _multiply_element(text: str, rng: Random, _: Sequence[str]) -> str:
    """Repeat an element till the file is large, with numbers behind its names: what takes long?"""
    spans = elements(text)
    if not spans:
        return text
    span = rng.choice(spans)
    part = text[span.start : span.end]
    values = sorted({name[2][1:-1] for name in _ATTRIBUTE.finditer(part)} - {""}, key=len)[-3:]
    copies = []
    for number in range(min(rng.choice((50, 400, 1000)), _LARGE // (len(part) + 4))):
        copy = part
        for value in values if number else ():
            other = f"{value}{number - (rng.random() < 0.1)}"  # some refer to the one before
            copy = copy.replace(f'"{value}"', f'"{other}"')
        copies.append(copy)
    return _spliced(text, span.start, span.end, "\n".join(copies) or part)


def _swap_elements(text: str, rng: Random, _: Sequence[str]) -> str:
    spans = elements(text)
    if len(spans) < 2:
        return text
    first, second = sorted(rng.sample(spans, 2))
    one, other = text[first.start : first.end], text[second.start : second.end]
    if first.end > second.start:  # one is in the other
        return _spliced(text, first.start, first.end, other)
    text = _spliced(text, second.start, second.end, one)
    return _spliced(text, first.start, first.end, other)


def _move_element(text: str, rng: Random, _: Sequence[str]) -> str:
    spans = elements(text)
    if len(spans) < 2:
        return text
    moved, target = rng.sample(spans, 2)
    part = text[moved.start : moved.end]
    if moved.end <= target.close:
        return _spliced(
            _spliced(text, target.close, target.close, part), moved.start, moved.end, ""
        )
    return _spliced(
        _spliced(text, moved.start, moved.end, ""),
        min(target.inside, moved.start),
        min(target.inside, moved.start),
        part,
    )


def _wrap_element(text: str, rng: Random, _: Sequence[str]) -> str:
    """Put an element into others of its own kind, or of another, up to the limit of nesting."""
    spans = elements(text)
    if not spans:
        return text
    span, namer = rng.choice(spans), rng.choice(spans)
    tag = re.match(r"<([^\s<>/]+)", text[namer.start :])
    if tag is None:
        return text
    depth = rng.choice((1, 1, 2, 3, 20, 250, 260))
    part = f"<{tag[1]}>" * depth + text[span.start : span.end] + f"</{tag[1]}>" * depth
    return _spliced(text, span.start, span.end, part)


def _rename_tag(text: str, rng: Random, pool: Sequence[str]) -> str:
    tags = list(_TAG.finditer(text))
    if not tags:
        return text
    tag, other = rng.choice(tags), rng.choice(tags)
    name = rng.choice((other[2], _near(tag[2], rng), f"p:{tag[2]}", _tag_of(rng.choice(pool), rng)))
    if rng.random() < 0.2:  # its other end keeps its name
        return _spliced(text, *tag.span(2), name)
    return re.sub(rf"(?<=[</]){re.escape(tag[2])}(?=[\s/>])", lambda _: name, text)


def _tag_of(text: str, rng: Random) -> str:
    tags = _TAG.findall(text[:20_000])
    return str(rng.choice(tags)[1]) if tags else "a"


def _delete_attribute(text: str, rng: Random, _: Sequence[str]) -> str:
    found = list(_ATTRIBUTE.finditer(text))
    return _spliced(text, *rng.choice(found).span(), "") if found else text


def _duplicate_attribute(text: str, rng: Random, _: Sequence[str]) -> str:
    found = list(_ATTRIBUTE.finditer(text))
    if not found:
        return text
    one = rng.choice(found)
    target = one if rng.random() < 0.3 else rng.choice(found)
    return _spliced(text, target.end(), target.end(), one[0])


def _rename_attribute(text: str, rng: Random, _: Sequence[str]) -> str:
    found = list(_ATTRIBUTE.finditer(text))
    if not found:
        return text
    one, other = rng.choice(found), rng.choice(found)
    name = rng.choice((other[1], _near(one[1], rng), f"q:{one[1]}", one[1].upper(), "xmlns"))
    return _spliced(text, *one.span(1), name)


def _swap_values(text: str, rng: Random, _: Sequence[str]) -> str:
    found = list(_ATTRIBUTE.finditer(text))
    if len(found) < 2:
        return text
    first, second = sorted(rng.sample(found, 2), key=re.Match.start)
    if rng.random() < 0.6:  # a name twice, a reference to itself, a loop
        return _spliced(text, *second.span(2), first[2])
    text = _spliced(text, *second.span(2), first[2])
    return _spliced(text, *first.span(2), second[2])


def _set_value(text: str, rng: Random, pool: Sequence[str]) -> str:
    found = list(_ATTRIBUTE.finditer(text))
    inner = [
        s for s in elements(text) if "<" not in text[s.inside : s.close] and s.inside < s.close
    ]
    if inner and (not found or rng.random() < 0.4):
        span = rng.choice(inner)
        return _spliced(
            text, span.inside, span.close, _value(text[span.inside : span.close], rng, pool)
        )
    if not found:
        return text
    start, end = rng.choice(found).span(2)
    value = _value(text[start + 1 : end - 1], rng, pool)
    quote = text[start]
    return _spliced(text, start + 1, end - 1, value.replace(quote, "&quot;"))


def _value(old: str, rng: Random, pool: Sequence[str]) -> str:
    """Return another value for one."""
    choice = rng.random()
    if choice < 0.3:
        return rng.choice(words.NUMBERS)
    if choice < 0.5:
        return rng.choice(words.NAMES)
    if choice < 0.6:
        return rng.choice(words.PATHS)
    if choice < 0.65:
        return rng.choice(words.EXPRESSIONS).replace("<", "&lt;").replace("&&", "&amp;")
    if choice < 0.75:
        return _near(old, rng)
    if choice < 0.8:
        return f"{old} {old}"
    if choice < 0.85:
        return old + rng.choice(words.UNICODE)
    if choice < 0.86:
        return (old or "1 ") * (rng.choice((100, 3000, 60_000)) // (len(old) + 1) + 1)
    found = _WORD.findall(rng.choice(pool)[:20_000])
    return str(rng.choice(found)) if found else ""


def _near(word: str, rng: Random) -> str:
    """Return a misspelling of a word."""
    if not word:
        return "a"
    at = rng.randrange(len(word))
    other = rng.choice("abcxyz_-.:0 ")
    return rng.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + other + word[at:],
            word[:at] + word[at] + word[at:],
            word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
            word.swapcase(),
            word[: at + 1],
        )
    )


def _insert_markup(text: str, rng: Random, _: Sequence[str]) -> str:
    markup = rng.choice(words.XML)
    tags = list(_TAG.finditer(text))
    if not tags or rng.random() < 0.2:
        at = rng.randrange(len(text) + 1)
    else:
        at = rng.choice(tags).end() if rng.random() < 0.5 else rng.choice(tags).start()
    if rng.random() < 0.03:
        markup *= min(rng.choice((50, 2000)), _LONGEST // len(markup))
    return _spliced(text, at, at, markup)


def _insert_directive(text: str, rng: Random, _: Sequence[str]) -> str:
    spans = elements(text)
    at = rng.choice(spans).start if spans else len(text)
    return _spliced(text, at, at, rng.choice(words.DIRECTIVES))


def _insert_from_other(text: str, rng: Random, pool: Sequence[str]) -> str:
    part = _part(rng.choice(pool)[:30_000], rng)
    spans = elements(text)
    if not spans:
        return text + part
    span = rng.choice(spans)
    at = rng.choice((span.start, span.close, span.end))
    return _spliced(text, at, at, part)


# Any text


def _set_number(text: str, rng: Random, _: Sequence[str]) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    one = rng.choice(found)
    new = rng.choice(words.NUMBERS) if rng.random() < 0.6 else _scaled(one[0], rng)
    return _spliced(text, *one.span(), new)


def _scaled(number: str, rng: Random) -> str:
    value = float(number) * rng.choice((-1.0, 0.0, 1e-9, 0.001, 10.0, 57.3, 1e6, 1e300))
    return repr(value)


def _delete_range(text: str, rng: Random, _: Sequence[str]) -> str:
    start = rng.randrange(len(text) + 1)
    return _spliced(text, start, start + rng.choice((1, 1, 2, 5, 20, 200)), "")


def _truncate(text: str, rng: Random, _: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] if rng.random() < 0.8 else text[at:]


def _duplicate_range(text: str, rng: Random, _: Sequence[str]) -> str:
    start = rng.randrange(len(text) + 1)
    part = text[start : start + rng.choice((1, 5, 30, 300))]
    return _spliced(text, start, start, part * rng.choice((1, 1, 3, 50)))


def _insert_character(text: str, rng: Random, _: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    new = (
        rng.choice(words.UNICODE)
        if rng.random() < 0.4
        else chr(rng.choice((rng.randrange(128), rng.randrange(0xD800))))
    )
    return _spliced(text, at, at, new)


def _insert_expression(text: str, rng: Random, _: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    found = list(_ATTRIBUTE.finditer(text))
    if found and rng.random() < 0.9:
        at = rng.choice(found).start(2) + 1
    chance = rng.random()
    new = rng.choice(words.EXPRESSIONS)
    if chance < 0.6:
        grown = expression(rng, rng.choice((1, 2, 3, 4, 6))).replace("&", "&amp;")
        grown = grown.replace("<", "&lt;").replace('"', "&quot;")
        new = f"$(eval {grown})" if chance < 0.05 else f"${{{grown}}}"
    return _spliced(text, at, at, new)


def _splice_two(text: str, rng: Random, pool: Sequence[str]) -> str:
    other = rng.choice(pool)[:30_000]
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def _change_line_ends(text: str, rng: Random, _: Sequence[str]) -> str:
    return text.replace(
        "\n", rng.choice(("\r\n", "\r", "\n\r", "", " ", "\n\n\t", "\u2028", "\x85"))
    )


def _move_line(text: str, rng: Random, _: Sequence[str]) -> str:
    lines = text.splitlines(keepends=True)
    if len(lines) > 1:
        line = lines.pop(rng.randrange(len(lines)))
        lines.insert(rng.randrange(len(lines) + 1), line)
    return "".join(lines)


def _delete_line(text: str, rng: Random, _: Sequence[str]) -> str:
    lines = text.splitlines(keepends=True)
    if lines:
        del lines[rng.randrange(len(lines))]
    return "".join(lines)


def _duplicate_line(text: str, rng: Random, _: Sequence[str]) -> str:
    lines = text.splitlines(keepends=True)
    if lines:
        line = rng.choice(lines)
        lines.insert(rng.randrange(len(lines) + 1), line * rng.choice((1, 1, 2, 60)))
    return "".join(lines)


def _indent_line(text: str, rng: Random, _: Sequence[str]) -> str:
    lines = text.splitlines(keepends=True)
    if lines:
        at = rng.randrange(len(lines))
        lines[at] = rng.choice(("  ", "    ", "\t", "- ", "# ", "? ", "")) + (
            lines[at] if rng.random() < 0.5 else lines[at].lstrip()
        )
    return "".join(lines)


def _fragment_of(fragments: Sequence[str]) -> Mutation:
    def insert(text: str, rng: Random, _: Sequence[str]) -> str:
        lines = text.splitlines(keepends=True)
        fragment = rng.choice(fragments)
        if not lines or rng.random() < 0.3:
            at = rng.randrange(len(lines) + 1)
            return "".join((*lines[:at], fragment, "\n", *lines[at:]))
        at = rng.randrange(len(lines))
        line = lines[at]
        colon = max(line.find(":"), line.find("="), line.find("-"))
        cut = colon + 2 if colon >= 0 else rng.randrange(len(line) + 1)
        lines[at] = f"{line[:cut]}{fragment}" + ("\n" if rng.random() < 0.7 else line[cut:])
        return "".join(lines)

    return insert


def _set_word(text: str, rng: Random, pool: Sequence[str]) -> str:
    found = list(_WORD.finditer(text))
    if not found:
        return text
    one = rng.choice(found)
    new = rng.choice(
        (
            _near(one[0], rng),
            rng.choice(found)[0],
            rng.choice(words.NAMES),
            _value(one[0], rng, pool),
        )
    )
    return _spliced(text, *one.span(), new)


def _set_uri(text: str, rng: Random, _: Sequence[str]) -> str:
    """Name another file where JSON names one."""
    found = list(_URI.finditer(text))
    return _spliced(text, *rng.choice(found).span(1), rng.choice(words.PATHS)) if found else text


_ANY: tuple[Mutation, ...] = (
    _set_number,
    _delete_range,
    _truncate,
    _duplicate_range,
    _insert_character,
    _splice_two,
    _change_line_ends,
)
_BREAKING: tuple[Mutation, ...] = (*_ANY, *(_insert_markup,) * 4, _set_value, _move_element)
_XML: tuple[Mutation, ...] = (
    *(_set_value, _set_value, _set_value, _set_number, _set_number, _swap_values, _swap_values),
    *(
        _delete_element,
        _delete_element,
        _duplicate_element,
        _swap_elements,
        _move_element,
        _move_element,
    ),
    *(_wrap_element, _rename_tag, _delete_attribute, _delete_attribute, _duplicate_attribute),
    *(_rename_attribute, _insert_from_other, _insert_from_other, _insert_from_other),
)
_XACRO: tuple[Mutation, ...] = (
    *_XML,
    *(_insert_directive, _insert_directive, _insert_directive),
    *(_insert_expression, _insert_expression, _insert_expression, _insert_expression),
)
_LINES: tuple[Mutation, ...] = (
    *(_move_line, _delete_line, _duplicate_line, _indent_line, _set_word, _set_word, _set_word),
    *_ANY,
)
_YAML: tuple[Mutation, ...] = (*_LINES, *(_fragment_of(words.YAML),) * 5)
_BUILD: tuple[Mutation, ...] = (*_LINES, *(_fragment_of(words.LINES),) * 5)
_TOML: tuple[Mutation, ...] = (*_LINES, *(_fragment_of(words.TOML),) * 5)

MUTATIONS: dict[str, tuple[Mutation, ...]] = {
    "xml": _XML,
    "xacro": _XACRO,
    "yaml": _YAML,
    "toml": _TOML,
    "lines": _LINES,
    "build": _BUILD,
    "json": (*_LINES, *(_set_number,) * 6, _set_uri, _set_uri),
}
"""By kind of text, each as often as it is to be chosen."""


def mutated_text(text: str, kind: str, rng: Random, pool: Sequence[str]) -> str:
    """Return the text after one to six mutations.

    Args:
        text: what is mutated.
        kind: one of ``MUTATIONS``.
        rng: the source of chance.
        pool: other texts, whose parts are mixed in.
    """
    mutations = MUTATIONS[kind]
    if kind in {"xml", "xacro"} and rng.random() < 0.005:
        text = _multiply_element(text, rng, pool)
    if kind in {"xml", "xacro"} and rng.random() < 0.25:  # what breaks the markup, in its turn
        mutations = _BREAKING
    for _ in range(rng.choice((1, 1, 1, 1, 1, 2, 2, 3, 6))):
        text = rng.choice(mutations)(text, rng, pool)
        if len(text) > _LONGEST:
            text = text[:_LONGEST]
    return text


def encoded(text: str, rng: Random) -> bytes:
    """Return the bytes of a text: UTF-8 mostly, else whatever chance says, and sometimes spoilt."""
    chance = rng.random()
    if chance < 0.03:
        text = f'<?xml version="1.0" encoding="{rng.choice(words.DECLARED)}"?>\n{text[text.find("?>") + 2 :]}'
    codec = rng.choice(words.ENCODINGS) if 0.02 < chance < 0.06 else "utf-8"
    try:
        data = text.encode(codec, "surrogatepass" if codec.startswith("utf") else "replace")
    except (UnicodeError, LookupError):
        data = text.encode("utf-8", "replace")
    return spoilt(data, rng) if rng.random() < 0.08 else data


def spoilt(data: bytes, rng: Random) -> bytes:
    """Return the bytes with some flipped, inserted, taken out or repeated."""
    spoiled = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(spoiled) + 1)
        chance = rng.random()
        if chance < 0.3 and at < len(spoiled):
            spoiled[at] ^= 1 << rng.randrange(8)
        elif chance < 0.5 and at < len(spoiled):
            spoiled[at] = rng.randrange(256)
        elif chance < 0.7:
            spoiled[at:at] = rng.choice(words.BYTES)
        elif chance < 0.8:
            del spoiled[at : at + rng.choice((1, 2, 3, 16))]
        elif chance < 0.9:
            del spoiled[at:]
        else:
            spoiled[at:at] = spoiled[at : at + rng.choice((1, 4, 50))] * rng.choice((1, 2, 20))
    return bytes(spoiled)
