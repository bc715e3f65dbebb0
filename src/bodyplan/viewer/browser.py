"""A headless browser, which draws the page for pictures."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import glob
from typing import IO

VARIABLE = "BODYPLAN_BROWSER"
"""The environment variable that names the browser."""
_COMMANDS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "msedge", "brave-browser", "headless_shell", "chrome-headless-shell"),
)
_PLACES = {
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
    "win32": (
        r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
        r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
        r"%ProgramFiles%\Microsoft\Edge\Application\msedge.exe",
    ),
}
_CACHED = "~/.cache/ms-playwright/chromium*/chrome-linux*/*"
"""Where Playwright installs browsers."""
_FLAGS = (
    "--headless=new",
    # software rendering: the same picture on every machine, also without a graphics card
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-features=Translate,MediaRouter,OptimizationHints",
    "--metrics-recording-only",
    "--mute-audio",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--password-store=basic",
    "--use-mock-keychain",
    "--no-proxy-server",
)
_END_SECONDS = 2.0
_WITH_US = (
    "import os, sys; os.dup2(os.open(os.devnull, os.O_WRONLY), 4); os.dup2(0, 3)\n"
    "os.set_inheritable(4, True); os.execv(sys.argv[1], sys.argv[1:])"
)
"""Python program that replaces itself with a browser, which is connected to a pipe of this process.

When this process ends, even if it is killed, the pipe closes and the browser ends too.
"""


class BrowserMissingError(FileNotFoundError):
    """No browser was found; the message explains what to install."""


def find_browser() -> str:
    """Return the path of the browser in ``BODYPLAN_BROWSER``, or else of Chromium, Chrome or Edge.

    Raises:
        BrowserMissingError: no browser is installed.
    """
    named = os.environ.get(VARIABLE)
    if named:
        found = shutil.which(os.path.expanduser(named))
        if found is None:
            raise BrowserMissingError(f"{VARIABLE}: {named!r} is not a program")
        return found
    folders = _program_folders()
    for command in _COMMANDS:
        found = shutil.which(command, path=folders)
        # Windows would also search the current folder
        if found is not None and os.path.isabs(found):
            return found
    places = [os.path.expandvars(place) for place in _PLACES.get(sys.platform, ())]
    cached = sorted(glob(os.path.expanduser(_CACHED)), reverse=True)
    for path in (*places, *cached):
        name = os.path.basename(path)
        is_program = path in places or name in {"chrome", "headless_shell"}
        if is_program and os.access(path, os.X_OK):
            return path
    raise BrowserMissingError(
        "pictures require Chromium, Chrome or Edge, and none was found: install one (Debian and "
        f"Ubuntu: apt install chromium), or set the path of the program in {VARIABLE}"
    )


def _program_folders() -> str:
    """Return PATH without relative entries, which could select a program in the current folder."""
    return os.pathsep.join(filter(os.path.isabs, os.get_exec_path()))


def open_in_browser(url: str) -> bool:
    """Open a page in the browser of the user; return False on a machine without a screen.

    Without a screen, such as over SSH, Python would start a browser in the terminal.
    """
    has_screen = any(
        map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"))
    )
    if sys.platform.startswith("linux") and not has_screen:
        return False
    before = os.environ.get("PATH")
    os.environ["PATH"] = _program_folders()
    try:
        return webbrowser.open(url)
    finally:
        if before is None:
            del os.environ["PATH"]
        else:
            os.environ["PATH"] = before


class Browser:
    """A running browser.

    Args:
        process: the main process of the browser, which leads its own process group.
        log: the file with the output of the browser.
    """

    def __init__(self, process: subprocess.Popen[bytes], log: IO[bytes]) -> None:
        self._process = process
        self._log = log

    @property
    def is_running(self) -> bool:
        """Whether the browser still runs."""
        return self._process.poll() is None

    @property
    def last_words(self) -> str:
        """The last non-blank line of the output of the browser; empty without output."""
        self._log.seek(0)
        lines = [line.strip() for line in self._log.read().decode("utf-8", "replace").splitlines()]
        return next((line for line in reversed(lines) if line), "")


@contextmanager
def opened(program: str, url: str, width: int, height: int) -> Iterator[Browser]:
    """Open a page in a headless browser; end the browser and its processes afterwards.

    Args:
        program: path of the browser.
        url: the URL of the page.
        width: the width of the page [pixels].
        height: the height of the page [pixels].
    """
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with (
        tempfile.TemporaryDirectory(prefix="bodyplan-", ignore_cleanup_errors=True) as profile,
        tempfile.TemporaryFile() as log,
    ):
        command = [program, *_FLAGS, f"--user-data-dir={profile}"]
        if os.name == "posix":
            start = [sys.executable, "-I", "-S", "-c", _WITH_US]
            command = [*start, *command, "--remote-debugging-pipe"]
        command += [f"--window-size={width},{height}", *(["--no-sandbox"] if is_root else []), url]
        process = subprocess.Popen(  # noqa: S603  (a browser that the user has installed)
            command,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=os.name == "posix",
        )
        try:
            yield Browser(process, log)
        finally:
            _end(process)
            if process.stdin is not None:
                process.stdin.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and its child processes."""
    if os.name == "posix":
        for number in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, number)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_END_SECONDS)
    else:
        process.kill()
        process.wait(_END_SECONDS)
