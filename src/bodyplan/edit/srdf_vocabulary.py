"""Words in names of links and joints that indicate the limb, the side, or the part of a hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

Kind = Literal["arm", "leg", "head", "torso", "finger", "wheel", "rotor"]
"""The kind of a limb."""

_KINDS: dict[Kind, str] = {
    "arm": "arm forearm shoulder elbow wrist manipulator",
    "leg": "leg hip thigh calf shin shank knee ankle foot toe haa hfe kfe tibia femur coxa",
    "head": "head neck gaze skull",
    "torso": "torso waist spine trunk chest lumbar thorax thoracic abdomen column",
    "finger": (
        "finger fingertip thumb jaw knuckle claw pinky proximal distal metacarpal phalanx"
        " gripper hand grasp"
    ),
    "wheel": "wheel caster castor tire tyre track",
    "rotor": "rotor propeller prop thruster",
}
_WORDS: dict[str, Kind] = {
    word: kind for kind, words in _KINDS.items() for word in words.split(" ")
}
_WHOLE_HAND = {"gripper", "hand", "grasp"}
"""Words for the whole hand: a link with such a name may be the palm."""
_ONE_OF_SEVERAL = {"index", "middle", "ring", "little"}
"""Words that name a finger only if the names of other fingers of the hand occur as well."""
_SINGLE_FINGERS = _ONE_OF_SEVERAL | {"thumb", "pinky"}
_FINGERS = {
    "ff": "first_finger",
    "mf": "middle_finger",
    "rf": "ring_finger",
    "lf": "little_finger",
    "th": "thumb",
}
"""The codes of fingers in the joint names of several hands: FFJ3, THJ1."""
_FINGER_CODE = re.compile(
    r"(?:^|_)(ff|mf|rf|lf|th)_?(?:j\d|knuckle|proximal|middle|distal|tip|base|hub|metacarpal)"
)
_WRIST = {"wrist", "roll", "pitch", "yaw", "rotation", "rotate", "twist", "swivel", "flex"}
"""Words in names of joints that rotate a hand as a whole."""
_LONGEST = 200
"""Maximum number of characters of a name that are used."""
_ENDINGS = ("arm", "leg", "foot", "head", "finger", "hand", "gripper", "wheel")
"""Words that occur at the end of another word: forearm, upperleg, robothand."""

_SIDES = {"left": "left", "right": "right", "l": "left", "r": "right"}
_ENDS = {
    "front": "front", "rear": "rear", "back": "back", "hind": "hind", "mid": "middle",
    "middle": "middle", "f": "front", "b": "back", "h": "hind", "m": "middle",
}  # fmt: skip
_CODES = {"rl": ("rear", "left"), "lr": ("rear", "left"), "rr": ("rear", "right")}
"""Codes in which r means rear, although it usually means right."""
_NOISE = {"link", "joint", "frame", "body", "fix", "fixed", "mount", "to", "j"}

Position = tuple[str, str]
"""The position of a limb: an end (front, rear, back, hind, middle) and a side, each optional."""


@lru_cache(maxsize=10_000)
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case, separated by punctuation, digits and capitals."""
    found: list[str] = []
    for run in re.findall(r"[^\W\d_]+|\d+", name[:_LONGEST]):
        parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", run) if run.isascii() else ()
        for part in parts or (run,):
            found += _parted(part.lower())
    return tuple(found)


def _parted(word: str) -> tuple[str, ...]:
    """Split a side from the beginning of a word: leftfinger, rarm."""
    if word in _WORDS:
        return (word,)
    for side in ("left", "right", "front", "rear", "l", "r"):
        rest = word.removeprefix(side)
        if rest != word and (rest in _WORDS or (rest and len(side) > 1)):
            return (side, rest)
    return (word,)


def kind_of_word(word: str) -> Kind | None:
    """Return the limb that a word indicates; forearm and upperleg are arm and leg."""
    if word not in _WORDS:
        word = next((ending for ending in _ENDINGS if word.endswith(ending)), word)
    return _WORDS.get(word)


def kinds_of(name: str) -> list[Kind]:
    """Return the limbs that a name indicates, in the order of its words, each once."""
    found = (kind_of_word(word) for word in words_of(name))
    return list(dict.fromkeys(kind for kind in found if kind is not None))


def speaks_of(name: str, *kinds: Kind) -> bool:
    """Return whether a name indicates one of these limbs."""
    return any(kind in kinds for kind in kinds_of(name))


def finger_name(names: Iterable[str]) -> str:
    """Return the name of the finger that names indicate: thumb, index, first_finger; else empty."""
    counts = Counter(name for name in map(_finger_in, names) if name)
    return counts.most_common(1)[0][0] if counts else ""


def _finger_in(name: str) -> str:
    code = _FINGER_CODE.search(name.lower())
    if code is not None:
        return _FINGERS[code[1]]
    return next((word for word in words_of(name) if word in _SINGLE_FINGERS), "")


def is_finger(joint: str, child: str) -> bool:
    """Return whether the names of a joint and its child indicate a finger, not a whole hand."""
    if _FINGER_CODE.search(joint.lower()):
        return True
    words = words_of(joint)
    named = {word for word in words if kind_of_word(word) == "finger"}
    if named - _WHOLE_HAND:
        return True
    if not _WRIST.isdisjoint(words):
        return False
    parts = {word for word in words_of(child) if kind_of_word(word) == "finger"}
    return bool(named or parts - _WHOLE_HAND)


def finger_words(joint: str, child: str) -> set[str]:
    """Return the words of the names that indicate one of several fingers: index, ring."""
    words = {*words_of(joint), *words_of(child)}
    return words & _ONE_OF_SEVERAL if "wrist" not in words else set()


def is_hand(link: str) -> bool:
    """Return whether the name of a link is that of a hand or its palm."""
    return speaks_of(link, "finger") or "palm" in words_of(link)


# Places


def position_of(common: Iterable[str]) -> Position:
    """Return the position of a limb, by the words that all its names have in common."""
    end = side = ""
    for word in common:
        if word in _SIDES or word in _ENDS:
            side, end = side or _SIDES.get(word, ""), end or _ENDS.get(word, "")
        elif len(word) == 2:
            first, second = _code(word)
            side, end = side or second, end or first
    return end, side


def placed(name: str) -> tuple[Position, tuple[str, ...]]:
    """Return the position of a link, joint or group by its name, and the other words of the name."""
    words = words_of(name)
    return position_of(words), tuple(word for word in words if not is_place(word))


def is_place(word: str) -> bool:
    """Return whether a word of a name indicates a position: left, rear, l, lf."""
    return word in _SIDES or word in _ENDS or (len(word) == 2 and any(_code(word)))


def _code(word: str) -> Position:
    """Return the position that two letters indicate: lf, fl, rh, hr, rl; rr is rear right."""
    if word in _CODES:
        return _CODES[word]
    one, other = word[0], word[1]
    if one in _SIDES and other in _ENDS:
        return _ENDS[other], _SIDES[one]
    if one in _ENDS and other in _SIDES:
        return _ENDS[one], _SIDES[other]
    return "", ""


def is_spelled(position: Position, common: Iterable[str]) -> bool:
    """Return whether a position is written in full, and so is reliable for a single limb."""
    return {word for word in position if word} <= set(common)


def plain(words: Iterable[str], besides: Iterable[str] = ()) -> str:
    """Join words to a name, without words such as link and joint, and those in ``besides``."""
    left = _NOISE.union(besides)
    return "_".join(word for word in words if word not in left)
