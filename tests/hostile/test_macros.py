"""Hostile files with macros, from end to end: every verb tells why, soon, and opens nothing else.

What the expansion itself may do and reach is tested beside it, in tests/formats/xacro.
"""

from __future__ import annotations

import os
import sys

import pytest

from tests.hostile.runs import assert_harmless, run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes are for other systems")

HEAD = '<robot name="m" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
VERBS = {
    "checked": ("check", "IN"),
    "checked in its folder": ("check", "FOLDER", "--json"),
    "fixed": ("fix", "IN", "--unsafe", "--diff"),
    "shown": ("show", "IN"),
    "laid out": ("fmt", "IN", "--check"),
    "expanded": ("expand", "IN"),
    "expanded with its origins": ("expand", "IN", "--json"),
    "looked through for meshes": ("where", "IN"),
    "bundled": ("bundle", "IN", "-o", "MADE"),
    "loaded": ("load", "IN"),
}
FAULTY = {
    "a power": '<link name="${9**9**9}"/>',
    "a loop": '<link name="${[x*y for x in range(10**6) for y in range(10**6)]}"/>',
    "an include of itself": '<xacro:include filename="r.xacro"/>',
    "a macro that calls itself": '<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>',
    "values that double": "".join(
        f'<xacro:property name="p{n}" value="${{p{n + 1}}}${{p{n + 1}}}"/>' for n in range(60)
    )
    + '<xacro:property name="p60" value="a"/><link name="${p0}"/>',
    "a package that leads out": '<xacro:include filename="$(find ../../etc)/passwd"/>',
    "an include of a file of the system": '<link name="l"/><xacro:include filename="/etc/passwd"/>',
    "an include of a device": '<link name="l"/><xacro:include filename="/dev/zero"/>',
    "an include of a pipe": '<link name="l"/><xacro:include filename="pipe.xacro"/>',
    "an include of a link that leads out": '<link name="l"/><xacro:include filename="link.xacro"/>',
    "YAML of the system": "<link name=\"${xacro.load_yaml('/etc/passwd')}\"/>",
    "YAML that is run": "<link name=\"${xacro.load_yaml('run.yaml')}\"/>",
    "YAML that laughs": "<link name=\"${xacro.load_yaml('laughs.yaml')}\"/>",
    "a command": "<link name=\"${__import__('os').system('touch QQQ')}\"/>",
    "a variable of the environment": '<link name="$(env QQQ)"/>',
    "a name that steers": "<link name=\"${'\x9b31m' + QQQ}\"/><xacro:\u0300x/>",
    "an element without end": "<link",
    "bytes that are no UTF-8": '<link name="\udcff"/>',
    "entities": '<!DOCTYPE robot [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
}
FINE = {
    "10,000 links": '<xacro:macro name="m" params="n"><link name="l${n}"/></xacro:macro>'
    + "".join(f'<xacro:m n="{n}"/>' for n in range(3_000)),
    "names that steer": '<link name="&#x9b;31m${1}"/><joint name="&#x202e;" type="QQQ"/><QQQ/>',
}


def folder_with(tmp_path, body):
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "made").mkdir()
    if body.startswith("<!DOCTYPE"):
        text = f'{body}<robot name="&a;" xmlns:xacro="http://www.ros.org/wiki/xacro"/>'
    else:
        text = f"{HEAD}{body}</robot>\n"
    (folder / "r.xacro").write_bytes(text.encode("utf-8", "surrogateescape"))
    os.mkfifo(folder / "pipe.xacro")
    (tmp_path / "secret.xacro").write_text(f'{HEAD}<link name="secret"/></robot>')
    (folder / "link.xacro").symlink_to("/etc/passwd")
    (folder / "run.yaml").write_text("!!python/object/apply:os.system ['touch QQQ']\n")
    (folder / "laughs.yaml").write_text(
        "a0: &a0 [x]\n"
        + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10))
    )
    return folder


def answer_to(words, folder, place):
    names = {"IN": folder / "r.xacro", "FOLDER": folder, "MADE": place / "made/out"}
    return run([str(names.get(word, word)) for word in words], place, folder, place / "made")


# Each with some verbs, so that each verb meets every kind; what never ends takes its time once.
@pytest.mark.parametrize("name", FAULTY)
def test_hostile_macros_are_reported(name, tmp_path):
    folder = folder_with(tmp_path, FAULTY[name])
    verbs = list(VERBS)
    place = list(FAULTY).index(name)
    for verb in ("checked",) if name == "a loop" else ("expanded", *(verbs * 2)[place % 10 :][:4]):
        answer = answer_to(VERBS[verb], folder, tmp_path)
        assert_harmless(answer, shows_content="--diff" in VERBS[verb])
        assert answer.status or verb in {"laid out", "fixed"}, (verb, answer.out[:500])
    assert not list(tmp_path.rglob("QQQ"))


@pytest.mark.parametrize("name", FINE)
def test_what_macros_make_does_no_harm(name, tmp_path):
    folder = folder_with(tmp_path, FINE[name])
    for verb, words in VERBS.items():
        answer = answer_to(words, folder, tmp_path)
        shows = "--diff" in words or verb == "expanded"
        assert_harmless(answer, shows_content=shows)
