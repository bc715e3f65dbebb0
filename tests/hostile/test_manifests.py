"""Files around a robot that a search reads in passing: none of them takes long, or leads elsewhere."""

from __future__ import annotations

import os
import sys
import time

import pytest

from bodyplan import check, find_projects
from bodyplan.description.search._launch import launch_of
from bodyplan.description.search._root_element import root_element_of
from bodyplan.resources._cmake import cmake_rules
from bodyplan.resources._setup_files import setup_cfg_rules
from tests.growth import HANG_GUARD

LIST = " ".join(["a"] * 4000)
CMAKE = {
    "a long value many times": f'set(L {"a" * 100_000})\nset(M "{"${L}" * 30_000}")\n',
    "a value of a value": f"set(L {'a' * 4_000})\n" + 'set(L "${L};${L}")\n' * 40,
    "a list in a loop over itself": f"set(L {LIST})\nforeach(x ${{L}})\n"
    + "set(B ${L} ${L})\n" * 4
    + "endforeach()\n",
    "loops in loops": "set(L 1 2 3 4 5 6 7 8)\n"
    + "foreach(x ${L})\n" * 18
    + "set(a b)\n"
    + "endforeach()\n" * 18,
}
LAUNCH = {
    "a path of twice a path": "".join(f"a{i} = join(a{i + 1}, a{i + 1})\n" for i in range(40))
    + "a40 = 'x.yaml'\njoin(a0)",
    "a path of itself": "a = join(a, a)\njoin(a)",
    "paths of paths in lists": "".join(
        f"a{i} = join([a{i + 1}] * 9, a{i + 1})\n" for i in range(40)
    )
    + "join(a0)",
}
SETUP = {
    "blanks in a line": f"[options.data_files]\n#data_files\na{' ' * 200_000}b\n",
    "signs in a line": f"[options.data_files]\na{'=' * 200_000}b\n",
    "many lines": "[options.data_files]\n" + "share/p = a, b\n" * 15_000,
}
ROOTS = {
    "quotation marks": f"<robot {chr(34) * 250_000}/>",
    "names": f"<robot {'a ' * 120_000}/>",
    "one name": f"<robot {'a' * 250_000}/>",
    "names in quotation marks": f"<robot {chr(34) + 'a' + chr(34)}{' ' * 250_000}/>",
    "apostrophes and equals signs": "<robot " + "a='" * 80_000 + "/>",
    "brackets of a document type": "<!DOCTYPE a [" + "] " * 120_000,
}


def soon(call, *words):
    """What a call returns, which must not take long."""
    start = time.process_time()
    found = call(*words)
    assert time.process_time() - start < HANG_GUARD
    return found


@pytest.mark.parametrize("text", CMAKE.values(), ids=CMAKE)
def test_no_cmake_file_takes_long_or_much(text):
    rules, folders = soon(cmake_rules, text * 3, "p")
    assert len(rules) <= 2_000
    assert not folders


@pytest.mark.parametrize("text", SETUP.values(), ids=SETUP)
def test_no_setup_file_takes_long(text):
    soon(setup_cfg_rules, text)


def test_the_data_files_of_a_setup_file_are_read():
    rules = setup_cfg_rules(
        "[metadata]\nname = p\n[options.data_files]\nshare/p = package.xml, a/b.urdf\n"
        "share/p/c =\n    c/d.stl\n    # no file\n    c/e.stl\n[other]\nshare/q = f\n"
    )
    assert [(rule.target, rule.source, rule.line) for rule in rules] == [
        ("share/p/package.xml", "package.xml", 4),
        ("share/p/b.urdf", "a/b.urdf", 4),
        ("share/p/c/d.stl", "c/d.stl", 5),
        ("share/p/c/e.stl", "c/e.stl", 5),
    ]


@pytest.mark.parametrize("text", LAUNCH.values(), ids=LAUNCH)
def test_no_launch_file_takes_long(tmp_path, text):
    path = tmp_path / "x.launch.py"
    path.write_text(text)
    soon(launch_of, str(path))


@pytest.mark.parametrize("text", ROOTS.values(), ids=ROOTS)
def test_no_start_tag_takes_long(tmp_path, text):
    path = tmp_path / "q.srdf"
    path.write_text(text)
    soon(root_element_of, str(path))


def test_the_setup_assistant_names_no_file_behind_a_link(tmp_path):
    repository = tmp_path / "dl/repo"
    (tmp_path / "private").mkdir()
    (tmp_path / "private/credentials").write_text("SECRET")
    (repository / "moveit/config").mkdir(parents=True)
    (repository / "priv").symlink_to("../../private")
    (repository / "moveit/package.xml").write_text("<package><name>moveit</name></package>")
    (repository / "moveit/.setup_assistant").write_text(
        "moveit_setup_assistant_config:\n  URDF:\n    package: priv\n"
        "    relative_path: credentials\n"
    )
    srdf = repository / "moveit/config/r.srdf"
    srdf.write_text('<robot name="r"><group name="g"><link name="l"/></group></robot>')
    opened = []
    sys.addaudithook(
        lambda event, words: opened.append(words[0]) if event == "bodyplan.open" else None
    )
    (project,) = find_projects(repository / "moveit")
    assert project.robot is None
    assert not [path for path in opened if os.path.basename(path) == "credentials"]


def test_a_file_name_of_many_computed_pieces_is_not_searched_for_long(tmp_path):
    (tmp_path / f"{'x' * 200}.xacro").write_text("<robot/>")
    path = tmp_path / "m.urdf.xacro"
    path.write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:property name="b" value="x"/>'
        f'<xacro:include filename="{"${b}x" * 25}$(arg a)y.xacro"/><link name="l"/></robot>'
    )
    assert soon(check, path).diagnostics
