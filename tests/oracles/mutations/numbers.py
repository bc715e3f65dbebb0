"""Numbers, vectors and colours written in every odd way."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from .text import Attribute, Doc, Element, Surgeon, register, utf8

SCALARS = {
    "mass": ("value",),
    "inertia": ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"),
    "limit": ("lower", "upper", "effort", "velocity"),
    "sphere": ("radius",),
    "cylinder": ("radius", "length"),
    "dynamics": ("damping", "friction"),
    "mimic": ("multiplier", "offset"),
    "safety_controller": ("k_position", "k_velocity", "soft_lower_limit", "soft_upper_limit"),
    "calibration": ("rising", "falling"),
}
VECTORS = {"origin": ("xyz", "rpy"), "axis": ("xyz",), "box": ("size",), "mesh": ("scale",)}
COLOURS = {"color": ("rgba",)}

NUMBERS = {
    "comma": "1,5",
    "hexadecimal": "0x10",
    "nan": "nan",
    "inf": "inf",
    "minus inf": "-INF",
    "infinity": "infinity",
    "overflow": "1e400",
    "minus overflow": "-1e400",
    "just overflow": "1.7976931348623159e308",
    "largest": "1.7976931348623157e308",
    "underflow": "1e-400",
    "minus underflow": "-1e-400",
    "subnormal": "4.9e-324",
    "trailing letter": "{}x",
    "trailing f": "{}f",
    "trailing blank": "{} ",
    "trailing blanks": "{}  ",
    "trailing tab": "{}\t",
    "trailing line feed": "{}\n",
    "leading blank": " {}",
    "leading blanks": "   {}",
    "leading tab": "\t{}",
    "leading line feed": "\n{}",
    "leading CR LF": "\r\n{}",
    "leading form feed": "\f{}",
    "leading reference blank": "&#32;{}",
    "trailing reference blank": "{}&#32;",
    "empty": "",
    "blank": " ",
    "plus": "+1",
    "plus plus": "++1",
    "sign apart": "- 1",
    "dot behind": "1.",
    "dot before": ".5",
    "dot before exponent": "1.e3",
    "dot alone": ".",
    "sign alone": "-",
    "exponent alone": "e3",
    "exponent empty": "1e",
    "exponent broken": "1e3.5",
    "exponent upper case": "1E+3",
    "exponent zeros": "1e0000000001",
    "two dots": "1.5.5",
    "leading zeros": "007",
    "underscore": "1_000",
    "Arabic digit": utf8("\u0661"),
    "full-width digit": utf8("\uff11"),
    "true minus": utf8("\u22121"),
    "no-break space": utf8("\u00a01"),
    "macro": "${pi/2}",
    "percent": "1%",
    "word": "one",
    "character reference": "&#49;",
    "hexadecimal reference": "&#x31;",
    "upper-case reference": "&#X31;",
    "null reference": "1&#0;rubbish",
    "unknown entity": "1&nbsp;",
    "bare ampersand": "1&",
    "less-than": "1<2",
    "many digits": "0." + "0" * 320 + "1",
    "400 digits": "1" * 400,
    "zero": "0",
    "minus zero": "-0",
    "negative": "-3.5",
    "two numbers": "1 2",
    "degrees": utf8("90°"),
}

VECTOR_FORMS = {
    "two": "1 0",
    "four": "1 0 0 0",
    "one": "1",
    "none": "",
    "blank": "   ",
    "tabs": "1\t0\t0",
    "line feeds": "1\n0\n0",
    "commas": "1,0,0",
    "comma blank": "1, 0, 0",
    "brackets": "[1 0 0]",
    "semicolons": "1;0;0",
    "many blanks": "  1   0  0  ",
    "trailing blank": "1 0 0 ",
    "leading blank": " 1 0 0",
    "trailing tab": "1 0 0\t",
    "trailing line feed": "1 0 0\n",
    "trailing blank and line feed": "1 0 0 \n",
    "leading tab": "\t1 0 0",
    "leading line feed": "\n1 0 0",
    "leading line feed and blank": "\n 1 0 0",
    "blank and line feed": "1 \n0 \n0",
    "line feed and blank": "1\n 0 0",
    "CR LF": "1\r\n0 0",
    "blank CR LF": "1 \r\n0 0",
    "reference blank": "1&#32;0 0",
    "reference tab": "1&#9;0 0",
    "no-break space": utf8("1\u00a00 0"),
    "zeros": "0 0 0",
    "negatives": "-1 -1 -1",
    "huge": "1e308 1e308 1e308",
}

COLOUR_FORMS = {
    "three": "1 1 1",
    "five": "1 1 1 1 1",
    "none": "",
    "above one": "1 1 1 2",
    "255": "255 0 0 255",
    "negative": "-0.1 0 0 1",
    "word": "red",
    "one word": "1 0 x 1",
    "tabs": "1\t0\t0\t1",
    "commas": "1,0,0,1",
    "nan": "1 0 0 nan",
    "overflow": "1 0 0 1e400",
    "just above one": "1.0000001 0 0 1",
    "hexadecimal": "#ff0000",
}

Table = Mapping[str, tuple[str, ...]]


def _targets(doc: Doc, table: Table, owner: str) -> list[tuple[Element, Attribute]]:
    return [
        (element, attribute)
        for element in doc.named(*table)
        if (element.owner == "joint") == (owner == "joint")
        for attribute in element.attributes
        if attribute.name in table[element.name]
    ]


def _scalar(form: str, owner: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        found = _targets(doc, SCALARS, owner)
        if not found:
            return None
        _, attribute = random.choice(found)
        new = form.replace("{}", attribute.value)
        return doc.splice(attribute.value_start, attribute.value_end, new)

    return apply


def _component(form: str, owner: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        found = _targets(doc, VECTORS, owner)
        if not found:
            return None
        _, attribute = random.choice(found)
        pieces = attribute.value.split()
        if not pieces:
            return None
        at = random.randrange(len(pieces))
        pieces[at] = form.replace("{}", pieces[at])
        return doc.splice(attribute.value_start, attribute.value_end, " ".join(pieces))

    return apply


def _whole(form: str, table: Table, owner: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        found = _targets(doc, table, owner)
        if not found:
            return None
        _, attribute = random.choice(found)
        return doc.splice(attribute.value_start, attribute.value_end, form)

    return apply


def _count(change: int, owner: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        found = _targets(doc, VECTORS, owner)
        if not found:
            return None
        _, attribute = random.choice(found)
        pieces = attribute.value.split()
        pieces = pieces[:change] if change < 0 else pieces + ["1"] * change
        return doc.splice(attribute.value_start, attribute.value_end, " ".join(pieces))

    return apply


for _owner in ("joint", "link"):
    for _name, _form in NUMBERS.items():
        register("number", f"{_owner}: {_name}", _scalar(_form, _owner))
    for _name, _form in VECTOR_FORMS.items():
        register("vector", f"{_owner}: {_name}", _whole(_form, VECTORS, _owner))
    for _change in (-2, -1, 1):
        register("vector", f"{_owner}: {_change:+d} components", _count(_change, _owner))
for _name, _form in NUMBERS.items():
    register("vector component", f"joint: {_name}", _component(_form, "joint"))
for _name, _form in COLOUR_FORMS.items():
    register("colour", _name, _whole(_form, COLOURS, "link"))
