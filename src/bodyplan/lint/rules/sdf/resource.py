"""Meshes, textures and scripts that are not where SDFormat says: the rules R10x of URDF."""

from __future__ import annotations

from bodyplan.formats import sdf
from bodyplan.lint.rule import also_for
from bodyplan.lint.rules import resource

for _check in (
    resource.resource_missing,
    resource.package_not_found,
    resource.resource_case,
    resource.resource_backslash,
    resource.resource_absolute,
    resource.resource_outside,
    resource.resource_on_network,
    resource.package_renamed,
    resource.resource_spelling,
    resource.resource_not_a_file,
    resource.resource_base,
    resource.package_shadowed,
    resource.resource_of_simulator,
):
    also_for(sdf.Root, _check)
