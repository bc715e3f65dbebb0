"""ROS 2 parameter files: typed values with locations, compared with PyYAML's own reading."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import HANG_GUARD

from bodyplan.formats import ros_yaml as typed
from bodyplan.formats.editing import EditError
from bodyplan.formats.ros_yaml import nodes, read_settings_bytes
from bodyplan.lint.check import check_document
from bodyplan.spec.data import to_data

CASES = sorted((Path(__file__).parents[1] / "lint" / "rules").glob("S8*/*.yaml"))


def read(text: str):
    return read_settings_bytes(text.encode(), "x.yaml")


LIMITS = """\
default_velocity_scaling_factor: 0.1
joint_limits:
  elbow:  # the second one
    has_velocity_limits: true
    max_velocity: 2.5
  "wr\u00efst": {has_position_limits: no, max_position: -1.5e+1}
"""


def test_values_are_typed():
    root = read(LIMITS).root
    assert isinstance(root, typed.JointLimits)
    elbow, wrist = root.joints
    assert (elbow.name, elbow.has_velocity_limits, elbow.max_velocity) == ("elbow", True, 2.5)
    assert (wrist.name, wrist.has_position_limits, wrist.max_position) == (
        "wr\u00efst",
        False,
        -15.0,
    )
    assert wrist.max_velocity is None


@pytest.mark.parametrize(
    ("field", "part", "place"),
    [
        (None, None, (3, 3, 3, 8, "/joint_limits/elbow")),
        ("name", None, (3, 3, 3, 8, "/joint_limits/elbow")),
        ("max_velocity", None, (5, 19, 5, 22, "/joint_limits/elbow/max_velocity")),
        ("max_velocity", "name", (5, 5, 5, 17, "/joint_limits/elbow/max_velocity")),
        ("max_jerk", None, (3, 3, 3, 8, "/joint_limits/elbow")),
    ],
)
def test_a_value_and_each_of_its_fields_have_a_place(field, part, place):
    document = read(LIMITS)
    where = document.place(document.root.joints[0], field, part)
    assert where == ("x.yaml", *place, ())


def test_columns_count_characters_and_lines_of_any_end():
    document = read_settings_bytes(
        "\ufeff# \U0001f600\r\njoint_limits: {'\U0001f600': {max_velocity: 2.0}}\r\n".encode(), "x"
    )
    where = document.place(document.root.joints[0], "max_velocity")
    assert (where.line, where.column, where.end_column) == (2, 36, 39)


def test_what_is_written_is_distinguished_from_what_is_not():
    document = read(LIMITS)
    elbow = document.root.joints[0]
    assert document.written(elbow, "max_velocity")
    assert not document.written(elbow, "max_jerk")


FORMS = {
    "joint_limits": [
        LIMITS,
        "robot_description_planning:\n  joint_limits: {elbow: {max_velocity: 2.5}}\n",
        "/**:\n  ros__parameters:\n    robot_description_planning:\n      joint_limits:\n        elbow: {}\n",
    ],
    "controllers": [
        "controller_manager:\n  ros__parameters:\n    update_rate: 100\n",
        "/left/controller_manager:\n  ros__parameters:\n    arm: {type: a/B}\n",
        "left:\n  controller_manager:\n    ros__parameters:\n      arm: {type: a/B}\n",
        "arm:\n  ros__parameters: {type: a/ArmController, joints: [elbow]}\n",
        "arm:\n  type: effort_controllers/JointTrajectoryController\n  joints: [elbow]\n",
        "robot:\n  arm: {type: effort_controllers/JointPositionController, joint: elbow}\n",
    ],
    "moveit_controllers": [
        "controller_names: []\n",
        "controller_list:\n  - {name: arm, joints: [elbow]}\n",
        "moveit_simple_controller_manager:\n  controller_names: [arm]\n",
    ],
    "kinematics": [
        "arm: {kinematics_solver: kdl/KDL}\n",
        "robot_description_kinematics:\n  arm: {kinematics_solver: kdl/KDL}\n",
        "/**:\n  ros__parameters:\n    robot_description_kinematics:\n      arm: {kinematics_solver: k}\n",
    ],
}


@pytest.mark.parametrize(
    ("form", "text"), [(form, text) for form, texts in FORMS.items() for text in texts]
)
def test_each_form_is_known_by_its_keys(form, text):
    document = read(text)
    assert document.format == form
    assert document.root is not None
    assert not document.diagnostics


def test_joints_of_a_controller_come_from_the_keys_of_its_kind():
    text = """
wheels:
  ros__parameters:
    type: diff_drive_controller/DiffDriveController
    left_wheel_names: [left]
    right_wheel_names: [right]
hand:
  ros__parameters: {type: x/GripperController, joint: finger, interface_name: effort}
"""
    wheels, hand = read(text).root.controllers
    assert [joint.name for joint in wheels.joints] == ["left", "right"]
    assert [joint.name for joint in hand.joints] == ["finger"]
    assert [interface.name for interface in hand.command_interfaces] == ["effort"]


def controllers(text: str):
    document = read(text)
    assert document.format == "controllers"
    return document.root.controllers, document.diagnostics


def test_blocks_of_one_node_are_merged_as_rcl_merges_them():
    found, diagnostics = controllers("""\
controller_manager:
  ros__parameters: {arm: {type: joint_trajectory_controller/JointTrajectoryController}}
robot:
  arm:
    ros__parameters: {joints: [a], gains: {a: 1}}
arm:
  ros__parameters:
    joints: [a, b]
robot:
  hand:
    ros__parameters: {type: position_controllers/GripperActionController, joint: c}
arm:
  ros__parameters:
    command_interfaces: [position]
    joints: [d]
""")
    by_name = {one.name: one for one in found}
    assert [joint.name for joint in by_name["hand"].joints] == ["c"]
    assert [one.name for one in by_name["arm"].command_interfaces] == ["position"]
    assert [(d.code, str(d.severity), d.where.line) for d in diagnostics] == [
        ("S802", "error", 15),
    ]


WILD = """\
/**:
  controller_manager:
    ros__parameters: {arm: {type: x/ArmController}, hand: {type: x/HandController}}
/**/arm:
  ros__parameters: {joints: [a]}
/*:
  ros__parameters: {joints: [b]}
/left/hand:
  ros__parameters: {joints: [c]}
"""


def test_wildcards_match_controllers_in_any_namespace_and_the_last_block_has_priority():
    found, diagnostics = controllers(WILD)
    assert [(one.name, one.is_listed) for one in found] == [("arm", True), ("hand", True)]
    assert [[joint.name for joint in one.joints] for one in found] == [["b"], ["c"]]
    assert not diagnostics


def test_controllers_of_two_namespaces_are_read_apart():
    found, _ = controllers("""\
/left:
  controller_manager:
    ros__parameters: {arm: {type: x/ArmController}}
  arm:
    ros__parameters: {joints: [a]}
/right/controller_manager:
  ros__parameters: {arm: {type: x/ArmController}}
/right/arm:
  ros__parameters: {joints: [b]}
""")
    assert [[joint.name for joint in one.joints] for one in found] == [["a"], ["b"]]


def test_parameters_of_every_node_may_list_the_controllers():
    found, _ = controllers("""\
/**:
  ros__parameters:
    update_rate: 100
    arm: {type: x/ArmController}
arm:
  ros__parameters: {joints: [a]}
""")
    assert [(one.name, one.is_listed, len(one.joints)) for one in found] == [("arm", True, 1)]


def test_joint_limits_of_all_nodes_are_read():
    root = read("""\
move_group:
  ros__parameters: {robot_description_planning: {joint_limits: {a: {max_velocity: 1.0}}}}
servo:
  ros__parameters: {robot_description_planning: {joint_limits: {b: {max_velocity: 2.0}}}}
""").root
    assert [joint.name for joint in root.joints] == ["a", "b"]


def test_merged_mappings_are_read_as_the_loaders_do():
    text = "fast: &fast {has_velocity_limits: true, max_velocity: 9.0}\njoint_limits:\n  elbow:\n    <<: *fast\n    max_velocity: 2.0\n"
    (elbow,) = read(text).root.joints
    loaded = yaml.safe_load(text)["joint_limits"]["elbow"]
    assert {k: v for k, v in to_data(elbow).items() if k != "name"} == loaded


NUMBERS = st.floats(allow_nan=False, allow_infinity=False, width=32) | st.integers(-99, 99)
ENTRIES = st.dictionaries(
    st.sampled_from(["min_position", "max_position", "max_velocity", "max_jerk"]), NUMBERS
) | st.dictionaries(st.sampled_from(["has_position_limits", "has_jerk_limits"]), st.booleans())
NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=9
)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(NAMES.filter(lambda name: name != "<<"), ENTRIES, max_size=5),
    st.booleans(),
    st.booleans(),
)
def test_any_limits_read_as_pyyaml_reads_them(joints, flow, indent):
    text = yaml.safe_dump(
        {"joint_limits": joints},
        default_flow_style=flow,
        allow_unicode=True,
        indent=4 if indent else 2,
    )
    root = read(text).root
    found = {
        joint.name: {k: v for k, v in to_data(joint).items() if k != "name"}
        for joint in root.joints
    }
    assert found == yaml.safe_load(text)["joint_limits"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_parser_in_c_and_the_one_in_python_report_the_same(path, monkeypatch):
    data = path.read_bytes()
    fast = [str(d) for d in read_settings_bytes(data, "x.yaml").diagnostics]
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert [str(d) for d in read_settings_bytes(data, "x.yaml").diagnostics] == fast


def marks(node, path=""):
    """Yield every key of a tree of PyYAML, with where it and its scalar begin."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            here = f"{path}/{key.value}"
            starts = [key, value] if isinstance(value, yaml.ScalarNode) else [key]
            yield here, {(n.start_mark.line + 1, n.start_mark.column + 1) for n in starts}
            yield from marks(value, here)


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_places_are_those_of_pyyaml(path):
    text = path.read_text(encoding="utf-8", errors="replace")
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return  # the place of the fault is in the report of the case
    if "over_limit" in path.parent.name or "duplicate" in path.parent.name or root is None:
        return
    expected = dict(marks(root))
    document = read(text)
    from bodyplan.spec.bind import walk

    for value in walk(document.root) if document.root is not None else ():
        where = document.place(value)
        if where.path in expected:
            assert (where.line, where.column) in expected[where.path]


# Hostile


def deep(kind: str) -> str:
    return "joint_limits: " + kind * 20_000


def bomb(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, levels)]
    return "\n".join([*lines, "joint_limits: {}"])


HOSTILE = {
    "nested lists": deep("["),
    "nested mappings": deep("{a: "),
    "nested dashes": "- " * 3000 + "a",
    "a bomb of aliases": bomb(12),
    "a list in itself": "joint_limits: &a {x: {max_velocity: *a}}\n",
    "merged with itself": "joint_limits: &a\n  <<: *a\n",
    "an alias of nothing": "joint_limits: *nothing\n",
    "large": "joint_limits: {" + "a: {}, " * 60_000 + "}",
    "many joints": "joint_limits:\n"
    + "".join(f"  j{i}: {{max_velocty: {i}}}\n" for i in range(9000)),
    "many controllers": "controller_names: ["
    + ",".join(f"c{i}" for i in range(9000))
    + "]\n"
    + "".join(f"d{i}: {{type: x, joints: [a]}}\n" for i in range(4000)),
    "control characters": "joint_limits: {\x00: \x1b[31m}",
    "a tag that would run code": "joint_limits: !!python/object/apply:os.system ['touch pwned']\n",
    "keys that are no names": "? [a, b]\n: 1\n? {c: d}\n: 2\njoint_limits: {}\n",
    "nodes of one name": "a: {ros__parameters: {joints: [b], type: xController}}\n" * 4000,
    "many nodes twice": "".join(f"a{i}: {{ros__parameters: {{}}}}\n" for i in range(4000)) * 2,
    "wildcards": ("/**" * 3 + ":\n  ros__parameters: {a: {type: xController}}\n") * 2000
    + "".join(f"/*/**/c{i}:\n  ros__parameters: {{joints: [b]}}\n" for i in range(2000)),
    "many wildcards": "controller_manager:\n  ros__parameters:\n"
    + "".join(f"    c{i}: {{type: aController}}\n" for i in range(3000))
    + "".join(f"/**/a{i}/**:\n  ros__parameters: {{joints: [b]}}\n" for i in range(3000)),
    "long numbers": "joint_limits: {a: {max_velocity: " + "9" * 5000 + ".0, max_jerk: 1e99999}}\n",
    "numbers in sixties": "joint_limits: {a: {max_velocity: 190:20:30.15, max_jerk: 1:30}}\n",
    "several documents": "joint_limits: {}\n---\nother: [\n",
    "binary": "\udce9\udcff".encode("utf-8", "surrogateescape").decode("latin-1") * 10,
}


@pytest.mark.long(keep=10, each=("loader",))
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("loader", ["C", "Python"])
def test_hostile_files_end_soon_and_run_nothing(name, loader, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    if loader == "Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    start = time.process_time()
    document = read_settings_bytes(HOSTILE[name].encode("utf-8", "surrogateescape"), "x.yaml")
    found = check_document(document)
    told = [(d.where, d.hint, str(d)) for d in found]
    assert time.process_time() - start < HANG_GUARD
    assert len(told) <= 2 * document.limits.max_diagnostics + 2
    assert not list(tmp_path.iterdir())


def test_the_limits_are_named_in_the_messages():
    (found,) = read("a: " + "x" * nodes.MOST_BYTES).diagnostics
    assert f"{nodes.MOST_BYTES:,}" in found.message
    assert f"{nodes.MOST_DEPTH}" in read(deep("[")).diagnostics[0].message
    assert f"{nodes.MOST_NODES:,}" in read(bomb(12)).diagnostics[0].message


def test_what_is_before_a_problem_is_still_checked():
    document = read("joint_limits:\n  a: {max_velocity: '2'}\n  b: [\n")
    assert [d.code for d in document.diagnostics] == ["S801", "S803"]
    assert [joint.name for joint in document.root.joints] == ["a", "b"]


def test_settings_are_not_edited():
    with pytest.raises(EditError, match="checked, not edited"), read(LIMITS).editing():
        pass
