"""Files of meshes and pictures: those that a description names, and those that the user names."""

from __future__ import annotations

import os

from bodyplan.files.opener import File
from bodyplan.resources import Resources

Place = str | os.PathLike[str] | File
"""A file, or the path of one that the user named."""


def as_file(place: Place) -> File:
    """Return a file, for reading it and what it names.

    Args:
        place: a file that a description names, or a path that the user named.
    """
    return place if isinstance(place, File) else Resources().typed(place)
