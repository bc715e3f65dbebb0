"""The models that the includes of a file bring, for its frames and for rules about them."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bodyplan.convert.sdf_frame_tree import IncludedModel
from bodyplan.convert.sdf_frames import SdfFrames, sdf_frames
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.sdf.including import Found, IncludeFault, Includes
from bodyplan.resources import Resources
from bodyplan.spec.bind import by_class
from bodyplan.spec.raw import kept
from bodyplan.text import DEFAULT_LIMITS, Limits, replace

if TYPE_CHECKING:
    from bodyplan.formats.source import Readable
    from bodyplan.spec import Raw

PARAMS = "experimental:params"
"""The element of an include that says what shall be other than in the included file."""
MOST_FILES = 5_000
"""How many files the includes of one file may open together."""
_DEEPEST = 40
"""How deep parameters may be applied to files while those of files around them are."""


class Room:
    """How much more may be read: a file and all that it includes are held to the caps of one file.

    Args:
        document: the file.
    """

    def __init__(self, document: Document) -> None:
        self._limits = document.limits
        self._bytes = document.limits.max_bytes
        self._elements = document.limits.max_elements
        self.is_full = False
        self.take(document)

    @property
    def limits(self) -> Limits:
        """The caps for the next file."""
        return replace(self._limits, max_elements=max(1, self._elements))

    def holds(self, path: Path) -> bool:
        """Whether a file is small enough; after the first that is not, none is."""
        with contextlib.suppress(OSError):  # reading will say what is wrong
            self.is_full = self.is_full or path.stat().st_size > self._bytes
        return not self.is_full

    def take(self, document: Document) -> bool:
        """Whether a document was read within the caps; what it takes is no longer there."""
        root = document.tree.root
        self._bytes -= len(document.source.data)
        self._elements -= 0 if root is None else sum(1 for _ in root.iter())
        self.is_full = self.is_full or min(self._bytes, self._elements) <= 0
        return not self.is_full


class SdfIncludes:
    """What the includes of a file lead to, those in included files too. Each file is read once.

    All of them together are held to the caps of one file: what would be too much is not read.

    Args:
        document: the file.
        resources: where models are looked for; as the document or the environment says where not
            given.
    """

    def __init__(self, document: Document, resources: Resources | None = None) -> None:
        self.document = document
        self._includes = Includes(
            resources or document.resources or Resources(), self._opened, document.limits
        )
        self._owners: dict[int, Document] = {}
        self._found: dict[int, Found] = {}
        self._changed: dict[tuple[str, str], tuple[Found, Raw]] = {}
        """What parameters made of files, by path and text, and where these stood first."""
        self._told: dict[int, Found] = {}
        """What includes in changed documents lead to, where parameters of files around say so."""
        self._under_way: set[tuple[str, str]] = set()
        self._kept: dict[int, Document] = {}
        """Documents that are in no file; what is known of includes goes by ``id``."""
        self._room = Room(document)
        self.documents: dict[str, Document] = {}
        """The included files, by path."""
        self._register(document)

    def __call__(self, include: sdf.Include) -> IncludedModel | Literal[False] | None:
        """The model that an include brings; None where it is not known, False for a light or actor."""
        found = self.find(include)
        document = found.document
        if document is None or document.version is None or found.entity is None:
            return None
        if not isinstance(found.entity, sdf.Model):
            return False
        return IncludedModel(found.entity, document.version, document)

    def find(self, include: sdf.Include) -> Found:
        """What an include leads to, and what is wrong on the way.

        Raises:
            ValueError: it stands neither in the file nor in an included one.
        """
        key = id(include)
        found = self._found.get(key)
        if found is None:
            found = self._look(include)
            params = next((raw for raw in include.extra.elements if raw.tag == PARAMS), None)
            if params is not None and found.entity is not None:
                found = self._with_params(found, params)
            self._found[key] = found
        return found

    def _look(self, include: sdf.Include) -> Found:
        """What an include leads to as its own file says it, without parameters."""
        return self._includes.find(include, self._base(include))

    def _with_params(self, found: Found, params: Raw) -> Found:
        """What an include leads to with its parameters; the same for the same ones."""
        from bodyplan.formats.sdf.params import with_params
        from bodyplan.spec.writer import write_raw

        key = str(found.path), write_raw(params.node)
        known = self._changed.get(key)
        if known is not None:
            return known[0]._replace(faults=_moved(known[0].faults, known[1], params))
        if key in self._under_way or len(self._under_way) >= _DEEPEST:
            return found  # a file that includes itself; the frames cut it
        if self._room.is_full or len(self._kept) > MOST_FILES:
            message = "the parameters are not applied: too many files were changed before"
            fault = IncludeFault(0, "", message, element=params)
            return found._replace(faults=(*found.faults, fault))
        self._under_way.add(key)
        changed = with_params(found, params, self._inner, self._adopt)
        self._under_way.discard(key)
        self._changed[key] = changed, params
        return changed

    def _inner(self, document: Document, include: sdf.Include) -> Found:
        """What an include in an included file leads to."""
        if id(include) not in self._owners:
            self._keep(document)
        return self.find(include)

    def _adopt(
        self, document: Document, nested: dict[int, Found], same: dict[int, sdf.Include]
    ) -> None:
        """Takes in a document that parameters made."""
        self._keep(document)
        self._room.take(document)
        # parameters of files around changed what these lead to; the words of the include do not say
        told = {new: self._told[id(old)] for new, old in same.items() if id(old) in self._told}
        self._told.update(nested | told)
        self._found.update(nested | told)

    def _keep(self, document: Document) -> None:
        self._kept[id(document)] = document
        self._register(document)

    def owner(self, include: sdf.Include) -> Document:
        """The file that an include stands in.

        Raises:
            ValueError: it stands neither in the file nor in an included one.
        """
        owner = self._owners.get(id(include))
        if owner is None:
            raise ValueError(f"this include of {include.uri!r} is of another file")
        return owner

    def of(self, document: Document) -> list[sdf.Include]:
        """The includes that stand in a file, in its order."""
        if not isinstance(document.root, sdf.Root):
            return []
        return by_class(document.root).get(sdf.Include, [])

    def _base(self, include: sdf.Include) -> Path | None:
        path = self.owner(include).path
        return None if path is None else path.absolute().parent

    def _register(self, document: Document) -> None:
        for include in self.of(document):
            self._owners[id(include)] = document

    def _opened(self, path: Path) -> Document | None:
        if len(self.documents) >= MOST_FILES or not self._room.holds(path):
            return None
        document = self._read(path)
        if not self._room.take(document):
            return None
        document.resources = self.document.resources
        self.documents[str(path)] = document
        self._register(document)
        return document

    def _read(self, path: Path) -> Document:
        return read(path, limits=self._room.limits)


def frames(
    source: Document | Readable,
    *,
    resources: Resources | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> SdfFrames:
    """The frames of an SDFormat file, with the models that it includes: where everything is.

    Args:
        source: a document, or anything that ``read`` takes.
        resources: where included models are looked for.
        limits: caps on what is read.

    Raises:
        InputError: there is nothing to read.
        ValueError: it is no SDFormat file.
    """
    document = source if isinstance(source, Document) else read(source, limits=limits)
    if not isinstance(document.root, sdf.Root):
        raise ValueError(f"{document.name} is no SDFormat file")  # noqa: TRY004  (its content, not its type)
    return sdf_frames(document, included=SdfIncludes(document, resources))


def _moved(faults: tuple[IncludeFault, ...], old: Raw, new: Raw) -> tuple[IncludeFault, ...]:
    """Faults in parameters as those of other ones that are written alike."""
    twins = dict(zip(map(id, old.node.iter()), new.node.iter(), strict=True))
    return tuple(
        fault
        if fault.element is None or (twin := twins.get(id(fault.element.node))) is None
        else fault._replace(element=kept(twin))
        for fault in faults
    )
