"""What is found in a folder is a file, whatever it is called; only what a user types is parsed."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.slices import amount

import bodyplan
from bodyplan import read
from bodyplan.cli import main
from bodyplan.description.search.srdf_search import find_semantics
from bodyplan.formats import source
from bodyplan.viewer.sources import Source

URDF = '<robot name="own"><link name="a"/><QQQ/></robot>'
CONTENTS = {
    ".urdf": URDF,
    ".xml": URDF,
    ".srdf": '<robot name="own"><group name="g"><link name="QQQ"/></group></robot>',
    ".sdf": '<sdf version="1.9"><model name="own"><link name="a"/><QQQ/></model></sdf>',
    ".urdf.xacro": (
        '<robot name="own" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:property name="n" value="a"/><link name="${n}"/><QQQ/></robot>'
    ),
    "_joint_limits.yaml": "joint_limits:\n  j:\n    max_velocity: QQQ\n",
}
"""Files by their endings; what is said of each mentions QQQ."""
WORDS = (
    "<x>",
    "<robot name='x'>",
    " <x>",
    "\ufeff<x>",
    "sample:arm",
    "sample:arm.srdf",
    "sample:none",
    "description:panda_description",
    "panda_description",
    "-",
    "--",
    "-o",
    "a:=b",
    "*",
    "[ab]",
    "?",
    "~",
    "$HOME",
    "x#model",
    "http:",
    "file:",
    "package:",
    "<stdin>",
    "<string>",
)
"""Names, or beginnings of names, that would be something else if they were parsed."""
NAMES = st.one_of(
    st.sampled_from(WORDS),
    st.tuples(st.sampled_from(WORDS), st.text("ab <>:-.=", max_size=4)).map("".join),
    st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/."), max_size=8),
)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows does not have these names")


@contextlib.contextmanager
def folder_of(names):
    """A folder with files, which is the current one."""
    before = Path.cwd()
    with TemporaryDirectory() as made:
        for name, content in names.items():
            Path(made, name).write_text(content)
        os.chdir(made)
        try:
            yield Path(made)
        finally:
            os.chdir(before)


@pytest.fixture
def no_words(monkeypatch):
    """Nothing is parsed."""

    def refuse(word, limits):
        raise AssertionError(f"{word!r} is parsed")

    monkeypatch.setattr(source, "_from_word", refuse)


def told(report, folder=""):
    """What a report says of each file, with names relative to a folder."""
    return {
        os.path.relpath(file.name, folder): (
            file.format,
            [partner.removeprefix(f"{folder}/") for partner in file.partners],
            [(d.code, d.where.line, d.message.replace(f"{folder}/", "")) for d in file.by_position],
        )
        for file in report.files
    }


@given(st.dictionaries(st.tuples(NAMES, st.sampled_from(sorted(CONTENTS))), st.none(), max_size=4))
@settings(max_examples=amount(40, short=8))
def test_files_are_checked_alike_whatever_they_are_called(keys):
    files = {"plain.urdf": URDF}
    files |= {f"{stem}{end}": CONTENTS[end] for stem, end in keys if not stem.startswith(".")}
    with folder_of(files) as folder:
        found = told(bodyplan.check("."))
        assert found == told(bodyplan.check(Path()))
        assert found == told(bodyplan.check(str(folder)), str(folder))
        shown = {name for name in files if not name.startswith(".")}
        assert set(found) == shown
        for name in shown:
            assert "QQQ" in str(found[name]), name
            one = told(bodyplan.check(Path(name)))
            assert one == told(bodyplan.check(folder / name), str(folder))
            assert one[name][0] == found[name][0]


VERBS = {
    "check a folder": ["check", ".", "--json"],
    "check a folder by two processes": ["check", ".", "--json", "--jobs", "2"],
    "check a pattern": ["check", "*", "--json"],
    "fix a folder": ["fix", ".", "--diff"],
    "fix a pattern": ["fix", "*.urdf", "--json", "--in-place"],
    "fmt a folder": ["fmt", ".", "--diff"],
    "fmt a pattern": ["fmt", "?*.urdf"],
    "where of a folder": ["where", ".", "--json"],
    "bundle a folder": ["bundle", ".", "-o", "out"],
}


@pytest.mark.long(keep=60, each=("stem", "words"))
@pytest.mark.usefixtures("no_words")
@pytest.mark.parametrize("words", VERBS.values(), ids=VERBS)
@pytest.mark.parametrize("stem", WORDS)
def test_no_verb_parses_what_it_finds(stem, words, capsys):
    names = {}
    for one in (stem, "plain"):
        files = {f"{one}{ending}": text for ending, text in CONTENTS.items() if ending != ".xml"}
        with folder_of(files):
            status = main(words)
            changed = [text != Path(name).read_text() for name, text in files.items()]
        out, err = capsys.readouterr()
        assert "internal error" not in out + err
        names[one] = (status, changed, len(out.splitlines()), len(err.splitlines()))
        if words[0] == "check":
            assert {report["path"] for report in json.loads(out)["files"]} == set(files)
    assert names[stem] == names["plain"]


ROBOT = '<robot name="own"><link name="a"/></robot>'
SRDF = '<robot name="own"><group name="g"><link name="a"/></group></robot>'


@pytest.mark.usefixtures("no_words")
@pytest.mark.parametrize("stem", WORDS)
def test_the_partner_of_a_file_is_a_file(stem):
    with folder_of({f"{stem}.urdf": ROBOT, f"{stem}.srdf": SRDF}):
        document = read(Path(f"{stem}.urdf"))
        robot = bodyplan.load(document)
        assert robot.link_names == ("a",)
        found = find_semantics(document, robot)
        assert found.path.name == f"{stem}.srdf"
        assert list(found.semantics.groups) == ["g"]
        assert bodyplan.load(Path(f"{stem}.srdf"), robot=None).robot.link_names == ("a",)
        for name in (f"{stem}.urdf", f"{stem}.srdf"):
            (shown,) = Source([Path(name)]).scene().robots
            assert (shown.link_names, list(shown.semantics.groups)) == (("a",), ["g"])


@pytest.mark.parametrize("stem", [word for word in WORDS if word not in {"-", "--", "-o"}])
def test_the_name_of_a_file_that_a_user_types_is_the_file(stem, capsys):
    name = f"{stem}.urdf"
    with folder_of({name: ROBOT}):
        for typed in (name, f"./{name}", os.path.abspath(name)):
            assert read(typed).root.name == "own"
            assert bodyplan.load(typed).link_names == ("a",)
        assert main(["show", f"./{name}"]) == 0
        assert "own" in capsys.readouterr().out


def test_a_minus_is_standard_input_and_a_file_only_as_a_path(monkeypatch, tmp_path):
    (tmp_path / "-").write_text(ROBOT)
    monkeypatch.chdir(tmp_path)
    with open(os.devnull) as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        assert read("-").root is None
    assert read(Path("-")).root.name == "own"
    assert read("./-").root.name == "own"


@pytest.mark.parametrize("name", ["sample:arm", "description:panda_description", "<robot/>", "-"])
def test_a_path_is_never_parsed(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(bodyplan.InputError, match="does not exist"):
        read(Path(name))
    with pytest.raises(bodyplan.InputError, match="does not exist"):
        bodyplan.check(Path(name))


def test_an_included_model_that_is_called_like_a_sample_is_the_file():
    model = '<sdf version="1.9"><model name="own"><link name="a"/><QQQ/></model></sdf>'
    world = (
        '<sdf version="1.9"><world name="w"><include><uri>sample:arm.sdf</uri></include>'
        "</world></sdf>"
    )
    with folder_of({"sample:arm.sdf": model, "w.sdf": world}):
        scene = Source([Path("w.sdf")]).scene()
        (told,) = (one for one in scene.data().findings if "QQQ" in one.message)
        assert told.where.file == "sample:arm.sdf"
