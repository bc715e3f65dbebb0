"""Files with macros under check: what is told, where, and what is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from bodyplan.diag import Diagnostic, Fix, Kind, Severity, Where
from bodyplan.diag.report import FileReport
from bodyplan.formats.document import Document
from bodyplan.formats.read import read, read_bytes
from bodyplan.lint.check import check_document
from bodyplan.lint.fix import fix_document
from bodyplan.lint.reports import combined, file_reports
from bodyplan.lint.settings import Settings
from bodyplan.resources import Resources
from bodyplan.text import Edit
from bodyplan.xacro import _files as files
from bodyplan.xacro import _includes as includes
from bodyplan.xacro import places

HEAD = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
PART = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
BASE = '<link name="base"/>'


def document_of(body: str, head: str = HEAD) -> Document:
    """A file with this content, from nowhere."""
    return read_bytes(f"{head}{body}\n</robot>\n".encode(), "robot.xacro")


def found_in(body: str, **settings: object) -> list[Diagnostic]:
    """What is found in a file with this content."""
    return check_document(document_of(body), Settings(**settings))


def codes(found: list[Diagnostic]) -> list[str]:
    """The codes, in order."""
    return sorted(diagnostic.code for diagnostic in found)


@pytest.fixture
def robot(tmp_path):
    """Writes files into a folder, and gives the document of the first one."""

    def write(**files: str) -> Document:
        for name, text in files.items():
            head = HEAD if name == "main" else PART
            (tmp_path / f"{name}.xacro").write_text(f"{head}{text}\n</robot>\n")
        return read(tmp_path / "main.xacro", resources=Resources(environment={}))

    return write


# A look beside the expansion: more than the first fault, and never a false one

SURE = {
    "in attributes and texts": ('<a b="${QQQ1}"/><c>${QQQ2}</c>', {"QQQ1", "QQQ2"}),
    "in a macro that is called": (
        '<xacro:macro name="m"><a b="${QQQ2}"/></xacro:macro><a b="${QQQ1}"/><xacro:m/>',
        {"QQQ1", "QQQ2"},
    ),
    "in arguments and blocks of a call": (
        '<xacro:macro name="m" params="p *b"/><xacro:m p="${QQQ1}"><a b="${QQQ2}"/></xacro:m>',
        {"QQQ1", "QQQ2"},
    ),
    "macros": ("<xacro:QQQ1/><xacro:QQQ2/>", {"QQQ1", "QQQ2"}),
    "macros in macros": (
        '<xacro:macro name="m"><xacro:QQQ2/></xacro:macro><xacro:QQQ1/><xacro:m/>',
        {"QQQ1", "QQQ2"},
    ),
    "arguments": ('<a b="$(arg QQQ1) $(arg QQQ2)"/>', {"QQQ1", "QQQ2"}),
    "in conditions, and where they are sure": (
        ('<a b="${QQQ1}"/><xacro:if value="${QQQ2}"/><xacro:if value="1"><a b="${QQQ3}"/></xacro:if>'
        '<xacro:unless value="false"><a b="${QQQ4}"/></xacro:unless>'),
        {"QQQ1", "QQQ2", "QQQ3", "QQQ4"},
    ),
    "the first parts of what may go on": (
        '<a b="${QQQ1}"/><a b="${QQQ2 and 1}"/><a b="${1 if QQQ3 else 2}"/><a b="${[i for i in QQQ4]}"/>',
        {"QQQ1", "QQQ2", "QQQ3", "QQQ4"},
    ),
    "names of parameters outside of the macro": (
        '<xacro:macro name="m" params="QQQ2:=^|1"/><a b="${QQQ1}"/><a b="${QQQ2}"/>', {"QQQ1", "QQQ2"}
    ),
    "the default of an argument": (
        '<a b="${QQQ1}"/><xacro:arg name="a" default="${QQQ2}"/>', {"QQQ1", "QQQ2"}
    ),
    "an argument in an expression": (
        '<a b="${QQQ1}"/><a b="${xacro.arg(\'QQQ2\')}"/>', {"QQQ1", "QQQ2"}
    ),
    "behind a substitution": (
        '<a b="${QQQ1}"/><a b="${$(optenv x 1) + QQQ2}"/>', {"QQQ1", "QQQ2"}
    ),
    "in the second macro of a name": (
        ('<xacro:macro name="m"/><xacro:macro name="m"><a b="${QQQ2}"/></xacro:macro>'
        '<a b="${QQQ1}"/><xacro:m/>'),
        {"QQQ1", "QQQ2"},
    ),
    "each part of a text": ('<a b="${QQQ1} ${1} ${QQQ2}"/>', {"QQQ1", "QQQ2"}),
}  # fmt: skip

UNSURE = {
    "behind and, or, if": (
        '<a b="${QQQ1}"/><a b="${0 and x}${1 or x}${1 if 1 else x}"/><a b="${1 == 2 == x}"/>'
    ),
    "in functions and comprehensions": (
        '<a b="${QQQ1}"/><a b="${(lambda: x) and 1}"/><a b="${[x for i in []]}${[i for i in [] if x]}"/>'
    ),
    "bound names": '<a b="${QQQ1}"/><a b="${[i for i in [1]]}${(lambda q: q)(1)}"/>',
    "names of the language": (
        '<a b="${QQQ1}"/><a b="${sin(pi) + len(str(1))}${python.sum([1])}${math.sin(0)}"/>'
    ),
    "in a branch that may not be taken": (
        '<a b="${QQQ1}"/><xacro:if value="${1 > 2}"><a b="${x}"/><xacro:x/></xacro:if>'
        '<xacro:if value="0"><a b="${x}"/></xacro:if>'
    ),
    "in a macro that nobody calls": (
        '<xacro:macro name="m"><a b="${x}"/><xacro:x/></xacro:macro><a b="${QQQ1}"/>'
    ),
    "in values that nobody needs": (
        '<a b="${QQQ1}"/><xacro:property name="p" value="${x}"/>'
        '<xacro:macro name="m" params="q:=${x}"/><xacro:property name="b"><a b="${x}"/></xacro:property>'
    ),
    "names that are made": '<a b="${QQQ1}"/><xacro:property name="${\'x\'}" value="1"/><a b="${x}"/>',
    "names that are defined later": '<a b="${QQQ1}"/><a b="${x}"/><xacro:property name="x" value="1"/>',
    "in comments and sections": '<a b="${QQQ1}"/><!-- ${x} --><a><![CDATA[${x}]]></a>',
    "in attributes that xacro drops": '<a b="${QQQ1}"/><a xacro:b="${x}"/>',
}  # fmt: skip


def undefined(found: list[Diagnostic]) -> set[str]:
    """The names that are not defined."""
    return {name for diagnostic in found for name in diagnostic.message.split("'")[1::2]}


@pytest.mark.parametrize("case", SURE.values(), ids=SURE)
def test_every_name_that_is_surely_not_defined_is_reported(case):
    body, names = case
    assert undefined(found_in(body, select=("M1",))) == names


@pytest.mark.parametrize("body", UNSURE.values(), ids=UNSURE)
def test_behind_a_problem_nothing_is_reported_that_may_be_right(body):
    found = found_in(body, select=("M1",))
    assert [d.code for d in found] == ["M101"]
    assert undefined(found) == {"QQQ1"}


FOLLOWING = {
    "names that a missing file may define": (
        '<xacro:include filename="QQQ.xacro"/><a b="${x} $(arg x)"/><xacro:x/>', ["M121"]
    ),
    "a property that has no value": (
        '<xacro:property name="p" value="${QQQ}"/><a b="${p}"/><a b="${p + 1}"/>', ["M101"]
    ),
    "properties of such properties": (
        '<xacro:property name="p" value="${QQQ}"/><xacro:property name="q" value="${p}"/><a b="${q}"/>',
        ["M101"],
    ),
    "an argument whose default has no value": (
        '<xacro:arg name="a" default="${QQQ}"/><a b="$(arg a)"/><a b="$(eval a + 1)"/>', ["M101"]
    ),
    "a parameter of a call": (
        '<xacro:macro name="m" params="p"><a b="${p}"/></xacro:macro><xacro:m p="${QQQ}"/>', ["M101"]
    ),
    "a parameter that is missing": (
        '<xacro:macro name="m" params="p"><a b="${p}"/></xacro:macro><xacro:m/>', ["M104"]
    ),
    "a parameter that is misspelled": (
        '<xacro:macro name="m" params="size"><a b="${size}"/></xacro:macro><xacro:m siez="1"/>',
        ["M105"],
    ),
    "a block that is missing": (
        '<xacro:macro name="m" params="*b"><xacro:insert_block name="b"/></xacro:macro><xacro:m/>',
        ["M106"],
    ),
    "what a condition without a value may define": (
        ('<xacro:if value="${QQQ}"><xacro:property name="p" value="1"/><xacro:macro name="m"/></xacro:if>'
        '<a b="${p}"/><xacro:m/>'),
        ["M101"],
    ),
    "what an undefined macro may define": (
        ('<xacro:macro name="m"><xacro:property name="p" value="1" scope="parent"/></xacro:macro>'
        '<xacro:mm/><a b="${p}"/>'),
        ["M102"],
    ),
    "a macro that was not defined for its name": (
        '<xacro:macro name="a.b"/><xacro:a.b/>', ["M111"]
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), FOLLOWING.values(), ids=FOLLOWING)
def test_what_follows_from_a_problem_is_not_reported(body, expected):
    assert codes(found_in(body, select=("M1",))) == expected


def test_each_name_has_its_place_calls_and_near_names(robot):
    main = robot(
        main='<xacro:include filename="part.xacro"/><a b="${QQQ}"/><xacro:m size="1"/>',
        part='<xacro:macro name="m" params="size">\n  <a b="1 ${siez}"/>\n</xacro:macro>',
    )
    found = check_document(main, Settings(select=("M1",)))
    where = found[1].where
    assert (Path(where.file).name, where.line, where.column) == ("part.xacro", 3, 11)
    assert [call.macro for call in where.calls] == ["m"]
    assert found[1].hint == "did you mean 'size'?"


# Parts of robots

PARTS = {
    "nothing": ("", ["M252"]),
    "macros": ('<xacro:macro name="m"><link/></xacro:macro>', ["M252"]),
    "materials and blocks for a simulator": (
        '<material name="${\'a\'}"/><gazebo reference="not_here"/>',
        ["M252"],
    ),
    "unused names": ('<xacro:property name="a" value="1"/><xacro:arg name="b" default=""/>', ["M252"]),
    "elements that are unknown": ("<xacro:if value='1'/><material name='a'/><QQQ/>", ["M252", "X101"]),
}  # fmt: skip


@pytest.mark.parametrize("case", PARTS.values(), ids=PARTS)
def test_a_part_of_a_robot_is_not_checked_as_a_robot(case):
    body, expected = case
    assert codes(check_document(document_of(body, PART))) == expected


def test_a_robot_without_a_name_is_reported():
    assert "X103" in codes(check_document(document_of("<link name=\"${'a'}\"/>", PART)))


# Parts that a launch file loads

LAUNCHES = {
    "as a robot": ("display.launch.py", "Command(['xacro ', '/urdf/part.xacro'])", Severity.ERROR),
    "in XML": (
        "display.launch",
        '<param name="robot_description" command="xacro $(find cart)/urdf/part.xacro"/>',
        Severity.ERROR,
    ),
    "another file whose name ends so": (
        "display.launch.py",
        "Command(['xacro ', '/urdf/my_part.xacro'])",
        Severity.INFO,
    ),
    "for something else": ("display.launch.py", "print('part.xacro')", Severity.INFO),
}


@pytest.mark.parametrize("package", ["cart", "cart_bringup"])
@pytest.mark.parametrize("case", LAUNCHES.values(), ids=LAUNCHES)
def test_a_part_that_a_launch_file_loads_is_an_error(case, package, tmp_path):
    name, launch, severity = case
    for folder in ("cart/urdf", "cart/launch", "cart_bringup/launch"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "cart/package.xml").write_text("<package><name>cart</name></package>")
    (tmp_path / package / "launch" / name).write_text(launch)
    file = tmp_path / "cart/urdf/part.xacro"
    for argument, expected in (
        ("", severity),
        (
            '<xacro:arg name="a" default=""/>',
            Severity.WARNING if severity is Severity.ERROR else severity,
        ),
    ):
        file.write_text(f'{PART}{argument}<xacro:macro name="m"><link/></xacro:macro></robot>')
        found = [d for d in check_document(read(file)) if d.code == "M252"]
        assert [d.severity for d in found] == [expected]
        assert (name in found[0].message) == (severity is Severity.ERROR)


# What the robot's findings look like at their places


def test_what_was_written_once_and_inserted_twice_is_reported_once():
    body = (
        '<xacro:property name="pose"><origin xyz="0 QQQ 0"/></xacro:property>'
        '<link name="base"><visual><xacro:insert_block name="pose"/><geometry><sphere radius="1"/>'
        '</geometry></visual><collision><xacro:insert_block name="pose"/><geometry>'
        '<sphere radius="1"/></geometry></collision></link>'
    )
    assert codes(found_in(body, select=("X",))) == ["X105"]


def test_each_expansion_of_a_macro_has_its_diagnostic():
    body = (
        '<xacro:macro name="m" params="n"><link name="${n}"><inertial><mass value="-1"/>'
        '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link></xacro:macro>'
        + "".join(f'<xacro:m n="l{number}"/>' for number in range(4))
    )
    found = found_in(body, select=("I101",))
    assert [d.message.split("'")[1] for d in found] == ["l0", "l1", "l2", "l3"]
    assert len({d.where[:5] for d in found}) == 1
    assert len({d.where.calls for d in found}) == 4


def test_the_same_message_at_the_same_place_is_reported_for_the_first_calls():
    macro = '<xacro:macro name="m"><link name="l"><inertial><mass value="QQQ"/></inertial></link></xacro:macro>'
    found = found_in(macro + "<xacro:m/>" * 90, select=("X105",))
    assert len({d.where[:-1] for d in found}) == 1
    assert [d.where.calls[0].column for d in found] == sorted(
        {d.where.calls[0].column for d in found}
    )
    assert len(found) == 20


def test_a_hint_reports_what_an_expression_came_to_where_the_message_does_not():
    body = '<joint name="j" type="fixed"><origin rpy="0 0 ${90 * 2}"/><parent link="${\'QQQ\'}"/><child link="base"/></joint>'
    hints = {d.code: (d.message, d.hint or "") for d in found_in(BASE + body)}
    for message, hint in hints.values():
        assert not ("'QQQ'" in message and "the value is" in hint)
    assert "the value is '0 0 180' here" in hints["J112"][1] or "180" in hints["J112"][0]


def test_an_unknown_element_may_be_a_macro_without_its_prefix():
    body = f'<xacro:macro name="wheel"/><wheel/><xacro:wheel/>{BASE}'
    (found,) = found_in(body, select=("X101",))
    assert found.hint == "a macro has this name: <xacro:wheel>"


def test_lines_in_messages_name_their_file_where_it_is_another(robot):
    main = robot(main=f'<xacro:include filename="part.xacro"/>{BASE}', part=BASE)
    (found,) = check_document(main, Settings(select=("T010",)))
    assert found.message.endswith(f"(first defined on line 2 of {main.path.parent}/part.xacro)")


def test_files_are_opened_and_parsed_once(robot, monkeypatch):
    main = robot(
        main='<xacro:include filename="part.xacro"/>' * 2
        + f'<xacro:property name="QQQ" value="1"/><xacro:m/>{BASE}',
        part='<!-- bodyplan: ignore J301 --><xacro:macro name="m"><link name="a"/><lnik/></xacro:macro>',
    )
    opened: list[str] = []
    read_tree, read_file = includes.read_tree, files.Files.read

    def read_once(data: bytes, file: int, depth: int) -> object:
        opened.append(f"tree {file}")
        return read_tree(data, file, depth)

    def open_once(self: object, name: str) -> object:
        opened.append(Path(name).name)
        return read_file(self, name)

    monkeypatch.setattr(includes, "read_tree", read_once)
    monkeypatch.setattr(files.Files, "read", open_once)
    monkeypatch.setattr(places, "parse", None)
    assert {"M202", "X101"} <= set(codes(check_document(main)))
    assert opened == ["tree 0", "part.xacro", "tree 1"]


# Comments that suppress

WHEEL = (
    '<xacro:macro name="wheel">{}<link name="wheel"><inertial><mass value="-1"/>'
    '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link></xacro:macro>'
)
IGNORE = "<!-- bodyplan: ignore I101 -->"
INCLUDE = '<xacro:include filename="part.xacro"/>'
COMMENTS = {
    "in the macro": (f"{INCLUDE}<xacro:wheel/>", WHEEL.format(IGNORE)),
    "before the macro": (f"{INCLUDE}<xacro:wheel/>", IGNORE + WHEEL.format("")),
    "before the call": (f"{INCLUDE}{IGNORE}<xacro:wheel/>", WHEEL.format("")),
    "before the include": (f"{IGNORE}{INCLUDE}<xacro:wheel/>", WHEEL.format("")),
    "for the main file": (
        f"<!-- bodyplan: ignore-file I101 -->{INCLUDE}<xacro:wheel/>",
        WHEEL.format(""),
    ),
    "for the included file": (
        f"{INCLUDE}<xacro:wheel/>",
        "<!-- bodyplan: ignore-file I101 -->" + WHEEL.format(""),
    ),
}


@pytest.mark.parametrize("case", COMMENTS.values(), ids=COMMENTS)
def test_a_comment_suppresses_what_its_element_brings(case, robot):
    main, part = case
    found = check_document(robot(main=main, part=part), Settings(select=("I101", "X008")))
    assert found == []


def test_a_comment_for_something_else_suppresses_nothing(robot):
    main = robot(main=f"{INCLUDE}<xacro:wheel/>{IGNORE}{BASE}", part=WHEEL.format(""))
    found = check_document(main, Settings(select=("I101", "X008")))
    assert codes(found) == ["I101", "X008"]


UNUSED = {
    "an element of the robot": (f"{IGNORE}{BASE}", True),
    "a call": (f'<xacro:macro name="m">{BASE}</xacro:macro>{IGNORE}<xacro:m/>', True),
    "a macro that nobody calls": (f'<xacro:macro name="m">{IGNORE}<a/></xacro:macro>{BASE}', False),
    "a branch that is not taken": (
        f'<xacro:if value="0">{IGNORE}<a/></xacro:if>{IGNORE}<b/>{BASE}',
        True,
    ),
    "a file that cannot be expanded": (f"{IGNORE}{BASE}<xacro:QQQ/>", False),
}


@pytest.mark.parametrize("case", UNUSED.values(), ids=UNUSED)
def test_a_comment_without_use_is_reported_where_there_is_something_to_suppress(case):
    body, is_told = case
    found = [code for code in codes(found_in(body, select=("X008",))) if code != "M102"]
    assert found == ["X008"] * is_told


def test_comments_without_use_in_included_files_are_not_reported(robot):
    main = robot(
        main=f"{INCLUDE}<xacro:m/>", part=f'<xacro:macro name="m">{IGNORE}{BASE}</xacro:macro>'
    )
    assert check_document(main, Settings(select=("X008",))) == []


# Settings


def test_what_cannot_be_expanded_is_reported_whatever_is_selected():
    assert codes(found_in("<xacro:QQQ/>", select=("J",))) == ["M102"]
    assert codes(found_in("<xacro:QQQ/>", select=("J",), ignore=("M102",))) == []
    assert codes(found_in("<xacro:QQQ/>", ignore=("M",))) == []


def test_codes_can_be_ignored_for_an_included_file(robot):
    main = robot(main=f"{INCLUDE}<xacro:wheel/>", part=WHEEL.format(""))
    found = check_document(main, Settings(per_file_ignore={"part.xacro": ("I101",)}))
    assert "I101" not in codes(found)
    found = check_document(main, Settings(per_file_ignore={"main.xacro": ("I101",)}))
    assert "I101" not in codes(found)  # it is checked with the settings of the main file


def test_the_verdict_of_a_reader_has_the_places_of_the_source(robot):
    main = robot(
        main=f'{INCLUDE}<xacro:m r="1"/>\n<link name="base"/>',
        part='<xacro:macro name="m" params="r">\n<link name="a"><visual>\n'
        '<geometry><sphere radius="QQQ${r}"/></geometry></visual></link></xacro:macro>',
    )
    found = check_document(main, Settings(profile="urdfdom"))
    places = [(d.code, Path(d.where.file).name, d.where.line, d.where.column) for d in found]
    assert ("U902", "part.xacro", 4, 27) in places or ("U902", "part.xacro", 4, 12) in places
    assert {code for code, *_ in places} <= {"U901", "U902", "U903"}
    assert all(name in {"main.xacro", "part.xacro"} for _, name, *_ in places)


def test_the_verdict_of_a_reader_on_what_cannot_be_expanded_is_the_reason():
    found = found_in("<xacro:QQQ/>", profile="urdfdom")
    assert codes(found) == ["M102"]


# Repairs


def test_a_repair_must_not_break_the_macros():
    head = '<robot name="r" xmlns:xacro="http://QQQ.example">\n'
    result = fix_document(document_of(f"<link name=\"${{'a'}}\"/>{BASE}", head))
    assert [d.code for d in result.applied] == ["M213"]
    assert result.document.expanded is not None
    assert result.document.source.text.count("http://www.ros.org/wiki/xacro") == 1


def test_a_repair_that_lets_a_file_be_expanded_may_bring_problems_to_light():
    head = '<robot name="r">\n'
    body = '<xacro:property name="m" value="-1"/>' + "".join(
        f'<link name="l{number}"><inertial><mass value="${{m}}"/></inertial></link>'
        for number in range(3)
    )
    result = fix_document(document_of(body, head))
    assert [d.code for d in result.applied] == ["M124"]
    assert sum(d.severity is Severity.ERROR for d in result.remaining) > 1


def test_only_what_is_in_the_robot_as_in_the_file_is_repaired():
    limit = '<joint name="{}" type="prismatic"><parent link="base"/><child link="{}"/><axis xyz="0 0 1"/><limit lower="{}" upper="0" effort="1" velocity="1"/></joint>'
    macro = '<xacro:macro name="m">' + limit.format("a", "a", "1") + "</xacro:macro>\n<xacro:m/>"
    body = "\n".join(
        [
            *(f'<link name="{name}"/>' for name in ("base", "a", "b", "c")),
            macro,
            limit.format("b", "b", "${2 / 2}"),
            limit.format("c", "c", "1"),
        ]
    )
    settings = Settings(select=("J102",))
    result = fix_document(document_of(body), settings, unsafe=True)
    assert [d.message for d in result.applied] == ["joint 'c': lower 1 exceeds upper 0"]
    assert [d.fix.safety for d in result.remaining] == ["display", "display"]
    again = fix_document(result.document, settings, unsafe=True)
    assert again.document.to_bytes() == result.document.to_bytes()


# Reports


def test_each_file_with_diagnostics_has_a_report_with_its_own_source(robot):
    main = robot(
        main=f'{INCLUDE}<xacro:include filename="clean.xacro"/><xacro:wheel/>',
        part=WHEEL.format(""),
        clean="",
    )
    found = check_document(main, Settings(select=("I101",)))
    first, second = file_reports(main, found, partners=("a.urdf",))
    assert (first.name, first.diagnostics, first.source) == (main.name, (), main.source)
    assert (first.partners, second.partners) == (("a.urdf",), ())
    assert Path(second.name).name == "part.xacro"
    assert [d.code for d in second.diagnostics] == ["I101"]
    assert 'mass value="-1"' in second.source.line(second.diagnostics[0].where.line)


def test_reports_on_one_file_for_several_robots_are_one(robot, tmp_path):
    reports = []
    for name in ("one", "two"):
        main = robot(main=f"{INCLUDE}<xacro:wheel/>", part=WHEEL.format(""))
        text = main.source.text.replace('name="r"', f'name="{name}"')
        path = tmp_path / f"{name}.xacro"
        path.write_text(text)
        document = read(path)
        reports += file_reports(document, check_document(document, Settings(select=("I101",))))
    names = [Path(report.name).name for report in combined(reports)]
    assert names == ["one.xacro", "part.xacro", "two.xacro"]
    assert len(combined(reports)[1].diagnostics) == 2  # the calls differ


def test_reports_of_other_files_stay_apart():
    reports = (FileReport("a"), FileReport("b", trouble="QQQ"))
    assert combined(reports) == reports


def test_a_fix_after_which_xacro_fails_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    document = document_of('<xacro:property name="n" value="a"/>\n<link name="${n}"/>')
    start = document.source.text.index("<xacro:property")
    edit = Edit(start, document.source.text.index("\n<link"), "")
    where = Where("robot.xacro", 2, 1, 2, 2, "/robot")
    fix = Fix("Remove it", (edit,), "safe")
    found = Diagnostic(Kind("Z101", "bad", Severity.WARNING, "Bad."), "bad", where, fix=fix)
    monkeypatch.setattr("bodyplan.lint.fix.check_document", lambda *_, **__: [found])
    result = fix_document(document)
    assert result.document.to_bytes() == document.to_bytes()
    ((_, reason),) = result.reverted
    assert reason == "xacro expansion would fail"
