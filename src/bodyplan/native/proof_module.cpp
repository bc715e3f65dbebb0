// The Python bindings of proofs about pairs of links.
#include "proof_module.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "proof.hpp"

namespace nb = nanobind;

namespace bodyplan::proof {

namespace {

using Triangles = nb::ndarray<const double, nb::shape<-1, 3, 3>, nb::c_contig, nb::device::cpu>;
using Poses = nb::ndarray<const double, nb::shape<-1, 3, 4>, nb::c_contig, nb::device::cpu>;
using Axes = nb::ndarray<const double, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<const std::int32_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

Pose pose_of(const double* m) {
  return {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}};
}

Surface surface(const Triangles& triangles, const Numbers& radii) {
  const std::size_t count = triangles.shape(0);
  if (count == 0 || radii.shape(0) != count) throw nb::value_error("expected triangles, and one radius for each");
  std::vector<Triangle> made(count);
  const double* at = triangles.data();
  for (std::size_t i = 0; i < count; ++i) {
    for (Vec& corner : made[i].corner) {
      corner = {at[0], at[1], at[2]};
      at += 3;
    }
    made[i].radius = radii.data()[i];
  }
  for (std::size_t i = 0; i < 9 * count; ++i) {
    if (!std::isfinite(triangles.data()[i])) throw nb::value_error("triangles must have finite corners");
  }
  return Surface(std::move(made));
}

Motion motion(const Poses& fixed, const Axes& axes, const Numbers& turn, const Numbers& slide, const Indices& variable,
              const Numbers& multiplier, const Numbers& offset, const Numbers& lower, const Numbers& upper) {
  const std::size_t count = axes.shape(0);
  if (fixed.shape(0) != count + 1 || turn.shape(0) != count || slide.shape(0) != count ||
      variable.shape(0) != count || multiplier.shape(0) != count || offset.shape(0) != count ||
      lower.shape(0) != upper.shape(0)) {
    throw nb::value_error("the arrays of a motion do not fit each other");
  }
  Motion made;
  made.start = pose_of(fixed.data());
  made.lower.assign(lower.data(), lower.data() + lower.shape(0));
  made.upper.assign(upper.data(), upper.data() + upper.shape(0));
  made.scale = length(made.start.p);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t own = variable.data()[i];
    if (own < 0 || static_cast<std::size_t>(own) >= made.lower.size()) throw nb::index_error("no such variable");
    Step step{{axes.data()[3 * i], axes.data()[3 * i + 1], axes.data()[3 * i + 2]},
              turn.data()[i], slide.data()[i], own, multiplier.data()[i], offset.data()[i],
              pose_of(fixed.data() + 12 * (i + 1))};
    const double far = std::max(std::abs(made.lower[own]), std::abs(made.upper[own]));
    made.scale += length(step.after.p) + std::abs(step.slide) * (std::abs(step.multiplier) * far + std::abs(step.offset));
    made.steps.push_back(step);
  }
  return made;
}

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved: return "proved";
    case Verdict::met: return "met";
    case Verdict::close: return "close";
    default: return "undecided";
  }
}

}  // namespace

void register_proof(nb::module_& module) {
  nb::class_<Surface>(module, "ProofSurface", "Triangles of a link, each swept by a sphere.")
      .def("__init__",
           [](Surface* at, const Triangles& triangles, const Numbers& radii) { new (at) Surface(surface(triangles, radii)); },
           nb::arg("triangles"), nb::arg("radii"))
      .def_prop_ro("count", &Surface::count);
  nb::class_<Motion>(module, "ProofMotion", "How one link moves in the frame of another.")
      .def("__init__",
           [](Motion* at, const Poses& fixed, const Axes& axes, const Numbers& turn, const Numbers& slide,
              const Indices& variable, const Numbers& multiplier, const Numbers& offset, const Numbers& lower,
              const Numbers& upper) {
             new (at) Motion(motion(fixed, axes, turn, slide, variable, multiplier, offset, lower, upper));
           },
           nb::arg("fixed"), nb::arg("axes"), nb::arg("turn"), nb::arg("slide"), nb::arg("variable"),
           nb::arg("multiplier"), nb::arg("offset"), nb::arg("lower"), nb::arg("upper"));
  module.def(
      "prove_apart",
      [](const Surface& a, const Surface& b, const Motion& moves, double margin, double coarse,
         std::int64_t budget) {
        Answer answer;
        {
          nb::gil_scoped_release release;
          answer = prove(a, b, moves, margin, coarse, budget);
        }
        return nb::make_tuple(word(answer.verdict), answer.cells, answer.tests, answer.clearance, answer.q);
      },
      nb::arg("a"), nb::arg("b"), nb::arg("motion"), nb::arg("margin"), nb::arg("coarse"), nb::arg("budget"),
      "Whether two links are always further apart than a margin: verdict, cells, tests, clearance, configuration.");
  module.def(
      "surface_distance",
      [](const Surface& a, const Surface& b, const Motion& moves, const Numbers& q) {
        if (q.shape(0) != moves.lower.size()) throw nb::value_error("q does not fit the motion");
        nb::gil_scoped_release release;
        return distance(a, b, moves.pose(q.data()));
      },
      nb::arg("a"), nb::arg("b"), nb::arg("motion"), nb::arg("q"), "The distance of two surfaces.");
  module.def(
      "nearest_approach",
      [](const Surface& a, const Surface& b, const Motion& moves, std::uint64_t seed, std::int64_t samples,
         std::int32_t descents) {
        if (samples < 1) throw nb::value_error("at least one sample is required");
        Nearest found;
        {
          nb::gil_scoped_release release;
          found = nearest(a, b, moves, seed, samples, descents);
        }
        return nb::make_tuple(found.distance, found.q);
      },
      nb::arg("a"), nb::arg("b"), nb::arg("motion"), nb::arg("seed"), nb::arg("samples"), nb::arg("descents"),
      "The smallest distance that random configurations and descents find, and where.");
}

}  // namespace bodyplan::proof
