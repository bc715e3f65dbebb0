// Surfaces of links for proofs: triangles in a tree of boxes; each triangle is enlarged by a sphere.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace bodyplan::proof {

struct Vec {
  double x, y, z;
};
inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator*(double s, Vec a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec cross(Vec a, Vec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec a) { return std::sqrt(dot(a, a)); }

// A pose: the columns of the rotation, and the origin.
struct Pose {
  Vec x, y, z, p;

  Vec turned(Vec v) const { return v.x * x + v.y * y + v.z * z; }
  Vec of(Vec v) const { return turned(v) + p; }
};
inline Pose operator*(const Pose& a, const Pose& b) {
  return {a.turned(b.x), a.turned(b.y), a.turned(b.z), a.of(b.p)};
}

struct Triangle {
  Vec corner[3];
  double radius;  // radius of the sphere by which the triangle is enlarged
};

struct Node {
  Vec center, half;     // a box along the axes of the link, including the spheres
  double radius;        // length of `half`
  std::int32_t below;   // index of the first of two children; in a leaf, ~(index of the triangle)

  bool is_leaf() const { return below < 0; }
};

class Surface {
 public:
  // Requires at least one triangle, and finite numbers.
  explicit Surface(std::vector<Triangle> triangles);

  const Node& node(std::int32_t index) const { return nodes_[static_cast<std::size_t>(index)]; }
  const Triangle& triangle(const Node& leaf) const { return triangles_[static_cast<std::size_t>(~leaf.below)]; }
  std::size_t count() const { return triangles_.size(); }
  double scale() const { return scale_; }  // the largest coordinate

 private:
  void build(std::size_t node, std::int32_t* first, std::int32_t* last);

  std::vector<Triangle> triangles_;
  std::vector<Node> nodes_;
  double scale_ = 0.0;
};

// The nearest points of two triangles, without their spheres; the distance is 0 if they intersect.
double nearest_points(const Vec a[3], const Vec b[3], Vec& on_a, Vec& on_b);

}  // namespace bodyplan::proof
