"""Messages between two processes: the length in bytes, then arrays in NPY format."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import IO, Any

_LENGTH = 8


def send(stream: IO[bytes], arrays: Iterable[Any]) -> None:
    """Write a message with arrays to a stream."""
    import numpy as np

    content = io.BytesIO()
    for values in arrays:
        np.save(content, np.asarray(values, order="C"), allow_pickle=False)
    stream.write(content.getbuffer().nbytes.to_bytes(_LENGTH, "little"))
    stream.write(content.getbuffer())
    stream.flush()


def receive(stream: IO[bytes]) -> list[Any] | None:
    """Return the arrays of the next message of a stream; None at the end of the stream.

    Raises:
        ValueError: the received bytes are not arrays of numbers.
    """
    import numpy as np

    length = int.from_bytes(stream.read(_LENGTH), "little")
    content = io.BytesIO()
    while (left := length - content.tell()) > 0:
        block = stream.read(min(left, 1 << 24))
        if not block:
            return None
        content.write(block)
    content.seek(0)
    found = []
    while content.tell() < length:
        found.append(np.load(content, allow_pickle=False))
    return found or None
