// Jacobians of one link, and the centre of mass.
#pragma once

#include "kernels_motion.hpp"

namespace bodyplan::kernels {
namespace {

// A direction of motion in the world: the linear velocity at the world origin, and the angular
// velocity.
template <class V>
struct Twist {
  Three<V> linear, angular;
};

template <class T>
struct Jacobian {
  using L = Lanes<T>;
  using M = Motion<T>;
  using V = typename L::V;
  using Vec = Three<V>;
  using Pose = Frame<V>;
  static constexpr int W = L::W;

  static INLINE Twist<V> twist(const Direction<T>& d, const V* pose) {
    Vec axis = load(pose + 3 * d.column);
    if (d.multiplier != T(1)) axis = axis * L::all(d.multiplier);
    if (!d.turns) return {axis, {L::zero(), L::zero(), L::zero()}};
    const Vec linear = cross(load(pose + 9), axis);
    return {d.pitch == T(0) ? linear : linear + axis * L::all(d.pitch), axis};
  }

  static void of_link(const Robot<T>& robot, const JacobianProgram<T>& program, Reference reference, const Job<T>& job) {
    const typename M::Work at = M::work(robot, job.scratch);
    V* columns = at.more;  // vector 0 is zero
    columns[0] = L::zero();
    for (std::int64_t n = job.first; n < job.last; n += W) {
      const int rows = static_cast<int>(job.last - n < W ? job.last - n : W);
      M::begin(robot, program.bodies, program.body_count, at, job.q + n * robot.nq, rows);
      for (std::int64_t i = 0; i < program.body_count; ++i) {
        if (program.bodies[i] != 0) M::place_body(robot, program.bodies[i], at);
      }
      const Pose seat = M::placed(load_frame(at.poses + 12 * program.seat.body), program.seat.placement, program.seat.order);
      std::int32_t last = -1;
      for (std::int64_t i = 0; i < program.direction_count; ++i) {
        const Direction<T>& d = robot.directions[program.directions[i]];
        auto [linear, angular] = twist(d, at.poses + 12 * d.body);
        if (reference != Reference::world) linear = linear + cross(angular, seat.p);
        if (reference == Reference::local) {
          linear = {dot(seat.x, linear), dot(seat.y, linear), dot(seat.z, linear)};
          angular = {dot(seat.x, angular), dot(seat.y, angular), dot(seat.z, angular)};
        }
        V* column = columns + 1 + 6 * program.columns[i];
        if (program.columns[i] <= last) {  // a mimic joint adds to the column of the mimicked joint
          linear = linear + load(column);
          angular = angular + load(column + 3);
        } else {
          last = program.columns[i];
        }
        store(column, linear);
        store(column + 3, angular);
      }
      T* out = job.out + n * program.slots.count;
      L::emit(columns, program.slots, L::block(job, out), rows, job.stream);
      L::pour(job, out, rows * program.slots.count);
    }
    L::fence(job.stream || job.stage);
  }

  static void center_of_mass(const Robot<T>& robot, const Job<T>& job) {
    const typename M::Work at = M::work(robot, job.scratch);
    for (std::int64_t n = job.first; n < job.last; n += W) {
      const int rows = static_cast<int>(job.last - n < W ? job.last - n : W);
      M::begin(robot, nullptr, robot.body_count, at, job.q + n * robot.nq, rows);
      const T* h = robot.bodies[0].first;
      Vec sum = {L::all(h[0]), L::all(h[1]), L::all(h[2])};
      for (std::int64_t b = 1; b < robot.body_count; ++b) {
        const Body<T>& body = robot.bodies[b];
        const Pose pose = M::place_body(robot, b, at);
        sum = sum + pose.p * L::all(body.mass) + M::combine(pose, body.first[0], body.first[1], body.first[2]);
      }
      sum = sum * L::all(T(1) / robot.total_mass);
      for (int i = 0; i < rows; ++i) {
        T* out = job.out + 3 * (n + i);
        out[0] = sum.x[i], out[1] = sum.y[i], out[2] = sum.z[i];
      }
    }
  }
};

}  // namespace
}  // namespace bodyplan::kernels
