// The poses of bodies: the constant placement of each body in its parent, and the motion of its joint.
#pragma once

#include "kernels_vector.hpp"

namespace bodyplan::kernels {
namespace {

// A pose in each lane: the columns of the rotation, then the origin. In memory, it takes twelve vectors.
template <class V>
struct Frame {
  Three<V> x, y, z, p;
};
template <class V>
INLINE Frame<V> load_frame(const V* at) { return {load(at), load(at + 3), load(at + 6), load(at + 9)}; }
template <class V>
INLINE void store(V* at, const Frame<V>& a) { store(at, a.x), store(at + 3, a.y), store(at + 6, a.z), store(at + 9, a.p); }

template <class T>
struct Motion {
  using L = Lanes<T>;
  using V = typename L::V;
  using I = typename L::I;
  using Vec = Three<V>;
  using Pose = Frame<V>;
  static constexpr int W = L::W;

  // --- a constant placement ---
  static INLINE Vec times(const T* m, const Vec& a) {  // its rotation times a
    return {m[0] * a.x + m[1] * a.y + m[2] * a.z, m[4] * a.x + m[5] * a.y + m[6] * a.z,
            m[8] * a.x + m[9] * a.y + m[10] * a.z};
  }
  static INLINE Vec times_back(const T* m, const Vec& a) {  // its rotation transposed times a
    return {m[0] * a.x + m[4] * a.y + m[8] * a.z, m[1] * a.x + m[5] * a.y + m[9] * a.z,
            m[2] * a.x + m[6] * a.y + m[10] * a.z};
  }
  static INLINE Vec renamed(std::int32_t order, const Vec& a) {  // the product for a rotation that permutes axes
    if (order == 0) return a;
    if (order == 1) return {a.z, a.x, a.y};
    return {a.y, a.z, a.x};
  }
  static INLINE Vec renamed_back(std::int32_t order, const Vec& a) {
    if (order == 0) return a;
    if (order == 1) return {a.y, a.z, a.x};
    return {a.z, a.x, a.y};
  }

  static INLINE Vec combine(const Pose& base, T a, T b, T c) {
    return {base.x.x * a + base.y.x * b + base.z.x * c, base.x.y * a + base.y.y * b + base.z.y * c,
            base.x.z * a + base.y.z * b + base.z.z * c};
  }
  // The product of a base pose and the placement.
  static INLINE Pose placed(const Pose& base, const T* m, std::int32_t order) {
    const Vec p = base.p + combine(base, m[3], m[7], m[11]);
    switch (order) {
      case 0:
        return {base.x, base.y, base.z, p};
      case 1:
        return {base.y, base.z, base.x, p};
      case 2:
        return {base.z, base.x, base.y, p};
      default:
        return {combine(base, m[0], m[4], m[8]), combine(base, m[1], m[5], m[9]), combine(base, m[2], m[6], m[10]), p};
    }
  }
  // The pose of a link that is fixed to a body.
  static INLINE Pose seated(const Pose& pose, const Seat<T>& seat) {
    switch (seat.order) {
      case 0:
        return pose;
      case 1:
        return {pose.y, pose.z, pose.x, pose.p};
      case 2:
        return {pose.z, pose.x, pose.y, pose.p};
      default:
        return placed(pose, seat.placement, kGeneral);
    }
  }
  static INLINE Vec column(const T* m, int j) { return {L::all(m[j]), L::all(m[4 + j]), L::all(m[8 + j])}; }
  static INLINE Pose placed_in_world(const T* m) { return {column(m, 0), column(m, 1), column(m, 2), column(m, 3)}; }

  // --- the motion of a joint ---
  static INLINE bool turns(Move move) {
    return move == Move::turn || move == Move::screw || move == Move::planar;
  }
  static INLINE V angle(const Body<T>& body, const V* q) {
    return body.move == Move::planar ? q[body.q + 2] : q[body.q] * body.multiplier + body.offset;
  }

  static INLINE void spin(Pose& pose, V sine, V cosine) {  // rotates the pose about its z axis
    const Vec x = pose.x, y = pose.y;
    pose.x = x * cosine + y * sine;
    pose.y = y * cosine + x * -sine;
  }
  // The rotation of a quaternion x y z w of any length; four zeros give no rotation.
  static INLINE void turn(Pose& pose, const V* q) {
    const V x = q[0], y = q[1], z = q[2], w = q[3];
    const V square = x * x + y * y + z * z + w * w;
    const V s = T(2) / (square == L::zero() ? L::all(1) : square);
    const V xs = x * s, ys = y * s, zs = z * s;
    const V wx = w * xs, wy = w * ys, wz = w * zs;
    const V xx = x * xs, xy = x * ys, xz = x * zs, yy = y * ys, yz = y * zs, zz = z * zs;
    const Pose old = pose;
    pose.x = old.x * (T(1) - (yy + zz)) + old.y * (xy + wz) + old.z * (xz - wy);
    pose.y = old.x * (xy - wz) + old.y * (T(1) - (xx + zz)) + old.z * (yz + wx);
    pose.z = old.x * (xz + wy) + old.y * (yz - wx) + old.z * (T(1) - (xx + yy));
  }
  static INLINE void shift(Pose& pose, V x, V y, V z) {
    pose.p = pose.p + (pose.x * x + pose.y * y + pose.z * z);
  }

  // Applies the joint motion after the constant placement. Only revolute, screw and planar joints use
  // sine and cosine.
  static INLINE void move(const Body<T>& body, const V* q, V sine, V cosine, Pose& pose) {
    if (body.move == Move::turn) return spin(pose, sine, cosine);
    const V* at = q + body.q;
    switch (body.move) {
      case Move::turn:
        break;
      case Move::slide:
        pose.p = pose.p + pose.z * (at[0] * body.multiplier + body.offset);
        break;
      case Move::screw:
        spin(pose, sine, cosine);
        pose.p = pose.p + pose.z * ((at[0] * body.multiplier + body.offset) * body.pitch);
        break;
      case Move::planar:
        shift(pose, at[0], at[1], L::zero());
        spin(pose, sine, cosine);
        break;
      case Move::free:
        shift(pose, at[0], at[1], at[2]);
        turn(pose, at + 3);
        break;
      case Move::ball:
        turn(pose, at);
        break;
    }
  }

  // `parent` is used only if the parent of the body is not the world.
  static INLINE Pose body_pose(const Body<T>& body, const V* q, V sine, V cosine, const V* parent) {
    Pose pose = body.parent == 0 ? placed_in_world(body.placement) : placed(load_frame(parent), body.placement, body.order);
    move(body, q, sine, cosine, pose);
    return pose;
  }

  // --- the first part of every function except the poses ---
  struct Work {
    V* q;
    V* v;
    V* a;
    V* trig;   // sine and cosine per body
    V* poses;  // 12 vectors per body
    V* more;   // 16 vectors per body, and 2 + 6 per direction
  };
  static std::int64_t scratch_size(const Robot<T>& robot) {
    return W * static_cast<std::int64_t>(sizeof(T)) *
           (robot.nq + 2 * robot.nv + 30 * robot.body_count + 6 * robot.direction_count +
            12 * robot.complex_count + 16);
  }
  static INLINE Work work(const Robot<T>& robot, void* scratch) {
    V* at = static_cast<V*>(scratch);
    Work made;
    made.q = at, at += robot.nq;
    made.v = at, at += robot.nv;
    made.a = at, at += robot.nv;
    made.trig = at, at += 2 * robot.body_count;
    made.poses = at, at += 12 * robot.body_count;
    made.more = at;
    return made;
  }

  // Computes the sines and cosines of the chosen bodies, or of all bodies if `chosen` is null.
  static INLINE void angles(const Robot<T>& robot, const std::int32_t* chosen, std::int64_t count, const Work& at) {
    I wild = {};
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t b = chosen ? chosen[i] : i;
      const Body<T>& body = robot.bodies[b];
      if (b == 0 || !turns(body.move)) continue;
      const V x = angle(body, at.q);
      L::sine_cosine(x, at.trig[2 * b], at.trig[2 * b + 1]);
      wild |= L::beyond(x);
    }
    if (!L::any(wild)) return;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t b = chosen ? chosen[i] : i;
      const Body<T>& body = robot.bodies[b];
      if (b != 0 && turns(body.move)) L::mend(angle(body, at.q), at.trig[2 * b], at.trig[2 * b + 1]);
    }
  }
  static INLINE void begin(const Robot<T>& robot, const std::int32_t* chosen, std::int64_t count, const Work& at,
                           const T* q, int rows) {
    L::gather(q, robot.nq, rows, at.q);
    store(at.poses, placed_in_world(identity));
    angles(robot, chosen, count, at);
  }
  static INLINE Pose place_body(const Robot<T>& robot, std::int64_t b, const Work& at) {
    const Body<T>& body = robot.bodies[b];
    const Pose pose = body_pose(body, at.q, at.trig[2 * b], at.trig[2 * b + 1], at.poses + 12 * body.parent);
    store(at.poses + 12 * b, pose);
    return pose;
  }

  static constexpr T identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
};

}  // namespace
}  // namespace bodyplan::kernels
