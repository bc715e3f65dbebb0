"""The page of what each conversion keeps and loses: made from the tables that the code uses."""

from __future__ import annotations

from collections.abc import Iterator

from tools.conversion_cases import cases, outcome

from bodyplan.conversion.direction import writable_formats
from bodyplan.conversion.loss import Dropped, Fields
from bodyplan.conversion.mjcf import _fields as mjcf_fields
from bodyplan.conversion.sdf import _fields as sdf_fields
from bodyplan.conversion.urdf import from_urdf
from bodyplan.spec import spec_of

_TITLES = {"urdf": "URDF", "sdf": "SDFormat", "mjcf": "MJCF"}
_HEAD = """\
# Conversion tables

What of each format enters the robot model, and what of the robot model each format can say. A conversion is one of the first three tables, then the last; [`bodyplan convert`](../guide/converting.md) lists what is lost in your file. This page is made from the tables that the conversions use; tests set every field and look for it in the result or in the losses.

Some of what the robot model has no place for goes another way: `<gazebo>` blocks and sensors into SDFormat and back, and extensions of vendors into MJCF.
"""


def conversion_page() -> str:
    """Return the page."""
    parts = [_HEAD]
    parts += ["## From URDF\n", *_declared(from_urdf.KEEPS, from_urdf.DROPPED)]
    parts += ["## From SDFormat\n", *_declared(sdf_fields.KEEPS, sdf_fields.DROPPED)]
    parts += ["## From MJCF\n", *_mjcf()]
    parts += ["## From the robot model\n", *_written()]
    return "\n".join(parts)


def _declared(keeps: Fields, dropped: Dropped) -> Iterator[str]:
    yield "| Element | Enters the robot | Dropped |\n| --- | --- | --- |"
    for cls, fields in keeps.items():
        names = {name: field.xml or name for name, field in spec_of(cls).by_name.items()}
        reasons: dict[str, list[str]] = {}
        for field, _, reason in dropped.get(cls, ()):
            reasons.setdefault(reason, []).append(names.get(field, field))
        kept = _code(names.get(field, field) for field in fields.split())
        yield f"| `<{cls.TAG}>` | {kept} | {_lost(reasons)} |"
    yield ""


def _mjcf() -> Iterator[str]:
    yield "MuJoCo resolves classes, orientations and the settings of its compiler.\n"
    yield "| Element | Enters the robot |\n| --- | --- |"
    for tag, fields in mjcf_fields.KEEPS.items():
        section, _, name = tag.rpartition("/")
        inside = f" in `<{section}>`" if section else ""
        if fields:
            yield f"| `<{name}>`{inside} | {_code(fields.split())} |"
    reasons: dict[str, list[str]] = {}
    for tag, reason in mjcf_fields.WHOLE.items():
        reasons.setdefault(reason, []).append(f"<{tag}>")
    for name, reason in mjcf_fields.DROPS.items():
        reasons.setdefault(reason, []).append(name)
    yield "\n| Dropped | Reason |\n| --- | --- |"
    for reason, names in reasons.items():
        yield f"| {_code(names)} | {reason} |"
    yield f"| other attributes | {mjcf_fields.NOT_SUPPORTED} |\n"


def _written() -> Iterator[str]:
    targets = [one for one in _TITLES if one in writable_formats()]
    yield f"| Field | {' | '.join(_TITLES[one] for one in targets)} |"
    yield f"| --- |{' --- |' * len(targets)}"
    for cls, field, before, after in cases():
        columns = []
        for target in targets:
            found = outcome(before, after, field, target)
            texts = dict.fromkeys(one.partition(": ") for one in found.losses)
            losses = "; ".join(f"{head.partition(' ')[0]}: {reason}" for head, _, reason in texts)
            columns.append(losses or "kept")
        yield f"| `{cls.__name__}.{field}` | {' | '.join(columns)} |"
    yield ""


def _code(names: Iterator[str] | list[str]) -> str:
    return " ".join(f"`{name}`" for name in names if name)


def _lost(reasons: dict[str, list[str]]) -> str:
    return "; ".join(f"{_code(names)}: {reason}" for reason, names in reasons.items())
