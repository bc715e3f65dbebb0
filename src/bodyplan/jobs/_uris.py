"""The URIs of meshes and textures in a converted file, and copies of these files."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from bodyplan.conversion.direction import ConversionError
from bodyplan.core import quoted
from bodyplan.formats.converted import Asset
from bodyplan.formats.document import Document
from bodyplan.formats.editing import edited
from bodyplan.formats.loss import Loss, Place
from bodyplan.formats.read import read_bytes
from bodyplan.formats.rebase import is_relative
from bodyplan.formats.resources import NamedResource, address_edits, named_resources
from bodyplan.formats.source import MODEL_MANIFEST
from bodyplan.jobs.bundle.bundling import Packing, package_manifest
from bodyplan.jobs.bundle.models import new_manifest
from bodyplan.jobs.bundle.plan import Absent, Item, Plan
from bodyplan.jobs.bundle.writing import content_of
from bodyplan.resources import Resolution, Resources
from bodyplan.resources.manifest import MODEL, PACKAGE, name_in
from bodyplan.spec import Raw
from bodyplan.text import Edit

STYLES = ("keep", "relative", "absolute", "package", "model")
"""The styles of URIs. "package://NAME" and "model://NAME" are also valid: they name the package or
model that contains the result."""
_WITH_NAME = re.compile(r"(package|model)://([A-Za-z0-9_][A-Za-z0-9_.-]*)/?")
_MANIFESTS = {"package": PACKAGE, "model": MODEL}


class NamedFile(NamedTuple):
    """A document whose URIs are written as requested.

    Args:
        document: the result.
        losses: the URIs that were not changed, with the reason.
        assets: the files that are copied to the folder of the result.
    """

    document: Document
    losses: tuple[Loss, ...] = ()
    assets: tuple[Asset, ...] = ()


def with_uris(
    document: Document, style: str = "keep", *, folder: Path | None = None, bundle: bool = False
) -> NamedFile:
    """Return a document with the URIs of its meshes, textures and models in another style.

    A URI is changed only if its file is found.

    Args:
        document: the document; its relative URIs are relative to its folder.
        style: a style of ``STYLES``, "package://NAME" or "model://NAME".
        folder: the folder in which the document will be saved; by default its present folder.
        bundle: whether the files are copied to the folder of the document.

    Raises:
        ConversionError: the style is unknown, or not possible for copied files.
        OSError: a file disappeared while it was read.
    """
    match = _WITH_NAME.fullmatch(style)
    if style not in STYLES and match is None:
        known = f"{', '.join(STYLES)}, package://NAME and model://NAME"
        raise ConversionError(f"unknown style of URIs {style!r}; styles are {known}")
    if bundle:
        return _bundled(document, style, folder)
    if document.path is None or (style == "keep" and folder in {None, document.path.parent}):
        return NamedFile(document)
    return _rewritten(document, style, folder or document.path.parent)


# Other URIs for the same files


def _rewritten(document: Document, style: str, folder: Path) -> NamedFile:
    assert document.path is not None
    base = document.path.parent
    resources = document.resources or Resources()
    edits: list[Edit] = []
    losses: list[Loss] = []
    known: dict[str, tuple[str, str]] = {}
    for use in named_resources(document):
        if style == "keep" and not is_relative(use.uri):
            continue
        if use.uri not in known:
            known[use.uri] = _uri(resources.resolve(use.uri, base=base), style, folder)
        uri, reason = known[use.uri]
        if uri and uri != use.uri:
            edits += address_edits(document, use, uri)
        elif not uri and style != "keep":
            losses.append(_loss(document, use, reason))
    made = edited(document, edits) if edits else document
    if losses and made is not document:  # locate the losses in the result
        written = {use.uri: use for use in named_resources(made)}
        losses = [
            _loss(made, written[uri], reason) for uri, (new, reason) in known.items() if not new
        ]
    return NamedFile(_placed(made, folder) if edits else document, tuple(losses))


def _uri(found: Resolution, style: str, folder: Path) -> tuple[str, str]:
    """Return the URI of a file and ""; or "" and the reason why it has no URI in this style."""
    if found.path is None:
        return "", "its file is not found"
    path = Path(os.path.abspath(found.path))
    if style in {"keep", "relative"}:
        return _from(path, folder), ""
    if style == "absolute":
        return path.as_uri(), ""
    match = _WITH_NAME.fullmatch(style)
    if match is not None:
        root = _root(folder, match[1], match[2])
        if not path.is_relative_to(root):
            return "", f"its file is outside of the {match[1]} {quoted(match[2])}"
        return f"{match[1]}://{match[2]}/{path.relative_to(root).as_posix()}", ""
    if found.package and found.folder is not None and path.is_relative_to(found.folder):
        return f"{style}://{found.package}/{path.relative_to(found.folder).as_posix()}", ""
    for holder in path.parents:
        for file in (_MANIFESTS[style], PACKAGE):
            if (holder / file).is_file():
                name = holder.name if file == MODEL else name_in(str(holder / file)) or holder.name
                return f"{style}://{name}/{path.relative_to(holder).as_posix()}", ""
    return "", f"its file is not in a {style}"


def _root(folder: Path, kind: str, name: str) -> Path:
    """Return the folder itself or above with the manifest of this name; else the folder itself."""
    folder = Path(os.path.abspath(folder))
    for holder in (folder, *folder.parents):
        manifest = holder / _MANIFESTS[kind]
        own = holder.name if kind == "model" else name_in(str(manifest)) or holder.name
        if manifest.is_file() and own == name:
            return holder
    return folder


def _from(path: Path, folder: Path) -> str:
    return os.path.relpath(path, folder).replace(os.sep, "/")


def _placed(document: Document, folder: Path) -> Document:
    """Return a document with its path moved to another folder."""
    assert document.path is not None
    if document.path.parent == folder:
        return document
    made = _with_content(document, document.source.data, folder / document.path.name)
    made.on_disk = None
    return made


def _with_content(document: Document, data: bytes, path: Path | None) -> Document:
    made = read_bytes(
        data, document.name, path=path, format=document.format, limits=document.limits
    )
    made.resources, made.on_disk = document.resources, document.on_disk
    return made


# Copies


def _bundled(document: Document, style: str, folder: Path | None) -> NamedFile:
    """Return a document that references copies of its files, with these copies as assets.

    Raises:
        ConversionError: copied files cannot have URIs in this style, or the style needs a name.
        OSError: a file disappeared while it was read.
    """
    if style == "absolute":
        raise ConversionError("files that are copied have no absolute URIs")
    place = folder or (None if document.path is None else document.path.parent)
    match = _WITH_NAME.fullmatch(style)
    kind, name = ("", "") if match is None else (match[1], match[2])
    if style in _MANIFESTS:
        kind, name = style, "" if place is None else place.name
        if not name:
            raise ConversionError(f"--uris {style} needs a name, as in {style}://arm")
    prefix = f"{kind}://{name}/" if kind else ""
    if place is not None and kind:
        inner = Path(os.path.abspath(place)).relative_to(_root(place, kind, name)).as_posix()
        prefix += "" if inner == "." else f"{inner}/"
    packing = Packing(document.resources, prefix, Plan(flat=False))
    own = packing.add(document)
    plan = packing.finish()
    made = _with_content(document, own.data or b"", document.path)
    if folder is not None and made.path is not None:
        made = _placed(made, folder)
    assets = [Asset(item.path, _reader(item)) for item in plan.items if item is not own]
    assets += _manifest(made, kind, name, prefix, place)
    losses = tuple(_absent(made, (*plan.missing, *plan.left)))
    return NamedFile(made, losses, tuple(assets))


def _reader(item: Item) -> Callable[[], bytes]:
    return lambda: b"".join(content_of(item))


def _manifest(
    document: Document, kind: str, name: str, prefix: str, place: Path | None
) -> Iterator[Asset]:
    """Yield the manifest of the package or model of the result, unless it exists."""
    if not kind or prefix != f"{kind}://{name}/":
        return
    if place is not None and (place / _MANIFESTS[kind]).exists():
        return
    if kind == "package":
        data = package_manifest(name, document)
        yield Asset(PACKAGE, lambda: data)
    elif document.format == "sdf":
        file = document.name if document.path is None else document.path.name
        config = new_manifest(name, document, file)
        yield Asset(MODEL_MANIFEST, lambda: config)


def _absent(document: Document, absent: tuple[Absent, ...]) -> Iterator[Loss]:
    """Yield a loss for each file that was not copied."""
    uses = {use.uri: use for use in named_resources(document)}
    for one in absent:
        use = uses.get(one.uri)
        if use is not None:
            yield _loss(document, use, one.reason)
        else:  # not the document but one of its meshes references the file
            root = document.tree.root
            assert root is not None
            reason = f"{one.reason}; {one.named_by} names it"
            yield Loss("dropped", f"file {quoted(one.uri)}", reason, Place(document, root))


def _loss(document: Document, use: NamedResource, reason: str) -> Loss:
    node = use.value.node if isinstance(use.value, Raw) else document.node(use.value)
    node = document.tree.root if node is None else node
    assert node is not None
    reason = f"{reason}; it stays as it is"
    return Loss("approximated", f"URI {quoted(use.uri)}", reason, Place(document, node))
