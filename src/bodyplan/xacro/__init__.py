"""Expands xacro files as the ``xacro`` package does, but without running Python code in them.

Each element of the result stores its location in a source file, and the macro calls that led to it.
"""

from bodyplan.xacro.expand import expand as expand
from bodyplan.xacro.expansion import Argument as Argument
from bodyplan.xacro.expansion import Call as Call
from bodyplan.xacro.expansion import Definition as Definition
from bodyplan.xacro.expansion import Expansion as Expansion
from bodyplan.xacro.expansion import Origin as Origin
from bodyplan.xacro.expansion import Package as Package
from bodyplan.xacro.expansion import Problem as Problem
from bodyplan.xacro.expansion import ProblemKind as ProblemKind
from bodyplan.xacro.expansion import SourceFile as SourceFile
from bodyplan.xacro.limits import DEFAULT_LIMITS as DEFAULT_LIMITS
from bodyplan.xacro.limits import XacroLimits as XacroLimits
