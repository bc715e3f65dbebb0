"""Reports about descriptions: one typed record per subject, and its graphs and pictures.

The JSON of a report is its record: see ``bodyplan.diag.json_schema``. Each name is loaded when it is
first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.text.later import loaded_later

if TYPE_CHECKING:
    from bodyplan.kinematics.workspace import Measure as Measure
    from bodyplan.kinematics.workspace import Workspace as Workspace
    from bodyplan.kinematics.workspace import sample_workspace as sample_workspace
    from bodyplan.report.collision_svg import matrix_to_svg as matrix_to_svg
    from bodyplan.report.facts import JointFacts as JointFacts
    from bodyplan.report.facts import LinkFacts as LinkFacts
    from bodyplan.report.facts import MimicFacts as MimicFacts
    from bodyplan.report.facts import RobotReport as RobotReport
    from bodyplan.report.facts import StateReport as StateReport
    from bodyplan.report.graph import to_dot as to_dot
    from bodyplan.report.graph import to_mermaid as to_mermaid
    from bodyplan.report.resources import ResourceReport as ResourceReport
    from bodyplan.report.resources import resource_report as resource_report
    from bodyplan.report.robot import robot_report as robot_report
    from bodyplan.report.sdf import sdf_report as sdf_report
    from bodyplan.report.sdf_facts import ModelReport as ModelReport
    from bodyplan.report.sdf_facts import SdfReport as SdfReport
    from bodyplan.report.sdf_facts import WorldReport as WorldReport
    from bodyplan.report.semantics import summarize_semantics as summarize_semantics
    from bodyplan.report.semantics_facts import EffectorFacts as EffectorFacts
    from bodyplan.report.semantics_facts import GroupFacts as GroupFacts
    from bodyplan.report.semantics_facts import MemberFacts as MemberFacts
    from bodyplan.report.semantics_facts import NameFacts as NameFacts
    from bodyplan.report.semantics_facts import PlaceFacts as PlaceFacts
    from bodyplan.report.semantics_facts import PostureFacts as PostureFacts
    from bodyplan.report.semantics_facts import SemanticSummary as SemanticSummary
    from bodyplan.report.semantics_graph import semantics_to_dot as semantics_to_dot
    from bodyplan.report.semantics_graph import semantics_to_mermaid as semantics_to_mermaid
    from bodyplan.report.tree_svg import to_svg as to_svg
    from bodyplan.report.workspace_svg import workspace_to_svg as workspace_to_svg

_HOMES = {
    "Measure": "bodyplan.kinematics.workspace",
    "Workspace": "bodyplan.kinematics.workspace",
    "sample_workspace": "bodyplan.kinematics.workspace",
    "workspace_to_svg": ".workspace_svg",
    "JointFacts": ".facts",
    "LinkFacts": ".facts",
    "MimicFacts": ".facts",
    "RobotReport": ".facts",
    "StateReport": ".facts",
    "to_dot": ".graph",
    "to_mermaid": ".graph",
    "matrix_to_svg": ".collision_svg",
    "to_svg": ".tree_svg",
    "ResourceReport": ".resources",
    "resource_report": ".resources",
    "robot_report": ".robot",
    "sdf_report": ".sdf",
    "ModelReport": ".sdf_facts",
    "SdfReport": ".sdf_facts",
    "WorldReport": ".sdf_facts",
    "summarize_semantics": ".semantics",
    "EffectorFacts": ".semantics_facts",
    "GroupFacts": ".semantics_facts",
    "MemberFacts": ".semantics_facts",
    "NameFacts": ".semantics_facts",
    "PlaceFacts": ".semantics_facts",
    "PostureFacts": ".semantics_facts",
    "SemanticSummary": ".semantics_facts",
    "semantics_to_dot": ".semantics_graph",
    "semantics_to_mermaid": ".semantics_graph",
}


if not TYPE_CHECKING:  # else no misspelt name would be found
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)
