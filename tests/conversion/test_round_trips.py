"""A robot that is converted to another format, and back, is the same robot."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

import bodyplan
from bodyplan.diag import Severity
from bodyplan.formats.loss import Loss
from bodyplan.jobs._robot_conversion import Choices, convert_robot
from bodyplan.jobs.target import Target
from tests.conversion.drake_against import differences
from tests.conversion.ledger import unexplained
from tests.oracles import drake_robot, libsdformat, urdfdom

np = pytest.importorskip("numpy")
TESTS = Path(__file__).parents[1]


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


class Step(NamedTuple):
    """A robot, what it becomes, and what differs although no loss says so."""

    robot: bodyplan.Robot
    file: Path
    made: bodyplan.Robot
    losses: tuple[Loss, ...]
    differs: list[str]


def step(document: bodyplan.Document, target: str, folder: Path) -> Step:
    """Convert a document, and compare the file with it."""
    return converted(document, bodyplan.load(document), target, folder)


def step_back(there: Step, target: str) -> Step:
    """Convert what a document became."""
    document = bodyplan.read(there.file)
    return converted(document, there.made, target, there.file.parent, strict=False)


def converted(
    document: bodyplan.Document,
    robot: bodyplan.Robot,
    target: str,
    folder: Path,
    *,
    strict: bool = True,
) -> Step:
    done = convert_robot(robot, Target(target), document, Choices(folder=folder))
    file = done.save(folder / f"{document.path.stem}_{target}{ENDINGS[target]}")
    made = bodyplan.load(file, strict=strict)
    found = bodyplan.diff(robot, made, samples=20)
    return Step(robot, file, made, tuple(done.losses), unexplained(found, done.losses, robot))


@pytest.fixture(scope="module", params=robots(), ids=lambda p: f"{p.parts[-3]}/{p.name}")
def in_mjcf(request, tmp_path_factory):
    """A robot with its meshes in MJCF."""
    pytest.importorskip("mujoco")
    loaded(request.param)
    return step(bodyplan.read(request.param), "mjcf", tmp_path_factory.mktemp("mjcf"))


@pytest.mark.long(keep=4)
def test_mjcf_with_meshes_comes_back_or_a_loss_names_what_differs(in_mjcf):
    assert in_mjcf.differs == []
    assert step_back(in_mjcf, "urdf").differs == []


@pytest.mark.long(keep=4)
def test_mujoco_compiles_every_robot_to_the_same_poses_and_masses(in_mjcf):
    import mujoco

    from tests.conversion.mujoco_against import assert_same_poses

    robot = in_mjcf.robot
    found = mujoco.MjModel.from_xml_path(str(in_mjcf.file))
    inner = {loss.source.name for loss in in_mjcf.losses if "joints on both sides" in loss.reason}
    if all(joint.variable_count < 2 for joint in robot.joints):
        assert_same_poses(robot, found, without=inner)
    for link in robot.links:
        if link.name not in inner:
            mass = 0.0 if link.inertial is None else link.inertial.mass
            assert found.body(link.name).mass[0] == pytest.approx(mass, rel=1e-9, abs=1e-8)


@pytest.mark.long(keep=60)
@every_robot
@pytest.mark.parametrize(
    ("target", "has_meshes"),
    [("sdf", True), ("sdf", False), ("mjcf", False)],
    ids=["sdf-meshes", "sdf-no_meshes", "mjcf-no_meshes"],
)
def test_urdf_comes_back_as_the_same_robot_or_a_loss_names_what_differs(
    path, target, has_meshes, tmp_path
):
    loaded(path)
    if target == "mjcf":
        pytest.importorskip("mujoco")
    source = bodyplan.read(path)
    if not has_meshes:  # away from its package, so no file is found
        source = bodyplan.read(Path(shutil.copy(path, tmp_path)))
    there = step(source, target, tmp_path)
    assert there.differs == []
    assert step_back(there, "urdf").differs == []


LOADED_WITH = {"D119", "D204", "D387", "D911", "G501"}
"""Errors that a file of a rule has and is loaded with."""
REFUSED_BUT_LOADED = ("04", "05", "09", "19", "21", "34", "39")
"""What the names of fixtures begin with of which libsdformat 12 refuses some that we load."""


def has_errors(path: Path) -> bool:
    """Whether the files of the tests say themselves that this one cannot be loaded."""
    report = path.with_suffix(".report.json")
    if report.exists():
        found = json.loads(report.read_bytes())
        return any(one["severity"] == "error" and one["code"] not in LOADED_WITH for one in found)
    is_refused = b"libsdformat 12.3: refused" in path.read_bytes()[:1000]
    return is_refused and path.parent.name == "codes" and path.name[:2] not in REFUSED_BUT_LOADED


MODELS = [path for path in sorted(TESTS.rglob("*.sdf")) if not has_errors(path)]
"""The SDFormat files of the tests; the few left with errors are skipped."""


def test_most_files_of_the_tests_are_there():
    assert len(MODELS) >= 500


@pytest.mark.long(keep=150)
@pytest.mark.parametrize("path", MODELS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_sdformat_comes_back_as_the_same_robot_or_a_loss_names_what_differs(path, tmp_path):
    source = bodyplan.read(path)
    try:
        links = bodyplan.load(source).links
    except (bodyplan.DescriptionError, bodyplan.InputError):
        links = ()
    if not links:
        pytest.skip("it is not one robot without errors")
    there = step(source, "urdf", tmp_path)
    assert there.differs == []
    assert step_back(there, "sdf").differs == []


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
    return drake_robot.shared()


@pytest.mark.skipif(not drake_robot.available(), reason=drake_robot.WANTED)
@pytest.mark.parametrize("path", DRAKE, ids=lambda p: p.name)
def test_drake_reads_the_same_robot_from_what_is_written(path, oracle, tmp_path):
    made = bodyplan.convert(loaded(path), "sdf").document
    file = tmp_path / "robot.sdf"
    made.save(file)
    assert differences(file, oracle) == []
