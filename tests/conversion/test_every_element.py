"""Robots with all that a format has go to another format and back."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import get_args

import pytest

import bodyplan
from bodyplan.conversion.kept_whole import same_meaning
from bodyplan.core import field_names
from bodyplan.formats import sdf, urdf
from bodyplan.spec import spec_of
from bodyplan.spec.bind import walk
from tests.oracles import urdfdom

np = pytest.importorskip("numpy")

EVERY_ELEMENT = Path(__file__).parent / "robots" / "every_element.urdf"


def robots() -> list[Path]:
    try:
        return urdfdom.example_robots()
    except urdfdom.OracleMissingError:
        return []


def differences(one: urdf.Robot, other: urdf.Robot) -> list[str]:
    """What is not the same in two URDFs, whatever the order of their elements."""
    found = []
    for field in field_names(urdf.Robot):
        ours, theirs = getattr(one, field), getattr(other, field)
        if not isinstance(ours, tuple):
            if not same_meaning(ours, theirs):
                found.append(f"{field}: {ours} {theirs}")
            continue
        if len(ours) != len(theirs):
            found.append(f"{len(ours)} and {len(theirs)} {field}")
        for a, b in zip(sorted(ours, key=key), sorted(theirs, key=key), strict=False):
            if not same_meaning(a, b):
                found.append(f"{a}\n{b}")
    return found


def key(part) -> str:
    return getattr(part, "name", None) or getattr(part, "reference", None) or ""


def there_and_back(source, **options):
    there = bodyplan.convert(source, "sdf", keep_extensions=True, **options)
    return there, bodyplan.convert(there.document, "urdf")


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


def test_it_comes_back_equal_by_meaning() -> None:
    document = bodyplan.read(EVERY_ELEMENT)
    there, back = there_and_back(document)
    assert {loss.kind for loss in there.losses} == {"moved"}
    assert [str(loss) for loss in back.losses] == []
    assert differences(document.root, back.document.root) == []


@pytest.mark.parametrize("path", robots(), ids=lambda p: f"{p.parts[-3]}/{p.name}")
def test_so_does_every_real_robot(path) -> None:
    document = bodyplan.read(path)
    try:
        document.require()
        _, back = there_and_back(document)
    except bodyplan.DescriptionError as error:
        pytest.skip(f"it has errors: {error.diagnostics[0].message}")
    assert differences(document.root, back.document.root) == []


def test_what_was_changed_in_between_keeps_its_change() -> None:
    there = bodyplan.convert(EVERY_ELEMENT, "sdf", keep_extensions=True).document.to_bytes()
    text = there.decode().replace("<mu>0.5</mu>", "<mu>0.9</mu>")
    text = text.replace("<diffuse>0.6 0.6 0.7 1<", "<diffuse>0 0 0 1<")
    text = text.replace(">0.5 0 0 0 0 0<", ">0.7 0 0 0 0 0<")  # where the planar joint is
    back = bodyplan.convert(text, "urdf").document
    visual, other = back.root.link("base").visuals
    assert visual.material.rgba == (0, 0, 0, 1)
    assert other.material.name == "wood"
    assert back.root.joint("glide/x").origin.xyz == (0.7, 0, 0)
    assert back.root.joint("shoulder").safety_controller is not None
    assert "<mu>0.9</mu>" in back.to_bytes().decode()
    assert "<mu1>" not in back.to_bytes().decode()


def test_another_version_is_made_of_what_comes_back() -> None:
    there = bodyplan.convert(EVERY_ELEMENT, "sdf", keep_extensions=True).document
    back = bodyplan.convert(there, "urdf1.0")
    assert back.document.version == (1, 0)
    proof = bodyplan.prove(EVERY_ELEMENT, back.document, samples=5)
    unequal = [one.quantity for one in proof.deviations if not one.is_equal]
    assert [one for one in unequal if "visuals" not in one and "collisions" not in one] == []
    assert "quat_xyzw" not in back.document.to_bytes().decode()


def test_sensors_of_one_name_on_a_link_get_two() -> None:
    blocks = "".join(
        f"<gazebo reference='a'><sensor name='s' type='imu'><topic>{n}</topic></sensor></gazebo>"
        for n in (1, 2)
    )
    there = bodyplan.convert(f"<robot name='r'><link name='a'/>{blocks}</robot>", "sdf")
    assert [one.name for one in there.document.root.models[0].links[0].sensors] == ["s", "s_2"]
    assert [str(one) for one in there.losses if "name" in one.what] == [
        "moved name of <sensor> of <gazebo>: another one has its name; it is called 's_2'"
    ]


EVERY_JOINT = Path(__file__).parent / "robots" / "every_joint.sdf"
EXPECTED = {"shapes of visuals", "limits of joints"}
"""What MJCF cannot say, as the losses list: a cone, and a limit of speed."""
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
    done = bodyplan.convert(EVERY_JOINT, "mjcf")
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
        proof = bodyplan.prove(EVERY_JOINT, one)
        assert {part.quantity for part in proof.deviations if not part.is_equal} == EXPECTED
