"""The two forms of every function: native kernels, and array code, which is used without them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

import pytest

import bodyplan.native
from bodyplan.kinematics import native
from bodyplan.kinematics.plan import Plan
from bodyplan.model import Robot

FORMS = ("native", "arrays")


def use(form: str, monkeypatch: pytest.MonkeyPatch, *robots: Robot) -> None:
    """From here to the end of the test this form computes.

    Args:
        form: one of ``FORMS``.
        monkeypatch: undoes it.
        robots: that outlive the test; for new ones it holds anyway.
    """
    if form == "native":
        if bodyplan.native.Plan is None:
            pytest.skip("the native extension is not there")
        return
    monkeypatch.setattr(native, "make_kernels", without_kernels)
    for robot in robots:
        for owner in (robot, robot.arrays):
            monkeypatch.setitem(owner.__dict__, "kernels", without_kernels(robot.plan))


def without_kernels(plan: Plan) -> native.Kernels:
    """What a robot has for kernels where there is no extension."""
    return native.Kernels(plan, None)


def of_form(form: str, robot: Robot) -> Robot:
    """The robot, computed in one form."""
    copy = robot.with_semantics(robot.semantics)
    make = native.make_kernels if form == "native" else without_kernels
    copy.__dict__["kernels"] = make(robot.plan)
    return copy


def run_at_once(run: Callable[[int], None], count: int) -> None:
    """Calls a function in so many threads, each with its number, that take turns all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
