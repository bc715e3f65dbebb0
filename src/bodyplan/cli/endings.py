"""The format of an output file, from the suffix of its name."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from bodyplan.cli.errors import UserError
from bodyplan.cli.output import is_standard_output, write_output
from bodyplan.report.pictures.image import PictureError, PictureFormat, convert_svg

PICTURES: dict[str, PictureFormat] = {".svg": "svg", ".png": "png", ".pdf": "pdf"}
"""Formats of pictures, by file extension."""
_ANY = ".txt"
"""The file extension that every text format may have."""


def output_format(
    target: str | None, formats: Mapping[str, str], chosen: str | None, default: str
) -> str:
    """Return the format of an output.

    Args:
        target: the file; None or "-" for standard output.
        formats: the known formats, by file extension.
        chosen: the format that an option requests; None without such an option.
        default: the format if neither an option nor the file extension determines it.

    Raises:
        UserError: the ending is unknown, or contradicts the option.
    """
    if target is None or is_standard_output(target):
        return chosen or default
    ending = Path(target).suffix.lower()
    form = formats.get(ending)
    if chosen is not None:
        if form not in {chosen, None} and ending != _ANY:
            raise UserError(f"-o {target}: {ending} means {form}, but an option requests {chosen}")
        return chosen
    if form is not None:
        return form
    if not ending:
        return default
    known = ", ".join(formats)
    raise UserError(f"-o {target}: unknown ending {ending!r}; known endings are {known}")


def write_picture(svg: str, form: str, arguments: argparse.Namespace) -> None:
    """Write a picture to the file that ``-o`` names.

    Args:
        svg: the picture.
        form: one of the formats of ``PICTURES``.
        arguments: the arguments of the verb.

    Raises:
        UserError: the format needs a package that is not installed.
        WriteError: the file cannot be written.
    """
    write_output(picture_bytes(svg, form), arguments)


def picture_bytes(svg: str, form: str) -> bytes:
    """Return a picture in a format.

    Raises:
        UserError: the format needs a package that is not installed.
    """
    try:
        return convert_svg(svg, next(one for one in PICTURES.values() if one == form))
    except PictureError as error:
        raise UserError(str(error)) from None
