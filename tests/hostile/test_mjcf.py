"""MJCF that would crash MuJoCo, fill the memory, never end, or read other files: one sentence."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bodyplan.cli import main

pytest.importorskip("numpy")
pytest.importorskip("mujoco")

from bodyplan.conversion.mjcf import limits as mjcf_limits
from bodyplan.conversion.mujoco import process as mjcf_process
from bodyplan.core import child as core_child

CODE = core_child._CODE

GEOM = '<geom size="1"/>'
BODY = f'<body name="b"><joint name="j"/>{GEOM}</body>'


def world(content: str, before: str = "", after: str = "") -> str:
    return f"<mujoco>{before}<worldbody>{content}</worldbody>{after}</mujoco>"


def asset(content: str) -> str:
    return world(GEOM, f"<asset>{content}</asset>")


TOO_LARGE = {
    "replicate": world(f'<replicate count="1000000000">{GEOM}</replicate>'),
    "nested replicate": world('<replicate count="999">' * 4 + GEOM + "</replicate>" * 4),
    "replicate of many": world(f'<replicate count="9999">{GEOM * 20}</replicate>'),
    "flexcomp": world('<flexcomp type="grid" count="9999 9999 999" dim="3" name="f"/>'),
    "composite": world('<composite type="cable" count="100000000 1 1"/>'),
    "hfield": asset('<hfield name="h" nrow="1000000" ncol="1000000" size="1 1 1 1"/>'),
    "texture": asset('<texture type="2d" builtin="flat" width="1000000" height="1000000"/>'),
    "mesh": asset('<mesh name="s" builtin="supersphere" params="1000000 1 1"/>'),
    "user sensor": world(BODY, after='<sensor><user dim="2000000000"/></sensor>'),
    "samples": world(BODY, after='<sensor><jointpos joint="j" nsample="1000000000"/></sensor>'),
    "camera": world(f'<camera name="c" resolution="100000 100000"/>{GEOM}'),
    "activations": world(BODY, after='<actuator><general joint="j" actdim="9e8"/></actuator>'),
    "numeric": world(GEOM, '<custom><numeric name="n" size="2000000000"/></custom>'),
    "user values": world(GEOM, '<size nuser_geom="1000000000"/>'),
    "not finite": world(f'<replicate count="inf">{GEOM}</replicate>'),
}
REJECTED = {
    "deep": (world("<body>" * 20_000 + GEOM + "</body>" * 20_000), "max_depth"),
    "document type": ("<!DOCTYPE mujoco>" + world(GEOM), "has a document type"),
    "prefix": (world('<x:geom size="1"/>'), "MuJoCo has no element or attribute 'x:geom', line 1"),
    "prefix of an attribute": (world('<geom x:file="/etc/passwd"/>'), "'x:file', line 1"),
    "empty include": (world(GEOM, "<include/>"), "must have a file"),
    "includes itself": (world(GEOM, '<include file="robot.xml"/>'), "already included"),
    "included file": (world(GEOM, '<include file="../secret.xml"/>'), "may not be read"),
    "included device": (world(GEOM, '<include file="/dev/zero"/>'), "is not found"),
    "model": (asset('<model name="m" file="/etc/passwd"/>'), "may not be read"),
    "gmsh": (world('<flexcomp type="gmsh" file="/etc/passwd" name="f"/>'), "is not supported"),
    "vertex": (
        asset('<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 99999999"/>'),
        "vertex index 99999999 does not exist",
    ),
    "no numbers": (world('<body pos="a b c"/>'), "MuJoCo rejects it"),
    "cut off": ("<mujoco><worldbody>", "the file ends before the last element is closed"),
}
FILES = {
    "mesh": '<mesh name="m" file="{}"/>',
    "texture": '<texture name="m" type="2d" file="{}"/>',
    "cube": '<texture name="m" type="cube" fileright="{}"/>',
    "hfield": '<hfield name="m" file="{}" size="1 1 1 1"/>',
    "skin": '<skin name="m" file="{}"/>',
}


def run(tmp_path: Path, text: str, capsys) -> tuple[int, str]:
    folder = tmp_path / "robot"
    folder.mkdir(exist_ok=True)
    file = folder / "robot.xml"
    file.write_text(text)
    status = main(["fk", str(file)])
    return status, capsys.readouterr().err


@pytest.mark.parametrize("text", TOO_LARGE.values(), ids=TOO_LARGE)
def test_what_is_too_large_is_refused_before_mujoco_reads_it(text, tmp_path, capsys):
    status, errors = run(tmp_path, text, capsys)
    assert status == 2
    assert "at most" in errors or "makes more than 20,000 elements" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("tag", ["body", "geom", "site", "frame"])
def test_the_elements_that_a_file_has_are_counted(tag, tmp_path, capsys):
    shape = ' size="1"' if tag == "geom" else ""
    status, errors = run(tmp_path, world(f"<body>{f'<{tag}{shape}/>' * 20_001}</body>"), capsys)
    assert status == 2
    assert f"it has more than 20,000 elements <{tag}>" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(("text", "reason"), REJECTED.values(), ids=REJECTED)
def test_what_is_invalid_is_one_sentence(text, reason, tmp_path, capsys):
    (tmp_path / "secret.xml").write_text("<mujoco/>")
    status, errors = run(tmp_path, text, capsys)
    assert status == 2
    assert reason in errors
    assert "internal error" not in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_no_file_outside_is_read(text, tmp_path, capsys):
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"not for you")
    status, errors = run(tmp_path, asset(text.format(secret)), capsys)
    assert status in {0, 2}
    assert "not for you" not in errors
    assert "internal error" not in errors


def test_what_an_included_file_makes_counts_too(tmp_path, capsys):
    (tmp_path / "robot").mkdir()
    (tmp_path / "robot" / "part.xml").write_text(TOO_LARGE["replicate"])
    file = tmp_path / "robot" / "main.xml"
    file.write_text(world(GEOM, '<include file="part.xml"/>'))
    assert main(["fk", str(file)]) == 2
    assert "makes more than 20,000 elements" in capsys.readouterr().err


def test_mujoco_writes_no_log(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(tmp_path, world("<body><joint/></body>"), capsys)
    assert [one.name for one in tmp_path.iterdir()] == ["robot"]


ENDLESS = world(
    BODY,
    '<compiler><lengthrange inttotal="1e12" interval="1e11" mode="all"/></compiler>',
    '<actuator><motor joint="j"/></actuator>',
)


def test_what_never_ends_is_stopped_and_the_next_file_is_read(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(mjcf_limits, "LEAST_SECONDS", 1)
    status, errors = run(tmp_path, ENDLESS, capsys)
    assert status == 2
    assert "MuJoCo did not finish within 1 s of processor time, the limit" in errors
    assert errors.count("\n") == 1
    monkeypatch.undo()
    assert run(tmp_path, world(GEOM), capsys) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_crash_of_mujoco_is_one_sentence(tmp_path, capsys, monkeypatch):
    broken = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
    monkeypatch.setattr(mjcf_process, "_PROCESS", mjcf_process._Process())
    monkeypatch.setattr(core_child, "_CODE", broken)
    status, errors = run(tmp_path, world(GEOM), capsys)
    assert status == 2
    assert "MuJoCo crashed (SIGSEGV)" in errors
    assert errors.count("\n") == 1
    monkeypatch.setattr(core_child, "_CODE", CODE)
    assert run(tmp_path, world(GEOM), capsys) == (0, "")


def test_without_a_process_of_its_own_mujoco_gets_no_file(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(mjcf_process, "_PROCESS", mjcf_process._Process())
    monkeypatch.setattr(sys, "executable", "")
    status, errors = run(tmp_path, world(GEOM), capsys)
    assert status == 2
    assert "MuJoCo needs a Python process of its own, which cannot start" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("value", ["nan", "NaN 0 0", "0 0 nan"])
def test_numbers_are_finite(value, tmp_path, capsys):
    status, errors = run(tmp_path, world(f'<body pos="{value}">{GEOM}</body>'), capsys)
    assert status == 2
    assert "numbers must be finite" in errors
    status, errors = run(tmp_path, world(f'<body pos="1e999 0 0">{GEOM}</body>'), capsys)
    assert status == 2
    assert errors.count("\n") == 1
