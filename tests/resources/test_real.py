"""All real robots at hand: each mesh is where an independent reader finds it, without any setting."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.slices import amount

import bodyplan
from bodyplan.formats.resources import named_resources
from bodyplan.resources import Resources

NOT_SHIPPED = "file:///usr/Romeo/"
"""Meshes of one robot that lie on the machine of its author only."""
WITH_PINOCCHIO = ("panda", "talos_full_v2.urdf", "tiago.urdf", "hyq", "ur5_robot", "b1.urdf")


def found(path: Path) -> dict[str, Path | None]:
    """Where each address of a file leads."""
    resources = Resources(environment={})
    uses = named_resources(bodyplan.read(path))
    return {use.uri: resources.resolve(use.uri, base=path.parent).path for use in uses}


def test_every_mesh_is_found_with_no_setting(example_robot):
    paths = found(example_robot)
    missing = {uri for uri, path in paths.items() if path is None}
    assert all(uri.startswith(NOT_SHIPPED) for uri in missing)
    assert all(path.is_file() for path in paths.values() if path is not None)


def test_all_lie_in_what_may_be_read(example_robot):
    resources = Resources(environment={})
    for use in named_resources(bodyplan.read(example_robot)):
        resolution = resources.resolve(use.uri, base=example_robot.parent)
        if resolution.path is not None:
            assert {remark.kind for remark in resolution.remarks} <= {"slashes"}
            assert resources.is_inside(resolution.path, example_robot.parent)


def test_pinocchio_finds_the_same_files(example_robots):
    pinocchio = pytest.importorskip("pinocchio")
    compared = 0
    for path in example_robots[:: amount(1, short=3)]:
        if not any(part in path.name for part in WITH_PINOCCHIO):
            continue
        share = next(folder for folder in path.parents if folder.name == "example-robot-data")
        model = pinocchio.buildModelFromUrdf(str(path))
        theirs = set()
        for kind in (pinocchio.GeometryType.VISUAL, pinocchio.GeometryType.COLLISION):
            geometry = pinocchio.buildGeomFromUrdf(
                model, str(path), kind, package_dirs=[str(share.parent)]
            )
            theirs |= {Path(shape.meshPath).resolve() for shape in geometry.geometryObjects}
        ours = {place.resolve() for place in found(path).values() if place is not None}
        meshes = {place for place in theirs if place.suffix}
        assert meshes == ours, path
        compared += len(ours)
    assert compared > amount(100, short=20)
