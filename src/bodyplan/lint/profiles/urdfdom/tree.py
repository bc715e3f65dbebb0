"""How the reference reader makes a tree of links and joints: one root, and no other question.

Source: experiments with check_urdf 6.0.0, tests/oracles/urdfdom-6-behaviour.md, section 7.
"""

from __future__ import annotations

from collections import defaultdict

from bodyplan.formats.tinyxml import Node, shown
from bodyplan.lint.profiles.urdfdom.findings import Findings, Refused
from bodyplan.lint.profiles.urdfdom.kinds import NEVER_ENDS

Named = dict[bytes, Node]
"""Elements by name. The reader walks through them in the order of the bytes of their names."""

_Below = dict[bytes, list[tuple[bytes, Node]]]
"""The child links of each link, with the ``<child>`` that names them."""

_SHOWN = 5
"""How many root links a message names."""


def check_tree(robot: Node, links: Named, joints: Named, findings: Findings) -> None:
    """Joins the links, and finds the root.

    Args:
        robot: the robot.
        links: its links by name.
        joints: its joints by name.
        findings: where a loop is reported that is accepted.

    Raises:
        Refused: a joint does not join two links of the robot, or there is not one root.
    """
    below = _join(links, joints)
    children = {child for found in below.values() for child, _ in found}
    roots = [name for name in links if name not in children]
    if not roots:
        raise Refused("no link is the root: each one is the child of some joint", robot)
    if len(roots) > 1:
        names = ", ".join(shown(name) for name in sorted(roots)[:_SHOWN])
        more = f" and {len(roots) - _SHOWN} more" if len(roots) > _SHOWN else ""
        message = f"{len(roots)} links are nobody's child: {names}{more}; only the root may be"
        raise Refused(message, links[roots[1]], b"name")
    _find_loop(roots[0], below, findings)


def _join(links: Named, joints: Named) -> _Below:
    below: _Below = defaultdict(list)
    for name, joint in sorted(joints.items()):
        parent, child = joint.first(b"parent"), joint.first(b"child")
        above = parent.get(b"link") if parent is not None else None
        under = child.get(b"link") if child is not None else None
        if parent is None or not above:
            raise Refused(f"joint {shown(name)} names no parent link", parent or joint, b"link")
        if child is None or not under:
            raise Refused(f"joint {shown(name)} names no child link", child or joint, b"link")
        if under not in links:
            message = f"joint {shown(name)}: there is no link {shown(under)} to be the child"
            raise Refused(message, child, b"link")
        if above not in links:
            message = f"joint {shown(name)}: there is no link {shown(above)} to be the parent"
            raise Refused(message, parent, b"link")
        below[above].append((under, child))
    return below


def _find_loop(root: bytes, below: _Below, findings: Findings) -> None:
    """Reports the first loop that a walk from the root meets."""
    on_path = {root}
    done: set[bytes] = set()
    stack = [(root, iter(below.get(root, ())))]
    while stack:
        link, children = stack[-1]
        for child, node in children:
            if child in on_path:
                message = (
                    f"{shown(child)} is joined below itself; the tree that is accepted never ends"
                )
                findings.add(NEVER_ENDS, message, node, b"link")
                return
            if child not in done:
                on_path.add(child)
                stack.append((child, iter(below.get(child, ()))))
                break
        else:
            stack.pop()
            on_path.discard(link)
            done.add(link)
