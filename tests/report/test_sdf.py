"""The summary of SDFormat: what stands in a world or model, and where everything is."""

from __future__ import annotations

import json
import math

import jsonschema
import pytest
from tests.growth import lines
from tests.project.sdf_folders import CART, build

import bodyplan
from bodyplan.diag.json_schema import json_report, json_schema
from bodyplan.report import SdfReport, robot_report, sdf_report


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return build(tmp_path_factory.mktemp("sdf"))


SCHEMA = json_schema(SdfReport, title="show")


def of(text):
    return sdf_report(bodyplan.read(text))


def model(inner, version="1.9"):
    text = f'<sdf version="{version}"><model name="m">{inner}</model></sdf>'
    (whole,) = of(text).entities
    return whole


def links(*names):
    return "".join(f'<link name="{name}"/>' for name in names)


def joint(name, parent, child, type_="fixed", inner=""):
    return (
        f'<joint name="{name}" type="{type_}"><parent>{parent}</parent><child>{child}</child>'
        f"{inner}</joint>"
    )


def test_a_model_has_its_counts_masses_and_canonical_link():
    (whole,) = of(CART).entities
    assert (type(whole).__name__, whole.name, whole.format_version) == (
        "ModelReport",
        "cart",
        "1.9",
    )
    assert whole.canonical_link == "box"
    assert (whole.mass.total, whole.mass.links) == (2.5, 2)
    assert whole.degrees_of_freedom.total == 1
    assert whole.pose.xyz == (0, 0, 0.1)
    assert [(s.name, s.type, s.inside, s.rate) for s in whole.sensors] == [
        ("imu", "imu", "box", 100.0)
    ]
    assert [(p.name, p.filename) for p in whole.plugins] == [("drive", "drive")]


def test_a_static_model_moves_nothing_and_weighs_what_it_says():
    shape = "<geometry><box><size>1 1 1</size></box></geometry>"
    auto = f"<inertial auto='true'/><collision name='c'>{shape}</collision>"
    turn = joint("j", "a", "b", "revolute", "<axis><xyz>0 0 1</xyz></axis>")
    text = f"{links('a')}<link name='b'><pose>1 0 0 0 0 0</pose></link>{turn}"
    text += f"<link name='c'>{auto}</link>{joint('k', 'b', 'c')}"
    moves = model(text, "1.11")
    assert (moves.mass.total, moves.mass.without, moves.mass.assumed) == (1002.0, 2, 2)
    assert moves.degrees_of_freedom.independent == 1
    assert moves.reach is not None
    still = model(f"<static>1</static>{text}", "1.11")
    assert (still.mass.total, still.mass.without, still.mass.assumed) == (1000.0, 2, 0)
    assert (still.degrees_of_freedom.independent, still.reach) == (0, None)


def test_a_model_in_a_model_weighs_what_it_counts_for():
    (part,) = model(f"{links('c')}<model name='n'>{links('a', 'b')}</model>").parts
    assert part.mass == 2.0


def test_a_joint_on_a_frame_is_between_the_links():
    (whole,) = of(CART).entities
    (spin,) = whole.joints
    assert (spin.parent, spin.child, spin.axis) == ("box", "wheel", (0, 1, 0))
    assert [(row.depth, row.name) for row in whole.tree] == [(0, "box"), (1, "wheel")]


def test_an_axis_is_expressed_in_the_frame_of_its_joint():
    turned = '<pose>0 0 0 0 0 1.5707963267948966</pose><axis><xyz expressed_in="__model__">0 1 0</xyz></axis>'
    whole = model(links("a", "b") + joint("j", "a", "b", "revolute", turned))
    assert whole.joints[0].axis == (1, 0, 0)


def test_loops_and_forests_are_reported_as_such():
    around = joint("j", "a", "b") + joint("k", "b", "c") + joint("l", "c", "a")
    whole = model(links("a", "b", "c", "d") + around)
    assert (whole.loops, whole.roots) == (1, 2)
    marks = [row.mark for row in whole.tree]
    assert "loop" in marks or "in a loop" in marks


def test_a_joint_to_the_world_is_attached_to_it():
    whole = model(links("a") + joint("j", "world", "a"))
    assert [(row.name, row.mark) for row in whole.tree] == [("world", ""), ("a", "")]
    assert whole.roots == 0
    assert [link.name for link in whole.links] == ["a"]


@pytest.mark.parametrize(
    ("type_", "freedom"),
    [("ball", 3), ("universal", 2), ("revolute2", 2), ("screw", 1), ("gearbox", 1), ("fixed", 0)],
)
def test_every_type_of_joint_keeps_its_kind_and_freedom(type_, freedom):
    whole = model(links("a", "b") + joint("j", "a", "b", type_))
    assert whole.joints[0].type == type_
    assert whole.degrees_of_freedom.total == freedom
    assert whole.counts.joint_types == {type_: 1}


def test_both_axes_are_reported():
    axes = "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>"
    (told,) = model(links("a", "b") + joint("j", "a", "b", "universal", axes)).joints
    assert (told.axis, told.axis2) == ((1, 0, 0), (0, 1, 0))


@pytest.mark.parametrize(
    ("limit", "bounds"),
    [
        ("<lower>-1</lower><upper>2</upper>", (-1, 2, None, None)),
        ("<lower>-1e16</lower><upper>1e16</upper>", (-math.inf, math.inf, None, None)),
        ("<effort>-1</effort><velocity>3</velocity>", (-math.inf, math.inf, None, 3)),
        ("<lower>-1</lower>", (-1, math.inf, None, None)),
        ("<lower>-inf</lower><effort>5</effort>", (-math.inf, math.inf, 5, None)),
    ],
)
def test_a_missing_limit_is_null_in_json(limit, bounds):
    axis = f"<axis><xyz>0 0 1</xyz><limit>{limit}</limit></axis>"
    whole = model(links("a", "b") + joint("j", "a", "b", "revolute", axis))
    (told,) = whole.joints
    assert (told.lower, told.upper, told.effort, told.velocity) == bounds
    table = json_report(whole)["joints"][0]
    finite = [bound if bound is not None and math.isfinite(bound) else None for bound in bounds]
    assert [table[key] for key in ("lower", "upper", "effort", "velocity")] == finite


def test_links_that_are_not_there_are_no_roots():
    whole = model(links("a") + joint("j", "QQQ::base", "a") + joint("k", "QQQ::link", "a"))
    assert whole.roots == 0


def test_a_world_has_its_models_with_poses_and_files(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (whole,) = of("worlds/yard.world").entities
    parts = {part.name: part for part in whole.parts}
    assert list(parts) == ["ground", "first", "second"]
    assert parts["ground"].is_static
    first, second = parts["first"], parts["second"]
    assert (first.links, first.joints, first.mass) == (2, 1, 2.5)
    assert first.pose.xyz == (1, 0, 0)
    assert second.pose.xyz == pytest.approx((2, 0, -0.05))
    assert first.file == "models/cart/model.sdf"
    assert parts["ground"].file is None


def test_a_world_has_includes_lights_physics_frames_and_joints(folder):
    (whole,) = of(str(folder / "worlds" / "yard.world")).entities
    assert [include.kind for include in whole.includes] == ["model", "model", ""]
    assert "not found" in whole.includes[2].reason
    assert [(one.name, one.type, one.pose.xyz) for one in whole.lights] == [
        ("sun", "directional", (0, 0, 9))
    ]
    (physics,) = whole.physics
    assert (physics.engine, physics.step, physics.is_written) == ("dart", 0.002, True)
    assert whole.gravity == (0, 0, -9.8)
    frames = {frame.name: frame for frame in whole.frames}
    assert frames["door"].pose.xyz == (5, 0, 0)
    assert frames["first::axle"].attached_to == "first::box"
    tow = next(one for one in whole.joints if one.name == "tow")
    assert (tow.parent, tow.child, tow.type) == ("first::box", "second::box", "ball")


def test_a_world_without_physics_says_what_simulators_assume():
    (whole,) = of('<sdf version="1.9"><world name="w"/></sdf>').entities
    assert whole.physics[0].is_written is False


def test_merged_models_count_once():
    inner = '<sdf version="1.9"><model name="x"><link name="l"/></model></sdf>'
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "x.sdf").write_text(inner)
        outer = Path(place) / "y.sdf"
        outer.write_text(
            '<sdf version="1.9"><model name="m"><include merge="true"><uri>x.sdf</uri></include>'
            "</model></sdf>"
        )
        (whole,) = of(str(outer)).entities
    assert [link.name for link in whole.links] == ["l"]
    assert whole.parts == ()


def test_a_file_with_nothing_but_a_light_has_a_summary():
    summary = of('<sdf version="1.9"><light name="sun" type="point"/></sdf>')
    assert summary.entities == ()
    assert [light.name for light in summary.lights] == ["sun"]


@pytest.mark.parametrize(
    "text",
    [
        '<sdf version="1.9"/>',
        '<sdf version="1.9"><model name="m"/></sdf>',
        '<sdf version="1.9"><model name="m"><link name="a"><pose relative_to="a"/></link></model></sdf>',
        (
            '<sdf version="1.9"><model name="m"><link name="a"/><joint name="j" type="QQQ">'
            "<parent>QQQ</parent><child>a</child></joint></model></sdf>"
        ),
        (
            '<sdf version="1.9"><model name="m"><link name="a"><pose>1e308 nan x</pose>'
            "<inertial><mass>nan</mass></inertial></link></model></sdf>"
        ),
        (
            '<sdf version="1.4"><world name="w"><model name="m"><link name="a"/></model></world>'
            '<world name="v"/></sdf>'
        ),
    ],
)
def test_invalid_files_have_a_summary_that_fits_its_schema(text):
    table = json_report(of(text))
    jsonschema.validate(json.loads(json.dumps(table, allow_nan=False)), SCHEMA)


def test_samples_and_real_layouts_fit_the_schema(folder):
    for name in ("sample:arm.sdf", "sample:arm.world", str(folder / "worlds" / "yard.world")):
        jsonschema.validate(json_report(of(name)), SCHEMA)


def test_a_pose_that_leads_nowhere_is_none():
    whole = model(
        '<link name="a"/><frame name="f"><pose relative_to="QQQ">1 0 0 0 0 0</pose></frame>'
    )
    assert whole.frames[0].pose is None


def test_turns_come_back_as_they_were_written():
    rpy = (0.1, -0.2, 0.3)
    pose = " ".join(map(str, (1, 2, 3, *rpy)))
    whole = model(f'<link name="a"/><frame name="f"><pose>{pose}</pose></frame>')
    assert whole.frames[0].pose.rpy == pytest.approx(rpy, abs=1e-12)


def test_a_file_of_thousands_of_models_takes_linear_time():
    def work(count):
        inner = "".join(f'<model name="m{i}"><link name="l"/></model>' for i in range(count))
        document = bodyplan.read(f'<sdf version="1.9"><world name="w">{inner}</world></sdf>')
        return lines(lambda: sdf_report(document))

    assert work(2_000) < 5 * work(500)


def test_the_tree_that_is_shown_is_the_one_that_is_loaded():
    text = """<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/><link name="c"/>
      <joint name="cut" type="revolute"><parent>a</parent><child>c</child><axis/>
        <physics><simbody><must_be_loop_joint>true</must_be_loop_joint></simbody></physics></joint>
      <joint name="ab" type="revolute"><parent>a</parent><child>b</child><axis/></joint>
      <joint name="bc" type="revolute"><parent>b</parent><child>c</child><axis/></joint>
    </model></sdf>"""
    document = bodyplan.read(text.encode())
    robot = bodyplan.load(document)
    assert [joint.name for joint in robot.loops] == ["cut"]
    rows = sdf_report(document).entities[0].tree
    assert {row.joint.name: row.mark for row in rows if row.joint is not None} == {
        "cut": "second parent",
        "ab": "",
        "bc": "",
    }
    assert [row.depth for row in rows] == [0, 1, 1, 2]


@pytest.mark.parametrize("name", ["arm", "quadruped", "rover"])
def test_a_robot_has_the_same_facts_in_every_format(name):
    document = bodyplan.read(f"sample:{name}")
    (model,) = sdf_report(bodyplan.convert(document, "sdf").document).models
    robot = robot_report(document)
    assert {one.name: one for one in robot.joints} == {one.name: one for one in model.joints}
    shapes = [{o.name: (o.visuals, o.collisions) for o in r.links} for r in (robot, model)]
    assert shapes[0] == shapes[1]
    assert robot.degrees_of_freedom == model.degrees_of_freedom


def test_an_axis_that_the_type_of_a_joint_does_not_have_is_left_out():
    whole = model(links("a", "b") + joint("j", "a", "b", "ball", "<axis><xyz>1 0 0</xyz></axis>"))
    assert (whole.joints[0].type, whole.joints[0].axis) == ("ball", None)
