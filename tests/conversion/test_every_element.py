"""Robots with all that a format has go to another format and back."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import get_args

import pytest

import bodyplan
from bodyplan.formats import sdf, urdf
from bodyplan.spec import spec_of
from bodyplan.spec.bind import walk
from tests.conversion.ledger import MOTION_AND_MASS, differences

np = pytest.importorskip("numpy")

EVERY_ELEMENT = Path(__file__).parent / "robots" / "every_element.urdf"


def test_the_robot_has_every_field_of_every_element() -> None:
    root = bodyplan.read(EVERY_ELEMENT).require().root
    used = {
        (type(one), field.name)
        for one in walk(root)
        for field in spec_of(type(one)).fields
        if getattr(one, field.name) != field.default
    }
    without = {urdf.ModelState, urdf.JointState}  # another kind of file
    declared = {
        (cls, field.name)
        for _, cls in inspect.getmembers(urdf, inspect.isclass)
        if issubclass(cls, urdf.Element) and cls not in {urdf.Element, *without}
        for field in spec_of(cls).fields
    }
    assert declared - used == set()


def test_another_version_is_made_of_what_comes_back() -> None:
    there = bodyplan.convert(EVERY_ELEMENT, "sdf").document
    back = bodyplan.convert(there, "urdf1.0")
    assert back.document.version == (1, 0)
    found = differences(EVERY_ELEMENT, back.document, samples=5)
    assert [one for one in found if not one.startswith(("visual", "collision"))] == []
    assert "quat_xyzw" not in back.document.to_bytes().decode()


def test_sensors_of_one_name_on_a_link_get_two() -> None:
    blocks = "".join(
        f"<gazebo reference='a'><sensor name='s' type='imu'><topic>{n}</topic></sensor></gazebo>"
        for n in (1, 2)
    )
    there = bodyplan.convert(f"<robot name='r'><link name='a'/>{blocks}</robot>", "sdf")
    assert [one.name for one in there.document.root.models[0].links[0].sensors] == ["s", "s_2"]
    assert [str(one) for one in there.losses if "name" in one.what] == [
        "moved name of <sensor> of <gazebo>: another element has the same name; it is renamed to 's_2'"
    ]


EVERY_JOINT = Path(__file__).parent / "robots" / "every_joint.sdf"
EXPECTED = {"visual", "limits", "kinematics"}
"""What MJCF cannot say, as the losses list: a cone, a limit of speed, a gearbox."""
CHANGES = {
    (
        "approximated gear of joint 'j_gearbox': its coupling is not a mimic relation: "
        "it holds joint 'j_gearbox' at a fixed angle; the joint turns freely (changes meaning)"
    ),
    *(
        f"dropped geometry {kind!r}: the geometry of MJCF has no such shape: {kind} (changes meaning)"
        for kind in ("heightmap", "polyline", "image")
    ),
}
QUATERNION = ("rot_x", "rot_y", "rot_z", "rot_w")


def test_the_sdf_has_every_joint_and_every_shape() -> None:
    root = bodyplan.read(EVERY_JOINT).require().root
    (whole,) = root.models
    assert {joint.type for joint in whole.joints} == set(get_args(sdf.JointType))
    shapes = {one.TAG for one in walk(root)}
    assert shapes >= {field.xml for field in spec_of(sdf.Geometry).fields}


def test_mujoco_has_the_links_of_every_joint_where_they_are(tmp_path) -> None:
    mujoco = pytest.importorskip("mujoco")
    robot = bodyplan.load(EVERY_JOINT)
    done = bodyplan.convert(EVERY_JOINT, "mjcf", base="fixed")  # a floor in it cannot fall
    assert {str(loss) for loss in done.losses if loss.changes_meaning} == CHANGES
    made = done.save(tmp_path / "there.xml")
    compiled = mujoco.MjModel.from_xml_path(str(made))
    data = mujoco.MjData(compiled)
    rng = np.random.default_rng(0)
    for _ in range(100):
        q = robot.random(rng)
        for name, values in robot.positions(q).items():
            joint = robot.joint(name)
            for variable, value in zip(joint.variables, values, strict=True):
                if not variable.endswith(QUATERNION):
                    data.joint(variable).qpos[0] = value
            if joint.type in {"ball", "floating"}:
                x, y, z, w = values[-4:]
                data.joint(name).qpos[:] = (w, x, y, z)
            if joint.type == "screw":
                data.joint(f"{name}/travel").qpos[0] = values[0] * joint.pitch
        mujoco.mj_kinematics(compiled, data)
        for name, pose in robot.poses(q).items():
            if not robot.has_link(name):
                continue
            np.testing.assert_allclose(data.body(name).xpos, pose.p, atol=1e-9, err_msg=name)
            R = data.body(name).xmat.reshape(3, 3)
            np.testing.assert_allclose(R, pose.R, atol=1e-9, err_msg=name)


def test_it_comes_back_from_mjcf_as_the_same_robot(tmp_path) -> None:
    pytest.importorskip("mujoco")
    there = bodyplan.convert(EVERY_JOINT, "mjcf").save(tmp_path / "there.xml")
    back = bodyplan.convert(there, "sdf1.11").save(tmp_path / "back.sdf")
    for one in (there, back):
        found = bodyplan.diff(EVERY_JOINT, one, select=MOTION_AND_MASS)
        assert {part.aspect for part in found.differences} == EXPECTED
