"""Files of meshes and pictures, which a robot description refers to or the user specifies."""

from __future__ import annotations

import os

from bodyplan.files.opener import File
from bodyplan.resources import Resources

Place = str | os.PathLike[str] | File
"""A file that a description refers to, or a path from the user."""


def as_file(place: Place) -> File:
    """Return a ``File``, which can read a file and the files that it refers to.

    Args:
        place: a file that a description refers to, or a path from the user.
    """
    return place if isinstance(place, File) else Resources().typed(place)
