#include "collision_sampler.hpp"

namespace bodyplan::collision {
namespace {

constexpr int kLooks = 5;            // the number of poses from which the kind of motion is estimated
constexpr std::size_t kMostKept = 512;
constexpr int kTrial = 32;           // the number of unsaved tests after which the benefit is evaluated
constexpr int kGrown = 256;          // the number of unsaved tests from which one test in three must be saved
constexpr double kClearance = 0.16;  // the initial clearance, relative to the radius of the second body
constexpr int kHalvings = 6;
constexpr double kSpectral = 0.7071067811865476 * (1.0 + 1e-9);

}  // namespace

Configurations::Configurations(const Scene& scene, const double* rows, std::size_t count)
    : scene_(scene), rows_(rows), count_(count), centers_(count * static_cast<std::size_t>(scene.bodies())) {
  const auto bodies = static_cast<std::size_t>(scene.bodies());
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t body = 0; body < bodies; ++body) {
      const Ball& ball = scene.ball(static_cast<int>(body));
      centers_[body * count + i] = Pose::from_rows(rows + 12 * (i * bodies + body))(Vec{ball.x, ball.y, ball.z});
    }
  }
}

bool Configurations::is_near(std::size_t i, int a, int b) const {
  const double reach = std::max(scene_.ball(a).r + scene_.ball(b).r, 0.0) * (1.0 + 1e-9);
  const Vec apart = centers_[static_cast<std::size_t>(a) * count_ + i] - centers_[static_cast<std::size_t>(b) * count_ + i];
  return !(square(apart) > reach * reach + 1e-9);
}

Pose Configurations::relative(std::size_t i, int a, int b) const {
  const double* row = rows_ + 12 * i * static_cast<std::size_t>(scene_.bodies());
  return between(Pose::from_rows(row + 12 * a), Pose::from_rows(row + 12 * b));
}

std::int64_t Sampler::first(const Configurations& poses) {
  for (std::size_t i = 0; i < poses.count() && steps_left >= 0; ++i) {
    if (!poses.is_near(i, a_, b_) || !touching(poses.relative(i, a_, b_))) continue;
    return steps_left >= 0 ? static_cast<std::int64_t>(i) : -1;
  }
  return -1;
}

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
  if (misses_ % kTrial == 0 && 2 * kGrown * hits_ < misses_ * std::min(misses_, kGrown)) keeps_ = false;
  return false;
}

// Disables the sampler unless the rotations from the first pose to all other poses are about parallel axes.
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

// A point of a body moves at most by the motion of the centre plus the radius times the largest singular
// value of the difference of both rotations. This singular value is the Frobenius norm of the difference
// divided by the square root of 2.
bool Sampler::is_known_free(const Pose& X) const {
  const Ball& ball = scene_.ball(b_);
  const Vec center{ball.x, ball.y, ball.z}, here = X(center);
  for (const Free& free : free_) {
    const double moved = length(free.center - here);
    if (moved >= free.clearance) continue;
    double turned = 0.0;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) turned += (X.R[i][k] - free.X.R[i][k]) * (X.R[i][k] - free.X.R[i][k]);
    }
    if (moved + ball.r * std::sqrt(turned) * kSpectral < free.clearance) return true;
  }
  return false;
}

void Sampler::keep(const Pose& X) {
  const Ball& ball = scene_.ball(b_);
  double clearance = kClearance * ball.r;
  for (int i = 0; i < kHalvings; ++i, clearance *= 0.5) {
    if (!(clearance < kInfinity) || !scene_.farther(a_, b_, X, clearance)) continue;
    free_.push_back({X, X(Vec{ball.x, ball.y, ball.z}), clearance});
    return;
  }
}

}  // namespace bodyplan::collision
