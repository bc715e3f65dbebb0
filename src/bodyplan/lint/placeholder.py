"""Tensors that stand in for real ones."""

from __future__ import annotations

import math
from collections import defaultdict

from bodyplan.geometry.solids import Tensor
from bodyplan.inertia.tensor import is_finite, is_point
from bodyplan.lint.context import Context
from bodyplan.lint.form import TEMPLATE, WrittenMass
from bodyplan.lint.measured import forms, masses


def is_all_equal(t: Tensor) -> bool:
    """Whether all six numbers are the same and not zero: no body has such a tensor."""
    return t[0] != 0.0 and math.isfinite(t[0]) and t.count(t[0]) == 6


def shared_tensors(ctx: Context) -> dict[Tensor, list[WrittenMass]]:
    """Tensors that so many different links have that nobody can have computed them.

    At least four links and two in five of those with mass, among them clearly different masses or
    shapes of different size, those of meshes where they are opened. Zero tensors and those that are
    no tensor at all are others' business.
    """
    return ctx.once(_shared_tensors)


def _shared_tensors(ctx: Context) -> dict[Tensor, list[WrittenMass]]:
    groups: dict[Tensor, list[WrittenMass]] = defaultdict(list)
    heavy = masses(ctx)
    for told in heavy:
        groups[told.tensor].append(told)
    found = {}
    for tensor, group in groups.items():
        if len(group) < 4 or 5 * len(group) < 2 * len(heavy) or not is_finite(tensor):
            continue
        if is_point(tensor, 1.0) or is_all_equal(tensor) or tensor == TEMPLATE:
            continue
        weights = [told.mass for told in group]
        if max(weights) > 1.2 * min(weights) or _sizes_differ(group, ctx):
            found[tensor] = group
    return found


def _sizes_differ(group: list[WrittenMass], ctx: Context) -> bool:
    seen = set()
    for told in group:
        form = forms(ctx).get(id(told.link))
        if form is not None and form.bounds.diagonal > 0.0:  # a mesh may be one point
            seen.add(round(math.log(form.bounds.diagonal), 1))
    return len(seen) > 1 and max(seen) - min(seen) > 0.2


def is_placeholder(tensor: Tensor, ctx: Context) -> bool:
    """Whether one of the placeholder rules speaks about this tensor."""
    return tensor == TEMPLATE or is_all_equal(tensor) or tensor in shared_tensors(ctx)
