#include "proof_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bodyplan::proof {

namespace {

double component(Vec v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

Vec middle(const Triangle& t) { return (1.0 / 3.0) * (t.corner[0] + t.corner[1] + t.corner[2]); }

// The nearest points of two segments (Ericson, Real-Time Collision Detection, 5.1.9).
double between_segments(Vec p1, Vec q1, Vec p2, Vec q2, Vec& c1, Vec& c2) {
  const Vec d1 = q1 - p1, d2 = q2 - p2, r = p1 - p2;
  const double a = dot(d1, d1), e = dot(d2, d2), f = dot(d2, r);
  double s = 0.0, t = 0.0;
  if (a > 0.0 || e > 0.0) {
    const double c = dot(d1, r);
    if (a <= 0.0) {
      t = std::clamp(f / e, 0.0, 1.0);
    } else if (e <= 0.0) {
      s = std::clamp(-c / a, 0.0, 1.0);
    } else {
      const double b = dot(d1, d2), denominator = a * e - b * b;
      if (denominator > 0.0) s = std::clamp((b * f - c * e) / denominator, 0.0, 1.0);
      t = (b * s + f) / e;
      if (t < 0.0) {
        t = 0.0;
        s = std::clamp(-c / a, 0.0, 1.0);
      } else if (t > 1.0) {
        t = 1.0;
        s = std::clamp((b - c) / a, 0.0, 1.0);
      }
    }
  }
  c1 = p1 + s * d1;
  c2 = p2 + t * d2;
  return dot(c1 - c2, c1 - c2);
}

// The point inside a triangle that is nearest to p; false if the nearest point is on an edge.
bool nearest_inside(Vec p, const Vec t[3], Vec& found) {
  const Vec ab = t[1] - t[0], ac = t[2] - t[0], n = cross(ab, ac);
  const double square = dot(n, n);
  if (!(square > 0.0)) return false;
  const Vec ap = p - t[0];
  const double v = dot(cross(ap, ac), n) / square, w = dot(cross(ab, ap), n) / square;
  if (v < 0.0 || w < 0.0 || v + w > 1.0) return false;
  found = t[0] + v * ab + w * ac;
  return true;
}

bool pierces(Vec p, Vec q, const Vec t[3], Vec& at) {
  const Vec n = cross(t[1] - t[0], t[2] - t[0]);
  const double before = dot(n, p - t[0]), behind = dot(n, q - t[0]);
  if ((before > 0.0) == (behind > 0.0) || before == behind) return false;
  at = p + (before / (before - behind)) * (q - p);
  Vec inside;
  return nearest_inside(at, t, inside);
}

}  // namespace

double nearest_points(const Vec a[3], const Vec b[3], Vec& on_a, Vec& on_b) {
  double best = std::numeric_limits<double>::infinity();
  const auto keep = [&](Vec one, Vec two, double square) {
    if (square < best) {
      best = square;
      on_a = one;
      on_b = two;
    }
  };
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      Vec one, two;
      const double square = between_segments(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], one, two);
      keep(one, two, square);
    }
  }
  for (int i = 0; i < 3; ++i) {
    Vec found;
    if (nearest_inside(a[i], b, found)) keep(a[i], found, dot(a[i] - found, a[i] - found));
    if (nearest_inside(b[i], a, found)) keep(found, b[i], dot(b[i] - found, b[i] - found));
  }
  for (int i = 0; i < 3 && best > 0.0; ++i) {
    Vec found;
    if (pierces(a[i], a[(i + 1) % 3], b, found) || pierces(b[i], b[(i + 1) % 3], a, found)) keep(found, found, 0.0);
  }
  return std::sqrt(best);
}

Surface::Surface(std::vector<Triangle> triangles) : triangles_(std::move(triangles)) {
  std::vector<std::int32_t> order(triangles_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
  nodes_.reserve(2 * triangles_.size());
  nodes_.emplace_back();
  build(0, order.data(), order.data() + order.size());
  const Node& root = nodes_[0];
  scale_ = length(root.center) + root.radius;
}

void Surface::build(std::size_t node, std::int32_t* first, std::int32_t* last) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Vec low{kInfinity, kInfinity, kInfinity}, high{-kInfinity, -kInfinity, -kInfinity};
  Vec inner = low, outer = high;  // the bounding box of the centres
  for (const std::int32_t* at = first; at != last; ++at) {
    const Triangle& t = triangles_[static_cast<std::size_t>(*at)];
    for (const Vec& v : t.corner) {
      low = {std::min(low.x, v.x - t.radius), std::min(low.y, v.y - t.radius), std::min(low.z, v.z - t.radius)};
      high = {std::max(high.x, v.x + t.radius), std::max(high.y, v.y + t.radius), std::max(high.z, v.z + t.radius)};
    }
    const Vec m = middle(t);
    inner = {std::min(inner.x, m.x), std::min(inner.y, m.y), std::min(inner.z, m.z)};
    outer = {std::max(outer.x, m.x), std::max(outer.y, m.y), std::max(outer.z, m.z)};
  }
  Node made;
  made.center = 0.5 * (low + high);
  made.half = (0.5 * (1.0 + 1e-12)) * (high - low);
  made.radius = length(made.half);
  if (last - first == 1) {
    made.below = ~*first;
    nodes_[node] = made;
    return;
  }
  const Vec size = outer - inner;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  std::int32_t* half = first + (last - first) / 2;
  std::nth_element(first, half, last, [&](std::int32_t one, std::int32_t two) {
    const double a = component(middle(triangles_[static_cast<std::size_t>(one)]), axis);
    const double b = component(middle(triangles_[static_cast<std::size_t>(two)]), axis);
    return a != b ? a < b : one < two;
  });
  const std::size_t below = nodes_.size();
  made.below = static_cast<std::int32_t>(below);
  nodes_[node] = made;
  nodes_.emplace_back();
  nodes_.emplace_back();
  build(below, first, half);
  build(below + 1, half, last);
}

}  // namespace bodyplan::proof
