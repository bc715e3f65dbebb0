// The smallest distance of two links that a search finds.
#include <algorithm>
#include <cmath>
#include <utility>

#include "proof_reach.hpp"

namespace bodyplan::proof {

namespace {

constexpr double kRough = 0.7, kFine = 0.95;  // for distances that are compared only
constexpr int kSteps = 24, kHalves = 4;       // of a descent along the gradient
constexpr double kLeastGain = 1e-3;           // of a step, as a part of the distance

struct Points2 {
  Vec on_a, on_b;
};

// How far two boxes are apart, at least: along their axes, and from one centre to the other.
double apart(const Node& a, const Node& b, const Pose& X) {
  const Vec t = X.of(b.center) - a.center, h = b.half;
  const auto of_a = [&](Vec n) { return a.half.x * std::abs(n.x) + a.half.y * std::abs(n.y) + a.half.z * std::abs(n.z); };
  double best = std::abs(t.x) - a.half.x - h.x * std::abs(X.x.x) - h.y * std::abs(X.y.x) - h.z * std::abs(X.z.x);
  best = std::max(best, std::abs(t.y) - a.half.y - h.x * std::abs(X.x.y) - h.y * std::abs(X.y.y) - h.z * std::abs(X.z.y));
  best = std::max(best, std::abs(t.z) - a.half.z - h.x * std::abs(X.x.z) - h.y * std::abs(X.y.z) - h.z * std::abs(X.z.z));
  best = std::max(best, std::abs(dot(t, X.x)) - h.x - of_a(X.x));
  best = std::max(best, std::abs(dot(t, X.y)) - h.y - of_a(X.y));
  best = std::max(best, std::abs(dot(t, X.z)) - h.z - of_a(X.z));
  const double far = length(t);
  if (!(far > 0.0)) return best;
  const Vec n = (1.0 / far) * t;
  const double of_b = h.x * std::abs(dot(n, X.x)) + h.y * std::abs(dot(n, X.y)) + h.z * std::abs(dot(n, X.z));
  return std::max(best, far - of_a(n) - of_b);
}

// Boxes that are further apart than `part` of what is known are left out.
double distance_of(const Surface& a, const Surface& b, const Pose& X, std::int32_t i, std::int32_t j, double most, double part, Points2& points) {
  const Node& one = a.node(i);
  const Node& two = b.node(j);
  if (one.is_leaf() && two.is_leaf()) {
    const Triangle& t = a.triangle(one);
    const Triangle& u = b.triangle(two);
    const Vec moved[3] = {X.of(u.corner[0]), X.of(u.corner[1]), X.of(u.corner[2])};
    Vec p, r;
    const double found = std::max(0.0, nearest_points(t.corner, moved, p, r) - t.radius - u.radius);
    if (found < most) points = {p, r};
    return found;
  }
  const bool first = two.is_leaf() || (!one.is_leaf() && one.radius > two.radius);
  std::int32_t below[2][2];
  double room[2];
  for (int k = 0; k < 2; ++k) {
    below[k][0] = first ? one.below + k : i;
    below[k][1] = first ? j : two.below + k;
    room[k] = apart(a.node(below[k][0]), b.node(below[k][1]), X);
  }
  double best = most;
  const int nearer = room[1] < room[0] ? 1 : 0;
  for (const int k : {nearer, 1 - nearer}) {
    if (room[k] < part * best) best = std::min(best, distance_of(a, b, X, below[k][0], below[k][1], best, part, points));
    if (best == 0.0) break;
  }
  return best;
}

// A number from 0 to 1 for each counter (Steele, Lea, Flood: SplitMix64).
double uniform(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = seed + (counter + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1.0p-53;
}

class Search {
 public:
  Search(const Surface& a, const Surface& b, const Motion& motion) : a_(a), b_(b), motion_(motion), slope_(motion.lower.size()) {}

  double at(const std::vector<double>& q, double most, double part) {
    return distance_of(a_, b_, motion_.pose(q.data()), 0, 0, most, part, points_);
  }

  // Steps along the gradient that would lead to contact if it stayed the same, as long as they help.
  void descend(Nearest& from) {
    std::vector<double> next(from.q.size());
    for (int step = 0; step < kSteps && from.distance > 0.0; ++step) {
      const double here = at(from.q, kInfinity, kFine);
      from.distance = std::min(from.distance, here);
      if (!set_slope(from.q)) return;
      double square = 0.0;
      for (std::size_t j = 0; j < next.size(); ++j) square += slope_[j] * slope_[j] / weight(j);
      if (!(square > 0.0)) return;
      double size = 1.1 * here / square;
      bool is_nearer = false;
      for (int half = 0; half < kHalves && !is_nearer; ++half, size *= 0.35) {
        for (std::size_t j = 0; j < next.size(); ++j) {
          const double most = 0.15 * (motion_.upper[j] - motion_.lower[j]);
          const double way = std::clamp(-size * slope_[j] / weight(j), -most, most);
          next[j] = std::clamp(from.q[j] + way, motion_.lower[j], motion_.upper[j]);
        }
        const double there = at(next, from.distance, kFine);
        if (there >= (1.0 - kLeastGain) * from.distance) continue;
        is_nearer = true;
        from = {there, next};
      }
      if (!is_nearer) return;
    }
  }

  // Steps along one variable at a time.
  void polish(Nearest& start, double first) {
    for (double step = first; step > 1e-3; step *= 0.4) {
      for (bool improved = true; improved;) {
        improved = false;
        for (std::size_t j = 0; j < start.q.size(); ++j) {
          const double old = start.q[j], way = step * (motion_.upper[j] - motion_.lower[j]);
          for (const double sign : {1.0, -1.0}) {
            const double next = std::clamp(old + sign * way, motion_.lower[j], motion_.upper[j]);
            if (next == old) continue;
            start.q[j] = next;
            const double found = at(start.q, start.distance, kFine);
            if (found < (1.0 - kLeastGain) * start.distance) {
              start.distance = found;
              improved = true;
              break;
            }
            start.q[j] = old;
          }
          if (start.distance == 0.0) return;
        }
      }
    }
  }

 private:
  // The square of a variable's range, so that steps are parts of it.
  double weight(std::size_t j) const {
    const double range = motion_.upper[j] - motion_.lower[j];
    return 1.0 / (range * range);
  }

  // The gradient of the distance for the nearest points found last, without variables that are at a
  // limit which it leads out of.
  bool set_slope(const std::vector<double>& q) {
    const Vec t = points_.on_b - points_.on_a;
    const double far = length(t);
    if (!(far > 0.0)) return false;
    const Vec n = (1.0 / far) * t;
    std::fill(slope_.begin(), slope_.end(), 0.0);
    Pose X = motion_.start;
    for (const Step& step : motion_.steps) {
      const double value = step.multiplier * q[step.variable] + step.offset, angle = step.turn * value;
      const Vec axis = X.turned(step.axis);
      const Vec way = step.turn * cross(axis, points_.on_b - X.p) + step.slide * axis;
      slope_[static_cast<std::size_t>(step.variable)] += step.multiplier * dot(n, way);
      X = X * turned(step.axis, std::sin(angle), std::cos(angle), step.slide * value) * step.after;
    }
    for (std::size_t j = 0; j < slope_.size(); ++j) {
      if (slope_[j] > 0.0 ? q[j] <= motion_.lower[j] : q[j] >= motion_.upper[j]) slope_[j] = 0.0;
    }
    return true;
  }

  const Surface& a_;
  const Surface& b_;
  const Motion& motion_;
  std::vector<double> slope_;
  Points2 points_;
};

}  // namespace

double distance(const Surface& a, const Surface& b, const Pose& X_AB) {
  Points2 points;
  return distance_of(a, b, X_AB, 0, 0, kInfinity, 1.0, points);
}

Nearest nearest(const Surface& a, const Surface& b, const Motion& motion, std::uint64_t seed, std::int64_t samples,
                std::int32_t descents) {
  const std::size_t count = motion.lower.size();
  Search search(a, b, motion);
  std::vector<Nearest> found;  // nearest first
  std::vector<double> q(count);
  const std::size_t most = static_cast<std::size_t>(std::max(1, descents));
  for (std::int64_t i = 0; i < samples; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      const double part = i == 0 ? 0.5 : uniform(seed, static_cast<std::uint64_t>(i) * count + j);
      q[j] = motion.lower[j] + part * (motion.upper[j] - motion.lower[j]);
    }
    const double bound = found.size() < most ? kInfinity : found.back().distance;
    const double apart = search.at(q, bound, kRough);
    if (!(apart < bound)) continue;
    const auto at = std::upper_bound(found.begin(), found.end(), apart,
                                     [](double value, const Nearest& one) { return value < one.distance; });
    found.insert(at, {apart, q});
    if (found.size() > most) found.pop_back();
    if (apart == 0.0) return found.front();
  }
  if (found.empty()) return {kInfinity, q};  // positions beyond all numbers
  Nearest best{kInfinity, {}};
  for (Nearest& start : found) {
    search.descend(start);
    if (start.distance < best.distance) best = start;
    if (best.distance == 0.0) return best;
  }
  search.polish(best, 0.03);
  best.distance = distance(a, b, motion.pose(best.q.data()));
  return best;
}

}  // namespace bodyplan::proof
