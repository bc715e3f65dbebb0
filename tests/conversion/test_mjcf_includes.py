"""Included files and the files of meshes are found where MuJoCo finds them."""

from __future__ import annotations

import pytest

import bodyplan

np = pytest.importorskip("numpy")
trimesh = pytest.importorskip("trimesh")
mujoco = pytest.importorskip("mujoco")

MESH = '<mesh name="m" file="{}"/>'
GEOM = '<geom name="{}" size="1"/>'
PART = '<x><asset><mesh file="m.stl"/></asset>{}</x>'


def world(content: str, before: str = "") -> str:
    return f"<mujoco>{before}<worldbody>{content}</worldbody></mujoco>"


def include(name: str) -> str:
    return f'<include file="{name}"/>'


def with_mesh(compilers: str, file: str = "m.stl") -> str:
    geom = '<geom name="g" type="mesh" mesh="m"/>'
    return world(geom, f'{compilers}<asset><mesh file="{file}"/></asset>')


def including(name: str, compiler: str = "") -> str:
    return world('<geom name="g" type="mesh" mesh="m"/>', compiler + include(name))


GEOMS = {
    "in the folder of the document": {
        "main.xml": world(include("s/a.xml")),
        "s/a.xml": f"<x>{include('b.xml')}</x>",
        "b.xml": f"<x>{GEOM.format('of the document')}</x>",
        "s/b.xml": f"<x>{GEOM.format('of the part')}</x>",
    },
    "in the folder of the part": {
        "main.xml": world(include("s/a.xml")),
        "s/a.xml": f"<x>{include('t/b.xml')}</x>",
        "s/t/b.xml": f"<x>{include('c.xml')}</x>",
        "s/t/c.xml": f"<x>{GEOM.format('c')}</x>",
    },
    "at the root": {
        "main.xml": f"<mujoco>{include('a.xml')}</mujoco>",
        "a.xml": f"<mujoco model='a'><worldbody>{GEOM.format('a')}</worldbody></mujoco>",
    },
    "in a default": {
        "main.xml": world(GEOM.format("g"), f"<default>{include('a.xml')}</default>"),
        "a.xml": "<x><geom rgba='1 0 0 1'/></x>",
    },
    "with backslashes": {
        "main.xml": world(include("s\\a.xml")),
        "s/a.xml": f"<x>{GEOM.format('a')}</x>",
    },
    "a model of a part": {
        "main.xml": world('<attach model="q" body="b" prefix="p"/>', include("s/a.xml")),
        "s/a.xml": '<x><asset><model name="q" file="q.xml"/></asset></x>',
        "s/q.xml": world(f'<body name="b">{GEOM.format("g")}</body>'),
    },
}
"""Files, all of which MuJoCo finds."""
REJECTED = {
    "twice": {"main.xml": world(include("a.xml") * 2), "a.xml": "<x><geom size='1'/></x>"},
    "twice by other names": {
        "main.xml": world(include("a.xml") + include("./a.xml")),
        "a.xml": "<x><geom size='1'/></x>",
    },
    "by two parts": {
        "main.xml": world(include("a.xml") + include("b.xml")),
        "a.xml": f"<x>{include('c.xml')}</x>",
        "b.xml": f"<x>{include('c.xml')}</x>",
        "c.xml": "<x><geom size='1'/></x>",
    },
    "two folders up": {
        "main.xml": world(include("s/a.xml")),
        "s/a.xml": f"<x>{include('t/b.xml')}</x>",
        "s/t/b.xml": f"<x>{include('c.xml')}</x>",
        "s/c.xml": "<x><geom size='1'/></x>",
    },
    "with children": {
        "main.xml": world('<include file="a.xml"><geom size="1"/></include>'),
        "a.xml": "<x><geom size='1'/></x>",
    },
    "a model of a part in the folder of the document": {
        "main.xml": world("", include("s/a.xml")),
        "s/a.xml": '<x><asset><model name="q" file="q.xml"/></asset></x>',
        "q.xml": world(GEOM.format("g")),
    },
}
MESHES = {
    "m.stl": with_mesh(""),
    "b/m.stl": with_mesh('<compiler meshdir="a"/><compiler meshdir="b"/>'),
    "c/m.stl": with_mesh('<compiler meshdir="a"/><compiler assetdir="c"/>'),
    "d/m.stl": with_mesh('<compiler assetdir="a"/><compiler meshdir="d"/>'),
    "e/m.stl": with_mesh('<compiler assetdir="a" meshdir="e"/>'),
    "f/m.stl": with_mesh('<compiler meshdir="f" strippath="true"/>', "x/y/m.stl"),
    "g/m.stl": with_mesh('<compiler strippath="true"/><compiler strippath="false"/>', "g/m.stl"),
    "h/m.stl": with_mesh("", "h\\m.stl"),
    "i/m.STL": with_mesh('<compiler meshdir="i"/>', "m.STL"),
    "s/m.stl": including("s/a.xml"),
    "t/m.stl": including("t/a.xml", '<compiler meshdir="q"/>'),
    "q/m.stl": including("u/a.xml", '<compiler meshdir="q"/>'),
}
"""Documents by the path of their mesh."""


def made(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder / "main.xml"


@pytest.mark.parametrize("files", GEOMS.values(), ids=GEOMS)
def test_included_files_are_those_of_mujoco(files, tmp_path):
    document = made(tmp_path, files)
    compiled = mujoco.MjModel.from_xml_path(str(document))
    expected = [compiled.geom(number).name for number in range(compiled.ngeom)]
    robot = bodyplan.load(document)
    assert [part.name for link in robot.links for part in link.visuals] == expected


@pytest.mark.parametrize("files", REJECTED.values(), ids=REJECTED)
def test_what_mujoco_does_not_include_is_an_error(files, tmp_path):
    document = made(tmp_path, files)
    with pytest.raises(ValueError, match=r"."):
        mujoco.MjModel.from_xml_path(str(document))
    with pytest.raises(bodyplan.InputError):
        bodyplan.load(document)


@pytest.mark.parametrize(("path", "text"), MESHES.items(), ids=MESHES)
def test_meshes_are_in_the_folders_of_mujoco(path, text, tmp_path):
    parts = {f"{folder}/a.xml": PART.format("") for folder in "stu"}
    document = made(tmp_path, {"main.xml": text, **parts})
    (tmp_path / path).parent.mkdir(exist_ok=True)
    trimesh.creation.box((1.0, 1.0, 1.0)).export(tmp_path / path, file_type="stl")
    assert mujoco.MjModel.from_xml_path(str(document)).nmesh == 1
    (part,) = bodyplan.load(document).links[0].visuals
    assert part.shape.uri == path


ERRORS = {
    "the document": ("main.xml", "3:2: X013 error MuJoCo rejects it: {}"),
    "a part": ("a.xml", "1:2: X013 error MuJoCo rejects it: {} Element 'foo', line 3 of a.xml"),
    "a model": (
        "q.xml",
        (
            "1:2: X013 error MuJoCo rejects it: could not parse model file with error: {}, "
            "line 3 of q.xml"
        ),
    ),
}


@pytest.mark.parametrize(("name", "expected"), ERRORS.values(), ids=ERRORS)
def test_an_error_has_the_line_in_its_file(name, expected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = "<asset><model name='q' file='q.xml'/></asset>"
    files = {
        "main.xml": world("", f"{model}{include('a.xml')}"),
        "a.xml": "<x><custom/></x>",
        "q.xml": world(""),
    }
    tag = "x" if name == "a.xml" else "mujoco"
    start = f"<{tag}>" if name != "main.xml" else f"<{tag}>{model}{include('a.xml')}"
    files[name] = f"{start}\n<custom/>\n<foo/></{tag}>"
    (found,) = bodyplan.check(made(tmp_path, files)).diagnostics
    told = f"{found.where.line}:{found.where.column}: {found.code} error {found.message}"
    assert told == expected.format("Schema violation: unrecognized element")


def test_an_error_names_the_file_of_the_user(tmp_path):
    document = made(tmp_path, {"main.xml": with_mesh("", "m.dae"), "m.dae": "<COLLADA/>"})
    with pytest.raises(bodyplan.InputError, match=r"mesh file 'm\.dae'"):
        bodyplan.load(document)


@pytest.mark.parametrize(
    ("compiler", "inside"),
    [("", ""), ('<compiler meshdir="q"/>', ""), ("", '<compiler meshdir="q"/>')],
)
def test_of_several_meshes_of_one_name_mujoco_and_we_take_the_same(compiler, inside, tmp_path):
    document = made(
        tmp_path, {"main.xml": including("s/a.xml", compiler), "s/a.xml": PART.format(inside)}
    )
    for size, folder in enumerate(("", "s", "q", "s/q"), 1):
        (tmp_path / folder).mkdir(exist_ok=True)
        mesh = trimesh.creation.box((float(size), 1.0, 1.0))
        mesh.export(tmp_path / folder / "m.stl", file_type="stl")
    compiled = mujoco.MjModel.from_xml_path(str(document))
    robot = bodyplan.load(document)
    (part,) = robot.links[0].visuals
    width = np.ptp(robot.mesh(part).vertices[:, 0])
    assert width == pytest.approx(2.0 * compiled.geom_aabb[0][3:].max())
