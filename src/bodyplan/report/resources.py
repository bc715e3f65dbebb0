"""The report of ``bodyplan where``: the locations of meshes, textures and models of a description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from bodyplan.core import Record, extended, replace
from bodyplan.diag import Where
from bodyplan.formats.document import Document
from bodyplan.formats.resources import NamedResource, named_resources
from bodyplan.resources import VARIABLES, Resolution, Resources

UNFOUND = ("missing", "unknown")
"""The states of a URI whose file cannot be read."""
_OTHER_NAMES = ("case", "package")
"""Kinds of remarks on files that bodyplan finds but other programs do not find."""


class LocatedResource(Resolution):
    """One URI of a description, and the result of resolving it.

    Args:
        state: the result; "unknown" if the URI was not looked up because it is too long, or because
            there are too many URIs.
        locations: the locations of the URI in the file, in order.
    """

    JSON = (
        *("uri", "state", "scheme", "package", "path", "is_folder", "folder", "found_by"),
        *("suggestion", "locations", "tried", "near", "remarks"),
    )

    state: Literal["found", "missing", "unknown", "network", "simulator"] = "missing"
    locations: tuple[Where, ...] = ()

    @property
    def is_misnamed(self) -> bool:
        """Whether the file was found only with another spelling or package name than in the URI."""
        return any(remark.kind in _OTHER_NAMES for remark in self.remarks)


class FileResources(Record):
    """The results for the URIs of one file.

    Args:
        path: the name of the file, as given; ``<stdin>`` for standard input.
        format: the format of the description; None if it is unknown.
        resources: the results, one for each different URI.
    """

    path: str
    format: str | None
    resources: tuple[LocatedResource, ...]

    @property
    def unfound(self) -> tuple[LocatedResource, ...]:
        """The URIs without a file, and the URIs that were not looked up."""
        return tuple(one for one in self.resources if one.state in UNFOUND)

    @property
    def wrong_case(self) -> tuple[LocatedResource, ...]:
        """The URIs whose file is found only if letter case is ignored; `check` rejects them."""
        return tuple(one for one in self.resources if one.remark("case"))


class ResourceReport(Record):
    """The locations of the files that robots reference.

    Args:
        packages: folders of packages by name, as given.
        folders: folders that contain packages, as given.
        variables: environment variables that were searched.
        files: one entry for each description.
    """

    packages: Mapping[str, str]
    folders: tuple[str, ...]
    variables: Mapping[str, str]
    files: tuple[FileResources, ...]


def resource_report(resources: Resources, files: tuple[FileResources, ...]) -> ResourceReport:
    """Return the report about some files.

    Args:
        resources: the folders and packages that were searched.
        files: the results of ``file_resources``.
    """
    data = resources.as_data()
    variables = {k: v for k, v in data["environment"].items() if k in VARIABLES}
    return ResourceReport(data["packages"], tuple(data["folders"]), variables, files)


def file_resources(document: Document, resources: Resources) -> FileResources:
    """Return the result for each different URI of a document and of the models that it includes.

    Args:
        document: the document; a xacro document is expanded.
        resources: the folders and packages to search.
    """
    described = document.expanded or document
    uses: dict[tuple[str, Path | None], list[tuple[Document, NamedResource]]] = {}
    models: dict[tuple[str, Path | None], Path] = {}
    for one, included in _documents(described, resources):
        base = None if one.path is None else one.path.parent
        models |= {(uri, base): path for uri, path in included.items()}
        for use in named_resources(one):
            uses.setdefault((use.uri, base), []).append((one, use))
    found: list[LocatedResource] = []
    for (uri, base), several in uses.items():
        places = [one.place(use.value, use.field or None) for one, use in several]
        places.sort(key=lambda where: (where.file != described.name, where[:3]))
        resolution = resources.resolve(uri, base=base)
        # models are also found in folders that are not searched for meshes
        if (uri, base) in models:
            remarks = tuple(one for one in resolution.remarks if one.kind != "folder")
            path = models[uri, base]
            resolution = replace(resolution, path=path, is_folder=False, remarks=remarks)
        needs_file = not all(use.may_be_folder for _, use in several)
        state = _state(resolution, needs_file=needs_file)
        found.append(extended(LocatedResource, resolution, state=state, locations=tuple(places)))
    return FileResources(document.name, document.format, tuple(found))


def _documents(
    document: Document, resources: Resources
) -> Iterator[tuple[Document, Mapping[str, Path]]]:
    """Yield a document and its included documents, each with the files of its includes by URI."""
    if document.format != "sdf" or b"<include" not in document.source.data:
        yield document, {}
        return
    # imported late, because the SDFormat declarations load slowly
    from bodyplan.conversion.sdf.includes import SdfIncludes

    includes = SdfIncludes(document, resources)
    waiting, known = [document], {id(document)}
    for one in waiting:
        paths: dict[str, Path] = {}
        for include in includes.of(one):
            found = includes.find(include)
            if found.path is not None:
                paths[include.uri.strip()] = found.path
            if found.document is not None and id(found.document) not in known:
                known.add(id(found.document))
                waiting.append(found.document)
        yield one, paths


def _state(
    resolution: Resolution, *, needs_file: bool
) -> Literal["found", "missing", "unknown", "network", "simulator"]:
    if resolution.path is not None:
        return "missing" if resolution.is_folder and needs_file else "found"
    if resolution.scheme == "network":
        return "network"
    if resolution.remark("length"):
        return "unknown"
    return "simulator" if resolution.remark("simulator") else "missing"
