"""Joint types, limits, mimic, dynamics and the tree."""

from __future__ import annotations

from random import Random

from .text import Doc, Element, Surgeon, kind, register, utf8, with_version

TYPES = [
    "revolute",
    "continuous",
    "prismatic",
    "fixed",
    "floating",
    "planar",
    "spherical",
    "ball",
    "screw",
    "universal",
    "unknown",
    "REVOLUTE",
    "Revolute",
    "fixd",
    "revolut",
]
ODD_TYPES = {"empty": "", "leading blank": " fixed", "trailing blank": "fixed ", "tab": "\tfixed"}
ODD_TYPES |= {"reference": "fi&#120;ed", "cut off": "fixed&#0;x", "ligature": utf8("ﬁxed")}


def _pick(doc: Doc, random: Random, *types: str) -> Element | None:
    found = doc.joints(*types)
    return random.choice(found) if found else None


def _type(value: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        joint = _pick(doc, random)
        return doc.set(joint, "type", value) if joint else None

    return apply


for _value in TYPES:
    register("joint type", _value, _type(_value))
for _name, _value in ODD_TYPES.items():
    register("joint type", _name, _type(_value))


def _child(name: str, new: str, *types: str, version: str | None = None) -> Surgeon:
    """The first child of that name replaced, or put in where the joint has none."""

    def apply(doc: Doc, random: Random) -> str | None:
        joint = _pick(doc, random, *types)
        if not joint:
            return None
        found = doc.children(joint, name)
        old = (found[0].start, found[0].end) if found else None
        text = doc.splice(*old, new) if old else doc.append(joint, new)
        return with_version(text, version) if version else text

    return apply


BOUNDED = ("revolute", "prismatic")
LIMITS = {
    "removed": "",
    "without attributes": "<limit/>",
    "inverted": '<limit lower="1" upper="-1" effort="1" velocity="1"/>',
    "equal": '<limit lower="1" upper="1" effort="1" velocity="1"/>',
    "without lower": '<limit upper="1" effort="1" velocity="1"/>',
    "without upper": '<limit lower="-1" effort="1" velocity="1"/>',
    "without bounds": '<limit effort="1" velocity="1"/>',
    "only a negative upper": '<limit upper="-1" effort="1" velocity="1"/>',
    "without effort": '<limit lower="-1" upper="1" velocity="1"/>',
    "without velocity": '<limit lower="-1" upper="1" effort="1"/>',
    "only bounds": '<limit lower="-1" upper="1"/>',
    "negative effort": '<limit lower="-1" upper="1" effort="-1" velocity="1"/>',
    "negative velocity": '<limit lower="-1" upper="1" effort="1" velocity="-1"/>',
    "minus zero effort": '<limit lower="-1" upper="1" effort="-0" velocity="-0.0"/>',
    "zero effort": '<limit lower="-1" upper="1" effort="0" velocity="0"/>',
    "infinite effort": '<limit lower="-1" upper="1" effort="inf" velocity="1"/>',
}
for _extra in ("acceleration", "deceleration", "jerk"):
    for _value in ("2", "-2", "0", "-0", "x", "", "inf", "1e400", "-1e-400"):
        LIMITS[f"{_extra}={_value!r}"] = (
            f'<limit lower="-1" upper="1" effort="1" velocity="1" {_extra}="{_value}"/>'
        )
for _name, _new in LIMITS.items():
    for _version in ("1.0", "1.1", "1.2"):
        register(
            "limit",
            f"bounded: {_name} in {_version}",
            _child("limit", _new, *BOUNDED, version=_version),
            any_version=False,
        )
    register(
        "limit",
        f"unbounded: {_name}",
        _child("limit", _new, "fixed", "continuous", "floating", "planar"),
    )
    register(
        "limit",
        f"unbounded: {_name} in 1.2",
        _child("limit", _new, "fixed", "continuous", "floating", "planar", version="1.2"),
        any_version=False,
    )

PARTS = {
    "mimic": [
        "<mimic/>",
        '<mimic joint=""/>',
        '<mimic joint="nowhere"/>',
        '<mimic joint="nowhere" multiplier="x"/>',
        '<mimic joint="nowhere" offset=""/>',
        '<mimic joint="nowhere" multiplier="0" offset="-1"/>',
        '<mimic multiplier="1" offset="0"/>',
        "<mimic>nowhere</mimic>",
    ],
    "dynamics": [
        "<dynamics/>",
        '<dynamics damping="0"/>',
        '<dynamics friction="0"/>',
        '<dynamics damping="-1" friction="-1"/>',
        '<dynamics damping="x"/>',
        '<dynamics damping="1" friction=""/>',
        '<dynamics stiffness="1"/>',
    ],
    "axis": [
        "<axis/>",
        '<axis xyz="0 0 0"/>',
        '<axis xyz="1 1 1"/>',
        '<axis xyz="0 0"/>',
        '<axis xyz=""/>',
        '<axis rpy="0 0 1"/>',
        "<axis>0 0 1</axis>",
        '<axis XYZ="bad"/>',
    ],
    "calibration": [
        "<calibration/>",
        '<calibration rising="0"/>',
        '<calibration rising="x"/>',
        '<calibration falling=""/>',
        '<calibration reference_position="x"/>',
        '<calibration rising="0" falling="inf"/>',
    ],
    "safety_controller": [
        "<safety_controller/>",
        '<safety_controller k_velocity="1"/>',
        '<safety_controller k_velocity="-1"/>',
        '<safety_controller k_velocity=""/>',
        '<safety_controller k_position="1"/>',
        '<safety_controller k_velocity="1" k_position="x"/>',
        '<safety_controller k_velocity="1" soft_lower_limit="2" soft_upper_limit="1"/>',
        '<safety_controller k_velocity="1" soft_upper_limit="1,0"/>',
    ],
}
for _name, _forms in PARTS.items():
    for _new in _forms:
        register(_name, _new, _child(_name, _new))
for _new in PARTS["axis"]:
    register("axis", f"fixed: {_new}", _child("axis", _new, "fixed"))


@kind("mimic", "of itself")
def _mimic_itself(doc: Doc, random: Random) -> str | None:
    joint = _pick(doc, random)
    if not joint:
        return None
    return doc.append(joint, f'<mimic joint="{joint.get("name")}"/>')


def _end(part: str, change: str) -> Surgeon:
    """The link that a joint's parent or child names, written otherwise."""

    def apply(doc: Doc, random: Random) -> str | None:
        joint = _pick(doc, random)
        found = doc.children(joint, part) if joint else []
        link = found[0].attribute("link") if found else None
        if not found or not link:
            return None
        element, name = found[0], link.value
        match change:
            case "removed":
                return doc.splice(element.start, element.end, "")
            case "without link":
                return doc.splice(link.start, link.end, "")
            case "as text":
                return doc.splice(element.start, element.end, f"<{part}>{name}</{part}>")
            case "a wrong one first":
                return doc.insert(element.start, f'<{part} link="nowhere"/>')
            case "a wrong one second":
                return doc.insert(element.end, f'<{part} link="nowhere"/>')
            case "an empty one first":
                return doc.insert(element.start, f"<{part}/>")
        new = {
            "empty": "",
            "nonexistent": "no_such_link",
            "leading blank": " " + name,
            "trailing blank": name + " ",
            "trailing line feed": name + "\n",
            "upper case": name.upper(),
            "cut off": name + "&#0;rubbish",
            "referenced": f"&#{ord(name[0])};{name[1:]}" if name else "",
            "hexadecimal reference": f"&#x{ord(name[0]):x};{name[1:]}" if name else "",
            "unfinished reference": f"&#{ord(name[0])}{name[1:]}" if name else "",
        }[change]
        return doc.splice(link.value_start, link.value_end, new)

    return apply


for _part in ("parent", "child"):
    for _change in [
        "removed",
        "without link",
        "as text",
        "a wrong one first",
        "a wrong one second",
        "an empty one first",
        "empty",
        "nonexistent",
        "leading blank",
        "trailing blank",
        "trailing line feed",
        "upper case",
        "cut off",
        "referenced",
        "hexadecimal reference",
        "unfinished reference",
    ]:
        register(_part, _change, _end(_part, _change))


def _ends(doc: Doc, joint: Element) -> tuple[str, str] | None:
    parent, child = doc.children(joint, "parent"), doc.children(joint, "child")
    return (parent[0].get("link"), child[0].get("link")) if parent and child else None


def _with_ends(doc: Doc, joint: Element, parent: str, child: str) -> str:
    parts = sorted(
        doc.children(joint, "parent")[:1] + doc.children(joint, "child")[:1], key=lambda e: -e.start
    )
    text = doc.text
    for part in parts:
        name = parent if part.name == "parent" else child
        text = text[: part.start] + f'<{part.name} link="{name}"/>' + text[part.end :]
    return text


def _tree(change: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        pairs = [(j, e) for j in doc.joints() if (e := _ends(doc, j))]
        links = [e.get("name") for e in doc.links()]
        if not pairs or not doc.robot:
            return None
        joint, (parent, child) = random.choice(pairs)
        children = {e[1] for _, e in pairs}
        roots = [name for name in links if name not in children]
        leaves = [name for name in links if name not in {e[0] for _, e in pairs}]
        if not roots or not leaves:
            return None

        def joined(a: str, b: str, name: str = "extra_joint") -> str:
            new = (
                f'<joint name="{name}" type="fixed"><parent link="{a}"/><child link="{b}"/></joint>'
            )
            return doc.append(doc.robot, new) if doc.robot else doc.text

        match change:
            case "parent and child swapped":
                return _with_ends(doc, joint, child, parent)
            case "root joint swapped":
                at_root = [(j, e) for j, e in pairs if e[0] == roots[0]]
                joint, (parent, child) = random.choice(at_root)
                return _with_ends(doc, joint, child, parent)
            case "parent is child":
                return _with_ends(doc, joint, child, child)
            case "child is parent":
                return _with_ends(doc, joint, parent, parent)
            case "double parent":
                return joined(random.choice(links), random.choice(leaves))
            case "loop to the root":
                return joined(random.choice(leaves), roots[0])
            case "loop below the root":
                return joined(child, parent) if parent not in roots else None
            case "self joint on the root":
                return joined(roots[0], roots[0])
            case "same pair twice":
                return joined(parent, child)
            case "second root":
                return doc.append(doc.robot, '<link name="lonely_link"/>')
            case "second root with child":
                new = '<link name="lonely_link"/>' + "".join(
                    f'<joint name="extra" type="fixed"><parent link="lonely_link"/><child link="{name}"/></joint>'
                    for name in [random.choice(links)]
                )
                return doc.append(doc.robot, new)
            case "new root above":
                new = f'<joint name="extra" type="fixed"><parent link="above"/><child link="{roots[0]}"/></joint>'
                return doc.append(doc.robot, '<link name="above"/>' + new)
            case "island of two" | "island of one":
                other = "island_b" if change == "island of two" else "island_a"
                new = '<link name="island_a"/>' + (
                    '<link name="island_b"/>' if other[-1] == "b" else ""
                )
                for at, (a, b) in enumerate(
                    dict.fromkeys([("island_a", other), (other, "island_a")])
                ):
                    new += f'<joint name="i{at}" type="fixed"><parent link="{a}"/><child link="{b}"/></joint>'
                return doc.append(doc.robot, new)
            case "joint named like another":
                return joined(random.choice(links), random.choice(leaves), joint.get("name"))
            case "joint named like a link":
                return doc.set(joint, "name", random.choice(links))
            case _:
                raise ValueError(change)

    return apply


for _change in [
    "parent and child swapped",
    "root joint swapped",
    "parent is child",
    "child is parent",
    "double parent",
    "loop to the root",
    "loop below the root",
    "self joint on the root",
    "same pair twice",
    "second root",
    "second root with child",
    "new root above",
    "island of two",
    "island of one",
    "joint named like another",
    "joint named like a link",
]:
    register("tree", _change, _tree(_change))


def _link_name(change: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        links = doc.links()
        if len(links) < 2:
            return None
        link, other = random.sample(links, 2)
        name = link.get("name")
        new = {
            "renamed in one place": name + "_renamed",
            "trailing blank": name + " ",
            "like another": other.get("name"),
            "like another by reference": "".join(f"&#{ord(c)};" for c in other.get("name")),
            "empty": "",
            "referenced": "".join(f"&#x{ord(c):X};" for c in name),
            "cut off": name + "&#0;x",
            "invalid UTF-8": name + "\xff",
            "entity": name + "&amp;",
        }[change]
        return doc.set(link, "name", new)

    return apply


for _change in [
    "renamed in one place",
    "trailing blank",
    "like another",
    "like another by reference",
    "empty",
    "referenced",
    "cut off",
    "invalid UTF-8",
    "entity",
]:
    register("link name", _change, _link_name(_change))


@kind("link name", "unused link without name")
def _nameless_link(doc: Doc, random: Random) -> str | None:
    return doc.append(doc.robot, "<link/>") if doc.robot else None


@kind("link name", "only a link without name")
def _only_nameless(doc: Doc, random: Random) -> str | None:
    return doc.content(doc.robot, "<link><visual/></link>") if doc.robot else None


def _everywhere(new: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        link = random.choice(doc.links()) if doc.links() else None
        name = link.get("name") if link else ""
        return doc.text.replace(f'"{name}"', f'"{name}{new}"') if name else None

    return apply


ENDINGS = {"blank": " ", "tab": "\t", "accent": utf8("é"), "Latin-1": "\xe9", "entity": "&lt;"}
ENDINGS |= {"less-than": "<", "ampersand": "&", "unknown entity": "&foo;", "control": "\x01"}
for _name, _new in ENDINGS.items():
    register("link renamed everywhere", _name, _everywhere(_new))
