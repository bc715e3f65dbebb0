// The collision shapes of the links of a robot, and queries about them. All const functions are
// thread-safe; they use neither Python nor additional memory.
#pragma once

#include <vector>

#include "collision_convex.hpp"
#include "collision_tree.hpp"

namespace bodyplan::collision {

struct Ball {
  double x, y, z, r;
};

// The number of steps that the queries of this thread may still take. A step is a test of two boxes, or
// anything that takes as long. If a query needs more steps, the number becomes negative; the query then returns
// that the bodies touch, or an arbitrary distance.
inline thread_local std::int64_t steps_left = 0;

// The number of steps for searching the penetration depth after the first contact of two bodies was found.
constexpr std::int64_t kDeepSteps = 10'000'000;

// The points at which two bodies are nearest or penetrate deepest, in the frame of the first body.
struct Contact {
  double distance = kInfinity;
  Vec on_a, on_b;
  bool is_least = false;  // the penetration depth may be larger
};

// A shape on a body. For a plane, `piece.size` is the normal, and the half space below it is solid.
struct Shape {
  int body = 0;
  Piece piece;
  int mesh = -1;
  Pose X_LG;
  bool is_placed = false;  // X_LG differs from the identity
  Node root = {};          // its bounding box; for a mesh, the root of its tree
};

// Whether a body is completely inside a closed mesh of the other body.
enum class Inside : std::int8_t { no = 0, first_in_second = 1, second_in_first = 2 };

class Scene {
 public:
  // The body indices in `shapes` must be less than `bodies`, and the mesh indices must be valid.
  Scene(int bodies, std::vector<Mesh> meshes, std::vector<Shape> shapes);

  int bodies() const { return static_cast<int>(shapes_.size()); }

  // Whether shapes touch or overlap; a mesh is its surface, a primitive is solid.
  bool touching(int a, int b, const Pose& X_AB) const { return !farther_than(a, b, X_AB, 0.0); }

  // Whether the distance is certainly larger than `than`, including rounding errors.
  bool farther(int a, int b, const Pose& X_AB, double than) const;

  // The signed distance of two bodies: the smallest signed distance of all pairs of shapes.
  Contact distance(int a, int b, const Pose& X_AB, std::int64_t deep_steps = kDeepSteps) const;

  // Whether a shape of a body is inside a mesh of the other body; false for touching shapes.
  Inside inside(int a, int b, const Pose& X_AB) const;

  // Spheres whose convex hull contains a body, in the body frame. A plane has an infinite sphere.
  const std::vector<Ball>& balls(int body) const { return balls_[static_cast<std::size_t>(body)]; }

  // The bounding sphere of a body.
  const Ball& ball(int body) const { return ball_[static_cast<std::size_t>(body)]; }

 private:
  struct Search;

  bool farther_than(int a, int b, const Pose& X_AB, double than) const;
  void search(int a, int b, const Pose& X_AB, Search& search) const;
  void shapes_gap(const Shape& a, const Shape& b, const Pose& X, Search& search) const;
  void trees_gap(const Shape& a, const Shape& b, const Pose& X, Search& search) const;
  void plane_gap(const Shape& plane, const Shape& other, const Pose& X, bool is_second, Search& search) const;
  bool has_inside(int a, int b, const Pose& X_AB, bool is_exact) const;
  double rounding(int a, int b, const Pose& X_AB) const;
  void enclose(int body);

  std::vector<Mesh> meshes_;
  std::vector<std::vector<Shape>> shapes_;  // by body
  std::vector<std::vector<Ball>> balls_;
  std::vector<Ball> ball_;
};

}  // namespace bodyplan::collision
