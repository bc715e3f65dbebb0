"""Verbs on many files: the same answers as on one, in parts, resumed, into a folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import CLEAN, ERROR

from bodyplan import Session
from bodyplan.cli.many import cache

GOOD = """<robot name="r">
  <link name="a"><inertial><mass value="1"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
</robot>
"""


@pytest.fixture
def robots(here):
    """Three robots in folders of different depth; the second one has an error."""
    for name, text in (("a", GOOD), ("b/b", ERROR), ("b/c/a", CLEAN)):
        path = here / "in" / f"{name}.urdf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (here / "list.txt").write_text("in/a.urdf\n\nin/b/b.urdf\nin/b/c/a.urdf\n")
    return here


def lines_of(text):
    """The lines by path, without the seconds."""
    found = {}
    for line in text.splitlines():
        data = json.loads(line)
        assert data.pop("seconds") >= 0.0
        assert data["path"] not in found
        found[data["path"]] = data
    return found


VERBS = {
    "check": ("check",),
    "fix": ("fix", "--check"),
    "convert": ("convert", "--to", "sdf", "--check"),
    "inertia": ("inertia",),
    "show": ("show",),
}


@pytest.mark.parametrize("verb", VERBS)
def test_a_line_of_many_has_the_fields_of_json_of_one(robots, bodyplan, verb):
    status, out, _ = bodyplan(*VERBS[verb], "in", "--jsonl", "--jobs", "1")
    lines = lines_of(out)
    assert set(lines) == {"in/a.urdf", "in/b/b.urdf", "in/b/c/a.urdf"}
    worst = 0
    for path, line in lines.items():
        one, text, err = bodyplan(*VERBS[verb], path, "--json")
        worst = max(worst, one)
        assert line.pop("path") == path
        assert line.pop("status") == {0: "ok", 1: "problems", 2: "error"}[one]
        reason = line.pop("reason", "")
        assert bool(reason) == (one == 2)
        assert reason in err
        assert line == (json.loads(text) if text else {})
    assert status == worst


def test_pairs_of_two_folders_are_compared(robots, bodyplan):
    assert bodyplan("convert", "in", "--to", "sdf", "-o", "out", "--quiet", "--jobs", "2")[0] == 2
    status, out, _ = bodyplan("diff", "in", "out", "--jsonl", "--jobs", "1")
    found = {path: line["status"] for path, line in lines_of(out).items()}
    assert found == {"in/a.urdf": "ok", "in/b/b.urdf": "error", "in/b/c/a.urdf": "ok"}
    assert status == 2


def test_a_summary_ends_the_run(robots, bodyplan):
    _, _, err = bodyplan("check", "in", "--jsonl")
    first, second, third = err.splitlines()
    assert first.startswith("3 files in ")
    assert first.endswith(" s: 2 ok, 1 problems")
    assert second == "most frequent: X103 1"
    assert third.startswith("slowest: in/")


@pytest.mark.parametrize("words", [("in",), ("--files-from", "list.txt")], ids=" ".join)
def test_parts_are_together_the_whole(robots, bodyplan, words):
    whole = lines_of(bodyplan("check", *words, "--jsonl", "--quiet")[1])
    parts = [
        lines_of(bodyplan("check", *words, "--jsonl", "--quiet", "--shard", f"{k}/2")[1])
        for k in (1, 2)
    ]
    assert parts[0] | parts[1] == whole
    assert not parts[0].keys() & parts[1].keys()
    assert len(whole) == 3


def test_macro_files_have_one_answer_in_all_parts(here, bodyplan):
    xacro = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
    for name in ("used", "unused"):
        text = f'<robot {xacro}><xacro:macro name="{name}"><link name="l"/></xacro:macro></robot>'
        (here / f"{name}.xacro").write_text(text)
    (here / "arm.urdf.xacro").write_text(
        f'<robot name="r" {xacro}><xacro:include filename="used.xacro"/><xacro:used/></robot>'
    )
    whole = lines_of(bodyplan("check", ".", "--jsonl", "--quiet")[1])
    parts = {}
    for k in (1, 2, 3):
        parts |= lines_of(bodyplan("check", ".", "--jsonl", "--quiet", "--shard", f"{k}/3")[1])
    assert parts == whole
    assert {os.path.basename(path) for path in whole} == {"arm.urdf.xacro", "unused.xacro"}


def test_a_run_is_resumed_behind_its_last_whole_line(robots, bodyplan):
    words = ("check", "--files-from", "list.txt", "--jsonl", "--quiet", "--resume", "done.jsonl")
    assert bodyplan(*words) == (1, "", "")
    done = robots / "done.jsonl"
    whole = done.read_text()
    done.write_text(whole[:-20])
    assert bodyplan(*words) == (1, "", "")
    assert lines_of(done.read_text()) == lines_of(whole)
    before = done.read_text()
    assert bodyplan(*words) == (1, "", "")  # nothing is left, and one of the files has a problem
    assert done.read_text() == before


@pytest.mark.parametrize("text", ["my notes\n", "my notes", '{"version": 1}\n', "[1]\n"])
def test_a_file_of_something_else_is_not_continued(robots, bodyplan, text):
    (robots / "notes.txt").write_text(text)
    status, out, err = bodyplan("check", "in", "--jsonl", "--resume", "notes.txt")
    assert (status, out) == (2, "")
    assert err == "bodyplan: --resume notes.txt: line 1 is not a result; name a file of --jsonl\n"
    assert (robots / "notes.txt").read_text() == text


def test_a_list_comes_from_standard_input(robots, bodyplan, feed):
    feed("in/a.urdf\nin/none.urdf\n")
    status, out, _ = bodyplan("show", "--files-from", "-", "--jsonl", "--quiet", "--jobs", "1")
    found = {path: line["status"] for path, line in lines_of(out).items()}
    assert found == {"in/a.urdf": "ok", "in/none.urdf": "error"}
    assert status == 2


def test_results_keep_their_paths_below_a_folder(robots, bodyplan):
    (robots / "in/b/b.urdf").write_text(CLEAN)
    words = ("convert", "in", "--to", "sdf", "--quiet", "--jobs", "2")
    assert bodyplan(*words, "-o", "out") == (0, "", "")
    made = {path.relative_to(robots).as_posix() for path in (robots / "out").rglob("*.*")}
    assert made == {"out/a.sdf", "out/b/b.sdf", "out/b/c/a.sdf"}
    assert bodyplan("convert", "in/a.urdf", "--to", "sdf", "-o", "a.sdf", "--quiet")[0] == 0
    assert (robots / "a.sdf").read_bytes() == (robots / "out/a.sdf").read_bytes()


CLASHES = {
    ("in/a.urdf", "in/b/c/a.urdf", "-o", "out"): "in/a.urdf and in/b/c/a.urdf would both become",
    ("in/b", "in/b/c/..", "-o", "out"): "would both become",
    ("in", "-o", "in"): "is one of the inputs; name another folder",
}


@pytest.mark.parametrize("words", CLASHES, ids=" ".join)
def test_clashes_are_refused_before_anything_is_written(robots, bodyplan, words):
    before = {path: path.read_bytes() for path in robots.rglob("*.*")}
    status, out, err = bodyplan("fix", *words)
    assert (status, out) == (2, "")
    assert CLASHES[words] in err
    assert {path: path.read_bytes() for path in robots.rglob("*.*")} == before
    assert not (robots / "out").exists()


WRONG = {
    ("check", "in", "--shard", "3/2"): "the shard 3/2 does not exist; K is from 1 to N",
    ("check", "in", "--resume", "x"): "--resume requires --jsonl",
    ("fix", "--jsonl"): "missing ROBOT",
    ("show", "--jobs", "2"): "missing ROBOT",
    ("show", "in", "--json"): "--json prints one report; for many files, use --jsonl",
    ("convert", "in", "--to", "sdf"): "use -o FOLDER",
    ("convert", "in", "-o", "out"): "--to is missing",
    ("check", "in", "--executor", "math:pi"): "--executor: math has no function 'pi'",
    ("check", "--files-from", "none.txt"): "--files-from none.txt: No such file or directory",
    ("check", "-", "--files-from", "-"): "standard input can be read only once",
}


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_what_cannot_be_done_is_a_sentence(robots, bodyplan, words):
    status, out, err = bodyplan(*words)
    assert (status, out) == (2, "")
    assert WRONG[words] in err
    assert err.count("\n") == 1


def test_an_executor_is_not_taken_from_a_file_beside_the_robots(robots, bodyplan):
    (robots / "bodyplan.toml").write_text('executor = "evil:run"\n')
    (robots / "evil.py").write_text("open('started', 'w')\n")
    bodyplan("check", "in", "--jsonl", "--jobs", "1")
    assert not (robots / "started").exists()


def test_an_executor_of_the_user_does_the_work(robots, bodyplan):
    (robots / "pool_of_mine.py").write_text(
        "from concurrent.futures import ThreadPoolExecutor\n"
        "def made():\n    return ThreadPoolExecutor(1)\n"
    )
    words = ("inertia", "in", "--jsonl", "--quiet")
    status, out, _ = bodyplan(*words, "--executor", "pool_of_mine:made")
    assert (status, lines_of(out)) == (2, lines_of(bodyplan(*words, "--jobs", "1")[1]))


def test_a_file_that_is_too_large_is_not_read_for_the_cache(here, bodyplan):
    (here / "a.urdf").write_text(GOOD)
    os.truncate(here / "a.urdf", 1 << 40)
    _, out, _ = bodyplan("check", "a.urdf", "--jsonl", "--quiet", "--jobs", "1", "--cache", "kept")
    assert "max_bytes" in out
    assert list((here / "kept").rglob("*.json")) == []


def test_an_entry_with_several_lines_is_not_printed(here, bodyplan):
    (here / "a.urdf").write_text(GOOD)
    os.utime(here / "a.urdf", (1e9, 1e9))
    words = ("check", "a.urdf", "--jsonl", "--quiet", "--jobs", "1", "--cache", "kept")
    first = lines_of(bodyplan(*words)[1])
    (entry,) = (here / "kept").rglob("*.json")
    entry.write_text(json.dumps({**json.loads(entry.read_text()), "fields": "\n::error::x"}))
    assert lines_of(bodyplan(*words)[1]) == first


@pytest.mark.parametrize("verb", ["check", "inertia", "show"])
def test_results_of_unchanged_files_come_from_a_cache(here, bodyplan, monkeypatch, verb):
    (here / "m").mkdir()
    (here / "m/a.stl").write_bytes(bytes(84))
    shape = '<visual><geometry><mesh filename="m/a.stl"/></geometry></visual></link>'
    (here / "a.urdf").write_text(GOOD.replace("</link>", shape))
    (here / "b.urdf").write_text(GOOD)
    for path in here.rglob("*"):
        os.utime(path, (1e9, 1e9))
    words = (verb, "a.urdf", "b.urdf", "--jsonl", "--quiet", "--jobs", "1", "--cache", "kept")

    def entries():
        return {path: path.read_bytes() for path in (here / "kept").rglob("*.json")}

    first = lines_of(bodyplan(*words)[1])
    made = entries()
    assert len(made) == 2
    for path, data in made.items():  # what an entry says is what is printed
        path.write_bytes(data.replace(b'\\"version\\"', b'\\"taken\\"'))
    again = lines_of(bodyplan(*words)[1])
    assert all("taken" in line for line in again.values())
    (here / "m/a.stl").write_bytes(b"another name".ljust(84, b"\0"))
    os.utime(here / "m/a.stl", (1e9, 1e9))
    third = lines_of(bodyplan(*words)[1])
    assert ["taken" in third[name] for name in ("a.urdf", "b.urdf")] == [False, True]
    assert third["a.urdf"] == first["a.urdf"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights")
@pytest.mark.parametrize("verb", ["check", "inertia", "show"])
def test_what_a_link_leads_out_to_is_not_read_for_a_cache(here, bodyplan, monkeypatch, verb):
    shape = '<visual><geometry><mesh filename="a.stl"/></geometry></visual></link>'
    for folder in ("in", "out"):
        (here / folder).mkdir()
        (here / folder / "a.stl").write_bytes(bytes(84))
    (here / "in/a.urdf").write_text(GOOD.replace("</link>", shape))
    for path in here.rglob("*"):
        os.utime(path, (1e9, 1e9))
    words = (verb, "in/a.urdf", "--jsonl", "--quiet", "--jobs", "1", "--cache", "kept")
    bodyplan(*words)
    (entry,) = (here / "kept").rglob("*.json")
    known = json.loads(entry.read_text())["files"]["a.stl"]
    mesh = here / "in/a.stl"
    assert cache._is_same(str(mesh), str(here / "in"), *known)
    mesh.unlink()
    mesh.symlink_to("../out/a.stl")  # the same bytes at another place
    with monkeypatch.context() as patched:
        patched.setattr(cache, "open_real", lambda _: pytest.fail("it is read"))
        assert not cache._is_same(str(mesh), str(here / "in"), *known)
    shutil.rmtree(here / "kept")
    bodyplan(*words)
    assert list((here / "kept").rglob("*.json")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights")
def test_an_asset_of_mjcf_outside_is_not_read_for_a_cache(here):
    for folder in ("in", "out"):
        (here / folder).mkdir()
    (here / "out/a.stl").write_bytes(bytes(84))
    (here / "in/a.stl").symlink_to("../out/a.stl")
    (here / "in/a.xml").write_text(
        '<mujoco><asset><mesh name="a" file="a.stl"/></asset><worldbody><body name="b">'
        '<joint name="j"/><geom size="1"/></body></worldbody></mujoco>'
    )
    assert cache._files(Session().open(here / "in/a.xml")) is None
    (here / "in/a.stl").unlink()
    (here / "in/a.stl").write_bytes(bytes(84))
    assert here / "in/a.stl" in map(Path, cache._files(Session().open(here / "in/a.xml")))


def test_a_broken_entry_of_a_cache_is_made_again(robots, bodyplan):
    for path in (robots / "in").rglob("*.urdf"):
        os.utime(path, (1e9, 1e9))
    words = ("check", "in", "--jsonl", "--quiet", "--cache", "kept")
    first = bodyplan(*words)[1]
    made = {path: path.read_bytes() for path in (robots / "kept").rglob("*.json")}
    for path in made:
        path.write_bytes(b'{"files": 3}')
    assert lines_of(bodyplan(*words)[1]) == lines_of(first)
    assert {path: path.read_bytes() for path in made} == made


# Clusters


@pytest.fixture
def crowd(robots):
    """A hundred robots, and the lines that one process writes."""
    for number in range(100):
        (robots / f"in/r{number}.urdf").write_text(GOOD if number % 10 else ERROR)
    return robots


def run(words, **options):
    return subprocess.run(
        words, capture_output=True, text=True, check=False, timeout=120, **options
    )


CHECK = ("check", "in", "--jsonl", "--quiet")


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_workers_of_dask_write_the_same_lines(crowd, bodyplan):
    distributed = pytest.importorskip("distributed")
    expected = lines_of(bodyplan(*CHECK, "--jobs", "1")[1])
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        command = [sys.executable, "-m", "bodyplan", *CHECK]
        done = run([*command, "--executor", f"dask:{cluster.scheduler_address}"])
    assert (done.returncode, lines_of(done.stdout)) == (1, expected)


@pytest.mark.long
def test_workers_of_mpi_write_the_same_lines(crowd, bodyplan):
    pytest.importorskip("mpi4py")
    mpiexec = shutil.which("mpiexec")
    if mpiexec is None:
        pytest.skip("needs mpiexec")
    expected = lines_of(bodyplan(*CHECK, "--jobs", "1")[1])
    start = [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures", "-m", "bodyplan"]
    command = [*start, *CHECK]
    more = ["--executor", "mpi4py.futures:MPIPoolExecutor"]
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    done = run([*command, *more], env={**os.environ, **root})
    assert lines_of(done.stdout) == expected, done.stderr


@pytest.mark.parametrize("verb", ["check", "show"])
def test_no_line_has_a_command_of_a_build_service(here, bodyplan, verb):
    link = '<link name="##vso[task.setvariable variable=PATH]/evil"/>'
    (here / "##vso[x]y.urdf").write_text(f'<robot name="r">{link * 2}</robot>')
    _, out, err = bodyplan(verb, ".", "--jsonl", "--jobs", "1")
    assert "##vso" not in out + err
    assert list(lines_of(out)) == ["##vso[x]y.urdf"]


def test_an_entry_of_a_cache_has_no_command_either(here, bodyplan):
    (here / "a.urdf").write_text(GOOD)
    command = ("check", "a.urdf", "--jsonl", "--cache", "c")
    bodyplan(*command)
    for entry in (here / "c").rglob("*.json"):
        data = json.loads(entry.read_text())
        data["fields"] = '"x":"##vso[y]"'
        entry.write_text(json.dumps(data))
    _, out, _ = bodyplan(*command)
    assert "##vso" not in out


def test_the_name_of_a_file_without_an_answer_is_one_line(here, bodyplan, monkeypatch):
    from bodyplan.cli.many import verb
    from bodyplan.fleet import BatchResult

    def done(_work, items, *_, **__):
        for item in items:
            yield BatchResult(item, "timeout", 1.0, reason="it took longer than 1 s")

    monkeypatch.setattr(verb, "done", done)
    name = "x\n::error file=forged::pwned \x1b[31mRED.urdf"
    (here / "sub").mkdir()
    (here / "y.urdf").write_text(GOOD)
    try:
        (here / "sub" / name).write_text(GOOD)
    except OSError:
        pytest.skip("the file system has no such names")
    _, _, err = bodyplan("show", "sub", "y.urdf")
    assert "\x1b" not in err
    assert not any(line.startswith("::") for line in err.splitlines())


@pytest.mark.parametrize(("ending", "count"), [("\n", 2), ("\r\n", 2)])
def test_a_list_has_either_line_end(robots, bodyplan, ending, count):
    (robots / "l").write_bytes(f"in/a.urdf{ending}in/b/c/a.urdf{ending}".encode())
    _, out, _ = bodyplan("check", "--files-from", "l", "--jsonl")
    assert len(lines_of(out)) == count


def test_a_name_that_ends_in_a_line_end_is_not_taken_for_another(robots, bodyplan):
    try:
        (robots / "in/a.urdf\r").write_text(ERROR)
    except OSError:
        pytest.skip("the file system has no such names")
    (robots / "l").write_bytes(b"in/a.urdf\nin/a.urdf\r\n")
    status, _, err = bodyplan("check", "--files-from", "l", "--jsonl")
    assert status == 2
    assert "ends in a line end" in err
    (robots / "l").write_bytes(b"in/a.urdf\r\r\n")
    assert bodyplan("check", "--files-from", "l", "--jsonl")[0] == 1
