"""Every verb that writes keeps what is on the disk, or says why it writes nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from tests.cli.conftest import CLEAN

from bodyplan.cli import result
from bodyplan.formats.source import SAMPLES

SDF = '<sdf version="1.6">\n  <model name="m">\n    <link name="a"/>\n  </model>\n</sdf>\n'
SRDF = '<robot name="r">\n  <group name="g">\n    <link name="a"/>\n  </group>\n</robot>\n'
UNEVEN = '<robot  name="r">\n<link name="a"/></robot>\n'
BAD_INERTIA = """<robot name="r">
  <link name="a">
    <inertial>
      <mass value="1"/>
      <inertia ixx="1" iyy="1" izz="9" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
</robot>
"""
CHANGING = {
    "fix": (["fix", "--unsafe", "a.urdf"], '<robot name="r">\n  <link nam="a"/>\n</robot>\n'),
    "fmt": (["fmt", "a.urdf"], UNEVEN),
    "rename": (["rename", "link", "a", "b", "a.urdf"], CLEAN),
    "rename in two": (["rename", "link", "a", "b", "b.urdf", "a.urdf"], CLEAN),
    "convert": (["convert", "a.sdf", "--to", "1.9", "--in-place"], SDF),
    "inertia": (["inertia", "a.urdf", "--repair"], BAD_INERTIA),
    "srdf add": (["srdf", "add", "group", "--alone", "a.srdf", "h", "--link", "a"], SRDF),
    "the input as output": (["fmt", "a.urdf", "-o", "a.urdf"], UNEVEN),
}


@pytest.fixture
def meanwhile(monkeypatch):
    """Does something between the reading and the writing of a verb."""

    def arrange(action):
        true = result.Document.to_bytes
        done = []

        def to_bytes(document):
            if not done:
                done.append(True)
                action()
            return true(document)

        monkeypatch.setattr(result.Document, "to_bytes", to_bytes)
        for name in ("_own_file", "write_files"):
            monkeypatch.setattr(result, name, _before(getattr(result, name), action, done))

    return arrange


def _before(function, action, done):
    def wrapped(*words, **more):
        if not done:
            done.append(True)
            action()
        return function(*words, **more)

    return wrapped


@pytest.fixture
def file(here, request):
    """The file that a verb changes, and another one."""
    words, text = CHANGING[request.param]
    name = next(word for word in words if word.startswith("a."))
    (here / "b.urdf").write_text(CLEAN)
    (here / name).write_text(text)
    return words, here / name


@pytest.mark.parametrize("file", CHANGING, indirect=True)
def test_a_change_by_another_program_is_not_overwritten(file, here, bodyplan, meanwhile):
    words, path = file
    meanwhile(lambda: path.write_text("<!-- theirs -->"))
    status, out, err = bodyplan(*words)
    assert (status, out) == (2, "")
    told = (
        f"cannot write {path.name}: the file changed on disk after it was read; --force overwrites"
    )
    assert f"bodyplan: {told} it\n" in err
    assert path.read_text() == "<!-- theirs -->"
    assert (here / "b.urdf").read_text() == CLEAN
    assert {child.name for child in here.iterdir()} == {"b.urdf", path.name}


@pytest.mark.parametrize("file", CHANGING, indirect=True)
def test_a_file_that_was_deleted_stays_so(file, bodyplan, meanwhile):
    words, path = file
    meanwhile(path.unlink)
    status, _, err = bodyplan(*words)
    assert status == 2
    assert err.count("the file was deleted after it was read; --force creates it again\n") == 1
    assert not path.exists()


@pytest.mark.parametrize("file", CHANGING, indirect=True)
def test_force_insists(file, bodyplan, meanwhile):
    words, path = file
    before = path.read_text()
    meanwhile(lambda: path.write_text("<!-- theirs -->"))
    assert bodyplan(*words, "--force")[0] in {0, 1}
    assert path.read_text() not in {before, "<!-- theirs -->"}


def test_two_outputs_are_not_one_file(here, bodyplan):
    pytest.importorskip("numpy")
    words = ("workspace", "sample:arm", "--frame", "tool0", "--count", "9")
    told = "cannot write ./a.csv: it is the same file as a.csv"
    status, _, err = bodyplan(*words, "-o", "a.csv", "-o", "./a.csv")
    assert (status, err.splitlines()[-1]) == (2, f"bodyplan: {told}")
    assert not (here / "a.csv").exists()


def test_a_file_that_is_named_twice_is_renamed_in_once(here, bodyplan):
    (here / "a.urdf").write_text(CLEAN)
    (here / "link.urdf").symlink_to("a.urdf")
    assert bodyplan("rename", "link", "a", "b", "a.urdf", "./a.urdf", "link.urdf") == (
        0,
        "",
        "a.urdf: changed 1 occurrence\n",
    )
    assert (here / "link.urdf").is_symlink()


def test_a_link_in_a_folder_does_not_lead_out_of_it(here, tmp_path_factory, bodyplan):
    outside = tmp_path_factory.mktemp("outside") / "mine.urdf"
    outside.write_text(UNEVEN)
    robots = here / "robots"
    robots.mkdir()
    (robots / "a.urdf").symlink_to(outside)
    (robots / "b.urdf").symlink_to("c.urdf")
    (robots / "c.urdf").write_text(UNEVEN)
    status, _, err = bodyplan("fmt", "--quiet", "robots")
    why = f"it is a symbolic link to {outside}, outside robots; name the file to read it"
    assert (status, err) == (0, f"bodyplan: robots/a.urdf is skipped: {why}\n")
    assert outside.read_text() == UNEVEN
    for words in (["robots/*.urdf"], ["robots/**/*.urdf"]):
        (robots / "c.urdf").write_text(UNEVEN)
        status, _, err = bodyplan("fmt", *words)
        assert status == 2
        assert err.startswith(
            f"bodyplan: cannot write robots/a.urdf: a link leads to {outside}, outside of the "
            "folder robots; name that file to change it\n"
        )
        assert outside.read_text() == UNEVEN
        assert (robots / "c.urdf").read_text() != UNEVEN
    status, _, err = bodyplan("fmt", "--quiet", "robots/a.urdf")
    assert (status, outside.read_text()) == (2, UNEVEN)
    assert f"it is a symbolic link to {outside}; name that file itself" in err
    assert (robots / "b.urdf").is_symlink()


def test_a_link_that_changes_meanwhile_does_not_lead_out_of_it(
    here, tmp_path_factory, bodyplan, meanwhile
):
    outside = tmp_path_factory.mktemp("outside") / "mine.urdf"
    outside.write_text(UNEVEN)
    link = here / "robots" / "a.urdf"
    link.parent.mkdir()
    link.symlink_to(outside)

    def look_harmless():
        link.unlink()
        link.write_text(UNEVEN)

    meanwhile(look_harmless)
    status, _, err = bodyplan("fmt", "robots/*.urdf")
    assert (status, outside.read_text()) == (2, UNEVEN)
    assert "outside of the folder robots" in err


def test_a_model_folder_likewise(here, tmp_path_factory, bodyplan):
    outside = tmp_path_factory.mktemp("outside") / "mine.sdf"
    outside.write_text(SDF)
    folder = here / "model"
    folder.mkdir()
    (folder / "model.config").write_text("<model><sdf>model.sdf</sdf></model>")
    (folder / "model.sdf").symlink_to(outside)
    for word in ("model", "model/model.config"):
        status, _, err = bodyplan("rename", "link", "a", "b", word)
        assert (status, outside.read_text()) == (2, SDF), err


def test_json_is_reported_once_the_file_is_written(here, bodyplan, meanwhile):
    path = here / "a.sdf"
    path.write_text(SDF)
    meanwhile(lambda: path.write_text("<!-- theirs -->"))
    status, out, _ = bodyplan("convert", "a.sdf", "--to", "1.9", "--in-place", "--json")
    assert (status, out) == (2, "")


@pytest.mark.skipif(os.name != "posix", reason="devices have these names there")
def test_an_output_to_standard_output_by_its_name_loses_nothing(here):
    log = here / "log"
    with log.open("w") as stream:
        stream.write("first\n")
        stream.flush()
        words = ["show", "sample:arm", "--no-tree", "-o", "/dev/stdout"]
        subprocess.run([sys.executable, "-m", "bodyplan", *words], stdout=stream, check=True)
    text = log.read_text()
    assert text.startswith("first\ntern ")


def test_a_pipe_is_no_file_to_change(here, bodyplan):
    shutil.copy(SAMPLES / "arm" / "arm.urdf", here / "arm.urdf")
    os.mkfifo(here / "pipe")
    words = ("rename", "link", "tool0", "tool1", "arm.urdf", "-o", "pipe")
    reader = subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE)
    assert bodyplan(*words, "--quiet") == (0, "", "")
    assert b'"tool1"' in reader.communicate(timeout=60)[0]
