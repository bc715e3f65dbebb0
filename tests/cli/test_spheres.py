"""The verb spheres: what it writes where, that it edits only what changes, and what it measures."""

from __future__ import annotations

import json

import pytest

import bodyplan as package

pytest.importorskip("numpy")

URDF = """<robot name="r">
  <link name="a"><collision><geometry><box size="0.2 0.1 0.1"/></geometry></collision></link>
  <link name="b"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="c"/>
  <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
  <joint name="k" type="fixed"><parent link="a"/><child link="c"/></joint>
</robot>
"""
SRDF = """<robot  name="r">
  <!-- by hand -->
  <link_sphere_approximation link='c'><sphere center="0 0 0" radius="0" /></link_sphere_approximation>
  <link_sphere_approximation link="a">
    <sphere center="0 0 0" radius="0.1"/>
  </link_sphere_approximation>
</robot>
"""


@pytest.fixture
def files(here):
    """A URDF and an SRDF in the current folder."""
    (here / "r.urdf").write_text(URDF)
    (here / "r.srdf").write_text(SRDF)
    return here


def test_a_new_srdf_has_the_spheres_and_passes_the_check(files, bodyplan):
    status, out, err = bodyplan("spheres", "r.urdf", "--count", "3", "-o", "new.srdf")
    assert (status, out) == (0, "")
    assert err.startswith("new.srdf: ")
    assert "spheres for 2 links; median: " in err
    assert bodyplan("check", "new.srdf", "--robot", "r.urdf")[0] == 0
    written = package.load("new.srdf", robot="r.urdf").spheres
    assert len(written["a"].spheres) == 3
    fitted = package.fit_spheres("r.urdf", count=3)
    assert {link: written[link].spheres for link in ("a", "b")} == fitted.spheres


def test_an_srdf_is_changed_in_place_where_spheres_change_only(files, bodyplan):
    command = ("spheres", "r.srdf", "--count", "2", "--links", "a")
    status, out, err = bodyplan(*command, "--check")
    assert (status, out) == (1, "")
    assert "1 link would change" in err
    status, out, _ = bodyplan(*command, "--diff")
    assert status == 1
    assert '-    <sphere center="0 0 0" radius="0.1"/>' in out
    assert (files / "r.srdf").read_text() == SRDF
    assert bodyplan(*command)[0] == 0
    text = (files / "r.srdf").read_text()
    start = SRDF.index('  <link_sphere_approximation link="a">')
    assert text.startswith(SRDF[:start])
    assert bodyplan(*command, "--check")[0] == 0


@pytest.mark.parametrize("name", ["new.srdf", "new.xrdf", "new.yml", "new.urdf"])
def test_no_file_is_written_if_no_link_gets_spheres(here, bodyplan, name):
    shape = '<collision><geometry><mesh filename="gone.stl"/></geometry></collision>'
    (here / "r.urdf").write_text(f'<robot name="r"><link name="a">{shape}</link></robot>')
    status, out, err = bodyplan("spheres", "r.urdf", "-o", name)
    assert (status, out) == (2, "")
    assert "link 'a': mesh 'gone.stl' not found; it gets no spheres" in err
    assert "run `bodyplan where r.urdf` to see where meshes are searched for" in err
    assert "no link gets spheres; nothing is written" in err
    assert [one.name for one in here.iterdir()] == ["r.urdf"]


def test_disabled_spheres_are_named_as_the_reason_why_a_link_is_not_measured(files, bodyplan):
    (files / "off.srdf").write_text(SRDF.replace('radius="0.1"', 'radius="0"'))
    err = bodyplan("spheres", "r.urdf", "--measure", "off.srdf")[2]
    assert "link 'a': all its spheres in the set have a radius of zero or less" in err


def test_spheres_of_a_file_are_measured(files, bodyplan):
    status, out, err = bodyplan("spheres", "r.urdf", "--measure", "r.srdf")
    assert status == 0
    assert "link 'b': the set has no spheres for it" in err
    assert [line.split()[0] for line in out.splitlines()[4:]] == ["a"]
    page = json.loads(bodyplan("spheres", "r.urdf", "--measure", "r.srdf", "--json")[1])
    (one,) = page["links"]
    assert one["measures"]["overlap"] == pytest.approx(0.42, abs=0.02)


def test_chosen_links_alone_are_measured(files, bodyplan):
    status, out, err = bodyplan("spheres", "r.urdf", "--measure", "r.srdf", "--links", "a")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()[4:]] == ["a"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["r.urdf", "--links", "x*"], "no link is called 'x*'"),
        (["sample:arm", "--links", "plam_link"], "; did you mean 'palm_link'"),
        (["r.urdf", "--diff"], "--diff requires an SRDF"),
        (["r.urdf", "--measure", "r.srdf", "--count", "3"], "cannot be combined with --count"),
        (["r.urdf", "--measure", "none.srdf"], "does not exist"),
        (["r.urdf", "--count", "0"], "--count"),
        (["r.urdf", "--cover", "--tolerance", "0"], "must be positive"),
        (["r.urdf", "--tolerance", "0.1", "--count", "3"], "cannot be combined with"),
        (["r.urdf", "--total", "1"], "expected 2 to 20,000 spheres for 2 links, got 1"),
        (["r.urdf", "--clip", "a", "z"], "--clip a: expected a plane such as z=0, got 'z'"),
        (["r.urdf", "--clip", "a", "z=0", "--cover"], "--clip"),
        (["r.urdf", "--clip", "d", "z=0"], "robot 'r' has no link 'd'"),
        (["r.urdf", "--json", "-o", "a.srdf"], ".srdf means srdf, but an option requests json"),
    ],
)
def test_wrong_usage_is_one_sentence(files, bodyplan, arguments, words):
    status, _, err = bodyplan("spheres", *arguments)
    assert status == 2
    assert words in err
    assert "Traceback" not in err


@pytest.fixture(scope="module")
def one_each():
    """The robot with one sphere for each link."""
    return package.fit_spheres(URDF.encode(), count=1)


@pytest.mark.parametrize("name", ["new.xrdf", "new.yml", "new.urdf", "new.json", "new.srdf"])
def test_what_is_written_is_read_back_to_the_same_spheres(files, bodyplan, name, one_each):
    from bodyplan.formats.sphere_files import read_spheres

    status, _, err = bodyplan("spheres", "r.urdf", "--count", "1", "-o", name)
    assert (status, "Traceback" in err) == (0, False)
    fitted = one_each
    assert read_spheres(name).spheres == fitted.spheres
    status, out, _ = bodyplan("spheres", "r.urdf", "--measure", name, "--json")
    again = json.loads(out)
    assert [one["measures"]["overlap"] for one in again["links"]] == [
        one.measures.overlap for one in fitted.links
    ]


def test_spheres_of_the_command_are_clipped_and_large_enough(files, bodyplan):
    command = ("spheres", "r.urdf", "--count", "3", "--links", "a", "--min-radius", "0.03")
    status, _, _ = bodyplan(
        *command, "--clip", "a", "z=-0.05", "--clip", "a", "x=0.1", "-o", "n.srdf"
    )
    assert status == 0
    spheres = package.load("n.srdf", robot="r.urdf").spheres["a"].spheres
    assert all(one.center[2] - one.radius >= -0.05 for one in spheres)
    assert all(one.center[0] + one.radius <= 0.1 for one in spheres)
    assert all(one.radius >= 0.03 for one in spheres)


def test_planner_files_have_the_keys_that_planners_require(files, bodyplan):
    yaml = pytest.importorskip("yaml")
    bodyplan("spheres", "r.urdf", "--count", "1", "-o", "new.xrdf")
    page = yaml.safe_load((files / "new.xrdf").read_text())
    assert (page["format"], page["format_version"]) == ("xrdf", 1.0)
    name = page["collision"]["geometry"]
    assert page["self_collision"]["geometry"] == name
    assert page["self_collision"]["ignore"] == {"a": ["b"]}
    assert set(page["geometry"][name]["spheres"]) == {"a", "b"}
    assert {"default_joint_positions", "cspace", "tool_frames", "modifiers"} <= page.keys()
    bodyplan("spheres", "r.urdf", "--count", "1", "-o", "new.yml")
    own = yaml.safe_load((files / "new.yml").read_text())["robot_cfg"]["kinematics"]
    assert own["format_version"] == 2.0
    assert own["base_link"] == "a"
    assert own["collision_link_names"] == ["a", "b"]
    assert own["self_collision_ignore"] == {"a": ["b"]}


def test_links_on_fixed_joints_get_spheres_together_and_are_left_out(files, bodyplan):
    status, out, err = bodyplan("spheres", "r.srdf", "--count", "4", "--merge-fixed")
    assert (status, out) == (0, "")
    assert "2 links changed" in err
    text = (files / "r.srdf").read_text()
    assert '<link_sphere_approximation link=\'c\'><sphere center="0 0 0" radius="0" />' in text
    spheres = package.load(text.encode(), robot=URDF.encode()).spheres
    assert len(spheres["a"].spheres) == 4
    assert spheres["b"].origin == "ignored"
    again = bodyplan("spheres", "r.srdf", "--count", "4", "--merge-fixed", "--check")
    assert again[0] == 0
    status, out, _ = bodyplan("spheres", "r.urdf", "--measure", "r.srdf", "--merge-fixed", "--json")
    found = json.loads(out)
    assert [one["link"] for one in found["links"]] == ["a"]
    assert found["merged"] == [["b", "a"]]
    status, out, err = bodyplan("spheres", "r.urdf", "--merge-fixed", "--clip", "b", "z=0")
    assert (status, out) == (2, "")
    assert "link 'b' is merged into 'a': name that one" in err
