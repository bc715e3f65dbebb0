"""File name patterns such as ``*.urdf`` on a command line, and the folders of inputs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from bodyplan.cli.errors import UserError
from bodyplan.formats.source import MODEL_MANIFEST

WILD = "*?["
"""The characters that make a word a pattern."""


def is_pattern(word: str) -> bool:
    """Return whether a word is a pattern, and not the name of a file."""
    return any(sign in word for sign in WILD) and not os.path.lexists(word)


def folder_of(path: str, real: str, words: Sequence[str]) -> str:
    """Return the input folder that contains a file; empty if the user named the file itself.

    The folder of a pattern is the part before its first wildcard; that of a ``model.config`` is the
    folder that contains it.

    Args:
        path: path of the file.
        real: its real path, without symbolic links.
        words: the inputs as the user named them.

    Raises:
        UserError: a symbolic link leads out of the folder.
    """
    folders: list[str] = []
    for word in words:
        if os.path.abspath(word) == os.path.abspath(path):
            return ""
        if os.path.isdir(word):
            folders.append(word)
        elif os.path.basename(word) == MODEL_MANIFEST:
            folders.append(os.path.dirname(word) or os.curdir)
        elif is_pattern(word):
            folders.append(fixed_folder(word))
    for folder in folders:
        if Path(real).is_relative_to(os.path.realpath(folder)):
            return folder
    if folders:
        raise UserError(
            f"cannot write {path}: a link leads to {real}, outside of the folder {folders[0]}; "
            f"name that file to change it"
        )
    return ""


def fixed_folder(pattern: str) -> str:
    """Return the folder before the first part of a pattern with a wildcard."""
    parts = pattern.split("/")
    first = next(i for i, part in enumerate(parts) if any(c in part for c in WILD))
    return "/".join(parts[:first]) or ("/" if first else ".")
