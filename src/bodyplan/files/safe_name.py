"""File names that are derived from names in a description."""

_RESERVED = frozenset(
    (
        "con",
        "prn",
        "aux",
        "nul",
        "conin$",
        "conout$",
        *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)),
    )
)
"""Names that Windows reserves for devices, with any suffix."""
_UNSAFE = '<>:"|?*\\/%#'
"""Characters that Windows does not allow in file names, or that have a meaning in a URI."""
_LONGEST_NAME = 200  # limit on the length of a file name [bytes]; operating systems allow 255
_LONGEST_ENDING = 20  # characters


def safe_name(name: str) -> str:
    """Return a file name that every system accepts and that needs no escapes in URIs."""
    made = "".join("_" if c in _UNSAFE or not c.isprintable() else c for c in name.strip()).rstrip(
        ". "
    )
    if made.partition(".")[0].rstrip().lower() in _RESERVED:
        made = f"_{made}"
    if len(made.encode()) > _LONGEST_NAME:
        stem, dot, ending = made.rpartition(".")
        tail = f"{dot}{ending}" if stem and len(ending) <= _LONGEST_ENDING else ""
        head = made[: -len(tail)] if tail else made
        made = head.encode()[: _LONGEST_NAME - len(tail.encode())].decode("utf-8", "ignore") + tail
    return made or "_"
