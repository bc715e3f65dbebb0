"""What tests of lifting URDF and of lifting SDFormat have in common."""

from __future__ import annotations

from bodyplan.conversion.from_sdf import SdfConversion
from bodyplan.conversion.from_urdf import UrdfConversion
from bodyplan.conversion.loss import Fields, Reasons
from bodyplan.spec import Element, spec_of


def told(lifted: UrdfConversion | SdfConversion) -> list[str]:
    """The losses, in words."""
    return [str(loss) for loss in lifted.losses]


def require_all_fields(
    root: type[Element],
    keeps: Fields,
    drops: Reasons,
) -> None:
    """Fails unless each field of all elements that are kept is kept, or dropped with a reason."""
    todo, seen = [root], set()
    while todo:
        cls = todo.pop()
        if cls in seen:
            continue
        seen.add(cls)
        spec, kept, reasons = spec_of(cls), keeps[cls].split(), drops.get(cls, {})
        dropped = " ".join(reasons.values()).split()
        assert len({*kept, *dropped}) == len(kept) + len(dropped), cls
        assert {field.name for field in spec.fields} == {*kept, *dropped}, cls
        assert all(reasons)
        for field in kept:
            todo += spec.by_name[field].elements
    assert seen == {*keeps}
    assert {*drops} <= seen
