"""Robots by the name that robot_descriptions gives them: from its cache, never from the network."""

from __future__ import annotations

import socket
import sys

import pytest

import bodyplan
from bodyplan.resources import Resources

robot_descriptions = pytest.importorskip("robot_descriptions")

URDF = '<robot name="panda"><link name="a"/></robot>'
SRDF = '<robot name="panda"><group name="g"><link name="a"/></group></robot>'


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache in which the repository of the panda lies, as a clone would leave it."""
    folder = tmp_path / "example-robot-data" / "robots" / "panda_description"
    for kind, text in (("urdf", URDF), ("srdf", SRDF)):
        (folder / kind).mkdir(parents=True)
        (folder / kind / f"panda.{kind}").write_text(text, encoding="utf-8")
    monkeypatch.setenv("ROBOT_DESCRIPTIONS_CACHE", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def refuse(*_args, **_kwargs):
        raise AssertionError("somebody asked the network")

    monkeypatch.setattr(socket, "socket", refuse)
    return folder


@pytest.mark.parametrize("name", ["panda_description", "description:panda_description"])
def test_a_robot_is_read_by_its_name(cache, name):
    document = bodyplan.read(name)
    assert document.path == cache / "urdf" / "panda.urdf"
    assert document.root.name == "panda"


def test_its_srdf_is_named_with_the_ending(cache):
    assert bodyplan.read("panda_description.srdf").path == cache / "srdf" / "panda.srdf"


def test_its_packages_are_found(cache):
    assert cache in bodyplan.read("panda_description").resources.roots(None)


def test_packages_that_are_given_do_not_hide_them(cache, tmp_path):
    given = Resources({"other": tmp_path})
    found = bodyplan.read("panda_description", resources=given).resources
    assert cache in found.roots(None)
    assert found.packages["other"] == str(tmp_path)
    assert cache not in given.roots(None)


def test_a_file_of_that_name_comes_first(cache, tmp_path):
    (tmp_path / "panda_description").write_text('<robot name="mine"/>', encoding="utf-8")
    assert bodyplan.read("panda_description").root.name == "mine"


def test_nothing_of_the_package_is_left_changed(cache):
    before = {name for name in sys.modules if name.startswith("robot_descriptions.")}
    bodyplan.read("panda_description")
    after = {name for name in sys.modules if name.startswith("robot_descriptions.")}
    assert after - before <= {
        "robot_descriptions._repositories",
        "robot_descriptions._descriptions",
    }


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("anymal_c_description", ["not in the cache", "pull anymal_c_description"]),
        ("description:pandaQQQ_description", ["does not exist in robot_descriptions"]),
        ("description:panda_descriptoin", ["did you mean 'panda_description'"]),
        ("description:../../etc/passwd", ["does not exist in robot_descriptions"]),
        ("panda_mj_description", ["not in the cache"]),
    ],
)
def test_what_is_not_there_is_one_sentence(cache, name, words):
    with pytest.raises(bodyplan.InputError) as caught:
        bodyplan.read(name)
    for word in words:
        assert word in str(caught.value)


def test_without_the_package_it_says_what_to_install(cache, monkeypatch):
    monkeypatch.setattr("bodyplan.formats._described.find_spec", lambda _name: None)
    with pytest.raises(bodyplan.InputError, match="install it with pip"):
        bodyplan.read("description:panda_description")
