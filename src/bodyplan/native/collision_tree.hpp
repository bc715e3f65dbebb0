// Triangles in a tree of boxes.
#pragma once

#include <cstdint>
#include <vector>

#include "collision_math.hpp"

namespace bodyplan::collision {

// A box about its content, in single precision and rounded outwards. Fourth numbers are there for
// instructions that take four at a time.
struct alignas(16) Node {
  float center[4];
  float half[4];
  std::int32_t first;  // child; the other one is behind it. Of a leaf: its first triangle
  std::int32_t count;  // triangles of a leaf; 0: it has children
  float extent;        // the largest half length
};

struct Triangle {
  Vec corners[3];
};

// Triangles in the order of their tree. Links that show the same mesh share it.
struct Mesh {
  std::vector<Node> nodes;  // the first is the root
  std::vector<Triangle> triangles;
  std::vector<Vec> hull;  // corners whose convex hull contains all of it
};

constexpr int kMostDepth = 100;  // of a tree

Node box_node(const Vec& low, const Vec& high);

// `faces` must be indices of `vertices`, and vertices finite and below 1e12.
Mesh make_mesh(const double* vertices, const std::int32_t* faces, std::size_t face_count);

// The winding number of triangles about a point: about 1 or -1 inside a closed mesh, 0 outside.
double winding(const Mesh& mesh, const Vec& point);

// How two trees lie to each other, for tests of their boxes.
struct alignas(16) Relative {
  float columns[3][4];  // of R_AB
  float rows[3][4];
  float abs_columns[3][4];
  float abs_rows[3][4];
  float shift[4];
  float scale;  // of rounding

  explicit Relative(const Pose& X);
};

// A lower bound of the square of the distance of two boxes.
inline float box_gap(const Node& a, const Node& b, const Relative& X) {
  float t[4], s[4], from_a[4], from_b[4];
  const float slack = 1e-6F * (X.scale + a.extent + b.extent);
  for (int i = 0; i < 4; ++i) {
    t[i] = X.shift[i] + X.columns[0][i] * b.center[0] + X.columns[1][i] * b.center[1] + X.columns[2][i] * b.center[2] - a.center[i];
  }
  for (int i = 0; i < 4; ++i) {
    const float reach = a.half[i] + X.abs_columns[0][i] * b.half[0] + X.abs_columns[1][i] * b.half[1] + X.abs_columns[2][i] * b.half[2];
    const float gap = std::fabs(t[i]) - reach - slack;
    from_a[i] = gap > 0.0F ? gap : 0.0F;
  }
  for (int i = 0; i < 4; ++i) s[i] = X.rows[0][i] * t[0] + X.rows[1][i] * t[1] + X.rows[2][i] * t[2];
  for (int i = 0; i < 4; ++i) {
    const float reach = b.half[i] + X.abs_rows[0][i] * a.half[0] + X.abs_rows[1][i] * a.half[1] + X.abs_rows[2][i] * a.half[2];
    const float gap = std::fabs(s[i]) - reach - slack;
    from_b[i] = gap > 0.0F ? gap : 0.0F;
  }
  const float one = from_a[0] * from_a[0] + from_a[1] * from_a[1] + from_a[2] * from_a[2];
  const float two = from_b[0] * from_b[0] + from_b[1] * from_b[1] + from_b[2] * from_b[2];
  return (one > two ? one : two) * 0.999999F;
}

}  // namespace bodyplan::collision
