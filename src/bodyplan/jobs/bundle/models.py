"""The models that an SDFormat world or model includes, each in a folder of the bundle."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from bodyplan.files.opener import open_real
from bodyplan.files.safe_name import safe_name
from bodyplan.formats.read import read_bytes
from bodyplan.formats.source import MODEL_MANIFEST
from bodyplan.jobs.bundle.plan import Refusal
from bodyplan.spec import change
from bodyplan.spec.markup import removal
from bodyplan.text import apply

if TYPE_CHECKING:
    from bodyplan.conversion.sdf.includes import SdfIncludes
    from bodyplan.formats.document import Document

_LARGEST = 1024 * 1024  # limit on the size of a manifest [bytes]
FOLDER = "models"
"""The folder of all models in a bundle: the path for ``GZ_SIM_RESOURCE_PATH``."""
_MANIFEST = """<?xml version="1.0"?>
<model>
  <name>{name}</name>
  <sdf version="{version}">{file}</sdf>
</model>
"""


class BundledModel(NamedTuple):
    """An included model in a bundle.

    Args:
        name: the name of the folder of the model in the bundle.
        document: the file of the model.
        is_new: whether the model is requested for the first time.
    """

    name: str
    document: Document
    is_new: bool

    @property
    def address(self) -> str:
        """The URI of the model in includes."""
        return f"model://{self.name}"

    @property
    def folder(self) -> tuple[str, str]:
        """The path of the folder of the model in the bundle."""
        return FOLDER, self.name


class Models:
    """Assigns a separate folder to each included file."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, document: Document, includes: SdfIncludes) -> dict[str, BundledModel]:
        """Return the models that a document includes, by URI as written."""
        found: dict[str, BundledModel] = {}
        for include in includes.of(document):
            there = includes.find(include)
            uri = include.uri.strip()
            if uri not in found and there.document is not None and there.path is not None:
                found[uri] = self._model(there.document, there.path)
        return found

    def _model(self, document: Document, path: Path) -> BundledModel:
        key = str(path.resolve())
        known = self._names.get(key)
        if known is not None:
            return BundledModel(known, document, is_new=False)
        has_folder = (path.parent / MODEL_MANIFEST).is_file()
        wanted = safe_name(path.parent.name if has_folder else path.stem)
        name, number = wanted, 1
        while name.casefold() in self._taken:
            number += 1
            name = f"{wanted}_{number}"
        self._taken.add(name.casefold())
        self._names[key] = name
        return BundledModel(name, document, is_new=True)


def manifest_of(model: BundledModel, file: str, refusal: Refusal) -> bytes:
    """Return the ``model.config`` of a model, with the bundled file as its only file.

    Args:
        model: the model.
        file: the name of the model file in the bundle.
        refusal: a function that returns why a file may not be read; empty if it may be read.
    """
    document = model.document
    data = b""
    if document.path is not None:
        own = Path(os.path.realpath(document.path.parent / MODEL_MANIFEST))
        with suppress(OSError):
            if not refusal(own):
                with open_real(os.fspath(own)) as stream:
                    data = stream.read(_LARGEST)
    return _with_one_file(data, document, file) or _new(model, file)


def _new(model: BundledModel, file: str) -> bytes:
    return new_manifest(model.name, model.document, file)


def new_manifest(name: str, document: Document, file: str) -> bytes:
    """Return a new ``model.config`` for a model that has no manifest."""
    major, minor = document.version or (1, 0)
    text = _MANIFEST.format(name=escape(name), version=f"{major}.{minor}", file=escape(file))
    return text.encode()


def _with_one_file(data: bytes, document: Document, file: str) -> bytes:
    """Return a manifest reduced to the file of a document; empty if it does not list this file."""
    manifest = read_bytes(data, MODEL_MANIFEST, limits=document.limits)
    root = manifest.tree.root
    if root is None or manifest.tree.fault is not None or document.path is None:
        return b""
    nodes = list(root.iter("sdf"))
    kept = [node for node in nodes if Path((node.text or "").strip()).name == document.path.name]
    if not kept:
        return b""
    edits = [removal(manifest.layout, node) for node in nodes if node is not kept[-1]]
    if (kept[-1].text or "").strip() != file:
        edits.append(change.set_text(manifest.layout, kept[-1], file))
    if not edits:
        return data
    return manifest.source.encode(apply(manifest.source.text, edits))
