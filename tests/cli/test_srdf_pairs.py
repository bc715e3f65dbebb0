"""The verb srdf pairs: what it writes where, that it changes only rows, and what it says of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import bodyplan as package

pytest.importorskip("numpy")

URDF = Path(package.__file__).parent / "samples" / "arm" / "arm.urdf"
FEW = ("--samples", "200", "--budget", "100")
SRDF = """<robot name="tern">
  <!-- by hand -->
  <group name="arm">
    <chain base_link="base_link" tip_link="tool0"/>
  </group>

  <disable_collisions  link2='pedestal_link' link1='shoulder_link'  reason='Adjacent' />
  <!-- it can touch -->
  <disable_collisions link1="forearm_link" link2="pedestal_link" reason="Never"/>
  <disable_collisions link1="palm_link" link2="pedestal_link" reason="User"/>
  <disable_collisions link1="palm_link" link2="shoulder_link" reason="Grasp"/>
  <disable_collisions link1="left_finger_link" link2="right_finger_link" reason="Default"/>
  <enable_collisions link1="flange_link" link2="palm_link"/>
</robot>
"""


@pytest.fixture
def arm(here):
    """An SRDF in the current folder, beside its URDF."""
    path = here / "arm.srdf"
    path.write_text(SRDF)
    shutil.copy(URDF, here / "arm.urdf")
    return path


def test_a_new_srdf_has_the_pairs_and_its_evidence_beside_it(here, bodyplan):
    status, out, err = bodyplan("srdf", "pairs", "sample:arm", "-o", "arm.srdf", *FEW)
    assert (status, out) == (0, "")
    assert err.startswith("arm.srdf: 45 pairs: 9 Adjacent, ")
    assert bodyplan("check", "arm.srdf", "--robot", URDF)[0] == 0
    kept = json.loads((here / "arm.collisions.json").read_text())
    rows = {(row["link1"], row["link2"]): row["reason"] for row in kept["rows"]}
    root = package.read("arm.srdf").root
    written = {(one.link1, one.link2): one.reason for one in root.disable_collisions}
    assert written == {pair: reason for pair, reason in rows.items() if reason != "Not Disabled"}


def test_the_comment_of_a_new_srdf_counts_what_is_proved_and_what_is_sampled(here, bodyplan):
    bodyplan("srdf", "pairs", "sample:arm", "-o", "arm.srdf", "--samples", "200", "--budget", "20")
    rows = json.loads((here / "arm.collisions.json").read_text())["rows"]
    kinds = [row["evidence"] for row in rows if row["reason"] == "Never"]
    proved, sampled = kinds.count("proved"), kinds.count("sampled")
    assert proved
    assert sampled
    text = " ".join((here / "arm.srdf").read_text().split())
    assert f"{proved} pairs proved, {sampled} pair" in text
    assert f"{sampled} pairs seen in none of 200 random" in text or sampled == 1


def test_the_same_run_gives_the_same_bytes(here, bodyplan):
    names = ("one.srdf", "two.srdf")
    for name in names:
        bodyplan("srdf", "pairs", "sample:arm", "-o", name, *FEW)
    assert len({(here / name).read_bytes() for name in names}) == 1
    assert len({path.read_bytes() for path in here.glob("*.collisions.json")}) == 1


def test_only_rows_that_change_are_edited(arm, bodyplan):
    status, out, err = bodyplan("srdf", "pairs", "arm.srdf", *FEW)
    assert (status, out) == (0, "")
    text = arm.read_text()
    kept = [line for line in SRDF.splitlines() if '"Never"' not in line and '"Default"' not in line]
    lines = text.splitlines()
    assert [line for line in lines if line in kept] == kept
    assert (
        '<disable_collisions link1="left_finger_link" link2="right_finger_link" reason="Never"/>'
        in text
    )
    assert 'link1="forearm_link" link2="pedestal_link" reason="Never"' not in text
    assert "- forearm_link · pedestal_link: Never → checked; touch at shoulder_pan_joint=" in err
    assert "~ left_finger_link · right_finger_link: Default → Never;" in err
    assert 'link1="flange_link" link2="palm_link" reason' not in text  # it is enabled
    before = arm.read_bytes()
    status, _, err = bodyplan("srdf", "pairs", "arm.srdf", *FEW)
    assert (status, arm.read_bytes()) == (0, before)
    assert "0 rows changed" in err


def test_a_diff_and_a_check_write_nothing(arm, here, bodyplan):
    status, out, err = bodyplan("srdf", "pairs", "arm.srdf", "--diff", *FEW)
    assert status == 1
    assert out.startswith("--- a/arm.srdf\n+++ b/arm.srdf\n")
    assert "would change" in err
    assert bodyplan("srdf", "pairs", "arm.srdf", "--check", "--quiet", *FEW)[:2] == (1, "")
    assert arm.read_text() == SRDF
    assert sorted(path.name for path in here.iterdir()) == ["arm.srdf", "arm.urdf"]


def test_the_function_has_the_rows_by_hand_too(arm):
    matrix = package.collision_matrix(arm, samples=10, proof=False)
    rows = {(row.link1, row.link2): row.reason for row in matrix.rows}
    assert rows["palm_link", "pedestal_link"] == rows["palm_link", "shoulder_link"] == "User"


def test_json_is_the_evidence_and_rows_by_hand_are_user(arm, bodyplan):
    status, out, _ = bodyplan("srdf", "pairs", "arm.srdf", "--json", *FEW)
    assert status == 0
    rows = {(row["link1"], row["link2"]): row for row in json.loads(out)["rows"]}
    assert len(rows) == 45
    assert rows["palm_link", "pedestal_link"]["reason"] == "User"
    assert rows["palm_link", "shoulder_link"]["reason"] == "User"
    met = rows["forearm_link", "pedestal_link"]
    assert (met["reason"], met["evidence"]) == ("Not Disabled", "met")
    assert met["witness"].keys() == {"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint"}


def test_a_table_says_why_each_pair_is_there(bodyplan):
    status, out, _ = bodyplan(
        "srdf", "pairs", "sample:arm", "--table", "--no-proof", "--samples", 100
    )
    assert status == 0
    assert "seen in 0 of 300 random configurations: with 95 % confidence below 0.99 %" in out
    assert "a joint connects them, directly or through links without collision shapes" in out


def test_a_picture_shows_the_evidence_in_tooltips(here, bodyplan):
    status, out, err = bodyplan("srdf", "pairs", "sample:arm", "-o", "pairs.svg", *FEW)
    assert (status, out) == (0, "")
    assert err.startswith("pairs.svg: 45 pairs: 9 Adjacent, ")
    text = (here / "pairs.svg").read_text()
    assert "checked; touch at shoulder_pan_joint=" in text
    assert "random configurations: with 95 % confidence" in text
    assert ">Never, not proved</text>" in text


def test_the_picture_of_the_readme_is_what_the_command_draws(here, bodyplan):
    root = Path(__file__).parents[2]
    command = "bodyplan srdf pairs sample:arm -o pairs.svg"
    status, out, err = bodyplan(*command.split()[1:])
    assert (status, out) == (0, "")
    assert f"$ {command}\n{err}" in (root / "README.md").read_text("utf-8")
    assert (here / "pairs.svg").read_text() == (root / "docs/img/pairs.svg").read_text()


@pytest.mark.parametrize(("words", "why"), [
    (["sample:arm", "--diff"], "--diff requires an SRDF"),
    (["sample:arm", "--check"], "--check requires an SRDF"),
    (["sample:arm", "--robot", "sample:arm"], "--robot requires an SRDF"),
    (["sample:arm", "--seed", "-1"], "seed"),
    (["arm.srdf", "--json", "-o", "arm.urdf"], "not a robot description"),
    (["arm.urdf", "-o", "arm.urdf"], "unknown ending"),
])  # fmt: skip
def test_wrong_words_get_one_sentence(arm, bodyplan, words, why):
    status, out, err = bodyplan("srdf", "pairs", *words)
    assert (status, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_a_robot_without_shapes_has_no_pairs(here, bodyplan):
    (here / "r.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    status, out, err = bodyplan("srdf", "pairs", "r.urdf")
    assert status == 0
    assert "disable_collisions" not in out
    assert "fewer than 2 links have collision shapes" in err


def test_a_missing_mesh_is_named_and_its_pairs_stay_checked(here, bodyplan):
    mesh = '<collision><geometry><mesh filename="none.stl"/></geometry></collision>'
    ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
    joint = (
        '<joint name="{0}" type="fixed"><parent link="a"/><child link="{0}"/>'
        '<origin xyz="{1} 0 0"/></joint>'
    )
    links = "".join(f'<link name="{name}">{shape}</link>' for name, shape in
                    (("a", ball), ("b", mesh), ("c", ball)))  # fmt: skip
    (here / "r.urdf").write_text(
        f'<robot name="r">{links}{joint.format("b", 1)}{joint.format("c", 2)}</robot>'
    )
    status, out, err = bodyplan("srdf", "pairs", "r.urdf")
    assert status == 0
    assert 'link1="b" link2="c"' not in out
    assert "link 'b'" in err
    assert "its pairs stay checked" in err


def test_evidence_that_cannot_be_used_is_named_and_replaced(here, bodyplan, monkeypatch):
    words = ("srdf", "pairs", "sample:arm", "-o", "arm.srdf", "--force", *FEW)
    bodyplan(*words)
    kept = here / "arm.collisions.json"
    data = kept.read_bytes()
    assert "not used" not in bodyplan(*words)[2]
    kept.write_bytes(data.replace(b'"samples": 200', b'"samples": "200"'))
    assert "arm.collisions.json: not used, it is invalid" in bodyplan(*words)[2]
    assert kept.read_bytes() == data
    monkeypatch.setattr("bodyplan.jobs.collision.LARGEST_EVIDENCE", 1_000)
    assert "arm.collisions.json: not used, it has more than 1,000 bytes" in bodyplan(*words)[2]
    assert "not used" not in bodyplan(*words, "--quiet")[2]


def test_a_file_of_somebody_else_is_not_overwritten(here, bodyplan):
    (here / "arm.collisions.json").write_text("mine")
    status, _, err = bodyplan("srdf", "pairs", "sample:arm", "-o", "arm.srdf", *FEW)
    assert (status, (here / "arm.collisions.json").read_text()) == (2, "mine")
    assert "arm.collisions.json" in err
    assert not (here / "arm.srdf").exists()


@pytest.mark.parametrize("stage", ["_connect", "_sampled", "_decided", "_decide"])
def test_an_interruption_at_any_stage_writes_nothing(here, bodyplan, monkeypatch, stage):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"bodyplan.collision.matrix._MatrixRun.{stage}", stopped)
    found = bodyplan("srdf", "pairs", "sample:arm", "-o", "arm.srdf", *FEW)
    assert found == (130, "", "bodyplan: interrupted\n")
    assert [*here.iterdir()] == []
