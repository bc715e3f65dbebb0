"""The result of a conversion: the document, the changes, the losses and the files beside it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bodyplan.core import Record
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss, Place


class Change(NamedTuple):
    """One change of a conversion.

    Args:
        step: the two versions between which it is necessary, such as "1.6 to 1.7".
        what: a short description.
        place: the changed element.
    """

    step: str
    what: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place.path}: {self.what}"


class Asset(Record):
    """A file that the converted file needs, such as a mesh.

    Args:
        path: relative to the folder of the converted file, with ``/``.
        content: returns its bytes.
    """

    path: str
    content: Callable[[], bytes]


def scene_name(name: str) -> str:
    """Return the name of the scene of a file: that of ``arm.xml`` is ``arm_scene.xml``."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}_scene.{ending}" if dot else f"{name}_scene"


class Converted(Record):
    """A document in another format, or in another version of its format.

    Args:
        document: the result; the original one if nothing changed.
        changes: the changes from version to version, in order.
        losses: what the result does not say, or says differently.
        assets: files that the result names and that are written with it.
        srdf: the SRDF that fits the result, if the source has one; it is not written with it.
        scene: returns the scene of MJCF for the name of its file; None without one.
    """

    document: Document
    changes: tuple[Change, ...] = ()
    losses: tuple[Loss, ...] = ()
    assets: tuple[Asset, ...] = ()
    srdf: Document | None = None
    scene: Callable[[str], bytes] | None = None

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Write the document and its assets, and return the path of the document.

        All of them are written, or none.

        Args:
            path: the path of the document.
            force: overwrite what ``Document.save`` refuses to overwrite without it.

        Raises:
            WriteError: nothing is written.
        """
        beside = {asset.path: asset.content() for asset in self.assets}
        if self.scene is not None:
            name = Path(path).name
            beside[scene_name(name)] = self.scene(name)
        return self.document.save(path, force=force, beside=beside)
