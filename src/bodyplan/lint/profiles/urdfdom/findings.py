"""What the emulated reader says, as diagnostics with places."""

from __future__ import annotations

from functools import partial

from bodyplan.diag import Diagnostic, Kind, Severity
from bodyplan.formats.tinyxml import Node, ScanError
from bodyplan.lint.profiles.urdfdom.places import BytePlaces
from bodyplan.text import Source


class Refused(Exception):  # noqa: N818  (the verdict, which ends the reading)
    """The reader refuses the file because of this; inside a link it drops the link's rest.

    Args:
        message: why.
        node: the element it is about.
        attribute: the attribute whose value is at fault, if it is one.
    """

    def __init__(self, message: str, node: Node, attribute: bytes | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.node = node
        self.attribute = attribute


class Findings:
    """The diagnostics so far, in the order in which the reader logs.

    Args:
        source: the file.
    """

    def __init__(self, source: Source) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._places = BytePlaces(source)

    def unreadable(self, kind: Kind, fault: ScanError) -> None:
        """A fault of the XML."""
        where = self._places.promise(fault.span, partial(self._places.path, fault.node))
        self.diagnostics.append(Diagnostic(kind, fault.message, where))

    def add(
        self,
        kind: Kind,
        message: str,
        node: Node,
        attribute: bytes | None = None,
        severity: Severity | None = None,
    ) -> None:
        """A finding at the attribute's value, or at the element's name where it is not written.

        Args:
            kind: which finding it is.
            message: what is wrong.
            node: the element.
            attribute: the attribute whose value is meant.
            severity: other than the kind's own.
        """
        span = node.span
        if attribute is not None:
            if attribute in node.attributes:
                span = node.value_span(attribute)
            else:
                attribute = None
        where = self._places.promise(span, partial(self._places.path, node, attribute))
        self.diagnostics.append(Diagnostic(kind, message, where, severity=severity))
