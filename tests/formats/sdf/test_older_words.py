"""Words of old versions that later ones lost, and words of later ones in files of old versions."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan.formats import sdf
from bodyplan.formats.sdf.upgrade import upgrade
from tests.conversion.sdf_against import as_transform, near
from tests.oracles import libsdformat

STATE = """<sdf version="{version}"><world name="w"><state world_name="w"><model name="m">
<pose>0 0 0 0 0 0</pose><link name="l"><pose>0 0 0 0 0 0</pose>
<wrench><pos>0 0 1</pos><mag>1 0 0 0 0 2</mag></wrench><wrench><mag>0 3 0 0 0 0</mag></wrench>
</link></model></state></world></sdf>"""
SKY = """<sdf version="1.0"><world name="w"><scene>
<background rgba="0.1 0.2 0.3 1"><sky material="Gazebo/CloudySky"/></background>
</scene></world></sdf>"""
RELATIVE = """<sdf version="{version}"><model name="m"><link name="base"/>
<link name="arm"><pose {attributes}>0 0 1 0 0 0.5</pose></link>
<link name="other"><pose>3 0 0 0 0 0.5</pose></link></model></sdf>"""
SECOND = """<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/>
<joint name="j" type="revolute2"><parent>a</parent><child>b</child>
<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>
<axis2><xyz>1 0 0</xyz>{limit}</axis2></joint></model></sdf>"""


def link_state(text: str) -> sdf.LinkState:
    state: sdf.LinkState = (
        bodyplan.read(text).root.worlds[0].states[0].model_states[0].link_states[0]
    )
    return state


@pytest.mark.parametrize("version", ["1.0", "1.2"])
def test_the_forces_of_an_old_state_are_typed(version: str) -> None:
    link = link_state(STATE.format(version=version))
    assert [(one.pos, one.mag) for one in link.wrenches] == [
        ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0, 0.0, 2.0)),
        ((0.0, 0.0, 0.0), (0.0, 3.0, 0.0, 0.0, 0.0, 0.0)),
    ]
    assert link.wrench == (0.0,) * 6


def test_a_newer_state_has_one_force() -> None:
    link = link_state(
        '<sdf version="1.4"><world name="w"><state world_name="w"><model name="m"><link name="l">'
        "<wrench>1 2 3 4 5 6</wrench></link></model></state></world></sdf>"
    )
    assert (link.wrench, link.wrenches) == ((1.0, 2.0, 3.0, 4.0, 5.0, 6.0), ())


def test_forces_that_a_newer_version_cannot_hold_are_losses() -> None:
    made = upgrade(bodyplan.read(STATE.format(version="1.2")), "1.9")
    assert [loss.what for loss in made.losses] == ["<pos>", "<wrench>"]
    link = made.document.root.worlds[0].states[0].model_states[0].link_states[0]
    assert link.wrench == (1.0, 0.0, 0.0, 0.0, 0.0, 2.0)


def test_a_force_at_a_point_without_a_size_is_nothing() -> None:
    text = STATE.format(version="1.2").replace("<mag>1 0 0 0 0 2</mag>", "")
    made = upgrade(bodyplan.read(text), "1.4")
    link = made.document.root.worlds[0].states[0].model_states[0].link_states[0]
    assert link.wrench == (0.0,) * 6
    assert "<pos>" not in made.document.source.text


def test_the_first_sky_is_typed_and_is_a_loss_later() -> None:
    document = bodyplan.read(SKY)
    behind = document.root.worlds[0].scene.background_and_sky
    assert behind == sdf.Background(
        color=(0.1, 0.2, 0.3, 1.0), sky=sdf.SkyScript(material="Gazebo/CloudySky")
    )
    made = upgrade(document, "1.9")
    assert [loss.what for loss in made.losses] == ["<sky>"]
    assert made.document.root.worlds[0].scene.background == (0.1, 0.2, 0.3, 1.0)


# Names of later versions


def codes(text: str) -> list[str]:
    return [one.code for one in bodyplan.check(text).files[0].diagnostics]


PLACES = {
    "the newer name": 'relative_to="other"',
    "the older name": 'frame="other"',
    "both": 'relative_to="base" frame="other"',
}


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
@pytest.mark.parametrize("version", ["1.4", "1.5", "1.6"])
@pytest.mark.parametrize("attributes", PLACES.values(), ids=PLACES)
def test_a_pose_is_relative_to_the_same_frame_as_in_libsdformat(
    version: str, attributes: str
) -> None:
    if version == "1.4" and "frame" in attributes:
        pytest.skip("1.4 has no such attribute")
    text = RELATIVE.format(version=version, attributes=attributes)
    told = libsdformat.shared().load(text)
    assert told.accepted
    ours = bodyplan.frames(text).main.link_poses()["arm"]
    assert near(ours, as_transform(told.links["m::arm"]["pose"]))


@pytest.mark.parametrize("version", ["1.4", "1.5", "1.6"])
def test_a_name_of_a_later_version_is_reported(version: str) -> None:
    text = RELATIVE.format(version=version, attributes='relative_to="other"')
    found = [one for one in bodyplan.check(text).files[0].diagnostics if "relative_to" in str(one)]
    assert [(one.code, one.severity.value) for one in found] == [("D202", "info")]
    assert "requires version 1.7" in found[0].message


def test_an_unknown_frame_under_a_later_name_is_an_error_as_in_libsdformat() -> None:
    text = RELATIVE.format(version="1.6", attributes='relative_to="QQQ"')
    assert "D126" in codes(text)


def test_a_name_of_a_later_version_is_not_an_unknown_attribute() -> None:
    document = bodyplan.read(
        RELATIVE.format(version="1.6", attributes='relative_to="other" my="x"')
    )
    pose = document.root.models[0].links[1].pose
    assert pose.relative_to == "other"
    assert pose.extra.attributes == (("my", "x"),)


# What the format asks for in one place only


@pytest.mark.parametrize("limit", ["", "<limit><effort>1</effort></limit>"])
def test_a_second_axis_needs_no_limit(limit: str) -> None:
    assert "D203" not in codes(SECOND.format(limit=limit))


def test_a_first_axis_without_limits_is_reported() -> None:
    assert "D203" in codes(SECOND.format(limit="").replace("<lower>-1</lower>", ""))
