"""Records, input limits, lazy imports, and texts for messages, for all packages."""

from bodyplan.core.limits import DEFAULT_LIMITS as DEFAULT_LIMITS
from bodyplan.core.limits import Limits as Limits
from bodyplan.core.limits import collector_paused as collector_paused
from bodyplan.core.names import length as length
from bodyplan.core.names import listed as listed
from bodyplan.core.names import numbers as numbers
from bodyplan.core.names import plural as plural
from bodyplan.core.names import quoted as quoted
from bodyplan.core.names import shown as shown
from bodyplan.core.names import visible as visible
from bodyplan.core.names import visible_lines as visible_lines
from bodyplan.core.record import REQUIRED as REQUIRED
from bodyplan.core.record import Record as Record
from bodyplan.core.record import RecordMeta as RecordMeta
from bodyplan.core.record import class_name as class_name
from bodyplan.core.record import extended as extended
from bodyplan.core.record import field_names as field_names
from bodyplan.core.record import replace as replace
from bodyplan.core.record import right_name as right_name
