"""Bytes, positions, a lossless XML tree, and edits; independent of robotics."""

from bodyplan.text.edit import Claims as Claims
from bodyplan.text.edit import Edit as Edit
from bodyplan.text.edit import OverlapError as OverlapError
from bodyplan.text.edit import apply as apply
from bodyplan.text.layout import AttributeSpan as AttributeSpan
from bodyplan.text.layout import ElementSpan as ElementSpan
from bodyplan.text.layout import Layout as Layout
from bodyplan.text.layout import Span as Span
from bodyplan.text.source import Source as Source
from bodyplan.text.source import bytes_of as bytes_of
from bodyplan.text.tree import ElementTree as ElementTree
from bodyplan.text.tree import Fault as Fault
from bodyplan.text.tree import has_gap as has_gap
from bodyplan.text.tree import over as over
from bodyplan.text.tree import parse as parse
