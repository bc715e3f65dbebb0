"""Brings a frame to a point from many configurations at once, along the gradients of JAX.

``python examples/gradient_with_jax.py sample:arm tool0 0.3 0.2 0.5``

Needs JAX: ``pip install jax``.
"""

from __future__ import annotations

import argparse

import bodyplan
from bodyplan.kinematics import forward_kinematics
from bodyplan.model import UnknownNameError

STARTS, STEPS = 64, 200


def main() -> None:
    """Searches, and prints the best configuration."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("robot", help="a path, or sample:NAME")
    parser.add_argument("frame", help="name of a link or frame")
    parser.add_argument("point", type=float, nargs=3, help="x y z in the frame of the root [m]")
    arguments = parser.parse_args()
    try:
        import jax
        import jax.numpy as jnp
    except ModuleNotFoundError:
        print("nothing done: this example needs JAX (pip install jax)")
        return
    jax.config.update("jax_enable_x64", True)  # type: ignore[no-untyped-call]

    robot = bodyplan.load(arguments.robot)
    lower, upper, target = map(jnp.asarray, (*robot.limits[:2], arguments.point))

    def distance(q: jax.Array) -> jax.Array:
        """How far the frame is from the point, squared [m²]."""
        X = forward_kinematics(robot, q, [arguments.frame])
        squared: jax.Array = ((X[0, :3, 3] - target) ** 2).sum()
        return squared

    @jax.jit
    def step(q: jax.Array) -> jax.Array:
        """Every configuration a step down its gradient, between the limits."""
        return jnp.clip(q - 0.5 * jax.vmap(jax.grad(distance))(q), lower, upper)

    q = jnp.asarray(robot.random(0, STARTS))
    for _ in range(STEPS):
        q = step(q)
    left = jnp.sqrt(jax.vmap(distance)(q))
    best = int(left.argmin())
    print(f"{int((left < 1e-3).sum())} of {STARTS} configurations come within a millimetre")
    print(f"{arguments.frame} is {1e3 * float(left[best]):.3f} mm away at")
    for name, value in zip(robot.q_names, q[best].tolist(), strict=True):
        print(f"  {name:24} {value:8.4f}")


if __name__ == "__main__":
    try:
        main()
    except (bodyplan.InputError, bodyplan.DescriptionError, UnknownNameError) as error:
        raise SystemExit(str(error)) from None
