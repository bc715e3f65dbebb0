"""Names of limbs and hands, derived from the names of their links and joints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bodyplan.edit._srdf_anatomy import Anatomy, Body, Hand, Limb
from bodyplan.edit.srdf_vocabulary import (
    Position,
    finger_name,
    is_spelled,
    kind_of_word,
    plain,
    position_of,
    words_of,
)

_FEW = 3
"""The largest number of joints of a limb that is named after all its joints, such as pan_tilt."""
_TIP_WORDS = ("tool0", "tcp", "eef", "ee", "effector", "tool", "flange", "tip")
_TIPS = {
    "arm": _TIP_WORDS,
    "leg": ("sole", "foot", "toe", "contact", "tip"),
    "finger": ("tip", "fingertip"),
    "": ("tip",),
}
"""Words that identify the frame at the end of a limb, by kind of limb, best first."""


class SrdfNames:
    """Generates unique names.

    Args:
        taken: names that are in use.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._last: dict[str, int] = {}

    def give(self, name: str) -> str:
        """Return this name, with a number appended if it is in use."""
        free, number = name, self._last.get(name, 1)
        while free in self._taken:
            number += 1
            free = f"{name}_{number}"
        self._taken.add(free)
        self._last[name] = number
        return free


def limb_names(anatomy: Anatomy, names: SrdfNames) -> dict[Limb, str]:
    """Return a name for each limb: arm, left_arm, front_left_leg, arm_2, pan_tilt."""
    found: dict[Limb, str] = {}
    robot_words = _robot_words(anatomy)
    kinds = dict.fromkeys(limb.kind for limb in anatomy.limbs)
    for kind in kinds:
        limbs = [limb for limb in anatomy.limbs if limb.kind == kind]
        if kind is None or kind == "finger":
            made = [_own_name(limb, robot_words) for limb in limbs]
            if kind == "finger":
                made = _fingers_told_apart(limbs, made)
        else:
            made = [f"{where}{kind}{number}" for where, number in _told_apart(limbs)]
        found.update(zip(limbs, (name or "chain" for name in made), strict=True))
    return {limb: names.give(found[limb]) for limb in anatomy.limbs}


def finger_names(hand: Hand, name: str, names: SrdfNames) -> dict[Limb, str]:
    """Return the usual finger names, such as left_thumb; empty if a finger is unknown."""
    limbs = hand.limbs()
    made = list(map(_usual_name, limbs))
    if len(made) < _FEW or not all(made) or len(set(made)) < len(made):
        return {}
    side = name.removesuffix("hand").removesuffix("gripper")
    return {limb: names.give(f"{side}{one}") for limb, one in zip(limbs, made, strict=True)}


def _fingers_told_apart(limbs: Sequence[Limb], otherwise: Sequence[str]) -> list[str]:
    """Return distinct names for all fingers: usual names, or own names, or numbers."""
    usual = list(map(_usual_name, limbs)) if len(limbs) > 1 else [""]
    for made in (usual, otherwise):
        if all(made) and len(set(made)) == len(made):
            return list(made)
    return [f"finger_{i + 1}" for i in range(len(limbs))] if len(limbs) > 1 else ["finger"]


def _usual_name(finger: Limb) -> str:
    return finger_name(name for body in finger.bodies for name in body.names)


def hand_names(anatomy: Anatomy, limbs: dict[Limb, str], names: SrdfNames) -> dict[Hand, str]:
    """Return a name for each hand: gripper or hand, with the side or number of its arm."""
    found: dict[Hand, str] = {}
    arms = {limb.hand: limb for limb in anatomy.limbs if limb.hand is not None}
    for hand in anatomy.hands:
        word, arm = _hand_word(hand), arms.get(hand)
        name = word
        if arm is not None and len(anatomy.hands) > 1:
            parts = [part for part in limbs[arm].split("_") if part != arm.kind]
            sides = [part for part in parts if not part.isdigit()]
            name = "_".join([*sides, word, *(part for part in parts if part.isdigit())])
        elif arm is not None and limbs[arm].startswith(("left_", "right_")):
            name = f"{limbs[arm].partition('_')[0]}_{word}"
        found[hand] = names.give(name)
    return found


def tip_link(limb: Limb) -> tuple[str, bool]:
    """Return the link at the end of a limb, and whether it was chosen by its name.

    It is the link to which the hand is attached; otherwise a link with the name of a tool, a foot
    or a tip; otherwise the last link that a joint moves.
    """
    if limb.hand is not None:
        return limb.hand.parent_link, False
    links = limb.end.links
    for word in _TIPS.get(limb.kind or "", _TIPS[""]):
        for link in links:
            words = words_of(link)
            if word in words or word in link.lower().split("_"):
                return link, link != links[0]
    return links[0], False


def _hand_word(hand: Hand) -> str:
    """Return "gripper" or "hand": the word in more names; in a tie, by the number of fingers."""
    if hand.is_gripper and not hand.parent_link:
        return "gripper"
    words = [w for name in _names_of(hand) for w in words_of(name)]
    grippers = sum(word.endswith("gripper") or word == "jaw" for word in words)
    hands = sum(word.endswith("hand") or word in {"thumb", "pinky"} for word in words)
    if grippers == hands:
        return "hand" if len(hand.fingers) > 2 else "gripper"
    return "gripper" if grippers > hands else "hand"


def _names_of(hand: Hand) -> Iterable[str]:
    return (*hand.links, *(joint.name for joint in hand.joints))


# Distinguishing words for limbs of the same kind


def _told_apart(limbs: Sequence[Limb]) -> list[tuple[str, str]]:
    """Return the words that distinguish limbs of one kind, such as ("left_", "") or ("", "_2").

    The first word precedes the kind in the name of the limb, the second follows it.
    """
    common = [_common_words(limb) for limb in limbs]
    places = [_position(words) for words in common]
    if len(limbs) == 1:  # a single letter indicates a side only if the other side exists
        is_sure = any(is_spelled(places[0], words) for words in common[0])
        is_sure = is_sure and places[0] != ("middle", "")
        return [(_before(places[0]) if is_sure else "", "")]
    if len({end for end, _ in places}) == 1:
        places = [("", side) for _, side in places]
    if len(set(places)) == len(places) and all(any(place) for place in places):
        return [(_before(place), "") for place in places]
    for number in range(2):
        digits = ["_".join(w for w in words[number] if w.isdigit()) for words in common]
        if len(set(digits)) == len(digits) and all(digits):
            return [("", f"_{digit}") for digit in digits]
    return [("", f"_{number}") for number in range(1, len(limbs) + 1)]


def _before(place: Position) -> str:
    return "".join(f"{word}_" for word in place if word)


def _common_words(limb: Limb) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the common words of all joints of a limb, and those of all its links."""
    joints, links = zip(*(body.names for body in limb.bodies), strict=True)
    return _common(joints), _common(links)


def _common(names: Sequence[str]) -> tuple[str, ...]:
    shared = set[str].intersection(*(set(words_of(name)) for name in names))
    return tuple(dict.fromkeys(word for word in words_of(names[0]) if word in shared))


def _position(common: Sequence[Sequence[str]]) -> Position:
    """Return the position of a limb from the names of its joints, or else of its links."""
    for words in common:
        position = position_of(words)
        if any(position):
            return position
    return "", ""


# Limbs without a kind


def _own_name(limb: Limb, besides: set[str]) -> str:
    """Return a name from the common words of the joints, from all joints, or from the tip."""
    joints = [joint.name for joint in limb.joints]
    shared = plain(_common(joints), besides)
    if _is_telling(shared):
        return shared
    words = dict.fromkeys(word for name in joints for word in words_of(name))
    few = plain((word for word in words if not word.isdigit()), besides)
    if len(joints) <= _FEW and _is_telling(few) and few.count("_") < _FEW:
        return few
    if len(joints) == 1:
        return joints[0]
    tip = plain(words_of(tip_link(limb)[0]), besides.union(_TIP_WORDS))
    return tip if _is_telling(tip) else ""


def _is_telling(name: str) -> bool:
    """Return whether a name has a word of more than one letter."""
    return any(len(word) > 1 and not word.isdigit() for word in name.split("_"))


def _robot_words(anatomy: Anatomy) -> set[str]:
    """Return words that identify no limb: in the robot's name, or in all joint names."""
    found = set(words_of(anatomy.robot.name))
    joints = [body.names[0] for body in anatomy.bodies[1:]]
    if len(anatomy.limbs) > 1:
        found.update(_common(joints))
    return {word for word in found if kind_of_word(word) is None}


def gear_joints(bodies: Iterable[Body]) -> list[str]:
    """Return the joints of a running gear that are not mimic joints."""
    return [b.joint.name for b in bodies if b.joint is not None and b.joint.mimic is None]
