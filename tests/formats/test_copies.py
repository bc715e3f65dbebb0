"""Documents and settings go to other processes and come back, as values do."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor

import pytest

import bodyplan
from bodyplan import Settings, Severity
from bodyplan.formats import urdf
from tests.oracles import urdfdom

BOTH_WAYS = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]  # noqa: S301
WAYS = pytest.mark.parametrize("again", BOTH_WAYS, ids=["copy", "deepcopy", "pickle"])


@WAYS
@pytest.mark.parametrize("path", urdfdom.example_robots()[::7], ids=lambda path: path.name)
def test_a_copy_of_a_document_has_its_bytes_values_and_diagnostics(path, again):
    document = bodyplan.read(path)
    other = again(document)

    assert other is not document
    assert other.to_bytes() == document.to_bytes()
    assert other.root == document.root
    assert (other.name, other.path, other.format) == (document.name, document.path, document.format)
    assert [str(one) for one in other.diagnostics] == [str(one) for one in document.diagnostics]


@WAYS
def test_a_copy_is_edited_apart(again):
    document = bodyplan.read('<robot name="r" QQQ="1"><link name="a"/><!-- kept --></robot>')
    other = again(document)
    with other.editing() as edit:
        edit.set(other.root, name="s")

    assert document.root.name == "r"
    assert other.to_bytes() == document.to_bytes().replace(b'name="r"', b'name="s"')


@WAYS
def test_a_copy_keeps_the_arguments_of_macros(again):
    text = '<robot name="r" xmlns:xacro="x"><xacro:arg name="n" default="a"/><link name="$(arg n)"/></robot>'
    document = bodyplan.read(text, format="xacro", arguments={"n": "b"})

    assert [link.name for link in again(document).expanded.root.links] == ["b"]


@WAYS
def test_a_copy_of_what_macros_make_has_its_places_in_their_files(again):
    text = """<robot name="r" xmlns:xacro="x">

    <xacro:macro name="m" params="p"><link name="${p}"/><lnik/></xacro:macro>
    <xacro:m p="a"/></robot>"""
    made = bodyplan.read(text, format="xacro").expanded
    places = [one.where for one in made.diagnostics]  # which go by elements that a copy has not
    other = again(made)

    assert [one.where for one in other.diagnostics] == places
    places = [one.where(one.node(one.root.links[0])) for one in (made, other)]
    assert places[0] == places[1]
    assert places[0].line == 3


@WAYS
def test_values_of_documents_are_copied_with_what_is_unknown_in_them(again):
    document = bodyplan.read('<robot name="r" QQQ="1"><link name="a"><new x="2"/></link></robot>')

    assert again(document.root) == document.root
    assert isinstance(again(document.root), urdf.Robot)


@WAYS
def test_settings_are_values(again):
    settings = Settings(severity={"J": Severity.ERROR}, per_file_ignore={"*.urdf": ("X",)})
    for one in (settings, Settings()):
        assert again(one) == one
        assert hash(again(one)) == hash(one)


def test_files_are_checked_in_other_processes_by_the_same_settings():
    settings = Settings(ignore=("I",))
    with ProcessPoolExecutor(1) as pool:
        found = pool.submit(bodyplan.check, "sample:arm", settings=settings).result()
    assert found == bodyplan.check("sample:arm", settings=settings)
