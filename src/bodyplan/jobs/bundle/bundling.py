"""Bundles: a robot with all its files in one folder or archive, which any machine can open."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from bodyplan.core import DEFAULT_LIMITS, Limits, Record
from bodyplan.description.description import Description, Source
from bodyplan.description.session import Session, opened
from bodyplan.files.error import WriteError
from bodyplan.files.safe_name import safe_name
from bodyplan.formats.document import Document
from bodyplan.formats.editing import edited
from bodyplan.formats.expansion import expansion_of
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import read_bytes
from bodyplan.formats.resources import NamedResource, address_edits, named_resources
from bodyplan.formats.source import MODEL_MANIFEST
from bodyplan.jobs.bundle.marker import BundleError, is_archive, require_target
from bodyplan.jobs.bundle.models import BundledModel, Models, manifest_of
from bodyplan.jobs.bundle.plan import (
    Absent,
    BundledFile,
    Item,
    Origin,
    Plan,
    Refusal,
    State,
)
from bodyplan.jobs.bundle.writing import write
from bodyplan.resources import Resources
from bodyplan.spec import Raw

if TYPE_CHECKING:
    from bodyplan.conversion.sdf.includes import SdfIncludes
    from bodyplan.resources import Resolution

UriStyle = Literal["relative", "package"]
Progress = Callable[[int, int], None]
"""A function that is called with the number of written bytes and the total number of bytes."""

_MANIFEST = """<?xml version="1.0"?>
<package format="3">
  <name>{name}</name>
  <version>0.0.1</version>
  <description>The robot {robot} with all its files.</description>
  <maintainer email="unknown@example.com">unknown</maintainer>
  <license>see the packages that the files come from</license>
</package>
"""


class Bundle(Record):
    """A bundle: its location and its files.

    Args:
        target: the folder or archive.
        uri: the style of the URIs of its files.
        files: the files of the bundle, by path.
        missing: referenced files that are not in the bundle, because they were not found, may not
            be read, or have content that does not match their file extension.
        left: references that are unchanged on purpose: network URIs, models of simulators.
    """

    JSON = ("target", "uri", "size", "files", "missing", "left")

    target: Path
    uri: UriStyle
    files: tuple[BundledFile, ...]
    missing: tuple[Absent, ...]
    left: tuple[Absent, ...]

    @property
    def size(self) -> int:
        """Size of all files [bytes]."""
        return sum(file.size for file in self.files)


def bundle(
    source: Source | Description | Sequence[Source | Description],
    target: str | os.PathLike[str],
    *,
    resources: Resources | None = None,
    uri: UriStyle = "relative",
    flat: bool = False,
    include: Sequence[str] = (),
    force: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    progress: Progress | None = None,
) -> Bundle:
    """Copy a description with every file that it needs into a folder or archive.

    Meshes and textures are copied with the files that they reference. Models that an SDFormat file
    includes are copied to ``models/NAME``, and their URI becomes ``model://NAME``. Only URIs are
    edited; the rest of each file is unchanged. The URI of a file that is not found is unchanged,
    and reported. Files are read only from the folder of the description, its package, and the
    packages and folders of ``resources``. Only meshes, textures, materials and descriptions whose
    content matches their file extension are copied.

    Args:
        source: a description, a document, or a source for ``read``; or several, such as a URDF
            with its SRDF.
        target: the folder; or an archive, if the name ends with ".zip".
        resources: the folders in which files are searched; by default those of the environment.
        uri: "relative" for URIs relative to the folder of the description; "package" for
            package://NAME/... with the name of the target, and a ``package.xml``.
        flat: whether all files are in one folder, without subfolders.
        include: names, paths and patterns of referenced files that are copied regardless of their
            content, if they may be read.
        force: whether to replace the folder of an older bundle. A folder with other files is never
            replaced, an existing archive always.
        limits: input limits for the descriptions.
        progress: a function that is called with the number of written bytes and the total number
            of bytes.

    Raises:
        InputError: a source cannot be opened, or cannot be read completely.
        BundleError: the target already exists, or cannot be written.
        OSError: a file disappeared or was replaced while it was read.
        EditError: a description cannot be written in its encoding.
    """
    sources = _sources(source)
    if not sources:
        raise InputError("there is nothing to bundle")
    place = Path(target)
    try:
        require_target(place, force=force)
    except WriteError as error:
        raise BundleError(error.sentence("--{}")) from None
    session = Session(resources=resources, limits=limits)
    descriptions = [opened(one, session) for one in sources]
    resources = descriptions[0].resources
    documents = [_document(one) for one in descriptions]
    real = Path(os.path.realpath(place))
    name = safe_name(real.stem if is_archive(place) else real.name)
    package = _package_name(name)
    prefix = f"package://{package}/" if uri == "package" else ""
    packing = Packing(resources, prefix, Plan(flat=flat, include=include))
    for document in documents:
        packing.add(document)
    plan = packing.finish()
    if uri == "package":
        plan.add_manifest(("package.xml",), package_manifest(package, documents[0]))
    plan.add_list()
    write(plan.items, place, force=force, progress=progress)
    files = tuple(
        BundledFile(item.path, item.source, item.size, item.kind, tuple(item.origins))
        for item in sorted(plan.items, key=lambda item: item.path)
    )
    return Bundle(real, uri, files, tuple(plan.missing), tuple(plan.left))


def _sources(
    source: Source | Description | Sequence[Source | Description],
) -> list[Source | Description]:
    if isinstance(source, (list, tuple)):
        return list(source)
    return [cast("Source", source)]


def _document(description: Description) -> Document:
    """Return the document of a description, with its macros expanded.

    Raises:
        InputError: the description cannot be opened, or cannot be read to its end.
    """
    document = description.written
    if document.format == "xacro":
        document = _without_macros(document)
    if document.root is None or document.tree.fault is not None:
        found = document.diagnostics
        reason = f": {found[0].message}" if found else ""
        raise InputError(f"{document.name} cannot be read completely{reason}")
    return document


def _without_macros(document: Document) -> Document:
    expansion = expansion_of(document)
    if expansion is None or expansion.text is None:
        problems = () if expansion is None else expansion.problems
        reason = problems[0].message if problems else "it generates nothing"
        if len(problems) > 1:
            reason += f" (the first of {len(problems)} problems)"
        raise InputError(f"{document.name} cannot be expanded: {reason}")
    name = document.name
    for ending in (".xacro", ".urdf", ".xml"):
        name = name.removesuffix(ending)
    made = read_bytes(
        expansion.text.encode(), f"{name}.urdf", path=document.path, limits=document.limits
    )
    made.resources = document.resources
    if made.resources is not None and document.path is not None:
        for package in expansion.packages:  # allow reading files of packages that the macros use
            made.resources.find_package(package.name, base=document.path.parent)
    return made


class Packing:
    """Creates the plan of a bundle.

    Args:
        resources: the folders in which files are searched; by default those of each document, or
            of the environment.
        prefix: the beginning of URIs, such as "package://arm/"; empty for relative URIs.
        plan: the plan to which files are added.
    """

    def __init__(self, resources: Resources | None, prefix: str, plan: Plan) -> None:
        self.plan = plan
        self._resources = resources
        self._prefix = prefix
        self._models = Models()
        self._documents: list[tuple[Document, Item, dict[str, str]]] = []

    def add(self, document: Document) -> Item:
        """Add a description with all files it references, and the models that it includes.

        Returns:
            The bundle item of the description; ``finish`` sets its content.
        """
        own = self.plan.add_description(_file_name(document), document.path, document.source.data)
        item = own
        waiting: list[tuple[Document, Item, tuple[str, ...]]] = [(document, item, ())]
        includes = self._includes_of(document)
        while waiting:
            current, item, folder = waiting.pop()
            models = {} if includes is None else self._models.of(current, includes)
            for model in models.values():
                if model.is_new:
                    inner = self._add_model(model)
                    waiting.append((model.document, inner, model.folder))
            addresses = {uri: model.address for uri, model in models.items()}
            self._add_files(current, item, folder, addresses)
            self._documents.append((current, item, addresses))
        return own

    def _includes_of(self, document: Document) -> SdfIncludes | None:
        """Return the resolver of the includes of a document; None if models are not bundled."""
        if document.format != "sdf" or self.plan.flat:
            return None
        from bodyplan.conversion.sdf.includes import SdfIncludes

        return SdfIncludes(document, self._resources_of(document))

    def _add_model(self, model: BundledModel) -> Item:
        document = model.document
        name = document.path.name if document.path is not None else f"{model.name}.sdf"
        item = self.plan.add_description(name, document.path, document.source.data, model.folder)
        file = item.path.rpartition("/")[2]
        manifest = manifest_of(model, file, self._refusal_of(document))
        self.plan.add_manifest((*model.folder, MODEL_MANIFEST), manifest)
        return item

    def _add_files(
        self, document: Document, item: Item, folder: tuple[str, ...], addresses: dict[str, str]
    ) -> None:
        """Add the files that a description references, and record their new URIs.

        Args:
            document: the description.
            item: the file of the description in the bundle.
            folder: the folder of this file in the bundle.
            addresses: the new URIs, by URI as written; existing entries are not changed.
        """
        resources = self._resources_of(document)
        base = None if document.path is None else Path(os.path.abspath(document.path.parent))
        uses: dict[str, list[NamedResource]] = {}
        for use in named_resources(document):
            if use.uri not in addresses:
                uses.setdefault(use.uri, []).append(use)
        refusal = self._refusal_of(document)
        for uri, several in uses.items():
            resolution = resources.resolve(uri, base=base)
            where = document.place(several[0].value, several[0].field or None)
            file = item.path if where.file == document.name else where.file
            origin = Origin(uri, file, where.line, where.path)
            may_be_folder = all(use.field == "uris" for use in several) and not self.plan.flat
            path = resolution.path
            if path is not None and resolution.is_folder and may_be_folder and not refusal(path):
                inner = (*folder, *_wanted(resolution, base, resources.roots(base)))
                self._add_folder(path, inner, origin, refusal)
                addresses[uri] = self._address("/".join(inner), folder)
                continue
            is_kept = all(isinstance(use.value, Raw) for use in several)
            state, reason = _judged(resolution, is_kept=is_kept)
            if state is None and path is not None:
                wanted = (*folder, *_wanted(resolution, base, resources.roots(base)))
                added = self.plan.add_file(path, wanted, origin, refusal)
                if added is not None:
                    addresses[uri] = self._address(added.path, folder)
                continue
            self.plan.report_absent(origin, state or "missing", reason)
        self.plan.follow()

    def _refusal_of(self, document: Document) -> Refusal:
        """Return a function that returns the reason why a referenced file may not be read."""
        resources = self._resources_of(document)
        base = None if document.path is None else Path(os.path.abspath(document.path.parent))
        return lambda path: resources.refusal(path, base)

    def finish(self) -> Plan:
        """Update all URIs, and return the plan, still without the list of files."""
        for document, item, addresses in self._documents:
            edits = [
                edit
                for use in named_resources(document)
                if addresses.get(use.uri, use.uri) != use.uri
                for edit in address_edits(document, use, addresses[use.uri])
            ]
            if edits:
                item.data = edited(document, edits).source.data
        self.plan.rename_inside()
        return self.plan

    def _add_folder(
        self, source: Path, inner: Sequence[str], origin: Origin, refusal: Refusal
    ) -> None:
        """Add the files in a folder, without subfolders, such as a folder with material scripts."""
        try:
            files = sorted(path for path in source.iterdir() if path.is_file())
        except OSError:
            return
        for path in files:
            if not path.name.startswith("."):
                self.plan.add_file(path, (*inner, path.name), origin, refusal)

    def _address(self, path: str, folder: tuple[str, ...]) -> str:
        """Return the URI by which a description in the bundle references a file of the bundle."""
        if self._prefix:
            return f"{self._prefix}{path}"
        return os.path.relpath(path, "/".join(folder) or ".").replace(os.sep, "/")

    def _resources_of(self, document: Document) -> Resources:
        if self._resources is None and document.resources is None:
            self._resources = Resources()
        found = self._resources or document.resources
        assert found is not None
        return found


def _judged(resolution: Resolution, *, is_kept: bool) -> tuple[State | None, str]:
    """Return the state and the reason why a file is not copied; (None, "") if it is copied."""
    if resolution.path is None:
        return _not_found(resolution)
    if resolution.is_folder:
        if is_kept:
            return "left", "this is a whole model; models are not copied"
        return "missing", "expected a file, but this is a folder"
    return None, ""


def _not_found(resolution: Resolution) -> tuple[State, str]:
    if resolution.scheme == "network":
        return "left", "nothing is downloaded"
    if resolution.remark("simulator") is not None:
        return "left", "it is part of Gazebo classic"
    if not resolution.tried:
        return "missing", next((remark.detail for remark in resolution.remarks), "no URI")
    refused = resolution.remark("refused")
    if refused is not None:
        return "refused", refused.detail
    if resolution.package and resolution.folder is None:
        what = "model" if resolution.scheme == "model" else "package"
        return "missing", f"the {what} {resolution.package!r} is not found"
    outside = resolution.remark("outside")
    if outside is not None:
        return "missing", outside.detail
    near = f"; did you mean {resolution.near[0]!r}?" if resolution.near else ""
    return "missing", f"the file does not exist{near}"


def _wanted(resolution: Resolution, base: Path | None, roots: Iterable[Path]) -> Sequence[str]:
    """Return the parts of the path of a file in the bundle.

    The path is that of the file relative to the description. For a file of another package, it is
    the name of the package, followed by the path inside the package.
    """
    path = Path(os.path.normpath(resolution.path or ""))
    holders = [root for root in roots if path.is_relative_to(root)]
    folder = resolution.folder or max(holders, key=lambda root: len(root.parts), default=None)
    if folder is None or not path.is_relative_to(folder):
        return (path.name,)
    if base is None or not base.is_relative_to(folder):
        return (resolution.package or folder.name, *path.relative_to(folder).parts)
    return [part for part in Path(os.path.relpath(path, base)).parts if part != os.pardir]


def _file_name(document: Document) -> str:
    """Return the file name of a description in the bundle."""
    if document.path is None:
        name = getattr(document.root, "name", "") or "robot"
        ending = document.format if document.format in ("srdf", "sdf") else "urdf"
        return f"{name}.{ending}"
    name = document.path.name
    return Path(document.name).name if name.lower().endswith(".xacro") else name


def package_manifest(name: str, document: Document) -> bytes:
    """Return the ``package.xml`` of a package with a description."""
    robot = getattr(document.root, "name", "") or name
    return _MANIFEST.format(name=name, robot=_escaped(robot)).encode()


def _package_name(name: str) -> str:
    """Return a package name that every version of ROS accepts."""
    made = "".join(c if c.isascii() and c.isalnum() else "_" for c in name.lower()).strip("_")
    return made if made[:1].isalpha() else f"robot_{made}".rstrip("_")


def _escaped(text: str) -> str:
    from xml.sax.saxutils import escape

    return escape(text)
