"""Read, check, fix, edit, convert, analyze and display robot descriptions.

URDF, SRDF, SDFormat and xacro, without ROS. Every verb of the command ``bodyplan`` is a function:

    import bodyplan

    for diagnostic in bodyplan.check("arm.urdf").diagnostics:
        print(diagnostic)

    document = bodyplan.read("arm.urdf")           # the file as written: every byte is kept
    limit = document.root.joint("elbow").limit
    with document.editing() as edit:
        edit.set(limit, upper=2.5)
    document.save()

    robot = bodyplan.load("arm.urdf")              # the robot: resolved, checked, ready to compute
    robot.joint("elbow").limit.upper
    robot.poses({"elbow": 0.5})["tool0"].p
    robot.forward_kinematics(robot.q(elbow=0.5), "tool0")
    robot.mesh(robot.link("base").visuals[0])

Read and write: read, load, document_of, Document, Robot, Semantics
Check and repair: check, fix, explain, Report, Diagnostic
Change: format, rename, simplify, convert, diff, expand, bundle, draft_srdf
Report: robot_report, inertia_report, pose_report, collision_report, workspace, collision_matrix, where, frames
Spheres: fit_spheres, measure_sphere_set, planner_files
See: view, render
Many files: batch
Choose: Session, Description, Settings, Limits, Resources, find_projects
Packages: collision, edit, formats, geometry, inertia, kinematics, lie, model, report, viewer

``help(bodyplan.load)`` explains a function, ``help(bodyplan.kinematics)`` a package. Modules are
imported when they are first used, so ``import bodyplan`` is fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan._version import __version__ as __version__

if TYPE_CHECKING:
    from bodyplan import collision as collision
    from bodyplan import edit as edit
    from bodyplan import formats as formats
    from bodyplan import geometry as geometry
    from bodyplan import inertia as inertia
    from bodyplan import kinematics as kinematics
    from bodyplan import lie as lie
    from bodyplan import model as model
    from bodyplan import report as report
    from bodyplan import viewer as viewer
    from bodyplan.conversion.sdf.includes import frames as frames
    from bodyplan.core import Limits as Limits
    from bodyplan.description.description import Description as Description
    from bodyplan.description.load import load as load
    from bodyplan.description.search.find import Project as Project
    from bodyplan.description.search.find import find_projects as find_projects
    from bodyplan.description.session import Session as Session
    from bodyplan.diag import Diagnostic as Diagnostic
    from bodyplan.diag import Fix as Fix
    from bodyplan.diag import Severity as Severity
    from bodyplan.diag import Where as Where
    from bodyplan.diag.report import Report as Report
    from bodyplan.files.error import WriteError as WriteError
    from bodyplan.fleet import BatchResult as BatchResult
    from bodyplan.fleet import batch as batch
    from bodyplan.formats.document import DescriptionError as DescriptionError
    from bodyplan.formats.document import Document as Document
    from bodyplan.formats.input_error import InputError as InputError
    from bodyplan.formats.read import read as read
    from bodyplan.jobs.bundle.bundling import bundle as bundle
    from bodyplan.jobs.check import check as check
    from bodyplan.jobs.collision import collision_matrix as collision_matrix
    from bodyplan.jobs.collision import collision_report as collision_report
    from bodyplan.jobs.contents import robot_report as robot_report
    from bodyplan.jobs.convert import convert as convert
    from bodyplan.jobs.convert import document_of as document_of
    from bodyplan.jobs.diff import diff as diff
    from bodyplan.jobs.draft_srdf import draft_srdf as draft_srdf
    from bodyplan.jobs.expand import expand as expand
    from bodyplan.jobs.fix import fix as fix
    from bodyplan.jobs.format import format as format  # noqa: A004  (the verb)
    from bodyplan.jobs.inertia.report import inertia_report as inertia_report
    from bodyplan.jobs.poses import pose_report as pose_report
    from bodyplan.jobs.rename import rename as rename
    from bodyplan.jobs.simplify import simplify as simplify
    from bodyplan.jobs.sphere_files import planner_files as planner_files
    from bodyplan.jobs.spheres import fit_spheres as fit_spheres
    from bodyplan.jobs.spheres import measure_sphere_set as measure_sphere_set
    from bodyplan.jobs.where import where as where
    from bodyplan.jobs.workspace import workspace as workspace
    from bodyplan.lint.explain import explain as explain
    from bodyplan.lint.fix import FixResult as FixResult
    from bodyplan.lint.settings import Settings as Settings
    from bodyplan.model import Robot as Robot
    from bodyplan.model.planning.semantics import Semantics as Semantics
    from bodyplan.resources import Resources as Resources
    from bodyplan.viewer.view import render as render
    from bodyplan.viewer.view import view as view

_HOMES = {
    name: home
    for home, names in {
        "bodyplan.conversion.sdf.includes": "frames",
        "bodyplan.diag": "Diagnostic Fix Severity Where",
        "bodyplan.diag.report": "Report",
        "bodyplan.files.error": "WriteError",
        "bodyplan.fleet": "BatchResult batch",
        "bodyplan.formats.document": "DescriptionError Document",
        "bodyplan.formats.input_error": "InputError",
        "bodyplan.formats.read": "read",
        "bodyplan.lint.fix": "FixResult",
        "bodyplan.lint.settings": "Settings",
        "bodyplan.model": "Robot",
        "bodyplan.model.planning.semantics": "Semantics",
        "bodyplan.jobs.bundle.bundling": "bundle",
        "bodyplan.jobs.check": "check",
        "bodyplan.jobs.collision": "collision_matrix collision_report",
        "bodyplan.jobs.poses": "pose_report",
        "bodyplan.jobs.contents": "robot_report",
        "bodyplan.jobs.convert": "convert document_of",
        "bodyplan.description.search.find": "Project find_projects",
        "bodyplan.jobs.fix": "fix",
        "bodyplan.jobs.inertia.report": "inertia_report",
        "bodyplan.jobs.draft_srdf": "draft_srdf",
        "bodyplan.jobs.expand": "expand",
        "bodyplan.lint.explain": "explain",
        "bodyplan.jobs.format": "format",
        "bodyplan.jobs.simplify": "simplify",
        "bodyplan.jobs.sphere_files": "planner_files",
        "bodyplan.jobs.spheres": "fit_spheres measure_sphere_set",
        "bodyplan.jobs.where": "where",
        "bodyplan.jobs.workspace": "workspace",
        "bodyplan.description.description": "Description",
        "bodyplan.description.load": "load",
        "bodyplan.description.session": "Session",
        "bodyplan.jobs.diff": "diff",
        "bodyplan.jobs.rename": "rename",
        "bodyplan.resources": "Resources",
        "bodyplan.core": "Limits",
        "bodyplan.viewer.view": "render view",
    }.items()
    for name in names.split()
}
_ROOMS = (
    *("collision", "edit", "formats", "geometry", "inertia", "kinematics", "lie", "model"),
    *("report", "viewer"),
)
"""Public packages; ``import *`` does not import them."""
__all__ = ["__version__", *_HOMES]  # noqa: PLE0604  (names, each bound by __getattr__)


if not TYPE_CHECKING:  # a type checker would accept every misspelt name
    # The same as ``core.lazy``, which would take longer to import than this module.

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _ROOMS:
            return import_module(f"bodyplan.{name}")
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module 'bodyplan' has no attribute {name!r}{_hint(name)}")
        value: object = getattr(import_module(home), name)
        globals()[name] = value
        return value

    def _hint(name: str) -> str:
        """Return a "did you mean" hint; empty for private names and submodules."""
        from os.path import exists, join

        if name.startswith("_") or any(exists(join(path, name)) for path in __path__):
            return ""
        from bodyplan.core.names import did_you_mean

        hint = did_you_mean(name, (*_HOMES, *_ROOMS))
        return f"; {hint}" if hint else ""


def __dir__() -> list[str]:
    return sorted({*__all__, *_ROOMS, *(name for name in globals() if name.startswith("__"))})
