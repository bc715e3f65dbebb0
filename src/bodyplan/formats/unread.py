"""Documents with a generated text, which is parsed only when needed."""

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
"""No input limits: the text was generated from a description to which they were applied."""


class UnreadDocument(Document):
    """A document that is parsed at the first access to an attribute that needs its XML tree.

    Args:
        data: the bytes of the document.
        name: the name of the file in messages.
        format: the name of the format.
        path: the file to which the document will be saved, if known.
        resources: the folders to search for packages.
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
        # Python calls this only for attributes that are not set
        read = read_bytes(
            self.source.data, self.name, path=self.path, format=self.format, limits=_WRITTEN
        )
        if is_edited(self.format):  # a result in another format includes no files
            read.limits = DEFAULT_LIMITS  # the usual limits apply to the files that it includes
        own = {key: value for key, value in vars(self).items() if key != "source"}
        self.__dict__.update({**vars(read), **own})
        self.__class__ = Document  # type: ignore[assignment]
        return getattr(self, name)
