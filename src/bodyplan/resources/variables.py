"""The environment variables that say where packages and models are.

Sources: rospack (ROS_PACKAGE_PATH), ament_index_python (AMENT_PREFIX_PATH), colcon and CMake
(prefix paths), gz-sim and gz-common (GZ_SIM_RESOURCE_PATH, GZ_FILE_PATH and the IGN_ names before),
Gazebo classic (GAZEBO_MODEL_PATH, GAZEBO_RESOURCE_PATH), libsdformat SDF.cc (SDF_PATH).
"""

from __future__ import annotations

import os
from collections.abc import Mapping

TREES = ("ROS_PACKAGE_PATH",)
"""Folders that are a package, or hold packages at any depth."""
PREFIXES = ("AMENT_PREFIX_PATH", "COLCON_PREFIX_PATH", "CMAKE_PREFIX_PATH")
"""Install spaces: packages lie in share/NAME, or in NAME/share/NAME where they are isolated."""
MODELS = (
    "GZ_SIM_RESOURCE_PATH",
    "IGN_GAZEBO_RESOURCE_PATH",
    "GAZEBO_MODEL_PATH",
    "SDF_PATH",
    "GZ_FILE_PATH",
    "IGN_FILE_PATH",
)
"""Folders that hold a folder for each model or package."""
FILES = ("GAZEBO_RESOURCE_PATH",)
"""Folders that hold files under relative names, such as media/materials."""

VARIABLES = (*TREES, *PREFIXES, *MODELS, *FILES)
"""All of them, in the order in which they are looked at."""

_MOST_ENTRIES = 1_000  # of one variable; an isolated install of a whole distribution has 400


def entries(environment: Mapping[str, str], variable: str) -> tuple[str, ...]:
    """Return the folders that a variable lists, absolute, each once."""
    words = environment.get(variable, "").split(os.pathsep, _MOST_ENTRIES)[:_MOST_ENTRIES]
    return tuple(dict.fromkeys(os.path.abspath(word) for word in words if word.strip()))


def relevant(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the part of an environment that look-ups depend on."""
    names = (*VARIABLES, "HOME", "USERPROFILE")
    return {name: environment[name] for name in names if environment.get(name)}
