#include "mesh_module.hpp"

#include <nanobind/ndarray.h>

#include <vector>

#ifdef __SIZEOF_INT128__
#include "mesh_hull.hpp"
#endif
#include "mesh_field.hpp"
#include "mesh_sums.hpp"

namespace nb = nanobind;

namespace bodyplan::mesh {

namespace {

using Vertices = nb::ndarray<const double, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Faces = nb::ndarray<const std::int32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

AddUp* fastest() {
#ifdef BODYPLAN_WIDE
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return sums_avx2;
#endif
  return sums_baseline;
}

nb::tuple mesh_sums(const Vertices& vertices, const Faces& faces, double x, double y, double z) {
  const double origin[] = {x, y, z};
  double found[kSums];
  bool done = false;
  {
    nb::gil_scoped_release release;
    done = fastest()(vertices.data(), vertices.shape(0), faces.data(), faces.shape(0), origin, found);
  }
  if (!done) throw nb::index_error("a triangle has a corner that is not there");
  nb::list sums;
  for (const double value : found) sums.append(value);
  return nb::tuple(sums);
}

#ifdef __SIZEOF_INT128__
nb::object mesh_hull(const Vertices& points) {
  std::vector<Triangle> found;
  {
    nb::gil_scoped_release release;
    found = hull(points.data(), points.shape(0));
  }
  return nb::bytes(reinterpret_cast<const char*>(found.data()), found.size() * sizeof(Triangle));
}
#endif

using Triangles = nb::ndarray<const double, nb::shape<-1, 3, 3>, nb::c_contig, nb::device::cpu>;

nb::bytes mesh_field(const Triangles& triangles, const Vertices& points, std::int64_t steps) {
  if (triangles.shape(0) == 0) throw nb::value_error("no triangles");
  std::vector<double> found(2 * points.shape(0));
  std::size_t count = 0;
  {
    nb::gil_scoped_release release;
    count = field(triangles.data(), triangles.shape(0), points.data(), points.shape(0), found.data(), steps);
  }
  return nb::bytes(reinterpret_cast<const char*>(found.data()), 2 * count * sizeof(double));
}

}  // namespace

void register_mesh(nb::module_& module) {
  module.def("mesh_sums", &mesh_sums, nb::arg("vertices"), nb::arg("faces"), nb::arg("x"),
             nb::arg("y"), nb::arg("z"),
             "Six times the volume that triangles enclose, its first moments 24-fold and its second "
             "moments 120-fold about a point, and twice their area.");
  module.def("mesh_field", &mesh_field, nb::arg("triangles"), nb::arg("points"), nb::arg("steps"),
             "The distance of each point from triangles, and how often they wind around it, as the "
             "bytes of an array (points, 2) of doubles: of the first ones if it takes more steps.");
#ifdef __SIZEOF_INT128__
  module.def("mesh_hull", &mesh_hull, nb::arg("points"),
             "The triangles of the convex hull of finite points, as the bytes of an array of int32; "
             "none where all points lie in one plane.");
#endif
}

}  // namespace bodyplan::mesh
