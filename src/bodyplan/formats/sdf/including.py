"""Resolution of the URI of an `<include>` to a file or model folder, without network access."""

from __future__ import annotations

import os.path
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.core import Limits, plural, quoted, shown
from bodyplan.files.opener import File
from bodyplan.formats.input_error import InputError
from bodyplan.formats.lenient import parse_leniently
from bodyplan.formats.sdf.common import NEWEST
from bodyplan.formats.sdf.model import Include
from bodyplan.resources import Resources
from bodyplan.spec import Element, Version, parse_version

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.resources import Resolution
    from bodyplan.spec import Raw

MANIFESTS = ("model.config", "manifest.xml")
"""The possible names of the manifest in a model folder; the second one is the old name."""
_FUEL = re.compile(r"https?://[^/]+/(?:[\d.]+/)?([^/]+)/models/([^/]+)", re.IGNORECASE)

_CLASSIC = {
    "sun": 'a <light type="directional">',
    "ground_plane": "a static model with a <plane>",
}
"""Models that most worlds of Gazebo Classic include, each with a description of an equivalent."""


class IncludeFault(NamedTuple):
    """A problem for which an include cannot be resolved, or resolves to an unintended file.

    Args:
        number: the number of the error that libsdformat reports; 0 if it reports no error.
        field: the field of the include with the problem, such as "uri"; empty for the whole
            include.
        message: a description of the problem.
        hint: how to correct the problem, if known.
        near: a similar URI that does resolve, if there is one.
        element: the element inside `<experimental:params>` with the problem; None if the problem is
            in the include itself.
    """

    number: int
    field: str
    message: str
    hint: str | None = None
    near: str | None = None
    element: Raw | None = None


class Found(NamedTuple):
    """The result of resolving one include.

    Args:
        path: the included file; None if it was not found.
        document: the document of this file; None if it was not read.
        entity: the model, light or actor that is included; None if the file contains none, or is a
            URDF.
        faults: the problems that were found.
        resolution: the resolution of the URI, with the locations that were searched.
    """

    path: Path | None = None
    document: Document | None = None
    entity: Element | None = None
    faults: tuple[IncludeFault, ...] = ()
    resolution: Resolution | None = None


Opener = Callable[[File], "Document | None"]
"""A function that reads an included file; it returns None if an input limit is exceeded."""


class Includes:
    """Resolves includes, and reads each included file once.

    Args:
        resources: the folders to search for models.
        read: a function that reads a file; it raises InputError if the file cannot be read, and
            returns None if an input limit is exceeded.
        limits: the input limits for the manifests of models.
    """

    def __init__(self, resources: Resources, read: Opener, limits: Limits) -> None:
        self.resources = resources
        self.limits = limits
        self._read = read
        self._documents: dict[str, Document | InputError | None] = {}
        self._found: dict[tuple[str, Path | None], Found] = {}

    def find(self, include: Include, base: Path | None) -> Found:
        """Resolve an include and read its file. Problems are in the result; no exception is raised.

        Args:
            include: the include, as read from its file.
            base: the folder of the file that contains the include; None for text without a file.
        """
        key = (include.uri, base)
        found = self._found.get(key)
        if found is None:  # cached, because many includes have the same URI
            found = self._found[key] = self._find(include.uri.strip(), base)
        return found

    def _find(self, uri: str, base: Path | None) -> Found:
        if not uri:
            return Found(faults=(IncludeFault(8, "uri", "<include> has an empty <uri>"),))
        resolution = self.resources.resolve(uri, base=base)
        if resolution.path is None and resolution.scheme == "relative" and "/" not in uri:
            # libsdformat searches the model folders for a bare name
            as_model = self.resources.resolve(f"model://{uri}", base=base)
            resolution = resolution if as_model.path is None else as_model
        path = resolution.path
        if path is None:
            fault = _not_found(uri, resolution)
            if resolution.scheme == "network":
                fault = self._elsewhere(uri, base)
            return Found(faults=(fault,), resolution=resolution)
        faults: list[IncludeFault] = []
        if not self.resources.is_inside(path, base):
            message = f"<include> {quoted(uri)} is outside of the allowed folders"
            hint = "allow its folder with --folder or --package"
            return Found(faults=(IncludeFault(13, "uri", message, hint),), resolution=resolution)
        if resolution.is_folder or os.path.isdir(path):
            file = self._of_model(path, faults)
            if file is None:
                return Found(faults=tuple(faults), resolution=resolution)
            path = file
        document = self._document(self.resources.file_at(path, base=base))
        if document is None:
            message = (
                f"<include> {quoted(uri)} is not read: included files exceed the limit max_elements"
            )
            hint = "raise the limit with --limit"
            faults.append(IncludeFault(0, "uri", message, hint))
            return Found(path, faults=tuple(faults), resolution=resolution)
        if isinstance(document, InputError):
            faults.append(IncludeFault(1, "uri", f"<include> {quoted(uri)}: {document}"))
            return Found(path, faults=tuple(faults), resolution=resolution)
        entity = _entity(document, uri, faults)
        return Found(path, document, entity, tuple(faults), resolution)

    def _elsewhere(self, uri: str, base: Path | None) -> IncludeFault:
        """Return the fault for a URL; its hint names a local copy of the model, if there is one."""
        message = f"<include> {quoted(uri)} is on the network and is not downloaded"
        fuel = _FUEL.match(uri)
        own = f"model://{fuel[2]}" if fuel is not None else None
        path = None if own is None else self.resources.resolve(own, base=base).path
        if own is not None and path is not None and not _is_around(path, base):
            message += ", but the model exists on this machine"
            return IncludeFault(14, "uri", message, f"write {own}", own)
        hint = "download the model into a folder of GZ_SIM_RESOURCE_PATH"
        return IncludeFault(14, "uri", message, f"{hint}, and write {own}" if own else hint)

    def _document(self, file: File) -> Document | InputError | None:
        key = os.fspath(file)
        if key not in self._documents:
            try:
                self._documents[key] = self._read(file)
            except InputError as error:
                self._documents[key] = error
        return self._documents[key]

    def _of_model(self, folder: Path, faults: list[IncludeFault]) -> Path | None:
        """Return the file that a model's manifest lists for the newest supported SDFormat version.

        Return None if the file does not exist or is not allowed. Problems are appended to
        ``faults``.
        """
        called = quoted(folder.name)
        manifest = next(
            (folder / name for name in MANIFESTS if os.path.isfile(folder / name)), None
        )
        if manifest is None:
            message = f"folder {called} is not a model: it has no model.config"
            faults.append(
                IncludeFault(14, "uri", message, "write a file in the folder, or add model.config")
            )
            return None
        if not self.resources.is_inside(manifest, folder):
            message = f"{manifest.name} of {called} is outside of the allowed folders"
            faults.append(IncludeFault(13, "uri", message))
            return None
        if manifest.name != MANIFESTS[0]:
            message = f"folder {called} has a manifest.xml, the old name of model.config"
            faults.append(IncludeFault(0, "uri", message))
        named, doubt = _best(self.resources.file_at(manifest, base=folder), self.limits)
        if not named:
            message = f"{shown(manifest.name)} of {called} lists no file"
            faults.append(
                IncludeFault(14, "uri", message, 'add <sdf version="1.9">model.sdf</sdf>')
            )
            return None
        if doubt:
            message = f"{shown(manifest.name)} of {called} {doubt}"
            faults.append(IncludeFault(0, "uri", message, f"correct <sdf version> of {named}"))
        path = folder / named
        if not self.resources.is_inside(path, folder):
            message = f"model.config of {called} refers to {quoted(named)}, outside of its folder"
            faults.append(IncludeFault(13, "uri", message))
            return None
        if not os.path.isfile(path):  # also False for a name that is too long
            message = f"model.config of {called} refers to {quoted(named)}, which does not exist"
            faults.append(IncludeFault(1, "uri", message))
            return None
        if path.name in MANIFESTS:  # the manifest could list itself
            message = (
                f"model.config of {called} refers to {quoted(named)}, which is not an SDFormat file"
            )
            faults.append(IncludeFault(1, "uri", message))
            return None
        return path


def model_file(folder: Path, limits: Limits) -> Path:
    """Return the SDFormat file of a model folder.

    Args:
        folder: the folder of the model, with a ``model.config``.
        limits: input limits for the ``model.config``.

    Raises:
        InputError: there is no ``model.config``, or the file that it lists does not exist or is not
            allowed.
    """
    faults: list[IncludeFault] = []
    found = Includes(Resources(), lambda _: None, limits)._of_model(folder, faults)  # noqa: SLF001
    if found is None:
        raise InputError(faults[-1].message)
    return found


class _Listed(NamedTuple):
    """The file of a model that its manifest lists for the supported SDFormat versions.

    Args:
        name: the name of the file; empty if the manifest lists no file.
        doubt: why this may be the wrong file, as a clause about the manifest; empty without doubt.
    """

    name: str
    doubt: str = ""


def _best(manifest: File, limits: Limits) -> _Listed:
    """Return the file that a manifest lists for the newest supported SDFormat version.

    If several files have this version, return the first of them. If no version is supported, return
    the first file.

    Source: libsdformat 16, getBestSupportedModelVersion in parser.cc.
    """
    try:
        root = parse_leniently(manifest.read(limits.max_bytes), limits).tree.root
    except OSError:
        return _Listed("")
    entries = [] if root is None or root.tag != "model" else root.findall("sdf")
    best: Version | None = None
    chosen = entries[0] if entries else None
    for node in entries:
        version = parse_version((node.get("version") or "").strip())
        if version is not None and version <= NEWEST and (best is None or version > best):
            best, chosen = version, node
    name = "" if chosen is None else (chosen.text or "").strip()
    if best is not None or chosen is None:
        return _Listed(name)
    if chosen.get("version") is None:
        return _Listed(name, "lists no version of its file")
    most = ".".join(map(str, NEWEST))
    return _Listed(name, f"lists no version up to {most}; libsdformat uses the first file")


def _entity(document: Document, uri: str, faults: list[IncludeFault]) -> Element | None:
    """Return the first model, light or actor of an included file; None for a URDF or if none."""
    name = quoted(Path(document.name).name)
    if document.format == "urdf" and document.root is not None and document.root.links:
        # allowed: libsdformat and bodyplan convert a URDF to a model
        return None
    if document.format != "sdf" or document.root is None:
        what = "a URDF without links" if document.format == "urdf" else "not an SDFormat file"
        message = f"<include> {quoted(uri)}: {name} is {what}"
        faults.append(IncludeFault(8, "uri", message))
        return None
    root = document.root
    entities: list[Element] = [*root.models, *root.lights, *root.actors]
    if not entities:
        message = f"{name} has no model, light or actor to include"
        if root.worlds:
            message += ", only a world"
        faults.append(IncludeFault(8, "uri", message))
        return None
    if len(entities) > 1:
        message = (
            f"{name} has {len(entities):,} models, lights and actors; only the first is included"
        )
        faults.append(IncludeFault(11, "uri", message))
    return entities[0]


def _is_around(folder: Path, base: Path | None) -> bool:
    """Return whether the file with the include is in this model folder and would include itself."""
    return base is not None and Path(os.path.abspath(base)).is_relative_to(folder)


def _not_found(uri: str, resolution: Resolution) -> IncludeFault:
    message = f"<include> {quoted(uri)} not found"
    if resolution.tried:
        message += (
            f" in {plural(len(resolution.tried), 'location')}; run `bodyplan where` to list them"
        )
    else:
        remark = next(iter(resolution.remarks), None)
        message += f": {remark.detail}" if remark else ""
    meant = resolution.suggestion or next(iter(resolution.near), None)
    question = f"did you mean {meant!r}?" if meant is not None else None
    if resolution.package in _CLASSIC and resolution.suggestion is None:
        question = (
            f"write {_CLASSIC[resolution.package]}, or copy the model from gazebo_models (Gazebo Classic) "
            "into a folder of GZ_SIM_RESOURCE_PATH"
        )
    return IncludeFault(14, "uri", message, question, resolution.suggestion)
