// Integrals over the volume that a mesh of triangles encloses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bodyplan::mesh {

// The results, about a given origin: 6 times the volume; 24 times its first moments x, y, z; 120 times its second
// moments xx, xy, xz, yy, yz, zz; and twice the area of the surface.
inline constexpr std::size_t kSums = 11;

// Returns false if an index is out of range; the content of `out` is then undefined.
using AddUp = bool(const double* vertices, std::size_t vertex_count, const std::int32_t* faces,
                   std::size_t face_count, const double* origin, double* out);

AddUp sums_baseline;
#ifdef BODYPLAN_WIDE
AddUp sums_avx2;
#endif

}  // namespace bodyplan::mesh
