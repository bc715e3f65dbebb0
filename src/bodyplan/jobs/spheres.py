"""Spheres that approximate the collision geometry of a robot: fitted, or measured."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.collision.model import CollisionModel
from bodyplan.collision.pairs import Pair, TooManyPairsError, check_states
from bodyplan.collision.samples import random_configurations
from bodyplan.collision.solid import Solid, solid_of
from bodyplan.collision.sphere_collision import SphereModel
from bodyplan.collision.sphere_cover import cover as cover_with
from bodyplan.collision.sphere_cover import cover_within, is_covered
from bodyplan.collision.sphere_fit import fit
from bodyplan.collision.sphere_measures import measure_spheres
from bodyplan.collision.sphere_set import (
    LinkFit,
    LinkWithoutSpheres,
    SphereSet,
    SphereTouch,
    SphereVerdicts,
)
from bodyplan.core import plural, replace
from bodyplan.description.load import load
from bodyplan.formats.sphere_files import of_links, read_spheres
from bodyplan.model import Robot
from bodyplan.model.planning.semantics import BoundingSphere, Semantics, State
from bodyplan.model.transform import Transform

if TYPE_CHECKING:
    from bodyplan.collision.matrix import Progress
    from bodyplan.description.description import Source
    from bodyplan.formats.source import Readable
    from bodyplan.resources import Resources

COUNT = 20
"""Spheres of a link."""
MOST = 10_000
"""The largest number of spheres of a link."""
MOST_FOR_TOLERANCE = 500
"""The largest number of spheres of a link that is tried for a tolerance."""
MOST_TRIANGLES_IN_ALL = 4_000_000
"""Triangles of the shapes of all links."""
SAMPLES = 2_000
"""Random configurations in which self-collision is compared, fewer for very many spheres."""
MOST_COMPARISONS = 2_000_000_000
"""Pairs of given spheres in the default and the named states together."""
_MOST_SAMPLED = 10_000_000_000
"""Pairs of given spheres in all random configurations, which are fewer beyond."""
_STATES = 200
"""Named states that are examined at once."""
_DIGITS = 6
"""Decimals of a centre and a radius [m]: a micrometre."""


class _Work(NamedTuple):
    """A link, and what is fitted to."""

    link: str
    solid: Solid
    key: bytes


def fit_spheres(
    source: Source | Robot | Semantics,
    *,
    robot: Source | Robot | None = None,
    count: int | Mapping[str, int] = COUNT,
    cover: bool = False,
    tolerance: float | None = None,
    seed: int = 0,
    links: Collection[str] | None = None,
    pairs: Iterable[Pair] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    resources: Resources | None = None,
) -> SphereSet:
    """Return spheres that approximate the collision geometry of each link, with their measures.

    The union of the spheres of a link has the best overlap with its collision shapes; or with
    ``cover`` it contains their whole surface, which is proved, and reaches as little beyond it as it
    can. Measures are taken on points that were not used for the fit. Links with equal geometry get
    equal spheres. The same arguments give the same spheres.

    Args:
        source: a robot, an SRDF resolved against one, a document, or what ``read`` accepts.
        robot: of an SRDF; searched for near the file by default.
        count: number of spheres of each link, or by name of the link; links without a number get 20.
            Simple shapes may need fewer.
        cover: whether the spheres must contain the surface of the link.
        tolerance: of a cover, in place of the count: the largest overshoot [m].
        seed: of the random points in the volume.
        links: names of links; by default all that have collision shapes.
        pairs: of links whose self-collision is compared; ``collision.checked_pairs`` by default.
        threads: number of links that are fitted at once; all processors by default.
        progress: shows how far it is.
        resources: where packages are searched; by default, as the environment defines.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        TooManyPairsError: there are too many pairs of links, or named states.
        UnknownNameError: a link does not exist.
        ValueError: a number is out of range.
    """
    if tolerance is not None and not (cover and tolerance > 0.0):
        raise ValueError("a tolerance requires cover, and must be positive")
    own = robot_of(source, robot, resources)
    numbers = _counts(own, count)
    _states(own)  # an error before the work
    work, skipped = _solids(own, links)
    unique = {(one.key, numbers.get(one.link, COUNT)): one for one in reversed(work)}

    def fitted(item: tuple[tuple[bytes, int], _Work]) -> LinkFit:
        (_, number), one = item
        if tolerance is not None:
            return _measured(one, *cover_within(one.solid, tolerance, MOST_FOR_TOLERANCE, seed))
        if cover:
            return _measured(one, *cover_with(one.solid, number, seed))
        return _measured(one, *_rounded(*fit(one.solid, number, seed)))

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        results = pool.map(fitted, unique.items())
        shown = list(progress(_Sized(results, len(unique)), "fitting") if progress else results)
    by_key = dict(zip(unique, shown, strict=True))
    rows = (by_key[one.key, numbers.get(one.link, COUNT)] for one in work)
    found = tuple(replace(row, link=one.link) for one, row in zip(work, rows, strict=True))
    made = SphereSet(own.name, "cover" if cover else "tight", seed, found, tuple(skipped))
    return _with_verdicts(own, made, pairs)


def measure_sphere_set(
    source: Source | Robot | Semantics,
    spheres: Mapping[str, Sequence[BoundingSphere]],
    *,
    robot: Source | Robot | None = None,
    pairs: Iterable[Pair] | None = None,
    resources: Resources | None = None,
) -> SphereSet:
    """Return how well given spheres approximate the collision geometry of each link.

    Spheres whose radius is not positive are left out, as in the formats that use them to disable a
    sphere; links that do not exist are ignored.

    Args:
        source: a robot, an SRDF resolved against one, a document, or what ``read`` accepts.
        spheres: of each link, by name.
        robot: of an SRDF; searched for near the file by default.
        pairs: of links whose self-collision is compared; ``collision.checked_pairs`` by default.
        resources: where packages are searched; by default, as the environment defines.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        TooManyPairsError: there are too many pairs of links or spheres, or named states.
    """
    import numpy as np

    own = robot_of(source, robot, resources)
    _states(own)  # an error before the work
    work, skipped = _solids(own, None)
    found: list[LinkFit] = []
    for one in work:
        used = [sphere for sphere in spheres.get(one.link, ()) if sphere.radius > 0.0]
        if not used:
            skipped.append(LinkWithoutSpheres(one.link, "the set has no spheres for it"))
            continue
        centers = np.array([sphere.center for sphere in used], np.float64)
        found.append(_measured(one, centers, np.array([sphere.radius for sphere in used])))
    measured = SphereSet(own.name, "measured", 0, tuple(found), tuple(skipped))
    return _with_verdicts(own, measured, pairs, most=MOST_COMPARISONS)


def measure_sphere_file(robot: Robot, source: Readable) -> SphereSet:
    """Return how well the spheres in a file approximate the links of a robot.

    Args:
        robot: the robot.
        source: of the spheres; see ``formats.sphere_files.read_spheres``.

    Raises:
        InputError: the file cannot be opened, or has no spheres.
    """
    frames = {link.name: tuple(one.origin for one in link.collisions) for link in robot.links}
    return measure_sphere_set(robot, of_links(read_spheres(source), frames).spheres)


def _with_verdicts(
    robot: Robot,
    fitted: SphereSet,
    pairs: Iterable[Pair] | None = None,
    most: int | None = None,
) -> SphereSet:
    """Return a set with how self-collision with it differs from that with the geometry.

    Args:
        robot: the robot.
        fitted: its spheres.
        pairs: of links that are checked; ``checked_pairs`` by default.
        most: the largest number of comparisons of two spheres in all states; no limit by default.

    Raises:
        TooManyPairsError: there are more.
    """
    import numpy as np

    named = _states(robot)
    spheres = SphereModel(robot, fitted.spheres, pairs)
    if not spheres.pairs:
        return fitted
    comparisons = spheres.comparisons
    if most is not None and comparisons * (len(named) + 1) > most:
        raise TooManyPairsError(
            f"{plural(comparisons, 'pair')} of spheres in {plural(len(named) + 1, 'state')} exceed"
            f" the limit of {most:,} comparisons"
        )
    meshes = CollisionModel(robot, spheres.pairs)
    states = {"default": robot.q()} | {one.name: robot.q(one.values) for one in named}
    names, touching = [*states], []
    for start in range(0, len(names), _STATES):
        known = np.stack([states[name] for name in names[start : start + _STATES]])
        rows, columns = np.nonzero(~spheres.free_pairs(known) & ~meshes.collides(known))
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            pair = spheres.pairs[column]
            depth = spheres.overlap(known[row], pair)
            touching.append(SphereTouch(*pair, names[start + row], depth))
    samples = max(1, min(SAMPLES, _MOST_SAMPLED // comparisons)) if most else SAMPLES
    q = random_configurations(robot, fitted.seed, "never", 0, samples)
    by_spheres, by_meshes = spheres.is_free(q), meshes.is_free(q)
    verdicts = SphereVerdicts(
        samples,
        float((by_spheres & ~by_meshes).mean()),
        float((~by_spheres & by_meshes).mean()),
        tuple(touching),
    )
    return replace(fitted, verdicts=verdicts)


def _states(robot: Robot) -> tuple[State, ...]:
    """Return the named states of a robot.

    Raises:
        TooManyPairsError: there are too many.
    """
    semantics = robot.semantics
    named = () if semantics is None else tuple(semantics.states.values())
    check_states(len(named) + 1)
    return named


class _Sized(Sequence[Any]):
    """Results that arrive one after the other, of which the number is known."""

    def __init__(self, items: Iterable[Any], count: int) -> None:
        self._items, self._count = items, count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Any:
        return iter(self._items)

    def __getitem__(self, index: Any) -> Any:
        raise IndexError(index)


def robot_of(
    source: Source | Robot | Semantics, robot: Source | Robot | None, resources: Resources | None
) -> Robot:
    """Return a robot, with its SRDF where there is one."""
    if isinstance(source, Robot):
        return source
    if isinstance(source, Semantics):
        return source.robot.with_semantics(source)
    found: Any = (
        load(source, resources=resources)
        if robot is None
        else load(source, robot=robot, resources=resources)
    )
    return found.robot.with_semantics(found) if isinstance(found, Semantics) else found


def _counts(robot: Robot, count: int | Mapping[str, int]) -> dict[str, int]:
    """Return the number of spheres of links, by name."""
    own = dict(count) if isinstance(count, Mapping) else dict.fromkeys(robot.link_names, count)
    for link, number in own.items():
        robot.link_index(link)
        if not 1 <= number <= MOST:
            raise ValueError(f"count: expected 1 to {MOST:,} spheres a link, got {number}")
    return own


def _solids(
    robot: Robot, links: Collection[str] | None
) -> tuple[list[_Work], list[LinkWithoutSpheres]]:
    """Return the links that have collision geometry, and those whose geometry cannot be used."""
    wanted = None if links is None else {robot.link_index(name) for name in links}
    work: list[_Work] = []
    count = 0
    skipped: list[LinkWithoutSpheres] = []
    for number, link in enumerate(robot.links):
        if wanted is not None and number not in wanted:
            continue
        if not link.collisions:
            if wanted is not None:
                skipped.append(LinkWithoutSpheres(link.name, "it has no collision shape"))
            continue
        solid = solid_of(robot, ((part, Transform()) for part in link.collisions))
        if isinstance(solid, str):
            skipped.append(LinkWithoutSpheres(link.name, solid))
            continue
        count += len(solid.triangles)
        if count > MOST_TRIANGLES_IN_ALL:
            reason = f"the links have more than {MOST_TRIANGLES_IN_ALL:,} triangles together"
            skipped.append(LinkWithoutSpheres(link.name, reason))
        else:
            work.append(_Work(link.name, solid, sha256(solid.triangles).digest()))
    return work, skipped


def _rounded(centers: Any, radii: Any) -> tuple[Any, Any]:
    """Return spheres of whole micrometres, none without a radius."""
    centers, radii = centers.round(_DIGITS), radii.round(_DIGITS)
    is_real = radii > 0.0
    return centers[is_real], radii[is_real]


def _measured(one: _Work, centers: Any, radii: Any) -> LinkFit:
    measures = measure_spheres(one.solid, centers, radii)
    spheres = tuple(
        BoundingSphere((x + 0.0, y + 0.0, z + 0.0), radius)
        for (x, y, z), radius in zip(centers.tolist(), radii.tolist(), strict=True)
    )
    is_proved = is_covered(one.solid.triangles, centers, radii)
    return LinkFit(one.link, spheres, measures, is_proved, one.solid.notes)
