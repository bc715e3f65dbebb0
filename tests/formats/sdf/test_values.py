"""Values read as the reference reader takes them: the same texts accepted, the same numbers."""

from __future__ import annotations

import math
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bodyplan
from tests.oracles import libsdformat
from tests.slices import amount

pytestmark = pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)


class Host(NamedTuple):
    """An element that holds a value of one type.

    Args:
        before: the text of a file up to the value.
        after: the text behind it.
        find: the typed value in the root of the file.
    """

    before: str
    after: str
    find: object


def link(before, after, find):
    head = '<sdf version="1.9"><model name="m"><link name="l">'
    tail = "</link></model></sdf>"
    return Host(head + before, after + tail, lambda root: find(root.models[0].links[0]))


def shape(before, after, find):
    inner = f'<collision name="c"><geometry>{before}'
    return link(inner, f"{after}</geometry></collision>", lambda x: find(x.collisions[0].geometry))


def visual(before, after, find):
    inner = f'<visual name="v"><geometry><sphere/></geometry>{before}'
    return link(inner, f"{after}</visual>", lambda x: find(x.visuals[0]))


def world(before, after, find):
    head = '<sdf version="1.9"><world name="w">'
    return Host(head + before, f"{after}</world></sdf>", lambda root: find(root.worlds[0]))


HOSTS = {
    "double": link("<inertial><mass>", "</mass></inertial>", lambda x: x.inertial.mass),
    "bool": link("<gravity>", "</gravity>", lambda x: x.gravity),
    "vector3": shape("<ellipsoid><radii>", "</radii></ellipsoid>", lambda x: x.ellipsoid.radii),
    "vector2d": shape(
        "<plane><normal>0 0 1</normal><size>", "</size></plane>", lambda x: x.plane.size
    ),
    "color": visual("<material><diffuse>", "</diffuse></material>", lambda x: x.material.diffuse),
    "unsigned int": visual(
        "<visibility_flags>", "</visibility_flags>", lambda x: x.visibility_flags
    ),
    "int": Host(
        '<sdf version="1.9"><actor name="a"><script><trajectory type="t" id="',
        '"/></script></actor></sdf>',
        lambda root: root.actors[0].script.trajectories[0].id,
    ),
    "pose": link("<pose>", "</pose>", lambda x: x.pose.value),
    "time": world(
        '<state world_name="w"><sim_time>',
        "</sim_time></state>",
        lambda x: x.states[0].sim_time,
    ),
}
NUMBERS = (
    *("0", "1", "-1", "+1", "01", "1.", ".5", "-.5", "1.5", "1e3", "1E-3", "1e", "1e+", "1.5.5"),
    *("1,5", "2 kg", "1 2", "1d5", "0x1F", "-0x1f", "0x1.8p1", "0xg", "inf", "-inf", "Infinity"),
    *("nan", "-nan", "abc", ".", "-", "--1", "1e400", "1e308", "true", "FALSE", "yes", "2"),
    *("1_000", "\u0661", "1\u00a0", "4294967296", "2147483648", "-2147483649", "1e-5"),
)
LISTS = (
    *("1 2 3", "1 2", "1 2 3 4", "1 2 3abc", "1-2 3", "1.5.5 0", "1 2 0x3", "1 2 3e", "1abc 2 3"),
    *("1 nan 3", "inf 0 0", "1,2,3", "1e308 1e308 1e308", "1e400 0 0", "1 2 3.4.5", "  1\n2\t3 "),
    *("0 0 0 1", "0.1 0.2 0.3", "0.1 0.2 0.3 0.4", "2 0 0 1", "0.5abc 0 0", "0 0 0 0 0", "-0 0 0"),
    *("1 2 3 4 5 6", "1 2 3 4 5 6 7", "1 2 3 4 5", "1abc 0 0 0 0 0", "0x1 0 0 0 0 0"),
    *(
        "nan 0 0 0 0 0",
        "1 2 3 4 5 1e308",
        "5 7",
        "5",
        "5 7 9",
        "0 00e",
        "1.25e 2",
        "1.5 2",
        "-1 2",
        "5 0x7",
        "1 1.5",
    ),
)
REFUSED = {"D134", "X114"}
TINY = 1e-300
"""Numbers smaller than this are no robot's; the reference calls some of them out of range."""


def ours(kind, text):
    """Whether we accept a text, and the value."""
    host = HOSTS[kind]
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    document = bodyplan.read(host.before + escaped + host.after)
    is_refused = any(d.code in REFUSED and d.kind.reference for d in document.diagnostics)
    return not is_refused, host.find(document.root)


def theirs(kind, text):
    """Whether the reference accepts a text as the content of an element, and the value."""
    answer = libsdformat.shared().param(kind, text)
    return answer.accepted, answer.value


def assert_alike(kind, text):
    accepted, value = ours(kind, text)
    expected, told = theirs(kind, text)
    assert accepted == expected, (text, value, told)
    if not accepted:
        return
    pairs = list(zip(value, told, strict=False)) if isinstance(value, tuple) else [(value, told)]
    for one, other in pairs[:3] if kind == "pose" else pairs:  # it turns angles to a quaternion
        near = math.isclose(float(one), float(other), rel_tol=1e-6, abs_tol=1e-12)
        assert near or (math.isnan(one) and math.isnan(float(other))), (text, value, told)


@pytest.mark.parametrize("kind", HOSTS)
@pytest.mark.parametrize("text", dict.fromkeys((*NUMBERS, *LISTS)))
def test_a_text_reads_as_in_libsdformat(kind, text):
    if text == "\u0661" or "\u00a0" in text:
        pytest.skip("what is no ASCII is judged by the locale there")
    assert_alike(kind, text)


words = st.one_of(
    st.integers(-10, 10).map(str),
    st.floats(allow_nan=False, allow_infinity=False)
    .filter(lambda x: not 0 < abs(x) < TINY)
    .map(repr),
    st.sampled_from(("inf", "nan", "0x1", "1e", "1.", ".5", "true", "abc", ",", "1,5", "-", "+1")),
    st.text("0123456789.eE+-x, ", max_size=6),
)


@settings(
    max_examples=amount(300, short=60), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(kind=st.sampled_from(sorted(HOSTS)), parts=st.lists(words, max_size=8))
def test_any_text_reads_as_in_libsdformat(kind, parts):
    text = " ".join(parts)
    if not text.strip():
        return  # nothing is written; the default holds
    assert_alike(kind, text)
