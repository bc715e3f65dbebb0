"""From 1.0 to 1.2: nearly every attribute became an element.

Where libsdformat's own conversion looks in the wrong place (clip, save and depth_camera of a
camera, limit and suspension of a joint's ODE block), the elements are taken where the format has
them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bodyplan.formats.sdf.root import Root
from bodyplan.formats.sdf.upgrade.rule import Call, Default, Held, Inner, Rule, Tag
from bodyplan.formats.sdf.upgrade.world import drop_density, script_before, script_since
from bodyplan.spec import Element, Version, reachable, spec_of

_OLDEST: Version = (1, 0)


def _paths() -> dict[type[Element], str]:
    """The places of each declared element: its tags with those around, apart by blanks."""
    tags: dict[type[Element], dict[str, None]] = defaultdict(dict, {Root: {Root.TAG: None}})
    holders: dict[type[Element], dict[tuple[type[Element], str], None]] = defaultdict(dict)
    for cls in reachable(Root):
        for field in spec_of(cls).all_fields:
            for inner, tag in zip(field.elements, field.tags, strict=False):
                tags[inner][tag] = None
                holders[inner][cls, tag] = None
    return {
        cls: " ".join(f"{outer}/{tag}" for around, tag in places for outer in tags[around])
        for cls, places in holders.items()
    }


def _moved() -> Iterator[Rule]:
    """A rule for each value that stood elsewhere in 1.0, as the declarations say."""
    for cls, where in _paths().items():
        names: list[str] = []
        for field in spec_of(cls).all_fields:
            place = next((was.place for was in field.history if was.until == _OLDEST), None)
            if place is None or field.mark.gap:  # of what was gone for a while, there is a rule
                continue
            old, _, attribute = place.partition("@")
            new = field.tags[0]
            if not attribute:
                yield Tag(where, old, new)
            elif old:
                yield Held(where, old.rstrip("/"), attribute, new)
            else:
                names.append(attribute if attribute == new else f"{attribute}>{new}")
        if names:
            yield Inner(where, " ".join(names))


ATTRIBUTES: tuple[Rule, ...] = (
    Call("link/inertial", above=drop_density),
    Call("visual/material", above=script_since, below=script_before),
    *_moved(),
    Held("world/scene", "background", "rgba", "background"),
    Inner("scene/fog", "rgba>color"),
    Inner("geometry/mesh", "filename"),  # what 1.2 alone has beside the uri
    Default("world/physics", "update_rate", "0", "1000"),
    Default("scene/fog", "type", "linear", "none"),
)
