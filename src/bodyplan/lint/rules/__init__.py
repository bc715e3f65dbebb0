"""The rules of the linter: a folder for each subject, a module for each group of related rules."""

import os
from importlib import import_module

FOLDERS = tuple(
    sorted(name for name in os.listdir(__path__[0]) if name[0].isalpha() and "." not in name)
)
"""The folders of rules: for one format, for any file ("document"), for any robot ("robot") etc."""


def load(folder: str) -> None:
    """Load the rules of a folder, which register themselves."""
    for file in sorted(os.listdir(os.path.join(__path__[0], folder))):
        name, _, ending = file.partition(".")
        if ending == "py" and not name.startswith("_"):
            import_module(f"{__name__}.{folder}.{name}")
