"""Each rule of an upgrade alone: what it makes of a few elements, and what it tells as lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal
from xml.etree import ElementTree as ET

import pytest

from bodyplan import read
from bodyplan.formats.document import Document
from bodyplan.formats.sdf.upgrade import upgrade
from tests.oracles import libsdformat

Case = tuple[str, str, str, str]
CASES: dict[str, Case] = {
    "an old default of a limit is written out": (
        "1.9",
        "1.10",
        (
            '<model name="m"><joint name="j" type="revolute"><axis><xyz>1 0 0</xyz>'
            "<limit><lower>0</lower></limit></axis></joint></model>"
        ),
        (
            '<model name="m"><joint name="j" type="revolute"><axis><xyz>1 0 0</xyz>'
            "<limit><lower>0</lower><upper>1e16</upper><effort>-1</effort><velocity>-1</velocity>"
            "</limit></axis></joint></model>"
        ),
    ),
    "the pitch of a screw is told in metres a turn": (
        "1.9",
        "1.11",
        '<model name="m"><joint name="j" type="screw"><thread_pitch>-2</thread_pitch></joint></model>',
        (
            '<model name="m"><joint name="j" type="screw"><screw_thread_pitch>3.141592653589793'
            "</screw_thread_pitch></joint></model>"
        ),
    ),
    "a screw without a pitch moves 1 metre per revolution in every version": (
        "1.9",
        "1.10",
        '<model name="m"><joint name="j" type="screw"><child>a</child></joint></model>',
        '<model name="m"><joint name="j" type="screw"><child>a</child></joint></model>',
    ),
    "a frame named like a model of its world gets another name": (
        "1.6",
        "1.7",
        '<world name="w"><model name="a"/><frame name="a"/></world>',
        '<world name="w"><model name="a"/><frame name="a_frame"/></world>',
    ),
    "a frame named like an included model gets another name": (
        "1.6",
        "1.7",
        '<model name="w"><include><name>a</name></include><frame name="a"/></model>',
        '<model name="w"><include><name>a</name></include><frame name="a_frame"/></model>',
    ),
    "the axes of a nested model are in their joint frames": (
        "1.4",
        "1.7",
        (
            '<model name="m"><joint name="j"><axis><xyz>1 0 0</xyz></axis></joint>'
            '<model name="n"><joint name="j"><axis><xyz>1 0 0</xyz></axis></joint></model></model>'
        ),
        (
            '<model name="m"><joint name="j"><axis><xyz expressed_in="__model__">1 0 0</xyz></axis>'
            '</joint><model name="n"><joint name="j"><axis><xyz>1 0 0</xyz></axis></joint></model>'
            "</model>"
        ),
    ),
    "an axis before 1.7 keeps the frame that it names": (
        "1.5",
        "1.7",
        (
            '<model name="m"><joint name="j"><axis><xyz expressed_in="l">1 0 0</xyz>'
            "<use_parent_model_frame>false</use_parent_model_frame></axis></joint></model>"
        ),
        (
            '<model name="m"><joint name="j"><axis><xyz expressed_in="l">1 0 0</xyz></axis></joint>'
            "</model>"
        ),
    ),
    "the step size of the engine in use counts": (
        "1.3",
        "1.4",
        (
            '<world name="w"><physics type="bullet"><bullet><dt>0.003</dt></bullet>'
            "<ode><solver><dt>0.001</dt></solver></ode></physics></world>"
        ),
        (
            '<world name="w"><physics type="bullet"><bullet></bullet>'
            "<ode><solver></solver></ode><max_step_size>0.003</max_step_size></physics></world>"
        ),
    ),
    "an axis of 1.4 is in the frame of the model": (
        "1.4",
        "1.5",
        '<model name="m"><joint name="j" type="revolute"><axis><xyz>1 0 0</xyz></axis></joint></model>',
        (
            '<model name="m"><joint name="j" type="revolute"><axis><xyz>1 0 0</xyz>'
            "<use_parent_model_frame>true</use_parent_model_frame></axis></joint></model>"
        ),
    ),
    "an axis without a direction gets the usual one with its frame": (
        "1.6",
        "1.7",
        (
            '<model name="m"><joint name="j" type="revolute"><axis>'
            "<use_parent_model_frame>TRUE</use_parent_model_frame></axis></joint></model>"
        ),
        (
            '<model name="m"><joint name="j" type="revolute"><axis>'
            '<xyz expressed_in="__model__">0 0 1</xyz></axis></joint></model>'
        ),
    ),
    "an attribute in an empty element becomes a child on the same line": (
        "1.0",
        "1.4",
        (
            '<model name="m"><link name="l"><visual name="v"><geometry><box size="1 2 3" />'
            "</geometry></visual></link></model>"
        ),
        (
            '<model name="m"><link name="l"><visual name="v"><geometry><box><size>1 2 3</size></box>'
            "</geometry></visual></link></model>"
        ),
    ),
    "quotes and signs in a value survive": (
        "1.0",
        "1.4",
        '<model name="m"><joint name="j" type="ball"><parent link=\'a&amp;"b&lt;\'/></joint></model>',
        '<model name="m"><joint name="j" type="ball"><parent>a&amp;"b&lt;</parent></joint></model>',
    ),
    "nothing in a plugin or of another name space is touched": (
        "1.0",
        "1.9",
        (
            '<model name="m"><plugin name="p" filename="f"><link gravity="1"/></plugin>'
            '<x:link gravity="1"><link kinematic="1"/></x:link></model>'
        ),
        (
            '<model name="m"><plugin name="p" filename="f"><link gravity="1"/></plugin>'
            '<x:link gravity="1"><link kinematic="1"/></x:link></model>'
        ),
    ),
    "the states of old are called like what they tell of": (
        "1.12",
        "1.11",
        (
            '<world name="w"><state world_name="w"><model_state name="m"><joint_state name="j">'
            "<axis2_state><position>1</position></axis2_state></joint_state></model_state></state></world>"
        ),
        (
            '<world name="w"><state world_name="w"><model name="m"><joint name="j">'
            '<angle axis="1">1</angle></joint></model></state></world>'
        ),
    ),
    "models that a state puts in are models": (
        "1.11",
        "1.12",
        (
            '<world name="w"><state world_name="w"><insertions><model name="m"><link name="l"/></model>'
            "</insertions></state></world>"
        ),
        (
            '<world name="w"><state world_name="w"><insertions><model name="m"><link name="l"/></model>'
            "</insertions></state></world>"
        ),
    ),
    "a fixed joint of old has no room to move": (
        "1.5",
        "1.4",
        '<model name="m"><joint name="j" type="fixed"><child>a</child></joint></model>',
        (
            '<model name="m"><joint name="j" type="revolute"><child>a</child><axis><xyz>0 0 1</xyz>'
            "<limit><lower>0</lower><upper>0</upper></limit></axis></joint></model>"
        ),
    ),
    "a continuous joint of old has no bounds": (
        "1.6",
        "1.5",
        (
            '<model name="m"><joint name="j" type="continuous"><axis><limit><lower>0</lower></limit>'
            "</axis></joint></model>"
        ),
        (
            '<model name="m"><joint name="j" type="revolute"><axis><limit></limit>'
            "</axis></joint></model>"
        ),
    ),
    "gravity goes to the physics that counts": (
        "1.6",
        "1.5",
        (
            '<world name="w"><gravity>0 0 -1</gravity><physics name="a" type="ode"/>'
            '<physics name="b" default="true" type="ode"/></world>'
        ),
        (
            '<world name="w"><physics name="b" default="true" type="ode"><gravity>0 0 -1</gravity>'
            "</physics></world>"
        ),
    ),
    "gravity without physics makes one": (
        "1.6",
        "1.5",
        '<world name="w"><gravity>0 0 -1</gravity></world>',
        '<world name="w"><physics type="ode"><gravity>0 0 -1</gravity></physics></world>',
    ),
    "the same noise on all axes is one noise": (
        "1.6",
        "1.4",
        (
            '<model name="m"><link name="l"><sensor name="s" type="imu"><imu><angular_velocity>'
            '<x><noise type="gaussian"><mean>1</mean></noise></x><y><noise type="gaussian"><mean>1</mean>'
            '</noise></y><z><noise type="gaussian"><mean>1</mean></noise></z></angular_velocity></imu>'
            "</sensor></link></model>"
        ),
        (
            '<model name="m"><link name="l"><sensor name="s" type="imu"><imu><noise>'
            "<type>gaussian</type><rate><mean>1</mean></rate><accel/></noise></imu>"
            "</sensor></link></model>"
        ),
    ),
    "a plugin without a name gets one where it must have one": (
        "1.10",
        "1.9",
        '<world name="w"><plugin filename="f.so"/></world>',
        '<world name="w"><plugin filename="f.so" name="f.so"/></world>',
    ),
    "a lidar is a ray, and a navsat a gps": (
        "1.7",
        "1.5",
        (
            '<model name="m"><link name="l"><sensor name="s" type="gpu_lidar"><lidar/></sensor>'
            '<sensor name="t" type="navsat"><navsat/></sensor></link></model>'
        ),
        (
            '<model name="m"><link name="l"><sensor name="s" type="gpu_ray"><ray/></sensor>'
            '<sensor name="t" type="gps"><gps/></sensor></link></model>'
        ),
    ),
    "a joint called like a link gets another name": (
        "1.6",
        "1.7",
        (
            '<model name="m"><link name="a"/><link name="a_joint"/><link name="b"/>'
            '<joint name="a" type="fixed"><parent>a</parent><child>b</child></joint></model>'
        ),
        (
            '<model name="m"><link name="a"/><link name="a_joint"/><link name="b"/>'
            '<joint name="a_joint0" type="fixed"><parent>a</parent><child>b</child></joint></model>'
        ),
    ),
    "limits without bounds are written in the usual order downwards too": (
        "1.10",
        "1.9",
        '<model name="m"><joint name="j" type="revolute"><axis/></joint></model>',
        (
            '<model name="m"><joint name="j" type="revolute"><axis><limit><lower>-inf</lower>'
            "<upper>inf</upper><effort>inf</effort><velocity>inf</velocity></limit></axis>"
            "</joint></model>"
        ),
    ),
    "friction had no bound, and light was dimmer": (
        "1.3",
        "1.4",
        (
            '<world name="w"><scene/><model name="m"><link name="l"><collision name="c"><surface>'
            "<friction><ode><mu>0.5</mu></ode></friction></surface></collision></link></model></world>"
        ),
        (
            '<world name="w"><scene><ambient>0.2 0.2 0.2 1</ambient></scene><model name="m">'
            '<link name="l"><collision name="c"><surface><friction><ode><mu>0.5</mu>'
            "<mu2>1e16</mu2></ode></friction></surface></collision></link></model></world>"
        ),
    ),
    "moments and rays that 1.0 left out were 0 and 1": (
        "1.0",
        "1.4",
        (
            '<model name="m"><link name="l"><inertial mass="2"><inertia ixx="1"/></inertial>'
            '<sensor name="s" type="ray"><ray><scan><horizontal resolution="1"/></scan></ray>'
            "</sensor></link></model>"
        ),
        (
            '<model name="m"><link name="l"><inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>0</iyy>'
            '<izz>0</izz></inertia></inertial><sensor name="s" type="ray"><ray><scan><horizontal>'
            "<resolution>1</resolution><samples>1</samples></horizontal></scan></ray></sensor>"
            "</link></model>"
        ),
    ),
    "a height map keeps its sampling": (
        "1.6",
        "1.8",
        (
            '<model name="m"><link name="l"><visual name="v"><geometry><heightmap/></geometry>'
            "</visual></link></model>"
        ),
        (
            '<model name="m"><link name="l"><visual name="v"><geometry><heightmap>'
            "<sampling>2</sampling></heightmap></geometry></visual></link></model>"
        ),
    ),
    "a name without a model it could be in loses its colons": (
        "1.7",
        "1.8",
        (
            '<world name="w"><model name="m"><link name="base"/><link name="a::l"/>'
            '<joint name="a::j" type="fixed"><parent>base</parent><child>a::l</child></joint>'
            "</model></world>"
        ),
        (
            '<world name="w"><model name="m"><link name="base"/>'
            '<joint name="a__j" type="fixed"><parent>base</parent><child>a::l</child></joint>'
            '<model name="a"><link name="l"/></model></model></world>'
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_rule(name: str) -> None:
    source, to, before, after = CASES[name]
    done = upgrade(_document(source, before), to)
    found = done.document.source.text
    expected = f'<sdf version="{to}">{after}</sdf>'
    assert ET.canonicalize(_declared(found), strip_text=True) == ET.canonicalize(
        _declared(expected), strip_text=True
    )


def _declared(text: str) -> str:
    return text.replace("<x:link", '<x:link xmlns:x="x"') if "x:link" in text else text


def _document(version: str, content: str) -> Document:
    return read(f'<sdf version="{version}">{content}</sdf>'.encode())


LOSSES = {
    "a mimic": ("1.11", "1.10", "<mimic>", True, '<axis><mimic joint="k"/></axis>'),
    "an initial position": ("1.8", "1.9", "<initial_position>", False, "<axis><initial_position>1</initial_position></axis>"),
    "a pose in another frame": ("1.7", "1.6", "<pose> relative to 'f'", True, '<pose relative_to="f">1 0 0 0 0 0</pose>'),
    "an axis in another frame": ("1.7", "1.6", "frame of <axis>", True, '<axis><xyz expressed_in="f">1 0 0</xyz></axis>'),
    "a frame that begins to count": ("1.6", "1.7", "<pose>", True, '<pose frame="f">1 0 0 0 0 0</pose>'),
    "a pitch without an inverse": ("1.9", "1.10", "<thread_pitch>", True, "<thread_pitch>0</thread_pitch>"),
}  # fmt: skip


@pytest.mark.parametrize("name", LOSSES)
def test_what_a_version_cannot_represent_is_reported(name: str) -> None:
    source, to, what, changes_meaning, inside = LOSSES[name]
    content = f'\n<model name="m">\n<joint name="j" type="revolute">\n{inside}</joint></model>'
    done = upgrade(_document(source, content), to)
    assert [(loss.what, loss.changes_meaning) for loss in done.losses] == [(what, changes_meaning)]
    loss = done.losses[0]
    assert loss.source.line == 4
    assert loss.source.path.startswith("/sdf/model/joint")
    assert loss.reason in str(loss)


@pytest.mark.parametrize(
    ("source", "to", "content", "what"),
    [
        (
            "1.4",
            "1.5",
            '<model name="m"><joint name="j" type="piston"/></model>',
            "type piston",
        ),
        (
            "1.8",
            "1.9",
            (
                '<world name="w"><spherical_coordinates>'
                "<world_frame_orientation>NED</world_frame_orientation></spherical_coordinates></world>"
            ),
            "<world_frame_orientation>",
        ),
    ],
)
def test_a_removed_keyword_is_kept_and_reported(
    source: str, to: str, content: str, what: str
) -> None:
    done = upgrade(_document(source, content), to)
    assert [(loss.what, loss.changes_meaning) for loss in done.losses] == [(what, True)]
    assert content in done.document.source.text


def test_a_placement_frame_without_a_pose_is_a_loss_as_well() -> None:
    content = '<model name="m" placement_frame="f"><link name="l"/></model>'
    done = upgrade(_document("1.8", content), "1.7")
    assert [loss.what for loss in done.losses] == ["<pose> of the frame 'f'"]
    assert done.losses[0].source.path == "/sdf/model"


@pytest.mark.parametrize("shape", ["capsule", "ellipsoid"])
def test_a_newer_shape_leaves_an_empty_geometry(shape: str) -> None:
    content = f'<model name="m"><link name="l"><visual name="v"><geometry><{shape}/></geometry></visual></link></model>'
    done = upgrade(_document("1.8", content), "1.7")
    assert [loss.changes_meaning for loss in done.losses] == [True]
    assert "<geometry><empty/></geometry>" in done.document.source.text


@pytest.mark.parametrize("version", ["1.4", "1.9"])
@pytest.mark.parametrize("kind", ["altimeter", "magnetometer", "air_pressure", "sonar"])
def test_a_sensor_keeps_its_type_where_its_settings_are_newer(kind: str, version: str) -> None:
    sensor = f'<sensor name="s" type="{kind}"><{kind}/></sensor>'
    link = f'<model name="m"><link name="l">{sensor}</link></model>'
    result = upgrade(_document("1.10", link), version)
    text = result.document.source.text
    assert f'<sensor name="s" type="{kind}"' in text
    assert (f"<{kind}" in text) == (not any(loss.what == f"<{kind}>" for loss in result.losses))
    if libsdformat.available():
        assert libsdformat.shared().load(text).accepted


@pytest.mark.parametrize("version", ["1.4", "1.9"])
def test_a_sensor_whose_type_libsdformat_rejects_is_removed(version: str) -> None:
    sensor = '<sensor name="s" type="air_speed"/>'
    link = f'<model name="m"><link name="l">{sensor}</link></model>'
    result = upgrade(_document("1.10", link), version)
    text = result.document.source.text
    assert "<sensor" not in text
    (loss,) = (loss for loss in result.losses if loss.what == "<sensor> 's'")
    assert loss.reason == "its type requires version 1.10"
    if libsdformat.available():
        parser = libsdformat.shared()
        assert parser.load(text).accepted
        assert not parser.load(f'<sdf version="{version}">{link}</sdf>').accepted


def test_a_merged_include_cannot_be_represented_before_1_9() -> None:
    content = '<model name="m"><include merge="true"><uri>model://a</uri></include></model>'
    done = upgrade(_document("1.9", content), "1.8")
    assert [(loss.what, loss.changes_meaning) for loss in done.losses] == [
        ("attribute merge", True)
    ]


def test_removing_a_default_is_not_a_loss() -> None:
    content = '<model name="m"><include merge="false"><uri>model://a</uri></include></model>'
    done = upgrade(_document("1.9", content), "1.8")
    assert done.losses == ()
    assert "merge" not in done.document.source.text


def test_line_ends_and_indentation_are_those_of_the_file() -> None:
    text = '<sdf version="1.6">\r\n\t<model name="m">\r\n\t\t<link name="l">\r\n\t\t\t<sensor name="s" type="imu">\r\n\t\t\t\t<imu/>\r\n\t\t\t</sensor>\r\n\t\t</link>\r\n\t\t<joint name="j" type="revolute">\r\n\t\t\t<axis/>\r\n\t\t</joint>\r\n\t</model>\r\n</sdf>\r\n'
    found = upgrade(read(text.encode()), "1.10").document.source.text
    assert found.count("\n") == found.count("\r\n")
    assert "\r\n\t\t\t<axis>\r\n\t\t\t\t<limit>\r\n\t\t\t\t\t<lower>-1e16</lower>\r\n" in found


class Known:
    """Frames as somebody knows them."""

    def pose(self, element: ET.Element) -> Sequence[float] | None:
        """Where everything is."""
        return (1, 2, 3, 0, 0, 0.5)

    def axis(self, axis: ET.Element, frame: Literal["joint", "model"]) -> Sequence[float] | None:
        """Which way everything turns."""
        return (0, 1, 0) if frame == "joint" else (1, 0, 0)

    def body(self, element: ET.Element) -> str | None:
        """What everything is fixed to."""
        return "body"


def test_what_somebody_knows_of_the_frames_is_written() -> None:
    content = (
        '<model name="m" placement_frame="f"><link name="l"><pose relative_to="f"/></link>'
        '<joint name="j" type="revolute"><parent>f</parent><child>g</child>'
        '<axis><xyz expressed_in="f">0 0 1</xyz></axis></joint></model>'
    )
    done = upgrade(_document("1.8", content), "1.4", frames=Known())
    assert done.losses == ()
    found = ET.fromstring(done.document.source.text)
    assert [pose.text for pose in found.iter("pose")] == ["1 2 3 0 0 0.5"] * 3
    assert found.findtext(".//xyz") == "1 0 0"
    assert (found.findtext(".//parent"), found.findtext(".//child")) == ("body", "body")
