// Inverse dynamics; the quantities of each body are expressed in the coordinates of the body.
//
// Source: Luh, Walker and Paul, On-Line Computational Scheme for Mechanical Manipulators (1980), and
// Featherstone, Rigid Body Dynamics Algorithms (2008), chapter 5.
#pragma once

#include "kernels_motion.hpp"

namespace bodyplan::kernels {
namespace {

template <class T>
struct Dynamics {
  using L = Lanes<T>;
  using M = Motion<T>;
  using V = typename L::V;
  using Vec = Three<V>;
  using Pose = Frame<V>;
  static constexpr int W = L::W;

  struct Moving {  // the motion of one body
    V w[3], dw[3], a[3], f[3], n[3];
  };

  static INLINE Vec inward(const Body<T>& body, const V* relative, const V* trig, const Vec& u) {
    if (body.complex >= 0) {
      const V* r = relative + 12 * body.complex;
      return {dot(load(r), u), dot(load(r + 3), u), dot(load(r + 6), u)};
    }
    const Vec c = body.order == kGeneral ? M::times_back(body.placement, u) : M::renamed_back(body.order, u);
    if (body.move == Move::slide) return c;
    return {c.x * trig[1] + c.y * trig[0], c.y * trig[1] - c.x * trig[0], c.z};
  }
  static INLINE Vec outward(const Body<T>& body, const V* relative, const V* trig, const Vec& u) {
    if (body.complex >= 0) {
      const V* r = relative + 12 * body.complex;
      return load(r) * u.x + load(r + 3) * u.y + load(r + 6) * u.z;
    }
    Vec c = u;
    if (body.move != Move::slide) c = {u.x * trig[1] - u.y * trig[0], u.x * trig[0] + u.y * trig[1], u.z};
    return body.order == kGeneral ? M::times(body.placement, c) : M::renamed(body.order, c);
  }
  static INLINE Vec origin(const Body<T>& body, const V* relative, const V* q) {
    if (body.complex >= 0) return load(relative + 12 * body.complex + 9);
    const T* m = body.placement;
    if (body.move == Move::turn) return {L::all(m[3]), L::all(m[7]), L::all(m[11])};
    V d = q[body.q] * body.multiplier + body.offset;
    if (body.move == Move::screw) d *= body.pitch;
    return {d * m[2] + m[3], d * m[6] + m[7], d * m[10] + m[11]};
  }
  // The joint's velocity (or its derivative) in the body's coordinates.
  static INLINE void rates(const Body<T>& body, const V* v, Vec& linear, Vec& angular) {
    linear = angular = {L::zero(), L::zero(), L::zero()};
    const V* at = v + body.v;
    switch (body.move) {
      case Move::turn:
        angular.z = at[0] * body.multiplier;
        break;
      case Move::slide:
        linear.z = at[0] * body.multiplier;
        break;
      case Move::screw:
        angular.z = at[0] * body.multiplier;
        linear.z = angular.z * body.pitch;
        break;
      case Move::planar:
        linear.x = at[0], linear.y = at[1], angular.z = at[2];
        break;
      case Move::ball:
        angular = load(at);
        break;
      case Move::free:
        linear = load(at), angular = load(at + 3);
        break;
    }
  }

  static void inverse_dynamics(const Robot<T>& robot, const T* gravity, const Slots& slots, const Job<T>& job) {
    const typename M::Work at = M::work(robot, job.scratch);
    V* torque = at.poses;  // reuses the memory for poses; vector 0 is zero
    torque[0] = L::zero();
    Moving* moving = reinterpret_cast<Moving*>(at.more);
    V* relative = at.more + 15 * robot.body_count;
    for (std::int64_t i = 0; i < robot.nv; ++i) at.v[i] = at.a[i] = L::zero();
    for (std::int64_t n = job.first; n < job.last; n += W) {
      const int rows = static_cast<int>(job.last - n < W ? job.last - n : W);
      L::gather(job.q + n * robot.nq, robot.nq, rows, at.q);
      if (job.v) L::gather(job.v + n * robot.nv, robot.nv, rows, at.v);
      if (job.a) L::gather(job.a + n * robot.nv, robot.nv, rows, at.a);
      M::angles(robot, nullptr, robot.body_count, at);
      Moving& world = moving[0];
      SMALL for (int i = 0; i < 3; ++i) {
        world.w[i] = world.dw[i] = world.f[i] = world.n[i] = L::zero();
        world.a[i] = L::all(-gravity[i]);
      }
      for (std::int64_t b = 1; b < robot.body_count; ++b) {
        const Body<T>& body = robot.bodies[b];
        const Moving& parent = moving[body.parent];
        Moving& own = moving[b];
        const V* trig = at.trig + 2 * b;
        if (body.complex >= 0) {
          V* pose = relative + 12 * body.complex;
          Pose made = M::placed_in_world(body.placement);
          M::move(body, at.q, trig[0], trig[1], made);
          store(pose, made);
        }
        const Vec p = origin(body, relative, at.q);
        const Vec w0 = load(parent.w), dw0 = load(parent.dw);
        const Vec a0 = load(parent.a) + (cross(dw0, p) + cross(w0, cross(w0, p)));
        Vec u, w1, du, dw1;
        rates(body, at.v, u, w1);
        rates(body, at.a, du, dw1);
        const Vec wr = inward(body, relative, trig, w0);
        const Vec w = wr + w1;
        const Vec dw = inward(body, relative, trig, dw0) + (cross(wr, w1) + dw1);
        Vec a = inward(body, relative, trig, a0);
        if (body.move != Move::turn && body.move != Move::ball) {
          a = a + (du + cross(wr + wr + w1, u));
        }
        store(own.w, w), store(own.dw, dw), store(own.a, a);
        const T* s = body.second;
        const T* h = body.first;
        const Vec hv = {L::all(h[0]), L::all(h[1]), L::all(h[2])};
        const auto inertia = [&](const Vec& e) {
          return Vec{e.x * s[0] + e.y * s[1] + e.z * s[2], e.x * s[1] + e.y * s[3] + e.z * s[4],
                     e.x * s[2] + e.y * s[4] + e.z * s[5]};
        };
        store(own.f, a * L::all(body.mass) + (cross(dw, hv) + cross(w, cross(w, hv))));
        store(own.n, inertia(dw) + (cross(w, inertia(w)) + cross(hv, a)));
      }
      for (std::int64_t i = 1; i <= robot.nv; ++i) torque[i] = L::zero();
      for (std::int64_t b = robot.body_count - 1; b > 0; --b) {
        const Body<T>& body = robot.bodies[b];
        const Vec f = load(moving[b].f), m = load(moving[b].n);
        V* t = torque + 1 + body.v;
        switch (body.move) {
          case Move::turn:
            t[0] += m.z * body.multiplier;
            break;
          case Move::slide:
            t[0] += f.z * body.multiplier;
            break;
          case Move::screw:
            t[0] += (m.z + f.z * body.pitch) * body.multiplier;
            break;
          case Move::planar:
            t[0] += f.x, t[1] += f.y, t[2] += m.z;
            break;
          case Move::free:
            store(t, load(t) + f);
            t += 3;
            [[fallthrough]];
          case Move::ball:
            store(t, load(t) + m);
            break;
        }
        if (body.parent == 0) continue;
        Moving& parent = moving[body.parent];
        const V* trig = at.trig + 2 * b;
        const Vec fp = outward(body, relative, trig, f), np = outward(body, relative, trig, m);
        store(parent.f, load(parent.f) + fp);
        store(parent.n, load(parent.n) + (np + cross(origin(body, relative, at.q), fp)));
      }
      T* out = job.out + n * robot.nv;
      L::emit(torque, slots, L::block(job, out), rows, job.stream);
      L::pour(job, out, rows * robot.nv);
    }
    L::fence(job.stream || job.stage);
  }
};

}  // namespace
}  // namespace bodyplan::kernels
