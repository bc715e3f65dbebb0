"""How plausible mass, centre of mass and tensor of a link are: one judgement for several rules.

One cause must give one finding, so what could be said about a link is decided here in one place,
and each rule reports its own part. Thresholds are physical: nothing is denser than 25,000 kg/m^3
(osmium has 22,590), no mass lies farther from its centre than the geometry reaches.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Literal, NamedTuple

from bodyplan.formats import urdf
from bodyplan.geometry.solids import Tensor
from bodyplan.inertia.tensor import (
    POSITIVE_TOLERANCE,
    TRIANGLE_TOLERANCE,
    added,
    difference,
    is_finite,
    is_point,
    is_positive,
    mean_square_radius,
    meets_triangle,
    parallel_axis,
    principal_moments,
    scaled,
    size,
    subtracted,
)
from bodyplan.lint.body import (
    Form,
    form_of,
    primitive_of,
    rotation_of,
    shapes_of,
    solid_of,
    tensor_of,
    weighed,
)
from bodyplan.lint.bounds import Bounds, Vector, product, rotated, transposed
from bodyplan.lint.context import Context
from bodyplan.lint.shapes import in_millimetres

DENSEST = 25_000.0
"""Upper bound of the density of any body [kg/m^3]."""
LIGHTEST = 1.0
"""Lower bound of the density that a body with mass can have; air has 1.2 [kg/m^3]."""
FARTHEST = 10.0
"""Where no size is known: radii of gyration and centres of mass beyond are suspect [m]."""
MARKER_MASS, MARKER_SIZE = 0.01, 0.02
"""Bodies no heavier [kg], or of smaller shapes [m], often only mark a place: numbers mean nothing."""

Weighed = list[tuple[urdf.Link, urdf.Inertial]]

IDENTITY_TENSOR: Tensor = (1.0, 0.0, 0.0, 1.0, 0.0, 1.0)

Fault = Literal[
    "dense", "thin", "large", "small", "outside", "far", "about-origin", "wrong-axes", "point"
]


class Appraisal:
    """What there is to say about the inertial of one link.

    Args:
        inertial: what is judged; its mass is positive.
        tensor: its tensor as written.
        form: what the link looks like and collides with; None when unknown.

    Attributes:
        bounds: the box around the form.
        diagonal: of the bounds; nan when unknown [m].
        faults: what is implausible.
        better: numbers to put in place, by fault: a factor for "large", "dense" and "far".
        corrected: the tensor to put in place for "about-origin" and "wrong-axes".
        reason: how the axes were mixed up, for "wrong-axes".
        away: how far the centre of mass is outside of the form [m]; nan where unknown.
    """

    __slots__ = (
        "away", "better", "bounds", "corrected", "diagonal", "faults", "form", "inertial", "reason", "tensor"
    )  # fmt: skip

    def __init__(self, inertial: urdf.Inertial, tensor: Tensor, form: Form | None) -> None:
        self.inertial = inertial
        self.tensor = tensor
        self.form = form
        self.bounds: Bounds | None = None if form is None else form.bounds
        self.diagonal = math.nan if self.bounds is None else self.bounds.diagonal
        self.faults: set[Fault] = set()
        self.better: dict[Fault, float] = {}
        self.corrected: Tensor | None = None
        self.reason = ""
        self.away = math.nan

    @property
    def mass(self) -> float:
        """Mass [kg]."""
        return self.inertial.mass

    @property
    def centre(self) -> Vector:
        """Centre of mass in the link frame [m]."""
        return self.inertial.origin.xyz

    @property
    def radius_of_gyration(self) -> float:
        """Root of the mean squared distance of the mass from its centre [m]."""
        return math.sqrt(max(0.0, mean_square_radius(self.tensor, self.mass)))

    @property
    def reach(self) -> float:
        """How far from the centre of mass there can be mass at most [m]; nan where unknown."""
        if self.bounds is None:
            return math.nan
        return min(self.bounds.farthest(self.centre), self.diagonal)


class Weight(NamedTuple):
    """Of a robot that is too heavy."""

    total: float
    """The sum of its masses [kg]."""
    longest_step: float
    """The longest distance of a joint from its parent, the first joints left out; inf if there is
    none [m]."""


def smallest_radius_of_gyration(mass: float) -> float:
    """Of a ball of that mass and the highest density: nothing is more compact [m]."""
    return math.sqrt(0.6) * math.cbrt(3.0 * mass / (4.0 * math.pi * DENSEST))


def is_all_equal(t: Tensor) -> bool:
    """Whether all six numbers are the same and not zero: no body has such a tensor."""
    return t[0] != 0.0 and math.isfinite(t[0]) and t.count(t[0]) == 6


def implausible(ctx: Context, *faults: Fault) -> Iterator[tuple[urdf.Link, Appraisal]]:
    """The links that have one of these faults, each with the judgement on it."""
    wanted = set(faults)
    for link, judged in ctx.once(_implausible):
        if judged.faults & wanted:
            yield link, judged


def _implausible(ctx: Context) -> list[tuple[urdf.Link, Appraisal]]:
    found = []
    for link in ctx.index.robot.links:
        judged = _appraise(link, ctx)
        if judged is not None and judged.faults:
            found.append((link, judged))
    return found


def _appraise(link: urdf.Link, ctx: Context) -> Appraisal | None:
    """The judgement on one link; None when it has no positive mass and readable numbers."""
    inertial = link.inertial
    if inertial is None or not 0.0 < inertial.mass < math.inf:
        return None
    tensor = tensor_of(inertial.inertia)
    if not is_finite(tensor) or not math.isfinite(sum(inertial.origin.xyz)):
        return None
    judged = Appraisal(inertial, tensor, _form(link, ctx))
    marker = inertial.mass <= MARKER_MASS
    small = judged.diagonal < MARKER_SIZE
    _judge_centre(judged)
    if not marker and not small:
        _judge_density(judged)
    if is_point(tensor, inertial.mass):
        judged.faults.add("point")
    elif not is_placeholder(tensor, ctx):
        valid = _is_valid(tensor)
        if valid and not small and not judged.faults:
            _judge_frame(judged)
        if judged.corrected is None:
            _judge_size(
                judged,
                judged.bounds if not marker and not small else None,
                slack=2.0 if valid else 100.0,  # an invalid tensor is reported as such
            )
    return judged


def _form(link: urdf.Link, ctx: Context) -> Form | None:
    """The form of a link; None where another rule says that it is in another unit."""
    return ctx.once(forms).get(id(link))


def forms(ctx: Context) -> dict[int, Form]:
    """The forms of all links that can be measured, by the ``id`` of the link.

    Links that other rules say to be in another unit are left out.
    """
    if not ctx.opens_meshes:
        found = ((link, form_of(link)) for link in ctx.index.robot.links)
        unsure = in_millimetres(ctx)
    else:
        from bodyplan.lint.mesh_units import in_wrong_unit
        from bodyplan.lint.meshes import facts_of

        found = ((link, form_of(link, partial(facts_of, ctx))) for link in ctx.index.robot.links)
        unsure = in_millimetres(ctx) | in_wrong_unit(ctx)
    return {id(link): form for link, form in found if form is not None and id(link) not in unsure}


def _is_valid(t: Tensor) -> bool:
    return is_positive(t, POSITIVE_TOLERANCE) and meets_triangle(t, TRIANGLE_TOLERANCE)


def _judge_centre(judged: Appraisal) -> None:
    centre, bounds = judged.centre, judged.bounds
    distance = math.hypot(*centre)
    if bounds is None:
        if distance > FARTHEST:
            judged.faults.add("far")
        return
    margin = 0.1 * judged.diagonal + 0.01
    judged.away = judged.form.outside(centre) if judged.form is not None else math.nan
    if judged.away <= margin:
        return
    x, y, z = (v / 1000.0 for v in centre)
    far = distance >= 1.0 and distance > 5.0 * judged.diagonal
    if far and bounds.outside((x, y, z)) <= margin:
        judged.faults.add("far")
        judged.better["far"] = 1e-3
    else:
        judged.faults.add("outside")


def _judge_density(judged: Appraisal) -> None:
    if judged.form is None:
        return
    least, most = judged.form.volumes
    if not most > 0.0:  # shapes too small for numbers
        return
    mass = judged.mass
    if mass > DENSEST * most:
        judged.faults.add("dense")
        half = judged.diagonal / 2.0
        squared = mean_square_radius(judged.tensor, mass / 1000.0) / (half * half)
        if 50.0 * most < mass / 1000.0 < DENSEST * most and 0.01 < squared < 1.0:
            judged.better["dense"] = 1e-3  # the tensor fits kilograms: the mass is in grams
    elif mass < LIGHTEST * least:
        judged.faults.add("thin")


def _judge_size(judged: Appraisal, bounds: Bounds | None, slack: float) -> None:
    faults = judged.faults
    squared = mean_square_radius(judged.tensor, judged.mass)
    if bounds is None:
        if squared > FARTHEST * FARTHEST:
            faults.add("large")
    elif "thin" not in faults:
        limit = judged.reach * judged.reach
        if squared > slack * limit:
            faults.add("large")
            for factor in (1e-6, 1e-9):
                if 0.02 < squared * factor / limit < 1.0:
                    judged.better["large"] = factor
    if "dense" in faults or "large" in faults:
        return
    smallest = smallest_radius_of_gyration(judged.mass)
    least = 0.5 * smallest * smallest
    if bounds is not None:
        least = max(least, 1e-4 * (judged.diagonal / 2.0) * (judged.diagonal / 2.0))
    if squared < least:
        faults.add("small")


def _judge_frame(judged: Appraisal) -> None:
    """Whether the tensor is that of the full solid, but about another point or on other axes."""
    bounds, centre, written = judged.bounds, judged.centre, judged.tensor
    primitive = None if judged.form is None else judged.form.only
    if primitive is None or bounds is None or bounds.outside(centre) > 0.0:
        return
    solid = solid_of(primitive.shape)
    if not 0.0 < solid.mass < math.inf:
        return
    own = solid.scaled(judged.mass / solid.mass).inertia
    wanted = rotated(primitive.turn, own)  # in link axes
    turn = rotation_of(judged.inertial.origin)
    back = transposed(turn)
    found = rotated(turn, written)
    if not difference(found, wanted) >= 0.2:
        return
    shift = parallel_axis(judged.mass, centre)
    in_the_middle = math.dist(centre, primitive.at) < 0.05 * judged.diagonal
    moved = difference(found, added(wanted, shift)) < 0.05
    if in_the_middle and moved and size(shift) > 0.3 * size(wanted):
        corrected = rotated(back, subtracted(found, shift))
        if _is_valid(corrected):
            judged.faults.add("about-origin")
            judged.corrected = corrected
        return
    moments, expected = principal_moments(written), principal_moments(own)
    if not math.dist(moments, expected) <= 0.03 * expected[2]:
        return
    judged.faults.add("wrong-axes")
    xx, xy, xz, yy, yz, zz = written
    candidates = (
        ("they are in the axes of the shape", rotated(product(back, primitive.turn), written)),
        ("they are in the axes of the link", rotated(back, written)),
        ("the products have the opposite sign", (xx, -xy, -xz, yy, -yz, zz)),
    )
    judged.corrected = rotated(back, wanted)
    for reason, candidate in candidates:
        if difference(candidate, judged.corrected) < 0.05:
            judged.corrected, judged.reason = candidate, reason
            return


def too_heavy(ctx: Context) -> Weight | None:
    """Whether the masses of the robot add up to too much for its size, as if they were grams.

    Not where the shapes of a link already show that its mass is too large.
    """
    return ctx.once(_too_heavy)


def _too_heavy(ctx: Context) -> Weight | None:
    try:
        total = math.fsum(inertial.mass for _, inertial in weighed(ctx.index.robot.links))
    except OverflowError:
        total = math.inf
    if not total > 1000.0:
        return None
    joints = ctx.index.robot.joints
    steps = [math.hypot(*j.origin.xyz) for j in joints if j.parent in ctx.index.joints_into]
    longest = max(steps, default=math.inf)
    if not (total > 10_000.0 or longest < 1.0):
        return None
    if next(implausible(ctx, "dense"), None) is not None:
        return None
    return Weight(total, longest)


def shape_key(link: urdf.Link) -> tuple[object, ...]:
    """The same for links that look the same; empty for a link without shape."""
    keys: list[object] = []
    for shown in shapes_of(link):
        shape = shown.geometry.shape
        if isinstance(shape, urdf.Mesh):
            keys.append((shape.filename, tuple(map(abs, shape.scale))))
        elif primitive_of(shown) is not None:
            keys.append(shape)
    return tuple(keys)


def shared_tensors(ctx: Context) -> dict[Tensor, Weighed]:
    """Tensors that so many different links have that nobody can have computed them.

    At least four links and two in five of those with mass, among them clearly different masses or
    primitives of different size; meshes say nothing, since left and right parts have one each. Zero
    tensors and those that are no tensor at all are others' business.
    """
    return ctx.once(_shared_tensors)


def _shared_tensors(ctx: Context) -> dict[Tensor, Weighed]:
    groups: dict[Tensor, Weighed] = defaultdict(list)
    heavy = weighed(ctx.index.robot.links)
    for link, inertial in heavy:
        groups[tensor_of(inertial.inertia)].append((link, inertial))
    found = {}
    for tensor, pairs in groups.items():
        if len(pairs) < 4 or 5 * len(pairs) < 2 * len(heavy) or not is_finite(tensor):
            continue
        if is_point(tensor, 1.0) or is_all_equal(tensor) or tensor == IDENTITY_TENSOR:
            continue
        masses = [inertial.mass for _, inertial in pairs]
        if max(masses) > 1.2 * min(masses) or _sizes_differ(pairs, ctx):
            found[tensor] = pairs
    return found


def _sizes_differ(pairs: Weighed, ctx: Context) -> bool:
    seen = set()
    for link, _ in pairs:
        form = _form(link, ctx)
        if form is not None:
            seen.add(round(math.log(form.bounds.diagonal), 1))
    return len(seen) > 1 and max(seen) - min(seen) > 0.2


def is_placeholder(tensor: Tensor, ctx: Context) -> bool:
    """Whether one of the placeholder rules speaks about this tensor."""
    return tensor == IDENTITY_TENSOR or is_all_equal(tensor) or tensor in shared_tensors(ctx)


def rounded(t: Tensor) -> Tensor:
    """A computed tensor without the digits that are noise: nine behind the largest element's."""
    largest = max(map(abs, t))
    if not 0.0 < largest < math.inf:
        return t
    digits = 9 - math.floor(math.log10(largest))
    a, b, c, d, e, f = (round(v, digits) + 0.0 for v in t)
    return (a, b, c, d, e, f)


def times(t: Tensor, factor: float) -> Tensor:
    """A tensor times a power of ten, each element as short as it was."""
    a, b, c, d, e, f = (float(f"{v:.12g}") for v in scaled(t, factor))
    return (a, b, c, d, e, f)
