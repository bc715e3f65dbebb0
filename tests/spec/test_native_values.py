"""The native extension makes, compares, writes and finds values exactly as Python does."""

from __future__ import annotations

import inspect
import math
from unittest.mock import patch
from xml.etree.ElementTree import Comment, fromstring
from xml.etree.ElementTree import Element as Node

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bodyplan
from bodyplan import model, native
from bodyplan.core import REQUIRED, Record
from bodyplan.formats import sdf, urdf
from bodyplan.spec import Element, Extra, Field, Raw, spec_of, writer
from bodyplan.spec.codec import STRING
from bodyplan.spec.marks import Attr
from tests.oracles import urdfdom
from tests.slices import amount
from tests.spec.values import ELEMENTS, values

pytestmark = pytest.mark.skipif(
    native.make_node is None, reason="without the native extension: Python does everything"
)
each = pytest.mark.parametrize(
    "cls", ELEMENTS, ids=lambda cls: f"{cls.__module__.rpartition('.')[2]}.{cls.__name__}"
)
TEXTS = (
    *(
        "",
        " \t\r\n",
        "plain",
        " kept ",
        "é 中 🤖",
        "<&>\"'",
        "\t",
        "\r",
        "\n",
        "\x00",
        "\x1f",
        "\x7f",
    ),
    *(
        "\x85",
        "\xa0",
        "\u2028",
        "\ufffd",
        "\ufffe",
        "\uffff",
        "\ud800",
        "a\ufffeb",
        "]]>",
        "\ufeff",
    ),
)


def outcome(function, *arguments, **named):
    """What a function returns, or the error that it raises."""
    try:
        return function(*arguments, **named)
    except (TypeError, ValueError, bodyplan.InputError) as error:
        return type(error), str(error)


def same(node):
    """An element in a form that can be compared."""
    if not isinstance(node, Node):
        return node
    return node.tag, list(node.items()), node.text, node.tail, [same(one) for one in node]


def by_both(function, *arguments):
    """What a function of the writer does with the extension and without it."""
    with_it = outcome(function, *arguments)
    with patch.multiple(writer, make_node=None, write_tree=None):
        return with_it, outcome(function, *arguments)


# Elements of values


@each
@settings(max_examples=amount(25, short=6))
@given(data=st.data())
def test_values_become_the_same_elements(cls, data):
    value = data.draw(values(cls))
    version = (1, 12) if ".sdf." in cls.__module__ else (1, 2)
    made, expected = by_both(writer.node_of, value, version)
    assert same(made) == same(expected)
    written, expected = by_both(writer.write_element, value, version)
    assert written == expected


WRONG = {
    "nan": sdf.Inertia(ixx=math.nan),
    "infinite": sdf.Box(size=(1.0, math.inf, 1.0)),
    "a vector that is too short": sdf.Box(size=(1.0, 2.0)),
    "whole numbers": sdf.Box(size=(1, 2, 3)),
    "a list": sdf.Box(size=[1.0, 2.0, 3.0]),
    "a whole number": sdf.Inertia(ixx=2),
    "a text for a number": sdf.Inertia(ixx="2"),
    "an unknown keyword": sdf.Joint(name="j", type="QQQ", parent="a", child="b"),
    "a number for a text": sdf.Link(name=3),
    "minus zero": sdf.Inertia(ixx=-0.0),
    "large and small numbers": sdf.Box(size=(1e16, 1e-7, 123456789012345680.0)),
    "unknown parts": sdf.Link(name="a", extra=Extra((("x", "1"),), (Raw(Node("b")),))),
    "unknown parts inside": sdf.Model(
        name="m", links=(sdf.Link(name="a", extra=Extra((("x", "1"),), ())),)
    ),
    "attributes only": urdf.Dynamics(),
    "links in a list": sdf.Model(name="m", links=[sdf.Link(name="a")]),
}


@pytest.mark.parametrize("case", WRONG)
def test_unusual_values_become_the_same_elements_or_errors(case):
    made, expected = by_both(writer.node_of, WRONG[case], (1, 12))
    assert same(made) == same(expected)


@pytest.mark.parametrize("path", urdfdom.example_robots()[::6], ids=lambda path: path.name)
def test_robots_become_the_same_sdformat(path):
    def converted(path):
        return bodyplan.convert(path, "sdf", strict=False).document.to_bytes()

    made, expected = by_both(converted, path)
    assert made == expected


# Text of elements


@pytest.mark.parametrize("path", urdfdom.example_robots()[::4], ids=lambda path: path.name)
def test_files_are_written_as_the_same_text(path):
    written, expected = by_both(writer.write_raw, fromstring(path.read_bytes()))
    assert written == expected


@given(st.recursive(
    st.tuples(st.sampled_from(TEXTS), st.sampled_from(TEXTS), st.just(())),
    lambda inner: st.tuples(
        st.sampled_from(TEXTS), st.sampled_from(TEXTS), st.lists(inner, max_size=4)
    ),
    max_leaves=12,
), st.sampled_from(TEXTS))  # fmt: skip
def test_random_elements_are_written_as_the_same_text(tree, value):
    def node(tree):
        made = Node("é" if tree[0] == "plain" else "a")
        made.text, made.tail, inner = tree
        made.extend(map(node, inner))
        return made

    root = node(tree)
    root.set("b", value)
    written, expected = by_both(writer.write_raw, root)
    assert written == expected


def test_what_is_no_element_of_xml_is_left_to_python():
    root = Node("a")
    root.append(Comment("no element"))
    assert native.write_tree(root, "\n", "  ") is None
    assert native.write_tree(Node("a", {"b": 3}), "\n", "  ") is None


def test_elements_of_any_depth_are_written():
    root = inner = Node("a")
    for _ in range(100_000):
        child = Node("a")
        inner.append(child)
        inner = child
    text = native.write_tree(root, "\n", "")
    assert text.count("<a>") == 100_000
    while len(root):  # from the outside, as the destructor of nested elements recurses
        (root,) = root


# Records


CALLS = {
    "nothing": (model.Box, (), {}),
    "a position": (model.Box, ((1.0, 2.0, 3.0),), {}),
    "a name": (model.Box, (), {"size": (1.0, 2.0, 3.0)}),
    "both": (model.Cylinder, (1.0,), {"length": 2.0}),
    "both with defaults": (model.Geometry, (None,), {"friction": 0.5}),
    "the same twice": (model.Cylinder, (1.0,), {"radius": 2.0}),
    "too many": (model.Sphere, (1.0, 2.0), {}),
    "an unknown name": (model.Sphere, (), {"QQQ": 1.0}),
    "an unknown name beside others": (model.Sphere, (), {"radius": 1.0, "QQQ": 1.0}),
    "defaults": (model.Link, ("a",), {}),
    "names in another order": (model.Cylinder, (), {"length": 1.0, "radius": 2.0}),
    "a name made at run time": (model.Sphere, (), {"".join("radius"): 1.0}),
    "an element by position": (sdf.Link, ("a",), {}),
    "an element without what it requires": (sdf.Link, (), {}),
    "an element with an unknown name": (sdf.Link, (), {"name": "a", "QQQ": 1}),
    "a field without a default": (
        Field, (), {"name": "a", "xml": "a", "place": "attribute", "mark": Attr("A"), "codec": STRING,
                    "default": REQUIRED},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CALLS)
def test_records_are_made_alike(case):
    cls, arguments, named = CALLS[case]
    base = Element if issubclass(cls, Element) else Record

    twin = base.__init__.__wrapped__

    def by_python():
        made = object.__new__(cls)
        with patch.object(Record, "__init__", Record.__init__.__wrapped__):
            twin(made, *arguments, **named)
        return made

    made, expected = outcome(cls, *arguments, **named), outcome(by_python)
    assert made == expected
    if isinstance(made, Record):
        for field in made._defaults:
            assert getattr(made, field) is getattr(expected, field)


PAIRS = {
    "the same": (model.Sphere(1.0), model.Sphere(1.0)),
    "another number": (model.Sphere(1.0), model.Sphere(2.0)),
    "another class": (model.Sphere(1.0), model.Box((1.0, 1.0, 1.0))),
    "no record": (model.Sphere(1.0), 1.0),
    "nan": (model.Sphere(math.nan), model.Sphere(math.nan)),
    "a whole number": (model.Sphere(1.0), model.Sphere(1)),
    "records inside": (model.Geometry(model.Sphere(1.0)), model.Geometry(model.Sphere(1.0))),
    "other records inside": (model.Geometry(model.Sphere(1.0)), model.Geometry(None)),
}


@pytest.mark.parametrize("case", PAIRS)
def test_records_are_compared_alike(case):
    one, other = PAIRS[case]
    assert (one == other) is (other == one)
    assert (one != other) is not (one == other)
    expected = Record.__eq__.__wrapped__(one, other)
    assert one.__eq__(other) is expected
    assert (one == other) is (expected is True)


def test_an_error_in_a_comparison_is_raised():
    class Strange:
        def __eq__(self, other):
            raise ValueError("QQQ")

        __hash__ = None

    with pytest.raises(ValueError, match="QQQ"):
        assert model.Sphere(Strange()) == model.Sphere(Strange())


def test_the_methods_show_the_signature_and_documentation_of_those_of_python():
    method = Record.__init__
    assert inspect.signature(method) == inspect.signature(method.__wrapped__)
    assert method.__name__ == "__init__"
    assert method.__doc__ == method.__wrapped__.__doc__
    assert Record.__eq__.__qualname__ == "Record.__eq__"


def test_every_class_of_elements_has_a_plan():
    for cls in ELEMENTS:
        plan = writer._native_plans((1, 12))[cls]
        fields = writer._plan(cls, (1, 12))
        is_rare = bool(fields.others) or fields.has_attributes_only
        assert (plan is None) == is_rare, spec_of(cls).tag
