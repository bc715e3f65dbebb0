"""Bytes, positions, a lossless tree of elements, and edits. Knows no robotics."""

from bodyplan.text.collector import collector_paused as collector_paused
from bodyplan.text.edit import Claims as Claims
from bodyplan.text.edit import Edit as Edit
from bodyplan.text.edit import OverlapError as OverlapError
from bodyplan.text.edit import apply as apply
from bodyplan.text.layout import AttributeSpan as AttributeSpan
from bodyplan.text.layout import ElementSpan as ElementSpan
from bodyplan.text.layout import Layout as Layout
from bodyplan.text.layout import Span as Span
from bodyplan.text.limits import DEFAULT_LIMITS as DEFAULT_LIMITS
from bodyplan.text.limits import Limits as Limits
from bodyplan.text.record import REQUIRED as REQUIRED
from bodyplan.text.record import Record as Record
from bodyplan.text.record import RecordMeta as RecordMeta
from bodyplan.text.record import field_names as field_names
from bodyplan.text.record import replace as replace
from bodyplan.text.shown import plural as plural
from bodyplan.text.shown import quoted as quoted
from bodyplan.text.shown import shown as shown
from bodyplan.text.source import Source as Source
from bodyplan.text.source import bytes_of as bytes_of
from bodyplan.text.tree import Fault as Fault
from bodyplan.text.tree import Tree as Tree
from bodyplan.text.tree import has_gap as has_gap
from bodyplan.text.tree import over as over
from bodyplan.text.tree import parse as parse
