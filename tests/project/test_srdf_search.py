"""The SRDF of a robot, looked for around its file."""

from __future__ import annotations

import pytest

from bodyplan.description.load import load
from bodyplan.description.search.srdf_search import SrdfNotFoundError, find_semantics
from bodyplan.formats.document import DescriptionError
from bodyplan.formats.read import read

ROBOT = (
    '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous">'
    '<parent link="a"/><child link="b"/></joint></robot>'
)
SRDF = (
    '<robot name="r"><group name="g"><joint name="j"/></group>'
    '<group_state name="{}" group="g"><joint name="j" value="1"/></group_state></robot>'
)


def found(path, *states):
    document = read(path)
    return find_semantics(document, load(document), states)


def test_the_srdf_of_a_sample_is_found():
    assert found("sample:arm", "home").path.name == "sample:arm.srdf"


def test_of_several_the_one_with_the_states_is_taken(tmp_path):
    (tmp_path / "r.urdf").write_text(ROBOT)
    (tmp_path / "r.srdf").write_text(SRDF.format("up"))
    (tmp_path / "s.srdf").write_text(SRDF.format("down"))
    for state, name in (("up", "r.srdf"), ("g/down", "s.srdf"), ("none", "r.srdf")):
        one = found(tmp_path / "r.urdf", state)
        assert (one.path.name, one.robot) == (str(tmp_path / name), "")
    assert one.semantics.states["g/up"].values == {"j": (1.0,)}


def test_no_srdf_and_one_with_errors_are_different_errors(tmp_path):
    (tmp_path / "r.urdf").write_text(ROBOT)
    with pytest.raises(SrdfNotFoundError, match=r"no SRDF found near .*r\.urdf"):
        found(tmp_path / "r.urdf")
    (tmp_path / "r.srdf").write_text(SRDF.format("up").replace('joint name="j" value', "joint x"))
    with pytest.raises(DescriptionError):
        found(tmp_path / "r.urdf")
