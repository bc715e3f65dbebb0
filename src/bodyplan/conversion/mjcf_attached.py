"""MJCF that attaches models, for MuJoCo: one file, and models whose files have unique names."""

from __future__ import annotations

import copy
import posixpath
from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import tostring

from bodyplan.conversion.mjcf_limits import MOST_FILES, measured
from bodyplan.core import quoted
from bodyplan.formats.input_error import InputError

_FOLDERS: Mapping[str, tuple[str, ...]] = {
    "mesh": ("meshdir", "assetdir"),
    "hfield": ("meshdir", "assetdir"),
    "skin": ("meshdir", "assetdir"),
    "texture": ("texturedir", "assetdir"),
}
"""Attributes of the compiler with the folder of an asset, by element."""


class _Model:
    """A file that is attached.

    Args:
        name: its new name.
        title: its name in elements.
        size: the number of elements that it makes.
    """

    def __init__(self, name: str, title: str, size: int) -> None:
        self.name, self.title, self.size = name, title, size


class AttachedModels:
    """Puts included files in their places and gives attached models new names.

    MuJoCo compares the names of files without their folders.

    Args:
        opened: returns the root of a file by its path relative to the main file.
    """

    def __init__(self, opened: Callable[[str], Node]) -> None:
        self._opened = opened
        self._models: dict[str, _Model] = {}
        self.files: dict[str, bytes] = {}
        """The attached models by their new names."""
        self.assets: dict[str, str] = {}
        """Paths of their assets relative to the main file, by their new names."""

    def main(self, root: Node) -> str:
        """Return the text of the main file.

        Raises:
            InputError: a file cannot be opened, a model attaches itself, or a limit is exceeded.
        """
        return tostring(self._whole(root, "", ())[0], encoding="unicode")

    def _whole(self, root: Node, folder: str, above: tuple[str, ...]) -> tuple[Node, int]:
        """Return a file with the files that it includes, and how many elements it makes."""
        made = copy.deepcopy(root)
        included: set[str] = set()
        todo = [made]
        while todo:
            node = todo.pop()
            while (include := node.find("include")) is not None:
                name = include.get("file", "")
                if name in included:
                    raise InputError(f"the file {quoted(name)} is included twice")
                if len(included) >= MOST_FILES:
                    raise InputError(f"more than {MOST_FILES} includes")
                included.add(name)
                place = list(node).index(include)
                file = self._opened(posixpath.join(folder, name))
                node[place : place + 1] = copy.deepcopy(list(file))  # models may share it
            todo += node
        sizes: dict[str, int] = {}
        for node in made.iter("model"):
            if node.get("file"):
                path = posixpath.normpath(posixpath.join(folder, node.get("file", "")))
                model = self._model(path, above)
                node.set("file", model.name)
                sizes[node.get("name") or model.title] = model.size
        reason, size = measured(made, sizes)
        if reason:
            raise InputError(reason)
        return made, size

    def _model(self, path: str, above: tuple[str, ...]) -> _Model:
        if path in above:
            raise InputError(f"the model {quoted(path)} attaches itself")
        if path not in self._models:
            root = self._opened(path)
            if root.tag != "mujoco":
                raise InputError(f"the model {quoted(path)} is not MJCF, which alone is attached")
            whole, size = self._whole(root, posixpath.dirname(path), (*above, path))
            if len(self._models) >= MOST_FILES:
                raise InputError(f"more than {MOST_FILES} attached models")
            name = f"{len(self._models) + 1}-{posixpath.basename(path)}"
            self._models[path] = _Model(name, root.get("model", ""), size)
            self._rename_assets(whole, posixpath.dirname(path))
            self.files[name] = tostring(whole)
        return self._models[path]

    def _rename_assets(self, root: Node, folder: str) -> None:
        """Give the assets of a model names of files that are theirs alone."""
        settings: dict[str, str] = {}
        for compiler in root.iter("compiler"):
            settings |= compiler.attrib
            for name in ("meshdir", "texturedir", "assetdir", "strippath"):
                compiler.attrib.pop(name, None)
        for node in root.iter():
            for attribute in [one for one in node.attrib if one.startswith("file")]:
                if node.tag not in _FOLDERS:
                    continue
                file = node.get(attribute, "")
                if attribute == "file" and not node.get("name") and node.tag != "skin":
                    node.set("name", posixpath.splitext(posixpath.basename(file))[0])
                if settings.get("strippath") == "true":
                    file = posixpath.basename(file)
                below = next((settings[one] for one in _FOLDERS[node.tag] if one in settings), "")
                name = f"{len(self.assets) + 1}-{posixpath.basename(file)}"
                self.assets[name] = posixpath.normpath(posixpath.join(folder, below, file))
                node.set(attribute, name)
