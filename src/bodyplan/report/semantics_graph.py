"""The groups of an SRDF as a graph for other programs: Graphviz and Mermaid."""

from __future__ import annotations

from typing import NamedTuple

from bodyplan.report import words
from bodyplan.report.colors import BROKEN
from bodyplan.report.graph import dot_text, label_of, mermaid_text
from bodyplan.report.semantics_facts import GroupFacts, MemberFacts, SemanticSummary

_LISTED = 3  # members or states in one node; more are counted
_STYLES = {"chain": "#2f7ed8", "tree": "#0f9f8f", "group": "#7a8594", "effector": "#dd7a1f"}
"""Colours by the kind of a node."""


class _Node(NamedTuple):
    """A group or an end effector."""

    identifier: str
    kind: str
    lines: tuple[str, ...]
    is_broken: bool


class _Graph(NamedTuple):
    nodes: list[_Node]
    edges: list[tuple[str, str, str]]
    """From, to, and a word at the edge."""


def _graph(summary: SemanticSummary) -> _Graph:
    """Safe names of the nodes, and what leads where; names may be empty, repeated, or anything."""
    states: dict[str, list[str]] = {}
    for state in summary.states:
        states.setdefault(state.group, []).append(label_of(state.name))
    known: dict[str, str] = {}
    nodes: list[_Node] = []
    edges: list[tuple[str, str, str]] = []
    for number, group in enumerate(summary.groups):
        identifier = f"group{number}"
        own = states.get(group.name, []) if known.setdefault(group.name, identifier) else []
        nodes.append(_group(identifier, group, own))
    missing: list[_Node] = []

    def node_of(name: str) -> str:
        if name not in known:
            known[name] = f"missing{len(missing)}"
            lines = (label_of(name), "(unknown group)")
            missing.append(_Node(known[name], "group", lines, is_broken=True))
        return known[name]

    for number, group in enumerate(summary.groups):
        edges += [
            (f"group{number}", node_of(member.name), "")
            for member in group.members
            if member.kind == "group"
        ]
    for number, effector in enumerate(summary.end_effectors):
        identifier = f"effector{number}"
        lines = [label_of(effector.name), f"on {label_of(effector.parent_link)}"]
        if effector.mark:
            lines.append(f"({effector.mark})")
        nodes.append(_Node(identifier, "effector", tuple(lines), bool(effector.mark)))
        carrier = effector.found_group or effector.parent_group
        if carrier:
            edges.append((node_of(carrier), identifier, "carries"))
        edges.append((identifier, node_of(effector.group), "is"))
    nothing = _Node("nothing", "group", ("no groups",), is_broken=False)
    return _Graph([*nodes, *missing] or [nothing], edges)


def _group(identifier: str, group: GroupFacts, states: list[str]) -> _Node:
    lines = [label_of(group.name)]
    kind = "group"
    if group.resolved is not None:
        resolved = group.resolved
        kind = "chain" if resolved.is_chain else "tree"
        lines.append(words.plural(resolved.independent, "variable"))
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
    return _Node(identifier, kind, tuple(lines), is_broken)


def _member(member: MemberFacts) -> str:
    name = label_of(member.name)
    if member.kind == "chain":
        name = f"{name} → {label_of(member.tip)}"
    return f"{name} ({member.mark})" if member.mark else name


def semantics_to_dot(summary: SemanticSummary) -> str:
    """The groups in the language of Graphviz, each above the groups that are part of it.

    End effectors are ellipses between the group that carries them and the group that they are.
    The same summary gives the same text. What is broken has a dashed red border.
    """
    graph = _graph(summary)
    lines = [
        f"digraph {dot_text(label_of(summary.name))} {{",
        '  graph [fontname="Helvetica", ranksep=0.45, nodesep=0.25];',
        '  node [fontname="Helvetica", fontsize=11, shape=box, fillcolor="#f3f5f8"];',
        '  node [style="rounded,filled"];',
        '  edge [fontname="Helvetica", fontsize=9, color="#7a8594", arrowsize=0.7];',
        '  edge [fontcolor="#7a8594"];',
    ]
    for node in graph.nodes:
        color = BROKEN if node.is_broken else _STYLES[node.kind]
        shape = ', shape=ellipse, fillcolor="#ffffff"' if node.kind == "effector" else ""
        dashes = ""
        if node.is_broken:
            dashes = f', style="{"" if shape else "rounded,"}filled,dashed"'
        label = dot_text(*node.lines)
        lines.append(f'  {node.identifier} [label={label}, color="{color}"{shape}{dashes}];')
    for start, end, word in graph.edges:
        lines.append(f"  {start} -> {end}" + (f' [label="{word}"];' if word else ";"))
    lines.append("}")
    return "\n".join(lines) + "\n"


def semantics_to_mermaid(summary: SemanticSummary) -> str:
    """The groups as a Mermaid flowchart, each above the groups that are part of it.

    End effectors are rounded, between the group that carries them and the group that they are.
    """
    graph = _graph(summary)
    lines = ["flowchart TD"]
    for node in graph.nodes:
        text = mermaid_text(*node.lines)
        shape = f"([{text}])" if node.kind == "effector" else f"[{text}]"
        kind = "broken" if node.is_broken else node.kind
        lines.append(f"  {node.identifier}{shape}:::{kind}")
    for start, end, word in graph.edges:
        lines.append(f"  {start} -->{f'|{word}|' if word else ''} {end}")
    used = dict.fromkeys(node.kind for node in graph.nodes if not node.is_broken)
    lines += [f"  classDef {kind} stroke:{_STYLES[kind]},stroke-width:2px" for kind in used]
    lines.append(f"  classDef broken stroke:{BROKEN},stroke-width:2px,stroke-dasharray:4")
    return "\n".join(lines) + "\n"
