// Integrals over the volume that a mesh of triangles encloses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bodyplan::mesh {

// Six times the volume; its 24-fold first moments x, y, z; its 120-fold second moments xx, xy, xz, yy,
// yz, zz; all about the given origin; and last, twice the area.
inline constexpr std::size_t kSums = 11;

// Returns false if an index is out of range; then the content of `out` is undefined.
using AddUp = bool(const double* vertices, std::size_t vertex_count, const std::int32_t* faces,
                   std::size_t face_count, const double* origin, double* out);

AddUp sums_baseline;
#ifdef BODYPLAN_WIDE
AddUp sums_avx2;
#endif

}  // namespace bodyplan::mesh
