"""Random values of every declared class, made from the declarations themselves."""

from __future__ import annotations

import math
from functools import cache

from hypothesis import strategies as st

from bodyplan.core import replace
from bodyplan.formats.urdf import Robot
from bodyplan.spec import NOTHING, Element, Extra, Raw, spec_of
from tests.formats.test_declarations import ELEMENTS  # noqa: F401  (used by its importers)

CHARACTERS = st.characters(
    blacklist_categories=("Cs", "Cc", "Cn"), blacklist_characters="$\ufffe\uffff"
)
"""Without the sign of macros: a value with a macro in it is a finding."""
attribute_text = st.text(CHARACTERS | st.sampled_from("\t\n\r\x85\xa0<>&\"'"), max_size=8)
own_text = st.text(CHARACTERS | st.sampled_from("\t\n\r<>&\"'"), max_size=8).map(str.strip)
"""Blanks around the text of an element say nothing."""
word = st.from_regex(r"[a-z_][a-z0-9_.-]{0,6}", fullmatch=True)


@st.composite
def raws(draw, tag=None, depth=2):
    """A small element that no declaration knows."""
    children = "".join(
        draw(raws(depth=depth - 1)) if depth else "" for _ in range(draw(st.integers(0, 2)))
    )
    tag = tag or f"q{draw(word)}"
    text = draw(st.sampled_from(["", "5", "a &amp; b", " blank "]))
    attributes = draw(st.sampled_from(["", ' a="1"', ' b="&lt;" c="&#10;"']))
    inside = children or text
    return f"<{tag}{attributes}>{inside}</{tag}>"


raw_elements = raws().map(Raw.parse)
extras = st.just(NOTHING) | st.builds(
    Extra,
    st.lists(
        st.tuples(st.sampled_from(["QQQ", "p:q", "ü"]), attribute_text),
        max_size=2,
        unique_by=lambda item: item[0],
    ).map(tuple),
    st.lists(raw_elements, max_size=2).map(tuple),
)


def numbers(mark):
    """Finite numbers in the declared range, the smallest and the largest among them."""
    low = mark.gt if mark.gt is not None else mark.ge
    return st.floats(
        min_value=low, max_value=mark.le if mark.lt is None else mark.lt,
        exclude_min=mark.gt is not None, exclude_max=mark.lt is not None,
        allow_nan=False, allow_infinity=False,
    )  # fmt: skip


def whole_numbers(mark, least=None):
    """Whole numbers in the declared range."""
    low = mark.ge if mark.gt is None else mark.gt + 1
    return st.integers(
        min_value=least if low is None else int(low),
        max_value=None if mark.le is None else int(mark.le),
    )


def plain(field):
    """Values of a field that is no element."""
    codec, mark = field.codec, field.mark
    if codec.words and codec.name != "boolean":
        return st.sampled_from(codec.words)
    if codec.size:
        return st.tuples(*[numbers(mark)] * codec.size)
    if codec.name == "string":
        is_text = field.place == "text" or (field.place == "value" and field.attr is None)
        return own_text if is_text or getattr(mark, "either", False) else attribute_text
    return {
        "name": attribute_text.map(str.strip),
        "float": numbers(mark),
        "floats": st.lists(numbers(mark), max_size=4).map(tuple),
        "pose": st.tuples(*[numbers(mark)] * 6) | st.tuples(*[numbers(mark)] * 7),
        "time": st.tuples(st.integers(0), st.integers(0, 10**9)),
        "unsigned integer": whole_numbers(mark, 0),
        "boolean": st.booleans(),
        "integer": whole_numbers(mark),
    }[codec.name]


def contents(field, depth):
    """Contents of a field; below the depth only what has to be there."""
    if field.place == "rest_attributes":
        names = st.sampled_from(["gazebo_a", "b", "c"])
        return st.lists(st.tuples(names, attribute_text), max_size=2, unique_by=lambda i: i[0]).map(
            tuple
        )
    if field.elements:
        member = st.one_of([values(cls, depth - 1) for cls in field.elements])
        if depth <= 0 and (field.is_many or field.is_optional):
            return st.just(()) if field.is_many else st.none()
    elif field.codec is None:
        member = raws(tag=field.xml or None).map(Raw.parse)
    else:
        member = plain(field)
    if field.is_many:
        return st.lists(member, max_size=2).map(tuple)
    return st.none() | member if field.is_optional else member


@cache
def values(cls: type[Element], depth: int = 2) -> st.SearchStrategy[Element]:
    """Values of a class, with all that can stand inside down to a depth."""
    return st.deferred(
        lambda: st.builds(
            cls, **{field.name: contents(field, depth) for field in spec_of(cls).fields}
        ).map(lambda value: replace(value, version="1.0") if cls is Robot else value)
    )


def alike(one, other):
    """Whether two values are equal, unknown numbers included."""
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, Element):
        names = [field.name for field in spec_of(type(one)).fields]
        return one.extra == other.extra and all(
            alike(getattr(one, name), getattr(other, name)) for name in names
        )
    return one == other


def difference(one, other, path="root"):
    """Where two values differ first; empty where they are alike."""
    if alike(one, other):
        return ""
    if isinstance(one, Element) and type(one) is type(other):
        for name in (*(field.name for field in spec_of(type(one)).fields), "extra"):
            found = difference(getattr(one, name), getattr(other, name), f"{path}.{name}")
            if found:
                return found
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for index, pair in enumerate(zip(one, other, strict=True)):
            found = difference(*pair, f"{path}[{index}]")
            if found:
                return found
    return f"{path}: {one!r} is not {other!r}"
