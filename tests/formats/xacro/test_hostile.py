"""Hostile descriptions end soon, take little memory, reach nothing, and are told why."""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

import pytest

from bodyplan.formats.xacro import DEFAULT_LIMITS, XacroLimits, XacroMissingError, expand
from bodyplan.formats.xacro.places import SourcePlaces
from bodyplan.resources import Resources
from bodyplan.text import field_names

MOST_SECONDS = 5
MOST_KILOBYTES = 500_000
SHORT = XacroLimits(max_seconds=1)
"""So that the tests do not wait; one of them waits for the cap of everybody."""
CLASSES = "python.vars(python.type)['__subclasses__']"


def doubled(count: int) -> str:
    """Properties of which each is the next one twice."""
    lines = [
        f'<xacro:property name="p{i}" value="${{p{i + 1}}}${{p{i + 1}}}"/>' for i in range(count)
    ]
    return "\n".join([*lines, f'<xacro:property name="p{count}" value="ab"/>', '<a x="${p0}"/>'])


LARGE = {
    "a power": ("${9**9**9}", "max_bits"),
    "a power of a power": ("${(9**9)**(9**5)}", "max_bits"),
    "a shift": ("${1 &lt;&lt; 10**10}", "max_bits"),
    "a product of large numbers": ("${(9**30000) * (9**30000)}", "max_bits"),
    "a text repeated": ("${'a'*10**10}", "max_items"),
    "a list repeated": ("${[0]*10**9}", "max_items"),
    "a list repeated from the left": ("${10**9 * [0]}", "max_items"),
    "a sum of texts": ("${'a'*900000 + 'b'*900000}", "max_items"),
    "a range": ("${list(range(10**10))}", "max_items"),
    "a range beyond all numbers": ("${list(python.range(10**30))}", "max_items"),
    "a wide number": ("${'%1000000000d' % 1}", "max_items"),
    "a wide fraction": ("${'%.1000000000f' % 2.5}", "max_items"),
    "a width from a value": ("${'%*d' % (10**9, 1)}", "max_items"),
    "padding": ("${'a'.ljust(10**10)}", "max_items"),
    "padding of a type": ("${str.center('a', 10**10)}", "max_items"),
    "replacing": ("${('a'*10**5).replace('a', 'b'*10**5)}", "max_items"),
    "joining": ("${('a'*10**5).join(['']*10**5)}", "max_items"),
    "bytes of a number": ("${(5).to_bytes(10**10, 'big')}", "max_items"),
    "a factorial": ("${math.factorial(10**8)}", "max_bits"),
    "binomials": ("${comb(10**9, 10**8)}", "max_bits"),
    "a long expression": ("${" + "1+" * 6000 + "1}", "max_expression"),
    "a deep expression": ("${" + "-" * 5000 + "1}", "max_expression"),
    "a function that calls itself": ("${(lambda f: f(f))(lambda f: f(f))}", "max_calls"),
    "a power in eval": ("$(eval 9**9**9)", "max_bits"),
}


def faulty(body: str, limits: XacroLimits | None = None, folder: Path | None = None):
    """The expansion of a robot with this content; it must fail."""
    text = f'<robot xmlns:xacro="http://www.ros.org/wiki/xacro">{body}</robot>'
    path = None
    if folder is not None:
        path = folder / "main.xacro"
        path.write_text(text)
    resources = Resources(environment={})
    found = expand(
        text.encode(), "main.xacro", path=path, limits=limits or SHORT, resources=resources
    )
    assert found.text is None
    return found


@pytest.fixture(autouse=True)
def _short_and_small():
    """Each test takes little processor time and memory, ours and that of the other process."""
    before = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    yield
    after = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    for start, end in zip(before, after, strict=True):
        assert end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime < MOST_SECONDS
    if after[1].ru_maxrss > before[1].ru_maxrss:  # else an earlier child of the tests was larger
        assert after[1].ru_maxrss < MOST_KILOBYTES


@pytest.mark.parametrize(("value", "cap"), LARGE.values(), ids=LARGE)
def test_a_value_without_bounds_is_told_with_its_cap_and_place(value, cap):
    fault = faulty(f'<a x="{value}"/>').fault
    assert (fault.kind, fault.name) == ("limit", cap)
    assert f"over the limit {cap} = " in fault.message
    assert (fault.origin.element, fault.attribute) == (1, "x")


SLOW = {
    "a loop in Python": '<a x="${[x*y for x in range(10**6) for y in range(10**6)]}"/>',
    "a loop in C": '<a x="${math.prod(python.range(1, 10**6))}"/>',
    "a text of lists in lists": '<a x="${[[[0]*1000]*1000]*1000}"/>',
    "the parameters of a macro": f'<xacro:macro name="m" params="p:={"a" * 60}\'"/>',
    "a search": "<a x=\"${xacro.tokenize('a'*50 + '!', sep='x]|(a+)+$|[y')}\"/>",
    "a pattern of files": '<xacro:include filename="/*/*/*/*/*/*/*/*/*.QQQ"/>',
    "a tree of macros": '<xacro:macro name="m" params="n"><xacro:if value="${n}">'
    '<xacro:m n="${n-1}"/><xacro:m n="${n-1}"/></xacro:if></xacro:macro><xacro:m n="60"/>',
}


@pytest.mark.parametrize("body", SLOW.values(), ids=SLOW)
def test_what_never_ends_is_ended_and_told_where_it_was(body):
    fault = faulty(body).fault
    assert fault.kind == "limit"
    caps = {"max_seconds", "max_memory", "max_elements", "max_wall_seconds"}  # waiting for a disk
    assert fault.name in caps
    assert fault.origin.element > 0


def test_the_cap_for_everybody_holds_too():
    body = '<a x="${python.sum([x*y for x in range(10**6) for y in range(10**6)])}"/>'
    fault = faulty(body, XacroLimits()).fault
    assert fault.name in {"max_seconds", "max_wall_seconds"}  # the latter on a busy machine
    assert fault.attribute == "x"


def test_time_on_the_clock_has_a_cap_of_its_own():
    body = '<xacro:macro name="m"><a x="${[x for x in range(10**6) for y in range(10**6) if y == -1]}"/>'
    limits = XacroLimits(max_seconds=60, max_wall_seconds=1)
    fault = faulty(f"{body}</xacro:macro><xacro:m/>", limits).fault
    assert (fault.kind, fault.name, fault.attribute) == ("limit", "max_wall_seconds", "x")
    assert fault.expression.startswith("[x for x")
    assert [call.macro for call in fault.origin.calls] == ["m"]


def test_memory_has_a_cap():
    body = "".join(f'<xacro:property name="p{i}" value="${{[{i}]*10**6}}"/>' for i in range(60))
    uses = "".join(f'<a x="${{len(p{i})}}"/>' for i in range(60))
    fault = faulty(body + uses, XacroLimits(max_memory=200 * 1024 * 1024)).fault
    assert (fault.kind, fault.name) == ("limit", "max_memory")


def test_a_macro_that_calls_itself_is_told_with_the_chain():
    found = faulty(
        '<xacro:macro name="m"><xacro:n/></xacro:macro>\n'
        '<xacro:macro name="n"><xacro:m/></xacro:macro>\n<xacro:m/>'
    )
    assert found.fault.name == "max_calls"
    assert "'n' calls 'm' calls 'n' calls 'm'" in found.fault.message
    calls = found.fault.origin.calls
    assert [call.macro for call in calls[:3]] == ["m", "n", "m"]
    assert len(calls) == 100


def test_a_file_that_includes_itself_is_told_with_the_chain(tmp_path):
    found = faulty('<xacro:include filename="main.xacro"/>', folder=tmp_path)
    assert found.fault.name == "max_includes"
    assert "'main.xacro' includes 'main.xacro'" in found.fault.message
    assert SourcePlaces(found).fault(found.fault).line == 1
    assert len(found.files) == 1


def test_a_long_chain_of_includes_is_told(tmp_path):
    for number in range(1000):
        text = f'<robot xmlns:xacro="x"><xacro:include filename="{number + 1}.xacro"/></robot>'
        (tmp_path / f"{number}.xacro").write_text(text)
    found = faulty('<xacro:include filename="0.xacro"/>', folder=tmp_path)
    assert found.fault.name == "max_includes"


def test_properties_that_double_are_told():
    assert faulty(doubled(60)).fault.name == "max_items"


def test_elements_have_a_cap():
    body = '<xacro:macro name="m">' + "<a/>" * 100 + "</xacro:macro>" + "<xacro:m/>" * 100
    limits = XacroLimits(max_elements=1_000)
    assert faulty(body, limits).fault.name == "max_elements"


def test_the_text_has_a_cap():
    body = "<a x=\"${'a' * 9000}\"/>" * 20
    assert faulty(body, XacroLimits(max_output=100_000)).fault.name == "max_output"


def test_files_have_a_cap_together(tmp_path):
    (tmp_path / "large.xacro").write_text(f"<robot>{' ' * 60_000}</robot>")
    body = '<xacro:include filename="large.xacro"/>' * 3
    found = faulty(body, XacroLimits(max_bytes=100_000), tmp_path)
    assert (found.fault.kind, found.fault.name) == ("limit", "max_bytes")


def nested(first: str, line: str) -> str:
    """YAML of which each line holds the one before nine times."""
    lines = [first]
    for number in range(1, 10):
        before = ", ".join([f"*v{number - 1}"] * 9)
        lines.append(f"v{number}: &v{number} {line.format(before)}")
    return "\n".join(lines)


YAML = {
    "repeated lists": (nested("v0: &v0 [1, 1, 1]", "[{}]"), "max_yaml"),
    "merged mappings": (nested("v0: &v0 {x: 1}", "{{<<: [{}]}}"), "max_yaml"),
    "a list that holds itself": ("a: &a [*a]", "max_yaml"),
    "a deep list": ("[" * 3000, None),
    "many values": ("[" + "1," * 250_000 + "1]", None),
}


@pytest.mark.parametrize(("text", "cap"), YAML.values(), ids=YAML)
def test_yaml_that_stands_for_billions_of_values_is_told(text, cap, tmp_path):
    (tmp_path / "bomb.yaml").write_text(text)
    fault = faulty("<a x=\"${xacro.load_yaml('bomb.yaml')}\"/>", folder=tmp_path).fault
    assert fault.kind == "limit"
    assert cap is None or fault.name == cap
    assert (fault.origin.element, fault.attribute) == (1, "x")


REFUSED = {
    "the class of a value": "${().__class__}",
    "a class in a lambda": "${(lambda: ().__class__)()}",
    "the classes of Python": f"${{{CLASSES}}}",
    "the frame of a generator": "${(x for x in [1]).gi_frame}",
    "the globals of a function": "${xacro.load_yaml.__globals__}",
    "formats that look inside": "${'0.x'.format(1)}",
    "formats by mapping": "${'0'.format_map(dict(a=1))}",
    "new classes": "${python.type('X', (), dict(__getattr__=1))}",
    "a generator that yields": "${(lambda: (yield))()}",
}
IN_EVAL = [
    *("open(1)", "exec('1')", "eval('1')", "compile('1', '', 'eval')", "__import__('os')"),
    *("().__class__", "print(1)", "globals()", "getattr(1, 'real')", "input()", "vars()"),
]


@pytest.mark.parametrize("value", REFUSED.values(), ids=REFUSED)
def test_what_reaches_out_of_the_description_is_refused(value):
    fault = faulty(f'<a x="{value}"/>').fault
    assert fault.kind in {"refused", "expression"}
    assert fault.origin.element == 1


@pytest.mark.parametrize("code", IN_EVAL)
def test_eval_knows_no_functions_that_reach_out(code):
    body = f'<xacro:property name="code" value="{code}"/><a x="$(eval ${{code}})"/>'
    fault = faulty(body).fault
    assert (fault.kind, fault.origin.element) == ("refused", 2)


def test_nothing_is_executed(tmp_path):
    canary = tmp_path / "canary"
    for code in (
        f"open('{canary}', 'w')",
        f"__import__('os').system('touch {canary}')",
        f"exec('open(chr(47))') or open('{canary}', 'w')",
    ):
        body = f'<xacro:property name="code" value="{code}"/><a x="$(eval ${{code}})"/>'
        assert faulty(body).fault.kind == "refused"
    assert not canary.exists()


# Files


def test_files_outside_are_refused_unless_they_are_descriptions(tmp_path):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (inside / "package.xml").write_text("<package><name>inside</name></package>")
    (outside / "secret.txt").write_text("<robot/>")
    (outside / "robot.xacro").write_text("<robot><from_outside/></robot>")
    for name in (outside / "secret.txt", "../outside/secret.txt"):
        found = faulty(f'<xacro:include filename="{name}"/>', folder=inside)
        assert found.fault.kind == "outside"
        assert found.outside == ()
    text = '<robot xmlns:xacro="x"><xacro:include filename="../outside/robot.xacro"/></robot>'
    path = inside / "main.xacro"
    path.write_text(text)
    found = expand(path.read_bytes(), str(path), path=path, resources=Resources(environment={}))
    assert "<from_outside/>" in found.text
    assert found.outside == (outside / "robot.xacro",)
    folders = Resources(folders=[outside], environment={})
    declared = expand(path.read_bytes(), str(path), path=path, resources=folders)
    assert declared.outside == ()


def test_a_link_to_a_file_outside_is_that_file(tmp_path):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (inside / "package.xml").write_text("<package><name>inside</name></package>")
    (outside / "secret.txt").write_text("<robot/>")
    (inside / "part.xacro").symlink_to(outside / "secret.txt")
    assert faulty('<xacro:include filename="part.xacro"/>', folder=inside).fault.kind == "outside"


@pytest.mark.parametrize("name", ["/etc/passwd", "/proc/self/environ", "$(find QQQ/../..)/etc"])
def test_files_of_the_system_are_not_read(name, tmp_path):
    for body in (
        f'<xacro:include filename="{name}"/>',
        f'<xacro:include filename="{name}" optional="true"/>',
        f"<a x=\"${{xacro.load_yaml('{name}')}}\"/>",
    ):
        found = faulty(body, folder=tmp_path)
        assert found.fault.kind in {"outside", "package", "file"}
        assert found.files[1:] == ()


def test_links_in_circles_pipes_and_devices_are_told(tmp_path):
    (tmp_path / "circle.xacro").symlink_to(tmp_path / "circle.xacro")
    os.mkfifo(tmp_path / "pipe.xacro")
    (tmp_path / "device.xacro").symlink_to("/dev/zero")
    for name in ("circle", "pipe", "device"):
        found = faulty(f'<xacro:include filename="{name}.xacro"/>', folder=tmp_path)
        assert found.fault.kind in {"file", "outside"}
        assert found.fault.origin.element == 1


def test_names_with_line_ends_are_names(tmp_path):
    folder = tmp_path / "a\nb"
    folder.mkdir()
    (folder / "c\nd.xacro").write_text("<robot><made/></robot>")
    text = '<robot xmlns:xacro="x"><xacro:include filename="c&#10;d.xacro"/></robot>'
    path = folder / "main\n.xacro"
    path.write_text(text)
    found = expand(path.read_bytes(), str(path), path=path)
    assert "<made/>" in found.text
    assert found.files[1].name.endswith("c\nd.xacro")


# The process itself


def test_without_the_package_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "xacro", None)
    with pytest.raises(XacroMissingError, match=r"pip install 'bodyplan\[xacro\]'"):
        expand(b"<robot/>", "robot.xacro")


def test_a_process_that_cannot_be_started_is_told(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/QQQ/python")
    fault = expand(b"<robot/>", "robot.xacro").fault
    assert (fault.kind, fault.origin) == ("crash", None)
    assert "no process can be started" in fault.message


def test_what_the_package_prints_is_no_answer():
    text = '<a xmlns:xacro="x" v="${xacro.message(\'done\')}"/>'
    found = expand(text.encode(), "robot.xacro")
    assert '<a v=""/>' in found.text
    assert [(warning.kind, warning.message) for warning in found.warnings] == [("message", "done")]


def test_the_page_names_every_cap_with_its_value():
    page = (Path(__file__).parents[3] / "docs" / "xacro.md").read_text("utf-8")
    for name in field_names(XacroLimits):
        assert f"| `{name}` | {getattr(DEFAULT_LIMITS, name):,} |" in page
