"""Fitting and measuring spheres that approximate the collision geometry of a robot."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Any

from bodyplan.collision.evidence import SkippedLink
from bodyplan.collision.merging import MergedLinks
from bodyplan.collision.model import STEPS, CollisionModel
from bodyplan.collision.pairs import Pair, TooManyPairsError, check_states, checked_pairs
from bodyplan.collision.samples import random_configurations
from bodyplan.collision.sphere_collision import SphereModel
from bodyplan.collision.sphere_set import (
    LinkFit,
    SphereSet,
    SphereTouch,
    SphereVerdicts,
)
from bodyplan.core import plural, replace
from bodyplan.description.load import load
from bodyplan.formats.sphere_files import of_links, read_spheres
from bodyplan.jobs.spheres._fits import Choices, effort_of, measured, shares
from bodyplan.jobs.spheres._work import Work, groups_of, planes_of, work_of
from bodyplan.jobs.spheres.budget import MOST
from bodyplan.model import Robot
from bodyplan.model.planning.semantics import BoundingSphere, Semantics, State

if TYPE_CHECKING:
    from bodyplan.collision.matrix import Progress
    from bodyplan.description.description import Source
    from bodyplan.formats.source import Readable
    from bodyplan.resources import Resources

_ABSENT = "the set has no spheres for it"
_DISABLED = "all its spheres in the set have a radius of zero or less"
_UNKNOWN = "the robot does not have this link, for which the set has spheres"
COUNT = 20
"""Default number of spheres for each link."""
SAMPLES = 2_000
"""Number of random configurations in which self-collision is compared; it is reduced for many pairs
of spheres."""
MOST_COMPARISONS = 2_000_000_000
"""Limit on the pairs of given spheres that are compared, in the default configuration and all named
states together."""
_MOST_SAMPLED = 10_000_000_000
"""Limit on the pairs of spheres that are compared in all random configurations together; it limits
the number of configurations."""
_FULLY_SAMPLED = 6_000
"""Number of pairs of links up to which all random configurations are used. For twice as many pairs, a
sixteenth of the configurations is used."""
MOST_DIFFERENT = 150
"""Limit on the number of links with different shapes that are fitted or measured."""
_STATES = 200
"""Number of states that are compared at once, to save memory."""
_TOO_SMALL = "no sphere of 0.001 mm fits into it"
_TOO_MANY = f"the limit is {MOST_DIFFERENT} links with different shapes"


def fit_spheres(
    source: Source | Robot | Semantics,
    *,
    robot: Source | Robot | None = None,
    count: int | Mapping[str, int] | None = None,
    total: int | None = None,
    cover: bool = False,
    tolerance: float | None = None,
    min_radius: float = 0.0,
    clip: Mapping[str, Mapping[str, float]] | None = None,
    seed: int = 0,
    links: Collection[str] | None = None,
    merge_fixed: bool = False,
    pairs: Iterable[Pair] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    resources: Resources | None = None,
) -> SphereSet:
    """Fit spheres to the collision geometry of each link, and measure their quality.

    The union of the spheres of a link has the best overlap with its collision shapes. With
    ``cover``, it instead provably contains their whole surface, with the smallest overshoot. Quality
    is measured at points that were not used for the fit. Links with equal geometry get equal
    spheres, and mirror images get mirrored spheres. The same arguments give the same spheres. For
    more than 40 links with different geometry, or for very large meshes, each link is fitted at
    fewer points. At most 150 links with different geometry are fitted; the others are in
    ``skipped``.

    Args:
        source: a robot, the semantics of an SRDF, a document, or a source for ``read``.
        robot: the robot of an SRDF; by default, it is searched near the SRDF.
        count: the number of spheres for each link, or for links by name; by default 20. Simple
            shapes may get fewer.
        total: instead of ``count``, the number of spheres of the whole robot. The spheres are
            distributed among the links so that the total volume that is wrongly covered or
            uncovered is small; with ``cover``, so that the largest overshoot is small.
        cover: whether the spheres of a link must contain its whole surface.
        tolerance: instead of ``count``, a bound on the gap and the overshoot of every point, except
            gaps beyond a plane of ``clip``; with ``cover``, a bound on the overshoot [m].
        min_radius: the smallest radius of a sphere [m].
        clip: planes in the link frame that spheres must not cross, by link name, such as
            ``{"base": {"z": 0.0}}`` [m]. Spheres are on the side that contains most of the link.
        seed: the seed of the random points in the volume.
        links: names of links; by default all links with collision shapes.
        merge_fixed: whether links that fixed joints connect get common spheres. The spheres belong
            to the first of these links that has collision shapes, and are expressed in its frame.
            Pairs of links are merged in the same way.
        pairs: the pairs of links whose self-collision is compared; by default those of
            ``collision.checked_pairs``.
        threads: the number of links that are fitted in parallel; by default one for each processor.
        progress: a function that shows the progress.
        resources: the folders in which packages are searched; by default those of the environment.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        TooManyPairsError: there are too many pairs of links, or named states.
        UnknownNameError: a link does not exist.
        ValueError: a number is out of range.
    """
    choices = Choices(cover, tolerance, seed, min_radius)
    choices.check(total, count, clip)
    own, joined = robot_of(source, robot, resources), None
    if merge_fixed:
        joined = MergedLinks(own)
        joined.require((*(count if isinstance(count, Mapping) else ()), *(clip or ())))
        links = None if links is None else {joined.holder[own.link(one).name] for one in links}
        pairs = joined.pairs(checked_pairs(own) if pairs is None else pairs)
        own = joined.robot()
    numbers = _counts(own, COUNT if count is None else count)
    planes = planes_of(own, clip or {})
    _states(own)  # errors are raised before the work begins
    work, skipped = work_of(own, links)
    # Links of a group with different numbers of spheres are fitted separately.
    parts = [
        (part, numbers.get(part[0].link, COUNT))
        for group in groups_of(work, planes)
        for part in _by_count(group, numbers)
    ]
    for part, _ in parts[MOST_DIFFERENT:]:
        skipped.extend(SkippedLink(one.link, _TOO_MANY) for one in part)
    parts = parts[:MOST_DIFFERENT]
    choices = choices._replace(effort=effort_of([part[0] for part, _ in parts], is_fit=True))
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        if total is not None:
            groups = [group for group, _ in parts]
            parts = [*zip(groups, shares(total, groups, choices, planes, pool), strict=True)]
        failed = Event()

        def fitted(part: tuple[Sequence[Work], int]) -> list[LinkFit]:
            if failed.is_set():
                return []  # the fit of another link failed, and its exception will be raised
            try:
                return choices.fitted(part[0], part[1], planes)
            except ValueError:
                failed.set()
                raise

        results = pool.map(fitted, parts)
        shown = list(progress(_Sized(results, len(parts)), "fitting") if progress else results)
    rows = {row.link: row for fits in shown for row in fits}
    small = (one for part, _ in parts for one in part if one.link not in rows)
    skipped.extend(SkippedLink(one.link, _TOO_SMALL) for one in small)
    found = tuple(rows[one.link] for one in work if one.link in rows)
    made = SphereSet(
        own.name,
        "cover" if cover else "tight",
        seed,
        found,
        tuple(skipped),
        merged=() if joined is None else joined.merged_into([one.link for one in found]),
    )
    return _with_verdicts(own, made, pairs)


def measure_sphere_set(
    source: Source | Robot | Semantics,
    spheres: Mapping[str, Sequence[BoundingSphere]],
    *,
    robot: Source | Robot | None = None,
    links: Collection[str] | None = None,
    merge_fixed: bool = False,
    pairs: Iterable[Pair] | None = None,
    resources: Resources | None = None,
) -> SphereSet:
    """Measure how well given spheres approximate the collision geometry of each link.

    Spheres with a radius of zero or less are left out: some formats disable a sphere in this way.
    Links that do not exist in the robot are listed in ``skipped``.

    Args:
        source: a robot, the semantics of an SRDF, a document, or a source for ``read``.
        spheres: the spheres of each link in its frame, by name of the link.
        robot: the robot of an SRDF; by default, it is searched near the SRDF.
        links: names of links; by default all links with collision shapes.
        merge_fixed: whether links that fixed joints connect are measured together.
        pairs: the pairs of links whose self-collision is compared; by default those of
            ``collision.checked_pairs``.
        resources: the folders in which packages are searched; by default those of the environment.

    Raises:
        DescriptionError: the description has errors.
        InputError: the source cannot be opened, or is not a robot.
        TooManyPairsError: there are too many pairs of links or spheres, or named states.
        UnknownNameError: a link does not exist.
    """
    import numpy as np

    own, joined = robot_of(source, robot, resources), None
    if merge_fixed:
        joined = MergedLinks(own)
        spheres = joined.spheres(spheres)
        links = None if links is None else {joined.holder[own.link(one).name] for one in links}
        pairs = joined.pairs(checked_pairs(own) if pairs is None else pairs)
        own = joined.robot()
    _states(own)  # errors are raised before the work begins
    work, skipped = work_of(own, links)
    found: list[LinkFit] = []
    effort = effort_of(work)
    for one in work:
        used = [sphere for sphere in spheres.get(one.link, ()) if sphere.radius > 0.0]
        if not used or len(found) == MOST_DIFFERENT:
            reason = _TOO_MANY if used else _DISABLED if spheres.get(one.link) else _ABSENT
            skipped.append(SkippedLink(one.link, reason))
            continue
        centers = np.array([sphere.center for sphere in used], np.float64)
        radii = np.array([sphere.radius for sphere in used])
        found.append(measured(one, centers, radii, effort))
    known = {link.name for link in own.links}
    skipped += (SkippedLink(link, _UNKNOWN) for link in spheres if link not in known)
    merged = () if joined is None else joined.merged_into([one.link for one in found])
    result = SphereSet(own.name, "measured", 0, tuple(found), tuple(skipped), merged=merged)
    return _with_verdicts(own, result, pairs, most=MOST_COMPARISONS)


def measure_sphere_file(
    robot: Robot,
    source: Readable,
    *,
    links: Collection[str] | None = None,
    merge_fixed: bool = False,
    pairs: Iterable[Pair] | None = None,
) -> SphereSet:
    """Measure how well the spheres in a file approximate the links of a robot.

    Args:
        robot: the robot.
        source: the file, as in ``formats.sphere_files.read_spheres``.
        links: names of links; by default all links with collision shapes.
        merge_fixed: whether links that fixed joints connect are measured together.
        pairs: the pairs of links whose self-collision is compared; by default those of
            ``collision.checked_pairs``.

    Raises:
        InputError: the file cannot be opened, or has no spheres.
    """
    frames = {link.name: tuple(one.origin for one in link.collisions) for link in robot.links}
    found = of_links(read_spheres(source), frames).spheres
    return measure_sphere_set(robot, found, links=links, merge_fixed=merge_fixed, pairs=pairs)


def _with_verdicts(
    robot: Robot,
    fitted: SphereSet,
    pairs: Iterable[Pair] | None = None,
    most: int | None = None,
) -> SphereSet:
    """Compare the self-collisions of spheres and of the geometry; return the set with the result.

    Args:
        robot: the robot.
        fitted: the spheres of the robot.
        pairs: the pairs of links to check; by default those of ``checked_pairs``.
        most: the limit on comparisons of two spheres, in all states together; by default no limit.

    Raises:
        TooManyPairsError: the limit on comparisons is exceeded.
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
    meshes = CollisionModel(robot, spheres.pairs, steps=STEPS)
    states = {"default": robot.q()} | {one.name: robot.q(one.values) for one in named}
    names, touching = [*states], []
    for start in range(0, len(names), _STATES):
        known = np.stack([states[name] for name in names[start : start + _STATES]])
        rows, columns = np.nonzero(~spheres.free_pairs(known) & ~meshes.collides(known))
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            pair = spheres.pairs[column]
            depth = spheres.overlap(known[row], pair)
            touching.append(SphereTouch(*pair, names[start + row], depth))
    share = min(1.0, _FULLY_SAMPLED / len(spheres.pairs)) ** 4
    samples = max(1, min(int(share * SAMPLES), _MOST_SAMPLED // comparisons))
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
        TooManyPairsError: there are too many named states.
    """
    semantics = robot.semantics
    named = () if semantics is None else tuple(semantics.states.values())
    check_states(len(named) + 1)
    return named


class _Sized(Sequence[Any]):
    """An iterable of results with a known length."""

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
    """Return the robot of a source, with the SRDF of the source."""
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
    """Return the requested number of spheres, by link name."""
    own = dict(count) if isinstance(count, Mapping) else dict.fromkeys(robot.link_names, count)
    for link, number in own.items():
        robot.link_index(link)
        if not 1 <= number <= MOST:
            raise ValueError(f"count: expected 1 to {MOST:,} spheres a link, got {number}")
    return own


def _by_count(group: Sequence[Work], numbers: Mapping[str, int]) -> list[list[Work]]:
    """Return the links of a group, split by their requested number of spheres."""
    parts: dict[int, list[Work]] = {}
    for one in group:
        parts.setdefault(numbers.get(one.link, COUNT), []).append(one)
    return [*parts.values()]
