"""The SRDF for the result of a conversion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from bodyplan.core import quoted, replace
from bodyplan.description.load import load
from bodyplan.formats import srdf
from bodyplan.formats.converted import Converted
from bodyplan.formats.document import Document
from bodyplan.formats.editing import Editing, edited
from bodyplan.formats.loss import Loss, Place
from bodyplan.formats.new import document_of
from bodyplan.formats.registry import FORMATS
from bodyplan.model import Robot
from bodyplan.model.planning.semantics import Semantics
from bodyplan.spec import Element


def with_srdf(done: Converted, robot: Robot, source: Document | None = None) -> Converted:
    """Return a conversion with the SRDF of its result.

    Args:
        done: the conversion; it is returned unchanged if its format itself supports disabled pairs
            and named states.
        robot: the source, with its SRDF.
        source: the document of this SRDF; by default, a new document is created.
    """
    if robot.semantics is None or FORMATS[done.document.format or ""].has_semantics:
        return done
    made = load(done.document, strict=False)
    assert isinstance(made, Robot)
    described = None if source is None else source.expanded
    if described is None:
        described = document_of(_root_of(robot.semantics), name="robot.srdf")
    edits = _Edits(described, robot, made)
    result = edits.result()
    return replace(done, srdf=result, losses=(*done.losses, *edits.losses))


def _root_of(semantics: Semantics) -> srdf.Robot:
    """Return the root element of a new SRDF with the content of given semantics."""
    states, groups = semantics.states.values(), semantics.groups.values()
    root = semantics.virtual_joint
    virtual = srdf.VirtualJoint(
        name=root.name,
        child_link=root.child,
        parent_frame=root.parent_frame,
        type=root.type,  # type: ignore[arg-type]
    )
    return srdf.Robot(
        name=semantics.robot.name,
        virtual_joints=() if root.is_assumed else (virtual,),
        groups=tuple(
            srdf.Group(
                name=group.name,
                joints=tuple(srdf.GroupJoint(name=name) for name in group.joints),
            )
            for group in groups
        ),
        group_states=tuple(
            srdf.GroupState(
                name=state.name,
                group=state.group,
                joints=tuple(
                    srdf.StateJoint(name=name, value=values)
                    for name, values in state.values.items()
                ),
            )
            for state in states
        ),
        end_effectors=tuple(
            srdf.EndEffector(
                name=one.name,
                group=one.group,
                parent_link=one.parent_link,
                parent_group=one.parent_group,
            )
            for one in semantics.end_effectors.values()
        ),
        disable_collisions=tuple(
            srdf.DisableCollisions(link1=first, link2=second, reason="User")
            for first, second in semantics.allowed_collision_matrix.disabled_pairs
        ),
        passive_joints=tuple(srdf.PassiveJoint(name=one) for one in semantics.passive_joints),
    )


class _Edits:
    """Edits an SRDF so that it fits another robot.

    Args:
        document: the SRDF.
        before: the robot of the SRDF.
        after: the robot that the edited SRDF must fit.
    """

    def __init__(self, document: Document, before: Robot, after: Robot) -> None:
        self.losses: list[Loss] = []
        self._document = document
        self._root: srdf.Robot = document.root
        self._before, self._after = before, after
        self._links = {link.name: self._link(link.name) for link in before.links}
        self._edit = Editing(document)

    def result(self) -> Document:
        """Return the SRDF for the other robot."""
        root = self._root
        if root.name != self._after.name:
            self._edit.set(root, name=self._after.name)
        for group in root.groups:
            self._names(group.links, "name")
            for chain in group.chains:
                self._names((chain,), "base_link", "tip_link")
            for joint in group.joints:
                self._joint(group, joint, lambda name, _: srdf.GroupJoint(name=name))
        for state in root.group_states:
            for value in state.joints:
                self._joint(state, value, partial(_state_joint, value))
        for passive in root.passive_joints:
            self._joint(root, passive, lambda name, _: srdf.PassiveJoint(name=name))
        for one in root.joint_properties:
            self._joint(root, one, partial(_property, one), "joint_name")
        self._names(root.end_effectors, "parent_link")
        self._virtual_joints()
        self._names(root.link_sphere_approximations, "link")
        self._names(root.disable_default_collisions, "link")
        self._names(root.enable_collisions, "link1", "link2")
        self._pairs()
        return edited(self._document, self._edit.edits) if self._edit.edits else self._document

    def _link(self, name: str) -> str | None:
        """Return the link itself if the result has it, else the link into which it was merged, or None."""
        while not self._after.has_link(name):
            above = self._before.parent_joint(name)
            if above is None or above.type != "fixed":
                return None
            name = above.parent
        return name

    def _joints(self, name: str) -> tuple[str, ...] | None:
        """Return the joints of the result that replace a joint.

        Return None if the source robot does not have this joint.
        """
        if self._after.has_joint(name):
            return (name,)
        if not self._before.has_joint(name):
            return None
        variables = self._before.joint(name).variables
        return tuple(one for one in variables if self._after.has_joint(one))

    def _names(self, elements: Iterable[Element], *fields: str) -> None:
        """Replace merged links in the named fields of elements; remove elements of missing links."""
        for element in elements:
            names = [getattr(element, field) for field in fields]
            links = [self._links.get(name, name) for name in names]
            if None in links:
                self._remove(element, f"the result has no link {quoted(names[links.index(None)])}")
                continue
            moved = [one for one in zip(fields, names, links, strict=True) if one[1] != one[2]]
            if moved:
                self._edit.set(element, **{field: link for field, _, link in moved})
                _, name, link = moved[0]
                self._note("moved", element, f"link {quoted(name)} is part of {quoted(str(link))}")

    def _joint(
        self,
        parent: Element,
        element: Element,
        made: Callable[[str, int], Element],
        field: str = "name",
    ) -> None:
        """Replace a joint by the joints that correspond to it in the result."""
        name = getattr(element, field)
        joints = self._joints(name)
        if joints is None or joints == (name,):
            return
        if not joints:
            self._remove(element, f"the result has no joint {quoted(name)}")
            return
        self._edit.remove(element)
        for number, joint in enumerate(joints):
            self._edit.add(parent, made(joint, number))
        self._note("moved", element, f"joint {quoted(name)} is {_listed(joints)}")

    def _virtual_joints(self) -> None:
        roots = {link.name for link in self._after.roots}
        for one in self._root.virtual_joints:
            if self._before.has_link(one.child_link) and one.child_link not in roots:
                reason = f"{quoted(one.child_link)} is not the root link of the result"
                self._remove(one, reason)

    def _pairs(self) -> None:
        """Update the disabled pairs; remove pairs of merged links whose shapes may collide."""
        members: dict[str | None, list[str]] = {}
        for link in self._before.links:
            if link.collisions:
                members.setdefault(self._links[link.name], []).append(link.name)
        semantics = self._before.semantics
        matrix = None if semantics is None else semantics.allowed_collision_matrix
        disabled = set() if matrix is None else {frozenset(p) for p in matrix.disabled_pairs}
        seen: set[frozenset[str | None]] = set()
        for element in self._root.disable_collisions:
            old = (element.link1, element.link2)
            first, second = new = [self._links.get(name, name) for name in old]
            pair = frozenset(new)
            is_whole = _all_disabled(members, first, second, disabled)
            if new == list(old) and is_whole:
                pass
            elif None in new:
                self._remove(element, "the result does not have both links")
            elif first == second:
                self._remove(element, f"both links are part of {quoted(str(first))}")
            elif pair in seen:
                self._edit.remove(element)
            elif not is_whole:
                whole = next(name for name in new if len(members.get(name, ())) > 1)
                reason = f"{quoted(str(whole))} has shapes of other links, which may collide"
                self._remove(element, reason)
            else:
                self._edit.set(element, link1=first, link2=second)
                self._note("moved", element, f"the links are {_listed(map(str, new))}")
            seen.add(pair)

    def _remove(self, element: Element, reason: str) -> None:
        self._edit.remove(element)
        self._note("dropped", element, reason)

    def _note(self, kind: str, element: Element, reason: str) -> None:
        node = self._document.node(element)
        assert node is not None
        what = f"<{element.TAG}> of the SRDF"
        self.losses.append(Loss(kind, what, reason, Place(self._document, node)))  # type: ignore[arg-type]


def _all_disabled(
    members: dict[str | None, list[str]],
    first: str | None,
    second: str | None,
    disabled: set[frozenset[str]],
) -> bool:
    pairs = ((a, b) for a in members.get(first, ()) for b in members.get(second, ()))
    return all(frozenset(pair) in disabled for pair in pairs)


def _state_joint(old: srdf.StateJoint, name: str, number: int) -> srdf.StateJoint:
    return srdf.StateJoint(name=name, value=old.value[number : number + 1])


def _property(old: srdf.JointProperty, name: str, _: int) -> srdf.JointProperty:
    return replace(old, joint_name=name)


def _listed(names: Iterable[str]) -> str:
    return " and ".join(map(quoted, names))
