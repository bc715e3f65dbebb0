// Source: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance
// between complex objects in three-dimensional space", 1988. The nearest point of the simplex is the best
// of the nearest points of all its faces, from barycentric coordinates. This is slower than a search by
// Voronoi regions, but robust for very thin simplices.
#include "collision_convex.hpp"

namespace bodyplan::collision {
namespace {

const Vec& farthest(const Vec (&corners)[3], const Vec& d) {
  const double u = dot(corners[0], d), v = dot(corners[1], d), w = dot(corners[2], d);
  return u >= v ? (u >= w ? corners[0] : corners[2]) : (v >= w ? corners[1] : corners[2]);
}

}  // namespace

Vec Piece::support(const Vec& d) const {
  switch (kind) {
    case Kind::capsule: return {0.0, 0.0, std::copysign(size[2], d.z)};
    case Kind::box: return {std::copysign(size[0], d.x), std::copysign(size[1], d.y), std::copysign(size[2], d.z)};
    case Kind::cylinder: {
      const double across = std::sqrt(d.x * d.x + d.y * d.y);
      const double s = across > 0.0 ? size[0] / across : 0.0;
      return {s * d.x, s * d.y, std::copysign(size[2], d.z)};
    }
    case Kind::cone: {
      const double across = std::sqrt(d.x * d.x + d.y * d.y);
      if (2.0 * size[2] * d.z > size[0] * across) return {0.0, 0.0, size[2]};
      const double s = across > 0.0 ? size[0] / across : 0.0;
      return {s * d.x, s * d.y, -size[2]};
    }
    case Kind::ellipsoid: {
      const double most = largest(d);
      if (!(most > 0.0)) return {size[0], 0.0, 0.0};
      const Vec e{size[0] * (d.x / most), size[1] * (d.y / most), size[2] * (d.z / most)};
      const double s = length(e);
      if (!(s > 0.0)) return {size[0], 0.0, 0.0};
      return {size[0] * (e.x / s), size[1] * (e.y / s), size[2] * (e.z / s)};
    }
    case Kind::triangle: return farthest(corners, d);
    default: return {};
  }
}

namespace {

constexpr int kRounds = 100;
constexpr int kHullRounds = 12;  // number of iterations after which searching the trees is faster
constexpr double kTiny = 1e-15;  // relative to the size of the compared shapes

// Up to four points of the Minkowski difference of two cores, the corresponding points of the first core,
// and the barycentric coordinates of the point of the simplex that is nearest to the origin.
struct Simplex {
  Vec w[4], on_a[4];
  double weight[4] = {1.0, 0.0, 0.0, 0.0};
  int count = 0;

  Vec nearest() const { return mix(w); }
  Vec mix(const Vec (&points)[4]) const {
    Vec sum;
    for (int i = 0; i < count; ++i) sum = sum + weight[i] * points[i];
    return sum;
  }
};

struct Near {
  double distance2 = kInfinity;
  int count = 0;
  int at[3] = {0, 0, 0};
  double weight[3] = {0.0, 0.0, 0.0};
};

void try_point(const Simplex& s, int i, Near& best) {
  const double d = square(s.w[i]);
  if (d < best.distance2) best = {d, 1, {i, 0, 0}, {1.0, 0.0, 0.0}};
}

void try_edge(const Simplex& s, int i, int k, Near& best) {
  const Vec e = s.w[k] - s.w[i];
  const double along = -dot(s.w[i], e), whole = square(e);
  if (!(along > 0.0 && along < whole)) return;
  const double t = along / whole;
  const double d = square(s.w[i] + t * e);
  if (d < best.distance2) best = {d, 2, {i, k, 0}, {1.0 - t, t, 0.0}};
}

void try_face(const Simplex& s, int i, int j, int k, Near& best) {
  const Vec &a = s.w[i], &b = s.w[j], &c = s.w[k];
  const Vec n = cross(b - a, c - a);
  const double whole = square(n);
  if (!(whole > 0.0)) return;
  double u = dot(cross(b, c), n), v = dot(cross(c, a), n), w = dot(cross(a, b), n);
  if (!(u > 0.0 && v > 0.0 && w > 0.0)) return;
  const double sum = u + v + w;
  u /= sum, v /= sum, w /= sum;
  const double d = square(u * a + v * b + w * c);
  if (d < best.distance2) best = {d, 3, {i, j, k}, {u, v, w}};
}

// Reduces a simplex to the face, edge or corner nearest to the origin. Returns whether the origin is
// inside.
bool reduce(Simplex& s) {
  Near best;
  const int n = s.count;
  if (n == 4) {
    const Vec &a = s.w[0], &b = s.w[1], &c = s.w[2], &d = s.w[3];
    const double whole = dot(b - a, cross(c - a, d - a));
    const double sign = whole < 0.0 ? -1.0 : 1.0;
    const double va = sign * dot(b, cross(c, d)), vb = -sign * dot(a, cross(c, d));
    const double vc = sign * dot(a, cross(b, d)), vd = -sign * dot(a, cross(b, c));
    if (va > 0.0 && vb > 0.0 && vc > 0.0 && vd > 0.0) {
      const double sum = va + vb + vc + vd;
      const double weights[4] = {va / sum, vb / sum, vc / sum, vd / sum};
      std::copy(weights, weights + 4, s.weight);
      return true;
    }
  }
  for (int i = 0; i < n; ++i) try_point(s, i, best);
  for (int i = 0; i < n; ++i) {
    for (int k = i + 1; k < n; ++k) try_edge(s, i, k, best);
  }
  if (n >= 3) try_face(s, 0, 1, 2, best);
  if (n == 4) {
    try_face(s, 0, 1, 3, best);
    try_face(s, 0, 2, 3, best);
    try_face(s, 1, 2, 3, best);
  }
  Simplex made;
  made.count = best.count;
  for (int i = 0; i < best.count; ++i) {
    made.w[i] = s.w[best.at[i]];
    made.on_a[i] = s.on_a[best.at[i]];
    made.weight[i] = best.weight[i];
  }
  s = made;
  return false;
}

double reach(const Piece& piece) {
  if (piece.kind == Kind::triangle) {
    return std::max({largest(piece.corners[0]), largest(piece.corners[1]), largest(piece.corners[2])});
  }
  return std::max({piece.size[0], piece.size[1], piece.size[2]});
}

struct Cores {
  double distance = 0.0;  // 0 if they touch
  double least = -kInfinity;
  Simplex simplex;
};

// The support functions of two convex pieces, of two triangles in one frame, or of the hulls of two meshes.
struct OfPieces {
  const Two& two;

  double scale() const { return reach(two.a) + reach(two.b) + largest(two.X.shift()); }
  Vec start() const {
    return two.X(two.b.kind == Kind::triangle ? two.b.corners[0] : Vec{}) - (two.a.kind == Kind::triangle ? two.a.corners[0] : Vec{});
  }
  Vec operator()(const Vec& d, Vec& on_a) const { return two.support(d, on_a); }
};

struct OfTriangles {
  const Vec (&a)[3];
  const Vec (&b)[3];

  double scale() const { return largest(a[0]) + largest(a[1]) + largest(a[2]) + largest(b[0]) + largest(b[1]) + largest(b[2]); }
  Vec start() const { return b[0] - a[0]; }
  Vec operator()(const Vec& d, Vec& on_a) const {
    on_a = farthest(a, d);
    return on_a - farthest(b, -d);
  }
};

struct OfHulls {
  const Mesh& a;
  const Mesh& b;
  const Pose& X;

  double scale() const { return a.reach + b.reach + largest(X.shift()); }
  Vec start() const {
    const Node &one = a.nodes[0], &two = b.nodes[0];
    return X({two.center[0], two.center[1], two.center[2]}) - Vec{one.center[0], one.center[1], one.center[2]};
  }
  Vec operator()(const Vec& d, Vec& on_a) const {
    on_a = a.support(d);
    return on_a - X(b.support(X.turn_back(-d)));
  }
};

// The distance of two cores. The search ends early if a lower bound exceeds `enough`, or if an upper bound
// is at most `few`. `start` is an approximate direction from the first core to the second.
template <class S>
Cores cores(const S& support, Vec start, double enough, double few, int rounds = kRounds) {
  Cores found;
  Simplex& s = found.simplex;
  const double tiny = kTiny * support.scale();
  if (!(square(start) > 0.0)) start = {1.0, 0.0, 0.0};
  s.w[0] = support(start, s.on_a[0]);
  s.count = 1;
  Vec v = s.w[0];
  found.least = -dot(start, v) / length(start);
  found.distance = length(v);
  if (found.least > enough) return found;
  for (int round = 0; round < rounds; ++round) {
    const double d = length(v);
    found.distance = d;
    if (d <= tiny) {
      found.distance = 0.0;
      return found;
    }
    if (d <= few) return found;
    Vec on_a;
    const Vec w = support(-v, on_a);
    const double ahead = dot(v, w);
    found.least = std::max(found.least, ahead / d);
    if (found.least > enough || d * d - ahead <= 1e-15 * d * d || d - found.least <= tiny) return found;
    bool is_known = false;
    for (int i = 0; i < s.count; ++i) is_known |= square(w - s.w[i]) == 0.0;
    if (is_known) return found;
    Simplex more = s;
    more.w[more.count] = w;
    more.on_a[more.count] = on_a;
    ++more.count;
    if (reduce(more)) {
      s = more;
      found.distance = 0.0;
      return found;
    }
    const Vec next = more.nearest();
    if (!(square(next) < square(v))) return found;  // converged up to rounding
    s = more;
    v = next;
  }
  return found;
}

}  // namespace

bool hulls_apart(const Mesh& a, const Mesh& b, const Pose& X, double than) {
  const OfHulls support{a, b, X};
  const double enough = than + 2e-6 * support.scale();  // margin for corners found in single precision
  return cores(support, support.start(), enough, 0.0, kHullRounds).least > enough;
}

bool within(const Two& two, double most) {
  const double radii = two.a.radius + two.b.radius + most;
  const OfPieces support{two};
  return cores(support, support.start(), radii, radii).distance <= radii;
}

bool triangles_within(const Vec (&a)[3], const Vec (&b)[3], double most, Vec& toward) {
  const OfTriangles support{a, b};
  const Cores found = cores(support, square(toward) > 0.0 ? toward : support.start(), most, most);
  if (found.distance > 0.0) toward = -found.simplex.nearest();
  return found.distance <= most;
}

namespace {

Gap gap_of(const Cores& found, const Two& two, double enough) {
  const double radii = two.a.radius + two.b.radius;
  Gap made;
  made.least = found.least - radii;
  made.distance = found.distance - radii;
  if (made.least > enough) made.distance = made.least;
  if (found.distance > 0.0) {
    const Vec v = found.simplex.nearest();
    const Vec n = (1.0 / found.distance) * v;  // from b to a
    made.on_a = found.simplex.mix(found.simplex.on_a);
    made.on_b = made.on_a - v;
    made.on_a = made.on_a - two.a.radius * n;
    made.on_b = made.on_b + two.b.radius * n;
    return made;
  }
  made.on_a = made.on_b = found.simplex.mix(found.simplex.on_a);
  return made;
}

}  // namespace

Gap gap(const Two& two, double enough, bool with_depth) {
  const OfPieces support{two};
  const Cores found = cores(support, support.start(), enough + two.a.radius + two.b.radius, -1.0);
  return found.distance > 0.0 || !with_depth ? gap_of(found, two, enough) : depth(two);
}

Gap triangle_gap(const Vec (&a)[3], const Vec (&b)[3], double enough, Vec& toward) {
  const OfTriangles support{a, b};
  const Cores found = cores(support, square(toward) > 0.0 ? toward : support.start(), enough, -1.0);
  if (found.distance > 0.0) toward = -found.simplex.nearest();
  const Piece point;
  const Pose here;
  return gap_of(found, {point, point, here}, enough);
}

namespace {

// The overlap of the projections of two triangles onto a line; negative if the projections are separated.
double overlap(const Vec (&a)[3], const Vec (&b)[3], const Vec& n) {
  const double a0 = dot(a[0], n), a1 = dot(a[1], n), a2 = dot(a[2], n);
  const double b0 = dot(b[0], n), b1 = dot(b[1], n), b2 = dot(b[2], n);
  return std::min(std::max({a0, a1, a2}) - std::min({b0, b1, b2}), std::max({b0, b1, b2}) - std::min({a0, a1, a2}));
}

// Calls a function with each candidate for a separating axis of two triangles until it returns true.
// Returns whether it returned true.
template <class F>
bool any_line(const Vec (&a)[3], const Vec (&b)[3], const F& is_enough) {
  const Vec of_a[3] = {a[1] - a[0], a[2] - a[1], a[0] - a[2]};
  const Vec of_b[3] = {b[1] - b[0], b[2] - b[1], b[0] - b[2]};
  const Vec n = cross(of_a[0], of_a[1]), m = cross(of_b[0], of_b[1]);
  if (is_enough(n) || is_enough(m)) return true;
  for (const Vec& e : of_a) {
    for (const Vec& f : of_b) {
      if (is_enough(cross(e, f))) return true;
    }
  }
  for (int i = 0; i < 3; ++i) {
    if (is_enough(cross(n, of_a[i])) || is_enough(cross(m, of_b[i]))) return true;
  }
  return false;
}

}  // namespace

bool triangles_touch(const Vec (&a)[3], const Vec (&b)[3], Vec& line) {
  const auto separates = [&](const Vec& other) {
    if (!(overlap(a, b, other) < 0.0)) return false;
    line = other;
    return true;
  };
  if (overlap(a, b, line) < 0.0 || any_line(a, b, separates)) return false;
  // No candidate separates the triangles, but another axis may separate degenerate triangles.
  const OfTriangles support{a, b};
  return cores(support, support.start(), 0.0, 0.0).distance <= 1e-12 * support.scale();
}

double triangle_depth(const Vec (&a)[3], const Vec (&b)[3], Vec& along) {
  double best = kInfinity;
  along = {0.0, 0.0, 1.0};
  any_line(a, b, [&](const Vec& line) {
    const double size = length(line);
    if (size > 1e-14 * std::max({square(a[0] - a[1]), square(a[0] - a[2]), square(b[0] - b[1]), square(b[0] - b[2])})) {
      const Vec n = (1.0 / size) * line;
      const double both = overlap(a, b, n);
      if (both < best) {
        best = both;
        along = n;
      }
    }
    return false;
  });
  return best < kInfinity && best > 0.0 ? best : 0.0;
}

}  // namespace bodyplan::collision
