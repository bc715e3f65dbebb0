// Distances of points from triangles, and winding numbers of triangles around points.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bodyplan::mesh {

// Writes for each point the distance to the nearest triangle, and the winding number: 1 inside a closed surface,
// 0 outside. `triangles` contains at least one row of nine numbers. The function ends after `steps` distances
// and solid angles of triangles, and returns the number of points for which it has written results.
std::size_t field(const double* triangles, std::size_t count, const double* points, std::size_t size, double* found,
                  std::int64_t steps);

}  // namespace bodyplan::mesh
