"""Prints the requirements of a dependency group of ``pyproject.toml``, one a line.

``python tools/requirements.py dev | pip install -r /dev/stdin``: pip knows groups itself only from
version 25.1 on, and a virtual environment often holds an older one.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def requirements(groups: dict[str, list[Any]], name: str) -> list[str]:
    """The requirements of a group, those of the groups it includes in their place."""
    found: list[str] = []
    for entry in groups[name]:
        if isinstance(entry, str):
            found.append(entry)
        else:
            found += requirements(groups, entry["include-group"])
    return found


if __name__ == "__main__":
    declared = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["dependency-groups"]
    for word in sys.argv[1:]:
        print("\n".join(requirements(declared, word)))
