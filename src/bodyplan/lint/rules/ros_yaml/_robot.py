"""Look-ups in the robot of a ROS 2 parameter file."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.formats.ros_yaml import SettingsDocument
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import Similar, choice
from bodyplan.spec import Element

TOLERANCE = 1e-3
"""Relative and absolute tolerance: numbers in parameter files are rounded."""

_FEW = 200
"""Maximum number of known names among which a name with two swapped letters is searched."""


def joint_names(ctx: Context) -> Collection[str]:
    """Return the joints of the robot and the virtual joints of its SRDF."""
    return ctx.once(_joint_names)


def _joint_names(ctx: Context) -> dict[str, None]:
    names = dict.fromkeys(ctx.index.joints)
    if isinstance(ctx.document, SettingsDocument) and ctx.document.semantics is not None:
        names |= dict.fromkeys(joint.name for joint in ctx.document.semantics.virtual_joints)
    return names


def group_names(ctx: Context) -> Collection[str] | None:
    """Return the groups of the SRDF, or None without an SRDF."""
    document = ctx.document
    if not isinstance(document, SettingsDocument) or document.semantics is None:
        return None
    return {group.name for group in document.semantics.groups}


def joint_of(ctx: Context, name: str) -> urdf.Joint | None:
    """Return the joint of the robot with this name, or None."""
    return next(iter(ctx.index.joints.get(name, ())), None)


def is_unknown(ctx: Context, name: str) -> bool:
    """Return whether the robot is known and the joint does not exist in it.

    The result is False for names with a slash, each of which is a variable of a joint or a joint of
    another controller, and for names with a dollar sign, which are substituted at launch.
    """
    names = joint_names(ctx)
    is_made = "/" in name or "$" in name
    return ctx.robot is not None and bool(names) and not is_made and name not in names


def unknown(
    ctx: Context,
    value: Element,
    message: str,
    known: Callable[[], Collection[str]],
    *,
    field: str | None = None,
    severity: Severity | None = None,
    otherwise: str | None = None,
) -> Diagnostic:
    """Report a reference to an unknown name, with similar names as the hint.

    Args:
        ctx: the context of the running rule.
        value: the reference.
        message: what is wrong.
        known: returns the names that exist.
        field: the field that contains the name; by default "name".
        severity: the severity, if it differs from the severity of the rule.
        otherwise: the hint if no name is similar.
    """
    word = str(getattr(value, field or "name"))
    hint = partial(_hint, Similar(ctx, word, known), word, known, otherwise)
    return ctx.report(value, message, field=field, severity=severity, hint=hint)


def _hint(
    similar: Similar, word: str, known: Callable[[], Collection[str]], otherwise: str | None
) -> str | None:
    names = similar()
    if not names and len(known()) <= _FEW:  # also find two swapped letters in a short name
        letters = sorted(word)
        names = [name for name in known() if sorted(name) == letters][:1]
    return f"did you mean {choice(names)}?" if names else otherwise
