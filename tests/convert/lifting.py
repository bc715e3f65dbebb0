"""What tests of lifting URDF and of lifting SDFormat have in common."""

from __future__ import annotations

from collections.abc import Mapping

from bodyplan.convert.from_sdf import LiftedModel
from bodyplan.convert.from_urdf import Lifted
from bodyplan.spec import Element, spec_of


def told(lifted: Lifted | LiftedModel) -> list[str]:
    """The losses, in words."""
    return [str(loss) for loss in lifted.losses]


def require_all_fields(
    root: type[Element],
    keeps: Mapping[type[Element], tuple[str, ...]],
    drops: Mapping[type[Element], Mapping[str, str]],
) -> None:
    """Fails unless each field of all elements that are kept is kept, or dropped with a reason."""
    todo, seen = [root], set()
    while todo:
        cls = todo.pop()
        if cls in seen:
            continue
        seen.add(cls)
        spec, kept, dropped = spec_of(cls), keeps[cls], drops.get(cls, {})
        assert {field.name for field in spec.fields} == {*kept, *dropped}, cls
        assert not set(kept) & set(dropped), cls
        assert all(dropped.values())
        for field in kept:
            todo += spec.by_name[field].elements
    assert seen == {*keeps}
    assert {*drops} <= seen
