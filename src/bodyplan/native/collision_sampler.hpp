// Verdicts on one pair of bodies in many poses.
#pragma once

#include <vector>

#include "collision_scene.hpp"

namespace bodyplan::collision {

// The poses of all bodies of a scene in many configurations: rows of 3 x 4 numbers, kept by the caller.
class Configurations {
 public:
  Configurations(const Scene& scene, const double* rows, std::size_t count);

  std::size_t count() const { return count_; }
  // Whether the balls about two bodies overlap in a configuration, or nearly.
  bool is_near(std::size_t i, int a, int b) const;
  Pose relative(std::size_t i, int a, int b) const;

 private:
  const Scene& scene_;
  const double* rows_;
  std::size_t count_;
  std::vector<Vec> centers_;  // those of one body behind each other
};

// Links with one joint between them come back to nearly the same pose again and again. Where the first
// poses look like that, a free pose is kept with a clearance, and free is what differs by less.
class Sampler {
 public:
  Sampler(const Scene& scene, int a, int b) : scene_(scene), a_(a), b_(b) {}

  // The first configuration in which the bodies touch; -1 if there is none.
  std::int64_t first(const Configurations& poses);

 private:
  bool touching(const Pose& X_AB);  // the same as scene.touching

  struct Free {
    Pose X;
    Vec center;  // of the ball about the second body
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
