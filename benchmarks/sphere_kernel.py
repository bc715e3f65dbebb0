"""Self-collision of spheres: ``sphere_model`` against C++ that is generated for the robot.

    python benchmarks/sphere_kernel.py panda_spherized.urdf --srdf panda.srdf

The C++ is written as the code of VAMP is: straight code for one robot with all numbers folded in, one
configuration in each lane of a vector, single precision, a sphere around those of each link before
the spheres of a pair. VAMP's vectors have 8 lanes on every x86 processor, so that is its width here;
with AVX-512, a version of 16 lanes is measured too. Each is compiled for this processor and runs in the
same process, by turns with ``is_free``, which reads the robot as data and leaves verdicts that rounding
could change to double precision; once with the widest instructions, and once with AVX2. Times are those
of the processor in one thread, so that other programs disturb them less.
"""

from __future__ import annotations

import argparse
import ctypes
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import bodyplan
from bodyplan.formats.sphere_files import of_links, read_spheres
from bodyplan.kinematics.native import Kernels
from bodyplan.native import Plan

_HEAD = r"""
#include <cmath>
#include <cstdint>
constexpr int W = WIDTH;
typedef float V __attribute__((vector_size(4 * W)));
typedef int32_t I __attribute__((vector_size(4 * W)));
static inline bool any(I lanes) {
  int32_t all = 0;
  for (int i = 0; i < W; ++i) all |= lanes[i];
  return all;
}
// Sine and cosine: reduced to an eighth of a turn, then a short series with errors below 1e-7.
static inline void sincos(V x, V& s, V& c) {
  const V turns = x * 0.63661977f;
  const I n = __builtin_convertvector(turns + (turns < 0.0f ? V{} - 0.5f : V{} + 0.5f), I);
  const V k = __builtin_convertvector(n, V);
  const V r = (x - k * 1.5707855f) - k * 1.0801e-5f - k * 7.26794897e-10f;
  const V q = r * r;
  const V a = r + r * q * (-1.6666654611e-1f + q * (8.3321608736e-3f - q * 1.9515295891e-4f));
  const V b = 1.0f - 0.5f * q + q * q * (4.166664568298827e-2f + q * (-1.388731625493765e-3f + q * 2.443315711809948e-5f));
  const I odd = (n & 1) != 0, low = (n & 2) != 0, side = ((n + 1) & 2) != 0;
  s = odd ? b : a;
  c = odd ? a : b;
  s = low ? -s : s;
  c = side ? -c : c;
}
"""


class _Code:
    """Straight code: values are numbers, or names of vectors."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def name(self, text: str) -> str:
        own = f"v{len(self.lines)}"
        self.lines.append(f"const V {own} = {text};")
        return own

    def sum(self, *terms: tuple[Any, Any]) -> Any:
        """Return the sum of products, with numbers folded."""
        constant, parts = 0.0, []
        for a, b in terms:
            if isinstance(a, float) and isinstance(b, float):
                constant += a * b
            elif 0.0 not in (a, b):
                one, two = (b, a) if isinstance(b, float) else (a, b)
                parts.append(
                    two if one == 1.0 else f"-{two}" if one == -1.0 else f"{_text(one)} * {two}"
                )
        if not parts:
            return constant
        if abs(constant) > 1e-12:
            parts.append(_text(constant))
        return (
            parts[0]
            if len(parts) == 1 and "*" not in parts[0] and parts[0][0] != "-"
            else self.name(" + ".join(parts))
        )

    def product(self, A: list[list[Any]], B: list[list[Any]]) -> list[list[Any]]:
        """Return the product of two poses of three rows and four columns."""
        return [
            [
                self.sum(*((A[i][k], B[k][j]) for k in range(3)), (A[i][3], 1.0 if j == 3 else 0.0))
                for j in range(4)
            ]
            for i in range(3)
        ]

    def place(self, X: list[list[Any]], p: Any) -> list[Any]:
        return [
            self.sum(*((X[i][k], float(p[k])) for k in range(3)), (X[i][3], 1.0)) for i in range(3)
        ]


def _text(value: Any) -> str:
    return f"{value!r}f" if isinstance(value, float) else value


def _joint(code: _Code, joint: Any, q: str, column: int) -> list[list[Any]]:
    """Return the pose of a joint with a variable, whose value is a vector."""
    x, y, z = (0.0 if abs(a) < 1e-12 else float(a) for a in joint.axis)
    if joint.type == "prismatic":
        return [[1.0, 0.0, 0.0, code.sum((x, q))], [0.0, 1.0, 0.0, code.sum((y, q))],
                [0.0, 0.0, 1.0, code.sum((z, q))]]  # fmt: skip
    s, c = f"s{column}", f"c{column}"
    code.lines.append(f"V {s}, {c}; sincos({q}, {s}, {c});")
    rest = code.name(f"1.0f - {c}")
    turn = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]
    a = (x, y, z)
    return [
        [
            *(
                code.sum((turn[i][j], s), (a[i] * a[j], rest), (1.0 if i == j else 0.0, c))
                for j in range(3)
            ),
            0.0,
        ]
        for i in range(3)
    ]


def _source(robot: Any, model: Any, width: int) -> str:
    code = _Code()
    poses: dict[str, Any] = {robot.root_link.name: np.eye(4)[:3].tolist()}
    for link in robot.links:
        _pose(code, robot, link.name, poses)
    middles, spheres = [], []
    for k, number in enumerate(model._numbers):  # noqa: SLF001
        X = poses[robot.links[number].name]
        middles.append(code.place(X, model._middles[k]))  # noqa: SLF001
        spheres.append([code.place(X, p) for p in model._centers[k]])  # noqa: SLF001
    lines = [*code.lines, "I hit = {};"]
    for a, b in model._bodies:  # noqa: SLF001
        reach = model._reaches[a] + model._reaches[b]  # noqa: SLF001
        tests = [
            f"hit |= {_square(one, two)} < {_text(float((r + t) ** 2))};"
            for one, r in zip(spheres[a], model._radii[a], strict=True)  # noqa: SLF001
            for two, t in zip(spheres[b], model._radii[b], strict=True)  # noqa: SLF001
        ]
        around = f"{_square(middles[a], middles[b])} < {_text(float(reach * reach))}"
        lines.append(f"if (any(({around}) & ~hit)) {{ {' '.join(tests)} }}")
    body = "\n    ".join(lines)
    loads = "\n    ".join(
        f"V q{j}; for (int i = 0; i < W; ++i) q{j}[i] = float(rows[(n + i) * {robot.nq} + {j}]);"
        for j in range(robot.nq)
    )
    head = _HEAD.replace("WIDTH", str(width))
    return f"""{head}
extern "C" void run(const double* rows, int64_t count, uint8_t* out) {{
  for (int64_t n = 0; n < count; n += W) {{
    {loads}
    {body}
    for (int i = 0; i < W; ++i) out[n + i] = !hit[i];
  }}
}}
"""


def _square(one: Any, two: Any) -> str:
    names = [f"({_vector(a)} - {_vector(b)})" for a, b in zip(one, two, strict=True)]
    return " + ".join(f"{name} * {name}" for name in names)


def _vector(value: Any) -> str:
    return f"(V{{}} + {_text(value)})" if isinstance(value, float) else value


def _pose(code: _Code, robot: Any, link: str, poses: dict[str, Any]) -> Any:
    if link not in poses:
        joint = robot.parent_joint(link)
        parent = _pose(code, robot, joint.parent, poses)
        X = code.product(parent, np.round(joint.origin.matrix[:3], 15).tolist())
        if joint.type != "fixed":
            lead = joint.mimic.leader if joint.mimic else joint.name
            column = robot.q_slice(lead).start
            q = f"q{column}"
            if joint.mimic:
                q = code.name(f"q{column} * {joint.mimic.multiplier!r}f + {joint.mimic.offset!r}f")
            X = code.product(X, _joint(code, joint, q, len(poses)))
        poses[link] = X
    return poses[link]


def main() -> None:
    """Print nanoseconds a configuration of both, by turns, and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("robot")
    parser.add_argument("--srdf")
    parser.add_argument("--spheres", help="file with the spheres; by default the robot itself")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--count", type=int, default=16_000)
    parser.add_argument("--compiler", default="g++")
    arguments = parser.parse_args()
    robot = bodyplan.load(arguments.robot)
    if arguments.srdf:
        semantics = bodyplan.load(arguments.srdf, robot=arguments.robot)
        robot = robot.with_semantics(semantics)
    frames = {link.name: tuple(one.origin for one in link.collisions) for link in robot.links}
    spheres = of_links(read_spheres(arguments.spheres or arguments.robot), frames).spheres
    low, high = np.maximum(robot.arrays.lower, -3.1), np.minimum(robot.arrays.upper, 3.1)
    q = np.random.default_rng(0).uniform(low, high, (arguments.count, robot.nq))
    wide = "avx512f" in Path("/proc/cpuinfo").read_text()
    models = {
        name: _model(robot, spheres, name) for name in (("avx512",) if wide else ()) + ("avx2",)
    }
    first = next(iter(models.values()))
    free = first.is_free(q)
    sys.stdout.write(
        f"{robot.name}: {sum(map(len, spheres.values()))} spheres, {len(first.pairs)} pairs of links,"
        f" {free.mean():.1%} free\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        for width in (8, 16) if wide else (8,):
            theirs = _compiled(
                _source(robot, first, width), Path(folder, f"{width}"), arguments.compiler
            )
            for name, model in models.items():
                _compare(
                    f"is_free with {name}", model, f"{width} lanes", theirs, q, arguments.rounds
                )


def _model(robot: Any, spheres: Any, instructions: str) -> Any:
    """Return the sphere model of a robot whose kernels use these vector instructions."""
    own = robot.with_semantics(robot.semantics)
    vars(own)["kernels"] = Kernels(own.plan, Plan(own.plan.arrays, instructions))
    return bodyplan.collision.sphere_model(own, spheres)


def _compiled(source: str, path: Path, compiler: str) -> Any:
    """Return the function of C++ source, compiled for this processor."""
    path.with_suffix(".cpp").write_text(source)
    options = [
        "-O3",
        "-march=native",
        "-ffast-math",
        "-std=c++20",
        "-shared",
        "-fPIC",
        "-Wno-psabi",
    ]
    library = str(path.with_suffix(".so"))
    subprocess.run([compiler, *options, str(path.with_suffix(".cpp")), "-o", library], check=True)
    function = ctypes.CDLL(library).run
    function.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
    return function


def _compare(name: str, model: Any, lanes: str, theirs: Any, q: Any, rounds: int) -> None:
    """Print the times of a model and of generated C++ for the same configurations."""
    out = np.empty(len(q), np.uint8)
    theirs(q.ctypes.data, len(q), out.ctypes.data)
    same = float((model.is_free(q) == (out == 1)).mean())
    ours, other = [], []
    for _ in range(rounds):
        start = time.thread_time()
        model.is_free(q)
        middle = time.thread_time()
        theirs(q.ctypes.data, len(q), out.ctypes.data)
        ours.append((middle - start) / len(q))
        other.append((time.thread_time() - middle) / len(q))
    ratio = statistics.median(b / a for a, b in zip(ours, other, strict=True))
    sys.stdout.write(
        f"generated C++ of {lanes} {1e9 * min(other):.0f} ns, {name} {1e9 * min(ours):.0f} ns a configuration:"
        f" {ratio:.2f} times the speed (median of {rounds} rounds), {same:.3%} equal verdicts\n"
    )


if __name__ == "__main__":
    main()
