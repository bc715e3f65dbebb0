"""A page that a server sends, and that is updated when the files of its robot change."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from bodyplan.core import quoted
from bodyplan.core.names import listed
from bodyplan.formats.input_error import InputError
from bodyplan.viewer._content import SceneContent
from bodyplan.viewer._loopback import LOCALHOST
from bodyplan.viewer._server import PageServer
from bodyplan.viewer._watch import State, states_of, wait_for_change
from bodyplan.viewer.scene import Scene
from bodyplan.viewer.sources import Source, UnreadableError


class Reload(NamedTuple):
    """The result of reading changed files again.

    Args:
        changed: the changed files.
        seconds: the duration of reading [s].
        error: the reason why the files could not be read, so that the page still shows the previous
            robot; empty if they were read.
    """

    changed: tuple[str, ...]
    seconds: float
    error: str


class LivePage:
    """A page that is served until it is stopped, and is updated when its files change.

    Args:
        source: the source of the scene.
        host: address or name to listen on.
        port: the TCP port; None for the first free port.
        on_open: a function that is called after the files are read, and before the meshes are read.
            The page can then be opened, and waits for its scene.
        on_reload: a function that is called after each change.

    Raises:
        PortError: the port is in use, or the host is not an address of this machine.
        InputError: a file cannot be opened.
    """

    def __init__(
        self,
        source: Source,
        *,
        host: str = LOCALHOST,
        port: int | None = None,
        on_open: Callable[[LivePage], None] = lambda _: None,
        on_reload: Callable[[Reload], None] = lambda _: None,
    ) -> None:
        self._source = source
        self._on_reload = on_reload
        self._stopped = threading.Event()
        self._server = PageServer(host=host, port=port)
        self.url = self._server.url
        self.is_private = self._server.is_private
        self.title = ""
        """Title of the scene."""

        def opened(title: str) -> None:
            self.title = title
            on_open(self)

        try:
            self.scene = source.scene(on_read=opened)
            """The last scene that could be read."""
            self.show(self.scene)
        except BaseException:
            self._server.stop()
            raise

    def follow(self) -> None:
        """Read the files again whenever they change, until the page is stopped."""
        while not self._stopped.is_set():
            if not self._states:
                self._stopped.wait()
            elif wait_for_change(self._states, self._stopped):
                self._reload()

    def follow_in_thread(self) -> None:
        """Follow the files in a separate thread."""
        threading.Thread(target=self.follow, name="bodyplan files", daemon=True).start()

    def show(self, scene: Scene) -> None:
        """Show another scene on the open pages."""
        self.scene = scene
        self._states = states_of(scene.files)
        self._server.show(SceneContent(scene))

    def stop(self) -> None:
        """Stop the server."""
        self._stopped.set()
        self._server.stop()

    def _reload(self) -> None:
        start = time.monotonic()
        before = self._states
        # The states are recorded before reading, so that a change during reading is detected the
        # next time.
        self._states = states_of(before)
        changed = tuple(path for path, state in before.items() if self._states[path] != state)
        error = ""
        try:
            scene = self._source.scene(strict=True)
        except (UnreadableError, InputError) as trouble:
            gone = [os.path.basename(path) for path in changed if self._states[path] is None]
            # For a deleted file, the error might suggest a file with a similar name, which is a
            # different robot; so the message only says that the file no longer exists.
            deleted = (
                f"{listed(map(quoted, gone), 3)} no longer {'exist' if gone[1:] else 'exists'}"
            )
            error = deleted if gone and isinstance(trouble, InputError) else str(trouble)
            found = trouble.diagnostics if isinstance(trouble, UnreadableError) else ()
            self._server.show(SceneContent(self.scene.with_error(error, found)))
        else:
            self.scene = scene
            self._states = _with_new(self._states, scene)
            self._server.show(SceneContent(scene))
        self._on_reload(Reload(changed, time.monotonic() - start, error))


def _with_new(states: dict[str, State], scene: Scene) -> dict[str, State]:
    """Return the states of the files of a scene; current states for files not in ``states``."""
    now = states_of(scene.files)
    return {path: states.get(path, state) for path, state in now.items()}
