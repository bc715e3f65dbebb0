"""Hostile descriptions end soon, take little memory, reach nothing, and are told why."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import pytest

from bodyplan.core import field_names
from bodyplan.resources import Resources
from bodyplan.xacro import DEFAULT_LIMITS, XacroLimits, expand
from bodyplan.xacro.hints import hint
from bodyplan.xacro.places import SourcePlaces

MOST_SECONDS = 60
"""Processor time of a test, on a machine that is busy and slow."""
MOST_KILOBYTES = 600_000


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
        text.encode(), "main.xacro", path=path, limits=limits or DEFAULT_LIMITS, resources=resources
    )
    assert found.text is None
    return found


@pytest.fixture(autouse=True)
def _short_and_small():
    """Each test takes little processor time, and little more memory than those before it."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    yield
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < MOST_SECONDS
    assert after.ru_maxrss - before.ru_maxrss < MOST_KILOBYTES


@pytest.mark.parametrize(("value", "cap"), LARGE.values(), ids=LARGE)
def test_a_value_without_bounds_is_reported_with_its_limit_and_location(value, cap):
    (problem,) = faulty(f'<a x="{value}"/>').problems
    assert (problem.kind, problem.name) == ("limit", cap)
    assert (problem.origin.element, problem.attribute) == (1, "x")


ENDLESS = {
    "a loop": '<a x="${[x*y for x in range(10**6) for y in range(10**6)]}"/>',
    "a loop in a function": '<a x="${math.prod(python.range(1, 10**6))}"/>',
    "a loop in a sum": '<a x="${python.sum([x*y for x in range(10**6) for y in range(10**6)])}"/>',
    "a text of lists in lists": '<a x="${[[[0]*1000]*1000]*1000}"/>',
    "a tree of macros": '<xacro:macro name="m" params="n"><xacro:if value="${n}">'
    '<xacro:m n="${n-1}"/><xacro:m n="${n-1}"/></xacro:if></xacro:macro><xacro:m n="60"/>',
    "texts together": '<xacro:macro name="m" params="n"><a x="${\'a\' * 900000}"/>'
    '<xacro:if value="${n}"><xacro:m n="${n-1}"/></xacro:if></xacro:macro><xacro:m n="60"/>',
    "properties together": "".join(
        f'<xacro:property name="p{i}" value="${{[{i}]*10**6}}"/><a x="${{len(p{i})}}"/>'
        for i in range(60)
    ),
    "a macro in an element in a macro": '<xacro:macro name="m"><a><xacro:m/></a></xacro:macro><xacro:m/>',
    "a block in a block": '<xacro:macro name="m" params="*b"><xacro:m><a>'
    '<xacro:insert_block name="b"/></a></xacro:m></xacro:macro><xacro:m><b/></xacro:m>',
    "deep elements": "<a>" * 100_000 + "</a>" * 100_000,
    "comments": f'<xacro:macro name="m">{"<!---->" * 100_000}</xacro:macro>' + "<xacro:m/>" * 1000,
    "attributes": '<xacro:property name="p" value="1"/><xacro:macro name="m"><a b="${p}" '
    + " ".join(f'a{i}=""' for i in range(100_000)) + "/></xacro:macro>" + "<xacro:m/>" * 1000,
    "empty values": '<xacro:property name="p" value=""/>'
    f'<xacro:macro name="m">{"${p}" * 100_000}</xacro:macro>' + "<xacro:m/>" * 1000,
    "parameters": f'<xacro:macro name="m" params="{" ".join(f"p{i}" for i in range(2000))}"/>'
    + f'<xacro:m {" ".join(f"p{i}={chr(34) * 2}" for i in range(2000))}/>' * 100,
}  # fmt: skip


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_what_never_ends_is_ended_and_reported_where_it_was(body):
    (problem,) = faulty(body).problems
    assert problem.kind == "limit"
    assert problem.name in field_names(XacroLimits)
    assert problem.origin.element > 0


QUICK = {
    "the parameters of a macro": f'<xacro:macro name="m" params="p:={"a" * 60}\'"/>',
    "quotes in parameters": f'<xacro:macro name="m" params="p:={"&apos;" * 61}&quot;"/>',
    "a chain of properties": "".join(
        f'<xacro:property name="p{i}" value="${{p{i + 1} + 1}}"/>' for i in range(3000)
    )
    + '<xacro:property name="p3000" value="1"/><a x="${p0}"/>',
    "a long text": f"<a>{'$' * 0}{'x$ ' * 100_000}</a>",
    "braces": f"<a>{'{' * 100_000}{'}' * 100_000}</a>",
    "elements in all depths allowed": "<a>" * 255 + "</a>" * 255,
}


@pytest.mark.parametrize("body", QUICK.values(), ids=QUICK)
def test_what_takes_others_long_is_done_at_once(body):
    text = f'<robot xmlns:xacro="http://www.ros.org/wiki/xacro">{body}</robot>'
    assert expand(text.encode(), "main.xacro").problems == ()


def test_a_circle_of_many_properties_is_reported():
    body = "".join(
        f'<xacro:property name="p{i}" value="${{p{(i + 1) % 1000}}}"/>' for i in range(1000)
    )
    (problem,) = faulty(f'{body}<a x="${{p0}}"/>').problems
    assert problem.kind == "circular"


def test_a_macro_that_calls_itself_is_reported_with_the_chain():
    found = faulty(
        '<xacro:macro name="m"><xacro:n/></xacro:macro>\n'
        '<xacro:macro name="n"><xacro:m/></xacro:macro>\n<xacro:m/>'
    )
    (problem,) = found.problems
    assert problem.name == "max_calls"
    assert "'m' -> 'n' -> 'm'" in problem.message
    calls = problem.origin.calls
    assert [call.macro for call in calls[:3]] == ["m", "n", "m"]
    assert len(calls) == 100


def test_a_file_that_includes_itself_is_reported_with_the_chain(tmp_path):
    found = faulty('<xacro:include filename="main.xacro"/>', folder=tmp_path)
    assert found.problems[0].name == "max_includes"
    assert "'main.xacro' -> 'main.xacro'" in found.problems[0].message
    assert SourcePlaces(found).problem(found.problems[0]).line == 1
    assert len(found.files) == 1


def test_a_long_chain_of_includes_is_reported(tmp_path):
    for number in range(1000):
        text = f'<robot xmlns:xacro="x"><xacro:include filename="{number + 1}.xacro"/></robot>'
        (tmp_path / f"{number}.xacro").write_text(text)
    found = faulty('<xacro:include filename="0.xacro"/>', folder=tmp_path)
    assert found.problems[0].name == "max_includes"


def test_properties_that_double_are_reported():
    assert faulty(doubled(60)).problems[0].name in {"max_items", "max_output"}


def test_elements_have_a_cap():
    body = '<xacro:macro name="m">' + "<a/>" * 100 + "</xacro:macro>" + "<xacro:m/>" * 100
    limits = XacroLimits(max_elements=1_000)
    assert faulty(body, limits).problems[0].name == "max_elements"


def test_the_text_has_a_cap():
    body = "<a x=\"${'a' * 9000}\"/>" * 20
    assert faulty(body, XacroLimits(max_output=100_000)).problems[0].name == "max_output"


def test_files_have_a_cap_together(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.xacro").write_text(f"<robot>{' ' * 60_000}</robot>")
    body = '<xacro:include filename="a.xacro"/>' * 3 + '<xacro:include filename="b.xacro"/>'
    (problem,) = faulty(body, XacroLimits(max_bytes=100_000), tmp_path).problems
    assert (problem.kind, problem.name, problem.origin.element) == ("limit", "max_bytes", 4)


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
    "a list that holds itself": ("a: &a [*a]", None),
    "a deep list": ("[" * 3000, None),
    "many values": ("[" + "1," * 250_000 + "1]", None),
}


@pytest.mark.parametrize(("text", "cap"), YAML.values(), ids=YAML)
def test_yaml_that_stands_for_billions_of_values_is_reported(text, cap, tmp_path):
    (tmp_path / "bomb.yaml").write_text(text)
    fault = faulty("<a x=\"${xacro.load_yaml('bomb.yaml')}\"/>", folder=tmp_path).problems[0]
    assert fault.kind in {"limit", "yaml"}
    assert cap is None or fault.name == cap
    assert (fault.origin.element, fault.attribute) == (1, "x")


# Files


@pytest.fixture
def inside(tmp_path):
    """A package, with a folder beside it that holds what is private."""
    package, outside = tmp_path / "inside", tmp_path / "outside"
    package.mkdir()
    outside.mkdir()
    (package / "package.xml").write_text("<package><name>inside</name></package>")
    (package / "part.xacro").write_text("<robot><part/></robot>")
    (outside / "robot.xacro").write_text("<robot><from_outside/></robot>")
    (outside / "table.yaml").write_text("secret: 1\n")
    return package


NAMES = {
    "a path": "{outside}/robot.xacro",
    "dots": "../outside/robot.xacro",
    "dots behind a folder that does not exist": "QQQ/../../outside/robot.xacro",
    "a folder whose name begins alike": "../inside_too/robot.xacro",
    "a pattern": "../outside/*.xacro",
    "a pattern of folders": "../*/robot.xacro",
    "a pattern before dots": "../insid[e]/../outside/robot.xacro",
    "a pattern of one file": "../outside/robot.xac[r]o",
    "a link": "link.xacro",
    "a link to a folder": "links/robot.xacro",
    "a pattern in such a link": "links/*.xacro",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("optional", ["", ' optional="true"'], ids=["", "optional"])
def test_files_outside_are_refused(name, optional, inside):
    outside = inside.parent / "outside"
    (inside.parent / "inside_too").mkdir()
    (inside.parent / "inside_too" / "robot.xacro").write_text("<robot/>")
    (inside / "link.xacro").symlink_to(outside / "robot.xacro")
    (inside / "links").symlink_to(outside)
    body = f'<xacro:include filename="{name.format(outside=outside)}"{optional}/>'
    (problem,) = faulty(body, folder=inside).problems
    assert (problem.kind, problem.origin.element) == ("outside", 1)


@pytest.mark.parametrize("name", ["../outside/table.yaml", "link.yaml"])
def test_yaml_outside_is_refused(name, inside):
    (inside / "link.yaml").symlink_to(inside.parent / "outside" / "table.yaml")
    (problem,) = faulty(f"<a x=\"${{xacro.load_yaml('{name}')}}\"/>", folder=inside).problems
    assert (problem.kind, problem.attribute) == ("outside", "x")


def test_a_hidden_file_is_refused_with_that_reason(inside):
    (inside / ".private").mkdir()
    (inside / ".private/part.xacro").write_text("<robot/>")
    (problem,) = faulty('<xacro:include filename=".private/part.xacro"/>', folder=inside).problems
    assert (problem.kind, "is hidden, or in a hidden folder" in problem.message) == (
        "outside",
        True,
    )


def test_files_of_named_directories_are_read(inside):
    outside = inside.parent / "outside"
    text = '<r xmlns:xacro="x"><xacro:include filename="../outside/*.xacro"/></r>'
    path = inside / "main.xacro"
    path.write_text(text)
    for resources in (Resources(folders=[outside]), Resources({"outside": outside})):
        found = expand(path.read_bytes(), str(path), path=path, resources=resources)
        assert "<from_outside/>" in found.text


WORKSPACE = {
    "a package of the same workspace": ("src/other/urdf/part.xacro", True),
    "a file in no package": ("src/notes/part.xacro", False),
    "a hidden file": ("src/other/.private/part.xacro", False),
    "outside of the workspace": ("more/other/urdf/part.xacro", False),
}


@pytest.mark.parametrize(("name", "is_read"), WORKSPACE.values(), ids=WORKSPACE)
def test_packages_of_a_workspace_may_read_each_other(name, is_read, tmp_path):
    for package in ("src/robot", "src/other", "more/other"):
        (tmp_path / package / "urdf").mkdir(parents=True)
        (tmp_path / package / "package.xml").write_text("<package><name>p</name></package>")
    part = tmp_path / name
    part.parent.mkdir(exist_ok=True)
    part.write_text("<robot><part/></robot>")
    path = tmp_path / "src" / "robot" / "urdf" / "main.xacro"
    path.write_text(f'<r xmlns:xacro="x"><xacro:include filename="../../../{name}"/></r>')
    found = expand(path.read_bytes(), str(path), path=path, resources=Resources(environment={}))
    assert [one.kind for one in found.problems] == ([] if is_read else ["outside"])


@pytest.mark.parametrize("pattern", ["*/" * 60 + "*.xacro", "*/" * 2000 + "*.xacro"])
def test_a_pattern_that_goes_round_in_circles_ends(pattern, tmp_path):
    for name in "abc":
        (tmp_path / name).symlink_to(tmp_path)
    (problem,) = faulty(f'<xacro:include filename="{pattern}"/>', folder=tmp_path).problems
    assert problem.kind == "file"


def test_a_link_to_a_file_outside_is_that_file(tmp_path):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (inside / "package.xml").write_text("<package><name>inside</name></package>")
    (outside / "secret.txt").write_text("<robot/>")
    (inside / "part.xacro").symlink_to(outside / "secret.txt")
    found = faulty('<xacro:include filename="part.xacro"/>', folder=inside)
    assert found.problems[0].kind == "outside"


@pytest.mark.parametrize("name", ["/etc/passwd", "/proc/self/environ", "$(find QQQ/../..)/etc"])
def test_files_of_the_system_are_not_read(name, tmp_path):
    for body in (
        f'<xacro:include filename="{name}"/>',
        f'<xacro:include filename="{name}" optional="true"/>',
        f"<a x=\"${{xacro.load_yaml('{name}')}}\"/>",
    ):
        found = faulty(body, folder=tmp_path)
        assert found.problems[0].kind in {"outside", "package", "file"}
        assert found.files[1:] == ()


def test_links_in_circles_pipes_and_devices_are_reported(tmp_path):
    (tmp_path / "circle.xacro").symlink_to(tmp_path / "circle.xacro")
    os.mkfifo(tmp_path / "pipe.xacro")
    (tmp_path / "device.xacro").symlink_to("/dev/zero")
    for name in ("circle", "pipe", "device"):
        found = faulty(f'<xacro:include filename="{name}.xacro"/>', folder=tmp_path)
        assert found.problems[0].kind in {"file", "outside"}
        assert found.problems[0].origin.element == 1


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


# The environment


def asked(text: str, *allowed: str):
    """The expansion of an attribute, with environment variables that may be read."""
    resources = Resources(environment={}, allowed_environment=allowed)
    return expand(f'<a x="{text}"/>'.encode(), "main.xacro", resources=resources)


ASKING = ("$(env {})", "${{$(env {})}}", "$(eval env('{}'))")


@pytest.mark.parametrize("text", ASKING[:2])
def test_a_variable_is_read_only_where_it_is_allowed(text, monkeypatch):
    monkeypatch.setenv("BODYPLAN_SECRET", "12345")
    assert 'x="12345"' in asked(text.format("BODYPLAN_SECRET"), "BODYPLAN_SECRET").text
    found = asked(text.format("BODYPLAN_SECRET"), "BODYPLAN_OTHER")
    (problem,) = found.problems
    assert problem.kind == "environment"
    assert "12345" not in problem.message
    assert hint(problem, SourcePlaces(found)) == "allow it with --allow-env BODYPLAN_SECRET"


def test_a_variable_that_may_not_be_read_counts_as_unset(monkeypatch):
    monkeypatch.setenv("BODYPLAN_SECRET", "12345")
    found = asked("$(optenv BODYPLAN_SECRET none at all)")
    assert 'x="none at all"' in found.text
    assert [(one.kind, one.name) for one in found.warnings] == [("unread", "BODYPLAN_SECRET")]
    assert (
        hint(found.warnings[0], SourcePlaces(found)) == "allow it with --allow-env BODYPLAN_SECRET"
    )
    monkeypatch.delenv("BODYPLAN_SECRET")
    assert asked("$(optenv BODYPLAN_SECRET none)").warnings == ()


# Messages


def test_what_the_package_prints_is_no_answer():
    text = '<a xmlns:xacro="x" v="${xacro.message(\'done\')}"/>'
    found = expand(text.encode(), "robot.xacro")
    assert '<a v=""/>' in found.text
    assert [(warning.kind, warning.message) for warning in found.warnings] == [("message", "done")]


def test_the_page_names_every_limit_with_its_value():
    page = (Path(__file__).parents[3] / "docs" / "guide" / "xacro.md").read_text("utf-8")
    for name in field_names(XacroLimits):
        assert f"| `{name}` | {getattr(DEFAULT_LIMITS, name):,} |" in page
