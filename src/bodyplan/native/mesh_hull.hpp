// The convex hull of points.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bodyplan::mesh {

using Triangle = std::array<std::int32_t, 3>;

// The triangles of the convex hull of points, counter-clockwise seen from outside; empty if all points lie in
// one plane. Coordinates must be finite.
std::vector<Triangle> hull(const double* points, std::size_t count);

}  // namespace bodyplan::mesh
