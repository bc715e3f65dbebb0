"""What a description holds, told: counts, tree, degrees of freedom, mass, files; and its graph."""

from bodyplan.summary.facts import FileUse as FileUse
from bodyplan.summary.facts import Freedom as Freedom
from bodyplan.summary.facts import JointFacts as JointFacts
from bodyplan.summary.facts import LinkFacts as LinkFacts
from bodyplan.summary.facts import Mass as Mass
from bodyplan.summary.facts import Row as Row
from bodyplan.summary.facts import StateFacts as StateFacts
from bodyplan.summary.facts import Summary as Summary
from bodyplan.summary.graph import to_dot as to_dot
from bodyplan.summary.graph import to_mermaid as to_mermaid
from bodyplan.summary.picture import to_svg as to_svg
from bodyplan.summary.summary import summarize as summarize
from bodyplan.summary.table import to_table as to_table
