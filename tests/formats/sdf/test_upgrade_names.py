"""Names with `::`, which 1.8 and later reject: nested models, or other names that are reported."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from bodyplan import read
from bodyplan.formats.sdf.upgrade import upgrade

CASES = {
    "the parts of a root model with a common prefix become a nested model": (
        "1.6",
        "1.8",
        '<model name="m"><link name="a::b"/><link name="c"/></model>',
        (
            '<model name="m" canonical_link="a::b"><link name="c"/>'
            '<model name="a"><link name="b"/></model></model>'
        ),
    ),
    "a prefix that is the name of a link stays part of the names": (
        "1.7",
        "1.8",
        (
            '<model name="m"><link name="a"/><link name="a::b"/>'
            '<frame name="f" attached_to="a::b"/></model>'
        ),
        '<model name="m"><link name="a"/><link name="a__b"/><frame name="f" attached_to="a__b"/></model>',
    ),
    "a frame with a separator and no link of its prefix gets another name": (
        "1.7",
        "1.8",
        '<model name="m"><link name="l"/><frame name="a::f"/><frame name="g" attached_to="a::f"/></model>',
        '<model name="m"><link name="l"/><frame name="a__f"/><frame name="g" attached_to="a__f"/></model>',
    ),
    "a part that cannot move keeps those of its prefix in the model": (
        "1.7",
        "1.8",
        (
            '<model name="m"><link name="b"/><link name="a::b"><pose relative_to="b"/></link>'
            '<link name="a::c"/><joint name="j"><parent>a::b</parent><child>a::c</child></joint>'
            "</model>"
        ),
        (
            '<model name="m"><link name="b"/><link name="a__b"><pose relative_to="b"/></link>'
            '<link name="a__c"/><joint name="j"><parent>a__b</parent><child>a__c</child></joint>'
            "</model>"
        ),
    ),
    "an included model loses the separators of its name": (
        "1.7",
        "1.12",
        '<world name="w"><include><name>a::b</name></include><frame name="f" attached_to="a::b::l"/></world>',
        '<world name="w"><include><name>a__b</name></include><frame name="f" attached_to="a__b::l"/></world>',
    ),
    "models, collisions and the references to them lose the separators of their names": (
        "1.7",
        "1.8",
        (
            '<world name="w"><model name="x::m"><link name="l"><collision name="x::c"/><sensor name="s">'
            "<contact><collision>x::c</collision></contact></sensor></link></model>"
            '<frame name="f" attached_to="x::m::l"/></world>'
        ),
        (
            '<world name="w"><model name="x__m"><link name="l"><collision name="x__c"/><sensor name="s">'
            "<contact><collision>x__c</collision></contact></sensor></link></model>"
            '<frame name="f" attached_to="x__m::l"/></world>'
        ),
    ),
}
NESTED = "the parts of a root model with a common prefix become a nested model"


@pytest.mark.parametrize("name", CASES)
def test_a_name_with_separators(name: str) -> None:
    source, to, before, after = CASES[name]
    done = upgrade(read(f'<sdf version="{source}">{before}</sdf>'), to)
    expected = f'<sdf version="{to}">{after}</sdf>'
    found = done.document.source.text
    assert ET.canonicalize(found, strip_text=True) == ET.canonicalize(expected, strip_text=True)
    reported = {loss.what.partition(" ")[0] for loss in done.losses}
    assert reported == (set() if name == NESTED else {"name"})


def test_a_changed_name_is_reported_with_the_reason() -> None:
    text = '<sdf version="1.7"><model name="x::m"><link name="l"/></model></sdf>'
    (loss,) = upgrade(read(text), "1.8").losses
    assert (loss.what, loss.reason) == (
        "name 'x::m'",
        "it becomes 'x__m': 1.8 does not allow '::' in names",
    )
