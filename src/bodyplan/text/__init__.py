"""Files as bytes and text, XML trees with the positions of elements, and edits of the text."""

from bodyplan.text._source import Claims as Claims
from bodyplan.text._source import Edit as Edit
from bodyplan.text._source import OverlapError as OverlapError
from bodyplan.text._source import Source as Source
from bodyplan.text._source import apply as apply
from bodyplan.text._source import bytes_of as bytes_of
from bodyplan.text.layout import AttributeSpan as AttributeSpan
from bodyplan.text.layout import ElementSpan as ElementSpan
from bodyplan.text.layout import Layout as Layout
from bodyplan.text.layout import Span as Span
from bodyplan.text.xml_tree import ElementTree as ElementTree
from bodyplan.text.xml_tree import Fault as Fault
from bodyplan.text.xml_tree import has_gap as has_gap
from bodyplan.text.xml_tree import over as over
from bodyplan.text.xml_tree import parse as parse
from bodyplan.text.xml_tree import raise_limit as raise_limit
