"""The messages of urdfdom, as diagnostics with locations."""

from __future__ import annotations

from functools import partial

from bodyplan.diag import Diagnostic, Kind, Severity
from bodyplan.formats.tinyxml import Node, ScanError
from bodyplan.lint.profiles.urdfdom._places import BytePlaces
from bodyplan.text import Source


class Refused(Exception):  # noqa: N818  (the verdict, which ends the reading)
    """The reason why urdfdom rejects the file or, inside a link, drops the rest of the link.

    Args:
        message: the reason.
        node: the element that causes it.
        attribute: the attribute with the invalid value, if any.
    """

    def __init__(self, message: str, node: Node, attribute: bytes | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.node = node
        self.attribute = attribute


class Findings:
    """Collects the diagnostics, in the order in which urdfdom logs.

    Args:
        source: the file.
    """

    def __init__(self, source: Source) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._places = BytePlaces(source)

    def unreadable(self, kind: Kind, fault: ScanError) -> None:
        """Add an XML syntax error."""
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
        """Add a diagnostic at an attribute's value, or at the tag if the attribute is missing.

        Args:
            kind: the kind of diagnostic.
            message: what is wrong.
            node: the element.
            attribute: the attribute whose value is the location.
            severity: the severity, if it differs from the severity of the kind.
        """
        span = node.span
        if attribute is not None:
            if attribute in node.attributes:
                span = node.value_span(attribute)
            else:
                attribute = None
        where = self._places.promise(span, partial(self._places.path, node, attribute))
        self.diagnostics.append(Diagnostic(kind, message, where, severity=severity))
