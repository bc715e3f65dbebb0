"""Build the tree of links and joints as urdfdom does; it checks only that there is one root.

Source: experiments with check_urdf 6.0.0, tests/oracles/urdfdom-6-behaviour.md, section 7.
"""

from __future__ import annotations

from collections import defaultdict

from bodyplan.formats.tinyxml import Node, shown
from bodyplan.lint.profiles.urdfdom._findings import Findings, Refused
from bodyplan.lint.profiles.urdfdom._rejections import NEVER_ENDS

Named = dict[bytes, Node]
"""Elements by name. urdfdom iterates over them in the byte order of their names."""

_Below = dict[bytes, list[tuple[bytes, Node]]]
"""The child links of each link, with the ``<child>`` that names them."""

_SHOWN = 5
"""The largest number of root links in a message."""


def check_tree(robot: Node, links: Named, joints: Named, findings: Findings) -> None:
    """Connect the links and find the root.

    Args:
        robot: the robot.
        links: its links by name.
        joints: its joints by name.
        findings: collects a diagnostic for a loop, which urdfdom accepts.

    Raises:
        Refused: a joint does not connect two links of the robot, or there is not exactly one root.
    """
    below = _join(links, joints)
    children = {child for found in below.values() for child, _ in found}
    roots = [name for name in links if name not in children]
    if not roots:
        raise Refused("no root link: each link is the child of a joint", robot)
    if len(roots) > 1:
        names = ", ".join(shown(name) for name in sorted(roots)[:_SHOWN])
        more = f" and {len(roots) - _SHOWN} more" if len(roots) > _SHOWN else ""
        message = f"expected 1 root link, got {len(roots)}: {names}{more}"
        raise Refused(message, links[roots[1]], b"name")
    _find_loop(roots[0], below, findings)


def _join(links: Named, joints: Named) -> _Below:
    below: _Below = defaultdict(list)
    for name, joint in sorted(joints.items()):
        parent, child = joint.first(b"parent"), joint.first(b"child")
        above = parent.get(b"link") if parent is not None else None
        under = child.get(b"link") if child is not None else None
        if parent is None or not above:
            raise Refused(f"joint {shown(name)}: missing parent link", parent or joint, b"link")
        if child is None or not under:
            raise Refused(f"joint {shown(name)}: missing child link", child or joint, b"link")
        if under not in links:
            message = f"joint {shown(name)}: child link {shown(under)} does not exist"
            raise Refused(message, child, b"link")
        if above not in links:
            message = f"joint {shown(name)}: parent link {shown(above)} does not exist"
            raise Refused(message, parent, b"link")
        below[above].append((under, child))
    return below


def _find_loop(root: bytes, below: _Below, findings: Findings) -> None:
    """Report the first loop on the paths from the root."""
    on_path = {root}
    done: set[bytes] = set()
    stack = [(root, iter(below.get(root, ())))]
    while stack:
        link, children = stack[-1]
        for child, node in children:
            if child in on_path:
                message = (
                    f"link {shown(child)} is its own descendant; urdfdom accepts this endless tree"
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
