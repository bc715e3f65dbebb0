#include "proof.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "proof_reach.hpp"

namespace bodyplan::proof {

namespace {

constexpr double kRounding = 1e-11;      // relative to all lengths; rounding errors are much smaller
constexpr double kNarrowest = 1e-9;      // smallest width of a cell, as a fraction of the range of a variable
constexpr std::size_t kMostPairs = 4096; // largest number of pairs of boxes that a cell passes on to its parts
constexpr std::int64_t kWork = 36;         // number of pairs of boxes, times joints, that costs as much as a cell
constexpr std::int64_t kFirstLook = 1024;  // number of cells after which a proof can be stopped as hopeless
constexpr double kHopeless = 0.2;          // a proof is hopeless if its finished fraction is smaller than this factor
                                           // times the square of the used fraction of the budget
constexpr double kBulge = 0.1;             // weight of motion that is not along the normal, when the joint whose
                                           // range is split is chosen

// A box whose edges are along the axes of a pose.
struct Placed {
  Vec center, half;
  const Pose& X;

  Placed(const Pose& pose, const Node& node) : center(pose.of(node.center)), half(node.half), X(pose) {}
  double extent(Vec n) const {
    return half.x * std::abs(dot(n, X.x)) + half.y * std::abs(dot(n, X.y)) + half.z * std::abs(dot(n, X.z));
  }
};

Corners8 corners_of(const Pose& X, const Node& node) {
  const Vec x = node.half.x * X.x, y = node.half.y * X.y, z = node.half.z * X.z, c = X.of(node.center);
  Corners8 made;
  for (int i = 0; i < 8; ++i) {
    made.set(i, c + (i & 1 ? 1.0 : -1.0) * x + (i & 2 ? 1.0 : -1.0) * y + (i & 4 ? 1.0 : -1.0) * z);
  }
  return made;
}

Corners3 corners_of(const Vec at[3]) {
  Corners3 made;
  for (int i = 0; i < 4; ++i) made.set(i, at[i % 3]);
  return made;
}

const Pose kIdentity{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};

struct Gap {
  Vec normal;  // from A to B
  double width;
};

// The two best separating directions of two boxes, widest gap first. Candidates are the axes of both boxes and
// the direction between their centres.
std::array<Gap, 2> gaps(const Placed& a, const Placed& b) {
  const Vec t = b.center - a.center;
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
  look(a.X.x, dot(t, a.X.x), a.half.x + b.extent(a.X.x));
  look(a.X.y, dot(t, a.X.y), a.half.y + b.extent(a.X.y));
  look(a.X.z, dot(t, a.X.z), a.half.z + b.extent(a.X.z));
  look(b.X.x, dot(t, b.X.x), b.half.x + a.extent(b.X.x));
  look(b.X.y, dot(t, b.X.y), b.half.y + a.extent(b.X.y));
  look(b.X.z, dot(t, b.X.z), b.half.z + a.extent(b.X.z));
  const double far = length(t);
  if (far > 0.0) {
    const Vec n = (1.0 / far) * t;
    look(n, far, a.extent(n) + b.extent(n));
  }
  return best;
}

// A motion of a link by the joint next to it: a rotation or a translation.
struct Lean {
  double sine = 0.0, cosine = 1.0, along = 0.0;

  bool is_some() const { return sine != 0.0 || cosine != 1.0 || along != 0.0; }
  // Computes the motion that brings a point as near to another point as the joint allows.
  static Lean towards(const Joint& joint, Vec point, Vec target) {
    Lean found;
    const Vec p = point - joint.origin, t = target - joint.origin;
    if (joint.turn == 0.0) {
      found.along = std::clamp(dot(t - p, joint.axis), -joint.travel, joint.travel);
      return found;
    }
    if (joint.slide != 0.0) return found;
    const double along = dot(t, joint.axis);
    const double a = dot(p, t) - dot(p, joint.axis) * along, b = dot(cross(p, t), joint.axis);
    const double far = std::sqrt(a * a + b * b);
    if (!(far > 0.0)) return found;
    found.sine = b / far;
    found.cosine = a / far;
    if (found.cosine < joint.cosine) {
      found.cosine = joint.cosine;
      found.sine = std::copysign(joint.sine, b);
    }
    return found;
  }
  Pose pose(const Joint& joint, const Pose& X) const {
    const Pose R = turned(joint.axis, sine, cosine, along);
    const Vec shift = joint.origin - R.turned(joint.origin) + R.p;
    return Pose{R.x, R.y, R.z, shift} * X;
  }
  Vec of(const Joint& joint, Vec p) const {
    const Vec r = p - joint.origin, h = dot(r, joint.axis) * joint.axis;
    return joint.origin + h + cosine * (r - h) + sine * cross(joint.axis, r) + along * joint.axis;
  }
  // The change of the joint position.
  double value(const Joint& joint) const {
    return joint.turn == 0.0 ? along / joint.slide : std::atan2(sine, cosine) / joint.turn;
  }
};

struct Cell {
  std::vector<double> middle, half;
  std::size_t first, last;  // range of the pairs of boxes that may touch
  double share;  // volume as a fraction of the whole box of joint positions
};

class Prover {
 public:
  Prover(const Surface& a, const Surface& b, const Motion& motion, double margin, double coarse)
      : a_(a), b_(b), motion_(motion), margin_(margin), coarse_(coarse), count_(motion.steps.size()),
        slack_(kRounding * (a.scale() + b.scale() + motion.scale)) {
    for (std::size_t i = 0; i < count_; ++i) {
      const Step& step = motion.steps[i];
      joints_[i].turn = step.turn;
      joints_[i].slide = step.slide;
      joints_[i].multiplier = step.multiplier;
      joints_[i].variable = static_cast<std::size_t>(step.variable);
      const auto same = [&](const Step& other) { return other.variable == step.variable; };
      joints_[i].is_alone = std::count_if(motion.steps.begin(), motion.steps.end(), same) == 1;
    }
  }

  Answer run(std::int64_t budget) {
    Answer answer;
    double clearance = kInfinity;
    std::vector<Cell> cells;
    Cell whole;
    const std::size_t variables = motion_.lower.size();
    for (std::size_t i = 0; i < variables; ++i) {
      whole.middle.push_back(0.5 * (motion_.lower[i] + motion_.upper[i]));
      // The half width is slightly enlarged because of rounding, by the same factor for all parts of a range.
      whole.half.push_back((0.5 + 1e-14) * (motion_.upper[i] - motion_.lower[i]));
    }
    pairs_.assign(1, {0, 0});
    whole.first = 0;
    whole.last = 1;
    whole.share = 1.0;
    double done = 0.0;
    std::int64_t look = kFirstLook, examined = 0;
    cells.push_back(std::move(whole));
    std::vector<double> parts(variables);
    while (!cells.empty()) {
      Cell cell = std::move(cells.back());
      cells.pop_back();
      if (answer.cells >= budget) return answer;
      if (answer.cells >= look) {
        look = 2 * answer.cells;
        const double spent = static_cast<double>(answer.cells) / static_cast<double>(budget);
        if (done < kHopeless * spent * spent) return answer;
      }
      pairs_.resize(cell.last);
      place(cell);
      std::fill(parts.begin(), parts.end(), 0.0);
      const Verdict verdict = examine(cell, clearance, parts.data(), answer.tests);
      examined += kWork;
      answer.cells = (examined + answer.tests * static_cast<std::int64_t>(count_)) / kWork;
      if (verdict == Verdict::met || verdict == Verdict::close) {
        answer.verdict = verdict;
        answer.q = found_;
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
      Joint& joint = joints_[i];
      const double value = step.multiplier * cell.middle[joint.variable] + step.offset, angle = step.turn * value;
      joint.axis = X.turned(step.axis);
      joint.origin = X.p;
      joint.set_width(std::abs(step.multiplier) * cell.half[joint.variable]);
      X = X * turned(step.axis, std::sin(angle), std::cos(angle), step.slide * value) * step.after;
    }
    X_ = X;
  }

  const Joint* end_of_a() const { return count_ > 0 ? &joints_[0] : nullptr; }
  const Joint* end_of_b() const { return count_ > 1 ? &joints_[count_ - 1] : nullptr; }

  // The number of joints that move A, if the plane is fixed in the frame after these joints: the number with the
  // smallest sum of contributions. `of_a` and `of_b` are the contributions of a joint, except the first and the
  // last, if it moves A or B.
  template <class A, class B>
  std::size_t split(const A& of_a, const B& of_b) const {
    if (count_ < 3) return std::min<std::size_t>(count_, 1);
    std::size_t best = 1;
    double sum = 0.0, least = 0.0;
    for (std::size_t i = 1; i + 1 < count_; ++i) {
      sum += of_a(joints_[i]) - of_b(joints_[i]);
      if (sum >= least) continue;
      least = sum;
      best = i + 1;
    }
    return best;
  }

  // A lower bound, in the whole cell, of the gap along n between parts of A and B.
  template <int N>
  double room(const Points<N>& a, const Ball& ball_a, const Points<N>& b, const Ball& ball_b, Vec n, double* parts) const {
    const auto by = [&](const Ball& ball) {
      return [&ball, n](const Joint& joint) {
        const Vec way = cross(n, joint.axis);
        return joint.most_sine * (std::abs(dot(way, ball.center - joint.origin)) + length(way) * ball.radius);
      };
    };
    const std::size_t held = split(by(ball_a), by(ball_b));
    Chain of_a, of_b;
    for (std::size_t i = 0; i < held; ++i) of_a.add(joints_[i]);
    for (std::size_t i = count_; i-- > held;) of_b.add(joints_[i]);
    return -reach(a, ball_a, n, of_a, parts) - reach(b, ball_b, -1.0 * n, of_b, parts);
  }

  // An upper bound of the motion of two spheres towards each other by the joints between the first and
  // the last.
  double drift(const Ball& a, const Ball& b) const {
    const auto by = [](const Ball& ball) {
      return [&ball](const Joint& joint) { return joint.chord * ball.from_axis(joint); };
    };
    const std::size_t held = split(by(a), by(b));
    double of_a = 0.0, of_b = 0.0;
    for (std::size_t i = 1; i < held; ++i) of_a += joints_[i].chord * (a.from_axis(joints_[i]) + of_a) + joints_[i].travel;
    for (std::size_t i = count_ - 1; i-- > held;) {
      of_b += joints_[i].chord * (b.from_axis(joints_[i]) + of_b) + joints_[i].travel;
    }
    return of_a + of_b;
  }

  // An upper bound of the distance between the circular paths of the points of a box and their chords.
  static double bulge(const Placed& box, double radius, const Joint* end) {
    if (end == nullptr) return 0.0;
    return (1.0 - end->cosine) * (length(cross(end->axis, box.center - end->origin)) + radius);
  }

  // Examines all pairs of boxes of a cell, and appends pairs that may touch to `pairs_`.
  Verdict examine(const Cell& cell, double& clearance, double* parts, std::int64_t& tests) {
    todo_.assign(pairs_.begin() + static_cast<std::ptrdiff_t>(cell.first),
                 pairs_.begin() + static_cast<std::ptrdiff_t>(cell.last));
    const Joint *end_a = end_of_a(), *end_b = end_of_b();
    const auto is_free = [&](double room) {
      if (!(room - slack_ >= margin_ && room > slack_)) return false;  // also for NaN
      clearance = std::min(clearance, room - slack_);
      return true;
    };
    while (!todo_.empty()) {
      const Pair pair = todo_.back();
      todo_.pop_back();
      ++tests;
      const Node& one = a_.node(pair.first);
      const Node& two = b_.node(pair.second);
      const Vec center_b = X_.of(two.center);
      const Ball ball_a(one.center, one.radius, end_a), ball_b(center_b, two.radius, end_b);
      const double drifted = count_ > 2 ? drift(ball_a, ball_b) : 0.0;
      if (is_free(length(ball_b.center - ball_a.center) - ball_a.radius - ball_b.radius - drifted)) continue;
      // Find a configuration in the cell in which the two boxes are near each other.
      Lean lean_a, lean_b;
      if (end_a != nullptr && end_a->is_alone) lean_a = Lean::towards(*end_a, one.center, center_b);
      if (end_b != nullptr && end_b->is_alone) {
        const Vec near_a = lean_a.is_some() ? lean_a.of(*end_a, one.center) : one.center;
        lean_b = Lean::towards(*end_b, center_b, near_a);
        if (lean_b.is_some() && end_a->is_alone) {
          lean_a = Lean::towards(*end_a, one.center, lean_b.of(*end_b, center_b));
          lean_b = Lean::towards(*end_b, center_b, lean_a.of(*end_a, one.center));
        }
      }
      const Pose pose_a = lean_a.is_some() ? lean_a.pose(*end_a, kIdentity) : kIdentity;
      const Pose pose_b = lean_b.is_some() ? lean_b.pose(*end_b, X_) : X_;
      const Placed a(pose_a, one), b(pose_b, two);
      const std::array<Gap, 2> found = gaps(a, b);
      // Keeps the pair, and adds the motion by each joint to `parts`. `part`: the weight of motion in directions
      // other than the normal.
      const auto fail = [&](const auto& points_a, const auto& points_b, Vec n, double part) {
        room(points_a, ball_a, points_b, ball_b, n, parts);
        for (std::size_t i = 1; i + 1 < count_; ++i) {
          const Joint& joint = joints_[i];
          const double moved = joint.chord * std::min(ball_a.from_axis(joint), ball_b.from_axis(joint)) + joint.travel;
          parts[joint.variable] += part * moved;
        }
        if (end_a != nullptr) {
          const double grown = reach(points_a, n, end_a) - dot(n, a.center) - a.extent(n);
          parts[end_a->variable] += std::max(0.0, grown) + part * (bulge(a, one.radius, end_a) + end_a->travel);
        }
        if (end_b != nullptr) {
          const double grown = reach(points_b, -1.0 * n, end_b) + dot(n, b.center) - b.extent(n);
          parts[end_b->variable] += std::max(0.0, grown) + part * (bulge(b, two.radius, end_b) + end_b->travel);
        }
        pairs_.push_back(pair);
      };
      if (one.is_leaf() && two.is_leaf()) {
        const Triangle& t = a_.triangle(one);
        const Triangle& u = b_.triangle(two);
        const double radii = t.radius + u.radius;
        const Vec placed[3] = {X_.of(u.corner[0]), X_.of(u.corner[1]), X_.of(u.corner[2])};
        const Corners3 points_a = corners_of(t.corner), points_b = corners_of(placed);
        if (found[0].width > margin_ && is_free(room(points_a, ball_a, points_b, ball_b, found[0].normal, nullptr) - radii)) continue;
        Vec c[3], d[3], p, r;
        for (int i = 0; i < 3; ++i) c[i] = pose_a.of(t.corner[i]), d[i] = pose_b.of(u.corner[i]);
        const double far = nearest_points(c, d, p, r), apart = far - radii;
        if (apart <= 0.0 || apart < margin_) {
          found_ = cell.middle;
          if (lean_a.is_some()) lean(*end_a, -lean_a.value(*end_a));
          if (lean_b.is_some()) lean(*end_b, lean_b.value(*end_b));
          return apart <= 0.0 ? Verdict::met : Verdict::close;
        }
        const Vec n = (1.0 / far) * (r - p);
        if (!is_free(room(points_a, ball_a, points_b, ball_b, n, nullptr) - radii)) fail(points_a, points_b, n, kBulge);
        continue;
      }
      const Corners8 points_a = corners_of(kIdentity, one), points_b = corners_of(X_, two);
      double motion = kInfinity;
      bool is_done = false;
      for (const Gap& gap : found) {
        if (gap.width <= margin_ || is_done) break;
        const double left = room(points_a, ball_a, points_b, ball_b, gap.normal, nullptr);
        is_done = is_free(left);
        motion = std::min(motion, gap.width - left);
      }
      if (is_done) continue;
      const double part = motion == kInfinity ? 1.0 : kBulge;
      if (motion == kInfinity) motion = drifted + bulge(a, one.radius, end_a) + bulge(b, two.radius, end_b);
      const bool is_coarse = motion > coarse_ * (one.radius + two.radius) || pairs_.size() - cell.last > kMostPairs;
      if (is_coarse) {
        fail(points_a, points_b, found[0].normal, part);
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

  void lean(const Joint& joint, double value) {
    const std::size_t i = joint.variable;
    found_[i] = std::clamp(found_[i] + value / joint.multiplier, motion_.lower[i], motion_.upper[i]);
  }

  const Surface& a_;
  const Surface& b_;
  const Motion& motion_;
  const double margin_;
  const double coarse_;
  const std::size_t count_;
  const double slack_;
  std::array<Joint, kMostSteps> joints_{};
  Pose X_;
  std::vector<Pair> pairs_, todo_;
  std::vector<double> found_;
};

}  // namespace

Answer prove(const Surface& a, const Surface& b, const Motion& motion, double margin, double coarse, std::int64_t budget) {
  if (motion.steps.size() > kMostSteps) return {};
  return Prover(a, b, motion, margin, coarse).run(budget);
}

}  // namespace bodyplan::proof
