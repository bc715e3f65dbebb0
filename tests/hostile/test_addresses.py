"""Hostile addresses of meshes and textures: nothing outside of the package is opened, and soon."""

from __future__ import annotations

import json
import os
import sys
from zipfile import ZipFile

import pytest

from tests.hostile.addresses import ADDRESSES, MESH_OUT, OUT, out
from tests.hostile.runs import assert_harmless, run
from tests.slices import amount

SECRET = "QQQ this is the secret QQQ"
COMMANDS = {
    "checked": ("check", "IN"),
    "checked for programs": ("check", "FOLDER", "--json"),
    "fixed": ("fix", "IN", "--unsafe", "--diff"),
    "shown": ("show", "IN"),
    "loaded": ("load", "IN"),
    "found": ("where", "IN"),
    "found one by one": ("where", "IN", "--all"),
    "found for programs": ("where", "IN", "--json"),
    "bundled": ("bundle", "IN", "-o", "MADE"),
    "bundled in an archive": ("bundle", "IN", "-o", "MADE.zip", "--uri", "package", "--json"),
    "bundled flat": ("bundle", "IN", "-o", "MADE2", "--flat"),
}
MANY = [name for name in ADDRESSES if name[0].isdigit()]
FEW = ("checked", "found", "bundled")
"""What is done with very many addresses."""
COPIED = "5,000 meshes that are there"
"""It is bundled in a test of its own."""
LEADING_OUT = [name for name in ADDRESSES if name.endswith("lead out")]

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="pipes, devices and links are for other systems"
)


@pytest.fixture
def places(tmp_path):
    """The folder of the package, that of the secret, and that for what is made."""
    folders = [tmp_path / name for name in ("work/robot", "work/secret", "made")]
    for folder in folders:
        folder.mkdir(parents=True)
    for name in ("key.stl", "passwd", "key.png"):
        (folders[1] / name).write_text(SECRET)
    return folders


def answer_to(words, places, place):
    package, _, made = places
    names = {"IN": package / "urdf/r.urdf", "FOLDER": package}
    named = [str(names.get(word, word)).replace("MADE", str(made / "out")) for word in words]
    beside = package.parent / "p0"  # the packages beside may say what they are called
    return run(named, place, package, made, *beside.parent.glob("p*"))


def commands(name):
    """What is done with a case: everything where names matter, else a few, and others in turn."""
    if name == COPIED:
        return ("checked", "found")
    if name in MANY:
        return FEW
    if name in LEADING_OUT or name == "names that steer":
        return COMMANDS
    others = [what for what in COMMANDS if what not in FEW]
    place = list(ADDRESSES).index(name) % len(others)
    return (*FEW, *(others * 2)[place : place + 3])


@pytest.mark.long(keep=10)
@pytest.mark.parametrize("name", ADDRESSES)
def test_a_hostile_address_does_no_harm(name, places, tmp_path):
    ADDRESSES[name](*places[:2])
    step = amount(1, short=4 if name in LEADING_OUT else 12)
    wanted = list(commands(name))
    for what in wanted[list(ADDRESSES).index(name) % step % len(wanted) :: step]:
        answer = answer_to(COMMANDS[what], places, tmp_path)
        assert_harmless(answer, shows_content=what == "fixed")


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("name", LEADING_OUT)
def test_nothing_from_outside_is_in_a_bundle(name, places, tmp_path):
    ADDRESSES[name](*places[:2])
    with open("/etc/passwd", encoding="utf-8", errors="replace") as stream:
        passwords = stream.readline()
    made = places[2]
    for number, options in enumerate(([], ["--flat"], ["--uri", "package"])):
        answer = answer_to(["bundle", "IN", "-o", f"MADE{number}", *options], places, tmp_path)
        assert_harmless(answer)
        assert answer.status == 1
        for folder, _, files in os.walk(made):
            for file in files:
                path = os.path.join(folder, file)
                assert not os.path.islink(path)
                with open(path, encoding="utf-8", errors="replace") as stream:
                    text = stream.read()
                assert SECRET not in text
                assert not passwords or passwords not in text
    answer = answer_to(["bundle", "IN", "-o", "MADE.zip", "--json"], places, tmp_path)
    assert_harmless(answer)
    with ZipFile(made / "out.zip") as archive:
        for file in archive.namelist():
            assert not file.startswith("/")
            assert ".." not in file.split("/")
            assert SECRET.encode() not in archive.read(file)


def test_every_address_that_leads_out_is_reported(places, tmp_path):
    out(*places[:2])
    answer = answer_to(["where", "IN", "--json"], places, tmp_path)
    found = json.loads(answer.out)["files"][0]["resources"]
    assert len(found) == len({address.format(secret=places[1]) for address in OUT})
    inside = os.path.realpath(places[0])
    for one in found:
        if one["path"] is not None and not os.path.realpath(one["path"]).startswith(inside):
            kinds = {remark["kind"] for remark in one["remarks"]}
            assert kinds & {"outside", "symlink", "absolute"}, one


def test_every_part_of_a_mesh_that_leads_out_is_reported(places, tmp_path):
    ADDRESSES["meshes that lead out"](*places[:2])
    answer = answer_to(["bundle", "IN", "-o", "MADE", "--json"], places, tmp_path)
    table = json.loads(answer.out)
    told = {one["uri"] for one in table["missing"]}
    names = {name.format(secret=places[1]) for name in MESH_OUT} - {"pipe.png"}
    # The decoded form may be told, where codes stand for characters.
    assert len(names - told) <= 1, names - told


@pytest.mark.long
def test_very_many_meshes_are_bundled(places, tmp_path):
    ADDRESSES[COPIED](*places[:2])
    answer = answer_to(["bundle", "IN", "-o", "MADE", "--quiet"], places, tmp_path)
    assert_harmless(answer)
    assert answer.status == 0
