"""The result of a conversion: the document, the changes, the losses and the accompanying files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.core import Record
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss, Place

if TYPE_CHECKING:
    from bodyplan.model import Robot


class Change(NamedTuple):
    """One change made by a conversion.

    Args:
        step: the versions of the format between which the change is necessary, such as "1.6 to
            1.7".
        what: a short description of the change.
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
        path: the path relative to the folder of the converted file, with ``/`` as separator.
        content: a function that returns the bytes of the file.
    """

    path: str
    content: Callable[[], bytes]


class Converted(Record):
    """A document in another format, or in another version of its format.

    Args:
        document: the result; the original document if nothing changed.
        changes: the changes made to convert from version to version, in order.
        losses: the parts of the source that the result lacks or contains with a different meaning.
        assets: the files that the result references; ``save`` writes them together with the result.
        srdf: the SRDF of the source, with its names changed to those of the result; None without an
            SRDF. ``save`` does not write it.
        scene: a function that takes the file name of the MJCF result and returns the content of a
            scene file that includes it; None without a scene.
        robot: the robot of the source; None if only the version of the format changed.
    """

    document: Document
    changes: tuple[Change, ...] = ()
    losses: tuple[Loss, ...] = ()
    assets: tuple[Asset, ...] = ()
    srdf: Document | None = None
    scene: Callable[[str], bytes] | None = None
    robot: Robot | None = None

    def beside(self, name: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
        """Yield the relative path of each accompanying file, and a function that returns its bytes.

        Args:
            name: the file name of the document; the scene of ``arm.xml`` is written as
                ``arm_scene.xml``.
        """
        yield from ((asset.path, asset.content) for asset in self.assets)
        if self.scene is not None:
            stem, dot, ending = name.rpartition(".")
            yield f"{stem}_scene.{ending}" if dot else f"{name}_scene", partial(self.scene, name)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Write the document, its assets and its scene, and return the path of the document.

        Either all files are written or none.

        Args:
            path: the path of the document.
            force: whether to overwrite files that ``Document.save`` overwrites only with ``force``.

        Raises:
            WriteError: a file cannot be written, so nothing is written.
        """
        beside = {place: content() for place, content in self.beside(Path(path).name)}
        return self.document.save(path, force=force, beside=beside)
