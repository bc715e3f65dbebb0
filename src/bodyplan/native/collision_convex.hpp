// Convex pieces: which point of one is farthest in a direction, and how far two of them are apart.
#pragma once

#include "collision_tree.hpp"

namespace bodyplan::collision {

enum class Kind : std::int32_t { sphere, capsule, box, cylinder, cone, ellipsoid, plane, mesh, triangle };
constexpr std::int32_t kKinds = 8;  // that a shape may have

// A piece is its core with a ball of that radius around each point. The core of a sphere is a point,
// that of a capsule a segment along z.
struct Piece {
  Kind kind = Kind::sphere;
  double radius = 0.0;
  double size[3] = {0.0, 0.0, 0.0};  // half lengths; cylinder and cone: radius, unused, half height
  Vec corners[3];                    // of a triangle

  // The point of the core that is farthest along d.
  Vec support(const Vec& d) const;
};

// Two pieces, and the pose of the second in the frame of the first.
struct Two {
  const Piece& a;
  const Piece& b;
  const Pose& X;

  // The point of the difference of both cores, a - b, that is farthest along d.
  Vec support(const Vec& d, Vec& on_a) const {
    on_a = a.support(d);
    return on_a - X(b.support(X.turn_back(-d)));
  }
};

struct Gap {
  double distance = kInfinity;  // less than zero in contact: minus the depth
  double least = -kInfinity;    // the distance is certainly not less, but for rounding
  Vec on_a, on_b;               // nearest points, or the deepest ones; in the frame of the first
};

// The signed distance of two pieces. It stops as soon as the distance is certainly more than `enough`,
// with a distance that is at most the true one.
Gap gap(const Two& two, double enough, bool with_depth);

// Whether the distance of two pieces is at most `most`.
bool within(const Two& two, double most);

// Whether the convex hulls of two meshes are certainly farther apart than `than`. The search stops early
// with false where the answer takes long.
bool hulls_apart(const Mesh& a, const Mesh& b, const Pose& X, double than);

// `gap` and `within` for two triangles in one frame. `toward` is the direction in which the search starts;
// it is set to the direction that was found, since neighbouring triangles often have a similar one.
Gap triangle_gap(const Vec (&a)[3], const Vec (&b)[3], double enough, Vec& toward);
bool triangles_within(const Vec (&a)[3], const Vec (&b)[3], double most, Vec& toward);

// Whether two triangles in one frame touch. `line` is the direction that is tried first; it is set to
// a direction that separates the triangles, if one is found.
bool triangles_touch(const Vec (&a)[3], const Vec (&b)[3], Vec& line);

// The shortest translation that separates two triangles that touch, and its direction.
double triangle_depth(const Vec (&a)[3], const Vec (&b)[3], Vec& along);

// The shortest translation that separates two pieces whose cores touch.
Gap depth(const Two& two);

}  // namespace bodyplan::collision
