"""The includes that are being processed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan.xacro.nodes import Element

if TYPE_CHECKING:
    from bodyplan.xacro._processor import Frame
    from bodyplan.xacro._symbols import Macros, Table


class Include:
    """An include that is being processed.

    Args:
        tag: the tag.
        frame: the frame that it is in.
        scope: the frame's macros and symbols, or those of its namespace.
        names: the files that remain.
        is_optional: whether they may be missing.
    """

    __slots__ = ("content", "frame", "is_optional", "names", "scope", "tag")

    def __init__(
        self,
        tag: Element,
        frame: Frame,
        scope: tuple[Macros, Table],
        names: Iterator[str],
        *,
        is_optional: bool,
    ) -> None:
        self.tag = tag
        self.frame = frame
        self.scope = scope
        self.names = names
        self.is_optional = is_optional
        self.content = Element(tag.tag, {}, tag.file, tag.number, None)
