"""Records, input limits, lazy imports, and text for messages: used by all packages."""

from bodyplan.core._collector import collector_paused as collector_paused
from bodyplan.core.limits import DEFAULT_LIMITS as DEFAULT_LIMITS
from bodyplan.core.limits import Limits as Limits
from bodyplan.core.record import REQUIRED as REQUIRED
from bodyplan.core.record import Record as Record
from bodyplan.core.record import RecordMeta as RecordMeta
from bodyplan.core.record import class_name as class_name
from bodyplan.core.record import extended as extended
from bodyplan.core.record import field_names as field_names
from bodyplan.core.record import replace as replace
from bodyplan.core.record import right_name as right_name
from bodyplan.core.shown import length as length
from bodyplan.core.shown import listed as listed
from bodyplan.core.shown import numbers as numbers
from bodyplan.core.shown import plural as plural
from bodyplan.core.shown import quoted as quoted
from bodyplan.core.shown import shown as shown
from bodyplan.core.shown import visible as visible
from bodyplan.core.shown import visible_lines as visible_lines
