"""Writing a document to a file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.files.opener import FileState
from bodyplan.files.writer import Output, write_files
from bodyplan.formats.rebase import rebased

if TYPE_CHECKING:
    from bodyplan.formats.document import Document


def save(
    document: Document,
    path: str | os.PathLike[str] | None,
    *,
    force: bool,
    beside: Mapping[str, bytes],
    rebase: bool,
) -> Path:
    """Write a document to a file atomically, and return its path; see ``Document.save``."""
    is_own = document.on_disk is not None and document.on_disk.place is not None
    target = Path(path) if path is not None else document.path if is_own else None
    if target is None:  # read from text or from a sample, or expanded from xacro
        raise ValueError("the document was not read from a file; pass a path to save()")
    expected = document.on_disk if path is None or document.is_at(target) else None
    made = rebased(document, target.parent).document if rebase else document
    data = made.to_bytes()
    others = [Output(name, content, below=target.parent) for name, content in beside.items()]
    write_files(*others, Output(target, data, expected), force=force)
    if expected is not None:
        document.on_disk = FileState(data, expected.place)
    return target
