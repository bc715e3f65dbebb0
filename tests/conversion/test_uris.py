"""``--uris`` and ``--bundle``: how a result names its meshes, and that they come along."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bodyplan
from bodyplan.cli import main
from bodyplan.conversion.direction import ConversionError
from bodyplan.files.error import WriteError
from bodyplan.formats.resources import named_resources
from bodyplan.resources import Resources

pytest.importorskip("numpy")

OBJ = b"mtllib look.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
MTL = b"newmtl skin\nmap_Kd skin.png\n"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
URDF = """<robot name="arm"><link name="base"><visual><geometry>
<mesh filename="{uri}"/></geometry></visual></link></robot>"""


@pytest.fixture
def package(tmp_path) -> Path:
    """A package with a robot in a folder, a mesh in another, and what the mesh needs."""
    root = tmp_path / "arm_description"
    for name in ("urdf", "meshes"):
        (root / name).mkdir(parents=True)
    (root / "package.xml").write_text("<package><name>arm_description</name></package>")
    (root / "meshes" / "base.obj").write_bytes(OBJ)
    (root / "meshes" / "look.mtl").write_bytes(MTL)
    (root / "meshes" / "skin.png").write_bytes(PNG)
    write(root, "package://arm_description/meshes/base.obj")
    return root


def write(root: Path, uri: str) -> Path:
    path = root / "urdf" / "arm.urdf"
    path.write_text(URDF.format(uri=uri))
    return path


def uri_in(path: Path) -> str:
    (found,) = re.findall(r"(?:<uri>|filename=\")([^<\"]+)", path.read_text())
    return found


def saved(source: Path, target: Path, to: str = "sdf", **options) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    return bodyplan.convert(source, to, folder=target.parent, **options).save(target)


def leads_to(path: Path, resources: Resources | None = None) -> Path:
    """The file that the only URI of a description leads to."""
    document = bodyplan.read(path)
    (use,) = named_resources(document)
    found = (resources or Resources()).resolve(use.uri, base=path.parent).path
    assert found is not None, use.uri
    return found.resolve()


@pytest.mark.parametrize(
    "written", ["package://arm_description/meshes/base.obj", "../meshes/base.obj"]
)
@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("relative", "../arm_description/meshes/base.obj"),
        ("absolute", "file://{mesh}"),
        ("package", "package://arm_description/meshes/base.obj"),
        ("model", "model://arm_description/meshes/base.obj"),
    ],
)
@pytest.mark.parametrize("to", ["sdf", "urdf"])
def test_a_uri_is_written_as_requested(package, tmp_path, written, style, expected, to):
    source = write(package, written)
    made = saved(source, tmp_path / "out" / f"arm.{to}", to, uris=style)
    mesh = package / "meshes" / "base.obj"
    assert uri_in(made) == expected.format(mesh=mesh)
    folders = Resources(packages={"arm_description": package})
    assert leads_to(made, folders) == mesh.resolve()


def test_by_default_only_relative_paths_are_adapted(package, tmp_path):
    assert uri_in(saved(package / "urdf/arm.urdf", tmp_path / "out" / "a.sdf")) == (
        "package://arm_description/meshes/base.obj"
    )
    source = write(package, "../meshes/base.obj")
    for to in ("sdf", "urdf"):
        made = saved(source, tmp_path / "out" / f"b.{to}", to)
        assert uri_in(made) == "../arm_description/meshes/base.obj"


@pytest.mark.parametrize("kind", ["package", "model"])
def test_a_name_means_the_folder_of_the_result_or_the_package_around_it(package, kind):
    (package / "model.config").write_text("<model><name>arm</name></model>")
    made = saved(
        package / "urdf/arm.urdf", package / "sdf" / "arm.sdf", uris=f"{kind}://arm_description"
    )
    assert uri_in(made) == f"{kind}://arm_description/meshes/base.obj"
    assert leads_to(made) == (package / "meshes" / "base.obj").resolve()


@pytest.mark.parametrize(
    ("uri", "style", "reason"),
    [
        ("package://arm_description/meshes/QQQ.obj", "relative", "its file is not found"),
        ("../meshes/base.obj", "package://other", "outside of the package 'other'"),
    ],
)
def test_a_uri_that_cannot_be_written_so_stays_and_is_a_loss(package, tmp_path, uri, style, reason):
    source = write(package, uri)
    made = bodyplan.convert(source, "sdf", folder=tmp_path / "out", uris=style)
    assert [use.uri for use in named_resources(made.document)] == [uri]
    (loss,) = made.losses
    assert (loss.kind, loss.what) == ("approximated", f"URI {uri!r}")
    assert reason in loss.reason


def test_a_bundle_has_the_mesh_and_what_it_needs(package, tmp_path):
    made = saved(package / "urdf/arm.urdf", tmp_path / "out" / "arm.sdf", bundle=True)
    assert uri_in(made) == "meshes/base.obj"
    found = sorted(p.relative_to(made.parent).as_posix() for p in made.parent.rglob("*.*"))
    assert found == ["arm.sdf", "meshes/base.obj", "meshes/look.mtl", "meshes/skin.png"]
    for name in ("base.obj", "look.mtl", "skin.png"):
        copy, original = made.parent / "meshes" / name, package / "meshes" / name
        assert copy.read_bytes() == original.read_bytes()


@pytest.mark.parametrize(
    ("to", "style", "uri", "manifest"),
    [
        ("urdf", "package://my_arm", "package://my_arm/meshes/base.obj", "package.xml"),
        ("sdf", "model://my_arm", "model://my_arm/meshes/base.obj", "model.config"),
        ("sdf", "model", "model://out/meshes/base.obj", "model.config"),
    ],
)
def test_a_bundle_can_be_a_package_or_a_model(package, tmp_path, to, style, uri, manifest):
    made = saved(
        package / "urdf/arm.urdf", tmp_path / "out" / f"arm.{to}", to, bundle=True, uris=style
    )
    assert uri_in(made) == uri
    assert (made.parent / manifest).is_file()
    name = uri.split("/")[2]
    folders = Resources(packages={name: made.parent})
    assert leads_to(made, folders) == (made.parent / "meshes" / "base.obj").resolve()


def test_a_bundle_inside_a_package_has_its_uris_and_no_second_manifest(package):
    made = saved(
        package / "urdf/arm.urdf",
        package / "sdf" / "arm.sdf",
        bundle=True,
        uris="package://arm_description",
    )
    assert uri_in(made) == "package://arm_description/sdf/meshes/base.obj"
    assert leads_to(made) == (package / "sdf" / "meshes" / "base.obj").resolve()
    assert not (made.parent / "package.xml").exists()


@pytest.mark.parametrize("to", ["sdf", "urdf", "mjcf"])
def test_a_file_with_other_content_is_not_overwritten(package, tmp_path, to):
    target = tmp_path / "out" / f"arm.{to}"
    saved(package / "urdf/arm.urdf", target, to, bundle=True)
    saved(package / "urdf/arm.urdf", target, to, bundle=True)  # the same files stay
    target.unlink()
    (copy,) = target.parent.rglob("base.obj")
    copy.write_bytes(b"v 1 2 3\n")
    done = bodyplan.convert(package / "urdf/arm.urdf", to, folder=target.parent, bundle=True)
    with pytest.raises(WriteError, match="other content"):
        done.save(target)
    assert copy.read_bytes() == b"v 1 2 3\n"
    assert not target.exists()
    done.save(target, force=True)
    assert copy.read_bytes() == OBJ


def test_a_missing_mesh_of_a_bundle_is_a_loss(package, tmp_path):
    source = write(package, "package://arm_description/meshes/QQQ.obj")
    made = bodyplan.convert(source, "sdf", folder=tmp_path / "out", bundle=True)
    (loss,) = made.losses
    assert "does not exist" in loss.reason
    assert made.assets == ()


def test_a_bundle_of_another_version_has_the_meshes_too(package, tmp_path):
    first = saved(package / "urdf/arm.urdf", tmp_path / "a" / "arm.sdf", bundle=True)
    made = saved(first, tmp_path / "b" / "arm.sdf", "sdf1.9", bundle=True)
    assert (made.parent / "meshes" / "base.obj").read_bytes() == OBJ
    assert leads_to(made) == (made.parent / "meshes" / "base.obj").resolve()


def test_pinocchio_loads_the_meshes_of_a_bundle(package, tmp_path):
    pinocchio = pytest.importorskip("pinocchio")
    made = saved(
        package / "urdf/arm.urdf",
        tmp_path / "my_arm" / "arm.urdf",
        "urdf1.0",
        bundle=True,
        uris="package://my_arm",
    )
    model = pinocchio.buildModelFromUrdf(str(made))
    shapes = pinocchio.buildGeomFromUrdf(
        model, str(made), pinocchio.GeometryType.VISUAL, package_dirs=[str(tmp_path)]
    )
    (shape,) = shapes.geometryObjects
    assert Path(shape.meshPath).resolve() == (made.parent / "meshes" / "base.obj").resolve()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"uris": "QQQ"}, "unknown style of URIs"),
        ({"uris": "package://"}, "unknown style of URIs"),
        ({"uris": "package://a/../b"}, "unknown style of URIs"),
        ({"uris": "absolute", "bundle": True}, "no absolute URIs"),
    ],
)
def test_impossible_uris_are_errors(package, options, message):
    with pytest.raises(ConversionError, match=message):
        bodyplan.convert(package / "urdf/arm.urdf", "sdf", **options)


def test_mjcf_has_relative_paths_only(package):
    with pytest.raises(ConversionError, match="relative paths only"):
        bodyplan.convert(package / "urdf/arm.urdf", "mjcf", uris="package")


def test_the_command_copies_the_files(package, tmp_path, capsys):
    target = tmp_path / "out" / "arm.sdf"
    target.parent.mkdir()
    source = str(package / "urdf/arm.urdf")
    assert main(["convert", source, "-o", str(target), "--bundle", "--uris", "model://arm"]) == 0
    assert uri_in(target) == "model://arm/meshes/base.obj"
    assert (target.parent / "meshes" / "base.obj").is_file()
    (target.parent / "meshes" / "base.obj").write_bytes(b"v 1 2 3\n")
    assert main(["convert", source, "-o", str(target), "--bundle", "--uris", "model://arm"]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["convert", source, "--to", "sdf", "--bundle"]) == 2
    assert "-o FILE" in capsys.readouterr().err
    assert main(["convert", source, "--to", "sdf", "--uris", "QQQ"]) == 2
    assert "unknown style" in capsys.readouterr().err
