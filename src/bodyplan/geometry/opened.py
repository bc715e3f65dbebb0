"""Files of meshes and pictures, which a description or the user names."""

from __future__ import annotations

import os

from bodyplan.files.opener import File
from bodyplan.resources import Resources

Place = str | os.PathLike[str] | File
"""A file, or a path that the user named."""


def as_file(place: Place) -> File:
    """Return a file, from which it and the files that it names can be read.

    Args:
        place: a file that a description names, or a path that the user named.
    """
    return place if isinstance(place, File) else Resources().typed(place)
