"""Helpers for rules about the files that a robot references, and the launch files of its package.

If all references are relative paths to existing files, listing each folder once is enough. The
package ``resources`` is only imported if this is not the case.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from bodyplan.core import Record, field_names
from bodyplan.files.opener import found_file
from bodyplan.formats.resources import NamedResource, address_fields, resources_of
from bodyplan.lint.context import Context
from bodyplan.spec import Raw
from bodyplan.spec.recorder import Places

if TYPE_CHECKING:
    from bodyplan.resources import Remark, Resolution


_PACKAGE = "package.xml"

Topic = Literal[
    "missing",
    "package",
    "case",
    "backslash",
    "absolute",
    "outside",
    "network",
    "renamed",
    "spelling",
    "no file",
    "base",
    "shadow",
    "simulator",
]
"""The kinds of problems of a URI; each has a rule."""

_OF_THIS_MACHINE = ("drive", "home", "absolute")
"""Kinds of remarks that a path exists only on this machine, the most specific first. Only the first
one is reported."""
_TOPICS: dict[str, Topic] = {
    "drive": "absolute",
    "home": "absolute",
    "absolute": "absolute",
    "backslash": "backslash",
    "base": "base",
    "case": "case",
    "control": "spelling",
    "folder": "no file",
    "length": "spelling",
    "network": "network",
    "outside": "outside",
    "package": "renamed",
    "percent": "spelling",
    "scheme": "spelling",
    "shadow": "shadow",
    "simulator": "simulator",
    "slashes": "spelling",
    "special": "no file",
    "symlink": "outside",
    "whitespace": "spelling",
}
"""The topic of each kind of remark. Two kinds have none: "elsewhere" is only a hint for "missing",
and "macro" is reported by the parser."""
_WITH_ADDRESSES = ("urdf", "sdf")
_DEVICE = "a device or a pipe"
_MOST_LISTED = 10_000  # maximum number of entries of a folder that are listed here


class CheckedResource(Record):
    """A URI, its resolution, and its references.

    Args:
        resolution: the result of looking it up.
        uses: the references, in the order of the file.
    """

    resolution: Resolution
    uses: list[NamedResource]

    @property
    def uri(self) -> str:
        """The URI as written."""
        return self.resolution.uri

    @property
    def is_kept_only(self) -> bool:
        """Whether all references are in XML that is only for a simulator or another program."""
        return all(isinstance(use.value, Raw) for use in self.uses)


class Group(Record):
    """URIs with the same problem, which are reported in one diagnostic.

    Args:
        topic: the kind of problem.
        remark: the remark in the resolution that describes the problem; None if no file was found.
        named: the URIs, in the order of the file.
        folder: the missing folder that should contain all files; empty if no folder is missing.
    """

    topic: Topic
    remark: Remark | None
    named: list[CheckedResource]
    folder: str = ""

    @property
    def first(self) -> NamedResource:
        """The first use of the first URI."""
        return self.named[0].uses[0]

    @property
    def resolution(self) -> Resolution:
        """The resolution of the first URI."""
        return self.named[0].resolution


def groups(ctx: Context, topic: Topic) -> list[Group]:
    """Return the URIs to report for one topic, in the order of the file.

    The list is empty for formats whose files reference no other files.
    """
    if ctx.document.format not in _WITH_ADDRESSES:
        return []
    return ctx.once(_sorted_out).get(topic, [])


def base_of(ctx: Context) -> str | None:
    """Return the folder of the checked file; None for text that is not in a file."""
    path = ctx.document.path
    return None if path is None else os.path.abspath(path.parent)


# Looking up


def _sorted_out(ctx: Context) -> dict[Topic, list[Group]]:
    named = _looked_up(ctx)
    found: dict[Topic, dict[tuple[str, str], Group]] = {}
    for one in named:
        for topic, remark in _topics(ctx, one):
            folder = _lost_folder(one.resolution, base_of(ctx)) if topic == "missing" else ""
            alike = found.setdefault(topic, {})
            group = alike.setdefault(
                _key(topic, one.resolution, remark, folder), Group(topic, remark, [], folder)
            )
            group.named.append(one)
    return {topic: list(alike.values()) for topic, alike in found.items()}


def _looked_up(ctx: Context) -> list[CheckedResource]:
    """Return the URIs that may have to be reported, in the order of the file."""
    uses: dict[str, list[NamedResource]] = {}
    for use in _uses(ctx):
        uses.setdefault(use.uri, []).append(use)
    base = base_of(ctx)
    if not uses or (base is not None and _are_plainly_there(uses, base)):
        return []
    found: list[CheckedResource] = []
    if base is None:
        from bodyplan.resources.address import parse

        found = [CheckedResource(_as_written(parse(uri)), several) for uri, several in uses.items()]
    else:
        # A document of a loaded robot has the search paths with which the robot was loaded.
        resources = ctx.document.resources or ctx.resources
        for uri, several in uses.items():
            resolution = resources.resolve(uri, base=base)
            if resolution.remarks or resolution.path is None or resolution.is_folder:
                found.append(CheckedResource(resolution, several))
    return _in_order(ctx, found) if found else []


def _uses(ctx: Context) -> Iterator[NamedResource]:
    for cls, values in ctx.values.items():
        if address_fields(cls) or "content" in field_names(cls):
            yield from resources_of(values)
        else:
            yield from resources_of([value for value in values if value.extra])


def _in_order(ctx: Context, named: list[CheckedResource]) -> list[CheckedResource]:
    """Return the resources in the order of the file."""
    document = ctx.document
    root = document.tree.root
    numbers = {} if root is None else {id(node): i for i, node in enumerate(root.iter())}

    def number(use: NamedResource) -> int:
        return numbers.get(id(document.node(use.value)), 0)

    for one in named:
        one.uses.sort(key=number)
    return sorted(named, key=lambda one: number(one.uses[0]))


def _as_written(address: object) -> Resolution:
    """Return the resolution of a URI from its text alone, without searching for the file."""
    from bodyplan.resources import Remark, Resolution
    from bodyplan.resources.address import Address

    assert isinstance(address, Address)
    is_kept = address.scheme in {"package", "model", "relative"}
    right = address.written(address.parts) if is_kept else None
    remarks = tuple(
        Remark(note.kind, note.detail, note.suggestion or (right if note.is_mended else None))
        for note in address.notes
    )
    return Resolution(address.uri, address.scheme, address.package, remarks=remarks)


def _are_plainly_there(uris: Iterable[str], base: str) -> bool:
    """Return whether all URIs are relative paths to existing files, without symbolic links."""
    kinds: dict[str, dict[str, str]] = {}
    for uri in uris:
        if not uri.replace("/", "").replace("_", "").replace("-", "").replace(".", "").isalnum():
            return False
        place = base
        parts = uri.split("/")
        for number, part in enumerate(parts):
            if part in {"", ".", ".."}:
                return False
            if place not in kinds:
                kinds[place] = _kinds_in(place)
            wanted = "file" if number == len(parts) - 1 else "folder"
            if kinds[place].get(part) != wanted:
                return False
            place = f"{place}{os.sep}{part}"
    return True


def package_of(ctx: Context) -> str | None:
    """Return the folder of the ROS package that contains a file; None outside of packages."""
    folder = base_of(ctx)  # importing the package ``resources`` takes longer than this
    while folder is not None and not os.path.isfile(os.path.join(folder, _PACKAGE)):
        outer = os.path.dirname(folder)
        folder = None if outer == folder else outer
    return folder


def is_only_for_ros1(path: str | os.PathLike[str] | None) -> bool:
    """Return whether a file is in a package that only ROS 1 builds."""
    from bodyplan.resources.manifest import is_for_ros1

    return is_for_ros1(path)


def entries_in(folder: str, kind: str) -> list[str]:
    """Return the names of the files or folders in a folder; empty if it cannot be listed.

    Args:
        folder: the folder.
        kind: "file" or "folder".
    """
    return [name for name, one in _kinds_in(folder).items() if one == kind]


def _kinds_in(folder: str) -> dict[str, str]:
    """Return the files and folders in a folder, without links; empty if it cannot be listed."""
    found: dict[str, str] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if len(found) >= _MOST_LISTED:
                    break
                if entry.is_file(follow_symlinks=False):
                    found[entry.name] = "file"
                elif entry.is_dir(follow_symlinks=False):
                    found[entry.name] = "folder"
    except OSError:
        return {}
    return found


# Sorting out


def _topics(ctx: Context, named: CheckedResource) -> Iterator[tuple[Topic, Remark | None]]:
    """Yield the topics of a URI."""
    resolution = named.resolution
    remarks: dict[str, Remark] = {remark.kind: remark for remark in resolution.remarks}
    if resolution.scheme == "empty" or "macro" in remarks:
        return
    if not all(_is_written_so(ctx, use) for use in named.uses):
        # an absolute path that $(find ...) produces is not an error of the author
        for kind in (*_OF_THIS_MACHINE, "outside", "symlink"):
            remarks.pop(kind, None)
    own = next((kind for kind in _OF_THIS_MACHINE if kind in remarks), None)
    if own is not None:
        for kind in (*_OF_THIS_MACHINE, "backslash", "outside"):
            if kind != own:
                remarks.pop(kind, None)
    if "package" in remarks and not resolution.tried:  # its name is invalid
        yield "spelling", remarks.pop("package")
    if ctx.document.format == "sdf" and named.uri.lower().startswith("file://"):
        remarks.pop("scheme", None)  # in SDFormat, a relative path may follow file://
    if all(use.may_be_folder for use in named.uses):
        remarks.pop("folder", None)  # the URI of a model refers to a folder
    of_classic = all(type(use.value).__name__ == "MaterialScript" for use in named.uses)
    for kind, remark in remarks.items():
        if kind in _TOPICS and not (kind == "simulator" and of_classic):  # reported by D373
            yield _TOPICS[kind], remark
    if resolution.path is not None or not resolution.tried:
        return
    if any(place.outcome == _DEVICE for place in resolution.tried):
        yield "no file", None
    elif own is None and "simulator" not in remarks:
        is_lost = resolution.package and resolution.folder is None
        yield "package" if is_lost else "missing", None


def _is_written_so(ctx: Context, use: NamedResource) -> bool:
    """Return whether a URI is literal in the source, not made by a macro expression."""
    places = ctx.document.places
    if type(places) is Places:
        return True
    from bodyplan.formats.expanded import OriginPlaces

    node = ctx.document.node(use.value, use.field or None)
    if node is None or not isinstance(places, OriginPlaces):
        return True
    written = places.sources.element(places.origin(node))
    return use.uri in written.attrib.values() or (written.text or "").strip() == use.uri


def _key(
    topic: Topic, resolution: Resolution, remark: Remark | None, folder: str
) -> tuple[str, str]:
    """Return a grouping key: URIs with the same key are reported in one diagnostic."""
    if topic == "package":
        return resolution.package, ""
    if topic in {"missing", "no file", "case"} or remark is None:
        return (folder, _meant_folder(resolution)) if folder else ("", resolution.uri)
    detail = "" if remark.kind in {"outside", "symlink"} else remark.detail
    return f"{remark.kind} {detail}", "" if resolution.path is None else "found"


def _meant_folder(resolution: Resolution) -> str:
    """Return the URI of the only other folder with a file of this name; empty if not unique."""
    name = resolution.uri.strip().replace("\\", "/").rpartition("/")[2]
    elsewhere, near = resolution.remark("elsewhere"), resolution.near
    begin = f"{resolution.scheme}://{resolution.package}/" if resolution.package else ""
    only = f"{begin}{near[0]}" if len(near) == 1 else None
    if elsewhere is not None:
        only = elsewhere.suggestion
    folder, _, found = (only or "").rpartition("/")
    return folder if found == name else ""


def _lost_folder(resolution: Resolution, base: str | None) -> str:
    """Return the URI of the missing folder that should contain a file; empty if the folder exists.

    The result is also empty if a similar file is suggested, unless that file has the same name and
    is in another folder: then all files of the missing folder are probably there.
    """
    uri = resolution.uri.strip().replace("\\", "/")
    folder = uri.rpartition("/")[0]
    if not folder:
        return ""
    if (resolution.near or resolution.suggestion is not None) and not _meant_folder(resolution):
        return ""
    outer = resolution.folder if resolution.package else base
    inner = folder.partition("://")[2].partition("/")[2] if resolution.package else folder
    if outer is None or not inner or resolution.scheme not in {"package", "model", "relative"}:
        return ""
    return "" if os.path.isdir(os.path.join(outer, inner)) else folder


_ENDINGS = (".py", ".launch", ".launch.xml", ".launch.yaml", ".yml")
_MOST_LAUNCHES, _MOST_BYTES = 20, 64 * 1024
_MOST_PACKAGES = 50
_LOADS_ROBOT = re.compile(rb"robot_description|\bCommand\(|\bprocess_file\(")


class _Texts(dict[str, list[tuple[str, bytes]]]):
    """The names and the first bytes of launch files, by the folder of their package."""

    def __missing__(self, folder: str) -> list[tuple[str, bytes]]:
        launches = os.path.join(folder, "launch")
        names = [name for name in entries_in(launches, "file") if name.endswith(_ENDINGS)]
        self[folder] = [
            (name, found_file(os.path.join(launches, name), folder).head(_MOST_BYTES))
            for name in sorted(names)[:_MOST_LAUNCHES]
        ]
        return self[folder]


def launch_files(folder: str, ctx: Context) -> list[tuple[str, bytes]]:
    """Return the names and the first bytes of the launch files of a package.

    Args:
        folder: the folder of the package.
        ctx: the context of any checked file; the launch files are read once in a run.
    """
    return ctx.run.once(_Texts)[folder]


def launch_that_loads(ctx: Context) -> str | None:
    """Return the name of a launch file that loads the checked file as a robot, or None.

    The package of the file and the packages beside it are searched.
    """
    package = package_of(ctx)
    if package is None:
        return None
    name = os.path.basename(ctx.document.name)
    whole = re.compile(rb"(?<![\w.-])" + re.escape(os.fsencode(name)) + rb"(?![\w.-])")
    around = os.path.dirname(package)
    others = sorted(os.path.join(around, other) for other in entries_in(around, "folder"))
    for folder in dict.fromkeys([package, *others[:_MOST_PACKAGES]]):
        for launch, text in launch_files(folder, ctx):
            if whole.search(text) and _LOADS_ROBOT.search(text):
                return launch
    return None
