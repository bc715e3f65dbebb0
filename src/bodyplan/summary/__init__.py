"""What a description holds, told: counts, tree, degrees of freedom, mass, files; and its graph.

What concerns SRDF and SDFormat is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.summary.facts import Center as Center
from bodyplan.summary.facts import FileUse as FileUse
from bodyplan.summary.facts import Freedom as Freedom
from bodyplan.summary.facts import JointFacts as JointFacts
from bodyplan.summary.facts import LinkFacts as LinkFacts
from bodyplan.summary.facts import Mass as Mass
from bodyplan.summary.facts import Reach as Reach
from bodyplan.summary.facts import Row as Row
from bodyplan.summary.facts import StateFacts as StateFacts
from bodyplan.summary.facts import Summary as Summary
from bodyplan.summary.graph import to_dot as to_dot
from bodyplan.summary.graph import to_mermaid as to_mermaid
from bodyplan.summary.picture import to_svg as to_svg
from bodyplan.summary.summary import summarize as summarize
from bodyplan.summary.table import to_table as to_table
from bodyplan.text.later import loaded_later

if TYPE_CHECKING:
    from bodyplan.kinematics.workspace import Measure as Measure
    from bodyplan.kinematics.workspace import Workspace as Workspace
    from bodyplan.kinematics.workspace import sample_workspace as sample_workspace
    from bodyplan.summary.cloud import workspace_to_svg as workspace_to_svg
    from bodyplan.summary.matrix import matrix_to_svg as matrix_to_svg
    from bodyplan.summary.sdf import summarize_sdf as summarize_sdf
    from bodyplan.summary.sdf_facts import FrameFacts as FrameFacts
    from bodyplan.summary.sdf_facts import IncludeFacts as IncludeFacts
    from bodyplan.summary.sdf_facts import LightFacts as LightFacts
    from bodyplan.summary.sdf_facts import PartFacts as PartFacts
    from bodyplan.summary.sdf_facts import PhysicsFacts as PhysicsFacts
    from bodyplan.summary.sdf_facts import PluginFacts as PluginFacts
    from bodyplan.summary.sdf_facts import PoseFacts as PoseFacts
    from bodyplan.summary.sdf_facts import SdfSummary as SdfSummary
    from bodyplan.summary.sdf_facts import SensorFacts as SensorFacts
    from bodyplan.summary.sdf_facts import WholeFacts as WholeFacts
    from bodyplan.summary.sdf_facts import WorldFacts as WorldFacts
    from bodyplan.summary.sdf_table import sdf_table_schema as sdf_table_schema
    from bodyplan.summary.sdf_table import sdf_to_table as sdf_to_table
    from bodyplan.summary.semantics import summarize_semantics as summarize_semantics
    from bodyplan.summary.semantics_facts import CellFacts as CellFacts
    from bodyplan.summary.semantics_facts import CollisionFacts as CollisionFacts
    from bodyplan.summary.semantics_facts import EffectorFacts as EffectorFacts
    from bodyplan.summary.semantics_facts import ExtraFacts as ExtraFacts
    from bodyplan.summary.semantics_facts import GroupFacts as GroupFacts
    from bodyplan.summary.semantics_facts import MemberFacts as MemberFacts
    from bodyplan.summary.semantics_facts import NameFacts as NameFacts
    from bodyplan.summary.semantics_facts import PairFacts as PairFacts
    from bodyplan.summary.semantics_facts import PlaceFacts as PlaceFacts
    from bodyplan.summary.semantics_facts import PostureFacts as PostureFacts
    from bodyplan.summary.semantics_facts import PropertyFacts as PropertyFacts
    from bodyplan.summary.semantics_facts import ResolvedGroupFacts as ResolvedGroupFacts
    from bodyplan.summary.semantics_facts import RobotFacts as RobotFacts
    from bodyplan.summary.semantics_facts import SemanticSummary as SemanticSummary
    from bodyplan.summary.semantics_facts import SphereFacts as SphereFacts
    from bodyplan.summary.semantics_facts import VirtualFacts as VirtualFacts
    from bodyplan.summary.semantics_graph import semantics_to_dot as semantics_to_dot
    from bodyplan.summary.semantics_graph import semantics_to_mermaid as semantics_to_mermaid
    from bodyplan.summary.semantics_table import semantics_to_table as semantics_to_table
    from bodyplan.summary.workspace_table import workspace_schema as workspace_schema
    from bodyplan.summary.workspace_table import workspace_to_table as workspace_to_table

_HOMES = {
    "Measure": "bodyplan.kinematics.workspace",
    "Workspace": "bodyplan.kinematics.workspace",
    "sample_workspace": "bodyplan.kinematics.workspace",
    "workspace_to_svg": "bodyplan.summary.cloud",
    "workspace_schema": "bodyplan.summary.workspace_table",
    "workspace_to_table": "bodyplan.summary.workspace_table",
    "matrix_to_svg": "bodyplan.summary.matrix",
    "summarize_sdf": "bodyplan.summary.sdf",
    "FrameFacts": "bodyplan.summary.sdf_facts",
    "IncludeFacts": "bodyplan.summary.sdf_facts",
    "LightFacts": "bodyplan.summary.sdf_facts",
    "PartFacts": "bodyplan.summary.sdf_facts",
    "PhysicsFacts": "bodyplan.summary.sdf_facts",
    "PluginFacts": "bodyplan.summary.sdf_facts",
    "PoseFacts": "bodyplan.summary.sdf_facts",
    "SdfSummary": "bodyplan.summary.sdf_facts",
    "SensorFacts": "bodyplan.summary.sdf_facts",
    "WholeFacts": "bodyplan.summary.sdf_facts",
    "WorldFacts": "bodyplan.summary.sdf_facts",
    "sdf_table_schema": "bodyplan.summary.sdf_table",
    "sdf_to_table": "bodyplan.summary.sdf_table",
    "summarize_semantics": "bodyplan.summary.semantics",
    "CellFacts": "bodyplan.summary.semantics_facts",
    "CollisionFacts": "bodyplan.summary.semantics_facts",
    "EffectorFacts": "bodyplan.summary.semantics_facts",
    "ExtraFacts": "bodyplan.summary.semantics_facts",
    "GroupFacts": "bodyplan.summary.semantics_facts",
    "MemberFacts": "bodyplan.summary.semantics_facts",
    "NameFacts": "bodyplan.summary.semantics_facts",
    "PairFacts": "bodyplan.summary.semantics_facts",
    "PlaceFacts": "bodyplan.summary.semantics_facts",
    "PostureFacts": "bodyplan.summary.semantics_facts",
    "PropertyFacts": "bodyplan.summary.semantics_facts",
    "ResolvedGroupFacts": "bodyplan.summary.semantics_facts",
    "RobotFacts": "bodyplan.summary.semantics_facts",
    "SemanticSummary": "bodyplan.summary.semantics_facts",
    "SphereFacts": "bodyplan.summary.semantics_facts",
    "VirtualFacts": "bodyplan.summary.semantics_facts",
    "semantics_to_dot": "bodyplan.summary.semantics_graph",
    "semantics_to_mermaid": "bodyplan.summary.semantics_graph",
    "semantics_to_table": "bodyplan.summary.semantics_table",
}


if not TYPE_CHECKING:  # else no misspelt name would be found
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)
