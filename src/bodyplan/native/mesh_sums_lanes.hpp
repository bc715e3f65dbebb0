// The sums, compiled once for each instruction set; BODYPLAN_MESH_SUMS is the name of the function. There are no
// inline functions, because the linker could merge inline functions of different instruction sets.
#include <cmath>

#include "mesh_sums.hpp"

namespace bodyplan::mesh {

namespace {

constexpr std::size_t kLanes = 8;  // number of triangles processed at a time
constexpr std::size_t kRun = 512;  // number of groups whose sum is added to the total at a time

// Corners of several triangles, stored by coordinate, so that one instruction processes several
// triangles.
struct Group {
  double at[9][kLanes];
};

bool gather(const double* vertices, std::size_t vertex_count, const std::int32_t* faces, std::size_t count,
            const double* origin, Group& group) {
  const double x = origin[0], y = origin[1], z = origin[2];
  for (std::size_t lane = 0; lane < count; ++lane) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const auto index = static_cast<std::uint32_t>(faces[3 * lane + corner]);
      if (index >= vertex_count) return false;  // also rejects negative indices, which are large when unsigned
      const double* p = vertices + 3 * static_cast<std::size_t>(index);
      group.at[3 * corner][lane] = p[0] - x;
      group.at[3 * corner + 1][lane] = p[1] - y;
      group.at[3 * corner + 2][lane] = p[2] - z;
    }
  }
  return true;
}

void add(const Group& group, double (&sums)[kSums][kLanes]) {
  const auto& [ax, ay, az, bx, by, bz, cx, cy, cz] = group.at;
  for (std::size_t i = 0; i < kLanes; ++i) {
    // six times the signed volume of the tetrahedron formed by the triangle and the origin
    const double v = ax[i] * (by[i] * cz[i] - bz[i] * cy[i]) + ay[i] * (bz[i] * cx[i] - bx[i] * cz[i]) +
                     az[i] * (bx[i] * cy[i] - by[i] * cx[i]);
    const double x = ax[i] + bx[i] + cx[i], y = ay[i] + by[i] + cy[i], z = az[i] + bz[i] + cz[i];
    sums[0][i] += v;
    sums[1][i] += v * x;
    sums[2][i] += v * y;
    sums[3][i] += v * z;
    sums[4][i] += v * (ax[i] * ax[i] + bx[i] * bx[i] + cx[i] * cx[i] + x * x);
    sums[5][i] += v * (ax[i] * ay[i] + bx[i] * by[i] + cx[i] * cy[i] + x * y);
    sums[6][i] += v * (ax[i] * az[i] + bx[i] * bz[i] + cx[i] * cz[i] + x * z);
    sums[7][i] += v * (ay[i] * ay[i] + by[i] * by[i] + cy[i] * cy[i] + y * y);
    sums[8][i] += v * (ay[i] * az[i] + by[i] * bz[i] + cy[i] * cz[i] + y * z);
    sums[9][i] += v * (az[i] * az[i] + bz[i] * bz[i] + cz[i] * cz[i] + z * z);
    const double px = bx[i] - ax[i], py = by[i] - ay[i], pz = bz[i] - az[i];
    const double qx = cx[i] - ax[i], qy = cy[i] - ay[i], qz = cz[i] - az[i];
    const double nx = py * qz - pz * qy, ny = pz * qx - px * qz, nz = px * qy - py * qx;
    sums[10][i] += std::sqrt(nx * nx + ny * ny + nz * nz);
  }
}

}  // namespace

bool BODYPLAN_MESH_SUMS(const double* vertices, std::size_t vertex_count, const std::int32_t* faces,
                        std::size_t face_count, const double* origin, double* out) {
  for (std::size_t k = 0; k < kSums; ++k) out[k] = 0.0;
  Group group{};
  std::size_t face = 0;
  while (face < face_count) {
    double run[kSums][kLanes] = {};
    for (std::size_t step = 0; step < kRun && face < face_count; ++step, face += kLanes) {
      const std::size_t count = face_count - face < kLanes ? face_count - face : kLanes;
      if (count < kLanes) group = Group{};
      if (!gather(vertices, vertex_count, faces + 3 * face, count, origin, group)) return false;
      add(group, run);
    }
    for (std::size_t k = 0; k < kSums; ++k) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) out[k] += run[k][lane];
    }
  }
  return true;
}

}  // namespace bodyplan::mesh
