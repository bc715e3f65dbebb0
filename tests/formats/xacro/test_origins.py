"""Every element of an expansion knows where it was written.

The oracle: each element of each source gets an attribute that says which one it is, and the
``xacro`` package alone expands that. What it makes must tell the same as our origins.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from bodyplan.resources import Resources
from bodyplan.spec.recorder import Places
from bodyplan.text import Layout, Source, parse
from bodyplan.xacro import Call, Expansion, Origin, expand
from bodyplan.xacro.places import SourcePlaces
from tests.formats.xacro.oracle import plain
from tests.formats.xacro.test_results import CHOICES, HERE, PACKAGES, PICKER, SAMPLES, ours

MARK = "mark_of_origin"


def marked(data: bytes, name: str) -> bytes:
    """The file with an attribute on each element that says which one it is."""
    text = Source(data, name).text
    layout = Layout(text, parse(data).root)
    pieces, end = [], 0
    for number, element in enumerate(layout.elements):
        if element.tag.startswith("xacro:") and element.tag != "xacro:element":
            continue
        if element.get("xacro:name", "").startswith("xacro:"):
            continue  # it will be a call, which takes no further attributes
        place = layout.span(element).start + 1 + len(element.tag)
        pieces += [text[end:place], f' {MARK}="{name} {number}"']
        end = place
    return "".join([*pieces, text[end:]]).encode()


def require_right(main: Path, found: Expansion, folder: Path, arguments: dict[str, str]) -> int:
    """Compares every origin with what the package makes of marked sources; counts them."""
    shutil.copytree(HERE, folder / "copy", ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    copy = folder / "copy"
    for number, file in enumerate(found.files):
        target = copy / file.path.relative_to(HERE)
        target.write_bytes(marked(file.data, str(number)))
    packages = {name: path.replace(str(HERE), str(copy)) for name, path in PACKAGES.items()}
    text = plain(copy / main.relative_to(HERE), arguments, packages)
    told = [node.get(MARK) for node in fromstring(text).iter()]
    assert len(told) == len(found.origins)
    for mark, origin in zip(told, found.origins, strict=True):
        assert mark is None or mark == f"{origin.file} {origin.element}"
    return sum(mark is not None for mark in told)


@pytest.mark.parametrize("path", SAMPLES, ids=[path.stem for path in SAMPLES])
def test_the_origins_of_a_sample_are_right(path, tmp_path):
    found = ours(path)
    assert require_right(path, found, tmp_path, {}) >= 0.9 * len(found.origins)


@pytest.mark.parametrize("arguments", CHOICES, ids=lambda choice: "-".join(choice) or "defaults")
def test_all_origins_of_the_robot_in_six_files_are_right(arguments, tmp_path):
    found = ours(PICKER, arguments)
    assert None not in found.origins
    assert require_right(PICKER, found, tmp_path, arguments) == len(found.origins) > 60


def expanded(body: str) -> Expansion:
    """The expansion of a robot with this content."""
    text = f'<robot xmlns:xacro="http://www.ros.org/wiki/xacro">{body}</robot>'
    found = expand(text.encode(), "robot.xacro")
    assert found.problems == ()
    return found


def calls(found: Expansion, tag: str) -> list[list[str]]:
    """The names of the macros around each element of a tag, outermost first."""
    nodes = fromstring(found.text).iter()
    return [
        [call.macro for call in origin.calls]
        for node, origin in zip(nodes, found.origins, strict=True)
        if node.tag == tag
    ]


def test_calls_are_named_from_the_outermost_to_the_innermost():
    found = expanded(
        '<xacro:macro name="a"><a/><xacro:b/></xacro:macro>'
        '<xacro:macro name="b"><b/></xacro:macro>'
        "<xacro:a/><xacro:b/>"
    )
    assert calls(found, "a") == [["a"]]
    assert calls(found, "b") == [["a", "b"], ["b"]]
    call = Call("b", 0, 3)
    assert found.origins[2] == Origin(0, 5, (Call("a", 0, 6), call))


def test_a_block_keeps_the_calls_of_the_place_where_it_was_written():
    found = expanded(
        '<xacro:macro name="inner" params="*block"><xacro:insert_block name="block"/></xacro:macro>'
        '<xacro:macro name="outer"><xacro:inner><written/></xacro:inner></xacro:macro>'
        "<xacro:outer/><xacro:inner><written/></xacro:inner>"
    )
    assert calls(found, "written") == [["outer"], []]


def test_a_macro_called_inside_a_block_is_no_call_of_the_macro_that_takes_the_block():
    found = expanded(
        '<xacro:macro name="takes" params="**block"><xacro:insert_block name="block"/></xacro:macro>'
        '<xacro:macro name="leaf"><leaf/></xacro:macro>'
        "<xacro:takes><pack><xacro:leaf/></pack></xacro:takes>"
    )
    assert calls(found, "leaf") == [["leaf"]]


def test_a_block_of_a_property_has_the_calls_of_the_place_where_it_is_inserted():
    found = expanded(
        '<xacro:property name="shared"><thing/></xacro:property>'
        '<xacro:macro name="m"><xacro:insert_block name="shared"/></xacro:macro>'
        '<xacro:m/><xacro:insert_block name="shared"/>'
    )
    assert calls(found, "thing") == [["m"], []]
    assert {origin.element for origin in found.origins[1:]} == {2}


def test_dynamic_calls_and_those_of_name_spaces_have_the_name_they_were_called_by(tmp_path):
    library = '<robot xmlns:xacro="x"><xacro:macro name="m"><made/></xacro:macro></robot>'
    (tmp_path / "library.xacro").write_text(library)
    path = tmp_path / "main.xacro"
    path.write_text(
        '<robot xmlns:xacro="x"><xacro:include filename="library.xacro" ns="n"/>'
        "<xacro:n.m/><xacro:call macro=\"${'n.' + 'm'}\"/></robot>"
    )
    found = expand(path.read_bytes(), str(path), path=path)
    assert [origin.calls for origin in found.origins[1:]] == [
        (Call("n.m", 0, 2),),
        (Call("n.m", 0, 3),),
    ]
    assert {origin[:2] for origin in found.origins[1:]} == {(1, 2)}
    assert found.files[1].included == Origin(0, 1)


def test_an_attribute_that_was_set_from_elsewhere_knows_the_tag_that_set_it():
    found = expanded(
        '<xacro:macro name="named"><a><xacro:attribute name="n" value="${1}_"/></a></xacro:macro>'
        '<link><xacro:named/><xacro:attribute name="plain" value="text"/></link>'
    )
    assert found.set_elsewhere == {
        (2, "n"): Origin(0, 3, (Call("named", 0, 5),)),
        (1, "plain"): Origin(0, 6),
    }


def test_a_file_that_is_included_twice_is_reported_once(tmp_path):
    (tmp_path / "piece.xacro").write_text("<robot><piece/></robot>")
    path = tmp_path / "main.xacro"
    include = '<xacro:include filename="piece.xacro"/>'
    path.write_text(f'<robot xmlns:xacro="x">{include * 3}</robot>')
    found = expand(path.read_bytes(), str(path), path=path)
    assert len(found.files) == 2
    assert found.origins[1:] == (Origin(1, 1),) * 3


def test_lines_and_columns_are_those_of_the_sources():
    places = SourcePlaces(ours(PICKER))
    first = {
        place.file.rpartition("/")[2]: place
        for place in map(places.where, places.expansion.origins)
    }
    camera = first["picker.urdf.xacro"]
    line = places.file(0).source.line(camera.line)
    assert line[camera.column - 2 :].startswith(
        f"<{camera.path.rpartition('/')[2].partition('[')[0]}"
    )


@pytest.mark.parametrize("path", SAMPLES, ids=[path.stem for path in SAMPLES])
def test_the_trees_that_were_expanded_have_the_places_of_their_files(path):
    found = ours(path)
    places = SourcePlaces(found)
    for number, file in enumerate(found.files):
        read = Places(Source(file.data, file.name), parse(file.data))
        ours_too = places.file(number)
        assert ours_too.tree.root is file.root
        pairs = zip(read.layout.elements, ours_too.layout.elements, strict=True)
        for node, element in pairs:
            assert dict(element.attrib) == node.attrib
            assert ours_too.where(element) == read.where(node)
            for name in node.attrib:
                where = read.where(node, "value", name)
                assert ours_too.where(element, "value", name) == where


def test_a_macro_knows_which_one_it_replaces(tmp_path):
    (tmp_path / "part.xacro").write_text('<robot xmlns:xacro="x"><xacro:macro name="m"/></robot>')
    path = tmp_path / "main.xacro"
    path.write_text(
        '<robot xmlns:xacro="x"><xacro:macro name="m"/><xacro:macro name="m"/>'
        '<xacro:include filename="part.xacro" ns="a"/><xacro:include filename="part.xacro"/>'
        '<xacro:macro name="n"><xacro:macro name="m"/></xacro:macro><xacro:n/></robot>'
    )
    found = expand(path.read_bytes(), str(path), path=path)
    replaced = {macro.origin[:2]: macro.replaces for macro in found.macros}
    assert replaced[0, 1] is replaced[1, 1] is replaced[0, 6] is None
    assert replaced[0, 2] == Origin(0, 1)


def test_uses_of_macros_properties_and_arguments_are_counted():
    found = expanded(
        '<xacro:arg name="read" default="1"/><xacro:arg name="idle" default="2"/>'
        '<xacro:property name="read" value="$(arg read)"/><xacro:property name="idle" value="1"/>'
        '<xacro:macro name="used"><a v="${read}"/></xacro:macro><xacro:macro name="idle"/>'
        "<xacro:used/><xacro:used/>"
    )
    assert {m.name: m.uses for m in found.macros} == {"used": 2, "idle": 0}
    assert {p.name: p.uses for p in found.properties} == {"read": 2, "idle": 0}
    assert {a.name: a.reads for a in found.arguments} == {"read": 1, "idle": 0}
    assert [a.default for a in found.arguments] == ["1", "2"]


def test_arguments_that_were_given_are_distinguished():
    text = b'<r xmlns:xacro="x"><xacro:arg name="a" default="1"/><b c="$(arg c)"/></r>'
    given = {"a": "2", "c": "3", "QQQ": "4"}
    found = expand(text, "robot.xacro", arguments=given)
    assert '<b c="3"/>' in found.text
    assert {a.name: (a.value, a.is_given, a.reads) for a in found.arguments} == {
        "a": ("2", True, 0),
        "c": ("3", True, 1),
        "QQQ": ("4", True, 0),
    }
    assert [a.name for a in found.undeclared] == ["QQQ"]


def test_what_the_description_asks_of_its_surroundings_is_reported(monkeypatch):
    monkeypatch.setenv("BODYPLAN_TEST", "there")
    allowed = Resources(environment={}, allowed_environment=["BODYPLAN_TEST", "BODYPLAN_QQQ"])
    text = b'<a v="$(env BODYPLAN_TEST) $(optenv BODYPLAN_QQQ no)"/>'
    found = expand(text, "robot.xacro", resources=allowed)
    assert '<a v="there no"/>' in found.text
    assert found.environment == dict.fromkeys(
        ("BODYPLAN_TEST", "BODYPLAN_QQQ"), (Origin(0, 0), "v")
    )
    named = ours(PICKER)
    assert [package.name for package in named.packages] == ["picker_description"]
    assert [path.name for path in named.read] == ["sizes.yaml"]
