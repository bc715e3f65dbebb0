#include "mesh_field.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace bodyplan::mesh {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kFar = 3.0;  // distance, in radii of a node, from which a dipole replaces it; error below 1 %
constexpr std::int32_t kLeaf = 4;

struct V {
  double x, y, z;
};
V operator+(V a, V b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
V operator-(V a, V b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
V operator*(double s, V a) { return {s * a.x, s * a.y, s * a.z}; }
double dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
V cross(V a, V b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
V lesser(V a, V b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
V greater(V a, V b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

// The squared distance of a point from a triangle (Ericson, Real-Time Collision Detection, 5.1.5).
double squared(V p, V a, V b, V c) {
  const V ab = b - a, ac = c - a, ap = p - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  V near = a;
  if (d1 > 0.0 || d2 > 0.0) {
    const V bp = p - b, cp = p - c;
    const double d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp), d6 = dot(ac, cp);
    const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (d3 >= 0.0 && d4 <= d3) {
      near = b;
    } else if (d6 >= 0.0 && d5 <= d6) {
      near = c;
    } else if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
      near = a + (d1 / (d1 - d3)) * ab;
    } else if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
      near = a + (d2 / (d2 - d6)) * ac;
    } else if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
      near = b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b);
    } else {
      const double sum = va + vb + vc;
      near = a + (vb / sum) * ab + (vc / sum) * ac;
    }
  }
  return dot(p - near, p - near);
}

double solid_angle(V p, V a, V b, V c) {
  a = a - p, b = b - p, c = c - p;
  const double la = std::sqrt(dot(a, a)), lb = std::sqrt(dot(b, b)), lc = std::sqrt(dot(c, c));
  return 2.0 * std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

struct Node {
  V low, high;
  V middle, area;  // area-weighted centre of the triangles, and the sum of their normals
  double radius;   // largest distance of the triangles from the centre
  std::int32_t first, count, below;  // `below`: index of the first of two children; 0 in a leaf
};

class Tree {
 public:
  Tree(const double* triangles, std::size_t count) : corners_(3 * count), order_(count) {
    for (std::size_t i = 0; i < 3 * count; ++i)
      corners_[i] = {triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]};
    std::iota(order_.begin(), order_.end(), 0);
    nodes_.reserve(count);
    nodes_.push_back({});
    build(0, 0, static_cast<std::int32_t>(count));
  }

  double nearest(V p) const {
    double best = HUGE_VAL;
    descend(0, p, best);
    return std::sqrt(best);
  }

  double winding(V p) const { return angle(0, p) / (4.0 * kPi); }

  // The number of triangle distances and solid angles that were computed.
  std::int64_t steps() const { return steps_; }

 private:
  const V* triangle(std::int32_t place) const { return &corners_[3 * static_cast<std::size_t>(order_[static_cast<std::size_t>(place)])]; }

  void build(std::size_t at, std::int32_t first, std::int32_t count) {
    Node made{{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {}, {}, 0.0, first, count, 0};
    double total = 0.0;
    for (std::int32_t i = first; i < first + count; ++i) {
      const V* t = triangle(i);
      for (int k = 0; k < 3; ++k) made.low = lesser(made.low, t[k]), made.high = greater(made.high, t[k]);
      const V normal = 0.5 * cross(t[1] - t[0], t[2] - t[0]);
      const double area = std::sqrt(dot(normal, normal));
      made.area = made.area + normal;
      made.middle = made.middle + (area / 3.0) * (t[0] + t[1] + t[2]);
      total += area;
    }
    made.middle = total > 0.0 ? (1.0 / total) * made.middle : 0.5 * (made.low + made.high);
    for (std::int32_t i = first; i < first + count; ++i)
      for (int k = 0; k < 3; ++k) {
        const V away = triangle(i)[k] - made.middle;
        made.radius = std::max(made.radius, std::sqrt(dot(away, away)));
      }
    if (count > kLeaf) {
      const V size = made.high - made.low;
      const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
      const auto along = [&](std::int32_t index) {
        const V* t = &corners_[3 * static_cast<std::size_t>(index)];
        const V sum = t[0] + t[1] + t[2];
        return axis == 0 ? sum.x : axis == 1 ? sum.y : sum.z;
      };
      const auto start = order_.begin() + first;
      std::nth_element(start, start + count / 2, start + count, [&](std::int32_t a, std::int32_t b) {
        const double x = along(a), y = along(b);
        return x < y || (x == y && a < b);
      });
      made.below = static_cast<std::int32_t>(nodes_.size());
      nodes_.resize(nodes_.size() + 2);
      const std::size_t below = static_cast<std::size_t>(made.below);
      build(below, first, count / 2);
      build(below + 1, first + count / 2, count - count / 2);
    }
    nodes_[at] = made;
  }

  double away(std::int32_t index, V p) const {
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    const V d = greater(greater(node.low - p, p - node.high), {0.0, 0.0, 0.0});
    return dot(d, d);
  }

  void descend(std::int32_t index, V p, double& best) const {
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    if (node.below == 0) {
      steps_ += node.count;
      for (std::int32_t i = node.first; i < node.first + node.count; ++i) {
        const V* t = triangle(i);
        best = std::min(best, squared(p, t[0], t[1], t[2]));
      }
      return;
    }
    const double one = away(node.below, p), other = away(node.below + 1, p);
    const bool is_second = other < one;
    if (std::min(one, other) < best) descend(node.below + is_second, p, best);
    if (std::max(one, other) < best) descend(node.below + !is_second, p, best);
  }

  double angle(std::int32_t index, V p) const {
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    const V d = node.middle - p;
    const double square = dot(d, d);
    if (square > kFar * kFar * node.radius * node.radius) return dot(node.area, d) / (square * std::sqrt(square));
    if (node.below != 0) return angle(node.below, p) + angle(node.below + 1, p);
    double sum = 0.0;
    steps_ += node.count;
    for (std::int32_t i = node.first; i < node.first + node.count; ++i) {
      const V* t = triangle(i);
      sum += solid_angle(p, t[0], t[1], t[2]);
    }
    return sum;
  }

  std::vector<V> corners_;
  std::vector<std::int32_t> order_;
  std::vector<Node> nodes_;
  mutable std::int64_t steps_ = 0;
};

}  // namespace

std::size_t field(const double* triangles, std::size_t count, const double* points, std::size_t size, double* found,
                  std::int64_t steps) {
  const Tree tree(triangles, count);
  std::size_t i = 0;
  for (; i < size && tree.steps() < steps; ++i) {
    const V p{points[3 * i], points[3 * i + 1], points[3 * i + 2]};
    found[2 * i] = tree.nearest(p);
    found[2 * i + 1] = tree.winding(p);
  }
  return i;
}

}  // namespace bodyplan::mesh
