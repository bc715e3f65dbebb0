// The batch kernels: each lane of a vector is one configuration. Included once by each
// kernels_<set>.cpp; everything has internal linkage, so that no instruction of a wide set can reach
// a machine that lacks it through a function the linker shares.
//
// Source of the algorithms: Featherstone, Rigid Body Dynamics Algorithms (2008), chapters 5 and 6;
// the Newton-Euler recursion on accelerations of points as in Luh, Walker and Paul (1980).
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "kernels.hpp"

namespace bodyplan::kernels {
namespace {

#define INLINE inline __attribute__((always_inline))

template <class T>
struct Types;

template <>
struct Types<double> {
  typedef double V __attribute__((vector_size(BODYPLAN_BYTES)));
  typedef std::int64_t I __attribute__((vector_size(BODYPLAN_BYTES)));
  typedef double Row __attribute__((vector_size(32)));
  typedef double LooseRow __attribute__((vector_size(32), aligned(8), may_alias));
  typedef double LooseV __attribute__((vector_size(BODYPLAN_BYTES), aligned(8), may_alias));
  using Integer = std::int64_t;
};

template <>
struct Types<float> {
  typedef float V __attribute__((vector_size(BODYPLAN_BYTES)));
  typedef std::int32_t I __attribute__((vector_size(BODYPLAN_BYTES)));
  typedef float Row __attribute__((vector_size(16)));
  typedef float LooseRow __attribute__((vector_size(16), aligned(4), may_alias));
  typedef float LooseV __attribute__((vector_size(BODYPLAN_BYTES), aligned(4), may_alias));
  using Integer = std::int32_t;
};

// The numbers of the range reduction. half_pi is in three parts, the first two short enough that
// their product with any quarter up to `limit` is exact.
template <class T>
struct Reduction;

template <>
struct Reduction<double> {
  static constexpr double magic = 6755399441055744.0;  // 1.5 * 2^52: rounds, and leaves the integer in the low bits
  static constexpr double half_pi[3] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
  static constexpr double limit = 1e6;
};

template <>
struct Reduction<float> {
  static constexpr float magic = 12582912.0f;  // 1.5 * 2^23
  static constexpr float half_pi[3] = {0x1.92p+0f, 0x1.fb4p-12f, 0x1.4442d2p-24f};
  static constexpr float limit = 6000.0f;
};

// A loop that is not to be one.
#define SMALL _Pragma("GCC unroll 16")

// Runs body(0) ... body(count - 1) without a loop: what is indexed stays in registers.
template <class F, std::size_t... I>
INLINE void unrolled_over(const F& body, std::index_sequence<I...>) {
  (body(std::integral_constant<int, static_cast<int>(I)>()), ...);
}
template <int count, class F>
INLINE void unrolled(const F& body) {
  unrolled_over(body, std::make_index_sequence<count>());
}
#define EACH(i, count) unrolled<count>([&](const auto i) __attribute__((always_inline))
#define DONE )

template <class V>
struct Three {
  V x, y, z;
};

template <class T>
struct Lanes {
  using V = typename Types<T>::V;
  using I = typename Types<T>::I;
  using Row = typename Types<T>::Row;
  using LooseRow = typename Types<T>::LooseRow;
  using LooseV = typename Types<T>::LooseV;
  using Integer = typename Types<T>::Integer;
  using Vec = Three<V>;
  static constexpr int W = BODYPLAN_BYTES / sizeof(T);

  static INLINE V zero() { return V{}; }
  static INLINE V all(T value) { return V{} + value; }

  // --- vectors of three ---
  static INLINE Vec load(const V* at) { return {at[0], at[1], at[2]}; }
  static INLINE void store(V* at, const Vec& a) { at[0] = a.x, at[1] = a.y, at[2] = a.z; }
  static INLINE Vec add(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  static INLINE Vec scale(const Vec& a, V s) { return {a.x * s, a.y * s, a.z * s}; }
  static INLINE V dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  static INLINE Vec cross(const Vec& a, const Vec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }

  // --- sine and cosine ---
  static INLINE void sine_cosine(V x, V& sine, V& cosine) {
    using R = Reduction<T>;
    const V shifted = x * T(0.63661977236758134308) + R::magic;
    const V quarter = shifted - R::magic;
    const V r = ((x - quarter * R::half_pi[0]) - quarter * R::half_pi[1]) - quarter * R::half_pi[2];
    const V z = r * r;
    V s, c;  // Taylor: what is left out is below 5e-17 (3e-8 in single precision) up to pi / 4
    if constexpr (sizeof(T) == 8) {
      s = all(-1.0 / 1307674368000.0);
      s = s * z + T(1.0 / 6227020800.0);
      s = s * z - T(1.0 / 39916800.0);
      s = s * z + T(1.0 / 362880.0);
      s = s * z - T(1.0 / 5040.0);
      c = all(1.0 / 20922789888000.0);
      c = c * z - T(1.0 / 87178291200.0);
      c = c * z + T(1.0 / 479001600.0);
      c = c * z - T(1.0 / 3628800.0);
      c = c * z + T(1.0 / 40320.0);
    } else {
      s = all(T(1.0 / 362880.0));
      s = s * z - T(1.0 / 5040.0);
      c = all(T(-1.0 / 3628800.0));
      c = c * z + T(1.0 / 40320.0);
    }
    s = s * z + T(1.0 / 120.0);
    s = s * z - T(1.0 / 6.0);
    s = r + r * (z * s);
    c = c * z - T(1.0 / 720.0);
    c = c * z + T(1.0 / 24.0);
    c = (T(1) - z * T(0.5)) + (z * z) * c;
    const I number = reinterpret_cast<I>(shifted);
    const I odd = -(number & 1);
    constexpr int top = 8 * sizeof(T) - 2;
    const I s_bits = reinterpret_cast<I>(s), c_bits = reinterpret_cast<I>(c);
    sine = reinterpret_cast<V>(((c_bits & odd) | (s_bits & ~odd)) ^ ((number & 2) << top));
    cosine = reinterpret_cast<V>(((s_bits & odd) | (c_bits & ~odd)) ^ (((number + 1) & 2) << top));
  }

  // Beyond the limit the library's functions are exact; too rare to be worth lanes.
  static __attribute__((noinline)) void mend(const V& x, V& sine, V& cosine) {
    for (int i = 0; i < W; ++i) {
      if (!(std::fabs(x[i]) <= Reduction<T>::limit)) {
        sine[i] = static_cast<T>(std::sin(static_cast<double>(x[i])));
        cosine[i] = static_cast<T>(std::cos(static_cast<double>(x[i])));
      }
    }
  }

  static INLINE bool any(I mask) {
    Integer sum = 0;
    EACH(i, W) { sum |= mask[int{i}]; } DONE;
    return sum != 0;
  }
  static INLINE I beyond(V x) {
    return (x > Reduction<T>::limit) | (x < -Reduction<T>::limit);
  }

  // --- transposing W vectors of W lanes ---
  template <int K, std::size_t... J>
  static INLINE void exchange(V& a, V& b, std::index_sequence<J...>) {
#if defined(__clang__) || __GNUC__ >= 12
    const V low = __builtin_shufflevector(a, b, ((J & K) ? W + (J ^ K) : J)...);
    const V high = __builtin_shufflevector(a, b, ((J & K) ? W + J : (J ^ K))...);
#else
    const V low = __builtin_shuffle(a, b, I{((J & K) ? W + (J ^ K) : J)...});
    const V high = __builtin_shuffle(a, b, I{((J & K) ? W + J : (J ^ K))...});
#endif
    a = low;
    b = high;
  }
  template <int K, std::size_t... J>
  static INLINE void stage(V* a, std::index_sequence<J...>) {
    (
        [&]() __attribute__((always_inline)) {
          if constexpr ((J & K) == 0) exchange<K>(a[J], a[J | K], std::make_index_sequence<W>());
        }(),
        ...);
  }
  static INLINE void transpose(V* a) {
    constexpr auto each = std::make_index_sequence<W>();
    stage<1>(a, each);
    if constexpr (W > 2) stage<2>(a, each);
    if constexpr (W > 4) stage<4>(a, each);
    if constexpr (W > 8) stage<8>(a, each);
  }

  // --- into and out of memory ---
  static INLINE void put(T* at, V value, bool stream) {
    if (stream) {
#if defined(__clang__)
      __builtin_nontemporal_store(value, reinterpret_cast<V*>(at));
#elif BODYPLAN_BYTES == 64
      _mm512_stream_si512(reinterpret_cast<__m512i*>(at), reinterpret_cast<__m512i>(value));
#elif BODYPLAN_BYTES == 32
      _mm256_stream_si256(reinterpret_cast<__m256i*>(at), reinterpret_cast<__m256i>(value));
#elif defined(__x86_64__)
      _mm_stream_si128(reinterpret_cast<__m128i*>(at), reinterpret_cast<__m128i>(value));
#else
      *reinterpret_cast<LooseV*>(at) = value;
#endif
    } else {
      *reinterpret_cast<LooseV*>(at) = value;
    }
  }
  static INLINE void fence(bool stream) {
#if defined(__x86_64__)
    if (stream) _mm_sfence();
#else
    (void)stream;
#endif
  }

  // Where a block of rows goes: straight into the output, or to the stage, laid out so that the cache
  // lines of both begin at the same numbers.
  static INLINE T* block(const Job<T>& job, T* out) {
    if (job.stage == nullptr) return out;
    return job.stage + (reinterpret_cast<std::uintptr_t>(out) % 64) / sizeof(T);
  }
  // From the stage into the output, around the cache.
  static INLINE void pour(const Job<T>& job, T* out, std::int64_t count) {
    if (job.stage == nullptr) return;
    const T* from = block(job, out);
    std::int64_t i = 0;
    for (; i < count && reinterpret_cast<std::uintptr_t>(out + i) % 64 != 0; ++i) out[i] = from[i];
    for (; i + 64 / static_cast<std::int64_t>(sizeof(T)) <= count; i += 64 / sizeof(T)) {
      EACH(k, 64 / BODYPLAN_BYTES) {
        put(out + i + k * W, *reinterpret_cast<const LooseV*>(from + i + k * W), true);
      } DONE;
    }
    for (; i < count; ++i) out[i] = from[i];
  }

  // Rows of `width` numbers into `width` vectors. Lanes behind the last repeat it.
  static void gather(const T* rows, std::int64_t width, int count, V* into) {
    std::int64_t from = 0;
    if (count == W) {
      for (; from + W <= width; from += W) {
        V tile[W];
        EACH(i, W) { tile[i] = *reinterpret_cast<const LooseV*>(rows + i * width + from); } DONE;
        transpose(tile);
        EACH(i, W) { into[from + i] = tile[i]; } DONE;
      }
    }
    for (; from < width; ++from) {
      V made;
      for (int i = 0; i < W; ++i) made[i] = rows[(i < count ? i : count - 1) * width + from];
      into[from] = made;
    }
  }

  // W columns of numbers, `entries` of them wanted, to rows that begin `stride` numbers apart.
  template <int entries>
  static INLINE void scatter(V* tile, T* out, std::int64_t stride, int count, bool stream) {
    transpose(tile);
    if (count == W) {
      EACH(i, W) {
        if constexpr (entries == W) {
          put(out + i * stride, tile[i], stream);
        } else {
          std::memcpy(out + i * stride, &tile[i], entries * sizeof(T));
        }
      } DONE;
    } else {
      for (int i = 0; i < count; ++i) std::memcpy(out + i * stride, &tile[i], entries * sizeof(T));
    }
  }

  // The output of any function but the poses: each number names the vector it comes from.
  static void emit(const V* vectors, const Slots& wanted, T* out, int count, bool stream) {
    const std::int32_t* slots = wanted.slots;
    const std::int64_t stride = wanted.count;
    std::int64_t from = 0;
    V tile[W];
    for (; from + W <= stride; from += W, slots += W) {
      std::int32_t filled = 0;
      EACH(i, W) { filled |= slots[i]; } DONE;
      if (filled == 0) {
        for (int i = 0; i < count; ++i) put(out + i * stride + from, zero(), stream);
        continue;
      }
      EACH(i, W) { tile[i] = vectors[slots[i]]; } DONE;
      scatter<W>(tile, out + from, stride, count, stream);
    }
    for (; from < stride; ++from, ++slots) {
      const V& vector = vectors[*slots];
      for (int i = 0; i < count; ++i) out[i * stride + from] = vector[i];
    }
  }

  // --- poses: three columns of the rotation, then the origin, each x y z ---
  static INLINE V* column(V* pose, int j) { return pose + 3 * j; }

  // A point of the body's constant placement, in coordinates of the parent.
  static INLINE Vec constant_times(const T* m, const Vec& a) {
    return {m[0] * a.x + m[1] * a.y + m[2] * a.z, m[4] * a.x + m[5] * a.y + m[6] * a.z,
            m[8] * a.x + m[9] * a.y + m[10] * a.z};
  }
  static INLINE Vec constant_transposed(const T* m, const Vec& a) {
    return {m[0] * a.x + m[4] * a.y + m[8] * a.z, m[1] * a.x + m[5] * a.y + m[9] * a.z,
            m[2] * a.x + m[6] * a.y + m[10] * a.z};
  }
  static INLINE Vec renamed(std::int32_t order, const Vec& a) {  // rotation times a
    if (order == 0) return a;
    if (order == 1) return {a.z, a.x, a.y};
    return {a.y, a.z, a.x};
  }
  static INLINE Vec renamed_back(std::int32_t order, const Vec& a) {
    if (order == 0) return a;
    if (order == 1) return {a.y, a.z, a.x};
    return {a.z, a.x, a.y};
  }

  // pose = base * placement, for a constant placement.
  static INLINE void place(const V* base, const T* m, std::int32_t order, V* pose) {
    const Vec x = load(base), y = load(base + 3), z = load(base + 6), p = load(base + 9);
    const auto combine = [&](T a, T b, T c) {
      return Vec{x.x * a + y.x * b + z.x * c, x.y * a + y.y * b + z.y * c, x.z * a + y.z * b + z.z * c};
    };
    if (order == kGeneral) {
      SMALL for (int j = 0; j < 3; ++j) store(pose + 3 * j, combine(m[j], m[4 + j], m[8 + j]));
    } else {
      store(pose, order == 0 ? x : order == 1 ? y : z);
      store(pose + 3, order == 0 ? y : order == 1 ? z : x);
      store(pose + 6, order == 0 ? z : order == 1 ? x : y);
    }
    store(pose + 9, add(p, combine(m[3], m[7], m[11])));
  }
  static INLINE void place_in_world(const T* m, V* pose) {
    SMALL for (int j = 0; j < 4; ++j)
      SMALL for (int i = 0; i < 3; ++i) pose[3 * j + i] = all(m[4 * i + j]);
  }

  static INLINE void spin(V* pose, V sine, V cosine) {  // about its z
    SMALL for (int i = 0; i < 3; ++i) {
      const V x = pose[i], y = pose[3 + i];
      pose[i] = x * cosine + y * sine;
      pose[3 + i] = y * cosine - x * sine;
    }
  }
  static INLINE void slide(V* pose, int axis, V distance) {
    SMALL for (int i = 0; i < 3; ++i) pose[9 + i] += pose[3 * axis + i] * distance;
  }

  // The rotation of a quaternion x y z w of any length; four zeros turn nothing.
  static INLINE void quaternion(const V* q, V* columns) {
    const V x = q[0], y = q[1], z = q[2], w = q[3];
    const V square = x * x + y * y + z * z + w * w;
    const V s = T(2) / (square == zero() ? all(1) : square);
    const V xs = x * s, ys = y * s, zs = z * s;
    const V wx = w * xs, wy = w * ys, wz = w * zs;
    const V xx = x * xs, xy = x * ys, xz = x * zs, yy = y * ys, yz = y * zs, zz = z * zs;
    columns[0] = T(1) - (yy + zz), columns[1] = xy + wz, columns[2] = xz - wy;
    columns[3] = xy - wz, columns[4] = T(1) - (xx + zz), columns[5] = yz + wx;
    columns[6] = xz + wy, columns[7] = yz - wx, columns[8] = T(1) - (xx + yy);
  }

  // The joint's own motion, behind the constant placement.
  static INLINE void move(const Body<T>& body, const V* q, const V* trig, V* pose) {
    switch (body.move) {
      case Move::turn:
        spin(pose, trig[0], trig[1]);
        break;
      case Move::slide:
        slide(pose, 2, q[body.q] * body.multiplier + body.offset);
        break;
      case Move::screw:
        spin(pose, trig[0], trig[1]);
        slide(pose, 2, (q[body.q] * body.multiplier + body.offset) * body.pitch);
        break;
      case Move::planar:
        slide(pose, 0, q[body.q]);
        slide(pose, 1, q[body.q + 1]);
        spin(pose, trig[0], trig[1]);
        break;
      case Move::free:
        SMALL for (int j = 0; j < 3; ++j) slide(pose, j, q[body.q + j]);
        [[fallthrough]];
      case Move::ball: {
        V turned[9];
        quaternion(q + body.q + (body.move == Move::free ? 3 : 0), turned);
        const Vec x = load(pose), y = load(pose + 3), z = load(pose + 6);
        SMALL for (int j = 0; j < 3; ++j) {
          const V a = turned[3 * j], b = turned[3 * j + 1], c = turned[3 * j + 2];
          store(pose + 3 * j, add(add(scale(x, a), scale(y, b)), scale(z, c)));
        }
        break;
      }
    }
  }

  static INLINE void place_body(const Body<T>& body, const V* q, const V* trig, const V* poses, V* pose) {
    if (body.parent == 0) {
      place_in_world(body.placement, pose);
    } else {
      place(poses + 12 * body.parent, body.placement, body.order, pose);
    }
    move(body, q, trig, pose);
  }

  static INLINE bool turns(Move move) {
    return move == Move::turn || move == Move::screw || move == Move::planar;
  }

  // What every function begins with: the block's rows as vectors, and sines and cosines.
  struct Work {
    V* q;
    V* v;
    V* a;
    V* trig;   // sine and cosine a body
    V* poses;  // 12 a body
    V* more;   // 16 a body, and 2 + 6 a direction
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

  static INLINE V angle(const Body<T>& body, const V* q) {
    return body.move == Move::planar ? q[body.q + 2] : q[body.q] * body.multiplier + body.offset;
  }
  static INLINE void angles(const Robot<T>& robot, const std::int32_t* chosen, std::int64_t count, const Work& at) {
    I wild = {};
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t b = chosen ? chosen[i] : i;
      const Body<T>& body = robot.bodies[b];
      if (b == 0 || !turns(body.move)) continue;
      const V x = angle(body, at.q);
      sine_cosine(x, at.trig[2 * b], at.trig[2 * b + 1]);
      wild |= beyond(x);
    }
    if (!any(wild)) return;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t b = chosen ? chosen[i] : i;
      const Body<T>& body = robot.bodies[b];
      if (b != 0 && turns(body.move)) mend(angle(body, at.q), at.trig[2 * b], at.trig[2 * b + 1]);
    }
  }
  static INLINE void begin(const Robot<T>& robot, const std::int32_t* chosen, std::int64_t count, const Work& at,
                           const T* q, int rows) {
    gather(q, robot.nq, rows, at.q);
    place_in_world(identity, at.poses);
    angles(robot, chosen, count, at);
  }
  static constexpr T identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

  // --- forward kinematics ---
  template <int order, int entries>
  static INLINE void emit_pose(const V* pose, T* out, std::int64_t stride, int count, bool stream) {
    const auto entry = [&](const auto k) __attribute__((always_inline)) -> V {
      constexpr int i = k / 4, j = k % 4;
      if constexpr (i == 3) return all(j == 3 ? T(1) : T(0));
      else return pose[j == 3 ? 9 + i : 3 * ((j + order) % 3) + i];
    };
    constexpr int whole = entries / W * W;
    EACH(t, whole / W) {
      constexpr int from = t * W;
      V tile[W];
      EACH(i, W) { tile[i] = entry(std::integral_constant<int, from + i>()); } DONE;
      scatter<W>(tile, out + from, stride, count, stream && entries == 16);
    } DONE;
    if constexpr (whole < entries) {
      V tile[W];
      EACH(i, W) { tile[i] = entry(std::integral_constant<int, whole + i>()); } DONE;
      scatter<entries - whole>(tile, out + whole, stride, count, false);
    }
  }

  template <int entries>
  static INLINE void emit_seat(const V* body, const Seat<T>& seat, T* out, std::int64_t stride, int count, bool stream) {
    switch (seat.order) {
      case 0:
        return emit_pose<0, entries>(body, out, stride, count, stream);
      case 1:
        return emit_pose<1, entries>(body, out, stride, count, stream);
      case 2:
        return emit_pose<2, entries>(body, out, stride, count, stream);
      default: {
        V pose[12];
        place(body, seat.placement, kGeneral, pose);
        return emit_pose<0, entries>(pose, out, stride, count, stream);
      }
    }
  }

  template <int entries>
  static void poses_of(const Robot<T>& robot, const PoseProgram<T>& program, const Job<T>& job) {
    const Work at = work(robot, job.scratch);
    const std::int64_t stride = program.place_count * entries;
    for (std::int64_t n = job.first; n < job.last; n += W) {
      const int rows = static_cast<int>(job.last - n < W ? job.last - n : W);
      begin(robot, program.bodies, program.body_count, at, job.q + n * robot.nq, rows);
      T* out = block(job, job.out + n * stride);
      for (std::int64_t i = 0; i < program.body_count; ++i) {
        const std::int32_t b = program.bodies[i];
        V* pose = at.poses + 12 * b;
        if (b != 0) place_body(robot.bodies[b], at.q, at.trig + 2 * b, at.poses, pose);
        for (std::int32_t k = program.seat_begin[i]; k < program.seat_begin[i + 1]; ++k) {
          emit_seat<entries>(pose, program.seats[k], out + std::int64_t{program.places[k]} * entries, stride, rows,
                             job.stream);
        }
      }
      pour(job, job.out + n * stride, rows * stride);
    }
    fence(job.stream || job.stage);
  }
  static void poses(const Robot<T>& robot, const PoseProgram<T>& program, const Job<T>& job) {
    if (program.entries == 16) {
      poses_of<16>(robot, program, job);
    } else {
      poses_of<12>(robot, program, job);
    }
  }

  // --- forward kinematics of one configuration: the lanes are the four columns of a row ---
  struct Rows {
    Row r[3];
  };
  static INLINE Row row(const T* at) { return *reinterpret_cast<const LooseRow*>(at); }
  static INLINE Rows product(const Rows& a, const Rows& b) {
    Rows made;
    SMALL for (int i = 0; i < 3; ++i) {
      const Row r = a.r[i];
      made.r[i] = b.r[0] * r[0] + b.r[1] * r[1] + (b.r[2] * r[2] + r * Row{0, 0, 0, 1});
    }
    return made;
  }
  static INLINE Rows swapped(const Rows& a) {  // first and second column
    Rows made;
    SMALL for (int i = 0; i < 3; ++i) {
#if defined(__clang__) || __GNUC__ >= 12
      made.r[i] = __builtin_shufflevector(a.r[i], a.r[i], 1, 0, 2, 3);
#else
      made.r[i] = Row{a.r[i][1], a.r[i][0], a.r[i][2], a.r[i][3]};
#endif
    }
    return made;
  }
  static INLINE Row ordered(Row r, std::int32_t order) {
    if (order == 0) return r;
#if defined(__clang__) || __GNUC__ >= 12
    if (order == 1) return __builtin_shufflevector(r, r, 1, 2, 0, 3);
    return __builtin_shufflevector(r, r, 2, 0, 1, 3);
#else
    if (order == 1) return Row{r[1], r[2], r[0], r[3]};
    return Row{r[2], r[0], r[1], r[3]};
#endif
  }

  static INLINE Rows moved(const Body<T>& body, const T* q, T sine, T cosine) {
    Rows made = {{row(body.placement), row(body.placement + 4), row(body.placement + 8)}};
    if (body.move == Move::turn) {
      const Rows other = swapped(made);
      const Row straight = {cosine, cosine, 1, 1}, across = {sine, -sine, 0, 0};
      SMALL for (int i = 0; i < 3; ++i) made.r[i] = made.r[i] * straight + other.r[i] * across;
      return made;
    }
    V wide[7], pose[12];  // rare kinds go through the lanes
    const int size = body.move == Move::free ? 7 : body.move == Move::ball ? 4 : body.move == Move::planar ? 3 : 1;
    Body<T> own = body;
    own.q = 0;
    for (int i = 0; i < size; ++i) wide[i] = all(q[body.q + i]);
    const V trig[2] = {all(sine), all(cosine)};
    place_in_world(body.placement, pose);
    move(own, wide, trig, pose);
    SMALL for (int i = 0; i < 3; ++i) made.r[i] = Row{pose[i][0], pose[3 + i][0], pose[6 + i][0], pose[9 + i][0]};
    return made;
  }

  static void one_pose(const Robot<T>& robot, const PoseProgram<T>& program, const Job<T>& job) {
    T* trig = static_cast<T*>(job.scratch);  // sines, then cosines
    const std::int64_t padded = (program.body_count + W - 1) / W * W;
    V* angle_at = reinterpret_cast<V*>(trig);
    for (std::int64_t i = 0; i < padded; i += W) {
      V x = {};
      for (int j = 0; j < W && i + j < program.body_count; ++j) {
        const Body<T>& body = robot.bodies[program.bodies[i + j]];
        if (program.bodies[i + j] != 0 && turns(body.move)) {
          x[j] = body.move == Move::planar ? job.q[body.q + 2] : job.q[body.q] * body.multiplier + body.offset;
        }
      }
      V& sine = angle_at[i / W];
      V& cosine = angle_at[(padded + i) / W];
      sine_cosine(x, sine, cosine);
      if (any(beyond(x))) mend(x, sine, cosine);
    }
    Rows* poses = reinterpret_cast<Rows*>(angle_at + 2 * padded / W + 2);
    poses = reinterpret_cast<Rows*>((reinterpret_cast<std::uintptr_t>(poses) + 63) & ~std::uintptr_t{63});
    poses[0] = {{Row{1, 0, 0, 0}, Row{0, 1, 0, 0}, Row{0, 0, 1, 0}}};
    for (std::int64_t i = 0; i < program.body_count; ++i) {
      const std::int32_t b = program.bodies[i];
      if (b != 0) {
        const Body<T>& body = robot.bodies[b];
        const Rows own = moved(body, job.q, trig[i], trig[padded + i]);
        poses[b] = body.parent == 0 ? own : product(poses[body.parent], own);
      }
      const Rows& pose = poses[b];
      for (std::int32_t k = program.seat_begin[i]; k < program.seat_begin[i + 1]; ++k) {
        const Seat<T>& seat = program.seats[k];
        T* out = job.out + std::int64_t{program.places[k]} * program.entries;
        Rows shown;
        if (seat.order == kGeneral) {
          shown = product(pose, {{row(seat.placement), row(seat.placement + 4), row(seat.placement + 8)}});
        } else {
          SMALL for (int j = 0; j < 3; ++j) shown.r[j] = ordered(pose.r[j], seat.order);
        }
        SMALL for (int j = 0; j < 3; ++j) *reinterpret_cast<LooseRow*>(out + 4 * j) = shown.r[j];
        if (program.entries == 16) *reinterpret_cast<LooseRow*>(out + 12) = Row{0, 0, 0, 1};
      }
    }
  }

  // --- a direction of motion in the world: the velocity of the world's origin, and the turn ---
  static INLINE void motion(const Direction<T>& d, const V* pose, Vec& linear, Vec& angular) {
    const Vec axis = load(pose + 3 * d.column);
    if (d.turns) {
      angular = axis;
      linear = cross(load(pose + 9), axis);
      if (d.pitch != T(0)) linear = add(linear, scale(axis, all(d.pitch)));
    } else {
      angular = {zero(), zero(), zero()};
      linear = axis;
    }
  }

  static void jacobian(const Robot<T>& robot, const JacobianProgram<T>& program, Reference reference, const Job<T>& job) {
    const Work at = work(robot, job.scratch);
    V* columns = at.more;  // 0: zeros
    columns[0] = zero();
    for (std::int64_t n = job.first; n < job.last; n += W) {
      const int rows = static_cast<int>(job.last - n < W ? job.last - n : W);
      begin(robot, program.bodies, program.body_count, at, job.q + n * robot.nq, rows);
      for (std::int64_t i = 0; i < program.body_count; ++i) {
        const std::int32_t b = program.bodies[i];
        if (b != 0) place_body(robot.bodies[b], at.q, at.trig + 2 * b, at.poses, at.poses + 12 * b);
      }
      V seat[12];
      place(at.poses + 12 * program.seat.body, program.seat.placement, program.seat.order, seat);
      const Vec point = load(seat + 9);
      std::int32_t last = -1;
      for (std::int64_t i = 0; i < program.direction_count; ++i) {
        const Direction<T>& d = robot.directions[program.directions[i]];
        Vec linear, angular;
        motion(d, at.poses + 12 * d.body, linear, angular);
        if (reference != Reference::world) linear = add(linear, cross(angular, point));
        if (reference == Reference::local) {
          const Vec x = load(seat), y = load(seat + 3), z = load(seat + 6);
          linear = {dot(x, linear), dot(y, linear), dot(z, linear)};
          angular = {dot(x, angular), dot(y, angular), dot(z, angular)};
        }
        if (d.multiplier != T(1)) {
          linear = scale(linear, all(d.multiplier));
          angular = scale(angular, all(d.multiplier));
        }
        V* column = columns + 1 + 6 * program.columns[i];
        if (program.columns[i] <= last) {  // a follower adds to its leader's
          linear = add(linear, load(column));
          angular = add(angular, load(column + 3));
        } else {
          last = program.columns[i];
        }
        store(column, linear);
        store(column + 3, angular);
      }
      T* out = job.out + n * program.slots.count;
      emit(columns, program.slots, block(job, out), rows, job.stream);
      pour(job, out, rows * program.slots.count);
    }
    fence(job.stream || job.stage);
  }

  static void center_of_mass(const Robot<T>& robot, const Job<T>& job) {
    const Work at = work(robot, job.scratch);
    for (std::int64_t n = job.first; n < job.last; n += W) {
      const int rows = static_cast<int>(job.last - n < W ? job.last - n : W);
      begin(robot, nullptr, robot.body_count, at, job.q + n * robot.nq, rows);
      const Body<T>& world = robot.bodies[0];
      Vec sum = {all(world.first[0]), all(world.first[1]), all(world.first[2])};
      for (std::int64_t b = 1; b < robot.body_count; ++b) {
        const Body<T>& body = robot.bodies[b];
        V* pose = at.poses + 12 * b;
        place_body(body, at.q, at.trig + 2 * b, at.poses, pose);
        sum = add(sum, scale(load(pose + 9), all(body.mass)));
        SMALL for (int j = 0; j < 3; ++j) sum = add(sum, scale(load(pose + 3 * j), all(body.first[j])));
      }
      const V share = all(T(1) / robot.total_mass);
      const V made[3] = {sum.x * share, sum.y * share, sum.z * share};
      for (int i = 0; i < rows; ++i)
        SMALL for (int j = 0; j < 3; ++j) job.out[3 * (n + i) + j] = made[j][i];
    }
  }

  // --- inverse dynamics, each body in its own coordinates ---
  struct Moving {  // of one body
    V w[3], dw[3], a[3], f[3], n[3];
  };

  static INLINE Vec inward(const Body<T>& body, const V* relative, const V* trig, const Vec& u) {
    if (body.complex >= 0) {
      const V* r = relative + 12 * body.complex;
      return {dot(load(r), u), dot(load(r + 3), u), dot(load(r + 6), u)};
    }
    const Vec c = body.order == kGeneral ? constant_transposed(body.placement, u) : renamed_back(body.order, u);
    if (body.move == Move::slide) return c;
    return {c.x * trig[1] + c.y * trig[0], c.y * trig[1] - c.x * trig[0], c.z};
  }
  static INLINE Vec outward(const Body<T>& body, const V* relative, const V* trig, const Vec& u) {
    if (body.complex >= 0) {
      const V* r = relative + 12 * body.complex;
      return add(add(scale(load(r), u.x), scale(load(r + 3), u.y)), scale(load(r + 6), u.z));
    }
    Vec c = u;
    if (body.move != Move::slide) c = {u.x * trig[1] - u.y * trig[0], u.x * trig[0] + u.y * trig[1], u.z};
    return body.order == kGeneral ? constant_times(body.placement, c) : renamed(body.order, c);
  }
  static INLINE Vec origin(const Body<T>& body, const V* relative, const V* q) {
    if (body.complex >= 0) return load(relative + 12 * body.complex + 9);
    const T* m = body.placement;
    if (body.move == Move::turn) return {all(m[3]), all(m[7]), all(m[11])};
    V d = q[body.q] * body.multiplier + body.offset;
    if (body.move == Move::screw) d *= body.pitch;
    return {d * m[2] + m[3], d * m[6] + m[7], d * m[10] + m[11]};
  }
  // The joint's velocity (or its derivative) in the body's coordinates.
  static INLINE void rates(const Body<T>& body, const V* v, Vec& linear, Vec& angular) {
    linear = angular = {zero(), zero(), zero()};
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
    const Work at = work(robot, job.scratch);
    V* torque = at.poses;  // poses are not used here; 0: zeros
    torque[0] = zero();
    Moving* moving = reinterpret_cast<Moving*>(at.more);
    V* relative = at.more + 15 * robot.body_count;
    for (std::int64_t i = 0; i < robot.nv; ++i) at.v[i] = at.a[i] = zero();
    for (std::int64_t n = job.first; n < job.last; n += W) {
      const int rows = static_cast<int>(job.last - n < W ? job.last - n : W);
      gather(job.q + n * robot.nq, robot.nq, rows, at.q);
      if (job.v) gather(job.v + n * robot.nv, robot.nv, rows, at.v);
      if (job.a) gather(job.a + n * robot.nv, robot.nv, rows, at.a);
      angles(robot, nullptr, robot.body_count, at);
      Moving& world = moving[0];
      SMALL for (int i = 0; i < 3; ++i) {
        world.w[i] = world.dw[i] = world.f[i] = world.n[i] = zero();
        world.a[i] = all(-gravity[i]);
      }
      for (std::int64_t b = 1; b < robot.body_count; ++b) {
        const Body<T>& body = robot.bodies[b];
        const Moving& parent = moving[body.parent];
        Moving& own = moving[b];
        const V* trig = at.trig + 2 * b;
        if (body.complex >= 0) {
          V* pose = relative + 12 * body.complex;
          place_in_world(body.placement, pose);
          move(body, at.q, trig, pose);
        }
        const Vec p = origin(body, relative, at.q);
        const Vec w0 = load(parent.w), dw0 = load(parent.dw);
        const Vec a0 = add(load(parent.a), add(cross(dw0, p), cross(w0, cross(w0, p))));
        Vec u, w1, du, dw1;
        rates(body, at.v, u, w1);
        rates(body, at.a, du, dw1);
        const Vec wr = inward(body, relative, trig, w0);
        const Vec w = add(wr, w1);
        const Vec dw = add(inward(body, relative, trig, dw0), add(cross(wr, w1), dw1));
        Vec a = inward(body, relative, trig, a0);
        if (body.move != Move::turn && body.move != Move::ball) {
          a = add(a, add(du, cross(add(add(wr, wr), w1), u)));
        }
        store(own.w, w), store(own.dw, dw), store(own.a, a);
        const T* s = body.second;
        const T* h = body.first;
        const Vec hv = {all(h[0]), all(h[1]), all(h[2])};
        const auto inertia = [&](const Vec& e) {
          return Vec{e.x * s[0] + e.y * s[1] + e.z * s[2], e.x * s[1] + e.y * s[3] + e.z * s[4],
                     e.x * s[2] + e.y * s[4] + e.z * s[5]};
        };
        store(own.f, add(scale(a, all(body.mass)), add(cross(dw, hv), cross(w, cross(w, hv)))));
        store(own.n, add(inertia(dw), add(cross(w, inertia(w)), cross(hv, a))));
      }
      for (std::int64_t i = 1; i <= robot.nv; ++i) torque[i] = zero();
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
            store(t, add(load(t), f));
            t += 3;
            [[fallthrough]];
          case Move::ball:
            store(t, add(load(t), m));
            break;
        }
        if (body.parent == 0) continue;
        Moving& parent = moving[body.parent];
        const V* trig = at.trig + 2 * b;
        const Vec fp = outward(body, relative, trig, f), np = outward(body, relative, trig, m);
        store(parent.f, add(load(parent.f), fp));
        store(parent.n, add(load(parent.n), add(np, cross(origin(body, relative, at.q), fp))));
      }
      T* out = job.out + n * robot.nv;
      emit(torque, slots, block(job, out), rows, job.stream);
      pour(job, out, rows * robot.nv);
    }
    fence(job.stream || job.stage);
  }

  // --- mass matrix: inertias of whole branches in the world's coordinates, so that adding a branch
  // to its parent is ten additions and each entry one product of two sixes ---
  static void mass_matrix(const Robot<T>& robot, const MassProgram& program, const Job<T>& job) {
    const Work at = work(robot, job.scratch);
    V* inertias = at.more;  // 10 a body: mass, first moment, second moment
    V* motions = at.more + 10 * robot.body_count;
    V* entries = motions + 6 * robot.direction_count;  // 0: zeros
    entries[0] = zero();
    for (std::int64_t n = job.first; n < job.last; n += W) {
      const int rows = static_cast<int>(job.last - n < W ? job.last - n : W);
      begin(robot, nullptr, robot.body_count, at, job.q + n * robot.nq, rows);
      for (std::int64_t b = 1; b < robot.body_count; ++b) {
        const Body<T>& body = robot.bodies[b];
        V* pose = at.poses + 12 * b;
        place_body(body, at.q, at.trig + 2 * b, at.poses, pose);
        // The matrix does not depend on where a floating root is; near the origin it is exact.
        if (body.parent == 0 && body.move == Move::free) pose[9] = pose[10] = pose[11] = zero();
        world_inertia(body, pose, inertias + 10 * b);
      }
      for (std::int64_t b = robot.body_count - 1; b > 0; --b) {
        const std::int32_t parent = robot.bodies[b].parent;
        if (parent == 0) continue;
        SMALL for (int i = 0; i < 10; ++i) inertias[10 * parent + i] += inertias[10 * b + i];
      }
      if (program.adds) {
        for (std::int64_t i = 1; i < program.vector_count; ++i) entries[i] = zero();
      }
      const std::int32_t* target = program.targets;
      for (std::int64_t i = 0; i < robot.direction_count; ++i) {
        const Direction<T>& d = robot.directions[i];
        V* own = motions + 6 * i;
        Vec linear, angular;
        motion(d, at.poses + 12 * d.body, linear, angular);
        if (d.multiplier != T(1)) {
          linear = scale(linear, all(d.multiplier));
          angular = scale(angular, all(d.multiplier));
        }
        store(own, linear);
        store(own + 3, angular);
        const V* c = inertias + 10 * d.body;
        const Vec h = load(c + 1);
        const Vec force = add(scale(linear, c[0]), cross(angular, h));
        const Vec moment = add(cross(h, linear), Vec{c[4] * angular.x + c[5] * angular.y + c[6] * angular.z,
                                                     c[5] * angular.x + c[7] * angular.y + c[8] * angular.z,
                                                     c[6] * angular.x + c[8] * angular.y + c[9] * angular.z});
        for (std::int32_t j = static_cast<std::int32_t>(i); j >= 0; j = robot.directions[j].parent) {
          const V* other = motions + 6 * j;
          const V entry = dot(load(other), force) + dot(load(other + 3), moment);
          if (program.adds) {
            // A follower and its leader on one chain meet twice on the diagonal.
            const bool twice = j != i && robot.directions[j].v == d.v;
            entries[*target] += twice ? entry + entry : entry;
          } else {
            entries[*target] = entry;
          }
          ++target;
        }
      }
      T* out = job.out + n * program.slots.count;
      emit(entries, program.slots, block(job, out), rows, job.stream);
      pour(job, out, rows * program.slots.count);
    }
    fence(job.stream || job.stage);
  }

  static INLINE void world_inertia(const Body<T>& body, const V* pose, V* c) {
    const Vec x = load(pose), y = load(pose + 3), z = load(pose + 6), p = load(pose + 9);
    const T* s = body.second;
    const T* f = body.first;
    const auto combine = [&](T i, T j, T k) {
      return Vec{x.x * i + y.x * j + z.x * k, x.y * i + y.y * j + z.y * k, x.z * i + y.z * j + z.z * k};
    };
    const Vec h0 = combine(f[0], f[1], f[2]);  // about the body's origin, along the world's axes
    const Vec a = combine(s[0], s[1], s[2]), b = combine(s[1], s[3], s[4]), d = combine(s[2], s[4], s[5]);
    // about the world's origin: p and h = h0 + m p enter once each, symmetrically
    const Vec h = add(h0, scale(p, all(body.mass)));
    const V trace = dot(p, h) + dot(p, h0);
    const auto mixed = [](V pi, V hj, V h0i, V pj) { return pi * hj + h0i * pj; };
    c[0] = all(body.mass);
    store(c + 1, h);
    c[4] = a.x * x.x + b.x * y.x + d.x * z.x + (trace - mixed(p.x, h.x, h0.x, p.x));
    c[5] = a.x * x.y + b.x * y.y + d.x * z.y - mixed(p.x, h.y, h0.x, p.y);
    c[6] = a.x * x.z + b.x * y.z + d.x * z.z - mixed(p.x, h.z, h0.x, p.z);
    c[7] = a.y * x.y + b.y * y.y + d.y * z.y + (trace - mixed(p.y, h.y, h0.y, p.y));
    c[8] = a.y * x.z + b.y * y.z + d.y * z.z - mixed(p.y, h.z, h0.y, p.z);
    c[9] = a.z * x.z + b.z * y.z + d.z * z.z + (trace - mixed(p.z, h.z, h0.z, p.z));
  }

  static void sines_cosines(const T* x, T* sines, T* cosines, std::int64_t count) {
    for (std::int64_t i = 0; i < count; i += W) {
      const int size = static_cast<int>(count - i < W ? count - i : W);
      V in = {}, s, c;
      std::memcpy(&in, x + i, size * sizeof(T));
      sine_cosine(in, s, c);
      if (any(beyond(in))) mend(in, s, c);
      std::memcpy(sines + i, &s, size * sizeof(T));
      std::memcpy(cosines + i, &c, size * sizeof(T));
    }
  }

  static constexpr Table<T> table() {
    return {W,        &scratch_size,     &one_pose,    &poses,          &jacobian,
            &inverse_dynamics, &mass_matrix, &center_of_mass, &sines_cosines};
  }
};

}  // namespace

extern const Set BODYPLAN_SET;
const Set BODYPLAN_SET = {BODYPLAN_NAME, Lanes<double>::table(), Lanes<float>::table()};

}  // namespace bodyplan::kernels
