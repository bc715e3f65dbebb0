"""A symbolic link that comes with a repository does not make its target a package that may be read."""

from __future__ import annotations

import os

import pytest

from bodyplan.resources import Resources
from bodyplan.resources.manifest import name_in

SECRET = "k: SECRET\n"


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home" / "ann"
    for folder in (".config/gh", "work/deep/other", "dl/repo/.git", "dl/repo/robot/urdf"):
        (home / folder).mkdir(parents=True)
    (home / ".config/gh/hosts.yml").write_text(SECRET)
    (home / "work/deep/other/s.yaml").write_text(SECRET)
    (home / "work/deep/other/package.xml").write_text("<package><name>other</name></package>")
    (home / "dl/repo/robot/package.xml").write_text("<package><name>robot</name></package>")
    return home


def found(home, uri, *searched):
    resources = Resources(searched=searched, environment={"HOME": str(home)})
    base = home / "dl/repo/robot/urdf"
    resolution = resources.resolve(uri, base=base)
    return resolution.path is not None and not resources.refusal(resolution.path, base)


@pytest.mark.parametrize(
    ("link", "target", "uri"),
    [
        ("priv", "../../.config/gh", "package://priv/hosts.yml"),
        ("robot/priv", "../../../.config/gh", "package://priv/hosts.yml"),
        ("robot/models/priv", "../../../../work/deep/other", "model://priv/s.yaml"),
        ("robot/models", "../../../work/deep", "model://other/s.yaml"),
        ("other", "../../work/deep/other", "package://other/s.yaml"),
        ("renamed", "../../work/deep/other", "package://other/s.yaml"),
        ("h", "../..", "package://other/s.yaml"),
        ("robot/h", "../../..", "package://other/s.yaml"),
    ],
)
def test_a_link_out_of_a_repository_leads_to_no_package(home, link, target, uri):
    path = home / "dl/repo" / link
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
    assert os.path.isdir(path)
    assert not found(home, uri)


@pytest.mark.parametrize(("link", "target"), [("other", "../../work/deep/other"), ("h", "../..")])
def test_a_link_out_of_a_folder_that_is_checked_leads_to_no_package(home, link, target):
    top = home / "dl/repo"
    (top / ".git").rmdir()
    (top / link).symlink_to(target)
    assert not found(home, "package://other/s.yaml", str(top))
    assert found(home, "package://other/s.yaml", str(home / "work"))


def test_a_link_within_the_repository_leads_to_a_package(home):
    (home / "dl/repo/parts/meshes").mkdir(parents=True)
    (home / "dl/repo/parts/meshes/a.stl").write_text("solid\n")
    (home / "dl/repo/arm_parts").symlink_to("parts")
    assert found(home, "package://arm_parts/meshes/a.stl")


def test_a_link_that_the_user_names_leads_to_a_package(home):
    (home / "dl/linked").symlink_to("../work/deep/other")
    resources = Resources({"mine": str(home / "dl/linked")}, environment={"HOME": str(home)})
    base = home / "dl/repo/robot/urdf"
    path = resources.resolve("package://mine/s.yaml", base=base).path
    assert path is not None
    assert not resources.refusal(path, base)


def test_a_src_that_is_a_link_does_not_open_manifests_elsewhere(home):
    share = home / "dl/ws/install/q/share/q"
    share.mkdir(parents=True)
    (home / "netrc").write_text("machine x <name>SECRET</name>")
    (home / "dl/ws/src").symlink_to("../..")
    (share / "package.xml").symlink_to(home / "netrc")
    assert name_in(str(share / "package.xml")) == ""


def test_a_manifest_that_is_installed_as_a_link_to_its_source_is_read(home):
    share = home / "dl/ws/install/q/share/q"
    source = home / "dl/ws/src/q"
    share.mkdir(parents=True)
    source.mkdir(parents=True)
    (source / "package.xml").write_text("<package><name>q_name</name></package>")
    (share / "package.xml").symlink_to(source / "package.xml")
    assert name_in(str(share / "package.xml")) == "q_name"
