"""``bodyplan rename``: rename a link, joint or material with all references."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import description, shown_path
from bodyplan.cli.parser import Parser
from bodyplan.cli.result import write_back, write_result
from bodyplan.cli.settings import limits_of, named_resources
from bodyplan.core import Limits, plural
from bodyplan.diag import did_you_mean
from bodyplan.diag.parts.plain import visible
from bodyplan.edit.sdf_naming import NoSuchNameError, Renaming, RenamingError, sdf_renaming
from bodyplan.formats.document import Document
from bodyplan.formats.editing import edited, rename_edits
from bodyplan.formats.read import read
from bodyplan.project.nearby import Nearby
from bodyplan.spec import Namespace
from bodyplan.spec.names import uses
from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.resources import Resources

KINDS = ("link", "joint", "frame", "model", "material", "group")
_ONLY_SDF = ("frame", "model")
_NOT_SDF = ("material", "group")

_PAGE = f"""\
Rename a link, joint, material or group, and every reference to it, in all files
(such as a URDF and its SRDF) or in none; in SDFormat also frames and models. If
several models have the name, qualify it: arm::hand.

examples:
  bodyplan rename joint elbow_joint elbow arm.urdf arm.srdf --diff
  bodyplan rename link arm::hand gripper world.sdf

arguments:
  KIND {{{",".join(KINDS)}}} = what
                           what to rename: {", ".join(KINDS[:-1])} or {KINDS[-1]}
  OLD                      the current name
  NEW                      the new name
  ROBOT ...

options:
  --limit

packages:
  @packages
  @config

output:
  @write

exit status: 0 done, 1 something would change (with --diff and --check),
2 wrong usage, an unknown name, or unreadable input
"""
parser = partial(Parser, "rename", _PAGE)


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    what, old, new = arguments.what, arguments.old, arguments.new
    if not new.strip():
        raise UserError(f"the new name of the {what} must not be empty")
    if new == old:
        raise UserError(f"{old!r} is both the old and the new name")
    named = {os.path.realpath(name): name for name in reversed(arguments.inputs) if name != "-"}
    once = [name for name in arguments.inputs if name in {*named.values(), "-"}]
    names = list(dict.fromkeys(map(shown_path, once)))
    if arguments.output and len(names) > 1:
        raise UserError("-o writes one file, but several are named")
    limits = limits_of(arguments)
    documents = [_document(name, limits) for name in names]
    edits = _all_edits(documents, what, old, new, named_resources(arguments))
    if not any(edits):
        raise UserError(_unknown(documents[0], what, old))
    results = [
        edited(document, found) if found else document
        for document, found in zip(documents, edits, strict=True)
    ]
    verb = "would change" if arguments.diff or arguments.check else "changed"
    shown = [
        document.name if document.path is not None and document.name != name else name
        for name, document in zip(names, documents, strict=True)
    ]
    changed = [
        (name, before, after)
        for name, before, after in zip(shown, documents, results, strict=True)
        if before is not after
    ]
    if len(changed) > 1 and "-" not in names and not (arguments.diff or arguments.check):
        write_back(arguments, changed)
    else:
        for name, before, after in changed:
            write_result(arguments, name, before, after)
    for document, found in zip(documents, edits, strict=True):
        if not arguments.quiet:
            sys.stdout.flush()
            names_ = plural(len(found), "occurrence") if found else "nothing"
            sys.stderr.write(f"{visible(document.name)}: {verb} {names_}\n")
    if not arguments.quiet and len(documents) == 1:
        _report_others(documents[0], what, old)
    return FINDINGS if arguments.diff or arguments.check else OK


def _document(name: str, limits: Limits) -> Document:
    """Return the document to rename in.

    Raises:
        UserError: it is not a description, or it is xacro, which may compose names.
    """
    document = description(name, limits=limits)
    if document.format == "xacro":
        raise UserError(
            f"{document.name} is xacro, which may compose names; rename in the output of `bodyplan "
            f"expand`, or by hand"
        )
    return document


def _all_edits(
    documents: list[Document], what: str, old: str, new: str, resources: Resources | None
) -> list[list[Edit]]:
    """Return the edits of each file; none for a file without the name.

    Raises:
        UserError: the name does not exist, the new one does, or the defining file is not listed.
    """
    found: dict[int, list[Edit]] = {}
    described = [document for document in documents if document.format == "sdf"]
    if described:
        if what in _NOT_SDF:
            raise UserError(f"{described[0].name} is SDFormat; a {what} cannot be renamed there")
        found = _sdf_edits(described, what, old, new, resources)
    for document in documents:
        if document.format != "sdf":
            if what in _ONLY_SDF:
                raise UserError(f"{document.name} is not SDFormat; only SDFormat has {what}s")
            found[id(document)] = _edits(document, cast("Namespace", what), old, new)
    return [found[id(document)] for document in documents]


def _sdf_edits(
    documents: list[Document], what: str, old: str, new: str, resources: Resources | None
) -> dict[int, list[Edit]]:
    """Return the edits of SDFormat files, which may include each other, by ``id``.

    Raises:
        UserError: no file has the name, several define it, or the defining file is not listed.
    """
    kind: Any = what
    found: dict[int, Renaming] = {}
    reason = ""
    try:
        for document in documents:
            try:
                found[id(document)] = sdf_renaming(document, kind, old, new, resources=resources)
            except NoSuchNameError as error:
                reason = reason or str(error)
        if not found:
            raise UserError(reason)
        homes = {
            document.name: found[id(document)].home
            for document in documents
            if id(document) in found and found[id(document)].is_here
        }
        if len(homes) > 1:
            raise UserError(
                f"{' and '.join(homes)} each define {what} {old!r}; rename in one file at a time"
            )
        if not homes:
            home = next(iter(found.values())).home
            raise UserError(f"{what} {old!r} is defined in {home}; add that file")
        home = next(iter(homes.values()))
        for document in documents:
            renaming = found.get(id(document))
            if renaming is not None and not renaming.is_here and renaming.home != home:
                found[id(document)] = sdf_renaming(
                    document, kind, old, new, resources=resources, home=home
                )
    except NoSuchNameError:
        del found[id(document)]
    except RenamingError as error:
        raise UserError(str(error)) from None
    return {
        id(document): list(found[id(document)].edits) if id(document) in found else []
        for document in documents
    }


def _edits(document: Document, what: Namespace, old: str, new: str) -> list[Edit]:
    """Return the edits of one file; none if it does not have the name.

    Raises:
        UserError: the new name exists there, or cannot be written.
    """
    try:
        return rename_edits(document, what, old, new)
    except KeyError:
        return []
    except ValueError as error:
        raise UserError(f"{document.name}: {error}") from None


def _report_others(document: Document, what: Namespace, old: str) -> None:
    """Report which files of the same robot still use the old name."""
    if document.format != "urdf" or document.path is None or what == "material":
        return

    for name in Nearby().belongings(str(document.path)):
        other = read(name)
        names = () if other.root is None else uses(other.root)
        if any(use.name == old and what in use.namespaces for use in names):
            message = f"{shown_path(name)}: still uses {what} {old!r}; add it to the files"
            sys.stderr.write(f"{visible(message)}\n")


def _unknown(document: Document, what: str, old: str) -> str:
    """Return that the name does not exist, with suggestions or what it names instead."""
    found = list(uses(document.root))
    names = {use.name for use in found if what in use.namespaces}
    sentence = f"{document.name}: unknown {what} {old!r}"
    others = sorted(
        namespace
        for namespace in KINDS
        if any(use.name == old and namespace in use.namespaces for use in found)
    )
    if others:
        return f"{sentence}; it is a {others[0]}"
    hint = did_you_mean(old, sorted(names))
    return f"{sentence}; {hint}" if hint else sentence
