#include "collision_sampler.hpp"

namespace bodyplan::collision {
namespace {

constexpr int kLooks = 5;            // poses from which the kind of motion is guessed
constexpr std::size_t kMostKept = 512;
constexpr int kTrial = 32;           // kept poses after which they must have been of use
constexpr double kClearance = 0.04;  // of the radius of the second body, at first
constexpr int kHalvings = 5;
constexpr double kSpectral = 0.7071067811865476 * (1.0 + 1e-9);

}  // namespace

bool Sampler::touching(const Pose& X) {
  const Ball &one = scene_.ball(a_), &two = scene_.ball(b_);
  const Vec apart = X(Vec{two.x, two.y, two.z}) - Vec{one.x, one.y, one.z};
  const double reach = one.r + two.r;
  if (!(reach >= 0.0) || square(apart) > reach * reach * (1.0 + 1e-12)) return false;
  if (!keeps_) return scene_.touching(a_, b_, X);
  if (seen_ < kLooks) look_at(X);
  if (is_known_free(X)) {
    ++hits_;
    return false;
  }
  if (scene_.touching(a_, b_, X)) return true;
  if (seen_ == kLooks && keeps_ && free_.size() < kMostKept) keep(X);
  ++misses_;
  if (misses_ % kTrial == 0 && 2 * hits_ < misses_) keeps_ = false;
  return false;
}

// Keeps on only if all poses differ from the first one by rotations about parallel axes, or by none.
void Sampler::look_at(const Pose& X) {
  if (seen_++ == 0) {
    first_ = X;
    return;
  }
  const Pose by = between(first_, X);
  const Vec axis{by.R[2][1] - by.R[1][2], by.R[0][2] - by.R[2][0], by.R[1][0] - by.R[0][1]};
  if (square(axis) < 1e-18) return;
  if (square(axis_) > 0.0) keeps_ &= square(cross(axis, axis_)) <= 1e-18 * square(axis) * square(axis_);
  axis_ = axis;
}

// No point of a body moves by more than its centre does and its radius times the largest singular
// value of what the rotations differ by: their Frobenius norm over the root of 2.
bool Sampler::is_known_free(const Pose& X) const {
  const Ball& ball = scene_.ball(b_);
  const Vec center{ball.x, ball.y, ball.z}, here = X(center);
  for (const Free& free : free_) {
    double turned = 0.0;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) turned += (X.R[i][k] - free.X.R[i][k]) * (X.R[i][k] - free.X.R[i][k]);
    }
    if (length(free.center - here) + ball.r * std::sqrt(turned) * kSpectral < free.clearance) return true;
  }
  return false;
}

void Sampler::keep(const Pose& X) {
  double clearance = kClearance * scene_.ball(b_).r;
  for (int i = 0; i < kHalvings; ++i, clearance *= 0.5) {
    if (!(clearance < kInfinity) || !scene_.farther(a_, b_, X, clearance)) continue;
    const Ball& ball = scene_.ball(b_);
    free_.push_back({X, X(Vec{ball.x, ball.y, ball.z}), clearance});
    return;
  }
}

}  // namespace bodyplan::collision
