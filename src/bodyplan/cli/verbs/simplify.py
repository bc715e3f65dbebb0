"""``bodyplan simplify``: replace collision meshes by hulls, convex parts or fitted shapes."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from typing import TYPE_CHECKING

from bodyplan.cli import FINDINGS, OK
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import opened, session_of, shown_path
from bodyplan.cli.output import is_standard_output, show_text
from bodyplan.cli.parser import Parser
from bodyplan.cli.result import require_output_for_json, write_result
from bodyplan.cli.robots import chosen_links, hint_on_missing, require_numpy
from bodyplan.collision.simpler.choice import FITS, KINDS, Choice
from bodyplan.collision.simpler.library import PackageMissingError
from bodyplan.core import plural, quoted
from bodyplan.core.names import visible
from bodyplan.diag.json_schema import json_text
from bodyplan.jobs.simplify import Simplified, simplify

if TYPE_CHECKING:
    from collections.abc import Iterator


_PAGE = f"""\
Replace the collision meshes of a URDF by their convex hulls, by convex parts,
by the same surface with fewer triangles, or by boxes, cylinders, capsules or
spheres. Only <collision> is edited. New meshes are written beside the old ones,
as NAME_hull.stl, NAME_part_1.stl and NAME_decimated.stl, but only below the
folder of the output or in its package; other meshes are not replaced.

examples:
  bodyplan simplify arm.urdf --to hulls --diff
  bodyplan simplify arm.urdf --to parts --min-triangles 1000
  bodyplan simplify arm.urdf --to decimated --tolerance 0.001
  bodyplan simplify arm.urdf --to capsule --links palm_link -o simple.urdf

arguments:
  ROBOT                    URDF, or '-' for standard input

shapes:
  --to {{{",".join(KINDS)}}} !
                           what replaces each mesh: {", ".join(KINDS[:-1])} or {KINDS[-1]}
  --fit {{{",".join(FITS)}}} [contain]
                           for a box, cylinder, capsule or sphere: the smallest found that
                           contains the mesh, or the best overlap with it; default: contain
  --tolerance NUMBER       largest distance of a decimated mesh from the old one, or largest
                           concavity of a part [m]; default: 1/100 of its diagonal
  --max-parts N [1..]      at most N parts for each mesh
  --max-triangles N [4..]  decimate to N triangles, whatever the distance
  --links NAMES            only these links, separated by commas; patterns such as 'arm_*'
  --min-triangles N [0..]  only meshes with at least N triangles; default: 0
  --matrix                 also list the pairs of links whose reason in the collision matrix changes

packages:
  @packages
  @config

output:
  --json
  @write

together:
  --max-triangles without --tolerance

The result contains the vertices of the mesh, except decimated meshes and shapes
with --fit overlap.
Parts require coacd, decimated meshes fast-simplification: the extra 'simplify'.
URDF 1.0 has no capsule: a cylinder and two spheres are written instead. On
standard error, for each mesh: triangles before and after, the volume relative
to the mesh, and the largest distances of the new surface from the old one
(overshoot) and of the old one from the new one (depth); then the pairs of links
that collide in the default configuration only before or only after the change.

exit status: 0 done, 1 something would change (with --diff and --check),
2 wrong usage or unreadable input
"""
parser = partial(Parser, "simplify", _PAGE)
JSON_OF = {"": "jobs.simplify:SimplifyReport"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    require_numpy()
    given = {name: getattr(arguments, name) for name in Choice._fields[1:]}
    try:
        Choice(arguments.to, **given).check()
    except (PackageMissingError, ValueError) as error:
        raise UserError(str(error)) from None
    source = shown_path(arguments.input)
    require_output_for_json(arguments, [source])
    description = opened(session_of(arguments), source)
    chosen = chosen_links(description.robot, arguments.links) if arguments.links else None
    to_file = not is_standard_output(arguments.output)
    made = simplify(
        description,
        arguments.to,
        **given,
        links=chosen,
        min_triangles=arguments.min_triangles or 0,
        matrix=arguments.matrix,
        folder=os.path.dirname(arguments.output) or os.curdir if to_file else None,
    )
    is_dry = arguments.diff or arguments.check
    if made.document is not made.before or not is_standard_output(arguments.output):
        write_result(arguments, source, made.before, made.document, made.files)
    if arguments.json:
        show_text(json_text(made.report))
    if not arguments.quiet:
        sys.stdout.flush()
        name = arguments.output if to_file and not is_dry else made.before.name
        verb = "would be replaced" if is_dry else "replaced"
        for line in (*_lines(made, os.fspath(source)), f"{name}: {_counted(made)} {verb}"):
            sys.stderr.write(f"{visible(line)}\n")
    return FINDINGS if is_dry and made.document is not made.before else OK


def _counted(made: Simplified) -> str:
    return plural(len(made.report.shapes), "collision mesh", "collision meshes")


def _lines(made: Simplified, source: str) -> Iterator[str]:
    """Yield a line for each shape, each pair of links whose contacts change, and each new mesh."""
    for kept in made.report.unchanged:
        reason = kept.reason.removeprefix(f"mesh {quoted(kept.uri)} ")
        yield f"bodyplan: link {kept.link!r}: mesh {kept.uri!r} stays: {reason}"
    yield from hint_on_missing((kept.reason for kept in made.report.unchanged), source)
    for one in made.report.shapes:
        for note in one.notes:
            yield f"bodyplan: link {one.link!r}: mesh {one.uri!r}: {note}"
        after = f"{one.new_triangles:,} triangles" if one.new_triangles else one.kind
        if one.kind == "parts":
            after = f"{plural(len(one.new_uris), 'part')} of {after}"
        yield (
            f"{one.link}: {one.triangles:,} triangles -> {after}, volume x {one.volume_ratio:.2f}, "
            f"overshoot {one.largest_overshoot * 1e3:.1f} mm, depth {one.largest_depth * 1e3:.1f} mm"
        )
    for text, pairs in (
        ("collide in the default configuration, and did not before", made.report.new_collisions),
        ("no longer collide in the default configuration", made.report.lost_collisions),
    ):
        yield from (f"bodyplan: links {one!r} and {other!r} {text}" for one, other in pairs)
    for row in made.report.reclassified or ():
        pair = f"links {row.link1!r} and {row.link2!r}"
        yield f"bodyplan: {pair}: {row.before} in the collision matrix becomes {row.after}"
    if made.report.reclassified == ():
        yield "the collision matrix stays the same"
    for file in made.files:
        yield f"new mesh: {os.path.relpath(os.path.join(file.below or '', file.path))}"
