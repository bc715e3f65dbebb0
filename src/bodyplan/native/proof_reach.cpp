#include "proof_reach.hpp"

#include <algorithm>

namespace bodyplan::proof {

Pose turned(Vec axis, double s, double c, double along) {
  const double d = 1.0 - c, x = axis.x, y = axis.y, z = axis.z;
  return {{c + d * x * x, d * x * y + s * z, d * x * z - s * y},
          {d * x * y - s * z, c + d * y * y, d * y * z + s * x},
          {d * x * z + s * y, d * y * z - s * x, c + d * z * z},
          along * axis};
}

Pose Motion::pose(const double* q) const {
  Pose X = start;
  for (const Step& step : steps) {
    const double value = step.multiplier * q[step.variable] + step.offset, angle = step.turn * value;
    X = X * turned(step.axis, std::sin(angle), std::cos(angle), step.slide * value) * step.after;
  }
  return X;
}

void Joint::set_width(double half) {
  constexpr double kHalfTurn = 3.14159265358979323846;
  width = half;
  angle = std::abs(turn) * half;
  travel = std::abs(slide) * half;
  const bool is_whole = angle >= kHalfTurn;
  sine = is_whole ? 0.0 : std::sin(angle);
  cosine = is_whole ? -1.0 : std::cos(angle);
  most_sine = angle >= 0.5 * kHalfTurn ? 1.0 : sine;
  chord = is_whole ? 2.0 : 2.0 * std::sin(0.5 * angle);
}

Ball::Ball(Vec middle, double radius_of, const Joint* end) : center(middle), radius(radius_of) {
  if (end == nullptr) return;
  radius += end->travel;
  if (end->angle == 0.0) return;
  const Vec p = middle - end->origin, on_axis = dot(p, end->axis) * end->axis, away = p - on_axis;
  const double far = std::max(0.0, end->cosine);  // relative distance of the chord's middle from the axis
  center = end->origin + on_axis + far * away;
  radius += end->most_sine * length(away);
}

}  // namespace bodyplan::proof
