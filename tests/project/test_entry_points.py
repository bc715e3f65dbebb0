"""Which files with macros are robots of their own, told without expanding them."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from bodyplan.description.search import _macros as macros
from bodyplan.description.search import members
from bodyplan.description.search._macros import macro_files

HEAD = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
LINK = '<link name="a"/>'


def made_by(folder: Path, **files: str) -> dict[str, str]:
    """What the files of a folder make, by name."""
    for name, text in files.items():
        (folder / f"{name}.xacro").write_text(text)
    found = macro_files(sorted(map(str, folder.glob("*.xacro")))).entries
    return {Path(path).stem: outline.kind for path, outline in found.items()}


CASES = {
    "a robot": (f"{HEAD}{LINK}</robot>", "xacro"),
    "an SRDF": (f'{HEAD}<group name="g"/></robot>', "srdf"),
    "definitions": (f'{HEAD}<xacro:macro name="m"/></robot>', ""),
    "a robot without a name": (f"{HEAD}{LINK}</robot>".replace(' name="r"', ""), ""),
    "an argument without a default": (f'{HEAD}{LINK}<xacro:arg name="a"/></robot>', ""),
    "another root": ('<sdf name="r"><model/></sdf>', ""),
    "no XML": ("QQQ", "xacro"),
    "a name with an entity": (f"{HEAD}{LINK}</robot>".replace('"r"', '"&lt;r"'), "xacro"),
    "a file that is too large": (f"{HEAD}{LINK}{' ' * (4 << 20)}</robot>", "xacro"),
    "a file that breaks off": (f"{HEAD}{LINK}<link", "xacro"),
}


@pytest.mark.parametrize(("text", "kind"), CASES.values(), ids=CASES)
def test_what_a_file_makes_is_seen_in_its_elements(text, kind, tmp_path):
    assert made_by(tmp_path, file=text) == ({"file": kind} if kind else {})


INCLUDES = {
    "by its name": ('<xacro:include filename="part.xacro"/>', False),
    "behind a substitution": ('<xacro:include filename="$(find p)/part.xacro"/>', False),
    "in a condition": (
        '<xacro:if value="0"><xacro:include filename="part.xacro"/></xacro:if>',
        False,
    ),
    "with an attribute before it": ("<xacro:include ns='>' filename='part.xacro'/>", False),
    "another of its name": ('<xacro:include filename="other/part.xacro"/>', True),
    "in a comment": ('<!-- <xacro:include filename="part.xacro"/> -->', True),
}


@pytest.mark.parametrize(("include", "is_robot"), INCLUDES.values(), ids=INCLUDES)
def test_a_file_that_another_includes_is_no_robot_of_its_own(include, is_robot, tmp_path):
    part = f"{HEAD}{LINK}</robot>"
    found = made_by(tmp_path, main=f"{HEAD}{LINK}{include}</robot>", part=part)
    assert ("part" in found) is is_robot
    assert "main" in found


def test_each_file_with_macros_is_parsed_once_for_the_pairing(tmp_path, monkeypatch):
    parsed: list[bytes] = []
    parse = macros.parse

    def counted(data: bytes, *limits: object) -> object:
        parsed.append(data)
        return parse(data, *limits)

    monkeypatch.setattr(macros, "parse", counted)
    monkeypatch.setattr(members, "root_element_of", None)
    made_by(
        tmp_path,
        main=f'{HEAD}{LINK}<xacro:include filename="part.xacro"/></robot>',
        part=f"{HEAD}</robot>",
        srdf=f'{HEAD}<group name="g"/></robot>',
    )
    parsed.clear()
    report = bodyplan.check(tmp_path)
    assert {Path(file.name).stem for file in report.files} == {"main", "srdf"}
    assert len(parsed) == len(set(parsed)) == 3
