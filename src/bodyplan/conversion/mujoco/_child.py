"""The child process in which MuJoCo compiles MJCF. It gets text and bytes, and opens no files."""

from __future__ import annotations

import faulthandler
import io
import os
import pickle
import signal
import sys
import traceback
from typing import IO
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.mjcf.from_compiled import read_parts
from bodyplan.conversion.mjcf.limits import KEPT_MEMORY, MOST_SECONDS
from bodyplan.conversion.mujoco.messages import MjcfAnswer, MjcfInput, MjcfJob, NamedFile, tree_of
from bodyplan.conversion.mujoco.trial import trial_of
from bodyplan.core import replace
from bodyplan.core.sandbox import Memory, limit_seconds, lock
from bodyplan.formats import srdf
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import read_bytes
from bodyplan.text import Source, parse

_FIRST = """<mujoco><worldbody><body name="a"><freejoint/><geom name="g" size="1" rgba="1 0 0 1"/>
<site name="s"/><camera name="c"/><body name="b"><joint name="j" range="-1 1" ref="1"/>
<geom type="mesh" mesh="m"/></body></body></worldbody><asset><mesh name="m" file="m.stl"/></asset>
<actuator><motor name="j" joint="j"/></actuator><sensor><gyro site="s"/></sensor>
<contact><exclude body1="a" body2="b"/></contact><keyframe><key name="k"/></keyframe>
<equality><joint joint1="j" active="false"/></equality></mujoco>"""
"""A document that is compiled before the sandbox starts; the file of its mesh is missing."""
_MOVED = """<mujoco><worldbody><geom size="1 1 1" type="plane"/><body name="a"><freejoint/>
<geom size="1"/><body name="b"><joint name="j"/><geom size="1"/><body name="c"><joint/>
<geom size="1"/></body></body></body></worldbody><actuator><position joint="j" kp="1" kv="1"/>
</actuator><keyframe><key name="home"/></keyframe></mujoco>"""
"""A document that is simulated before the sandbox starts; bodies touch, and it has a servo."""
_SECOND = "<mujoco><worldbody><body><joint/></body></worldbody></mujoco>"
"""A document that MuJoCo rejects; it is compiled before the sandbox starts."""


class NumberingPickler(pickle.Pickler):
    """Pickles a result, with each element of the document replaced by its index."""

    def __init__(self, stream: IO[bytes], document: Document) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self._document = document
        root = document.tree.root
        nodes = () if root is None else root.iter()
        self._numbers = {id(node): number for number, node in enumerate(nodes)}

    def persistent_id(self, value: object) -> int | None:
        """Return the index of an element, -1 for the document, or None for any other value."""
        if value is self._document:
            return -1
        return self._numbers.get(id(value)) if isinstance(value, Node) else None


def serve() -> None:
    """Compile the documents that standard input contains, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # MuJoCo may print to standard output
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        _import_all()
        memory = Memory()
        lock()
        while True:
            try:
                job: MjcfJob = pickle.load(sys.stdin.buffer)  # noqa: S301  (from the parent process)
            except EOFError:
                return
            limit_seconds(job.seconds)
            memory.limit(job.memory)
            faulthandler.dump_traceback_later(MOST_SECONDS, exit=True, file=nowhere)
            document, answer = _answer(job.given, job.trial)
            answer = replace(answer, is_last=memory.grown() > KEPT_MEMORY)
            NumberingPickler(results, document).dump(answer)
            results.flush()
            faulthandler.cancel_dump_traceback_later()


def _import_all() -> None:
    """Import modules that are normally imported at first use: the sandbox blocks later imports."""
    for package in (model, srdf):
        for name in dir(package):
            getattr(package, name)
    for text in (_FIRST, _SECOND):
        given = MjcfInput("", text, text, {}, {"m.stl": NamedFile("m.stl")})
        document, answer = _answer(given)
        NumberingPickler(io.BytesIO(), document).dump(answer)
    _answer(MjcfInput("", "", _MOVED), "excluding")


def _answer(given: MjcfInput, trial: str = "") -> tuple[Document, MjcfAnswer]:
    """Return the input as a document, and the answer for it."""
    if trial:
        document = Document(Source(b"", given.name), parse(b""), reader=read_bytes, format="mjcf")
        try:
            return document, MjcfAnswer(trial=trial_of(given, excludes=trial == "excluding"))
        except Exception:  # noqa: BLE001  (the other process raises it)
            return document, MjcfAnswer(failed=traceback.format_exc())
    source = Source(given.document.encode(), given.name)
    document = Document(source, tree_of(given.document), reader=read_bytes, format="mjcf")
    try:
        return document, MjcfAnswer(read_parts(given, document))
    except InputError as error:
        return document, MjcfAnswer(rejected=str(error))
    except Exception:  # noqa: BLE001  (the other process raises it)
        return document, MjcfAnswer(failed=traceback.format_exc())
