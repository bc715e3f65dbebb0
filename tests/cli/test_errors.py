"""Every wrong use: one sentence on standard error, nothing else, exit status 2."""

from __future__ import annotations

import gzip
import re

import pytest
from tests.cli.conftest import CLEAN

from bodyplan.cli import main, summaries

VERBS = summaries()

HTML = b"<!DOCTYPE html>\n<html><body>404</body></html>\n"
FILES = {
    "empty.urdf": (b"", "empty.urdf: the file is empty"),
    "blank.urdf": (b" \n\t\n", "blank.urdf: the file is empty"),
    "binary.urdf": (
        b"\x7fELF\x02\x01\0\0\0",
        "binary.urdf: this is a binary file, not a robot description",
    ),
    "packed.urdf": (
        gzip.compress(b"<robot/>", mtime=0),
        "packed.urdf: this is a binary file, not a robot description",
    ),
    "text.urdf": (
        b"hello",
        "text.urdf: this is text without any XML, not a robot description",
    ),
    "page.urdf": (
        HTML,
        (
            "page.urdf: this is a web page (HTML), which bodyplan does not read; "
            "download the raw file, not the page that displays it"
        ),
    ),
    "robit.urdf": (
        b"<robit/>",
        "robit.urdf: unknown root element <robit>, expected <robot> or <sdf>; did you mean 'robot'?",
    ),
    "none.urdf": (None, "none.urdf does not exist"),
    "http://a.b/c.urdf": (
        None,
        "http://a.b/c.urdf is a URL, and bodyplan downloads nothing; pass a file",
    ),
    "no/none.urdf": (None, "no/none.urdf does not exist; folder no does not exist"),
}
READERS = {
    "check": ["check"],
    "concise": ["check", "--format", "concise"],
    "fix": ["fix", "--quiet"],
    "fix on": ["fix", "--quiet", "-o", "x.urdf"],
    "rename": ["rename", "link", "a", "b"],
    "show": ["show"],
    "fmt": ["fmt", "--quiet"],
}


@pytest.mark.parametrize("words", READERS.values(), ids=READERS)
@pytest.mark.parametrize("name", FILES)
def test_what_is_no_robot_is_said_in_one_sentence(here, bodyplan, name, words):
    data, sentence = FILES[name]
    if data is not None:
        (here / name).write_bytes(data)
    status, out, err = bodyplan(*words, name)
    assert (status, out) == (2, "")
    assert err == f"bodyplan: {sentence}\n"
    assert not (here / "x.urdf").exists()


@pytest.mark.parametrize("words", READERS.values(), ids=READERS)
def test_what_is_no_robot_on_standard_input_likewise(bodyplan, feed, words):
    feed(HTML)
    status, out, err = bodyplan(*words, "-")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("bodyplan: <stdin>: this is a web page (HTML)")


def test_a_folder_is_no_file(here, bodyplan):
    (here / "robots").mkdir()
    sentence = "bodyplan: no robot description in folder robots\n"
    for verb in ("check", "fix", "show", "inertia"):
        assert bodyplan(verb, "robots") == (2, "", sentence)
    none = "folder robots contains no URDF or SDFormat file (*.urdf, *.sdf, *.world)"
    assert bodyplan("fmt", "robots") == (2, "", f"bodyplan: {none}\n")
    assert bodyplan("fk", "robots") == (2, "", sentence)
    words = ["rename", "link", "a", "b", "robots"]
    assert bodyplan(*words) == (2, "", "bodyplan: robots is a folder, not a file\n")


def test_view_takes_the_robot_of_a_folder_with_one(here, bodyplan):
    (here / "robots").mkdir()
    (here / "robots/one.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    assert bodyplan("view", "robots", "-o", "a.html") == (0, "", "")
    (here / "robots/two.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    status, out, err = bodyplan("view", "robots", "-o", "b.html")
    names = "robots/one.urdf and robots/two.urdf"
    assert (status, out) == (2, "")
    assert err == f"bodyplan: folder robots has 2 robots: {names}; name one\n"


def test_check_without_arguments_checks_the_current_folder(here, bodyplan):
    (here / "one.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    status, out, _ = bodyplan("check")
    assert (status, out) == (0, "no problems found in 1 file\n")


def test_near_names_are_offered(here, bodyplan):
    (here / "my_robot.urdf").write_text("<robot/>")
    assert bodyplan("check", "my_robt.urdf")[2] == (
        "bodyplan: my_robt.urdf does not exist; did you mean 'my_robot.urdf'?\n"
    )
    assert bodyplan("check", "sample:quadrupet")[2] == (
        "bodyplan: unknown sample robot 'quadrupet'; did you mean 'quadruped'?\n"
    )


def test_a_name_that_steers_the_terminal_does_not(bodyplan):
    _, _, err = bodyplan("check", "\x1b[31m\n.urdf")
    assert "\x1b" not in err
    assert err.count("\n") == 1


WRONG = [
    (["chek"], "bodyplan: unknown verb 'chek'; did you mean 'check'?"),
    (["version"], "bodyplan: unknown verb 'version'; did you mean '--version'?"),
    (["lint"], "bodyplan: unknown verb 'lint'; did you mean 'check'?"),
    (["format"], "bodyplan: unknown verb 'format'; did you mean 'fmt'?"),
    (["prove"], "bodyplan: unknown verb 'prove'; did you mean 'diff'?"),
    (["compare"], "bodyplan: unknown verb 'compare'; did you mean 'diff'?"),
    (["check", "--fix", "a"], "bodyplan check: unknown option --fix; run `bodyplan fix` for that"),
    (["fix", "--lint", "a"], "bodyplan fix: unknown option --lint; run `bodyplan check` for that"),
    (["fix"], "bodyplan fix: missing ROBOT; see `bodyplan fix --help`"),
    (
        ["rename"],
        "bodyplan rename: missing KIND, OLD, NEW, ROBOT; see `bodyplan rename --help`",
    ),
    (["check", "--quit", "x"], "bodyplan check: unknown option --quit; did you mean '--quiet'?"),
    (["check", "--quit=3", "x"], "bodyplan check: unknown option --quit; did you mean '--quiet'?"),
    (["check", "--zzz", "x"], "bodyplan check: unknown option --zzz; see `bodyplan check --help`"),
    (["fk", "a", "b"], "bodyplan: unexpected argument 'b'; expected one ROBOT"),
    (
        ["check", "x", "--select"],
        "bodyplan check: --select requires a value; see `bodyplan check --help`",
    ),
    (["check", "--json=1", "x"], "bodyplan check: --json does not accept a value"),
    (
        ["check", "--format", "jsno", "x"],
        (
            "bodyplan check: --format: expected concise, full, github, json, junit or sarif, got 'jsno'; "
            "did you mean 'json'?"
        ),
    ),
    (
        ["check", "--fail-on", "fatal", "x"],
        "bodyplan check: --fail-on: expected error, warning, info or hint, got 'fatal'",
    ),
    (["check", "--jobs", "all", "x"], "bodyplan check: --jobs: expected an integer, got 'all'"),
    (["check", "--jobs", "0", "x"], "bodyplan: --jobs must be at least 1, got 0"),
    (
        ["check", "--limit", "8", "x"],
        "bodyplan: --limit: expected NAME=VALUE with an integer, got '8'",
    ),
    (
        ["check", "--limit", "max_byte=8", "x"],
        "bodyplan: unknown limit 'max_byte'; did you mean 'max_bytes'?",
    ),
    (
        ["check", "--limit", "max_bytes=0", "x"],
        "bodyplan: limit max_bytes must be a positive whole number, not 0",
    ),
    (
        ["check", "--select", "X1O1", "x"],
        "bodyplan: 'X1O1' is not a rule code; expected a code such as J101 or a family such as J",
    ),
    (
        ["check", "--ignore", ",", "x"],
        "bodyplan: --ignore: missing code, such as J101, or J for the whole family",
    ),
    (
        ["check", "--select", "Q", "x"],
        "bodyplan: unknown code Q; see `bodyplan explain` for all codes",
    ),
    (
        ["check", "--profile", "urdfdon", "x"],
        "bodyplan: unknown profile 'urdfdon'; did you mean 'urdfdom'?",
    ),
    (["check", "--config", "no.toml", "x"], "bodyplan: --config no.toml: file not found"),
    (["check", "--robot", "no.urdf", "x"], "bodyplan: no.urdf does not exist"),
    (["check", "--robot", "-", "-"], "bodyplan: standard input can be read only once"),
    (["check", ""], "bodyplan: expected a path, got an empty name"),
    (["check", "no*.urdf"], "bodyplan: no file matches no*.urdf"),
    (["check", "no/**/*.urdf"], "bodyplan: no file matches no/**/*.urdf"),
    (
        ["check", "sample:arm", "-o", "no/x"],
        "bodyplan: cannot write no/x: folder no does not exist",
    ),
    (["check", "sample:arm", "-o", "."], "bodyplan: cannot write .: it is a folder"),
    (["fix", "--diff", "--check", "x"], "bodyplan fix: --check cannot be combined with --diff"),
    (
        ["fix", "--diff", "-o", "y", "x"],
        "bodyplan fix: --output cannot be combined with --diff",
    ),
    (
        ["rename", "lnik", "a", "b", "x"],
        "bodyplan rename: expected link, joint, frame, model, material or group, got 'lnik'; did you mean 'link'?",
    ),
    (["completion"], "bodyplan completion: missing SHELL; see `bodyplan completion --help`"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG, ids=[" ".join(w) for w, _ in WRONG])
def test_wrong_words_are_a_sentence(here, bodyplan, words, sentence):
    assert bodyplan(*words) == (2, "", f"{sentence}\n")


def test_a_robot_for_model_states_must_be_one(here, bodyplan):
    (here / "world.sdf").write_text("<sdf/>")
    (here / "state.urdf").write_text("<model_state/>")
    assert bodyplan("check", "sample:arm", "--robot", "world.sdf")[::2] == (
        2,
        ("bodyplan: --robot world.sdf: this is an SDFormat file, but a URDF is required\n"),
    )
    assert bodyplan("check", "sample:arm", "--robot", "state.urdf")[::2] == (
        2,
        "bodyplan: --robot state.urdf: this is not a URDF\n",
    )


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb, capsys):
    assert main([verb, "--help"]) == 0
    page = capsys.readouterr().out
    assert re.match(rf"usage: bodyplan {verb} (VERB )?\[options\]", page)
    assert main([verb, "-h"]) == 0
    assert main(["help", verb]) == 0
    assert capsys.readouterr().out == page * 2


def test_the_version_is_reported(bodyplan):
    from bodyplan import __version__

    for word in ("--version", "-V"):
        assert bodyplan(word) == (0, f"bodyplan {__version__}\n", "")


def test_the_module_is_the_command(spawn):
    done = spawn("check", "none.urdf")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "bodyplan: none.urdf does not exist\n"


# What is read is not written over


SHOWN = {
    "show": ["show", "a.urdf", "-o"],
    "show --json": ["show", "a.urdf", "--json", "-o"],
    "check": ["check", "a.urdf", "-o"],
    "check a folder": ["check", ".", "--json", "-o"],
    "check with": ["check", "sample:arm", "--robot", "a.urdf", "-o"],
    "fix with": ["fix", "sample:arm", "--robot", "a.urdf", "-o"],
    "where": ["where", "a.urdf", "-o"],
    "inertia": ["inertia", "a.urdf", "-o"],
    "fk": ["fk", "a.urdf", "--csv", "-o"],
    "expand": ["expand", "a.urdf", "-o"],
    "srdf new": ["srdf", "new", "a.urdf", "--force", "-o"],
}


@pytest.mark.parametrize("target", ["a.urdf", "./a.urdf", "link.urdf"])
@pytest.mark.parametrize("words", SHOWN.values(), ids=SHOWN)
def test_a_file_that_is_read_is_not_written_over(here, bodyplan, words, target):
    (here / "a.urdf").write_text(CLEAN)
    (here / "link.urdf").symlink_to("a.urdf")
    assert bodyplan(*words, target) == (
        2,
        "",
        f"bodyplan: -o {target} would overwrite a file that is read\n",
    )
    assert (here / "a.urdf").read_text() == CLEAN


@pytest.mark.parametrize(
    ("words", "way"),
    [
        (["show", "a.urdf"], "use another ending"),
        (["check", "a.urdf", "--json"], "use another ending"),
        (["where", "a.urdf"], "use another ending"),
        (["inertia", "a.urdf"], "use --compute or --repair to write one"),
    ],
    ids=lambda word: word[0],
)
def test_a_report_is_not_called_like_a_robot(here, bodyplan, words, way):
    (here / "a.urdf").write_text(CLEAN)
    assert bodyplan(*words, "-o", "b.urdf") == (
        2,
        "",
        f"bodyplan: -o b.urdf: the output is not a robot description; {way}\n",
    )
    assert [path.name for path in here.iterdir()] == ["a.urdf"]


def test_configurations_and_models_are_not_written_over_either(here, bodyplan):
    (here / "q.csv").write_text("elbow_joint\n0\n")
    words = ("fk", "sample:arm", "--configurations", "q.csv", "-o", "q.csv")
    assert bodyplan(*words)[2] == "bodyplan: -o q.csv would overwrite a file that is read\n"
    assert (here / "q.csv").read_text() == "elbow_joint\n0\n"


@pytest.mark.parametrize(
    "words",
    [
        ["fix", "a.urdf"],
        ["fmt", "a.urdf"],
        ["rename", "link", "a", "b", "a.urdf"],
        ["inertia", "a.urdf", "--compute", "mass=1"],
        ["check", ".", "--json"],
    ],
    ids=" ".join,
)
def test_what_changes_a_file_may_write_it_anew_and_a_report_goes_beside(here, bodyplan, words):
    (here / "a.urdf").write_text(CLEAN)
    target = "report.json" if "--json" in words else "a.urdf"
    assert bodyplan(*words, "-o", target)[0] == 0
    assert b"<robot" in (here / "a.urdf").read_bytes()
    assert bodyplan(*words, "-o", target)[0] in (0, 2)  # a link of this name is there, or not


def test_the_check_that_is_advised_takes_the_same_arguments(here, bodyplan):
    macros = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="m" default="1"/>
  <link name="a"><inertial><mass value="$(arg m)"/></inertial></link><link/><link/>
</robot>
"""
    (here / "a b.urdf.xacro").write_text(macros)
    command = "bodyplan check 'a b.urdf.xacro' m:=abc"
    assert f"run `{command}` for all errors" in bodyplan("fk", "a b.urdf.xacro", "m:=abc")[2]
    assert f"run {command}\n" in bodyplan("show", "a b.urdf.xacro", "m:=abc")[1]
    (here / "b.urdf.xacro").write_text(macros.replace("$(arg m)", "${1/0}"))
    err = bodyplan("show", "b.urdf.xacro", "m:=abc")[2]
    assert err == "bodyplan: b.urdf.xacro has 1 error, in line 3: division by zero (M108)\n"


# Where a result cannot go is told before the work, and what is stopped leaves nothing half done


WORK = {
    "fk": (["fk", "sample:arm", "-o"], "csv", "bodyplan.cli.verbs.fk.pose_report"),
    "workspace": (
        ["workspace", "sample:arm", "-o"],
        "svg",
        "bodyplan.jobs.workspace.workspace",
    ),
}


@pytest.mark.parametrize("verb", WORK)
def test_a_place_that_cannot_be_written_is_reported_before_the_work(
    here, bodyplan, monkeypatch, verb
):
    words, ending, work = WORK[verb]

    def never(*_, **__):
        raise AssertionError("this would take long")

    monkeypatch.setattr(work, never)
    (here / f"folder.{ending}").mkdir()
    for target, reason in (
        (f"no/x.{ending}", "folder no does not exist"),
        (f"folder.{ending}", "it is a folder"),
    ):
        sentence = f"bodyplan: cannot write {target}: {reason}\n"
        assert bodyplan(*words, target) == (2, "", sentence)


@pytest.mark.parametrize(
    ("stop", "status"), [(KeyboardInterrupt, 130), (OSError(28, "No space left on device"), 2)]
)
@pytest.mark.parametrize("old", [None, b"old"])
def test_what_is_stopped_leaves_the_old_file_or_none(
    here, bodyplan, monkeypatch, stop, status, old
):
    def stopped(*_, **__):
        yield b"frame,x\n"
        raise stop

    monkeypatch.setattr("bodyplan.cli.verbs.fk._csv", stopped)
    if old is not None:
        (here / "poses.csv").write_bytes(old)
    assert bodyplan("fk", "sample:arm", "-o", "poses.csv")[:2] == (status, "")
    left = {path.name: path.read_bytes() for path in here.iterdir()}
    assert left == ({} if old is None else {"poses.csv": old})


def test_a_name_that_cannot_be_one_is_a_sentence(bodyplan):
    assert bodyplan("show", "sample:arm", "-o", "a\0b") == (
        2,
        "",
        "bodyplan: cannot write 'a\\x00b': it is not the name of a file\n",
    )
