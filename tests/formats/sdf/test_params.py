"""Parameters of includes change what is included as libsdformat has it, for that include only."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import bodyplan
from bodyplan.conversion.sdf.frames import sdf_frames
from bodyplan.conversion.sdf.includes import SdfIncludes
from bodyplan.formats import sdf
from bodyplan.formats.read import read_bytes
from tests.conversion.sdf_against import as_transform, far
from tests.growth import HANG_GUARD
from tests.oracles import libsdformat

FOLDER = Path(__file__).with_name("params")
KINDS = ("revolute", "fixed", "ball")
ERRORS = {2: "DUPLICATE_NAME", 4: "ATTRIBUTE_MISSING", 5: "ATTRIBUTE_INVALID"} | {
    8: "ELEMENT_MISSING",
    9: "ELEMENT_INVALID",
}
"""The errors that parameters have, by their number."""

with_oracle = pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)


def _cases() -> list[tuple[str, str]]:
    found, file = [], ""
    for line in (FOLDER / "cases.txt").read_text().splitlines():
        if line.startswith("["):
            file = line.strip("[]")
        elif line and not line.startswith("#"):
            found.append((file, line))
    return found


CRASHES = '<link element_id="base" action="remove"><QQQ/></link>'
"""Here the reference dies of a null pointer; we say what is missing."""

OTHERWISE = {
    '<frame element_id="_merged__arm__model__" action="modify"><pose>1 0 0 0 0 0</pose></frame>': (
        "the frame that merging makes in the reference is no element of a file"
    ),
    '<link element_id="base" action="replace" name="base"><pose>1 0 0 0 0 0</pose></link>': (
        "in a merged model: the new link stays where the model is placed, and not outside of it"
    ),
    '<joint element_id="jj" action="remove"><parent/></joint>': (
        "the parent that is missing has no name; the reference calls it __default__"
    ),
    '<link element_id="base" action="modify" name="base_tip"/>': (
        "two links of a name: which one is the second is another question"
    ),
}
"""Where other values come out, and why."""


def _document(file: str, params: str, *, times: int = 1) -> str:
    include = f"<include><uri>{file}</uri><experimental:params>{params}</experimental:params>"
    named = "".join(
        f"{include}{f'<name>m{number}</name>' if times > 1 else ''}</include>"
        for number in range(times)
    )
    return f'<sdf version="1.9"><model name="top">{named}</model></sdf>'


def _read(text: str, folder: Path = FOLDER):
    document = read_bytes(text.encode(), "top.sdf", path=folder / "top.sdf")
    return document, SdfIncludes(document)


def _found(file: str, params: str, folder: Path = FOLDER):
    document, includes = _read(_document(file, params), folder)
    return includes.find(includes.of(document)[0])


def _parts(document, includes) -> dict[str, object]:
    """What is in every link and joint, by scoped name."""
    found: dict[str, object] = {}
    for scope in sdf_frames(document, included=includes).all_scopes():
        if scope.is_merged:
            continue
        for number, link in scope.links():
            name = f"{scope.path}::{scope.tree.graph.names[number]}"
            found[name] = (
                link.inertial.mass if link.inertial is not None else 1.0,
                [(visual.name, _shape(visual.geometry)) for visual in link.visuals],
                [(one.name, _shape(one.geometry)) for one in link.collisions],
                [(sensor.name, sensor.type) for sensor in link.sensors],
            )
        for number, joint in scope.joints():
            name = f"{scope.path}::{scope.tree.graph.names[number]}"
            kind = joint.type if joint.type in KINDS else "invalid"
            found[name] = kind, joint.parent, joint.child
    return found


def _moved(document, includes, answer) -> list[str]:
    """The links and models that are elsewhere than in the reference."""
    found = []
    for scope in sdf_frames(document, included=includes).all_scopes():
        if scope.is_merged:
            continue
        for number, _ in scope.links():
            name = scope.tree.graph.names[number]
            told = answer.links[f"{scope.path}::{name}"]["pose"]
            if far(scope.resolve(name), as_transform(told)):
                found.append(f"{scope.path}::{name}")
        around = scope.parent
        while around is not None and around.is_merged:
            around = around.parent
        if around is not None:
            told = answer.models[scope.path]["pose"]
            if far(around.resolve(scope.name), as_transform(told)):
                found.append(scope.path)
    return found


def _shape(geometry) -> tuple[str, object]:
    if geometry.box is not None:
        return "box", list(geometry.box.size)
    if geometry.sphere is not None:
        return "sphere", geometry.sphere.radius
    return "empty", None


def _parts_of_reference(answer) -> dict[str, object]:
    def shape(one) -> tuple[str, object]:
        told = one["geometry"]
        return told["type"], told.get("size", told.get("radius"))

    found: dict[str, object] = {}
    for name, link in answer.links.items():
        found[name] = (
            link["mass"],
            [(one["name"], shape(one)) for one in link["visuals"]],
            [(one["name"], shape(one)) for one in link["collisions"]],
            [(one["name"], one["type"]) for one in link["sensors"]],
        )
    for name, joint in answer.joints.items():
        found[name] = joint["type"], joint["parent"], joint["child"]
    return found


# Against the reference


@with_oracle
@pytest.mark.parametrize(("file", "params"), _cases())
def test_an_include_with_parameters_is_the_same_as_in_libsdformat(file, params):
    text = _document(file, params)
    answer = libsdformat.shared().load(text, folder=FOLDER, want="values")
    document, includes = _read(text)
    faults = includes.find(includes.of(document)[0]).faults
    told = {ERRORS[fault.number] for fault in faults if fault.number}
    if params == CRASHES:
        assert "null" in answer.crash
        assert told == {"ELEMENT_MISSING"}
        return
    if params in OTHERWISE:
        same_parts = _parts(document, includes) == _parts_of_reference(answer)
        assert not same_parts or _moved(document, includes, answer), "it agrees by now"
        return
    assert told <= set(answer.names()), answer.names()
    assert not (answer.accepted and told)
    assert _parts(document, includes) == _parts_of_reference(answer)
    assert not _moved(document, includes, answer)


# Only what an include says, and only there


def _text(found) -> str:
    assert found.document is not None
    return found.document.source.text


def test_other_includes_of_the_same_file_stay_as_they_are():
    params = '<link element_id="base"><pose action="modify">7 0 0 0 0 0</pose></link>'
    text = _document("arm.sdf", params)
    plain = "<include><uri>arm.sdf</uri><name>plain</name></include>"
    document, includes = _read(text.replace("</model>", f"{plain}</model>"))
    changed, same = (includes.find(include) for include in includes.of(document))
    frames = sdf_frames(document, included=includes)
    assert frames.scope("top::m").resolve("base").p[0] == 7
    assert frames.scope("top::plain").resolve("base").p[0] == 0
    assert changed.document is not same.document
    assert same.document is includes.documents[str(same.path)]
    assert changed.document.name == same.document.name


def test_comments_and_the_layout_of_everything_else_stay(tmp_path):
    (tmp_path / "lever.sdf").write_text(
        '<sdf version="1.9">\n<!-- ours -->\n<model  name="lever">\n'
        '  <link name="rod"><!-- long --><pose>0 0 1  0 0 0</pose></link>\n'
        '  <link name="grip"  ></link>\n</model></sdf>\n'
    )
    params = '<link element_id="rod"><pose action="modify">0 0 2 0 0 0</pose></link>'
    assert _text(_found("lever.sdf", params, tmp_path)) == (
        '<sdf version="1.9">\n<!-- ours -->\n<model  name="lever">\n'
        '  <link name="rod"><!-- long --><pose>0 0 2 0 0 0</pose></link>\n'
        '  <link name="grip"  ></link>\n</model></sdf>\n'
    )
    assert "0 0 1  0 0 0" in (tmp_path / "lever.sdf").read_text()


def test_includes_with_the_same_parameters_share_a_document_but_not_locations():
    text = _document("arm.sdf", '<link element_id="QQQ" action="remove"/>', times=2)
    document, includes = _read(text)
    one, other = (includes.find(include) for include in includes.of(document))
    assert one.document is other.document
    places = [found.faults[0].element for found in (one, other)]
    first, second = (document.place(place) for place in places)
    assert first.column < second.column


def test_the_content_of_a_plugin_is_changed_too():
    found = _found("arm.sdf", '<plugin element_id="pp"><k action="modify">2</k></plugin>')
    assert "<k>2</k>" in _text(found)


def test_the_overrides_of_an_include_apply_to_its_model():
    params = '<model element_id="arm" action="modify" name="leg"/>'
    found = _found("pair.sdf", params)
    assert found.document is not None
    assert "<name>arm</name>" not in _text(found)
    include = found.document.root.models[0].includes[0]
    assert (include.name, include.pose) == ("", None)


def test_a_file_of_an_old_version_is_changed_as_one_of_today():
    params = '<joint element_id="turn"><axis action="replace"><xyz>0 1 0</xyz></axis></joint>'
    found = _found("old.sdf", params)
    assert found.document is not None
    assert found.document.version == (1, 9)


def test_a_file_with_errors_is_not_changed(tmp_path):
    (tmp_path / "bad.sdf").write_text(
        '<sdf version="1.9"><model name="m"><link name="rod"><pose>QQQ</pose></link></model></sdf>'
    )
    found = _found("bad.sdf", '<link element_id="rod" action="remove"/>', tmp_path)
    assert "rod" in _text(found)
    assert not found.faults


# What is told


@pytest.mark.parametrize(
    ("params", "code", "words", "hint"),
    [
        (
            '<link name="x"/>',
            "D104",
            "<link> in the parameters is ignored: missing element_id",
            None,
        ),
        (
            '<link element_id="bsae" action="remove"/>',
            "D108",
            "<link> 'bsae' does not exist in the included file",
            "did you mean 'base'?",
        ),
        (
            '<link element_id="base" action="remoev"/>',
            "D105",
            "unknown action 'remoev'",
            "'remove'",
        ),
        (
            '<link element_id="m::base" action="remove"/>',
            "D108",
            "<link> 'm::base' does not exist",
            "remove the name of the model itself",
        ),
        (
            '<collision element_id="base::v" action="remove"/>',
            "D108",
            "<collision> 'base::v' does not exist",
            "libsdformat only finds the first, 'base::v', a <visual>",
        ),
        (
            '<link element_id="base"><inertia action="modify"/></link>',
            "D108",
            "<inertia> does not exist in <link> 'base' of the included file",
            "did you mean 'inertial'?",
        ),
        (
            '<visual element_id="base" action="add" name="v"/>',
            "D102",
            "<visual> 'v' already exists in the included file",
            "modify or replace it",
        ),
        (
            '<link element_id="base"><pose action="modify">1 2 3</pose></link>',
            "D109",
            "<pose> cannot be '1 2 3'; it is not changed",
            None,
        ),
        (
            '<box element_id="base" action="add" name="v"/>',
            "D109",
            "<box> cannot be added or replaced",
            None,
        ),
        (
            '<link element_id="base" action="modify"><visual name="v"/></link>',
            "D312",
            "has no effect",
            None,
        ),
    ],
)
def test_an_action_that_cannot_be_applied_is_reported_at_its_location(
    params, code, words, hint, tmp_path
):
    (tmp_path / "arm.sdf").write_text((FOLDER / "arm.sdf").read_text())
    path = tmp_path / "top.sdf"
    path.write_text(_document("arm.sdf", f"\n{params}\n"))
    found = [one for one in bodyplan.check(path).diagnostics if one.where.line == 2]
    assert [one.code for one in found] == [code]
    assert words in found[0].message
    assert hint is None or hint in (found[0].hint or "")


def test_a_name_of_one_letter_is_the_reason_in_the_hint():
    found = _found("letters.sdf", '<link element_id="a" action="remove"/>')
    assert "single letter" in (found.faults[0].hint or "")


def test_an_error_that_parameters_cause_is_reported_at_the_include(tmp_path):
    (tmp_path / "arm.sdf").write_text((FOLDER / "arm.sdf").read_text())
    path = tmp_path / "top.sdf"
    path.write_text(_document("arm.sdf", '<link element_id="aa" action="remove"/>'))
    messages = [one.message for one in bodyplan.check(path).diagnostics]
    assert any("'aa'" in message and "joint 'jj'" in message for message in messages), messages


# Hostile


def test_the_time_for_ten_thousand_parameters_is_linear(tmp_path):
    links = "".join(f'<link name="link_{number}"/>' for number in range(10_000))
    (tmp_path / "many.sdf").write_text(f'<sdf version="1.9"><model name="m">{links}</model></sdf>')
    kinds = (
        '<link element_id="link_{0}"><pose action="add">{0} 0 0 0 0 0</pose></link>',
        '<link element_id="link_{0}" action="remove"/>',
        '<link element_id="link_{0}" action="modify" name="other_{0}"/>',
        '<link element_id="" action="add" name="new_{0}"/>',
        '<link element_id="QQQ_{0}" action="remove"/>',
        '<link element_id="link_{0}" action="replace" name="instead_{0}"/>',
    )
    params = "".join(kinds[number % 6].format(number) for number in range(10_000))
    start = time.process_time()
    found = _found("many.sdf", params, tmp_path)
    assert time.process_time() - start < HANG_GUARD
    assert len(found.faults) == 10_000 // 6
    assert found.entity is not None
    names = {link.name for link in found.entity.links}
    assert {"link_0", "other_2", "new_3", "instead_5"} <= names
    assert not {"link_1", "link_2", "link_5"} & names


def test_names_as_deep_as_models_may_be_are_found(tmp_path):
    depth = 60
    inner = '<link name="end"/>'
    for number in reversed(range(depth)):
        inner = f'<model name="level_{number}">{inner}<link name="own"/></model>'
    (tmp_path / "deep.sdf").write_text(
        f'<sdf version="1.9"><model name="m"><link name="own"/>{inner}</model></sdf>'
    )
    name = "::".join(f"level_{number}" for number in range(depth))
    params = f'<link element_id="{name}::end"><pose action="add">1 0 0 0 0 0</pose></link>'
    found = _found("deep.sdf", params + f'<link element_id="{"QQQ::" * 10_000}x"/>', tmp_path)
    assert [fault.number for fault in found.faults] == [8]
    assert "<pose>1 0 0 0 0 0</pose>" in _text(found)


def test_names_in_names_are_followed_to_the_end(tmp_path):
    links = "".join(f'<link name="{"a" * number}"/>' for number in range(1, 1_000))
    (tmp_path / "a.sdf").write_text(f'<sdf version="1.9"><model name="m">{links}</model></sdf>')
    params = "".join(
        f'<link element_id="{"a" * (number % 1_500)}b" action="remove"/>' for number in range(2_000)
    )
    start = time.process_time()
    found = _found("a.sdf", params, tmp_path)
    assert time.process_time() - start < HANG_GUARD
    assert len(found.faults) == 2_000


def test_a_file_that_includes_itself_with_parameters_ends(tmp_path):
    params = '<link element_id="rod"><pose action="add">1 0 0 0 0 0</pose></link>'
    include = f"<include><uri>self.sdf</uri><experimental:params>{params}</experimental:params>"
    path = tmp_path / "self.sdf"
    for merge in ("", ' merge="true"'):
        told = include.replace("<include>", f"<include{merge}>")
        path.write_text(
            f'<sdf version="1.9"><model name="m"><link name="rod"/>{told}</include></model></sdf>'
        )
        assert "D311" in {one.code for one in bodyplan.check(path).diagnostics}


def test_a_long_row_of_files_with_parameters_ends(tmp_path):
    for number in range(300):
        params = f'<link element_id="{"next::" * 3}rod"><pose action="add">{number} 0 0 0 0 0</pose></link>'
        (tmp_path / f"f{number}.sdf").write_text(
            f'<sdf version="1.9"><model name="m"><link name="rod"/><include>'
            f"<uri>f{number + 1}.sdf</uri><name>next</name>"
            f"<experimental:params>{params}</experimental:params></include></model></sdf>"
        )
    (tmp_path / "f300.sdf").write_text(
        '<sdf version="1.9"><model name="m"><link name="rod"/></model></sdf>'
    )
    start = time.process_time()
    document = bodyplan.read(tmp_path / "f0.sdf")
    frames = sdf_frames(document, included=SdfIncludes(document))
    assert time.process_time() - start < HANG_GUARD
    deep = "next::" * 5
    assert frames.main.resolve(f"{deep}rod").p[0] == 1


def test_parameters_that_are_none_change_nothing(tmp_path):
    for text in ("", "text", "<!-- none -->", "<QQQ/>", "<a:b element_id='base'/>"):
        found = _found("arm.sdf", text)
        assert _text(found) == (FOLDER / "arm.sdf").read_text()


def test_a_light_is_changed_like_a_model(tmp_path):
    (tmp_path / "lamp.sdf").write_text(
        '<sdf version="1.9"><light name="lamp" type="point"><pose>0 0 1 0 0 0</pose></light></sdf>'
    )
    found = _found(
        "lamp.sdf", '<plugin element_id="" action="add" name="p" filename="f"/>', tmp_path
    )
    assert isinstance(found.entity, sdf.Light)
    assert "<plugin" in _text(found)


TOLD = {
    '<link element_id="" action="add" name="new"/>': set(),
    '<link element_id="base"><pose action="modify">1 1 1 0 0 0</pose></link>': set(),
    '<link element_id="" action="add" name="base"/>': {"DUPLICATE_NAME"},
    '<visual element_id="base" action="add" name="shell"/>': {"DUPLICATE_NAME"},
    '<link element_id="base"><pose action="modify">QQQ</pose></link>': {"ELEMENT_INVALID"},
    '<QQQ element_id="base" action="add" name="z"/>': {"ELEMENT_INVALID"},
    '<link element_id="base" action="QQQ"/>': {"ATTRIBUTE_INVALID"},
    '<link name="x"/>': {"ATTRIBUTE_MISSING"},
}
"""What the profile tells of parameters for ``arm.sdf``."""


@with_oracle
@pytest.mark.parametrize("params", TOLD)
def test_the_profile_reports_the_errors_of_parameters_as_libsdformat_does(tmp_path, params):
    top = tmp_path / "top.sdf"
    top.write_text(_document(str(FOLDER / "arm.sdf"), params))
    assert set(libsdformat.shared().load(top).names()) == TOLD[params]
    (tmp_path / "arm.sdf").write_bytes((FOLDER / "arm.sdf").read_bytes())
    top.write_text(_document("arm.sdf", params))
    found = bodyplan.check(top, profile="libsdformat").diagnostics
    errors = [one for one in found if one.severity.value == "error"]
    assert {one.kind.reference[1] for one in errors} == TOLD[params]
