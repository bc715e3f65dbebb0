// The penetration depth of two convex cores: a polytope inside their Minkowski difference is expanded
// repeatedly at its face nearest to the origin.
//
// Source: G. van den Bergen, "Proximity queries and penetration depth computation on 3D game objects",
// 2001. In this implementation, the distances of faces are signed, so that the first polytope need not
// contain the origin.
#include <array>

#include "collision_convex.hpp"

namespace bodyplan::collision {
namespace {

constexpr int kMostPoints = 256;
constexpr int kMostFaces = 2 * kMostPoints;

struct Face {
  int at[3];
  Vec n;
  double distance;
};

class Polytope {
 public:
  Polytope(const Two& two, double scale) : two_(two), scale_(scale) {}

  // Constructs the first tetrahedron. Returns false if the Minkowski difference is flat; `normal` is then
  // its normal.
  bool begin(Vec& normal) {
    const Vec x{1.0, 0.0, 0.0}, y{0.0, 1.0, 0.0}, z{0.0, 0.0, 1.0};
    add_point(x);
    Vec far{};
    for (const Vec& d : {-x, y, -y, z, -z}) {
      const Vec w = at(d);
      if (square(w - w_[0]) > square(far)) {
        far = w - w_[0];
        d_ = d;
      }
    }
    normal = z;
    if (length(far) <= kFlat * scale_) return false;
    add_point(d_);
    const Vec along = (1.0 / length(far)) * far;
    const Vec least = std::fabs(along.x) < 0.6 ? x : y;
    const Vec side = cross(along, least), other = cross(along, side);
    double best = 0.0;
    for (const Vec& d : {side, -side, other, -other}) {
      const double off = length(cross(along, at(d) - w_[0]));
      if (off > best) {
        best = off;
        d_ = d;
      }
    }
    normal = (1.0 / length(side)) * side;
    if (best <= kFlat * scale_) return false;
    add_point(d_);
    const Vec n = cross(w_[1] - w_[0], w_[2] - w_[0]);
    normal = (1.0 / length(n)) * n;
    const double up = dot(at(normal) - w_[0], normal), down = dot(w_[0] - at(-normal), normal);
    if (std::max(up, down) <= kFlat * scale_) return false;
    if (up > down) {  // then the first three corners are counter-clockwise seen from outside (from below)
      std::swap(w_[1], w_[2]);
      std::swap(on_a_[1], on_a_[2]);
    }
    add_point(up > down ? normal : -normal);
    const int faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    for (const auto& f : faces) add_face(f[0], f[1], f[2]);
    return true;
  }

  // Expands the polytope until its face nearest to the origin is also a face of the Minkowski difference.
  const Face& nearest() {
    while (true) {
      const Face& face = faces_[first()];
      const double height = dot(at(face.n), face.n);
      if (height - face.distance <= 1e-10 * scale_ || points_ == kMostPoints) return face;
      d_ = face.n;
      const Face kept = face;
      if (!grow()) {
        last_ = kept;
        return last_;
      }
    }
  }

  // The point of the first core that corresponds to the point of a face nearest to the origin.
  Vec on_a(const Face& face) const {
    const Vec q = face.distance * face.n;
    const Vec &a = w_[face.at[0]], &b = w_[face.at[1]], &c = w_[face.at[2]];
    const Vec n = cross(b - a, c - a);
    const double whole = square(n);
    double u = dot(cross(b - q, c - q), n) / whole, v = dot(cross(c - q, a - q), n) / whole;
    u = std::clamp(u, 0.0, 1.0), v = std::clamp(v, 0.0, 1.0 - u);
    return u * on_a_[face.at[0]] + v * on_a_[face.at[1]] + (1.0 - u - v) * on_a_[face.at[2]];
  }

 private:
  static constexpr double kFlat = 1e-13;

  Vec at(const Vec& d) const {
    Vec on_a;
    return two_.support(d, on_a);
  }

  void add_point(const Vec& d) {
    w_[points_] = two_.support(d, on_a_[points_]);
    ++points_;
  }

  bool add_face(int i, int j, int k) {
    if (count_ == kMostFaces) return false;
    Face& face = faces_[count_++];
    face = {{i, j, k}, {}, kInfinity};
    const Vec n = cross(w_[j] - w_[i], w_[k] - w_[i]);
    const double size = length(n);
    if (size > 0.0) {
      face.n = (1.0 / size) * n;
      face.distance = dot(face.n, w_[i]);
    }
    return true;
  }

  int first() const {
    int best = 0;
    for (int i = 1; i < count_; ++i) {
      if (faces_[i].distance < faces_[best].distance) best = i;
    }
    return best;
  }

  // Adds the point that is farthest along `d_`. Returns false if rounding errors make it impossible to find
  // the faces that are visible from this point.
  bool grow() {
    add_point(d_);
    const Vec& w = w_[points_ - 1];
    int edges = 0, left = 0;
    for (int i = 0; i < count_; ++i) {
      const Face& face = faces_[i];
      if (face.distance < kInfinity && dot(face.n, w) - face.distance > 1e-15 * scale_) {
        for (int k = 0; k < 3; ++k) {
          const int from = face.at[k], to = face.at[(k + 1) % 3];
          int twin = 0;
          while (twin < edges && !(edges_[twin][0] == to && edges_[twin][1] == from)) ++twin;
          if (twin < edges) {
            edges_[twin] = edges_[--edges];
          } else if (edges < static_cast<int>(edges_.size())) {
            edges_[edges++] = {from, to};
          } else {
            return false;
          }
        }
      } else {
        faces_[left++] = face;
      }
    }
    if (edges < 3 || left == count_) return false;
    count_ = left;
    for (int i = 0; i < edges; ++i) {
      if (!add_face(edges_[i][0], edges_[i][1], points_ - 1)) return false;
    }
    return true;
  }

  const Two& two_;
  double scale_;
  Vec d_;
  Face last_{};
  int points_ = 0, count_ = 0;
  std::array<Vec, kMostPoints> w_, on_a_;
  std::array<Face, kMostFaces> faces_;
  std::array<std::array<int, 2>, kMostFaces> edges_;
};

}  // namespace

Gap depth(const Two& two) {
  const auto reach = [](const Piece& piece) {
    double most = std::max({piece.size[0], piece.size[1], piece.size[2]});
    for (const Vec& corner : piece.corners) most = std::max(most, largest(corner));
    return most;
  };
  Polytope polytope(two, reach(two.a) + reach(two.b) + largest(two.X.shift()));
  Vec n;
  double deep = 0.0;
  Gap made;
  if (polytope.begin(n)) {
    const Face& face = polytope.nearest();
    n = face.n;
    deep = std::max(face.distance, 0.0);
    made.on_a = polytope.on_a(face);
  } else {
    made.on_a = two.a.support(n);  // both cores lie in one plane; any motion out of this plane separates them
  }
  made.on_b = made.on_a - deep * n;
  made.on_a = made.on_a + two.a.radius * n;
  made.on_b = made.on_b - two.b.radius * n;
  made.distance = made.least = -(deep + two.a.radius + two.b.radius);
  return made;
}

}  // namespace bodyplan::collision
