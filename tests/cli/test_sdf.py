"""The verbs with SDFormat: models, worlds, folders of models."""

from __future__ import annotations

import json
import re
import zipfile

import jsonschema
import pytest
from jsonschema import Draft202012Validator
from tests.project.sdf_folders import CART, WORLD, build

from bodyplan.cli.verbs.schema import schema as schema_of

YARD = "worlds/yard.world"


@pytest.fixture
def yard(here):
    return build(here)


# check


def test_a_world_is_checked_with_what_it_includes(yard, bodyplan):
    status, out, _ = bodyplan("check", YARD)
    assert status == 1
    first = out.splitlines()[0]
    assert first == (f"{YARD}: includes models/cart/model.sdf (2 times); 1 include was not found")
    assert "D114 error [libsdformat 14 URI_LOOKUP] <include> 'model://QQQ'" in out


def test_the_report_for_programs_names_format_and_partners(yard, bodyplan):
    report = json.loads(bodyplan("check", ".", "--json")[1])
    jsonschema.validate(report, schema_of("check"))
    files = {file["path"]: file for file in report["files"]}
    assert {file["format"] for file in files.values()} == {"sdf"}
    assert files[f"./{YARD}" if f"./{YARD}" in files else YARD]["partners"]


@pytest.mark.parametrize("word", ["models/cart", "models/cart/model.config"])
def test_the_folder_of_a_model_is_checked(yard, bodyplan, word):
    status, out, _ = bodyplan("check", word, "--format", "concise")
    assert status == 0
    assert "models/cart/model.sdf:" in out


def test_a_model_comes_from_standard_input(bodyplan, feed):
    feed(CART.encode())
    status, out, _ = bodyplan("check", "-", "--format", "concise")
    assert status == 0
    assert "<stdin>:" in out


# show


def test_a_model_is_shown_as_tree_with_sensors_plugins_and_frames(yard, bodyplan):
    status, out, err = bodyplan("show", "models/cart")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "cart · model · SDFormat 1.9 · models/cart/model.sdf"
    assert re.search("^frame +attached to link box$", out, re.MULTILINE)
    assert any(line.startswith("└─ wheel  spin") for line in lines)
    for words in ("  imu   imu   box  100 Hz", "  drive  drive", "  axle  0 0 -0.05          box"):
        assert words in lines


def test_a_world_is_shown_with_models_includes_and_what_was_not_found(yard, bodyplan):
    status, out, _ = bodyplan("show", YARD)
    assert status == 0
    assert "yard · world · SDFormat 1.10 · worlds/yard.world" in out
    assert "includes     3  1 not found" in out
    assert re.search("^physics +dart, step 0.002 s", out, re.MULTILINE)
    assert "model://QQQ\n    not found in" in out
    assert "  ground  0 0 0" in out
    assert out.rstrip().endswith(f"run bodyplan check {YARD}")


def test_what_is_shown_fits_the_schema(yard, bodyplan):
    schema = json.loads(bodyplan("schema", "show-sdf")[1])
    Draft202012Validator.check_schema(schema)
    for word in (YARD, "models/cart", "sample:arm.sdf", "sample:arm.world"):
        jsonschema.validate(json.loads(bodyplan("show", word, "--json")[1]), schema)


@pytest.mark.parametrize(
    ("graph", "piece"), [("dot", "digraph"), ("mermaid", "flowchart LR"), ("svg", "<svg")]
)
def test_the_links_and_joints_are_drawn(yard, bodyplan, graph, piece):
    status, out, _ = bodyplan("show", YARD, "--graph", graph)
    assert status == 0
    assert piece in out
    assert "first::box" in out


def test_a_file_without_a_model_is_shown_and_has_no_graph(bodyplan, feed):
    light = b'<sdf version="1.9"><light name="sun" type="point"/></sdf>'
    feed(light)
    assert "sun · light · SDFormat 1.9" in bodyplan("show", "-")[1]
    feed(light)
    status, out, err = bodyplan("show", "-", "--graph", "dot")
    assert (status, out) == (2, "")
    assert err == "bodyplan: <stdin> contains no world or model to draw\n"


def test_long_tables_are_cut_and_say_so(bodyplan, feed):
    frames = "".join(f'<frame name="f{i}"/>' for i in range(50))
    feed(f'<sdf version="1.9"><model name="m"><link name="a"/>{frames}</model></sdf>'.encode())
    out = bodyplan("show", "-")[1]
    assert "  and 10 more; --json lists all" in out
    assert "f49" not in out


# other verbs


def test_where_reports_models_and_meshes(yard, bodyplan):
    status, out, _ = bodyplan("where", YARD)
    assert status == 1
    assert "model://cart" in out
    assert "model://QQQ" in out
    assert "box.stl" in bodyplan("where", "models/cart")[1]


def test_fmt_lays_a_world_out_and_keeps_what_it_says(yard, bodyplan):
    status, _, _ = bodyplan("fmt", YARD)
    assert status == 0
    assert bodyplan("fmt", "--check", YARD)[0] == 0
    text = (yard / YARD).read_text()
    assert "".join(text.split()) == "".join(WORLD.split())


def test_fix_and_fmt_take_folders(yard, bodyplan):
    assert bodyplan("fmt", ".")[0] == 0
    status, _, err = bodyplan("fix", ".", "--check")
    assert status == 0
    assert err.startswith("3 files: nothing would be fixed")


def test_rename_works_on_a_world_and_its_models_together(yard, bodyplan):
    status, _, err = bodyplan("rename", "link", "cart::QQQ", "x", YARD)
    assert (status, err) == (2, f"bodyplan: {YARD} has no link 'cart::QQQ'\n")
    status, _, err = bodyplan("rename", "frame", "axle", "rear", YARD)
    assert status == 2
    assert err.endswith("models/cart/model.sdf; add that file\n")
    status, _, err = bodyplan("rename", "frame", "axle", "rear", YARD, "models/cart")
    assert status == 0
    assert err == f"{YARD}: changed 1 occurrence\nmodels/cart/model.sdf: changed 3 occurrences\n"
    assert 'relative_to="first::rear"' in (yard / YARD).read_text()
    assert 'relative_to="rear"' in (yard / "models/cart/model.sdf").read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["rename", "material", "a", "b", YARD],
            f"{YARD} is SDFormat; a material cannot be renamed there",
        ),
        (
            ["rename", "frame", "a", "b", "sample:arm"],
            "sample:arm is not SDFormat; only SDFormat has frames",
        ),
        (
            ["rename", "link", "box", "b", YARD, "models/cart"],
            f"{YARD} and models/cart/model.sdf each define link 'box'; rename in one file at a time",
        ),
        (
            ["show", "sample:arm.srdf", "--robot", YARD],
            f"--robot requires a URDF; {YARD} is an SDFormat file",
        ),
        (["show", YARD, "--robot", "sample:arm"], f"--robot requires an SRDF; {YARD} is not one"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(yard, bodyplan, words, sentence):
    assert bodyplan(*words) == (2, "", f"bodyplan: {sentence}\n")


# bundle


def test_a_world_is_bundled_with_its_models_and_opens_elsewhere(yard, bodyplan, monkeypatch):
    status, out, _ = bodyplan("bundle", YARD, "-o", "out")
    assert status == 1  # QQQ is not there
    assert "Gazebo finds the models with GZ_SIM_RESOURCE_PATH=out/models\n" in out
    files = sorted(str(path.relative_to(yard / "out")) for path in (yard / "out").rglob("*.*"))
    assert files == [
        "bodyplan-bundle.json",
        "models/cart/meshes/box.stl",
        "models/cart/model.config",
        "models/cart/model.sdf",
        "yard.world",
    ]
    config = (yard / "out/models/cart/model.config").read_text()
    assert "old.sdf" not in config
    assert "<name>Nobody</name>" in config
    for name in ("models", "worlds"):
        (yard / name).rename(yard / f"no-{name}")
    monkeypatch.chdir(yard / "out")
    assert "includes models/cart/model.sdf (2 times)" in bodyplan("check", "yard.world")[1]
    assert bodyplan("where", "models/cart")[0] == 0


def test_models_that_are_files_get_a_folder_and_a_manifest(yard, bodyplan):
    (yard / "worlds" / "crate.sdf").write_text(CART.replace("meshes/", "../models/cart/meshes/"))
    (yard / "worlds" / "w.sdf").write_text(
        '<sdf version="1.9"><world name="w"><include><uri>crate.sdf</uri></include></world></sdf>'
    )
    status, _, _ = bodyplan("bundle", "worlds/w.sdf", "-o", "out.zip", "--folder", ".")
    assert status == 0
    with zipfile.ZipFile("out.zip") as archive:
        names = sorted(archive.namelist())
        world = archive.read("w.sdf" if "w.sdf" in names else "out/w.sdf").decode()
        config = next(name for name in names if name.endswith("models/crate/model.config"))
        assert '<sdf version="1.9">crate.sdf</sdf>' in archive.read(config).decode()
    assert "<uri>model://crate</uri>" in world
    assert any(name.endswith("models/crate/crate.sdf") for name in names)
    assert any(name.endswith("box.stl") and "models/crate/" in name for name in names)


def test_models_that_include_models_are_taken_along(yard, bodyplan):
    (yard / "models" / "train").mkdir()
    (yard / "models/train/model.config").write_text(
        '<model><sdf version="1.9">train.sdf</sdf></model>'
    )
    (yard / "models/train/train.sdf").write_text(
        '<sdf version="1.9"><model name="t"><include><uri>model://cart</uri></include>'
        "<include><uri>model://train</uri></include></model></sdf>"
    )
    bodyplan("bundle", "models/train", "-o", "out", "--folder", "models")
    assert (yard / "out/models/cart/model.sdf").is_file()
    assert (yard / "out/train.sdf").is_file()
