"""Talking with the process that asked for the expansion: a line of JSON each way, and bytes.

The channel is standard input and output as they were at the start. Afterwards both lead nowhere,
so nothing that the package prints can be taken for an answer.
"""

from __future__ import annotations

import json
import os
from typing import Any, BinaryIO


class Channel:
    """The way to the parent process; made once, at the start.

    Args:
        source: where its lines are read.
        sink: the descriptor that ours are written to.
    """

    def __init__(self, source: BinaryIO, sink: int) -> None:
        self._source = source
        self._sink = sink

    @classmethod
    def of_process(cls) -> Channel:
        """The channel of this process."""
        source, sink = os.fdopen(os.dup(0), "rb"), os.dup(1)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        os.close(nowhere)
        return cls(source, sink)

    def receive(self) -> tuple[dict[str, Any], bytes]:
        """The next message, and the bytes that came with it.

        Raises:
            EOFError: the other side has gone.
        """
        line = self._source.readline()
        if not line:
            raise EOFError
        message: dict[str, Any] = json.loads(line)
        size = message.get("bytes", 0)
        return message, self._source.read(size) if size else b""

    def send(self, message: dict[str, Any], data: bytes = b"") -> None:
        """Sends a message, with bytes behind it."""
        if data:
            message = {**message, "bytes": len(data)}
        left = memoryview(json.dumps(message, separators=(",", ":")).encode() + b"\n" + data)
        while left:
            left = left[os.write(self._sink, left) :]

    def ask(self, **question: Any) -> tuple[dict[str, Any], bytes]:
        """The answer to a question."""
        self.send(question)
        return self.receive()
