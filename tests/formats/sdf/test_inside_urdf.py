"""What stands in the gazebo blocks of a URDF, as typed values of SDFormat."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan.formats import sdf
from bodyplan.formats.sdf.inside_urdf import gazebo_parts
from bodyplan.formats.urdf.gazebo import SDFORMAT_ELEMENTS

ROBOT = """<robot name="r">
  <link name="head"/>
  <gazebo>
    <static>true</static>
    <plugin name="p" filename="p.so"><free><anything/></free></plugin>
  </gazebo>
  <gazebo reference="head">
    <mu1>0.2</mu1>
    <material>Gazebo/Grey</material>
    <sensor name="eye" type="camera">
      <pose>0 0 0.1 0 0 0</pose>
      <update_rate>30</update_rate>
      <camera name="c"><horizontal_fov>1.2</horizontal_fov></camera>
      <plugin name="q" filename="q.so"/>
    </sensor>
    <visual><material><ambient>1 0 0 1</ambient></material></visual>
  </gazebo>
</robot>
"""


def in_block(inner):
    return ROBOT.replace("<mu1>0.2</mu1>", inner)


def found_in(inner):
    report = bodyplan.check(in_block(inner))
    return [(d.code, str(d.severity), d.message) for d in report.diagnostics if d.code[0] == "D"]


def test_elements_of_sdformat_are_typed_and_settings_stay_as_they_are():
    document = bodyplan.read(ROBOT)
    parts = gazebo_parts(document)
    assert [type(part.value) for part in parts] == [sdf.Plugin, sdf.Sensor, sdf.Visual]
    assert [part.block.reference for part in parts] == [None, "head", "head"]
    assert all(part.block in document.root.gazebo for part in parts)


def test_values_have_their_types_and_units():
    _, part, _ = gazebo_parts(bodyplan.read(ROBOT))
    sensor = part.value
    assert (sensor.name, sensor.type, sensor.update_rate) == ("eye", "camera", 30.0)
    assert sensor.pose.value == (0, 0, 0.1, 0, 0, 0)
    assert sensor.cameras[0].horizontal_fov == 1.2
    assert [plugin.filename for plugin in sensor.plugins] == ["q.so"]


def test_positions_are_those_of_the_file():
    _, part, _ = gazebo_parts(bodyplan.read(ROBOT))
    where = part.place()
    assert (where.line, where.column) == (10, 6)
    assert where.path == "/robot/gazebo[2]/sensor"
    rate = part.place(part.value, "update_rate")
    line = ROBOT.splitlines()[rate.line - 1]
    assert line[rate.column - 1 : rate.end_column - 1] == "30"
    assert part.place(part.value.cameras[0]).line == 13


def test_nothing_is_wrong_with_what_is_right():
    assert all(not part.diagnostics for part in gazebo_parts(bodyplan.read(ROBOT)))
    assert found_in("") == []


@pytest.mark.parametrize(
    ("inner", "code", "severity", "piece"),
    [
        ('<sensor name="s" type="imu"><QQQ/></sensor>', "D111", "warning", "<QQQ>"),
        ('<sensor name="s" type="imu" QQQ="1"/>', "D107", "warning", "'QQQ'"),
        ('<sensor name="s"/>', "D104", "warning", "'type'"),
        (
            '<sensor name="s" type="imu"><update_rate>QQQ</update_rate></sensor>',
            "D134",
            "warning",
            "'QQQ'",
        ),
        (
            '<sensor name="s" type="imu"><imu><noise><type>gaussian</type></noise></imu></sensor>',
            "D111",
            "info",
            "removed after SDFormat 1.5",
        ),
    ],
)
def test_problems_are_reported_in_the_check_of_the_urdf_and_never_as_errors(
    inner, code, severity, piece
):
    ((told, grade, message),) = found_in(inner)
    assert (told, grade) == (code, severity)
    assert piece in message


@pytest.mark.parametrize(
    "inner",
    [
        "<collision><surface/></collision>",  # copied into each collision of the link
        '<plugin filename="a.so"/>',  # U305 tells it
        '<plugin name="a"><QQQ/></plugin>',
        "<QQQ/>",
        '<sensor name="s" type="imu"><my:own xmlns:my="x"/></sensor>',
        '<light name="sun" type="point"/>',
    ],
)
def test_what_need_not_be_there_is_not_missed(inner):
    assert found_in(inner) == []


def test_a_comment_before_the_element_leaves_a_diagnostic_out():
    inner = '<!-- bodyplan: ignore D111 --><sensor name="s" type="imu"><QQQ/></sensor>'
    assert found_in(inner) == []


def test_macros_are_expanded_first_and_problems_reported_where_they_were_written(tmp_path):
    file = tmp_path / "r.urdf.xacro"
    file.write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
        '<link name="a"/>\n'
        '<xacro:macro name="imu"><gazebo reference="a">\n'
        '<sensor name="s" type="imu"><QQQ/></sensor></gazebo></xacro:macro>\n'
        "<xacro:imu/></robot>\n"
    )
    document = bodyplan.read(file)
    assert gazebo_parts(document) == ()
    (part,) = gazebo_parts(document.expanded)
    assert isinstance(part.value, sdf.Sensor)
    (found,) = [d for d in bodyplan.check(file).diagnostics if d.code == "D111"]
    assert (found.where.file, found.where.line) == (str(file), 4)


def test_documents_of_other_formats_have_none():
    assert gazebo_parts(bodyplan.read("<sdf version='1.9'/>")) == ()
    assert gazebo_parts(bodyplan.read("sample:arm.srdf")) == ()


def test_the_elements_of_blocks_have_the_tags_of_their_classes():
    from bodyplan.formats.sdf import inside_urdf

    assert {tag: cls.TAG for tag, cls in inside_urdf._CLASSES.items()} == {
        tag: tag for tag in (*SDFORMAT_ELEMENTS, "plugin")
    }


KNOWN = {"D111": "removed after SDFormat 1.5", "D201": "libsdformat reads '818' and ignores '.0'"}
"""What the blocks of real robots really have."""


def test_real_robots_have_no_false_diagnostics(example_robots):
    for robot in example_robots:
        for part in gazebo_parts(bodyplan.read(robot)):
            for found in part.diagnostics:
                assert found.severity.rank > bodyplan.Severity.ERROR.rank
                assert KNOWN[found.code] in found.message
