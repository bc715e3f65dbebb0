"""Only files that are what their names say go into a bundle, each with what asked for it."""

from __future__ import annotations

import json
import os
import struct
from pathlib import Path

import pytest
from tests.project.test_bundle import PNG, STL, nowhere, on_disk, robot, stl
from tests.resources.layouts import build, package

from bodyplan.files.content import mismatch
from bodyplan.jobs.bundle import plan as bundle_plan
from bodyplan.jobs.bundle.bundling import bundle
from bodyplan.jobs.bundle.marker import BundleError

SECRETS = {
    "a key": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH-----\n",
    "a password file": "root:x:0:0:root:/root:/bin/bash\n",
    "a table": "user: alice\npassword: hunter2\n",
    "a note": "# notes\nthe code of the safe is 1234\n",
    "an object": '{"auths": {"registry": {"auth": "c2VjcmV0"}}}\n',
    "a program": "#!/bin/sh\nexport TOKEN=secret\n",
    "a page": "<!DOCTYPE html>\n<html><body>secret</body></html>\n",
    "braces": "{ secret }\n",
    "a table of numbers": "1,2,3\n4,5,6\n",
}
ENDINGS = (
    *("stl", "obj", "dae", "ply", "glb", "gltf", "off", "3ds", "fbx", "wrl", "mtl", "material"),
    *("png", "jpg", "tga", "bmp", "dds", "tif", "webp", "hdr", "exr", "svg", "bin", "usd", "step"),
    *("sdf", "urdf", "world", "wav", "mesh", "vert", "frag", "x3d"),
)
TRUE = {
    "a.stl": STL.encode(),
    "binary.stl": bytes(80) + struct.pack("<I", 1) + bytes(50),
    "named.stl": b"solid in binary".ljust(80) + struct.pack("<I", 1) + bytes(50),
    "a.obj": b"# made\r\nmtllib a.mtl\r\no a\r\nv 0 0 0\r\nf 1 \\\r\n 2 3\r\n",
    "a.mtl": b"newmtl a\n\tKd 1 1 1\n  map_Kd -s 1 1 1 a.png\n\n# end\n",
    "a.dae": b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- < -->\n<COLLADA xmlns="x">',
    "wide.dae": '<?xml version="1.0"?><COLLADA/>'.encode("utf-16"),
    "a.ply": b"ply\nformat ascii 1.0\nend_header\n",
    "a.glb": b"glTF\2\0\0\0",
    "a.gltf": b'{"asset": {"version": "2.0"}}',
    "a.off": b"OFF\n0 0 0\n",
    "a.png": b"\x89PNG\r\n\x1a\n",
    "jpeg.png": b"\xff\xd8\xff\xe0",
    "a.bmp": b"BM\0\1\0\0\0\0\0\0",
    "a.tga": bytes((0, 0, 2, *bytes(9), 4, 0, 4, 0, 24, 0)),
    "a.webp": b"RIFF\0\0\0\0WEBP",
    "a.material": b'// c\nmaterial A/B : C\n{\n technique { pass { } }\n}\nimport * from "x"\n',
    "a.bin": b"\0\0\x80?",
    "a.sdf": b"<sdf version='1.9'/>",
    "a.frag": b"uniform vec4 c;\nvoid main() { gl_FragColor = c; }\n",
    "empty.stl": b"",
}


def reason(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    with path.open("rb") as stream:
        return mismatch(stream, path.suffix[1:])


@pytest.mark.parametrize("name", TRUE)
def test_a_file_that_is_what_its_name_says_is_known(tmp_path, name):
    assert reason(tmp_path / name, TRUE[name]) == ""


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("ending", ENDINGS)
def test_another_file_under_the_name_of_a_mesh_is_known(tmp_path, ending, secret):
    text = SECRETS[secret]
    assert reason(tmp_path / f"a.{ending}", text.encode())
    assert reason(tmp_path / f"b.{ending}", (text * 5_000).encode())


@pytest.mark.parametrize("name", ["a.obj", "a.stl", "a.mtl", "a.material"])
def test_text_behind_the_beginning_of_a_mesh_is_seen(tmp_path, name):
    assert reason(tmp_path / name, TRUE[name] * 100 + b"password: hunter2\n")


@pytest.mark.parametrize(
    "name", ["key", "key.pem", "key.txt", "notes.yaml", ".env", "a.stl.gpg", "a.zip"]
)
def test_files_of_other_kinds_stay_out(tmp_path, name):
    build(tmp_path, {"r/package.xml": package("r"), "r/r.urdf": robot(name), f"r/{name}": "SECRET"})
    made = bundle(tmp_path / "r/r.urdf", tmp_path / "out", resources=nowhere())
    assert on_disk(tmp_path / "out") == ["r.urdf"]
    (absent,) = made.missing
    assert (absent.uri, absent.named_by, absent.line) == (name, "r.urdf", 3)


@pytest.mark.parametrize("pattern", ["key.txt", "*.txt", "meshes/*", "PATH"])
def test_a_file_that_is_needed_is_included(tmp_path, pattern):
    build(
        tmp_path,
        {
            "r/package.xml": package("r"),
            "r/r.urdf": robot("meshes/key.txt"),
            "r/meshes/key.txt": "x",
            "key.txt": "SECRET",
        },
    )
    path = tmp_path / "r/meshes/key.txt"
    include = [pattern.replace("PATH", str(path))]
    made = bundle(tmp_path / "r/r.urdf", tmp_path / "out", resources=nowhere(), include=include)
    assert on_disk(tmp_path / "out") == ["meshes/key.txt", "r.urdf"]
    assert not made.missing
    (tmp_path / "r/r.urdf").write_text(robot("../key.txt", ".env"))
    (tmp_path / "r/.env").write_text("SECRET")
    made = bundle(tmp_path / "r/r.urdf", tmp_path / "two", resources=nowhere(), include=["*"])
    assert [one.state for one in made.missing] == ["refused", "missing"] or [
        one.state for one in made.missing
    ] == ["refused", "refused"]


def test_git_lfs_pointers_are_reported_as_such(tmp_path):
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    build(tmp_path, {"r.urdf": robot("a.stl"), "a.stl": pointer})
    (absent,) = bundle(tmp_path / "r.urdf", tmp_path / "out", resources=nowhere()).missing
    assert (absent.state, "git lfs pull" in absent.reason) == ("mismatch", True)


CHAINS = {
    "a.obj": "mtllib {}\n",
    "b.obj": "mtllib b.mtl\n",
    "b.mtl": "map_Kd {}\n",
    "a.dae": "<COLLADA><image><init_from>{}</init_from></image></COLLADA>",
    "a.gltf": '{{"asset": {{"version": "2.0"}}, "buffers": [{{"uri": "{}"}}]}}',
    "b.gltf": '{{"asset": {{"version": "2.0"}}, "images": [{{"uri": "{}"}}]}}',
    "a.ply": "ply\nformat ascii 1.0\ncomment TextureFile {}\nend_header\n",
}
REACHES = [
    "../../.ssh/id_rsa",
    "../.env",
    ".env",
    "../../Documents/key.png",
    "notes.yaml",
    "key.png",
    "key.mtl",
    "key.bin",
    "linked.png",
    "{home}/.ssh/id_rsa",
    "file://{home}/.ssh/id_rsa",
    "//server/share/key.png",
    "file:////server/share/key.png",
    "..%2F..%2F.ssh%2Fid_rsa",
]


@pytest.mark.parametrize("reach", REACHES)
def test_meshes_bring_nothing_along_that_is_no_part_of_them(tmp_path, reach):
    home = tmp_path / "alice"
    secret = SECRETS["a key"]
    build(
        tmp_path,
        {
            "alice/.ssh/id_rsa": secret,
            "alice/Documents/key.png": PNG,
            "alice/arm/package.xml": package("arm"),
            "alice/arm/.env": secret,
            "alice/arm/meshes/.env": secret,
            **{
                f"alice/arm/meshes/{n}": secret
                for n in ("notes.yaml", "key.png", "key.mtl", "key.bin")
            },
            "alice/arm/meshes/linked.png": "-> ../../Documents/key.png",
            "alice/arm/arm.urdf": robot(
                *(f"meshes/{name}" for name in CHAINS if "mtl" not in name)
            ),
        },
    )
    for name, text in CHAINS.items():
        (home / "arm/meshes" / name).write_text(text.format(reach.format(home=home)))
    made = bundle(home / "arm/arm.urdf", tmp_path / "out", resources=nowhere())
    assert on_disk(tmp_path / "out") == ["arm.urdf", *sorted(f"meshes/{name}" for name in CHAINS)]
    assert {one.named_by for one in made.missing} == {f"meshes/{n}" for n in CHAINS if n != "b.obj"}
    for path in (tmp_path / "out").rglob("*"):
        assert path.is_dir() or "PRIVATE KEY" not in path.read_text()


def test_the_scripts_of_a_material_bring_nothing_else_along(tmp_path):
    script = "<script><uri>model://m/materials/scripts</uri><name>a</name></script>"
    visual = f"<visual name='v'><geometry><empty/></geometry><material>{script}</material></visual>"
    build(
        tmp_path,
        {
            "m/model.config": "<model><name>m</name><sdf>model.sdf</sdf></model>",
            "m/model.sdf": f"<sdf version='1.7'><model name='m'><link name='l'>{visual}</link></model></sdf>",
            "m/materials/scripts/a.material": "material a\n{\n}\n",
            "m/materials/scripts/.netrc": "SECRET",
            "m/materials/scripts/notes.txt": "SECRET",
            "m/materials/scripts/b.material": "-> ../../../secret",
            "m/materials/scripts/c.material": "password: hunter2\n",
            "secret": "material a\n{\n}\n// SECRET\n",
        },
    )
    made = bundle(tmp_path / "m/model.sdf", tmp_path / "out", resources=nowhere())
    assert on_disk(tmp_path / "out") == ["materials/scripts/a.material", "model.sdf"]
    assert sorted(one.state for one in made.missing) == ["mismatch", "mismatch", "refused"]


def test_a_manifest_that_is_a_link_is_not_read(tmp_path):
    build(
        tmp_path,
        {
            "w/world.sdf": "<sdf version='1.9'><world name='w'><include><uri>model://m/model.sdf</uri>"
            "</include></world></sdf>",
            "w/models/m/model.sdf": "<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>",
            "w/models/m/model.config": "-> ../../../secret.xml",
            "secret.xml": "<model><name>m</name><author>SECRET</author><sdf>model.sdf</sdf></model>",
        },
    )
    bundle(tmp_path / "w/world.sdf", tmp_path / "out", resources=nowhere())
    for path in (tmp_path / "out").rglob("*"):
        assert path.is_dir() or "SECRET" not in path.read_text()


def test_each_file_is_listed_with_what_asked_for_it(tmp_path):
    build(
        tmp_path,
        {
            "r/package.xml": package("r"),
            "r/r.urdf": robot("package://r/a.obj", "linked.stl"),
            "r/a.obj": "# made\nmtllib a.mtl\n",
            "r/a.mtl": "newmtl a\nmap_Kd a.png\n",
            "r/a.png": PNG,
            "r/linked.stl": "-> b.stl",
            "r/b.stl": STL,
        },
    )
    made = bundle(tmp_path / "r/r.urdf", tmp_path / "out", resources=nowhere())
    origins = {file.path: file.origins for file in made.files}
    (first,) = origins["a.obj"]
    assert (first.uri, first.file, first.line) == ("package://r/a.obj", "r.urdf", 3)
    assert first.element == "/robot/link/visual[1]/geometry/mesh/@filename"
    assert [(o.uri, o.file, o.line) for o in origins["a.mtl"]] == [("a.mtl", "a.obj", 2)]
    assert [(o.uri, o.file, o.line) for o in origins["a.png"]] == [("a.png", "a.mtl", 2)]
    sources = {file.path: file.source for file in made.files}
    assert sources["linked.stl"] == tmp_path / "r/b.stl"


@pytest.mark.skipif(os.name == "nt", reason="links are for other systems")
def test_a_file_that_is_replaced_while_it_is_bundled_is_not_copied(tmp_path, monkeypatch):
    build(tmp_path, {"r.urdf": robot("a.stl"), "a.stl": STL, "secret.stl": stl("SECRET")})
    look = bundle_plan.Plan._looked_at

    def swap(self, *words):
        found = look(self, *words)
        (tmp_path / "a.stl").unlink()
        (tmp_path / "a.stl").symlink_to("secret.stl")
        return found

    monkeypatch.setattr(bundle_plan.Plan, "_looked_at", swap)
    with pytest.raises(BundleError, match=r"a\.stl"):
        bundle(tmp_path / "r.urdf", tmp_path / "out", resources=nowhere())
    assert not (tmp_path / "out").exists()
    (tmp_path / "a.stl").unlink()
    (tmp_path / "a.stl").write_text(STL)

    def rewrite(self, *words):
        found = look(self, *words)
        (tmp_path / "a.stl").write_text(stl("SECRET"))
        return found

    monkeypatch.setattr(bundle_plan.Plan, "_looked_at", rewrite)
    with pytest.raises(BundleError, match="it changed while it was bundled"):
        bundle(tmp_path / "r.urdf", tmp_path / "out.zip", resources=nowhere())
    assert not (tmp_path / "out.zip").exists()


def test_very_long_names_are_shortened(tmp_path):
    name = "r" * 5_000
    made = bundle(f'<robot name="{name}"><link name="a"/></robot>', tmp_path / "out")
    (path,) = on_disk(tmp_path / "out")
    assert path == f"{'r' * 195}.urdf"
    assert json.loads((tmp_path / "out/bodyplan-bundle.json").read_text())["files"][path]
    assert len(made.files) == 2
