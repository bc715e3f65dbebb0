"""Finding what `<include>` names: a file, or the folder of a model; never anything of a network."""

from __future__ import annotations

import os.path
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.core import Limits, plural, quoted, shown
from bodyplan.formats.input_error import InputError
from bodyplan.formats.lenient import parse_leniently
from bodyplan.formats.sdf.common import NEWEST, VERSIONS
from bodyplan.formats.sdf.model import Include
from bodyplan.resources import Resources
from bodyplan.spec import Element, Version, parse_version

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.resources import Resolution
    from bodyplan.spec import Raw

MANIFESTS = ("model.config", "manifest.xml")
"""What the folder of a model holds; the second is the older name."""
_FUEL = re.compile(r"https?://[^/]+/(?:[\d.]+/)?([^/]+)/models/([^/]+)", re.IGNORECASE)

_CLASSIC = {
    "sun": 'a <light type="directional">',
    "ground_plane": "a static model with a <plane>",
}
"""Models that nearly every world of Gazebo Classic includes, and what does the same."""


class IncludeFault(NamedTuple):
    """Why an include leads nowhere, or not to what was meant.

    Args:
        number: of the reference reader's error; 0 where it has none.
        field: the field of the include that is at fault; empty for the whole of it.
        message: the fault in a sentence without a full stop.
        hint: what to do.
        near: an address that may have been meant.
        element: what of its parameters it is about; None where it is about the include itself.
    """

    number: int
    field: str
    message: str
    hint: str | None = None
    near: str | None = None
    element: Raw | None = None


class Found(NamedTuple):
    """What one include leads to.

    Args:
        path: the file; None where there is none.
        document: what stands in it.
        entity: the model, light or actor that is included.
        faults: what is wrong on the way.
        resolution: where it was looked for.
    """

    path: Path | None = None
    document: Document | None = None
    entity: Element | None = None
    faults: tuple[IncludeFault, ...] = ()
    resolution: Resolution | None = None


Opener = Callable[[Path], "Document | None"]
"""Reads a file; None where it would be one too many."""


class Includes:
    """Finds and reads included files, each once.

    Args:
        resources: where models are looked for.
        read: what reads a file; raises InputError where it cannot be had.
        limits: caps on the manifests of models.
        newest: the version up to which a manifest's files count.
    """

    def __init__(
        self, resources: Resources, read: Opener, limits: Limits, *, newest: Version = NEWEST
    ) -> None:
        self.resources = resources
        self.limits = limits
        self.newest = newest
        self._read = read
        self._documents: dict[str, Document | InputError | None] = {}
        self._found: dict[tuple[str, Path | None], Found] = {}

    def find(self, include: Include, base: Path | None) -> Found:
        """What an include leads to. Never raises.

        Args:
            include: as written.
            base: the folder of the file that it stands in; None for text in no file.
        """
        key = (include.uri, base)
        found = self._found.get(key)
        if found is None:  # many includes name the same
            found = self._found[key] = self._find(include.uri.strip(), base)
        return found

    def _find(self, uri: str, base: Path | None) -> Found:
        if not uri:
            return Found(faults=(IncludeFault(8, "uri", "<include> names nothing"),))
        resolution = self.resources.resolve(uri, base=base)
        path = resolution.path
        if path is None:
            fault = _not_found(uri, resolution)
            if resolution.scheme == "network":
                fault = self._elsewhere(uri, base)
            return Found(faults=(fault,), resolution=resolution)
        faults: list[IncludeFault] = []
        if not self.resources.is_inside(path, base):
            message = f"<include> {quoted(uri)} leads out of the folders that may be read"
            hint = "--folder or --package declares a folder that may"
            return Found(faults=(IncludeFault(13, "uri", message, hint),), resolution=resolution)
        if resolution.is_folder or os.path.isdir(path):
            file = self._of_model(path, faults)
            if file is None:
                return Found(faults=tuple(faults), resolution=resolution)
            path = file
        document = self._document(path)
        if document is None:
            message = f"<include> {quoted(uri)} is not read: too many other files were read before"
            hint = "all included files together may have max_elements; --limit changes that"
            faults.append(IncludeFault(0, "uri", message, hint))
            return Found(path, faults=tuple(faults), resolution=resolution)
        if isinstance(document, InputError):
            faults.append(IncludeFault(1, "uri", f"<include> {quoted(uri)}: {document}"))
            return Found(path, faults=tuple(faults), resolution=resolution)
        entity = _entity(document, uri, faults)
        return Found(path, document, entity, tuple(faults), resolution)

    def _elsewhere(self, uri: str, base: Path | None) -> IncludeFault:
        """An address of another machine; the same model may lie on this one."""
        message = f"<include> {quoted(uri)} is on another machine; nothing is ever fetched"
        fuel = _FUEL.match(uri)
        own = f"model://{fuel[2]}" if fuel is not None else None
        if own is not None and self.resources.resolve(own, base=base).path is not None:
            message += ", but the model is on this one"
            return IncludeFault(14, "uri", message, f"write {own}", own)
        hint = "download the model, put its folder below a folder of GZ_SIM_RESOURCE_PATH"
        return IncludeFault(14, "uri", message, f"{hint}, and write {own}" if own else hint)

    def _document(self, path: Path) -> Document | InputError | None:
        key = str(path)
        if key not in self._documents:
            try:
                self._documents[key] = self._read(path)
            except InputError as error:
                self._documents[key] = error
        return self._documents[key]

    def _of_model(self, folder: Path, faults: list[IncludeFault]) -> Path | None:
        """The file that the manifest of a model's folder names for the newest version we know."""
        called = quoted(folder.name)
        manifest = next(
            (folder / name for name in MANIFESTS if os.path.isfile(folder / name)), None
        )
        if manifest is None:
            message = f"the folder {called} has no model.config, so it is no model"
            faults.append(
                IncludeFault(14, "uri", message, "name a file in it, or add model.config")
            )
            return None
        if not self.resources.is_inside(manifest, folder):
            message = f"{manifest.name} of {called} leads out of the folders that may be read"
            faults.append(IncludeFault(13, "uri", message))
            return None
        if manifest.name != MANIFESTS[0]:
            message = f"the folder {called} has a manifest.xml, which is called model.config today"
            faults.append(IncludeFault(0, "uri", message))
        named = _best(manifest, self.limits, self.newest)
        if named is None:
            message = f"{shown(manifest.name)} of {called} names no file for a version that we know"
            faults.append(IncludeFault(14, "uri", message, '<sdf version="1.9">model.sdf</sdf>'))
            return None
        path = folder / named
        if not self.resources.is_inside(path, folder):
            message = f"model.config of {called} names {quoted(named)}, outside of its folder"
            faults.append(IncludeFault(13, "uri", message))
            return None
        if not os.path.isfile(path):  # a name may be too long to ask for: no, then
            message = f"model.config of {called} names {quoted(named)}, which does not exist"
            faults.append(IncludeFault(1, "uri", message))
            return None
        if path.name in MANIFESTS:  # it would lead on, maybe in a circle
            message = f"model.config of {called} names {quoted(named)}, which is no description"
            faults.append(IncludeFault(1, "uri", message))
            return None
        return path


def model_file(folder: Path, limits: Limits) -> Path:
    """The file of a model, from the folder that it is in.

    Args:
        folder: with a ``model.config``.
        limits: caps on that.

    Raises:
        InputError: it names no file.
    """
    faults: list[IncludeFault] = []
    found = Includes(Resources(), lambda _: None, limits)._of_model(folder, faults)  # noqa: SLF001
    if found is None:
        raise InputError(faults[-1].message)
    return found


def _best(manifest: Path, limits: Limits, newest: Version) -> str | None:
    """The file for the newest known version in a manifest; the last of several of one version."""
    try:
        with open(manifest, "rb") as stream:
            root = parse_leniently(stream.read(limits.max_bytes + 1), limits).tree.root
    except OSError:
        return None
    if root is None:
        return None
    best: tuple[tuple[int, int], str] | None = None
    for node in root.iter("sdf"):
        version = parse_version((node.get("version") or "").strip()) or VERSIONS[0]
        text = (node.text or "").strip()
        if text and version <= newest and (best is None or version >= best[0]):
            best = version, text
    return best[1] if best is not None else None


def _entity(document: Document, uri: str, faults: list[IncludeFault]) -> Element | None:
    """The one model, light or actor of an included file."""
    name = quoted(Path(document.name).name)
    if document.format != "sdf" or document.root is None:
        what = "a URDF" if document.format == "urdf" else "no SDFormat file"
        message = f"<include> {quoted(uri)} leads to {name}, {what}"
        hint = "convert it to SDFormat first" if document.format == "urdf" else None
        faults.append(IncludeFault(8, "uri", message, hint))
        return None
    root = document.root
    entities: list[Element] = [*root.models, *root.lights, *root.actors]
    if not entities:
        message = f"{name} holds no model, light or actor to include"
        if root.worlds:
            message += ", but a world"
        faults.append(IncludeFault(8, "uri", message))
        return None
    if len(entities) > 1:
        message = f"{name} holds {len(entities):,} models, lights and actors; the first counts"
        faults.append(IncludeFault(11, "uri", message))
    return entities[0]


def _not_found(uri: str, resolution: Resolution) -> IncludeFault:
    message = f"<include> {quoted(uri)} was not found"
    if resolution.tried:
        message += f" in {plural(len(resolution.tried), 'place')}; `bodyplan where` lists them"
    else:
        remark = next(iter(resolution.remarks), None)
        message += f": {remark.detail}" if remark else ""
    meant = resolution.suggestion or next(iter(resolution.near), None)
    question = f"did you mean {meant!r}?" if meant is not None else None
    if resolution.package in _CLASSIC and resolution.suggestion is None:
        question = (
            "it comes with the models of Gazebo Classic (gazebo_models): "
            f"put its folder below a folder of GZ_SIM_RESOURCE_PATH, or write {_CLASSIC[resolution.package]}"
        )
    return IncludeFault(14, "uri", message, question, resolution.suggestion)
