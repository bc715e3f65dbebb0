// Forward kinematics for many configurations, and for a single configuration.
#pragma once

#include "kernels_motion.hpp"

namespace bodyplan::kernels {
namespace {

template <class T>
struct Poses {
  using L = Lanes<T>;
  using M = Motion<T>;
  using V = typename L::V;
  using I = typename L::I;
  using Row = typename L::Row;
  using Pose = Frame<V>;
  static constexpr int W = L::W;

  // --- from lanes to rows: in the output, four numbers of each configuration are adjacent ---

  // Transposes four vectors to four vectors of `kPieces` rows each; piece m of vector k is the row of the
  // configuration in `lane(k, m)`.
  static constexpr int kPieces = W / 4;
  static constexpr int lane(int k, int m) {
    return sizeof(T) == 4 ? 4 * m + k : W / 2 * (k % 2) + 2 * m + k / 2;
  }
  template <int... at>
  static INLINE V picked(V a, V b, std::integer_sequence<int, at...>) {
#if defined(__clang__) || __GNUC__ >= 12
    return __builtin_shufflevector(a, b, at...);
#else
    return __builtin_shuffle(a, b, I{at...});
#endif
  }
  // The source lane in two vectors for each lane of the result.
  struct Low {  // the lower half of each 16 bytes: alternating numbers of a and b
    static constexpr int at(int j) {
      if (sizeof(T) == 8) return j % 2 == 0 ? j : W + j - 1;
      return j / 4 * 4 + j % 4 / 2 + (j % 2 ? W : 0);
    }
  };
  struct High {
    static constexpr int at(int j) { return Low::at(j) + 8 / static_cast<int>(sizeof(T)); }
  };
  template <int half>
  struct Pairs {  // alternating pairs of numbers of a and b
    static constexpr int at(int j) {
      if (sizeof(T) == 8) return W / 2 * half + j / 4 * 2 + j % 2 + (j % 4 / 2 ? W : 0);
      return j / 4 * 4 + 2 * half + j % 2 + (j % 4 / 2 ? W : 0);
    }
  };
  template <class Order, int... j>
  static INLINE V shuffled_over(V a, V b, std::integer_sequence<int, j...>) {
    return picked(a, b, std::integer_sequence<int, Order::at(j)...>());
  }
  template <class Order>
  static INLINE V shuffled(V a, V b) {
    return shuffled_over<Order>(a, b, std::make_integer_sequence<int, W>());
  }
  static INLINE void turn(V a, V b, V c, V d, V* rows) {
    const V ab = shuffled<Low>(a, b), cd = shuffled<Low>(c, d);
    const V ab_high = shuffled<High>(a, b), cd_high = shuffled<High>(c, d);
    rows[0] = shuffled<Pairs<0>>(ab, cd);
    rows[1] = shuffled<Pairs<1>>(ab, cd);
    rows[2] = shuffled<Pairs<0>>(ab_high, cd_high);
    rows[3] = shuffled<Pairs<1>>(ab_high, cd_high);
  }
  template <int m>
  static INLINE Row piece(const V& rows) {
    if constexpr (kPieces == 1) {
      return reinterpret_cast<const Row&>(rows);
    } else {
#if BODYPLAN_BYTES == 64
      if constexpr (sizeof(T) == 8) return reinterpret_cast<Row>(_mm512_extractf64x4_pd(reinterpret_cast<__m512d>(rows), m));
      else return reinterpret_cast<Row>(_mm512_extractf32x4_ps(reinterpret_cast<__m512>(rows), m));
#elif BODYPLAN_BYTES == 32
      return reinterpret_cast<Row>(_mm256_extractf128_ps(reinterpret_cast<__m256>(rows), m));
#endif
    }
  }

  // `offsets`: for each lane, the index in the output at which its configuration starts.
  template <int entries, bool stream>
  static INLINE void emit(const Pose& pose, T* out, const std::int64_t* offsets) {
    if constexpr (kPieces == 0) {  // two doubles: a row is two vectors
      const V* columns[4] = {&pose.x.x, &pose.y.x, &pose.z.x, &pose.p.x};
      EACH(i, 3) {
        EACH(half, 2) {
          const V a = columns[2 * half][i], b = columns[2 * half + 1][i];
          L::put(out + offsets[0] + 4 * i + 2 * half, V{a[0], b[0]}, stream);
          L::put(out + offsets[1] + 4 * i + 2 * half, V{a[1], b[1]}, stream);
        } DONE;
      } DONE;
      if constexpr (entries == 16) {
        EACH(i, 2) {
          L::put(out + offsets[i] + 12, V{0, 0}, stream);
          L::put(out + offsets[i] + 14, V{0, 1}, stream);
        } DONE;
      }
    } else {
      V rows[3][4];
      turn(pose.x.x, pose.y.x, pose.z.x, pose.p.x, rows[0]);
      turn(pose.x.y, pose.y.y, pose.z.y, pose.p.y, rows[1]);
      turn(pose.x.z, pose.y.z, pose.z.z, pose.p.z, rows[2]);
      EACH(k, 4) {
        EACH(m, kPieces) {  // writes whole cache lines in sequence, as streaming stores require
          T* at = out + offsets[lane(k, m)];
          EACH(i, 3) { L::put_row(at + 4 * i, piece<m>(rows[i][k]), stream); } DONE;
          if constexpr (entries == 16) L::put_row(at + 12, Row{0, 0, 0, 1}, stream);
        } DONE;
      } DONE;
    }
  }

  // The inputs and outputs for one block of W configurations.
  struct Block {
    const V* q;
    V* kept;  // poses, with 12 vectors per slot
    T* out;
    const std::int64_t* offsets;
    const T* next;  // the output of the next block if it should be prefetched, else null
  };

  // Prefetches the output memory of some poses of the next block in the order of addresses: lanes write to
  // distant rows, and memory is slow for accesses that are not sequential.
  template <int entries>
  static INLINE void fetch(const T* next) {
    EACH(i, W * entries * static_cast<int>(sizeof(T)) / 64) {
      __builtin_prefetch(next + i * (64 / sizeof(T)), 0, 2);
    } DONE;
  }

  // Returns the lanes whose angles are too large for the vectorized sine; with `exact`, the standard library
  // computes their sines.
  template <int entries, bool stream, bool exact>
  static INLINE I fill(const Robot<T>& robot, const PoseProgram<T>& program, const Block& at) {
    V sine = {}, cosine = {};
    I wild = {};
    // Called one step in advance, so that the computation overlaps with the writing of rows.
    const auto look = [&](std::int64_t i) __attribute__((always_inline)) {
      if (i >= program.step_count || program.steps[i].body == 0) return;
      const Body<T>& body = robot.bodies[program.steps[i].body];
      if (!M::turns(body.move)) return;
      const V x = M::angle(body, at.q);
      L::sine_cosine(x, sine, cosine);
      if constexpr (exact) L::mend(x, sine, cosine);
      wild |= L::beyond(x);
    };
    Pose pose = M::placed_in_world(M::identity);
    look(0);
    for (std::int64_t i = 0; i < program.step_count; ++i) {
      const PoseStep& step = program.steps[i];
      if (step.body != 0) {
        const Body<T>& body = robot.bodies[step.body];
        if (body.parent == 0) {
          pose = M::placed_in_world(body.placement);
        } else {
          if (step.load >= 0) pose = load_frame(at.kept + 12 * step.load);
          pose = M::placed(pose, body.placement, body.order);
        }
        M::move(body, at.q, sine, cosine, pose);
        if (step.keep >= 0) store(at.kept + 12 * step.keep, pose);
      }
      look(i + 1);
      for (std::int32_t k = step.seat_begin; k < step.seat_end; ++k) {
        const Seat<T>& seat = program.seats[k];
        if (at.next != nullptr) fetch<entries>(at.next + k * W * entries);
        emit<entries, stream>(M::seated(pose, seat), at.out + std::int64_t{program.places[k]} * entries, at.offsets);
      }
    }
    return wild;
  }
  template <int entries, bool stream>
  static __attribute__((noinline)) void fill_exactly(const Robot<T>& robot, const PoseProgram<T>& program, const Block& at) {
    fill<entries, stream, true>(robot, program, at);
  }

  template <int entries, bool stream>
  static void many_of(const Robot<T>& robot, const PoseProgram<T>& program, const Job<T>& job) {
    V* q = static_cast<V*>(job.scratch);
    const std::int64_t stride = program.place_count * entries;
    std::int64_t offsets[W];
    for (int i = 0; i < W; ++i) offsets[i] = i * stride;
    for (std::int64_t n = job.first; n < job.last; n += W) {
      const int rows = static_cast<int>(job.last - n < W ? job.last - n : W);
      for (int i = rows; i < W; ++i) offsets[i] = (rows - 1) * stride;  // the unused lanes repeat the last configuration
      L::gather(job.q + n * robot.nq, robot.nq, rows, q);
      T* out = job.out + n * stride;
      const Block block = {q, q + robot.nq, out, offsets, job.ahead ? out + W * stride : nullptr};
      if (L::any(fill<entries, stream, false>(robot, program, block))) fill_exactly<entries, stream>(robot, program, block);
    }
    L::fence(stream);
  }
  static void many(const Robot<T>& robot, const PoseProgram<T>& program, const Job<T>& job) {
    if (program.entries == 12) {
      many_of<12, false>(robot, program, job);
    } else if (job.stream) {
      many_of<16, true>(robot, program, job);
    } else {
      many_of<16, false>(robot, program, job);
    }
  }

  // --- one configuration: the lanes are the four columns of a row ---
  struct Rows {
    Row r[3];
  };
  static INLINE Rows rows_at(const T* m) { return {{L::row(m), L::row(m + 4), L::row(m + 8)}}; }
  static INLINE Rows product(const Rows& a, const Rows& b) {
    Rows made;
    SMALL for (int i = 0; i < 3; ++i) {
      const Row r = a.r[i];
      made.r[i] = b.r[0] * r[0] + b.r[1] * r[1] + (b.r[2] * r[2] + r * Row{0, 0, 0, 1});
    }
    return made;
  }
  static INLINE Row ordered(Row r, std::int32_t order) {
    return order == 0 ? r : order == 1 ? L::template columns<1, 2, 0>(r) : L::template columns<2, 0, 1>(r);
  }

  static INLINE Rows moved(const Body<T>& body, const T* q, T sine, T cosine) {
    Rows made = rows_at(body.placement);
    if (body.move == Move::turn) {
      const Row straight = {cosine, cosine, 1, 1}, across = {sine, -sine, 0, 0};
      SMALL for (int i = 0; i < 3; ++i) made.r[i] = made.r[i] * straight + L::template columns<1, 0, 2>(made.r[i]) * across;
      return made;
    }
    V wide[7];  // rare joint kinds use the code for several lanes
    const int size = body.move == Move::free ? 7 : body.move == Move::ball ? 4 : body.move == Move::planar ? 3 : 1;
    Body<T> own = body;
    own.q = 0;
    for (int i = 0; i < size; ++i) wide[i] = L::all(q[body.q + i]);
    Pose pose = M::placed_in_world(body.placement);
    M::move(own, wide, L::all(sine), L::all(cosine), pose);
    made.r[0] = Row{pose.x.x[0], pose.y.x[0], pose.z.x[0], pose.p.x[0]};
    made.r[1] = Row{pose.x.y[0], pose.y.y[0], pose.z.y[0], pose.p.y[0]};
    made.r[2] = Row{pose.x.z[0], pose.y.z[0], pose.z.z[0], pose.p.z[0]};
    return made;
  }

  static void one(const Robot<T>& robot, const PoseProgram<T>& program, const Job<T>& job) {
    T* sines = static_cast<T*>(job.scratch);
    const std::int64_t padded = (program.step_count + W - 1) / W * W;
    T* cosines = sines + padded;
    for (std::int64_t i = 0; i < padded; i += W) {
      V x = {};
      for (int j = 0; j < W && i + j < program.step_count; ++j) {
        const std::int32_t b = program.steps[i + j].body;
        const Body<T>& body = robot.bodies[b];
        if (b != 0 && M::turns(body.move)) {
          x[j] = body.move == Move::planar ? job.q[body.q + 2] : job.q[body.q] * body.multiplier + body.offset;
        }
      }
      V& sine = *reinterpret_cast<V*>(sines + i);
      V& cosine = *reinterpret_cast<V*>(cosines + i);
      L::sine_cosine(x, sine, cosine);
      if (L::any(L::beyond(x))) L::mend(x, sine, cosine);
    }
    Rows* poses = reinterpret_cast<Rows*>((reinterpret_cast<std::uintptr_t>(cosines + padded) + 63) & ~std::uintptr_t{63});
    Rows pose = rows_at(M::identity);
    for (std::int64_t i = 0; i < program.step_count; ++i) {
      const PoseStep& step = program.steps[i];
      if (step.body != 0) {
        const Body<T>& body = robot.bodies[step.body];
        const Rows own = moved(body, job.q, sines[i], cosines[i]);
        pose = body.parent == 0 ? own : product(step.load >= 0 ? poses[step.load] : pose, own);
        if (step.keep >= 0) poses[step.keep] = pose;
      }
      for (std::int32_t k = step.seat_begin; k < step.seat_end; ++k) {
        const Seat<T>& seat = program.seats[k];
        T* out = job.out + std::int64_t{program.places[k]} * program.entries;
        Rows shown;
        if (seat.order == kGeneral) {
          shown = product(pose, rows_at(seat.placement));
        } else {
          SMALL for (int j = 0; j < 3; ++j) shown.r[j] = ordered(pose.r[j], seat.order);
        }
        SMALL for (int j = 0; j < 3; ++j) L::put_row(out + 4 * j, shown.r[j]);
        if (program.entries == 16) L::put_row(out + 12, Row{0, 0, 0, 1});
      }
    }
  }
};

}  // namespace
}  // namespace bodyplan::kernels
