"""The XML that MuJoCo compiles: a document merged with its included files, and attached models.

MuJoCo would open files itself. So it gets only XML that this module writes, with file names chosen
by bodyplan. Behaviour of MuJoCo 3.3 and 4.0, found by experiment:

- Its parser (tinyxml2) does not resolve namespaces. Names are compared literally and are
  case-sensitive: ``<x:include>`` is unknown; ``<include xmlns="x">`` and the content of ``<mujoco
  xmlns="x">`` have their usual meaning. Attributes of ``<include>`` are not checked, and 4.0
  ignores attributes with a prefix and ``xmlns`` at the root. Therefore, bodyplan parses names
  without resolving namespaces, and a name with a prefix is never an MJCF name.
- It skips comments, CDATA, text and a document type, reads every file as UTF-8 whatever it
  declares, and rejects processing instructions and duplicate attributes.
- An included file may have any root element; its children replace ``<include>``. The file is
  searched in the folder of the main file, then in the folder of the including file. A file can be
  included only once. Errors about included elements have line number 0.
- The file of ``<model>`` is searched in the folder of the file that contains the element. A mesh,
  height field, skin or texture is searched in the folder set by ``<compiler>``, relative to the
  main file, then in the folder of the included file that names it. If there are several
  ``<compiler>`` elements, the last value of each setting applies; ``assetdir`` sets both
  ``meshdir`` and ``texturedir``.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import SubElement

from bodyplan.conversion.mjcf.files import MjcfFiles, MjcfPart
from bodyplan.conversion.mjcf.limits import (
    ARENA,
    MOST_ASSETS,
    MOST_FILES,
    SIZES_OF_ARENA,
    measured,
)
from bodyplan.conversion.mujoco.messages import MjcfInput, NamedFile
from bodyplan.core import Limits, quoted
from bodyplan.formats.input_error import InputError
from bodyplan.spec.writer import escape_attribute
from bodyplan.text import over

_FOLDERS: Mapping[str, str] = {
    "mesh": "meshdir",
    "hfield": "meshdir",
    "skin": "meshdir",
    "texture": "texturedir",
}
"""For each tag, the compiler setting with the folder of its files."""
_GIVEN = frozenset(("mesh", "hfield"))
"""Elements whose files are passed to MuJoCo; the conversion does not need files of others."""
_NAMED = frozenset(("mesh", "hfield", "texture"))
"""Elements whose default name is the name of their file."""
_OF_FOLDERS = ("assetdir", "meshdir", "texturedir", "strippath")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
"""The form of all element and attribute names in MJCF."""
_ENDING = re.compile(r"\.[a-z0-9]{1,8}")
_OURS = re.compile(r"bodyplan-\d+(?:\.[a-z0-9]{1,8})?")
"""The form of the file names that bodyplan chooses."""
_LINE = re.compile(r"\bline (\d+)")
_UNNAMED = "MuJoCo Model"
"""MuJoCo's default model name."""


class _Model(NamedTuple):
    """A file that ``<model>`` attaches.

    Args:
        name: the file name that bodyplan chooses.
        title: the name of the model, which is the default name of the ``<model>`` element.
        size: the number of elements that attaching it creates.
    """

    name: str
    title: str
    size: int


class _Origin(NamedTuple):
    """The origin of an element.

    Args:
        part: the file.
        node: the element in the tree of that file.
    """

    part: MjcfPart
    node: Node


class MjcfTree:
    """Builds MuJoCo's input from a document and its files.

    Args:
        files: finds and reads the files.
        limits: the limits on input.
    """

    def __init__(self, files: MjcfFiles, limits: Limits) -> None:
        self._files = files
        self._limits = limits
        self._origins: dict[Node, _Origin] = {}
        """For each written element, its origin."""
        self._lines: list[Node] = []
        """All written elements in order; each is on a separate line."""
        self._models: dict[str, _Model] = {}
        self._names: dict[tuple[str, bool], str] = {}
        """The chosen file names, by path and whether MuJoCo gets the file."""
        self.models: dict[str, bytes] = {}
        """The XML of attached models, by chosen name."""
        self.named: dict[str, NamedFile] = {}
        """The other files, by chosen name."""
        self.parts: dict[str, MjcfPart] = {}
        """The included and attached files, by path relative to the document."""

    def input(self, name: str) -> MjcfInput:
        """Return the input for MuJoCo.

        Args:
            name: the name of the document in messages.

        Raises:
            InputError: the document or an included or attached file is not well-formed or has a
                document type, a file does not exist or may not be read, a model attaches itself, or
                a limit is exceeded.
        """
        main = self._files.main
        root, _ = self._whole(main, ())
        SubElement(root, "size", {"memory": ARENA})
        text = self._text(root)
        parts = {uri: xml_of(part.root)[0] for uri, part in self.parts.items()}
        return MjcfInput(name, xml_of(main.root)[0], text, self.models, self.named, parts)

    def as_written(self, message: str) -> str:
        """Return a message of MuJoCo with the user's file names and line numbers."""
        message = _LINE.sub(self._line, message)
        return _OURS.sub(lambda match: self._uri(match[0]), message)

    def _line(self, match: re.Match[str]) -> str:
        number = int(match[1]) - 2
        origin = self._origins.get(self._lines[number]) if 0 <= number < len(self._lines) else None
        if origin is None:
            return match[0]
        line = f"line {origin.part.line(origin.node)}"
        return f"{line} of {origin.part.uri}" if origin.part.uri else line

    def _uri(self, name: str) -> str:
        for uri, model in self._models.items():
            if model.name == name:
                return uri
        return self.named[name].uri if name in self.named else name

    # One tree

    def _whole(self, part: MjcfPart, above: tuple[str, ...]) -> tuple[Node, int]:
        """Return the tree of a file for MuJoCo, and the number of elements that it creates.

        Args:
            part: the file.
            above: the files that attach this file, directly or indirectly, as paths without
                symbolic links.
        """
        if part.root.tag != "mujoco":
            what = f"the model {quoted(part.uri)}" if part.uri else "it"
            raise InputError(f"{what} is not MJCF: its root element is not <mujoco>")
        root = self._expanded(part)
        sizes: dict[str, int] = {}
        for node in root.iter("model"):
            name = node.get("file")
            if name:
                model = self._model(node, _slashed(name), (*above, part.real))
                node.set("file", model.name)
                node.attrib.pop("content_type", None)  # the default is MJCF
                sizes[node.get("name") or model.title] = model.size
        reason, size = measured(root, sizes)
        if reason:
            raise InputError(reason)
        self._rename_files(root, part)
        return root, size

    def _expanded(self, part: MjcfPart) -> Node:
        """Return the elements of a file, with each ``<include>`` replaced by its content."""
        root = Node("mujoco", {n: v for n, v in part.root.items() if _NAME.fullmatch(n)})
        root.attrib.pop("xmlns", None)
        self._origins[root] = _Origin(part, part.root)
        included: set[str] = set()
        todo = [(iter(part.root), part, root)]
        while todo:
            children, inside, parent = todo[-1]
            node = next(children, None)
            if node is None:
                todo.pop()
            elif node.tag == "include":
                inner = self._included(node, part, inside, included)
                todo.append((iter(inner.root), inner, parent))
            else:
                made = self._copied(node, inside, parent)
                todo.append((iter(node), inside, made))
            if len(todo) > self._limits.max_depth:
                raise InputError(over("max_depth", self._limits.max_depth))
        return root

    def _copied(self, node: Node, part: MjcfPart, parent: Node) -> Node:
        tag = str(node.tag)
        for name in (tag, *node.attrib):
            if _NAME.fullmatch(name) is None or name == "xmlns":
                place = f"line {part.line(node)}" + (f" of {part.uri}" if part.uri else "")
                raise InputError(f"MuJoCo has no element or attribute {quoted(name)}, {place}")
        if len(self._origins) >= self._limits.max_elements:
            raise InputError(f"{over('max_elements', self._limits.max_elements)} of all files")
        if len(node.attrib) > self._limits.max_attributes:
            raise InputError(over("max_attributes", self._limits.max_attributes))
        made = SubElement(parent, tag, node.attrib)
        self._origins[made] = _Origin(part, node)
        return made

    def _included(
        self, node: Node, main: MjcfPart, inside: MjcfPart, included: set[str]
    ) -> MjcfPart:
        """Return a file that is included.

        Args:
            node: the ``<include>`` element.
            main: the document, or the attached model.
            inside: the file that contains the element.
            included: paths of the files included so far; updated. A symbolic link counts as a
                separate file.
        """
        name = _slashed(node.get("file", ""))
        if not name or len(node):
            raise InputError("<include> must have a file, and no elements in it")
        folders = dict.fromkeys((main.folder, inside.folder))
        part = self._files.part([posixpath.join(one, name) for one in folders], name)
        path = posixpath.normpath(part.uri)
        if path in included or part.real == main.real:
            raise InputError(f"the file {quoted(name)} is already included")
        if len(included) > MOST_FILES:
            raise InputError(f"more than {MOST_FILES} includes")
        if not len(part.root):
            raise InputError(f"the file {quoted(name)}, which is included, is empty")
        included.add(path)
        self.parts.setdefault(part.uri, part)
        return part

    def _model(self, node: Node, name: str, above: tuple[str, ...]) -> _Model:
        """Return the model in the file of a ``<model>`` element; each file is read once.

        Args:
            node: the element.
            name: its attribute ``file``.
            above: the files that attach this file, directly or indirectly, as paths without
                symbolic links.
        """
        folder = self._origins[node].part.folder
        uri = posixpath.normpath(posixpath.join(folder, name))
        part = self._files.part([uri], name)
        if part.real in above:
            raise InputError(f"the model {quoted(name)} attaches itself")
        if part.uri not in self._models:
            root, size = self._whole(part, above)
            if len(self._models) >= MOST_FILES:
                raise InputError(f"more than {MOST_FILES} attached models")
            model = _Model(self._free(".xml"), root.get("model", _UNNAMED), size)
            self._models[part.uri] = model
            self.parts.setdefault(part.uri, part)
            self.models[model.name] = self._text(root).encode()
        return self._models[part.uri]

    def _free(self, ending: str) -> str:
        return f"bodyplan-{len(self._models) + len(self.named) + 1}{ending}"

    # Names of files

    def _rename_files(self, root: Node, part: MjcfPart) -> None:
        """Replace all file names by names that bodyplan chooses.

        Args:
            root: the root of the document or of an attached model.
            part: the file of that root.
        """
        settings = _taken_settings(root)
        for node in root.iter():
            tag = str(node.tag)
            for attribute in [one for one in node.attrib if one.startswith("file")]:
                file = _slashed(node.get(attribute, ""))
                if not file or tag == "model":
                    continue
                if tag == "flexcomp":
                    raise InputError(f"<flexcomp {attribute}={quoted(file)}> is not supported")
                last = posixpath.basename(file)
                if attribute == "file" and tag in _NAMED and not node.get("name"):
                    node.set("name", last.rpartition(".")[0] or last)
                if settings.get("strippath") == "true":
                    file = last
                below = _slashed(settings.get(_FOLDERS.get(tag, ""), ""))
                uri = posixpath.join(part.folder, below, file)
                uri = posixpath.normpath(uri) if part.uri else uri
                inside = self._origins[node].part
                own = posixpath.join(inside.folder, file)
                if inside is not part and self._files.reason(uri) and not self._files.reason(own):
                    uri = own
                node.set(attribute, self._named(node, file, uri))

    def _named(self, node: Node, file: str, uri: str) -> str:
        """Return the name that bodyplan chooses for a file.

        Args:
            node: the element that references the file.
            file: the file name in that element.
            uri: the path relative to the document.
        """
        key = uri, node.tag in _GIVEN
        if key not in self._names:
            if len(self._names) >= MOST_ASSETS:
                raise InputError(f"more than {MOST_ASSETS:,} files of meshes and textures")
            ending = posixpath.splitext(file)[1].lower()
            name = self._free(ending if _ENDING.fullmatch(ending) else "")
            data, reason = self._files.read(uri) if key[1] else (None, self._files.reason(uri))
            self.named[name] = NamedFile(uri, data, reason)
            self._names[key] = name
        return self._names[key]

    def _text(self, root: Node) -> str:
        """Return a tree as XML; its lines have numbers that no other tree of this input has."""
        text, nodes = xml_of(root)
        text = "\n" * len(self._lines) + text
        self._lines += nodes
        return text


def _taken_settings(root: Node) -> dict[str, str]:
    """Remove the compiler settings for folders and file names from a tree, and return them.

    ``<size>`` attributes for the memory of the simulation are removed too.
    """
    settings: dict[str, str] = {}
    for node in root.iter():
        if node.tag == "compiler":
            if "assetdir" in node.attrib:
                settings |= dict.fromkeys(("meshdir", "texturedir"), node.get("assetdir", ""))
            settings |= {one: node.attrib.pop(one) for one in _OF_FOLDERS if one in node.attrib}
        elif node.tag == "size":
            for name in SIZES_OF_ARENA:
                node.attrib.pop(name, None)
    return settings


def _slashed(name: str) -> str:
    """Return a file name with forward slashes; MuJoCo accepts backslashes as well."""
    return name.replace("\\", "/")


def xml_of(root: Node) -> tuple[str, list[Node]]:
    """Return a tree as XML with each element on a separate line, and its elements in order.

    The first line is empty. The XML has no text, no comments and no declaration.
    """
    parts: list[str] = []
    nodes: list[Node] = []
    todo: list[Node | str] = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        nodes.append(node)
        values = (f' {name}="{escape_attribute(value)}"' for name, value in node.items())
        parts.append(f"\n<{node.tag}{''.join(values)}{'' if len(node) else '/'}>")
        if len(node):
            todo.append(f"</{node.tag}>")
            todo += reversed(node)
    return "".join(parts), nodes
