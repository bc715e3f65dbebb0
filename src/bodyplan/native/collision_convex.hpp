// Convex pieces: the farthest point of a piece in a direction, and the distance between two pieces.
#pragma once

#include "collision_tree.hpp"

namespace bodyplan::collision {

enum class Kind : std::int32_t { sphere, capsule, box, cylinder, cone, ellipsoid, plane, mesh, triangle };
constexpr std::int32_t kKinds = 8;  // number of kinds that a shape may have

// A convex piece: the Minkowski sum of a core and a ball with the given radius. The core of a sphere is a
// point; the core of a capsule is a segment along z.
struct Piece {
  Kind kind = Kind::sphere;
  double radius = 0.0;
  double size[3] = {0.0, 0.0, 0.0};  // half lengths; cylinder and cone: radius, unused, half height
  Vec corners[3];                    // only for a triangle

  // The point of the core that is farthest along d.
  Vec support(const Vec& d) const;
};

// Two pieces, and the pose of the second in the frame of the first.
struct Two {
  const Piece& a;
  const Piece& b;
  const Pose& X;

  // The point of the Minkowski difference of both cores, a - b, that is farthest along d.
  Vec support(const Vec& d, Vec& on_a) const {
    on_a = a.support(d);
    return on_a - X(b.support(X.turn_back(-d)));
  }
};

struct Gap {
  double distance = kInfinity;  // negative in contact: minus the penetration depth
  double least = -kInfinity;    // lower bound of the distance, up to rounding
  Vec on_a, on_b;               // nearest points, or deepest points in contact; in the frame of the first piece
};

// The signed distance of two pieces. If it is certainly larger than `enough`, the search ends early with a
// lower bound of the distance.
Gap gap(const Two& two, double enough, bool with_depth);

// Whether the distance of two pieces is at most `most`.
bool within(const Two& two, double most);

// Whether the distance between the convex hulls of two meshes is certainly larger than `than`. False if this
// would take too long to find out.
bool hulls_apart(const Mesh& a, const Mesh& b, const Pose& X, double than);

// `gap` and `within` for two triangles in one frame. The search starts in the direction `toward`, and sets it to
// the direction that was found, which is often similar for neighbouring triangles.
Gap triangle_gap(const Vec (&a)[3], const Vec (&b)[3], double enough, Vec& toward);
bool triangles_within(const Vec (&a)[3], const Vec (&b)[3], double most, Vec& toward);

// Whether two triangles in one frame touch. The direction `line` is tried first; if another direction is found
// that separates the triangles, `line` is set to it.
bool triangles_touch(const Vec (&a)[3], const Vec (&b)[3], Vec& line);

// The length of the shortest translation that separates two touching triangles; `along` is its direction.
double triangle_depth(const Vec (&a)[3], const Vec (&b)[3], Vec& along);

// The shortest translation that separates two pieces whose cores touch.
Gap depth(const Two& two);

}  // namespace bodyplan::collision
