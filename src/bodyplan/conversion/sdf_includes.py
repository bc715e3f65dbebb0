"""The models that the includes of a file bring, for its frames and for rules about them."""

from __future__ import annotations

from functools import cached_property
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bodyplan.conversion.sdf_frame_tree import Extent, IncludedModel
from bodyplan.conversion.sdf_frames import SdfFrames, sdf_frames
from bodyplan.conversion.sdf_include_cache import (
    MOST_FILES,
    IncludeCache,
    NoRoomError,
    Room,
    weight,
)
from bodyplan.core import DEFAULT_LIMITS, Limits
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.expansion import expanded_document
from bodyplan.formats.read import read
from bodyplan.formats.sdf.including import Found, IncludeFault, Includes
from bodyplan.resources import Resources
from bodyplan.spec.bind import by_class
from bodyplan.spec.raw import raw_of
from bodyplan.spec.writer import write_raw

if TYPE_CHECKING:
    from bodyplan.formats.source import Readable
    from bodyplan.spec import Raw

PARAMS = "experimental:params"
"""The element of an include that says what shall be other than in the included file."""
_DEEPEST = 40
"""How deep parameters may be applied to files while those of files around them are."""


class SdfIncludes:
    """What the includes of a file lead to, those in included files too. Each file is read once.

    All of them together are subject to the input limits of one file: what would be too much is not read.

    Args:
        document: the file.
        resources: where models are looked for; as the document or the environment says where not
            given.
        cache: of a run over several files: what one of them includes is not read again for the
            next, but counts for each.
    """

    can_count = True
    """Whether what is included can be counted from the files alone."""

    def __init__(
        self,
        document: Document,
        resources: Resources | None = None,
        cache: IncludeCache | None = None,
    ) -> None:
        self.document = document
        self.cache = cache or IncludeCache()
        self._includes = self.cache.finder(
            resources or document.resources or Resources(), document.limits
        )
        self._owners: dict[int, Document] = {}
        self._found: dict[int, Found] = {}
        self._changed: dict[tuple[str, str], tuple[Found, Raw]] = {}
        """What parameters made of files, by path and text, and their first locations."""
        self._told: dict[int, Found] = {}
        """What includes in changed documents lead to, where parameters of files around say so."""
        self._under_way: set[tuple[str, str]] = set()
        self._kept: dict[int, Document] = {}
        """Documents that are in no file; what is known of includes goes by ``id``."""
        self._own_weight = weight(document)
        self._room = Room(document.limits, self._own_weight)
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
        return IncludedModel(found.entity, document.version, document, self._extent(found.entity))

    def find(self, include: sdf.Include) -> Found:
        """What an include leads to, and what is wrong on the way.

        Raises:
            ValueError: it is neither in the file nor in an included one.
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
        return self._located(include, self._base(include))

    def _located(self, include: sdf.Include, base: Path | None) -> Found:
        """What an include leads to, as far as there is room for it."""
        self.cache.open = self._opened
        try:
            found = self._includes.find(include, base)
        except NoRoomError:
            return self._without_reading.find(include, base)
        document, key = found.document, str(found.path)
        if document is None or key in self.documents:
            return found
        if not self._room.take_file(self.cache.weight(document)):
            return self._without_reading.find(include, base)
        self.documents[key] = document
        return found

    @cached_property
    def _without_reading(self) -> Includes:
        """What says of files that they are not read."""
        finder = self._includes
        return Includes(
            finder.resources, lambda _: None, self.document.limits, newest=finder.newest
        )

    def _with_params(self, found: Found, params: Raw) -> Found:
        """What an include leads to with its parameters; the same for the same ones."""
        from bodyplan.formats.sdf.params import with_params

        key = str(found.path), write_raw(params.node)
        known = self._changed.get(key)
        if known is not None:
            return known[0]._replace(faults=_moved(known[0].faults, known[1], params))
        if key in self._under_way or len(self._under_way) >= _DEEPEST:
            return found  # a file that includes itself; the frames cut it
        if self._room.is_full or len(self._kept) > MOST_FILES:
            message = "the parameters are not applied: the limit on changed files is reached"
            fault = IncludeFault(0, "", message, element=params)
            return found._replace(faults=(*found.faults, fault))
        self._under_way.add(key)
        changed = with_params(found, params, self._inner, self._adopt)
        self._under_way.discard(key)
        self._changed[key] = changed, params
        return changed

    def _inner(self, document: Document, include: sdf.Include) -> Found:
        """What an include in an included file leads to."""
        if self._owner(include) is None:
            self._keep(document)
        return self.find(include)

    def _adopt(
        self, document: Document, nested: dict[int, Found], same: dict[int, sdf.Include]
    ) -> None:
        """Takes in a document that parameters made."""
        self._keep(document)
        self._room.take(weight(document))
        # parameters of files around changed what these lead to; the words of the include do not say
        told = {new: self._told[id(old)] for new, old in same.items() if id(old) in self._told}
        self._told.update(nested | told)
        self._found.update(nested | told)

    def _keep(self, document: Document) -> None:
        self._kept[id(document)] = document
        self._register(document)

    def owner(self, include: sdf.Include) -> Document:
        """The file that contains an include.

        Raises:
            ValueError: it is neither in the file nor in an included one.
        """
        owner = self._owner(include)
        if owner is None:
            raise ValueError(f"this include of {include.uri!r} is of another file")
        return owner

    def _owner(self, include: sdf.Include) -> Document | None:
        return self._owners.get(id(include)) or self.cache.owners.get(id(include))

    def of(self, document: Document) -> list[sdf.Include]:
        """The includes in a file, in its order."""
        return self.cache.includes_in(document)

    def _base(self, include: sdf.Include) -> Path | None:
        path = self.owner(include).path
        return None if path is None else path.absolute().parent

    def _register(self, document: Document) -> None:
        for include in self.of(document):
            self._owners[id(include)] = document

    @cached_property
    def are_all_read(self) -> bool:
        """Whether all files that are included, however deep, are read and there is room for all.

        False where that cannot be said at once: where parameters change included files.
        """
        if not self.can_count:
            return False
        limits, cache = self.document.limits, self.cache
        is_first = not cache.count
        room = cache.room(limits, self._own_weight)
        if not room.is_full and self._reads_all(room, cache.gathered, are_new_only=True):
            return True
        # with what other files include it is too much; by itself it may not be
        return not is_first and self._reads_all(
            Room(limits, self._own_weight), set(), are_new_only=False
        )

    def _reads_all(self, room: Room, known: set[int], *, are_new_only: bool) -> bool:
        """Whether there is room for all files that are included; they are read.

        Args:
            room: what there is.
            known: files of which all that they include is counted.
            are_new_only: whether only what is read now takes room.
        """
        cache, seen, waiting = self.cache, set[int](), [self.document]
        cache.open = lambda path: self._read(path, room)
        while waiting:
            document = waiting.pop()
            for include in self.of(document):
                if any(raw.tag == PARAMS for raw in include.extra.elements):
                    return False
                count = cache.count
                try:
                    inner = self._includes.find(include, self._base(include)).document
                except NoRoomError:
                    return False
                if inner is None or id(inner) in known or id(inner) in seen:
                    continue
                seen.add(id(inner))
                waiting.append(inner)
                counts = cache.count > count or not are_new_only
                if counts and not room.take_file(cache.weight(inner)):
                    return False
        cache.gathered |= seen
        return True

    def _extent(self, model: sdf.Model) -> Extent | None:
        """How much an included model brings; None where that cannot be said at once."""
        if not self.are_all_read:
            return None
        known = self.cache.once(_extents)
        waiting, begun = [model], set[int]()
        while waiting:
            current = waiting[-1]
            inner = [] if id(current) in known else self._models_in(current)
            if id(current) not in begun:
                begun.add(id(current))
                waiting += (one for one in inner if id(one) not in known and id(one) not in begun)
            if waiting[-1] is not current:
                continue
            waiting.pop()
            if id(current) not in known:  # what is begun and not known includes this one
                extents = [known.get(id(one), _ENDLESS) for one in inner]
                models = 1 + sum(extent.models for extent in extents)
                depth = 1 + max((extent.depth for extent in extents), default=0)
                known[id(current)] = Extent(models, depth)
        return known[id(model)]

    def _models_in(self, model: sdf.Model) -> list[sdf.Model]:
        """The models that the includes in an included model bring, each as often as they do."""
        known = self.cache.once(_inner_models)
        if id(model) not in known:
            includes = by_class(model).get(sdf.Include, [])
            entities = [self._includes.find(one, self._base(one)).entity for one in includes]
            known[id(model)] = [one for one in entities if isinstance(one, sdf.Model)]
        return known[id(model)]

    def _opened(self, path: Path) -> Document:
        return self._read(path, self._room)

    def _read(self, path: Path, room: Room) -> Document:
        document, size = room.read(path)
        document.resources = self.document.resources
        return self.cache.put(document, size)


_ENDLESS = Extent(inf, inf)


def _extents() -> dict[int, Extent]:
    """How much included models bring, by ``id``."""
    return {}


def _inner_models() -> dict[int, list[sdf.Model]]:
    """The models that those in included models bring, by ``id``."""
    return {}


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
        limits: input limits.

    Raises:
        InputError: there is nothing to read.
        ValueError: it is not an SDFormat file.
    """
    document = source if isinstance(source, Document) else read(source, limits=limits)
    described = expanded_document(document)
    if described is None or not isinstance(described.root, sdf.Root):
        raise ValueError(f"{document.name} is not an SDFormat file")
    return sdf_frames(described, included=SdfIncludes(described, resources))


def _moved(faults: tuple[IncludeFault, ...], old: Raw, new: Raw) -> tuple[IncludeFault, ...]:
    """Faults in parameters as those of other ones that are written alike."""
    twins = dict(zip(map(id, old.node.iter()), new.node.iter(), strict=True))
    return tuple(
        fault
        if fault.element is None or (twin := twins.get(id(fault.element.node))) is None
        else fault._replace(element=raw_of(twin))
        for fault in faults
    )
