"""A session opens descriptions with its choices, remembers them, and forgets what changed."""

from __future__ import annotations

import json
import os
import pickle
import random
import time
from pathlib import Path

import pytest

import bodyplan
from bodyplan import Session
from bodyplan.cli import main
from bodyplan.description import session as session_module
from bodyplan.diag.render.json import render

URDF = '<robot name="r"><link name="a"/><link name="b"/>{}</robot>'
JOINT = '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
PARTS = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="{}"/></robot>'
WHOLE = (
    '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    '<xacro:include filename="parts.xacro"/></robot>'
)
RULES = Path(__file__).parents[1] / "lint" / "rules"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(path: Path, text: str) -> None:
    """Write a file that is older than any coarse clock."""
    path.write_text(text)
    os.utime(path, ns=(1, 1))


def links(session: Session, name: str) -> list[str]:
    expanded = session.open(name).require_expanded()
    return [link.name for link in expanded.root.links]


def test_a_file_that_has_not_changed_is_read_once(here, monkeypatch):
    written(here / "r.urdf", URDF.format(JOINT))
    monkeypatch.setattr("bodyplan.description.session._COARSE", -(10**12))
    session = Session()
    assert session.open("r.urdf").written is session.open("r.urdf").written


def test_a_file_that_has_changed_is_read_again(here):
    written(here / "r.urdf", URDF.format(""))
    session = Session()
    assert session.open("r.urdf").diagnostics.diagnostics
    (here / "r.urdf").write_text(URDF.format(JOINT))
    assert not [one for one in session.open("r.urdf").diagnostics.diagnostics if one.code == "T003"]


def test_a_macro_file_that_has_changed_makes_another_robot(here):
    written(here / "parts.xacro", PARTS.format("a"))
    written(here / "r.xacro", WHOLE)
    session = Session()
    assert links(session, "r.xacro") == ["a"]
    (here / "parts.xacro").write_text(PARTS.format("b"))
    assert links(session, "r.xacro") == ["b"]


def test_a_text_can_be_laid_over_a_file(here):
    written(here / "r.urdf", URDF.format(""))
    session = Session()
    laid = session.open("r.urdf", text=URDF.format(JOINT))
    assert laid.robot.joint_names == ("j",)
    with pytest.raises(bodyplan.DescriptionError):
        _ = session.open("r.urdf").robot


def test_another_process_gets_the_choices_and_not_what_was_read(here):
    (here / "bodyplan.toml").write_text('ignore = ["I104"]\n')
    session = Session.from_folder(arguments={"side": "left"})
    session.open(b"<robot name='r'/>")
    other = pickle.loads(pickle.dumps(session))  # noqa: S301  (our own)
    assert other.arguments == {"side": "left"}
    assert other.settings_for("r.urdf").ignore == ("I104",)


def test_the_settings_of_a_folder_are_its_own_wherever_the_program_runs(here, tmp_path_factory):
    (here / "bodyplan.toml").write_text('ignore = ["I104"]\n')
    assert Session.from_folder().settings.ignore == ("I104",)
    os.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert Session.from_folder(here).settings.ignore == ("I104",)
    assert Session.from_folder().settings.ignore == ()


def test_the_parts_of_an_invalid_robot_can_be_used(here):
    written(here / "r.urdf", URDF.format(""))
    description = Session().open("r.urdf")
    with pytest.raises(bodyplan.DescriptionError):
        _ = description.robot
    assert description.parts.link_names == ("a",)
    assert description.files.read == (Path("r.urdf"),)


def test_the_robot_of_an_srdf_is_its_partner():
    arm = Session().open("sample:arm.srdf")
    assert arm.partner.description is not None
    assert arm.partner.description.name.endswith("arm.urdf")
    assert arm.robot.semantics is not None
    assert Session().open("sample:arm.srdf", partners="none").partner.description is None


def test_every_function_takes_a_description():
    arm = Session().open("sample:arm")
    assert bodyplan.check(arm) == bodyplan.check("sample:arm")
    assert bodyplan.where(arm) == bodyplan.where("sample:arm")
    assert bodyplan.load(arm) is arm.robot
    assert bodyplan.inertia_report(arm).score == 100
    assert bodyplan.format(arm).to_bytes() == bodyplan.format("sample:arm").to_bytes()
    converted = bodyplan.convert(arm, "sdf").document.to_bytes()
    assert converted == bodyplan.convert("sample:arm", "sdf").document.to_bytes()


def test_what_is_reported_of_a_description_follows_its_robot(here, tmp_path_factory):
    written(here / "r.urdf", URDF.format(JOINT))
    other = tmp_path_factory.mktemp("elsewhere") / "other.urdf"
    written(other, URDF.replace('"a"', '"q"').format(""))
    written(here / "r.srdf", '<robot name="r"><group name="g"><link name="q"/></group></robot>')
    session = Session()
    found = {
        "searched": session.open("r.srdf"),
        "given": session.open("r.srdf", robot=other),
        "opened": session.open("r.srdf", robot=session.open(other)),
        "loaded": session.open("r.srdf", robot=bodyplan.load(other, strict=False)),
        "alone": session.open("r.srdf", partners="none"),
    }
    codes = {name: {d.code for d in one.diagnostics.diagnostics} for name, one in found.items()}
    assert [name for name in found if "S101" in codes[name]] == ["searched"]
    for name, one in found.items():
        assert bodyplan.check(one) == one.diagnostics, name
        assert bodyplan.fix(one).remaining == one.diagnostics.diagnostics, name


CONFIGURED = 'ignore = ["I104", "N0"]\nfail-on = "warning"\n[severity]\nT003 = "warning"\n'


@pytest.mark.parametrize("config", ["", CONFIGURED], ids=["plain", "configured"])
def test_check_reports_the_same_for_the_library_and_the_command(here, capsys, config):
    sources = sorted(RULES.glob("*/*.urdf"))[::3][:100] + sorted(RULES.glob("*/*.sdf"))[::3][:60]
    sources += sorted(RULES.glob("*/*.xacro"))[:20] + sorted(RULES.glob("*/*.srdf"))[:20]
    (here / "bodyplan.toml").write_text(config)
    names = []
    for number, path in enumerate(sources):
        names.append(f"f{number}{path.suffix}")
        (here / names[-1]).write_bytes(path.read_bytes())
    main(["check", *names, "--format", "json", "--jobs", "1", "--alone"])
    told = {one["path"]: one["diagnostics"] for one in json.loads(capsys.readouterr().out)["files"]}
    session = Session.from_folder()
    assert len(names) >= 150
    for name in names:
        report = bodyplan.check(session.open(name, partners="none"))
        found = json.loads(render(report))
        assert found["files"][0]["diagnostics"] == told[name], name


@pytest.mark.long(keep=5)
@pytest.mark.parametrize("seed", range(40))
def test_after_any_edits_every_answer_is_that_of_a_new_session(here, seed):
    rng = random.Random(seed)
    texts = {
        "r.urdf": [URDF.format(""), URDF.format(JOINT), "<robot"],
        "parts.xacro": [PARTS.format("a"), PARTS.format("b"), "<robot"],
        "r.xacro": [WHOLE, WHOLE.replace("parts", "other")],
        "r.srdf": [
            f'<robot name="r"><group name="g"><link name="{name}"/></group></robot>'
            for name in ("a", "q")
        ],
    }
    for name, (first, *_) in texts.items():
        written(here / name, first)
    session = Session()
    for _ in range(8):
        name = rng.choice(sorted(texts))
        laid = rng.choice(texts[name])
        if rng.random() < 0.2:
            (here / name).unlink(missing_ok=True)
        else:
            (here / name).write_text(rng.choice(texts[name]))
        assert answers(session, name, laid) == answers(Session(), name, laid), (name, laid)
        for one in ("r.urdf", "r.xacro", "r.srdf"):
            assert answers(session, one) == answers(Session(), one), (name, one)


def answers(session: Session, name: str, laid: str | None = None) -> object:
    try:
        description = session.open(name, text=laid)
    except bodyplan.InputError as error:
        return str(error)
    try:
        robot: object = description.parts
    except (bodyplan.InputError, bodyplan.DescriptionError) as error:
        robot = str(error)
    return render(description.diagnostics), description.files.paths, robot


ROBOTS = 50
"""So many folders of four files, and as many files with macros."""
SETTINGS = "joint_limits:\n  j:\n    has_velocity_limits: true\n    max_velocity: {}\n"
VISUAL = '<visual><geometry><mesh filename="part.stl"/></geometry></visual>'


def in_200_files(folder: Path) -> list[str]:
    """Write 50 robots as URDF, with mesh, SRDF and limits, and as xacro; return what can be opened."""
    (folder / "macros").mkdir()
    written(folder / "macros" / "parts.xacro", PARTS.format("a"))
    names = []
    for number in range(ROBOTS):
        own = folder / f"r{number}"
        own.mkdir()
        link = f'<link name="a">{VISUAL}</link>' if number % 2 else '<link name="a"/>'
        include = "missing" if number == 7 else "parts"
        written(own / "r.urdf", URDF.format(JOINT).replace('<link name="a"/>', link))
        macros = f"macros/x{number}.xacro"
        written(folder / macros, WHOLE.replace("parts", include))
        written(own / "part.stl", "solid s\nendsolid s\n")
        written(own / "r.srdf", '<robot name="r"><group name="g"><link name="b"/></group></robot>')
        written(own / "joint_limits.yaml", SETTINGS.format(1.0))
        names += [f"r{number}/r.urdf", macros, f"r{number}/r.srdf"]
    assert sum(path.is_file() for path in folder.glob("*/*")) == 5 * ROBOTS + 1
    return names


MACROS = {f"macros/x{number}.xacro" for number in range(ROBOTS)}
CHANGES = {
    "nothing": ("", "", set()),
    "a mesh": ("r1/part.stl", "solid t\nendsolid t\n", set()),
    "an include": ("macros/parts.xacro", PARTS.format("z"), MACROS),
    "an SRDF": ("r3/r.srdf", '<robot name="r"/>', {"r3/r.srdf"}),
    "limits in YAML": ("r3/joint_limits.yaml", SETTINGS.format("QQQ"), set()),
    "a file that was missing": ("macros/missing.xacro", PARTS.format("y"), set()),
    "a robot": ("r3/r.urdf", URDF.format(""), {"r3/r.urdf"}),
}


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("change", CHANGES)
def test_of_200_files_only_what_depends_on_a_change_is_read_again(here, monkeypatch, change):
    names = in_200_files(here)
    time.sleep(0.05)  # the clock of a file system is coarse
    session = Session()
    for name in names:
        answers(session, name)
    again: set[str] = set()
    read = session_module.read

    def counted(source, **options):
        again.add(os.path.relpath(source))
        return read(source, **options)

    name, text, wanted = CHANGES[change]
    if name:
        (here / name).write_text(text)
    with monkeypatch.context() as patched:
        patched.setattr(session_module, "read", counted)
        found = {one: answers(session, one) for one in names}
    assert again == wanted | {"macros/x7.xacro"}  # what failed is always read again
    assert found == {one: answers(Session(), one) for one in names}
