"""The strict door: robots and semantics, or one error that tells everything."""

from __future__ import annotations

import pytest
from tests.project.layouts import srdf, state, urdf

from bodyplan import DescriptionError, InputError, load, model, read
from bodyplan.model.planning.semantics import Semantics


@pytest.fixture
def arm(tmp_path):
    """A robot and its semantics, side by side."""
    (tmp_path / "arm.urdf").write_text(urdf("arm", "a", "b"))
    (tmp_path / "arm.srdf").write_text(srdf("arm", "a", "b"))
    return tmp_path


@pytest.mark.parametrize("name", ["arm", "rover", "quadruped"])
def test_a_sample_loads(name):
    robot = load(f"sample:{name}")
    assert isinstance(robot, model.Robot)
    assert len(robot.links) == len(read(f"sample:{name}").root.links)


@pytest.mark.parametrize("kind", ["path", "name", "bytes", "text", "document"])
def test_a_robot_loads_from_all_that_can_be_read(arm, kind):
    path = arm / "arm.urdf"
    source = {
        "path": path,
        "name": str(path),
        "bytes": path.read_bytes(),
        "text": path.read_text(),
        "document": read(path),
    }[kind]
    assert load(source).name == "arm"


def test_an_srdf_finds_its_robot(arm):
    semantics = load(arm / "arm.srdf")
    assert isinstance(semantics, Semantics)
    assert semantics.robot.name == "arm"
    assert list(semantics.groups["all"].joints) == ["a", "b"]


@pytest.mark.parametrize("kind", ["path", "document", "urdf", "model", "text"])
def test_the_robot_of_an_srdf_can_be_given(arm, kind):
    path = arm / "arm.urdf"
    document = read(path)
    robot = {
        "path": path,
        "document": document,
        "urdf": document.root,
        "model": load(path),
        "text": path.read_text(),
    }[kind]
    semantics = load((arm / "arm.srdf").read_bytes(), robot=robot)
    assert isinstance(semantics, Semantics)
    assert semantics.robot == load(path)


def test_errors_of_the_robot_are_all_in_one():
    text = urdf("arm", "a", end="  <link/>\n  <joint name='c' type='twist'/>")
    with pytest.raises(DescriptionError) as caught:
        load(text)
    codes = {found.code for found in caught.value.diagnostics}
    assert {"X103"} <= codes
    assert len(caught.value.diagnostics) > 1


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("  <link name='alone'/>", "T"),
        (
            "  <joint name='x' type='revolute'><parent link='base'/><child link='nowhere'/></joint>",
            "T",
        ),
        (
            """  <link name='y'/>
  <joint name='x' type='revolute'>
    <parent link='base'/>
    <child link='y'/>
    <limit lower='2' upper='1' effort='1' velocity='1'/>
  </joint>""",
            "J",
        ),
    ],
)
def test_a_tree_or_joint_that_cannot_be_is_refused(end, code):
    with pytest.raises(DescriptionError) as caught:
        load(urdf("arm", "a", end=end))
    assert code in {found.code[0] for found in caught.value.diagnostics}


def test_what_does_not_belong_to_the_robot_itself_is_no_reason(tmp_path):
    mesh = (
        "  <link name='x'><visual><geometry><mesh filename='package://gone/x.stl'/></geometry>"
        "</visual><inertial><mass value='1'/>"
        "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='9'/></inertial></link>"
        "<joint name='j' type='fixed'><parent link='base'/><child link='x'/></joint>"
    )
    assert len(load(urdf("arm", end=mesh)).links) == 2


def test_an_srdf_that_does_not_fit_its_robot_is_refused(arm):
    (arm / "arm.srdf").write_text(srdf("arm", "a", "QQQ"))
    with pytest.raises(DescriptionError, match="S102 error"):
        load(arm / "arm.srdf")


def test_an_error_of_the_robot_is_one_of_its_semantics(arm):
    (arm / "arm.urdf").write_text(urdf("arm", "a", "b", end="<link/>"))
    with pytest.raises(DescriptionError, match=r"arm\.urdf"):
        load(arm / "arm.srdf")


def test_without_a_robot_there_are_no_semantics(tmp_path):
    (tmp_path / "arm.srdf").write_text(srdf("arm", "a"))
    with pytest.raises(InputError, match=r"no robot was found for it .*; pass robot="):
        load(tmp_path / "arm.srdf")
    with pytest.raises(InputError, match="it was not read from a file"):
        load(srdf("arm", "a"))


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("nowhere.urdf", InputError),
        (b"", DescriptionError),
        (b"no xml", DescriptionError),
        (b"<sdf/>", DescriptionError),
        (b'<sdf version="1.9"/>', InputError),
        (b"<robot name='r'><link name='a'>", DescriptionError),
        (state("arm", "a").encode(), InputError),
    ],
)
def test_what_is_no_robot_is_an_error(source, error):
    with pytest.raises(error):
        load(source)


@pytest.mark.parametrize("source", ["sample:arm", urdf("arm", "a"), state("arm", "a")])
def test_a_robot_is_taken_with_an_srdf_only(source):
    with pytest.raises(InputError, match=r"robot=\.\.\. requires an SRDF, got "):
        load(source, robot="sample:arm")


def test_a_invalid_srdf_is_loaded_on_demand_without_what_is_invalid():
    text = (
        '<robot name="tern"><group name="arm"><chain base_link="pedestal_link" tip_link="tool0"/>'
        '<link name="QQQ"/></group><group name="lost"><group name="QQQ"/></group></robot>'
    )
    with pytest.raises(DescriptionError):
        load(text, robot="sample:arm")
    semantics = load(text, robot="sample:arm", strict=False)
    assert list(semantics.groups) == ["arm"]
    assert len(semantics.groups["arm"].active_joints) == 6


def test_what_cannot_be_read_is_refused_in_any_case():
    with pytest.raises(DescriptionError):
        load("<robot", strict=False)


def test_every_srdf_that_finds_a_robot_can_be_loaded_on_demand(example_srdf):
    try:
        semantics = load(example_srdf, strict=False)
    except InputError as error:
        assert "no robot was found" in str(error)  # noqa: PT017
        return
    assert semantics.robot.links


# SDFormat, and an SRDF on any robot

SDF = """<sdf version="1.9"><model name="arm">{}<joint name="a" type="revolute">
    <parent>base</parent><child>tip</child><axis><xyz>0 0 1</xyz><limit><lower>-1</lower>
    <upper>1</upper></limit></axis></joint></model></sdf>"""
BODIES = "".join(
    f'<link name="{name}"><inertial><mass>1</mass></inertial></link>' for name in ("base", "tip")
)


def test_a_model_of_sdformat_is_a_robot(tmp_path):
    (tmp_path / "arm.sdf").write_text(SDF.format(BODIES))
    robot = load(tmp_path / "arm.sdf")
    assert isinstance(robot, model.Robot)
    assert robot.joint_names == ("a",)
    assert robot.where(robot.joint("a")).line == 1
    assert load("sample:arm.sdf").name == "tern"
    other = '<sdf version="1.9"><world name="w"><include><uri>arm.sdf</uri></include>'
    other += '<model name="b"><link name="l"/></model></world></sdf>'
    (tmp_path / "two.sdf").write_text(other)
    with pytest.raises(InputError, match=r"2 models, 'b' and 'arm': choose one, with model=NAME"):
        load(tmp_path / "two.sdf")
    assert load(tmp_path / "two.sdf", model="arm").joint_names == ("a",)
    with pytest.raises(InputError, match="model 'QQQ' does not exist"):
        load(tmp_path / "two.sdf", model="QQQ")


def test_a_invalid_model_is_refused_unless_that_is_said():
    text = SDF.format(BODIES.replace('"tip"', '"QQQ"'))
    with pytest.raises(DescriptionError, match="tip"):
        load(text)
    assert load(text, strict=False).joint_names == ("QQQ_floating",)
    heavy = "<inertia><ixx>-1</ixx></inertia></inertial>"
    assert load(SDF.format(BODIES.replace("</inertial>", heavy))).total_mass == 2.0


def test_a_robot_knows_the_srdf_that_is_given_with_it(arm):
    robot = load(arm / "arm.urdf", srdf=arm / "arm.srdf")
    assert isinstance(robot, model.Robot)
    assert list(robot.semantics.groups["all"].joints) == ["a", "b"]
    assert load(arm / "arm.urdf").semantics is None
    with pytest.raises(InputError, match=r"srdf=\.\.\. requires an SRDF, got urdf"):
        load(arm / "arm.urdf", srdf=arm / "arm.urdf")
    with pytest.raises(DescriptionError):
        load(arm / "arm.urdf", srdf="<robot")


def test_an_srdf_lies_on_a_model_of_sdformat_as_well():
    text = SDF.format(BODIES)
    robot = load(text, srdf=srdf("arm", "a"))
    assert list(robot.semantics.groups["all"].joints) == ["a"]
    assert load(srdf("arm", "a"), robot=text).robot == robot


@pytest.mark.parametrize("made", [lambda: SDF.format(BODIES), lambda: load(SDF.format(BODIES))])
def test_an_srdf_holds_for_the_robot_whatever_that_is_from(made):
    robot = made()
    wrong = srdf("arm", "a").replace('joint name="a"', 'joint name="QQQ"')
    with pytest.raises(
        DescriptionError, match="group 'all': joint 'QQQ' does not exist in robot 'arm'"
    ):
        load(wrong, robot=robot)
    assert list(load(wrong, robot=robot, strict=False).groups["all"].joints) == []


KINDS_OF_SDFORMAT = """<sdf version="1.11"><model name="r"><link name="l"/>{}</model></sdf>"""
COUNTS = {"ball": 4, "universal": 2, "screw": 1, "revolute2": 2, "gearbox": 1, "continuous": 1}


def test_states_of_joints_that_urdf_does_not_have_are_counted_as_well():
    parts = "".join(
        f"""<link name="{kind}_link"/><joint name="{kind}" type="{kind}"><parent>l</parent>
        <child>{kind}_link</child></joint>"""
        for kind in COUNTS
    )
    for kind in COUNTS:
        if kind != "ball":
            parts = parts.replace(
                f"<child>{kind}_link</child>",
                f"<child>{kind}_link</child><axis><xyz>0 0 1</xyz></axis>",
            )
    text = KINDS_OF_SDFORMAT.format(parts)
    for kind, count in COUNTS.items():
        state = """<robot name="r"><group name="g"><joint name="{0}"/></group>
            <group_state name="s" group="g"><joint name="{0}" value="{1}"/></group_state></robot>"""
        right = state.format(kind, "0 " * (count - 1) + "1")
        assert load(text, srdf=right).state("s").tolist().count(1.0) >= 1
        with pytest.raises(DescriptionError, match=kind):
            load(text, srdf=state.format(kind, "0 " * count + "1"))


def test_a_model_is_named_of_sdformat_only(arm):
    with pytest.raises(InputError, match=r"model=\.\.\. requires SDFormat, got urdf"):
        load(arm / "arm.urdf", model="a")


def test_links_that_are_not_connected_are_left_out_of_a_robot_with_errors():
    joint = '<joint name="{}" type="fixed"><parent link="{}"/><child link="{}"/></joint>'
    links = "".join(f'<link name="{name}"/>' for name in "abcde")
    joints = (
        joint.format("ab", "a", "b") + joint.format("bc", "b", "c") + joint.format("de", "d", "e")
    )
    text = f'<robot name="r">{links}{joints}</robot>'
    robot = load(text, strict=False)
    assert robot.link_names == ("a", "b", "c")
    assert robot.joint_names == ("ab", "bc")
    assert robot.where(robot.joint("bc")).line == 1
    with pytest.raises(DescriptionError):
        load(text)


def test_a_robot_whose_links_cannot_be_read_is_empty():
    assert load('<robot name="r"><link name=""/></robot>', strict=False).name == "r"
