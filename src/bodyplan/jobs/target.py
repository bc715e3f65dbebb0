"""Names of formats and versions in user input."""

from __future__ import annotations

import re
from typing import NamedTuple

from bodyplan.conversion.direction import writable_formats
from bodyplan.core.names import near
from bodyplan.formats import urdf
from bodyplan.formats.registry import FORMATS
from bodyplan.formats.sdf.upgrade import TARGETS, VERSIONS, require_target
from bodyplan.spec import parse_version

LATEST = "{}.{}".format(*VERSIONS[-1])
"""The newest version of SDFormat."""
_TARGET = re.compile(r"([a-z]*?)(?:ormat)?[ -]?(\d+(?:\.\d+)?)?", re.IGNORECASE)


class Target(NamedTuple):
    """A format and its version; if the version is empty, the conversion chooses it."""

    format: str
    version: str = ""


def format_of_ending(path: str) -> str:
    """Return the format for the suffix of a file name; empty for an unknown suffix."""
    known = (one.name for one in FORMATS.values() if path.lower().endswith(one.endings))
    return next(known, "")


def target_of(to: str) -> Target:
    """Return the format and version for a word such as "sdf1.9", or for a file name.

    Raises:
        ValueError: the format or version is unknown, or can only be read.
    """
    named = format_of_ending(to)
    if named:
        return Target(named)
    match = _TARGET.fullmatch(to)
    formats = writable_formats()
    name = "" if match is None else match[1].lower()
    if match is not None and match[2]:
        name = name or "sdf"
    if match is None or name not in formats:
        similar = near(name, formats, limit=1)
        hint = f"; did you mean {similar[0]!r}?" if similar else ""
        raise ValueError(
            f"unknown format {to!r}; expected {', '.join(formats)}, or a format with a version "
            f"such as sdf{LATEST}{hint}"
        )
    version = match[2] or ""
    versions, title = {"sdf": VERSIONS, "urdf": urdf.VERSIONS}.get(name), FORMATS[name].title
    if version and versions is None:
        raise ValueError(f"{title} has no versions, got {to!r}; use {name!r}")
    if version and versions and parse_version(version) not in versions:
        possible = TARGETS if name == "sdf" else versions
        listed = ", ".join(f"{name}{major}.{minor}" for major, minor in possible)
        raise ValueError(f"unknown {title} version {version}; expected one of {listed}")
    if version and name == "sdf":
        require_target(version)
    return Target(name, version)
