"""The table of what a conversion loses, as a person reads it in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from bodyplan.cli import main
from bodyplan.cli.pages.losses import loss_table
from bodyplan.jobs._robot_conversion import convert_robot
from bodyplan.jobs.target import Target
from bodyplan.report.conversion import LostValue, lost_values

ARM = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><visual><geometry><box size="1 1 1" bevel="2"/></geometry></visual></link>
  <link name="lower"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="9"/></inertial></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><limit lower="0" upper="1" effort="1" velocity="1"/>
    <safety_controller k_velocity="1"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/><limit lower="0" upper="1" effort="1" velocity="1"/>
    <safety_controller k_velocity="1"/>
  </joint>
  <transmission name="drive">
    <type>transmission_interface/SimpleTransmission</type>
    <joint name="elbow"><offset>0.1</offset><hardwareInterface>one</hardwareInterface></joint>
    <actuator name="motor"><mechanicalReduction>50</mechanicalReduction></actuator>
  </transmission>
</robot>
"""


def rows(target: str, width: int | None = None) -> list[str]:
    document = bodyplan.read(ARM.encode())
    robot = bodyplan.load(document)
    done = convert_robot(robot, Target(target), document)
    return list(loss_table(lost_values(done.losses, document, robot), document.name, width))


def test_losses_are_named_as_in_the_file_and_one_row_each() -> None:
    link, joint, box, transmission = (" ".join(row.split()) for row in rows("sdf"))
    reason = "soft limits are not converted"
    assert joint == f"line 5 dropped <safety_controller> of <joint> 'shoulder' and 1 more {reason}"
    assert box == "line 3 dropped bevel of <box> of <link> 'upper' not defined by the format"
    assert link.startswith("line 4 approximated inertia of <link> 'lower' no rigid body has")
    reason = "SDFormat has no transmissions"
    assert transmission == f"line 13 dropped <transmission> 'drive' {reason}"


def test_what_is_in_a_lost_element_is_not_listed_again() -> None:
    losses = [str(loss) for loss in bodyplan.convert(ARM.encode(), "sdf").losses]
    assert [one for one in losses if "drive" in one or "'elbow'" in one] == [
        "dropped <safety_controller> of <joint> 'elbow': soft limits are not converted",
        "dropped transmission 'drive': SDFormat has no transmissions",
    ]


def test_parts_of_a_transmission_are_apart_from_the_joint_itself() -> None:
    shown = "\n".join(rows("mjcf"))
    assert "<offset> of <joint> 'elbow' in <transmission>" in shown
    assert "velocity limit of <joint> 'shoulder' and 1 more" in shown


@pytest.mark.parametrize("width", [40, 80, 100])
def test_rows_fit_the_terminal(width: int) -> None:
    wide = [word for row in rows("mjcf") for word in row.split()]
    narrow = rows("mjcf", width)
    assert sorted(word for row in narrow for word in row.split()) == sorted(wide)
    if width >= 80:
        assert max(map(len, narrow)) <= width


def test_a_loss_of_an_included_file_has_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "part").mkdir()
    (tmp_path / "part/model.config").write_text(
        '<model><name>part</name><sdf version="1.9">model.sdf</sdf></model>'
    )
    (tmp_path / "part/model.sdf").write_text(
        '<sdf version="1.9"><model name="part"><link name="a"/>\n<plugin name="p" filename="f"/>'
        "</model></sdf>"
    )
    top = tmp_path / "top.sdf"
    top.write_text(
        '<sdf version="1.9"><model name="top"><include merge="true"><uri>part</uri></include>'
        "</model></sdf>"
    )
    assert main(["convert", str(top), "--to", "mjcf"]) == 0
    assert "model.sdf:" in capsys.readouterr().err


def test_rows_that_change_the_robot_lead_and_the_rest_is_folded() -> None:
    losses = [
        LostValue("dropped", "", f"<a> of <link{n}> 'x'", "why", None, changes_meaning=n % 2 == 1)
        for n in range(120)
    ]
    shown = list(loss_table(losses, "r.urdf", None))
    assert ["changes meaning" in row for row in shown] == [True] * 50 + [False] * 14
    assert shown[-2:] == [
        "... and 10 more losses that change the robot; --json lists all",
        "... and 48 more losses; --json lists all",
    ]


def test_a_loss_of_an_expanded_file_has_its_line_in_the_xacro(tmp_path, capsys) -> None:
    path = tmp_path / "arm.urdf.xacro"
    path.write_text(ARM)
    assert main(["convert", str(path), "--to", "sdf", "-o", str(tmp_path / "arm.sdf")]) == 0
    rows_of = capsys.readouterr().err.splitlines()
    assert [row[:7] for row in rows_of if "<safety_controller>" in row] == ["line 5 "]


def test_losses_are_in_the_order_in_which_they_matter() -> None:
    given = [
        ("moved", "name of <link> 'a'"),
        ("dropped", "<gazebo> of <robot> 'r'"),
        ("dropped", "velocity limit of <joint> 'j'"),
        ("dropped", "name of <joint> 'j'"),
        ("assumed", "inertia of <link> 'a'"),
    ]
    losses = [
        LostValue(kind, "", what, f"no {what.split()[0]}", None, changes_meaning=False)  # type: ignore[arg-type]
        for kind, what in given
    ]
    what = "<mimic> of <joint> 'k'"
    losses.append(LostValue("dropped", "", what, "why", None, changes_meaning=True))
    words = [row.split()[1] for row in loss_table(losses, "r.urdf", None)]
    assert words == ["meaning", "inertia", "velocity", "<gazebo>", "name", "name"]


def test_reasons_that_differ_in_names_and_numbers_are_one_row() -> None:
    losses = [
        LostValue(
            "assumed", "", f"collisions of <link> '{name}'", f"it and 'base' overlap by {depth} mm",
            None, changes_meaning=False,
        )
        for name, depth in (("a", "0.073"), ("b", "9e+01"), ("c", "12"))
    ]  # fmt: skip
    (row,) = loss_table(losses, "r.xml", None)
    assert row.endswith("collisions of <link> 'a' and 2 more  it and 'base' overlap by 0.073 mm")


def test_attributes_of_elements_of_one_kind_with_one_reason_are_one_row() -> None:
    losses = [
        LostValue("dropped", "", f"{field} of <geom> '{name}'", "why", None, changes_meaning=False)
        for name in ("a", "b", "c")
        for field in ("condim", "solref")
    ]
    (row,) = loss_table(losses, "r.xml", None)
    assert " ".join(row.split()) == "dropped condim and solref of <geom> 'a' and 2 more why"
