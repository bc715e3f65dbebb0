"""The verb check: what is read, what is printed where, and what the exit status says."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.cli.conftest import CLEAN, ERROR, WARNING

from bodyplan.cli.many.check_files import check_one
from bodyplan.description.checker import Job
from bodyplan.fleet import _worker as worker

FORMATS = ("full", "concise", "json", "sarif", "github", "junit")


@pytest.fixture
def robots(here):
    """A clean robot, one with an error, one with a warning, in the current folder."""
    for name, text in (("clean", CLEAN), ("error", ERROR), ("warning", WARNING)):
        (here / f"{name}.urdf").write_text(text)
    return here


def many_infos(count):
    marks = "".join(f'  <link name="l{i}" colour="1"/>\n' for i in range(count))
    return f'<robot name="r">\n{marks}</robot>\n'


# What is printed


def test_a_clean_robot_gives_one_line(robots, bodyplan):
    assert bodyplan("check", "clean.urdf") == (0, "no problems found in 1 file\n", "")


def test_a_diagnostic_is_shown_with_place_line_caret_and_hint(robots, bodyplan):
    assert bodyplan("check", "error.urdf") == (
        1,
        (
            "error.urdf:2:4: X103 error missing required attribute 'name' on <link>\n"
            "    2 |   <link/>\n"
            "      |    ^^^^\n"
            '  hint: add name="...": unique among the links of the robot\n'
            "\n"
            "1 error in 1 file\n"
        ),
        "",
    )


def test_concise_has_one_line_for_each_diagnostic(robots, bodyplan):
    status, out, err = bodyplan("check", "--format", "concise", "clean.urdf", "error.urdf")
    assert (status, err) == (1, "")
    assert out == "error.urdf:2:4: X103 error missing required attribute 'name' on <link>\n"


def test_json_says_the_same(robots, bodyplan):
    status, out, err = bodyplan("check", "--json", "error.urdf", "clean.urdf")
    assert (status, err) == (1, "")
    table = json.loads(out)
    assert table["version"] == 1
    assert [file["path"] for file in table["files"]] == ["error.urdf", "clean.urdf"]
    (found,) = table["files"][0]["diagnostics"]
    assert (found["code"], found["line"], found["column"]) == ("X103", 2, 4)
    assert bodyplan("check", "--format", "json", "error.urdf", "clean.urdf")[1] == out


def test_the_other_formats_are_valid_for_their_consumers(robots, bodyplan):
    _, out, _ = bodyplan("check", "--format", "sarif", "error.urdf")
    assert json.loads(out)["runs"][0]["results"][0]["ruleId"] == "X103"
    _, out, _ = bodyplan("check", "--format", "github", "error.urdf")
    assert out.startswith("::error file=error.urdf,line=2,col=4,")
    _, out, _ = bodyplan("check", "--format", "junit", "error.urdf")
    assert ET.fromstring(out).get("failures") == "1"


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_can_go_to_a_file(robots, bodyplan, form):
    _, printed, _ = bodyplan("check", "--format", form, "error.urdf", "clean.urdf")
    status, out, err = bodyplan(
        "check", "--format", form, "error.urdf", "clean.urdf", "-o", "report.txt"
    )
    assert (status, out, err) == (1, "", "")
    assert (robots / "report.txt").read_text() == printed


def test_a_report_in_a_file_has_no_colours(robots, bodyplan):
    bodyplan("check", "error.urdf", "-o", "report.txt", "--color", "always")
    assert "\x1b" not in (robots / "report.txt").read_text()


def test_an_old_report_does_not_outlive_a_clean_run(robots, bodyplan):
    (robots / "report.txt").write_text("old")
    bodyplan("check", "clean.urdf", "--format", "concise", "-o", "report.txt")
    assert not (robots / "report.txt").read_text()


def test_a_dash_as_output_is_the_standard_output(robots, bodyplan):
    assert bodyplan("check", "error.urdf", "-o", "-") == bodyplan("check", "error.urdf")


def test_devices_stay_devices(robots, bodyplan):
    assert bodyplan("check", "error.urdf", "-o", os.devnull) == (1, "", "")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(
    ("choice", "colored"), [("auto", False), ("never", False), ("always", True)]
)
def test_colours_are_a_choice(robots, bodyplan, choice, colored):
    _, out, _ = bodyplan("check", "--color", choice, "error.urdf")
    assert ("\x1b" in out) == colored


def test_quiet_prints_what_makes_the_run_fail_and_nothing_else(robots, bodyplan):
    assert bodyplan("check", "--quiet", "clean.urdf", "warning.urdf") == (0, "", "")
    status, out, err = bodyplan("check", "--quiet", "warning.urdf", "error.urdf")
    assert (status, err) == (1, "")
    assert re.findall(r" ([A-Z]\d{3}) ", out) == ["X103"]
    assert out.endswith(("\n1 error in 1 file\n", "1 error in 2 files\n"))
    status, out, _ = bodyplan("check", "--quiet", "--fail-on", "warning", "warning.urdf")
    assert status == 1
    assert "J112" in out


def test_quiet_json_is_still_json(robots, bodyplan):
    _, out, _ = bodyplan("check", "--quiet", "--json", "warning.urdf")
    assert json.loads(out)["files"][0]["diagnostics"] == []


def test_one_cause_is_one_entry_with_its_lines(here, bodyplan):
    (here / "many.urdf").write_text(many_infos(40))
    _, out, _ = bodyplan("check", "many.urdf", "--select", "X102")
    assert out.count("X102 info") == 1
    assert "  also: 39 more (lines 3, 4, 5, 6, 7, 8, 9, 10, ...)\n" in out
    assert out.splitlines()[-1] == "1 info (40 cases; --all lists each) in 1 file"
    (here / "many.urdf").write_text(many_infos(1))
    _, out, _ = bodyplan("check", "many.urdf", "--select", "X102")
    assert out.splitlines()[-1] == "1 info in 1 file"


def test_a_misspelled_name_does_not_hide_among_other_unknown_names(here, bodyplan):
    (here / "many.urdf").write_text(many_infos(40).replace('name="l20" colour', 'name="l20" nam'))
    _, out, _ = bodyplan("check", "many.urdf", "--select", "X102")
    assert re.findall(r"X102 info unknown attribute '(\w+)'", out) == [
        "colour",
        "nam",
    ]


def test_entries_about_the_robot_list_the_names_that_differ(here, bodyplan):
    joints = "".join(
        f'<link name="l{i}"/><joint name="j{i}" type="revolute"><parent link="a"/>'
        f'<child link="l{i}"/><limit lower="{i}" upper="{i}" effort="1" velocity="1"/></joint>\n'
        for i in range(9)
    )
    (here / "many.urdf").write_text(f'<robot name="r"><link name="a"/>{joints}</robot>')
    _, out, _ = bodyplan("check", "many.urdf", "--select", "J103")
    assert out.count("J103 warning joint 'j") == 1
    assert "  also: 8 more (line 2 'j1', line 3 'j2', line 4 'j3', line 5 'j4'," in out


def test_errors_with_other_names_have_other_causes(here, bodyplan):
    links = "".join(
        f'<link name="l{i}"><inertial><mass value="-1"/></inertial></link>\n' for i in (1, 2)
    )
    (here / "many.urdf").write_text(f'<robot name="r">{links}</robot>')
    _, out, _ = bodyplan("check", "many.urdf", "--select", "I101")
    assert out.count("I101 error") == 2
    assert "also:" not in out


def test_all_and_the_other_forms_list_each(here, bodyplan):
    (here / "many.urdf").write_text(many_infos(40))
    words = ("check", "many.urdf", "--select", "X102")
    _, out, _ = bodyplan(*words, "--all")
    assert out.count("X102 info") == 40
    assert "also:" not in out
    assert out.splitlines()[-1] == "40 infos in 1 file"
    for form, mark in (("concise", "X102 info"), ("json", '"code": "X102"')):
        assert bodyplan(*words, "--format", form)[1].count(mark) == 40


def test_diagnostics_come_by_line_or_the_worst_first(here, bodyplan):
    (here / "both.urdf").write_text(
        WARNING.replace('<link name="b"/>', '<link name="b" x="1"/>').replace(
            "</robot>", "<link/></robot>"
        )
    )
    for form in ("full", "concise"):
        _, out, _ = bodyplan("check", "both.urdf", "--format", form)
        assert re.findall(r"urdf:\d+:\d+: ([A-Z]\d{3}) ", out) == ["X102", "J112", "X103"]
        _, out, _ = bodyplan("check", "both.urdf", "--format", form, "--sort", "severity")
        assert re.findall(r"urdf:\d+:\d+: ([A-Z]\d{3}) ", out) == ["X103", "J112", "X102"]


def test_paths_in_the_current_folder_are_short(robots, bodyplan):
    path = robots / "error.urdf"
    for form in ("full", "concise", "sarif", "github", "junit"):
        assert str(robots) not in bodyplan("check", path, "--format", form)[1]
    assert str(path) in bodyplan("check", path, "--json")[1].replace("\\\\", "\\")


def test_paths_elsewhere_stay_whole(robots, bodyplan, monkeypatch):
    (robots / "sub").mkdir()
    monkeypatch.chdir(robots / "sub")
    assert f"{robots}/error.urdf:2:4:" in bodyplan("check", robots / "error.urdf")[1]


# What is read


def test_standard_input_is_a_dash(bodyplan, feed):
    feed(ERROR)
    status, out, _ = bodyplan("check", "-", "--format", "concise")
    assert (status, out) == (
        1,
        "<stdin>:2:4: X103 error missing required attribute 'name' on <link>\n",
    )


def test_samples_have_names(bodyplan):
    for name in ("arm", "quadruped", "rover"):
        assert bodyplan("check", f"sample:{name}") == (0, "no problems found in 1 file\n", "")


def test_a_folder_means_the_robots_in_it(here, bodyplan):
    for name in ("b.urdf", "a.URDF", "sub/c.urdf", ".hidden/d.urdf", ".e.urdf", "sub/f.xml"):
        path = here / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(ERROR)
    expected = ["a.URDF", "b.urdf", "sub/c.urdf", "sub/f.xml"]
    assert checked(bodyplan, ".") == expected
    assert checked(bodyplan, here, "--format", "concise") == expected
    assert checked(bodyplan, "sub") == ["sub/c.urdf", "sub/f.xml"]
    again = checked(bodyplan, "sub", "sub/c.urdf", ".")
    assert again == ["sub/c.urdf", "sub/f.xml", "a.URDF", "b.urdf"]
    assert checked(bodyplan, ".hidden") == [".hidden/d.urdf"]


def test_a_folder_without_robots_does_not_keep_the_others_from_being_checked(here, bodyplan):
    (here / "empty").mkdir()
    (here / "a.urdf").write_text(ERROR)
    status, out, err = bodyplan("check", "empty", "a.urdf", "--format", "concise")
    assert status == 2
    assert out == "a.urdf:2:4: X103 error missing required attribute 'name' on <link>\n"
    assert err == "bodyplan: no robot description in folder empty\n"
    assert bodyplan("check", "empty", "QQQ.urdf")[0] == 2


def test_a_file_called_xml_is_known_by_its_content(here, bodyplan):
    for name, text in {
        "robot.xml": ERROR,
        "scene.xml": "<mujoco/>",
        "overlay.xml": '<robot name="r"><group name="g"/></robot>',
        "launch.xml": "<launch/>",
    }.items():
        (here / name).write_text(text)
    assert checked(bodyplan, ".") == ["robot.xml", "overlay.xml"]


def test_patterns_stand_for_what_fits_them(here, bodyplan):
    for name in (
        "a.urdf",
        "b.urdf",
        "x/a.urdf",
        "x/y/a.urdf",
        "x/y/b.urdf",
        ".h/a.urdf",
        "x/n.txt",
    ):
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text(ERROR)
    assert checked(bodyplan, "*.urdf") == ["a.urdf", "b.urdf"]
    assert checked(bodyplan, "[a]*.urdf") == ["a.urdf"]
    assert checked(bodyplan, "**/a.urdf") == ["a.urdf", "x/a.urdf", "x/y/a.urdf"]
    assert checked(bodyplan, "x/**/*.urdf") == ["x/a.urdf", "x/y/a.urdf", "x/y/b.urdf"]
    assert checked(bodyplan, "./x/**/b.urdf") == ["./x/y/b.urdf"]
    assert checked(bodyplan, "**/y/*.urdf") == ["x/y/a.urdf", "x/y/b.urdf"]
    assert checked(bodyplan, f"{here}/**/b.urdf") == ["b.urdf", "x/y/b.urdf"]


def test_links_in_a_circle_end(here, bodyplan):
    folder = here / "robots"
    folder.mkdir()
    (folder / "a.urdf").write_text(ERROR)
    for number in range(8):  # glob would follow them to the 8th power and on
        (folder / f"loop{number}").symlink_to(folder, target_is_directory=True)
    assert checked(bodyplan, "robots") == ["robots/a.urdf"]
    assert checked(bodyplan, "robots/**/*.urdf") == ["robots/a.urdf"]


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(here, bodyplan):
    (here / "a[1].urdf").write_text(ERROR)
    assert checked(bodyplan, "a[1].urdf") == ["a[1].urdf"]


def test_names_behind_two_dashes_may_begin_with_one(here, bodyplan):
    (here / "-a.urdf").write_text(ERROR)
    assert checked(bodyplan, "--", "-a.urdf", form=False) == ["-a.urdf"]


def test_options_may_be_between_the_inputs(robots, bodyplan):
    found = checked(bodyplan, "error.urdf", "--no-config", "warning.urdf")
    assert found == ["error.urdf", "warning.urdf"]


def checked(bodyplan, *words, form=True):
    """The files in which something was found, in the order of the report."""
    words = ("--format", "concise", *words) if form or "--" in words else words
    _, out, _ = bodyplan("check", *words)
    return list(dict.fromkeys(line.split(":")[0] for line in out.splitlines()))


def test_a_model_state_is_checked_against_its_robot(here, bodyplan):
    (here / "state.urdf").write_text(
        '<model_state model="r" time_stamp="1"><joint_state joint="nowhere" position="0"/>'
        "</model_state>"
    )
    alone = bodyplan("check", "state.urdf", "--format", "concise")[1]
    with_robot = bodyplan("check", "state.urdf", "--robot", "sample:arm", "--format", "concise")[1]
    assert "nowhere" not in alone
    assert "nowhere" in with_robot


# What goes wrong


def test_a_missing_file_is_reported_once(here, bodyplan):
    for form in ("full", "concise"):
        status, out, err = bodyplan("check", "none.urdf", "--format", form)
        assert (status, out, err) == (2, "", "bodyplan: none.urdf does not exist\n")


def test_the_other_files_are_checked_all_the_same(robots, bodyplan):
    status, out, err = bodyplan("check", "none.urdf", "error.urdf")
    assert status == 2
    assert out.startswith("error.urdf:2:4: X103 error")
    assert out.endswith("\n1 error in 1 file; 1 file could not be read\n")
    assert err == "bodyplan: none.urdf does not exist\n"
    status, out, err = bodyplan("check", "none.urdf", "error.urdf", "--format", "concise")
    assert (status, out.count("\n"), err) == (2, 1, "bodyplan: none.urdf does not exist\n")


@pytest.mark.parametrize("form", ["json", "sarif", "github", "junit"])
def test_forms_for_programs_hold_the_sentence_too(here, bodyplan, form):
    status, out, err = bodyplan("check", "none.urdf", "--format", form)
    assert (status, err) == (2, "bodyplan: none.urdf does not exist\n")
    assert "none.urdf does not exist" in out


def test_xml_that_ends_at_once_is_shown_with_its_place_and_reported_once(here, bodyplan):
    (here / "cut.urdf").write_text('<robot name="a"')
    status, out, err = bodyplan("check", "cut.urdf")
    assert (status, err) == (2, "")
    assert out.startswith("cut.urdf:1:1: X001 error ")
    assert out.endswith("\n1 error in 1 file\n")


def test_fail_on_sets_what_counts(robots, bodyplan):
    for word, status in (("error", 0), ("warning", 1), ("info", 1), ("hint", 1)):
        assert bodyplan("check", "warning.urdf", "--fail-on", word)[0] == status
        assert bodyplan("check", "clean.urdf", "--fail-on", word)[0] == 0
        assert bodyplan("check", "error.urdf", "--fail-on", word)[0] == 1


def test_select_and_ignore_take_codes_and_families(robots, bodyplan):
    def codes(*words):
        _, out, _ = bodyplan("check", "error.urdf", "warning.urdf", "--json", *words)
        return [d["code"] for f in json.loads(out)["files"] for d in f["diagnostics"]]

    assert codes() == ["X103", "J112"]
    assert codes("--select", "J") == ["J112"]
    assert codes("--select", "J112,X103") == ["X103", "J112"]
    assert codes("--select", "J", "--select", "x103") == ["X103", "J112"]
    assert codes("--ignore", "X1") == ["J112"]
    assert codes("--select", "J,X", "--ignore", "J112") == ["X103"]


def test_comments_in_the_file_suppress(here, bodyplan):
    text = WARNING.replace("  <joint", "  <!-- bodyplan: ignore J112 -->\n  <joint")
    (here / "a.urdf").write_text(text)
    assert bodyplan("check", "a.urdf") == (0, "no problems found in 1 file\n", "")
    (here / "a.urdf").write_text(text.replace("J112", "J101"))
    _, out, _ = bodyplan("check", "a.urdf", "--format", "concise")
    assert re.findall(r" ([A-Z]\d{3}) ", out) == ["X008", "J112"]


def test_a_profile_gives_the_verdict_of_one_parser(robots, bodyplan):
    assert bodyplan("check", "--profile", "urdfdom", "warning.urdf")[0] == 0
    (robots / "refused.urdf").write_text(WARNING.replace('"fixed"', '"revolute"'))
    status, out, _ = bodyplan(
        "check", "--profile", "urdfdom", "refused.urdf", "--format", "concise"
    )
    assert status == 1
    assert " error " in out
    assert "J112" not in out


def test_a_cap_can_be_changed(robots, bodyplan):
    status, _, err = bodyplan("check", "clean.urdf", "--limit", "max_bytes=5")
    assert status == 2
    assert err.startswith("bodyplan: clean.urdf: exceeds the limit max_bytes = 5")


# Many files


@pytest.fixture
def crowd(here):
    """Thirty robots with and without faults, and one that is none."""
    for number in range(30):
        text = (CLEAN, ERROR, WARNING)[number % 3]
        (here / f"robot{number:02}.urdf").write_text(text)
    (here / "robot99.urdf").write_text("no robot")
    (here / "bodyplan.toml").write_text('[severity]\nJ112 = "info"\n')
    return here


@pytest.mark.parametrize("form", FORMATS)
def test_several_processes_report_what_one_reports(crowd, bodyplan, form):
    one = bodyplan("check", ".", "sample:arm", "none.urdf", "--jobs", "1", "--format", form)
    four = bodyplan("check", ".", "sample:arm", "none.urdf", "--jobs", "4", "--format", form)
    assert one == four
    assert one[0] == 2


def test_standard_input_reaches_its_check_among_several_processes(crowd, bodyplan, feed):
    feed(ERROR)
    _, out, err = bodyplan("check", "robot00.urdf", "-", "--jobs", "2", "--format", "concise")
    assert out == "<stdin>:2:4: X103 error missing required attribute 'name' on <link>\n"
    assert not err


def test_fail_on_and_settings_travel_to_the_processes(crowd, bodyplan):
    status, out, _ = bodyplan(
        "check",
        "robot02.urdf",
        "robot05.urdf",
        "--jobs",
        "2",
        "--fail-on",
        "info",
        "--format",
        "concise",
    )
    assert status == 1
    assert out.count(" J112 info ") == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a process has to be forked with the trap")
@pytest.mark.parametrize("jobs", [2, 3])
@pytest.mark.parametrize("way", ["exit", "kill", "raise", "secret"])
def test_a_file_whose_process_fails_is_a_diagnostic_and_the_others_are_checked(
    crowd, bodyplan, monkeypatch, way, jobs
):
    monkeypatch.setattr("bodyplan.cli.many.check_files.check_one", Trap(way))
    monkeypatch.setattr(worker, "_Started", worker._Forked)  # with the trap, a second time too
    before = bodyplan("check", ".", "--jobs", "1", "--format", "concise")[1].splitlines()
    status, out, err = bodyplan("check", ".", "--jobs", str(jobs), "--format", "concise")
    words = {
        "exit": "its process ended with 9, twice",
        "kill": "its process was killed by signal 9, twice",
        "raise": "the result cannot be sent: UnicodeError at bodyplan.fleet._child:",
        "secret": "the result cannot be sent: ",
    }
    found = [line for line in out.splitlines() if " X012 " in line]
    assert [line.partition(":")[0] for line in found] == ["robot07.urdf", "robot22.urdf"]
    for line in found:
        assert f":1:1: X012 error internal error: {words[way]}" in line
    others = {"robot07.urdf", "robot22.urdf"}
    assert [line for line in out.splitlines() if line.partition(":")[0] not in others] == [
        line for line in before if line.partition(":")[0] not in others
    ]
    assert status == 2  # one of the files is no robot
    assert err == "bodyplan: robot99.urdf: this is text without any XML, not a robot description\n"
    assert not multiprocessing.active_children()


class Trap:
    """Checks a file; in a process of a pool, some files are its end, or cannot be told."""

    def __init__(self, way):
        self.way = way
        self.home = os.getpid()

    def __call__(self, task: Job):
        if os.getpid() == self.home or task.name not in {"robot07.urdf", "robot22.urdf"}:
            return check_one(task)
        if self.way == "exit":
            os._exit(9)
        if self.way == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.way == "raise":
            return Unsendable()
        return lambda: None  # no pickle holds it


class Unsendable:
    def __reduce__(self):
        raise UnicodeError("\x1b[31m")


def test_without_other_processes_this_one_checks(crowd, bodyplan, monkeypatch):
    def start(*_, **__):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    one = bodyplan("check", ".", "--jobs", "1", "--json")
    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", start)
    monkeypatch.setattr(subprocess, "Popen", start)
    assert bodyplan("check", ".", "--jobs", "4", "--json") == one


@pytest.mark.skipif(sys.platform == "win32", reason="signals are for other systems")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_leaves_no_process(crowd, sent):
    script = """
import os, sys, time, bodyplan.cli.many.check_files as pool
from bodyplan.cli import main
out = os.dup(1)
def wait(task):
    os.write(out, b"at work\\n")
    time.sleep(300)
pool.check_one = wait
sys.exit(main())
"""
    with subprocess.Popen(
        [sys.executable, "-c", script, "check", ".", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout.readline() == b"at work\n"
        process.send_signal(sent)
        out, err = process.communicate(timeout=100)  # its end: all have closed the output
    assert out in {b"", b"at work\n"}
    assert err == (b"bodyplan: interrupted\n" if sent == signal.SIGINT else b"")
    assert process.returncode == (130 if sent == signal.SIGINT else 143)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are for other systems")
def test_processes_end_with_the_one_that_started_them(crowd):
    script = """
import os, sys, signal, bodyplan.cli.many.check_files as pool
from bodyplan.cli import main
home, check = os.getpid(), pool.check_one
def end(task):
    if os.getpid() != home and task.name == "robot05.urdf":
        os.kill(home, signal.SIGKILL)
    return check(task)
pool.check_one = end
sys.exit(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", script, "check", ".", "--jobs", "3"],
        capture_output=True,
        timeout=100,  # they would keep the output open
        check=False,
    )
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, b"")


def test_an_interruption_ends_with_a_word_and_130(robots, bodyplan, monkeypatch):
    def interrupt(checker, job):
        raise KeyboardInterrupt

    monkeypatch.setattr("bodyplan.description.checker.Checker.check", interrupt)
    assert bodyplan("check", "clean.urdf") == (130, "", "bodyplan: interrupted\n")


# Pipes and terminals


def test_a_pipe_that_closes_early_is_not_an_error(here):
    (here / "many.urdf").write_text(many_infos(20_000))
    command = f"{sys.executable} -m bodyplan check many.urdf --format concise | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert done.stdout.count("\n") == 1
    assert not done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_a_sentence(robots):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bodyplan", "check", "error.urdf"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (
        2,
        "bodyplan: cannot read or write: no space left on device\n",
    )


@pytest.mark.parametrize("words", ["--help", "--version", "check --help", "srdf add --help"])
@pytest.mark.parametrize("buffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_page_that_is_not_read_is_no_problem(words, buffered):
    for way, statuses in (("| true", {0}), (">&-", {0}), ("> /dev/full", {0, 2})):
        done = subprocess.run(  # noqa: S602
            f"{sys.executable} -m bodyplan {words} {way}",
            shell=True,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": buffered},
        )
        assert done.returncode in statuses
        assert "Traceback" not in done.stderr
        assert "Exception" not in done.stderr


def test_closed_streams_are_no_problem(robots):
    command = f"{sys.executable} -m bodyplan check error.urdf >&- <&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert (done.returncode, done.stderr) == (1, "")


def test_what_the_terminal_cannot_show_is_spelled_out(here, spawn):
    (here / "a.urdf").write_text('<robot name="r"><link größe="1" name="a"/></robot>', "utf-8")
    done = spawn("check", "a.urdf", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "gr\\xf6\\xdfe" in done.stdout


AT_ONCE = (
    "import sys, bodyplan.cli.output as progress; progress._PATIENCE = 0.0; "
    "from bodyplan.cli import main; sys.exit(main())"
)
"""The command, showing progress from the start instead of after a second."""


def on_terminal(*words, run=("-m", "bodyplan")):
    """What the command writes to a terminal of 100 columns."""
    import fcntl
    import pty
    import struct
    import termios

    terminal, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color"}
    with subprocess.Popen(
        [sys.executable, *run, *map(str, words)],
        stdin=side,
        stdout=side,
        stderr=side,
        env=environment,
    ) as process:
        os.close(side)
        data = b""
        while select.select([terminal], [], [], 60)[0]:
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # Linux: the other side is closed
                break
            if not piece:
                break
            data += piece
    os.close(terminal)
    return process.returncode, data.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo terminals")
class TestOnATerminal:
    def test_many_files_move_a_bar(self, crowd):
        words = ("check", ".", "--ignore", "X,J", "--jobs", "2")
        status, text = on_terminal(*words, run=("-c", AT_ONCE))
        assert status == 2, text
        assert "checking" in text

    def test_few_files_do_not(self, robots):
        _, text = on_terminal("check", ".")
        assert "checking" not in text

    def test_nor_quiet_ones(self, crowd):
        _, text = on_terminal("check", ".", "--quiet")
        assert "checking" not in text

    def test_diagnostics_are_coloured_and_codes_can_be_asked_for(self, robots):
        status, text = on_terminal("check", "warning.urdf", "error.urdf")
        assert status == 1
        assert "\x1b[1;31mX103 error\x1b[0m" in text
        assert text.endswith("for details, run: bodyplan explain X103\r\n")

    def test_no_color_is_heeded(self, robots, monkeypatch):
        monkeypatch.setenv("NO_COLOR", "1")
        assert "\x1b" not in on_terminal("check", "error.urdf")[1]

    def test_excerpts_use_its_width(self, here):
        (here / "wide.urdf").write_text(
            f'<robot name="r"><link name="{"a" * 300}" x="1"/><link name="{"a" * 300}"/></robot>'
        )
        _, text = on_terminal("check", "wide.urdf", "--color", "never")
        assert max(len(line) for line in text.splitlines() if " | " in line) == 100
