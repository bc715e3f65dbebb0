"""The sources of an inertia report: the links in files, and the diagnostics of these links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.conversion.direction import ModelChoiceError
from bodyplan.conversion.urdf.from_urdf import from_urdf
from bodyplan.core import Record, quoted
from bodyplan.diag import Diagnostic, Where
from bodyplan.edit.inertia import UNREADABLE, LinkElement
from bodyplan.formats import sdf, urdf
from bodyplan.formats.document import Document
from bodyplan.formats.editing import EditError, edited
from bodyplan.formats.input_error import ChoiceError, InputError
from bodyplan.formats.read import read
from bodyplan.lint.check import check_document
from bodyplan.lint.context import CheckRun
from bodyplan.model import Robot
from bodyplan.report.inertia import Missing
from bodyplan.spec import change

if TYPE_CHECKING:
    from bodyplan.conversion.sdf.frame_tree import FrameScope
    from bodyplan.conversion.sdf.includes import SdfIncludes
    from bodyplan.formats.loss import Loss
    from bodyplan.lint.settings import Settings
    from bodyplan.resources import Resources

Watch = Callable[[int, int], None]
"""A progress function, which is called with the number of finished items and the total number."""
_CUT_SHORT = frozenset({"X001", "X005"})
"""Codes of diagnostics after which the rest of a file is not read."""
_CALLED = {"srdf": "an SRDF", "model_state": "the state of a model"}


class IncludedFile(NamedTuple):
    """An included SDFormat file, with the model and the static flag of the ``<include>``."""

    document: Document
    model: sdf.Model
    """The included model in this file."""
    is_static: bool
    """Whether the include makes the model static; the file itself may define otherwise."""


class InertiaSource(Record):
    """A robot, and the source elements of its links.

    Args:
        robot: the robot.
        elements: the source elements of the links, by name, in the order of the file.
        elsewhere: the included files that define links, by name of the link; links of the main file
            are not in it.
        static: names of links that never move.
        missing: parts of the files that are not in the robot: models that were not found, links
            that were left out, the rest of a file that could not be read.
    """

    robot: Robot
    elements: Mapping[str, LinkElement] = MappingProxyType({})
    elsewhere: Mapping[str, IncludedFile] = MappingProxyType({})
    static: frozenset[str] = frozenset()
    missing: tuple[Missing, ...] = ()


class LinkDiagnostics(Record):
    """The diagnostics of the links of a robot in the files that define these links.

    Args:
        findings: the diagnostics of the rules, by name of the link.
        faults: the diagnostics of values that cannot be read or are missing, by name of the link.
        groups: for each file, the names of the links that it defines.
    """

    findings: Mapping[str, tuple[Diagnostic, ...]]
    faults: Mapping[str, tuple[Diagnostic, ...]]
    groups: tuple[tuple[str, ...], ...]


def source_of(document: Document, model: str, resources: Resources | None) -> InertiaSource:
    """Return the robot of a document, and the source elements of its links.

    Raises:
        InputError: the document is not a robot, or ``model`` does not select one of its models.
    """
    described = document.expanded
    root = None if described is None else described.root
    if isinstance(root, sdf.Root) and described is not None:
        return _source_of_model(document, described, model, resources)
    if model:
        raise InputError(
            f"{document.name} is not an SDFormat file and has no models to choose from"
        )
    if isinstance(root, urdf.Robot):
        assert described is not None
        made = from_urdf(root)
        dropped = _dropped_links(made.losses, made.links, described)
        missing = (*dropped, *_rest_of(described))
        return InertiaSource(made.robot, made.links, missing=missing)
    kind = "" if described is None else str(described.format)
    raise InputError(f"{document.name} is {_CALLED.get(kind, 'no robot')}; only a robot has masses")


def _source_of_model(
    document: Document, described: Document, model: str, resources: Resources | None
) -> InertiaSource:
    """Return the links of an SDFormat model, with those of nested and included models."""
    from bodyplan.conversion.sdf.frames import sdf_frames
    from bodyplan.conversion.sdf.from_sdf import chosen_model, from_sdf
    from bodyplan.conversion.sdf.includes import SdfIncludes

    includes = SdfIncludes(described, resources)
    frames = sdf_frames(described, included=includes)
    try:
        top = chosen_model(frames, model)
    except ModelChoiceError as error:
        nowhere = [] if error.names else list(_brings_nothing(frames.scopes, includes))
        reason = f"; {nowhere[0].message}" if nowhere else ""
        message = f"{document.name}: {error}{reason}"
        if model or not error.names:
            raise InputError(message) from None
        raise ChoiceError(f"{message}, with ", "model", value="NAME") from None
    lifted = from_sdf(frames, model)
    homes: dict[int, IncludedFile | None] = {}
    elsewhere: dict[str, IncludedFile] = {}
    for name, scope in lifted.scopes.items():
        if id(scope) not in homes:
            homes[id(scope)] = _included_file(scope, described)
        home = homes[id(scope)]
        if home is not None:
            elsewhere[name] = home
    # without a name, the requested model may be in an include that was not found
    asked = [top] if model else frames.scopes
    documents = {
        id(one): one for one in (described, *(home.document for home in elsewhere.values()))
    }
    missing = (
        *_brings_nothing(asked, includes),
        *_dropped_links(lifted.losses, lifted.links, described),
        *(rest for one in documents.values() for rest in _rest_of(one)),
    )
    return InertiaSource(lifted.robot, lifted.links, elsewhere, lifted.static, missing)


def _brings_nothing(tops: Iterable[FrameScope], includes: SdfIncludes) -> Iterator[Missing]:
    """Yield the includes in worlds and models, at any depth, that resolve to no model."""
    waiting = list(tops)[::-1]
    while waiting:
        scope = waiting.pop()
        waiting += reversed(scope.children)
        brought = {id(child.include) for child in scope.children if child.include is not None}
        for include in scope.element.includes:
            # the include has a model, or is a light or an actor
            if id(include) in brought or includes(include) is False:
                continue
            found = includes.find(include)
            message = f"<include> {quoted(include.uri)} includes itself, or too many models"
            if found.entity is None and found.faults:
                message = found.faults[-1].message
            yield Missing(message, _place(scope.document, include))


def _dropped_links(
    losses: Iterable[Loss], links: Mapping[str, LinkElement], described: Document
) -> Iterator[Missing]:
    """Yield the links that are in a file but not in its robot.

    Args:
        losses: the losses of reading the robot; losses of parts of its links are ignored.
        links: the source elements of the links of the robot.
        described: the document.
    """
    weighed = set(map(id, links.values()))
    for loss in losses:
        link = loss.source
        if isinstance(link, urdf.Link | sdf.Link) and id(link) not in weighed and not loss.what:
            called = f"link {quoted(link.name)}" if link.name else "a link"
            yield Missing(f"{called} is omitted: {loss.reason}", _place(described, link))


def _rest_of(document: Document) -> Iterator[Missing]:
    """Yield the diagnostic after which the rest of a file was not read, as a missing part.

    Yield nothing if the file was read completely.
    """
    cut = next((one for one in document.diagnostics if one.code in _CUT_SHORT), None)
    if cut is not None:
        yield Missing(
            f"{cut.message} ({cut.code}): masses after this point are not computed", cut.where
        )


def _place(document: Document | None, element: sdf.Include | LinkElement) -> Where | None:
    if document is None or document.node(element) is None:
        return None
    return document.place(element)


def _included_file(scope: FrameScope, described: Document) -> IncludedFile | None:
    """Return the included file that defines a model; None for the main file."""
    from bodyplan.conversion.sdf.model_conversion import never_moves

    home = scope.document
    if home is None or home is described:
        return None
    while scope.include is None and scope.parent is not None:
        scope = scope.parent
    assert isinstance(scope.element, sdf.Model)
    return IncludedFile(home, scope.element, never_moves(scope))


def _with_static(home: IncludedFile) -> Document:
    """Return an included file with the static flag of its ``<include>``.

    Line numbers do not change.
    """
    document, model, is_static = home
    if model.static == is_static or document.node(model) is None:
        return document
    try:
        edits = change.set_fields(document, model, static=is_static)
        kept = [edit._replace(text=" ".join(edit.text.splitlines())) for edit in edits]
        return edited(document, kept)
    except EditError:  # the file has bytes that are invalid in its encoding, so it is not changed
        return document


def diagnostics_by_link(
    document: Document,
    source: InertiaSource,
    settings: Settings,
    resources: Resources | None,
    watch: Watch | None = None,
) -> LinkDiagnostics:
    """Return the diagnostics of the links of a robot, from all files that define links.

    Each included file is checked separately, but with the static flag of its ``<include>``: the
    mass of a static model does not matter.

    Args:
        document: the main document.
        source: the robot that was read from the document.
        settings: the settings that select the reported diagnostics.
        resources: the folders in which meshes are searched.
        watch: a function that is called with the number of opened meshes of a file, and the total
            number of its meshes.
    """
    elsewhere = source.elsewhere
    own = {name: one for name, one in source.elements.items() if name not in elsewhere}
    described, elements = _written_out(document, own)
    files = [(described, described, elements)]
    included: dict[tuple[int, int, bool], dict[str, LinkElement]] = {}
    for name, home in elsewhere.items():
        key = id(home.document), id(home.model), home.is_static
        if key not in included:
            included[key] = {}
            files.append((home.document, _with_static(home), included[key]))
        included[key][name] = source.elements[name]
    findings: dict[str, tuple[Diagnostic, ...]] = {}
    faults: dict[str, tuple[Diagnostic, ...]] = {}
    run = CheckRun()
    run.watch = watch
    for described, standing, elements in files:
        found = check_document(standing, settings, resources=resources, run=run)
        findings |= _by_link(described, elements, found)
        unread = (one for one in described.diagnostics if one.code in UNREADABLE)
        faults |= _by_link(described, elements, unread)
    groups = (tuple(own), *map(tuple, included.values()))
    return LinkDiagnostics(findings, faults, groups)


def _written_out(
    document: Document, elements: Mapping[str, LinkElement]
) -> tuple[Document, Mapping[str, LinkElement]]:
    """Return a document and its links by name; each link has a separate location.

    For a xacro file, this is its expansion, read as a separate file: a line of a macro can define
    many links, so its diagnostics could not be assigned to one link.
    """
    described = document.expanded
    if document.format != "xacro" or described is None:
        return document, elements
    made = read(described.to_bytes(), format=described.format, limits=document.limits)
    made.path, made.resources = described.path or document.path, document.resources
    links = made.root.links if isinstance(made.root, urdf.Robot) else ()
    return made, {link.name: link for link in links}


def _by_link(
    described: Document, elements: Mapping[str, LinkElement], found: Iterable[Diagnostic]
) -> dict[str, tuple[Diagnostic, ...]]:
    """Return diagnostics by link name; one in a file that is included twice belongs to two links."""
    by_link: dict[str, tuple[Diagnostic, ...]] = {}
    paths: dict[str, list[str]] = {}
    for one in found:
        if not paths:
            for name, element in elements.items():
                if described.node(element) is not None:
                    paths.setdefault(described.place(element).path, []).append(name)
        path = one.where.path
        while path and path not in paths:
            path = path.rpartition("/")[0]
        for name in paths.get(path, ()):
            by_link[name] = (*by_link.get(name, ()), one)
    return by_link
