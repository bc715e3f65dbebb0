"""The groups of an SRDF as a graph for other programs: Graphviz and Mermaid."""

from __future__ import annotations

from bodyplan.report import wording
from bodyplan.report.pictures.graph import Graph, Node, label_of
from bodyplan.report.semantics_facts import GroupFacts, MemberFacts, SemanticSummary

_LISTED = 3  # maximum number of names in a node; further names are counted
_STYLES = {"chain": "#2f7ed8", "tree": "#0f9f8f", "group": "#7a8594", "effector": "#dd7a1f"}
"""Colours by the kind of a node."""


def _graph(summary: SemanticSummary) -> Graph:
    """Return the graph of a summary.

    Nodes have generated names, because names of groups may be empty or repeated.
    """
    states: dict[str, list[str]] = {}
    for state in summary.states:
        states.setdefault(state.group, []).append(label_of(state.name))
    known: dict[str, str] = {}
    nodes: list[Node] = []
    edges: list[tuple[tuple[str, ...], str]] = []
    for number, group in enumerate(summary.groups):
        identifier = f"group{number}"
        own = states.get(group.name, []) if known.setdefault(group.name, identifier) else []
        nodes.append(_group(identifier, group, own))
    missing: list[Node] = []

    def node_of(name: str) -> str:
        if name not in known:
            known[name] = f"missing{len(missing)}"
            lines = (label_of(name), "(unknown group)")
            missing.append(Node(known[name], lines, "group", is_broken=True))
        return known[name]

    for number, group in enumerate(summary.groups):
        edges += [
            ((f"group{number}", node_of(member.name)), "")
            for member in group.members
            if member.kind == "group"
        ]
    for number, effector in enumerate(summary.end_effectors):
        identifier = f"effector{number}"
        lines = [label_of(effector.name), f"on {label_of(effector.parent_link)}"]
        if effector.mark:
            lines.append(f"({effector.mark})")
        nodes.append(Node(identifier, tuple(lines), "effector", True, bool(effector.mark)))
        carrier = effector.found_group or effector.parent_group
        if carrier:
            edges.append(((node_of(carrier), identifier), "carries"))
        edges.append(((identifier, node_of(effector.group)), "is"))
    nothing = Node("nothing", ("no groups",), "group")
    found = [*nodes, *missing] or [nothing]
    return Graph(label_of(summary.name), found, edges, _STYLES)


def _group(identifier: str, group: GroupFacts, states: list[str]) -> Node:
    lines = [label_of(group.name)]
    kind = "group"
    if group.resolved is not None:
        resolved = group.resolved
        kind = "chain" if resolved.is_chain else "tree"
        lines.append(wording.plural(resolved.independent, "variable"))
        if resolved.is_chain:
            lines.append(f"{label_of(resolved.base)} → {label_of(resolved.tip)}")
    else:
        lines += [_member(member) for member in group.members[:_LISTED] if member.kind != "group"]
        others = [member for member in group.members[_LISTED:] if member.kind != "group"]
        if others:
            lines.append(f"and {len(others):,} more")
    if group.mark:
        lines.append(f"({group.mark})")
    if states:
        more = f" and {len(states) - _LISTED:,} more" if len(states) > _LISTED else ""
        word = "state" if len(states) == 1 else "states"
        lines.append(f"{word}: {', '.join(states[:_LISTED])}{more}")
    is_broken = bool(group.mark) or any(member.mark for member in group.members)
    return Node(identifier, tuple(lines), kind, is_broken=is_broken)


def _member(member: MemberFacts) -> str:
    name = label_of(member.name)
    if member.kind == "chain":
        name = f"{name} → {label_of(member.tip)}"
    return f"{name} ({member.mark})" if member.mark else name


def semantics_to_dot(summary: SemanticSummary) -> str:
    """Return the groups in the language of Graphviz, each above the groups that are part of it.

    An end effector is an ellipse between the group that carries it and the group that contains its
    links. The same summary gives the same text. Invalid elements have a dashed red border.
    """
    return _graph(summary).to_dot()


def semantics_to_mermaid(summary: SemanticSummary) -> str:
    """Return the groups as a Mermaid flowchart, each above the groups that are part of it.

    An end effector is a rounded box between the group that carries it and the group that contains
    its links.
    """
    return _graph(summary).to_mermaid()
