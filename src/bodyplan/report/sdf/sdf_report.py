"""Create the report on the contents of an SDFormat document."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.frames import sdf_frames
from bodyplan.conversion.sdf.includes import SdfIncludes
from bodyplan.conversion.sdf.model_conversion import never_moves
from bodyplan.conversion.sdf.whole_parts import all_scopes, own_scopes, path_of, whole_parts
from bodyplan.core import collector_paused, extended, plural, replace
from bodyplan.formats import sdf
from bodyplan.formats.input_error import InputError
from bodyplan.formats.resources import resources_of
from bodyplan.formats.source import name_like
from bodyplan.model.scoped_names import WORLD_NAME
from bodyplan.report.configuration import DEFAULT, ConfigurationError, ConfigurationRequest
from bodyplan.report.facts import FileUse, Freedom, LinkFacts
from bodyplan.report.robot import report_of
from bodyplan.report.sdf._contents import Contents, is_opened, pose_facts
from bodyplan.report.sdf._default_configuration import default_configuration_of_model
from bodyplan.report.sdf.facts import (
    EntityReport,
    LightFacts,
    ModelReport,
    PartFacts,
    PhysicsFacts,
    SdfReport,
    WorldReport,
)
from bodyplan.spec.bind import walk
from bodyplan.text import over

if TYPE_CHECKING:
    from bodyplan.conversion.sdf.frames import SdfFrames
    from bodyplan.formats.document import Document
    from bodyplan.model import Link
    from bodyplan.report.default_configuration import DefaultConfiguration
    from bodyplan.resources import Resources
    from bodyplan.spec import Element


def sdf_report(
    document: Document,
    resources: Resources | None = None,
    request: ConfigurationRequest = DEFAULT,
) -> SdfReport:
    """Return a report on the contents of an SDFormat file, including its included models.

    Invalid files have a report too, without the poses that cannot be resolved.

    Args:
        document: the file.
        resources: the folders in which included models are searched; by default, those of the
            document or the environment.
        request: the requested configuration of the model outside of worlds.

    Raises:
        ValueError: the document is not an SDFormat file.
        ConfigurationError: the model cannot have the requested configuration, or the file does not
            have exactly one model.
        InputError: the included models have more elements than ``max_elements`` allows for a
            file. A model that is included several times is counted each time.
    """
    root = document.root
    if not isinstance(root, sdf.Root):
        raise ValueError(f"{document.name} is not SDFormat")  # noqa: TRY004  (as for others)
    with collector_paused():
        return _report(document, root, SdfIncludes(document, resources), request)


def _report(
    document: Document, root: sdf.Root, includes: SdfIncludes, request: ConfigurationRequest
) -> SdfReport:
    frames = sdf_frames(document, included=includes)
    _require_few(document, frames)
    if not request.is_default and [top.is_world for top in frames.scopes] != [False]:
        raise ConfigurationError(
            f"a configuration requires a file with one model outside of worlds; {document.name} has "
            f"{plural(sum(top.is_world for top in frames.scopes), 'world')} and "
            f"{plural(sum(not top.is_world for top in frames.scopes), 'model')}"
        )
    version = root.version.strip()
    worlds: list[WorldReport] = []
    models: list[ModelReport] = []
    for top in frames.scopes:
        defaults = (
            None if top.is_world else default_configuration_of_model(frames, top.name, request)
        )
        found = _Entity(top, includes, version, document.name, defaults).report()
        if isinstance(found, WorldReport):
            worlds.append(found)
        else:
            models.append(found)
    return SdfReport(
        file=document.name,
        format_version=version,
        worlds=tuple(worlds),
        models=tuple(models),
        lights=tuple(LightFacts(one.name, one.type) for one in root.lights),
        actors=tuple(one.name for one in root.actors),
        files=_files(walk(root)),
    )


def _require_few(document: Document, frames: SdfFrames) -> None:
    """Check that included models are within the input limits.

    Raises:
        InputError: they exceed a limit; files that are included many times can produce very many
            elements.
    """
    most, brought = document.limits.max_elements, 0
    sizes: dict[int, int] = {}
    for scope in frames.all_scopes():
        if scope.include is None or not is_opened(scope):
            continue
        key = id(scope.element)
        if key not in sizes:
            node = None if scope.document is None else scope.document.node(scope.element)
            sizes[key] = 0 if node is None else sum(1 for _ in node.iter())
        brought += sizes[key]
        if brought > most:
            words = over("max_elements", most)
            raise InputError(f"{document.name}: its included models have {words}")


class _Total:
    """The numbers of links and joints and the mass of a model, nested models included."""

    __slots__ = ("joints", "links", "mass")

    def __init__(self) -> None:
        self.links = 0
        self.joints = 0
        self.mass = 0.0


class _Entity:
    """Collects the facts about a world, or a model outside of worlds.

    Args:
        top: the scope of the world or model.
        includes: the resolved includes.
        version: the version of the file.
        file: the name of the file in messages.
        defaults: properties of a model in the requested configuration; None for a world, or if
            unknown.
    """

    def __init__(
        self,
        top: FrameScope,
        includes: SdfIncludes,
        version: str,
        file: str,
        defaults: DefaultConfiguration | None,
    ) -> None:
        self.top = top
        self.graph = top.tree.graph
        self._includes = includes
        self._version = version
        self._file = file
        self._at_default = defaults
        self._scopes = list(own_scopes(top))

    def report(self) -> WorldReport | ModelReport:
        """Return the report on this world or model."""
        element, defaults = self.top.element, self._at_default
        if defaults is not None and never_moves(self.top):
            defaults = defaults._replace(degrees_of_freedom=Freedom(), reach=None)
        parts = whole_parts(self.top, None if defaults is None else defaults.masses)
        ends = {joint.parent for joint in parts.joints}
        ground = (LinkFacts(WORLD_NAME),) if WORLD_NAME in ends else ()
        found = report_of(parts, defaults, only_written=False, ground=ground)
        closed = sum(row.mark in ("loop", "second parent") for row in found.tree)
        around = Contents(self.top, self._includes, self._file)
        sensors = tuple(around.sensors())
        has_mass = bool(parts.joints) or any(link.inertial is not None for link in parts.links)
        report = extended(
            EntityReport,
            replace(
                found,
                file=self._file,
                format="sdf",
                format_version=self._version,
                counts=replace(found.counts, sensors=len(sensors)),
                center_of_mass=found.center_of_mass if has_mass else None,
            ),
            loops=closed if defaults is None else len(defaults.loops),
            roots=sum(not row.depth and row.link not in (None, *ground) for row in found.tree),
            parts=tuple(self._parts(self._totals(parts.links))),
            includes=tuple(around.included()),
            frames=tuple(around.frames()),
            sensors=sensors,
            plugins=tuple(around.plugins()),
            lights=tuple(around.lights()),
            grippers=around.grippers(),
        )
        if isinstance(element, sdf.World):
            return _world(element, report)
        return extended(
            ModelReport,
            report,
            pose=pose_facts(self.graph.resolve(self.top.number, 0)),
            canonical_link=self._canonical(),
            is_static=element.static,
        )

    def _path(self, number: int) -> str:
        return path_of(self.top, number)

    def _parts(self, totals: Mapping[int, _Total]) -> Iterator[PartFacts]:
        for scope in self._scopes[1:]:
            total = totals[scope.number]
            file = None
            if scope.include is not None and scope.document is not None:
                file = name_like(scope.document.name, self._file)
            yield PartFacts(
                self._path(scope.number),
                scope.is_static,
                total.links,
                total.joints,
                total.mass,
                pose_facts(self.graph.resolve(scope.number, self.top.number)),
                file,
            )

    def _totals(self, links: Sequence[Link]) -> dict[int, _Total]:
        """Return the totals of every world and model, nested models included, by frame number."""
        if self._at_default is None:
            found = [0.0 if one.inertial is None else one.inertial.mass for one in links]
        else:  # also the masses that libsdformat assumes
            found = [self._at_default.masses.get(one.name, 0.0) for one in links]
        numbers = [number for scope in self._scopes for number, _ in scope.links()]
        known = dict(zip(numbers, found, strict=True))
        scopes = list(all_scopes(self.top))
        totals = {scope.number: _Total() for scope in scopes}
        for scope in reversed(scopes):  # inner models come first
            total = totals[scope.number]
            if scope is self.top or not scope.is_merged:
                numbers = [number for number, _ in scope.links()]
                masses = (known[number] for number in numbers)
                total.links += len(numbers)
                total.joints += sum(1 for _ in scope.joints())
                total.mass += math.fsum(mass for mass in masses if math.isfinite(mass))
            if scope is not self.top and scope.parent is not None:
                outer = totals[scope.parent.number]
                outer.links += total.links
                outer.joints += total.joints
                outer.mass += total.mass
        return totals

    def _canonical(self) -> str:
        body = self.graph.body(self.top.number)
        return "" if body is None or body == self.top.number else self._path(body)


def _world(world: sdf.World, report: EntityReport) -> WorldReport:
    also = [
        plural(len(many), what)
        for many, what in ((world.roads, "road"), (world.populations, "population"))
        if many
    ]
    also += [plural(len(world.states), "state")] if world.states else []
    also += ["wind"] if world.wind is not None else []
    also += ["a sky"] if world.scene.sky is not None else []
    also += ["geographic coordinates"] if world.spherical_coordinates is not None else []
    return extended(
        WorldReport,
        report,
        physics=tuple(
            PhysicsFacts(
                one.name,
                one.type,
                one.max_step_size,
                one.real_time_factor,
                is_written=bool(world.physics),
            )
            for one in world.physics or (sdf.Physics(),)
        ),
        gravity=world.gravity,
        actors=tuple(actor.name for actor in world.actors),
        also=tuple(also),
    )


def _files(values: Iterator[Element]) -> tuple[FileUse, ...]:
    """Return the files that elements reference, with the number of references."""
    counts: dict[str, int] = {}
    for use in resources_of(values):
        counts[use.uri] = counts.get(use.uri, 0) + 1
    return tuple(FileUse(uri, count) for uri, count in counts.items())
