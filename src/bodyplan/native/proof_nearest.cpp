// A search for the smallest distance of two links.
#include <algorithm>
#include <cmath>
#include <utility>

#include "proof_reach.hpp"

namespace bodyplan::proof {

namespace {

constexpr double kRough = 0.7, kFine = 0.7;  // see `part` of `distance_of`, for distances that are only compared
constexpr std::int64_t kMostTests = 30'000;  // largest number of box tests per distance: nested shells would need millions
constexpr std::int64_t kMostOfOne = 3'000'000;  // the same for a single distance outside a search
constexpr std::int64_t kMostWork = 1'500'000;  // largest number of box tests for all distances of a search
constexpr int kSteps = 24, kHalves = 4;       // largest numbers of steps along the gradient, and of attempts per step
constexpr double kLeastGain = 1e-3;           // smallest gain of a step along one variable, as a fraction of the distance
constexpr double kLeastDescent = 1e-2;        // smallest gain of a step along the gradient, likewise

// The nearest points of two surfaces, and the indices of their triangles, which are negative before the first
// comparison.
struct Points2 {
  Vec on_a, on_b;
  std::int32_t leaf_a = -1, leaf_b = -1;
  std::int64_t left = kMostOfOne;  // remaining tests of boxes, after which the search ends with its result so far
};

// A pose, and the absolute values of its numbers.
struct Placing {
  const Pose& X;
  Vec x, y, z;

  explicit Placing(const Pose& pose) : X(pose), x(size_of(pose.x)), y(size_of(pose.y)), z(size_of(pose.z)) {}
  static Vec size_of(Vec v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }
};

double square_of(double x, double y, double z) {
  x = std::max(0.0, x), y = std::max(0.0, y), z = std::max(0.0, z);
  return x * x + y * y + z * z;
}

// A lower bound of the squared distance of two boxes: computed along the axes of the first box and, if that
// bound is less than `enough`, along the axes of the second box.
double apart2(const Node& a, const Node& b, const Placing& P, double enough) {
  const Pose& X = P.X;
  const Vec t = X.of(b.center) - a.center, g = a.half, h = b.half;
  const double of_a = square_of(std::abs(t.x) - g.x - h.x * P.x.x - h.y * P.y.x - h.z * P.z.x,
                                std::abs(t.y) - g.y - h.x * P.x.y - h.y * P.y.y - h.z * P.z.y,
                                std::abs(t.z) - g.z - h.x * P.x.z - h.y * P.y.z - h.z * P.z.z);
  if (of_a >= enough) return of_a;
  const double of_b = square_of(std::abs(dot(t, X.x)) - h.x - dot(g, P.x), std::abs(dot(t, X.y)) - h.y - dot(g, P.y),
                                std::abs(dot(t, X.z)) - h.z - dot(g, P.z));
  return std::max(of_a, of_b);
}

double leaves_apart(const Surface& a, const Surface& b, const Pose& X, std::int32_t i, std::int32_t j, double most, Points2& points) {
  const Triangle& t = a.triangle(a.node(i));
  const Triangle& u = b.triangle(b.node(j));
  const Vec moved[3] = {X.of(u.corner[0]), X.of(u.corner[1]), X.of(u.corner[2])};
  Vec p, r;
  const double found = std::max(0.0, nearest_points(t.corner, moved, p, r) - t.radius - u.radius);
  if (found < most) points = {p, r, i, j, points.left};
  return found;
}

// Pairs of boxes are skipped if their distance is larger than `part` times the smallest known distance.
double distance_of(const Surface& a, const Surface& b, const Placing& P, std::int32_t i, std::int32_t j, double most, double part, Points2& points) {
  const Node& one = a.node(i);
  const Node& two = b.node(j);
  if (one.is_leaf() && two.is_leaf()) return leaves_apart(a, b, P.X, i, j, most, points);
  if (--points.left < 0) return most;
  const bool first = two.is_leaf() || (!one.is_leaf() && one.radius > two.radius);
  std::int32_t below[2][2];
  double room2[2];
  for (int k = 0; k < 2; ++k) {
    below[k][0] = first ? one.below + k : i;
    below[k][1] = first ? j : two.below + k;
    room2[k] = apart2(a.node(below[k][0]), b.node(below[k][1]), P, part * part * most * most);
  }
  double best = most;
  const int nearer = room2[1] < room2[0] ? 1 : 0;
  for (const int k : {nearer, 1 - nearer}) {
    if (room2[k] < part * part * best * best) best = std::min(best, distance_of(a, b, P, below[k][0], below[k][1], best, part, points));
    if (best == 0.0) break;
  }
  return best;
}

double distance_of(const Surface& a, const Surface& b, const Pose& X, double most, double part, Points2& points) {
  return distance_of(a, b, Placing(X), 0, 0, most, part, points);
}

// A pseudo-random number from 0 to 1 for each counter (Steele, Lea, Flood: SplitMix64).
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

  // The nearest triangles of the previous call are probably near again. Their distance is an upper bound, with
  // which most boxes are skipped immediately.
  [[gnu::noinline]] double at(const std::vector<double>& q, double most, double part) {
    const Pose X = motion_.pose(q.data());
    const std::int64_t most_tests = points_.left = std::min(kMostTests, work_);
    double best = kInfinity;
    if (points_.leaf_a >= 0) best = leaves_apart(a_, b_, X, points_.leaf_a, points_.leaf_b, kInfinity, points_);
    if (best == 0.0) return 0.0;
    best = std::min(best, distance_of(a_, b_, X, std::min(most, best), part, points_));
    work_ -= most_tests - std::max<std::int64_t>(points_.left, 0);
    return best;
  }

  // Takes steps along the gradient while the distance decreases. The length of a step would lead to contact if
  // the gradient were constant.
  void descend(Nearest& from) {
    std::vector<double> next(from.q.size());
    from.distance = std::min(from.distance, at(from.q, kInfinity, kFine));
    for (int step = 0; step < kSteps && from.distance > 0.0; ++step) {
      if (!set_slope(from.q)) return;
      double square = 0.0;
      for (std::size_t j = 0; j < next.size(); ++j) square += slope_[j] * slope_[j] / weight(j);
      if (!(square > 0.0)) return;
      double size = 1.1 * from.distance / square;
      bool is_nearer = false;
      for (int half = 0; half < kHalves && !is_nearer; ++half, size *= 0.35) {
        for (std::size_t j = 0; j < next.size(); ++j) {
          const double most = 0.15 * (motion_.upper[j] - motion_.lower[j]);
          const double way = std::clamp(-size * slope_[j] / weight(j), -most, most);
          next[j] = std::clamp(from.q[j] + way, motion_.lower[j], motion_.upper[j]);
        }
        const double there = at(next, from.distance, kFine);
        if (there >= (1.0 - kLeastDescent) * from.distance) continue;
        is_nearer = true;  // `points_` are now the nearest points for `next`
        from = {there, next};
      }
      if (!is_nearer) return;
    }
  }

  // Takes steps along one variable at a time.
  void polish(Nearest& start, double first) {
    for (double step = first; step > 4e-3; step *= 0.4) {
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
  // The reciprocal of the squared range of a variable, so that steps are proportional to the range.
  double weight(std::size_t j) const {
    const double range = motion_.upper[j] - motion_.lower[j];
    return 1.0 / (range * range);
  }

  // Sets the gradient of the distance at the last nearest points, with zeros for variables at a limit that a step
  // would exceed.
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
  std::int64_t work_ = kMostWork;
};

}  // namespace

double distance(const Surface& a, const Surface& b, const Pose& X_AB) {
  Points2 points;
  return distance_of(a, b, X_AB, kInfinity, 1.0, points);
}

Nearest nearest(const Surface& a, const Surface& b, const Motion& motion, std::uint64_t seed, std::int64_t samples,
                std::int32_t descents) {
  const std::size_t count = motion.lower.size();
  Search search(a, b, motion);
  std::vector<Nearest> found;  // smallest distance first
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
  if (found.empty()) return {kInfinity, q};  // all positions overflow
  Nearest best{kInfinity, {}};
  for (Nearest& start : found) {
    search.descend(start);
    if (start.distance < best.distance) best = start;
    if (best.distance == 0.0) return best;
  }
  search.polish(best, 0.03);
  best.distance = std::min(best.distance, search.at(best.q, kInfinity, 1.0));
  return best;
}

}  // namespace bodyplan::proof
