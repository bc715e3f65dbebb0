// Points, rotations and poses of the collision kernels.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace bodyplan::collision {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Vec {
  double x = 0.0, y = 0.0, z = 0.0;

  double operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

inline Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator-(const Vec& a) { return {-a.x, -a.y, -a.z}; }
inline Vec operator*(double s, const Vec& a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline double square(const Vec& a) { return dot(a, a); }
inline double length(const Vec& a) { return std::sqrt(square(a)); }
inline Vec cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double largest(const Vec& a) { return std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)}); }

// X_AB: a point p expressed in B is R p + t in A.
struct Pose {
  double R[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  double p[3] = {0.0, 0.0, 0.0};

  static Pose from_rows(const double* rows) {  // 3 x 4
    Pose made;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) made.R[i][k] = rows[4 * i + k];
      made.p[i] = rows[4 * i + 3];
    }
    return made;
  }
  Vec shift() const { return {p[0], p[1], p[2]}; }
  Vec turn(const Vec& v) const {
    return {R[0][0] * v.x + R[0][1] * v.y + R[0][2] * v.z, R[1][0] * v.x + R[1][1] * v.y + R[1][2] * v.z,
            R[2][0] * v.x + R[2][1] * v.y + R[2][2] * v.z};
  }
  Vec turn_back(const Vec& v) const {
    return {R[0][0] * v.x + R[1][0] * v.y + R[2][0] * v.z, R[0][1] * v.x + R[1][1] * v.y + R[2][1] * v.z,
            R[0][2] * v.x + R[1][2] * v.y + R[2][2] * v.z};
  }
  Vec operator()(const Vec& v) const { return turn(v) + shift(); }
};

inline Pose operator*(const Pose& a, const Pose& b) {  // X_AC from X_AB and X_BC
  Pose made;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      made.R[i][k] = a.R[i][0] * b.R[0][k] + a.R[i][1] * b.R[1][k] + a.R[i][2] * b.R[2][k];
    }
    made.p[i] = a.R[i][0] * b.p[0] + a.R[i][1] * b.p[1] + a.R[i][2] * b.p[2] + a.p[i];
  }
  return made;
}

inline Pose between(const Pose& a, const Pose& b) {  // X_AB from X_WA and X_WB
  Pose made;
  const double t[3] = {b.p[0] - a.p[0], b.p[1] - a.p[1], b.p[2] - a.p[2]};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      made.R[i][k] = a.R[0][i] * b.R[0][k] + a.R[1][i] * b.R[1][k] + a.R[2][i] * b.R[2][k];
    }
    made.p[i] = a.R[0][i] * t[0] + a.R[1][i] * t[1] + a.R[2][i] * t[2];
  }
  return made;
}

inline Pose inverse(const Pose& a) { return between(a, Pose{}); }

}  // namespace bodyplan::collision
