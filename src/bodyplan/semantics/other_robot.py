"""Detects an SRDF that belongs to a different robot, by the names that it references."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bodyplan.formats import srdf
from bodyplan.spec.faults import has_macro

_SEPARATORS = "_-/.: "  # characters between the parts of a name
# number of names that are required for a decision, because fewer names may all be misspelt
_FEWEST = 4
_LONGEST = 200  # names with more characters are not split into parts


def names_of(root: srdf.Robot, *, but: Collection[str] = ()) -> Iterator[str]:
    """Yield the names of links and joints that an SRDF references, beginning with those in groups.

    Args:
        root: the SRDF.
        but: names to leave out, in addition to those of the virtual joints.
    """
    own = {"", *but, *(joint.name for joint in root.virtual_joints)}
    return (name for name in _referenced(root) if name not in own and not has_macro(name))


def _referenced(root: srdf.Robot) -> Iterator[str]:
    for group in root.groups:
        yield from (link.name for link in group.links)
        yield from (joint.name for joint in group.joints)
        for chain in group.chains:
            yield from (chain.base_link, chain.tip_link)
    for state in root.group_states:
        yield from (joint.name for joint in state.joints)
    yield from (effector.parent_link for effector in root.end_effectors)
    yield from (joint.child_link for joint in root.virtual_joints)
    for enabled in root.enable_collisions:
        yield from (enabled.link1, enabled.link2)
    for disabled in root.disable_collisions:
        yield from (disabled.link1, disabled.link2)
    yield from (default.link for default in root.disable_default_collisions)
    yield from (joint.name for joint in root.passive_joints)
    yield from (each.joint_name for each in root.joint_properties)
    yield from (each.link for each in root.link_sphere_approximations)


def belong_to_other_robot(names: Iterator[str], known: Collection[str]) -> bool:
    """Return whether no name exists in the robot, and fewer than half are similar to one in it.

    Names are similar if they differ only in case, or if one has an additional part at its beginning
    or end. An SRDF with mostly similar names belongs to this robot; rules then report each name
    with a suggestion. Fewer than 4 names are not enough for a decision: the result is False. The
    search ends at the first name that exists.

    Args:
        names: the names that an SRDF references.
        known: the names of the links and joints of the robot.
    """
    found: set[str] = set()
    for name in names:
        if name in known:
            return False
        found.add(name.casefold())
    if len(found) < _FEWEST:
        return False
    whole = {name.casefold() for name in known}
    ends = {end for name in whole for end in _ends(name)}
    alike = sum(
        name in whole or name in ends or not whole.isdisjoint(_ends(name)) for name in found
    )
    return 2 * alike < len(found)


def _ends(name: str) -> Iterator[str]:
    """Yield what remains of a name without some parts at its beginning, or at its end."""
    for index, letter in enumerate(name if len(name) <= _LONGEST else ""):
        if letter in _SEPARATORS:
            yield name[:index]
            yield name[index + 1 :]
