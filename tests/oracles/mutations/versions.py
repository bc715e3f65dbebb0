"""The version attribute, and what depends on it."""

from __future__ import annotations

from random import Random

from .text import Doc, Surgeon, register, utf8, with_version

VERSIONS = [
    "1.0",
    "1.1",
    "1.2",
    "1.3",
    "2.0",
    "0.9",
    "1.10",
    "1",
    "1.0.0",
    "1.",
    ".0",
    ".",
    "a.c",
    "1.a",
    "",
    "-1.0",
    "1.-1",
    "1.-0",
    "01.0",
    "1.00",
    "1.01",
    "001.002",
    " 1.0",
    "1. 0",
    "1 .0",
    "+1.0",
    "1.+1",
    "1.0 ",
    "1.0.",
    "1.1.",
    "1..1",
    ".1.1",
    "1.0~pre6",
    "1,0",
    "v1.0",
    "0x1.0",
    "1.0x",
    "1e0.0",
    "4294967297.0",
    "1.4294967298",
    "18446744073709551617.0",
    "&#49;.0",
    "1&#46;2",
    "1.0&#0;x",
    "1.0&#32;",
    "1.2;",
]
ODD = {"leading tab": "\t1.0", "leading line feed": "\n1.1", "trailing line feed": "1.0\n"}
ODD |= {"full-width": utf8("\uff11.0"), "vertical tab": "\v1.2"}


def _version(value: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        return doc.set(doc.robot, "version", value) if doc.robot else None

    return apply


for _value in VERSIONS:
    register("version", repr(_value), _version(_value), any_version=False)
for _name, _value in ODD.items():
    register("version", _name, _version(_value), any_version=False)
register("version", "VERSION", lambda doc, _: doc.text.replace("<robot", '<robot Version="9"', 1))

QUATERNIONS = {
    "unit": "0 0 0 1",
    "not unit": "1 2 3 4",
    "zero": "0 0 0 0",
    "three": "0 0 1",
    "five": "0 0 0 0 1",
    "empty": "",
    "word": "0 0 0 w",
    "overflow": "1e400 0 0 1",
    "tab": "0\t0 0 1",
    "blanks": "  0 0  0 1 ",
    "trailing line feed": "0 0 0 1\n",
}


def _quaternion(value: str, rpy: str | None, owner: str, version: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str | None:
        joint = owner == "joint"
        found = [e for e in doc.named("origin") if (e.owner == "joint") == joint]
        if not found:
            return None
        extra = "" if rpy is None else f' rpy="{rpy}"'
        element = random.choice(found)
        new = f'<origin xyz="0 0 1" quat_xyzw="{value}"{extra}/>'
        return with_version(doc.splice(element.start, element.end, new), version)

    return apply


for _version_text in ("1.0", "1.1", "1.2"):
    for _owner in ("joint", "link"):
        for _name, _value in QUATERNIONS.items():
            register(
                "quaternion",
                f"{_owner}: {_name} in {_version_text}",
                _quaternion(_value, None, _owner, _version_text),
                any_version=False,
            )
        for _name, _rpy in {"rpy": "0 0 1", "empty rpy": "", "bad rpy": "0 0"}.items():
            for _name2, _value in (("unit", "0 0 0 1"), ("empty", "")):
                register(
                    "quaternion",
                    f"{_owner}: {_name2} with {_name} in {_version_text}",
                    _quaternion(_value, _rpy, _owner, _version_text),
                    any_version=False,
                )
