"""Settings of ``<gazebo>`` blocks, against the tables of SDFormat."""

from __future__ import annotations

import pytest

from bodyplan.formats import sdf
from bodyplan.formats.urdf.gazebo import SETTINGS
from bodyplan.spec import spec_of

OWNERS = {"collision": sdf.Collision, "joint": sdf.Joint, "link": sdf.Link}


@pytest.mark.parametrize(("tag", "setting"), SETTINGS.items(), ids=SETTINGS)
def test_the_place_of_a_setting_begins_with_an_element_of_its_owner(tag, setting):
    first = setting.path.partition("/")[0]
    names = {field.xml for field in spec_of(OWNERS[setting.owner]).fields}
    assert not first or first in names, tag
