"""A scene: robots with their meshes and diagnostics, and overlays that were added."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from copy import copy
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bodyplan.collision.overshoot import overshoots
from bodyplan.conversion.gazebo_scripts import looks_with_scripts
from bodyplan.core import DEFAULT_LIMITS, Limits, collector_paused, replace
from bodyplan.core.names import listed
from bodyplan.description.check_mjcf import missing_files
from bodyplan.description.description import Description
from bodyplan.description.robot_files import RobotFiles, document_of
from bodyplan.description.session import Session, opened
from bodyplan.diag import Diagnostic
from bodyplan.diag.json_schema import json_report, json_value, opened_report
from bodyplan.diag.json_schema import opened as members_of
from bodyplan.formats.document import DescriptionError, Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.registry import is_edited
from bodyplan.formats.source import Readable
from bodyplan.jobs.check import check_with_included
from bodyplan.model import Mesh, Robot
from bodyplan.model.transform import IDENTITY, Transform
from bodyplan.viewer._findings import Findings, Places
from bodyplan.viewer._overlays import Overlays
from bodyplan.viewer._robot_glb import robots_to_glb
from bodyplan.viewer._robot_scene import Shapes, robot_scene
from bodyplan.viewer._unshown import unshown
from bodyplan.viewer._world import World
from bodyplan.viewer.assets import Asset, Assets
from bodyplan.viewer.records import (
    SceneData,
    SceneDifference,
    SceneLight,
    SceneOvershoot,
    SceneRobot,
)

if TYPE_CHECKING:
    from bodyplan.resources import Resources

Shown = Readable | Document | Description | Robot
"""The types of sources that a scene can show."""


class Scene(Overlays):
    """Robots to show: in a page, as a GLB file, or as JSON.

    Points, lines, frames, labels and trajectories can be added; see ``add_points`` and the other
    ``add_`` methods.

    Args:
        robots: the robots.
        title: the title of the page; by default the name of the first robot.
    """

    def __init__(self, *robots: Robot, title: str = "") -> None:
        super().__init__()
        self.title = title or (robots[0].name if robots else "robot")
        self.robots: list[Robot] = []
        """The robots, in order."""
        self.compare = False
        """Whether the first two robots are drawn over each other."""
        self.error: str | None = None
        """The reason why the newest version of the files is not shown; None if it is shown."""
        self.files: set[Path] = set()
        """All files that the scene depends on."""
        self.folder: Path | None = None
        """The folder of the first file."""
        self.lights: list[SceneLight] = []
        self._sky: str | None = None
        self._assets = Assets()
        self._places = Places()
        self._findings = Findings()
        self._parts: list[SceneRobot] = []
        self._poses: list[Transform] = []
        self._unshown: set[object] = set()
        for robot in robots:
            self.add_robot(robot)

    def __repr__(self) -> str:
        return f"<viewer.Scene of {', '.join(robot.name for robot in self.robots) or 'nothing'}>"

    def add_robot(
        self,
        robot: Robot,
        *,
        document: Document | None = None,
        pose: Transform = IDENTITY,
    ) -> int:
        """Add a robot and return its index.

        Args:
            robot: the robot.
            document: the document from which the robot was read.
            pose: the pose of its root in the world.
        """
        looks = None if robot.details is None else robot.details.looks
        if looks is not None and looks.sky is not None and self._sky is None:
            self._sky = self._assets.picture(looks.sky)
        self._assets.prepare(robot)
        shapes = Shapes(
            looks_with_scripts(document or document_of(robot)),
            lambda geometry, mesh, look: self._assets.mesh(robot, geometry, mesh, look),
            lambda geometry, shape: self._assets.computed(robot, geometry, shape),
            lambda material: self._assets.texture(robot, material),
            lambda material: self._assets.pattern(robot, material, looks),
        )
        part = robot_scene(
            robot,
            shapes,
            lambda value: self._places.of(robot, value, document),
            format="" if document is None else document.format or "",
            file="" if document is None else document.name,
            pose=pose,
        )
        self.robots.append(robot)
        self.files |= self._assets.files
        self._parts.append(part)
        self._poses.append(pose)
        number = len(self.robots) - 1
        self.add_findings(unshown(robot, part, self._assets, self._unshown), number)
        return number

    def add_findings(self, found: Iterable[Diagnostic], robot: int = -1) -> None:
        """Add diagnostics.

        Args:
            found: the diagnostics.
            robot: index of the robot that they concern; -1 without one.
        """
        self._add_findings(found, [robot] if 0 <= robot < len(self._parts) else [])

    def _add_findings(self, found: Iterable[Diagnostic], robots: Iterable[int]) -> None:
        self._findings.add(found, {robot: self._parts[robot] for robot in robots})

    def configure(self, values: Mapping[str, float | Sequence[float]], robot: int = 0) -> None:
        """Set the configuration in which a robot is shown initially.

        Args:
            values: the values of joints, by name [rad] or [m]; the other joints have their default
                positions.
            robot: index of the robot.

        Raises:
            UnknownNameError: a joint does not exist.
            ValueError: the number of values of a joint differs from the number of its variables.
        """
        shown = self.robots[robot]
        found = shown.configuration(values)
        q = tuple(one for joint in shown.independent_joints for one in found[joint.name])
        self._parts[robot] = replace(self._parts[robot], q=q)

    def with_error(self, message: str, found: Iterable[Diagnostic] = ()) -> Scene:
        """Return the same scene with the reason why the newest version of its files is not shown.

        Args:
            message: the reason.
            found: the diagnostics of the newer version.
        """
        made = copy(self)
        made.error = message
        made._findings = Findings()  # noqa: SLF001  (of the same class)
        made.add_findings(found)
        return made

    def to_glb(self, *, z_up: bool = False) -> bytes:
        """Return the robots in their initial configurations as a GLB file.

        The nodes of the file have the names of joints and links. Meshes that cannot be read are
        left out.

        Args:
            z_up: whether z is up, as in the robots, instead of y, as in glTF.
        """
        return robots_to_glb(
            zip(
                self.robots,
                self._poses,
                map(self.configuration, range(len(self.robots))),
                strict=True,
            ),
            z_up=z_up,
        )

    def configuration(self, robot: int = 0) -> dict[str, tuple[float, ...]]:
        """Return the configuration in which a robot is shown initially, by joint."""
        numbers = iter(self._parts[robot].q)
        return {
            joint.name: tuple(islice(numbers, joint.variable_count))
            for joint in self.robots[robot].independent_joints
        }

    # The data for a page

    @property
    def assets(self) -> Mapping[str, Asset]:
        """The meshes and pictures, by identifier."""
        return self._assets.all

    def data(self, *, urls: bool = False, has_overshoot: bool = False) -> SceneData:
        """Return the scene as records.

        Args:
            urls: whether to add the URLs of the assets, for a page that a server sends.
            has_overshoot: whether ``overshoot_json`` is available to the page.
        """
        return SceneData(
            title=self.title,
            compare=self.compare,
            robots=tuple(self._parts),
            assets={
                name: asset.record(f"/assets/{name}" if urls else None)
                for name, asset in self.assets.items()
            },
            findings=tuple(self._findings.records),
            sources=self._places.sources,
            lights=tuple(self.lights),
            overlays=tuple(self.overlays),
            differences=self._differences(),
            has_overshoot=has_overshoot,
            sky=self._sky,
            error=self.error,
        )

    def json_bytes(self, *, urls: bool = False, has_overshoot: bool = False) -> bytes:
        """Return the scene as JSON.

        Args:
            urls: whether to add the URLs of the assets, for a page that a server sends. Without
                URLs, the scene is for a saved page, which may be shared: file names are relative to
                the folder of the first file.
            has_overshoot: whether ``overshoot_json`` is available to the page.
        """
        import json

        with collector_paused():
            report = opened_report(self.data(urls=urls, has_overshoot=has_overshoot))
            folder = None if urls or self.folder is None else f"{self.folder}{os.sep}"
            encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
            return "".join(_texts(report, encode, folder)).encode()

    @property
    def has_spheres(self) -> bool:
        """Whether a link has spheres that approximate its collision shapes."""
        return any(link.spheres and link.collisions for part in self._parts for link in part.links)

    @property
    def has_overshoot(self) -> bool:
        """Whether a link has shapes whose overshoot can be computed.

        The overshoot is how far spheres extend beyond the collision shapes that they approximate,
        or collision shapes beyond visual shapes.
        """
        links = (link for part in self._parts for link in part.links)
        return self.has_spheres or any(link.visuals and link.collisions for link in links)

    def overshoot_json(self) -> bytes:
        """Return how far spheres and collision shapes extend beyond others, as JSON.

        Spheres are compared with collision shapes, and collision shapes with visuals.

        Raises:
            ModuleNotFoundError: NumPy is not installed.
        """
        import json

        robots = (
            overshoots(
                robot,
                [link.spheres for link in part.links],
            )
            for robot, part in zip(self.robots, self._parts, strict=True)
        )
        found = SceneOvershoot(tuple(robots))
        return json.dumps(json_report(found), separators=(",", ":"), allow_nan=False).encode()

    def _differences(self) -> tuple[SceneDifference, ...]:
        if not self.compare or len(self.robots) < 2:
            return ()
        return tuple(
            SceneDifference(
                number,
                tuple(link.name for link in one.links if _differs(link, other.links, one, other)),
                tuple(joint.name for joint in one.joints if joint not in other.joints),
            )
            for number, (one, other) in enumerate(
                (self.robots[:2], self.robots[1::-1])  # each robot is compared with the other robot
            )
        )


_LEVELS = 4
"""Levels of a scene that are written member by member, down to a frame of a robot: the data of all of
them for JSON would take much memory."""


def _texts(
    value: Any, encode: Callable[[Any], str], folder: str | None, key: str = "", level: int = 0
) -> Iterator[str]:
    """Yield the JSON of a report in parts; file names are relative to a folder if there is one."""
    outer = members_of(value) if level < _LEVELS and key != "sources" else None
    if not outer or not isinstance(outer, dict | tuple):
        whole = json_value(value)
        yield encode(whole if folder is None else _relative(whole, folder, key))
        return
    is_dict = isinstance(outer, dict)
    between = "{" if is_dict else "["
    for member in outer:
        name, one = (member, outer[member]) if is_dict else (key, member)
        yield f"{between}{encode(name)}:" if is_dict else between
        yield from _texts(one, encode, folder, name, level + 1)
        between = ","
    yield "}" if is_dict else "]"


def _relative(value: Any, folder: str, key: str = "") -> Any:
    """Return a part of a JSON report in which file names are relative to a folder."""
    if isinstance(value, dict):
        if key == "sources":  # file names in the texts of source files are not changed
            return {_relative(name, folder, "file"): text for name, text in value.items()}
        return {name: _relative(one, folder, name) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return value if key in _NUMBERS else [_relative(one, folder, key) for one in value]
    if not isinstance(value, str):
        return value
    if key == "file" and os.path.isabs(value):
        return Path(os.path.relpath(value, folder)).as_posix()
    return value.replace(folder, "") if key in _SENTENCES else value


_SENTENCES = frozenset({"message", "hint", "error", "problem", "title"})
_NUMBERS = frozenset({"q", "bounds", "times", "points", "position", "rotation"})
"""Names of lists that do not contain file names; some of these lists are long."""


def _differs(link: Any, others: Sequence[Any], one: Robot, other: Robot) -> bool:
    """Return whether a link differs from every link of the other robot."""
    del one, other
    return link not in others


def scene_of(
    source: Shown,
    *others: Shown,
    compare: bool = False,
    srdf: Readable | Document | Description | None = None,
    model: str = "",
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Scene:
    """Return a scene of descriptions and their diagnostics; invalid descriptions raise no error.

    Args:
        source: a robot, a description, a document, or any source that ``read`` accepts.
        others: further sources.
        compare: whether the first two robots are drawn at the same place to compare them.
        srdf: the SRDF of the first robot.
        model: the name of the model to show, if an SDFormat file has several models; by default all
            models.
        arguments: values for the arguments of xacro files.
        resources: the folders in which packages and meshes are searched.
        limits: input limits.

    Raises:
        InputError: a file cannot be opened.
    """
    scene = Scene(title=title_of(source, *others))
    scene.compare = compare
    session = Session(resources=resources, arguments=arguments, limits=limits)
    for number, one in enumerate((source, *others)):
        if isinstance(one, Robot):
            scene.add_robot(one)
        else:
            description = opened(one, session, model=model)
            overlay = None if srdf is None or number else opened(srdf, session)
            _add(scene, description, overlay)
    return scene


def title_of(*sources: Shown) -> str:
    """Return the title of a scene of descriptions."""
    return " and ".join(map(_name, sources))


def _name(source: Shown) -> str:
    if isinstance(source, Robot):
        return source.name
    if isinstance(source, Document | Description):
        return os.path.basename(source.name)
    return os.path.basename(os.fspath(source)) if isinstance(source, str | os.PathLike) else "robot"


def _has_meshes(model: tuple[Robot, Transform]) -> bool:
    parts = (part for link in model[0].links for part in (*link.visuals, *link.collisions))
    return any(isinstance(part.shape, Mesh) for part in parts)


def _add(scene: Scene, description: Description, srdf: Description | None) -> None:
    """Add the robots of a description and its diagnostics."""
    document, session = description.written, description.session
    if scene.folder is None and document.path is not None:
        scene.folder = document.path.absolute().parent
    resources, model = session.resources, description.model
    first = len(scene.robots)
    world = World(document, resources)
    troubles: list[Diagnostic] = []
    error: str | None = None
    if world.has_models and not model and srdf is None:
        with collector_paused():
            models = [(robot, world.pose(robot, name)) for name, robot in world.models()]
        # reading meshes leaves much memory to be freed
        with nullcontext() if any(map(_has_meshes, models)) else collector_paused():
            for robot, pose in models:
                scene.add_robot(robot, document=document, pose=pose)
    else:
        try:
            found = description.with_srdf(srdf).loaded(strict=False)
        except DescriptionError as problem:
            troubles += problem.diagnostics
        except InputError as problem:
            error = str(problem)
        else:
            if isinstance(found, Robot):  # an SRDF without a robot is not drawn
                looks = None if found.details is None else found.details.looks
                pose = world.pose(found, model) if looks is None else looks.pose
                scene.add_robot(found, document=document, pose=pose)
                if looks is not None and looks.surroundings is not None:
                    around = looks.surroundings.with_details(found.details)
                    files = RobotFiles(document, resources, around)
                    scene.add_robot(around.with_files(files), document=document)
    unread: dict[tuple[float, float, float], list[str]] = {}
    for robot, pose in world.unread():
        scene.add_robot(robot, document=document, pose=pose)
        unread.setdefault(pose.p, []).append(robot.name)
    # only one label if several labels would hide each other
    for position, missing in unread.items():
        scene.add_label(f"{listed(missing)}: not found", position, name=missing[0])
    scene.lights += (lights := world.lights())
    if len(scene.robots) == first and world.bare is not None:
        scene.add_robot(world.bare, document=document)
        for light in lights:
            position = (light.pose[3], light.pose[7], light.pose[11])
            scene.add_label(f"{light.name}: {light.type} light", position, name=light.name)
    if len(scene.robots) == first:
        scene.error = error or scene.error
    report = None
    if not is_edited(document.format):
        troubles += (one for robot in scene.robots[first:] for one in missing_files(robot.losses))
    else:
        try:
            with collector_paused():
                report = check_with_included(document, session)
        except InputError:
            report = None
    reported = troubles if report is None else report.diagnostics
    with collector_paused():
        scene._add_findings(reported, range(first, len(scene.robots)))  # noqa: SLF001
    if report is not None:
        scene._places.add_sources(report)  # noqa: SLF001
    scene.files |= description.with_srdf(srdf).files.paths
    for file in () if report is None else report.files:
        names = (Path(name) for name in (file.name, *file.partners))
        scene.files |= {path.absolute() for path in names if path.is_file()}
