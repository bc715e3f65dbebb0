"""``bodyplan collisions``."""

from __future__ import annotations

import json

import pytest

from bodyplan.cli.verbs.schema import schema as schema_of

jsonschema = pytest.importorskip("jsonschema")
pytest.importorskip("numpy")

BENT = (
    "shoulder_pan_joint=0.02,shoulder_lift_joint=0.96,elbow_joint=0.42,wrist_roll_joint=-0.14,"
    "wrist_pitch_joint=1.31,flange_joint=1.25,left_finger_joint=0.01"
)


def test_colliding_links_are_listed_with_depth_and_place(bodyplan):
    status, out, err = bodyplan("collisions", "sample:arm", "-q", BENT)
    assert (status, err) == (1, "")
    assert "33 pairs of links checked" in out
    assert "  pedestal_link  right_finger_link  1.89 mm deep  at 0.091 -0.029 0.000\n" in out


def test_a_free_state_exits_with_zero(bodyplan):
    status, out, _ = bodyplan("collisions", "sample:arm", "--state", "home")
    assert (status, out.splitlines()[-1]) == (0, "no links collide")


def test_json_fits_its_schema(bodyplan):
    _, out, _ = bodyplan("collisions", "sample:arm", "-q", BENT, "--json")
    page = json.loads(out)
    jsonschema.validate(page, schema_of("collisions"))
    assert (page["tested"], page["colliding"], page["unchecked"]) == (1, 1, [])
    (contact,) = page["configurations"][0]["contacts"]
    assert (contact["link1"], contact["link2"]) == ("pedestal_link", "right_finger_link")
    assert contact["depth"] == pytest.approx(0.00189, abs=1e-5)


def test_rows_of_a_file_are_named_by_their_line(bodyplan, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names, values = zip(*(part.split("=") for part in BENT.split(",")), strict=True)
    rows = [",".join(names), ",".join("0" * len(names)), ",".join(values)]
    (tmp_path / "path.csv").write_text("\n".join(rows), encoding="ascii")
    status, out, _ = bodyplan("collisions", "sample:arm", "--configurations", "path.csv")
    assert status == 1
    assert "2 configurations" in out
    assert "\nline 3\n  pedestal_link  right_finger_link" in out


def test_a_pair_may_be_chosen_and_a_link_without_shapes_is_named(bodyplan):
    _, out, _ = bodyplan("collisions", "sample:arm", "--pair", "tool0,palm_link")
    assert "not checked: link tool0: it has no collision shape\n" in out


@pytest.mark.parametrize("text", ["tool0", "tool0,tool0", "tool0,palm_lin"])
def test_what_is_no_pair_is_refused(bodyplan, text):
    status, out, err = bodyplan("collisions", "sample:arm", "--pair", text)
    assert (status, out) == (2, "")
    assert "--pair" in err


def test_a_mesh_that_is_missing_is_named(bodyplan, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    link = '<link name="{}"><collision><geometry>{}</geometry></collision></link>'
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="w"/>'
        + link.format("a", '<mesh filename="gone.stl"/>')
        + link.format("b", '<box size="1 1 1"/>')
        + "".join(
            f'<joint name="{child}_j" type="revolute"><parent link="w"/><child link="{child}"/>'
            '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
            for child in "ab"
        )
        + "</robot>"
    )
    status, out, _ = bodyplan("collisions", "r.urdf", "--anyway")
    assert status == 0
    assert "not checked: link a: " in out
    assert "gone.stl" in out


def test_pairs_that_an_srdf_disables_are_not_checked(bodyplan, sample, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = sample("arm").with_suffix(".srdf").read_text(encoding="utf-8")
    pair = '<disable_collisions link1="pedestal_link" link2="{}" reason="User"/>'
    more = pair.format("palm_link") + pair.format("right_finger_link")
    (tmp_path / "arm.srdf").write_text(text.replace("</robot>", f"{more}</robot>"))
    (tmp_path / "arm.urdf").write_bytes(sample("arm").read_bytes())
    for words in (["arm.srdf"], ["arm.urdf", "--srdf", "arm.srdf"]):
        status, out, _ = bodyplan("collisions", *words, "-q", BENT, "--json")
        page = json.loads(out)
        assert (status, page["pairs"], page["colliding"]) == (0, 31, 0)
