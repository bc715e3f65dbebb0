"""Hostile SDFormat files end soon, take little memory, and open nothing outside of their folder."""

from __future__ import annotations

import re

import pytest

from tests.hostile.runs import assert_harmless, noting, run
from tests.hostile.sdformat import BOMBS, CODES

VERBS = {
    "check it for services": ("check", "IN", "--format", "sarif"),
    "check a folder": ("check", "FOLDER", "--format", "concise", "--jobs", "1"),
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
    "a circle of 3 models",
    "includes that lead out of the folders",
    "includes of odd names",
    "model.configs that are none",
    "10,000 models in each other",
    "names with 300,000 colons",
    "poses that are no numbers to reckon with",
    "a root <gazebo>",
    "NUL bytes",
    "names with escape sequences",
)
"""Every second verb is run on the first of these, the other verbs on the next, and so on."""
CIRCLE = "a circle of 500 models"
ITSELF = "a model that includes itself 10,000 times"
GROWING = "12 models that each include the next 10 times"
ALL = "50 models that each include all"
MISSING = "10,000 includes of one missing model"
FUEL = "10,000 includes of models of Fuel"
PLUGINS = "2,000 includes of a model of 20,000 plugins"
SHAPES = "2,000 includes of a link of 20,000 shapes"
HEAVY = "20 models of 140,000 elements each"
PARAMS = "20,000 params of an include"
CHAIN = "5,000 frames relative to the next"
ATTACHED = "10,000 frames attached to the next"
NOWHERE = "5,000 frames relative to what is not there"
FLAT = "10,000 names in 10,000 flat models, of version 1.7"
AXES = "4,000 axes of version 1.4"
STATES = "a state of 8,000 models"
MERGED = "one model that is merged 10,000 times"
LINKS = "20,000 links"
MORE_LINKS = "20,000 links, many of them with a mass"
JOINTS = "8,000 joints into one link"
TEXTURES = "2,000 textures that are not there"
OLD = "old names that are all taken"
ROADS = "roads, populations and states"
LARGE = {
    "check it for services": (NOWHERE, TEXTURES),
    "check a folder": (CIRCLE, GROWING, ALL, ROADS),
    "tell the verdict of the reference": (ITSELF, GROWING, HEAVY, CHAIN, OLD),
    "show it": (PLUGINS, SHAPES, LINKS),
    "print its facts": (ITSELF, ALL, MERGED, MORE_LINKS),
    "draw it": (GROWING, JOINTS),
    "fix it": (FUEL, NOWHERE, "8,000 tags that are nearly right"),
    "lay it out": (STATES, FLAT),
    "rename a link": (ITSELF, CHAIN, FLAT),
    "rename a joint": (JOINTS, AXES),
    "look for its files": (MISSING, TEXTURES),
    "list its files": (FUEL,),
    "bundle it": (MERGED, GROWING, TEXTURES),
    "convert it to the newest": (AXES, FLAT, ATTACHED, OLD),
    "convert it to an old one": (CHAIN, NOWHERE, STATES),
    "convert it to the oldest": (CHAIN, ROADS),
    "tell its frames": (ITSELF, ALL, MERGED, PARAMS, CHAIN, ATTACHED, OLD),
    "load it": (HEAVY,),
}
"""What a verb is run on besides: files that are large in what this verb looks at."""
SHOW_CONTENT = ("--diff", "fix")


def answer_to(words, folder, place):
    names = {"IN": folder / "m.sdf", "FOLDER": folder, "BUNDLE": place / "bundle.zip"}
    return run([str(names.get(word, word)) for word in words], place, folder, place)


def verbs_for(name):
    """The verbs that meet a file, besides the check."""
    half = [*VERBS][SMALL.index(name) % 2 :: 2] if name in SMALL else []
    return [verb for verb in VERBS if verb in half or name in LARGE.get(verb, ())]


def test_every_file_that_verbs_are_run_on_is_there():
    assert {*SMALL, *(name for large in LARGE.values() for name in large)} <= set(BOMBS)
    assert set(LARGE) <= set(VERBS)


@pytest.mark.long(keep=7)
@pytest.mark.parametrize("name", BOMBS)
def test_a_hostile_file_does_no_harm_and_nothing_outside_is_opened(name, folder, tmp_path):
    BOMBS[name]().write(folder)
    answer = answer_to(("check", "IN", "--json"), folder, tmp_path)
    assert_harmless(answer)
    codes = set(re.findall(r'"code": "([A-Z]\d+)"', answer.out))
    if name in CODES:
        assert CODES[name] in codes
    else:
        assert answer.status == 0, codes
    for verb in verbs_for(name):
        words = VERBS[verb]
        with noting(verb):
            answer = answer_to(words, folder, tmp_path)
            shows_content = any(word in SHOW_CONTENT for word in words)
            assert_harmless(answer, shows_content=shows_content)
