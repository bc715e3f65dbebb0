"""``upgrade`` makes a new document and leaves the old one, which its report refers to."""

import re

import pytest

import bodyplan
from bodyplan.formats.editing import EditError
from bodyplan.formats.sdf.upgrade import upgrade

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


def test_a_document_is_brought_to_a_newer_version():
    document = bodyplan.read(OLD)
    told = upgrade(document, "1.11")
    after = told.document
    assert document.to_bytes() == OLD.encode()
    assert after.version == (1, 11)
    assert after.root.models[0].joints[0].axis.xyz.expressed_in == "__model__"
    assert b"<!-- kept -->" in after.to_bytes()
    assert told.changes
    assert told.losses == ()
    assert {change.place.line for change in told.changes} <= set(range(1, 12))


def test_its_own_version_changes_nothing():
    document = bodyplan.read(OLD)
    told = upgrade(document, "1.4")
    assert told.changes == ()
    assert told.document is document


def test_a_version_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match=r"1\.13"):
        upgrade(bodyplan.read(OLD), "1.13")


@pytest.mark.parametrize("version", ["1.0", "1.2", "1.3"])
def test_a_version_before_1_4_can_only_be_read(version):
    sentence = f"SDFormat {version} can only be read; the oldest version to convert to is 1.4"
    with pytest.raises(ValueError, match=re.escape(sentence)):
        upgrade(bodyplan.read(OLD), version)
    for source in (OLD, "sample:arm", bodyplan.load("sample:arm")):
        with pytest.raises(ValueError, match=re.escape(sentence)):
            bodyplan.convert(source, f"sdf{version}")


def test_another_format_has_no_such_versions():
    with pytest.raises(EditError, match="not an SDFormat file"):
        upgrade(bodyplan.read("sample:arm"), "1.9")
