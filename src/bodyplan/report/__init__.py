"""Reports on robot descriptions: typed records, and graphs and pictures that show them.

The JSON output of a report has the fields of its record; ``bodyplan.diag.json_schema`` describes
them. Each name of this package is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core.lazy import loaded_later

if TYPE_CHECKING:
    from bodyplan.kinematics.workspace import Measure as Measure
    from bodyplan.kinematics.workspace import Workspace as Workspace
    from bodyplan.kinematics.workspace import sample_workspace as sample_workspace
    from bodyplan.report.facts import JointFacts as JointFacts
    from bodyplan.report.facts import LinkFacts as LinkFacts
    from bodyplan.report.facts import MimicFacts as MimicFacts
    from bodyplan.report.facts import RobotReport as RobotReport
    from bodyplan.report.facts import StateReport as StateReport
    from bodyplan.report.pictures.collision_svg import matrix_to_svg as matrix_to_svg
    from bodyplan.report.pictures.graph import to_dot as to_dot
    from bodyplan.report.pictures.graph import to_mermaid as to_mermaid
    from bodyplan.report.pictures.semantics_graph import semantics_to_dot as semantics_to_dot
    from bodyplan.report.pictures.semantics_graph import (
        semantics_to_mermaid as semantics_to_mermaid,
    )
    from bodyplan.report.pictures.tree_svg import to_svg as to_svg
    from bodyplan.report.pictures.workspace_svg import workspace_to_svg as workspace_to_svg
    from bodyplan.report.resources import ResourceReport as ResourceReport
    from bodyplan.report.resources import resource_report as resource_report
    from bodyplan.report.robot import robot_report as robot_report
    from bodyplan.report.sdf.facts import ModelReport as ModelReport
    from bodyplan.report.sdf.facts import SdfReport as SdfReport
    from bodyplan.report.sdf.facts import WorldReport as WorldReport
    from bodyplan.report.sdf.sdf_report import sdf_report as sdf_report
    from bodyplan.report.semantics_facts import EffectorFacts as EffectorFacts
    from bodyplan.report.semantics_facts import GroupFacts as GroupFacts
    from bodyplan.report.semantics_facts import MemberFacts as MemberFacts
    from bodyplan.report.semantics_facts import NameFacts as NameFacts
    from bodyplan.report.semantics_facts import PlaceFacts as PlaceFacts
    from bodyplan.report.semantics_facts import PostureFacts as PostureFacts
    from bodyplan.report.semantics_facts import SemanticSummary as SemanticSummary
    from bodyplan.report.srdf_report import summarize_semantics as summarize_semantics

_HOMES = {
    name: home
    for home, names in {
        ".pictures.collision_svg": "matrix_to_svg",
        ".facts": "JointFacts LinkFacts MimicFacts RobotReport StateReport",
        ".pictures.graph": "to_dot to_mermaid",
        ".resources": "ResourceReport resource_report",
        ".robot": "robot_report",
        ".sdf.sdf_report": "sdf_report",
        ".sdf.facts": "ModelReport SdfReport WorldReport",
        ".srdf_report": "summarize_semantics",
        ".semantics_facts": (
            "EffectorFacts GroupFacts MemberFacts NameFacts PlaceFacts PostureFacts SemanticSummary"
        ),
        ".pictures.semantics_graph": "semantics_to_dot semantics_to_mermaid",
        ".pictures.tree_svg": "to_svg",
        ".pictures.workspace_svg": "workspace_to_svg",
        "bodyplan.kinematics.workspace": "Measure Workspace sample_workspace",
    }.items()
    for name in names.split()
}


if not TYPE_CHECKING:  # with __getattr__, a type checker would accept every misspelt name
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)
