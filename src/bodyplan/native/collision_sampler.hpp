// Verdicts on one pair of bodies in many poses.
#pragma once

#include <vector>

#include "collision_scene.hpp"

namespace bodyplan::collision {

// Links with one joint between them come back to nearly the same pose again and again. Where the first
// poses look like that, a free pose is kept with a clearance, and free is what differs by less.
class Sampler {
 public:
  Sampler(const Scene& scene, int a, int b) : scene_(scene), a_(a), b_(b) {}

  // Whether the bodies touch. The same as scene.touching.
  bool touching(const Pose& X_AB);

 private:
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
