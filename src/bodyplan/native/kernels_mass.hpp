// The mass matrix. The inertias of whole branches are expressed in world coordinates, so that adding a branch
// to its parent needs only ten additions. Each entry is a product of two vectors of six numbers.
//
// Source: Featherstone, Rigid Body Dynamics Algorithms (2008), chapter 6.
#pragma once

#include "kernels_jacobian.hpp"

namespace bodyplan::kernels {
namespace {

template <class T>
struct Mass {
  using L = Lanes<T>;
  using M = Motion<T>;
  using V = typename L::V;
  using Vec = Three<V>;
  using Pose = Frame<V>;
  static constexpr int W = L::W;

  static void mass_matrix(const Robot<T>& robot, const MassProgram& program, const Job<T>& job) {
    const typename M::Work at = M::work(robot, job.scratch);
    V* inertias = at.more;  // 10 per body: mass, first moment, second moment
    V* motions = at.more + 10 * robot.body_count;
    V* entries = motions + 6 * robot.direction_count;  // vector 0 is zero
    entries[0] = L::zero();
    for (std::int64_t n = job.first; n < job.last; n += W) {
      const int rows = static_cast<int>(job.last - n < W ? job.last - n : W);
      M::begin(robot, nullptr, robot.body_count, at, job.q + n * robot.nq, rows);
      for (std::int64_t b = 1; b < robot.body_count; ++b) {
        const Body<T>& body = robot.bodies[b];
        Pose pose = M::place_body(robot, b, at);
        if (body.parent == 0 && body.move == Move::free) {
          // The matrix does not depend on the position of a floating root; it is computed near the
          // origin, where rounding errors are smallest.
          pose.p = {L::zero(), L::zero(), L::zero()};
          store(at.poses + 12 * b, pose);
        }
        world_inertia(body, pose, inertias + 10 * b);
      }
      for (std::int64_t b = robot.body_count - 1; b > 0; --b) {
        const std::int32_t parent = robot.bodies[b].parent;
        if (parent == 0) continue;
        SMALL for (int i = 0; i < 10; ++i) inertias[10 * parent + i] += inertias[10 * b + i];
      }
      if (program.adds) {
        for (std::int64_t i = 1; i < program.vector_count; ++i) entries[i] = L::zero();
      }
      const std::int32_t* target = program.targets;
      for (std::int64_t i = 0; i < robot.direction_count; ++i) {
        const Direction<T>& d = robot.directions[i];
        V* own = motions + 6 * i;
        const auto [linear, angular] = Jacobian<T>::twist(d, at.poses + 12 * d.body);
        store(own, linear);
        store(own + 3, angular);
        const V* c = inertias + 10 * d.body;
        const Vec h = load(c + 1);
        const Vec force = linear * c[0] + cross(angular, h);
        const Vec moment = cross(h, linear) + Vec{c[4] * angular.x + c[5] * angular.y + c[6] * angular.z,
                                                  c[5] * angular.x + c[7] * angular.y + c[8] * angular.z,
                                                  c[6] * angular.x + c[8] * angular.y + c[9] * angular.z};
        for (std::int32_t j = static_cast<std::int32_t>(i); j >= 0; j = robot.directions[j].parent) {
          const V* other = motions + 6 * j;
          const V entry = dot(load(other), force) + dot(load(other + 3), moment);
          if (program.adds) {
            // The product of a mimic joint and the mimicked joint on one chain occurs twice on the diagonal.
            const bool twice = j != i && robot.directions[j].v == d.v;
            entries[*target] += twice ? entry + entry : entry;
          } else {
            entries[*target] = entry;
          }
          ++target;
        }
      }
      T* out = job.out + n * program.slots.count;
      L::emit(entries, program.slots, L::block(job, out), rows, job.stream);
      L::pour(job, out, rows * program.slots.count);
    }
    L::fence(job.stream || job.stage);
  }

  static INLINE void world_inertia(const Body<T>& body, const Pose& pose, V* c) {
    const Vec &x = pose.x, &y = pose.y, &z = pose.z, &p = pose.p;
    const T* s = body.second;
    const Vec h0 = M::combine(pose, body.first[0], body.first[1], body.first[2]);  // about the body's origin
    const Vec a = M::combine(pose, s[0], s[1], s[2]), b = M::combine(pose, s[1], s[3], s[4]);
    const Vec d = M::combine(pose, s[2], s[4], s[5]);
    // moved to the world's origin: a symmetric expression in p and h = h0 + m p
    const Vec h = h0 + p * L::all(body.mass);
    const V trace = dot(p, h) + dot(p, h0);
    const auto mixed = [](V pi, V hj, V h0i, V pj) { return pi * hj + h0i * pj; };
    c[0] = L::all(body.mass);
    store(c + 1, h);
    c[4] = a.x * x.x + b.x * y.x + d.x * z.x + (trace - mixed(p.x, h.x, h0.x, p.x));
    c[5] = a.x * x.y + b.x * y.y + d.x * z.y - mixed(p.x, h.y, h0.x, p.y);
    c[6] = a.x * x.z + b.x * y.z + d.x * z.z - mixed(p.x, h.z, h0.x, p.z);
    c[7] = a.y * x.y + b.y * y.y + d.y * z.y + (trace - mixed(p.y, h.y, h0.y, p.y));
    c[8] = a.y * x.z + b.y * y.z + d.y * z.z - mixed(p.y, h.z, h0.y, p.z);
    c[9] = a.z * x.z + b.z * y.z + d.z * z.z + (trace - mixed(p.z, h.z, h0.z, p.z));
  }
};

}  // namespace
}  // namespace bodyplan::kernels
