// Self-collision of spheres, one verdict a configuration. Computed in single precision, for twice as
// many lanes; where its rounding errors could change the verdict, that is left to the caller.
#pragma once

#include "kernels_motion.hpp"

namespace bodyplan::kernels {
namespace {

struct Spheres {
  using L = Lanes<float>;
  using M = Motion<float>;
  using V = L::V;
  using I = L::I;
  static constexpr int W = L::W;

  static INLINE V square(const V* a, const V* b) {
    const V x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
  }
  static INLINE float reach(const SphereProgram& program, std::int32_t a, std::int32_t b) {
    const float sum = program.spheres[a].radius + program.spheres[b].radius;
    return sum * sum;
  }
  static INLINE void place(const SphereProgram& program, std::int32_t body, std::int32_t first, std::int32_t last,
                           const V* poses, V* world) {
    const Frame<V> pose = load_frame(poses + 12 * body);
    for (std::int32_t i = first; i < last; ++i) {
      const Ball& own = program.spheres[i];
      store(world + 3 * i, pose.p + M::combine(pose, own.x, own.y, own.z));
    }
  }

  // The smallest difference of a squared distance and its squared sum of radii, in each lane of `open`.
  static INLINE V nearest(const SphereProgram& program, const V* poses, V* world, std::int32_t* placed, I open) {
    for (std::int64_t g = 0; g < program.group_count; ++g) {
      const SphereGroup& group = program.groups[g];
      place(program, group.body, group.first, group.first + 1, poses, world);
      placed[g] = 0;
    }
    V least = L::all(1e30f);
    for (std::int64_t k = 0; k < program.pair_count; ++k) {
      const std::int32_t* pair = program.pairs + 2 * k;
      const SphereGroup &a = program.groups[pair[0]], &b = program.groups[pair[1]];
      const V* around = world + 3 * b.first;
      if (!L::any((square(world + 3 * a.first, around) < reach(program, a.first, b.first)) & open)) continue;
      for (const int which : {0, 1}) {
        const SphereGroup& group = which == 0 ? a : b;
        if (!placed[pair[which]]) place(program, group.body, group.first + 1, group.last, poses, world);
        placed[pair[which]] = 1;
      }
      for (std::int32_t i = a.first + 1; i < a.last; ++i) {
        const V one[3] = {world[3 * i], world[3 * i + 1], world[3 * i + 2]};
        if (!L::any((square(one, around) < reach(program, i, b.first)) & open)) continue;
        for (std::int32_t j = b.first + 1; j < b.last; ++j) {
          const V apart = square(one, world + 3 * j) - reach(program, i, j);
          least = apart < least ? apart : least;
        }
      }
      open &= least >= -program.slack;
      if (!L::any(open)) break;
    }
    return least;
  }

  static void verdicts(const Robot<float>& robot, const SphereProgram& program, const Job<double>& job) {
    const M::Work at = M::work(robot, job.scratch);
    V* world = static_cast<V*>(job.scratch) + M::scratch_size(robot) / static_cast<std::int64_t>(sizeof(V));
    auto* placed = reinterpret_cast<std::int32_t*>(world + 3 * program.sphere_count);
    store(at.poses, M::placed_in_world(M::identity));
    for (std::int64_t n = job.first; n < job.last; n += W) {
      const int count = static_cast<int>(job.last - n < W ? job.last - n : W);
      auto* lanes = reinterpret_cast<float*>(at.q);
      for (int i = 0; i < W; ++i) {
        const double* row = job.q + (n + (i < count ? i : count - 1)) * robot.nq;
        for (std::int64_t k = 0; k < robot.nq; ++k) lanes[k * W + i] = static_cast<float>(row[k]);
      }
      I known = at.q[0] == at.q[0];
      for (std::int64_t k = 0; k < robot.nq; ++k) {
        known &= (at.q[k] <= program.limits[k]) & (at.q[k] >= -program.limits[k]);
      }
      M::angles(robot, nullptr, robot.body_count, at);
      for (std::int64_t b = 1; b < robot.body_count; ++b) M::place_body(robot, b, at);
      const V least = nearest(program, at.poses, world, placed, known);
      for (int i = 0; i < count; ++i) {
        const bool is_sure = known[i] && !(least[i] >= -program.slack && least[i] <= program.slack);
        job.out[n + i] = !is_sure ? 2.0 : least[i] > 0.0f ? 1.0 : 0.0;
      }
    }
  }
};

}  // namespace
}  // namespace bodyplan::kernels
