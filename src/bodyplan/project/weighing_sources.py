"""What a robot on the scales was read from: its links in files, and what is found about them there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from bodyplan.convert.from_urdf import from_urdf
from bodyplan.diag import Diagnostic
from bodyplan.edit.inertia import UNREADABLE, LinkElement
from bodyplan.formats import sdf, urdf
from bodyplan.formats.document import Document
from bodyplan.formats.source import InputError
from bodyplan.lint.context import Run
from bodyplan.lint.run import check_document
from bodyplan.model import Robot
from bodyplan.text import Record

if TYPE_CHECKING:
    from bodyplan.lint.settings import Settings
    from bodyplan.resources import Resources

_CALLED = {"srdf": "an SRDF", "model_state": "the state of a model"}


class Source(Record):
    """A robot, and where its links are written.

    Args:
        robot: the robot.
        elements: what its links were read from, by name, in the order of the file.
        elsewhere: the files of the links that another file brings, by name of the link.
        static: names of links that never move and say nothing of their mass: what their readers
            take for it never counts.
    """

    robot: Robot
    elements: Mapping[str, LinkElement] = MappingProxyType({})
    elsewhere: Mapping[str, Document] = MappingProxyType({})
    static: frozenset[str] = frozenset()


class Told(Record):
    """What is said of the links of a robot in the files that they are written in.

    Args:
        findings: of the rules, by name of the link.
        faults: what cannot be read or is missing, by name of the link.
        groups: names of the links that are written in one file, for each of the files.
    """

    findings: Mapping[str, tuple[Diagnostic, ...]]
    faults: Mapping[str, tuple[Diagnostic, ...]]
    groups: tuple[tuple[str, ...], ...]


def source_of(document: Document, model: str, resources: Resources | None) -> Source:
    """The robot of a document, and where its links are written.

    Raises:
        InputError: it is no robot, or there are several models and none is named.
    """
    described = document.expanded
    root = None if described is None else described.root
    if isinstance(root, sdf.Root) and described is not None:
        return _source_of_model(document, described, model, resources)
    if model:
        raise InputError(f"{document.name} is no SDFormat file, and has no models to choose from")
    if isinstance(root, urdf.Robot):
        made = from_urdf(root)
        return Source(made.robot, made.links)
    kind = "" if described is None else str(described.format)
    raise InputError(f"{document.name} is {_CALLED.get(kind, 'no robot')}; masses are in the robot")


def _source_of_model(
    document: Document, described: Document, model: str, resources: Resources | None
) -> Source:
    """The same for a model of SDFormat, with the models in it and those that it includes."""
    from bodyplan.convert.from_sdf import ModelChoiceError, chosen_model, from_sdf
    from bodyplan.convert.sdf_includes import frames
    from bodyplan.convert.sdf_lifting import Lifting

    known = frames(described, resources=resources)
    try:
        lifted = from_sdf(known, model)
        lifting = Lifting(chosen_model(known, model))
    except ModelChoiceError as error:
        hint = "" if model or not error.names else ", with model=NAME"
        raise InputError(f"{document.name}: {error}{hint}") from None
    elsewhere: dict[str, Document] = {}
    static: set[str] = set()
    for scope, number, link in lifting.members(sdf.Link):
        name = lifting.name(number)
        if lifted.links.get(name) is not link:
            continue  # an earlier one has the same name
        home = lifting.top.tree.holder(number).document
        if home is not None and home is not described:
            elsewhere[name] = home
        if scope.number in lifting.static and link.inertial is None:
            static.add(name)
    return Source(lifted.robot, lifted.links, elsewhere, frozenset(static))


def told_of(
    document: Document, source: Source, settings: Settings, resources: Resources | None
) -> Told:
    """What is found about the links of a robot, in each of the files that they are written in.

    A file that is included says of its links what it says by itself.

    Args:
        document: that was named.
        source: the robot, as it was read from it.
        settings: which findings count.
        resources: where meshes are looked for.
    """
    elsewhere = source.elsewhere
    own = {name: one for name, one in source.elements.items() if name not in elsewhere}
    files = [_written_out(document, own)]
    included: dict[int, dict[str, LinkElement]] = {}
    for name, home in elsewhere.items():
        if id(home) not in included:
            included[id(home)] = {}
            files.append((home, included[id(home)]))
        included[id(home)][name] = source.elements[name]
    findings: dict[str, tuple[Diagnostic, ...]] = {}
    faults: dict[str, tuple[Diagnostic, ...]] = {}
    run = Run()
    for described, elements in files:
        found = check_document(described, settings, resources=resources, run=run)
        findings |= _by_link(described, elements, found)
        unread = (one for one in described.diagnostics if one.code in UNREADABLE)
        faults |= _by_link(described, elements, unread)
    groups = (tuple(own), *map(tuple, included.values()))
    return Told(findings, faults, groups)


def _written_out(
    document: Document, elements: Mapping[str, LinkElement]
) -> tuple[Document, Mapping[str, LinkElement]]:
    """The document in which each link has a place of its own, and its links by name.

    Of macros that is what they make, read as a file: a line of a macro stands for many links, and
    what is found in it would reach one of them, or none.
    """
    described = document.expanded
    if document.format != "xacro" or described is None:
        return document, elements
    from bodyplan.formats.read import read

    made = read(described.to_bytes(), format=described.format, limits=document.limits)
    made.path, made.resources = described.path or document.path, document.resources
    links = made.root.links if isinstance(made.root, urdf.Robot) else ()
    return made, {link.name: link for link in links}


def _by_link(
    described: Document, elements: Mapping[str, LinkElement], found: Iterable[Diagnostic]
) -> dict[str, tuple[Diagnostic, ...]]:
    """Findings, by the links that they point at: several where a file is included several times."""
    told: dict[str, tuple[Diagnostic, ...]] = {}
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
            told[name] = (*told.get(name, ()), one)
    return told
