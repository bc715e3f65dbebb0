"""Conversion of a description to another version of its format."""

from __future__ import annotations

import re

from bodyplan.conversion.sdf_versions import to_version
from bodyplan.formats.sdf.upgrade import VERSIONS, Converted, parse_version
from bodyplan.project.source import Source, document_from

_TARGET = re.compile(r"(?:sdf(?:ormat)?[ -]?)?(\d+\.\d+)|sdf(?:ormat)?", re.IGNORECASE)


def convert(source: Source, to: str) -> Converted:
    """Convert an SDFormat file to a newer or older version of SDFormat. Nothing is written.

    Args:
        source: a document, or what ``read`` accepts.
        to: the version, such as "sdf1.9"; "sdf" for the latest one.

    Returns:
        The document, the changes and the losses: ``convert(...).document.save(path)`` writes it.

    Raises:
        InputError: the source cannot be opened.
        ValueError: the version is unknown.
        EditError: the file is not SDFormat, is not well-formed, or has an unknown version.
    """
    return to_version(document_from(source), target_version(to))


def target_version(to: str) -> str:
    """Return the version that a target such as "sdf1.9" or "sdf" names.

    Raises:
        ValueError: it is another format, or not a version of SDFormat.
    """
    known = ", ".join(f"sdf{major}.{minor}" for major, minor in VERSIONS)
    match = _TARGET.fullmatch(to)
    if match is None:
        raise ValueError(f"unknown format {to!r}; expected sdf or one of {known}")
    if match[1] is None:  # the latest
        return "{}.{}".format(*VERSIONS[-1])
    if parse_version(match[1]) is None:
        raise ValueError(f"unknown SDFormat version {match[1]}; expected one of {known}")
    return match[1]
