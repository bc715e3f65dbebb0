"""The public functions for a page and for pictures of a robot."""

from __future__ import annotations

import html
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bodyplan.core import DEFAULT_LIMITS, Limits
from bodyplan.description.description import Description
from bodyplan.description.session import Session
from bodyplan.files.writer import Output, write_files
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import Readable
from bodyplan.model import Robot
from bodyplan.viewer._content import SceneContent
from bodyplan.viewer._loopback import LOCALHOST
from bodyplan.viewer._page import whole_page
from bodyplan.viewer.browser import find_browser, open_in_browser
from bodyplan.viewer.live import LivePage
from bodyplan.viewer.picture import (
    SIZE,
    Animation,
    Camera,
    Frame,
    Picture,
    Rows,
    Theme,
    Values,
    checked_animation,
    configurations,
    sweep,
    swept_joints,
    turntable,
)
from bodyplan.viewer.render import gif_of, rendered
from bodyplan.viewer.scene import Scene
from bodyplan.viewer.sources import Given, Source

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_HEIGHT = 560
"""The height of the page in a notebook [pixels]."""
MOST_FRAMES = 1000
"""The largest number of pictures of an animation."""


class View:
    """A robot on a page: in a notebook, in the browser, or in a file.

    Args:
        scene: the scene.
        live: the page that a server sends; None without a server.

    Raises:
        TypeError: the argument is not a scene; other sources can be passed to ``view``.
    """

    def __init__(self, scene: Scene, live: LivePage | None = None) -> None:
        given: object = scene  # callers without type checks may pass any object
        if not isinstance(given, Scene):
            name = type(given).__name__
            raise TypeError(f"a View shows a Scene; call bodyplan.view() to show this {name}")
        self.scene = scene
        self._live = live

    def __repr__(self) -> str:
        return f"<View of {self.scene.title}{f' at {self.url}' if self.url else ''}>"

    def _repr_html_(self) -> str:
        """Return the page for a notebook."""
        page = html.escape(self.html(), quote=True)
        # The surrounding page may have any encoding.
        page = page.encode("ascii", "xmlcharrefreplace").decode()
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts allow-downloads" '
            f'style="width:100%;height:{_HEIGHT}px;border:0" '
            f'title="{html.escape(self.scene.title)}" allowfullscreen></iframe>'
        )

    @property
    def url(self) -> str:
        """The URL of the page; empty without a server."""
        return "" if self._live is None else self._live.url

    def html(self, *, overshoot: bool = False) -> str:
        """Return the page as one self-contained HTML file, which needs no network.

        Args:
            overshoot: whether to include the overshoot of collision shapes beyond visuals, whose
                computation takes seconds. A page with spheres always includes it.
        """
        return b"".join(html_of(self.scene, overshoot=overshoot)).decode()

    def save(
        self, path: str | os.PathLike[str], *, force: bool = False, overshoot: bool = False
    ) -> Path:
        """Write the page to a file: ``.html``, or ``.glb`` for the posed robot alone.

        Args:
            path: the path, with one of these suffixes.
            overshoot: whether to include the overshoot, as for ``html``.
            force: whether to overwrite a file that is read-only or would lose its owner or
                permissions.

        Raises:
            ValueError: the path has another suffix.
            WriteError: the file cannot be written.
        """
        ending = Path(path).suffix.lower()
        if ending not in {".html", ".htm", ".glb"}:
            raise ValueError(f"{os.fspath(path)}: expected the ending .html or .glb")
        is_posed = ending == ".glb"
        data = self.scene.to_glb() if is_posed else html_of(self.scene, overshoot=overshoot)
        write_files(Output(path, data), force=force)
        return Path(path)

    def show(self, scene: Scene) -> None:
        """Show another scene, also on the open page."""
        self.scene = scene
        if self._live is not None:
            self._live.show(scene)

    def wait(self) -> None:
        """Wait until Ctrl-C, and stop the server."""
        if self._live is None:
            return
        try:
            self._live.follow()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()

    def stop(self) -> None:
        """Stop the server, if there is one."""
        if self._live is not None:
            self._live.stop()


def view(
    source: Given,
    other: Readable | Document | Description | Robot | None = None,
    *,
    q: Values | None = None,
    srdf: Readable | Document | Description | None = None,
    model: str = "",
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
    limits: Limits = DEFAULT_LIMITS,
    serve: bool | None = None,
    browser: bool = True,
    wait: bool | None = None,
    host: str = LOCALHOST,
    port: int | None = None,
) -> View:
    """Show a robot: inline in a notebook, else on a page in the browser that follows its files.

    Args:
        source: a robot, a scene, a description, a document, or any source that ``read`` accepts.
        other: a second robot to compare, which is drawn over the first one.
        q: values of joints by name [rad] or [m]; other joints have default positions.
        srdf: the SRDF of the robot; by default the SRDF near its file.
        model: the name of the model to show, if an SDFormat file has several models; by default all
            models.
        arguments: values for the arguments of xacro files.
        resources: the folders in which packages and meshes are searched.
        limits: input limits.
        serve: whether a server sends the page; by default everywhere except in a notebook.
        browser: whether to open the page in the browser.
        wait: whether to wait until Ctrl-C; by default, yes if Python is not interactive, because
            the page is served only while the program runs.
        host: address to listen on; by default, only this machine can connect.
        port: the TCP port; by default the first free port from 8420 on.

    Returns:
        The page: ``save`` writes it to a file.

    Raises:
        InputError: a file cannot be opened.
        UnknownNameError: a joint does not exist.
        PortError: the port is in use, or the host is not an address of this machine.
    """
    reader = _source(
        source,
        other,
        q=q,
        srdf=srdf,
        model=model,
        arguments=arguments,
        resources=resources,
        limits=limits,
    )
    if not (not _is_notebook() if serve is None else serve):
        return View(reader.scene())

    def opened(page: LivePage) -> None:
        if browser:
            open_in_browser(page.url)

    live = LivePage(reader, host=host, port=port, on_open=opened)
    shown = View(live.scene, live)
    if not _is_interactive() if wait is None else wait:
        print(f"{live.scene.title}: {live.url} (Ctrl-C stops)", file=sys.stderr)  # noqa: T201
        shown.wait()
    else:
        live.follow_in_thread()
    return shown


def render(
    source: Given,
    path: str | os.PathLike[str],
    *,
    q: Values | None = None,
    camera: Camera = "iso",
    size: tuple[int, int] = SIZE,
    transparent: bool = False,
    show: Iterable[str] = (),
    theme: Theme = "light",
    animation: Animation | Rows | None = None,
    seconds: float | None = None,
    fps: float = 20.0,
    srdf: Readable | Document | Description | None = None,
    model: str = "",
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
    limits: Limits = DEFAULT_LIMITS,
    force: bool = False,
) -> Path:
    """Draw a robot as a PNG picture or an animated GIF, using Chromium, Chrome or Edge.

    Args:
        source: a robot, a scene, a description, a document, or any source that ``read`` accepts.
        path: the path of the picture, with the ending ``.png`` or ``.gif``.
        q: values of joints by name [rad] or [m]; other joints have default positions.
        camera: the direction from which the robot is seen.
        size: width and height [pixels].
        transparent: whether the background is transparent.
        show: the parts of the scene that are drawn, such as "collision" and "frames"; by default
            "visual", "grid" and "shadows".
        theme: "light" or "dark": the colors of the background.
        animation: the animation of a GIF: "turntable" (default), "sweep" (of each joint), or a
            sequence of (nq,) configurations.
        seconds: the duration of the animation [s]; by default 4, or 1 per moving joint for a sweep.
        fps: pictures per second.
        srdf: the SRDF of the robot; by default the SRDF near its file.
        model: the name of the model to show, if an SDFormat file has several models; by default all
            models.
        arguments: values for the arguments of xacro files.
        resources: the folders in which packages and meshes are searched.
        limits: input limits.
        force: whether to overwrite a file that is read-only or would lose its owner or permissions.

    Raises:
        InputError: a file cannot be opened.
        UnknownNameError: a joint does not exist.
        ValueError: an argument is not valid, or the path has another suffix.
        BrowserMissingError: no browser is installed.
        RenderError: the page could not be drawn, or Pillow is missing for a GIF.
        WriteError: the file cannot be written.
    """
    ending = Path(path).suffix.lower()
    if ending not in {".png", ".gif"}:
        raise ValueError(f"{os.fspath(path)}: expected the ending .png or .gif")
    picture = Picture(size, camera, transparent, tuple(show), theme)
    chosen = require_drawable(picture, ending[1:], animation, seconds, fps)
    reader = _source(
        source,
        None,
        q=q,
        srdf=srdf,
        model=model,
        arguments=arguments,
        resources=resources,
        limits=limits,
    )
    data = picture_of(reader.scene(), picture, animation=chosen, seconds=seconds, fps=fps)
    write_files(Output(path, data), force=force)
    return Path(path)


def require_drawable(
    picture: Picture,
    form: str,
    animation: Animation | Rows | None,
    seconds: float | None,
    fps: float,
) -> Animation | Rows | None:
    """Check the arguments for a picture before files are read, and return its animation.

    Raises:
        ValueError: an argument is not valid; the message begins with its name.
        BrowserMissingError: no browser is installed.
    """
    picture.check()
    chosen = checked_animation(form, animation, seconds, fps)
    find_browser()
    return chosen


def picture_of(
    scene: Scene,
    picture: Picture,
    *,
    animation: Animation | Rows | None = None,
    seconds: float | None = None,
    fps: float = 20.0,
) -> bytes:
    """Return a PNG picture of a scene, or an animated GIF; see ``render``.

    Args:
        scene: the scene, with its robots in the configuration to draw.
        picture: the appearance of the picture.
        animation: the animation of a GIF; None for a PNG picture.
        seconds: the duration of the animation [s].
        fps: pictures per second.

    Raises:
        ValueError: the animation would have too many pictures, or a configuration does not fit.
        BrowserMissingError: no browser is installed.
        RenderError: the page could not be drawn, or Pillow is missing for a GIF.
    """
    if not scene.robots:
        raise InputError(scene.error or "this scene contains no robot")
    content = SceneContent(scene)
    if animation is None:
        (drawn,) = rendered(content, picture, [Frame()])
        return drawn
    robot = scene.robots[0]
    if not isinstance(animation, str):
        chosen = configurations(robot, animation)
    else:
        moved = swept_joints(robot)
        length = seconds or (4.0 if animation == "turntable" else max(1.0, float(moved)))
        count = max(2, round(length * fps))
        _require_count(count)
        if animation == "turntable":
            chosen = turntable(count, {}, picture.camera or "iso")
        else:
            chosen = sweep(robot, count, scene.configuration())
    _require_count(len(chosen))
    if not chosen:
        raise ValueError("an animation requires at least one configuration")
    each = 1.0 / fps if seconds is None else seconds / len(chosen)
    return gif_of(rendered(content, picture, chosen), each)


def _require_count(count: int) -> None:
    if count > MOST_FRAMES:
        raise ValueError(f"the animation has {count:,} pictures; the limit is {MOST_FRAMES:,}")


def html_of(scene: Scene, *, overshoot: bool = False) -> Iterable[bytes]:
    """Return the parts of the page of a scene as one HTML file.

    Args:
        scene: the scene.
        overshoot: whether to include the overshoot of collision shapes even if no link has spheres.

    Raises:
        BundleMissingError: this installation is incomplete.
    """
    assets = ((name, asset.data) for name, asset in scene.assets.items())
    measured = ""
    if scene.has_spheres or (overshoot and scene.has_overshoot):
        # without NumPy, the page shows everything except the overshoot
        with suppress(ModuleNotFoundError):
            measured = scene.overshoot_json().decode()
    shown = scene.json_bytes(has_overshoot=bool(measured)).decode()
    return whole_page(scene.title, shown, measured, assets)


def _source(
    source: Given,
    other: Readable | Document | Description | Robot | None,
    *,
    q: Values | None,
    srdf: Readable | Document | Description | None,
    model: str,
    **choices: Any,
) -> Source:
    """Return the source of a page. The source of a given scene always returns that scene."""
    sources = [source] if other is None else [source, other]
    session = source.session if isinstance(source, Description) else Session(**choices)
    return Source(sources, session=session, srdf=srdf, model=model, configure=lambda *_: q or {})


def _is_interactive() -> bool:
    """Return whether Python runs interactively: its prompt, ``python -i`` or IPython."""
    return hasattr(sys, "ps1") or bool(sys.flags.interactive) or _shell() is not None


def _is_notebook() -> bool:
    """Return whether Python runs in a notebook, which shows the result of a cell as HTML."""
    return hasattr(_shell(), "kernel")


def _shell() -> Any:
    """Return the shell of IPython; None without one."""
    module = sys.modules.get("IPython")
    return None if module is None else module.get_ipython()
