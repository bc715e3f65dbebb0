"""Runs an attempt through the library and the verbs, in this process, and notes all that it does.

An audit hook listens: whatever Python does to the world outside of it is noted unless it is one of
the few things that a run needs. It cannot be taken away again, so it listens only while it is asked.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

from bodyplan.spec import reader
from bodyplan.xacro.expressions import values
from tests.hostile import audit
from tests.hostile.xacro.attempts import SECRET, VARIABLE, XMLNS, Attempt, robot

MARKS = ("/the-attempt-begins", "/the-attempt-ends")
"""Files that are not there: that somebody asks for them is seen from outside of the process."""
PATIENCE = 600
"""Seconds after which the process is ended with a traceback: something hangs."""
TRACES = re.compile(
    r"Traceback|internal error|a fault of bodyplan itself| at 0x[0-9a-f]|<bound method"
)
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_VERBS: dict[str, tuple[str, ...]] = {
    "check": ("check", "ROBOT"),
    "check of the folder": ("check", "INSIDE"),
    "check of the SRDF": ("check", "INSIDE/r.srdf"),
    "check of joint limits": ("check", "INSIDE/joint_limits.yaml"),
    "expand": ("expand", "ROBOT"),
    "expand as JSON": ("expand", "ROBOT", "--json"),
    "show": ("show", "ROBOT"),
    "fix": ("fix", "ROBOT", "--diff", "--unsafe"),
    "bundle": ("bundle", "ROBOT", "-o", "MADE/bundle"),
    "fmt": ("fmt", "ROBOT", "--check"),
    "where": ("where", "ROBOT"),
}
STRICT = ("check", "expand", "show", "check of the folder", "bundle")
"""The verbs that end with a status other than 0 where a file cannot be expanded."""
VERBS = tuple(_VERBS)
LIBRARY = ("bodyplan.check", "bodyplan.load")
"""Functions that refuse what cannot be expanded."""
_QUIET = {
    "os.listdir",
    "os.scandir",
    "os.walk",
    "os.fwalk",
    "glob.glob",
    "glob.glob/2",
    "pathlib.Path.glob",
}
"""Events that look, each with the path it looks at."""
_VALUES = str(values.__file__)
_READER = str(reader.__file__)
_MODULES = re.compile(
    r"bodyplan(\.|$)|encodings\.(utf_8|ascii|latin_1|idna|utf_8_sig|utf_16\w*|utf_32\w*|unicode_escape)$"
)
"""Modules that may be imported while an attempt runs; all others are there before."""


class Deed(NamedTuple):
    """Something that was done to the world outside."""

    event: str
    what: str


class Answer(NamedTuple):
    """What became of an attempt in one way.

    Args:
        way: the verb, or what was called.
        status: the exit status; for what was called 1 when it refused.
        text: all that was printed, or told.
        errors: the codes and messages of the errors.
        deeds: what it did.
        seconds: of the processor.
        megabytes: by which the peak of memory grew.
    """

    way: str
    status: int
    text: str
    errors: tuple[tuple[str, str], ...]
    deeds: tuple[Deed, ...]
    seconds: float
    megabytes: float


class World:
    """A robot's folder, and what lies outside of it.

    Args:
        place: an empty folder for all of it.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        self.inside = place / "inside"
        self.outside = place / "outside"
        self.made = place / "made"
        self.touched = place / "touched"
        self.robot = self.inside / "r.xacro"
        self._make()
        self._before = self._state()
        self._beside: list[Path] = []

    def _make(self) -> None:
        (self.inside / "parts").mkdir(parents=True)
        self.made.mkdir()
        for folder in (self.outside, self.place / "inside-evil"):
            folder.mkdir()
            (folder / "secret.txt").write_text(SECRET)
            (folder / "secret.xacro").write_text(f'<robot {XMLNS}><link name="{SECRET}"/></robot>')
            (folder / "secret.yaml").write_text(f"a: {SECRET}\n")
        files = {
            "package.xml": "<package><name>inside</name></package>",
            "part.xacro": robot(
                '<xacro:property name="inside" value="1"/><xacro:macro name="m"><inner/></xacro:macro>'
                '<xacro:include filename="parts/more.xacro" ns="g"/>',
                "",
            ),
            "parts/more.xacro": robot('<xacro:property name="inside" value="2"/>', ""),
            "values.yaml": "a: 1\nlist: [1, {b: 2}]\n",
            "run.yaml": "!!python/object/apply:os.system ['true']\n",
            "entities.xacro": f'<!DOCTYPE a [<!ENTITY e SYSTEM "file://{self.outside}/secret.txt">]><a>&e;</a>',
            "broken.xacro": "<robot><link",
            "empty.xacro": "",
            "r.srdf": '<robot name="r"><group name="g"><link name="a"/></group></robot>',
            "joint_limits.yaml": "joint_limits:\n  j:\n    has_velocity_limits: true\n    max_velocity: 1.0\n",
        }
        for name, text in files.items():
            (self.inside / name).write_text(text)
        (self.inside / "binary.xacro").write_bytes(bytes(range(256)))
        (self.inside / "archive.zip").write_bytes(b"PK\x03\x04")
        links = {
            "link.xacro": self.outside / "secret.xacro",
            "link.yaml": self.outside / "secret.yaml",
            "linked": Path("../outside"),
            "chain.xacro": Path("link.xacro"),
            "absolute.xacro": Path("/etc/passwd"),
            "circle.xacro": Path("circle.xacro"),
            "rooted": Path("/"),
            "around": Path(),
            "again": Path(),
        }
        for name, target in links.items():
            (self.inside / name).symlink_to(target)
        for name in ("pipe.xacro", "pipe.yaml"):
            os.mkfifo(self.inside / name)

    def put(self, attempt: Attempt) -> None:
        """Writes the files of an attempt, in place of those of the one before."""
        for path in self._beside:
            path.unlink()
        for path in self.made.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        self._beside = []
        for name, text in attempt.files.items():
            path = self.inside / name
            path.write_bytes(self._filled(text).encode("utf-8", "surrogatepass"))
            self._beside.append(path)
        self.robot.write_bytes(self._filled(attempt.text).encode("utf-8", "surrogatepass"))
        self._given = self.robot.read_bytes()

    def _filled(self, text: str) -> str:
        marks = {
            "SECRET": self.outside / "secret.txt",
            "OUTSIDE": self.outside,
            "INSIDE": self.inside,
            "TOUCHED": self.touched,
            "VARIABLE": VARIABLE,
        }
        for mark, value in marks.items():
            text = text.replace(f"@{mark}@", str(value))
        return text

    def _state(self) -> dict[str, tuple[int, int, str]]:
        found = {}
        for folder, names, files in os.walk(self.place):
            if folder == str(self.place):
                names.remove(self.made.name)  # it is for what was asked for
            for name in (*names, *files):
                path = os.path.join(folder, name)
                state = os.lstat(path)
                size = 0 if name in names else state.st_size
                target = os.readlink(path) if os.path.islink(path) else ""
                found[path] = (state.st_mode, size, target)
        return found

    def changes(self) -> list[str]:
        """What is not as it was, apart from the files of the attempt."""
        after = self._state()
        for path in (self.robot, *self._beside):
            after.pop(str(path), None)
        found = sorted(
            path for path in {*self._before, *after} if self._before.get(path) != after.get(path)
        )
        if self.robot.read_bytes() != self._given:
            found.append(str(self.robot))
        return found

    def words(self, verb: str) -> list[str]:
        """The words of a verb."""
        marks = {"ROBOT": self.robot, "INSIDE": self.inside, "MADE": self.made}
        words = []
        for word in _VERBS[verb]:
            name, slash, rest = word.partition("/")
            words.append(f"{marks[name]}{slash}{rest}" if name in marks else word)
        return words


def ways(number: int) -> tuple[str, ...]:
    """How an attempt is run: by the functions of the library, and by the verbs in turn."""
    return (*LIBRARY, VERBS[number % len(VERBS)])


class Listener:
    """What the audit hook notes, while it listens."""

    def __init__(self) -> None:
        self.allowed: tuple[str, ...] = ()
        self.made: tuple[str, ...] = ()
        self.thread = 0
        self.deeds: list[Deed] = []
        self._is_hearing = False

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        """The audit hook."""
        if not self.thread or self._is_hearing or threading.get_ident() != self.thread:
            return
        self._is_hearing = True
        try:
            deed = self._deed(event, arguments)
        finally:
            self._is_hearing = False
        if deed is not None:
            self.deeds.append(deed)

    def _deed(self, event: str, arguments: tuple[object, ...]) -> Deed | None:
        first = arguments[0] if arguments else None
        if event in {"open", "bodyplan.open"}:
            return self._opened(event, arguments)
        if event in _QUIET:
            return self._looked(event, first)
        if event == "import":
            return None if _MODULES.match(str(first)) else Deed(event, str(first))
        if event in {"compile", "exec", "marshal.loads"}:
            return self._compiled(event, arguments)
        if event in {"builtins.id", "array.__new__"}:
            return None
        if event == "object.__setattr__" and type(first).__name__.endswith("InTheMaking"):
            return None  # values of ours that are made piece by piece
        looks = {"sys._getframe", "sys._getframemodulename", "object.__getattr__"}
        if event in looks and _is_fixed():
            return None
        if event.startswith(("os.", "shutil.", "tempfile.")) and self._is_made(event, arguments):
            return None
        return Deed(event, ", ".join(map(_short, arguments)))

    def _is_made(self, event: str, arguments: tuple[object, ...]) -> bool:
        """Whether all paths are of what was asked for, such as a bundle."""
        paths = list(audit.paths(event, arguments))
        return paths != [] and all(_is_below(path, self.made) for path in paths)

    def _opened(self, event: str, arguments: tuple[object, ...]) -> Deed | None:
        if arguments[0] in MARKS:
            return None
        writes = audit.writes(event, arguments)
        for real in audit.paths(event, arguments):
            is_allowed = _is_below(real, self.allowed) and not writes
            if not is_allowed and not _is_below(real, self.made):
                return Deed("open", f"{real} {arguments[1:]}")
        return None

    def _looked(self, event: str, name: object) -> Deed | None:
        if isinstance(name, int):
            return None
        path = os.path.abspath(os.fsdecode(str(name or ".")))  # type: ignore[arg-type]
        if _is_below(os.path.realpath(path), (*self.allowed, *self.made)):
            return None
        if any(folder.startswith(path.rstrip(os.sep) + os.sep) for folder in self.allowed):
            return None  # packages are looked for in the folders above
        return Deed(event, path)

    def _compiled(self, event: str, arguments: tuple[object, ...]) -> Deed | None:
        frame = sys._getframe(3)
        called_by = frame.f_code.co_filename
        if event == "compile" and frame.f_code.co_name == "parse" and called_by.endswith("ast.py"):
            return None  # it gives no code, but a tree: it passes the flag PyCF_ONLY_AST
        if called_by.startswith("<frozen importlib"):
            return None  # which modules may be imported is said by their event
        if called_by == _READER:
            return None  # the readers of elements, made from their declarations
        return Deed(event, ", ".join(map(_short, arguments)) + f" in {called_by}:{frame.f_lineno}")


def _is_fixed() -> bool:
    """Whether what asks is the standard library, or looks at the parameters of our own functions."""
    name = sys._getframe(3).f_code.co_filename
    return name.startswith((os.path.dirname(os.__file__), "<frozen", _VALUES))


def _is_below(path: str, folders: tuple[str, ...]) -> bool:
    return any(path == folder or path.startswith(folder + os.sep) for folder in folders)


def _short(value: object) -> str:
    if isinstance(value, (str, bytes, int)):
        return repr(value)[:80]
    return type(value).__name__


_listener = Listener()
_installed = False


def _install() -> None:
    global _installed  # noqa: PLW0603  (a hook stays for ever)
    if not _installed:
        audit.install()
        sys.addaudithook(_listener.hear)
        _installed = True


@contextlib.contextmanager
def listening(world: World) -> Iterator[list[Deed]]:
    """Notes what this thread does."""
    from tests.hostile.command import program_folders

    _install()
    program = tuple(folder.rstrip(os.sep) for folder in program_folders())
    _listener.allowed = (str(world.inside), *program, "/dev/null", "/usr/share/zoneinfo")
    _listener.made = (str(world.made),)
    _listener.deeds = []
    _listener.thread = threading.get_ident()
    try:
        yield _listener.deeds
    finally:
        _listener.thread = 0


class Judge:
    """Runs attempts in a world.

    Args:
        world: where they are.
        around: is entered while one of them runs.
    """

    def __init__(
        self, world: World, around: Callable[[], AbstractContextManager[object]] = nullcontext
    ) -> None:
        self.world = world
        self.around = around

    def run(self, attempt: Attempt, ways: tuple[str, ...]) -> list[Answer]:
        """What becomes of an attempt in these ways: verbs, and functions of the library."""
        self.world.put(attempt)
        functions = {"bodyplan.check": self._check, "bodyplan.load": self._load}
        return [self._answer(way, functions.get(way) or self._verb(way)) for way in ways]

    def _answer(self, way: str, run: Callable[[], tuple[int, list[tuple[str, str]]]]) -> Answer:
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape") for _ in range(2))
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        memory = peak(reset=True)
        start = time.process_time()
        variables = {**os.environ, VARIABLE: SECRET}
        before, folder = dict(os.environ), os.getcwd()
        os.environ.update(variables)
        os.chdir(self.world.made)
        try:
            with (
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(err),
                listening(self.world) as deeds,
                self.around(),
            ):
                status, errors = run()
        finally:
            faulthandler.cancel_dump_traceback_later()
            os.environ.pop(VARIABLE, None)
            os.chdir(folder)
        if dict(os.environ) != before:
            deeds.append(Deed("environment", "changed"))
        seconds = time.process_time() - start
        grown = peak() - memory
        texts = [_written(out), _written(err), *(message for _, message in errors)]
        return Answer(way, status, "\n".join(texts), tuple(errors), tuple(deeds), seconds, grown)

    def _check(self) -> tuple[int, list[tuple[str, str]]]:
        import bodyplan

        try:
            report = bodyplan.check(self.world.robot)
        except bodyplan.InputError as error:
            return 1, [("", str(error))]
        errors = [
            (found.code, f"{found.message}\n{found.hint or ''}")
            for found in report.diagnostics
            if found.severity is bodyplan.Severity.ERROR
        ]
        return int(bool(errors)), errors

    def _load(self) -> tuple[int, list[tuple[str, str]]]:
        import bodyplan

        try:
            bodyplan.load(self.world.robot)
        except bodyplan.DescriptionError as error:
            return 1, [("", str(error))]
        except bodyplan.InputError as error:
            return 2, [("", str(error))]
        return 0, []

    def _verb(self, verb: str) -> Callable[[], tuple[int, list[tuple[str, str]]]]:
        def run() -> tuple[int, list[tuple[str, str]]]:
            from bodyplan.cli import main

            try:
                return main(self.world.words(verb)), []
            except SystemExit as end:
                return int(end.code or 0), []

        return run


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    written = stream.buffer.getvalue()  # type: ignore[attr-defined]
    return str(written, "utf-8", "surrogateescape")


def peak(*, reset: bool = False) -> float:
    """Memory of this process at its peak since it was reset, in MB; 0 where nobody says."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmHWM:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def faults(attempt: Attempt, answers: list[Answer], world: World) -> list[str]:
    """What is wrong with the answers to an attempt; empty when it was refused without harm."""
    found: list[str] = []
    for answer in answers:

        def say(what: str, way: str = answer.way) -> None:
            found.append(f"{way}: {what}")

        if answer.status not in {0, 1, 2}:
            say(f"status {answer.status}")
        trace = TRACES.search(answer.text)
        if trace is not None:
            say(f"{trace[0]!r} in {answer.text[max(0, trace.start() - 200) : trace.end() + 200]!r}")
        if SECRET in answer.text:
            say("the secret is shown")
        steering = STEERING.search(answer.text)
        shows = attempt.kind == "harmless" and answer.way.startswith("expand")
        if steering is not None and not shows and answer.way not in LIBRARY:
            around = answer.text[max(0, steering.start() - 80) : steering.end() + 20]
            say(f"steers the terminal: {around!r}")
        for deed in answer.deeds[:5]:
            say(f"did {deed.event}: {deed.what}")
        if attempt.kind == "refused":
            if answer.status == 0 and answer.way in (*STRICT, *LIBRARY):
                say("was not refused")
            if answer.way == "bodyplan.check" and not any(
                code[:1] in {"M", "X"} for code, _ in answer.errors
            ):
                say(f"no diagnostic of macros: {answer.errors[:3]}")
            if attempt.limit and answer.way == "bodyplan.check" and "max_" not in answer.text:
                say(f"no limit is named: {answer.errors[:3]}")
    changes = world.changes()
    if changes:
        found.append(f"changed: {changes}")
    if any(SECRET.encode() in path.read_bytes() for path in world.made.rglob("*.*")):
        found.append("the secret is in a file that was written")
    return found
