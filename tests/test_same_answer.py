"""The command and the public function of every verb give the same answer about 200 files.

Each file is opened with and without a configuration beside it, and those with macros also with a
value for an argument.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bodyplan
from bodyplan import report
from bodyplan.cli import main
from bodyplan.core import replace
from bodyplan.diag.json_schema import json_text
from bodyplan.diag.render.json import render
from bodyplan.edit.semantics import add_group
from bodyplan.resources import Resources
from tests.slices import amount

RULES = Path(__file__).parent / "lint" / "rules"
VERBS = Path(bodyplan.__file__).parent / "cli" / "verbs"
PARTS = 10
CONFIGURED = """\
ignore = ["I104", "N0"]
fail-on = "warning"
[severity]
T003 = "warning"
[packages]
arm_description = "elsewhere"
"""
ARM = """\
<robot name="arm">
  <link name="base"/><link name="tip"/>
  <joint name="j" type="revolute"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
"""
STOPS = (bodyplan.InputError, bodyplan.DescriptionError, ValueError)
"""What public functions raise where the command ends with status 2."""


def _with_macros(text: str) -> str:
    """A robot in URDF as a xacro file with an argument, on which names depend."""
    return re.sub(
        r"<robot\b(.*?)>",
        r'<robot xmlns:xacro="http://www.ros.org/wiki/xacro"\1>'
        r'<xacro:arg name="side" default="left"/><link name="$(arg side)_mark"/>',
        text,
        count=1,
    )


def files() -> dict[str, str]:
    """The 200 files by name: of each format, spread over all rules."""
    found: dict[str, str] = {}
    for ending, count in (("urdf", 70), ("sdf", 45), ("xacro", 25), ("srdf", 25)):
        paths = sorted(RULES.glob(f"*/*.{ending}"))
        for path in paths[:: max(1, len(paths) // count)][:count]:
            found[f"{path.parent.name}_{path.stem}.{ending}"] = path.read_text("utf-8", "replace")
    plain = [name for name in sorted(found) if name.endswith(".urdf")]
    for name in plain[::2][:35]:
        found[f"macros_{name.removesuffix('.urdf')}.xacro"] = _with_macros(found[name])
    return found


FILES = files()


def _robot_of(name: str) -> str:
    """The robot beside an SRDF; empty for none."""
    path = RULES / name.rpartition("_")[0] / "robot.urdf"
    return path.read_text("utf-8") if name.endswith(".srdf") and path.is_file() else ""


def test_there_are_200_files_of_every_format():
    assert len(FILES) == 200
    assert {Path(name).suffix for name in FILES} == {".urdf", ".sdf", ".xacro", ".srdf"}


def _judged(found: bodyplan.Description) -> str:
    return json_text(replace(bodyplan.inertia_report(found), bodies=None))


def _text(document: bodyplan.Document) -> str:
    return document.to_bytes().decode("utf-8", "replace")


Answer = Callable[[bodyplan.Description], Any]


class Verb:
    """A verb: the words of its command, with ``{}`` for the file, and the public function.

    Args:
        words: of the command.
        answer: what the public function returns, as the command prints it.
        read: what is compared of the output; all of it by default.
        part: of how many files one is asked about in the short run; more for what takes long.
        has_values: whether the command takes values of xacro arguments.
        ending: of the files that it takes; empty for all.
    """

    def __init__(
        self,
        words: str,
        answer: Answer,
        read: Callable[[str], Any] = str,
        *,
        part: int = 1,
        has_values: bool = True,
        ending: str = "",
    ) -> None:
        self.words, self.answer, self.read, self.part = words.split(), answer, read, part
        self.has_values, self.ending = has_values, ending


def _renamed(found: bodyplan.Description) -> str:
    link = _first_link(found.written.to_bytes())
    return _text(bodyplan.rename(found, "link", link, "QQQ_new").document)


def _first_link(data: bytes) -> str:
    name = re.search(rb'<link name="([^"<&]+)"', data)
    return "none" if name is None else name[1].decode("utf-8", "replace")


def _page(found: bodyplan.Description) -> Any:
    page = bodyplan.view(found, serve=False)
    if not page.scene.robots:
        raise ValueError("no robot")
    return _scene(page.html())


def _scene(page: str) -> Any:
    """The scene in a page, and the names of the files in it."""
    (text,) = re.findall(r'<script type="application/json" id="scene">(.*?)</script>', page)
    return json.loads(text), re.findall(r'id="(asset-[^"]*)"', page)


def _picture(found: bodyplan.Description) -> str:
    """What is drawn, without the browser that draws it: see ``_drawn``."""
    path = Path("library.png")
    return bodyplan.render(found, path, size=(64, 48), force=True).read_text("utf-8")


def _drawn(content: Any, *frames: object) -> list[bytes]:
    return [b"%s\n%s\n" % (content.scene_json(), repr(frames).encode())]


def _group(found: bodyplan.Description) -> str:
    document = found.written
    link = _first_link(document.to_bytes())
    add_group(document, "QQQ_new", links=[link], robot=found.partner_parts)
    return _text(document)


def _bundled(found: bodyplan.Description) -> dict[str, Any]:
    return _places(json_text(bodyplan.bundle(found, "library", force=True)))


def _places(text: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(text)
    return {key: value for key, value in data.items() if key != "target"}


def _expanded(found: bodyplan.Description) -> str | None:
    is_xacro = found.written.format == "xacro"
    return bodyplan.expand(found if is_xacro else str(found.path)).text


def _simplified(found: bodyplan.Description) -> str:
    made = bodyplan.simplify(found, "hulls")
    return "" if made.document is made.before else _text(made.document)


def _report(found: bodyplan.Description) -> list[Any]:
    return _diagnostics(render(bodyplan.check(found)))


def _diagnostics(text: str) -> list[Any]:
    return [(one["path"], one["format"], one["diagnostics"]) for one in json.loads(text)["files"]]


ASKED = {
    "check": Verb("check {} --format json", _report, _diagnostics),
    "fix": Verb("fix {} -o -", lambda found: _text(bodyplan.fix(found).document)),
    "show": Verb("show {} --json", lambda found: json_text(bodyplan.robot_report(found))),
    "fk": Verb(
        "fk {} --json",
        lambda found: json.loads(json_text(bodyplan.pose_report(found))),
        json.loads,
    ),
    "workspace": Verb(
        "workspace {} --json --count 50",
        lambda found: json_text(bodyplan.workspace(found, count=50)),
        part=4,
    ),
    "view": Verb("view {} -o -", _page, _scene, part=4),
    "render": Verb("render {} -o - --size 64x48", _picture, part=4),
    "inertia": Verb("inertia {} --json", _judged),
    "where": Verb(
        "where {} --json",
        lambda found: json_text(
            report.resource_report(found.resources or Resources(), (bodyplan.where(found),))
        ),
    ),
    "bundle": Verb("bundle {} -o command --json --force", _bundled, _places, part=2),
    "fmt": Verb("fmt {} -o -", lambda found: _text(bodyplan.format(found)), has_values=False),
    "rename": Verb("rename link {link} QQQ_new {} -o -", _renamed, has_values=False),
    "convert": Verb(
        "convert {} --to urdf --force",
        lambda found: _text(bodyplan.convert(found, "urdf").document),
    ),
    "diff": Verb(
        "diff {} arm.urdf --format json",
        lambda found: json_text(bodyplan.diff(found, "arm.urdf")),
        part=2,
    ),
    "expand": Verb("expand {}", _expanded),
    "srdf new": Verb("srdf new {}", lambda found: _text(bodyplan.draft_srdf(found).document())),
    "srdf pairs": Verb(
        "srdf pairs {} --json --samples 50 --no-proof",
        lambda found: json_text(bodyplan.collision_matrix(found, samples=50, proof=False)),
        part=4,
    ),
    "srdf add": Verb(
        "srdf add group {} QQQ_new --link {link} -o -", _group, has_values=False, ending=".srdf"
    ),
    "collisions": Verb(
        "collisions {} --json",
        lambda found: json_text(bodyplan.collision_report(found)),
        part=2,
    ),
    "spheres": Verb(
        "spheres {} --json --count 2",
        lambda found: json_text(bodyplan.fit_spheres(found, count=2)),
        part=10,
    ),
    "simplify": Verb(
        "simplify {} --to hulls -o -",
        _simplified,
        part=4,
        has_values=False,
    ),
}


NOT_ASKED = {
    "completion": "it is about the installation",
    "doctor": "it is about the installation",
    "explain": "it has no description; see below",
    "schema": "it has no description",
}


def test_every_verb_is_asked_or_has_a_reason():
    verbs = {path.stem for path in VERBS.glob("*.py") if not path.stem.startswith("_")} - {"srdf"}
    assert verbs | {"srdf new", "srdf add", "srdf pairs"} == {*ASKED, *NOT_ASKED}
    assert not ASKED.keys() & NOT_ASKED.keys()


@pytest.mark.long(keep=36, each=("verb", "setting"))
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("setting", ["plain", "configured"])
@pytest.mark.parametrize("verb", ASKED)
def test_the_command_and_the_function_give_the_same_answer(
    verb, setting, part, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bodyplan.viewer.view.rendered", _drawn)
    monkeypatch.setattr("bodyplan.viewer.view.find_browser", lambda: "browser")
    asked = ASKED[verb]
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "arm.urdf").write_text(ARM)
    taken = [name for name in FILES if name.endswith(asked.ending)]
    names = taken[part :: PARTS * amount(1, short=asked.part)]
    if setting == "configured":
        values = (
            f'[xacro."{_folder(name)}/{name}"]\nside = "middle"\n'
            for name in names
            if name.startswith("macros_")
        )
        (tmp_path / "bodyplan.toml").write_text(CONFIGURED + "".join(values))
    for name in names:
        folder = tmp_path / _folder(name)
        folder.mkdir()
        path = folder / name
        path.write_text(FILES[name])
        if robot := _robot_of(name):
            (folder / "robot.urdf").write_text(robot)
        known: list[dict[str, str]] = [{}]
        if name.startswith("macros_") and asked.has_values:
            known.append({"side": "right"})
        for arguments in known:
            word = f"{folder.name}/{name}"
            wanted = _of_function(asked, word, arguments)
            assert path.read_text() == FILES[name]
            link = _first_link(path.read_bytes())
            words = [one.format(word, link=link) for one in asked.words]
            words += [f"{key}:={value}" for key, value in arguments.items()]
            status = main(words if verb == "check" else [*words, "--quiet"])
            out, err = capsys.readouterr()
            found = None if status == 2 else asked.read(out)
            assert found == wanted, (name, arguments, err)


def _folder(name: str) -> str:
    return name.replace(".", "_")


def _of_function(asked: Verb, word: str, arguments: dict[str, str]) -> Any:
    """What the public function returns; None where it raises, or nothing can be read."""
    found = bodyplan.Session.from_folder(arguments=arguments).open(word)
    if found.trouble is not None and asked is not ASKED["expand"]:  # which takes any XML
        return None
    try:
        return asked.answer(found)
    except STOPS:
        return None


SRDF = """\
<robot name="arm">
  <group name="all"><link name="tip"/><link name="QQQ"/></group>
  <disable_collisions link1="base" link2="tip" reason="Adjacent"/>
</robot>
"""


def test_an_srdf_with_names_that_the_robot_does_not_have_is_converted_with_it(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    Path("arm.urdf").write_text(ARM)
    Path("arm.srdf").write_text(SRDF)
    done = bodyplan.convert("arm.urdf", "sdf", srdf="arm.srdf")
    words = "convert arm.urdf --to sdf --srdf arm.srdf --srdf-output made.srdf --quiet"
    assert main(words.split()) == 0
    assert done.srdf is not None
    assert (capsys.readouterr().out, Path("made.srdf").read_text()) == (
        _text(done.document),
        _text(done.srdf),
    )
    Path("arm.srdf").write_text(SRDF.replace('link2="tip"', ""))
    with pytest.raises(bodyplan.DescriptionError):
        bodyplan.convert("arm.urdf", "sdf", srdf="arm.srdf")
    assert main(words.split()) == 2


MJCF = """\
<mujoco model="arm"><worldbody><body name="tip">
<joint name="j" range="-1 1"/><geom size=".1"/></body></worldbody></mujoco>
"""


@pytest.mark.parametrize("verb", ["show", "inertia"])
def test_mjcf_is_reported_as_the_urdf_that_it_converts_to(verb, tmp_path, monkeypatch, capsys):
    pytest.importorskip("mujoco")
    monkeypatch.chdir(tmp_path)
    Path("arm.xml").write_text(MJCF)
    wanted = _of_function(ASKED[verb], "arm.xml", {})
    assert main([verb, "arm.xml", "--json", "--quiet"]) == 0
    assert capsys.readouterr().out == wanted


@pytest.mark.parametrize("words", [[], ["J"], ["limit-missing", "j101"], ["9"], ["QQQ"]])
def test_codes_are_explained_as_the_function_explains_them(words, capsys):
    status = main(["explain", *words, "--json"])
    out, err = capsys.readouterr()
    if status:
        with pytest.raises(ValueError, match="QQQ") as caught:
            bodyplan.explain(*words)
        assert str(caught.value) in err
    else:
        assert out == json_text(bodyplan.explain(*words))
