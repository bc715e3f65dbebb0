// A tree of bounding boxes around triangles.
#pragma once

#include <cstdint>
#include <vector>

#include "collision_math.hpp"

namespace bodyplan::collision {

// Vectors of four numbers: the three coordinates of a point, and an unused number.
typedef float Four __attribute__((vector_size(16)));
typedef std::int32_t Four32 __attribute__((vector_size(16)));
typedef std::int64_t Two64 __attribute__((vector_size(16)));

inline bool any(Four32 mask) {
  const Two64 both = reinterpret_cast<Two64>(mask);
  return (both[0] | both[1]) != 0;
}
inline Four size_of(Four v) { return reinterpret_cast<Four>(reinterpret_cast<Four32>(v) & 0x7fffffff); }
inline Four four(float v) { return Four{v, v, v, v}; }

// A bounding box in single precision, rounded outwards.
struct Node {
  Four center;
  Four half;
  std::int32_t first;  // index of the first child, followed by the second; in a leaf, of the first triangle
  std::int32_t count;  // number of triangles in a leaf; 0 for a node with children
  float extent;        // the largest absolute coordinate
};

struct Triangle {
  Vec corners[3];
};

// The triangles of a mesh in the order of their tree; links with the same mesh share it.
struct Mesh {
  std::vector<Node> nodes;  // the first node is the root
  std::vector<Triangle> triangles;
  std::vector<Vec> hull;  // corners whose convex hull contains all triangles
  std::vector<Four> xs, ys, zs;  // the hull in single precision; the last corner fills up the last vector
  double reach = 0.0;            // the largest absolute coordinate

  void set_hull(std::vector<Vec> corners);
  // The corner of the hull that is farthest along d, found in single precision.
  const Vec& support(const Vec& d) const;
};

constexpr int kMostDepth = 100;  // largest depth of a tree

Node box_node(const Vec& low, const Vec& high);

// `faces` must be valid indices of `vertices`, whose coordinates must be finite and below 1e12.
Mesh make_mesh(const double* vertices, const std::int32_t* faces, std::size_t face_count);

// The winding number of a mesh about a point: approximately 1 or -1 inside a closed mesh, 0 outside.
double winding(const Mesh& mesh, const Vec& point);

// The relative pose of two trees, for tests of their boxes.
struct Relative {
  Four columns[3], abs_columns[3];  // columns of R_AB, and their absolute values
  Four rows[3], abs_rows[3];
  Four shift;
  float scale;  // scale of rounding errors

  explicit Relative(const Pose& X);
};

// The gaps between two boxes along the axes of the first and of the second box; negative for an
// overlap. Rounded downwards.
struct BoxGaps {
  Four from_a, from_b;

  BoxGaps(const Node& a, const Node& b, const Relative& X) {
    const Four slack = four(1e-6F * (X.scale + a.extent + b.extent));
    const Four t = X.shift + X.columns[0] * b.center[0] + X.columns[1] * b.center[1] + X.columns[2] * b.center[2] - a.center;
    from_a = size_of(t) - a.half - slack - X.abs_columns[0] * b.half[0] - X.abs_columns[1] * b.half[1] - X.abs_columns[2] * b.half[2];
    const Four s = X.rows[0] * t[0] + X.rows[1] * t[1] + X.rows[2] * t[2];
    from_b = size_of(s) - b.half - slack - X.abs_rows[0] * a.half[0] - X.abs_rows[1] * a.half[1] - X.abs_rows[2] * a.half[2];
  }
  bool more_than(float gap) const { return any((from_a > four(gap)) | (from_b > four(gap))); }
  // A lower bound of the squared distance of the boxes.
  float square() const {
    Four one = from_a > four(0.0F) ? from_a : four(0.0F), two = from_b > four(0.0F) ? from_b : four(0.0F);
    one *= one, two *= two;
    return std::max(one[0] + one[1] + one[2], two[0] + two[1] + two[2]) * 0.999999F;
  }
};

}  // namespace bodyplan::collision
