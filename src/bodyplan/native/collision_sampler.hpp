// Collision tests of one pair of bodies in many relative poses.
#pragma once

#include <vector>

#include "collision_scene.hpp"

namespace bodyplan::collision {

// The poses of all bodies of a scene in many configurations: rows of 3 x 4 numbers, which the caller owns.
class Configurations {
 public:
  Configurations(const Scene& scene, const double* rows, std::size_t count);

  std::size_t count() const { return count_; }
  // Whether the bounding spheres of two bodies overlap, or nearly overlap, in a configuration.
  bool is_near(std::size_t i, int a, int b) const;
  Pose relative(std::size_t i, int a, int b) const;

 private:
  const Scene& scene_;
  const double* rows_;
  std::size_t count_;
  std::vector<Vec> centers_;  // sorted by body, then by configuration
};

// Two links with one joint between them often return to nearly the same relative pose. If the first poses
// show this, collision-free poses are stored with their clearance. A pose that differs from a stored pose by
// less than its clearance is then known to be collision-free.
class Sampler {
 public:
  Sampler(const Scene& scene, int a, int b) : scene_(scene), a_(a), b_(b) {}

  // The first configuration in which the bodies touch; -1 without contact, or if no steps are left.
  std::int64_t first(const Configurations& poses);

 private:
  bool touching(const Pose& X_AB);  // the same as scene.touching

  struct Free {
    Pose X;
    Vec center;  // centre of the second body's bounding sphere
    double clearance;
  };

  bool is_known_free(const Pose& X) const;
  void keep(const Pose& X);
  void look_at(const Pose& X);

  const Scene& scene_;
  int a_, b_;
  int seen_ = 0, hits_ = 0, misses_ = 0;
  bool keeps_ = true;
  Pose first_;
  Vec axis_;
  std::vector<Free> free_;
};

}  // namespace bodyplan::collision
