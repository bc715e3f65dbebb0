"""The graph of a robot for other programs: Graphviz and Mermaid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bodyplan.report import wording
from bodyplan.report.facts import JointFacts, RobotReport
from bodyplan.report.pictures._boxes import Box, boxes_of
from bodyplan.report.pictures._colors import BROKEN, COLORS

_LONGEST_LABEL = 200
_GRAY = "#7a8594"
_MERMAID = str.maketrans(
    {
        '"': "#quot;",
        "#": "#35;",
        "&": "#amp;",
        "<": "#lt;",
        ">": "#gt;",
        "`": "#96;",
        "\\": "#92;",
        "%": "#37;",  # %%{init: ...}%% changes the style of the whole graph, also in a label
    }
)


class Node(NamedTuple):
    """A node of a graph.

    Args:
        identifier: a unique generated name; the names in a file may be empty, repeated, or contain
            any character.
        lines: the lines of its label.
        kind: the kind of the node, which sets its colour; empty for a node without colour.
        is_round: whether it is drawn as an ellipse.
        is_broken: whether it is drawn with a dashed red border.
        is_dashed: whether it is drawn with a dashed border.
    """

    identifier: str
    lines: tuple[str, ...]
    kind: str = ""
    is_round: bool = False
    is_broken: bool = False
    is_dashed: bool = False


class Graph(NamedTuple):
    """A graph, drawn from left to right.

    Args:
        name: its title.
        nodes: its nodes.
        edges: for each edge, the identifiers of the nodes that it connects, in order, and its
            label.
        colors: the colour of each kind of node.
    """

    name: str
    nodes: list[Node]
    edges: list[tuple[tuple[str, ...], str]]
    colors: Mapping[str, str]

    def to_dot(self) -> str:
        """Return the graph in the language of Graphviz."""
        lines = [
            f"digraph {_dot_text(self.name)} {{",
            '  graph [rankdir=LR, fontname="Helvetica", ranksep=0.4, nodesep=0.15];',
            f'  node [fontname="Helvetica", fontsize=11, shape=box, color="{_GRAY}"];',
            '  node [style="rounded,filled", fillcolor="#f3f5f8"];',
            f'  edge [fontname="Helvetica", fontsize=9, color="{_GRAY}", arrowsize=0.7];',
            f'  edge [fontcolor="{_GRAY}"];',
        ]
        for node in self.nodes:
            values = [f"label={_dot_text(*node.lines)}"]
            if node.is_broken or node.kind:
                color = BROKEN if node.is_broken else self.colors[node.kind]
                values.append(f'color="{color}"')
            if node.is_round:
                values.append('shape=ellipse, fillcolor="#ffffff", fontsize=10')
            if node.is_broken or node.is_dashed:
                values.append(f'style="{"" if node.is_round else "rounded,"}filled,dashed"')
            lines.append(f"  {node.identifier} [{', '.join(values)}];")
        for path, word in self.edges:
            lines.append(f"  {' -> '.join(path)}" + (f' [label="{word}"];' if word else ";"))
        return "\n".join([*lines, "}"]) + "\n"

    def to_mermaid(self) -> str:
        """Return the graph as a Mermaid flowchart."""
        lines = ["flowchart LR"]
        for node in self.nodes:
            text = "<br/>".join(line.translate(_MERMAID) for line in node.lines if line)
            kind = "broken" if node.is_broken else node.kind
            shape = f'(["{text}"])' if node.is_round else f'["{text}"]'
            lines.append(f"  {node.identifier}{shape}" + (f":::{kind}" if kind else ""))
        for path, word in self.edges:
            lines.append("  " + f" -->{f'|{word}|' if word else ''} ".join(path))
        used = dict.fromkeys(n.kind for n in self.nodes if n.kind and not n.is_broken)
        lines += [f"  classDef {kind} stroke:{self.colors[kind]},stroke-width:2px" for kind in used]
        lines.append(f"  classDef broken stroke:{BROKEN},stroke-width:2px,stroke-dasharray:4")
        return "\n".join(lines) + "\n"


def _dot_text(*lines: str) -> str:
    """Return lines as one label in the language of Graphviz."""
    escaped = [
        line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
        for line in lines
        if line
    ]
    return '"' + "\\n".join(escaped) + '"'


def label_of(name: str) -> str:
    """Return a name that can be shown, shortened in the middle if it is very long."""
    text = wording.name(name)
    if len(text) > _LONGEST_LABEL:
        text = f"{text[: _LONGEST_LABEL // 2]}…{text[-_LONGEST_LABEL // 2 :]}"
    return text


def to_dot(robot: RobotReport, *, fold: bool = True) -> str:
    """Return the graph in the language of Graphviz: links are boxes, joints are ellipses.

    The same report always has the same text. Links that joints reference but that do not exist are
    dashed.

    Args:
        robot: the report of the robot.
        fold: whether links connected by fixed joints share a box.
    """
    return _graph(robot, fold=fold).to_dot()


def to_mermaid(robot: RobotReport, *, fold: bool = True) -> str:
    """Return the graph as a Mermaid flowchart: links are boxes, joints are rounded.

    Most viewers draw at most 500 edges, about 250 joints.

    Args:
        robot: the report of the robot.
        fold: whether links connected by fixed joints share a box.
    """
    return _graph(robot, fold=fold).to_mermaid()


def _graph(robot: RobotReport, *, fold: bool) -> Graph:
    shared = {box.row.name: box for box in boxes_of(robot.tree, fold=fold) if box.inside}
    home = {row.name: name for name, box in shared.items() for row in box.inside}
    folded = {row.joint_index for box in shared.values() for row in box.inside}
    by_name: dict[str, str] = {}
    nodes: list[Node] = []
    for number, link in enumerate(robot.links):
        identifier = f"link{number}"
        is_first = by_name.setdefault(link.name, identifier) == identifier
        if is_first and link.name in home:
            continue
        if is_first and link.name in shared:
            nodes.append(Node(identifier, _lines(shared[link.name])))
            continue
        more = wording.mass(link.mass) if is_first else "(repeated link)"
        nodes.append(Node(identifier, (label_of(link.name), more)))
    joints: list[Node] = []
    edges: list[tuple[tuple[str, ...], str]] = []
    missing = 0
    for number, joint in enumerate(robot.joints):
        if number in folded:
            continue
        ends = [home.get(name, name) for name in (joint.parent, joint.child)]
        for name in ends:
            if name not in by_name:
                by_name[name] = f"missing{missing}"
                missing += 1
                lines = (label_of(name), "(missing link)")
                nodes.append(Node(by_name[name], lines, is_broken=True))
        joints.append(_joint(f"joint{number}", joint))
        edges.append(((by_name[ends[0]], f"joint{number}", by_name[ends[1]]), ""))
    return Graph(label_of(robot.name), [*nodes, *joints], edges, COLORS)


def _lines(box: Box) -> tuple[str, ...]:
    """Return the label of a box with several links."""
    return (label_of(box.row.name), *box.lines, wording.mass(box.mass))


def _joint(identifier: str, joint: JointFacts) -> Node:
    kind = f"{wording.kind(joint)} {wording.axis(joint)}".rstrip()
    lines = (label_of(joint.name), kind, wording.limits(joint), wording.follows(joint))
    is_broken = joint.type not in COLORS
    return Node(identifier, lines, joint.type, True, is_broken, joint.is_follower)
