"""The first draft of an SRDF, derived from the limbs, hands and wheels of a robot, with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal, TypeVar

from bodyplan import model
from bodyplan.collision.model import STEPS, CollisionModel
from bodyplan.collision.pairs import TooManyPairsError, solid_links
from bodyplan.core import Record, listed, plural
from bodyplan.edit._srdf_anatomy import Anatomy, Hand
from bodyplan.edit._srdf_grasp import opening
from bodyplan.edit._srdf_naming import (
    SrdfNames,
    finger_names,
    gear_joints,
    hand_names,
    limb_names,
    tip_link,
)
from bodyplan.edit._srdf_text import text_of
from bodyplan.edit.srdf_vocabulary import speaks_of, words_of
from bodyplan.formats import srdf
from bodyplan.formats.document import Document
from bodyplan.formats.new import document_of
from bodyplan.formats.read import read_bytes
from bodyplan.model.numeric import has_numpy
from bodyplan.semantics.adjacency import Adjacency
from bodyplan.semantics.robot_view import view_of
from bodyplan.spec import Element

E = TypeVar("E", bound=Element)
VirtualJointChoice = Literal["auto", "fixed", "planar", "floating"]

_OPENING = (
    "Groups, states and allowed collisions of {}, drafted from its links, joints and their names."
    " Each block says why it is there; correct what is wrong."
)
_FLYING = {"uav", "drone", "quadrotor", "quadcopter", "hexacopter", "copter", "flying"}
_JOINT_NAMES = {"fixed": "world_joint", "planar": "world_joint", "floating": "root_joint"}
"""Names of the virtual joint by type: as in MoveIt, or in Pinocchio for a floating joint."""
_FRAMES = {"fixed": "world", "planar": "odom", "floating": "world"}
_MORE = {
    "planar": (
        " Its parent frame is odom, where odometry starts. MoveIt assumes that it can also move"
        " sideways, unless the joint_property motion_model is diff_drive."
    ),
    "floating": " Pinocchio also calls a floating base root_joint.",
}
_TORSO = 3
"""The largest number of joints of a torso that gets a common group with an arm."""
_ZERO = [facts.neutral for facts in model.JOINT_TYPES.values()]
_LISTED = 4
"""The largest number of names in one comment; further names are counted."""


class Block(Record):
    """Elements of one kind that belong together.

    Args:
        values: the elements.
        note: the reason for these elements.
    """

    values: tuple[Element, ...]
    note: str


class Draft(Record):
    """A whole SRDF, in the order in which it is written.

    Args:
        name: the name of the robot.
        opening: the paragraphs of the comment at the beginning of the file.
        blocks: the blocks of elements.
    """

    name: str
    opening: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def root(self) -> srdf.Robot:
        """The SRDF as one value."""
        return srdf.Robot(
            name=self.name,
            virtual_joints=self._of(srdf.VirtualJoint),
            groups=self._of(srdf.Group),
            group_states=self._of(srdf.GroupState),
            end_effectors=self._of(srdf.EndEffector),
            disable_collisions=self._of(srdf.DisableCollisions),
            passive_joints=self._of(srdf.PassiveJoint),
        )

    def document(self, *, comments: bool = True) -> Document:
        """Return the SRDF as a document.

        Args:
            comments: whether to write the reason of each block as a comment.

        Raises:
            ValueError: a name has a character that XML does not allow.
        """
        if not comments:
            return document_of(self.root)
        return read_bytes(text_of(self).encode(), "<new>", format="srdf")

    def _of(self, cls: type[E]) -> tuple[E, ...]:
        return tuple(v for block in self.blocks for v in block.values if isinstance(v, cls))


def draft_srdf(
    robot: model.Robot,
    *,
    name: str | None = None,
    virtual_joint: VirtualJointChoice | None = "auto",
    states: bool = True,
    collisions: bool = True,
) -> Draft:
    """Return a draft of an SRDF: groups for limbs and hands, home states, adjacent pairs.

    Groups and states are derived only from links, joints and their names. Pairs of links that touch
    in a drafted state are disabled as well; for this check, meshes are opened if they are found.

    Args:
        robot: the robot; only the first of several trees is used.
        name: the name to write; by default the name of the robot.
        virtual_joint: type of the joint to the world; by default derived from legs, wheels and
            rotors. None for no virtual joint.
        states: whether to write a home state for each group, and the states open and closed for
            grippers.
        collisions: whether to write the pairs of adjacent links, and of links that touch in a
            state.
    """
    drafting = _Drafting(robot)
    drafting.virtual_joint(virtual_joint)
    drafting.limbs()
    drafting.hands()
    drafting.together()
    if states:
        drafting.states()
    drafting.effectors()
    if collisions:
        drafting.pairs()
    drafting.passive()
    written = robot.name if name is None else name
    return Draft(written, tuple(drafting.opening), tuple(drafting.blocks))


class _Drafting:
    """Collects the blocks.

    Args:
        robot: the robot.
    """

    def __init__(self, robot: model.Robot) -> None:
        self.robot = robot
        self.anatomy = Anatomy(robot)
        self.opening = [_OPENING.format(robot.name or "a robot")]
        self.blocks: list[Block] = []
        self._names = SrdfNames()
        self._limbs = limb_names(self.anatomy, self._names)
        self._hands = hand_names(self.anatomy, self._limbs, self._names)
        self._fingers = {
            hand: finger_names(hand, name, self._names) for hand, name in self._hands.items()
        }
        self._together: list[tuple[str, tuple[str, ...]]] = []
        """Groups of groups for which states are written: name and members."""

    def _add(self, values: Iterable[Element], note: str) -> None:
        block = Block(tuple(values), note)
        if block.values:
            self.blocks.append(block)

    # The virtual joint

    def virtual_joint(self, choice: VirtualJointChoice | None) -> None:
        """Add the virtual joint, and a group for a movable base."""
        if not self.robot.links or choice is None:
            return
        root = self.robot.root_link
        kind, why = self._base_motion() if choice == "auto" else (choice, "As requested.")
        joint = SrdfNames(self.robot.joint_names).give(_JOINT_NAMES[kind])
        if root.name == "world" and kind == "fixed":
            self.opening.append(
                f"A virtual joint is not required: {root.name} is the root link of the URDF."
            )
        else:
            value = srdf.VirtualJoint(
                name=joint, child_link=root.name, parent_frame=_FRAMES[kind], type=kind
            )
            note = f"Joint between robot and world: {kind}. {why}{_MORE.get(kind, '')}"
            self._add([value], note)
        ride = [body.joint.name for body in self.anatomy.ride if body.joint is not None]
        if kind == "planar":
            ride = [joint]
        if ride:
            group = srdf.Group(name=self._names.give("base"), joints=tuple(map(_member, ride)))
            self._add([group], "The base, for planners that move it too.")

    def _base_motion(self) -> tuple[Literal["fixed", "planar", "floating"], str]:
        """Return the type of the virtual joint, and the reason."""
        anatomy = self.anatomy
        base = anatomy.base.links
        if anatomy.ride:
            return "fixed", f"The URDF has a joint that moves the base: {anatomy.ride[0].names[0]}."
        if base[0] == "world":
            return "fixed", ""
        legs = [self._limbs[limb] for limb in anatomy.of_kind("leg")]
        if legs:
            return "floating", f"The robot has legs: {listed(legs, _LISTED)}."
        gear = gear_joints(anatomy.gear)
        rotors = [name for name in (*gear, *base[1:]) if speaks_of(name, "rotor")]
        wheels = [name for name in (*gear, *base[1:]) if speaks_of(name, "wheel")]
        if rotors:
            return "floating", f"The robot has rotors: {listed(rotors, _LISTED)}."
        if gear or len(wheels) > 1:
            return "planar", f"The robot has wheels: {listed(gear or wheels, _LISTED)}."
        names = (self.robot.name, *self.robot.link_names, *self.robot.joint_names)
        flying = _FLYING.intersection(word for name in names for word in words_of(name))
        if flying:
            return "floating", f"The robot flies, as its names contain {min(flying)}."
        return "fixed", "The robot has no legs, wheels or rotors."

    # Groups

    def limbs(self) -> None:
        """Add a group for each limb."""
        for limb, name in self._limbs.items():
            tip, is_named = tip_link(limb)
            joints = limb.joints
            if len(joints) == 1 and not is_named and limb.hand is None:
                group = srdf.Group(name=name, joints=(_member(joints[0].name),))
                self._add([group], f"{name}: a single joint.")
                continue
            chain = srdf.Chain(base_link=limb.base_link, tip_link=tip)
            end = "the last link that moves"
            if limb.hand is not None:
                end = f"the link that the {self._hands[limb.hand]} is attached to"
            elif is_named:
                end = "chosen for its name"
            note = f"{name}: {_count(joints)}, from {limb.base_link} to {tip}, {end}."
            self._add([srdf.Group(name=name, chains=(chain,))], note)

    def hands(self) -> None:
        """Add a group for each hand with all its links, which a held object may then touch."""
        for hand, name in self._hands.items():
            links = tuple(srdf.GroupLink(name=link) for link in hand.links)
            where = f"everything beyond {hand.parent_link}" if hand.parent_link else "all links"
            note = f"{name}: {where}; {_count(hand.joints)}."
            self._add([srdf.Group(name=name, links=links)], note)
            for finger, called in self._fingers[hand].items():
                base, tip = finger.base_link, tip_link(finger)[0]
                chain = srdf.Chain(base_link=base, tip_link=tip)
                note = f"{called}: {_count(finger.joints)} of the {name}."
                self._add([srdf.Group(name=called, chains=(chain,))], note)

    def together(self) -> None:
        """Add groups of groups: arms with the torso, all arms, all legs, the whole robot."""
        anatomy, limbs = self.anatomy, self._limbs
        for limb in anatomy.of_kind("arm"):
            torso = limb.parent
            if torso is not None and torso.kind == "torso" and len(torso.bodies) <= _TORSO:
                chain = srdf.Chain(base_link=torso.base_link, tip_link=tip_link(limb)[0])
                group = srdf.Group(
                    name=self._names.give(f"{limbs[limb]}_and_{limbs[torso]}"), chains=(chain,)
                )
                self._add([group], f"{limbs[limb]} and {limbs[torso]} as one chain.")
        for kind in ("arm", "leg", "finger"):
            self._join(f"{kind}s", [limbs[limb] for limb in anatomy.of_kind(kind)])
        hands = list(self._hands.values())
        if len(limbs) == len(hands) == 1:
            (arm,) = limbs.values()
            side = arm.partition("_")[0]
            self._join(f"{arm}_and_{hands[0].removeprefix(f'{side}_')}", [arm, *hands])
        else:
            self._join("whole_body", [*limbs.values(), *hands])

    def _join(self, name: str, members: Sequence[str]) -> None:
        if len(members) < 2 or any(set(members) == set(other) for _, other in self._together):
            return
        name = self._names.give(name)
        subgroups = tuple(srdf.Subgroup(name=member) for member in members)
        self._add(
            [srdf.Group(name=name, subgroups=subgroups)], f"{listed(members, _LISTED)} together."
        )
        self._together.append((name, tuple(members)))

    # States

    def states(self) -> None:
        """Add a home state for each group, and the states open and closed for grippers."""
        joints = {name: limb.joints for limb, name in self._limbs.items()}
        joints.update({name: hand.joints for hand, name in self._hands.items()})
        homes = list(self._limbs.values())
        grasps: list[srdf.GroupState] = []
        for hand, name in self._hands.items():
            states = self._grasps(name, hand)
            grasps += states
            if not states:
                homes.append(name)
        if self._together:
            name, members = self._together[-1]
            joints[name] = tuple(joint for member in members for joint in joints[member])
            homes.insert(0, name)  # Pinocchio uses the first of several states with one name
        values = [self._home(name, joints[name]) for name in homes]
        placed = dict.fromkeys(joint for name in homes for joint in joints[name])
        off = [j.name for j in placed if j.mimic is None and home_of(j) not in _ZERO]
        note = "home: every joint at zero"
        if off:
            note += f"; in the middle of its range where zero is outside ({listed(off, _LISTED)})"
        self._add((value for value in values if value.joints), f"{note}.")
        self._add(
            grasps,
            "open and closed: the ends of the joint ranges at which the fingertips are"
            " furthest apart and nearest.",
        )

    def _home(self, name: str, joints: Sequence[model.Joint]) -> srdf.GroupState:
        members = tuple(
            srdf.StateJoint(name=joint.name, value=home_of(joint))
            for joint in sorted(joints, key=lambda joint: self.robot.joint_index(joint.name))
            if joint.mimic is None
        )
        return srdf.GroupState(name="home", group=name, joints=members)

    def _grasps(self, name: str, hand: Hand) -> list[srdf.GroupState]:
        found = opening(self.robot, hand)
        if found is None:
            return []
        return [
            srdf.GroupState(
                name=state,
                group=name,
                joints=tuple(
                    srdf.StateJoint(name=joint, value=(value,)) for joint, value in grasp.items()
                ),
            )
            for state, grasp in zip(("open", "closed"), found, strict=True)
        ]

    # The rest

    def effectors(self) -> None:
        """Add an end effector for each hand."""
        arms = {limb.hand: name for limb, name in self._limbs.items() if limb.hand is not None}
        for hand, name in self._hands.items():
            if not hand.parent_link:
                continue
            arm = arms.get(hand)
            value = srdf.EndEffector(
                name=name, group=name, parent_link=hand.parent_link, parent_group=arm
            )
            where = f", which {arm} moves" if arm else ""
            self._add([value], f"The {name} is attached to {hand.parent_link}{where}.")

    def pairs(self) -> None:
        """Add the pairs of links that a joint connects, or that touch in a drafted state."""
        adjacent = Adjacency(view_of(self.robot)).direct
        adjacent.sort(key=lambda pair: self.robot.link_index(pair[0]))
        values = [
            srdf.DisableCollisions(link1=one, link2=other, reason="Adjacent")
            for one, other in adjacent
        ]
        note = "Links that a joint connects touch there, so they are not checked against each other"
        if any(not link.collisions for link in self.robot.links):
            note += "; links without a collision shape do not count in between"
        self._add(values, f"{note}. bodyplan srdf pairs adds the pairs that never touch.")
        self._add(
            (
                srdf.DisableCollisions(link1=one, link2=other, reason="Default")
                for one, other in self._touching({frozenset(pair) for pair in adjacent})
            ),
            "Links that touch in the default configuration or in a state above.",
        )
        if not values:
            self.opening.append("No pair of links has to be left out of collision checking.")

    def _touching(self, known: set[frozenset[str]]) -> Iterator[tuple[str, str]]:
        """Yield the pairs, except known ones, that collide by default or in a drafted state."""
        if not has_numpy():
            return
        import numpy as np

        robot = self.robot
        try:
            solid = solid_links(robot)
        except TooManyPairsError as error:
            self.opening.append(f"Only adjacent pairs are disabled: {error}.")
            return
        pairs = [pair for pair in combinations(solid, 2) if frozenset(pair) not in known]
        if not pairs:
            return
        own = {joint.name for joint in robot.independent_joints}
        states = [
            {joint.name: joint.value for joint in value.joints if joint.name in own}
            for block in self.blocks
            for value in block.values
            if isinstance(value, srdf.GroupState)
        ]
        q = np.array([robot.q(values) for values in ({}, *states)])
        try:
            model = CollisionModel(robot, pairs, steps=STEPS)
            touching = model.collides(q).any(axis=0)
        except TooManyPairsError as error:
            self.opening.append(f"Pairs that touch are not disabled: {error}.")
            return
        yield from (pair for pair, hit in zip(pairs, touching.tolist(), strict=True) if hit)

    def passive(self) -> None:
        """Add joints of wheels and rotors, which no planner moves, as passive joints."""
        values = [srdf.PassiveJoint(name=name) for name in gear_joints(self.anatomy.gear)]
        self._add(values, "No planner moves these; they turn as the base moves.")


def _member(joint: str) -> srdf.GroupJoint:
    return srdf.GroupJoint(name=joint)


def home_of(joint: model.Joint) -> tuple[float, ...]:
    """Return the home position of a joint: its default position, rounded if the limits allow it."""
    if len(joint.default) != 1:
        return joint.default
    rounded = round(joint.default[0], 4)
    return (rounded,) if joint.limit.lower <= rounded <= joint.limit.upper else joint.default


def _count(joints: Sequence[model.Joint]) -> str:
    """Return the number of joints, and of mimic joints among them."""
    mimics = sum(joint.mimic is not None for joint in joints)
    words = plural(len(joints), "joint")
    return f"{words}, including {plural(mimics, 'mimic joint')}" if mimics else words
