"""The graph of a robot for other programs: Graphviz and Mermaid."""

from __future__ import annotations

from typing import NamedTuple

from bodyplan.report import words
from bodyplan.report.colors import BROKEN, COLORS
from bodyplan.report.facts import JointFacts, RobotReport

_LONGEST_LABEL = 200


class _Nodes(NamedTuple):
    """Safe names of the nodes: names in a file may be empty, repeated, or hold anything."""

    links: list[tuple[str, str, str]]
    """Identifier, label and further words of each link."""
    missing: list[tuple[str, str]]
    """The same for names of links that are not there."""
    ends: list[tuple[str, str, str]]
    """Identifiers of each joint's parent, of the joint, and of its child."""


def _nodes(robot: RobotReport) -> _Nodes:
    by_name: dict[str, str] = {}
    links: list[tuple[str, str, str]] = []
    for number, link in enumerate(robot.links):
        identifier = f"link{number}"
        more = words.mass(link.mass)
        if by_name.setdefault(link.name, identifier) != identifier:
            more = "(repeated link)"
        links.append((identifier, label_of(link.name), more))
    missing: list[tuple[str, str]] = []
    ends: list[tuple[str, str, str]] = []
    for number, joint in enumerate(robot.joints):
        for name in (joint.parent, joint.child):
            if name not in by_name:
                by_name[name] = f"missing{len(missing)}"
                missing.append((by_name[name], label_of(name)))
        ends.append((by_name[joint.parent], f"joint{number}", by_name[joint.child]))
    return _Nodes(links, missing, ends)


def label_of(name: str) -> str:
    """A name that can be shown, cut in the middle where it is very long."""
    text = words.name(name)
    if len(text) > _LONGEST_LABEL:
        text = f"{text[: _LONGEST_LABEL // 2]}…{text[-_LONGEST_LABEL // 2 :]}"
    return text


def _joint_lines(joint: JointFacts) -> list[str]:
    kind = f"{words.kind(joint)} {words.axis(joint)}".rstrip()
    lines = [label_of(joint.name), kind, words.limits(joint), words.follows(joint)]
    return [line for line in lines if line]


def to_dot(robot: RobotReport) -> str:
    """The graph in the language of Graphviz: links are boxes, joints ellipses between them.

    The same report gives the same text. Links that are named but not there are dashed.
    """
    nodes = _nodes(robot)
    lines = [
        f"digraph {dot_text(label_of(robot.name))} {{",
        '  graph [fontname="Helvetica", ranksep=0.35, nodesep=0.25];',
        '  node [fontname="Helvetica", fontsize=11];',
        '  edge [color="#7a8594", arrowsize=0.7];',
        '  node [shape=box, style="rounded,filled", fillcolor="#f3f5f8", color="#7a8594"];',
    ]
    for identifier, label, more in nodes.links:
        lines.append(f"  {identifier} [label={dot_text(label, more)}];")
    for identifier, label in nodes.missing:
        text = dot_text(label, "(missing link)")
        lines.append(f'  {identifier} [label={text}, style="dashed", color="{BROKEN}"];')
    lines.append('  node [shape=ellipse, style="filled", fillcolor="#ffffff", fontsize=10];')
    for joint, (_, identifier, _) in zip(robot.joints, nodes.ends, strict=True):
        color = COLORS.get(joint.type, BROKEN)
        label = dot_text(*_joint_lines(joint))
        style = ', style="filled,dashed"' if joint.is_follower else ""
        lines.append(f'  {identifier} [label={label}, color="{color}"{style}];')
    for parent, identifier, child in nodes.ends:
        lines.append(f"  {parent} -> {identifier};")
        lines.append(f"  {identifier} -> {child};")
    lines.append("}")
    return "\n".join(lines) + "\n"


def dot_text(*lines: str) -> str:
    """Lines as one text in the language of Graphviz."""
    escaped = [
        line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
        for line in lines
        if line
    ]
    return '"' + "\\n".join(escaped) + '"'


_MERMAID = str.maketrans(
    {
        "#": "#35;",
        '"': "#quot;",
        "&": "#amp;",
        "<": "#lt;",
        ">": "#gt;",
        "`": "#96;",
        "\\": "#92;",
    }
)


def to_mermaid(robot: RobotReport) -> str:
    """The graph as a Mermaid flowchart, top down: links are boxes, joints rounded.

    Viewers draw at most 500 edges unless told otherwise: some 250 joints.
    """
    nodes = _nodes(robot)
    lines = ["flowchart TD"]
    for identifier, label, more in nodes.links:
        lines.append(f"  {identifier}[{mermaid_text(label, more)}]")
    for identifier, label in nodes.missing:
        lines.append(f"  {identifier}[{mermaid_text(label, '(missing link)')}]:::broken")
    used: dict[str, None] = {}
    for joint, (_, identifier, _) in zip(robot.joints, nodes.ends, strict=True):
        kind = joint.type or "broken"
        if joint.type:
            used[joint.type] = None
        lines.append(f"  {identifier}([{mermaid_text(*_joint_lines(joint))}]):::{kind}")
    lines += [f"  {parent} --> {joint} --> {child}" for parent, joint, child in nodes.ends]
    lines += [f"  classDef {kind} stroke:{COLORS[kind]},stroke-width:2px" for kind in used]
    lines.append(f"  classDef broken stroke:{BROKEN},stroke-width:2px,stroke-dasharray:4")
    return "\n".join(lines) + "\n"


def mermaid_text(*lines: str) -> str:
    """Lines as one text in the language of Mermaid."""
    return f'"{"<br/>".join(line.translate(_MERMAID) for line in lines if line)}"'
