"""Hostile SDFormat files end soon, take little memory, and open nothing outside of their folder."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.hostile.runs import assert_harmless, run
from tests.hostile.sdformat import BOMBS, CODES, FRAMES

SECONDS = 3.0
"""Less than others may take: the files are so large that what grows with the square takes more."""
VERBS = {
    "check it for services": ("check", "IN", "--format", "sarif"),
    "check a folder": ("check", "FOLDER", "--format", "concise"),
    "tell the verdict of the reference": ("check", "IN", "--profile", "libsdformat", "--json"),
    "show it": ("show", "IN"),
    "print its facts": ("show", "IN", "--json"),
    "draw it": ("show", "IN", "--graph", "dot"),
    "fix it": ("fix", "IN", "--unsafe", "--diff"),
    "lay it out": ("fmt", "IN", "--check"),
    "rename a link": ("rename", "link", "l", "QQQ", "IN", "--diff"),
    "rename a joint": ("rename", "joint", "j0", "QQQ", "IN", "--check"),
    "look for its files": ("where", "IN"),
    "list its files": ("where", "IN", "--json"),
    "bundle it": ("bundle", "IN", "-o", "BUNDLE"),
    "convert it to the newest": ("convert", "IN", "--to", "sdf1.12", "--diff"),
    "convert it to an old one": ("convert", "IN", "--to", "sdf1.6", "--diff"),
    "convert it to the oldest": ("convert", "IN", "--to", "sdf1.0", "--check", "--json"),
    "tell its frames": ("frames", "IN"),
    "load it": ("load", "IN"),
}
SMALL = (
    "a model that merges itself",
    "a circle of 3 models",
    "includes that lead out of the folders",
    "includes of odd names",
    "model.configs that are none",
    "10,000 models in each other",
    "2 frames attached to each other",
    "names with 300,000 colons",
    "poses that are no numbers to reckon with",
    "a root <gazebo>",
    "UTF-16",
    "NUL bytes",
    "a file that breaks off in a name",
    "names with escape sequences",
)
"""What every verb is run on."""
