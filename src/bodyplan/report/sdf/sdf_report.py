"""From an SDFormat document to the report of what it contains."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan.conversion.sdf.frame_tree import FrameScope
from bodyplan.conversion.sdf.frames import sdf_frames
from bodyplan.conversion.sdf.includes import SdfIncludes
from bodyplan.conversion.sdf.inertia import plain_mass
from bodyplan.conversion.sdf.model_conversion import never_moves
from bodyplan.conversion.sdf.shapes import SHAPES
from bodyplan.core import collector_paused, extended, plural, replace
from bodyplan.formats import sdf
from bodyplan.formats.input_error import InputError
from bodyplan.formats.resources import resources_of
from bodyplan.formats.source import name_like
from bodyplan.report.configuration import DEFAULT, ConfigurationError, ConfigurationRequest
from bodyplan.report.facts import (
    DEGREES_OF_FREEDOM,
    FileUse,
    Freedom,
    JointFacts,
    LinkFacts,
    MimicFacts,
)
from bodyplan.report.robot import counts_of, mass_of
from bodyplan.report.sdf._contents import (
    WORLD,
    Contents,
    all_scopes,
    is_opened,
    own_scopes,
    path_of,
    pose_facts,
)
from bodyplan.report.sdf._default_configuration import default_configuration_of_model
from bodyplan.report.sdf.facts import (
    EntityReport,
    LightFacts,
    ModelReport,
    PartFacts,
    PhysicsFacts,
    SdfReport,
    Vec3,
    WorldReport,
)
from bodyplan.report.tree_rows import grow
from bodyplan.spec.bind import walk
from bodyplan.text import over

if TYPE_CHECKING:
    from bodyplan.conversion.sdf.frames import SdfFrames
    from bodyplan.formats.document import Document
    from bodyplan.report.default_configuration import DefaultConfiguration
    from bodyplan.resources import Resources
    from bodyplan.spec import Element

_TYPES = tuple(DEGREES_OF_FREEDOM)
_UNLIMITED = 1e16
"""What files before 1.10 write for no limit."""


def sdf_report(
    document: Document,
    resources: Resources | None = None,
    request: ConfigurationRequest = DEFAULT,
) -> SdfReport:
    """Return what a file of worlds or models contains, with what they include.

    Invalid files have a report too, without the poses that cannot be resolved.

    Args:
        document: the file.
        resources: where included models are looked for; as the document or the environment says
            where not given.
        request: the configuration of the models outside of worlds; the default one by default.

    Raises:
        ValueError: it is not an SDFormat file.
        ConfigurationError: a configuration is requested that the model cannot have, or there is not
            exactly one model.
        InputError: the models that its includes bring have more elements, each as often as it is
            brought, than ``max_elements`` allows for a file.
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
        InputError: they are not; few files can have very many elements when included often.
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
    """What a model holds, with the models in it."""

    __slots__ = ("joints", "links", "mass")

    def __init__(self) -> None:
        self.links = 0
        self.joints = 0
        self.mass = 0.0


class _Entity:
    """Collects the facts about a world, or a model outside of worlds.

    Args:
        top: its scope.
        includes: what is included.
        version: of the file.
        file: how messages call the file.
        defaults: properties of a model in its configuration; None for a world, and if unknown.
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
        self._masses: dict[int, float] = {}

    def report(self) -> WorldReport | ModelReport:
        """Return the report of all worlds and models."""
        element, defaults = self.top.element, self._at_default
        links = tuple(self._links())
        joints = tuple(self._joints())
        ends = {joint.parent for joint in joints}
        ground = (LinkFacts(WORLD),) if WORLD in ends else ()
        rows = grow((*ground, *links), joints, frozenset() if defaults is None else defaults.loops)
        closed = sum(row.mark in ("loop", "second parent") for row in rows)
        around = Contents(self.top, self._includes, self._file)
        sensors = tuple(around.sensors())
        if defaults is not None and never_moves(self.top):
            defaults = defaults._replace(degrees_of_freedom=Freedom(), reach=None)
        has_mass = bool(joints) or any(link.mass is not None for link in links)
        report = EntityReport(
            file=self._file,
            format="sdf",
            name=self.top.name,
            format_version=self._version,
            counts=replace(counts_of(links, joints), sensors=len(sensors)),
            degrees_of_freedom=_freedom(joints)
            if defaults is None
            else defaults.degrees_of_freedom,
            mass=mass_of(links, None if defaults is None else defaults.masses),
            configuration=defaults.configuration
            if defaults is not None and defaults.positions
            else None,
            center_of_mass=defaults.center_of_mass if defaults is not None and has_mass else None,
            reach=None if defaults is None else defaults.reach,
            links=links,
            joints=joints,
            tree=rows,
            loops=closed if defaults is None else len(defaults.loops),
            roots=sum(not row.depth and row.link not in (None, *ground) for row in rows),
            parts=tuple(self._parts()),
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

    # Links and joints

    def _links(self) -> Iterator[LinkFacts]:
        for scope in self._scopes:
            for number, link in scope.links():
                document = self.top.tree.holder(number).document
                name, mass = self._path(number), None
                if link.inertial is not None:
                    if self._at_default is not None:
                        mass = self._at_default.masses.get(name)
                    else:
                        mass = plain_mass(link, document.written if document else None)
                    mass = math.nan if mass is None else mass
                    self._masses[number] = mass
                elif self._at_default is not None:
                    self._masses[number] = self._at_default.masses.get(name, 0.0)
                yield LinkFacts(
                    name,
                    mass,
                    tuple([_shape(visual.geometry) for visual in link.visuals]),
                    tuple([_shape(collision.geometry) for collision in link.collisions]),
                )

    def _joints(self) -> Iterator[JointFacts]:
        for scope in self._scopes:
            for number, joint in scope.joints():
                axes = (scope.axis(joint), scope.axis(joint, "axis2"))
                yield self._joint(number, joint, *map(_direction, axes))

    def _joint(
        self, number: int, joint: sdf.Joint, axis1: Vec3 | None, axis2: Vec3 | None
    ) -> JointFacts:
        type_ = joint.type.lower()
        axis, mimic = joint.axis, None if joint.axis is None else joint.axis.mimic
        lower, upper = (None, None) if axis is None else (axis.limit.lower, axis.limit.upper)
        offset = 0.0 if mimic is None else mimic.offset - mimic.multiplier * mimic.reference
        name = self._path(number)
        defaults = self._at_default
        values = () if defaults is None else defaults.positions.get(name, ())
        followers = None if defaults is None else defaults.followers
        is_followed = followers is None or name in followers
        return JointFacts(
            name,
            type_ if type_ in _TYPES else "",
            self._body(number, joint.parent),
            self._body(number, joint.child),
            axis=axis1,
            axis2=axis2,
            lower=_bound(lower, -math.inf),
            upper=_bound(upper, math.inf),
            effort=None if axis is None else _most(axis.limit.effort),
            velocity=None if axis is None else _most(axis.limit.velocity),
            default=values[0] if len(values) == 1 else None,
            mimic=None
            if mimic is None
            else MimicFacts(
                self._leader(number, mimic.joint), mimic.multiplier, offset, is_followed
            ),
        )

    def _body(self, joint: int, name: str) -> str:
        """Return the link at an end of a joint; the name as written if it does not resolve."""
        if name == WORLD:
            return WORLD
        found = self.graph.find(self.top.tree.holder(joint).number, name)
        body = None if found is None else self.graph.body(found)
        if body is None:
            return name
        is_static = self.graph.kinds[body] == "static model"
        return f"{self._path(body)}::__model__" if is_static else self._path(body)

    def _leader(self, joint: int, name: str) -> str:
        found = self.graph.find(self.top.tree.holder(joint).number, name)
        return name if found is None else self._path(found)

    # What is around them

    def _parts(self) -> Iterator[PartFacts]:
        totals = self._totals()
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

    def _totals(self) -> dict[int, _Total]:
        """Return links, joints and mass of every world and model with those of the models in it."""
        scopes = list(all_scopes(self.top))
        totals = {scope.number: _Total() for scope in scopes}
        for scope in reversed(scopes):  # inner ones first
            total = totals[scope.number]
            if scope is self.top or not scope.is_merged:
                numbers = [number for number, _ in scope.links()]
                masses = (self._masses.get(number, 0.0) for number in numbers)
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


def _shape(geometry: sdf.Geometry) -> str:
    """Return the kind of the shape that is used; the URI of a mesh."""
    if geometry.mesh is not None:
        return geometry.mesh.uri
    if geometry.polylines:
        return "polyline"
    return next((name for name in SHAPES if getattr(geometry, name)), "")


def _freedom(joints: tuple[JointFacts, ...]) -> Freedom:
    """Return the degrees of freedom of all joints of a world, over all its models."""
    moving = [joint for joint in joints if joint.degrees_of_freedom]
    return Freedom(
        total=sum(joint.degrees_of_freedom for joint in moving),
        followers=sum(j.degrees_of_freedom for j in moving if j.mimic is not None),
        joints=len(moving),
    )


def _direction(axis: Vec3 | None) -> Vec3 | None:
    """Return a direction without rounding noise."""
    if axis is None:
        return None
    x, y, z = (round(part, 12) + 0.0 for part in axis)
    return (x, y, z)


def _bound(value: float | None, endless: float) -> float | None:
    """Return a limit, or infinity for the values that mean no limit; None without an axis."""
    return endless if value is not None and abs(value) >= _UNLIMITED else value


def _most(value: float) -> float | None:
    """Return the largest effort or speed.

    None without a limit, which a negative number means too.
    """
    return None if value < 0 or value >= _UNLIMITED else value


def _files(values: Iterator[Element]) -> tuple[FileUse, ...]:
    """Return the files that values reference, with the number of references."""
    counts: dict[str, int] = {}
    for use in resources_of(values):
        counts[use.uri] = counts.get(use.uri, 0) + 1
    return tuple(FileUse(uri, count) for uri, count in counts.items())
