"""Files with macros (xacro): expanded as the ``xacro`` package expands them, without running Python.

Each element of the result knows where it was written and which macro calls led there.
"""

from bodyplan.formats.xacro.expand import expand as expand
from bodyplan.formats.xacro.expansion import Argument as Argument
from bodyplan.formats.xacro.expansion import Call as Call
from bodyplan.formats.xacro.expansion import Definition as Definition
from bodyplan.formats.xacro.expansion import Expansion as Expansion
from bodyplan.formats.xacro.expansion import Origin as Origin
from bodyplan.formats.xacro.expansion import Package as Package
from bodyplan.formats.xacro.expansion import Problem as Problem
from bodyplan.formats.xacro.expansion import ProblemKind as ProblemKind
from bodyplan.formats.xacro.expansion import SourceFile as SourceFile
from bodyplan.formats.xacro.limits import DEFAULT_LIMITS as DEFAULT_LIMITS
from bodyplan.formats.xacro.limits import XacroLimits as XacroLimits
