"""What cannot be read at all is said in one sentence."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import bodyplan
from bodyplan import InputError, Limits


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "robot.urdf").write_text("<robot name='r'/>")
    (tmp_path / "empty.urdf").touch()
    (tmp_path / "models").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("robto.urdf", ("robto.urdf", "does not exist", "robot.urdf")),
        ("QQQ/robot.urdf", ("does not exist", "folder QQQ does not exist")),
        ("models", ("models", "folder")),
        (".", ("folder",)),
        ("a\0b.urdf", ("cannot be read", "null")),
        ("robot.urdf/a.urdf", ("robot.urdf/a.urdf",)),
        ("n" * 5000, ("cannot be read",)),
        ("\ud800.urdf", ("cannot be read",)),
        ("sample:QQQ", ("unknown sample", "arm", "quadruped", "rover")),
        ("sample:", ("unknown sample",)),
        ("sample:quadrupde", ("did you mean 'quadruped'?",)),
        ("sample:../arm", ("unknown sample",)),
        ("", ("empty",)),
    ],
)
def test_an_input_that_cannot_be_had_is_said_in_one_sentence(name, words, folder):
    with pytest.raises(InputError) as caught:
        bodyplan.read(name)
    message = str(caught.value)
    for word in words:
        assert word in message
    assert "\n" not in message
    assert len(message) < 500


def test_a_path_object_may_have_any_name(folder):
    Path("<robot>.urdf").write_text("<robot name='r'/>")
    assert bodyplan.read(Path("<robot>.urdf")).root.name == "r"
    with pytest.raises(InputError, match="does not exist"):
        bodyplan.read(Path("sample:arm"))


@pytest.mark.parametrize("error", [PermissionError(13, "no"), OSError(5, "Input/output error")])
def test_an_error_of_the_system_becomes_a_sentence(error, folder, monkeypatch):
    def refuse(*_, **__):
        raise error

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(InputError, match=r"robot\.urdf'? cannot be read"):
        bodyplan.read("robot.urdf")


def test_a_file_over_the_limit_is_not_read_and_the_cap_is_named(folder):
    with pytest.raises(InputError, match="max_bytes = 10"):
        bodyplan.read("robot.urdf", limits=Limits(max_bytes=10))


def test_bytes_and_streams_over_the_limit_are_a_diagnostic(folder):
    for source in (b"<robot name='r'/>", io.BytesIO(b"<robot name='r'/>")):
        (found,) = bodyplan.read(source, limits=Limits(max_bytes=10)).diagnostics
        assert found.code == "X005"
        assert "max_bytes = 10" in found.message
        assert found.hint is not None
        assert "--limit max_bytes=NUMBER, or Limits(max_bytes=NUMBER)" in found.hint


def test_an_empty_file_is_a_diagnostic(folder):
    (found,) = bodyplan.read("empty.urdf").diagnostics
    assert (found.code, str(found)[:14]) == ("X004", "empty.urdf:1:1")


@pytest.mark.parametrize("name", ["arm", "quadruped", "rover"])
def test_samples_go_by_name_and_have_a_path(name, sample):
    document = bodyplan.read(f"sample:{name}")
    assert document.path == sample(name)
    assert document.name == f"sample:{name}"
    assert document.format == "urdf"


def test_an_unknown_format_is_a_misuse():
    with pytest.raises(ValueError, match="unknown format 'udrf'"):
        bodyplan.read(b"<robot name='r'/>", format="udrf")


def test_a_format_that_is_given_holds_whatever_the_root_is_called():
    document = bodyplan.read(b"<QQQ name='r'><link name='a'/></QQQ>", format="urdf")
    assert [link.name for link in document.root.links] == ["a"]


@pytest.mark.parametrize("source", [42, None, ["robot.urdf"], {}], ids=repr)
def test_what_cannot_be_read_from_is_a_type_error_that_says_what_can(source):
    kind = type(source).__name__
    with pytest.raises(TypeError, match=f"a path, text, bytes or an open file, not {kind}"):
        bodyplan.read(source)
