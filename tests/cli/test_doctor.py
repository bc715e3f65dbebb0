"""The verb doctor: everything that a report of a fault needs."""

from __future__ import annotations

import json
import platform

from bodyplan import __version__

ROWS = {
    "bodyplan",
    "python",
    "platform",
    "expat",
    "encoding",
    "package",
    "settings",
    "samples",
    "rich",
    "shtab",
}


def test_it_names_versions_and_places(bodyplan, here):
    status, out, err = bodyplan("doctor")
    assert (status, err) == (0, "")
    rows = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert rows.keys() >= ROWS
    assert rows["bodyplan"] == __version__
    assert rows["python"] == platform.python_version()
    assert rows["samples"] == "arm, quadruped, rover"
    assert rows["settings"] == "none found from here"


def test_it_names_the_settings_in_force(bodyplan, here):
    (here / "bodyplan.toml").write_text("")
    assert str(here / "bodyplan.toml") in bodyplan("doctor")[1]


def test_it_speaks_json(bodyplan):
    assert json.loads(bodyplan("doctor", "--json")[1]).keys() >= ROWS


def test_what_is_not_installed_is_said(bodyplan, monkeypatch):
    monkeypatch.setattr("bodyplan.cli.doctor._PACKAGES", ("no-such-package",))
    assert "no-such-package  not installed\n" in bodyplan("doctor")[1]
