"""Converted meshes on disk, so that a robot opens faster the second time.

The meshes are in the cache folder of the user; ``BODYPLAN_CACHE=0`` switches the cache off. The
name of an entry is a digest of all its sources, and its content ends with a digest of the preceding
bytes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

VERSION = 4
"""Version of the content; increase it when the conversion of meshes changes."""
MOST_BYTES = 512 * 1024 * 1024
"""Largest total size of the entries [bytes]; the oldest entries are removed above this size."""
_DIGEST = 16


def folder() -> Path | None:
    """Return the cache folder; None if the cache is disabled or the home folder is unknown."""
    if os.environ.get("BODYPLAN_CACHE", "").lower() in {"0", "no", "off", "false"}:
        return None
    named = (os.environ.get(name, "") for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"))
    base = next(filter(os.path.isabs, named), "")  # relative paths are invalid, and ignored
    try:
        home = Path.home()
    except RuntimeError:
        return Path(base) / "bodyplan" / "meshes" if base else None
    usual = home / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    return (Path(base) if base else usual) / "bodyplan" / "meshes"


def get(key: str) -> bytes | None:
    """Return an entry; None if it does not exist or is damaged."""
    place = folder()
    if place is None:
        return None
    path = place / key
    try:
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    body, digest = data[:-_DIGEST], data[-_DIGEST:]
    return body if blake2b(body, digest_size=_DIGEST).digest() == digest else None


def put(key: str, body: bytes) -> None:
    """Write an entry; do nothing without a cache or if the file cannot be written."""
    place = folder()
    if place is None:
        return
    temporary = ""
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place, prefix="new-", delete=False) as stream:
            temporary = stream.name
            stream.write(body)
            stream.write(blake2b(body, digest_size=_DIGEST).digest())
        os.replace(temporary, place / key)
        return
    if temporary:
        with suppress(OSError):
            os.unlink(temporary)


def trim() -> None:
    """Remove the oldest entries until the total size is at most ``MOST_BYTES``."""
    place = folder()
    if place is None:
        return
    entries = []
    with suppress(OSError):
        for entry in os.scandir(place):
            with suppress(OSError):
                status = entry.stat()
                entries.append((status.st_mtime, status.st_size, entry.path))
    total = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if total <= MOST_BYTES:
            break
        with suppress(OSError):
            os.unlink(path)
        total -= size
