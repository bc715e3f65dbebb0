#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernels_plan.hpp"

namespace bodyplan::kernels {
namespace {

using Pose = std::array<double, 12>;  // 3 x 4 by rows

constexpr Pose kIdentity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

Pose product(const Pose& a, const Pose& b) {
  Pose made;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) {
      made[4 * i + j] = a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j];
    }
    made[4 * i + 3] += a[4 * i + 3];
  }
  return made;
}

Pose transposed(const Pose& a) {  // a is a rotation
  return {a[0], a[4], a[8], 0, a[1], a[5], a[9], 0, a[2], a[6], a[10], 0};
}

// The order of a rotation, as in `kernels.hpp`: the column of the identity that equals the first column of the
// rotation, if it only permutes axes.
std::int32_t order_of(const Pose& a) {
  for (std::int32_t order = 0; order < 3; ++order) {
    bool same = true;
    for (int i = 0; i < 3 && same; ++i)
      for (int j = 0; j < 3 && same; ++j) same = a[4 * i + j] == (i == (j + order) % 3 ? 1.0 : 0.0);
    if (same) return order;
  }
  return kGeneral;
}

bool is_zero(const double* a) { return a[0] == 0.0 && a[1] == 0.0 && a[2] == 0.0; }

struct Turned {
  Pose rotation;  // rotates z onto the axis
  double sign;    // -1: z is rotated onto the opposite of the axis
};

Turned onto_axis(const double* axis) {
  const auto largest = static_cast<int>(
      std::max_element(axis, axis + 3, [](double a, double b) { return std::fabs(a) < std::fabs(b); }) - axis);
  bool exact = true;
  for (int i = 0; i < 3; ++i) exact = exact && (i == largest ? std::fabs(axis[i]) == 1.0 : axis[i] == 0.0);
  Pose made = kIdentity;
  if (exact) {  // z becomes column `largest`: a permutation of the axes
    const int order = (largest + 1) % 3;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) made[4 * i + j] = i == (j + order) % 3 ? 1.0 : 0.0;
    return {made, axis[largest] < 0 ? -1.0 : 1.0};
  }
  const double x = axis[0], y = axis[1], z = axis[2];
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length > 0.0) || !std::isfinite(length)) throw ArraysFault("an axis is not finite");
  const double a = x / length, b = y / length, c = z / length;
  // construct a frame with this z axis, starting from the direction of its smallest component
  double other[3] = {0, 0, 0};
  other[std::fabs(a) <= std::fabs(b) && std::fabs(a) <= std::fabs(c) ? 0 : std::fabs(b) <= std::fabs(c) ? 1 : 2] = 1;
  double u[3] = {other[1] * c - other[2] * b, other[2] * a - other[0] * c, other[0] * b - other[1] * a};
  const double size = std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  for (double& value : u) value /= size;
  const double v[3] = {b * u[2] - c * u[1], c * u[0] - a * u[2], a * u[1] - b * u[0]};
  made = {u[0], v[0], a, 0, u[1], v[1], b, 0, u[2], v[2], c, 0};
  return {made, 1.0};
}

struct Sizes {
  std::int64_t q, v;
};

Sizes sizes(Kind kind) {
  switch (kind) {
    case Kind::fixed:
      return {0, 0};
    case Kind::floating:
      return {7, 6};
    case Kind::planar:
      return {3, 3};
    case Kind::ball:
      return {4, 3};
    case Kind::universal:
    case Kind::revolute2:
      return {2, 2};
    default:
      return {1, 1};
  }
}

std::string joint_text(std::int64_t joint) { return "joint " + std::to_string(joint) + ": "; }

// Marks `size` variables, starting at `index`, as used.
void take(std::vector<bool>& taken, std::int64_t index, std::int64_t size, std::int64_t joint, const char* name) {
  if (index < 0 || index > static_cast<std::int64_t>(taken.size()) - size) {
    throw ArraysFault(joint_text(joint) + name + " is out of range");
  }
  for (std::int64_t i = index; i < index + size; ++i) {
    if (taken[static_cast<std::size_t>(i)]) throw ArraysFault(joint_text(joint) + name + " belongs to another joint too");
    taken[static_cast<std::size_t>(i)] = true;
  }
}

void check(const Arrays& arrays) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max() / 64;
  if (arrays.link_count > kMost || arrays.joint_count > kMost || arrays.nq > kMost || arrays.nv > kMost) {
    throw ArraysFault("the robot is too large");
  }
  std::vector<bool> q(static_cast<std::size_t>(arrays.nq)), v(static_cast<std::size_t>(arrays.nv));
  for (std::int64_t j = 0; j < arrays.joint_count; ++j) {
    const auto number = static_cast<int>(arrays.kind[j]);
    if (number < 0 || number > static_cast<int>(Kind::gearbox)) throw ArraysFault(joint_text(j) + "unknown kind");
    const Kind kind = arrays.kind[j] >= 0 ? static_cast<Kind>(arrays.kind[j]) : Kind::fixed;
    if (kind == Kind::fixed) continue;
    const Sizes size = sizes(kind);
    const std::int64_t leader = arrays.follows[j];
    if (leader < 0) {
      take(q, arrays.q_index[j], size.q, j, "q_index");
      take(v, arrays.v_index[j], size.v, j, "v_index");
      if (size.v > 1 && (arrays.multiplier[j] != 1.0 || arrays.offset[j] != 0.0)) {
        throw ArraysFault(joint_text(j) + "a joint with several directions has no multiplier or offset");
      }
      continue;
    }
    if (size.v != 1) throw ArraysFault(joint_text(j) + "only a joint with one direction can follow another");
    if (leader >= arrays.joint_count) throw ArraysFault(joint_text(j) + "follows is out of range");
    if (arrays.q_index[j] < 0 || arrays.q_index[j] >= arrays.nq || arrays.v_index[j] < 0 ||
        arrays.v_index[j] >= arrays.nv) {
      throw ArraysFault(joint_text(j) + "q_index or v_index is out of range");
    }
  }
  const auto all = [](const std::vector<bool>& taken) { return std::find(taken.begin(), taken.end(), false) == taken.end(); };
  if (!all(q)) throw ArraysFault("nq is larger than the joints need");
  if (!all(v)) throw ArraysFault("nv is larger than the joints need");
}

// Adds the mass properties of a link to its body.
void add_link(Body<double>& body, const Pose& X_BL, double mass, const double* p_LC, const double* I_C) {
  const Pose& X = X_BL;
  double p[3], turned[9], inertia[9];
  for (int i = 0; i < 3; ++i) {
    p[i] = X[4 * i] * p_LC[0] + X[4 * i + 1] * p_LC[1] + X[4 * i + 2] * p_LC[2] + X[4 * i + 3];
    for (int j = 0; j < 3; ++j)
      turned[3 * i + j] = X[4 * i] * I_C[j] + X[4 * i + 1] * I_C[3 + j] + X[4 * i + 2] * I_C[6 + j];
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      inertia[3 * i + j] = turned[3 * i] * X[4 * j] + turned[3 * i + 1] * X[4 * j + 1] + turned[3 * i + 2] * X[4 * j + 2];
  const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
  body.mass += mass;
  for (int i = 0, k = 0; i < 3; ++i) {
    body.first[i] += mass * p[i];
    for (int j = i; j < 3; ++j, ++k) {
      const double mean = (inertia[3 * i + j] + inertia[3 * j + i]) / 2;
      body.second[k] += mean + mass * ((i == j ? square : 0.0) - p[i] * p[j]);
    }
  }
}

// Collects bodies and directions in the order of the tree.
class Builder {
 public:
  Builder(const Arrays& arrays, Prepared<double>& made) : arrays_(arrays), made_(made) {
    Body<double> world = {};
    world.order = 0;
    world.complex = -1;
    copy_numbers(world.placement, kIdentity.data(), 12);
    made_.bodies.push_back(world);
    last_direction_.push_back(-1);
    const auto links = static_cast<std::size_t>(arrays.link_count);
    body_.assign(links, -1);
    X_BL_.assign(links, kIdentity);
  }

  void run() {
    std::vector<bool> has_parent(body_.size());
    for (std::int64_t j = 0; j < arrays_.joint_count; ++j) {
      const std::int64_t parent = arrays_.parent_link[j], child = arrays_.child_link[j];
      if (parent < 0 || child < 0 || parent >= arrays_.link_count || child >= arrays_.link_count) {
        throw ArraysFault(joint_text(j) + "parent_link or child_link is out of range");
      }
      if (has_parent[static_cast<std::size_t>(child)]) throw ArraysFault(joint_text(j) + "its child has another parent joint");
      has_parent[static_cast<std::size_t>(child)] = true;
    }
    for (std::size_t link = 0; link < body_.size(); ++link) {
      if (!has_parent[link]) body_[link] = 0;
    }
    for (std::int64_t j = 0; j < arrays_.joint_count; ++j) add_joint(j);
    made_.seats.resize(body_.size());
    for (std::size_t link = 0; link < body_.size(); ++link) {
      Seat<double>& seat = made_.seats[link];
      copy_numbers(seat.placement, X_BL_[link].data(), 12);
      seat.body = body_[link];
      const bool shifted = X_BL_[link][3] != 0.0 || X_BL_[link][7] != 0.0 || X_BL_[link][11] != 0.0;
      seat.order = shifted ? kGeneral : order_of(X_BL_[link]);
      add_link(made_.bodies[static_cast<std::size_t>(seat.body)], X_BL_[link], arrays_.mass[link],
               arrays_.p_LC + 3 * link, arrays_.I_C + 9 * link);
    }
  }

  std::int32_t complex_count = 0;

 private:
  void add_joint(std::int64_t j) {
    const auto parent = static_cast<std::size_t>(arrays_.parent_link[j]);
    const auto child = static_cast<std::size_t>(arrays_.child_link[j]);
    if (body_[parent] < 0) throw ArraysFault(joint_text(j) + "it stands before the joint of its parent link");
    Pose X_PJ;
    copy_numbers(X_PJ.data(), arrays_.X_PJ + 12 * j, 12);
    Pose X = product(X_BL_[parent], X_PJ);
    std::int32_t body = body_[parent];
    const double* axis = arrays_.axis + 3 * j;
    switch (static_cast<Kind>(arrays_.kind[j])) {
      case Kind::fixed:
        break;
      case Kind::floating:
        body = add_body(body, X, Move::free, j, 0, 1.0);
        X = kIdentity;
        break;
      case Kind::ball:
        body = add_body(body, X, Move::ball, j, 0, 1.0);
        X = kIdentity;
        break;
      case Kind::planar:
        X = add_planar(body, X, j, axis);
        break;
      case Kind::prismatic:
        X = add_axis(body, X, Move::slide, j, 0, axis);
        break;
      case Kind::screw:
        X = add_axis(body, X, Move::screw, j, 0, axis);
        break;
      case Kind::universal:
      case Kind::revolute2:
        X = add_axis(body, X, Move::turn, j, 0, axis);
        X = add_axis(body, X, Move::turn, j, 1, arrays_.axis2 + 3 * j);
        break;
      default:
        X = add_axis(body, X, Move::turn, j, 0, axis);
    }
    Pose X_JC;
    copy_numbers(X_JC.data(), arrays_.X_JC + 12 * j, 12);
    body_[child] = body;
    X_BL_[child] = X_JC == kIdentity ? X : product(X, X_JC);
  }

  // Adds a body that moves along one axis, sets `body` to it, and returns the placement of subsequent joints in it.
  Pose add_axis(std::int32_t& body, const Pose& X, Move move, std::int64_t j, std::int32_t number, const double* axis) {
    if (is_zero(axis)) return X;  // the joint does not move
    const Turned turned = onto_axis(axis);
    body = add_body(body, product(X, turned.rotation), move, j, number, turned.sign);
    return transposed(turned.rotation);
  }

  // `axis` is the normal of the plane, `axis2` the direction of x.
  Pose add_planar(std::int32_t& body, const Pose& X, std::int64_t j, const double* axis) {
    const double* x = arrays_.axis2 + 3 * j;
    if (is_zero(axis) || is_zero(x)) return X;
    const double y[3] = {axis[1] * x[2] - axis[2] * x[1], axis[2] * x[0] - axis[0] * x[2], axis[0] * x[1] - axis[1] * x[0]};
    Pose rotation = kIdentity;
    for (int i = 0; i < 3; ++i) rotation[4 * i] = x[i], rotation[4 * i + 1] = y[i], rotation[4 * i + 2] = axis[i];
    body = add_body(body, product(X, rotation), Move::planar, j, 0, 1.0);
    return transposed(rotation);
  }

  std::int32_t add_body(std::int32_t parent, const Pose& X, Move move, std::int64_t j, std::int32_t number, double sign) {
    const auto made = static_cast<std::int32_t>(made_.bodies.size());
    Body<double> body = {};
    copy_numbers(body.placement, X.data(), 12);
    body.multiplier = sign * (move == Move::turn || move == Move::slide || move == Move::screw ? arrays_.multiplier[j] : 1.0);
    body.offset = sign * (move == Move::turn || move == Move::slide || move == Move::screw ? arrays_.offset[j] : 0.0);
    body.pitch = move == Move::screw ? arrays_.pitch[j] : 0.0;
    body.parent = parent;
    body.q = arrays_.q_index[j] + number;
    body.v = arrays_.v_index[j] + number;
    body.order = order_of(X);
    body.complex = move == Move::free || move == Move::ball || move == Move::planar ? complex_count++ : -1;
    body.move = move;
    std::int32_t before = last_direction_[static_cast<std::size_t>(parent)];
    const auto direction = [&](bool turns, std::int32_t column, std::int32_t v) {
      Direction<double> one = {};
      one.multiplier = body.multiplier;
      one.pitch = body.pitch;
      one.body = made;
      one.turns = turns;
      one.column = column;
      one.v = body.v + v;
      one.parent = before;
      before = static_cast<std::int32_t>(made_.directions.size());
      made_.directions.push_back(one);
    };
    switch (move) {
      case Move::turn:
      case Move::screw:
        direction(true, 2, 0);
        break;
      case Move::slide:
        direction(false, 2, 0);
        break;
      case Move::planar:
        direction(false, 0, 0), direction(false, 1, 1), direction(true, 2, 2);
        break;
      case Move::ball:
        for (std::int32_t i = 0; i < 3; ++i) direction(true, i, i);
        break;
      case Move::free:
        for (std::int32_t i = 0; i < 6; ++i) direction(i >= 3, i % 3, i);
        break;
    }
    made_.bodies.push_back(body);
    last_direction_.push_back(before);
    return made;
  }

  const Arrays& arrays_;
  Prepared<double>& made_;
  std::vector<std::int32_t> body_;  // by link
  std::vector<Pose> X_BL_;          // by link
  std::vector<std::int32_t> last_direction_;  // by body
};

}  // namespace

std::int32_t fold(const Arrays& arrays, Prepared<double>& made) {
  check(arrays);
  Builder builder(arrays, made);
  builder.run();
  return builder.complex_count;
}

}  // namespace bodyplan::kernels
