"""The verb schema: valid schemas, pages, and where they go."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator
from tests.cli.conftest import ERROR, SAFE, WARNING
from tests.cli.test_options import all_verbs

from bodyplan.cli.verbs.schema import FORMATS, NAMES

MACROS = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="side" default="left"/>
  <xacro:property name="unused" value="1"/>
  <xacro:macro name="limb" params="name"><link name="${name}"/></xacro:macro>
  <xacro:limb name="$(arg side)_arm"/>
</robot>
"""
STATE = """<model_state model="tern" time_stamp="1.5">
  <joint_state joint="elbow_joint" position="1" velocity="0" effort="2"/>
</model_state>
"""
WORLD = """<sdf version="1.6"><model name="m">
  <link name="a"><visual name="v"><geometry><mesh><uri>model://x/a.stl</uri></mesh></geometry>
  </visual></link></model></sdf>
"""
MESHES = """<robot name="r"><link name="a"><visual><geometry>
  <mesh filename="package://none/a.stl"/></geometry></visual></link></robot>
"""
FILES = {
    "error.urdf": ERROR,
    "loose.urdf": SAFE,
    "warning.urdf": WARNING,
    "macros.urdf.xacro": MACROS,
    "fault.urdf.xacro": MACROS.replace("xacro:limb name", "xacro:limp name"),
    "state.xml": STATE,
    "world.sdf": WORLD,
    "meshes.urdf": MESHES,
}
PRINTED = {
    "check": (["error.urdf", "none.urdf", "sample:arm", "macros.urdf.xacro"],),
    "fix": (
        ["loose.urdf", "warning.urdf", "none.urdf", "--check"],
        ["loose.urdf", "--unsafe", "-o", "x"],
    ),
    "show": (["sample:arm"], ["sample:rover"], ["error.urdf"], ["state.xml"]),
    "show-srdf": (["sample:arm.srdf"], ["sample:arm.srdf", "--alone"]),
    "show-sdf": (["world.sdf"],),
    "fk": (["sample:arm"], ["sample:arm", "-q", "elbow_joint=99", "--form", "4x4"]),
    "workspace": (["sample:arm", "--frame", "tool0", "--count", "100"],),
    "inertia": (["sample:arm"], ["sample:rover", "--lumped"]),
    "where": (["sample:arm", "meshes.urdf", "world.sdf"],),
    "bundle": (["meshes.urdf", "-o", "all.zip"], ["sample:arm", "-o", "arm"]),
    "convert": (
        ["world.sdf", "--to", "sdf1.9"],
        ["world.sdf", "--to", "sdf1.4"],
        ["sample:arm", "-o", "arm.sdf"],
    ),
    "diff": (["sample:arm", "sample:arm.sdf"], ["sample:arm", "sample:rover"]),
    "expand": (["macros.urdf.xacro", "side:=right"], ["fault.urdf.xacro"]),
    "collisions": (["sample:arm"],),
    "spheres": (["sample:arm", "--count", "2", "--links", "palm_link"],),
    "simplify": (["sample:arm", "--to", "box"],),
    "srdf-pairs": (["pairs", "sample:arm", "--samples", "100", "--no-proof"],),
    "explain": (["J101", "D104"], []),
    "doctor": ([],),
}
"""By the name of the schema: words behind the verb whose JSON is to fit it."""
EXAMPLES = [(name, words) for name, several in PRINTED.items() for words in several]


@pytest.mark.parametrize("name", NAMES)
def test_each_schema_is_one(bodyplan, name):
    status, out, err = bodyplan("schema", name)
    assert (status, err) == (0, "")
    Draft202012Validator.check_schema(json.loads(out))


def test_every_verb_that_prints_json_has_a_schema_of_its_name():
    verbs = {
        name.partition(" ")[0]
        for name, parser in all_verbs().items()
        if "--json" in parser._option_string_actions
    }
    assert verbs == {name.partition("-")[0] for name in {*NAMES} - set(FORMATS)}
    assert {name for name, _ in EXAMPLES} == set(NAMES) - set(FORMATS)


@pytest.mark.parametrize(("name", "words"), EXAMPLES, ids=str)
def test_what_is_printed_fits_its_schema(bodyplan, here, name, words):
    for path, text in FILES.items():
        (here / path).write_text(text)
    _, out, _ = bodyplan(name.partition("-")[0], *words, "--json")
    printed = json.loads(out)
    assert printed["version"] == 1
    Draft202012Validator(json.loads(bodyplan("schema", name)[1])).validate(printed)


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_a_schema_knows_no_other_key(bodyplan, name):
    schema = json.loads(bodyplan("schema", name)[1])
    objects = list(_objects(schema))
    assert objects
    assert all("additionalProperties" in one for one in objects)


def _objects(schema):
    """Every object that a schema describes."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for value in schema.values():
            yield from _objects(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _objects(value)


@pytest.mark.parametrize("name", ["urdf", "srdf", "sdf", "model_state"])
def test_each_format_has_a_page(bodyplan, name):
    status, out, _ = bodyplan("schema", name, "--format", "markdown")
    assert status == 0
    assert out.startswith("# ")
    assert "| field |" in out


def test_the_result_can_go_to_a_file(bodyplan, here):
    printed = bodyplan("schema", "urdf")[1]
    assert bodyplan("schema", "urdf", "-o", "urdf.json") == (0, "", "")
    assert (here / "urdf.json").read_text("utf-8") == printed
    assert bodyplan("schema", "urdf", "-o", "-")[1] == printed


def test_wrong_use_is_a_sentence(bodyplan):
    assert bodyplan("schema", "check", "--format", "markdown") == (
        2,
        "",
        "bodyplan: the output of check has only a JSON Schema\n",
    )
    assert bodyplan("schema", "urd") == (
        2,
        "",
        (
            "bodyplan schema: expected urdf, srdf, sdf, model_state, check, fix, show, "
            "show-srdf, show-sdf, fk, collisions, spheres, simplify, workspace, inertia, where, "
            "bundle, convert, diff, srdf-pairs, expand, explain "
            "or doctor, got 'urd'; did you mean 'urdf'?\n"
        ),
    )
    assert bodyplan("schema")[2] == (
        "bodyplan schema: missing NAME; see `bodyplan schema --help`\n"
    )
