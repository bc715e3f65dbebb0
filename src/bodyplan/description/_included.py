"""The files that an SDFormat file includes, for the report on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.conversion.sdf.include_cache import IncludeCache, includes_in
from bodyplan.core import Record, listed, plural
from bodyplan.formats import sdf
from bodyplan.formats.source import path_like
from bodyplan.resources import Resources

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.formats.source import FilePath

_MOST_NAMED = 4
"""The largest number of files that a note names; further files are counted."""


class IncludedFiles(Record):
    """The files to which the includes of an SDFormat file resolve.

    Args:
        counts: how often each file is included, in the order in which the includes occur.
        missing: the URIs that resolve to no file.
    """

    counts: dict[FilePath, int]
    missing: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """A sentence about the included files; empty if nothing is included."""
        parts = [
            f"{file.name} ({count:,} times)" if count > 1 else file.name
            for file, count in list(self.counts.items())[:_MOST_NAMED]
        ]
        more = len(self.counts) - len(parts)
        if more:
            parts.append(plural(more, "other"))
        words = f"includes {listed(parts)}" if parts else ""
        if not self.missing:
            return words
        count = plural(len(self.missing), "include")
        verb = "were" if len(self.missing) > 1 else "was"
        return f"{words}; {count} {verb} not found" if words else f"{count} {verb} not found"


def included_files(
    document: Document, resources: Resources | None = None, cache: IncludeCache | None = None
) -> IncludedFiles:
    """Return the files to which the includes of a file resolve, without reading them.

    The names of the files are relative if the name of the document is relative.

    Args:
        document: the file.
        resources: the folders in which models are searched; by default those of the document or
            environment.
        cache: the cache of a run over several files, so that each location is looked up once.
    """
    if not isinstance(document.root, sdf.Root):
        return IncludedFiles({})
    includes = includes_in(document)
    if not includes:
        return IncludedFiles({})
    resources = resources or document.resources or Resources()
    finder = (cache or IncludeCache()).places(resources, document.limits)
    base = None if document.path is None else document.path.absolute().parent
    counts: dict[FilePath, int] = {}
    missing: list[str] = []
    for include in includes:
        path = finder.find(include, base).path
        if path is None:
            missing.append(include.uri)
            continue
        file = path_like(path, document.name)
        counts[file] = counts.get(file, 0) + 1
    return IncludedFiles(counts, tuple(missing))
