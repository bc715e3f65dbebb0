"""Values of elements and attributes that are odd, wrong, or at the edge."""

from __future__ import annotations

from random import Random

from tests.oracles.mutations.text import Doc, utf8

from .kinds import add_inside, attributes, inside, kind, leaves, one, set_text, set_value

ODD = (
    *(
        "",
        " ",
        "QQQ",
        "0",
        "1",
        "-1",
        "2",
        "1.5",
        "1e400",
        "4.9e-324",
        "1e-310",
        "inf",
        "-inf",
        "nan",
    ),
    *("true", "false", "TRUE", "yes", "t", "01", "0x1f", "1,5", "2 kg", "1 2", "1 2 3", "0 0 0"),
    *(
        "1 2 3 4",
        "0.1 0.2 0.3 0.4",
        "2 0 0 1",
        "0 0 0 1",
        "1 2 3 4 5 6",
        "1 2 3 4 5 6 7",
        "nan 0 0",
    ),
    *(
        "1,2,3",
        "1 2 3abc",
        "1abc 0 0",
        "abc 0 0",
        "0 0 1e-7",
        "1e308",
        "4294967296",
        "99999999999999999999",
    ),
    *(
        "--1",
        "+1",
        ".",
        "-",
        "1e",
        utf8("é"),
        "&lt;",
        "1 2 3 4 5 nan",
        "0 0 0 0 0 1abc",
        "  3  ",
        "\n4\n",
    ),
)


@kind("an odd text")
def odd_text(doc: Doc, random: Random) -> str | None:
    found = one(random, leaves(doc))
    return None if found is None else set_text(doc, found, random.choice(ODD))


@kind("an odd text, again")
def odd_text_again(doc: Doc, random: Random) -> str | None:
    return odd_text(doc, random)


@kind("an odd text of one of a tag")
def odd_text_of_tag(doc: Doc, random: Random) -> str | None:
    """As before, but rare tags as often as the usual ones."""
    tag = one(random, sorted({element.name for element in leaves(doc)}))
    found = one(random, leaves(doc, tag)) if tag is not None else None
    return None if found is None else set_text(doc, found, random.choice(ODD))


@kind("a text where there was none")
def text_added(doc: Doc, random: Random) -> str | None:
    found = one(random, (element for element in inside(doc) if element.empty))
    return None if found is None else add_inside(doc, found, random.choice(ODD), first=True)


@kind("an odd attribute")
def odd_attribute(doc: Doc, random: Random) -> str | None:
    found = one(random, attributes(doc))
    return None if found is None else set_value(doc, found, random.choice(ODD))


@kind("an odd attribute of one of a name")
def odd_attribute_of_name(doc: Doc, random: Random) -> str | None:
    name = one(random, sorted({attribute.name for attribute in attributes(doc)} - {"version"}))
    found = one(random, attributes(doc, name)) if name is not None else None
    return None if found is None else set_value(doc, found, random.choice(ODD))


@kind("the text of another")
def swapped(doc: Doc, random: Random) -> str | None:
    found, other = one(random, leaves(doc)), one(random, leaves(doc))
    if found is None or other is None:
        return None
    return set_text(doc, found, doc.text[other.inner : other.outer])


@kind("a moment that is none")
def moment(doc: Doc, random: Random) -> str | None:
    found = one(random, leaves(doc, "mass", "ixx", "iyy", "izz", "ixy", "ixz", "iyz"))
    if found is None:
        return None
    texts = ("-1", "0", "100", "nan", "inf", "1e-12", "-1e-20", "1e300")
    return set_text(doc, found, random.choice(texts))


@kind("pose attributes")
def pose(doc: Doc, random: Random) -> str | None:
    found = one(random, (e for e in inside(doc) if e.name == "pose"))
    if found is None or found.attributes:
        return None
    more = random.choice(
        (
            *(' degrees="true"', ' degrees="QQQ"', ' degrees=""', ' rotation_format="quat_xyzw"'),
            *(
                ' rotation_format="EULER_RPY"',
                ' rotation_format=""',
                ' rotation_format=" euler_rpy "',
            ),
            *(' degrees="true" rotation_format="quat_xyzw"', ' relative_to=""', ' relative_to=" "'),
        )
    )
    return doc.text[: found.name_end] + more + doc.text[found.name_end :]
