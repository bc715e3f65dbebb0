"""The register of kinds: one object for each code, wherever it is declared."""

from __future__ import annotations

from bodyplan.diag.diagnostic import Kind

_KINDS: dict[str, Kind] = {}


class DuplicateCodeError(ValueError):
    """A code or a name was declared twice."""


def register(kind: Kind) -> Kind:
    """The same kind, now known by its code.

    Raises:
        DuplicateCodeError: the code or the name belongs to another kind.
        ValueError: the page does not say why it matters.
    """
    if kind.code in _KINDS:
        raise DuplicateCodeError(f"{kind.code} is both {_KINDS[kind.code].name} and {kind.name}")
    if "## Why it matters" not in kind.page:
        raise ValueError(f"the page of {kind.code} has no '## Why it matters'")
    _KINDS[kind.code] = kind
    return kind


def kinds() -> dict[str, Kind]:
    """All kinds declared by the modules imported so far, by code, in order."""
    return dict(sorted(_KINDS.items()))
