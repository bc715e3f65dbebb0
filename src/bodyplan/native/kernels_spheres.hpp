// Self-collision of spheres, with one result per configuration. Single precision doubles the number of lanes;
// if rounding errors could change a result, it is kUnknown, and the caller computes it in double precision.
//
// The lanes of a vector seldom need the same comparisons. Therefore a sphere near another link is added to
// the queue of that link, expressed in the link's frame, until the queue contains enough spheres, from any
// configurations, to fill vectors.
#pragma once

#include "kernels_motion.hpp"

namespace bodyplan::kernels {
namespace {

struct Spheres {
  using T = float;
  using L = Lanes<T>;
  using M = Motion<T>;
  using V = L::V;
  using Program = SphereProgram;
  static constexpr int W = L::W;

  static constexpr int together = 4;  // number of vectors in a queue that are compared at once
  static constexpr int rows_at_once = 4;
  static constexpr int room = (together + rows_at_once) * W;

  // Spheres to be compared with the spheres of a group. Centers are relative to the center of the group's
  // bounding sphere, along the axes of its body.
  struct alignas(V) Queue {
    T x[room], y[room], z[room], radius[room];
    std::int32_t row[room];
    std::int32_t count;
  };
  struct Near {
    std::int32_t pair;
    Bits lanes;
  };
  struct Work {
    M::Work robot;
    V* world;  // centers
    Queue* queues;
    T* rows;  // rows of q, with unused memory for one vector at the end
    Near* near;
    std::int8_t* placed;
    std::int8_t* out;
  };

  static constexpr std::int64_t vectors(std::size_t bytes) { return (bytes + sizeof(V) - 1) / sizeof(V); }
  static std::int64_t scratch_size(const Program& program, std::int64_t nq) {
    const std::int64_t count = 3 * program.sphere_count + program.group_count * vectors(sizeof(Queue)) + nq + 1 +
                               vectors(program.pair_count * sizeof(Near)) + vectors(program.group_count);
    return count * static_cast<std::int64_t>(sizeof(V));
  }
  static INLINE Work work(const Robot<T>& robot, const Program& program, void* scratch, std::int8_t* out) {
    Work made;
    made.robot = M::work(robot, scratch);
    V* at = static_cast<V*>(scratch) + M::scratch_size(robot) / static_cast<std::int64_t>(sizeof(V));
    made.world = at, at += 3 * program.sphere_count;
    made.queues = reinterpret_cast<Queue*>(at), at += program.group_count * vectors(sizeof(Queue));
    made.rows = reinterpret_cast<T*>(at), at += robot.nq + 1;
    made.near = reinterpret_cast<Near*>(at), at += vectors(program.pair_count * sizeof(Near));
    made.placed = reinterpret_cast<std::int8_t*>(at);
    made.out = out;
    return made;
  }

  static INLINE V square(const Three<V>& a, const Three<V>& b) {
    const V x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
  }

  static INLINE void place(const Program& program, const SphereGroup& group, std::int32_t first, std::int32_t last,
                           const Work& at) {
    const Frame<V> pose = load_frame(at.robot.poses + 12 * group.body);
    for (std::int32_t i = first; i < last; ++i) {
      const Ball& own = program.spheres[i];
      store(at.world + 3 * i, pose.p + M::combine(pose, own.x, own.y, own.z));
    }
  }

  static INLINE V vector(const T* numbers, int k) { return *reinterpret_cast<const V*>(numbers + k * W); }

  // Compares the first spheres in a queue with the group, and removes them from the queue.
  static __attribute__((noinline)) void compare(const Program& program, const SphereGroup& group, Queue& queue, std::int8_t* out) {
    V least[together], power[together];
    EACH(k, together) {
      const V x = vector(queue.x, k), y = vector(queue.y, k), z = vector(queue.z, k), radius = vector(queue.radius, k);
      power[k] = x * x + y * y + z * z - radius * radius;
      least[k] = L::all(T(1e30));
    } DONE;
    for (std::int32_t j = group.first + 1; j < group.last; ++j) {
      const Power& own = program.powers[j];
      EACH(k, together) {
        const V apart = power[k] + own.power + own.x * vector(queue.x, k) + own.y * vector(queue.y, k) +
                        own.z * vector(queue.z, k) + own.radius * vector(queue.radius, k);
        least[k] = apart < least[k] ? apart : least[k];
      } DONE;
    }
    const int count = queue.count < together * W ? queue.count : together * W;
    std::uint64_t left = 0;
    EACH(k, together) { left |= std::uint64_t{L::at_most(least[k], program.slack)} << (k * W); } DONE;
    if (count < together * W) left &= (std::uint64_t{1} << count) - 1;
    for (; left != 0; left &= left - 1) {
      const int place = __builtin_ctzll(left);
      std::int8_t& verdict = out[queue.row[place]];
      if (reinterpret_cast<const T*>(least)[place] < -program.slack) {
        verdict = kOverlap;
      } else if (verdict == kFree) {
        verdict = kUnknown;
      }
    }
    queue.count -= count;
    for (T* numbers : {queue.x, queue.y, queue.z, queue.radius}) {
      std::memmove(numbers, numbers + together * W, rows_at_once * W * sizeof(T));
    }
    std::memmove(queue.row, queue.row + together * W, rows_at_once * W * sizeof(std::int32_t));
  }

  static INLINE void append(Queue& queue, const Three<V>& center, T radius, std::int32_t row, Bits lanes) {
    const std::int32_t at = queue.count;
    if constexpr (L::can_compress) {
      const L::Chosen chosen(lanes);
      chosen.put(queue.x + at, center.x), chosen.put(queue.y + at, center.y), chosen.put(queue.z + at, center.z);
      *reinterpret_cast<L::LooseV*>(queue.radius + at) = L::all(radius);
      chosen.put_numbers(queue.row + at, row);
      queue.count = at + __builtin_popcount(lanes);
    } else {
      for (std::int32_t k = at; lanes != 0; lanes &= lanes - 1, ++k) {
        const int lane = __builtin_ctz(lanes);
        queue.x[k] = center.x[lane], queue.y[k] = center.y[lane], queue.z[k] = center.z[lane];
        queue.radius[k] = radius, queue.row[k] = row + lane;
        queue.count = k + 1;
      }
    }
  }

  static void one_vector(const Robot<T>& robot, const Program& program, std::int32_t row, int count, const Work& at) {
    const M::Work& own = at.robot;
    Bits known = (Bits{1} << count) - 1;
    Bits sure = known;
    for (std::int64_t k = 0; k < robot.nq; ++k) {
      sure &= L::at_most(own.q[k] < T(0) ? -own.q[k] : own.q[k], program.limits[k]);
    }
    for (Bits left = known & ~sure; left != 0; left &= left - 1) at.out[row + __builtin_ctz(left)] = kUnknown;
    known = sure;
    for (std::int64_t b = 1; b < robot.body_count; ++b) {
      const Body<T>& body = robot.bodies[b];
      V sine = {}, cosine = {};
      if (M::turns(body.move)) L::sine_cosine(M::angle(body, own.q), sine, cosine);
      store(own.poses + 12 * b, M::body_pose(body, own.q, sine, cosine, own.poses + 12 * body.parent));
    }
    for (std::int64_t g = 0; g < program.group_count; ++g) {
      const SphereGroup& group = program.groups[g];
      place(program, group, group.first, group.first + 1, at);
      at.placed[g] = 0;
    }
    std::int64_t near_count = 0;
    for (std::int64_t k = 0; k < program.pair_count; ++k) {
      const SphereGroup &a = program.groups[program.pairs[k].first], &b = program.groups[program.pairs[k].second];
      const V apart = square(load(at.world + 3 * a.first), load(at.world + 3 * b.first));
      const Bits lanes = known & L::at_most(apart, program.pairs[k].reach);
      at.near[near_count] = {static_cast<std::int32_t>(k), lanes};
      near_count += lanes != 0;
    }
    for (std::int64_t n = 0; n < near_count; ++n) {
      const Near near = at.near[n];
      const SpherePair& pair = program.pairs[near.pair];
      const SphereGroup &a = program.groups[pair.first], &b = program.groups[pair.second];
      if (!at.placed[pair.first]) place(program, a, a.first + 1, a.last, at);
      at.placed[pair.first] = 1;
      const T* reaches = program.reaches + pair.reaches - a.first - 1;
      const Three<V> around = load(at.world + 3 * b.first);
      const Frame<V> pose = load_frame(at.robot.poses + 12 * b.body);
      Queue& queue = at.queues[pair.second];
      for (std::int32_t start = a.first + 1; start < a.last; start += rows_at_once) {
        const std::int32_t end = start + rows_at_once < a.last ? start + rows_at_once : a.last;
        for (std::int32_t i = start; i < end; ++i) {
          const V* center = at.world + 3 * i;
          const Three<V> from = {center[0] - around.x, center[1] - around.y, center[2] - around.z};
          const Bits lanes = near.lanes & L::at_most(dot(from, from), reaches[i]);
          if (lanes == 0) continue;
          append(queue, {dot(pose.x, from), dot(pose.y, from), dot(pose.z, from)}, program.spheres[i].radius, row, lanes);
        }
        if (queue.count >= together * W) compare(program, b, queue, at.out);
      }
    }
  }

  // Writes one result to `out` for each row of `q`.
  static void all(const Robot<T>& robot, const Program& program, const double* q, std::int32_t count, std::int8_t* out,
                  void* scratch) {
    const Work at = work(robot, program, scratch, out);
    for (std::int64_t g = 0; g < program.group_count; ++g) at.queues[g].count = 0;
    const std::int64_t nq = robot.nq;
    for (std::int32_t row = 0; row < count; row += W) {
      const int lanes = count - row < W ? count - row : W;
      L::narrow(q + row * nq, lanes * nq, at.rows);
      for (int i = lanes; i < W; ++i) std::memcpy(at.rows + i * nq, at.rows, nq * sizeof(T));
      L::transposed(at.rows, nq, at.robot.q);  // also writes beyond `q`, into the memory for poses
      store(at.robot.poses, M::placed_in_world(M::identity));
      std::memset(out + row, kFree, lanes);
      one_vector(robot, program, row, lanes, at);
    }
    for (std::int64_t g = 0; g < program.group_count; ++g) {
      while (at.queues[g].count > 0) compare(program, program.groups[g], at.queues[g], out);
    }
  }
};

}  // namespace
}  // namespace bodyplan::kernels
