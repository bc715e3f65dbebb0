"""The environment variables with the folders of packages and models.

Sources: rospack (ROS_PACKAGE_PATH), ament_index_python (AMENT_PREFIX_PATH), colcon and CMake
(prefix paths), gz-sim and gz-common (GZ_SIM_RESOURCE_PATH, GZ_FILE_PATH, and their older names with
IGN_), Gazebo classic (GAZEBO_MODEL_PATH, GAZEBO_RESOURCE_PATH), libsdformat SDF.cc (SDF_PATH).
"""

from __future__ import annotations

import os
from collections.abc import Mapping

TREES = ("ROS_PACKAGE_PATH",)
"""Folders that are packages, or contain packages at any depth."""
PREFIXES = ("AMENT_PREFIX_PATH", "COLCON_PREFIX_PATH", "CMAKE_PREFIX_PATH")
"""Install spaces: package NAME is in share/NAME, or in NAME/share/NAME of an isolated install
space.
"""
MODELS = (
    "GZ_SIM_RESOURCE_PATH",
    "IGN_GAZEBO_RESOURCE_PATH",
    "GAZEBO_MODEL_PATH",
    "SDF_PATH",
    "GZ_FILE_PATH",
    "IGN_FILE_PATH",
)
"""Folders that contain a folder for each model or package."""
FILES = ("GAZEBO_RESOURCE_PATH",)
"""Folders to which relative paths refer, such as media/materials."""

VARIABLES = (*TREES, *PREFIXES, *MODELS, *FILES)
"""All these variables, in the order of the search."""

# limit on the entries of one variable; an isolated install of a whole distribution has 400
_MOST_ENTRIES = 1_000


def entries(environment: Mapping[str, str], variable: str) -> tuple[str, ...]:
    """Return the folders that a variable lists, absolute, each once."""
    words = environment.get(variable, "").split(os.pathsep, _MOST_ENTRIES)[:_MOST_ENTRIES]
    return tuple(dict.fromkeys(os.path.abspath(word) for word in words if word.strip()))


def relevant(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables that affect the search."""
    names = (*VARIABLES, "HOME", "USERPROFILE")
    return {name: environment[name] for name in names if environment.get(name)}
