"""``document.upgrade`` changes the document in place and tells what it did of the state before."""

import pytest

import bodyplan
from bodyplan.formats.editing import EditError

OLD = """\
<sdf version="1.4"><!-- kept -->
  <model name="m">
    <link name="a"/>
    <link name="b"/>
    <joint name="j" type="revolute">
      <parent>a</parent>
      <child>b</child>
      <axis><xyz>1 0 0</xyz></axis>
    </joint>
  </model>
</sdf>
"""


def test_a_document_is_brought_to_a_newer_version_in_place():
    document = bodyplan.read(OLD)
    told = document.upgrade("1.11")
    assert document.version == (1, 11)
    assert document.root.models[0].joints[0].axis.xyz.expressed_in == "__model__"
    assert b"<!-- kept -->" in document.to_bytes()
    assert told.changes
    assert told.losses == ()
    assert {change.place.line for change in told.changes} <= set(range(1, 12))


def test_its_own_version_changes_nothing():
    document = bodyplan.read(OLD)
    assert document.upgrade("1.4").changes == ()
    assert document.to_bytes() == OLD.encode()


def test_a_version_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match=r"1\.13"):
        bodyplan.read(OLD).upgrade("1.13")


def test_another_format_has_no_such_versions():
    with pytest.raises(EditError, match="no SDFormat"):
        bodyplan.read("sample:arm").upgrade("1.9")
