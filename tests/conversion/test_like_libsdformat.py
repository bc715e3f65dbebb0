"""``--like libsdformat`` gives the links that libsdformat makes of a URDF."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from bodyplan.conversion.urdf.libsdformat_links import LinkTree, rigid_joints
from tests.conversion.sdf_against import as_transform
from tests.oracles import libsdformat, urdfdom

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)


def robots() -> list[Path]:
    try:
        return urdfdom.example_robots()
    except urdfdom.OracleMissingError:
        return []


def inertia_in_link(link):
    R = as_transform(link["inertial_pose"]).matrix[:3, :3]
    return R @ np.array(link["inertia"]) @ R.T


def distance(one, other) -> float:
    """The largest difference of two poses as matrices, relative to their size from 1 m on."""
    X, Y = (as_transform(pose).matrix for pose in (one, other))
    return float(np.abs(X - Y).max() / max(1.0, np.abs(Y).max()))


STEEP = {"tiago_dual.urdf": 2e-8}
"""Robots whose poses are less exact: libsdformat computes a pitch of 90 degrees as the arcsine of a
number beside 1, which the last digit of a quaternion changes."""


def compare(ours, theirs, tolerance=1e-9) -> list[str]:
    """What differs between two answers of libsdformat about one robot.

    Args:
        ours: of the converted robot.
        theirs: of the URDF.
        tolerance: for poses; masses and inertias are compared to 1e-9 of themselves.
    """
    found = []
    of_poses = tolerance

    def same_names(what, x, y) -> set[str]:
        if {*x} != {*y}:
            found.append(f"{what}: {sorted({*x} ^ {*y})}")
        return {*x} & {*y}

    def near(what, x, y, tolerance=1e-9) -> None:
        is_pose = "pose" in what
        difference = distance(x, y) if is_pose else np.abs(np.subtract(x, y)).max()
        if difference > (of_poses if is_pose else tolerance):
            found.append(f"{what}: {x} {y}, {difference:.1e}")

    for name in sorted(same_names("links", ours.links, theirs.links)):
        a, b = ours.links[name], theirs.links[name]
        near(f"pose of {name}", a["pose_in_top"], b["pose_in_top"])
        near(f"mass of {name}", a["mass"], b["mass"], 1e-9 * b["mass"])
        near(f"inertial pose of {name}", a["inertial_pose"], b["inertial_pose"])
        tensors = [inertia_in_link(a), inertia_in_link(b)]
        near(f"inertia of {name}", *tensors, 1e-9 * np.abs(tensors[1]).max())
        for kind in ("visuals", "collisions"):
            x, y = ({one["name"]: one for one in link[kind]} for link in (a, b))
            for part in sorted(same_names(f"{kind} of {name}", x, y)):
                near(f"pose of {part} in {name}", x[part]["pose"], y[part]["pose"])
                if x[part]["geometry"].get("uri") != y[part]["geometry"].get("uri"):
                    found.append(f"address of {part} in {name}")
                colours = [one[part].get("diffuse") for one in (x, y)]
                if all(colours):  # libsdformat gives one where a texture is
                    near(f"colour of {part} in {name}", *colours, 1e-6)
    for name in sorted(same_names("joints", ours.joints, theirs.joints)):
        a, b = ours.joints[name], theirs.joints[name]
        found += [
            f"{field} of {name}: {a[field]} {b[field]}"
            for field in ("type", "parent", "child")
            if a[field] != b[field]
        ]
        near(f"pose of {name}", a["pose_in_top"], b["pose_in_top"])
        if (a.get("axis") is None) != (b.get("axis") is None):
            found.append(f"axis of {name}")
        for field in ("xyz", "lower", "upper", "effort", "velocity", "damping", "friction"):
            if a.get("axis") and b.get("axis"):
                values = [np.clip(one["axis"][field], -1e16, 1e16) for one in (a, b)]
                near(f"{field} of {name}", *values)
    return found


def dropped_by_release_12(path: Path) -> set[str]:
    """The links that libsdformat 12.3 drops."""
    robot = bodyplan.load(path, strict=False)
    tree = LinkTree(robot.links, robot.joints, rigid_joints(bodyplan.read(path)))
    return set(tree.lost(by_release_12=True))


@pytest.mark.parametrize("path", robots(), ids=lambda p: f"{p.parts[-3]}/{p.name}")
def test_links_poses_masses_and_inertias_are_those_of_libsdformat(path):
    oracle = libsdformat.shared()
    theirs = oracle.load(path)
    if not theirs.accepted:
        pytest.skip(f"libsdformat rejects it: {theirs.codes[0].message}")
    try:
        made = bodyplan.convert(path, "sdf1.9", like="libsdformat", strict=False)
    except bodyplan.DescriptionError as error:
        pytest.skip(f"it has errors: {error.diagnostics[0].message}")
    ours = oracle.load(made.document.to_bytes())
    assert ours.accepted, ours.codes
    dropped = dropped_by_release_12(path)
    only_ours = {name for name in ours.links if name.rpartition("::")[2] in dropped}
    assert not only_ours & {*theirs.links}
    for name in only_ours:
        del ours.links[name]
    for name in [name for name, one in ours.joints.items() if one["child"] in dropped]:
        del ours.joints[name]
    assert compare(ours, theirs, STEEP.get(path.name, 1e-9)) == []


SCENE = """<robot name='r'>
<link name='base'><inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>
<link name='plate'/>
<link name='arm'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>
<link name='tip'><collision><geometry><sphere radius='1'/></geometry></collision></link>
<joint name='screwed' type='fixed'><parent link='base'/><child link='plate'/><origin xyz='0 0 1'/></joint>
<joint name='turns' type='continuous'><parent link='plate'/><child link='arm'/><axis xyz='0 0 1'/></joint>
<joint name='glued' type='fixed'><parent link='arm'/><child link='tip'/><origin xyz='1 0 0' rpy='0 0 1'/></joint>
{more}
</robot>"""


def like(name, more=""):
    return bodyplan.convert(SCENE.format(more=more), "sdf", like=name)


def test_the_newest_keeps_what_is_below_a_merged_link_without_mass_and_names_frames():
    made = like("libsdformat")
    robot = bodyplan.load(made.document)
    assert [link.name for link in robot.links] == ["base", "arm"]
    assert {frame.name for frame in robot.frames} == {"plate", "screwed", "tip", "glued"}
    assert robot.joint("turns").origin.p == (0.0, 0.0, 1.0)
    assert not any(loss.changes_meaning for loss in made.losses)


@pytest.mark.parametrize(
    ("word", "kind"), [("preserveFixedJoint", "fixed"), ("disableFixedJointLumping", "revolute")]
)
def test_joints_that_a_gazebo_block_names_are_kept(word, kind):
    massive = SCENE.replace("<link name='tip'>", "<link name='tip'>" + MASS)
    block = f"<gazebo reference='glued'><{word}>true</{word}></gazebo>"
    text = massive.format(more=block).replace(
        "<link name='plate'/>", f"<link name='plate'>{MASS}</link>"
    )
    made = bodyplan.convert(text, "sdf1.9", like="libsdformat")
    assert bodyplan.load(made.document).joint("glued").type == kind
    theirs = libsdformat.shared().load(text)
    assert theirs.joints["r::glued"]["type"] == kind


MASS = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"


def test_settings_and_sensors_of_a_merged_link_go_with_it():
    made = like(
        "libsdformat",
        """<gazebo reference='tip'><mu1>0.3</mu1>
        <sensor name='eye' type='camera'><pose>1 0 0 0 0 0</pose></sensor></gazebo>""",
    )
    robot = bodyplan.load(made.document)
    X = robot.sensors[0].origin
    np.testing.assert_allclose(X.p, (1 + np.cos(1), np.sin(1), 0), atol=1e-12)
    assert robot.sensors[0].link == "arm"
    collision = made.document.root.models[0].links[1].collisions[0]
    assert collision.surface.friction.ode.mu == 0.3
    assert collision.name == "arm_fixed_joint_lump__tip_collision"


def test_a_root_link_that_moves_without_mass_is_refused():
    text = "<robot name='r'><link name='a'/></robot>"
    with pytest.raises(ValueError, match="would drop every link: the root link 'a' has no mass"):
        bodyplan.convert(text, "sdf", like="libsdformat")


def test_it_is_for_sdformat_only():
    with pytest.raises(ValueError, match="libsdformat converts to sdf, not to mjcf"):
        like_to_mjcf = bodyplan.load(SCENE.format(more=""))
        bodyplan.convert(like_to_mjcf, "mjcf", like="libsdformat")
