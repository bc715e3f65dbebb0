"""Files with macros (xacro): expanded by the ``xacro`` package, in a process of its own.

Each element of the result knows where it was written and which macro calls led there.
"""

from bodyplan.formats.xacro.expand import expand as expand
from bodyplan.formats.xacro.expansion import Argument as Argument
from bodyplan.formats.xacro.expansion import Call as Call
from bodyplan.formats.xacro.expansion import Definition as Definition
from bodyplan.formats.xacro.expansion import Expansion as Expansion
from bodyplan.formats.xacro.expansion import Fault as Fault
from bodyplan.formats.xacro.expansion import FaultKind as FaultKind
from bodyplan.formats.xacro.expansion import Origin as Origin
from bodyplan.formats.xacro.expansion import Package as Package
from bodyplan.formats.xacro.expansion import SourceFile as SourceFile
from bodyplan.formats.xacro.limits import DEFAULT_LIMITS as DEFAULT_LIMITS
from bodyplan.formats.xacro.limits import XacroLimits as XacroLimits
