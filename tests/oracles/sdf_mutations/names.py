"""Names and what refers to them: taken, reserved, unknown, in circles; includes."""

from __future__ import annotations

from random import Random

from tests.oracles.mutations.text import Doc, utf8

from .kinds import attributes, cut, inside, kind, leaves, one, set_text, set_value

_ODD = (
    *(
        "",
        " ",
        "world",
        "__model__",
        "__root__",
        "__x__",
        "____",
        "_x_",
        "a::b",
        "::a",
        "a::",
        "true",
    ),
    *("False", "1", "QQQ", "World", "__default__", utf8("ä"), " base "),
)
_SAYING = ("relative_to", "attached_to", "expressed_in", "frame", "parent_frame")
_CHOOSING = ("canonical_link", "placement_frame")
_ENDS = ("parent", "child")


def _names(doc: Doc) -> list[str]:
    """The names in a file, those of nested models too, and some that are everywhere."""
    found = []
    for element in inside(doc):
        name = element.get("name")
        above = element.parent
        if name:
            found.append(name)
            if above is not None and above.name == "model" and above.get("name"):
                found.append(f"{above.get('name')}::{name}")
    return [*found, "world", "__model__", "__root__", "QQQ"]


@kind("an odd name")
def odd(doc: Doc, random: Random) -> str | None:
    found = one(random, attributes(doc, "name"))
    return None if found is None else set_value(doc, found, random.choice(_ODD))


@kind("the name of another")
def taken(doc: Doc, random: Random) -> str | None:
    found = one(random, attributes(doc, "name"))
    if found is None:
        return None
    return set_value(doc, found, random.choice(attributes(doc, "name")).value)


@kind("the name of a sibling")
def sibling(doc: Doc, random: Random) -> str | None:
    named = [element for element in inside(doc) if element.get("name")]
    found = one(random, named)
    if found is None:
        return None
    others = [e for e in named if e.parent is found.parent and e is not found]
    other, attribute = one(random, others), found.attribute("name")
    if other is None or attribute is None:
        return None
    return set_value(doc, attribute, other.get("name"))


@kind("another frame")
def another(doc: Doc, random: Random) -> str | None:
    found = one(random, attributes(doc, *_SAYING, *_CHOOSING))
    if found is None:
        return None
    return set_value(doc, found, random.choice([*_names(doc), *_ODD]))


@kind("a frame more")
def more(doc: Doc, random: Random) -> str | None:
    tags = {"pose": "relative_to", "frame": "attached_to", "xyz": "expressed_in"}
    places = [e for e in inside(doc) if e.name in tags and e.attribute(tags[e.name]) is None]
    found = one(random, places)
    if found is None:
        return None
    name = random.choice(_names(doc))
    return cut(doc, found.name_end, found.name_end, f' {tags[found.name]}="{name}"')


@kind("a pose more")
def pose(doc: Doc, random: Random) -> str | None:
    tags = {"link", "joint", "frame", "model", "visual", "collision", "sensor", "light", "inertial"}
    found = one(random, (e for e in inside(doc) if e.name in tags and not e.empty))
    if found is None:
        return None
    text = random.choice(("", "0 0 1 0 0 0", "0 0 1", "1 0 0 0 0 0 0"))
    name = random.choice(_names(doc))
    return cut(doc, found.inner, found.inner, f'<pose relative_to="{name}">{text}</pose>')


@kind("a canonical link")
def canonical(doc: Doc, random: Random) -> str | None:
    found = one(random, (e for e in inside(doc) if e.name == "model"))
    if found is None:
        return None
    what = random.choice(("canonical_link", "placement_frame"))
    old, name = found.attribute(what), random.choice(_names(doc))
    if old is not None:
        return set_value(doc, old, name)
    return cut(doc, found.name_end, found.name_end, f' {what}="{name}"')


@kind("another end of a joint")
def end(doc: Doc, random: Random) -> str | None:
    found = one(random, leaves(doc, *_ENDS))
    return None if found is None else set_text(doc, found, random.choice([*_names(doc), *_ODD]))


@kind("both ends of a joint")
def ends(doc: Doc, random: Random) -> str | None:
    found = one(random, leaves(doc, "parent"))
    if found is None:
        return None
    others = [e for e in leaves(doc, "child") if e.parent is found.parent]
    if not others:
        return None
    first, second = doc.text[found.inner : found.outer], others[0]
    if random.random() < 0.5:
        return set_text(doc, second, first)
    swapped = set_text(doc, second, first)  # the child stands behind the parent
    return swapped[: found.inner] + doc.text[second.inner : second.outer] + swapped[found.outer :]


@kind("another type")
def type_(doc: Doc, random: Random) -> str | None:
    found = one(random, attributes(doc, "type"))
    if found is None:
        return None
    words = [attribute.value for attribute in attributes(doc, "type")]
    odd = (
        found.value.upper(),
        found.value.title(),
        "QQQ",
        "",
        " ",
        f" {found.value} ",
        "ball",
        "Ball",
    )
    return set_value(doc, found, random.choice([*words, *odd, "gpu_ray", "depth", "air_speed"]))


@kind("a circle of frames")
def circle(doc: Doc, random: Random) -> str | None:
    count = random.choice((1, 2, 3))
    home = one(random, (e for e in inside(doc) if e.name in {"model", "world"} and not e.empty))
    if home is None:
        return None
    what = random.choice(("attached", "placed"))
    frames = ""
    for number in range(count):
        next_ = f"c{(number + 1) % count}"
        inner = f'<pose relative_to="{next_}"/>' if what == "placed" else ""
        attached = f' attached_to="{next_}"' if what == "attached" else ""
        frames += f'<frame name="c{number}"{attached}>{inner}</frame>'
    return cut(doc, home.outer, home.outer, frames)


@kind("another include")
def include(doc: Doc, random: Random) -> str | None:
    found = one(random, (e for e in inside(doc) if e.name == "include"))
    if found is None:
        return None
    children = [e for e in inside(doc) if e.parent is found and not e.empty]
    child = one(random, children)
    if child is None:
        return None
    texts = {
        "uri": (
            "parts",
            "parts/QQQ.sdf",
            "model://QQQ",
            "https://QQQ/x",
            "parts/lantern.sdf",
            "crane-1.9.sdf",
        ),
        "name": ("port", "ship", "buoy_a", "a::b", "world", "__x__", "true", "hull"),
        "static": ("QQQ", "1", "0", "TRUE", "2"),
        "placement_frame": ("QQQ", "ring", "flag", "__root__", "__model__", "stick"),
        "pose": ("", "1 2 3", "QQQ", "1 2 3 4 5 6 7"),
    }
    return set_text(doc, child, random.choice(texts.get(child.name, ("QQQ",))))


@kind("merge")
def merge(doc: Doc, random: Random) -> str | None:
    found = one(random, (e for e in inside(doc) if e.name == "include"))
    if found is None or found.attribute("merge") is not None:
        return None
    word = random.choice(("true", "1", "false", "yes", "", "TRUE"))
    return cut(doc, found.name_end, found.name_end, f' merge="{word}"')
