"""The reference reader of SDFormat as an oracle: what libsdformat 12.3 says of a file.

Debian's `libsdformat-dev` is the library; `sdformat.cpp` beside this file is a small program
around it, compiled on first use into the user's cache folder and then asked over a pipe. Every
question runs in a process of its own: a crash of the library is an answer (`crash`), not an end.

    from tests.oracles import libsdformat

    pytestmark = pytest.mark.skipif(not libsdformat.available(), reason=libsdformat.WANTED)
    answer = libsdformat.shared().load(text)            # str or bytes: a text; Path: a file
    answer.accepted, answer.names(), answer.links["arm::base"]["pose"]

Poses are lists of seven: x y z, then the quaternion w x y z. Names are scoped from the top
(`MODEL::NESTED::LINK`; in a file with several worlds with `WORLD/` before it).

Source: the header files of libsdformat 12.3.0, and experiments, see `libsdformat-12-behaviour.md`.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Self

from tests.oracles.sdformat_answers import (
    Checked,
    Code,
    Line,
    Loaded,
    Upgraded,
    Value,
)

WANTED = "the reader of SDFormat is not here: apt-get install g++ pkg-config libsdformat-dev"
"""What a skipped test says."""

PACKAGE = "sdformat12"
MAIN = Path(__file__).with_name("sdformat.cpp")
SOURCES = sorted(Path(__file__).parent.glob("sdformat*.[ch]pp"))

Source = str | bytes | Path
"""What is asked about: a text, its bytes, or the path of a file."""

DEFAULTS = {
    "bool": "false",
    "char": "x",
    "color": "0 0 0 1",
    "pose": "0 0 0 0 0 0",
    "quaternion": "0 0 0",
    "string": "__default__",
    "time": "0 0",
    "vector2d": "0 0",
    "vector2i": "0 0",
    "vector3": "0 0 0",
}
"""The default that `LibSdformat.param` gives a value of each type; the numbers have 0."""


ATTRIBUTES = {"degrees": ("bool", "false"), "rotation_format": ("string", "euler_rpy")}
"""The type and the default of the attributes that `LibSdformat.param` can give an element."""


class OracleMissingError(RuntimeError):
    """The library, its header files or the compiler is not installed."""


@cache
def _flags() -> list[str]:
    """The compiler's flags for the library.

    Raises:
        OracleMissingError: the compiler or the library is not installed.
    """
    compiler, helper = shutil.which("g++"), shutil.which("pkg-config")
    if compiler is None or helper is None:
        raise OracleMissingError(WANTED)
    asked = subprocess.run(
        [helper, "--cflags", "--libs", PACKAGE], capture_output=True, text=True, check=False
    )
    if asked.returncode != 0:
        raise OracleMissingError(WANTED)
    return shlex.split(asked.stdout)


def available() -> bool:
    """Whether the oracle can be asked in this environment."""
    try:
        _flags()
    except OracleMissingError:
        return False
    return True


@cache
def version() -> str:
    """The version of the library, such as ``12.3.0``, by pkg-config."""
    _flags()
    asked = ["pkg-config", "--modversion", PACKAGE]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


@cache
def program() -> Path:
    """The compiled program: from the cache, or compiled now (some 10 s).

    Raises:
        OracleMissingError: the compiler or the library is not installed.
    """
    flags = _flags()
    parts = [repr([version(), flags]).encode(), *(source.read_bytes() for source in SOURCES)]
    key = hashlib.sha256(b"".join(parts)).hexdigest()[:16]
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "bodyplan-tests"
    target = folder / f"sdformat-{key}"
    if target.is_file():
        return target
    try:
        folder.mkdir(parents=True, exist_ok=True)
        building = Path(tempfile.mkdtemp(dir=folder))
    except OSError:  # a home that cannot be written
        building = Path(tempfile.mkdtemp())
        target = building / target.name
    made = building / "made"
    subprocess.run(["g++", "-O2", str(MAIN), "-o", str(made), *flags], check=True)
    made.replace(target)  # whole or not at all, if two sessions build at once
    if target.parent != building:
        building.rmdir()
    return target


_MARK = re.compile(r"\033\[1;\d+m(Warning|Error|Msg) \[[^\]]*\]\033\[0m ")
_PRINTED_CODE = re.compile(r"(?m)^(?=Error Code \d+: )")


def _lines(console: str) -> tuple[Line, ...]:
    """The printed text as messages: a mark of the library begins one."""
    parts = _MARK.split(console)
    found = [("other", parts[0])]
    found += [(kind.lower(), text) for kind, text in zip(parts[1::2], parts[2::2], strict=True)]
    lines: list[Line] = []
    for kind, text in found:
        first, *printed = _PRINTED_CODE.split(text)
        lines.append(Line(kind, first.strip()))
        lines += [Line("code", part.strip()) for part in printed]
    return tuple(line for line in lines if line.text)


class LibSdformat:
    """The running program. Use it in a `with`, or take `shared()`.

    Args:
        seconds: processor time that one question may take.
        megabytes: memory that one question may take.

    Raises:
        OracleMissingError: the compiler or the library is not installed.
    """

    def __init__(self, seconds: int = 20, megabytes: int = 4000) -> None:
        self._limits = {"seconds": str(seconds), "megabytes": str(megabytes)}
        self._home = tempfile.TemporaryDirectory(prefix="sdformat-")  # the library logs to ~
        self._process: subprocess.Popen[bytes] | None = None
        program()

    def __enter__(self) -> Self:
        """The oracle itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the program."""
        self.close()

    def close(self) -> None:
        """Ends the program. A later question starts it again."""
        if self._process is not None:
            self._process.communicate()
            self._process = None
        if not Path(self._home.name).is_dir():
            return
        self._home.cleanup()

    def _start(self) -> subprocess.Popen[bytes]:
        """The running program, started where it is not."""
        if self._process is None or self._process.poll() is not None:
            Path(self._home.name).mkdir(exist_ok=True)
            environment = {key: value for key, value in os.environ.items() if key != "SDF_PATH"}
            environment["HOME"] = self._home.name
            self._process = subprocess.Popen(
                [str(program())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
            )
            assert self._process.stdout is not None
            self._process.stdout.readline()  # the version
        return self._process

    def ask(self, mode: str, **fields: str | bytes) -> dict[str, Any]:
        """The raw answer to a question. `accepted` and `codes` are there also after a crash."""
        process = self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        request = b""
        for key, value in {"mode": mode, **self._limits, **fields}.items():
            content = value if isinstance(value, bytes) else value.encode()
            request += f"{key} {len(content)}\n".encode() + content + b"\n"
        process.stdin.write(request + b"\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            process.wait()
            return {"accepted": False, "console": (), "crash": "the server itself died"}
        answer: dict[str, Any] = json.loads(line.decode("utf-8", "replace"), strict=False)
        answer["console"] = _lines(answer["console"])
        answer["codes"] = tuple(Code(*code) for code in answer.get("codes", ()))
        answer.setdefault("accepted", False)
        answer.setdefault("crash", "")
        return answer

    def load(
        self,
        source: Source,
        *,
        folder: Path | None = None,
        search: Iterable[Path] = (),
        schemes: Mapping[str, Path] | None = None,
        resolve: Sequence[tuple[str, str, str]] = (),
        want: str = "values,upgraded",
        policies: Mapping[str, str] | None = None,
    ) -> Loaded:
        """The document, as the library's `Root::Load` or `Root::LoadSdfString` reads it.

        Args:
            source: a text (str, bytes) or a file (Path). They differ in the last code
                (STRING_READ, FILE_READ) and in the places that codes name.
            folder: the working folder, in which includes are looked up; the file's own by default.
                The library never looks beside an included file.
            search: folders of SDF_PATH, in which ``model://NAME`` is looked up too.
            schemes: folders by scheme, such as ``{"package://": ...}``.
            resolve: questions (kind, scoped name, frame to resolve to): kind is link, joint, frame
                or model; no frame is the scope of that thing.
            want: any of values, upgraded, tree.
            policies: warnings, unrecognized, deprecated: error, warn or log.
        """
        fields = _place(source, folder, search, schemes, policies)
        fields["want"] = want
        fields["resolve"] = "\n".join(f"{kind} {name}\t{to}" for kind, name, to in resolve)
        return Loaded(**self.ask("load", **fields))

    def check(
        self,
        source: Source,
        *,
        folder: Path | None = None,
        search: Iterable[Path] = (),
        schemes: Mapping[str, Path] | None = None,
        command: bool = False,
    ) -> Checked:
        """What the library's command says, and each check alone.

        Arguments as for `load`, and `command`: run the command itself, too, on a file (slower; its
        words are then in `console` beside those of the load and the checks).
        """
        fields = _place(source, folder, search, schemes, None)
        if command:
            fields["command"] = "yes"
        return Checked(**self.ask("check", **fields))

    def param(
        self,
        kind: str,
        text: str,
        *,
        required: bool = False,
        default: str | None = None,
        attributes: Mapping[str, str] | None = None,
        minimum: str = "",
        maximum: str = "",
    ) -> Value:
        """One value text, read as the type that a schema file names.

        Args:
            kind: bool, char, string, int, uint64_t, unsigned int, double, float, time, angle,
                color, vector2i, vector2d, vector3, quaternion, pose.
            text: the text.
            required: as the schema's mark.
            default: the schema's default; of `DEFAULTS` without one.
            attributes: of the element: degrees and rotation_format of a pose.
            minimum: the schema's least number.
            maximum: the schema's greatest number.
        """
        written = []
        for name, content in (attributes or {}).items():
            of_type, without = ATTRIBUTES[name]
            written.append(f"{name}\t{of_type}\t{without}\t{content}")
        answer = self.ask(
            "param",
            type=kind,
            text=text,
            required=str(int(required)),
            default=DEFAULTS.get(kind, "0") if default is None else default,
            attributes="\n".join(written),
            min=minimum,
            max=maximum,
        )
        wanted = ("accepted", "codes", "console", "crash", "value", "string")
        kept = {key: value for key, value in answer.items() if key in wanted}
        return Value(**kept, is_set=answer.get("set", False))

    def upgrade(self, source: Source, to: str = "1.9") -> Upgraded:
        """The document converted to a version, by the library's own conversion rules."""
        answer = self.ask("upgrade", **_place(source, None, (), None, None), version=to)
        return Upgraded(
            accepted=answer["accepted"],
            console=answer["console"],
            crash=answer["crash"],
            text=answer.get("upgraded", ""),
            tree=answer.get("tree"),
        )

    def time(self, source: Source, repeat: int = 1) -> list[float]:
        """Processor seconds of each of several loads, values not asked for."""
        fields = _place(source, None, (), None, None)
        answer = self.ask("time", repeat=str(repeat), **fields)
        return [float(seconds) for seconds in answer.get("seconds", ())]

    def graph(self, path: Path, kind: str = "pose") -> str:
        """The `pose` or `frame` graph of a file in the language of Graphviz."""
        return _text(self.ask("graph", path=str(path.resolve()), kind=kind))


def _text(answer: dict[str, Any]) -> str:
    """All that was printed, one text."""
    lines: tuple[Line, ...] = answer["console"]
    return "\n".join(line.text for line in lines)


def _place(
    source: Source,
    folder: Path | None,
    search: Iterable[Path],
    schemes: Mapping[str, Path] | None,
    policies: Mapping[str, str] | None,
) -> dict[str, str | bytes]:
    """The fields that say what is read, and where its files are looked up."""
    fields: dict[str, str | bytes] = dict(policies or {})
    if isinstance(source, Path):
        fields["path"] = str(source.resolve())
        folder = folder or source.resolve().parent
    else:
        fields["text"] = source
    if folder is not None:
        fields["folder"] = str(folder.resolve())
    if paths := os.pathsep.join(str(path.resolve()) for path in search):
        fields["search"] = paths
    if schemes:
        pairs = (f"{scheme}\t{path.resolve()}" for scheme, path in schemes.items())
        fields["schemes"] = "\n".join(pairs)
    return fields


@cache
def shared() -> LibSdformat:
    """One oracle for all tests of a process, ended with it.

    Raises:
        OracleMissingError: the compiler or the library is not installed.
    """
    oracle = LibSdformat()
    atexit.register(oracle.close)
    return oracle
