// The vectors of the batch kernels; each lane is one configuration. Each kernels_<set>.cpp includes this file
// once. Everything has internal linkage, so that the linker cannot replace a baseline function by one that
// uses wider instructions.
#pragma once

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

#if BODYPLAN_BYTES == 16
// A row of four doubles as two vectors of two: compilers would pass a wider vector through memory.
struct Halves {
  typedef double Half __attribute__((vector_size(16)));
  typedef double LooseHalf __attribute__((vector_size(16), aligned(8), may_alias));
  Half low, high;

  Halves() = default;
  INLINE Halves(Half low, Half high) : low(low), high(high) {}
  INLINE Halves(double a, double b, double c, double d) : low{a, b}, high{c, d} {}
  INLINE double operator[](int i) const { return i < 2 ? low[i] : high[i - 2]; }
  friend INLINE Halves operator+(Halves a, Halves b) { return {a.low + b.low, a.high + b.high}; }
  friend INLINE Halves operator*(Halves a, Halves b) { return {a.low * b.low, a.high * b.high}; }
  friend INLINE Halves operator*(Halves a, double s) { return {a.low * s, a.high * s}; }
};
#endif

template <class T>
struct Types;

template <>
struct Types<double> {
  typedef double V __attribute__((vector_size(BODYPLAN_BYTES)));
  typedef std::int64_t I __attribute__((vector_size(BODYPLAN_BYTES)));
#if BODYPLAN_BYTES == 16
  using Row = Halves;
  using LooseRow = Halves;  // loaded in two halves
#else
  typedef double Row __attribute__((vector_size(32)));
  typedef double LooseRow __attribute__((vector_size(32), aligned(8), may_alias));
#endif
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

// The constants of the range reduction. half_pi is split into three parts, of which the first two have few
// enough bits that their products with any quadrant number up to `limit` are exact.
template <class T>
struct Reduction;

template <>
struct Reduction<double> {
  static constexpr double magic = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds, and leaves the integer in the low bits
  static constexpr double half_pi[3] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
  static constexpr double limit = 1e6;
};

template <>
struct Reduction<float> {
  static constexpr float magic = 12582912.0f;  // 1.5 * 2^23
  static constexpr float half_pi[3] = {0x1.92p+0f, 0x1.fb4p-12f, 0x1.4442d2p-24f};
  static constexpr float limit = 6000.0f;
};

// A loop that the compiler unrolls completely.
#define SMALL _Pragma("GCC unroll 16")

// Runs body(0) ... body(count - 1) without a loop, so that indexed variables stay in registers.
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
template <class V>
INLINE Three<V> load(const V* at) { return {at[0], at[1], at[2]}; }
template <class V>
INLINE void store(V* at, const Three<V>& a) { at[0] = a.x, at[1] = a.y, at[2] = a.z; }
template <class V>
INLINE Three<V> operator+(const Three<V>& a, const Three<V>& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
template <class V>
INLINE Three<V> operator*(const Three<V>& a, V s) { return {a.x * s, a.y * s, a.z * s}; }
template <class V>
INLINE V dot(const Three<V>& a, const Three<V>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class V>
INLINE Three<V> cross(const Three<V>& a, const Three<V>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

using Bits = std::uint32_t;  // one bit for each lane

#if BODYPLAN_BYTES == 32
struct Packing {  // for each subset of eight lanes: the lane numbers, in one byte each
  std::uint64_t of[256] = {};
  constexpr Packing() {
    for (int chosen = 0; chosen < 256; ++chosen) {
      int at = 0;
      for (std::uint64_t lane = 0; lane < 8; ++lane) {
        if ((chosen >> lane & 1) != 0) of[chosen] |= lane << (8 * at++);
      }
    }
  }
};
constexpr Packing packing;
#endif

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

  // --- sine and cosine ---
  static INLINE void sine_cosine(V x, V& sine, V& cosine) {
    using R = Reduction<T>;
    const V shifted = x * T(0.63661977236758134308) + R::magic;
    const V quarter = shifted - R::magic;
    const V r = ((x - quarter * R::half_pi[0]) - quarter * R::half_pi[1]) - quarter * R::half_pi[2];
    const V z = r * r;
    V s, c;  // Taylor series: the truncation error is below 5e-17 (3e-8 in single precision) up to pi / 4
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

  // Beyond the limit, the standard library computes the values; this is too rare for vectorization.
  static __attribute__((noinline)) void mend(const V& x, V& sine, V& cosine) {
    for (int i = 0; i < W; ++i) {
      if (!(std::fabs(x[i]) <= Reduction<T>::limit)) {
        sine[i] = static_cast<T>(std::sin(static_cast<double>(x[i])));
        cosine[i] = static_cast<T>(std::cos(static_cast<double>(x[i])));
      }
    }
  }

  static INLINE bool any(I mask) {
#if BODYPLAN_BYTES == 64
    const auto bits = reinterpret_cast<__m512i>(mask);
    return _mm512_test_epi32_mask(bits, bits) != 0;
#elif BODYPLAN_BYTES == 32
    const auto bits = reinterpret_cast<__m256i>(mask);
    return !_mm256_testz_si256(bits, bits);
#elif defined(__x86_64__)
    return _mm_movemask_epi8(reinterpret_cast<__m128i>(mask)) != 0;
#else
    Integer sum = 0;
    EACH(i, W) { sum |= mask[int{i}]; } DONE;
    return sum != 0;
#endif
  }
  static INLINE Bits bits(I mask) {
#if BODYPLAN_BYTES == 64
    const auto whole = reinterpret_cast<__m512i>(mask);
    if constexpr (sizeof(T) == 8) return _mm512_movepi64_mask(whole); else return _mm512_movepi32_mask(whole);
#elif BODYPLAN_BYTES == 32
    const auto whole = reinterpret_cast<__m256i>(mask);
    if constexpr (sizeof(T) == 8) return _mm256_movemask_pd(reinterpret_cast<__m256d>(whole));
    else return _mm256_movemask_ps(reinterpret_cast<__m256>(whole));
#elif defined(__x86_64__)
    const auto whole = reinterpret_cast<__m128i>(mask);
    if constexpr (sizeof(T) == 8) return _mm_movemask_pd(reinterpret_cast<__m128d>(whole));
    else return _mm_movemask_ps(reinterpret_cast<__m128>(whole));
#else
    Bits made = 0;
    EACH(i, W) { made |= static_cast<Bits>(mask[int{i}] & 1) << int{i}; } DONE;
    return made;
#endif
  }
  static INLINE Bits at_most(V a, T b) {
#if BODYPLAN_BYTES == 64  // instruction sets with mask registers
    if constexpr (sizeof(T) == 8) return _mm512_cmp_pd_mask(a, all(b), _CMP_LE_OQ);
    else return _mm512_cmp_ps_mask(a, all(b), _CMP_LE_OQ);
#else
    return bits(a <= b);
#endif
  }
  // Writes the selected lanes without gaps. The memory after them, up to a whole vector, is overwritten too.
#if BODYPLAN_BYTES == 64
  static constexpr bool can_compress = sizeof(T) == 4;
  struct Chosen {
    __mmask16 lanes;
    INLINE explicit Chosen(Bits bits) : lanes(static_cast<__mmask16>(bits)) {}
    INLINE void put(T* to, V from) const { _mm512_storeu_ps(to, _mm512_maskz_compress_ps(lanes, from)); }
    INLINE void put_numbers(std::int32_t* to, std::int32_t first) const {
      const __m512i each = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
      _mm512_storeu_si512(to, _mm512_add_epi32(_mm512_maskz_compress_epi32(lanes, each), _mm512_set1_epi32(first)));
    }
  };
#elif BODYPLAN_BYTES == 32
  static constexpr bool can_compress = sizeof(T) == 4;
  struct Chosen {
    __m256i lanes;
    INLINE explicit Chosen(Bits bits) : lanes(_mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(packing.of + bits)))) {}
    INLINE void put(T* to, V from) const { _mm256_storeu_ps(to, _mm256_permutevar8x32_ps(from, lanes)); }
    INLINE void put_numbers(std::int32_t* to, std::int32_t first) const {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_add_epi32(lanes, _mm256_set1_epi32(first)));
    }
  };
#else
  static constexpr bool can_compress = false;
  struct Chosen {
    explicit Chosen(Bits) {}
    void put(T*, V) const {}
    void put_numbers(std::int32_t*, std::int32_t) const {}
  };
#endif
  static INLINE I beyond(V x) {
    return (x > Reduction<T>::limit) | (x < -Reduction<T>::limit);
  }

  // Only for tests.
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

  // --- load and store ---
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

  // One row of a pose, four numbers.
  static INLINE Row row(const T* at) {
    if constexpr (sizeof(Row) > BODYPLAN_BYTES) {
      return {*reinterpret_cast<const LooseV*>(at), *reinterpret_cast<const LooseV*>(at + W)};
    } else {
      return *reinterpret_cast<const LooseRow*>(at);
    }
  }
  static INLINE void put_row(T* at, Row value) {
    if constexpr (sizeof(Row) > BODYPLAN_BYTES) {
      *reinterpret_cast<LooseV*>(at) = value.low;
      *reinterpret_cast<LooseV*>(at + W) = value.high;
    } else {
      *reinterpret_cast<LooseRow*>(at) = value;
    }
  }
  template <int a, int b, int c>
  static INLINE Row columns(Row r) {  // permutes the columns of a row
#if defined(__clang__) || __GNUC__ >= 12
    if constexpr (sizeof(Row) > BODYPLAN_BYTES) {
      return {__builtin_shufflevector(r.low, r.high, a, b), __builtin_shufflevector(r.low, r.high, c, 3)};
    } else {
      return __builtin_shufflevector(r, r, a, b, c, 3);
    }
#else
    return Row{r[a], r[b], r[c], r[3]};
#endif
  }
  static INLINE void put_row(T* at, Row value, bool stream) {
    if (!stream) return put_row(at, value);
#if defined(__clang__)
    __builtin_nontemporal_store(value, reinterpret_cast<Row*>(at));
#elif defined(__AVX__)
    if constexpr (sizeof(T) == 8) {
      _mm256_stream_pd(at, reinterpret_cast<__m256d>(value));
    } else {
      _mm_stream_ps(at, reinterpret_cast<__m128>(value));
    }
#elif defined(__x86_64__)
    EACH(k, sizeof(Row) / 16) {
      put(at + k * W, *reinterpret_cast<const LooseV*>(reinterpret_cast<const T*>(&value) + k * W), true);
    } DONE;
#else
    *reinterpret_cast<LooseRow*>(at) = value;
#endif
  }

  // The memory to which a block of rows is written: the output, or the buffer, which has the same alignment to
  // cache lines.
  static INLINE T* block(const Job<T>& job, T* out) {
    if (job.stage == nullptr) return out;
    return job.stage + (reinterpret_cast<std::uintptr_t>(out) % 64) / sizeof(T);
  }
  // Copies from the buffer to the output, bypassing the cache.
  static INLINE void pour(const Job<T>& job, T* out, std::int64_t count) {
    if (job.stage == nullptr) return;
    constexpr int line = 64 / sizeof(T);
    const T* from = block(job, out);
    std::int64_t i = 0;
    for (; i < count && reinterpret_cast<std::uintptr_t>(out + i) % 64 != 0; ++i) out[i] = from[i];
    for (; i + line <= count; i += line) {
      EACH(k, 64 / BODYPLAN_BYTES) {
        put(out + i + k * W, *reinterpret_cast<const LooseV*>(from + i + k * W), true);
      } DONE;
    }
    for (; i < count; ++i) out[i] = from[i];
  }

  // Loads rows of `width` numbers into `width` vectors. Unused lanes repeat the last row.
  static void gather(const T* rows, std::int64_t width, int count, V* into) {
    if (count == W && width >= W) {
      for (std::int64_t from = 0; from < width; from += W) {
        if (from > width - W) from = width - W;  // loads some columns twice, which avoids a loop over the rest
        V tile[W];
        EACH(i, W) { tile[i] = *reinterpret_cast<const LooseV*>(rows + i * width + from); } DONE;
        transpose(tile);
        EACH(i, W) { into[from + i] = tile[i]; } DONE;
      }
      return;
    }
    for (std::int64_t from = 0; from < width; ++from) {
      V made;
      for (int i = 0; i < W; ++i) made[i] = rows[(i < count ? i : count - 1) * width + from];
      into[from] = made;
    }
  }

  static INLINE void narrow(const double* from, std::int64_t count, T* to) {
    typedef float Half __attribute__((vector_size(BODYPLAN_BYTES / 2), aligned(4), may_alias));
    constexpr int step = BODYPLAN_BYTES / 8;
    std::int64_t i = 0;
    for (; i + step <= count; i += step) {
      *reinterpret_cast<Half*>(to + i) = __builtin_convertvector(*reinterpret_cast<const Types<double>::LooseV*>(from + i), Half);
    }
    for (; i < count; ++i) to[i] = static_cast<T>(from[i]);
  }

  // The same as `gather`, if there is memory for one vector after the rows and for W vectors after the result.
  static INLINE void transposed(const T* rows, std::int64_t width, V* into) {
    for (std::int64_t from = 0; from < width; from += W) {
      V tile[W];
      EACH(i, W) { tile[i] = *reinterpret_cast<const LooseV*>(rows + i * width + from); } DONE;
      transpose(tile);
      EACH(i, W) { into[from + i] = tile[i]; } DONE;
    }
  }

  // Writes the output of all functions except poses; `wanted` contains the index of the source vector of each
  // number.
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
      transpose(tile);
      if (count == W) {
        EACH(i, W) { put(out + i * stride + from, tile[i], stream); } DONE;
      } else {
        for (int i = 0; i < count; ++i) put(out + i * stride + from, tile[i], stream);
      }
    }
    for (; from < stride; ++from, ++slots) {
      const V& vector = vectors[*slots];
      for (int i = 0; i < count; ++i) out[i * stride + from] = vector[i];
    }
  }
};

}  // namespace
}  // namespace bodyplan::kernels
