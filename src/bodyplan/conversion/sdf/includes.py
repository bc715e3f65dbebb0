"""The models that a file includes, for its frames and for the rules on includes."""

from __future__ import annotations

from functools import cached_property
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bodyplan.conversion.sdf.frame_tree import Extent, IncludedModel
from bodyplan.conversion.sdf.frames import NEWEST, SdfFrames, sdf_frames
from bodyplan.conversion.sdf.include_cache import (
    MOST_FILES,
    IncludeCache,
    NoRoomError,
    Room,
    weight,
)
from bodyplan.conversion.urdf.from_urdf import from_urdf
from bodyplan.core import DEFAULT_LIMITS, Limits
from bodyplan.files.opener import File
from bodyplan.formats import sdf, urdf
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.sdf.including import Found, IncludeFault, Includes
from bodyplan.formats.sdf.parameters.apply import with_params
from bodyplan.resources import Resources
from bodyplan.spec.bind import by_class
from bodyplan.spec.raw import raw_of
from bodyplan.spec.writer import write_raw

if TYPE_CHECKING:
    from bodyplan.formats.source import Readable
    from bodyplan.spec import Raw

PARAMS = "experimental:params"
"""The child element of ``<include>`` that changes the included model."""
_DEEPEST = 40
"""Maximum nesting depth of files whose includes have parameters."""


class SdfIncludes:
    """The results of all includes of a file, at any depth.

    Each file is read once. The input limits of one file apply to all files together; files that
    exceed the limits are not read.

    Args:
        document: the file.
        resources: the folders in which models are searched; by default, the folders of the document
            or the environment.
        cache: the cache of a run over several files. A cached file is not read again, but counts
            towards the limits of each file that includes it.
    """

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
        """For each path and text of parameters, the result, and the parameters that were applied
        first."""
        self._by_params: dict[int, Found] = {}
        """For the ``id`` of includes in changed documents, results that parameters of outer files
        changed."""
        self._under_way: set[tuple[str, str]] = set()
        self._kept: dict[int, Document] = {}
        """Changed documents. This keeps them alive, because data about includes is stored by
        ``id``."""
        self._own_weight = weight(document)
        self._room = Room(document.limits, self._own_weight)
        self.documents: dict[str, Document] = {}
        """The included files, by path."""
        self._register(document)

    def __call__(self, include: sdf.Include) -> IncludedModel | Literal[False] | None:
        """Return the model of an include; None if it is unknown, False for a light or actor."""
        found = self.find(include)
        document = found.document
        if document is not None and isinstance(document.root, urdf.Robot):
            return self._of_urdf(document.root)
        if document is None or document.version is None or found.entity is None:
            return None
        if not isinstance(found.entity, sdf.Model):
            return False
        return IncludedModel(found.entity, document.version, document, self._extent(found.entity))

    def _of_urdf(self, root: urdf.Robot) -> IncludedModel:
        """Return the model of an included URDF; all includes of a URDF share one model."""
        known = self.cache.once(_urdf_models)
        if id(root) not in known:
            from bodyplan.conversion.sdf.to_sdf import included_model

            known[id(root)] = IncludedModel(
                included_model(from_urdf(root).robot), NEWEST, None, Extent(1, 1)
            )
        return known[id(root)]

    def find(self, include: sdf.Include) -> Found:
        """Return the result of an include, with its problems.

        Raises:
            ValueError: the include is neither in the file nor in an included file.
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
        """Return the result of an include without its parameters."""
        base = self._base(include)
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
        """An object that finds files without reading them, used once an input limit is exceeded."""
        return Includes(self._includes.resources, lambda _: None, self.document.limits)

    def _with_params(self, found: Found, params: Raw) -> Found:
        """Return the result of an include with its parameters applied; the result is cached."""
        key = str(found.path), write_raw(params.node)
        known = self._changed.get(key)
        if known is not None:
            return known[0]._replace(faults=_moved(known[0].faults, known[1], params))
        if key in self._under_way or len(self._under_way) >= _DEEPEST:
            return found  # a file that includes itself: building the frames ends the recursion
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
        """Return the result of an include in an included file."""
        if self._owner(include) is None:
            self._keep(document)
        return self.find(include)

    def _adopt(
        self, document: Document, nested: dict[int, Found], same: dict[int, sdf.Include]
    ) -> None:
        """Store a document that parameters changed, with the results of its includes.

        Args:
            document: the changed document.
            nested: for the ``id()`` of each of its includes whose file changed, the new result.
            same: for the ``id()`` of each other include, the same include in the original document.
        """
        self._keep(document)
        self._room.take(weight(document))
        # parameters of outer files changed these results, so the include alone does not determine
        # them
        inherited = {
            new: self._by_params[id(old)] for new, old in same.items() if id(old) in self._by_params
        }
        self._by_params.update(nested | inherited)
        self._found.update(nested | inherited)

    def _keep(self, document: Document) -> None:
        self._kept[id(document)] = document
        self._register(document)

    def owner(self, include: sdf.Include) -> Document:
        """Return the file that contains an include.

        Raises:
            ValueError: the include is neither in the file nor in an included file.
        """
        owner = self._owner(include)
        if owner is None:
            raise ValueError(f"the include of {include.uri!r} belongs to another file")
        return owner

    def _owner(self, include: sdf.Include) -> Document | None:
        return self._owners.get(id(include)) or self.cache.owners.get(id(include))

    def of(self, document: Document) -> list[sdf.Include]:
        """Return the includes of a file, in file order."""
        return self.cache.includes_in(document)

    def _base(self, include: sdf.Include) -> Path | None:
        path = self.owner(include).path
        return None if path is None else path.absolute().parent

    def _register(self, document: Document) -> None:
        for include in self.of(document):
            self._owners[id(include)] = document

    @cached_property
    def are_all_read(self) -> bool:
        """Whether the files included at any depth are all within the limits.

        Also False if this is unknown because parameters change included files.
        """
        limits, cache = self.document.limits, self.cache
        is_first = not cache.count
        room = cache.room(limits, self._own_weight)
        if not room.is_full and self._reads_all(room, cache.gathered, are_new_only=True):
            return True
        # the file exceeds the limits together with earlier files, but perhaps not alone
        return not is_first and self._reads_all(
            Room(limits, self._own_weight), set(), are_new_only=False
        )

    def _reads_all(self, room: Room, known: set[int], *, are_new_only: bool) -> bool:
        """Read all included files; return whether they are within the limits.

        Args:
            room: the remaining limits.
            known: files whose includes are already counted.
            are_new_only: whether files that are already cached do not count.
        """
        cache, seen, waiting = self.cache, set[int](), [self.document]
        cache.open = lambda file: self._read(file, room)
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
        """Return the extent of an included model; None if it is not known in advance."""
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
            if id(current) not in known:  # unfinished models form a cycle of includes
                extents = [known.get(id(one), _ENDLESS) for one in inner]
                models = 1 + sum(extent.models for extent in extents)
                depth = 1 + max((extent.depth for extent in extents), default=0)
                known[id(current)] = Extent(models, depth)
        return known[id(model)]

    def _models_in(self, model: sdf.Model) -> list[sdf.Model]:
        """Return the models that an included model includes, with repetitions."""
        known = self.cache.once(_inner_models)
        if id(model) not in known:
            includes = by_class(model).get(sdf.Include, [])
            entities = [self._includes.find(one, self._base(one)).entity for one in includes]
            known[id(model)] = [one for one in entities if isinstance(one, sdf.Model)]
        return known[id(model)]

    def _opened(self, file: File) -> Document:
        return self._read(file, self._room)

    def _read(self, file: File, room: Room) -> Document:
        document, size = room.read(file)
        document.resources = self.document.resources
        return self.cache.put(document, size)


_ENDLESS = Extent(inf, inf)


def _urdf_models() -> dict[int, IncludedModel]:
    """Return an empty cache: for the ``id`` of the root of each URDF, its model."""
    return {}


def _extents() -> dict[int, Extent]:
    """Return an empty cache: for the ``id`` of each included model, its extent."""
    return {}


def _inner_models() -> dict[int, list[sdf.Model]]:
    """Return an empty cache: for the ``id`` of each included model, the models that it includes."""
    return {}


def frames(
    source: Document | Readable,
    *,
    resources: Resources | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> SdfFrames:
    """Return the frames of an SDFormat file, with the models that it includes.

    Args:
        source: a document, or anything that ``read`` accepts.
        resources: the folders in which included models are searched.
        limits: input limits.

    Raises:
        InputError: the source cannot be read.
        ValueError: the source is not an SDFormat file.
    """
    document = source if isinstance(source, Document) else read(source, limits=limits)
    described = document.expanded
    if described is None or not isinstance(described.root, sdf.Root):
        raise ValueError(f"{document.name} is not an SDFormat file")
    return sdf_frames(described, included=SdfIncludes(described, resources))


def _moved(faults: tuple[IncludeFault, ...], old: Raw, new: Raw) -> tuple[IncludeFault, ...]:
    """Return the problems of ``<experimental:params>`` with locations in a copy of it.

    Args:
        faults: the problems.
        old: the element in which they were found.
        new: an element with equal text; the problems are moved to its location.
    """
    twins = dict(zip(map(id, old.node.iter()), new.node.iter(), strict=True))
    return tuple(
        fault
        if fault.element is None or (twin := twins.get(id(fault.element.node))) is None
        else fault._replace(element=raw_of(twin))
        for fault in faults
    )
