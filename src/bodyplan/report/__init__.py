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
    from bodyplan.report.cloud import workspace_to_svg as workspace_to_svg
    from bodyplan.report.facts import Center as Center
    from bodyplan.report.facts import Counts as Counts
    from bodyplan.report.facts import FileUse as FileUse
    from bodyplan.report.facts import Freedom as Freedom
    from bodyplan.report.facts import JointFacts as JointFacts
    from bodyplan.report.facts import LinkFacts as LinkFacts
    from bodyplan.report.facts import Mass as Mass
    from bodyplan.report.facts import MimicFacts as MimicFacts
    from bodyplan.report.facts import Reach as Reach
    from bodyplan.report.facts import RobotReport as RobotReport
    from bodyplan.report.facts import Row as Row
    from bodyplan.report.facts import StateFacts as StateFacts
    from bodyplan.report.facts import StateReport as StateReport
    from bodyplan.report.graph import to_dot as to_dot
    from bodyplan.report.graph import to_mermaid as to_mermaid
    from bodyplan.report.matrix import matrix_to_svg as matrix_to_svg
    from bodyplan.report.picture import to_svg as to_svg
    from bodyplan.report.resources import ResourceReport as ResourceReport
    from bodyplan.report.resources import resource_report as resource_report
    from bodyplan.report.robot import robot_report as robot_report
    from bodyplan.report.sdf import sdf_report as sdf_report
    from bodyplan.report.sdf_facts import EntityReport as EntityReport
    from bodyplan.report.sdf_facts import FrameFacts as FrameFacts
    from bodyplan.report.sdf_facts import IncludeFacts as IncludeFacts
    from bodyplan.report.sdf_facts import LightFacts as LightFacts
    from bodyplan.report.sdf_facts import ModelReport as ModelReport
    from bodyplan.report.sdf_facts import PartFacts as PartFacts
    from bodyplan.report.sdf_facts import PhysicsFacts as PhysicsFacts
    from bodyplan.report.sdf_facts import PluginFacts as PluginFacts
    from bodyplan.report.sdf_facts import PoseFacts as PoseFacts
    from bodyplan.report.sdf_facts import SdfReport as SdfReport
    from bodyplan.report.sdf_facts import SensorFacts as SensorFacts
    from bodyplan.report.sdf_facts import WorldReport as WorldReport
    from bodyplan.report.semantics import summarize_semantics as summarize_semantics
    from bodyplan.report.semantics_facts import CellFacts as CellFacts
    from bodyplan.report.semantics_facts import CollisionFacts as CollisionFacts
    from bodyplan.report.semantics_facts import EffectorFacts as EffectorFacts
    from bodyplan.report.semantics_facts import ExtraFacts as ExtraFacts
    from bodyplan.report.semantics_facts import GroupFacts as GroupFacts
    from bodyplan.report.semantics_facts import MemberFacts as MemberFacts
    from bodyplan.report.semantics_facts import NameFacts as NameFacts
    from bodyplan.report.semantics_facts import PairFacts as PairFacts
    from bodyplan.report.semantics_facts import PlaceFacts as PlaceFacts
    from bodyplan.report.semantics_facts import PostureFacts as PostureFacts
    from bodyplan.report.semantics_facts import PropertyFacts as PropertyFacts
    from bodyplan.report.semantics_facts import ResolvedGroupFacts as ResolvedGroupFacts
    from bodyplan.report.semantics_facts import RobotFacts as RobotFacts
    from bodyplan.report.semantics_facts import SemanticSummary as SemanticSummary
    from bodyplan.report.semantics_facts import SphereFacts as SphereFacts
    from bodyplan.report.semantics_facts import VirtualFacts as VirtualFacts
    from bodyplan.report.semantics_graph import semantics_to_dot as semantics_to_dot
    from bodyplan.report.semantics_graph import semantics_to_mermaid as semantics_to_mermaid
    from bodyplan.report.workspace import WorkspaceReport as WorkspaceReport

_HOMES = {
    "Measure": "bodyplan.kinematics.workspace",
    "Workspace": "bodyplan.kinematics.workspace",
    "sample_workspace": "bodyplan.kinematics.workspace",
    "workspace_to_svg": ".cloud",
    "Center": ".facts",
    "Counts": ".facts",
    "FileUse": ".facts",
    "Freedom": ".facts",
    "JointFacts": ".facts",
    "LinkFacts": ".facts",
    "Mass": ".facts",
    "MimicFacts": ".facts",
    "Reach": ".facts",
    "RobotReport": ".facts",
    "Row": ".facts",
    "StateFacts": ".facts",
    "StateReport": ".facts",
    "to_dot": ".graph",
    "to_mermaid": ".graph",
    "matrix_to_svg": ".matrix",
    "to_svg": ".picture",
    "ResourceReport": ".resources",
    "resource_report": ".resources",
    "robot_report": ".robot",
    "sdf_report": ".sdf",
    "EntityReport": ".sdf_facts",
    "FrameFacts": ".sdf_facts",
    "IncludeFacts": ".sdf_facts",
    "LightFacts": ".sdf_facts",
    "ModelReport": ".sdf_facts",
    "PartFacts": ".sdf_facts",
    "PhysicsFacts": ".sdf_facts",
    "PluginFacts": ".sdf_facts",
    "PoseFacts": ".sdf_facts",
    "SdfReport": ".sdf_facts",
    "SensorFacts": ".sdf_facts",
    "WorldReport": ".sdf_facts",
    "summarize_semantics": ".semantics",
    "CellFacts": ".semantics_facts",
    "CollisionFacts": ".semantics_facts",
    "EffectorFacts": ".semantics_facts",
    "ExtraFacts": ".semantics_facts",
    "GroupFacts": ".semantics_facts",
    "MemberFacts": ".semantics_facts",
    "NameFacts": ".semantics_facts",
    "PairFacts": ".semantics_facts",
    "PlaceFacts": ".semantics_facts",
    "PostureFacts": ".semantics_facts",
    "PropertyFacts": ".semantics_facts",
    "ResolvedGroupFacts": ".semantics_facts",
    "RobotFacts": ".semantics_facts",
    "SemanticSummary": ".semantics_facts",
    "SphereFacts": ".semantics_facts",
    "VirtualFacts": ".semantics_facts",
    "semantics_to_dot": ".semantics_graph",
    "semantics_to_mermaid": ".semantics_graph",
    "WorkspaceReport": ".workspace",
}


if not TYPE_CHECKING:  # else no misspelt name would be found
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)
