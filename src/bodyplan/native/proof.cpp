#include "proof.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace bodyplan::proof {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostSteps = 32;
constexpr double kRounding = 1e-11;      // of all lengths, which errors of rounding stay far below
constexpr double kNarrowest = 1e-9;      // a cell is not split further, as a part of a variable's range
constexpr std::size_t kMostPairs = 4096; // of boxes that a cell hands on; more are not refined
constexpr double kRough = 0.7, kFine = 0.95;  // for distances that are compared only
constexpr std::int64_t kTests = 48;        // of boxes, that take as long as a further cell
constexpr std::int64_t kFirstLook = 2048;  // cells after which a proof is given up that would take
constexpr double kHopeless = 100.0;        // so many times more than the budget

Pose turned(Vec axis, double angle, double along) {
  const double s = std::sin(angle), c = std::cos(angle), d = 1.0 - c;
  const double x = axis.x, y = axis.y, z = axis.z;
  return {{c + d * x * x, d * x * y + s * z, d * x * z - s * y},
          {d * x * y - s * z, c + d * y * y, d * y * z + s * x},
          {d * x * z + s * y, d * y * z - s * x, c + d * z * z},
          along * axis};
}

// A box of A, along the axes of its frame.
struct OwnBox {
  Vec center, half;
  double radius;

  explicit OwnBox(const Node& node) : center(node.center), half(node.half), radius(node.radius) {}
  double extent(Vec n) const { return half.x * std::abs(n.x) + half.y * std::abs(n.y) + half.z * std::abs(n.z); }
  // The largest |v . (p - o) + c| of its points p.
  double most(Vec v, Vec o, double c) const { return std::abs(dot(v, center - o) + c) + extent(v); }
  double from_axis(Vec axis, Vec o) const { return length(cross(axis, center - o)) + radius; }
};

// A box of B as it lies in the frame of A.
struct PlacedBox {
  Vec center, half;
  double radius;
  const Pose& X;

  PlacedBox(const Pose& pose, const Node& node) : center(pose.of(node.center)), half(node.half), radius(node.radius), X(pose) {}
  double extent(Vec n) const {
    return half.x * std::abs(dot(n, X.x)) + half.y * std::abs(dot(n, X.y)) + half.z * std::abs(dot(n, X.z));
  }
  double most(Vec v, Vec o, double c) const { return std::abs(dot(v, center - o) + c) + extent(v); }
  double from_axis(Vec axis, Vec o) const { return length(cross(axis, center - o)) + radius; }
};

struct Corners {
  Vec at[3];

  double most(Vec v, Vec o, double c) const {
    double found = 0.0;
    for (const Vec& p : at) found = std::max(found, std::abs(dot(v, p - o) + c));
    return found;
  }
  double from_axis(Vec axis, Vec o) const {
    double found = 0.0;
    for (const Vec& p : at) found = std::max(found, length(cross(axis, p - o)));
    return found;
  }
};

struct Joint {
  Vec axis, origin;  // in A, at the centre of the cell
  double turn, slide, width;  // width: half the range of its value in the cell
  std::size_t variable;
};

struct Gap {
  Vec normal;  // from A to B
  double width;
};

// Directions in which two boxes may be apart, the widest gap first: the axes of both, and from one
// centre to the other.
std::array<Gap, 2> gaps(const OwnBox& a, const PlacedBox& b) {
  const Vec t = b.center - a.center, x = b.X.x, y = b.X.y, z = b.X.z, h = b.half;
  std::array<Gap, 2> best{{{{0, 0, 1}, -kInfinity}, {{0, 0, 1}, -kInfinity}}};
  const auto look = [&](Vec n, double along, double extent) {
    const double width = std::abs(along) - extent;
    if (width > best[0].width) {
      best[1] = best[0];
      best[0] = {along < 0.0 ? -1.0 * n : n, width};
    } else if (width > best[1].width) {
      best[1] = {along < 0.0 ? -1.0 * n : n, width};
    }
  };
  look({1, 0, 0}, t.x, a.half.x + h.x * std::abs(x.x) + h.y * std::abs(y.x) + h.z * std::abs(z.x));
  look({0, 1, 0}, t.y, a.half.y + h.x * std::abs(x.y) + h.y * std::abs(y.y) + h.z * std::abs(z.y));
  look({0, 0, 1}, t.z, a.half.z + h.x * std::abs(x.z) + h.y * std::abs(y.z) + h.z * std::abs(z.z));
  look(x, dot(t, x), h.x + a.extent(x));
  look(y, dot(t, y), h.y + a.extent(y));
  look(z, dot(t, z), h.z + a.extent(z));
  const double far = length(t);
  if (far > 0.0) {
    const Vec n = (1.0 / far) * t;
    look(n, far, a.extent(n) + b.extent(n));
  }
  return best;
}

struct Cell {
  std::vector<double> middle, half;
  std::size_t first, last;  // the pairs of boxes that may touch
  double share;  // of the whole joint box
};

class Prover {
 public:
  Prover(const Surface& a, const Surface& b, const Motion& motion, double margin, double coarse)
      : a_(a), b_(b), motion_(motion), margin_(margin), coarse_(coarse), count_(motion.steps.size()),
        slack_(kRounding * (a.scale() + b.scale() + motion.scale)) {}

  Answer run(std::int64_t budget) {
    Answer answer;
    double clearance = kInfinity;
    std::vector<Cell> cells;
    Cell whole;
    const std::size_t variables = motion_.lower.size();
    for (std::size_t i = 0; i < variables; ++i) {
      whole.middle.push_back(0.5 * (motion_.lower[i] + motion_.upper[i]));
      // Wider by a rounding than the range, and the same for all parts of it.
      whole.half.push_back((0.5 + 1e-14) * (motion_.upper[i] - motion_.lower[i]));
    }
    pairs_.assign(1, {0, 0});
    whole.first = 0;
    whole.last = 1;
    whole.share = 1.0;
    double done = 0.0;
    std::int64_t look = kFirstLook;
    cells.push_back(std::move(whole));
    std::vector<double> parts(variables);
    while (!cells.empty()) {
      Cell cell = std::move(cells.back());
      cells.pop_back();
      if (answer.cells >= budget) return answer;
      // What is done so far tells how many cells the whole would take.
      if (answer.cells >= look) {
        look = 2 * answer.cells;
        if (static_cast<double>(answer.cells) > kHopeless * static_cast<double>(budget) * done) return answer;
      }
      pairs_.resize(cell.last);
      place(cell);
      std::fill(parts.begin(), parts.end(), 0.0);
      const std::int64_t before = answer.tests;
      const Verdict verdict = examine(cell, clearance, parts.data(), answer.tests);
      answer.cells += 1 + (answer.tests - before) / kTests;
      if (verdict == Verdict::met || verdict == Verdict::close) {
        answer.verdict = verdict;
        answer.q = cell.middle;
        return answer;
      }
      if (pairs_.size() == cell.last) {
        done += cell.share;
        continue;
      }
      std::size_t widest = variables;
      double most = 0.0;
      for (std::size_t i = 0; i < variables; ++i) {
        const double range = motion_.upper[i] - motion_.lower[i];
        if (cell.half[i] > kNarrowest * range && parts[i] > most) {
          most = parts[i];
          widest = i;
        }
      }
      if (widest == variables) return answer;
      Cell part = cell;
      part.first = cell.last;
      part.last = pairs_.size();
      part.share = 0.5 * cell.share;
      part.half[widest] = 0.5 * cell.half[widest];
      part.middle[widest] = cell.middle[widest] + part.half[widest];
      cells.push_back(part);
      part.middle[widest] = cell.middle[widest] - part.half[widest];
      cells.push_back(std::move(part));
    }
    answer.verdict = Verdict::proved;
    answer.clearance = clearance;
    return answer;
  }

 private:
  using Pair = std::pair<std::int32_t, std::int32_t>;

  void place(const Cell& cell) {
    Pose X = motion_.start;
    for (std::size_t i = 0; i < count_; ++i) {
      const Step& step = motion_.steps[i];
      const std::size_t variable = static_cast<std::size_t>(step.variable);
      const double value = step.multiplier * cell.middle[variable] + step.offset;
      joints_[i] = {X.turned(step.axis), X.p, step.turn, step.slide,
                    std::abs(step.multiplier) * cell.half[variable], variable};
      X = X * turned(step.axis, step.turn * value, step.slide * value) * step.after;
    }
    X_ = X;
  }

  // How far the points of both bodies move towards each other along n, at most; a frame between two
  // of the joints is held, so that those before it move A and those behind it move B.
  template <class One, class Other>
  double approach(const One& a, const Other& b, Vec n, double* parts) const {
    std::array<double, kMostSteps> of_a, of_b;
    double sum = 0.0;
    for (std::size_t i = 0; i < count_; ++i) {
      const Joint& joint = joints_[i];
      const Vec v = joint.turn * cross(n, joint.axis);
      const double along = joint.slide * dot(n, joint.axis);
      of_a[i] = joint.width * a.most(v, joint.origin, along);
      of_b[i] = joint.width * b.most(v, joint.origin, along);
      sum += of_b[i];
    }
    double least = sum;
    std::size_t split = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      sum += of_a[i] - of_b[i];
      if (sum < least) {
        least = sum;
        split = i + 1;
      }
    }
    double total = 0.0, straight = 0.0, curved = 0.0, moved = 0.0;
    const auto add = [&](std::size_t i, const auto& body, double first) {
      const Joint& joint = joints_[i];
      const double radius = body.from_axis(joint.axis, joint.origin) + moved;
      const double speed = joint.turn == 0.0 ? std::abs(joint.slide)
                                             : std::hypot(joint.turn * radius, joint.slide);
      const double turn = std::abs(joint.turn) * joint.width;
      const double bend = turn * (0.5 * turn * radius + moved);
      straight += first;
      curved += bend;
      moved += speed * joint.width;
      if (parts != nullptr) parts[joint.variable] += std::min(first + bend, speed * joint.width);
    };
    for (std::size_t i = count_; i-- > split;) add(i, b, of_b[i]);
    total = std::min(straight + curved, moved);
    straight = curved = moved = 0.0;
    for (std::size_t i = 0; i < split; ++i) add(i, a, of_a[i]);
    return total + std::min(straight + curved, moved);
  }

  // How far the points of a body of B move, at most.
  double sweep(const PlacedBox& b) const {
    double moved = 0.0;
    for (std::size_t i = count_; i-- > 0;) {
      const Joint& joint = joints_[i];
      const double radius = b.from_axis(joint.axis, joint.origin) + moved;
      moved += joint.width * (std::abs(joint.turn) * radius + std::abs(joint.slide));
    }
    return moved;
  }

  // Looks at all pairs of boxes of a cell; those that may touch are put behind the cell's own.
  Verdict examine(const Cell& cell, double& clearance, double* parts, std::int64_t& tests) {
    todo_.assign(pairs_.begin() + static_cast<std::ptrdiff_t>(cell.first),
                 pairs_.begin() + static_cast<std::ptrdiff_t>(cell.last));
    while (!todo_.empty()) {
      const Pair pair = todo_.back();
      todo_.pop_back();
      ++tests;
      const Node& one = a_.node(pair.first);
      const Node& two = b_.node(pair.second);
      const OwnBox a(one);
      const PlacedBox b(X_, two);
      double room = -kInfinity, motion = kInfinity;
      const std::array<Gap, 2> found = gaps(a, b);
      for (const Gap& gap : found) {
        if (gap.width <= margin_) break;
        const double moved = approach(a, b, gap.normal, nullptr);
        room = std::max(room, gap.width - moved);
        motion = std::min(motion, moved);
        if (room - slack_ >= margin_) break;
      }
      if (room - slack_ >= margin_ && room > slack_) {
        clearance = std::min(clearance, room - slack_);
        continue;
      }
      if (one.is_leaf() && two.is_leaf()) {
        const Triangle& t = a_.triangle(one);
        const Triangle& u = b_.triangle(two);
        Corners c{{t.corner[0], t.corner[1], t.corner[2]}};
        Corners d{{X_.of(u.corner[0]), X_.of(u.corner[1]), X_.of(u.corner[2])}};
        Vec p, r;
        const double apart = nearest_points(c.at, d.at, p, r) - t.radius - u.radius;
        if (apart <= 0.0) return Verdict::met;
        if (apart < margin_) return Verdict::close;
        const Vec n = (1.0 / length(r - p)) * (r - p);
        double high = -kInfinity, low = kInfinity;
        for (int i = 0; i < 3; ++i) {
          high = std::max(high, dot(n, c.at[i]));
          low = std::min(low, dot(n, d.at[i]));
        }
        const double left = low - high - t.radius - u.radius - approach(c, d, n, nullptr) - slack_;
        if (left >= margin_ && left > 0.0) {
          clearance = std::min(clearance, left);
          continue;
        }
        approach(c, d, n, parts);
        pairs_.push_back(pair);
        continue;
      }
      if (motion == kInfinity) motion = sweep(b);
      const bool is_coarse = motion > coarse_ * (one.radius + two.radius) || pairs_.size() - cell.last > kMostPairs;
      if (is_coarse) {
        approach(a, b, found[0].normal, parts);
        pairs_.push_back(pair);
      } else if (two.is_leaf() || (!one.is_leaf() && one.radius > two.radius)) {
        todo_.push_back({one.below, pair.second});
        todo_.push_back({one.below + 1, pair.second});
      } else {
        todo_.push_back({pair.first, two.below});
        todo_.push_back({pair.first, two.below + 1});
      }
    }
    return Verdict::undecided;
  }

  const Surface& a_;
  const Surface& b_;
  const Motion& motion_;
  const double margin_;
  const double coarse_;
  const std::size_t count_;
  const double slack_;
  std::array<Joint, kMostSteps> joints_;
  Pose X_;
  std::vector<Pair> pairs_, todo_;
};

// Boxes that are further apart than `part` of what is known are left out.
double distance_of(const Surface& a, const Surface& b, const Pose& X, std::int32_t i, std::int32_t j, double most, double part) {
  const Node& one = a.node(i);
  const Node& two = b.node(j);
  if (one.is_leaf() && two.is_leaf()) {
    const Triangle& t = a.triangle(one);
    const Triangle& u = b.triangle(two);
    const Vec moved[3] = {X.of(u.corner[0]), X.of(u.corner[1]), X.of(u.corner[2])};
    Vec p, r;
    return std::max(0.0, nearest_points(t.corner, moved, p, r) - t.radius - u.radius);
  }
  const bool first = two.is_leaf() || (!one.is_leaf() && one.radius > two.radius);
  std::int32_t below[2][2];
  double room[2];
  for (int k = 0; k < 2; ++k) {
    below[k][0] = first ? one.below + k : i;
    below[k][1] = first ? j : two.below + k;
    room[k] = gaps(OwnBox(a.node(below[k][0])), PlacedBox(X, b.node(below[k][1])))[0].width;
  }
  double best = most;
  const int nearer = room[1] < room[0] ? 1 : 0;
  for (const int k : {nearer, 1 - nearer}) {
    if (room[k] < part * best) best = std::min(best, distance_of(a, b, X, below[k][0], below[k][1], best, part));
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

}  // namespace

Pose Motion::pose(const double* q) const {
  Pose X = start;
  for (const Step& step : steps) {
    const double value = step.multiplier * q[step.variable] + step.offset;
    X = X * turned(step.axis, step.turn * value, step.slide * value) * step.after;
  }
  return X;
}

double distance(const Surface& a, const Surface& b, const Pose& X_AB, double most, double part) {
  return distance_of(a, b, X_AB, 0, 0, most, part);
}

Nearest nearest(const Surface& a, const Surface& b, const Motion& motion, std::uint64_t seed, std::int64_t samples,
                std::int32_t descents) {
  const std::size_t count = motion.lower.size();
  std::vector<Nearest> found;  // nearest first
  std::vector<double> q(count);
  const std::size_t most = static_cast<std::size_t>(std::max(1, descents));
  for (std::int64_t i = 0; i < samples; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      const double part = i == 0 ? 0.5 : uniform(seed, static_cast<std::uint64_t>(i) * count + j);
      q[j] = motion.lower[j] + part * (motion.upper[j] - motion.lower[j]);
    }
    const double bound = found.size() < most ? kInfinity : found.back().distance;
    const double apart = distance(a, b, motion.pose(q.data()), bound, kRough);
    if (apart >= bound) continue;
    const auto at = std::upper_bound(found.begin(), found.end(), apart,
                                     [](double value, const Nearest& one) { return value < one.distance; });
    found.insert(at, {apart, q});
    if (found.size() > most) found.pop_back();
    if (apart == 0.0) return found.front();
  }
  Nearest best = found.front();
  for (Nearest& start : found) {
    for (double step = 0.1; step > 1e-3; step *= 0.4) {
      for (bool improved = true; improved;) {
        improved = false;
        for (std::size_t j = 0; j < count; ++j) {
          const double old = start.q[j], way = step * (motion.upper[j] - motion.lower[j]);
          for (const double sign : {1.0, -1.0}) {
            const double next = std::clamp(old + sign * way, motion.lower[j], motion.upper[j]);
            if (next == old) continue;
            start.q[j] = next;
            const double apart = distance(a, b, motion.pose(start.q.data()), start.distance, kFine);
            if (apart < start.distance) {
              start.distance = apart;
              improved = true;
              break;
            }
            start.q[j] = old;
          }
          if (start.distance == 0.0) return start;
        }
      }
    }
    if (start.distance < best.distance) best = start;
  }
  best.distance = distance(a, b, motion.pose(best.q.data()), kInfinity);
  return best;
}

Answer prove(const Surface& a, const Surface& b, const Motion& motion, double margin, double coarse, std::int64_t budget) {
  if (motion.steps.size() > kMostSteps) return {};
  return Prover(a, b, motion, margin, coarse).run(budget);
}

}  // namespace bodyplan::proof
