// Distances of points from triangles, and winding numbers of triangles around points.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bodyplan::mesh {

// Writes, for each point, its distance to the nearest of at least one triangle (corners in rows of
// nine numbers) and the winding number: 1 inside a closed surface, 0 outside. It ends after so many
// distances and solid angles of triangles, and returns for how many points it has written both.
std::size_t field(const double* triangles, std::size_t count, const double* points, std::size_t size, double* found,
                  std::int64_t steps);

}  // namespace bodyplan::mesh
