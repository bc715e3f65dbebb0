"""Every declared element of URDF and SRDF: a file with all its values reads back as these values."""

from __future__ import annotations

import math

import pytest

import bodyplan
from bodyplan.formats import srdf
from bodyplan.formats.registry import FORMATS
from bodyplan.formats.urdf import ModelState, Robot
from bodyplan.spec import REQUIRED, reachable, spec_of

ROOTS = {Robot: "urdf", ModelState: "model_state", srdf.Robot: "srdf"}
ELEMENTS = list(dict.fromkeys(element for root in ROOTS for element in reachable(root)))
NEWEST = (1, 2)
each = pytest.mark.parametrize(
    "cls", ELEMENTS, ids=lambda cls: f"{cls.__module__.rpartition('.')[2]}.{cls.__name__}"
)
PLAIN = {
    "name": (" word ", "word"),
    "string": ("word", "word"),
    "float": ("0.5", 0.5),
    "integer": ("7", 7),
    "boolean": ("true", True),
    "floats": ("1 2", (1.0, 2.0)),
}


def test_a_file_is_recognised_by_every_element_of_its_root_that_is_not_ambiguous():
    for name, ambiguous in {"urdf": {"origin"}, "srdf": {"group"}}.items():
        format_ = FORMATS[name]
        assert set(spec_of(format_.cls).by_tag) == format_.marks | ambiguous


def way_to(cls):
    """A root class, and each element class on the way from it with the field that leads on."""
    for root in ROOTS:
        ways = {root: ()}
        for outer in reachable(root):
            for field in spec_of(outer).fields:
                for inner in field.elements:
                    ways.setdefault(inner, (*ways[outer], (outer, field)))
        if cls in ways:
            return root, ways[cls]
    raise LookupError(cls)


def example(field):
    """A text for a value, and the value."""
    codec = field.codec
    if codec.words and codec.name != "boolean":
        return codec.words[-1], codec.words[-1]
    if codec.size:
        values = tuple(float(number) / 8 for number in range(1, codec.size + 1))
        return " ".join(map(str, values)), values
    return PLAIN[codec.name]


def written(cls, *, everything, inside="", also=None):
    """XML of one element; its required values, or all of them."""
    attributes, children, values = "", "", {}
    text = ""
    for field in spec_of(cls).fields:
        if field is also:
            children += inside
            continue
        if not everything and not (field.is_required or field.mark.required_before):
            continue
        if field.place == "attribute":
            spelt, values[field.name] = example(field)
            attributes += f' {field.xml}="{spelt}"'
        elif field.place == "text":
            text, values[field.name] = example(field)
        elif field.place == "value":
            spelt, value = example(field)
            values[field.name] = (value,) if field.is_many else value
            children += (
                f'<{field.xml} {field.attr}="{spelt}"/>'
                if field.attr
                else f"<{field.xml}>{spelt}</{field.xml}>"
            )
        elif field.elements and field.is_required:
            children += written(field.elements[0], everything=False)[0]
    return f"<{cls.TAG}{attributes}>{text}{children}</{cls.TAG}>", values


def document_with(cls, *, everything):
    """A document that holds one such element, that element, and the values written."""
    root, way = way_to(cls)
    text, values = written(cls, everything=everything)
    for outer, field in reversed(way):
        if field.xml:
            text = respelt(text, field.xml)
        text = written(outer, everything=False, inside=text, also=field)[0]
    if root is Robot:
        text = text.replace(' version="word"', "", 1).replace("<robot", '<robot version="1.2"', 1)
        values.pop("version", None)
    document = bodyplan.read(text, format=ROOTS[root])
    value = document.root
    for _, field in way:
        value = getattr(value, field.name)
        value = value[0] if field.is_many else value
    return document, value, values


def respelt(text, tag):
    """The element under another tag: some fields give their own."""
    old = text[1:].split(">", 1)[0].split(" ", 1)[0]
    return f"<{tag}{text[1 + len(old) : -len(old) - 1]}{tag}>"


@pytest.mark.parametrize("everything", [False, True], ids=["required values", "all values"])
@each
def test_an_element_reads_back_as_it_was_written(cls, everything):
    document, value, values = document_with(cls, everything=everything)
    assert [str(d) for d in document.diagnostics] == []
    assert type(value) is cls
    assert not value.extra
    for name, wanted in values.items():
        assert getattr(value, name) == wanted


@each
def test_what_is_not_written_has_its_declared_default(cls):
    document, value, values = document_with(cls, everything=False)
    for field in spec_of(cls).fields:
        if field.name in values or field.is_required or (cls is Robot and field.name == "version"):
            continue
        if field.elements and field.is_many:
            assert getattr(value, field.name) == ()
            continue
        assert getattr(value, field.name) == field.default_in(NEWEST)
        if field.place not in ("rest", "rest_attributes"):
            assert not document.written(value, field.name)


@pytest.mark.parametrize(
    ("cls", "field"),
    [
        pytest.param(cls, field, id=f"{cls.__name__}.{field.name}")
        for cls in ELEMENTS
        for field in spec_of(cls).fields
        if field.codec is not None and field.default not in (REQUIRED, None, ())
    ],
)
def test_a_declared_default_passes_its_own_check_and_survives(cls, field):
    for default in (field.default, field.default_in(NEWEST)):
        mark = field.mark
        numbers = default if isinstance(default, tuple) else (default,)
        for number in numbers:
            if isinstance(number, (int, float)):
                assert mark.ge is None or number >= mark.ge
                assert mark.gt is None or number > mark.gt
                assert mark.le is None or number <= mark.le
        if any(isinstance(number, float) and math.isinf(number) for number in numbers):
            continue  # no text has this value: it is there by absence only
        assert field.codec.parse(field.codec.format(default)) == default
