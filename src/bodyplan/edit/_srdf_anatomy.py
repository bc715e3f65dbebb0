"""The limbs of a robot, derived from its tree of links and joints, and their names.

Links that fixed joints connect are one body. A chain of bodies without a branch is a limb; a body
with fingers is a hand; a chain that ends in wheels is a running gear.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bodyplan import model
from bodyplan.edit.srdf_vocabulary import (
    Kind,
    finger_words,
    is_finger,
    is_hand,
    kinds_of,
    speaks_of,
)

_MOST_GEAR = 3
"""Limit on the joints from the base to a wheel: suspension, steering, and the joint of the
wheel."""
_LONG = 3
"""A chain without a matching name is an arm if it has at least this many joints."""
_SLIDES = ("prismatic", "prismatic")
"""Types of the two joints that, together with a rotation, move a base over the floor."""
_JAWS = 2
"""Number of prismatic joints of a gripper with two independent jaws."""
_LEGS = 4
"""Limbs at the base without matching names are legs if at least this many have equal length."""


class Body:
    """A rigid body: links that fixed joints connect.

    Args:
        joint: the parent joint; None for the base of the robot.
        parent: the parent body.
        top: the name of its first link.
    """

    __slots__ = ("children", "joint", "links", "parent")

    def __init__(self, joint: model.Joint | None, parent: Body | None, top: str) -> None:
        self.joint = joint
        self.parent = parent
        self.links = [top]
        """Names of the links, in the order of the tree."""
        self.children: list[Body] = []

    @property
    def names(self) -> tuple[str, str]:
        """The names of the parent joint and of the first link."""
        return ("" if self.joint is None else self.joint.name), self.links[0]


class Hand:
    """A gripper or hand: fingers, and the rigid part that they are attached to.

    Args:
        body: the body to which the fingers are attached.
        fingers: the first body of each finger.
        base: the first link of the hand; None if it consists only of fingers.
        parent_link: the link to which the hand is attached; empty if the hand is the whole robot.
        links: names of all its links.
        joints: the movable joints of these links.
    """

    __slots__ = ("base", "body", "fingers", "joints", "links", "parent_link")

    def __init__(
        self,
        body: Body,
        fingers: Sequence[Body],
        base: str | None,
        parent_link: str,
        links: Sequence[str],
        joints: Sequence[model.Joint],
    ) -> None:
        self.body = body
        self.fingers = tuple(fingers)
        self.base = base
        self.parent_link = parent_link
        self.links = tuple(links)
        self.joints = tuple(joints)

    @property
    def is_gripper(self) -> bool:
        """Whether a single joint, or two prismatic joints, move all fingers."""
        movers = [joint for joint in self.joints if joint.mimic is None]
        slides = [joint for joint in movers if joint.type == "prismatic"]
        return len(self.fingers) > 1 and (len(movers) == 1 or len(movers) == len(slides) == _JAWS)

    def limbs(self) -> list[Limb]:
        """Return the fingers as limbs, each up to its first branch; empty for a gripper."""
        if self.is_gripper:
            return []
        found: list[Limb] = []
        for finger in self.fingers:
            bodies = [finger]
            while len(bodies[-1].children) == 1:
                bodies += bodies[-1].children
            limb = Limb(bodies, None)
            limb.kind = "finger"
            found.append(limb)
        return found


class Limb:
    """A chain of bodies.

    Args:
        bodies: the bodies from the base to the tip.
        parent: the limb to which it is attached; None at the base of the robot.
    """

    __slots__ = ("bodies", "hand", "has_limbs", "kind", "parent")

    def __init__(self, bodies: Sequence[Body], parent: Limb | None) -> None:
        self.bodies = tuple(bodies)
        self.parent = parent
        self.has_limbs = False
        self.hand: Hand | None = None
        self.kind: Kind | None = None

    @property
    def joints(self) -> tuple[model.Joint, ...]:
        """The movable joints of the limb."""
        return tuple(body.joint for body in self.bodies if body.joint is not None)

    @property
    def base_link(self) -> str:
        """The parent link of the first joint."""
        return self.joints[0].parent

    @property
    def end(self) -> Body:
        """The last body of the limb."""
        return self.bodies[-1]


class Anatomy:
    """The limbs, hands and base of a robot.

    Args:
        robot: the robot; only its first tree is used.
    """

    def __init__(self, robot: model.Robot) -> None:
        self.robot = robot
        self.bodies = _bodies(robot)
        self.ride = _ride(robot, self.bodies[0]) if self.bodies else []
        """Bodies whose joints move the base in the world; the last body is the base."""
        self.parts = self.bodies[1 + len(self.ride) :]
        """Bodies below the base."""
        self.is_hand = False
        """Whether the robot as a whole is a hand."""
        self.hands: list[Hand] = []
        self.gear: list[Body] = []
        """Bodies of the running gear, and rotors."""
        self.limbs: list[Limb] = []
        if self.bodies:
            self._find_gear()
            self._find_hands()
            self._find_limbs()
            self._find_kinds()

    @property
    def base(self) -> Body:
        """The base, the root of all limbs."""
        return self.ride[-1] if self.ride else self.bodies[0]

    # Running gear

    def _find_gear(self) -> None:
        depth: dict[Body, int] = {}
        single = [b for b in self.base.children if _turns(b) and not b.children]
        unnamed = set(single) if len(single) > 1 else set()
        for body in reversed(self.parts):
            if not body.children:
                is_part = _is_wheel(body) or _is_rotor(body) or body in unnamed
                below = 0
            else:
                is_part = all(child in depth for child in body.children)
                below = max(depth.get(child, 0) for child in body.children)
                is_part = is_part and not _speaks(body, "leg", "arm")
            if is_part and below < _MOST_GEAR:
                depth[body] = below + 1
        self.gear = [b for b in self.bodies if b in depth and self._is_below_base(b, depth)]

    def _is_below_base(self, body: Body, gear: dict[Body, int]) -> bool:
        """Return whether only running gear connects a body to the base, or the body is a rotor."""
        while body.parent is not None and body.parent in gear:
            body = body.parent
        return body.parent is self.base or _is_rotor(body)

    # Hands

    def _find_hands(self) -> None:
        gear = set(self.gear)
        parallel = self._parallel_jaws()
        named, whole, following = set[Body](), set[Body](), set[Body]()
        for body in reversed(self.parts):
            by_name, follows = is_finger(*body.names), _follows(body)
            if by_name or not named.isdisjoint(body.children):
                named.add(body)
            is_hinted = by_name or follows or body in parallel or finger_words(*body.names)
            if is_hinted and body not in gear and whole.issuperset(body.children):
                whole.add(body)
            if follows and following.issuperset(body.children):
                following.add(body)
        self._skipped: set[Body] = set(gear)
        """Bodies that do not belong to a limb."""
        for body in self.bodies:
            fingers = [child for child in body.children if child in whole]
            if body in self._skipped or not fingers:
                continue
            if _are_fingers(fingers, named, parallel):
                is_whole = body is self.base and len(fingers) == len(body.children)
                if is_whole and not self._is_gripper(body, fingers):
                    self.is_hand = True
                    return
                self._add_hand(body, fingers, is_whole=is_whole)
            # these limbs are rods of a linkage, so they are skipped
            for finger in following.intersection(fingers):
                self._skipped.update(_subtree(finger))

    def _parallel_jaws(self) -> set[Body]:
        """Return bodies that move like jaws: two prismatic joints, or a mimic pair."""
        found: set[Body] = set()
        for body in (self.base, *self.parts):
            leaves = {
                child.joint.name: child
                for child in body.children
                if child.joint is not None and not child.children
            }
            slides = [b for b in leaves.values() if b.joint and b.joint.type == "prismatic"]
            if len(slides) > 1 and len(slides) == len(body.children):
                found.update(slides)
            for child in leaves.values():
                mimic = self.robot.mimics.get(child.names[0])
                if mimic is not None and mimic.leader in leaves:
                    found.update((child, leaves[mimic.leader]))
        return found

    def _is_gripper(self, body: Body, fingers: Sequence[Body]) -> bool:
        joints = [b.joint for finger in fingers for b in _subtree(finger) if b.joint is not None]
        return Hand(body, fingers, None, body.links[0], (), joints).is_gripper

    def _add_hand(self, body: Body, fingers: Sequence[Body], *, is_whole: bool) -> None:
        if is_whole:  # the whole robot is this gripper
            links = self.robot.link_names
            joints = [b.joint for b in self.parts if b.joint is not None]
            self.hands.append(Hand(body, fingers, links[0], "", links, joints))
            self._skipped.update(self.parts)
            return
        path = self._path_to_fingers(body, fingers)
        start = next((i for i in range(1, len(path)) if is_hand(path[i])), len(path) - 1)
        base = path[start] if start > 0 else None
        parent_link = path[start - 1] if start > 0 else path[0]
        moved = [inner for finger in fingers for inner in _subtree(finger)]
        inside = [link for inner in moved for link in inner.links]
        if base is not None:
            inside += [link for link in body.links if self.robot.is_above(base, link)]
        inside.sort(key=self.robot.link_index)
        joints = [inner.joint for inner in moved if inner.joint is not None]
        self.hands.append(Hand(body, fingers, base, parent_link, inside, joints))
        self._skipped.update(moved)

    def _path_to_fingers(self, body: Body, fingers: Sequence[Body]) -> list[str]:
        """Return the links of a body down to the last common ancestor of all fingers."""
        mounts = [finger.joint.parent for finger in fingers if finger.joint is not None]
        mounts.sort(key=self.robot.link_index)
        path = [mounts[0]]
        while path[-1] != body.links[0]:
            joint = self.robot.parent_joint(path[-1])
            assert joint is not None
            path.append(joint.parent)
        path.reverse()
        while not self.robot.is_above(path[-1], mounts[-1]):
            path.pop()
        return path

    # Limbs

    def _find_limbs(self) -> None:
        hands = {hand.body: hand for hand in self.hands}
        below = {body: self._onward(body) for body in self.bodies}
        # the number of bodies in the subtree of each body; a hand counts as a long limb
        sizes: dict[Body, int] = {}
        for body in reversed(self.bodies):
            own = _LONG if body in hands else 1
            sizes[body] = own + sum(sizes[child] for child in below[body])
        stack: list[tuple[Body, Limb | None]] = [(b, None) for b in reversed(below[self.base])]
        while stack:
            first, parent = stack.pop()
            bodies, branches, votes = [first], list[Body](), _votes(first)
            while bodies[-1] not in hands:
                onward = below[bodies[-1]]
                least = min(_LONG, max((sizes[b] for b in onward), default=0))
                long = [b for b in onward if sizes[b] >= least]
                is_trunk = len(onward) > 1 and _most(votes) in ("torso", "head")
                if len(long) != 1 or is_trunk:
                    break
                branches += [body for body in onward if body is not long[0]]
                bodies.append(long[0])
                votes += _votes(long[0])
            limb = Limb(bodies, parent)
            limb.kind = _most(votes)
            limb.hand = hands.get(bodies[-1])
            limb.has_limbs = bool(below[bodies[-1]])
            self.limbs.append(limb)
            branches += below[bodies[-1]]
            stack += [(body, limb) for body in reversed(branches)]

    def _onward(self, body: Body) -> list[Body]:
        return [child for child in body.children if child not in self._skipped]

    # The kinds of limbs

    def _find_kinds(self) -> None:
        is_all_hand = len(self.limbs) > 1 and any(map(is_hand, self.base.links))
        for limb in self.limbs:
            if self.is_hand or (limb.kind is None and is_all_hand):
                limb.kind = "finger"
            elif limb.kind is None and limb.has_limbs:
                limb.kind = "torso"
        unnamed = [limb for limb in self.limbs if limb.kind is None]
        lengths = Counter(len(limb.bodies) for limb in unnamed if limb.parent is None)
        for limb in unnamed:
            length = len(limb.bodies)
            alike = lengths[length] if limb.parent is None and length > 1 else 0
            if alike >= _LEGS and limb.hand is None:
                limb.kind = "leg"
            elif limb.hand is not None or length >= _LONG:
                limb.kind = "arm"

    def of_kind(self, *kinds: Kind) -> list[Limb]:
        """Return the limbs of these kinds, in the order of the tree."""
        return [limb for limb in self.limbs if limb.kind in kinds]


def _bodies(robot: model.Robot) -> list[Body]:
    """Return the bodies of the first tree, in the order of the tree."""
    if not robot.links:
        return []
    root = robot.root_link.name
    of_link = {root: Body(None, None, root)}
    found = [of_link[root]]
    for link in robot.subtree(root)[1:]:
        joint = robot.parent_joint(link.name)
        assert joint is not None
        above = of_link[joint.parent]
        if joint.type == "fixed":
            above.links.append(link.name)
            of_link[link.name] = above
            continue
        body = of_link[link.name] = Body(joint, above, link.name)
        above.children.append(body)
        found.append(body)
    return found


def _ride(robot: model.Robot, root: Body) -> list[Body]:
    """Return the bodies whose joints move the base in the world; empty for a fixed base.

    These joints are a floating or planar joint, or two prismatic joints and a rotation.
    """
    found: list[Body] = []
    kinds: list[str] = []
    body = root
    while len(body.children) == 1 and len(found) <= len(_SLIDES):
        (body,) = body.children
        found.append(body)
        kinds.append("" if body.joint is None else body.joint.type)
        if kinds in (["floating"], ["planar"]):
            return found
    links = [robot.link(link) for inner in found[:-1] for link in inner.links]
    is_bare = not any(link.collisions or link.visuals for link in links)
    is_floor = tuple(kinds[:-1]) == _SLIDES and kinds[-1] in ("revolute", "continuous")
    return found if is_bare and is_floor else []


def _subtree(body: Body) -> Iterator[Body]:
    """Yield a body and its descendants, in the order of the tree."""
    stack = [body]
    while stack:
        current = stack.pop()
        yield current
        stack += reversed(current.children)


def _speaks(body: Body, *kinds: Kind) -> bool:
    return any(speaks_of(name, *kinds) for name in body.names)


def _turns(body: Body) -> bool:
    return body.joint is not None and body.joint.type == "continuous"


def _is_wheel(body: Body) -> bool:
    is_round = body.joint is not None and body.joint.type in ("continuous", "revolute")
    return is_round and _speaks(body, "wheel")


def _is_rotor(body: Body) -> bool:
    return not body.children and _speaks(body, "rotor")


def _follows(body: Body) -> bool:
    return body.joint is not None and body.joint.mimic is not None


def _are_fingers(fingers: Sequence[Body], named: set[Body], parallel: set[Body]) -> bool:
    """Return whether branches are fingers.

    They are fingers if one is named as a finger, if they have different finger names such as index
    and ring, or if several move like jaws.
    """
    if any(finger in named for finger in fingers):
        return True
    several = {word for finger in fingers for word in finger_words(*finger.names)}
    return len(several) > 1 or sum(finger in parallel for finger in fingers) > 1


def _votes(body: Body) -> Counter[Kind]:
    """Count the names of a body that indicate each kind of limb."""
    kinds = [kind for name in body.names for kind in kinds_of(name)]
    return Counter(kind for kind in kinds if kind in ("arm", "leg", "head", "torso"))


def _most(votes: Counter[Kind]) -> Kind | None:
    """Return the kind that most names indicate; in a tie, the first kind."""
    return votes.most_common(1)[0][0] if votes else None
