"""Explanations of why a pair of links is disabled or checked."""

from __future__ import annotations

from collections.abc import Mapping

from bodyplan.collision.evidence import PairRow, below

_SHOWN = 8
"""The largest number of joint positions in a sentence."""


def explained(row: PairRow) -> str:
    """Return the evidence for a row, as one clause."""
    if row.why is not None and row.reason != "Always":
        return f"not certain: {row.why}"
    if row.contained is not None:
        where = f"; {row.contained} is inside the other link"
        if row.evidence == "proved":
            return f"proved: surfaces never touch{_apart(row)}{where}"
        return f"{row.contained} is inside the other link at {positions(row.witness)}"
    match row.reason, row.evidence:
        case "Adjacent", _:
            return "a joint connects them, directly or through links without collision shapes"
        case "Default", _:
            return "touch in the default configuration"
        case "Always", "proved":
            return "proved: touch in every configuration"
        case "Always", _:
            return row.why or "touch in nearly all random configurations"
        case _, "proved":
            return f"proved: never touch{_apart(row)}"
        case _, "met":
            return f"touch at {positions(row.witness)}"
        case _, "sampled":
            samples = row.samples or 0
            return (
                f"seen in 0 of {samples:,} random configurations:"
                f" with 95 % confidence below {_share(below(samples))}"
            )
    return "set by hand" if row.reason == "User" else "no evidence"


def positions(witness: Mapping[str, float] | None) -> str:
    """Return joint positions as NAME=VALUE, in the syntax of the ``-q`` option."""
    if not witness:
        return "every configuration" if witness == {} else "an unknown configuration"
    shown = [f"{name}={value:.6g}" for name, value in witness.items()]
    more = f" and {len(shown) - _SHOWN} more" if shown[_SHOWN:] else ""
    return ",".join(shown[:_SHOWN]) + more


def _apart(row: PairRow) -> str:
    return f", at least {length(row.clearance)} apart" if row.clearance else ""


def length(value: float) -> str:
    """Return a distance with its unit, rounded down."""
    if value >= 1.0:
        return f"{int(value * 1e3) / 1e3:.3f} m"
    return f"{int(value * 1e6) / 1e3:.4g} mm" if value >= 1e-6 else f"{value * 1e6:.2g} µm"


def _share(part: float) -> str:
    return f"{100.0 * part:.2g} %"
