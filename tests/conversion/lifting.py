"""What tests of lifting URDF and of lifting SDFormat have in common."""

from __future__ import annotations

from bodyplan.conversion.loss import Fields, Reasons
from bodyplan.conversion.sdf.from_sdf import SdfConversion
from bodyplan.conversion.urdf.from_urdf import UrdfConversion
from bodyplan.spec import Element, spec_of


def told(lifted: UrdfConversion | SdfConversion) -> list[str]:
    """The losses, in words."""
    return [str(loss) for loss in lifted.losses]


def require_all_classes(root: type[Element], keeps: Fields, drops: Reasons) -> None:
    """Fail unless every element that a kept field leads to has a list of kept fields."""
    todo, seen = [root], set()
    while todo:
        cls = todo.pop()
        if cls in seen:
            continue
        seen.add(cls)
        for field in keeps[cls].split():
            todo += spec_of(cls).by_name[field].elements
    assert seen == {*keeps}
    assert {*drops} <= seen
