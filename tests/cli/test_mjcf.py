"""Verbs that read MJCF."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import bodyplan as package

pytest.importorskip("mujoco")

ARM = """<mujoco model="arm">
  <worldbody>
    <body name="base">
      <body name="upper" pos="0 0 0.2">
        <joint name="swing" axis="0 1 0" range="-1 1" limited="true"/>
        <geom type="box" size="0.1 0.1 0.1" mass="2"/>
      </body>
    </body>
  </worldbody>
  <compiler angle="radian"/>
</mujoco>"""
INVALID = "<mujoco><worldbody><body><joint/></body></worldbody></mujoco>"


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    path = tmp_path / "arm.xml"
    path.write_text(ARM)
    return path


@pytest.mark.parametrize("verb", ["show", "fk", "inertia", "workspace"])
def test_a_verb_reads_mjcf(bodyplan, arm, verb):
    status, output, _ = bodyplan(verb, arm)
    assert status == 0
    assert "upper" in output


def test_two_files_of_mjcf_are_compared(bodyplan, arm):
    assert bodyplan("diff", arm, arm)[0] == 0


@pytest.mark.parametrize("verb", ["show", "fk", "inertia", "convert"])
def test_what_mujoco_rejects_is_one_sentence(bodyplan, tmp_path, verb):
    path = tmp_path / "bad.xml"
    path.write_text(INVALID)
    status, _, errors = bodyplan(verb, path, *(["--to", "urdf"] if verb == "convert" else []))
    assert status == 2
    assert "MuJoCo rejects it: mass and inertia of moving bodies" in errors


CHECKED = {
    "schema": (
        "<mujoco>\n<worldbody>\n<foo/></worldbody></mujoco>",
        "3:2: X013 error MuJoCo rejects it: Schema violation: unrecognized element",
    ),
    "number": (
        '<mujoco>\n<worldbody>\n<geom size="1 x"/></worldbody></mujoco>',
        "3:2: X013 error MuJoCo rejects it: bad format in attribute 'size'",
    ),
    "compiled": (INVALID, "1:2: X013 error MuJoCo rejects it: mass and inertia of moving bodies"),
    "syntax": ("<mujoco>\n<worldbody>\n</mujoco>", "3:3: X001 error the end tag"),
    "included": (
        '<mujoco>\n<include file="none.xml"/></mujoco>',
        "1:2: X013 error the file 'none.xml' is not found",
    ),
    "mesh": (
        '<mujoco>\n<asset>\n<mesh name="m" file="none.stl"/></asset></mujoco>',
        "3:2: X013 error <mesh> 'm': its file 'none.stl' is not found",
    ),
}


@pytest.mark.parametrize(("text", "expected"), CHECKED.values(), ids=CHECKED)
def test_check_reports_the_error_of_mujoco_at_its_line(bodyplan, tmp_path, text, expected):
    path = tmp_path / "bad.xml"
    path.write_text(text)
    status, output, _ = bodyplan("check", path, "--format", "concise")
    assert status == 1
    assert output.startswith(f"{path}:{expected}")
    assert output.count("\n") == 1


def test_check_says_that_mujoco_has_checked(bodyplan, arm):
    status, output, _ = bodyplan("check", arm)
    note = "checked by MuJoCo; bodyplan's own rules are for URDF and SDFormat"
    assert (status, output) == (0, f"{arm}: {note}\nno problems found in 1 file\n")


@pytest.mark.parametrize("verb", ["show", "fk", "inertia"])
def test_without_mujoco_a_verb_says_what_to_install(bodyplan, arm, verb, monkeypatch):
    monkeypatch.setattr("bodyplan.conversion.mjcf.from_mjcf.find_spec", lambda _: None)
    status, _, errors = bodyplan(verb, arm)
    assert status == 2
    assert (
        errors
        == f"bodyplan: {arm}: reading MJCF requires MuJoCo, which is not installed: pip install 'bodyplan[mjcf]'\n"
    )


@pytest.mark.parametrize("text", [ARM, "<mujoco/>"])
def test_without_mujoco_a_check_reports_that_it_is_not_installed(text, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    (tmp_path / "arm.xml").write_text(text)
    for source in (text, tmp_path / "arm.xml"):
        (found,) = package.check(source).diagnostics
        assert (found.code, found.severity.value) == ("S893", "error")
        assert found.message == "this file is not checked: MuJoCo is not installed"
        assert found.hint == "pip install 'bodyplan[mjcf]'"


@pytest.mark.parametrize("words", [["fix"], ["fmt"], ["rename", "link", "a", "b"], ["where"]])
def test_a_verb_that_edits_says_that_mjcf_is_converted(bodyplan, arm, words):
    status, _, errors = bodyplan(*words, arm)
    assert status == 2
    assert errors == (
        f"bodyplan: {arm}: this is a MuJoCo file (MJCF), which bodyplan converts but does not edit; "
        "convert it, as in `bodyplan convert FILE --to urdf`\n"
    )


def test_mjcf_is_not_repaired(bodyplan, arm):
    status, _, errors = bodyplan("inertia", arm, "--repair")
    assert status == 2
    assert "is MJCF, which is not edited" in errors


def test_a_chain_that_is_nested_deeper_than_the_input_limit_is_verified(bodyplan, tmp_path):
    links = [f'<link name="l{n}"/>' for n in range(300)]
    joints = [
        f'<joint name="j{n}" type="continuous"><parent link="l{n - 1}"/><child link="l{n}"/>'
        '<origin xyz="0 0 1"/><axis xyz="0 1 0"/></joint>'
        for n in range(1, 300)
    ]
    urdf = tmp_path / "chain.urdf"
    urdf.write_text(f'<robot name="chain">{"".join((*links, *joints))}</robot>')
    output = tmp_path / "chain.xml"
    _, said, error = bodyplan("convert", urdf, "--to", "mjcf", "-o", output, "--force", "--verify")
    assert "at 200 random configurations" in said + error


def test_mjcf_that_is_nested_deeper_than_the_input_limit_has_one_error_with_the_remedy(
    bodyplan, tmp_path
):
    ball = '<geom size="1"/>'
    body = f'<body pos="0 0 3"><joint/>{ball}'
    chain = tmp_path / "chain.xml"
    chain.write_text(f"<mujoco><worldbody>{body * 300}{'</body>' * 300}</worldbody></mujoco>")
    status, said, _ = bodyplan("check", chain)
    assert status == 1
    assert said.count(": X") == 1
    assert "X005 error exceeds the limit max_depth = 256" in said
    assert "--limit max_depth=NUMBER" in said
    assert bodyplan("check", chain, "--limit", "max_depth=400")[0] == 0


def test_a_conversion_to_the_same_format_without_versions_names_it(bodyplan, arm, tmp_path):
    output = tmp_path / "other.xml"
    _, said, error = bodyplan("convert", arm, "--to", "mjcf", "-o", output)
    assert "arm.xml: mjcf to mjcf, " in said + error
