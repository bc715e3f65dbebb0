"""A robot that is converted to another format, and back, is the same robot."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import bodyplan
from bodyplan.diag import Severity
from bodyplan.project.robot_conversion import Choices, convert_robot
from bodyplan.project.target import Target
from tests.conversion.drake_against import differences
from tests.conversion.ledger import unexplained
from tests.oracles import drake_robot, libsdformat, urdfdom

np = pytest.importorskip("numpy")


def robots() -> list[Path]:
    try:
        return urdfdom.example_robots()
    except urdfdom.OracleMissingError:
        return []


def loaded(path: Path) -> bodyplan.Robot:
    try:
        return bodyplan.load(path)
    except bodyplan.DescriptionError as error:
        pytest.skip(f"it has errors: {error.diagnostics[0].message}")


every_robot = pytest.mark.parametrize("path", robots(), ids=lambda p: f"{p.parts[-3]}/{p.name}")


ENDINGS = {"urdf": ".urdf", "sdf": ".sdf", "mjcf": ".xml"}


def step(document: bodyplan.Document, target: str, folder: Path) -> tuple[Path, list[str]]:
    """Convert a document; return the file, and what differs in it although no loss says so."""
    robot = bodyplan.load(document)
    done = convert_robot(robot, Target(target), document, Choices(folder=folder))
    file = done.save(folder / f"{document.path.stem}_{target}{ENDINGS[target]}")
    proof = bodyplan.prove(robot, bodyplan.load(file, strict=False), samples=20)
    return file, unexplained(proof, done.losses, robot)


@every_robot
@pytest.mark.parametrize("target", ["sdf", "mjcf"])
@pytest.mark.parametrize("has_meshes", [True, False], ids=["meshes", "no_meshes"])
def test_urdf_comes_back_as_the_same_robot_or_a_loss_names_what_differs(
    path, target, has_meshes, tmp_path
):
    loaded(path)
    if target == "mjcf":
        pytest.importorskip("mujoco")
    source = bodyplan.read(path)
    if not has_meshes:  # away from its package, so no file is found
        source = bodyplan.read(Path(shutil.copy(path, tmp_path)))
    file, differs = step(source, target, tmp_path)
    assert differs == []
    _, differs = step(bodyplan.read(file), "urdf", tmp_path)
    assert differs == []


MODELS = sorted(Path(__file__).parents[1].rglob("*.sdf"))
"""All SDFormat files of the tests; those with errors are skipped."""


@pytest.mark.parametrize("path", MODELS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_sdformat_comes_back_as_the_same_robot_or_a_loss_names_what_differs(path, tmp_path):
    source = bodyplan.read(path)
    try:
        links = bodyplan.load(source).links
    except (bodyplan.DescriptionError, bodyplan.InputError):
        links = ()
    if not links:
        pytest.skip("it is not one robot without errors")
    file, differs = step(source, "urdf", tmp_path)
    assert differs == []
    _, differs = step(bodyplan.read(file), "sdf", tmp_path)
    assert differs == []


@every_robot
def test_what_is_written_has_no_errors(path):
    robot = loaded(path)
    for target in ("sdf", "urdf"):
        made = bodyplan.convert(robot, target).document
        found = bodyplan.check(made).diagnostics
        told = [one for one in found if one.severity is Severity.ERROR and one.code[0] != "R"]
        ours = {one.code for one in bodyplan.check(path).diagnostics}
        assert [str(one) for one in told if one.code not in ours] == []


@pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
@every_robot
def test_libsdformat_12_places_the_links_of_what_is_written(path):
    robot = loaded(path)
    if any(joint.mimic is not None for joint in robot.joints):
        pytest.skip("SDFormat has mimic joints since 1.11, which libsdformat 12 does not read")
    made = bodyplan.convert(robot, "sdf1.9").document
    answer = libsdformat.shared().load(made.to_bytes())
    assert answer.accepted, answer
    poses = robot.poses(robot.neutral())
    root = poses[robot.root_link.name].inverse()
    named = {name.split("::", 1)[1]: link for name, link in answer.links.items()}
    for link in robot.links:
        theirs = named.get(link.name)
        if theirs is None:
            assert link.name == "world" or "::" in link.name
            continue
        x, y, z, qw, qx, qy, qz = (
            theirs["pose_in_top"] if "pose_in_top" in theirs else theirs["pose"]
        )
        X = bodyplan.model.Transform.from_quat_xyzw((qx, qy, qz, qw), (x, y, z))
        np.testing.assert_allclose(X.matrix, (root @ poses[link.name]).matrix, atol=1e-9)
        assert theirs["mass"] == (0.0 if link.inertial is None else link.inertial.mass)


DRAKE = [
    path
    for path in robots()
    if path.parent.parent.name
    in {
        "anymal_b_simple_description",
        "panda_description",
        "solo_description",
        "talos_data",
        "tiago_description",
        "ur_description",
        "z1_description",
        "kinova_description",
    }
]


@pytest.fixture(scope="module")
def oracle():
    with drake_robot.Drake() as drake:
        yield drake


@pytest.mark.skipif(not drake_robot.available(), reason=drake_robot.WANTED)
@pytest.mark.parametrize("path", DRAKE, ids=lambda p: p.name)
def test_drake_reads_the_same_robot_from_what_is_written(path, oracle, tmp_path):
    made = bodyplan.convert(loaded(path), "sdf").document
    file = tmp_path / "robot.sdf"
    made.save(file)
    assert differences(file, oracle) == []
