"""The verb doctor: everything that a report of a fault needs."""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bodyplan import __version__, native
from bodyplan.cli.verbs import doctor

ROWS = {
    "bodyplan",
    "python",
    "platform",
    "expat",
    "encoding",
    "package",
    "settings",
    "samples",
    "shtab",
    "native",
    "kernels",
    "numpy",
    "mujoco",
    "Pillow",
    "browser",
}
PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def test_it_names_versions_and_places(bodyplan, here):
    status, out, err = bodyplan("doctor")
    assert (status, err) == (0, "")
    rows = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert rows.keys() >= ROWS
    assert rows["bodyplan"] == __version__
    assert rows["python"] == platform.python_version()
    assert rows["samples"] == "arm, quadruped, rover"
    assert rows["settings"] == "none found from here"


def test_it_names_the_platform_and_starts_no_program(bodyplan, monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("a program is started"))
    said = json.loads(bodyplan("doctor", "--json")[1])["platform"]
    assert said.startswith(f"{platform.system()}-{platform.release()}-{platform.machine()}")


def test_it_names_the_settings_in_force(bodyplan, here):
    (here / "bodyplan.toml").write_text("")
    assert str(here / "bodyplan.toml") in bodyplan("doctor")[1]


def test_it_writes_json(bodyplan):
    table = json.loads(bodyplan("doctor", "--json")[1])
    assert {*table, *table["packages"]} >= ROWS


def test_what_is_not_installed_is_said(bodyplan, monkeypatch):
    monkeypatch.setattr("bodyplan.cli.verbs.doctor._PACKAGES", ("no-such-package",))
    assert re.search(r"^no-such-package +not installed$", bodyplan("doctor")[1], re.MULTILINE)


def test_it_lists_every_extra_and_what_it_lacks(bodyplan, monkeypatch):
    declared = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    rows = {
        f"{requirement}; extra == '{extra}'"
        for extra, needed in declared.items()
        for requirement in needed
    }
    monkeypatch.setattr("bodyplan.cli.verbs.doctor.requires", lambda _: sorted(rows, reverse=True))
    missing = {"mujoco"}
    read = doctor._version
    monkeypatch.setattr(doctor, "_version", lambda n: "not installed" if n in missing else read(n))
    extras = json.loads(bodyplan("doctor", "--json")[1])["extras"]
    assert extras.keys() == declared.keys()
    assert extras["mjcf"] == "not installed (mujoco): pip install 'bodyplan[mjcf]'"
    assert extras["all"] == "not installed (mujoco): pip install 'bodyplan[all]'"
    assert extras["mesh"] == "installed"


@pytest.mark.parametrize(
    ("named", "said"), [(sys.executable, sys.executable), ("QQQ", "none: BODYPLAN_BROWSER: 'QQQ'")]
)
def test_it_names_the_browser_or_how_to_get_one(bodyplan, monkeypatch, named, said):
    monkeypatch.setenv("BODYPLAN_BROWSER", named)
    assert json.loads(bodyplan("doctor", "--json")[1])["browser"].startswith(said)


@pytest.mark.skipif(native.Plan is None, reason="the extension is not built")
def test_the_kernels_that_this_machine_runs_are_named(bodyplan):
    table = json.loads(bodyplan("doctor", "--json")[1])
    assert table["kernels"].startswith(f"active: {native.kernel_sets()[0]}")


@pytest.mark.parametrize(
    ("is_off", "why"), [(False, "not built"), (True, "switched off by BODYPLAN_NATIVE=0")]
)
def test_it_says_when_there_are_no_kernels_and_why(bodyplan, monkeypatch, is_off, why):
    monkeypatch.setattr("bodyplan.native.Plan", None)
    monkeypatch.setattr("bodyplan.native.build_tree", None)
    monkeypatch.setattr("bodyplan.native.switched_off", is_off)
    table = json.loads(bodyplan("doctor", "--json")[1])
    assert table["native"] == f"{why}: all functions work, more slowly"
    assert table["kernels"] == f"{why}: kinematics use NumPy and are slower"


def test_nothing_that_it_names_is_imported():
    code = (
        "import sys; from bodyplan.cli import main\n"
        "try: main(['doctor'])\n"
        "finally: assert not {'numpy', 'trimesh', 'collada', 'xacro'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
