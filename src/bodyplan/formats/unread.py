"""Documents of generated texts, which are parsed only when necessary."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bodyplan.core import DEFAULT_LIMITS, replace
from bodyplan.formats.document import Document
from bodyplan.formats.read import read_bytes
from bodyplan.formats.registry import is_edited
from bodyplan.text import Source

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_WRITTEN = replace(
    DEFAULT_LIMITS, max_bytes=sys.maxsize, max_elements=sys.maxsize, max_depth=sys.maxsize
)
"""No limits, because the text was generated from a description that is within its limits."""


class UnreadDocument(Document):
    """A document that is parsed only when more than its bytes are needed.

    Args:
        data: the bytes.
        name: the name of the file in messages.
        format: the name of the format.
        path: the file to which the document will be saved, if known.
        resources: the folders in which packages are searched.
    """

    def __init__(
        self,
        data: bytes,
        name: str,
        *,
        format: str,  # noqa: A002  (as in ``read``)
        path: Path | None,
        resources: Resources | None,
    ) -> None:
        self.source = Source(data, name)
        self.format = format
        self.path = path
        self.on_disk = None
        self.resources = resources

    def __getattr__(self, name: str) -> Any:
        # called only for attributes that are not set yet
        read = read_bytes(
            self.source.data, self.name, path=self.path, format=self.format, limits=_WRITTEN
        )
        if is_edited(self.format):  # results in other formats include no files
            read.limits = DEFAULT_LIMITS  # the usual limits apply to the files that it includes
        own = {key: value for key, value in vars(self).items() if key != "source"}
        self.__dict__.update({**vars(read), **own})
        self.__class__ = Document  # type: ignore[assignment]
        return getattr(self, name)
