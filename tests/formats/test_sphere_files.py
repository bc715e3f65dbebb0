"""Files with spheres: each form that programs write is read, and what is wrong is one sentence."""

from __future__ import annotations

import json

import pytest

from bodyplan.formats import sphere_files
from bodyplan.formats.input_error import InputError
from bodyplan.formats.sphere_files import of_links, read_spheres
from bodyplan.model.planning.semantics import BoundingSphere
from bodyplan.model.transform import Transform

ROW = {"center": [1.0, 2.0, 3.0], "radius": 0.5}
FORMS = {
    "curobo": {"robot_cfg": {"kinematics": {"collision_spheres": {"a": [ROW]}}}},
    "curobo 1": {"collision_spheres": {"a": [ROW]}},
    "lula": {"api_version": 1.0, "collision_spheres": [{"a": [ROW]}]},
    "xrdf": {
        "format": "xrdf",
        "collision": {"geometry": "g"},
        "geometry": {"other": {"spheres": {}}, "g": {"spheres": {"a": [ROW]}}},
    },
    "json": {"a": [ROW]},
    "ballpark": {"a": {"centers": [[1.0, 2.0, 3.0]], "radii": [0.5]}},
    "ballpark 1": {"spheres": {"a": {"centers": [[1.0, 2.0, 3.0]], "radii": [0.5]}}},
    "curobo 2": {"kinematics": {"collision_spheres": {"a": [ROW]}}},
    "foam": {
        "meshes/a.obj": [
            {"mean": 0, "spheres": []},
            {"spheres": [{"origin": [1, 2, 3], "radius": 0.5}]},
        ]
    },
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_spheres(form, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(json.dumps(FORMS[form]))
    found = read_spheres(path)
    assert found.format == form.split()[0]
    (sphere,) = of_links(found, {"a": (Transform(),)}).spheres["a"]
    assert (sphere.center, sphere.radius) == ((1.0, 2.0, 3.0), 0.5)


def test_spheres_of_a_mesh_are_moved_with_its_collision(tmp_path):
    path = tmp_path / "hand_1.json"
    path.write_text(json.dumps({"centers": [[0, 0, 0.1]], "radii": [0.2], "mesh_path": "/x/y.stl"}))
    found = read_spheres(path)
    assert found.is_in_mesh
    moved = of_links(found, {"hand": (Transform(), Transform(p=(1.0, 0.0, 0.0)))})
    assert moved.spheres["hand"][0].center == (1.0, 0.0, 0.1)
    assert of_links(found, {"hand": (Transform(),)}).spheres == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{}", "has no spheres"),
        ("[1]", "has no spheres"),
        ("{", "is not valid YAML or JSON"),
        ("a: [b", "is not valid YAML or JSON"),
        ('{"a": [{"center": [1, 2], "radius": 1}]}', "needs a center of 3 numbers and a radius"),
        ('{"a": [{"center": [1, 2, NaN], "radius": 1}]}', "needs a center of 3 numbers"),
        ('{"a": {"centers": [[1, 2, 3]], "radii": []}}', "needs as many radii as centers"),
        ("collision_spheres: other.yml", "other.yml does not exist"),
        (
            "collision_spheres: ../other.yml",
            "references the sphere file '../other.yml': it lies outside",
        ),
        ("collision_spheres: null", "has no spheres"),
        ("a: &a [*a]", "alias \\*a is inside its own anchor"),
        ("<robot name='r'/>", "has no spheres"),
        ("[" * 5000, "is not valid YAML or JSON"),
    ],
)
def test_a_file_that_is_wrong_is_one_sentence(text, words, tmp_path):
    path = tmp_path / "a.yml"
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        read_spheres(path)


@pytest.mark.parametrize("text", [
    '{"a": [{"center": [1, 1, 1' + "0" * 400 + '], "radius": 1}]}',
    '{"links": [{"link": [], "spheres": []}]}',
    "[" + "[]," * sphere_files.MOST_VALUES + "1]",
    "a: [" + "1," * sphere_files.MOST_NODES + "1]",
    "a: " + "[" * 65 + "]" * 65,
    "- " * 100_000,
    "a: &a [1, 1]\nb: &b [*a, *a]\nc: [*b, *b]\n",
    "z: &z [x, x]\nlinks:\n  - {link: *z, spheres: []}\n",
    "a0: &a0 [1]\n" + "".join(f"a{n + 1}: &a{n + 1} [{f'*a{n}, ' * 9}1]\n" for n in range(6)),
    "a0: &a0 [1]\n" + "".join(f"a{n + 1}: &a{n + 1} [*a{n}]\n" for n in range(70)),
    "a: !!int ''",
    "a: !!timestamp 'a'",
    "a: [{center: [!!bool q, 0, 0], radius: 1}]",
    "a: [{center: [.inf, 0, 0], radius: 1}]",
    '{"a": [{"center": [1e308, 0, 0], "radius": 1e308}]}',
    json.dumps({"a": [{"center": [0, 0, 0], "radius": 1}] * (sphere_files.MOST_OF_LINK + 1)}),
], ids=[
    *("whole number", "link", "values", "nodes", "levels", "blocks", "aliases", "alias as a link"),
    *("aliases of aliases", "levels of aliases", "tag of a number", "tag of a time", "tag in a center", "infinity", "far"),
    "spheres of a link",
])  # fmt: skip
def test_a_hostile_file_is_one_sentence(text, tmp_path):
    path = tmp_path / "a.yml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_spheres(path)
    assert "\n" not in str(caught.value)


def test_an_alias_is_read_as_what_it_refers_to(tmp_path):
    path = tmp_path / "a.yml"
    path.write_text("collision_link_names: &id001 [a, b]\nmesh_link_names: *id001\n"
                    "collision_spheres: {a: &s [{center: [1, 2, 3], radius: 1}], b: *s}\n")  # fmt: skip
    row = (BoundingSphere((1.0, 2.0, 3.0), 1.0),)
    assert read_spheres(path).spheres == {"a": row, "b": row}


@pytest.mark.parametrize("own", ["a:", "collision_spheres:\n  a:"])
def test_a_configuration_of_curobo_names_a_file_below_it(own, tmp_path):
    (tmp_path / "spheres").mkdir()
    (tmp_path / "spheres" / "r.yml").write_text(f"{own} [{{center: [1, 2, 3], radius: 1}}]\n")
    path = tmp_path / "r.yml"
    path.write_text("robot_cfg: {kinematics: {collision_spheres: spheres/r.yml}}\n")
    found = read_spheres(path)
    assert (found.format, found.spheres) == (
        "curobo",
        {"a": (BoundingSphere((1.0, 2.0, 3.0), 1.0),)},
    )


def test_a_link_for_each_sphere_belongs_to_its_parent(tmp_path):
    """As in the URDF of MorphIt: the sphere is at the origin of a link that a fixed joint places."""
    path = tmp_path / "a.urdf"
    ball = '<collision><geometry><sphere radius="1"/></geometry></collision>'
    path.write_text(f"""<robot name="r"><link name="a"/><link name="a_sphere1">{ball}</link>
        <link name="b_sphere2">{ball}</link>
        <joint name="j" type="fixed"><parent link="a"/><child link="a_sphere1"/>
          <origin xyz="1 2 3"/></joint>
        <joint name="k" type="fixed"><parent link="a"/><child link="b_sphere2"/></joint></robot>""")
    spheres = read_spheres(path).spheres
    assert spheres["a"] == (BoundingSphere((1.0, 2.0, 3.0), 1.0),)
    assert list(spheres) == ["a", "b_sphere2"]


def test_a_number_of_a_mesh_that_is_too_long_is_none(tmp_path):
    path = tmp_path / "a.json"
    row = {"origin": [1, 1, 1], "radius": 1}
    path.write_text(json.dumps({f"a_{'1' * 5000}.obj": {"spheres": [row]}}))
    assert of_links(read_spheres(path), {"a": (Transform(),)}).spheres == {}


def test_numbers_of_yaml_are_those_of_json(tmp_path):
    path = tmp_path / "a.yml"
    path.write_text("yes:\n  - {center: [1, -.5, 2e-3], radius: 0.25}\n")
    assert read_spheres(path).spheres == {"yes": (BoundingSphere((1.0, -0.5, 0.002), 0.25),)}


SRDF = '<link_sphere_approximation link="a"><sphere center="{0} 0 0" radius="{0}"/>{1}</link_sphere_approximation>'
URDF = '<link name="a"><collision><origin xyz="{0} 0 0"/><geometry><sphere radius="{0}"/></geometry></collision>{1}</link>'
MORE = {
    SRDF: '<sphere center="0 0 0" radius="1"/>',
    URDF: '<collision><geometry><sphere radius="1"/></geometry></collision>',
}


@pytest.mark.parametrize("form", [SRDF, URDF], ids=["srdf", "urdf"])
def test_spheres_in_xml_have_the_limits_of_those_in_json(form, tmp_path, monkeypatch):
    path = tmp_path / "a.xml"
    path.write_text(f'<robot name="r">{form.format("1e13", "")}</robot>')
    with pytest.raises(InputError, match="'a' has a number beyond 1e"):
        read_spheres(path)
    path.write_text(f'<robot name="r">{form.format("1", MORE[form] * 2)}</robot>')
    assert len(read_spheres(path).spheres["a"]) == 3
    for limit, words in (("MOST", "has more than 2 spheres"), ("MOST_OF_LINK", "'a' has more")):
        with monkeypatch.context() as lower:
            lower.setattr(sphere_files, limit, 2)
            with pytest.raises(InputError, match=words):
                read_spheres(path)
